# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that egprof-mpi prints the same bytes as egprof for any number of processes, and one line for an error in any
of the processes."""
import json

from several_processes import available, check_travel, start

import planted_ranks
import waits

ODD = 'odd\x1b[2J\x9b\u202e'  # control characters that terminals act on


def names_as_they_are(checks, scene):
    """Names in CSV are the same as with egprof, although mpirun gives the first process a pseudo-terminal."""
    paths = []
    for rank in (0, 1):
        begin = 20 + 20 * rank
        calls = [{'ph': 'X', 'pid': rank, 'tid': 0, 'ts': ts, 'dur': dur, 'name': name}
                 for ts, dur, name in ((0, 100, 'main'), (10, 60, ODD), (begin, 60 - begin, 'MPI_Barrier'))]
        paths.append(scene.write(f'odd.{rank}.json', json.dumps({'traceEvents': calls})))
    for form in ('csv', 'json', 'text'):
        alone = scene.check(f'--format={form}', *paths)
        checks.equal(ODD in alone.out, form == 'csv', 'only tables have the name as it is', alone.out)
        for processes in (1, 2):
            status, out, _ = start(scene, processes, 'check', f'--format={form}', *paths)
            checks.equal((status, out), (0, alone.out), f'names of {processes} processes', form)


def shared(checks, scene):
    if not available(scene.egprof):
        return print('skipped: egprof-mpi is not built here')
    waits.unpack(scene)
    fortran, grid, requests = (planted_ranks.unpack(scene, name) for name in ('fortran', 'grid', 'requests'))
    for arguments in (['--format=json', 'ranks'], ['--format=json', grid], ['--phase=work_', fortran], [requests],
                      ['--format=json', '--from=0.3s', '--to=700ms', 'eztrace'], ['--from=450ms', 'ranks'], ['eztrace'], ['ranks/rank.1', 'ranks/rank.0', 'ranks/rank.3'], ['--format=csv', '--phase=work', '--instances', 'ranks']):
        alone = scene.check(*arguments)
        for processes in (1, 2, 4):
            status, out, lines = start(scene, processes, 'check', *arguments)
            checks.equal((status, out), (alone.status, alone.out), f'the bytes of {processes} processes', arguments)
            has_window = any(word.startswith('--from') for word in arguments)  # such a recording is matched twice
            check_travel(checks, lines, processes, 64000 if has_window else 32000)
    names_as_they_are(checks, scene)
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
