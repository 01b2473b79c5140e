# SPDX-License-Identifier: GPL-3.0-or-later
"""Deviations in texts: help, explanations, messages, and the command line."""
import os
import subprocess

from scene import GPROF, new_rows

ROWS, row = new_rows()


@row('-h')
def own_help(scene):
    theirs, ours = scene.both('--help')
    yield 'help goes to standard output, status 0', theirs.status == ours.status == 0 and not ours.stderr
    yield 'help is our own', 'Usage:' in theirs.stdout and theirs.stdout != ours.stdout and '-p' in ours.stdout
    theirs, ours = scene.both('--bogus')
    yield 'the complaint before the usage is gprof\'s', \
        ours.status == theirs.status == 1 and ours.stderr.splitlines()[0] == theirs.stderr.splitlines()[0]


@row('-v')
def own_version(scene):
    theirs, ours = scene.both('-v')
    yield 'under the name gprof the first line of -v is gprof\'s', \
        theirs.stdout.splitlines()[0] == ours.stdout.splitlines()[0]
    yield 'under the name egprof it is not', \
        scene.run(scene.egprof, ['-v']).stdout.splitlines()[0] != theirs.stdout.splitlines()[0]


def split_explanations(listing, brief):
    """Returns the indices of the lines with form feeds, the number of lines, and the length of the brief listing."""
    lines = listing.split('\n')
    return [at for at, line in enumerate(lines) if line == '\f'], len(lines), len(brief)


@row('explanations without -b')
def explanations(scene):
    scene.profile()
    for layout in (['-p'], ['-q'], ['-p', '-q'], ['-T', '-p'], ['-T', '-q'], ['-p', '-q', '-C']):
        theirs, ours = scene.both(*layout, 'program')
        shape = [split_explanations(outcome.stdout, '') for outcome in (theirs, ours)]
        yield f'{layout}: the texts differ', theirs.stdout != ours.stdout
        yield f'{layout}: as many lines, form feeds on the same', shape[0] == shape[1] and shape[0][1] > 40


@row('-d')
def debug(scene):
    scene.profile()
    theirs, ours = scene.both('-d255', '-b', '-p', 'program')
    plain = scene.ours('-b', '-p', 'program')
    yield 'gprof prints more', theirs.stdout.startswith('[main] debug-level=0xff\n') and \
        theirs.stdout.count('[symtab') > 0
    yield 'egprof prints the level and the listing', ours.stdout.replace('[main] debug-level=0xff\n', '', 1).lstrip('\f\n') \
        == plain.stdout.lstrip('\f\n') and ours.stdout.startswith('[main] debug-level=0xff\n')


@row('-s between profiles')
def short_form(scene):
    scene.profile('base.out')
    scene.profile('other.out', [scene.histogram({'leaf': 3}), *scene.arcs(1)])
    theirs = scene.gprof('base.out', '-s', 'other.out')
    yield 'gprof takes the first for an image', theirs.status == 1 and 'base.out: not in executable format' in theirs.stderr
    short = scene.run(scene.egprof, ['-b', 'program', 'base.out', '-s', 'other.out'])
    yield 'egprof subtracts', short.status == 0 and \
        short == scene.run(scene.egprof, ['-b', 'program', 'base.out', '--subtract', 'other.out'])
    strict = scene.ours('-b', 'base.out', '-s', 'other.out')
    yield 'not under the name gprof', strict == theirs


@row('messages')
def language(scene):
    german = {'LC_ALL': 'de_DE.UTF-8', 'LANGUAGE': 'de'}
    plain = scene.ours('-b', 'missing')
    yield 'gprof\'s catalogues are looked for', b'bindtextdomain' in open(GPROF, 'rb').read()
    yield 'egprof\'s are not', scene.ours('-b', 'missing', environment=german) == plain and plain.status == 1


@row('-s and -y over what is read')
def outputs_over_inputs(scene):
    for target, name, options in (('gmon.out', 'gmon.sum', ['-s']), ('gmon.out', 'program.c-ann', ['-A', '-y'])):
        for profiler, called in ((GPROF, 'gprof'), (scene.egprof, GPROF), (scene.egprof, 'egprof')):
            scene.profile()
            before = scene.read('gmon.out')
            os.symlink(target, scene.path(name))
            done = scene.run(called, [*options, 'program'], executable=profiler)
            lost = scene.read('gmon.out') != before
            os.unlink(scene.path(name))
            if called == 'egprof':
                yield f'{name}: egprof refuses', done.status == 1 and not lost and f'{name}: {options[-1]} would' in done.stderr
            else:
                yield f'{name}: {profiler} called {called} overwrites the profile', done.status == 0 and lost
    with open(scene.path(scene.profile()), 'ab') as profile:
        appended = scene.run('egprof', ['-b', 'program'], executable=scene.egprof, stdout=profile, stderr=subprocess.DEVNULL)
    yield 'nothing is appended to a profile', appended.status == 1 and scene.read('gmon.out') == before


@row('full disk')
def full_disk(scene):
    scene.profile()
    with open('/dev/full', 'wb') as full:
        theirs = scene.gprof('-b', 'program', stdout=full)
    with open('/dev/full', 'wb') as full:
        ours = scene.ours('-b', 'program', stdout=full)
    yield 'gprof ends with status 0', theirs.status == 0
    yield 'egprof ends with status 1', ours.status == 1
