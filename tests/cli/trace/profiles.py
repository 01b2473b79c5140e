# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests --profile, which subtracts two traces as profiles: each format is read by an independent reader."""
import json
import re
import shutil
import sys
from collections import defaultdict
from pathlib import Path

from scene import MS, RECORDED, functions, nested, unit_of

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'properties' / 'machine'))
from formats import annotate, read_csv, read_folded  # noqa: E402
from json_schema import make_validator  # noqa: E402
from listings import read_flat, read_gml_graph, read_side_flat, read_totals  # noqa: E402

CENT = 0.00501  # tolerance for listings with two decimals


class Pair:
    """Two traces, and the self times of each function in the report: seconds in A and seconds in B."""

    def __init__(self, checks, scene, a, b):
        self.checks, self.scene, self.a, self.b = checks, scene, a, b
        report = scene.report(a, b)
        unit = unit_of(report.out)
        self.margin = unit * 0.0006 / 1e9  # the report has three decimals
        self.times = {name: (row[0] * unit / 1e9, row[1] * unit / 1e9) for name, row in functions(report.out).items()}

    def show(self, *options):
        shown = self.scene.trace('--profile', *options, self.a, self.b)
        self.checks.equal((shown.status, shown.err), (0, ''), 'a profile is written', shown.command)
        return shown

    def same(self, found, shown, margin=None, expected=None):
        """Compares self times by function (seconds in A and in B) with those in the report. Functions without time may
        be absent."""
        expected, margin = expected or self.times, margin or self.margin
        none = tuple(0.0 for _ in next(iter(expected.values())))
        wrong = [(name, found.get(name, none), expected.get(name, none)) for name in {*found, *expected}
                 if any(abs(x - y) > margin for x, y in zip(found.get(name, none), expected.get(name, none)))]
        self.checks.expect(not wrong, f'self times of the report: {wrong[:3]}', shown.command)

    def growth(self):
        return {name: (max(0.0, b - a),) for name, (a, b) in self.times.items()}


def tables(pair):
    shown = pair.show('--format=csv')
    flat, graph = read_csv(shown.out)
    pair.same({row['linkageName']: (float(row['baseSelf'] or 0), float(row['otherSelf'] or 0)) for row in flat}, shown)
    pair.checks.expect(any(row['row'] == 'arc' for row in graph), 'arcs', shown.command)
    return flat


def document(pair, flat):
    shown = pair.show('--format=json')
    found = json.loads(shown.out)
    if validate := make_validator():
        pair.checks.equal(validate(found), '', 'as the schema says', shown.command)
    of = lambda f, side: f[side]['self'] if f[side] else 0.0
    pair.same({f['linkageName']: (of(f, 'base'), of(f, 'other')) for f in found['functions']}, shown)
    by_id = {f['id']: f for f in found['functions']}
    listed = [by_id[i]['linkageName'] for i in found['listings']['flat']['functions']]
    pair.checks.equal(listed, [row['linkageName'] for row in flat], 'JSON and CSV', shown.command)


def graph(pair):
    shown = pair.show('--format=gml')
    nodes, edges = read_gml_graph(shown.out)
    pair.same({n['name']: (n['baseSelf'], n['otherSelf']) for n in nodes.values()}, shown)
    pair.checks.expect(edges and all(e['source'] in nodes and e['target'] in nodes for e in edges), 'edges', shown.command)


def stacks(pair):
    shown = pair.show('--format=folded')
    found, lines = defaultdict(lambda: [0.0, 0.0]), read_folded(shown.out)
    for frames, numbers in lines:
        for side in (0, 1):
            found[frames[-1]][side] += numbers[side] / 1e9
    pair.same(found, shown)
    pair.checks.expect(max(len(frames) for frames, _ in lines) > 2, 'whole stacks', shown.command)


