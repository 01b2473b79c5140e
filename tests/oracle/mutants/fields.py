# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the fields of a profile, so that one of them can be damaged."""
from dataclasses import dataclass

from gmon import BSD44_MAGIC, TAG_ARC, TAG_BLOCKS, TAG_HISTOGRAM, EndOfFile

MOST_OF_A_KIND = 2000  # maximum number of entries collected from one table, such as the bins of a histogram


@dataclass(frozen=True)
class Field:
    kind: str
    at: int
    size: int  # in bytes: 1, 2, 4 or 8 for a number, any other size for text

    def number(self, data, layout):
        return int.from_bytes(data[self.at:self.at + self.size], layout.order)

    def put(self, data, number, layout):
        data[self.at:self.at + self.size] = (number % (1 << 8 * self.size)).to_bytes(self.size, layout.order)


class Walk:
    """Collects fields from the start of a profile; stops at an incomplete field."""

    def __init__(self, data, layout, most):
        self.data, self.layout, self.most, self.at, self.fields = data, layout, most, 0, []

    def take(self, kind, size):
        """Collects the next field and returns its value as a number."""
        field = Field(kind, self.at, size)
        if self.at + size > len(self.data):
            raise EndOfFile(self.at)
        self.fields.append(field)
        self.at += size
        return field.number(self.data, self.layout)

    def take_many(self, times, *kinds):
        """Collects the fields of the first `most` entries of a table with `times` entries, and skips all other
        entries."""
        for _ in range(min(times, self.most)):
            for kind, size in kinds:
                self.take(kind, size)
        self.at += max(0, times - self.most) * sum(size for _, size in kinds)

    def address(self, kind='address'):
        return kind, self.layout.width


def fields_of(data, layout, most=MOST_OF_A_KIND):
    """Returns the fields of a profile in version 1 or in a BSD format, up to its end or to an incomplete field. For
    any other version of gmon.out, returns the fields before the first record that cannot be parsed."""
    walk = Walk(data, layout, most)
    try:
        if data[:4] == b'gmon':
            _walk_gmon(walk)
        else:
            _walk_bsd(walk)
    except EndOfFile:
        pass
    return walk.fields


def _walk_gmon(walk):
    walk.take('magic', 4)
    walk.take('version', 4)
    walk.take('spare', 12)
    while walk.at < len(walk.data):
        tag = walk.take('tag', 1)
        if tag == TAG_HISTOGRAM:
            walk.take('low', walk.layout.width)
            walk.take('high', walk.layout.width)
            bins = walk.take('number of bins', 4)
            walk.take('rate', 4)
            walk.take('dimension', 15)
            walk.take('abbreviation', 1)
            walk.take_many(bins, ('bin', 2))
        elif tag == TAG_ARC:
            walk.take_many(1, walk.address('caller'), walk.address('callee'), ('count', 4))
        elif tag == TAG_BLOCKS:
            walk.take_many(walk.take('number of blocks', 4), walk.address('block'), walk.address('block count'))
        else:
            return


def _walk_bsd(walk):
    walk.take('low', walk.layout.width)
    walk.take('high', walk.layout.width)
    size = walk.take('size', 4)
    if int.from_bytes(walk.data[walk.at:walk.at + 4], walk.layout.order) == BSD44_MAGIC:
        walk.take('mark', 4)
        walk.take('rate', 4)
        walk.take('spare', 12)
    walk.take_many(max(0, size - walk.at) // 2, ('bin', 2))
    while walk.at < len(walk.data):
        walk.take_many(1, walk.address('caller'), walk.address('callee'), walk.address('count'))
