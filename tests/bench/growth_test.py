#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that the work of commands grows in proportion to their input: counts instructions for inputs of three sizes.

    tests/bench/growth_test.py --egprof build/egprof/egprof
"""
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / 'properties' / 'golden'))
from checks import Checks, parse_arguments  # noqa: E402
from growth import CASES, MOST, Meter, exponent, measure  # noqa: E402

# Inputs for which the work once grew with the square.
ONCE_SQUARE = ('all-rows', 'runs', 'paired-threads', 'metric-table', 'suggested-renames', 'deep-path')


def main():
    egprof = Path(parse_arguments(__doc__).egprof).resolve()
    checks = Checks()
    if shutil.which('valgrind') is None:
        print('skipped: needs valgrind')
        return checks.finish()
    for name in ONCE_SQUARE:
        sizes, counts, _ = measure(CASES[name], Meter(egprof, True), 1, 2)
        power = exponent(sizes, counts)
        checks.expect(power <= MOST, f'the work for {name} grows with the power {power:.2f}', f'{sizes}: {counts}')
    return checks.finish()


if __name__ == '__main__':
    main()
