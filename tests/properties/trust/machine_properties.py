#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""For 300 random pairs, checks that CSV, JSON and text agree, and that rows can be joined with both sides' listings.

    tests/properties/trust/machine_properties.py --egprof build/egprof/egprof
"""
import tempfile
from collections import defaultdict

from programs import Difference, execution, tables  # also makes the modules of tests/properties/golden importable
from random_pairs import random_pairs
from cells import CENT, number_of, paired
from checks import GPROF, Checks, parse_arguments, run
from listings import read_flat, read_side_flat

PAIRS = 300
WITH_GPROF = 4  # every fourth pair is also compared with gprof's own listings
SIDES = ('base', 'other')
FIGURES = {'self': 'Self', 'total': 'Total', 'calls': 'Calls', 'selfCalls': 'SelfCalls'}
PRINTED = 0.005 + 1e-9
SIGNS = {'onlyBase': 'X-', 'onlyOther': '-X'}


def value(cell):
    return float(cell) if cell else None


def csv_equals_json(checks, pair, difference, options):
    """CSV has the same rows as JSON, in the same order and with the same digits."""
    outcome = run(pair.egprof, '--format=csv', '-p', '--no-demangle', *options, *pair.sides[0], '--subtract',
                  *pair.sides[1])
    rows = tables(outcome.out)[0]
    checks.equal([r['linkageName'] for r in rows], [f['linkageName'] for f in difference.rows()],
                 f'{pair.name}: rows of CSV', outcome.command)
    for row, function in zip(rows, difference.rows()):
        ours = [row['status'], row['match'] or None, int(row['id']), row['file'] or None, float(row['impact'])]
        theirs = [function[key] for key in ('status', 'match', 'id', 'file', 'impact')]
        for side, prefix in (('base', 'base'), ('other', 'other'), ('difference', 'diff')):
            for figure, column in FIGURES.items():
                ours.append(value(row[prefix + column]))
                theirs.append(function[side] and function[side][figure])
        for key in ('p', 'q', 'low', 'high', 'baseMean', 'otherMean', 'baseDeviation', 'otherDeviation'):
            ours.append(value(row[{'low': 'diffSelfLow', 'high': 'diffSelfHigh'}.get(key, key)]))
            theirs.append(function['significance'][key])
        ours.append(row['significant'])
        theirs.append(str(function['significance']['significant']).lower())
        checks.equal(ours, theirs, f'{pair.name}: {function["linkageName"]} in CSV', outcome.command)


def text_equals_json(checks, pair, difference):
    """The text has the same numbers as JSON, rounded to two decimals."""
    outcome = run(pair.egprof, '-b', '-p', '--side-by-side', '--no-demangle', *pair.sides[0], '--subtract',
                  *pair.sides[1])
    rows, functions = read_side_flat(outcome.out), difference.rows()
    checks.equal([(r.name, r.sides) for r in rows],
                 [(f['linkageName'], SIGNS.get(f['status'], 'XX')) for f in functions], f'{pair.name}: rows of text',
                 outcome.command)
    for row, function in zip(rows, functions):
        exact = [function['impact'], function['difference']['self']]
        shown = [row.impact, row.diff]
        for side in SIDES:
            numbers = function[side]
            used = numbers and (numbers['self'] or numbers['calls'] or numbers['selfCalls'])
            printed = getattr(row, side)
            checks.equal(printed is not None, bool(used), f'{pair.name}: the {side} cell of {row.name}',
                         outcome.command)
            shown.append(printed or 0)
            exact.append(numbers['self'] if used else 0)
            checks.equal(number_of(getattr(row, side + '_calls')), numbers['calls'] if numbers else 0,
                         f'{pair.name}: {side} calls of {row.name}', outcome.command)
        checks.expect(all(abs(a - b) <= PRINTED for a, b in zip(shown, exact)),
                      f'{pair.name}: {row.name}: printed {shown}, exactly {exact}', outcome.command)
        checks.equal(number_of(row.diff_calls), function['difference']['calls'], f'{pair.name}: calls of {row.name}',
                     outcome.command)


def joins_back(checks, pair, difference):
    """The numbers of a side's functions are those of its own listing; no function is missing or added."""
    whole = not difference.data['joinedCycles']
    for side, files in zip(SIDES, (pair.base, pair.other)):
        own, ours = defaultdict(list), defaultdict(list)
        for function in execution(pair.egprof, '-z', '--symbols=all', pair.image, *files):
            own[(function['linkageName'], function['file'])].append(figures(function['numbers'], whole))
        for function in difference.functions:
            if function[side] and any(figures(function[side], False)):
                ours[(function['linkageName'], function['file'])].append(figures(function[side], whole))
        listed = {key: sorted(rows) for key, rows in own.items() if any(any(r[:3]) for r in rows)}
        checks.equal(sorted(ours, key=str), sorted(listed, key=str), f'{pair.name}: functions of the {side}',
                     difference.command)
        for key, rows in ours.items():
            theirs = [r for r in listed.get(key, []) if any(r[:3])]
            checks.expect(len(rows) == len(theirs) and all(close(a, b) for a, b in zip(sorted(rows), theirs)),
                          f'{pair.name}: {side} of {key}: {rows}, its own listing says {theirs}', difference.command)


def figures(numbers, whole):
    row = [numbers['self'], numbers['calls'], numbers['selfCalls']]
    return [*row, numbers['total']] if whole else row


def close(a, b):
    return all(abs(x - y) <= 1e-9 * max(1, abs(x)) for x, y in zip(a, b))


def joins_gprof(checks, pair):
    """Self time and calls of each function are those that gprof prints."""
    difference = Difference(pair.egprof, *pair.sides, '--symbols=gprof')
    for side, files in zip(SIDES, (pair.base, pair.other)):
        theirs, ours = defaultdict(list), defaultdict(list)
        for row in read_flat(run(GPROF, '-b', '-p', '--no-demangle', pair.image, *files).out):
            if row.self or row.calls:
                theirs[row.name].append((row.self, (row.calls or 0, 0)))
        for function in difference.functions:
            numbers = function[side]
            if numbers and (numbers['calls'] or round(numbers['self'], 2)):
                ours[function['linkageName']].append((numbers['self'], (numbers['calls'], 0)))
        for name in {*theirs, *ours}:
            checks.expect(all(abs(a[0] - b[0]) < CENT and a[1] == b[1] for a, b in paired(ours[name], theirs[name])),
                          f'{pair.name}: {side} of {name}: {ours[name]}, gprof says {theirs[name]}',
                          difference.command)


class Judged:
    """A pair of executions, and the egprof program that compares them."""

    def __init__(self, egprof, pair):
        self.egprof, self.pair = egprof, pair

    def __getattr__(self, name):
        return getattr(self.pair, name)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        for number, pair in enumerate(random_pairs(arguments, folder, PAIRS)):
            pair = Judged(arguments.egprof, pair)
            difference = Difference(arguments.egprof, *pair.sides, '--significance')
            csv_equals_json(checks, pair, difference, ['--significance'])
            text_equals_json(checks, pair, difference)
            joins_back(checks, pair, difference)
            if number % WITH_GPROF == 0:
                joins_gprof(checks, pair)
    print(f'{PAIRS} pairs of random profiles')
    checks.finish()


if __name__ == '__main__':
    main()
