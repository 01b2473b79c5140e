#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold for every difference, checked on its text: pairs of real runs and of generated profiles.

    tests/golden/difference_properties.py --egprof build/egprof/egprof

A run against itself is zero everywhere; A-B mirrors B-A; each side's numbers are gprof's listing of that side; rows,
totals, GML and the one-sided profiles agree with each other.
"""
import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from checks import GPROF, TOP, Checks, parse_arguments, run
from listings import (read_flat, read_gml_graph, read_graph, read_side_flat, read_side_graph, read_totals)

from images import Builder
from random_profiles import Family

CENT = 0.0101  # two numbers printed with two decimals, one of them a sum or difference of such
PLAIN = ['-b', '--no-demangle']


@dataclass(frozen=True)
class Side:
    image: Path
    profiles: tuple

    def words(self):
        return [self.image, *self.profiles]


@dataclass(frozen=True)
class Pair:
    """Two executions to subtract, and what egprof and gprof print about them."""
    name: str
    egprof: str
    base: Side
    other: Side

    def show(self, *options, swap=False):
        first, second = (self.other, self.base) if swap else (self.base, self.other)
        return run(self.egprof, *PLAIN, *options, *first.words(), '--subtract', *second.words())

    def gprof(self, side, *options):
        return run(GPROF, *PLAIN, *options, *side.words())


def real_pairs(egprof, builder):
    """Two versions, two builds, two runs, several profiles on a side."""
    for name in ['statics-O0-g', 'statics-O3-lto', 'cycles-O0-g', 'cycles-O2-nopie', 'main_cycle-O0', 'aliases-O0-g',
                 'pointers-O0-g', 'clones-O2-g', 'objects-O0-g', 'objects-O2', 'modules-O0-g', 'chain-O2-g']:
        first, second = builder.get(name, 1), builder.get(name, 2)
        base, other = side(first, 'gmon.out'), side(second, 'gmon.out')
        yield Pair(f'{name}, two versions', egprof, base, other)
        if name in ('cycles-O0-g', 'objects-O0-g'):
            yield Pair(f'{name}, two runs', egprof, base, side(first, 'gmon.2'))
            yield Pair(f'{name}, several profiles', egprof, side(first, 'gmon.out', 'gmon.2'),
                       side(second, 'gmon.2', 'gmon.out', 'gmon.2'))
    for first, second in [('statics-O0-g', 'statics-O2-nopie'), ('cycles-static', 'cycles-O0-g'),
                          ('clones-O2-g', 'clones-O3-nopie'), ('modules-O0-g', 'modules-O2-nopie')]:
        yield Pair(f'{first} and {second}', egprof, side(builder.get(first), 'gmon.out'),
                   side(builder.get(second), 'gmon.out'))


def generated_pairs(egprof, builder, seed):
    for name in ['statics-O0-g', 'cycles-O0-g', 'aliases-O0-g', 'objects-O2', 'foreign-powerpc', 'chain-O0']:
        image = builder.get(name)
        for n in range(6):
            rng = random.Random(f'{seed} {name} {n}')
            family = Family(rng, image, modest=True)
            files = [f'property.{seed}.{n}.{i}' for i in range(rng.choice([2, 3, 4]))]
            for file in files:
                family.write_file(image.folder / file)
            cut = rng.randrange(1, len(files))
            yield Pair(f'{name}, generated {n}', egprof, side(image, *files[:cut]), side(image, *files[cut:]))


def side(image, *profiles):
    return Side(image.path, tuple(image.folder / p for p in profiles))


class Properties:
    """Checks on one pair. Every method is one property."""

    def __init__(self, checks, pair):
        self.checks, self.pair = checks, pair
        self.flat = pair.show('-p', '--side-by-side', '--symbols=gprof')
        self.graph = pair.show('-q', '--side-by-side', '--symbols=gprof')
        self.gml = pair.show('--gml', '--gml-nodes=0', '--symbols=gprof')
        self.rows = read_side_flat(self.flat.out)
        self.entries = read_side_graph(self.graph.out)
        self.nodes, self.edges = read_gml_graph(self.gml.out)
        # The union has a cycle that a side has not, so inclusive times are not those of gprof.
        self.joined = 'cycle' in self.graph.err

    def expect(self, holds, what, outcome=None):
        return self.checks.expect(holds, f'{self.pair.name}: {what}', (outcome or self.flat).command)

    def equal(self, actual, expected, what, outcome=None):
        return self.checks.equal(actual, expected, f'{self.pair.name}: {what}', (outcome or self.flat).command)

    def check_all(self):
        for outcome in (self.flat, self.graph, self.gml):
            self.equal(outcome.status, 0, 'exit status', outcome)
        self.mirrors()
        self.equals_gprof(self.pair.base, 'base')
        self.equals_gprof(self.pair.other, 'other')
        self.rows_are_ordered()
        self.rows_add_up()
        self.classic_equals_side_by_side()
        self.classic_graph_is_ordered()
        self.graph_is_consistent()
        self.gml_is_consistent()
        self.one_sided('--growth', -1)
        self.one_sided('--shrink', 1)
        self.equal(self.pair.show('--side-by-side').out, self.pair.show('--side-by-side').out, 'two runs print the same')

    # --- A-B and B-A ---
    def mirrors(self):
        for symbols in ('all', 'gprof'):
            options = ['--side-by-side', f'--symbols={symbols}']
            here, there = self.pair.show('-p', *options), self.pair.show('-p', *options, swap=True)
            self.equal([mirrored(r) for r in read_side_flat(there.out)], read_side_flat(here.out), 'rows mirror', there)
            here, there = self.pair.show('-q', *options), self.pair.show('-q', *options, swap=True)
            self.equal([mirrored_entry(e) for e in read_side_graph(there.out)],
                       [plain_entry(e) for e in read_side_graph(here.out)], 'entries mirror', there)
            here, there = self.pair.show('-p', f'--symbols={symbols}'), self.pair.show('-p', f'--symbols={symbols}', swap=True)
            self.equal([(r.name, negative(r.self), negative(r.calls)) for r in read_flat(there.out)],
                       [(r.name, r.self, r.calls) for r in read_flat(here.out)], 'classic rows mirror', there)
            here, there = self.pair.show('-q', f'--symbols={symbols}'), self.pair.show('-q', f'--symbols={symbols}', swap=True)
            self.equal([classic_entry(e, -1) for e in read_graph(there.out)],
                       [classic_entry(e, 1) for e in read_graph(here.out)], 'classic entries mirror', there)
        _, edges = read_gml_graph(self.pair.show('--gml', '--gml-nodes=0', '--symbols=gprof', swap=True).out)
        self.equal(Counter((e['otherCalls'], e['baseCalls'], -e['diffCalls']) for e in edges),
                   Counter((e['baseCalls'], e['otherCalls'], e['diffCalls']) for e in self.edges), 'edges mirror', self.gml)

    # --- each side is what gprof lists ---
    def equals_gprof(self, one, which):
        flat, graph = self.pair.gprof(one, '-p'), self.pair.gprof(one, '-q')
        theirs = sorted((r.name, r.self, r.calls or 0) for r in read_flat(flat.out))
        ours = sorted((r.name, getattr(r, which), number_of(getattr(r, which + '_calls')))
                      for r in self.rows if getattr(r, which) is not None)
        self.equal(ours, theirs, f'{which}: self seconds and calls')
        if self.joined:
            return
        theirs, ours = defaultdict(list), defaultdict(list)
        for entry in read_graph(graph.out):
            if not entry.whole:
                theirs[entry.name].append((entry.total, (entry.calls or 0, entry.self_calls)))
        for entry in self.entries:
            # gprof has no entry for what is neither called nor takes time.
            calls = calls_of(getattr(entry.row, which + '_calls'))
            if not entry.whole and (getattr(entry.row, which) or calls != (0, 0)):
                ours[entry.name].append((getattr(entry.row, which) or 0.0, calls))
        for name in theirs:
            left, right = sorted(ours[name]), sorted(theirs[name])
            while len(right) > len(left) and right[0][0] < CENT:  # some hundredth that rounds to nothing
                right.pop(0)
            self.expect(len(left) == len(right) and all(abs(a[0] - b[0]) < CENT and a[1] == b[1] for a, b in
                                                        zip(left, right)),
                        f'{which}: inclusive time and calls of {name}: {left}, gprof says {right}', self.graph)

    # --- order and sums ---
    def rows_are_ordered(self):
        keys = [(-abs(r.diff), ) for r in self.rows]
        self.equal(keys, sorted(keys), 'rows by the size of the difference')
        exact = {n['name']: n for n in self.nodes.values()}
        once = [r for r in self.rows if Counter(n['name'] for n in self.nodes.values())[r.name] == 1]
        keys = [(-abs(exact[r.name]['diffSelf']), -abs(exact[r.name]['diffCalls']), r.name) for r in once]
        self.equal(keys, sorted(keys), 'rows by seconds, calls, name')

    def rows_add_up(self):
        totals = read_totals(self.flat.out)
        rounding = 0.005 * (len(self.rows) + 1) + 1e-6
        for which in ('base', 'other'):
            total = sum(getattr(r, which) or 0 for r in self.rows)
            self.expect(abs(total - totals[which]) <= rounding, f'{which}: rows add up to {total}, not {totals[which]}')
        self.expect(abs(totals['base'] - totals['other'] - totals['diff']) < CENT, f'difference of the totals {totals}')
        self.expect(abs(sum(r.diff for r in self.rows) - totals['diff']) <= rounding, 'differences add up')
        self.equal(totals['verdict'], expected_verdict(totals), 'the verdict') if totals['base'] > 1 else None
        sides = Counter(r.sides for r in self.rows)
        self.equal((sides['XX'], sides['X-'], sides['-X']),
                   (totals['f_both'], totals['f_base'], totals['f_other']), 'functions in the totals')
        arcs = Counter(status(e) for e in self.edges)
        self.equal((arcs['XX'], arcs['X-'], arcs['-X']), (totals['a_both'], totals['a_base'], totals['a_other']),
                   'arcs in the totals')
        impacts = sum(abs(r.impact) for r in self.rows)
        self.expect(impacts == 0 or abs(impacts - 100) <= 0.005 * len(self.rows) + 0.011, f'impacts add up to {impacts}')
        for row in self.rows:
            self.expect(abs((row.base or 0) - (row.other or 0) - row.diff) < CENT, f'{row.name}: {row}')
            self.equal(number_of(row.diff_calls), number_of(row.base_calls) - number_of(row.other_calls), f'calls of {row.name}')
            self.expect(row.impact * row.diff >= 0, f'sign of the impact of {row.name}')

    # --- the two layouts ---
    def classic_equals_side_by_side(self):
        outcome = self.pair.show('-p', '--symbols=gprof')
        classic = read_flat(outcome.out)
        self.equal([(r.name, r.percent, r.self) for r in classic], [(r.name, r.impact, r.diff) for r in self.rows],
                   'both layouts have the same rows', outcome)
        running = 0
        for row, both in zip(classic, self.rows):
            called = both.base_calls != '-' or both.other_calls != '-'
            self.equal(row.calls, number_of(both.diff_calls) if called else None, f'classic calls of {row.name}', outcome)
            self.equal(row.self_per_call is None, row.calls in (None, 0), f'per-call columns of {row.name}', outcome)
            running += abs(row.self)
            self.expect(abs(row.cumulative - running) <= 0.005 * (len(classic) + 1),
                        f'cumulative seconds of {row.name}: {row.cumulative}, added up {running:.2f}', outcome)

    def classic_graph_is_ordered(self):
        outcome = self.pair.show('-q', '--symbols=gprof')
        entries = read_graph(outcome.out)
        self.equal([e.number for e in entries], sorted(e.number for e in entries), 'entries by number', outcome)
        for above, below in zip(entries, entries[1:]):
            self.expect(abs(above.total) > abs(below.total) - 2 * CENT, f'entry {below.number} is out of order', outcome)
        for entry in entries:
            callers = [abs(a.self + a.children) for a in entry.callers if a.self is not None]
            callees = [abs(a.self + a.children) for a in entry.callees if a.self is not None and not entry.whole]
            self.expect(all(a < b + 2 * CENT for a, b in zip(callers, callers[1:])), f'callers of {entry.number}', outcome)
            self.expect(all(a > b - 2 * CENT for a, b in zip(callees, callees[1:])), f'callees of {entry.number}', outcome)
        ours = Counter((e.name, e.whole, number_of(e.row.diff_calls)) for e in self.entries)
        self.equal(Counter((e.name, e.whole, e.calls or 0) for e in entries), ours, 'entries of both layouts', outcome)

    def graph_is_consistent(self):
        by_caller, by_callee = Counter(), Counter()
        for entry in self.entries:
            if entry.whole:
                continue
            for name, row in entry.callees:
                by_caller[(entry.name, name, row.base_calls, row.other_calls, row.sides)] += 1
            for name, row in entry.callers:
                by_callee[(name, entry.name, row.base_calls, row.other_calls, row.sides)] += 1
        self.equal(by_caller, by_callee, 'every arc stands at its caller and at its callee', self.graph)
        edges = Counter((self.nodes[e['source']]['name'], self.nodes[e['target']]['name'],
                         e['baseCalls'], e['otherCalls'],
                         status(e)) for e in self.edges)
        listed = Counter()
        for (caller, callee, base, other, sides), count in by_caller.items():
            listed[(caller, callee, number_of(base), number_of(other), sides)] += count
        self.equal(edges, listed, 'edges of the GML are the arcs of the listing', self.gml)

    # --- GML ---
    def gml_is_consistent(self):
        exact = defaultdict(list)
        for node in self.nodes.values():
            exact[node['name']].append(node)
            self.expect(abs(node['baseSelf'] - node['otherSelf'] - node['diffSelf']) < 1e-6, f'diffSelf of {node}', self.gml)
            self.expect(abs(node['baseTotal'] - node['otherTotal'] - node['diffTotal']) < 1e-6, f'diffTotal of {node}',
                        self.gml)
        for row in self.rows:
            fits = [n for n in exact[row.name] if abs(n['baseSelf'] - (row.base or 0)) < 0.00501
                    and abs(n['otherSelf'] - (row.other or 0)) < 0.00501 and abs(n['diffSelf'] - row.diff) < 0.00501
                    and (n['baseCalls'], n['otherCalls']) == (number_of(row.base_calls), number_of(row.other_calls))]
            self.expect(fits, f'no node of the GML says what the row of {row.name} says', self.gml)
        self.equal(Counter(n['name'] for n in self.nodes.values()),
                   Counter(e.name for e in self.entries if not e.whole), 'nodes are the entries', self.gml)
        for edge in self.edges:
            self.equal(edge['diffCalls'], edge['baseCalls'] - edge['otherCalls'], 'calls of an edge', self.gml)
            self.expect(abs(edge['diffTime'] - edge['baseTime'] + edge['otherTime']) < 1e-6, 'time of an edge', self.gml)

    # --- growth and shrink ---
    def one_sided(self, option, sign):
        """An ordinary profile: a reader of gprof's text that knows no minus sign reads it."""
        flat = self.pair.show('-p', option, '--symbols=gprof')
        graph = self.pair.show('-q', option, '--symbols=gprof')
        for outcome in (flat, graph):
            self.expect(not re.search(r'(^|[\s/+])-\d', outcome.out.split('\nbase ')[0]), f'{option} has no negative number',
                        outcome)
        wanted = sorted((r.name, max(0.0, sign * r.diff)) for r in self.rows)
        ours = sorted((r.name, r.self) for r in read_flat(flat.out))
        self.equal([w for w in wanted if w[1] > 0], [o for o in ours if o[1] > 0], f'{option}: self seconds', flat)
        counts, arcs = Counter(), Counter()
        for edge in self.edges:
            kept = max(0, sign * edge['diffCalls'])
            caller, callee = self.nodes[edge['source']], self.nodes[edge['target']]
            if kept and caller['id'] != callee['id']:
                counts[callee['name']] += kept
            if kept:
                arcs[(caller['name'], callee['name'], kept)] += 1
        ours = Counter()
        for row in read_flat(flat.out):
            ours[row.name] += row.calls or 0
        self.equal(+ours, counts, f'{option}: calls', flat)
        listed = Counter((a.name, e.name, a.count) for e in read_graph(graph.out) for a in e.callers)
        self.equal(listed, arcs, f'{option}: arcs', graph)


