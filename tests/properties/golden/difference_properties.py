#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks properties that hold for every difference, in the text of real and generated pairs of profiles.

    tests/properties/golden/difference_properties.py --egprof build/egprof/egprof

The difference between a run and itself is zero everywhere; A-B mirrors B-A; each side's numbers are those of gprof's
listing. Rows, totals, GML and the profiles of --growth and --shrink agree with each other.
"""
import re
from collections import Counter, defaultdict

from cells import (CENT, calls_of, classic_entry, expected_verdict, mirrored, mirrored_entry, negative, number_of,
                   paired, plain_entry, status)
from checks import Checks, parse_arguments
from listings import read_flat, read_gml_graph, read_graph, read_side_flat, read_side_graph, read_totals
from pairs import Pair, generated_pairs, real_pairs

from images import Builder


class Properties:
    """Checks one pair. Every method checks one property."""

    def __init__(self, checks, pair):
        self.checks, self.pair = checks, pair
        self.flat = pair.show('-p', '--side-by-side', '--symbols=gprof')
        self.graph = pair.show('-q', '--side-by-side', '--symbols=gprof')
        self.gml = pair.show('--gml', '--gml-nodes=0', '--symbols=gprof')
        self.rows = read_side_flat(self.flat.out)
        self.entries = read_side_graph(self.graph.out)
        self.nodes, self.edges = read_gml_graph(self.gml.out)

    def expect(self, holds, what, outcome=None):
        return self.checks.expect(holds, f'{self.pair.name}: {what}', (outcome or self.flat).command)

    def equal(self, actual, expected, what, outcome=None):
        return self.checks.equal(actual, expected, f'{self.pair.name}: {what}', (outcome or self.flat).command)

    def check_all(self):
        for outcome in (self.flat, self.graph, self.gml):
            self.equal(outcome.status, 0, 'exit status', outcome)
        self.mirrors()
        lacking = [self.equals_gprof(self.pair.base, 'base'), self.equals_gprof(self.pair.other, 'other')]
        message = self.graph.err + self.graph.out.rpartition('-' * 47)[2]
        self.equal(bool(re.search(r'\bcycles?\b(?!-)', message)), any(lacking),
                   'a line names the cycles of the union that a side has not', self.graph)
        self.rows_are_ordered()
        self.rows_add_up()
        self.classic_equals_side_by_side()
        self.classic_graph_is_ordered()
        self.graph_is_consistent()
        self.gml_is_consistent()
        self.one_sided('--growth', -1)
        self.one_sided('--shrink', 1)
        self.equal(self.pair.show('--side-by-side').out, self.pair.show('--side-by-side').out,
                   'two runs print the same')

    # --- A-B and B-A ---
    def both_ways(self, *options):
        return self.pair.show(*options), self.pair.show(*options, swap=True)

    def mirrors(self):
        for symbols in ('all', 'gprof'):
            here, there = self.both_ways('-p', '--side-by-side', f'--symbols={symbols}')
            self.equal([mirrored(r) for r in read_side_flat(there.out)], read_side_flat(here.out), 'rows mirror', there)
            here, there = self.both_ways('-q', '--side-by-side', f'--symbols={symbols}')
            self.equal([mirrored_entry(e) for e in read_side_graph(there.out)],
                       [plain_entry(e) for e in read_side_graph(here.out)], 'entries mirror', there)
            here, there = self.both_ways('-p', f'--symbols={symbols}')
            self.equal([(r.name, negative(r.self), negative(r.calls)) for r in read_flat(there.out)],
                       [(r.name, r.self, r.calls) for r in read_flat(here.out)], 'classic rows mirror', there)
            here, there = self.both_ways('-q', f'--symbols={symbols}')
            self.equal([classic_entry(e, -1) for e in read_graph(there.out)],
                       [classic_entry(e, 1) for e in read_graph(here.out)], 'classic entries mirror', there)
        _, edges = read_gml_graph(self.pair.show('--gml', '--gml-nodes=0', '--symbols=gprof', swap=True).out)
        self.equal(Counter((e['otherCalls'], e['baseCalls'], -e['diffCalls']) for e in edges),
                   Counter((e['baseCalls'], e['otherCalls'],
                            e['diffCalls']) for e in self.edges), 'edges mirror', self.gml)

    # --- each side is what gprof lists ---
    def equals_gprof(self, one, which):
        """Compares one side of the difference, "base" or "other", with gprof's listings of that side alone. Returns
        True, without comparing the graphs, if a cycle of the difference is not a cycle of that side: inclusive times
        then differ from gprof's."""
        flat, graph = self.pair.gprof(one, '-p'), self.pair.gprof(one, '-q')
        theirs = sorted((r.name, r.self, r.calls or 0) for r in read_flat(flat.out) if r.self or r.calls)
        ours = sorted((r.name, getattr(r, which), number_of(getattr(r, which + '_calls'))) for r in self.rows
                      if getattr(r, which) or number_of(getattr(r, which + '_calls')))
        self.equal(ours, theirs, f'{which}: self seconds and calls')
        listed = [e for e in read_graph(graph.out) if not e.whole]
        if self.lacks_cycle(listed):
            return True
        theirs, ours = defaultdict(list), defaultdict(list)
        for entry in listed:
            theirs[entry.name].append((entry.total, (entry.calls or 0, entry.self_calls)))
        for entry in self.entries:
            if not entry.whole:
                ours[entry.name].append((getattr(entry.row, which) or 0.0,
                                         calls_of(getattr(entry.row, which + '_calls'))))
        for name in {*theirs, *ours}:
            self.expect(all(abs(a[0] - b[0]) < CENT and a[1] == b[1] for a, b in paired(ours[name], theirs[name])),
                        f'{which}: inclusive time and calls of {name}: {ours[name]}, gprof says {theirs[name]}',
                        self.graph)
        return False

    def lacks_cycle(self, listed):
        """True if the functions of a cycle in the difference do not form one cycle in this side's own listing."""
        own, joined = defaultdict(list), defaultdict(list)
        for entry in listed:
            own[entry.cycle].append(entry.name)
        for entry in self.entries:
            if entry.cycle and not entry.whole:
                joined[entry.cycle].append(entry.name)
        own.pop(0, None)
        here = {entry.name for entry in listed}
        cycles = [sorted(n for n in names if n in here) for names in joined.values()]
        return any(len(c) > 1 and c not in [sorted(names) for names in own.values()] for c in cycles)

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
            whole = totals[which] - totals[f'no_{which}']  # the totals include time in no function
            self.expect(abs(total - whole) <= rounding, f'{which}: rows add up to {total}, not {whole}')
        self.expect(abs(totals['base'] - totals['other'] - totals['diff']) < CENT, f'difference of the totals {totals}')
        in_no_function = totals['no_base'] - totals['no_other']
        self.expect(abs(sum(r.diff for r in self.rows) + in_no_function - totals['diff']) <= rounding, 'differences add up')
        self.equal(totals['verdict'], expected_verdict(totals), 'the verdict') if totals['base'] > 1 else None
        sides = Counter(r.sides for r in self.rows)
        self.equal((sides['XX'], sides['X-'], sides['-X']),
                   (totals['f_both'], totals['f_base'], totals['f_other']), 'functions in the totals')
        arcs = Counter(status(e) for e in self.edges)
        self.equal((arcs['XX'], arcs['X-'], arcs['-X']), (totals['a_both'], totals['a_base'], totals['a_other']),
                   'arcs in the totals')
        impacts = sum(abs(r.impact) for r in self.rows)
        self.expect(impacts == 0 or abs(impacts - 100) <= 0.005 * len(self.rows) + 0.011,
                    f'impacts add up to {impacts}')
        for row in self.rows:
            self.expect(abs((row.base or 0) - (row.other or 0) - row.diff) < CENT, f'{row.name}: {row}')
            self.equal(number_of(row.diff_calls), number_of(row.base_calls) - number_of(row.other_calls),
                       f'calls of {row.name}')
            self.expect(row.impact * row.diff >= 0, f'sign of the impact of {row.name}')

    # --- the two layouts ---
    def classic_equals_side_by_side(self):
        outcome = self.pair.show('-p', '--symbols=gprof')
        classic = read_flat(outcome.out)
        self.equal([(r.name, r.percent, r.self) for r in classic], [(r.name, r.impact, r.diff) for r in self.rows],
                   'both layouts have the same rows', outcome)
        running = 0
        for row, both in zip(classic, self.rows):
            called = number_of(both.base_calls) or number_of(both.other_calls)
            self.equal(row.calls, number_of(both.diff_calls) if called else None, f'classic calls of {row.name}',
                       outcome)
            self.per_call_columns(row, number_of(both.base_calls), number_of(both.other_calls), outcome)
            running += abs(row.self)
            self.expect(abs(row.cumulative - running) <= 0.005 * (len(classic) + 1),
                        f'cumulative seconds of {row.name}: {row.cumulative}, added up {running:.2f}', outcome)

    def per_call_columns(self, row, base_calls, other_calls, outcome):
        """The two cells per call are filled if times and calls changed in the same direction, and calls by 5 % or
        more. Otherwise both cells are blank."""
        cells = row.self_per_call, row.total_per_call
        few = not row.calls or abs(row.calls) < 0.05 * max(base_calls, other_calls)
        times = [t for n in self.nodes.values() if n['name'] == row.name for t in (n['diffSelf'], n['diffTotal'])]
        if few or len(times) == 2:
            meant = not few and all(t * row.calls >= 0 for t in times)
            self.equal(None not in cells, meant, f'per-call columns of {row.name}', outcome)
        self.expect(cells == (None, None) or min(cells) >= 0, f'per-call columns of {row.name}: {cells}', outcome)

    def classic_graph_is_ordered(self):
        outcome = self.pair.show('-q', '--symbols=gprof')
        entries = read_graph(outcome.out)
        self.equal([e.number for e in entries], sorted(e.number for e in entries), 'entries by number', outcome)
        for above, below in zip(entries, entries[1:]):
            self.expect(abs(above.total) > abs(below.total) - 2 * CENT, f'entry {below.number} is out of order',
                        outcome)
        for entry in entries:
            callers = [abs(a.self + a.children) for a in entry.callers if a.self is not None]
            callees = [abs(a.self + a.children) for a in entry.callees if a.self is not None and not entry.whole]
            self.expect(all(a < b + 2 * CENT for a, b in zip(callers, callers[1:])), f'callers of {entry.number}',
                        outcome)
            self.expect(all(a > b - 2 * CENT for a, b in zip(callees, callees[1:])), f'callees of {entry.number}',
                        outcome)
        ours = Counter((e.name, e.whole, number_of(e.row.diff_calls)) for e in self.entries)
        self.equal(Counter((e.name, e.whole, e.calls or 0) for e in entries), ours, 'entries of both layouts', outcome)

    def graph_is_consistent(self):
        by_caller, by_callee = Counter(), Counter()
        here = {e.name for e in self.entries}
        for entry in self.entries:
            if entry.whole:
                continue
            for name, row in entry.callees:
                by_caller[(entry.name, name, row.base_calls, row.other_calls, row.sides)] += 1
            for name, row in entry.callers:
                by_callee[(name, entry.name, row.base_calls, row.other_calls, row.sides)] += 1
        # A function that was neither called nor sampled on either side has no entry, but may be listed as a caller.
        self.equal(Counter({a: n for a, n in by_callee.items() if a[0] in here}),
                   Counter({a: n for a, n in by_caller.items() if a[1] in here}),
                   'every arc stands at its caller and at its callee', self.graph)
        arcs = by_caller | by_callee
        edges = Counter((self.nodes[e['source']]['name'], self.nodes[e['target']]['name'],
                         e['baseCalls'], e['otherCalls'],
                         status(e)) for e in self.edges)
        listed = Counter()
        for (caller, callee, base, other, sides), count in arcs.items():
            listed[(caller, callee, number_of(base), number_of(other), sides)] += count
        # Calls with a count of 0 between functions without entries are in no listing.
        self.equal(Counter({e: n for e, n in (edges - listed).items() if e[2] or e[3]}), listed - edges,
                   'edges of the GML are the arcs of the listing', self.gml)

    # --- GML ---
    def gml_is_consistent(self):
        exact = defaultdict(list)
        for node in self.nodes.values():
            exact[node['name']].append(node)
            self.expect(abs(node['baseSelf'] - node['otherSelf'] - node['diffSelf']) < 1e-6, f'diffSelf of {node}',
                        self.gml)
            self.expect(abs(node['baseTotal'] - node['otherTotal'] - node['diffTotal']) < 1e-6, f'diffTotal of {node}',
                        self.gml)
        for row in self.rows:
            fits = [n for n in exact[row.name] if abs(n['baseSelf'] - (row.base or 0)) < 0.00501
                    and abs(n['otherSelf'] - (row.other or 0)) < 0.00501 and abs(n['diffSelf'] - row.diff) < 0.00501
                    and (n['baseCalls'], n['otherCalls']) == (number_of(row.base_calls), number_of(row.other_calls))]
            self.expect(fits, f'no node of the GML says what the row of {row.name} says', self.gml)
        missing = Counter(e.name for e in self.entries if not e.whole) - Counter(n['name'] for n in self.nodes.values())
        self.equal(missing, Counter(), 'entries without a node', self.gml)
        drawn = {end for e in self.edges for end in (e['source'], e['target'])}
        here = {e.name for e in self.entries}
        self.expect(all(n['id'] in drawn or n['name'] in here for n in self.nodes.values()),
                    'a node without entry and arcs', self.gml)
        for edge in self.edges:
            self.equal(edge['diffCalls'], edge['baseCalls'] - edge['otherCalls'], 'calls of an edge', self.gml)
            self.expect(abs(edge['diffTime'] - edge['baseTime'] + edge['otherTime']) < 1e-6, 'time of an edge',
                        self.gml)

    # --- --growth and --shrink ---
    def one_sided(self, option, sign):
        """The outputs of --growth and --shrink are ordinary profiles: a reader of gprof's text that does not expect
        minus signs can read them."""
        flat = self.pair.show('-p', option, '--symbols=gprof')
        graph = self.pair.show('-q', option, '--symbols=gprof')
        for outcome in (flat, graph):
            self.expect(not re.search(r'(^|[\s/+])-\d', outcome.out.split('\nbase ')[0]),
                        f'{option} has no negative number',
                        outcome)
        wanted, ours = defaultdict(list), defaultdict(list)
        for row in self.rows:
            wanted[row.name].append((max(0.0, sign * row.diff), (0, 0)))
        for row in read_flat(flat.out):
            ours[row.name].append((row.self, (0, 0)))
        for name in {*wanted, *ours}:
            self.expect(all(abs(a[0] - b[0]) < CENT for a, b in paired(ours[name], wanted[name])),
                        f'{option}: self seconds of {name}: {ours[name]} instead of {wanted[name]}', flat)
        # A function gets the change of all calls by others; the arcs whose calls changed in this direction share it.
        net, recursive, most = Counter(), Counter(), defaultdict(int)
        for edge in self.edges:
            caller, callee = self.nodes[edge['source']], self.nodes[edge['target']]
            change = sign * edge['diffCalls']
            if caller['id'] == callee['id']:
                recursive[callee['name']] += max(0, change)
            else:
                net[callee['id']] += change
            most[(caller['name'], callee['name'])] = max(most[(caller['name'], callee['name'])], change)
        counts = Counter()
        for node, change in net.items():
            counts[self.nodes[node]['name']] += max(0, change)
        ours, listed = Counter(), Counter()
        for row in read_flat(flat.out):
            ours[row.name] += row.calls or 0
        self.equal(+ours, +counts, f'{option}: calls', flat)
        for entry in read_graph(graph.out):
            for arc in entry.callers:
                listed[entry.name] += arc.count
                self.expect(arc.count <= most[(arc.name, entry.name)], f'{option}: {arc.name} calls {entry.name}', graph)
        self.equal(+listed, counts + recursive, f'{option}: calls by callers', graph)


