# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests unusual but valid files: deep stacks, long names, line ends, and the ways in which perf writes commands and
frames."""
import json
import struct

from stack_formats import Thread, write_firefox, write_perf, write_pprof, write_speedscope

DEPTH = 200000
NAME = 'x' * (1 << 20)


def deep_stacks(checks, scene):
    frames = [('f', ''), ('g', '')] * (DEPTH // 2)
    for name, data in (('deep.folded', ';'.join(frame[0] for frame in frames) + ' 7\n'),
                       ('deep.perf', write_perf([(7, frames)], 'cycles')),
                       ('deep.pb.gz', write_pprof([(7, frames)], 'count')),
                       ('deep.speedscope', write_speedscope([(7, frames, 't')], 'none')),
                       ('deep.firefox', write_firefox([(1, frames, Thread('t', '1', '1'))], 7))):
        path = scene.write(name, data)
        shown = scene.document(path)
        scale = 1000000 if name == 'deep.firefox' else 1
        found = {key[0]: value for key, value in shown.functions().items()}
        checks.equal((found['f'].self, found['f'].total, found['g'].self, found['g'].total),
                     (0, 7 * scale, 7 * scale, 7 * scale), f'{name} counts once')
        shown = scene.egprof_of('diff', path, path)
        checks.equal(shown.status, 0, f'{name} less itself', shown.err)


def long_names(checks, scene):
    stacks = [(3, [('main', ''), (NAME, '')])]
    for name, data in (('long.folded', f'main;{NAME} 3\n'), ('long.pb.gz', write_pprof(stacks, 'count')),
                       ('long.perf', write_perf(stacks, 'cycles'))):
        functions = scene.document(scene.write(name, data)).functions()
        checks.equal({key[0]: value.self for key, value in functions.items()}, {'main': 0, NAME: 3},
                     f'a long name in {name}')


def line_ends(checks, scene):
    for name in ('old.perf.gz', 'old.folded.gz', 'old.callgrind.gz'):
        path = scene.unpacked(name)
        expected = scene.document(path).json
        path.write_bytes(path.read_bytes().replace(b'\n', b'\r\n'))
        checks.equal(scene.document(path).json, expected, f'{name} with CR LF')


def perf_lines(checks, scene):
    text = (' 12 a 3.5: b  4711/4712 [003]  77.25:         10 cycles:u: \n'
            '\t    40 operator() (int, a)+0x1 (/dir/lib x.so (deleted))\n\t    44 main+0x2 (/bin/prog)\n\n'
            'no stack 9/9 77.5:  3 cycles:u: \n\n'
            'lines 9/9 77.5:  4 cycles:u: \n\t    48 [unknown] ([unknown])\n\t    50 main+0x2\n  main.c:17\n\n')
    functions = scene.document(scene.write('odd.perf', text)).functions()
    checks.equal({key: value[:2] for key, value in functions.items()},
                 {('operator() (int, a)', '/dir/lib x.so (deleted)'): (10, 10), ('main', '/bin/prog'): (0, 10),
                  ('[unknown]', ''): (4, 4), ('main', ''): (0, 4)}, 'commands, names and images with blanks')
    shown = scene.document(scene.folder / 'odd.perf')
    checks.equal((shown.whole, shown.unattributed), ([14], [3]), 'a sample without a stack')
    chosen = scene.document('--thread=^12 a 3', scene.folder / 'odd.perf')
    checks.equal(chosen.whole, [10], 'a command of blanks and digits')
    chosen = scene.document('--thread=^4712$', scene.folder / 'odd.perf')
    checks.equal(chosen.whole, [10], 'a thread by its number')


def nothing_in_it(checks, scene):
    """Tests files without samples, in the formats that allow this."""
    empty = struct.pack('<0Q')
    for name, data in (('empty.perf', empty), ('empty.speedscope', write_speedscope([], 'none')),
                       ('empty.callgrind', '# callgrind format\nevents: Ir\n'),
                       ('empty.cpuprofile', json.dumps({'nodes': [], 'samples': [], 'timeDeltas': [], 'startTime': 0,
                                                        'endTime': 0}))):
        shown = scene.egprof_of(scene.write(name, data))
        checks.equal((shown.status, shown.out), (1, ''), f'{name} has nothing', shown.command)
        checks.equal(len(shown.err.splitlines()), 1, f'one line about {name}: {shown.err}')