def number_of(cell):
    """The number of calls in a cell, recursion apart: 4 of 4+16, -2 of -2-8."""
    found = re.match(r'-?\d+', str(cell))
    return int(found[0]) if found else 0


def calls_of(cell):
    """A cell of calls, with recursive calls after the plus."""
    found = re.fullmatch(r'(-?\d+)([+-]\d+)?', cell)
    return (int(found[1]), int(found[2] or 0)) if found else (0, 0)


def negative(number):
    return None if number is None else 0 - number


def negative_cell(cell):
    """-2-8 is 2+8 mirrored."""
    parts = [0 - int(n) for n in re.findall(r'[+-]?\d+', cell)]
    return ''.join(str(n) if i == 0 else f'{n:+d}' for i, n in enumerate(parts))


def mirrored(row):
    return type(row)(row.other, row.base, negative(row.diff), row.other_calls, row.base_calls, negative_cell(row.diff_calls),
                     {'X-': '-X', '-X': 'X-'}.get(row.sides, row.sides), row.name,
                     negative(row.impact))


def plain_entry(entry):
    return entry.number, entry.name, entry.cycle, entry.row, entry.callers, entry.callees


def mirrored_entry(entry):
    return (entry.number, entry.name, entry.cycle, mirrored(entry.row), [(n, mirrored(r)) for n, r in entry.callers],
            [(n, mirrored(r)) for n, r in entry.callees])


