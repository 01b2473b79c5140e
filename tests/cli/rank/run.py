#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof rank on programs with planted bugs: results must agree with testdata/traces/rank/truth.txt.

    tests/cli/rank/run.py --egprof build/egprof/egprof
"""
import csv
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
sys.path.insert(0, str(HERE.parents[1] / 'support'))
sys.path.insert(0, str(HERE))
import attach  # noqa: E402
import distributed  # noqa: E402
import failures  # noqa: E402
import stacks  # noqa: E402
from checks import TOP, Checks, parse_arguments, run  # noqa: E402

DATA = TOP / 'testdata' / 'traces' / 'rank'
FILTERS = {'tours': [('--filter=11.mpi.ompcrit.0K10',), ('--filter=11.mpi.ompcrit.cust.0K10', '--cust=^(CPU_|Improve)')],
           'odd_even': [('--filter=11.mpi.0K10',)]}
SCHEMA = TOP / 'libprofdiff' / 'schema' / 'egprof-1.schema.json'


class Scene:
    """The recordings in a folder, and the expected results."""

    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)
        with tarfile.open(DATA / 'recordings.tar.xz') as archive:
            archive.extractall(folder)
        self.truth = {}
        for case, word, *rest in (line.split() for line in (DATA / 'truth.txt').read_text().splitlines()
                                  if line and line[0] != '#'):
            if case != 'matmul':
                self.truth[case] = word, rest

    def rank(self, *arguments):
        return run(self.egprof, 'rank', *arguments, cwd=self.folder)

    def goods(self, case):
        """Returns the good runs with which a recording is compared."""
        return [other for other in sorted(self.truth)
                if other.startswith(case.split('/')[0] + '/good') and other != case]


def verdicts(checks, scene):
    for case, (kind, suspects) in scene.truth.items():
        for words in FILTERS[case.split('/')[0]]:
            shown = scene.rank(*words, '--format=json', *scene.goods(case), '--against', case)
            checks.equal(shown.status, 0, 'status', shown.command)
            verdict = json.loads(shown.out)['verdict'] if shown.out else {}
            checks.equal((verdict.get('kind'), verdict.get('suspects')), (kind, suspects), f'verdict of {case}', shown.command)
            text = scene.rank(*words, *scene.goods(case), '--against', case)
            checks.equal(text.out, verdict.get('text'), 'text of the verdict', text.command)
            lines = text.out.splitlines()
            checks.expect(3 <= len(lines) <= 24 and max(map(len, lines)) <= 100, 'a verdict fits a screen', text.command)
            named = [line for line in lines if line.startswith('suspect')]
            checks.expect(bool(named) == bool(suspects) and all(line.split()[1].strip(',') in suspects for line in named),
                          'suspects are named', text.command)


def same_for_any_number_of_threads(checks, scene):
    words = (*FILTERS['tours'][0], '--format=json', '--jsm')
    goods = scene.goods('tours/bug.9')
    texts = [scene.rank(*words, f'--threads={threads}', *goods, '--against', 'tours/bug.9').out for threads in (1, 2, 5)]
    checks.expect(texts[0] == texts[1] == texts[2] != '', 'the same for any number of threads')
    itself = json.loads(scene.rank(*words, 'tours/good.1', '--against', 'tours/good.1').out)
    checks.expect(all(thread['change'] == 0 for thread in itself['threads']), 'a run against itself: no change')
    checks.equal(itself['verdict']['kind'], 'none', 'a run against itself')
    for row in itself['rows']:
        for matrix in row['jsm']:
            values = matrix['values']
            checks.expect(all(values[i][i] == 1 for i in range(len(values))), 'similar to itself')
            checks.expect(all(values[i][j] == values[j][i] for i in range(len(values)) for j in range(i)), 'symmetric')


def outputs(checks, scene):
    goods = scene.goods('tours/bug.9')
    words = FILTERS['tours'][0]
    shown = scene.rank(*words, '--table', '--diffnlr=2.3', '--cmpdiffnlr=2.3,2.4', '--folded', '--classes', *goods,
                       '--against', 'tours/bug.9')
    checks.equal((shown.status, shown.err), (0, ''), 'status', shown.command)
    for part in ('filter', 'Average', 'Min', 'Max', '2.3 in bad tours/bug.9', '< L2^', 'L0 = [', 'good tours/good.1',
                 'sing.actual'):
        checks.expect(part in shown.out, f'"{part}" in the report', shown.command)
    files = ('--context=context.csv', '--jsm=jsm.csv', '--lattice=lattice.gml', '--format=csv')
    shown = scene.rank(*words, *files, *goods, '--against', 'tours/bug.9')
    checks.equal((shown.status, shown.err), (0, ''), 'status', shown.command)
    tables = [list(csv.DictReader(io.StringIO(table))) for table in shown.out.split('\r\n\r\n')]
    checks.equal([len(tables), len(tables[0])], [3, 40], 'tables of threads, pairs and ends', shown.command)
    best = max(tables[0], key=lambda row: float(row['beyond']))
    checks.equal(best['id'], '2.3', 'the thread that changed most', shown.command)
    context = list(csv.DictReader((scene.folder / 'context.csv').open(newline='', encoding='utf-8')))
    checks.equal(len(context), 40 * (len(goods) + 1), 'lines of the context', shown.command)
    gml = (scene.folder / 'lattice.gml').read_text(encoding='ascii')
    checks.expect(gml.count('node [') > 3 and gml.count('edge [') > 3, 'a lattice', shown.command)
    shown = scene.rank('--filter=11.mpi.0K10', 'tours/good.1')
    checks.equal((shown.status, shown.err), (0, ''), 'one run', shown.command)
    checks.expect('8 ranks, 40 threads' in shown.out and 'classes: ' in shown.out, 'one run is shown', shown.command)


def schema(checks, scene):
    try:
        import jsonschema
    except ImportError:
        return
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    for words in (('--jsm', '--diffnlr=2.3', *scene.goods('tours/bug.9'), '--against', 'tours/bug.9'),
                  (*scene.goods('tours/crash'), '--against', 'tours/crash', 'tours/slow'), ('tours/good.1',)):
        shown = scene.rank(*FILTERS['tours'][0], '--format=json', *words)
        errors = [error.message[:200] for error in validator.iter_errors(json.loads(shown.out or '{}'))]
        checks.equal(errors, [], 'the schema', shown.command)


def gates(checks, scene):
    goods = scene.goods('tours/bug.9')
    for condition, bad, status in (('beyond > 0.4', 'tours/bug.9', 3), ('beyond > 0.4', 'tours/good.1', 0),
                                   ('change > 0.9 and not noise > 0.5', 'tours/bug.9', 0), ('noise >= 0', 'tours/bug.9', 3)):
        shown = scene.rank(*FILTERS['tours'][0], f'--fail-if={condition}', *goods[1:], '--against', bad)
        checks.equal(shown.status, status, condition, shown.command)
        checks.equal(shown.err.count('egprof: fail: ') if '/egprof:' not in shown.err else shown.err.count('fail: '),
                     1 if status else 0, 'a line that says so', shown.command)


def unknown_names(checks, scene):
    """If functions of the bad run have no names, changes are unknown, and so are conditions on them."""
    for name, calls in (('named1', ['load', 'work']), ('named2', ['load', 'work']), ('addresses', ['p+0x10', 'p+0x20'])):
        events = [{'ph': 'X', 'pid': 1, 'tid': 0, 'ts': 2 * i, 'dur': 1, 'name': calls[i % 2]} for i in range(20)]
        (scene.folder / name).write_text(json.dumps(events))
    words = ('named1', 'named2', '--against', 'addresses')
    for condition, status in (('beyond > 0.4', 1), ('not change > 0.1', 1), ('noise > 0.5', 0), ('noise >= 0', 3),
                              ('noise > 0.5 and beyond > 0.4', 0)):
        shown = scene.rank(f'--fail-if={condition}', *words)
        checks.equal(shown.status, status, condition, shown.command)
        checks.equal('cannot tell for 1 thread, because functions are known only by their addresses' in shown.err, status == 1,
                     'the reason', shown.command)
        checks.expect('similarity:' not in shown.out and 'cannot tell: functions are known' in shown.out,
                      'no similarity', shown.command)
    shown = scene.rank('--format=json', *words)
    document = json.loads(shown.out)
    thread = document['threads'][0]
    checks.equal((thread['change'], thread['noise'], thread['beyond'], document['ranking']), (None, 0, None, []),
                 'JSON', shown.command)
    scene.rank('--markdown=unknown.md', *words)
    for text in (scene.rank('--table', *words).out, (scene.folder / 'unknown.md').read_text()):
        checks.expect('changes of 1 thread are unknown' in text and 'more than good runs' not in text,
                      'unknown, not unchanged', text)


def mistakes(checks, scene):
    good, bad = 'tours/good.1', 'tours/bug.9'
    (scene.folder / 'text').write_text('no trace')
    lines = [
        (['--filter=11', good, '--against', bad], "11"),
        (['--filter=11.nothing.0K10', good, '--against', bad], 'nothing'),
        (['--filter=11.mpi.0K0', good, '--against', bad], 'K0'),
        (['--filter=11.0K10', good, '--against', bad], '11.0K10'),
        (['--filter=11.cust.0K10', good, '--against', bad], 'cust'),
        (['--filter=11.cust.0K10', '--cust=^nobody_calls_this$', good, '--against', bad], 'no call'),
        (['--filter=11.cust.0K10', '--cust=[', good, '--against', bad], '['),
        (['--diffnlr=9.9', good, '--against', bad], '9.9'),
        (['--diffnlr=2', good, '--against', bad], "needs threads such as 2.3, not '2'"),
        (['--cmpdiffnlr=2.3', good, '--against', bad], 'needs two threads'),
        (['--attributes=sing', good, '--against', bad], 'sing.actual'),
        (['--suspect=2', good, '--against', bad], 'from 0 to 1'),
        (['--nlr=0', good, '--against', bad], '--nlr'), (['--nlr=10001', good, '--against', bad], 'from 1 to 10000'),
        (['--filter=11.mpi.omp.mpi.0K10', good, '--against', bad], "'mpi' twice"),
        (['--filter=11.mpi.0K10', '--cust=x', good, '--against', bad], "the group 'cust'"),
        (['--cust=((a{0,50}){0,50}){0,50}', good, '--against', bad], 'not a regular expression'), (['--top=0', good, '--against', bad], 'at least 1'),
        (['--diffnlr=2.3,9.9', good, '--against', bad], 'tours/bug.9 has no thread 9.9'),
        (['--cmpdiffnlr=2.3,9.9', good, '--against', bad], 'tours/bug.9 has no thread 9.9'),
        (['--format=json', '--table', good, '--against', bad], '--table writes text'),
        (['--format=csv', '--folded', good], '--folded writes text'),
        (['--format=csv', '--diffnlr=2.3', good, '--against', bad], '--diffnlr is only for'),
        ([good, './' + good, '--against', bad], 'this run is given twice'),
        (['--format=xml', good, '--against', bad], "'text', 'csv' or 'json'"),
        (['--fail-if=self > 5%', good, '--against', bad], 'beyond'),
        (['--table', good], 'needs bad runs'),
        ([good, 'tours/good.2'], '--against'), (['--against', bad], 'no good runs given'), ([good, '--against'], 'no bad runs given'),
        ([], 'no run given'), ([good, '--against', 'nowhere'], 'nowhere'), (['text', '--against', bad], 'text'),
        ([good, '--against', bad, '--rank=77'], 'no '),
        (['--lattice=' + good + '/rank.0/info', good, '--against', bad], 'info'),
    ]
    for words, text in lines:
        shown = scene.rank(*words)
        checks.expect(shown.status == 1 and text in shown.err and shown.out == '', f'"{text}" in {shown.err!r}', shown.command)
        checks.expect(shown.err.count('\n') == 1 or 'Usage' in shown.err or 'usage' in shown.err.lower(), 'one line', shown.command)


def broken_runs(checks, scene):
    """A bad run may be damaged: its missing ranks are reported, and the rest is compared."""
    goods, words = scene.goods('tours/bug.9'), FILTERS['tours'][0]
    shutil.copytree(scene.folder / 'tours/bug.9', scene.folder / 'broken')
    shutil.rmtree(scene.folder / 'broken/rank.7')
    data = next((scene.folder / 'broken/rank.5').glob('*.dat'))
    data.write_bytes(data.read_bytes()[:data.stat().st_size // 32 * 16 + 3])
    shown = scene.rank(*words, *goods, '--against', 'broken')
    checks.equal(shown.status, 0, 'status', shown.command)
    checks.expect('suspect: 2.3' in shown.out and 'only in good runs: 7.0' in shown.out, 'the rest is judged', shown.command)
    checks.expect(data.name in shown.err, 'what is cut is named', shown.command)
    shown = scene.rank(*words, 'broken', '--against', 'tours/bug.9')
    checks.equal((shown.status, shown.err.count('\n')), (1, 1), 'a damaged good run is refused', shown.command)
    shown = scene.rank('--salvage', *words, 'broken', '--against', 'tours/bug.9')
    checks.equal(shown.status, 2, 'a damaged good run, --salvage', shown.command)


def page(checks, scene):
    """Checks that headless Chromium draws the page, and that the page has the similarities that --jsm prints."""
    words, goods = FILTERS['tours'][0], scene.goods('tours/bug.9')
    shown = scene.rank(*words, '--html=page.html', '--format=json', '--jsm', *goods, '--against', 'tours/bug.9')
    if shown.status != 0 or shutil.which('chromium') is None:
        print('skipped: the page (needs chromium, and a build with d3)')
        return
    row = min(json.loads(shown.out)['rows'], key=lambda row: row['bScore'])

    def similarity(side, x, y):
        values = [matrix['values'][y][x] for matrix in row['jsm'] if matrix['side'] == side]
        return sum(values) / len(values)

    for x, y in ((13, 0), (3, 20), (39, 39)):
        browser = subprocess.run(
            ['chromium', '--headless', '--no-sandbox', '--disable-gpu', f'--user-data-dir={scene.folder}/browser', '--dump-dom',
             f'file://{scene.folder}/page.html?probe={x},{y}'], capture_output=True, text=True, timeout=120, check=False)
        body = re.search('<body [^>]*>', browser.stdout)
        good, bad = similarity('good', x, y), similarity('bad', x, y)
        said = re.search(r'data-drawn="40".*good runs \(mean\) (\S+), bad runs \(mean\) (\S+), difference (\S+)"', body[0] if body else '')
        checks.expect(said and all(abs(float(value) - true) < .0011 for value, true in zip(said.groups(), (good, bad, abs(good - bad)))),
                      f'the page shows {good}, {bad} at {x},{y}: {body and body[0]}')


def recorded_now(checks, scene):
    """Tests a new recording: the suspect is the rank that sends first instead of receiving first."""
    record = DATA / 'record.sh'
    if os.environ.get('PROFDIFF_TEST_FULL') != '1' or None in (shutil.which('uftrace'), shutil.which('mpirun'), shutil.which('mpicc')):
        print('skipped: a recording (needs PROFDIFF_TEST_FULL=1, uftrace and Open MPI)')
        return
    folder = scene.folder / 'now'
    done = subprocess.run(['bash', str(record), str(folder), 'odd_even/good.1', 'odd_even/swap'], capture_output=True, text=True,
                          timeout=300, check=False)
    checks.equal(done.returncode, 0, f'recorded: {done.stderr[-500:]}')
    shown = scene.rank('--filter=11.mpi.0K10', '--format=json', 'now/odd_even/good.1', '--against', 'now/odd_even/swap')
    verdict = json.loads(shown.out or '{}').get('verdict', {})
    checks.expect('5.0' in verdict.get('suspects', []), f'what was swapped is named: {verdict}', shown.command)


def missing_ranks(checks, scene):
    """A rank without a recording is reported, and the other ranks keep their numbers."""
    goods, words = scene.goods('tours/bug.9'), FILTERS['tours'][0]
    shutil.copytree(scene.folder / 'tours/good.1', scene.folder / 'gap')
    shutil.rmtree(scene.folder / 'gap/rank.2')
    shown = scene.rank(*words, *goods[1:], '--against', 'gap')
    for line in ('7 of 8 ranks: rank 2 has no recording', 'suspect: 2.0, no recording', 'only in good runs: 2.0 to 2.4'):
        checks.expect(line in shown.out, line, shown.command)
    checks.expect('8 ranks, 40 threads' in shown.out, 'all ranks count', shown.command)
    shown = scene.rank(*words, '--format=json', '--fail-if=beyond > 0.4', *goods[1:], '--against', 'gap')
    checks.equal((shown.status, json.loads(shown.out)['verdict']['suspects'][0]), (3, '2.0'), 'a condition', shown.command)


def chrome(path, threads, names, calls, seed):
    """Writes a trace of one process whose threads make random calls."""
    chance, events = random.Random(seed), []
    for thread in range(threads):
        for i in range(calls):
            name = names[i % len(names)] if chance.random() < .8 else chance.choice(names)
            events += [{'ph': 'X', 'pid': 1, 'tid': thread, 'ts': 2 * i, 'dur': 1, 'name': name}]
    path.write_text(json.dumps(events))


def odd_names(checks, scene):
    """Tests unusual names: they are escaped, and lines stay short."""
    names = ['a\nb', '\x1b[31mred', '\u202eback', '</script><script>alert(1)</script>', 'x' * 100_000, '"q,c"', '=1+1', ' ',
             'L0^7', 'return', '\u2028', '_Z' + 'N' * 500]
    for name, seed in (('odd1', 1), ('odd2', 2)):
        chrome(scene.folder / name, 4, names, 60, seed)
    for words in ((), ('--table',), ('--diffnlr=0.1',), ('--classes',), ('--folded',)):
        shown = scene.rank(*words, 'odd1', '--against', 'odd2')
        checks.equal((shown.status, shown.err), (0, ''), 'odd names', shown.command)
        checks.expect(not set('\x1b\u202e\u2028') & set(shown.out), 'no control characters', shown.command)
        checks.expect('--folded' in words or max(map(len, shown.out.splitlines())) < 150, 'short lines', shown.command)
    shown = scene.rank('--html=odd.html', '--lattice=odd.gml', 'odd1', '--against', 'odd2')
    checks.equal(shown.status, 0, 'odd names', shown.command)
    checks.expect('</script><script>' not in (scene.folder / 'odd.html').read_text(), 'escaped', shown.command)


def many_threads(checks, scene):
    """Text output is short, and output that would fill a disk is refused."""
    for name, seed in (('many1', 1), ('many2', 2)):
        chrome(scene.folder / name, 2_600, 'abc', 12, seed)
    shown = scene.rank('many1', '--against', 'many2')
    checks.expect(shown.status == 0 and len(shown.out.splitlines()) <= 24, 'a verdict fits a screen', shown.command)
    checks.expect('cannot tell: 1 good run, noise unknown; largest beyond' in shown.out, 'one good run', shown.command)
    shown = scene.rank('--format=json', '--jsm', 'many1', '--against', 'many2')
    checks.equal((shown.status, shown.out, shown.err.count('\n')), (1, '', 1), 'too many similarities', shown.command)
    shown = scene.rank('--html=many.html', 'many1', '--against', 'many2')
    checks.expect(shown.status == 0 and (scene.folder / 'many.html').stat().st_size < 60_000_000, 'a page', shown.command)


def large_lattice(checks, scene):
    """A lattice with more than 100,000 concepts is refused with a one-line message. All other outputs are written."""
    events = [{'ph': 'X', 'pid': 1, 'tid': t, 'ts': 2 * i, 'dur': 1, 'name': f'f{i}'} for t in range(24) for i in range(24) if i != t]
    (scene.folder / 'each').write_text(json.dumps(events))
    shown = scene.rank('--lattice=each.gml', '--html=each.html', '--context=each.csv', 'each', '--against', 'each')
    checks.expect(shown.status == 1 and 'more than 100000 concepts' in shown.err and shown.out.startswith('1 good run'), 'refused',
                  shown.command)
    checks.equal([(scene.folder / f'each.{ending}').exists() for ending in ('gml', 'html', 'csv')], [False, True, True],
                 'the rest', shown.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(arguments.egprof, folder)
        for part in (verdicts, same_for_any_number_of_threads, outputs, schema, gates, unknown_names, mistakes,
                     broken_runs, missing_ranks, odd_names, many_threads, large_lattice, page, distributed.shared, recorded_now,
                     failures.named, stacks.named, attach.attached):
            part(checks, scene)
    checks.finish()


main()
