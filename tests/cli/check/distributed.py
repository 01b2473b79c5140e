# SPDX-License-Identifier: GPL-3.0-or-later
"""egprof-mpi: the bytes of egprof for any number of processes, and one line for an error of any of them."""
import os
import re
import shutil
import subprocess
from pathlib import Path

import waits

ENVIRONMENT = {**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
SECONDS = 120  # far more than any run takes: whoever waits for ever is found


def start(scene, processes, *arguments):
    """Status, standard output, and the program's own lines of standard error: mpirun adds some after an error."""
    program = Path(scene.egprof).with_name('egprof-mpi')
    line = ['mpirun', '--mca', 'mpi_yield_when_idle', '1', '--oversubscribe', '-n', str(processes), str(program), *arguments]
    done = subprocess.run(line, cwd=scene.folder, env=ENVIRONMENT, capture_output=True, timeout=SECONDS)
    own = [each for each in done.stderr.decode().splitlines() if each.startswith('egprof-mpi: ')]
    return done.returncode, done.stdout.decode(), own


def available(scene):
    return Path(scene.egprof).with_name('egprof-mpi').exists() and shutil.which('mpirun')


def shared(checks, scene):
    if not available(scene):
        return print('skipped: egprof-mpi is not built here')
    waits.unpack(scene)
    for arguments in (['--format=json', 'ranks'], ['eztrace'], ['--format=csv', '--phase=work', '--instances', 'ranks']):
        alone = scene.check(*arguments)
        for processes in (1, 2, 4):
            status, out, lines = start(scene, processes, 'check', *arguments)
            checks.equal((status, out), (alone.status, alone.out), f'the bytes of {processes} processes', arguments)
            said = re.fullmatch('egprof-mpi: ([0-9]+) process(es)?, ([0-9,]+) bytes travelled', lines[-1])
            travelled = int(said[3].replace(',', '')) if said else -1
            checks.equal((said and said[1], 0 <= travelled < 20000, travelled > 0), (str(processes), True, processes > 1),
                         'bytes that travel', lines)
    broken = scene.folder / 'ranks' / 'rank.3'
    path = next(iter(broken.glob('[0-9]*.dat')))
    path.write_bytes(path.read_bytes()[:-40] + b'\xff' * 40)
    alone = scene.check('ranks')
    status, out, lines = start(scene, 4, 'check', 'ranks')
    checks.equal((alone.status, status, out), (1, 1, ''), 'a damaged rank', lines)
    checks.equal([line.split(': ', 1)[1] for line in lines], [alone.err.split(': ', 1)[1].rstrip()], 'one line', alone.err)
    alone = scene.check('--salvage', 'ranks')
    status, out, lines = start(scene, 2, 'check', '--salvage', 'ranks')
    checks.equal((alone.status, status, out), (2, 2, alone.out), 'salvaged', lines)
    for arguments in (['check', 'missing'], ['check', '--phase=nobody', 'eztrace'], ['trace', 'ranks'], ['check', '--nothing']):
        status, out, lines = start(scene, 2, *arguments)
        checks.equal((status, out, len(lines) > 0), (1, '', True), 'refused', (arguments, lines))
