# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs egprof-mpi under mpirun."""
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

ENVIRONMENT = {**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
SECONDS = 120  # time limit in seconds that ends deadlocks; no correct run takes nearly as long


def available(egprof):
    return Path(egprof).with_name('egprof-mpi').exists() and shutil.which('mpirun')


# Shell script that runs a program and writes its standard error to one file per rank, because mpirun of Open MPI 5
# mixes standard error with standard output. The first argument is the path of these files without the suffix for the
# rank.
REDIRECTED = 'errors=$0; exec "$@" 2>"$errors.$OMPI_COMM_WORLD_RANK"'


def start(scene, processes, *arguments):
    """Returns status, standard output, and the program's own lines of standard error, without those of Open MPI."""
    program = Path(scene.egprof).with_name('egprof-mpi')
    with tempfile.TemporaryDirectory() as folder:
        line = ['mpirun', '--mca', 'mpi_yield_when_idle', '1', '--oversubscribe', '-n', str(processes), 'sh', '-c', REDIRECTED,
                folder + '/errors', str(program), *arguments]
        done = subprocess.run(line, cwd=scene.folder, env=ENVIRONMENT, capture_output=True, timeout=SECONDS)
        errors = ''.join(path.read_text() for path in sorted(Path(folder).iterdir()))
    return done.returncode, done.stdout.decode(), [each for each in errors.splitlines() if each.startswith('egprof-mpi: ')]


def check_travel(checks, lines, processes, most):
    """Checks the number of bytes sent, which the last line states: 0 for one process, less than `most` for several."""
    said = re.fullmatch('egprof-mpi: ([0-9]+) process(es)?, ([0-9,]+) bytes transferred', lines[-1] if lines else '')
    travelled = int(said[3].replace(',', '')) if said else -1
    checks.equal((said and said[1], 0 <= travelled < most, travelled > 0), (str(processes), True, processes > 1),
                 'bytes that travel', lines)
