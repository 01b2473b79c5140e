# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs egprof-mpi under mpirun."""
import os
import re
import shutil
import subprocess
from pathlib import Path

ENVIRONMENT = {**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
SECONDS = 120  # far longer than any run takes; ends deadlocks


def available(egprof):
    return Path(egprof).with_name('egprof-mpi').exists() and shutil.which('mpirun')


def start(scene, processes, *arguments):
    """Returns status, standard output, and the program's own lines of standard error: mpirun adds lines after an
    error."""
    program = Path(scene.egprof).with_name('egprof-mpi')
    line = ['mpirun', '--mca', 'mpi_yield_when_idle', '1', '--oversubscribe', '-n', str(processes), str(program), *arguments]
    done = subprocess.run(line, cwd=scene.folder, env=ENVIRONMENT, capture_output=True, timeout=SECONDS)
    own = [each for each in done.stderr.decode().splitlines() if each.startswith('egprof-mpi: ')]
    return done.returncode, done.stdout.decode(), own


def check_travel(checks, lines, processes, most):
    """Checks the last line, which has the number of bytes sent: none by one process, below `most` by several."""
    said = re.fullmatch('egprof-mpi: ([0-9]+) process(es)?, ([0-9,]+) bytes transferred', lines[-1] if lines else '')
    travelled = int(said[3].replace(',', '')) if said else -1
    checks.equal((said and said[1], 0 <= travelled < most, travelled > 0), (str(processes), True, processes > 1),
                 'bytes that travel', lines)
