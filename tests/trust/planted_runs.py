#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Planted truth in several runs a side, judged by egprof --significance --runs.

    tests/trust/planted_runs.py --egprof build/egprof/egprof

Runs differ by more than their samples do: each run takes its own time in each function. From 4 runs a side verdicts
use the runs (Mann-Whitney), exactly up to 60 runs in all, approximately beyond; the false discovery rate stays at or
below 5 %, which the sampling error alone does not achieve.
"""
import random
import tempfile
from pathlib import Path

from chance import Tally, log_uniform, poisson
from programs import Difference, kept_program
from checks import Checks, parse_arguments
from planted_truth import verdicts

# Runs a side, pairs, functions, whether clear changes can be told: with 4 runs a side p is at least 2/70.
SHAPES = [(4, 4, 60, 10, False), (4, 7, 40, 20, False), (8, 8, 40, 30, True), (12, 9, 30, 60, True),
          (30, 30, 12, 60, True), (31, 30, 12, 60, True), (40, 45, 12, 60, True)]
SPREAD = 0.04  # of a run's time in a function
SAMPLES = 1000


class Runs:
    """Some functions' time in each run of both sides; a third of them really changed, by 30 % or more."""

    def __init__(self, rng, functions):
        self.rng = rng
        self.base = {f: SAMPLES * log_uniform(rng, 0.5, 3) for f in range(functions)}
        changed = rng.sample(range(functions), functions // 3)
        self.factors = {f: rng.choice([0.6, 0.7, 1.3, 1.6]) for f in changed}
        self.other = {f: mean * self.factors.get(f, 1) for f, mean in self.base.items()}

    def draw(self, side):
        return {f: poisson(self.rng, mean * self.rng.gauss(1, SPREAD)) for f, mean in side.items()}


def judge(egprof, image, base, other, *options):
    return Difference(egprof, [image.path, *base], other, '--significance', *options)


def planted(arguments, checks, image, folder):
    by_shape, by_sampling = {}, Tally()
    for base_runs, other_runs, pairs, functions, telling in SHAPES:
        tally = by_shape[(base_runs, other_runs)] = Tally()
        for pair in range(pairs):
            runs = Runs(random.Random(f'{arguments.seed} runs {base_runs} {other_runs} {pair}'), functions)
            base = [image.profile(folder / f'base.{n}', runs.draw(runs.base)) for n in range(base_runs)]
            other = [image.profile(folder / f'other.{n}', runs.draw(runs.other)) for n in range(other_runs)]
            difference = judge(arguments.egprof, image, base, other, '--runs')
            said = difference.data['significance']
            checks.equal((said['evidence'], said['baseRuns'], said['otherRuns']),
                         ('mannWhitney', base_runs, other_runs), 'the evidence', difference.command)
            real = {f: 1 - factor for f, factor in runs.factors.items()}
            tally.add(verdicts(difference), real, {f: 'clear' for f in real})
            if pair < 3:
                by_sampling.add(verdicts(judge(arguments.egprof, image, base[:1], other[:1])), real)
        rate = tally.false_discovery_rate()
        print(f'{base_runs} and {other_runs} runs, {pairs} pairs: false discovery rate {100 * rate:.2f} % (at most 5), '
              f'{100 * tally.share("clear"):.1f} % of clear changes found')
        checks.expect(rate <= 0.05, f'{base_runs} and {other_runs} runs: false discovery rate {100 * rate:.2f} %')
        if telling:
            checks.expect(tally.share('clear') >= 0.99, f'{base_runs} and {other_runs} runs: clear changes are found')
    rate = by_sampling.false_discovery_rate()
    print(f'single runs, by the sampling error alone: false discovery rate {100 * rate:.1f} %')
    checks.expect(rate > 0.05, 'runs that differ by more than their samples deceive the test of single runs')


def nothing_changed(arguments, checks, image, folder):
    """Some pair of a hundred declares something, not more than one in twenty."""
    tally = Tally()
    for pair in range(100):
        rng = random.Random(f'{arguments.seed} nothing {pair}')
        runs = Runs(rng, 12)
        files = [image.profile(folder / f'run.{n}', runs.draw(runs.base)) for n in range(12)]
        tally.add(verdicts(judge(arguments.egprof, image, files[:6], files[6:], '--runs')), {})
    rate = tally.false_discovery_rate()
    print(f'6 and 6 runs, nothing changed: false discovery rate {100 * rate:.2f} %')
    checks.expect(rate <= 0.05, f'nothing changed: false discovery rate {100 * rate:.2f} %')


def few_runs(arguments, checks, image, folder):
    """Below 4 runs a side the sampling error is used, and said to be."""
    files = [image.profile(folder / f'few.{n}', {0: 1000 + 20 * n, 1: 5}) for n in range(6)]
    for base, other in ((1, 3), (2, 4), (3, 3), (1, 1)):
        difference = judge(arguments.egprof, image, files[:base], files[-other:], '--runs')
        checks.equal(difference.data['significance']['evidence'], 'sampling', f'{base} and {other} runs')
        checks.equal('sampling error alone' in difference.outcome.err, max(base, other) > 1,
                     f'{base} and {other} runs: it is said which test was used: {difference.outcome.err}')
        if base == other:  # then the samples of all runs are judged, as if they were one
            summed = judge(arguments.egprof, image, files[:base], files[-other:])
            checks.equal([f['significance']['p'] for f in difference.rows()],
                         [f['significance']['p'] for f in summed.rows()], f'{base} and {other} runs: verdicts',
                         difference.command)
    sparse = [image.profile(folder / f'sparse.{n}', {0: 5 + n, 1: 7}) for n in range(2)]
    outcome = judge(arguments.egprof, image, sparse[:1], sparse[1:]).outcome
    checks.expect('12 samples in all' in outcome.err and 'cannot be told from noise' in outcome.err,
                  f'few samples are warned of: {outcome.err}', outcome.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, image = Checks(), kept_program(arguments.data, 200)
    with tempfile.TemporaryDirectory() as folder:
        planted(arguments, checks, image, Path(folder))
        nothing_changed(arguments, checks, image, Path(folder))
        few_runs(arguments, checks, image, Path(folder))
    checks.finish()


if __name__ == '__main__':
    main()
