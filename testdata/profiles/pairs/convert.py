#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Converts recorded files for record.sh, and prints the result.

    convert.py pprof FILE FOLDER        compresses the file, and replaces FOLDER in its strings with /programs
    convert.py folded|speedscope|firefox FILE   converts the output of perf script to another format, following
                                        the description of that format, because stackcollapse-perf.pl,
                                        speedscope and samply are not in Debian
"""
import collections
import gzip
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / 'tests/oracle/readers'))
from stack_formats import read, write_firefox, write_speedscope  # noqa: E402
from stack_formats.pprof import fields, message, number  # noqa: E402


def scrubbed(path, folder):
    data = Path(path).read_bytes()
    data = gzip.decompress(data) if data[:2] == b'\x1f\x8b' else data
    out = b''
    for tag, value in fields(data):
        if tag == 6:
            value = value.replace(folder.encode(), b'/programs')
        out += number(tag, value) if isinstance(value, int) else message(tag, value)
    return gzip.compress(out, mtime=0)


def folded(stacks):
    counts = collections.Counter(';'.join([stack.thread.name] + [frame.name for frame in stack.frames]) for stack in stacks)
    return ''.join(f'{stack} {count}\n' for stack, count in sorted(counts.items()))


def main():
    kind, path = sys.argv[1:3]
    if kind == 'pprof':
        sys.stdout.buffer.write(scrubbed(path, sys.argv[3]))
        return
    stacks = read(path).stacks
    frames = [[(frame.name, frame.image) for frame in stack.frames] for stack in stacks]
    if kind == 'folded':
        sys.stdout.write(folded(stacks))
    elif kind == 'speedscope':
        sys.stdout.write(write_speedscope([(stack.weight, one, stack.thread.name) for stack, one in zip(stacks, frames)],
                                          'nanoseconds'))
    else:
        sys.stdout.write(write_firefox([(1, one, stack.thread) for stack, one in zip(stacks, frames)],
                                       stacks[0].weight / 1e6))


main()
