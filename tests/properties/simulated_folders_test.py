#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what 'egprof diff DIR' finds in folders of recorded runs whose truth is known.

Each folder has pairs of runs of a program with 100 functions, whose median is 30 samples a run. Every function has noise
of its own (3 %), and the speed of the machine drifts from pair to pair. Six functions take 5 to 100 % more. The table
has the mean share of false functions among those found (FDP), and the share of changes found.

    tests/properties/simulated_folders_test.py --egprof build/egprof/egprof

With PROFDIFF_TEST_FULL=1, 300 folders: 25 for each number of pairs and drift; otherwise 12.
"""
import json
import math
import os
import random
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / 'tests/cli/record_folder'), str(TOP / 'tests/properties/golden')]
from checks import Checks, parse_arguments, run  # noqa: E402
from folders import Folder  # noqa: E402

FULL = os.environ.get('PROFDIFF_TEST_FULL') == '1'
CHANGED = [f'f{i}' for i in range(6)]
FOLDERS = 25 if FULL else 3
PAIRS = (3, 5, 10, 20) if FULL else (5, 20)
DRIFTS = (0, .03, .1) if FULL else (.03, .1)


def programs(chance):
    """Returns the mean numbers of samples of 100 functions in both programs."""
    base = {f'f{i}': math.exp(chance.gauss(math.log(30), 1.2)) for i in range(100)}
    other = dict(base)
    for name in CHANGED:
        other[name] *= 1 + chance.uniform(.05, 1)
    return [base, other]


def judge(checks, egprof, folder, pairs, drift, seed):
    """Returns the share of false functions among those found, and the share of changes found."""
    record = Folder(folder / f'{pairs}-{drift}-{seed}', programs(random.Random(seed)), pairs, seed=seed, drift=drift,
                    own=.03)
    shown = run(egprof, 'diff', record.path, '--json=-')
    checks.equal(shown.status, 0, 'status', shown.command)
    found = {each['name'] for each in json.loads(shown.out)['functions'] if each['significance']['significant']}
    true = len(found & set(CHANGED))
    return (len(found) - true) / max(1, len(found)), true / len(CHANGED)


def main():
    egprof = parse_arguments(__doc__.splitlines()[0]).egprof
    checks, false, power = Checks(), [], {}
    with tempfile.TemporaryDirectory() as folder:
        print('pairs  drift  FDP   found')
        for pairs in PAIRS:
            for drift in DRIFTS:
                first = 1000 * pairs + 100 * DRIFTS.index(drift)
                cell = [judge(checks, egprof, Path(folder), pairs, drift, first + i) for i in range(FOLDERS)]
                fdp, found = (sum(column) / len(cell) for column in zip(*cell))
                print(f'{pairs:5}  {drift:5}  {fdp:.3f} {found:.3f}')
                false += [each[0] for each in cell]
                power.setdefault(pairs, []).extend(each[1] for each in cell)
    mean = sum(false) / len(false)
    checks.expect(mean <= .06, f'false functions among those found: {mean:.3f}')
    few, many = (sum(power[pairs]) / len(power[pairs]) for pairs in (min(PAIRS), max(PAIRS)))
    checks.expect(few < many >= .75, f'found with few and with many pairs: {few:.3f}, {many:.3f}')
    checks.finish()


if __name__ == '__main__':
    main()
