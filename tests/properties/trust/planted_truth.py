#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof --significance on 1,000 pairs of profiles with planted changes.

    tests/properties/trust/planted_truth.py --egprof build/egprof/egprof

At the 5 % level after correction, the mean share of false discoveries is at most 5 %. At least 99 % of the planted
changes of 30 % in functions with 1,000 samples, and of 20 % in functions with 2,500 samples, are found.
"""
import random
import tempfile
from pathlib import Path

from chance import Tally, log_uniform, poisson
from programs import Difference, kept_program
from checks import Checks, parse_arguments

PAIRS, SCALED_PAIRS = 1000, 100
MOST = 200
FACTORS = [0, 0.5, 0.7, 0.8, 0.9, 1.1, 1.25, 1.5, 2, 4]
# {kind of change: (number of samples on the side with the lower rate, possible factors)}
PROBES = {'30 % of 1,000': (1000, [0.7, 1.3]), '20 % of 2,500': (2500, [0.8, 1.2])}


class Truth:
    """Mean seconds of some functions in two executions, and the functions that really differ."""

    def __init__(self, rng):
        self.rates = rng.choice([(100, 100), (100, 100), (1000, 1000), (100, 1000), (1000, 100), (100, 250), (997, 60)])
        slower = min(self.rates)
        count = round(log_uniform(rng, 5, MOST))
        scale = log_uniform(rng, 1, 300)
        self.changed, self.probes = {}, {}
        most = 60000 / max(FACTORS) / max(self.rates)  # keeps bins below their maximum of 65,535
        self.base = {f: min(most, scale * log_uniform(rng, 0.1, 30) / slower) for f in rng.sample(range(MOST), count)}
        self.other = dict(self.base)
        functions = rng.sample(list(self.base), count)
        if rng.random() < 0.3:
            return  # in 30 % of the pairs, no function changes
        for kind, (samples, factors) in PROBES.items():
            function, factor = functions.pop(), rng.choice(factors)
            self.base[function], self.other[function] = samples / slower, factor * samples / slower
            self.probes[function] = kind
        for function in functions[:round(len(functions) * rng.choice([0, 0, 0.05, 0.2, 0.5]))]:
            self.other[function] *= rng.choice(FACTORS)

    def real(self):
        """Returns base minus other for each function that differs."""
        return {f: self.base[f] - self.other[f] for f in self.base if self.base[f] != self.other[f]}

    def draw(self, rng, seconds, rate):
        return {f: poisson(rng, mean * rate) for f, mean in seconds.items()}


def verdicts(difference):
    return {int(f['linkageName'].rpartition('_')[2]): (f['significance']['significant'], f['difference']['self'])
            for f in difference.functions}


def judge(arguments, image, folder, sides, *options):
    """Judges a pair of executions; `sides` has (samples, rate) for the base and for the other side."""
    files = [image.profile(folder / name, samples, rate=rate)
             for name, (samples, rate) in zip(('base', 'other'), sides)]
    return Difference(arguments.egprof, [image.path, files[0]], [files[1]], '--significance', *options)


def planted(arguments, checks, image, folder):
    tally = Tally()
    for pair in range(PAIRS):
        rng = random.Random(f'{arguments.seed} planted {pair}')
        truth = Truth(rng)
        samples = [truth.draw(rng, seconds, rate) for seconds, rate in zip((truth.base, truth.other), truth.rates)]
        difference = judge(arguments, image, folder, list(zip(samples, truth.rates)))
        found = verdicts(difference)
        tally.add(found, truth.real(), truth.probes)
        seen = {f for side in samples for f, count in side.items() if count}
        checks.equal(set(found), seen, f'pair {pair}: functions that are judged', difference.command)
    rate = tally.false_discovery_rate()
    print(f'{PAIRS} pairs: false discovery rate {100 * rate:.2f} % (at most 5)')
    checks.expect(rate <= 0.05, f'the false discovery rate is {100 * rate:.2f} %')
    checks.expect(rate > 0.001, 'no false discovery at all: the test is not that strict')
    for kind in PROBES:
        print(f'changes by {kind} samples: {tally.found[kind]} of {tally.there[kind]} found, '
              f'{100 * tally.share(kind):.2f} % (at least 99)')
        checks.expect(tally.share(kind) >= 0.99, f'changes by {kind} samples: {tally.share(kind):.2%} are found')


def scaled(arguments, checks, image, folder):
    """No change is found after normalisation if all times of the other side differ by the same factor."""
    plain, normalized = Tally(), Tally()
    for pair in range(SCALED_PAIRS):
        rng = random.Random(f'{arguments.seed} scaled {pair}')
        seconds = {f: log_uniform(rng, 1, 3000) / 100 for f in range(rng.choice([5, 20, 80]))}
        longer = {f: (3 if pair % 2 else 0.4) * mean for f, mean in seconds.items()}
        samples = [{f: poisson(rng, mean * 100) for f, mean in side.items()} for side in (seconds, longer)]
        sides = [(samples[0], 100), (samples[1], 100)]
        sign = {f: seconds[f] - longer[f] for f in seconds}
        plain.add(verdicts(judge(arguments, image, folder, sides)), sign,
                  {f: 'longer' for f in seconds if min(seconds[f], longer[f]) > 3})
        normalized.add(verdicts(judge(arguments, image, folder, sides, '--normalize')), {})
    rate = normalized.false_discovery_rate()
    print(f'{SCALED_PAIRS} pairs, one side longer: normalised false discovery rate {100 * rate:.2f} %, '
          f'else {100 * plain.share("longer"):.1f} % of its functions found')
    checks.expect(rate <= 0.05, f'normalised: the false discovery rate is {100 * rate:.2f} %')
    checks.expect(plain.share('longer') >= 0.99, 'a side that takes longer takes longer')
    checks.expect(plain.false_discovery_rate() <= 0.05, 'a side that takes longer never takes less')


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, image = Checks(), kept_program(arguments.data, MOST)
    with tempfile.TemporaryDirectory() as folder:
        planted(arguments, checks, image, Path(folder))
        scaled(arguments, checks, image, Path(folder))
    checks.finish()


if __name__ == '__main__':
    main()