def classic_entry(entry, sign):
    arcs = [(a.name, a.number, sign * (a.self or 0) + 0, sign * (a.children or 0) + 0, sign * a.count,
             None if a.of is None else sign * a.of) for a in entry.callers + entry.callees]
    return (entry.number, entry.name, entry.cycle, sign * entry.self + 0, sign * entry.children + 0,
            None if entry.calls is None else sign * entry.calls, sign * entry.self_calls, arcs)


def status(edge):
    return {'onlyBase': 'X-', 'onlyOther': '-X'}.get(edge['status'], 'XX')


def expected_verdict(totals):
    percent = 100 * totals['diff'] / totals['base']
    said = re.match(r'other takes (\d+\.\d) % (less|more)$', totals['verdict'] or '')
    close = said and abs(float(said[1]) - abs(percent)) < 1.5 and (said[2] == 'less') == (percent > 0)
    return totals['verdict'] if close or abs(percent) < 0.1 else f'other takes {abs(percent):.1f} % …'


# --- single properties ----------------------------------------------------------------------------------------------
def against_itself(checks, pair):
    """Zero in every row and arc, in every format."""
    same = Pair(pair.name, pair.egprof, pair.base, pair.base)
    for symbols in ('--symbols=all', '--symbols=gprof'):
        flat, graph = same.show('-p', symbols), same.show('-q', symbols)
        listed = read_flat(pair.gprof(pair.base, '-p').out)
        rows = read_flat(flat.out)
        checks.expect(all(r.self == r.percent == r.cumulative == 0 and not r.calls for r in rows),
                      f'{pair.name}: a row of a run against itself', flat.command)
        if symbols == '--symbols=gprof':
            checks.equal(sorted(r.name for r in rows), sorted(r.name for r in listed), 'zero rows stay', flat.command)
        numbers = [n for e in read_graph(graph.out) for a in [*e.callers, *e.callees]
                   for n in (a.self, a.children, a.count, a.of)] + [
                       n for e in read_graph(graph.out) for n in (e.percent, e.self, e.children, e.calls, e.self_calls)]
        checks.expect(not any(numbers), f'{pair.name}: an entry of a run against itself', graph.command)
        checks.expect('-0' not in flat.out + graph.out, f'{pair.name}: a zero with a sign', flat.command)
        side_rows = read_side_flat(same.show('-p', '--side-by-side', symbols).out)
        side_rows += [r for e in read_side_graph(same.show('-q', '--side-by-side', symbols).out)
                      for r in [e.row, *(r for _, r in e.callers + e.callees)]]
        checks.expect(all(r.diff in (None, 0) and not any(calls_of(r.diff_calls)) and r.sides == 'XX' and
                          r.base == r.other and r.base_calls == r.other_calls for r in side_rows),
                      f'{pair.name}: a run against itself side by side', flat.command)
        nodes, edges = read_gml_graph(same.show('--gml', symbols).out)
        checks.expect(all(n['diffSelf'] == n['diffTotal'] == n['diffCalls'] == 0 and n['status'] == 'unchanged'
                          for n in nodes.values()), f'{pair.name}: a node of a run against itself', flat.command)
        checks.expect(all(e['diffCalls'] == e['diffTime'] == 0 and e['status'] == 'unchanged' for e in edges),
                      f'{pair.name}: an edge of a run against itself', flat.command)
    checks.expect('difference 0.00 seconds' in flat.out, f'{pair.name}: totals of a run against itself', flat.command)


