# SPDX-License-Identifier: GPL-3.0-or-later
"""Deviations in reading images, profiles and symbol files."""
import gzip
import struct
import subprocess
from pathlib import Path

from scene import PROGRAM, gmon, new_rows  # also makes the modules of tests/cli/files importable
from elf_image import TEXT, write_image

ROWS, row = new_rows()


@row('compressed profiles')
def compressed(scene):
    scene.profile()
    scene.write('gmon.gz', gzip.compress(open(scene.path('gmon.out'), 'rb').read()))
    theirs, ours = scene.both('-b', 'program', 'gmon.gz')
    yield 'gprof fails', theirs.status == 1
    yield 'egprof lists it', ours == scene.gprof('-b', 'program', 'gmon.out') and ours.status == 0


@row('profiles of libraries')
def library(scene):
    leaf, bins = scene.symbols['leaf'], [0] * 8 + [5] + [0] * 7
    low = leaf - 16
    data = b'gmon' + struct.pack('<I12x', 0x1ffff)
    data += struct.pack('<IQQII15sc', 0, low, leaf + 16, len(bins), 100, b'seconds', b's')
    data += struct.pack(f'<{len(bins)}H', *bins) + struct.pack('<IIQQI', 1, 1, 0, leaf - low, 3) + bytes(60)
    scene.write('lib.profile', data)
    theirs, ours = scene.both('-b', '-p', 'program', 'lib.profile')
    yield 'gprof refuses the version', theirs.status == 1 and 'unsupported version 131071' in theirs.stderr
    yield 'egprof lists it', ours.status == 0 and '0.05     0.05        3' in ours.stdout and 'leaf' in ours.stdout


@row('unpacked size')
def bomb(scene):
    profile = open(scene.path(scene.profile()), 'rb').read()
    scene.write('small.gz', gzip.compress(profile))  # small, because gprof takes half a minute to refuse a large file
    with gzip.open(scene.path('bomb.gz'), 'wb', compresslevel=1) as file:
        file.write(profile)
        for _ in range(65):
            file.write(bytes(1 << 24))
    theirs, ours = scene.gprof('-b', 'program', 'small.gz'), scene.ours('-b', 'program', 'bomb.gz')
    yield 'gprof fails', theirs.status == 1
    yield 'egprof stops at 1 GiB', ours.status == 1 and 'bomb.gz' in ours.stderr and not ours.stdout


@row('names that share bytes')
def shared_names(scene):
    write_image(Path(scene.path('image')), [(1 + i, TEXT + 16 * i, 16) for i in range(40)], names=b'\0' + b'f' * 200000 + b'\0')
    scene.write('gmon.out', gmon.write([gmon.Histogram(TEXT, TEXT + 640, [1] * 320)]))
    theirs, ours = scene.both('-b', '-p', 'image')
    yield 'gprof prints every one', theirs.status == 0 and len(theirs.stdout) > 40 * 190000
    yield 'egprof refuses the image', ours.status == 1 and not ours.stdout and 'names of symbols share bytes' in ours.stderr


@row('a directory as image')
def folder(scene):
    theirs, ours = scene.both('-b', '.')
    yield 'gprof has no reason to give', theirs.status == 1 and theirs.stderr == '.: Success\n'
    yield 'egprof gives it', ours.status == 1 and ours.stderr == '.: Is a directory\n'


@row('profile cut short')
def cut_short(scene):
    records = [scene.histogram(), gmon.Blocks([(scene.symbols['leaf'], 3), (scene.symbols['main'], 1)])]
    scene.write('cut', gmon.write(records)[:-5])
    theirs, ours = scene.both('-b', 'program', 'cut')
    yield 'gprof names an error that is none', theirs.status == 1 and 'unexpected end of file' not in theirs.stderr
    yield 'egprof names the end', ours.status == 1 and ours.stderr.endswith(': cut: unexpected end of file\n')


@row('blocks of big-endian machines')
def big_endian_blocks(scene):
    # Uses a separate image, since the program itself is little-endian.
    image = scene.write('big.o', big_endian_object())
    layout = gmon.Layout(8, 'big')
    scene.write('big.out', gmon.write([gmon.Histogram(0, 64, [1] * 32), gmon.Blocks([(0, 4), (32, 2)])], layout))
    theirs, ours = scene.both('-i', '-Z', image, 'big.out')
    yield 'gprof reads past them', theirs.status == 1
    yield 'egprof counts them', ours.status == 0 and '1 basic-block count record\n' in ours.stdout


