#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof db: trials that are stored and read back, differences of trials and of their files, damaged stores,
writers that are killed, and two writers at the same time.

    tests/cli/db/run.py --egprof build/egprof/egprof
"""
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / 'properties' / 'golden'), str(HERE.parents[1] / 'oracle')]
import gmon  # noqa: E402
from checks import TOP, Checks, parse_arguments, parsed_document, run  # noqa: E402

FULL = os.environ.get('PROFDIFF_TEST_FULL') == '1'
PROGRAM = '''
static volatile long sink;
static void part(long n) { for (long i = 0; i < n; ++i) sink += i; }
static void fixed(void) { part(2000); }
static void slow(void) { part(2000 + WORK); part(100); }
int main(void) { for (int i = 0; i < 3; ++i) { fixed(); slow(); } return 0; }
'''
SAMPLES = {1: {'part': (61, 58, 63), 'main': (2, 1, 1)}, 2: {'part': (182, 187, 179), 'main': (1, 2, 2)}}  # of each run


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)

    def run(self, *arguments, stdin=None):
        return run(self.egprof, *arguments, cwd=self.folder, stdin=stdin)

    def db(self, verb, *arguments, stdin=None):
        return self.run('db', verb, *arguments, stdin=stdin)

    def document(self, checks, *arguments):
        return parsed_document(checks, self.db(*arguments, '--format=json'))

    def write(self, name, lines):
        (self.folder / name).write_text('\n'.join(json.dumps(line) for line in lines) + '\n')
        return name


def record(scene):
    """Makes two revisions of a program, with three profiles each: recorded calls and SAMPLES, because recorded samples
    depend on the machine's speed."""
    for revision, work in ((1, 0), (2, 6000)):
        name = f'p{revision}'
        (scene.folder / 'p.c').write_text(PROGRAM.replace('WORK', str(work)))
        subprocess.run(['gcc', '-pg', '-g', '-O1', '-no-pie', '-fno-inline', '-o', name, 'p.c'], cwd=scene.folder, check=True)
        subprocess.run([f'./{name}'], cwd=scene.folder, check=True)
        records = gmon.read((scene.folder / 'gmon.out').read_bytes())
        histogram = next(record for record in records if isinstance(record, gmon.Histogram))
        symbols = subprocess.run(['nm', name], cwd=scene.folder, check=True, capture_output=True, text=True).stdout
        address = {row.split()[-1]: int(row.split()[0], 16) for row in symbols.splitlines() if len(row.split()) == 3}
        for r in range(3):
            histogram.bins = [0] * len(histogram.bins)
            for function, samples in SAMPLES[revision].items():
                at = (address[function] - histogram.low) * len(histogram.bins) // (histogram.high - histogram.low)
                histogram.bins[at + 1] = samples[r]  # the first bin of a function can have a part of another one
            (scene.folder / f'r{revision}.{r}').write_bytes(gmon.write(records))


def runs(revision):
    return [f'r{revision}.{r}' for r in range(3)]


def differences(checks, scene):
    """A difference of trials equals that of their files, apart from the names."""
    for revision in (1, 2):
        added = scene.db('add', f'--revision=c{revision}', '--at=n=1000', '--set=machine=m', 'runs.db',
                         f'app/main/r{revision}', f'p{revision}', *runs(revision))
        checks.equal((added.status, added.err), (0, ''), 'add', added.command)
        scene.db('add', 'runs.db', f'app/one/r{revision}', f'p{revision}', f'r{revision}.0')
    again = scene.db('add', 'runs.db', 'app/main/r1', 'p1', 'r1.0')
    checks.equal((again.status, again.out), (1, ''), 'a trial that is there', again.command)
    checks.expect('app/main/r1 already exists' in again.err, 'it is named', again.err)
    for options in ([], ['--significance'], ['--format=json'], ['--format=csv'], ['--side-by-side'], ['-p', '-q'],
                    ['--growth', '-p'], ['--by=file'], ['--fail-if=self > 5%'], ['--fail-if=significant'], ['--add'],
                    ['--gml'], ['--explain-matches']):
        of_files = [option for option in options if option != '--significance']
        for experiment, sides in (('main', (runs(1), runs(2))), ('one', (['r1.0'], ['r2.0']))):
            stored = scene.db('diff', *options, 'runs.db', f'app/{experiment}/r1', f'app/{experiment}/r2')
            files = scene.run('diff', *of_files, 'p1', *sides[0], '--subtract', 'p2', *sides[1])
            shown = re.sub(r',"loss":\{[^}]*\}', '', files.out)  # trials have no losses
            for revision, side in ((1, sides[0]), (2, sides[1])):
                shown = shown.replace(f'p{revision}, ' + ', '.join(side), f'app/{experiment}/r{revision}')
            checks.equal(stored.status, files.status, 'status of a difference', stored.command)
            checks.equal(stored.out.splitlines(), shown.splitlines(), 'difference', stored.command)
    same = scene.db('diff', 'runs.db', 'app/main/r1', 'app/main/none')
    checks.equal((same.status, same.out), (1, ''), 'no such trial', same.command)
    checks.expect('no trial app/main/none' in same.err, 'it is named', same.err)
    for path in ('app', 'app/main', '/a/b', 'a//b', 'a/b/', 'a/b/c/d', ''):
        bad = scene.db('diff', 'runs.db', 'app/main/r1', path)
        checks.equal((bad.status, bad.out), (1, ''), f'path {path}', bad.command)


