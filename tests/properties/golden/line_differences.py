#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks properties that hold for every difference by source line (-l), in its text.

    tests/properties/golden/line_differences.py --egprof build/egprof/egprof

The difference between a run and itself is zero everywhere; A-B mirrors B-A; lines of two builds of one source are
matched. Each line has one row. Its numbers for each side are those of gprof's listing, in which the address ranges of
the line are added up.
"""
import re
from collections import Counter

from cells import CENT, mirrored, mirrored_entry, number_of, plain_entry
from checks import Checks, parse_arguments
from listings import read_flat, read_graph, read_side_flat, read_side_graph, read_totals
from pairs import Pair, side

from images import Builder


def glued(text):
    """Returns a listing in which names have no blanks, as the readers expect, and no addresses, for example
    "main(a.c:3)"."""
    return re.sub(r' \(([^ ()]+:\d+)(?: @ [0-9a-f]+)?\)', r'(\1)', text)


def pairs(egprof, builder):
    """Yields pairs of executions: two runs of one program, runs of two versions, and runs of two builds."""
    for name in ['lines-O1-g', 'cycles-O0-g', 'statics-O0-g', 'clones-O2-g', 'modules-O0-g', 'chain-O2-g']:
        first, second = builder.get(name, 1), builder.get(name, 2)
        yield Pair(f'{name}, two runs', egprof, side(first, 'gmon.out'), side(first, 'gmon.2'))
        yield Pair(f'{name}, two versions', egprof, side(first, 'gmon.out'), side(second, 'gmon.out'))
    yield Pair('cycles-O0-g and cycles-O2-nopie', egprof, side(builder.get('cycles-O0-g'), 'gmon.out'),
               side(builder.get('cycles-O2-nopie'), 'gmon.out'))
    yield Pair('objects-O0-g and objects-O2-g', egprof, side(builder.get('objects-O0-g'), 'gmon.out'),
               side(builder.get('objects-O2-g'), 'gmon.out'))


class Properties:
    def __init__(self, checks, pair):
        self.checks, self.pair = checks, pair
        self.flat = pair.show('-l', '-p', '--side-by-side', '--symbols=gprof')
        self.graph = pair.show('-l', '-q', '--side-by-side', '--symbols=gprof')
        self.rows = read_side_flat(glued(self.flat.out))
        self.entries = read_side_graph(glued(self.graph.out))

    def expect(self, holds, what, outcome=None):
        return self.checks.expect(holds, f'{self.pair.name}: {what}', (outcome or self.flat).command)

    def equal(self, actual, expected, what, outcome=None):
        return self.checks.equal(actual, expected, f'{self.pair.name}: {what}', (outcome or self.flat).command)

    def check_all(self):
        self.equal((self.flat.status, self.graph.status), (0, 0), 'exit status')
        self.mirrors()
        self.equals_gprof(self.pair.base, 'base')
        self.equals_gprof(self.pair.other, 'other')
        self.rows_add_up()
        self.functions_alone_have_entries()

    def mirrors(self):
        for symbols in ('all', 'gprof'):
            options = ('-l', '--side-by-side', f'--symbols={symbols}')
            here, there = self.pair.show('-p', *options), self.pair.show('-p', *options, swap=True)
            self.equal([mirrored(r) for r in read_side_flat(glued(there.out))], read_side_flat(glued(here.out)),
                       'rows mirror', there)
            here, there = self.pair.show('-q', *options), self.pair.show('-q', *options, swap=True)
            self.equal([mirrored_entry(e) for e in read_side_graph(glued(there.out))],
                       [plain_entry(e) for e in read_side_graph(glued(here.out))], 'entries mirror', there)

    def equals_gprof(self, one, which):
        listing = self.pair.gprof(one, '-l', '-p')
        if 'somebody miscounted' in listing.err:
            return
        theirs, ours, calls = Counter(), Counter(), Counter()
        stretches = Counter()
        for row in read_flat(glued(listing.out)):
            theirs[row.name] += row.self
            calls[row.name] += row.calls or 0
            stretches[row.name] += 1
        for row in self.rows:
            ours[row.name] += getattr(row, which) or 0
            calls[row.name] -= number_of(getattr(row, which + '_calls'))
        for name in {*theirs, *ours}:
            self.expect(abs(theirs[name] - ours[name]) < CENT * (stretches[name] + 1),
                        f'{which}: {name} has {ours[name]} seconds, gprof says {theirs[name]}')
        self.equal(+calls + -calls, Counter(), f'{which}: calls that gprof counts otherwise')

    def rows_add_up(self):
        totals = read_totals(self.flat.out)
        for which in ('base', 'other'):
            total = sum(getattr(r, which) or 0 for r in self.rows)
            whole = totals[which] - totals[f'no_{which}']  # the totals include time in no function
            self.expect(abs(total - whole) <= 0.005 * (len(self.rows) + 1) + 1e-6,
                        f'{which}: rows add up to {total}, not {whole}')
        # A function has its own row in addition to that of its first line. A function of a header has its own row for
        # every compilation unit that contains it.
        functions = self.functions_named(self.pair.base) | self.functions_named(self.pair.other)
        names = Counter(r.name for r in self.rows if '(' in r.name)
        several = {n: rows for n, rows in names.items() if rows > 1 + max(1, functions[n.split('(')[0]])}
        self.expect(not several, f'lines with several rows: {several}')

    def functions_named(self, one):
        """Returns the number of functions with each name on one side. The union `|` of both sides keeps the larger
        number."""
        return Counter(row.name for row in read_flat(self.pair.gprof(one, '-p', '-z').out))

    def functions_alone_have_entries(self):
        called = {r.name for r in self.rows if number_of(r.base_calls) or number_of(r.other_calls)}
        here = {e.name for e in self.entries}
        self.expect(not any(e.whole for e in self.entries), 'no cycle as a whole', self.graph)
        self.equal(called - here, set(), 'functions without an entry', self.graph)
        classic = self.pair.show('-l', '-q', '--symbols=gprof')
        self.equal(Counter(e.name for e in read_graph(glued(classic.out))), Counter(e.name for e in self.entries),
                   'entries of both layouts', classic)


def against_itself(checks, pair):
    same = Pair(pair.name, pair.egprof, pair.base, pair.base)
    for symbols in ('--symbols=all', '--symbols=gprof'):
        flat = same.show('-l', '-p', '--side-by-side', symbols)
        graph = same.show('-l', '-q', '--side-by-side', symbols)
        rows = read_side_flat(glued(flat.out))
        rows += [r for e in read_side_graph(glued(graph.out)) for r in [e.row, *(r for _, r in e.callers + e.callees)]]
        checks.expect(rows and all(r.diff in (None, 0) and not number_of(r.diff_calls) and r.sides == 'XX' and
                                   r.base == r.other and r.base_calls == r.other_calls for r in rows),
                      f'{pair.name}: a run against itself', flat.command)


def builds_share_lines(checks, pair):
    """Lines with time in both builds are matched."""
    rows = read_side_flat(glued(pair.show('-l', '-p', '--side-by-side').out))
    checks.expect(any(r.sides == 'XX' and r.base and r.other and '(' in r.name for r in rows),
                  f'{pair.name}: a line of both builds', pair.show('-l', '-p', '--side-by-side').command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, builder = Checks(), Builder(arguments.data)
    all_pairs = list(pairs(arguments.egprof, builder))
    for pair in all_pairs:
        try:
            Properties(checks, pair).check_all()
            against_itself(checks, pair)
            builds_share_lines(checks, pair)
        except (ValueError, KeyError, IndexError) as error:
            checks.expect(False, f'{pair.name}: cannot be read: {type(error).__name__} {error}',
                          pair.show('-l', '--side-by-side', '--symbols=gprof').command)
    print(f'differences by line: {len(all_pairs)} pairs')
    checks.finish()


if __name__ == '__main__':
    main()
