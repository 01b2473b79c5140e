#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks properties of 300 pairs of random profiles: A-A is zero, and A-B is B-A with the opposite sign.

    tests/properties/trust/mirror_properties.py --egprof build/egprof/egprof

The properties are checked in JSON and CSV with every listing and with verdicts, and in the text with every column.
No condition about growth holds if a run is compared with itself.
"""
import re
import tempfile

from programs import Difference, tables
from checks import Checks, parse_arguments, run
from random_pairs import random_pairs

PAIRS = 300
EVERYTHING = ('-p', '-q', '-C')
ALL_COLUMNS = '--columns=impact,self,interval,deviation,total,share,ratio,per-call,calls'
# None of these conditions holds if nothing differs.
CONDITIONS = ['self > 0s', 'self > 0%', 'self > +0.001ms', 'self < 0s', 'self != 0s', 'total > 0s', 'total < 0%',
              'total != 0us', 'calls > 0', 'calls > 0%', 'calls < 0', 'calls != 0', 'program > 0%', 'program != 0s',
              'significant', 'only-base', 'only-other', 'only-base or only-other or significant', 'not self = 0s',
              'not (calls = 0 and total = 0s)', 'self > +5% and self > 0.05s and significant']
SWAPPED = {'onlyBase': 'onlyOther', 'onlyOther': 'onlyBase'}
MIRRORED_NAMES = {'base': 'other', 'other': 'base'}


def near(a, b):
    numbers = isinstance(a, (int, float)) and isinstance(b, (int, float))
    return a == b or (numbers and abs(a - b) <= 1e-9 * max(1, abs(a)))


def same(a, b):
    """True if both values are equal, apart from the last digits of numbers."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return near(a, b)


def negative(value):
    return {k: negative(v) for k, v in value.items()} if isinstance(value, dict) else value and -value


def other_name(key):
    """Returns the key for the same value of the other side; for example, otherSelf for baseSelf and vice versa."""
    found = re.match(r'base|other', key)
    return MIRRORED_NAMES[found[0]] + key[found.end():] if found else key