def stacks(checks, scene):
    """Stacks of a trial equal those of its files, also after export and import. Tables for stacks are added to a store
    that lacks them."""
    pairs = TOP / 'testdata/profiles/pairs'
    sides = {'old': ['old.perf.gz'], 'new': ['new.perf.gz'], 'two': ['old.perf.gz', 'readable.perf.gz'], 'fold': ['old.folded.gz'], 'fnew': ['new.folded.gz']}
    shutil.copy(scene.folder / 'runs.db', scene.folder / 'stacks.db')
    with sqlite3.connect(scene.folder / 'stacks.db') as store:
        for table in ('context', 'stacks', 'detail', 'search_step', 'finding', 'property', 'region'):
            store.execute(f'drop table {table}')
    checks.equal(scene.db('list', 'stacks.db').status, 0, 'a store without tables of stacks')
    for name, files in sides.items():
        added = scene.db('add', 'stacks.db', f'a/e/{name}', *[str(pairs / file) for file in files])
        checks.equal(added.status, 0, 'add', added.command + added.err)
    once = scene.db('export', 'stacks.db', 'a/e')
    checks.equal(scene.db('import', 'stacks2.db', stdin=once.out.encode()).status, 0, 'import of stacks')
    checks.expect(scene.db('export', 'stacks2.db').out == once.out, 'export of stacks')
    for base, other in (('old', 'new'), ('two', 'new'), ('fold', 'fnew')):
        for options in (['--tree'], ['--tree', '--format=json', '-p'], ['--folded'], ['--tree=up'], ['--tree', '-q', '--growth']):
            files = scene.run('diff', *options, *[str(pairs / file) for file in sides[base]], '--subtract', *[str(pairs / file) for file in sides[other]])
            shown = re.sub(r',"loss":\{[^}]*\}', '', files.out)  # trials have no losses
            for side in (base, other):
                shown = shown.replace(', '.join(str(pairs / file) for file in sides[side]), f'a/e/{side}')
            for name in ('stacks.db', 'stacks2.db'):
                stored = scene.db('diff', *options, name, f'a/e/{base}', f'a/e/{other}')
                # A store has no caveats about the files.
                lines, wanted = ([line for line in text.splitlines() if not line.startswith('"doubts": ')] for text in (stored.out, shown))
                checks.equal((stored.status, lines), (files.status, wanted), 'stacks of trials', stored.command + stored.err)
    page = scene.db('diff', '--html=stacks.html', '-p', '--tree', 'stacks.db', 'a/e/old', 'a/e/new')
    checks.equal(page.status, 0, 'a page', page.err)
    for line in ('"context": 0, "depth": 1, "ticks": 1', '"context": 7, "depth": 0, "ticks": 1', '"context": 0, "depth": -1, "ticks": 1', '"stackless": true',
                 '"stackless": true, "ticks": "1"'):
        head = '{"application": "a", "experiment": "e", "trial": "bad", '
        text = f'{head}"function": "f", "metric": "self", "values": [1]}}\n' + (f'{head}"stackless": true, "ticks": 0}}\n' if 'context' in line else '') + f'{head}{line}}}\n'
        bad = scene.db('import', 'stacks2.db', stdin=text.encode())
        checks.equal((bad.status, bad.err.count('\n')), (1, 1), f'line {line}', bad.err)
    with sqlite3.connect(scene.folder / 'stacks2.db') as store:
        store.execute('update context set depth = 9 where node = 1')
    broken = scene.db('diff', 'stacks2.db', 'a/e/old', 'a/e/new')
    checks.equal((broken.status, broken.err.count('\n')), (1, 1), 'nodes that are no tree', broken.err)
    removed = scene.db('remove', 'stacks.db', 'a/e')
    with sqlite3.connect(scene.folder / 'stacks.db') as store:
        checks.equal((removed.status, store.execute('select count(*) from context').fetchone()), (0, (0,)), 'stacks are removed')


def baseline(checks, scene):
    """A base from a store gives the same results as a base from files."""
    for path, files in (('app/one/r1', ['r1.0']), ('app/main/r1', runs(1))):
        runs_option = ['--runs'] if len(files) > 1 else []
        stored = scene.run(f'--baseline=runs.db:{path}', '--fail-if=self > 5% and self > 0.01s', '-b', '-p', '--subtract',
                           'p2', 'r2.0')
        direct = scene.run(*runs_option, '--fail-if=self > 5% and self > 0.01s', '-b', '-p', 'p1', *files, '--subtract',
                           'p2', 'r2.0')
        checks.equal(stored.out.replace(path, 'p1, ' + ', '.join(files)).splitlines(), direct.out.splitlines(),
                     'difference from a base in a store', stored.command)
        checks.equal((stored.status, direct.status), (3, 3), 'gate', stored.command)
    both = scene.run('--baseline=runs.db:app/one/r1', 'p1', 'r1.0', '--subtract', 'p2', 'r2.0')
    checks.equal(both.status, 1, 'two bases', both.command)
    experiment = scene.run('diff', '--baseline=runs.db:app/main', 'p2', 'r2.0')
    checks.equal(experiment.status, 0, 'an experiment as a base', experiment.command + experiment.err)


