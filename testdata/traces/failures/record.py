#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records testdata/programs/workers.c and ranks.c with planted failures (Debian: uftrace, openmpi-bin, libopenmpi-dev).

    record.py FOLDER [CASE...]

Each case becomes FOLDER/CASE: for workers a recording, for ranks a directory with a recording for each of four ranks,
started by mpirun as in egprof-rank(1). Runs that hang are ended by SIGSEGV. Paths are replaced by /programs/NAME, and
only what egprof reads of the program itself is kept. truth.txt has the thread or threads that must be named.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE.parents[1] / 'programs'
PATIENCE = {'workers': 12, 'ranks': 40}  # seconds until a run counts as hanging, or four times what a good run takes
RANKS = 4
LOCKS = ['pthread_mutex_lock@arg1/p', 'pthread_mutex_unlock@arg1/p', 'pthread_cond_wait@arg1/p,arg2/p']
MESSAGES = ['^MPI_(Send|Recv)$@arg2/i32,arg4/i32,arg5/i32,arg6/p', '^MPI_Barrier$@arg1/p', '^MPI_Allreduce$@arg6/p',
            '^MPI_Bcast$@arg4/i32,arg5/p', '^MPI_Reduce$@arg6/i32,arg7/p']
KEPT_INFO = (b'exit_status:', b'elapsed_time:', b'pattern_type:', b'argspec:')
HEADER_BYTES = 40


def recorder(folder, values):
    words = ['uftrace', 'record', '--no-event']
    for value in values:
        words += ['-A', value]
    return words + ['-d', str(folder)]


def sessions(folder):
    """Returns the ids of the processes recorded in a folder."""
    found = re.findall(r'^SESS .* pid=(\d+) ', (folder / 'task.txt').read_text(), re.M) if (folder / 'task.txt').exists() else []
    return [int(pid) for pid in found]


def stop(folders):
    for folder in folders:
        if (folder / 'info').exists() and (folder / 'info').stat().st_size > HEADER_BYTES + 40:
            continue
        for pid in sessions(folder):
            try:
                os.kill(pid, signal.SIGSEGV)
            except ProcessLookupError:
                pass


def record(program, name, failure, values, out, patience):
    """Runs the program once under the recorder, and ends it if it hangs."""
    environment = dict(os.environ, LD_BIND_NOW='1')
    if name == 'workers':
        folders = [out]
        words = recorder(out, values) + [str(program), failure]
    else:
        out.mkdir(parents=True)
        folders = [out / f'rank.{rank}' for rank in range(RANKS)]
        inner = recorder(f'{out}/rank.$OMPI_COMM_WORLD_RANK', values) + [str(program), failure]
        script = 'exec ' + ' '.join(word if '$OMPI' in word else "'" + word + "'" for word in inner)
        words = ['mpirun', '--allow-run-as-root', '--oversubscribe', '-n', str(RANKS), 'sh', '-c', script]
    started = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=environment)
    try:
        started.wait(600 if failure == 'none' else patience)
    except subprocess.TimeoutExpired:
        stop(folders)
        started.wait(60)
    return folders


def scrub(folder, program, kept):
    """Copies a recording without the paths, the libraries and the description of this machine."""
    kept.mkdir(parents=True)
    place = '/programs/' + program.name
    for path in sorted(folder.iterdir()):
        if re.fullmatch(r'\d+\.dat', path.name):
            (kept / path.name).write_bytes(path.read_bytes())
        elif path.name == 'task.txt':
            (kept / path.name).write_text(path.read_text().replace(str(program), place))
        elif path.suffix == '.map':
            lines = [line for line in path.read_text().splitlines() if str(program) in line]
            (kept / path.name).write_text(''.join(line.replace(str(program), place) + '\n' for line in lines))
        elif path.name == program.name + '.sym':
            (kept / path.name).write_text(path.read_text().replace(str(program), place))
        elif path.name == 'info':
            data = path.read_bytes()
            lines = [line for line in data[HEADER_BYTES:].split(b'\n') if line.startswith(KEPT_INFO)]
            (kept / path.name).write_bytes(data[:HEADER_BYTES] + b'\n'.join([b'exename:' + place.encode()] + lines) + b'\n')


def truth():
    """Returns the rows of truth.txt: the case, its program and failure, its kind, and the threads that must be named."""
    rows = {}
    for line in (HERE / 'truth.txt').read_text().splitlines():
        if line and line[0] != '#':
            case, program, failure, recorded, *names = line.split()
            rows[case] = program, failure, recorded, names
    return rows


def main():
    folder, cases = Path(sys.argv[1]).resolve(), sys.argv[2:]
    rows = truth()
    with tempfile.TemporaryDirectory() as work:
        programs = {}
        for name, compiler in (('workers', ['gcc', '-pthread']), ('ranks', ['mpicc'])):
            programs[name] = Path(work, name)
            subprocess.run([*compiler, '-pg', '-g', '-O0', '-no-pie', '-o', programs[name], PROGRAMS / f'{name}.c'], check=True)
        longest = {'workers': 0, 'ranks': 0}  # seconds of the longest good run
        for case in cases or rows:
            name, failure, recorded, _ = rows[case]
            values = {'workers': LOCKS, 'ranks': MESSAGES}[name] if recorded == 'values' else []
            out = Path(work, 'run')
            shutil.rmtree(out, ignore_errors=True)
            begin = time.monotonic()
            parts = record(programs[name], name, failure, values, out, max(PATIENCE[name], 4 * longest[name]))
            if failure == 'none':
                longest[name] = max(longest[name], time.monotonic() - begin)
            for part in parts:
                if part.exists():
                    target = folder / case if name == 'workers' else folder / case / part.name
                    shutil.rmtree(target, ignore_errors=True)
                    scrub(part, programs[name], target)
            print(f'{case}: {time.monotonic() - begin:.1f} s', flush=True)


if __name__ == '__main__':
    main()
