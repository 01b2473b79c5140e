# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and writes profile files independently of libprofdiff: gmon.out versions 1 and 0, 4.4BSD and old BSD.

A profile is a list of records in file order. Reading keeps every field, so read(write(x)) == x; self_check.py checks
this with a real profile.
"""
import struct
from dataclasses import dataclass, field

TAG_HISTOGRAM, TAG_ARC, TAG_BLOCKS = 0, 1, 2
BSD44_MAGIC = 0x00051879


@dataclass(frozen=True)
class Layout:
    """The form of addresses on the profiled machine: 4 or 8 bytes, with 'little' or 'big' byte order."""
    width: int = 8
    order: str = 'little'

    def pack(self, letters, *values):
        """Packs values like struct.pack, in this byte order; the letter for an address is A."""
        return struct.pack(self._format(letters), *values)

    def unpack(self, letters, data, offset):
        """Returns the values and the offset after them; raises EndOfFile if the data ends before that offset."""
        form = self._format(letters)
        if offset + struct.calcsize(form) > len(data):
            raise EndOfFile(offset)
        return struct.unpack_from(form, data, offset), offset + struct.calcsize(form)

    def _format(self, letters):
        return ('<' if self.order == 'little' else '>') + letters.replace('A', 'Q' if self.width == 8 else 'I')


class EndOfFile(Exception):
    pass


@dataclass
class Histogram:
    low: int
    high: int
    bins: list
    rate: int = 100
    dimension: bytes = b'seconds'
    abbreviation: bytes = b's'

    def scale(self):
        """Returns the number of two-byte units of text per bin, as gprof computes it."""
        return ((self.high - self.low) // 2) / len(self.bins)


@dataclass
class Arc:
    caller: int  # address of the call
    callee: int
    count: int


@dataclass
class Blocks:
    counts: list = field(default_factory=list)  # (address, count)


# --- gmon.out, versions 1 and 0 -------------------------------------------------------------------------------------
def write(records, layout=Layout(), version=1):
    header = b'gmon' + layout.pack('I', version) + bytes(12)
    return header + b''.join(_write_record(record, layout, version) for record in records)


def _write_record(record, layout, version):
    if isinstance(record, Histogram):
        return (layout.pack('BAAII15sc', TAG_HISTOGRAM, record.low, record.high, len(record.bins), record.rate,
                            record.dimension, record.abbreviation)
                + layout.pack(f'{len(record.bins)}H', *record.bins))
    if isinstance(record, Arc):
        return layout.pack('BAAI', TAG_ARC, record.caller, record.callee, record.count)
    out = layout.pack('BI', TAG_BLOCKS, len(record.counts))
    if version == 0:
        # A name for all blocks, and then for each block: count, address, names of function and file, line number.
        return out + b'name\0' + b''.join(struct.pack('=QQ', count, address) + b'function\0file\0' + bytes(4)
                                          for address, count in record.counts)
    return out + b''.join(layout.pack('AA', address, count) for address, count in record.counts)


def read(data, layout=Layout()):
    """Returns the records of a version 1 file. Raises EndOfFile or ValueError."""
    if data[:4] != b'gmon':
        raise ValueError('bad magic cookie')
    (version,), at = layout.unpack('I', data, 4)
    if version != 1:
        raise ValueError(f'version {version}')
    at, records = at + 12, []
    while at < len(data):
        record, at = _read_record(data, at, layout)
        records.append(record)
    return records


def _read_record(data, at, layout):
    tag, at = data[at], at + 1
    if tag == TAG_HISTOGRAM:
        (low, high, size, rate, dimension, abbreviation), at = layout.unpack('AAII15sc', data, at)
        bins, at = layout.unpack(f'{size}H', data, at)
        return Histogram(low, high, list(bins), rate, dimension.rstrip(b'\0'), abbreviation), at
    if tag == TAG_ARC:
        (caller, callee, count), at = layout.unpack('AAI', data, at)
        return Arc(caller, callee, count), at
    if tag == TAG_BLOCKS:
        (size,), at = layout.unpack('I', data, at)
        counts = []
        for _ in range(size):
            pair, at = layout.unpack('AA', data, at)
            counts.append(pair)
        return Blocks(counts), at
    raise ValueError(f'bad tag {tag}')


# --- the BSD formats: one histogram and arcs ------------------------------------------------------------------------
def write_bsd(histogram, arcs, layout=Layout(), old=False):
    header = layout.width * 2 + 4 if old else layout.width * 2 + 4 + 8 + 12
    header += -header % layout.width if not old else 0
    out = layout.pack('AAI', histogram.low, histogram.high, header + 2 * len(histogram.bins))
    if not old:
        out += layout.pack('II', BSD44_MAGIC, histogram.rate)
        out += bytes(header - len(out))
    out += layout.pack(f'{len(histogram.bins)}H', *histogram.bins)
    return out + b''.join(layout.pack('AAA', arc.caller, arc.callee, arc.count) for arc in arcs)
