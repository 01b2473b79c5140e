# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and writes profiles of shared libraries, as glibc's dynamic linker makes them (LD_PROFILE)."""
import collections
import struct

VERSION = 0x1ffff
HISTOGRAM = struct.Struct('<QQII15sx')  # lowest and highest address, number of bins, rate, unit
ARC = struct.Struct('<QQI')             # offsets of the call and of the callee, calls


def read(data):
    """Returns the lowest address, the size of a bin in bytes, the bins, the rate, and calls by (call, callee)."""
    magic, version = struct.unpack_from('<4sI12x', data)
    assert (magic, version) == (b'gmon', VERSION)
    tag, = struct.unpack_from('<I', data, 20)
    assert tag == 0
    low, high, count, rate, _ = HISTOGRAM.unpack_from(data, 24)
    at = 24 + HISTOGRAM.size
    bins = struct.unpack_from(f'<{count}H', data, at)
    tag, number = struct.unpack_from('<II', data, at + 2 * count)
    assert tag == 1
    calls = collections.Counter()
    for place in range(number):
        caller, callee, amount = ARC.unpack_from(data, at + 2 * count + 8 + ARC.size * place)
        calls[low + caller, low + callee] += amount
    return low, (high - low) // count, bins, rate, calls


def write(low, high, bins, rate, arcs, unused=0):
    """Returns a profile; `arcs` are (call, callee, calls) with offsets from `low`. The linker leaves room for more."""
    data = struct.pack('<4sI12x', b'gmon', VERSION) + struct.pack('<I', 0)
    data += HISTOGRAM.pack(low, high, len(bins), rate, b'seconds') + struct.pack(f'<{len(bins)}H', *bins)
    data += struct.pack('<II', 1, len(arcs)) + b''.join(ARC.pack(*arc) for arc in arcs)
    return data + bytes(ARC.size * unused)
