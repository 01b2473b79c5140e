# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads stacks from profiles of OpenTelemetry (OTLP, from version 1.9 on), decoded byte by byte, and writes them."""
from .model import Frame, Recording, Stack
from .pprof import UNITS, _all, _numbers, _one, _signed, message, number, varint

RESOURCES, DICTIONARY = 1, 2
MAPPINGS, LOCATIONS, FUNCTIONS, TEXTS, STACKS = 1, 2, 3, 5, 7


class _Dictionary:
    def __init__(self, found):
        self.texts = [text.decode() for text in found.get(TEXTS, [])]
        self.images = [self.texts[_one(_all(one), 4)] for one in found.get(MAPPINGS, [])]
        self.functions = [self.texts[_one(_all(one), 1)] for one in found.get(FUNCTIONS, [])]
        self.locations = [_all(one) for one in found.get(LOCATIONS, [])]
        self.stacks = [_numbers(_all(one).get(1, [])) for one in found.get(STACKS, [])]

    def frames_of(self, stack):
        """Returns the frames of a stack, the outermost first."""
        frames = []
        for location in (self.locations[place] for place in self.stacks[stack]):
            image = self.images[_one(location, 1)]
            lines = [_one(_all(line), 1) for line in location.get(3, [])]
            frames += [Frame(self.functions[line], image, place + 1 < len(lines)) for place, line in enumerate(lines)]
        return frames[::-1]


def read_otlp(data):
    whole = _all(data)
    dictionary = _Dictionary(_all(whole[DICTIONARY][0]))
    recording = Recording('otlp', {})
    for resource in map(_all, whole.get(RESOURCES, [])):
        for scope in map(_all, resource.get(2, [])):
            for profile in map(_all, scope.get(2, [])):
                kind = _all(profile[1][0])
                name, unit = (dictionary.texts[_one(kind, tag)] for tag in (1, 2))
                recording.units[name] = 'seconds' if unit in UNITS else unit
                for sample in map(_all, profile.get(2, [])):
                    times = sum(len(each) // 8 if isinstance(each, bytes) else 1 for each in sample.get(5, []))
                    values = [_signed(value) for value in _numbers(sample.get(4, []))]
                    value = sum(values) if values else times
                    recording.stacks.append(Stack(value * UNITS.get(unit, 1), 1, dictionary.frames_of(_one(sample, 1)), name))
    return recording


def write_otlp(stacks, event, unit):
    """Returns stacks as a file; a stack is (values, times, frames with the outermost first). Without values, each time
    counts as 1."""
    texts, functions, images = {'': 0}, {('', ''): 0}, {'': 0}

    def text(value):
        return texts.setdefault(value, len(texts))

    samples, table = bytearray(), bytearray(message(STACKS, b''))
    for place, (values, times, frames) in enumerate(stacks, start=1):
        locations = b''.join(varint(functions.setdefault(frame, len(functions))) for frame in reversed(frames))
        table += message(STACKS, message(1, locations))
        sample = number(1, place)
        sample += message(4, b''.join(map(varint, values))) if values else b''
        sample += message(5, b''.join(time.to_bytes(8, 'little') for time in times)) if times else b''
        samples += message(2, sample)
    profile = message(1, number(1, text(event)) + number(2, text(unit))) + bytes(samples)
    for (name, image), place in functions.items():
        mapping = images.setdefault(image, len(images))
        table += message(FUNCTIONS, number(1, text(name)))
        table += message(LOCATIONS, (number(1, mapping) if mapping else b'') + (message(3, number(1, place)) if place else b''))
    for image in images:
        table += message(MAPPINGS, number(4, text(image)))
    table += b''.join(message(TEXTS, value.encode()) for value in texts)
    scope = message(2, profile)
    return message(RESOURCES, message(2, scope)) + message(DICTIONARY, bytes(table))
