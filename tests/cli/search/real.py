# SPDX-License-Identifier: GPL-3.0-or-later
"""Searches with the real recorders and mpirun on programs with planted problems; only with PROFDIFF_TEST_FULL=1."""
import json
import os
import shutil
import signal
import subprocess
import time

from checks import TOP

CACHES = '--cache=32768,8,64,8388608,16,64'
STRATEGIES = ('location', 'property', 'all')
# A program with two ranks. In uneven(), rank 0 computes for 0.9 s and rank 1 for 0.3 s; in even(), each rank computes
# for 0.3 s. These are processor times, which other work on the machine hardly affects.
UNEVEN = '''
#include <mpi.h>
#include <time.h>
static volatile double sum;
static double Now(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}
void uneven(double seconds) {
  for (double end = Now() + seconds; Now() < end;)
    for (int i = 0; i < 100000; ++i) sum = sum + i;
}
void even(double seconds) {
  for (double end = Now() + seconds; Now() < end;)
    for (int i = 0; i < 100000; ++i) sum = sum + i;
}
int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  even(.3);
  uneven(me == 0 ? .9 : .3);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
'''
ENDLESS = '''
#include <mpi.h>
#include <unistd.h>
void work(void) { usleep(200); }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (;;) work();
}
'''
# Waits stated in the comments of rank_waits.c: function, property, and the ranks that lose 40 ms.
RANK_WAITS = (('late_sender', 'LateSender', {1}), ('wrong_order', 'WrongOrder', {3}),
              ('late_receiver', 'LateReceiver', {2}),
              ('late_at_barrier', 'WaitAtBarrier', {0, 2, 3}), ('late_at_sum', 'WaitAtNxN', {0, 1, 3}),
              ('late_broadcast', 'LateBroadcast', {1, 2, 3}), ('early_reduce', 'EarlyReduce', {0}))
# Waits stated in the comments of team_waits.c: function, property, and the milliseconds that all threads lose together.
TEAM_WAITS = (('uneven_loop', 'ImbalanceInParallelLoop', 120), ('short_loop', 'InsufficientWorkInParallelLoop', 90),
              ('few_sections', 'ImbalanceDueToNotEnoughSections', 60),
              ('uneven_sections', 'ImbalanceDueToUnevenSectionDistribution', 75),
              ('single_thread', 'UnparallelizedInSingleRegion', 90),
              ('master_thread', 'UnparallelizedInMasterRegion', 90),
              ('uneven_barrier', 'ImbalanceAtBarrier', 90), ('uneven_region', 'ImbalanceInParallelRegion', 90),
              ('critical_section', 'CriticalSectionContention', 60), ('one_lock', 'LockContention', 60))


def launcher(ranks):
    return ['mpirun', '--allow-run-as-root', '--oversubscribe', '--mca', 'mpi_yield_when_idle', '1', '-n', ranks]


def build(scene, compiler, name, *options, text=None):
    source = scene.folder / f'{name}.c'
    source.write_text(text or (TOP / f'testdata/programs/{name}.c').read_text())
    subprocess.run([compiler, '-O1', '-g', '-no-pie', '-fno-inline', *options, '-o', name, source.name],
                   cwd=scene.folder, check=True)


def runs_of(document):
    return list(dict.fromkeys(each['tool'] for each in document['experiments'] if each['run']))


def leaves_of(document):
    return {(each['region']['name'], each['name']): each for each in document['properties'] if each['leaf']}


def crystal(checks, scene):
    """Finds the array and the cause of its misses in two runs, and nothing in functions without misses."""
    found = []
    for strategy in STRATEGIES:
        document = scene.document(checks, f'--strategy={strategy}', CACHES, './crystal')
        runs = [(each['run'], each['tool']) for each in document['experiments'] if each['run']]
        checks.equal(runs, [(1, 'callgrind'), (2, 'lackey')], 'two runs', (strategy, runs))
        leaves = [each for each in document['properties'] if each['leaf']]
        found.append({(each['name'], each['dataStructure'], json.dumps(each['region']), each['severity'])
                      for each in leaves})
        worst = leaves[0] if leaves[0]['name'] != 'MemoryBound' else leaves[1]
        checks.equal((worst['name'], worst['dataStructure'], worst['region']['name'], worst['severity'], worst['lost']),
                     ('LC1WriteMissesOverMemRef', 'un', 'bound', 0.5, 5 * 160 * 160), 'the planted misses', strategy)
        conflicts = [each['dataStructure'] for each in leaves if each['name'] == 'ConflictMisses']
        checks.equal(set(conflicts), {'un'}, 'the planted conflicts', strategy)
        names = {each['region']['name'] for each in document['properties']}
        checks.equal(names & {'curr', 'velo'}, set(), 'functions without misses', names)
    # Leaves in main and in the C library are not compared: the position of the stack depends on the environment, so
    # their misses can differ by one cache line.
    own = [{leaf for leaf in leaves if '"bound"' in leaf[2] or '"temp"' in leaf[2]} for leaves in found]
    checks.equal((own[0] == own[1], own[0] == own[2], len(own[0]) > 5), (True, True, True), 'leaves of all strategies',
                 own)


