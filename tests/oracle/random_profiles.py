# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles that no program would write: random records of every kind for a given image.

The same seed and image give the same bytes. Files of one family have histograms that gprof can add up.
"""
from gmon import Arc, Blocks, Histogram, write, write_bsd

MAX_BINS = 600


class Family:
    """Makes several files with the same ranges of samples and the same call sites.

    The files of a family with `modest` set can be added up. Their samples are in seconds, and no number is wider
    than its column in gprof's listings.
    """

    def __init__(self, rng, image, modest=False):
        self.rng, self.image, self.modest = rng, image, modest
        self.functions = image.functions
        self.ranges = _ranges(rng, *image.text)
        self.rate = rng.choice([100, 100, 100, 1000, 60, 1])
        self.unit = rng.choice([(b'seconds', b's')] * 8 + [(b'ticks', b't'), (b'instructions', b'i'), (b'', b'\0')])
        if modest:
            self.rate, self.unit = rng.choice([100, 1000]), (b'seconds', b's')
        self.some = rng.sample(self.functions, min(len(self.functions), rng.choice([3, 8, 20, 60])))
        self.sites = _arc_ends(rng, self.some)

    def write_file(self, path):
        """Writes one file in a random format."""
        kind = self.rng.choices(['gmon', 'version 0', 'bsd', 'old bsd'], [30, 2, 1, 1])[0]
        histograms, arcs = self._histograms(), self._arcs()
        if 'bsd' in kind and not self.modest and self.unit[0] == b'seconds' and self.image.layout.width == 8:
            path.write_bytes(write_bsd(histograms[0], arcs, self.image.layout, old=kind == 'old bsd'))
            return
        path.write_bytes(self._records_file(histograms, arcs, 0 if kind == 'version 0' else 1))

    def gmon_file(self):
        """Returns the bytes of one gmon.out file of version 1."""
        return self._records_file(self._histograms(), self._arcs(), 1)

    def _records_file(self, histograms, arcs, version):
        records = histograms + arcs
        if self.rng.random() < 0.15 and self.image.layout.order == 'little':
            records.append(self._blocks())
        if self.rng.random() < 0.5:
            self.rng.shuffle(records)
        return write(records, self.image.layout, version)

    def _histograms(self):
        out = []
        for low, high, size in self.ranges:
            bins = [self._samples() for _ in range(size)]
            # gprof uses only the rate of the first histogram.
            rate = self.rate if not out or self.rng.random() < 0.7 else self.rate + 1
            out.append(Histogram(low, high, bins, rate, *self.unit))
        if self.rng.random() < 0.2:  # another histogram of the first range; the bins of both are added
            out.append(Histogram(out[0].low, out[0].high, [self._samples() for _ in out[0].bins], self.rate,
                                 *self.unit))
        return out

    def _samples(self):
        rng = self.rng
        most = 300 if self.modest else 65535
        return rng.choice([0, 0, 0, 0, 1, 1, 2, rng.randrange(9), rng.randrange(200), rng.choice([0, 0, most])])

    def _arcs(self):
        rng, arcs = self.rng, []
        for caller, callee in self.sites:
            if rng.random() < 0.9:
                arcs.append(Arc(caller, callee, self._count()))
            if rng.random() < 0.05:
                arcs.append(Arc(caller, callee, self._count()))
        rng.shuffle(arcs)
        return arcs

    def _count(self):
        rng = self.rng
        large, most = (300, 1000) if self.modest else (100000, 2**32 - 1)
        return rng.choice([0, 1, 1, 1, 2, 2, 3, 10, rng.randrange(100), rng.randrange(large), rng.choice([7, most])])

    def _blocks(self):
        return Blocks([(f.address, self.rng.randrange(50)) for f in self.some[:5]])


def _ranges(rng, low, high):
    """Returns (low address, high address, number of bins) of one to four disjoint histograms with the same scale."""
    count = rng.choice([1, 1, 1, 2, 3, 4])
    length = max(8, (high - low) // count)
    unit = rng.choice([1, 2, 4, 3.996, 1.998, 7, 0.5, 16.25])  # approximate number of two-byte units per bin
    bins = max(1, min(MAX_BINS, int(length / 2 / unit)))
    length = rng.choice([length, length - length % (2 * bins)]) or length
    starts = [low + i * length for i in range(count)]
    ranges = [(start, start + length, bins) for start in starts if start + length <= high]
    ranges = ranges or [(low, high, max(1, min(MAX_BINS, (high - low) // 2)))]
    # Histograms of glibc begin before the first function.
    if count == 1 and low >= 64 and rng.random() < 0.3:
        ranges = [(low - 64, ranges[0][1], ranges[0][2])]
    rng.shuffle(ranges)
    return ranges


def _arc_ends(rng, functions):
    """Returns call sites and callees as pairs of addresses: a random graph with cycles and recursion. Some addresses
    are outside of all functions."""
    ends = []
    density = rng.choice([1, 2, 4])
    forward = rng.random() < 0.3  # True if most calls are to higher addresses, so there are few cycles
    for _ in range(density * len(functions)):
        a, b = rng.choice(functions), rng.choice(functions)
        if forward and a.address > b.address and rng.random() < 0.9:
            a, b = b, a
        ends.append((a.address + rng.choice([0, 0, 1, 4, 9, 16]), b.address + rng.choice([0] * 9 + [2])))
    for f in functions:
        if rng.random() < 0.1:
            ends.append((f.address + 1, f.address))
    if rng.random() < 0.3:
        ends += [(0, functions[0].address), (functions[0].address, 1), (0x7FFFFFF0, functions[-1].address)]
    return ends
