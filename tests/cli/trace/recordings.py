# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests recordings of uftrace: those of testdata/traces, and new ones of the same programs."""
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from scene import MS, RECORDED, TOP, counts, functions, lines_of

# The program heat.c executes main, ReadInput and WriteOutput once each. In each of its six steps, it calls Step, Relax
# and Measure.
STEPS = 6
SERIAL = 3 + 3 * STEPS
MPI_CALLS = 3 + 2 * STEPS  # number of MPI calls of each rank
RANKS = 3


def replaced_block(checks, scene, folder):
    """Finds one difference for each iteration of the loop, and no other, if the loop calls RelaxInTwoColours instead of
    Relax."""
    shown = scene.report('--blocks=blocks.csv', folder / 'heat', folder / 'heat2')
    found = lines_of(shown.out)
    checks.equal((counts(found), found['residual']), ([SERIAL - STEPS, STEPS, 0, 0], 0), 'a replaced block', shown.command)
    table = functions(shown.out)
    different = {name: row[5] for name, row in table.items() if row[5]}
    checks.equal(different, dict.fromkeys(('Relax', 'RelaxInTwoColours', 'SweepRed', 'SweepBlack'), STEPS),
                 'what is different, with the calls below it', shown.out)
    rows = list(csv.DictReader((scene.folder / 'blocks.csv').open(newline='')))
    pairs = [(row['count_a'], row['count_b']) for row in rows if row['mark'] == 'different']
    checks.equal(pairs, [('1', '3')] * STEPS, 'a pair for each round, with the calls below it', shown.command)
    checks.equal({row['mark'] for row in rows}, {'equal', 'different'}, 'no gaps', shown.command)


def serial_and_parallel(checks, scene, folder):
    """Compared with the serial program, the parallel one has gaps at its MPI calls and nowhere else."""
    serial, parallel = folder / 'heat', folder / 'heat_mpi'
    for options, others in ((('--rank=0',), 0), ((), RANKS - 1)):
        shown = scene.trace(*options, serial, parallel)
        found = lines_of(shown.out)
        checks.equal(counts(found), [SERIAL, 0, 0, MPI_CALLS + others * (SERIAL + MPI_CALLS)],
                     f'serial against parallel {options}', shown.command)
        checks.equal(found['residual'], 0, 'nothing is left over', shown.command)
    shown = scene.report('--rank=0', serial, parallel)
    gaps = {name: row[7] for name, row in functions(shown.out).items() if row[7]}
    checks.equal(gaps, {'MPI_Init': 1, 'MPI_Comm_rank': 1, 'MPI_Sendrecv': STEPS, 'MPI_Allreduce': STEPS,
                        'MPI_Finalize': 1}, 'the gaps', shown.out)
    mirrored = scene.trace('--rank=0', parallel, serial)
    checks.equal(counts(lines_of(mirrored.out)), [SERIAL, 0, MPI_CALLS, 0], 'mirrored', mirrored.command)
    ranks = scene.report(parallel, parallel)
    checks.equal(counts(lines_of(ranks.out)), [RANKS * (SERIAL + MPI_CALLS), 0, 0, 0], 'rank against rank', ranks.command)
    checks.expect(all(f'rank {i}, thread 1' in ranks.out for i in range(RANKS)), 'ranks are named', ranks.out)


def without_startup(checks, scene, folder):
    """Start-up functions are omitted from the comparison and reported as omitted, unless --startup is given. If a
    program has a library of its own, its recording can begin after these functions."""
    serial, parallel = folder / 'heat', folder / 'heat_mpi'
    shown = scene.trace('--rank=0', serial, parallel)
    # uftrace 0.17 does not record these functions; the stored recordings were made with 0.13, which does.
    recorded = functions(scene.report('--startup', serial, serial).out)
    names = [name for name in ('__monstartup', '__cxa_atexit') if name in recorded]
    if folder == RECORDED:
        checks.equal(len(names), 2, 'kept recordings have the start of a program')
    for name in names:
        checks.expect(re.search(rf'^ +1 +[01]  {name}$', shown.out, re.M), f'{name} is listed', shown.out)
    kept = scene.report('--rank=0', '--startup', serial, parallel)
    equal, different, only_a, only_b = counts(lines_of(kept.out))
    checks.equal((equal + only_a, different, only_b), (SERIAL + len(names), 0, MPI_CALLS), '--startup', kept.command)
    checks.expect(set(names) <= set(functions(kept.out)), 'functions as any others', kept.out)


def died(checks, scene, folder):
    """Compares the calls of a killed run up to the point at which it was killed."""
    shown = scene.trace(folder / 'simple', folder / 'killed')
    checks.expect(re.search(r'^not left in B, .*: main > Killed( > kill)?$', shown.out, re.M), 'open calls', shown.out)
    found = lines_of(shown.out)
    checks.equal((found['equal'][0], found['different'][0], found['only in A'][0], found['residual']), (26, 0, 0, 0),
                 'all that the program does before', shown.command)


