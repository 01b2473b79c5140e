#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes benchmark cases into folders: make_cases.py FOLDER [--size F] [--quick] [CASE...].

FOLDER/CASE gets the image and the profiles. FOLDER/CASE/arguments lists the arguments of gprof and egprof in that
folder. For a difference, the last four lines of FOLDER/CASE/arguments are the image and the profile of the base, and
the image and the profile of the other execution."""
import argparse
import os
import random
import time

from cases import CASES, DIFFERENCES, hello


def make(case, folder, size):
    """Writes the case at this size unless it exists already; returns the list of arguments for gprof and egprof."""
    done = os.path.join(folder, 'arguments')
    if not os.path.exists(done):
        os.makedirs(folder, exist_ok=True)
        arguments = case.make(folder, size, random.Random(f'{case.name} {size}'))
        with open(done, 'w') as file:
            file.write('\n'.join(arguments) + '\n')
    with open(done) as file:
        return file.read().splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('folder')
    parser.add_argument('cases', nargs='*', metavar='CASE')
    parser.add_argument('--size', type=float, default=1.0, help='this many times the full size')
    parser.add_argument('--quick', action='store_true', help='the sizes of a quick run')
    options = parser.parse_args()
    for case in [*CASES, *DIFFERENCES, hello]:
        if options.cases and case.name not in options.cases:
            continue
        start = time.monotonic()
        size = max(1, int(options.size * (case.quick if options.quick else case.full)))
        make(case, os.path.join(options.folder, case.name), size)
        print(f'{case.name}: {size} {case.unit}, {time.monotonic() - start:.1f} s', flush=True)


if __name__ == '__main__':
    main()