def series(values, experiment='e', metric='self', start=0):
    return [{'application': 'a', 'experiment': experiment, 'trial': f't{start + t}', 'revision': f'c{start + t}',
             'function': 'f', 'metric': metric, 'values': [value]} for t, value in enumerate(values)]


def history(checks, scene):
    """Attributes a slowdown that begins with trial t18 to this trial. The exit status is 3 if the slowdown meets the
    condition of --fail-if."""
    generator = random.Random(4)
    values = [(1 if t < 18 else 1.1) * generator.gauss(1, 0.01) for t in range(30)]
    scene.db('import', 'h.db', scene.write('h.jsonl', series(values)))
    document = scene.document(checks, 'history', 'h.db', 'a/e')
    changes = document['series'][0]['changes']
    checks.equal([(c['trial'], c['revision']) for c in changes], [('t18', 'c18')], 'the step')
    checks.expect(8 < changes[0]['percent'] < 12, 'its size')
    for condition, status in (('change > 5%', 3), ('change > 20%', 0), ('change < -5%', 0)):
        shown = scene.db('history', f'--fail-if={condition}', 'h.db', 'a/e')
        checks.equal(shown.status, status, condition, shown.command)
    text = scene.db('history', 'h.db', 'a/e').out
    checks.expect(text.startswith('The last change of 30 trials is in t18 (revision c18)'), 'the answer comes first', text)
    none = scene.db('history', '--min-change=50%', 'h.db', 'a/e').out
    checks.expect(re.match(r'Nothing changed by more than 1[0-9] % in 30 trials, 1 series \(95 %\)\n', none), 'no change is said', none)
    scene.db('import', 'h.db', scene.write('few.jsonl', series([1, 2, 3], 'few')))
    few = scene.document(checks, 'history', 'h.db', 'a/few')['series'][0]
    checks.equal((few['flags'], few['changes'], few['values']), (['few-trials', 'too-few-trials'], [], [1, 2, 3]),
                 'few trials')
    few = scene.db('history', 'h.db', 'a/few').out
    checks.expect(few.startswith('Cannot tell what changed in 3 trials, 1 series, because none has 4 trials; more trials would help\n'),
                  'too few trials are said', few)
    blind = scene.db('history', '--fail-if=since best > 5%', 'h.db', 'a/few')
    checks.equal((blind.status, 'cannot tell' in blind.err), (1, True), 'a condition on few trials', blind.err)
    unknown = scene.db('history', '--metric=none', 'h.db', 'a/e')
    checks.equal(unknown.status, 1, 'unknown metric', unknown.command)


def bounds(checks, scene):
    """A quiet history says by how much it may have changed: the largest bound of its series, and half of them."""
    generator = random.Random(9)

    def add(experiment, values):
        lines = [[{**line, 'function': name} for line in series(each, experiment)] for name, each in values.items()]
        scene.db('import', 'bounds.db', scene.write('bounds.jsonl', [line for trial in zip(*lines) for line in trial]))
        return scene.db('history', 'bounds.db', f'a/{experiment}').out, scene.document(checks, 'history', 'bounds.db', f'a/{experiment}')

    noises = {'loud': 0.05, 'calm': 0.002, 'usual': 0.01}
    quiet = {name: [generator.gauss(1, noise) for _ in range(20)] for name, noise in noises.items()}
    text, document = add('quiet', quiet)
    most = {each['function']: max(-each['bounds']['low'], each['bounds']['high']) for each in document['series']}
    checks.equal(document['bound'], {'percent': most['loud'], 'median': most['usual'], 'series': 3,
                                     'widest': {'function': 'loud', 'metric': 'self'}}, 'over all series', document['bound'])
    checks.expect(most['calm'] < 1.5 and most['usual'] < 6 and most['loud'] < 30, 'narrow bounds', most)
    told = re.match(r'Nothing changed by more than ([0-9.]+) % in 20 trials, 3 series \(95 %\)\n'
                    r'Half of them did not change by more than ([0-9.]+) %; least is known about loud: self\n', text)
    checks.expect(told is not None, 'the bound is told', text)
    for shown, bound in zip(told.groups() if told else (), (most['loud'], most['usual'])):
        checks.expect(bound <= float(shown) < 1.1 * bound + 0.1, 'it is rounded up', (shown, bound))
    text, document = add('one', {**quiet, 'step': levels(((100, 10), (150, 10)), generator)})
    checks.expect('3 of 4 series did not change by more than' in text, 'the others', text)
    checks.equal(document['bound']['series'], 3, 'a sure change has no bound', document['bound'])
    text, document = add('equal', {'f': [2] * 5})
    checks.expect(text.startswith('Nothing changed in 5 trials, 1 series: all values of a series are equal\n'), 'equal values', text)
    text, document = add('zero', {'f': [0] * 8 + [1], 'g': [1, 1.01, 1.02] * 3})
    checks.equal([each['bounds'] is None for each in document['series']], [True, False], 'a level of 0', document)
    checks.expect('1 of 2 series have a level of 0: by how much they changed cannot be told in percent\n' in text, 'is told', text)
    drifting = random.Random(3)
    text, document = add('drift', {'f': [100 + t / 3 + drifting.gauss(0, 1.5) for t in range(30)]})
    checks.expect(text.startswith('Nothing changed suddenly in 30 trials, 1 series\n1 of 1 series drift'), 'a drift is a change', text)


