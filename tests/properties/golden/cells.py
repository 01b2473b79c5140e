# SPDX-License-Identifier: GPL-3.0-or-later
"""Converts cells, rows and entries of a difference to numbers, and mirrors them, from A-B to B-A."""
import re

CENT = 0.0101  # tolerance for comparing a number with two decimals to a sum or difference of such numbers


def number_of(cell):
    """Returns the number of calls in a cell, without recursive calls; for example, 4 for '4+16' and -2 for '-2-8'."""
    found = re.match(r'-?\d+', str(cell))
    return int(found[0]) if found else 0


def paired(ours, theirs):
    """Pairs the entries (seconds, calls) of functions with the same name. Entries with neither calls nor time may be
    missing."""
    length = max(len(ours), len(theirs))
    return zip(*(sorted(entries + [(0.0, (0, 0))] * (length - len(entries)), key=lambda entry: entry[::-1])
                 for entries in (ours, theirs)))


def calls_of(cell):
    """Returns the calls in a cell and the recursive calls, which follow the sign between the two numbers."""
    found = re.fullmatch(r'(-?\d+)([+-]\d+)?', cell)
    return (int(found[1]), int(found[2] or 0)) if found else (0, 0)


def negative(number):
    return None if number is None else 0 - number


def negative_cell(cell):
    """Mirrors a cell of calls; for example, 2+8 becomes -2-8."""
    parts = [0 - int(n) for n in re.findall(r'[+-]?\d+', cell)]
    return ''.join(str(n) if i == 0 else f'{n:+d}' for i, n in enumerate(parts))


def mirrored(row):
    return type(row)(row.other, row.base, negative(row.diff), row.other_calls, row.base_calls,
                     negative_cell(row.diff_calls),
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
    if re.match('cannot tell: .* does not fit the code', totals['verdict'] or ''):
        return totals['verdict']  # generated samples can lie outside of the code
    said = re.match(r'other takes (\d+\.\d) % (less|more)\b', totals['verdict'] or '')
    close = said and abs(float(said[1]) - abs(percent)) < 1.5 and (said[2] == 'less') == (percent > 0)
    return totals['verdict'] if close or abs(percent) < 0.1 else f'other takes {abs(percent):.1f} % …'
