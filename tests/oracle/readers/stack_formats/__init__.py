# SPDX-License-Identifier: GPL-3.0-or-later
"""Independent readers of other profilers' files: they share no code with libprofdiff, and keep each stack
separately."""
import gzip
from pathlib import Path

from .callgrind import add_threads, read_callgrind
from .json_formats import read_json, write_firefox, write_speedscope
from .model import Frame, Recording, Stack, Sums, Thread, Wanted, add_up
from .otlp import read_otlp, write_otlp
from .pprof import read_pprof, write_pprof
from .text_formats import read_folded, read_perf, write_folded, write_perf

__all__ = ['Frame', 'Recording', 'Stack', 'Sums', 'Thread', 'Wanted', 'add_threads', 'add_up', 'read', 'sums_of',
           'write_firefox', 'write_folded', 'write_otlp', 'write_perf', 'write_pprof', 'write_speedscope']


def read(path, wanted=Wanted()):
    """Reads a file, which can be compressed. Its name determines the format."""
    path = Path(path)
    data = path.read_bytes()
    name = path.name.removesuffix('.gz')
    if data[:2] == b'\x1f\x8b':
        data = gzip.decompress(data)
    if name.endswith(('.pb', '.pprof')):
        return read_pprof(data)
    if name.endswith('.otlp'):
        return read_otlp(data)
    text = data.decode(errors='surrogateescape')
    if name.endswith(('.speedscope', '.firefox', '.cpuprofile')):
        return read_json(text)
    if 'callgrind' in name:
        return read_callgrind(text)
    return read_folded(text, wanted.unit) if name.endswith('.folded') else read_perf(text)


def sums_of(path, wanted=Wanted()):
    return add_up(read(path, wanted), wanted)
