#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests planted changes in stacks: intervals of self and inclusive times must be right, and equal sides must not be
found to differ.

    tests/properties/trust/planted_stacks.py --egprof build/egprof/egprof

The library itself draws, runs and judges random programs (judge_contexts.cpp): one run per side with equal and with
unequal samples, and several runs that vary by more than the sampling error. With PROFDIFF_TEST_FULL=1 each cell has
1,000 pairs.
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'golden'))
from checks import TOP, Checks, parse_arguments  # noqa: E402

FULL = os.environ.get('PROFDIFF_TEST_FULL') == '1'
SIMULATION = Path(os.environ.get('BUILD_DIR', TOP / 'build')) / 'tests/judge_contexts'
TRIALS = 1000 if FULL else 100
COVERAGE = 0.93
# {whether each side has only one run: largest accepted rate of false discoveries, and of alarms between equal sides}.
# The limit for several runs is higher because several runs are judged by approximations. A rate of 5 % has a standard
# error of 2.2 % in 100 trials, and of 0.7 % in 1,000 trials.
MOST_ALARMS = {True: 0.05 if FULL else 0.1, False: 0.07 if FULL else 0.12}
# {(runs per side, noise between runs, deviation of the logarithm of weights, number of functions with which all stacks
# begin, planted factor): required power for self and for inclusive times}
CELLS = {
    (1, 0, 0, 5, 1): None, (1, 0, 0, 5, 2): (0.95, 0.4), (1, 0, 0.5, 5, 1): None, (1, 0, 0.5, 5, 2): (0.9, 0.3),
    (1, 0, 1, 5, 1): None, (2, 0.1, 0, 5, 1): None, (3, 0, 0, 5, 1): None, (3, 0.1, 0, 5, 1): None,
    (3, 0.1, 0, 5, 2): (0.95, 0.6), (3, 0.1, 0.5, 5, 1): None, (3, 0.1, 0, 40, 1): None, (3, 0.3, 0, 40, 1): None,
    (5, 0.1, 0, 5, 1): None,
}


def simulate(cell, seed):
    """Returns {kind of time: (coverage, alarms, false discovery rate, power)} of one cell."""
    done = subprocess.run([SIMULATION, str(TRIALS), *map(str, cell), str(seed)], stdout=subprocess.PIPE, text=True,
                          check=True)
    return {line.split()[0]: tuple(map(float, line.split()[1:])) for line in done.stdout.splitlines()}


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with ThreadPoolExecutor(2) as workers:
        for cell, found in zip(CELLS, workers.map(lambda c: simulate(c, arguments.seed), CELLS)):
            runs, noise, weights, callers, factor = cell
            for index, (kind, (coverage, alarms, false_share, power)) in enumerate(found.items()):
                told = f'{runs} runs, noise {noise:.0%}, weights {weights}, {callers} callers, planted {factor}x, {kind}'
                print(f'{told}: {coverage:.3f} covered, {alarms:.3f} alarms, {false_share:.3f} false, {power:.3f} found')
                checks.expect(coverage >= COVERAGE, f'{told}: {coverage:.3f} covered')
                checks.expect(false_share <= MOST_ALARMS[runs == 1], f'{told}: {false_share:.3f} of the verdicts are false')
                if CELLS[cell]:
                    least = CELLS[cell][index]
                    checks.expect(power >= least, f'{told}: {power:.2f} found, not {least}')
                else:
                    checks.expect(alarms <= MOST_ALARMS[runs == 1], f'{told}: {alarms:.3f} of the comparisons have a verdict')
    checks.finish()


if __name__ == '__main__':
    main()
