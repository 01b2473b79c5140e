# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the planted waits of ranks in recordings of uftrace that have MPI's names in Fortran, or several communicators.
The lengths of the waits are those that the programs plant."""
import shutil
import tarfile

from checks import TOP
from ranks import DATA, FULL, document_of, is_true, lost_at, new_recording

PLANTED = 40e6  # nanoseconds
# For each function: properties, MPI routine in which ranks wait, and the ranks that wait 40 ms each.
FORTRAN = {'__older_MOD_late_sender': ('LateSender', 'mpi_recv_', {1}),
           '__newer_MOD_late_request': ('LateSender', 'mpi_wait_f08_', {1}),
           '__older_MOD_late_receiver': ('LateReceiver', 'mpi_ssend_', {2}),
           '__newer_MOD_early_reduce': ('EarlyReduce', 'mpi_reduce_f08_', {1}),
           '__older_MOD_late_requests': ('LateSender', 'mpi_waitall_', {3}),
           '__older_MOD_late_broadcast': ('LateBroadcast', 'mpi_bcast_', {0, 1, 3})}
# grid_waits.c, in communicators of some of the ranks.
GRID = {'late_in_row': ('WaitAtNxN', 'MPI_Allreduce', {0}), 'late_in_column': ('WaitAtBarrier', 'MPI_Barrier', {3}),
        'late_root': ('LateBroadcast', 'MPI_Bcast', {2}), 'late_message': ('LateSender', 'MPI_Recv', {3}),
        'late_copy': ('LateSender WrongOrder', 'MPI_Recv', {1}), 'late_in_some': ('WaitAtNxN', 'MPI_Allreduce', {1}),
        'late_in_grid': ('LateSender', 'MPI_Recv', {0}), 'early_scan': ('EarlyScan', 'MPI_Scan', {0, 1})}
# request_waits.c; what two calls of a function wait is added up.
REQUESTS = {'persistent': ('LateSender', 'MPI_Wait', {1}), 'persistent_list': ('LateSender', 'MPI_Waitall', {1}),
            'synchronous': ('LateReceiver', 'MPI_Wait', {0}), 'probe': ('LateSender', 'MPI_Probe', {1}),
            'tests': ('PollingForMessage', 'MPI_Test', {1})}
# window_waits.c; waits in contend() are those of three calls.
WINDOWS = {'fence': ('WaitAtFence', 'MPI_Win_fence', {0, 1}), 'other_window': ('WaitAtFence', 'MPI_Win_fence', {1}),
           'contend': ('WindowContention', 'MPI_Win_lock', {1}),
           'poll_tests': ('PollingForMessage', 'MPI_Test', {1}), 'poll_sleeping': ('PollingForMessage', 'MPI_Testall', {1}),
           'poll_probes': ('PollingForMessage', 'MPI_Iprobe', {1})}
# What a rank waits in a function, as a multiple of PLANTED, if it is not the same.
TIMES = {'persistent': 2, 'contend': 3, 'tests': 0.3}


def planted(checks, scene, path, phase, table, others=()):
    """Checks that exactly the planted waits of over 2 ms are found, within 5 % of their lengths, except for the properties
    `others`. Returns the document."""
    document = document_of(checks, scene, '--threshold=0', '--min-share=0', f'--phase={phase}', path)
    found = {}
    for each in document['properties']:
        if not each['callee'] or each['name'] in ('MPIOverhead', *others):
            continue
        for rank, lost in lost_at(each).items():
            if lost > 0.05 * PLANTED:
                found[each['region']['name'], each['name'], each['callee'], rank] = lost
    expected = {(function, name, routine, rank) for function, (names, routine, ranks) in table.items()
                for name in names.split() for rank in ranks}
    checks.equal(sorted(found), sorted(expected), 'the planted waits and no others', path)
    times = {key: TIMES.get(key[0], 1) for key in found}
    wrong = {key: lost for key, lost in found.items()
             if abs(lost - PLANTED * times[key]) > 0.05 * PLANTED * max(times[key], 1)}
    checks.equal(wrong, {}, 'within 5 %', path)
    checks.equal(document['errors'], [], 'errors', path)
    return document


def unpack(scene, name):
    """Unpacks a stored recording and returns its path in the scene."""
    with tarfile.open(DATA / f'{name}.tar.xz') as archive:
        archive.extractall(scene.folder / 'planted')
    return f'planted/{name}'


def recordings(checks, scene, name):
    """Yields the path of the stored recording and, in a full test, that of a new one."""
    yield unpack(scene, name)
    tools = ('uftrace', 'mpirun.openmpi', 'mpicc.openmpi', 'mpif90.openmpi')
    if FULL and None not in map(shutil.which, tools):
        yield new_recording(scene, name)
    else:
        print(f'skipped: new recording {name} (needs PROFDIFF_TEST_FULL=1, {", ".join(tools)})')


def fortran(checks, scene):
    """Messages, requests and roots are known from the texts that Fortran's arguments point to, in both modules of MPI."""
    for path in recordings(checks, scene, 'fortran'):
        document = planted(checks, scene, path, 'work_', FORTRAN)
        checks.equal(set(document['efficiencyReasons']), set(), 'efficiencies', document['efficiencyReasons'])


def communicators(checks, scene):
    """Waits in rows, columns, copies, parts and grids of ranks are those of their own ranks."""
    for path in recordings(checks, scene, 'grid'):
        document = planted(checks, scene, path, 'work', GRID)
        checks.equal(set(document['efficiencyReasons']), set(), 'efficiencies', document['efficiencyReasons'])
        shown = scene.check(path)
        checks.equal((shown.status, 'left out' in shown.err), (0, False), 'nothing is left out', shown.err)


def requests(checks, scene):
    """Waits for requests that are started again, for synchronous sends and in probes; tests poll."""
    for path in recordings(checks, scene, 'requests'):
        planted(checks, scene, path, 'work', REQUESTS)
        shown = scene.check(path)
        checks.equal((shown.status, shown.err), (0, ''), 'all messages are received in known calls', shown.err)


def windows(checks, scene):
    """Waits at fences, for locks of windows, and for messages for which a rank polls."""
    for path in recordings(checks, scene, 'windows'):
        document = planted(checks, scene, path, 'work', WINDOWS, ('WaitAtBarrier',))
        checks.equal(set(document['efficiencyReasons']), set(), 'efficiencies', document['efficiencyReasons'])
        shown = scene.check(path)
        checks.equal((shown.status, shown.err), (0, ''), 'all windows are known', shown.err)


PARTS = (fortran, communicators, requests, windows)