def known_calls(checks, egprof, builder):
    """The calls that the sources of the programs state for both versions."""
    for image in [builder.get(f'{p}-O0-g') for p in ('statics', 'cycles', 'aliases', 'pointers', 'objects', 'modules')]:
        pair = Pair(image.name, egprof, side(image, 'gmon.out'), side(builder.get(image.name, 2), 'gmon.out'))
        shown = pair.show('-p', '--side-by-side')
        rows = read_side_flat(shown.out)
        text = ''.join(p.read_text() for p in sorted((TOP / 'testdata/programs').glob(image.recipe.program + '*')))
        stated = re.findall(r'CALLS (?:(\S+):)?(\S+) (\d+) (\d+)', text)
        checks.expect(stated, f'{image.name} states calls')
        for file, name, first, second in stated:
            found = [(r.base_calls, r.other_calls) for r in rows if r.name == name]
            checks.expect((first, second) in found, f'{image.name}: {file} {name} was called {first} and {second} times, not '
                          f'{found}', shown.command)
            if not file:
                checks.equal(len(found), 1, f'{image.name}: rows of {name}', shown.command)


def single_profile_gml(checks, egprof, builder):
    """One profile's graph says what gprof lists."""
    for name in ('statics-O0-g', 'cycles-O0-g', 'objects-O2', 'modules-O0-g'):
        image = builder.get(name)
        shown = run(egprof, '--gml', '--gml-nodes=0', '--no-demangle', image.path, image.folder / 'gmon.out')
        nodes, edges = read_gml_graph(shown.out)
        listing = run(GPROF, *PLAIN, image.path, image.folder / 'gmon.out').out
        for row in read_flat(listing):
            fits = [n for n in nodes.values() if n['name'] == row.name and abs(n['selfSeconds'] - row.self) < 0.00501
                    and n['calls'] == (row.calls or 0)]
            checks.expect(fits, f'{name}: no node for the row of {row.name}', shown.command)
        entries = [e for e in read_graph(listing) if not e.whole]
        for entry in entries:
            fits = [n for n in nodes.values() if n['name'] == entry.name and abs(n['totalSeconds'] - entry.total) < CENT]
            checks.expect(fits, f'{name}: no node for the entry of {entry.name}', shown.command)
        checks.equal(Counter((nodes[e['source']]['name'], nodes[e['target']]['name'], e['calls']) for e in edges),
                     Counter((e.name, a.name, a.count) for e in entries for a in e.callees), f'{name}: edges', shown.command)


