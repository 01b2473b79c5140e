#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares executions of the same program, 60 pairs a cell (400 with PROFDIFF_TEST_FULL=1): at most one pair in twenty
may be told to differ, and at most one in twenty may have a significant function, within two standard errors.

    tests/properties/trust/equal_pairs.py --egprof build/egprof/egprof
"""
import json
import os
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'golden'))
from chance import poisson  # noqa: E402
from checks import Checks, parse_arguments, run  # noqa: E402

PAIRS = 400 if os.environ.get('PROFDIFF_TEST_FULL') == '1' else 60
MOST = 0.05 + 2 * (0.05 * 0.95 / PAIRS) ** 0.5
# (runs a side, samples a run, noise of each function between runs, noise common to all functions of a run). One run a
# side shows no noise between runs, and egprof says so.
CELLS = [(1, 60, 0, 0), (1, 1000, 0, 0), (1, 20000, 0, 0)] + [
    (runs, samples, own, common) for runs in (3, 5) for samples, own, common in (
        (100, 0, 0), (1000, 0, 0.03), (1000, 0.05, 0.1), (20000, 0.05, 0))]
FUNCTIONS = 30


def varied(rng, noise):
    return rng.gammavariate(noise ** -2, noise ** 2) if noise else 1


def draw(rng, folder, name, cell, means):
    """Writes one side and returns its files."""
    runs, _, own, common = cell
    files = []
    for number in range(runs):
        factor = varied(rng, common)
        counts = {f: poisson(rng, mean * factor * varied(rng, own)) for f, mean in means.items()}
        path = folder / f'{name}.{number}'
        path.write_text(''.join(f'main;{f} {count}\n' for f, count in counts.items() if count) + 'main 1\n')
        files.append(path)
    return files


def judge(egprof, folder, cell, number):
    """Compares two draws from the same distribution. Returns (the kind of the verdict, how many functions are
    significant)."""
    rng = random.Random(f'equal {cell} {number}')
    weights = [rng.lognormvariate(0, 1.5) for _ in range(FUNCTIONS)]
    means = {f'function_{n}': cell[1] * weight / sum(weights) for n, weight in enumerate(weights)}
    base = draw(rng, folder, f'{number}.base', cell, means)
    other = draw(rng, folder, f'{number}.other', cell, means)
    shown = run(egprof, 'diff', '--format=json', *base, '--', *other)
    data = json.loads(shown.out)
    for path in base + other:
        path.unlink()
    return data['verdict']['kind'], sum(f['significance']['significant'] for f in data['functions'])


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as workers:
        for cell in CELLS:
            told = list(workers.map(lambda n: judge(arguments.egprof, Path(name), cell, n), range(PAIRS)))
            differ = sum(kind in ('less', 'more') for kind, _ in told) / PAIRS
            functions = sum(significant > 0 for _, significant in told) / PAIRS
            runs, samples, own, common = cell
            what = f'{runs} runs of {samples} samples, noise {own:.0%} and {common:.0%} common'
            print(f'{what}: {differ:.3f} of {PAIRS} equal pairs differ, {functions:.3f} have a significant function')
            checks.expect(differ <= MOST, f'{what}: {differ:.3f} differ')
            checks.expect(functions <= MOST, f'{what}: {functions:.3f} have a significant function')
    checks.finish()


if __name__ == '__main__':
    main()