def costs(pair, files):
    if not shutil.which('callgrind_annotate'):
        return
    shown = pair.show('--format=callgrind', '--growth')
    path = files / 'growth.callgrind'
    path.write_text(shown.out)
    total, found = annotate(path)
    pair.same({name: (cost / 1e9,) for cost, name in found}, shown, expected=pair.growth())
    pair.checks.equal(sum(cost for cost, _ in found), total, 'costs add up', shown.command)


def listings(pair):
    """Tests text listings, whose numbers have two decimals."""
    side = pair.show()
    unit = {'seconds': 1, 'ms': 1e-3, 'us': 1e-6}[re.search(r'^impact +(\S+)', side.out, re.M)[1]]
    cells = {r.name: tuple((cell or 0.0) * unit for cell in (r.base, r.other)) for r in read_side_flat(side.out)}
    pair.same(cells, side, CENT * unit + pair.margin)
    pair.checks.equal(pair.show('--format=text').out, side.out, 'text is side by side', side.command)
    classic = pair.show('--format=classic')
    expected = {name: (a - b,) for name, (a, b) in pair.times.items()}
    pair.same({r.name: (r.self,) for r in read_flat(classic.out)}, classic, CENT, expected)
    totals = read_totals(classic.out)
    for which, number in zip(('base', 'other'), map(sum, zip(*pair.times.values()))):
        pair.checks.expect(abs(totals[which] - number) < CENT, f'total of the {which}', classic.command)
    one_sided = pair.show('--growth')
    pair.same({r.name: (r.self,) for r in read_flat(one_sided.out)}, one_sided, CENT, pair.growth())


def files(checks, scene, a, b):
    """The format of a file depends on the extension of its name, unless --format is given."""
    for ending in ('csv', 'json', 'gml', 'folded'):
        printed = scene.trace('--profile', f'--format={ending}', a, b).out
        for options in ((f'--profile=x.{ending}',), ('--profile=x.txt', f'--format={ending}')):
            shown = scene.trace(*options, a, b)
            file = scene.folder / options[0].split('=')[1]
            checks.expect('residual' in shown.out and file.read_bytes().decode() == printed, f'{options}', shown.err)
    shown = scene.trace('--profile=x.callgrind', '--shrink', a, b)
    checks.expect('\nevents: ' in (scene.folder / 'x.callgrind').read_text(), 'costs', shown.err)
    both = scene.trace('--tree', '--profile', a, b)
    checks.expect(both.out.startswith(scene.trace('--tree', a, b).out), 'behind the other outputs', both.command)


def mistakes(checks, scene, a, b):
    for options, text in ((('--format=gml',), '--profile'), (('--growth',), '--profile'), (('--shrink',), '--profile'),
                          (('--profile', '--format=xml'), 'xml'), (('--profile', '--growth', '--shrink'), '--shrink'),
                          (('--profile=x.callgrind',), '--growth'), (('--profile', '--format=callgrind'), '--growth')):
        failed = scene.trace(*options, a, b)
        checks.equal((failed.status, failed.out, text in failed.err), (1, '', True), f'{options}: {failed.err}', failed.command)


def profiles(checks, scene):
    a = scene.write('a.json', nested('main(f(g,g),h,h)', 70 * MS).call('worker', 0, 500 * MS, thread=2))
    b = scene.write('b.json', nested('main(f(g),h,k(h))', 90 * MS).call('worker', 0, 250 * MS, thread=2))
    for pair in (Pair(checks, scene, a, b), Pair(checks, scene, RECORDED / 'simple', RECORDED / 'simple2')):
        document(pair, tables(pair))
        graph(pair)
        stacks(pair)
        costs(pair, scene.folder)
        listings(pair)
    files(checks, scene, a, b)
    mistakes(checks, scene, a, b)
    limited = scene.trace('--profile', '--format=classic', '--limit=1', a, b)
    checks.expect(re.search('--limit left out \\d+ rows', limited.err), '--limit', limited.err)
