#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks every row of the manual's lists of deviations from gprof: both gprof and egprof behave as described.

The lists in man/egprof.1 and the functions decorated with @row must name the same rows.
"""
import argparse
import os
import re
import shutil
import sys
import tempfile

import difference_rows
import input_rows
import listing_rows
import text_rows
from scene import Scene

from deviations import DEVIATIONS  # the deviations that the oracle accepts

MANUAL = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', 'man', 'egprof.1')


def rows_of_manual():
    """Returns the names of the rows in the manual's lists, as a reader of the formatted page sees them."""
    with open(MANUAL, encoding='utf-8') as file:
        section = file.read().split('.Sh DEVIATIONS FROM GNU GPROF', 1)[1].split('.Sh ', 1)[0]
    cells = re.findall(r'^\.It (.*)$', section, re.M)
    return [re.sub(r' (?:No|Ar|Pa) ', ' ', re.sub(r'\bFl (\w)', r'-\1', f' {cell}')).strip().replace(' ,', ',') for cell in cells]


def check_row(name, check, egprof):
    """Returns the numbers of true and false statements of one row."""
    right = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for statement, true in check(Scene(egprof, folder)):
            if true:
                right += 1
            else:
                wrong += 1
                print(f'FAILED: {name}: {statement}')
    if right + wrong < 2:
        print(f'FAILED: {name}: one statement about gprof and one about egprof are needed')
        wrong += 1
    return right, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--egprof', required=True)
    parser.add_argument('--only', help='a regular expression for the names of rows', default='')
    options = parser.parse_args()
    checks = {**text_rows.ROWS, **input_rows.ROWS, **listing_rows.ROWS, **difference_rows.ROWS}
    documented = rows_of_manual()
    passed = failed = skipped = 0
    for name in sorted({deviation.name for deviation in DEVIATIONS} - set(documented)):
        print(f'FAILED: "{name}", which the oracle knows, is not in the manual')
        failed += 1
    for name in sorted(set(documented) ^ set(checks)):
        print(f'FAILED: "{name}" is ' + ('in the manual, without a check' if name in documented else 'not in the manual'))
        failed += 1
    for name, check in checks.items():
        if not re.search(options.only, name):
            continue
        if check in difference_rows.NEED_CLANG and not shutil.which('clang'):
            print(f'SKIPPED: {name}: clang is not there (Debian: clang)')
            skipped += 1
        else:
            right, wrong = check_row(name, check, os.path.abspath(options.egprof))
            passed, failed = passed + right, failed + wrong
    print(f'{len(checks)} rows; {passed} passed, {failed} failed, {skipped} skipped')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
