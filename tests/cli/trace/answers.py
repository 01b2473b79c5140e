# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the answers of `egprof trace`: the calls that explain most of a difference, trees, documents, selections for each
side, and several runs per side."""
import csv
import io
import json
import re
import sys
from pathlib import Path

from scene import Calls, counts, functions, lines_of, nested, rows, run

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'properties' / 'machine'))
from json_schema import make_validator  # noqa: E402

US = 1000


def unmatched_first(checks, scene):
    """The largest difference is of a call that only B has."""
    a = scene.write('a.json', Calls().call('main', 0, 100 * US).call('step', 10 * US, 20 * US).call('step', 30 * US, 40 * US))
    b = scene.write('b.json', Calls().call('main', 0, 20100 * US).call('step', 10 * US, 22 * US)
                    .call('step', 30 * US, 20040 * US).call('usleep', 35 * US, 20035 * US))
    shown = scene.trace(a, b)
    found = rows(shown.out)
    checks.equal(found[0], ('+', None, 20000.0, -20000.0, '0→1', 'main > step > usleep'), 'the call of one side', shown.out)
    checks.equal([row[5] for row in found[1:]], ['main', 'main > step #1 of 2'], 'then the others', shown.out)
    checks.expect('usleep' in '\n'.join(shown.out.splitlines()[:10]), 'within the first ten lines', shown.out)
    checks.expect('noise is not known' in shown.out, 'one run per side', shown.out)
    document = json.loads(scene.trace('--format=json', '--top=0', a, b).out)
    sums = sum(row['difference'] for row in document['paths'])
    checks.equal(sums, document['totals'][0]['difference'], 'all rows are the whole difference', shown.command)


def left_out(checks, scene):
    names = [f'f{i}' for i in range(14)]
    a, b = Calls().call('main', 0, 100 * US), Calls().call('main', 0, 200 * US)
    for i, name in enumerate(names):
        a.call(name, i * 5 * US, i * 5 * US + US)
        b.call(name, i * 10 * US, i * 10 * US + US + i * 100)
    a, b = scene.write('a.json', a), scene.write('b.json', b)
    shown = scene.trace(a, b)
    checks.equal(len(rows(shown.out)), 10, 'ten rows', shown.out)
    checks.expect(re.search(r'^left out: 4 paths of calls that changed less \(--top=0 shows them\), together -1.000 us; 1 '
                            r'that did not change$', shown.out, re.M), 'what is left out', shown.out)
    checks.expect('  function\n' not in shown.out, 'no table of functions', shown.out)
    everything = scene.trace('--top=0', a, b)
    checks.equal((len(rows(everything.out)), len(functions(everything.out))), (14, 15), '--top=0', everything.out)
    checks.expect('left out: 1 path that did not change' in everything.out, 'and what is left', everything.out)


def trees(checks, scene):
    """A tree opens where time went, folds the rest, and has a limit."""
    def calls(slow):
        made = Calls().call('main', 0, (1000 + slow) * US).call('load', 10 * US, (110 + slow) * US)
        made.call('parse', 20 * US, (70 + slow) * US).call('solve', (200 + slow) * US, (300 + slow) * US)
        return made.call('save', (400 + slow) * US, (500 + slow) * US)
    a, b = scene.write('a.json', calls(0)), scene.write('b.json', calls(10000))
    shown = scene.trace('--tree', a, b)
    checks.expect(re.search(r' main\n.* +100\.000 +10100\.000 +-10000\.000 +load > parse\n.* +0\.000 +\.\.\. 2 equal calls\n$',
                            shown.out), 'equal calls are opened, a chain is one line', shown.out)
    many_a = scene.write('a.json', nested('m(' + ','.join(f'f{i}(g,h{i})' for i in range(300)) + ')'))
    many_b = scene.write('b.json', nested('m(' + ','.join(f'f{i}(g,k{i})' for i in range(300)) + ')', 2000))
    for limit, most in ((None, 62), (5, 7)):
        options = () if limit is None else (f'--limit={limit}',)
        shown = scene.trace('--tree', *options, many_a, many_b)
        checks.expect(3 < len(shown.out.splitlines()) <= most, f'at most {limit} lines', shown.out)
        checks.expect(re.search(r'\.\.\. \d+ calls$', shown.out, re.M), 'the rest is counted', shown.out)
    everything = scene.trace('--tree', '--limit=0', many_a, many_b)
    checks.equal(len(everything.out.splitlines()), 2 + 1 + 300 * 3, '--limit=0', everything.command)
    few = scene.trace('--tree', '--top=2', many_a, many_b)
    checks.expect(3 < len(few.out.splitlines()) <= 8, '--top=2', few.out)


def documents(checks, scene):
    a, b = scene.write('a.json', nested('m(c(a),a)')), scene.write('b.json', nested('m(c(a,b),b)'))
    shown = scene.trace('--format=json', a, b)
    found = json.loads(shown.out)
    if validate := make_validator():
        checks.equal(validate(found), '', 'as the schema says', shown.command)
    total = found['totals'][0]
    checks.equal([total[key] for key in ('equal', 'different', 'onlyA', 'onlyB', 'residual')], [3, 1, 0, 1, 0], 'totals')
    checks.equal({row['function']: row['matched'] for row in found['functions']}, {'m': 1, 'c': 1, 'a': 1, 'b': 0}, 'functions')
    checks.expect(['m', 'c', 'b'] in [row['path'] for row in found['paths']], 'paths', shown.out)
    shown = scene.trace('--format=csv', a, b)
    tables = [list(csv.DictReader(io.StringIO(table))) for table in re.split(r'\r?\n\r?\n', shown.out.rstrip())]
    checks.equal([len(table) for table in tables], [1, 1, len(found['paths']), 4, 0, 5], 'tables', shown.out)
    checks.equal(tables[2][0]['difference'], str(found['paths'][0]['difference']), 'the same numbers', shown.out)
    for option in ('--format=gml', '--format=classic'):
        refused = scene.trace(option, a, b)
        checks.expect(refused.status == 1 and '--profile' in refused.err, f'{option} needs a profile', refused.err)
    checks.equal(scene.trace('--format=json', '--tree', a, b).status, 1, 'a format of the report without a report')


def conditions(checks, scene):
    a, b = scene.write('a.json', nested('main(f,g,g)')), scene.write('b.json', nested('main(f,g,g,g,h)'))
    for condition, status in (('only-other > 0', 3), ('only-other > 1', 0), ('only-other > 25%', 3), ('only-base > 0', 0),
                              ('only-other', 3), ('not only-other >= 1', 3)):
        shown = scene.trace(f'--fail-if={condition}', a, b)
        checks.equal(shown.status, status, condition, shown.command + shown.err)


def sides(checks, scene):
    """Two calls of one file are two sides; times for each side; runs with different numbers of processes."""
    calls = nested('run(s1(f,g),s2(f,g,g),step(f),step(f,f))')
    for call in calls:
        call['name'] = {'s1': 'Step#1010', 's2': 'Step#1020'}.get(call['name'], call['name'])
    a = scene.write('a.json', calls)
    for roots, expected in ((('Step#1010', 'Step#1020'), [3, 0, 0, 1]), (('step#1', 'step#2'), [2, 0, 0, 1])):
        shown = scene.trace(*(f'--root={root}' for root in roots), a)
        checks.equal((shown.status, counts(lines_of(shown.out))), (0, expected), f'{roots}', shown.err + shown.out)
    one = scene.trace('--root=step', a, a)
    checks.equal(counts(lines_of(one.out)), [5, 0, 0, 0], 'all calls of a function', one.out)
    timed = scene.trace('--from=0us', '--to=6us', '--from=6us', '--to=12us', a)
    checks.expect(timed.status == 0 and lines_of(timed.out)['residual'] == 0, 'two times of one file', timed.err)
    for options, text in ((('--root=none', a, a), "no call of 'none'"), (('--root=step#3', a, a), "there are 2 calls of 'step'")):
        refused = scene.trace(*options)
        checks.expect(refused.status == 1 and text in refused.err, f'{options}', refused.err)
    for ranks in (2, 4):
        for rank in range(ranks):
            folder = scene.folder / f'ranks{ranks}'
            folder.mkdir(exist_ok=True)
            (folder / f'run.{rank}').write_text(json.dumps(nested('main(work,work)', 4000 // ranks)))
    shown = scene.trace('--group=all', 'ranks2', 'ranks4')
    found = lines_of(shown.out)
    checks.equal((counts(found), found['residual']), ([2, 0, 0, 0], 0), 'processes are added up', shown.out)
    checks.expect(re.search(r'^difference +0\.000 us', shown.out, re.M), 'with their times', shown.out)
    halves = scene.trace('--group=2', 'ranks4', 'ranks4')
    checks.equal(counts(lines_of(halves.out)), [4, 0, 0, 0], 'two groups', halves.out)


def several_runs(checks, scene):
    """Differences within what runs of a side differ by are noise; a planted one is not."""
    def run(name, noise, planted):
        calls = Calls().call('main', 0, (1000 + noise + planted) * US).call('noisy', 0, (100 + noise) * US)
        return scene.write(name, calls.call('slow', (200 + noise) * US, (300 + noise + planted) * US))
    a = [run(f'a{i}.json', noise, 0) for i, noise in enumerate((0, 40, 20))]
    b = [run(f'b{i}.json', noise, 200) for i, noise in enumerate((10, 50, 35))]
    shown = scene.trace(*a, '--', *b)
    checks.equal(shown.status, 0, 'several runs', shown.err)
    checks.expect('median of 3 runs, a2.json' in shown.out and 'median of 3 runs, b2.json' in shown.out, 'medians', shown.out)
    checks.expect(re.search(r' 0\.000 +1  main > slow$', shown.out, re.M), 'the planted difference is no noise', shown.out)
    checks.expect(re.search(r' ~\d+\.\d+ +1  main > noisy$', shown.out, re.M), 'noise is marked', shown.out)
    tree = scene.trace('--tree', *a, '--', *b)
    checks.expect(tree.out.startswith('~ noise explains the difference: 3 runs of A and 3 of B\n\n'), 'what the mark means', tree.out)
    checks.expect(re.search(r' ~-?\d+\.\d+ +noisy$', tree.out, re.M) and re.search(r' -\d+\.\d+ +slow$', tree.out, re.M),
                  'noise is marked in the tree', tree.out)
    checks.expect('~' not in scene.trace('--tree', a[0], b[0]).out, 'no mark without runs', tree.out)
    found = json.loads(scene.trace('--format=json', *a, '--', *b).out)
    checks.equal((found['noise']['runsA'], found['noise']['within']), (3, False), 'in JSON', shown.out)
    same = scene.trace(*a[:2], '--', a[2])
    checks.expect('within noise: ' in same.out, 'no difference beyond noise', same.out)
    for arguments in ((*a, *b), (*a, '--'), ('--', *b), (a[0], '--', b[0], '--', b[1])):
        refused = scene.trace(*arguments)
        checks.expect(refused.status == 1 and 'Usage: ' in refused.err, f'{arguments}', refused.err)


def widths(checks, scene):
    deep = 'outermost_function(' * 9 + 'the_innermost_function_with_a_long_name' + ')' * 9
    a, b = scene.write('a.json', nested(deep)), scene.write('b.json', nested(deep, 3000))
    shown = scene.trace(a, b)
    checks.expect(all(len(row) <= 100 for row in shown.out.splitlines()), 'rows fit the line', shown.out)
    checks.expect('the_innermost_function_with_a_long_name' in shown.out, 'the last name is whole', shown.out)
    alone = scene.trace(scene.write('one.json', nested('main')))
    checks.expect('1 thread, 1 call, ' in alone.out, 'singular', alone.out)


def as_profiles(checks, scene):
    """egprof diff adds the calls of two traces up, and says so."""
    a, b = scene.write('a.json', nested('main(f,g)', 10_000_000)), scene.write('b.json', nested('main(f,g,g)', 20_000_000))
    shown = run(scene.egprof, 'diff', a, b, cwd=scene.folder)
    checks.equal(shown.status, 0, 'two traces', shown.err)
    words = ' '.join(shown.out.split())
    checks.expect("whose calls were added up by path; 'egprof trace' compares traces" in words, 'what was done', shown.out)
    checks.expect(re.search(r'^ *0\.01 +0\.04 +-0\.03 .*g', shown.out, re.M), 'times by function', shown.out)
    document = json.loads(run(scene.egprof, 'diff', '--format=json', a, b, cwd=scene.folder).out)
    checks.equal(document['kind'], 'difference', 'as any difference', shown.command)
    short = [scene.write('a.json', nested('main(f,g)')), scene.write('b.json', nested('main(f,g,g)', 2000))]
    shown = run(scene.egprof, 'diff', *short, cwd=scene.folder)
    checks.expect(re.search(r'^ *0\.000001 +0\.000004 +-0\.000003 .*g', shown.out, re.M), 'short times', shown.out)
    shown = run(scene.egprof, '--side-by-side', '--base', short[0], '--subtract', short[1], cwd=scene.folder)
    checks.expect(re.search(r'0\.000001 +0\.000004 +-0\.000003 .*g', shown.out), 'also in columns', shown.out + shown.err)


def damaged_samples(checks, scene):
    """A trace with CPU samples is read for them alone: what is wrong with it is said, not its calls read instead."""
    nodes = {'nodes': [{'id': 1, 'callFrame': {'functionName': 'f', 'url': 'a.js'}}], 'samples': [1, 1]}
    sampled = {'name': 'ProfileChunk', 'ph': 'P', 'pid': 1, 'tid': 1, 'id': '0x1', 'ts': 5,
               'args': {'data': {'cpuProfile': nodes, 'timeDeltas': [10, 20]}}}
    calls = nested('main(f,g)', 1000)
    whole = scene.write('sampled.json', [sampled, *calls])
    shown = run(scene.egprof, 'diff', whole, whole, cwd=scene.folder)
    checks.expect(shown.status == 0 and 'were added up' not in shown.out, 'samples come first', shown.out + shown.err)
    (scene.folder / 'cut.json').write_text((scene.folder / whole).read_text()[:-40])
    shown = run(scene.egprof, 'diff', 'cut.json', 'cut.json', cwd=scene.folder)
    checks.expect(shown.status == 1 and re.search('cut.json: .*ends early', shown.err), 'a damaged trace', shown.err)
    # The names of such events may stand anywhere: then the events decide.
    named = scene.write('named.json', [{**call, 'name': 'Profile'} for call in calls])
    shown = run(scene.egprof, 'diff', named, named, cwd=scene.folder)
    checks.expect(shown.status == 0 and 'were added up' in shown.out, 'calls of that name', shown.out + shown.err)
    # A name at the end of a searched piece of 256 KiB is found too.
    for filler in range((1 << 18) - 90, (1 << 18) + 10, 7):
        text = json.dumps([{'ph': 'M', 'name': 'x' * filler, 'pid': 1, 'tid': 1}, sampled])
        (scene.folder / 'long.json').write_text(text)
        shown = run(scene.egprof, '-i', 'long.json', cwd=scene.folder)
        checks.expect(shown.status == 0 and 'trace without' not in shown.err, f'after {filler} bytes', shown.err)


def pages(checks, scene):
    """The page lists the calls that explain the difference, with their places."""
    a, b = scene.write('a.json', nested('main(f,g)', 1000)), scene.write('b.json', nested('main(f,g,h)', 1000))
    shown = scene.trace('--timeline=page.html', a, b)
    if 'without d3' in shown.err:
        return
    data = re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', (scene.folder / 'page.html').read_text(), re.S)[1]
    found = json.loads(data)
    path, *row = found['changes'][0]
    checks.equal(row, [0, 1000, 'main > h'], 'a row', data)
    # [thread, depth, mark, calls, times, part of the difference, noise, name in A]; [begin, starts and durations in A, B]
    checks.equal((found['paths'][path][:10], found['paths'][path][12:]),
                 ([0, 1, 3, 0, 1, 0, 1000, -1000, 0, -1], [3000, 3000, 3000, 0, 1000]), 'its path', data)
    checks.equal(found['totals'], [4000, 5000, 3, 0, 0, 1], 'totals', data)


answer_parts = (unmatched_first, left_out, trees, documents, conditions, sides, several_runs, widths, as_profiles, damaged_samples,
                pages)