def levels(sizes, generator, noise=0.01):
    return [size * generator.gauss(1, noise) for size, count in sizes for _ in range(count)]


def gates(checks, scene):
    """A slowdown that is partly undone and one in small steps fail `since best`; one that is undone passes."""
    generator = random.Random(6)
    for name, sizes, best, change in (('partly', ((100, 10), (120, 10), (116, 10)), 3, 0),
                                      ('gradual', ((100, 8), (103, 8), (106.1, 8), (109.3, 8)), 3, 0),
                                      ('undone', ((100, 10), (120, 10), (100, 10)), 0, 0),
                                      ('faster', ((100, 10), (80, 10)), 0, 0)):
        scene.db('import', 'gates.db', scene.write('gates.jsonl', series(levels(sizes, generator, 0.004), name)))
        for condition, status in (('since best > 5%', best), ('change > 5%', change)):
            shown = scene.db('history', f'--fail-if={condition}', 'gates.db', f'a/{name}')
            checks.equal(shown.status, status, f'{name}: {condition}', shown.command + shown.out)
    scene.db('import', 'gates.db', scene.write('gates.jsonl', series(levels(((100, 12),), generator, 0.15), 'loud')))
    for condition, status in (('since best > 5%', 1), ('since best > 300%', 0)):
        shown = scene.db('history', f'--fail-if={condition}', 'gates.db', 'a/loud')
        checks.equal((shown.status, 'cannot tell for f (self): a larger change may be hidden' in shown.err), (status, status == 1),
                     f'loud: {condition}', shown.command + shown.err)
    loud, quiet = (series(levels(((100, 12),), generator, noise), 'both') for noise in (0.15, 0.002))
    both = [line | {'function': name} for pair in zip(loud, quiet) for name, line in zip(('loud', 'quiet'), pair)]
    scene.db('import', 'gates.db', scene.write('gates.jsonl', both))
    shown = scene.db('history', '--fail-if=since best > 5%', 'gates.db', 'a/both')
    checks.equal((shown.status, 'cannot tell for loud (self): a larger change' in shown.err), (0, True),
                 'one series of two is too noisy', shown.command + shown.err)
    better = scene.db('history', '--fail-if=since best < -5%', 'gates.db', 'a/faster')
    checks.equal(better.status, 3, 'an improvement', better.command)
    worse = scene.db('history', '--fail-if=since best > 5%', '--higher-is-better=self', 'gates.db', 'a/faster')
    checks.equal(worse.status, 3, 'less of a metric of which more is better', worse.command)
    newest = levels(((100, 12),), generator) + [150]
    scene.db('import', 'gates.db', scene.write('gates.jsonl', series(newest, 'newest')))
    shown = scene.db('history', '--fail-if=newest > 5%', 'gates.db', 'a/newest')
    checks.equal((shown.status, 'one more trial decides' in shown.out), (3, True), 'the newest trial', shown.out)
    found = scene.document(checks, 'history', 'gates.db', 'a/newest')['series'][0]
    checks.equal((found['changes'], found['newest']['beyond']), ([], True), 'one trial is no change')
    found = scene.document(checks, 'history', 'gates.db', 'a/partly')['series'][0]
    checks.equal([level['trial'] for level in found['levels']], ['t0', 't10', 't20'], 'levels')
    checks.expect(all(level['low'] < level['value'] < level['high'] for level in found['levels']), 'their intervals')
    checks.expect(14 < found['sinceBest'] < 18 and found['falseDiscovery'] < 0.05, 'since the best level')


def many_series(checks, scene):
    """Of 60 series of noise and 3 with a step, those with the step come first."""
    generator = random.Random(8)
    lines = []
    for f in range(63):
        values = levels(((100, 8), (120 if f < 3 else 100, 8)), generator)
        lines.append([{**line, 'function': f'f{f}'} for line in series(values, 'many')])
    trials = [line for trial in zip(*lines) for line in trial]
    scene.db('import', 'many.db', scene.write('many.jsonl', trials))
    rows = scene.db('history', '--format=csv', 'many.db', 'a/many').out.splitlines()[1:]
    checks.equal(sorted(row.split(',')[0] for row in rows[:3]), ['f0', 'f1', 'f2'], 'sure changes come first')
    sure = [each for each in scene.document(checks, 'history', 'many.db', 'a/many')['series']
            if each['changes'] and each['falseDiscovery'] <= 0.05]
    checks.expect(3 <= len(sure) <= 4, 'few false ones', str([each['function'] for each in sure]))


