# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that the runs of a side must be different ones, and that finding this out costs one look at each file."""
import os
import re
import shutil
import subprocess


def _runs(scene, side, count, samples=60):
    return [scene.write(f'{side}.{i}', f'main;work {samples + i}\nmain;rest {samples - i}\n') for i in range(count)]


def twins(checks, scene):
    base, other = _runs(scene, 'base', 3), _runs(scene, 'other', 3, 80)
    link, hard = scene.folder / 'link', scene.folder / 'hard'
    link.symlink_to(base[0])
    os.link(base[1], hard)
    again = scene.folder / '..' / scene.folder.name / base[2].name
    for twin in (base[0], link, hard, again):
        for sides in ([*base, twin, '--', *other], [*other, '--', *base, twin]):
            shown = scene.egprof_of('diff', *sides)
            checks.expect(shown.status == 1 and shown.out == '' and f'{twin}: this run is given twice' in shown.err,
                          f'refused: {shown.err}', shown.command)
        shown = scene.egprof_of('--runs', '-p', *base, twin, '--subtract', *other)
        checks.equal(shown.status, 1, 'refused with --runs', shown.command)
        for words in (['diff', '--add', *base, twin, '--', *other], ['-p', *base, twin],
                      ['-p', *base, twin, '--subtract', *other]):
            shown = scene.egprof_of(*words)
            checks.equal(shown.status, 0, f'sums may count a file twice: {shown.err}', shown.command)
    shown = scene.egprof_of('diff', *base, '--', base[0], *other)
    checks.expect(shown.status == 0 and 'same file is on both sides' in shown.out.replace('\n', ' '),
                  f'both sides: {shown.out}')


def copies(checks, scene):
    """Equal files are copies if they were sampled and have more than 100 samples."""
    other = _runs(scene, 'other', 3)
    for samples, status in ((60, 1), (50, 0)):
        runs = _runs(scene, 'run', 2, samples)
        copy = scene.write('copy', runs[0].read_bytes())
        shown = scene.egprof_of('diff', *runs, copy, '--', *other)
        checks.equal(shown.status, status, f'a copy with {2 * samples} samples', shown.command + shown.err)
        checks.expect(status == 0 or (str(copy) in shown.err and str(runs[0]) in shown.err), f'both names: {shown.err}')
    shown = scene.egprof_of('diff', '--add', *_runs(scene, 'run', 2), scene.write('copy', 'main;work 60\nmain;rest 60\n'),
                            '--', *other)
    checks.equal(shown.status, 0, 'copies can be added up', shown.err)
    # Equal times are no copy if anything else differs. Counts repeat exactly.
    odd = [scene.write(f'odd.{i}', 'main;work 90\nmain;rest 90\n' + '\n' * i) for i in range(2)]
    shown = scene.egprof_of('diff', *odd, '--', *other)
    checks.equal(shown.status, 0, 'files that differ', shown.err)
    text = '# callgrind format\nevents: Ir\n\nfn=main\n1 5000\n'
    counted = [scene.write(f'counted.{i}', text) for i in range(2)]
    shown = scene.egprof_of('diff', *counted, '--', scene.write('counted.other', text.replace('5000', '6000')))
    checks.equal(shown.status, 0, 'counts may be equal', shown.err)


def one_look_at_each(checks, scene):
    """The number of calls of stat grows with the number of files, not with its square."""
    if not shutil.which('strace'):
        print('skipped: counting calls of stat (Debian: strace)')
        return
    calls = []
    for count in (20, 200):
        words = ['diff', *_runs(scene, 'base', count, 1000), '--', *_runs(scene, 'other', count, 900)]
        done = subprocess.run(['strace', '-f', '-c', '-e', 'trace=newfstatat,stat,fstat,statx', scene.egprof, *words],
                              capture_output=True, text=True)
        checks.equal(done.returncode, 0, f'{count} runs', done.stderr[:300])
        calls.append(sum(int(match[1]) for match in re.finditer(r' (\d+) +\d* *(?:newfstatat|stat|fstat|statx)$',
                                                                done.stderr, re.M)))
    checks.expect(0 < calls[1] - calls[0] < 13 * 360, f'calls of stat for 40 and 400 files: {calls}')
