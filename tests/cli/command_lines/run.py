#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests command lines that are easily mistyped: numbers of ranks, operands that name no file, files of the wrong kind,
sums where a difference was probably meant, and the command without arguments.

    tests/cli/command_lines/run.py --egprof build/egprof/egprof
"""
import csv
import gzip
import io
import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'trust'))
from programs import program  # also makes tests/properties/golden importable
from checks import Checks, parse_arguments, run

NAMES = ['main', 'relax', 'exchange']
RANKS = (0, 1, 2, 3, 9, 10, 11, 37)  # a shell lists gmon.out.10 before gmon.out.2
SLOW = 37
FLAT = 'Flat profile:\n\nEach sample counts as 0.01 seconds.\n'


class Scene:
    """Writes a program, its profiles and other files into a folder, and runs egprof there."""

    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)
        self.prog = program(folder, 'prog', {'prog.c': NAMES})
        for rank in RANKS:
            self.prog.profile(self.folder / f'gmon.out.{rank}', {'relax': 900 if rank == SLOW else 300, 'exchange': 100})
        for number in (41237, 41236, 99):
            self.prog.profile(self.folder / f'pid.{number}', {'relax': number % 1000})
        for name, samples in (('before.gmon', 50), ('after.gmon', 70)):
            self.prog.profile(self.folder / name, {'relax': samples})
        for name, text in (('a.folded', 'main;f 30\n'), ('b.folded', 'main;f 50\n'), ('empty', ''),
                           ('unknown.txt', 'nothing that is known\n'), ('other.json', '{"frames": 4}\n'), ('nameless.csv', 'n,value\n1,2\n2,4\n'), ('another.json', '{"frames": 5}\n'), ('flat.txt', FLAT),
                           ('no_count.folded', 'main;f\n'), ('nan.folded', 'main;f nan\n'),
                           ('chrome.json', '{"traceEvents": []}\n')):
            (self.folder / name).write_text(text)
        (self.folder / 'zeros.gz').write_bytes(gzip.compress(bytes(1000)))
        (self.folder / 'lib.profile').write_bytes(b'gmon\xff\xff\x01\x00' + bytes(40))
        (self.folder / 'folder').mkdir()

    def run(self, *arguments):
        return run(self.egprof, *arguments, cwd=self.folder)

    def listed(self):
        """Returns the profiles of all ranks in a shell's order."""
        return sorted(f'gmon.out.{rank}' for rank in RANKS)


def ranks(checks, scene):
    """The number at the end of a name is the rank, whatever the order of the files."""
    files = scene.listed()
    shown = scene.run('--ranks', 'prog', *files)
    checks.expect(f'(rank {SLOW})' in shown.out and f'rank {SLOW} is gmon.out.{SLOW}' in shown.out, shown.out, shown.command)
    checks.expect('imbalance is more than noise' in shown.out, shown.out, shown.command)
    turned = scene.run('--ranks', 'prog', *files[::-1])
    checks.equal(turned.out, shown.out, 'the order of the files does not matter', turned.command)
    rows = list(csv.DictReader(io.StringIO(scene.run('--ranks', '--format=csv', 'prog', *files).out)))
    row = next(row for row in rows if row['name'] == 'relax')
    checks.equal((row['maxRank'], row['maxPath']), (str(SLOW), f'gmon.out.{SLOW}'), 'CSV', row)
    checks.expect(float(row['evenChance']) < 1e-9, f'chance in CSV: {row}')
    even = next(row for row in rows if row['name'] == 'exchange')
    checks.equal(float(even['evenChance']), 1.0, 'chance of equal work', even)
    told = scene.run('--ranks', '--format=json', 'prog', *files)
    if told.status == 0:
        totals = json.loads(told.out)['profile']
        checks.equal(totals['files'], [{'rank': rank, 'path': f'gmon.out.{rank}'} for rank in RANKS], 'files', totals)
        checks.equal(totals['seconds']['maxRank'], SLOW, 'JSON', totals)
    pair = scene.run(f'--ranks={SLOW},0', '-p', 'prog', *files)
    plain = scene.run('--side-by-side', '-p', 'prog', f'gmon.out.{SLOW}', '--subtract', 'gmon.out.0')
    checks.equal(pair.out, plain.out, 'two ranks', pair.command)
    none = scene.run('--ranks=5,0', 'prog', *files)
    checks.expect('there is no rank 5: the profiles are ranks 0, 1, 2, 3, 9, 10, 11 and 37' in none.err, none.err, none.command)
    checks.equal(none.status, 1, 'no such rank', none.command)