def order(checks, scene):
    """Trials that were added late are sorted by given dates; times of files do not count."""
    for number in (1, 3, 5, 6, 8, 10, 2, 4, 7, 9):
        (scene.folder / 'd.folded').write_text(f'main;f {100 + number + (50 if number > 5 else 0)}\nmain;g 50\n')
        for name, options in (('dates', [f'--date=2026-11-{number:02}']), ('files', [])):
            scene.db('add', *options, 'order.db', f'a/{name}/t{number}', 'd.folded')
    dated = scene.document(checks, 'history', '--metric=self', 'order.db', 'a/dates')
    checks.equal((dated['order'], dated['ordersDiffer']), ('date', True), 'by date')
    checks.equal(dated['trials'], [f't{number}' for number in range(1, 11)], 'sorted trials')
    changes = {each['function']: [c['trial'] for c in each['changes']] for each in dated['series']}
    checks.equal(changes, {'f': ['t6'], 'g': []}, 'the change')
    checks.expect('in the order of their dates' in scene.db('history', 'order.db', 'a/dates').out, 'it is told')
    added = scene.document(checks, 'history', '--order=added', 'order.db', 'a/dates')
    checks.equal((added['order'], added['trials'][:3]), ('added', ['t1', 't3', 't5']), 'as added')
    files = scene.document(checks, 'history', 'order.db', 'a/files')
    checks.equal((files['order'], files['trials'][:3]), ('added', ['t1', 't3', 't5']), 'times of files')
    bad = scene.db('history', '--order=name', 'order.db', 'a/dates')
    checks.equal(bad.status, 1, 'an unknown order', bad.err)


def imports(checks, scene):
    """An imported metric has its own unit or none, and imported times can be compared."""
    units = series([1000.0 + t % 3 for t in range(12)], 'ops', metric='ops_per_second')
    scene.db('import', 'units.db', scene.write('units.jsonl', units))
    scene.db('import', 'units.db', scene.write('units.jsonl', [
        {**line, 'experiment': 'ms', 'metric': 'latency', 'unit': 'ms'} for line in units]))
    shown = [scene.document(checks, 'history', 'units.db', f'a/{name}')['series'][0]['unit'] for name in ('ops', 'ms')]
    checks.equal(shown, ['', 'ms'], 'units')
    once = scene.db('export', 'units.db').out
    scene.db('import', 'units2.db', stdin=once.encode())
    checks.equal(scene.db('export', 'units2.db').out, once, 'units are exported')
    times = [{'application': 'a', 'experiment': 'times', 'trial': trial, 'function': name, 'metric': 'time',
              'unit': 'seconds', 'values': [value * scale]}
             for trial, scale in (('old', 1), ('new', 1.5)) for name, value in (('f', 2.0), ('g', 1.0))]
    scene.db('import', 'units.db', scene.write('times.jsonl', times))
    difference = scene.db('diff', '--format=json', 'units.db', 'a/times/old', 'a/times/new')
    checks.equal(difference.status, 0, 'a difference of imported trials', difference.err)
    checks.expect('"baseSelf"' in difference.out or '"f"' in difference.out, 'its functions', difference.out[:300])
    refused = scene.db('diff', 'units.db', 'a/ops/t0', 'a/ops/t1')
    checks.equal(refused.status, 1, 'other metrics are no profile', refused.err)


def random_rows(generator):
    lines = []
    for t in range(3):
        count = generator.randint(1, 3)
        head = {'application': 'ä<&>', 'experiment': 'e', 'trial': f't{t}', 'revision': 'r"\\', 'recorded': '',
                'metadata': {'z': '1', 'a': '\t2'}, 'parameters': {'n': generator.random(), 'm': 3}}
        lines.append({**head, 'runs': [{'period': generator.random(), 'unit': 'seconds', 'flags': 7,
                                        'total': generator.random()} for _ in range(count)]})
        names = [generator.choice('abc') + str(i) for i in range(5)]
        for name in names:
            for metric in generator.sample(['self', 'calls', 'µ'], 2):
                values = [generator.choice([None, 0, -0.0, 1e300, 5e-324, generator.random(), 2 ** 60, 12345])
                          for _ in range(count)]
                lines.append({**head, 'function': name, 'file': generator.choice(['', 'x.c']), 'metric': metric,
                              'values': values})
        for _ in range(4):
            lines.append({**head, 'caller': generator.randrange(5), 'callee': generator.randrange(5),
                          'counts': [generator.randrange(2 ** 62) for _ in range(count)]})
        lines.append({**head, 'run': 1, 'invocation': 2, 'start': 0.5, 'seconds': 1e-9})
    return lines


