# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that egprof needs no more memory than the manual promises, even for files designed to need the most."""
import gzip
import random
import struct

from elf_image import TEXT, write_image
from peak_memory import run_measured

MB = 1 << 20
HEADER = b'gmon' + struct.pack('<I12x', 1)
# The limits stated in the manual, in bytes; TIMES_INPUT is a factor. ROW and LARGE_ROW are the limits for each function
# or call in machine-readable output.
BASE, TIMES_INPUT, DISTINCT, SYMBOL, HISTOGRAM, ROW, LARGE_ROW = 16 * MB, 4, 100, 128, 1536, 256, 2048
# Limits for each byte of a recording of uftrace: of its records, and of its other files.
OF_RECORDS, OF_TEXTS = 24, 100


def histogram(low, bins, address='Q'):
    return struct.pack(f'<B2{address}II15sc', 0, low, low + len(bins), len(bins) // 2, 100, b'seconds', b's') + bins


class Limits:
    def __init__(self, checks, egprof, folder):
        self.checks, self.egprof, self.folder, self.random = checks, egprof, folder, random.Random(1)
        self.functions = [(1, TEXT + 1024 * i, 1024) for i in range(1024)]
        self.image, self.narrow = folder / 'wide', folder / 'narrow'
        write_image(self.image, self.functions)
        write_image(self.narrow, self.functions, wide=False)

    def make(self, name, content):
        (self.folder / name).write_bytes(content)
        return self.folder / name

    def arcs(self, count, address):
        place = lambda: TEXT + self.random.randrange(MB)
        return HEADER + b''.join(struct.pack(f'<B2{address}I', 1, place(), place(), 1) for _ in range(count))

    def holds(self, what, command, size, symbols=0, histograms=1, rows=0, row=ROW, distinct=0):
        """Checks that egprof needs no more memory than the manual promises for `size` bytes of input and the given
        numbers of records."""
        status, kilobytes, errors = run_measured(self.egprof, '-b', *command, cwd=self.folder, timeout=100)
        peak = kilobytes * 1024
        bound = (BASE + TIMES_INPUT * size + DISTINCT * distinct + SYMBOL * (symbols + len(self.functions)) +
                 HISTOGRAM * histograms + row * rows)
        print(f'{what}: {size / MB:.1f} MB of input, {peak / MB:.1f} MB of memory, at most {bound / MB:.1f}')
        self.checks.expect(status == 0 and 0 < peak <= bound, f'memory, {what}: {peak} of {bound} bytes {errors}',
                           command)


def profiles(limits):
    """Tests files in which each record has another address, each bin another count, or each histogram another range."""
    for image, address in ((limits.image, 'Q'), (limits.narrow, 'I')):
        arcs = limits.make('arcs', limits.arcs(300000, address))
        for options in (['-q'], ['-s'], ['-q', '--salvage', arcs]):
            size = arcs.stat().st_size * (1 + (arcs in options))
            limits.holds(f'arcs, {options[0]}', [*options[:2], image, arcs, *options[2:]], size)
    bins = limits.make('bins', HEADER + histogram(TEXT, limits.random.randbytes(4 * MB)))
    for listing, files in (('-p', [bins]), ('-s', [bins]), ('-s', [bins] * 3)):
        limits.holds(f'bins, {listing}', [listing, limits.image, *files], len(files) * bins.stat().st_size)
    tiny = limits.make('tiny', HEADER + b''.join(histogram(TEXT + 2 * i, b'\1\0', 'I') for i in range(30000)))
    for option in ('-p', '--keep-going'):
        limits.holds(f'histograms, {option}', [option, limits.narrow, tiny], tiny.stat().st_size, histograms=30000)
    counts = b''.join(struct.pack('<2I', TEXT + limits.random.randrange(MB), 1) for _ in range(400000))
    blocks = limits.make('blocks', HEADER + b'\2' + struct.pack('<I', 400000) + counts)
    limits.holds('blocks', ['-C', limits.narrow, blocks], blocks.stat().st_size)


def packed(limits):
    """Tests compressed files that are about a thousand times as large when unpacked."""
    for what, content, listings in (
            ('arcs', HEADER + struct.pack('<BQQI', 1, TEXT + 4, TEXT + 1024, 1) * 500000, ('-q', '-s')),
            ('bins', HEADER + histogram(TEXT, bytes(16 * MB)), ('-p', '-s'))):
        path = limits.make('packed', gzip.compress(content))
        limits.checks.expect(len(content) > 300 * path.stat().st_size, f'{path.stat().st_size} packed bytes')
        for listing in listings:
            limits.holds(f'packed {what}, {listing}', [listing, limits.image, path], len(content))
    # Files of many gzip members with the same records, up to 168 MB when unpacked.
    one = struct.pack('<BQQI', 1, TEXT + 4, TEXT + 1024, 1) * 500000
    several, narrow = limits.arcs(200000, 'Q')[len(HEADER):], limits.arcs(300000, 'I')[len(HEADER):]
    block = b'\2' + struct.pack('<I', 500000) + struct.pack('<2I', TEXT + 4, 1) * 500000
    for what, image, records, times, distinct, listings in (
            ('one arc', limits.image, one, 16, 1, ('-q', '-s')),
            ('200,000 arcs', limits.image, several, 12, 200000, ('-q', '-s')),
            ('300,000 arcs', limits.narrow, narrow, 12, 300000, ('-q',)),
            ('one block', limits.narrow, block, 16, 1, ('-C',))):
        path = limits.make('repeated', gzip.compress(HEADER) + gzip.compress(records, 1) * times)
        for listing in listings:
            limits.holds(f'{what} {times} times, {listing}', [listing, image, path], 0, distinct=distinct)
    again = limits.make('again', gzip.compress(HEADER + histogram(TEXT, b'\1\0') * 400000))
    limits.holds('one histogram again and again', ['-p', limits.image, again], again.stat().st_size)


def symbols(limits):
    """Tests many symbols with names of one character: each of them takes more bytes in the memory of egprof than in the
    file."""
    count = 100000
    profile = limits.make('profile', HEADER + histogram(TEXT, b'\1\0' * count) + limits.arcs(20000, 'Q')[len(HEADER):])
    image = limits.folder / 'symbols'
    size = write_image(image, [(1, TEXT + 4 * i, 4) for i in range(count)]) + profile.stat().st_size
    for options in (['-p', '-z'], ['-q', '-z'], ['-C', '-z'], ['-s'], ['--ranks']):
        limits.holds(f'symbols, {options[0]}', [*options, image, profile], size, count)
    limits.holds('symbols, a difference', ['-q', image, profile, '--subtract', image, profile], 2 * size, 2 * count)
    for options in (['--format=csv'], ['--callgrind'], ['--folded'], ['--format=json'], ['--gml', '--gml-nodes=0']):
        limits.holds(f'symbols, {options[0]}', [*options, '-z', image, profile], size, count, rows=count + 20000,
                     row=LARGE_ROW if options[0] in ('--format=json', '--gml') else ROW)
    size = write_image(image, [(1, TEXT + 4 * (i % 2), 4) for i in range(count)]) + profile.stat().st_size
    limits.holds('symbols at two addresses', ['-C', image, profile], size, count)
    named = limits.make('named', b''.join(b'%x t a\n' % (TEXT + 4 * i) for i in range(200000)))
    limits.holds('a symbol file', ['-p', '-S', named, limits.image, profile], named.stat().st_size + profile.stat().st_size,
                 200000)
    ordered = limits.make('map', b'a:b c\n' * 300000)
    limits.holds('a map', ['-p', '-R', ordered, limits.image, profile], ordered.stat().st_size + profile.stat().st_size, 300000)


def recording(folder, calls, of_call, arguments=''):
    """Writes a recording of uftrace. `of_call` returns the address of a call's function, and its arguments as bytes."""
    folder.mkdir()
    lines = b'exename:/p\n' + (f'argspec:lines=1\nargspec:a@{arguments}\n'.encode() if arguments else b'')
    (folder / 'info').write_bytes(b'Ftrace!\0' + struct.pack('<IHBBQQH6x', 4, 40, 1, 2, 0x63, 0, 1024) + lines)
    (folder / 'task.txt').write_text('SESS timestamp=0.000000001 pid=10 sid=aa exename="/p"\n'
                                     'TASK timestamp=0.000000002 tid=10 pid=10\n')
    (folder / 'sid-aa.map').write_text('400000-500000 r-xp 00000000 00:00 0    /p\n')
    (folder / 'p.sym').write_text('# path name: /p\n0000000000001000 T a\n0000000000001040 ? __func_end\n')
    with open(folder / '10.dat', 'wb') as out:
        for i in range(calls):
            address, values = of_call(i)
            for kind in (0, 1):
                has_values = kind == 0 and values
                out.write(struct.pack('<QQ', 100 + 2 * i + kind, kind | (4 if has_values else 0) | 5 << 3 | address << 16))
                out.write(values if has_values else b'')
    return folder


def recordings(limits):
    """Tests recordings with as many of the smallest arguments as a call can have, just after the list of values has
    grown, and with another function for each call."""
    a, values = 0x401000, 1024
    grown = (1 << 20) // values + 1
    many = recording(limits.folder / 'values', grown, lambda i: (a, b'\1\0\0\0' * values),
                     ','.join(f'arg{n}/i8' for n in range(1, values + 1)))
    named = recording(limits.folder / 'named.uftrace', 150000, lambda i: (0x10000 + 16 * i, b''))
    for what, command, folder in (('arguments', 'rank', many), ('functions', 'rank', named), ('functions', 'trace', named)):
        size, texts = (sum(f.stat().st_size for f in folder.iterdir() if (f.suffix == '.dat') == of_records)
                       for of_records in (True, False))
        bound = BASE + OF_RECORDS * size + OF_TEXTS * texts
        status, kilobytes, errors = run_measured(limits.egprof, command, folder, cwd=limits.folder, timeout=100)
        print(f'{what}, {command}: {size / MB:.1f} MB of records, {kilobytes / 1024:.1f} MB of memory, at most {bound / MB:.1f}')
        limits.checks.expect(status == 0 and 0 < kilobytes * 1024 <= bound, f'{what}, {command}: {kilobytes} KB {errors}')
        for limit, is_enough in ((bound + MB, True), (bound - MB, False)):
            status, _, errors = run_measured(limits.egprof, command, f'--memory={limit >> 20}M', folder, cwd=limits.folder,
                                             timeout=100)
            limits.checks.equal(status == 0, is_enough, f'--memory={limit >> 20}M: {errors}')


def memory(checks, egprof, scene):
    folder = scene.path('memory')
    folder.mkdir()
    limits = Limits(checks, egprof, folder)
    for part in (profiles, packed, symbols, recordings):
        part(limits)
