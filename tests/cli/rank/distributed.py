# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that egprof-mpi rank prints the same bytes as egprof for any number of processes, and one line for an error in
any of the processes."""
import shutil

from several_processes import available, check_travel, start


def shared(checks, scene):
    if not available(scene.egprof):
        return print('skipped: egprof-mpi is not built here')
    goods, bad = scene.goods('tours/receive'), 'tours/receive'
    for arguments in (['--format=json', '--filter=01.mpi.0K10', '--filter=11.1K10', *goods, '--against', bad],
                      ['--from=30ms', '--to=2s', '--depth=6', *goods[:2], '--against', bad], ['--folded', bad]):
        alone = scene.rank(*arguments)
        checks.equal(alone.status, 0, 'a ranking', alone.command)
        for processes in (1, 2, 4):
            status, out, lines = start(scene, processes, 'rank', *arguments)
            checks.equal((status, out), (alone.status, alone.out), f'the bytes of {processes} processes', arguments)
            check_travel(checks, lines, processes, 2_000_000)
    shutil.copytree(scene.folder / goods[0], scene.folder / 'cut')
    rank = sorted((scene.folder / 'cut').iterdir())[1]
    path = max(rank.glob('[0-9]*.dat'), key=lambda each: each.stat().st_size)
    path.write_bytes(path.read_bytes()[:-40] + b'\xff' * 40)
    for arguments in (['cut', *goods[1:2], '--against', bad], ['--salvage', 'cut', *goods[1:2], '--against', bad],
                      [*goods[1:2], '--against', 'cut'], ['missing', '--against', bad]):
        alone = scene.rank(*arguments)
        status, out, lines = start(scene, 3, 'rank', *arguments)
        own = [line.split(': ', 1)[1] for line in lines if 'bytes transferred' not in line]
        checks.equal((status, out, own), (alone.status, alone.out, [line.split(': ', 1)[1] for line in alone.err.splitlines()]),
                     'a damaged or missing run', arguments)
