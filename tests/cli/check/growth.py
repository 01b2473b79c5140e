# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks with --full that the number of instructions of egprof check grows at most linearly with calls, lines and
ranks, and is at most four times that of egprof trace. Memory does not grow with the number of calls, except for MPI
calls.

valgrind counts instructions, which are the same in every run. This file writes the recordings: ranks that compute and
synchronise at barriers and reductions, and Callgrind files."""
import os
import re
import shutil
import struct
import subprocess

from peak_memory import run_measured

BASE, TEXT, SIZE = 0x400000, 0x1000, 64
FUNCTIONS = ('main', 'step', 'work', 'MPI_Barrier', 'MPI_Allreduce')
MORE = 10    # factor by which inputs grow
MOST = 11    # factor by which instructions may grow
BESIDE = 4   # largest ratio of the instructions of check to those of trace, if a quarter of the calls are MPI
# Largest allowed growth of the peak memory, in kB, for ten times as many calls of work(). These calls take 20 MB in the
# recording.
KILOBYTES = 4 << 10


def events_of_rank(rank, steps, parts):
    """Yields (time, is_exit, depth, function). In each step, a different rank is late. A step calls work() `parts`
    times."""
    at = 1000
    yield at, 0, 0, 'main'
    for step in range(steps):
        yield at + 10, 0, 1, 'step'
        for part in range(parts):
            begin = at + 100 + 1000 * part
            yield begin, 0, 2, 'work'
            yield begin + 500 + 40 * ((rank + step) % 4), 1, 2, 'work'
        barrier = at + 1000 + 1000 * parts
        for number, name in enumerate(('MPI_Barrier', 'MPI_Allreduce')):
            yield barrier + 1000 * number + 30 * ((rank + step) % 4), 0, 2, name
            yield barrier + 500 + 1000 * number, 1, 2, name
        at += 7000 + 1000 * parts
        yield at - 1000, 1, 1, 'step'
    yield at, 1, 0, 'main'


def write_rank(folder, rank, steps, parts):
    """Writes the files that uftrace records for a rank with one thread."""
    folder.mkdir(parents=True)
    info = b'Ftrace!\0' + struct.pack('<IHBBQQH6x', 4, 40, 1, 2, 0x63, 0, 1024)
    (folder / 'info').write_bytes(info + b'exename:/p\n')
    (folder / 'task.txt').write_text('SESS timestamp=0.000000001 pid=10 sid=aa exename="/p"\n'
                                     'TASK timestamp=0.000000002 tid=10 pid=10\n')
    (folder / 'sid-aa.map').write_text('400000-500000 r-xp 00000000 00:00 0    /p\n')
    address = {name: TEXT + SIZE * number for number, name in enumerate(FUNCTIONS)}
    lines = [f'{address[name]:016x} {"P" if name.startswith("MPI_") else "T"} {name}\n' for name in FUNCTIONS]
    end = TEXT + SIZE * len(FUNCTIONS)
    (folder / 'p.sym').write_text('# path name: /p\n' + ''.join(lines) + f'{end:016x} ? __func_end\n')
    (folder / '10.dat').write_bytes(b''.join(
        struct.pack('<QQ', time, is_exit | 5 << 3 | depth << 6 | (BASE + address[name]) << 16)
        for time, is_exit, depth, name in events_of_rank(rank, steps, parts)))


def write_ranks(scene, name, ranks, steps, parts=3):
    for rank in range(ranks):
        write_rank(scene.folder / name / f'rank.{rank}', rank, steps, parts)
    return name


def write_lines(scene, name, functions):
    """Writes a Callgrind file in which each function has twenty lines and calls the next function."""
    text = ['events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\n']
    for number in range(functions):
        text.append(f'fl=file{number % 50}.c\nfn=function{number}\n')
        text.extend(f'{line} 400 200 100 0 {line * number % 90} {line % 9} 0 0 0\n' for line in range(1, 21))
        if number + 1 < functions:
            text.append(f'cfi=file{(number + 1) % 50}.c\ncfn=function{number + 1}\ncalls=1 1\n'
                        f'21 {8000 * (functions - number)} 400 200 0 90 9 0 0 0\n')
    return scene.write(name, ''.join(text))


def instructions(scene, *words):
    done = subprocess.run(['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', scene.egprof, *words],
                          cwd=scene.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(re.search(r'Collected : (\d+)', done.stderr)[1])


def peak_memory(scene, *words):
    """Returns the peak memory of egprof in kB."""
    status, kilobytes, errors = run_measured(scene.egprof, *words, cwd=scene.folder)
    assert status == 0, errors
    return kilobytes


def at_most(checks, value, most, what):
    checks.equal(value <= most, True, what, f'{value:.3f}, at most {most}')
    print(f'{what}: {value:.2f}')


def grown(checks, scene):
    if os.environ.get('PROFDIFF_TEST_FULL') != '1' or not shutil.which('valgrind'):
        return
    one = write_ranks(scene, 'one', 4, 1)
    start = {command: instructions(scene, command, one) for command in ('check', 'trace')}

    def cost(command, recording):
        """Returns the number of instructions beyond those for the smallest recording, that is, without fixed costs such
        as compiling properties."""
        return instructions(scene, command, recording) - start[command]

    few = write_ranks(scene, 'few', 4, 600)
    base = cost('check', few)
    at_most(checks, base / cost('trace', few), BESIDE, 'check beside trace')
    at_most(checks, cost('check', write_ranks(scene, 'long', 4, 600 * MORE)) / base, MOST, 'check of ten times the calls')
    many = write_ranks(scene, 'many', 4 * MORE, 600)
    at_most(checks, cost('check', many) / base, MOST, 'check of ten times the ranks')
    lines = cost('check', write_lines(scene, 'lines.out', 100))
    at_most(checks, cost('check', write_lines(scene, 'more.out', 100 * MORE)) / lines, MOST, 'check of ten times the lines')
    thousand = scene.document(checks, '--threshold=0', write_ranks(scene, 'thousand', 1000, 4))
    checks.equal(thousand['phase']['locations'], 1000, 'a thousand ranks', thousand['phase'])
    waits = next(each for each in thousand['properties'] if each['name'] == 'WaitAtBarrier')
    # In each step, the ranks wait for the last one: a quarter of the ranks for 0 ns, and one quarter each for 30, 60
    # and 90 ns.
    checks.equal(round(waits['lost'] * 1e9), 4 * 250 * (30 + 60 + 90), 'waits of a thousand ranks', waits['lost'])
    sparse, dense = (write_ranks(scene, f'parts{parts}', 40, 60, parts) for parts in (30, 30 * MORE))
    sparse, dense = (peak_memory(scene, 'check', recording) for recording in (sparse, dense))
    at_most(checks, dense - sparse, KILOBYTES, 'kilobytes more for ten times the calls')
    print(f"{peak_memory(scene, 'check', few)} KB for 4,800 calls of MPI, {peak_memory(scene, 'check', many)} KB for 48,000")
