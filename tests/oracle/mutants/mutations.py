# SPDX-License-Identifier: GPL-3.0-or-later
"""Damages good profiles in a reproducible way, from a single bit to reordered records."""
from dataclasses import replace

from fields import fields_of
from gmon import Arc, Blocks, EndOfFile, Histogram, read, write

UNITS = [b'seconds', b'ticks', b'', b'second', b'seconds\0x', b'fifteen-letters', b'%s%n', b'\xff\xfe', b'se\nconds',
         b'Seconds', b'  ']


FATAL = ('magic', 'version', 'mark', 'size', 'tag', 'number of bins')


class Mutator:
    """Damages profiles of one image; `done` lists the changes for error messages."""

    def __init__(self, rng, image):
        self.rng, self.layout, self.image = rng, image.layout, image
        self.done = []

    def mutate(self, data):
        for _ in range(self.rng.choice([1, 1, 1, 1, 2, 2, 3])):
            if self.rng.random() < 0.35:
                data = self._mutate_records(data)
            data = self._mutate_bytes(data) if self.rng.random() < 0.75 else data
        return data

    def _mutate_bytes(self, data):
        changes = [self._field, self._bits, self._cut, self._append, self._cut_out]
        change = self.rng.choices(changes, [12, 2, 2, 2, 1])[0]
        self.done.append(change.__name__[1:])
        return bytes(change(bytearray(data)))

    def _mutate_records(self, data):
        try:
            records = read(data, self.layout)
        except (EndOfFile, ValueError):
            return data
        changes = [self._shuffle, self._repeat, self._drop, self._more_histogram, self._more_histogram, self._more_arcs,
                   self._split, self._more_blocks]
        change = self.rng.choice(changes)
        self.done.append(change.__name__[1:])
        return write(change(records), self.layout)

    # --- changes of bytes
    def _field(self, data):
        """Changes fields of one kind. How often a kind is chosen does not depend on its number of fields, but kinds
        whose damage gprof refuses at once are chosen less often."""
        fields = fields_of(data, self.layout)
        if not fields:
            return data
        kinds = sorted({f.kind for f in fields})
        kind = self.rng.choices(kinds, [1 if k in FATAL else 4 for k in kinds])[0]
        alike = [f for f in fields if f.kind == kind]
        self.done.append(kind)
        for field in self.rng.sample(alike, min(len(alike), self.rng.choice([1, 1, 1, 2, 20]))):
            if kind == 'dimension' and self.rng.random() < 0.7:
                data[field.at:field.at + field.size] = self.rng.choice(UNITS).ljust(field.size, b'\0')
            elif field.size in (1, 2, 4, 8):
                field.put(data, self._number(field, alike, data), self.layout)
            else:
                data[field.at + self.rng.randrange(field.size)] ^= 1 << self.rng.randrange(8)
        return data

    def _number(self, field, alike, data):
        rng, old, bits = self.rng, field.number(data, self.layout), 8 * field.size
        low, high = self.image.text
        return rng.choice([old ^ 1 << rng.randrange(bits), old ^ 1 << rng.randrange(bits),
                           old + rng.choice([-2, -1, 1, 2]), old + rng.randrange(-64, 64),
                           rng.choice([0, 1, 2, (1 << bits) - 1, 1 << bits - 1]),
                           rng.choice(alike).number(data, self.layout), rng.randrange(1 << bits),
                           rng.randrange(low, high + 1), old * 2, old // 2])

    def _bits(self, data):
        for _ in range(self.rng.choice([1, 1, 2, 8])):
            if data:
                data[self.rng.randrange(len(data))] ^= 1 << self.rng.randrange(8)
        return data

    def _cut(self, data):
        if self.rng.random() < 0.5 or len(data) < 4:
            return data[:self.rng.randrange(len(data) + 1)]
        return data[:self.rng.randrange(min(len(data), 120))]

    def _append(self, data):
        rng = self.rng
        rubbish = bytes(rng.randrange(256) for _ in range(rng.choice([1, 3, 20, 100])))
        return data + rng.choice([rubbish, bytes(rng.randrange(1, 64)), b'\1' + rubbish, b'\2' + rubbish, data,
                                  data[20:], b'contents of some text\n'])

    def _cut_out(self, data):
        if len(data) < 2:
            return data
        at = self.rng.randrange(len(data))
        return data[:at] + data[at + self.rng.choice([1, 2, 4, 8, 21]):]

    # --- changes of records
    def _shuffle(self, records):
        return self.rng.sample(records, len(records))

    def _repeat(self, records):
        if not records:
            return records
        return records + self.rng.choices(records, k=self.rng.choice([1, 1, 2, 10]))

    def _drop(self, records):
        return [r for r in records if self.rng.random() < self.rng.choice([0.1, 0.5, 0.9])]

    def _more_histogram(self, records):
        """Adds a histogram like an existing one, or with another range or another number of bins."""
        rng, old = self.rng, self._histogram(records)
        length = old.high - old.low
        by = rng.choice([0, 0, length, -length, 2, length // 2, -2, 2 * length, 1])
        low, high = self._address(old.low + by), self._address(old.high + by)
        size = rng.choice([len(old.bins)] * 3 + [len(old.bins) + 1, 2 * len(old.bins), 1, 0])
        new = Histogram(low, high, [rng.choice([0, 0, 1, 3, 65535, rng.randrange(99)]) for _ in range(size)],
                        rng.choice([old.rate, old.rate, 1, 0, 1000]),
                        rng.choice([old.dimension] * 5 + UNITS[:3]), rng.choice([old.abbreviation] * 5 + [b't', b'\0']))
        if rng.random() < 0.2:
            new = replace(new, high=min(low, high), low=max(low, high))
        at = rng.randrange(len(records) + 1)
        return records[:at] + [new] + records[at:]

    def _split(self, records):
        """Splits a histogram into two halves, whose address ranges are adjacent or nearly adjacent."""
        old = self._histogram(records)
        if len(old.bins) < 2:
            return records
        middle = len(old.bins) // 2
        border = old.low + (old.high - old.low) * middle // len(old.bins)
        halves = [replace(old, high=border, bins=old.bins[:middle]),
                  replace(old, low=self._address(border + self.rng.choice([0, 0, 2, -2])), bins=old.bins[middle:])]
        self.rng.shuffle(halves)
        return [r for r in records if r is not old] + halves

    def _address(self, number):
        """Truncates a number to the width of an address."""
        return number % (1 << 8 * self.layout.width)

    def _histogram(self, records):
        low, high = self.image.text
        return self.rng.choice([r for r in records if isinstance(r, Histogram)] or [Histogram(low, high, [1] * 20)])

    def _more_arcs(self, records):
        rng, functions = self.rng, self.image.functions
        low, high = self.image.text
        some = [f.address for f in rng.choices(functions, k=5)] + [0, low - 1, high, high + 4, rng.getrandbits(64)]
        return records + [Arc(self._address(rng.choice(some)), self._address(rng.choice(some) + rng.choice([0, 0, 1])),
                              rng.choice([0, 1, 7, 2**31, 2**32 - 1])) for _ in range(rng.choice([1, 3, 30]))]

    def _more_blocks(self, records):
        rng = self.rng
        low, high = self.image.text
        return records + [Blocks([(rng.randrange(low, high + 9), rng.choice([0, 1, 5, 2**31, 2**32 - 1]))
                                  for _ in range(rng.choice([0, 1, 5]))])]