def big_endian_object():
    """Returns a relocatable ELF file for an unknown machine, with a .text of 64 bytes and two functions."""
    names, strings = b'\0.text\0.symtab\0.strtab\0.shstrtab\0', b'\0first\0second\0'
    symbols = bytes(24) + b''.join(struct.pack('>IBBHQQ', name, 0x12, 0, 1, value, 32)
                                   for name, value in ((1, 0), (7, 32)))
    contents = [bytes(64), symbols, strings, names]
    at, offsets = 64, []
    for content in contents:
        offsets.append(at)
        at += (len(content) + 7) & ~7
    header = b'\x7fELF\x02\x02\x01' + bytes(9) + struct.pack('>HHIQQQIHHHHHH', 1, 0, 1, 0, 0, at, 0, 64, 0, 0, 64, 5, 4)
    table = bytes(64) + b''.join(
        struct.pack('>IIQQQQIIQQ', name, kind, flags, 0, offset, len(content), link, info, 8, size)
        for name, kind, flags, offset, content, link, info, size in (
            (1, 1, 6, offsets[0], contents[0], 0, 0, 0), (7, 2, 0, offsets[1], contents[1], 3, 1, 24),
            (15, 3, 0, offsets[2], contents[2], 0, 0, 0), (23, 3, 0, offsets[3], contents[3], 0, 0, 0)))
    body = b''.join(content + bytes(-len(content) % 8) for content in contents)
    return header + body + table


@row('bad BSD header')
def bad_bsd_header(scene):
    data = bytearray(gmon.write_bsd(scene.histogram(), scene.arcs()))
    data[16:20] = struct.pack('<I', 4)  # the size, smaller than that of the header itself
    scene.write('bsd', bytes(data))
    arguments = ['-b', 'program', 'bsd']
    theirs = scene.gprof(*arguments, preexec_fn=limit_memory)
    ours = scene.ours(*arguments)
    yield 'gprof asks for 16 gigabytes', theirs.status == 1 and 'out of memory' in theirs.stderr
    yield 'egprof refuses the file', ours.status == 1 and ours.stderr.startswith('gprof: file ') is False \
        and 'bsd' in ours.stderr and 'out of memory' not in ours.stderr


def limit_memory():
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


@row('counts above 64 bits')
def overflow(scene):
    half, leaf = 1 << 63, scene.symbols['leaf']
    blocks = gmon.Blocks([(leaf, half), (leaf + 4, half)])
    scene.write('blocks', gmon.write([scene.histogram(), blocks]))
    theirs, ours = scene.both('-b', '-p', 'program', 'blocks')
    yield 'gprof goes on', theirs.status == 0
    yield 'egprof names the record', ours.status == 1 and 'the record that ends at byte' in ours.stderr and not ours.stdout
    for name in ('one', 'two'):
        scene.write(name, gmon.write([scene.histogram(), gmon.Blocks([(leaf, half)])]))
    ours = scene.ours('-b', '-p', 'program', 'one', 'two')
    yield 'egprof names the file', ours.status == 1 and 'two: its counts' in ours.stderr
    yield 'one alone is listed', scene.ours('-b', '-p', 'program', 'one') == scene.gprof('-b', '-p', 'program', 'one')
    arcs = [gmon.Arc(scene.symbols['main'] + 1, leaf, half), gmon.Arc(scene.symbols['middle'] + 1, leaf, half)]
    scene.write('bsd', gmon.write_bsd(scene.histogram(), arcs))
    ours = scene.ours('-b', '-q', 'program', 'bsd')
    yield 'calls of BSD profiles as well', ours.status == 1 and 'the record that ends at byte' in ours.stderr


@row('BSD profile from a pipe')
def bsd_pipe(scene):
    data = gmon.write_bsd(scene.histogram(), scene.arcs())
    scene.write('bsd', data)
    theirs, ours = scene.both('-b', 'program', '-', input=data)
    yield 'gprof has to seek', theirs.status == 1 and theirs.stderr == '-: Illegal seek\n'
    yield 'egprof has not', ours == scene.gprof('-b', 'program', 'bsd') and ours.status == 0


@row("other profilers' files")
def other_profilers(scene):
    scene.write('one.folded', b'main;leaf 3\nmain 1\n')
    theirs, ours = scene.both('-b', '-p', 'one.folded')
    yield 'gprof takes it for an image', theirs.status == 1 and theirs.stderr.endswith('not in executable format\n')
    yield 'so does egprof under that name', ours == theirs
    own = scene.run(scene.egprof, ('-b', '-p', 'one.folded'))
    yield 'under its own it lists it', own.status == 0 and 'samples' in own.stdout and 'leaf' in own.stdout
    classic = scene.run(scene.egprof, ('--classic', '-b', '-p', 'one.folded'))
    yield 'but not with --classic', classic.status == 1