def profiles(checks, scene):
    """Checks that gprof profiles of ranks are recorded first, except by the strategy `all`, and that the report joins
    their findings with those of uftrace."""
    build(scene, 'mpicc', 'uneven', '-pg', text=UNEVEN)
    for strategy in STRATEGIES:
        words = [f'--strategy={strategy}', CACHES, '--provider=gmon', '--provider=uftrace',
                 f'--keep=profiles.{strategy}']
        document = scene.document(checks, *words, *launcher(2), './uneven')
        checks.equal(set(runs_of(document)), {'gmon', 'uftrace'}, 'recorders', document['experiments'])
        if strategy != 'all':  # the other strategy begins with recordings that can be read while they grow
            checks.equal(runs_of(document)[0], 'gmon', 'profiles come first', document['experiments'])
        leaf = leaves_of(document).get(('uneven', 'ImbalanceOverRanks'))
        checks.equal(leaf is not None, True, 'the planted imbalance', leaves_of(document).keys())
        # uneven() takes 0.9 s in rank 0 and 0.6 s on average, and the whole program takes 1.2 s, so the severity is
        # (0.9 - 0.6) / 1.2.
        checks.equal(abs(leaf['severity'] - 0.25) < 0.05, True, 'its severity', leaf)
        checks.equal(leaf['locations'][0]['rank'], 0, 'the rank', leaf)
        checks.equal(('even', 'ImbalanceOverRanks') in leaves_of(document), False, 'an even function',
                     leaves_of(document).keys())
        wait = leaves_of(document).get(('main', 'WaitAtBarrier'))
        checks.equal((wait is not None, wait and wait['locations'][0]['rank']), (True, 1), 'who waits at the barrier',
                     wait)
        checks.equal(document['phase']['locations'], 2, 'ranks', document['phase'])
        share = document['efficiencies']
        product = share['loadBalance'] * share['communicationEfficiency']
        checks.equal(abs(product - share['parallelEfficiency']) < 1e-9, True, 'efficiencies fit', share)
        kept = sorted(path.name.rsplit('.',
                                       1)[0] for path in (scene.folder / f'profiles.{strategy}').glob('gmon.[01].*'))
        checks.equal(kept, ['gmon.0', 'gmon.1'], 'profiles', kept)
    checks.equal(list(scene.folder.glob('gmon.out*')), [scene.folder / 'gmon.out'], 'no profile beside', 'gmon.out')
    document = scene.document(checks, CACHES, '--phase=uneven', *launcher(2), './uneven')
    checks.equal('gmon' in runs_of(document), False, 'no run for profiles of a phase', document['experiments'])


def ranks(checks, scene):
    """All strategies find each wait that was planted in a program with four ranks, in its function and on the ranks
    that lose time."""
    build(scene, 'mpicc', 'rank_waits', '-pg')
    for strategy in STRATEGIES:
        document = scene.document(checks, f'--strategy={strategy}', '--provider=uftrace', '--phase=work', *launcher(4),
                                  './rank_waits')
        checks.equal((runs_of(document), document['phase']['locations']), (['uftrace'], 4), 'one run',
                     document['experiments'])
        leaves = leaves_of(document)
        for function, name, losers in RANK_WAITS:
            leaf = leaves.get((function, name), {'locations': []})
            late = {each['rank'] for each in leaf['locations'] if each['lost'] > 0.036}
            checks.equal(late, losers, f'{name} in {function}', strategy)


def teams(checks, scene):
    """All strategies find each wait that was planted in a program with four threads."""
    build(scene, 'gcc', 'team_waits', '-pg', '-fopenmp')
    for strategy in STRATEGIES:
        document = scene.document(checks, f'--strategy={strategy}', '--provider=uftrace', './team_waits')
        leaves = leaves_of(document)
        for function, name, lost in TEAM_WAITS:
            leaf = leaves.get((function, name))
            checks.equal(leaf is not None and leaf['lost'] > 0.9e-3 * lost, True, f'{name} in {function}',
                         (strategy, leaf))
        checks.equal([key for key in leaves if key[0] == 'balanced'], [], 'balanced() has none', strategy)


def stopped(checks, scene):
    """Checks that recordings of ranks are complete after mpirun was stopped, or that egprof completes them."""
    build(scene, 'mpicc', 'waiting', '-pg', text=ENDLESS)
    for tool in ('uftrace', 'callgrind'):
        for stop, status in (('budget', 0), ('interrupt', 2)):
            kept = f'stopped.{tool}.{stop}'
            budget = ['--budget=6s'] if stop == 'budget' else []
            process = scene.start('--format=json', f'--provider={tool}', '--threshold=0', '--min-share=0',
                                  f'--keep={kept}', *budget,
                                  *launcher(2), './waiting', stdin=subprocess.DEVNULL)
            if stop == 'interrupt':
                time.sleep(6)
                process.send_signal(signal.SIGINT)
            cut = scene.finish(process)
            checks.equal(cut.returncode, status, 'status', cut.err)
            document = json.loads(cut.out) if cut.out else {'stopped': None, 'phase': {'locations': 0}}
            checks.equal((document['stopped'], document['phase']['locations']), (stop, 2), 'both ranks',
                         (tool, cut.err))
            checks.equal('no usable recording' in cut.err, False, 'no rank is lost', (tool, cut.err))
    left = subprocess.run(['pgrep', '-f', './waiting'], capture_output=True, text=True, check=False)
    checks.equal(left.stdout, '', 'nothing is left running', left.stdout)


def check(checks, scene):
    if os.environ.get('PROFDIFF_TEST_FULL') != '1':
        return
    crystal(checks, scene)
    if not shutil.which('uftrace'):
        print('skipped: real recordings of threads and ranks (need uftrace)')
        return
    teams(checks, scene)
    if not shutil.which('mpicc') or not shutil.which('mpirun'):
        print('skipped: real recordings of ranks (need mpicc and mpirun)')
        return
    for part in (profiles, ranks, stopped):
        part(checks, scene)