def against_itself(checks, pair):
    """The difference between a run and itself is zero in every row and arc, in every format."""
    same = Pair(pair.name, pair.egprof, pair.base, pair.base)
    for symbols in ('--symbols=all', '--symbols=gprof'):
        flat, graph = same.show('-p', symbols), same.show('-q', symbols)
        listed = read_flat(pair.gprof(pair.base, '-p').out)
        rows = read_flat(flat.out)
        checks.expect(all(r.self == r.percent == r.cumulative == 0 and not r.calls for r in rows),
                      f'{pair.name}: a row of a run against itself', flat.command)
        if symbols == '--symbols=gprof':
            # gprof's flat profile omits functions that were called only by themselves.
            missing = Counter(r.name for r in listed) - Counter(r.name for r in rows)
            checks.equal(missing, Counter(), f'{pair.name}: rows that are missing', flat.command)
        numbers = [n for e in read_graph(graph.out) for a in [*e.callers, *e.callees]
                   for n in (a.self, a.children, a.count, a.of)] + [
                       n for e in read_graph(graph.out) for n in (e.percent, e.self, e.children, e.calls, e.self_calls)]
        checks.expect(not any(numbers), f'{pair.name}: an entry of a run against itself', graph.command)
        printed = ''.join(outcome.out.partition('\ndifference of two')[0] for outcome in (flat, graph))
        checks.expect('-0' not in printed, f'{pair.name}: a zero with a sign', flat.command)
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
    print(f'difference properties: {len(pairs)} pairs')
    checks.finish()


if __name__ == '__main__':
    main()
