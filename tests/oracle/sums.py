# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares sums of profiles: egprof's gmon.sum with that of gprof."""
from collections import defaultdict

from gmon import Arc, Histogram


def totals(records):
    """Returns samples by range and bin, calls by caller and callee, and all other records unchanged."""
    samples, calls, rest = {}, defaultdict(int), []
    for record in records:
        if isinstance(record, Histogram):
            key = record.low, record.high, record.rate, record.dimension, record.abbreviation, len(record.bins)
            samples[key] = [a + b for a, b in zip(samples.get(key, [0] * len(record.bins)), record.bins)]
        elif isinstance(record, Arc):
            calls[record.caller, record.callee] += record.count
        else:
            rest.append(record)
    return samples, calls, rest


def same_sums(theirs, ours):
    """True if some of egprof's sums are too large for gprof's fields, and all of them equal gprof's sums after
    truncation to the width of these fields."""
    (samples, calls, rest), (our_samples, our_calls, our_rest) = totals(theirs), totals(ours)
    if list(samples) != list(our_samples) or list(calls) != list(our_calls) or rest != our_rest:
        return False
    wide = (any(b > 0xFFFF for bins in our_samples.values() for b in bins) or
            any(n > 0xFFFFFFFF for n in our_calls.values()))
    return (wide and all([b & 0xFFFF for b in our_samples[key]] == bins for key, bins in samples.items()) and
            all(our_calls[key] & 0xFFFFFFFF == count for key, count in calls.items()))