def export(checks, scene):
    for seed in range(20 if FULL else 5):
        for name in ('x.db', 'y.db'):
            (scene.folder / name).unlink(missing_ok=True)
        generator = random.Random(seed)
        added = scene.db('import', 'x.db', scene.write('x.jsonl', random_rows(generator)))
        checks.equal((added.status, added.err.count('\n'), 'no last line with counts' in added.err), (0, 1, True), 'import', added.err)
        once = scene.db('export', 'x.db')
        again = scene.db('import', 'y.db', stdin=once.out.encode())
        checks.equal((again.status, again.err), (0, ''), 'import again', again.command)
        twice = scene.db('export', 'y.db')
        checks.equal(twice.out.splitlines(), once.out.splitlines(), f'export, seed {seed}')
    whole = scene.db('export', 'runs.db')
    scene.db('import', 'copy.db', stdin=whole.out.encode())
    checks.expect(whole.out != '' and scene.db('export', 'copy.db').out == whole.out, 'export of profiles')
    paths = ('app/main/r1', 'app/main/r2')
    checks.expect(scene.db('diff', 'copy.db', *paths).out == scene.db('diff', 'runs.db', *paths).out, 'a copy')
    document = scene.document(checks, 'list', 'copy.db')
    checks.equal([t['trial'] for t in document['trials']], ['r1', 'r2', 'r1', 'r2'], 'trials')
    checks.equal((document['trials'][0]['parameters'], document['trials'][0]['metadata']['machine']), ({'n': 1000}, 'm'),
                 'what a user said')
    removed = scene.db('remove', 'copy.db', 'app/main')
    checks.equal(removed.out, 'copy.db: removed 2 trials\n', 'remove', removed.command)
    checks.equal(len(scene.document(checks, 'list', 'copy.db')['trials']), 2, 'what is left')
    checks.equal(scene.db('remove', 'copy.db', 'app/main').status, 1, 'nothing to remove')
    for line in ('', 'x', '[]', '{}', '{"application": 1}', '{"application": "a/b", "experiment": "e", "trial": "t"}',
                 '{"application": "a", "experiment": "e", "trial": "t", "function": "f", "metric": "m", "values": ["1"]}',
                 '{"application": "a", "experiment": "e", "trial": "t", "caller": 0, "callee": 0, "counts": [1]}',
                 '{"application": "a", "experiment": "e", "trial": "t", "function": "f", "metric": "m", "values": [1e999]}',
                 '[' * 100000):
        before = scene.db('export', 'y.db').out
        bad = scene.db('import', 'y.db', stdin=(line + '\n').encode())
        if line:
            checks.equal((bad.status, bad.out, bad.err.count('\n')), (1, '', 1), f'line {line[:40]}', bad.err)
        checks.expect(scene.db('export', 'y.db').out == before, 'nothing of it is added')
    cut_exports(checks, scene, whole.out)
    for number in (0, 100001):
        head = {'application': 'a', 'experiment': 'e', 'trial': 't'}
        lines = [{**head, 'function': 'f', 'metric': 'm', 'values': [1]},
                 {**head, 'run': number, 'invocation': 0, 'start': 0, 'seconds': 1}]
        bad = scene.db('import', 'y.db', stdin='\n'.join(map(json.dumps, lines)).encode())
        checks.equal((bad.status, "'run' must be from 1 to 100000" in bad.err), (1, True), f'run {number}', bad.err)


