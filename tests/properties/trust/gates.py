#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests gates: exit statuses of --fail-if and --fail-on-function, their messages, and wrong conditions.

    tests/properties/trust/gates.py --egprof build/egprof/egprof
"""
import re
import subprocess
import tempfile
from pathlib import Path

from programs import SIZE, START, program
from checks import Checks, parse_arguments, run
from gmon import Histogram, write

# Samples of 10 ms by function. `work` grows significantly, from 2.00 to 3.20 s; `noise` grows from 0.20 to 0.22 s,
# which can be chance; `less` shrinks from 3.00 to 2.00 s. `gone` and `fresh` exist on one side only.
BASE = {'main': 10, 'work': 200, 'noise': 20, 'less': 300, 'gone': 50}
OTHER = {'main': 10, 'work': 320, 'noise': 22, 'less': 200, 'fresh': 60}
BASE_CALLS = [('main', 'work', 100), ('main', 'noise', 7), ('main', 'less', 10), ('main', 'gone', 1)]
OTHER_CALLS = [('main', 'work', 110), ('main', 'noise', 7), ('main', 'less', 10), ('main', 'fresh', 4)]
# {condition: the functions that its message names, in order}
CONDITIONS = {
    'self > 0s': 'work fresh noise', 'self > 0': 'work fresh noise', 'self > +5% and self > 0.05s': 'work fresh',
    'self > +5% and self > 0.05s and significant': 'work fresh', 'self > 5% and not significant': 'noise',
    'self >= 60%': 'work fresh', 'self > 60%': 'fresh', 'self >= 1200ms': 'work', 'self > 1200000us': '',
    'self < 0s': 'gone less', 'self < -50%': 'gone', 'self = 0s': 'main',
    'self != 0s and self <= 20ms': 'noise gone less',
    'calls > 0': 'work fresh', 'calls > 9%': 'work fresh', 'calls = 10': 'work', 'calls == 10': 'work',
    'calls < 0': 'gone',
    'calls > 10': '', 'only-other': 'fresh', 'only-base': 'gone', 'only-other or only-base': 'fresh gone',
    'significant': 'work fresh gone less', 'not significant': 'noise main', 'total > 5% and calls > 0': 'work fresh',
    'not (self > 0s or self < 0s)': 'main', 'only-base or self > 1s and significant': 'work gone',
    '(only-base or self > 1s) and significant': 'work gone', 'program > 0% and self > 1s': 'work',
    'program > 50%': '', 'program<0s': '', '  self>1s  ': 'work', 'total > 0s and not self > 0s': 'main'}
WRONG = ['', 'self', 'self >', 'self > 5', 'self > x%', 'self > 5 %%', 'self > 5s and', 'and self > 5s', '(self > 5s',
         'self > 5s)', 'calls > 5s', 'calls > 5ms', 'speed > 5%', 'self > nan%', 'self > inf%', 'significance', 'not',
         'self => 5%', 'self > 5% self > 6%', 'Self > 5%', 'self > 1e3s', 'only', 'self > 5% && significant',
         'self > --5%', '(' * 500]


class Scene:
    def __init__(self, checks, egprof, folder):
        self.checks, self.egprof, self.folder = checks, egprof, folder
        # A function that exists on only one side has a symbol only in the image of that side.
        self.old = program(folder, 'old', {'a.c': ['main', 'work', 'noise', 'less', 'gone']})
        self.new = program(folder, 'new', {'a.c': ['main', 'work', 'noise', 'less', 'fresh']})
        self.base = [self.old.path, self.old.profile(folder / 'base', BASE, BASE_CALLS)]
        self.other = [self.new.path, self.new.profile(folder / 'other', OTHER, OTHER_CALLS)]

    def show(self, *options):
        return run(self.egprof, *options, *self.base, '--subtract', *self.other)

    def names(self, outcome):
        """Returns the functions named in each line about a failed condition."""
        plain = re.sub(r', total [^,)]*', '', outcome.err)  # in parentheses
        lines = [line.split(': fail: ', 1)[1] for line in plain.splitlines() if ': fail: ' in line]
        return [[word.split(' ')[0] for word in line.rsplit(': ', 1)[1].split(', ') if word[0].isalpha()]
                for line in lines if line]


def conditions(checks, scene):
    for condition, wanted in CONDITIONS.items():
        outcome = scene.show('-p', f'--fail-if={condition}')
        wanted = wanted.split()
        checks.equal(outcome.status, 3 if wanted else 0, f'status of {condition}: {outcome.err}', outcome.command)
        named = scene.names(outcome)[0] if scene.names(outcome) else []
        checks.equal(named, wanted[:3], f'functions of {condition}: {outcome.err}', outcome.command)
        if wanted:
            count = f'{len(wanted)} function' + ('s' if len(wanted) > 1 else '')
            line = [text for text in outcome.err.splitlines() if 'fail: ' in text]
            checks.expect(len(line) == 1 and f'{condition}: {count}: ' in line[0],
                          f'one line for {condition}: {outcome.err}', outcome.command)


def without_conditions(text):
    """Removes the results of conditions from JSON, CSV and GML."""
    text = re.sub(r'^"conditions": .*$', '"conditions": [],', text, flags=re.MULTILINE)
    return re.sub(r'^(condition,|  conditions ").*\n', '', text, flags=re.MULTILINE)


def the_report_stays(checks, scene):
    """For every output format, the output is the same as without a gate, except for the results of conditions."""
    for form in (['-p'], ['-p', '-q', '--side-by-side'], ['--format=json'], ['--format=csv'], ['--gml'], ['--growth'],
                 ['--folded'], ['--normalize'], ['--explain-matches'], []):
        without = scene.show(*form)
        for condition, status in (('self > 1ms', 3), ('self > 100s', 0)):
            gated = scene.show(*form, f'--fail-if={condition}')
            checks.equal((without_conditions(gated.out), gated.status, without.status), (without.out, status, 0),
                         f'{form} with {condition}', gated.command)


def several(checks, scene):
    """Every condition is evaluated; if one of them holds, the gate fails."""
    outcome = scene.show('-p', '--fail-if=self > 100s', '--fail-if=only-other', '--fail-if=calls > 10',
                         '--fail-if=self > 1s')
    checks.equal((outcome.status, scene.names(outcome)), (3, [['fresh'], ['work']]), 'two of four conditions hold',
                 outcome.command)
    outcome = scene.show('-p', '--fail-if=self > 100s', '--fail-if=calls > 10')
    checks.equal((outcome.status, 'self' in outcome.err), (0, False), 'none of two conditions holds', outcome.command)


def named_functions(checks, scene):
    for options, status in ([['--fail-on-function=work'], 3], [['--fail-on-function=less'], 0],
                            [['--fail-on-function=noise'], 0], [['--fail-on-function=noise', '--fail-if=self > 0s'], 3],
                            [['--fail-on-function=main', '--fail-if=self > 0s'], 0],
                            [['--fail-on-function=noise', '--fail-on-function=work'], 3],
                            [['--fail-on-function=less', '--fail-if=self < 0s'], 3]):
        outcome = scene.show('-p', *options)
        checks.equal(outcome.status, status, f'{options}: {outcome.err}', outcome.command)
    outcome = scene.show('-p', '--fail-on-function=nobody')
    checks.expect(outcome.status == 1 and 'nobody' in outcome.err and outcome.out,
                  f'a gate with an unknown name guards nothing, which is no success: {outcome.err}', outcome.command)


def wrong_conditions(checks, scene):
    """An invalid condition is reported before any file is read, so missing files are not mentioned."""
    for condition in WRONG:
        for files in ([*scene.base, '--subtract', *scene.other],
                      [scene.folder / 'no-image', scene.folder / 'no-profile', '--subtract', scene.folder / 'none']):
            outcome = run(scene.egprof, '-p', f'--fail-if={condition}', *files)
            checks.equal((outcome.status, outcome.out), (1, ''), f'status of {condition[:40]}', outcome.command)
            checks.expect(f"condition '{condition}'" in outcome.err and 'no-' not in outcome.err,
                          f'{condition[:40]}: {outcome.err}', outcome.command)
            checks.expect('fail:' not in outcome.err, f'{condition[:40]} did not fail the gate: {outcome.err}',
                          outcome.command)


def other_statuses(checks, scene):
    """Errors lead to status 1 even with a gate. A gate with only one execution is an error."""
    missing = run(scene.egprof, '--fail-if=self > 0s', scene.base[0], scene.folder / 'none', '--subtract',
                  *scene.other)
    checks.equal((missing.status, missing.out), (1, ''), 'a missing profile', missing.command)
    alone = run(scene.egprof, '--fail-if=self > 0s', *scene.base)
    checks.expect(alone.status == 1 and '--subtract' in alone.err, f'a gate on one execution: {alone.err}',
                  alone.command)
    same = run(scene.egprof, '-p', '--fail-if=not self = 0s', '--fail-if=significant', *scene.base, '--subtract',
               *scene.base)
    checks.equal(same.status, 0, 'a run against itself', same.command)
    with open('/dev/full', 'w', encoding='ascii') as full:
        done = subprocess.run([scene.egprof, '-p', '--fail-if=self > 0s', *scene.base, '--subtract', *scene.other],
                              stdout=full, stderr=subprocess.DEVNULL, check=False)
    checks.equal(done.returncode, 1, 'a full disk is an error even where a condition holds')


def noise_and_significance(checks, scene, folder):
    """'significant' uses the verdicts: the same growth in percent is significant or not, depending on the number of
    samples."""
    for scale, status in ((1, 0), (10, 0), (100, 3)):
        files = [scene.old.profile(folder / f'{side}.{scale}', {'work': count * scale})
                 for side, count in (('few', 10), ('more', 13))]
        outcome = run(scene.egprof, '-p', '--fail-if=self > 20% and significant', scene.old.path, files[0],
                      '--subtract', files[1])
        checks.equal(outcome.status, status, f'30 % of {10 * scale} samples: {outcome.err}', outcome.command)
        plain = run(scene.egprof, '-p', '--fail-if=self > 20%', scene.old.path, files[0], '--subtract', files[1])
        checks.equal(plain.status, 3, f'30 % of {10 * scale} samples, whatever noise is', plain.command)


def the_program(checks, scene, folder):
    """A condition on the program uses its interval, and names no functions."""
    slow = scene.old.profile(folder / 'slow', {**BASE, 'work': 2000, 'less': 100}, BASE_CALLS)
    files = [scene.old.path, scene.base[1], '--subtract', slow]
    for command in (['diff'], ['-p']):
        outcome = run(scene.egprof, *command, '--fail-if=program > 1% and significant', *files)
        checks.equal(outcome.status, 3, f'a slower program: {outcome.err}', outcome.command)
        checks.expect('program > 1% and significant: program +275.9 %\n' in outcome.err and 'work (' not in outcome.err,
                      f'only the program is named: {outcome.err}', outcome.command)
    noise = scene.show('-p', '--fail-if=program > 1% and significant')
    checks.equal(noise.status, 0, f'5.5 % more is noise, although functions changed: {noise.err}', noise.command)


def impossible(checks, scene, folder):
    """A profile of another program, and time that is in no function of one side, cannot pass a gate."""
    low = START - 0x100000
    astray = folder / 'astray'
    astray.write_bytes(write([Histogram(low, low + SIZE * 8, [100] * 8, 100)]))
    mostly = folder / 'mostly'
    mostly.write_bytes(write([Histogram(START - SIZE * 4, START + SIZE * 5, [100] * 4 + [10, 20, 2, 30, 5], 100)]))
    for file, why in ((astray, 'another program'), (mostly, 'in no function')):
        for condition in ('self > 5%', 'program > 1%', 'self > 5% and significant'):
            outcome = run(scene.egprof, 'diff', f'--fail-if={condition}', *scene.base, '--subtract', scene.old.path, file)
            checks.expect(outcome.status == 1 and f'{condition}: ' in outcome.err and why in outcome.err,
                          f'{file.name}, {condition}: {outcome.err}', outcome.command)
            checks.expect('cannot tell: ' in outcome.out and 'take' not in outcome.out,
                          f'{file.name}: {outcome.out}', outcome.command)
        both = run(scene.egprof, 'diff', '--fail-if=self > 5%', '--fail-if=program > 1%', scene.old.path, file,
                   '--subtract', file)
        checks.expect(both.status == 1, f'{file.name} against itself: {both.err}', both.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(checks, arguments.egprof, Path(folder))
        conditions(checks, scene)
        the_report_stays(checks, scene)
        several(checks, scene)
        named_functions(checks, scene)
        wrong_conditions(checks, scene)
        other_statuses(checks, scene)
        noise_and_significance(checks, scene, Path(folder))
        the_program(checks, scene, Path(folder))
        impossible(checks, scene, Path(folder))
    checks.finish()


if __name__ == '__main__':
    main()