def mirrored(value, key=''):
    """Returns a JSON value as it is in the opposite difference."""
    if key in ('difference', 'impact', 'graphImpact'):
        return negative({k: v for k, v in value.items() if k not in ('percent', 'sumOfChanges')}) \
            if isinstance(value, dict) else negative(value)
    if key == 'presence':
        return {what: {SWAPPED.get(k, k): n for k, n in counts.items()} for what, counts in value.items()}
    if key == 'significance' and 'low' in value:
        value = {**value, 'low': negative(value['high']), 'high': negative(value['low'])}
    if isinstance(value, dict):
        return {other_name(k): mirrored(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [mirrored(v) for v in value]
    return SWAPPED.get(value, value) if key == 'status' else value


def plain(value, key=''):
    """Returns the value without parts that are not mirrored: percentages of one side, and labels."""
    if key == 'difference':
        return {k: v for k, v in value.items() if k not in ('percent', 'sumOfChanges')}
    if isinstance(value, dict):
        return {k: plain(v, k) for k, v in value.items()}
    return [plain(v) for v in value] if isinstance(value, list) else value


def mirrored_verdict(verdict):
    """Returns the verdict of the other direction, without its sentence and its reason, which may name a side."""
    kind = {'less': 'more', 'more': 'less'}.get(verdict['kind'], verdict['kind'])
    low, high = (None if end is None else -end for end in (verdict['high'], verdict['low']))
    return {'kind': kind, 'low': low, 'high': high}


def mirrors_in_json(checks, pair, here, there):
    ours, theirs = plain(here.data), mirrored(there.data)
    verdict = {key: value for key, value in here.data['verdict'].items() if key not in ('text', 'why')}
    checks.expect(same(verdict, mirrored_verdict(there.data['verdict'])), f'{pair.name}: the verdict mirrors: '
                  f'{verdict} and {there.data["verdict"]}', here.command)
    for key in ('verdict', 'conditions', 'doubts'):
        ours.pop(key), theirs.pop(key)
    for key in ('joinedCycles', 'remarks'):  # sentences that name the sides
        for data in (ours, theirs):
            data.pop(key, None)
            data['significance'].pop(key, None)
    for key in sorted({*ours, *theirs}):
        checks.expect(same(ours.get(key), theirs.get(key)), f'{pair.name}: {key} mirrors in JSON: '
                      f'{first_difference(ours.get(key), theirs.get(key))}', here.command)


def first_difference(a, b):
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return next((f'{x} and {y}' for x, y in zip(a, b) if not same(x, y)), '')[:1500]
    return f'{a} and {b}'[:1500]


def mirrored_cells(row):
    out = {}
    for key, cell in row.items():
        if key in ('impact', 'diffSelfLow', 'diffSelfHigh') or key.startswith('diff'):
            cell = str(0 - float(cell)) if cell else cell
            key = {'diffSelfLow': 'diffSelfHigh', 'diffSelfHigh': 'diffSelfLow'}.get(key, key)
        out[other_name(key)] = SWAPPED.get(cell, cell) if key == 'status' else cell
    return out


def numbers(row):
    return {key: float(cell) if re.fullmatch(r'-?\d+(\.\d+)?(e-?\d+)?', cell) else cell for key, cell in row.items()}


def mirrors_in_csv(checks, pair, here, there):
    ours, theirs = (tables(outcome.out.partition('\r\n\r\nrow,result,low,high,')[0]) for outcome in (here, there))
    checks.equal([len(t) for t in ours], [len(t) for t in theirs], f'{pair.name}: rows of CSV', here.command)
    checks.equal(len(ours), 3, f'{pair.name}: tables', here.command)
    for one, two in zip(ours, theirs):
        one, two = [numbers(r) for r in one], [numbers(mirrored_cells(r)) for r in two]
        checks.expect(same(one, two), f'{pair.name}: CSV mirrors: {first_difference(one, two)}', here.command)


# Groups of columns in the text: (name, widths, sources). A column of the opposite difference has the value of the
# column at the index in `sources`, with the opposite sign if the second number is -1. The sources are None if the group
# cannot be mirrored.
GROUPS = [('impact', [6], [(0, -1)]), ('self', [9, 9, 9], [(1, 1), (0, 1), (2, -1)]),
          ('interval', [9, 9, 2], [(1, -1), (0, -1), (2, 0)]), ('deviation', [9, 9], [(1, 1), (0, 1)]),
          ('total', [9, 9, 9], [(1, 1), (0, 1), (2, -1)]), ('share', [9, 9, 9], [(1, 1), (0, 1), (2, -1)]),
          ('ratio', [9], None), ('per-call', [9, 9, 9], [(1, 1), (0, 1), (2, -1)]),
          ('calls', [11, 10, 10], [(1, 1), (0, 1), (2, -1)])]


def read_columns(text):
    """Returns {group: cells} of each row, with sides and name; None if a number is wider than its column."""
    rows = []
    for line in text.split('  +-  name\n', 1)[1].splitlines():
        if not line.strip():
            break
        row, at = {}, 0
        for group, widths, _ in GROUPS:
            cells = []
            for width in widths:
                cells.append(line[at:at + width].strip())
                at += width
            row[group] = cells
        row['sides'], row['name'] = line[at:at + 4].strip(), line[at + 6:]
        rows.append(row if row['sides'] in ('XX', 'X-', '-X') else None)
    return rows


def mirrored_columns(row):
    out = {'sides': {'X-': '-X', '-X': 'X-'}.get(row['sides'], row['sides']), 'name': row['name']}
    for group, _, mirror in GROUPS:
        if mirror:
            out[group] = [signed(row[group][place], sign) for place, sign in mirror]
    return out


def signed(cell, sign):
    if sign >= 0 or not re.search('[1-9]', cell):
        return cell
    return cell[1:] if cell.startswith('-') else '-' + cell


def mirrors_in_columns(checks, pair, here, there):
    ours, theirs = read_columns(here.out), read_columns(there.out)
    checks.equal(len(ours), len(theirs), f'{pair.name}: rows with every column', here.command)
    wide = sum(row is None for row in ours + theirs)
    checks.expect(wide * 4 <= len(ours), f'{pair.name}: {wide} rows of {len(ours)} cannot be read', here.command)
    for one, two in zip(ours, theirs):
        if one is None or two is None:
            continue
        ratio = one.pop('ratio')[0]
        checks.equal(one, mirrored_columns(two), f'{pair.name}: columns of {one["name"]} mirror', here.command)
        base, other = (float(cell or 0) for cell in one['self'][:2])
        if base >= 1:
            checks.expect(abs(float(ratio) - other / base) < 0.0051 + 0.01 * (1 + other / base) / base,
                          f'{pair.name}: ratio of {one["name"]}: {ratio} for {other} by {base}', here.command)
        else:
            checks.expect(bool(ratio) or base == 0, f'{pair.name}: no ratio for {one["name"]}', here.command)


def is_unjudged(difference, verdict):
    """True for a verdict without numbers in a difference from which nothing can be concluded."""
    return (difference.data['significance']['evidence'] == 'none' and difference.data['verdict']['kind'] == 'unknown'
            and all(verdict[key] is None for key in ('low', 'high', 'p', 'q')))


def marks_what_noise_explains(checks, pair, here, rows):
    """The ~ in the text agrees with the verdict in JSON, for every function that differs at all."""
    for row, function in zip(rows, here.rows()):
        if row is None:
            continue
        verdict = function['significance']
        noise = not verdict['significant'] and not is_unjudged(here, verdict) and function['difference']['self'] != 0
        checks.equal((row['name'], row['interval'][2]), (function['linkageName'], '~' if noise else ''),
                     f'{pair.name}: what noise explains', here.command)


def zero(value):
    return all(map(zero, value.values())) if isinstance(value, dict) else not value


def against_itself(checks, egprof, pair):
    sides = pair.sides[0], pair.base
    same_run = Difference(egprof, *sides, '--significance', *[f'--fail-if={c}' for c in CONDITIONS],
                          listings=EVERYTHING)
    checks.expect(same_run.outcome.status != 3, f'{pair.name}: a condition holds of a run against itself: '
                  f'{same_run.outcome.err}', same_run.command)
    checks.expect('same file is on both sides' in same_run.outcome.err, f'{pair.name}: said to be the same run',
                  same_run.command)
    for function in same_run.functions + same_run.data['cycles']:
        checks.expect(zero(function['difference']) and zero(function['impact']) and function['status'] == 'unchanged'
                      and function['base'] == function['other'],
                      f'{pair.name}: against itself: {function}', same_run.command)
    for function in same_run.functions:
        verdict = function['significance']
        checks.expect(not verdict['significant'] and (is_unjudged(same_run, verdict) or verdict['p'] == verdict['q'] == 1
                      and verdict['low'] <= 0 <= verdict['high'] and abs(verdict['low'] + verdict['high']) < 1e-9),
                      f'{pair.name}: verdict on {function["name"]} against itself: {verdict}', same_run.command)
    arcs = same_run.data.get('arcs', [])
    checks.expect(all(zero(arc['difference']) and arc['status'] == 'unchanged' for arc in arcs),
                  f'{pair.name}: an arc against itself', same_run.command)
    text = run(egprof, '-b', '-p', '--no-demangle', '--significance', ALL_COLUMNS, *sides[0], '--subtract', *sides[1])
    for row in read_columns(text.out):
        if row is None:
            continue
        zeros = [row[group][2] for group in ('self', 'total', 'share', 'per-call', 'calls')] + row['impact']
        checks.expect(not any(re.search('[1-9]|-', cell) for cell in zeros) and row['ratio'] in ([''], ['1.00'])
                      and row['interval'][2] == '', f'{pair.name}: a row against itself: {row}', text.command)


def both_ways(checks, egprof, pair):
    here, there = (Difference(egprof, *sides, '--significance', listings=EVERYTHING)
                   for sides in (pair.sides, pair.swapped))
    mirrors_in_json(checks, pair, here, there)
    options = ['--no-demangle', '--significance']
    csv = [run(egprof, '--format=csv', *EVERYTHING, *options, *first, '--subtract', *second)
           for first, second in (pair.sides, pair.swapped)]
    mirrors_in_csv(checks, pair, *csv)
    text = [run(egprof, '-b', '-p', ALL_COLUMNS, *options, *first, '--subtract', *second)
            for first, second in (pair.sides, pair.swapped)]
    mirrors_in_columns(checks, pair, *text)
    marks_what_noise_explains(checks, pair, here, read_columns(text[0].out))


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        for pair in random_pairs(arguments, folder, PAIRS):
            against_itself(checks, arguments.egprof, pair)
            both_ways(checks, arguments.egprof, pair)
    print(f'{PAIRS} pairs of random profiles, {len(CONDITIONS)} conditions')
    checks.finish()


if __name__ == '__main__':
    main()
