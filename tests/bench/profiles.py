# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes gmon.out files of version 1, little endian, with 64-bit addresses. Uses no Python loop over the records of
arcs."""
import itertools
import struct

HEADER = b'gmon' + struct.pack('<I12x', 1)
_ARC = struct.Struct('<BQQI')


def arcs(from_addresses, self_addresses, counts):
    """Returns the records of arcs, given as three sequences."""
    return b''.join(map(_ARC.pack, itertools.repeat(1), from_addresses, self_addresses, counts))


def histogram(low, high, source, bins=None, filled=0.05, rate=100):
    """Returns a histogram over [low, high), by default with one bin per two bytes; `filled` is the share of bins with
    samples."""
    bins = bins or (high - low + 1) // 2
    counts = bytearray(bins)
    for i in source.sample(range(bins), round(bins * filled)):
        counts[i] = 1 + i % 7
    samples = bytearray(2 * bins)
    samples[::2] = counts
    return struct.pack('<BQQII15sc', 0, low, high, bins, rate, b'seconds', b's') + bytes(samples)


def write(path, *records):
    with open(path, 'wb') as file:
        file.write(HEADER)
        file.writelines(records)