def heat(checks, scene, folder):
    for part in (replaced_block, serial_and_parallel, without_startup):
        part(checks, scene, folder)


def kept_recordings(checks, scene):
    heat(checks, scene, RECORDED)
    died(checks, scene, RECORDED)


PROGRAM = r'''
#include <stdio.h>
#include <unistd.h>
#define HIDDEN __attribute__((noinline))
volatile unsigned long sum;
HIDDEN void work(int n) { for (int i = 0; i < n; ++i) sum += i; }
HIDDEN void step(int i) {
  work(100);
#ifdef DELAY
  if (i == DELAY) usleep(50000);
#endif
  (void)i;
}
int main(int argc, char** argv) {
  for (int i = 0; i < 50; ++i) step(i);
  puts("ready");
  fflush(stdout);
  if (argc > 1) for (;;) step(0);
  return 0;
}
'''
DELAY = 37


def record(scene, name, *flags):
    (scene.folder / 'program.c').write_text(PROGRAM)
    subprocess.run(['gcc', '-O1', '-pg', *flags, '-o', name, 'program.c'], cwd=scene.folder, check=True)
    done = subprocess.run(['uftrace', 'record', '--no-event', '-d', f'{name}.trace', f'./{name}'], cwd=scene.folder,
                          capture_output=True, check=False, timeout=60)
    return done.returncode == 0 and (scene.folder / f'{name}.trace' / 'info').exists()


def starts_by_uftrace(scene, name, function):
    """Returns the start times of a function's calls according to uftrace, in nanoseconds since the first of these
    calls."""
    dumped = subprocess.run(['uftrace', 'dump', '--chrome', '-d', f'{name}.trace'], cwd=scene.folder, check=True,
                            capture_output=True, timeout=60)
    events = json.loads(dumped.stdout)['traceEvents']
    starts = [round(float(e['ts']) * 1000) for e in events if e['ph'] == 'B' and e['name'] == function]
    return [start - starts[0] for start in starts]


def delayed(checks, scene):
    """One call of fifty is delayed by 50 ms, far longer than a busy machine stops a call: it has the largest
    difference."""
    options = ('--top=1', '--top-by=inclusive', '--keep=^(step|work)$', 'slow.trace', 'one.trace')
    shown = scene.trace(*options)
    checks.expect(re.search(r' step #\d+ of 50$', shown.out, re.M), 'one call delayed', shown.out)
    found = json.loads(scene.trace('--format=json', *options).out)['paths'][0]
    checks.expect(40 * MS <= found['largest'] < 1000 * MS, f'by how much: {found}', shown.out)
    begin = starts_by_uftrace(scene, 'slow', 'step')[DELAY]
    checks.expect(abs(found['startA'] - begin) <= 2000, f'when it began: {begin} ns, {found}', shown.out)


def killed(checks, scene):
    process = subprocess.Popen(['uftrace', 'record', '--no-event', '-d', 'killed.trace', './one', 'forever'],
                               cwd=scene.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.readline()
    time.sleep(0.2)
    children = Path(f'/proc/{process.pid}/task/{process.pid}/children').read_text().split()
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    process.wait(timeout=60)
    shown = scene.trace('one.trace', 'killed.trace')
    if shown.status != 0:
        shown = scene.trace('--salvage', 'one.trace', 'killed.trace')
    checks.expect(shown.status in (0, 2), 'a killed run is compared', shown.err)
    checks.expect(re.search(r'^not left in B, .*: main( > |$)', shown.out, re.M), 'its open calls are named', shown.out[:3000])
    checks.expect(counts(lines_of(shown.out))[0] >= 101, 'up to where it died', shown.out[:3000])


def new_recordings(checks, scene):
    """Tests new recordings by uftrace, with PROFDIFF_TEST_FULL=1. Returns False if it cannot record."""
    if os.environ.get('PROFDIFF_TEST_FULL') != '1':
        return True
    if not shutil.which('uftrace') or not record(scene, 'one'):
        return False
    record(scene, 'slow', f'-DDELAY={DELAY}')
    same = scene.trace('one.trace', 'one.trace')
    checks.equal((same.status, counts(lines_of(same.out))[1:]), (0, [0, 0, 0]), 'a recording against itself', same.err)
    delayed(checks, scene)
    killed(checks, scene)
    subprocess.run(['bash', TOP / 'testdata/traces/record.sh', scene.folder, 'heat', 'heat2', 'heat_mpi', 'simple', 'killed'],
                   check=True, capture_output=True, timeout=120)
    heat(checks, scene, scene.folder)
    died(checks, scene, scene.folder)
    return True
