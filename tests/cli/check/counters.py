# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the counts of perf stat: efficiencies of a run, and its scaling relative to another run."""
import shutil
import subprocess


def counts(instructions, cycles, milliseconds):
    return ''.join(f'{value},{unit},{event},1000000,100.00,,\n' for value, unit, event in (
        (milliseconds, 'msec', 'task-clock'), (cycles, '', 'cycles'), (instructions, '', 'instructions')))


def counted(checks, scene):
    """Two ranks execute 1.25 times as many instructions as one, with 0.8 of its instructions per cycle."""
    one = scene.write('one.csv', counts(8_000_000_000, 4_000_000_000, 2000))
    two = [scene.write(f'two.{rank}.csv', counts(instructions, instructions * 5 // 8, instructions // 3_200_000))
           for rank, instructions in enumerate((6_400_000_000, 3_600_000_000))]
    document = scene.document(checks, f'--reference={one}', *two)
    rounded = {name: round(value, 6) for name, value in document['efficiencies'].items()}
    checks.equal(rounded, {'ipc': 1.6, 'frequency': 2.0, 'instructionBalance': 0.78125, 'instructionScaling': 0.8,
                           'ipcScaling': 0.8, 'frequencyScaling': 1.0}, 'efficiencies', rounded)
    shown = scene.check('--fail-if=ipc < 2', *two)
    checks.equal((shown.status, 'ipc' in shown.err), (3, True), 'a condition', shown.err)
    checks.equal(scene.check('--fail-if=ipc < 1.5', *two).status, 0, 'it does not hold', two)
    cut = scene.write('cut.csv', counts(1, 1, 1) + '5,,cyc')
    shown = scene.check(cut)
    checks.equal((shown.status, 'line 4' in shown.err), (1, True), 'a damaged line', shown.err)
    if shutil.which('perf') is None:
        return print('skipped: perf is not installed')
    recorded = scene.folder / 'recorded.csv'
    made = subprocess.run(['perf', 'stat', '-x,', '-o', recorded, '-e', 'task-clock,cycles', 'sleep', '0.01'], check=False)
    if made.returncode != 0:
        return print('skipped: perf cannot count here')
    shown = scene.check(str(recorded))
    is_whole = 'could not count cycles' in shown.err or ' ipc' not in shown.out
    checks.equal((shown.status, is_whole), (0, True), 'a recording of perf', shown.err)
