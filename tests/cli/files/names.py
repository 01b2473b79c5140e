# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests names designed to take a lot of memory: they share bytes, or their demangled forms double in length every few
bytes."""
import struct
import subprocess

from elf_image import TEXT, doubling_name, write_image
from memory import HEADER, MB, Limits, histogram

LENGTH, COUNT = MB, 2000  # length of one name, number of functions
PLACES = [TEXT + 16 * i for i in range(COUNT)]


def number(value):
    """Encodes a number as ULEB128."""
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


def debug_sections(text, place_of_name, folder=b'', files=1):
    """Returns the sections of a DWARF 4 unit with COUNT functions of one line each. `text` contains the names of the
    functions."""
    name, linkage, low, high, lines = b'\x03\x0e', b'\x6e\x0e', b'\x11\x01', b'\x12\x07', b'\x10\x17'
    abbreviations = (b'\1\x11\1' + name + lines + low + high + b'\0\0' + b'\2\x2e\0' + linkage + low + high + b'\0\0\0')
    unit = struct.pack('<HIB', 4, 0, 8) + b'\1' + struct.pack('<IIQQ', 0, 0, TEXT, 16 * COUNT)
    unit += b''.join(b'\2' + struct.pack('<IQQ', place_of_name(i), at, 16) for i, at in enumerate(PLACES)) + b'\0'
    header = bytes([1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
    header += (folder + b'\0' if folder else b'') + b'\0'
    header += b''.join(b'%d.c\0' % i + bytes([bool(folder), 0, 0]) for i in range(files)) + b'\0'
    steps = b'\0\x09\2' + struct.pack('<Q', TEXT)
    steps += b''.join(b'\4' + number(1 + i % files) + b'\3\1\1\2\x10' for i in range(COUNT)) + b'\0\1\1'
    program = struct.pack('<HI', 4, len(header)) + header + steps
    return {'.debug_info': struct.pack('<I', len(unit)) + unit, '.debug_abbrev': abbreviations,
            '.debug_line': struct.pack('<I', len(program)) + program, '.debug_str': text + b'\0'}


class Names:
    def __init__(self, checks, egprof, folder):
        self.checks, self.egprof = checks, egprof
        self.limits = Limits(checks, egprof, folder)
        arcs = b''.join(struct.pack('<BQQI', 1, at, at + 16, 1) for at in PLACES[:-1])
        self.profile = self.limits.make('counts', HEADER + histogram(TEXT, b'\1\0' * (8 * COUNT)) + arcs)
        self.image = folder / 'image'

    def write(self, symbols, names, debug=None):
        write_image(self.image, symbols, names=names, debug=debug)
        return self.image.stat().st_size + self.profile.stat().st_size

    def refused(self, options, cause):
        """Checks that egprof refuses the names, and that it does so within 256 MB of address space."""
        command = ['prlimit', '--as=%d' % (256 * MB), self.egprof, '-b', *options, self.image, self.profile]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100, errors='replace')
        said = f'{self.image}: {cause}: together they have more than '
        self.checks.expect(done.returncode == 1 and not done.stdout and said in done.stderr, f'{cause}: {done.stderr[:300]}',
                           command)


def shared(names):
    """All functions share the bytes of one name, which is a megabyte long."""
    text = b'\0' + b'f' * LENGTH + b'\0'
    names.write([(1 + i % 64, at, 16) for i, at in enumerate(PLACES)], text)
    for options in (['-p'], ['-q'], ['-l', '-p'], ['--format=json']):
        names.refused(options, 'names of symbols share bytes')
    size = names.write([(1, at, 16) for at in PLACES[:8]], text)
    names.limits.holds('eight names of a megabyte', ['-p', names.image, names.profile], size + 8 * LENGTH)
    plain = [(1, at, 16) for at in PLACES]
    names.write(plain, b'\0f\0', debug_sections(text[1:], lambda i: i))
    names.refused(['-l', '-p'], "the debug information's names of functions share bytes")
    size = names.write(plain, b'\0f\0', debug_sections(b'f', lambda i: 0, folder=b'/' + b'd' * LENGTH, files=COUNT))
    names.limits.holds('a folder of a megabyte', ['-l', '-p', names.image, names.profile], 64 * size)


def doubling(names):
    """A name that doubles thirty times would be gigabytes long when demangled: it is left mangled."""
    name = doubling_name(30)
    size = names.write([(1, at, 16) for at in PLACES], b'\0' + name.encode() + b'\0')
    names.limits.holds('names that double', ['-q', '-z', names.image, names.profile], size, COUNT)
    done = subprocess.run([names.egprof, '-b', '-p', names.image, names.profile], capture_output=True, text=True, check=False)
    names.checks.equal(done.stdout.count(name + '\n'), COUNT, 'a name that doubles', done.args)


def names(checks, egprof, scene):
    folder = scene.path('names')
    folder.mkdir()
    scene_of_names = Names(checks, egprof, folder)
    for part in (shared, doubling):
        part(scene_of_names)