def other_ranks(checks, scene):
    """Process ids are shown, too; names without numbers are counted, and listed with their numbers."""
    pids = scene.run('--ranks', 'prog', 'pid.41237', 'pid.41236', 'pid.99')
    checks.expect('(rank 41237)' in pids.out and 'rank 99 is pid.99' in pids.out, pids.out, pids.command)
    lines = pids.out.split('\n\n')[0].splitlines()
    checks.expect(all(line.endswith(('name', 'relax')) for line in lines[1:]), pids.out, pids.command)
    counted = scene.run('--ranks', 'prog', 'before.gmon', 'after.gmon')
    checks.expect('rank 0 is before.gmon, rank 1 is after.gmon' in counted.out, counted.out, counted.command)
    checks.expect('noise can explain the imbalance' in counted.out, counted.out, counted.command)
    left_out = scene.run('--ranks', '--keep-going', 'prog', 'pid.41237', 'pid.100', 'pid.99')
    checks.equal(left_out.status, 2, 'a rank is left out', left_out.err)
    checks.expect('rank 41237 is pid.41237' in left_out.out, left_out.out, left_out.command)
    samples = scene.run('--ranks', '--keep-going', 'a.folded', 'zeros.gz', 'b.folded')
    checks.expect('rank 2 is b.folded' in samples.out, f'{samples.out}{samples.err}', samples.command)
    if scene.run('check', '--help').status == 0:
        found = scene.run('check', '--format=json', 'prog', *scene.listed())
        places = [place['rank'] for each in json.loads(found.out or '{"properties": []}')['properties']
                  for place in each['locations'][:1]]
        checks.expect(places and set(places) == {SLOW}, f'check: {places}{found.err}', found.command)


def missing_operands(checks, scene):
    """An operand that names no file is an error, whatever else would work without it."""
    for word, suggestion in (('compare', 'diff'), ('dif', 'diff'), ('daiff', 'diff'), ('trase', 'trace')):
        for files in (('a.folded', 'b.folded'), ('before.gmon', 'after.gmon')):
            shown = scene.run(word, *files)
            checks.equal((shown.status, shown.out), (1, ''), 'status', shown.command)
            checks.expect(f"'{word}' is not a file; did you mean 'egprof {suggestion}'?" in shown.err, shown.err, shown.command)
    for line in (['xyzzy', 'a.folded', 'b.folded'], ['--base', 'xyzzy', 'a.folded', '--subtract', 'b.folded'],
                 ['--ranks', 'xyzzy', 'a.folded'], ['diff', 'xyzzy', 'before.gmon', 'after.gmon'],
                 ['diff', 'a.folded', '--', 'xyzzy', 'b.folded'], ['prune', 'xyzzy', 'a.folded'], ['trace', 'xyzzy']):
        shown = scene.run(*line)
        checks.equal((shown.status, shown.out), (1, ''), 'status', shown.command)
        checks.expect('xyzzy: No such file or directory' in shown.err, shown.err, shown.command)
    for line in (['prog', 'a.folded', 'b.folded'], ['diff', 'prog', 'a.folded', 'b.folded']):
        shown = scene.run(*line)
        checks.equal(shown.status, 0, 'a program that is not needed', shown.command)
        checks.equal(f'{shown.out}{shown.err}'.count('prog: not needed: the profiles name their functions'), 1,
                     'one note', f'{shown.command}: {shown.err}')


def wrong_files(checks, scene):
    """A message names the first file that is wrong, what it is, and the way out."""
    unknown = 'in no known format; needed here: an image, a profile or a trace in JSON'
    for line, message in (
            (['diff', 'prgo', 'before.gmon', 'after.gmon'], 'prgo: No such file or directory'),
            (['diff', 'before.gmon', 'prog', 'after.gmon', 'prog'], 'prog: an image: it comes first, before'),
            (['before.gmon', 'prog', '--subtract', 'after.gmon'], 'a gprof profile: name its program before it'),
            (['diff', 'before.gmon', 'after.gmon'], "before.gmon: a gprof profile: name its program before it, as in 'PROGRAM before.gmon'"),
            (['diff', 'unknown.txt', 'other.json'], f'unknown.txt: {unknown}'),
            (['diff', 'other.json', 'another.json'], 'needed here: an image, a profile or a trace in JSON'),
            (['diff', 'unknown.txt', 'before.gmon', 'after.gmon'], f'unknown.txt: {unknown}'),
            (['diff', 'a.folded', 'folder'], 'folder: a directory; needed here: an image'),
            (['diff', 'a.folded', 'chrome.json'], 'chrome.json: no calls in this trace'),
            (['--base', 'empty', '--subtract', 'empty'], 'empty: an empty file; needed here: an image'),
            (['diff', 'empty', 'a.folded'], 'empty: an empty file; needed here: an image'),
            (['--base', 'no_count.folded', '--subtract', 'no_count.folded'], f'no_count.folded: {unknown}'),
            (['--base', 'nan.folded', '--subtract', 'nan.folded'], f'nan.folded: {unknown}'),
            (['--side-by-side', '--base', 'zeros.gz', '--subtract', 'zeros.gz'], f'zeros.gz: {unknown}'),
            (['diff', 'lib.profile', 'lib.profile'], 'lib.profile: a profile of a shared library, written with LD_PROFILE: name its library'),
            (['diff', 'prog', 'lib.profile', 'lib.profile'], 'lib.profile: unexpected end of file'),
            (['unknown.txt', 'a.folded'], f'unknown.txt: {unknown}'),
            (['prune', 'unknown.txt'], 'unknown.txt: in no known format; needed here: an image, a profile or a trace'),
            (['prune', 'before.gmon'], 'before.gmon: a gprof profile: name its program before it'),
            (['check', 'a.folded'], 'a.folded: folded stacks; needed here: an image, a profile with metrics of regions, '),
            (['model', 'flat.txt'], 'flat.txt: a profile needs parameters'),
            (['model', 'unknown.txt'], 'unknown.txt: in no known format; needed here: an image, a profile, a trace or measurements for '
                                       'several sets of parameters'),
            (['model', 'nameless.csv'], 'nameless.csv: a CSV table whose columns are not known: it needs name and value, and perhaps '
                                        'a column for each parameter; or region, metric and value'),
            (['diff', 'nameless.csv', 'nameless.csv'], 'nameless.csv: a CSV table whose columns are not known'),
            (['select', 'a.folded'], 'a.folded: folded stacks; needed here: a file of families')):
        shown = scene.run(*line)
        checks.equal((shown.status, shown.out), (1, ''), 'status', f'{shown.command}: {shown.err}')
        checks.expect(message in shown.err, shown.err, shown.command)
        checks.expect('a.out' not in shown.err, shown.err, shown.command)
        checks.equal(shown.err.count('\n'), 1, 'one line', f'{shown.command}: {shown.err}')
    for file, what in (('a.folded', 'folded stacks'), ('before.gmon', 'a gprof profile')):
        shown = scene.run('trace', file)
        checks.expect(f'{file}: {what}; needed here: a trace in JSON, ' in shown.err and "'egprof diff' compares profiles" in shown.err,
                      shown.err, shown.command)


