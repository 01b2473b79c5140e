#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests planted changes in several runs per side: false discoveries, power, and the manual's gate for continuous
integration.

    tests/properties/trust/planted_runs.py --egprof build/egprof/egprof

Runs vary by more than the sampling error: each function takes a different time in each run. The library judges
thousands of simulated pairs (judge_simulation.cpp), and the command judges a few pairs. With PROFDIFF_TEST_FULL=1 every
cell has 300 trials.
"""
import os
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from chance import poisson
from programs import Difference, kept_program
from checks import TOP, Checks, parse_arguments, run

FULL = os.environ.get('PROFDIFF_TEST_FULL') == '1'
SIMULATION = Path(os.environ.get('BUILD_DIR', TOP / 'build')) / 'tests/judge_simulation'
TRIALS, POWER_MARGIN = (300, 0.06) if FULL else (40, 0.15)
SCENES = ('none', 'one2x', 'five1.3x', 'mixed2x')
# {(runs per side, noise between runs, noise common to all functions of a run): the power that a prototype of the method
# had in the last three of SCENES}
CELLS = {(2, 0.1, 0): (0.94, 0.13, 0.84), (3, 0, 0): (1, 1, 1), (3, 0.1, 0): (1, 0.38, 1),
         (3, 0.03, 0.05): (1, 0.91, 1), (3, 0.3, 0): (0.21, 0.01, 0.25), (5, 0.1, 0): (1, 0.8, 1),
         (5, 0.3, 0): (0.49, 0.02, 0.64), (8, 0.1, 0): (1, 0.98, 1), (8, 0.3, 0): (0.85, 0.05, 0.93)}
MORE_CELLS = {(2, 0.1, 0, 'one10x'): 0.99, (3, 0.1, 0, 'one10x'): 1, (5, 0.1, 0, 'one10x'): 1,
              (3, 0.1, 0, 'forty2x'): 1}
RECIPE = 'self > 5% and self > 0.05s and significant'
FUNCTIONS = 100


def simulate(trials, cell, seed):
    """Returns (false discovery rate, power) of one cell, which is (runs, noise, common noise, scene)."""
    done = subprocess.run([SIMULATION, str(trials), *map(str, cell), str(seed)], stdout=subprocess.PIPE, text=True,
                          check=True)
    return tuple(map(float, done.stdout.split()[-2:]))


def table(arguments, checks):
    wanted = dict(MORE_CELLS)
    for cell, powers in CELLS.items():
        wanted.update({(*cell, scene): power for scene, power in zip(SCENES, (None, *powers))})
    if not FULL:
        wanted = {cell: power for cell, power in wanted.items() if cell[:2] in ((2, 0.1), (3, 0.1), (5, 0.3), (8, 0.1))}
    rates = []
    with ThreadPoolExecutor(2) as workers:
        for cell, (rate, power) in zip(wanted, workers.map(lambda c: simulate(TRIALS, c, arguments.seed), wanted)):
            runs, noise, common, scene = cell
            most = 0.15 if not FULL else 0.12 if common else 0.1
            told = f'{runs} runs, noise {noise:.0%} and {common:.0%} common, {scene}'
            print(f'{told}: false discoveries {rate:.3f}, found {power:.3f}')
            checks.expect(rate <= most, f'{told}: false discovery rate {rate:.3f}')
            if wanted[cell] is not None:
                checks.expect(power >= wanted[cell] - POWER_MARGIN, f'{told}: {power:.2f} found, not {wanted[cell]}')
            rates.append(rate)
    mean = sum(rates) / len(rates)
    print(f'{len(rates)} cells of {TRIALS} trials: mean false discovery rate {mean:.3f}')
    checks.expect(mean <= 0.06, f'mean false discovery rate {mean:.3f}')


def more_runs_find_more(arguments, checks):
    """Checks that the power does not fall if the number of runs grows, within a tolerance of two standard errors of a
    difference."""
    slack = 1.5 / TRIALS ** 0.5
    with ThreadPoolExecutor(2) as workers:
        cells = [(runs, 0.3, 0, 'one2x') for runs in range(2, 9)]
        powers = [power for _, power in workers.map(lambda c: simulate(TRIALS, c, arguments.seed), cells)]
    print('2x at 30 % noise with 2 to 8 runs:', *(f'{power:.2f}' for power in powers))
    best = 0
    for cell, power in zip(cells, powers):
        checks.expect(power >= best - slack, f'{cell[0]} runs find {power:.2f}, fewer found {best:.2f}')
        best = max(best, power)


class Runs:
    """Runs of 100 functions with 1,000 samples each, which vary by 10 % between runs. The command judges them."""

    def __init__(self, arguments, image, folder):
        self.egprof, self.image, self.folder = arguments.egprof, image, folder
        self.rng = random.Random(f'{arguments.seed} runs')

    def draw(self, name, count, means=None, noise=0.1, rate=100):
        means = means or dict.fromkeys(range(FUNCTIONS), 1000)
        return [self.image.profile(self.folder / f'{name}.{n}', {
            f: poisson(self.rng, mean * self.rng.gammavariate(noise ** -2, noise ** 2)) for f, mean in means.items()},
            rate=rate) for n in range(count)]

    def show(self, base, other, *options):
        return run(self.egprof, *options, self.image.path, *base, '--subtract', *other)

    def judge(self, base, other, *options):
        return Difference(self.egprof, [self.image.path, *base], other, '--significance', *options)


def recipe(checks, runs):
    """With any number of runs, the gate fails if a function with 1,000 samples takes twice as long, or one with 200
    samples ten times as long. It passes without changes."""
    even = dict.fromkeys(range(FUNCTIONS), 1000)
    for count in range(3, 9):
        for trial in range(10 if FULL else 2):
            for samples, factor in ((1000, 2), (200, 10)):
                base = runs.draw('base', count, {**even, 7: samples})
                other = runs.draw('other', count, {**even, 7: samples * factor})
                outcome = runs.show(base, other, '-p', '--runs', f'--fail-if={RECIPE}')
                checks.expect(outcome.status == 3 and 'function_7 ' in outcome.err,
                              f'{factor}x of {samples} samples, {count} runs: {outcome.status}, {outcome.err}',
                              outcome.command)
    for count in range(3, 9) if FULL else (3, ):
        passed = [runs.show(runs.draw('base', count), runs.draw('other', count), '-p', '--runs', f'--fail-if={RECIPE}')
                  for trial in range(100)]
        quiet = sum(outcome.status == 0 for outcome in passed)
        print(f'{count} runs, nothing changed: {quiet} of 100 pass')
        checks.expect(quiet >= 94, f'{count} runs, nothing changed: {quiet} of 100 pass', passed[0].command)


def evidence(checks, runs):
    """The report states which statistical test was used, what this test does not cover, and how much runs differ."""
    files = runs.draw('few', 6)
    for base, other in ((1, 1), (1, 2), (3, 1), (3, 3)):
        difference = runs.judge(files[:base], files[-other:], '--runs')
        told, name = difference.data['significance'], f'{base} and {other} runs'
        several = base + other > 2
        checks.equal(told['evidence'], 'negativeBinomial' if several else 'sampling', name, difference.command)
        checks.equal((told['baseRuns'], told['otherRuns']), (base, other), name, difference.command)
        sentence = 'runs of the same program differ by ' if several else 'but not the variation between runs'
        checks.expect(sentence in difference.outcome.err, f'{name}: {difference.outcome.err}', difference.command)
        checks.expect(0.05 < told['runVariation'] < 0.15 if several else told['runVariation'] is None,
                      f'{name} differ by {told["runVariation"]}', difference.command)
    calm = runs.draw('calm', 6, noise=0.001)
    checks.expect('by no more than sampling explains' in runs.judge(calm[:3], calm[3:], '--runs').outcome.err or
                  runs.judge(calm[:3], calm[3:], '--runs').data['significance']['runVariation'] < 0.03,
                  'runs that differ by sampling alone')
    lone = [runs.image.profile(runs.folder / f'lone.{n}', {0: 1000 + 50 * n, 1: 2}) for n in range(6)]
    checks.expect('hardly known' in runs.judge(lone[:3], lone[3:], '--runs').outcome.err, 'one function with data')
    same = runs.judge(files[:3], files[:3], '--runs')
    checks.expect(all(f['significance']['p'] == 1 and not f['significance']['significant'] for f in same.functions),
                  'the same runs twice', same.command)
    sparse = [runs.image.profile(runs.folder / f'sparse.{n}', {0: 5 + n, 1: 7}) for n in range(2)]
    outcome = runs.judge(sparse[:1], sparse[1:]).outcome
    checks.expect('12 samples in all' in outcome.err and 'cannot be told from noise' in outcome.err,
                  f'few samples are warned of: {outcome.err}', outcome.command)


def intervals(checks, runs):
    """Checks that the interval of a function excludes 0 if its p-value is small. A message mentions functions that have
    a small p-value but are not significant, because many functions are compared."""
    rng = random.Random('intervals')
    for trial in range(30):
        means = {f: rng.lognormvariate(3, 2) for f in range(60)}
        changed = {f: mean * (2 if f % 9 == 0 else 1) for f, mean in means.items()}
        count = rng.randrange(1, 6)
        options = ['--runs'] * (trial % 2)
        difference = runs.judge(runs.draw('base', count, means), runs.draw('other', 5, changed), *options)
        alone = 0
        for function in difference.functions:
            verdict = function['significance']
            low, high = verdict['low'], verdict['high']  # an interval that ends at 0 is accepted for every p
            told = (low >= 0 or high <= 0) if verdict['p'] <= 0.05 else low <= 0 <= high and not verdict['significant']
            checks.expect(told and low <= function['difference']['self'] <= high,
                          f'trial {trial}: {function}', difference.command)
            alone += verdict['p'] <= 0.05 and not verdict['significant']
        checks.equal('would be significant alone' in difference.outcome.err, alone > 0, f'trial {trial}', difference.command)


def rates_and_shares(checks, runs):
    """Only planted changes are found, even if half of the runs have ten times as many samples, or if one side takes
    twice as long and is normalised."""
    mixed = {f: 50 + 10 * f for f in range(60)}
    planted = {**mixed, 30: 3 * mixed[30]}

    def at_rates(name, means):
        often = {f: 10 * mean for f, mean in means.items()}
        return runs.draw(name, 2, means) + runs.draw(name + '.often', 2, often, rate=1000)

    difference = runs.judge(at_rates('base', mixed), at_rates('other', planted), '--runs')
    called = [name for name, f in difference.by_name.items() if f['significance']['significant']]
    checks.expect('function_30' in called and len(called) <= 4, f'runs of two rates: {called}', difference.command)
    base, other = runs.draw('base', 4, mixed), runs.draw('other', 4, {f: 2 * mean for f, mean in planted.items()})
    plain, normalized = runs.judge(base, other, '--runs'), runs.judge(base, other, '--runs', '--normalize')
    called = [name for name, f in normalized.by_name.items() if f['significance']['significant']]
    checks.expect('function_30' in called and len(called) <= 4, f'normalised: {called}', normalized.command)
    checks.expect(sum(f['significance']['significant'] for f in plain.functions) > 50, 'not normalised', plain.command)


def blind_gates(checks, runs):
    """A gate that no change could ever fail is an error; other gates are accepted."""
    few = [runs.image.profile(runs.folder / f'blind.{n}', {**dict.fromkeys(range(FUNCTIONS), 1), 10 + n: 2}) for n in range(4)]
    more = [runs.image.profile(runs.folder / f'seeing.{n}', {**dict.fromkeys(range(FUNCTIONS), 1), 7: 100, 10 + n: 2})
            for n in range(4)]
    for files, named, status in ((few, [], 1), (more, [], 0), (more, ['--fail-on-function=function_7'], 0),
                                 (more, ['--fail-on-function=function_8'], 1)):
        for sides in ((files[:2], files[2:], '--runs'), (files[:1], files[1:2])):
            for condition, expected in ((RECIPE, status), ('significant or self > 1s', status), ('self > 1s', 0),
                                        ('not significant and self > 1s', 0)):
                outcome = runs.show(*sides[:2], '-p', *sides[2:], *named, f'--fail-if={condition}')
                checks.equal((outcome.status, 'checks nothing' in outcome.err), (expected, expected == 1),
                             f'{condition} {named}: {outcome.err}', outcome.command)
    both = runs.show(few[:2], few[2:], '-p', '--runs', f'--fail-if={RECIPE}', '--fail-if=self = 0s')
    checks.equal(both.status, 3, f'a gate that is blind and one that holds: {both.err}', both.command)
    usual = runs.show(few[:2], few[2:], '-p', '--runs', '--fail-on-function=function_7')
    checks.equal(usual.status, 1, f'a named function without a condition: {usual.err}', usual.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, image = Checks(), kept_program(arguments.data, 200)
    table(arguments, checks)
    more_runs_find_more(arguments, checks)
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(arguments, image, Path(folder))
        recipe(checks, runs)
        evidence(checks, runs)
        intervals(checks, runs)
        rates_and_shares(checks, runs)
        blind_gates(checks, runs)
    checks.finish()


if __name__ == '__main__':
    main()