def command_forms(checks, egprof, builder):
    """Every way to write one difference gives the same bytes."""
    image, second = builder.get('cycles-O0-g'), builder.get('cycles-O0-g', 2)
    v2 = second.folder
    for forms in ([['-b', 'gmon.out', '-s', 'gmon.2'], ['-b', '--base', 'gmon.out', '--subtract', 'gmon.2'],
                   ['-b', 'a.out', 'gmon.out', '--subtract', 'gmon.2'], ['-b', '--base', 'a.out', 'gmon.out', '--subtract', 'gmon.2'],
                   ['-b', 'a.out', 'gmon.out', '-s', 'gmon.2'], ['a.out', '-b', 'gmon.out', '-s', 'gmon.2'],
                   ['-b', 'gmon.out', '--subtract', 'a.out', 'gmon.2'], ['-b', '--subtract', 'gmon.2'],
                   ['--subtract', 'gmon.2', '--base', 'gmon.out', '-b'], ['-b', 'a.out', 'gmon.out', '-s', 'a.out', 'gmon.2']],
                  [['-b', 'a.out', 'gmon.out', '-s', v2 / 'a.out', v2 / 'gmon.out'],
                   ['-b', 'gmon.out', '-s', v2 / 'a.out', v2 / 'gmon.out'],
                   ['-b', 'a.out', 'gmon.out', '--subtract', v2 / 'a.out', v2 / 'gmon.out'],
                   ['--base', 'a.out', 'gmon.out', '--subtract', v2 / 'a.out', '--subtract', v2 / 'gmon.out', '--brief']],
                  [['-b', 'gmon.out', 'gmon.2', '-s', 'gmon.2', 'gmon.2'],
                   ['-b', '--base', 'gmon.out', '--subtract', 'gmon.2', '--base', 'gmon.2', '--subtract', 'gmon.2']]):
        expected = run(egprof, *forms[0], cwd=image.folder)
        checks.expect(expected.status == 0 and '\nbase ' in expected.out, 'a difference', expected.command)
        for form in forms[1:]:
            shown = run(egprof, *form, cwd=image.folder)
            checks.equal((shown.out, shown.status), (expected.out, 0), 'another form of the same difference', shown.command)
    expected = run(egprof, '-b', 'a.out', 'gmon.out', '--subtract', 'gmon.2', cwd=image.folder)
    piped = run(egprof, '-b', 'a.out', '-', '--subtract', 'gmon.2', cwd=image.folder,
                stdin=(image.folder / 'gmon.out').read_bytes())
    checks.equal((piped.out, piped.status), (expected.out, 0), 'the base from standard input', piped.command)


