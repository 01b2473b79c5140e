# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws random numbers of samples, and counts the planted changes that are found."""
import math
from collections import Counter


def poisson(rng, mean):
    """Returns a Poisson variate, by inversion from the mode outwards: exact for every mean."""
    if mean <= 0:
        return 0
    low = high = int(mean)
    below = above = math.exp(high * math.log(mean) - mean - math.lgamma(high + 1))
    left = rng.random() - below
    while left > 0 and (below > 0 or above > 0):
        high += 1
        above *= mean / high
        left -= above
        if left <= 0:
            return high
        below *= low / mean
        low -= 1
        if low < 0:
            below = 0.0
        left -= below
        if left <= 0:
            return low
    return int(mean)


def log_uniform(rng, low, high):
    return math.exp(rng.uniform(math.log(low), math.log(high)))


class Tally:
    """The rate of false discoveries in each pair, and the number of planted and found changes of each kind."""

    def __init__(self):
        self.rates, self.there, self.found = [], Counter(), Counter()

    def add(self, verdicts, truth, probes=()):
        """Adds a pair. verdicts: {function: (significant, difference)}; truth: {function: sign of its real difference}.

        A change found in the wrong direction is a false discovery. probes: {function: kind} for the planted changes
        to count.
        """
        declared = [f for f, (significant, _) in verdicts.items() if significant]
        false = [f for f in declared if verdicts[f][1] * truth.get(f, 0) <= 0]
        self.rates.append(len(false) / max(1, len(declared)))
        for function, kind in dict(probes).items():
            self.there[kind] += 1
            self.found[kind] += function in declared and function not in false

    def false_discovery_rate(self):
        return sum(self.rates) / len(self.rates)

    def share(self, kind):
        return self.found[kind] / self.there[kind]