def sums(checks, scene):
    """A sum where a difference was probably meant keeps gprof's output, and is mentioned in one line."""
    said = 'before.gmon, after.gmon were added up (gmon.sum); to subtract the files after -s, write --subtract instead of it'
    gprof = scene.folder / 'gprof'
    gprof.symlink_to(scene.egprof)
    for line in (['-bp', 'prog', 'before.gmon', '-s', 'after.gmon'], ['--brief', 'prog', 'before.gmon', '-s', 'after.gmon'],
                 ['prog', 'before.gmon', '-b', '-s', 'after.gmon']):
        shown = scene.run(*line)
        whole = (scene.folder / 'gmon.sum').read_bytes()
        (scene.folder / 'gmon.sum').unlink()
        checks.equal((shown.status, shown.err), (0, f'{scene.egprof}: {said}\n'), 'one line', shown.command)
        strict = run(gprof, *line, cwd=scene.folder)
        checks.equal((strict.status, strict.out, strict.err), (0, shown.out, ''), 'as gprof', strict.command)
        checks.equal((scene.folder / 'gmon.sum').read_bytes(), whole, 'the same sum', shown.command)
    for line in (['-b', '-s', 'prog', 'before.gmon', 'after.gmon'], ['-bs', 'prog', 'before.gmon', 'after.gmon'],
                 ['--classic', '-bp', 'prog', 'before.gmon', '-s', 'after.gmon']):
        shown = scene.run(*line)
        checks.equal((shown.status, shown.err), (0, ''), 'a sum that is meant', shown.command)


def first_steps(checks, scene):
    """The command alone, --version of each command, and the beginning of --help."""
    alone = scene.run()
    checks.equal((alone.status, alone.out), (1, ''), 'status', alone.err)
    checks.equal(sum(line.startswith('  ') and 'egprof ' in line for line in alone.err.splitlines()), 3,
                 'three examples', alone.err)
    checks.expect('a.out' not in alone.err and '--help' in alone.err, alone.err)
    version = scene.run('--version').out
    for command in ('diff', 'trace', 'rank', 'check', 'search', 'model', 'prune', 'select', 'db', 'help'):
        shown = scene.run(command, '--version')
        checks.equal((shown.status, shown.out), (0, version), '--version', f'{shown.command}: {shown.err}')
    full = scene.run('diff', '--version=full')
    checks.equal((full.status, full.out.startswith(version), full.err), (0, True, ''), '--version=full', full.command)
    checks.expect('\n  zlib ' in full.out and '\n  binutils ' in full.out, 'libraries', full.out)
    bad = scene.run('--version=all')
    checks.equal((bad.status, bad.out), (1, ''), '--version=all', bad.err)
    beginning = scene.run('--help').out.split('\nCommands, ')[0]
    checks.equal((beginning.count(f' {scene.egprof} '), beginning.count('\n  egprof ')), (3, 3), 'forms and examples', beginning)
    checks.expect(beginning.index('\nShows ') < beginning.index('\nExamples:'), 'the purpose first', beginning)
    checks.expect('Usage: ' in beginning and 'diff prog before.out after.out' in beginning, beginning)


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(parse_arguments(__doc__.splitlines()[0]).egprof, folder)
        for part in (ranks, other_ranks, missing_operands, wrong_files, sums, first_steps):
            part(checks, scene)
    checks.finish()


main()
