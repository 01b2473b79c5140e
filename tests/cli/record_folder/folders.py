# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes folders of recorded runs whose differences are known."""
import gzip
import json
import math
import random

RATE = 4000  # samples per second


def _varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def _number(field, value):
    return _varint(field << 3) + _varint(value)


def _bytes(field, value):
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def pprof(counts):
    """Returns a profile of pprof with a number of samples for each function, all of them called by main."""
    texts = ['', 'cpu', 'nanoseconds', 'samples', 'count', 'main', *counts]
    period = 10**9 // RATE
    out = b''.join(_bytes(1, _number(1, texts.index(kind)) + _number(2, texts.index(unit)))
                   for kind, unit in (('samples', 'count'), ('cpu', 'nanoseconds')))
    for at, count in enumerate(counts.values(), start=6):
        if count:
            out += _bytes(2, _bytes(1, _varint(at) + _varint(5)) + _bytes(2, _varint(count) + _varint(count * period)))
    for at in range(5, len(texts)):
        out += _bytes(4, _number(1, at) + _bytes(4, _number(1, at)))
        out += _bytes(5, _number(1, at) + _number(2, at))
    for text in texts:
        out += _bytes(6, text.encode())
    out += _bytes(11, _number(1, 1) + _number(2, 2)) + _number(12, period)
    return gzip.compress(out, mtime=0)


def folded(counts):
    return ''.join(f'main;{name} {count}\n' for name, count in counts.items() if count).encode()


def _poisson(chance, mean):
    return max(0, round(chance.gauss(mean, math.sqrt(mean))))


class Folder:
    """A folder with pairs of runs. `programs` has the mean numbers of samples of each command's functions."""

    def __init__(self, path, programs, pairs, seed=1, write=pprof, extension='.pb.gz', drift=0.1, own=0.02, names=None):
        self.path, self.chance = path, random.Random(seed)
        names = names or ['base', 'other', 'other2', 'other3']
        self.manifest = {
            'schema': 'egprof-record-1', 'egprof': '1.1.0', 'created': '2026-11-29T12:00:00Z', 'state': 'complete',
            'directory': '/', 'machine': {'cpus': 2}, 'options': {'runs': str(pairs), 'seed': '1'},
            'recorder': {'name': 'perf', 'event': 'cpu-clock', 'frequency': RATE, 'reason': 'perf works here'},
            'commands': [{'name': names[i], 'command': f'./{names[i]}', 'words': [f'./{names[i]}']}
                         for i in range(len(programs))],
            'runs': []}
        (path / 'runs').mkdir(parents=True)
        for pair in range(1, pairs + 1):
            speed = math.exp(self.chance.gauss(0, drift))
            order = list(range(len(programs)))
            self.chance.shuffle(order)
            for position, command in enumerate(order, start=1):
                self.add(pair, command, position, programs[command], speed, own, write, extension)
        self.save()

    def add(self, pair, command, position, program, speed, own, write, extension):
        counts = {name: _poisson(self.chance, mean * speed * math.exp(self.chance.gauss(0, own)))
                  for name, mean in program.items()}
        number = len(self.manifest['runs']) + 1
        name = f'runs/{number:04}-{"abcdefgh"[command]}{extension}'
        (self.path / name).write_bytes(write(counts))
        seconds = sum(counts.values()) / RATE
        self.manifest['runs'].append(
            {'run': number, 'pair': pair, 'command': command, 'position': position, 'warmup': False, 'wall': seconds,
             'user': seconds, 'sys': 0, 'maxRss': 4096 * (1000 + self.chance.randrange(10)), 'status': 0, 'signal': 0,
             'state': 'ok', 'profile': name, 'samples': sum(counts.values()),
             'stdout': {'bytes': 3, 'sha256': '00'}})

    def save(self):
        (self.path / 'manifest.json').write_text(json.dumps(self.manifest))
        return self.path
