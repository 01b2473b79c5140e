# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads stacks from pprof's profile.proto, decoded byte by byte, and writes stacks in that format."""
import collections
import gzip
import re

from .model import Frame, Recording, Stack

UNITS = {'nanoseconds': 1, 'microseconds': 1000, 'milliseconds': 1000000, 'seconds': 1000000000}
MANGLED = re.compile(r'_+[ZR]|\?')


# The wire format of protocol buffers.

def _varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def fields(data):
    """Yields each field of a message: its number, and an integer or bytes."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        if key & 7 == 0:
            value, at = _varint(data, at)
        elif key & 7 == 2:
            size, at = _varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            size = {1: 8, 5: 4}[key & 7]
            value, at = data[at:at + size], at + size
        yield key >> 3, value


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def number(tag, value):
    return varint(tag << 3) + varint(value)


def message(tag, data):
    return varint(tag << 3 | 2) + varint(len(data)) + data


def _signed(value):
    return value - (1 << 64) if value >> 63 else value


def _numbers(found):
    values = []
    for value in found:
        if isinstance(value, int):
            values.append(value)
            continue
        at = 0
        while at < len(value):
            one, at = _varint(value, at)
            values.append(one)
    return values


# Reading.

def _all(data):
    found = {}
    for tag, value in fields(data):
        found.setdefault(tag, []).append(value)
    return found


def _one(found, tag):
    return found.get(tag, [0])[-1]


class _Tables:
    def __init__(self, whole):
        self.texts = [text.decode() for text in whole.get(6, [])]
        self.types = [(self.texts[_one(_all(one), 1)], self.texts[_one(_all(one), 2)]) for one in whole.get(1, [])]
        mappings, functions = self._by_id(whole, 3), self._by_id(whole, 5)
        self.images = {id: self.texts[_one(found, 5)] for id, found in mappings.items()}
        self.names = {id: self._name_of(found) for id, found in functions.items()}
        self.files = {id: self.texts[_one(found, 4)] for id, found in functions.items()}
        files = collections.defaultdict(set)
        for id, name in self.names.items():
            files[name].add(self.files[id])
        self.repeated = {name for name, found in files.items() if len(found) > 1}
        self.frames = {id: self._frames_of(found) for id, found in self._by_id(whole, 4).items()}

    @staticmethod
    def _by_id(whole, tag):
        return {_one(found, 1): found for found in map(_all, whole.get(tag, []))}

    def _name_of(self, function):
        """Returns the system name if it is mangled, or if there is no other name."""
        readable, linked = (self.texts[_one(function, tag)] for tag in (2, 3))
        return linked if linked and (not readable or MANGLED.match(linked)) else readable

    def _image_of(self, function, image):
        """Returns the file of a function that has no image, or whose name is that of functions in several files."""
        file = self.files[function]
        name = self.names[function]
        return file if name and (not image or (file and name in self.repeated)) else image

    def _frames_of(self, location):
        """Returns the frames of a location, the innermost first."""
        image = self.images.get(_one(location, 2), '')
        found = [_one(_all(line), 1) for line in location.get(4, [])]
        if not found:
            return [Frame('[unknown]', image)]
        return [Frame(self.names[id] or '[unknown]', self._image_of(id, image), place + 1 < len(found))
                for place, id in enumerate(found)]

    def labels_of(self, sample):
        for label in map(_all, sample.get(3, [])):
            text = _one(label, 2)
            yield self.texts[_one(label, 1)], self.texts[text] if text else str(_signed(_one(label, 3)))


def read_pprof(data):
    whole = _all(data)
    tables = _Tables(whole)
    units = {name: 'seconds' if unit in UNITS else name if unit in ('count', '') else unit for name, unit in tables.types}
    default = tables.texts[_one(whole, 14)] if 14 in whole else ''
    recording = Recording('pprof', units, preferred=default if default in units else list(units)[-1])
    counts = next((place for place, kind in enumerate(tables.types) if kind == ('samples', 'count')), None)
    recording.sampled = counts is not None
    for sample in map(_all, whole.get(2, [])):
        frames = [frame for id in _numbers(sample.get(1, [])) for frame in tables.frames[id]][::-1]
        values = [_signed(value) for value in _numbers(sample.get(2, []))]
        labels = tuple(tables.labels_of(sample))
        for (name, unit), value in zip(tables.types, values):
            count = values[counts] if counts is not None else 0
            recording.stacks.append(Stack(value * UNITS.get(unit, 1), count, frames, name, labels=labels))
    recording.sampled = recording.sampled and all(stack.count >= 0 for stack in recording.stacks)
    return recording


# Writing.

def write_pprof(stacks, unit):
    """Returns stacks as a profile.proto file; a stack is (weight, frames with the outermost first). Each sample has
    two values: a count of 1, and the weight in `unit`."""
    texts, functions, images = {'': 0}, {}, {}

    def text(value):
        return texts.setdefault(value, len(texts))

    data = message(1, number(1, text('samples')) + number(2, text('count')))
    data += message(1, number(1, text('cpu')) + number(2, text(unit)))
    for weight, frames in stacks:
        places = b''.join(varint(functions.setdefault(frame, len(functions) + 1)) for frame in reversed(frames))
        data += message(2, message(1, places) + message(2, varint(1) + varint(weight)))
    for (name, image), id in functions.items():
        data += message(5, number(1, id) + number(2, text(name)) + number(3, text(name)))
        mapping = images.setdefault(image, len(images) + 1) if image else 0
        data += message(4, number(1, id) + number(2, mapping) + message(4, number(1, id)))
    for image, id in images.items():
        data += message(3, number(1, id) + number(5, text(image)))
    return gzip.compress(data + b''.join(message(6, value.encode()) for value in texts), mtime=0)