@row('histograms of one range')
def differing_bins(scene):
    low = scene.symbols['leaf']
    for name, bins in (('two', [1] * 2000), ('three', [1] * 2001)):  # scales that differ by less than a millionth
        scene.profile(name, [gmon.Histogram(low, low + 2, bins), *scene.arcs()])
    theirs, ours = scene.both('-b', '-p', 'program', 'two', 'three')
    yield 'gprof reads the second with the first\'s number of bins', theirs.status == 1 and 'scales' not in theirs.stderr
    yield 'egprof refuses it', ours.status == 1 and 'scales' in ours.stderr


@row('-S with bad addresses')
def bad_symbol_file(scene):
    leaf, main = scene.symbols['leaf'], scene.symbols['main']
    scene.profile()
    scene.write('clean', f'{leaf:x} T leaf\n{main:x} T main\n{scene.high:x} T end\n')
    scene.write('symbols', f'zz T nowhere\n{leaf:x} T leaf\n{main:x} T main\n{scene.high:x} T end\n')
    theirs, ours = scene.both('-b', '-p', '-z', '-S', 'symbols', 'program')
    yield 'gprof accepts the line', theirs.status == 0 and 'nowhere' in theirs.stdout
    yield 'egprof leaves the line out', \
        ours.status == 0 and ours == scene.gprof('-b', '-p', '-z', '-S', 'clean', 'program')


@row('-S with long lines')
def long_symbol_file(scene):
    leaf, main = scene.symbols['leaf'], scene.symbols['main']
    scene.profile()

    def table(size):  # writes symbols; the first line has `size` characters, not counting the line end
        begin = f'{leaf:x} T '
        scene.write('symbols', f'{begin}{"l" * (size - len(begin))}\n{main:x} T main\n{scene.high:x} T end\n')
        return scene.both('-b', '-p', '-z', '-S', 'symbols', 'program'), 'l' * (size - len(begin))
    (theirs, ours), name = table(1022)
    yield 'a line of 1022 characters is whole', theirs == ours and f' {name}\n' in ours.stdout
    (theirs, ours), name = table(1023)
    yield 'gprof cuts one of 1023', theirs.status == 0 and f' {name[1:]}\n' in theirs.stdout
    yield 'egprof does not', ours.status == 0 and f' {name}\n' in ours.stdout
    (theirs, ours), name = table(1 << 20)
    yield 'nor one of 1 MB', ours.status == 0 and f' {name}\n' in ours.stdout


@row('remarks of libbfd')
def library_remarks(scene):
    scene.compile('wide', PROGRAM, '-gdwarf64')  # libbfd 2.40 reads this format incorrectly
    scene.profile()
    theirs, ours = scene.both('-b', '-p', 'wide', 'gmon.out')
    yield 'gprof looks up lines that it does not print', theirs.stderr.startswith('BFD: DWARF error') and theirs.status == 0
    yield 'egprof does not', not ours.stderr and ours.stdout == theirs.stdout
    theirs, ours = scene.both('-b', '-q', 'wide', 'gmon.out')
    yield 'where lines are printed both say the same', theirs == ours and ours.stderr.startswith('BFD: DWARF error')


@row('deep call chains')
def deep_chain(scene):
    depth, at = 200000, 0x1000
    scene.write('symbols', ''.join(f'{at + 16 * i:x} T f{i}\n' for i in range(depth)))
    arcs = [gmon.Arc(at + 16 * i, at + 16 * (i + 1), 1) for i in range(depth - 1)]
    scene.profile('deep', [gmon.Histogram(at, at + 64, [1] * 32), *arcs])
    theirs, ours = scene.both('-b', '-q', '-S', 'symbols', 'program', 'deep')
    yield 'gprof crashes', theirs.status < 0
    yield 'egprof lists every function', ours.status == 0 and ours.stdout.count('-' * 47) == depth


@row('calls in large code')
def large_text(scene):
    scene.write('large.s', '''
        .text
        .globl main, callee
        .type main, @function
        .type callee, @function
main:   call callee
        ret
        .skip 3000000, 0x90
callee: ret
        .section .init
        .globl early
        .type early, @function
early:  .skip 3000000, 0x90
        .section .note.GNU-stack
''')
    subprocess.run(['gcc', '-no-pie', '-o', 'large', 'large.s'], cwd=scene.folder, check=True)
    symbols = scene.symbols_of('large')
    low, high = (symbols['_init'] & ~15), (symbols['callee'] + 31) & ~15
    # The number of bins is small, so that gprof's memory blocks are far apart: reading outside of the code then reaches
    # unmapped memory, and gprof crashes.
    histogram = gmon.Histogram(low, high, [0] * 100)
    scene.profile('large.out', [histogram, gmon.Arc(symbols['main'], symbols['callee'], 1)])
    theirs, ours = scene.both('-b', '-q', '-c', '-z', 'large', 'large.out')
    yield 'gprof crashes, or is 2.44', theirs.status < 0 or theirs == ours
    yield 'egprof finds the calls', ours.status == 0 and 'callee' in ours.stdout