def cut_exports(checks, scene, whole):
    """A part of an export is refused and changes nothing, wherever it ends or begins."""
    lines = whole.splitlines(keepends=True)
    for part in (lines[:1], lines[:len(lines) // 2], lines[:-1], lines[1:], lines[:-1] + lines, lines[:1] + lines[2:]):
        bad = scene.db('import', 'cut.db', stdin=''.join(part).encode())
        checks.equal((bad.status, bad.out, bad.err.count('\n')), (1, '', 1), f'{len(part)} of {len(lines)} lines', bad.err)
        cut = scene.folder / 'cut.db'
        checks.expect(not cut.exists() or cut.stat().st_size == 0, 'nothing is stored')
    old = [lines[0].replace('"hasEnd": true, ', '')] + lines[1:-1]
    added = scene.db('import', 'cut.db', stdin=''.join(old).encode())
    checks.equal((added.status, 'no last line with counts' in added.err), (0, True), 'an export of earlier versions', added.err)


def limits(checks, scene):
    """Names that are too long, links in a folder for all users, stores that are checked, and folders of runs of which
    one cannot be read: nothing changes, and the message says why."""
    (scene.folder / 'long.txt').write_text('main;' + 'x' * (17 << 20) + ' 5\n')
    (scene.folder / 'short.txt').write_text('main;f 5\n')
    scene.db('add', 'long.db', 'a/e/t0', 'short.txt')
    before = scene.db('export', 'long.db').out
    bad = scene.db('add', 'long.db', 'a/e/t1', 'long.txt')
    checks.equal((bad.status, '16 MiB' in bad.err, 'damaged' in bad.err), (1, True, False), 'a long name', bad.err)
    checks.equal(scene.db('export', 'long.db').out, before, 'the store is as before')
    (scene.folder / 'open').mkdir()
    os.chmod(scene.folder / 'open', 0o1777)
    (scene.folder / 'open' / 's.db').symlink_to('../target.db')
    for verb in (('add', 'open/s.db', 'a/e/t', 'short.txt'), ('import', 'open/s.db', 'h.jsonl'), ('remove', 'open/s.db', 'a')):
        bad = scene.db(*verb)
        checks.equal((bad.status, 'symbolic link' in bad.err), (1, True), verb[0] + ' through a link', bad.err)
    checks.expect(not (scene.folder / 'target.db').exists(), 'nothing is made through a link')
    checks.equal(scene.db('list', '--check', 'runs.db').out, scene.db('list', 'runs.db').out, 'a store that is checked')
    damaged = bytearray((scene.folder / 'runs.db').read_bytes())
    with sqlite3.connect(scene.folder / 'runs.db') as store:
        size, = store.execute('pragma page_size').fetchone()
        page, = store.execute("select rootpage from sqlite_schema where name = 'arc_run'").fetchone()
    damaged[(page - 1) * size:(page - 1) * size + 8] = bytes(8)
    (scene.folder / 'unsound.db').write_bytes(damaged)
    checks.equal(scene.db('list', 'unsound.db').status, 0, 'an index is not read')
    bad = scene.db('list', '--check', 'unsound.db')
    checks.equal((bad.status, 'damaged' in bad.err), (1, True), 'damage of an index', bad.err)
    if os.geteuid() == 0:
        os.chown(scene.folder / 'unsound.db', 12345, -1)
        bad = scene.db('list', 'unsound.db')
        checks.equal((bad.status, 'damaged' in bad.err), (1, True), "another user's store is checked", bad.err)


def bad_stores(checks, scene):
    folder = scene.folder

    def refused(name, words, *arguments):
        shown = scene.db('list', name) if not arguments else scene.db(*arguments)
        checks.equal((shown.status, shown.out, shown.err.count('\n')), (1, '', 1), f'{name} is refused',
                     shown.command + '\n' + shown.err)
        checks.expect(words in shown.err and name in shown.err, f'{words!r} is said', shown.err)

    refused('none.db', 'No such file')
    (folder / 'text.db').write_text('no store\n' * 500)
    refused('text.db', 'not a store of egprof')
    (folder / 'folder.db').mkdir()
    refused('folder.db', 'not a store of egprof')
    with sqlite3.connect(folder / 'foreign.db') as foreign:
        foreign.execute('create table t(x)')
    refused('foreign.db', 'not a store of egprof')
    refused('foreign.db', 'not a store of egprof', 'import', 'foreign.db', 'h.jsonl')
    for name, change, words in (('newer', 'pragma user_version = 2', 'version 2'),
                                ('later', 'create table later(x)', 'a newer egprof wrote it'),
                                ('view', 'create view v as select 1', 'with other tables'),
                                ('trigger', 'create trigger g after insert on trial begin delete from run; end',
                                 'with other tables'),
                                ('empty', 'drop table value', 'with other tables')):
        shutil.copy(folder / 'runs.db', folder / f'{name}.db')
        with sqlite3.connect(folder / f'{name}.db') as changed:
            changed.execute(change)
        refused(f'{name}.db', words)
    whole = (folder / 'runs.db').read_bytes()
    generator = random.Random(5)
    for i in range(200 if FULL else 30):
        damaged = bytearray(whole)
        for _ in range(generator.randint(1, 30)):
            damaged[generator.randrange(100, len(damaged))] = generator.randrange(256)
        if i % 5 == 0:
            damaged = damaged[:generator.randrange(len(damaged))]
        (folder / 'damaged.db').write_bytes(damaged)
        for arguments in (('diff', 'damaged.db', 'app/main/r1', 'app/main/r2'), ('export', 'damaged.db'),
                          ('history', 'damaged.db', 'app/main')):
            shown = scene.db(*arguments)
            checks.expect(shown.status in (0, 1) and (shown.status == 0 or shown.err.count('\n') == 1),
                          'a damaged store', shown.command + '\n' + shown.err)
    outputs = scene.db('diff', '--gml=runs.db', 'runs.db', 'app/main/r1', 'app/main/r2')
    checks.equal(outputs.status, 1, 'an output that is the store', outputs.command)
    with open(folder / 'runs.db', 'ab') as store:
        appended = subprocess.run([scene.egprof, 'db', 'export', 'runs.db'], cwd=folder, stdout=store,
                                  stderr=subprocess.PIPE)
    checks.expect(appended.returncode == 1 and (folder / 'runs.db').read_bytes() == whole, 'standard output into it')
    with open('/dev/full', 'wb') as full:
        shown = subprocess.run([scene.egprof, 'db', 'export', 'runs.db'], cwd=folder, stdout=full, stderr=subprocess.PIPE)
    checks.equal(shown.returncode, 1, 'a full disk', shown.stderr.decode())
    if os.geteuid() != 0:
        os.chmod(folder / 'h.db', 0o444)
        refused('h.db', 'read-only', 'import', 'h.db', 'h.jsonl')
        checks.equal(scene.db('list', 'h.db').status, 0, 'a read-only store is read')


def writers(checks, scene):
    """Checks that the store has either its old or its new contents after a writer was killed, and that a second writer
    waits for the first."""
    folder = scene.folder
    lines = series([1.0] * 400, 'big')
    scene.write('big.jsonl', [{**line, 'function': f'f{f}'} for line in lines for f in range(20)])
    generator = random.Random(7)
    shutil.copy(folder / 'h.db', folder / 'killed.db')
    for _ in range(50 if FULL else 5):
        writer = subprocess.Popen([scene.egprof, 'db', 'import', 'killed.db', 'big.jsonl'], cwd=folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(generator.uniform(0, 0.15))
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        shown = scene.db('list', 'killed.db')
        checks.equal(shown.status, 0, 'a store whose writer was killed', shown.err)
        checks.expect(shown.out.startswith(('33 trials', '433 trials')), 'the old state or the new one', shown.out[:80])
        with sqlite3.connect(folder / 'killed.db') as store:
            checks.equal(store.execute('pragma integrity_check').fetchall(), [('ok',)], 'integrity')
        scene.db('remove', 'killed.db', 'a/big')
    shutil.copy(folder / 'h.db', folder / 'two.db')
    both = [subprocess.Popen([scene.egprof, 'db', 'import', 'two.db', '-'], cwd=folder, stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    for number, writer in enumerate(both):
        writer.stdin.write('\n'.join(json.dumps(line) for line in series([1.0] * 50, f'w{number}')).encode())
        writer.stdin.close()
    for writer in both:
        error = writer.stderr.read()
        checks.equal((writer.wait(), error.count(b'\n'), b'no last line' in error), (0, 1, True), 'two writers', error)
    checks.expect(scene.db('list', 'two.db').out.startswith('133 trials'), 'both have written')


def findings(checks, scene):
    """Findings can be added by `egprof check` itself or from its JSON output; both ways give the same trial."""
    data = str(TOP / 'testdata' / 'properties' / 'crystal1.callgrind.gz')
    shown = scene.run('check', '--format=json', '--db=f.db:app/check/direct', data)
    checks.equal(shown.status, 0, 'check --db', shown.command + shown.err)
    (scene.folder / 'findings.json').write_text(shown.out)
    added = scene.db('add', '--date=2026-11-23', 'f.db', 'app/check/file', 'findings.json')
    checks.equal((added.status, added.err), (0, ''), 'add', added.command)
    direct, of_file = ([json.loads(line) for line in scene.db('export', 'f.db', f'app/check/{trial}').out.splitlines()]
                       for trial in ('direct', 'file'))
    checks.expect(len(direct) > 10, 'findings are there')
    numbers = [sorted((line['metric'], line['values'][0]) for line in lines if 'metric' in line)
               for lines in (direct, of_file)]
    checks.equal(numbers[0], numbers[1], 'the same severities')
    kept = [[{key: value for key, value in line.items() if key not in ('trial', 'recorded', 'metadata')}
             for line in lines if 'finding' in line] for lines in (direct, of_file)]
    for line in kept[0] + kept[1]:
        del line['region']['image']  # JSON output has no image
    checks.equal(kept[0], kept[1], 'the same findings')
    check_tables(checks, scene, json.loads(shown.out)['properties'])
    series_of = scene.document(checks, 'history', 'f.db', 'app/check')['series']
    checks.expect(all(each['flags'] == ['few-trials', 'too-few-trials'] for each in series_of), 'a history of findings')
    checks.equal(scene.db('diff', 'f.db', 'app/check/direct', 'app/check/file').status, 1, 'findings are no profile')


def check_tables(checks, scene, properties):
    """The tables of findings in the store have the values of the JSON output."""
    store = sqlite3.connect(scene.folder / 'f.db')
    rows = store.execute(
        'select p.name, p.refines, f.severity, f.confidence, f.share, f.lost, p.unit, f.leaf, r.kind, r.name, r.line, '
        'r.path from finding f join property p on p.id = f.property join run on run.id = f.run '
        "join trial t on t.id = run.trial and t.name = 'direct' "
        'join region r on r.trial = t.id and r.number = f.region order by f.number').fetchall()
    store.close()
    expected = [(p['name'], p['refines'] or '', p['severity'], p['confidence'], p['share'], p['lost'], p['unit'] or '',
                 int(p['leaf']), p['region']['kind'], p['region']['name'], p['region']['line'] or 0,
                 p['region']['path']) for p in properties]
    checks.equal(rows, expected, 'tables of findings')


def main():
    arguments = parse_arguments(__doc__)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(arguments.egprof, folder)
        record(scene)
        for part in (differences, stacks, baseline, history, bounds, gates, many_series, order, imports, export, findings, limits, bad_stores, writers):
            part(checks, scene)
    checks.finish()


if __name__ == '__main__':
    main()