def warnings(checks, egprof, builder):
    """Different rates, another program's profile: one line, and the difference."""
    from gmon import Histogram, read, write
    image, foreign = builder.get('statics-O0-g'), builder.get('cycles-O0-g')
    records = read((image.folder / 'gmon.out').read_bytes())
    for record in records:
        if isinstance(record, Histogram):
            record.rate = 50
    slow = image.folder / 'half-rate'
    slow.write_bytes(write(records))
    shown = run(egprof, *PLAIN, '-p', '--side-by-side', image.path, image.folder / 'gmon.out', '--subtract', slow)
    checks.equal((shown.status, shown.err.count('\n')), (0, 1), 'one line about the rates', shown.command)
    checks.expect('rate' in shown.err, f'about the rates: {shown.err}', shown.command)
    for row in read_side_flat(shown.out):
        checks.expect(row.base is None or abs(2 * row.base - row.other) < 2 * CENT, f'half the rate, twice the seconds: {row}',
                      shown.command)
    shown = run(egprof, '-b', image.path, image.folder / 'gmon.out', '--subtract', foreign.folder / 'gmon.out')
    checks.equal((shown.status, shown.err.count('\n')), (0, 1), "one line about another program's profile", shown.command)
    checks.expect(str(foreign.folder / 'gmon.out') in shown.err, f'names the file: {shown.err}', shown.command)
    shown = run(egprof, '-b', image.path, image.folder / 'gmon.out', '--subtract', builder.get('modules-O0-g').path,
                builder.get('modules-O0-g').folder / 'gmon.out')
    checks.equal(shown.status, 0, 'two programs that have nothing to do with each other', shown.command)
    shown = run(egprof, '-b', image.path, image.folder / 'gmon.out', '--subtract', image.folder / 'gmon.out')
    checks.equal((shown.status, shown.err), (0, ''), 'the same file on both sides is no error', shown.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, builder = Checks(), Builder(arguments.data)
    pairs = [*real_pairs(arguments.egprof, builder), *generated_pairs(arguments.egprof, builder, arguments.seed)]
    for pair in pairs:
        try:
            Properties(checks, pair).check_all()
            against_itself(checks, pair)
        except (ValueError, KeyError, IndexError) as error:
            checks.expect(False, f'{pair.name}: cannot be read: {type(error).__name__} {error}',
                          pair.show('--side-by-side', '--symbols=gprof').command)
    known_calls(checks, arguments.egprof, builder)
    single_profile_gml(checks, arguments.egprof, builder)
    command_forms(checks, arguments.egprof, builder)
    warnings(checks, arguments.egprof, builder)
    print(f'difference properties: {len(pairs)} pairs')
    checks.finish()


if __name__ == '__main__':
    main()
