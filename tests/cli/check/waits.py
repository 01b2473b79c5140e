# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares waits of threads in recordings with those that an independent reader finds in uftrace's records."""
import re
import shutil
import struct

from checks import TOP
from events import read_folder
from ranks import FULL, check_efficiencies, is_true, new_recording, unpack

BARRIERS = ('GOMP_barrier', 'GOMP_loop_end', 'GOMP_sections_end', '__kmpc_barrier')
# For each function of team_waits.c: the properties of its planted waits, and the routines in which its threads wait.
TEAM_WAITS = {'uneven_loop': (('ImbalanceInParallelLoop',), BARRIERS),
              'short_loop': (('ImbalanceInParallelLoop', 'InsufficientWorkInParallelLoop'), BARRIERS),
              'few_sections': (('ImbalanceInParallelSections', 'ImbalanceDueToNotEnoughSections'), BARRIERS),
              'uneven_sections': (('ImbalanceInParallelSections', 'ImbalanceDueToUnevenSectionDistribution'), BARRIERS),
              'single_thread': (('UnparallelizedInSingleRegion',), BARRIERS),
              'master_thread': (('UnparallelizedInMasterRegion',), BARRIERS),
              'uneven_barrier': (('ImbalanceAtBarrier',), BARRIERS),
              'uneven_region': (('ImbalanceInParallelRegion',), None),
              'critical_section': (('CriticalSectionContention',), ('GOMP_critical_start',)),
              'one_lock': (('LockContention',), ('omp_set_lock',))}
# The table for the program compiled with clang, which compiles sections as a loop and calls another routine for
# critical sections.
LLVM_WAITS = {**TEAM_WAITS, 'few_sections': (('ImbalanceInParallelLoop',), BARRIERS),
              'uneven_sections': (('ImbalanceInParallelLoop',), BARRIERS),
              'critical_section': (('CriticalSectionContention',), ('__kmpc_critical',))}


def body_of(function, threads):
    """Returns the name of the function into which the compiler moved the body of a parallel region: gcc names it after
    the function that contains the region, and clang numbers it."""
    return next(call.name for calls in threads for call in calls
                if function in call.around and ('._omp_fn.' in call.name or call.name.startswith('.omp_outlined')))


def waits_of_team(threads, table):
    """Returns the nanoseconds that each thread waits, by function, and the total duration of main() in all threads."""
    main = next(call for calls in threads for call in calls if call.name == 'main')
    waits = {}
    for function, (_, names) in table.items():
        body = body_of(function, threads)
        found = [[call for call in calls if call.name in (names or ()) and body in call.around] for calls in threads]
        if not any(found):  # gcc leaves out the barrier of a loop at the end of a region
            ends = [max(call.end for call in calls if call.name == body) for calls in threads]
            waits[function] = [max(ends) - end for end in ends]
            continue
        if names is BARRIERS:
            last = max(call.begin for calls in found for call in calls)
            waits[function] = [sum(min(last, call.end) - call.begin for call in calls) for calls in found]
        else:
            waits[function] = [sum(call.end - call.begin for call in calls) for calls in found]
    return waits, (main.end - main.begin) * 4


def finding(document, name, function, callee=None):
    """Returns the finding in the innermost region of a function."""
    found = [each for each in document['properties']
             if each['name'] == name and each['region']['name'] == function and each['callee'] == callee]
    return found[-1] if found else None


def holds(document, least):
    """Returns (property, function) of each finding whose severity exceeds `least`. Leaves out the overhead properties,
    which measure all time in a library."""
    return {(each['name'], each['region']['name']) for each in document['properties']
            if each['severity'] > least and not each['name'].endswith('Overhead')}


def threads(checks, scene):
    """Each planted OpenMP wait is found in its function, and is as severe as the records show; no other wait is
    found."""
    unpack(scene)
    check_team(checks, scene, 'team', TEAM_WAITS)
    check_team(checks, scene, 'team_llvm', LLVM_WAITS)
    for name, expected in (('simple', set()), ('threads', {'JoinWait'})):  # programs without MPI and OpenMP
        document = scene.document(checks, str(TOP / 'testdata' / 'traces' / name))
        checks.equal({each['name'] for each in document['properties']}, expected, 'found', name)


def check_team(checks, scene, name, table):
    document = check_planted(checks, scene, name, table)
    expected = {(name, function) for function, (names, _) in table.items() for name in names}
    # Accepts waits at the end of a parallel region in all functions: threads also wait there after critical sections
    # and locks.
    at_ends = {('ImbalanceInParallelRegion', function) for function in table}
    others = {each for each in holds(document, 0.01) if each[1] != 'main'} - expected - at_ends
    checks.equal(others, set(), 'nothing else', others)
    imbalance = check_balanced(checks, scene, name)
    is_true(checks, imbalance < 0.0001, 'balanced', (name, imbalance))


def check_planted(checks, scene, name, table):
    """Checks that planted waits are found in their functions, with the time that each thread loses. Returns all
    findings."""
    document = scene.document(checks, name)
    waits, total = waits_of_team(read_folder(scene.folder / name), table)
    for function, (names, _) in table.items():
        for prop in names:
            found = finding(document, prop, function)
            if not checks.expect(found is not None, f'{prop} in {function} is found', name):
                continue
            if prop == 'InsufficientWorkInParallelLoop':  # the threads that wait in short_loop() have no iteration
                checks.equal(found['lost'], finding(document, names[0], function)['lost'], 'lost', (name, found))
            lost = sum(waits[function])
            is_true(checks, abs(found['severity'] - lost / total) < 1e-9, 'severity', (name, found, lost / total))
            here = {place['thread']: round(place['lost'] * 1e9) for place in found['locations'] if place['lost'] > 0}
            checks.equal(here, {thread: time for thread, time in enumerate(waits[function]) if time}, 'threads',
                         (name, prop, function))
    check_efficiencies(checks, document['efficiencies'], name)
    return document


def check_balanced(checks, scene, name):
    """Checks that the imbalance in balanced() is that of the recorded waits. Returns the largest severity in
    balanced(), apart from overheads."""
    found = scene.document(checks, '--threshold=0', '--min-share=0', name)
    waits, total = waits_of_team(read_folder(scene.folder / name), {'balanced': ((), BARRIERS)})
    severity = finding(found, 'ImbalanceInParallelLoop', 'balanced')['severity']
    is_true(checks, abs(severity - sum(waits['balanced']) / total) < 1e-9, 'severity', (name, severity))
    return max(each['severity'] for each in found['properties']
               if each['region']['name'] == 'balanced' and not each['name'].endswith('Overhead'))


def recorded(checks, scene):
    """Tests new recordings of the same program: planted waits are found as in the stored recordings. On a busy machine,
    threads that sleep for the same time wake up at different times; the program is then recorded again."""
    for name, compiler, table in (('team', 'gcc', TEAM_WAITS), ('team_llvm', 'clang', LLVM_WAITS)):
        if not FULL or None in (shutil.which('uftrace'), shutil.which(compiler)):
            print(f'skipped: new recording {name} (needs PROFDIFF_TEST_FULL=1, uftrace and {compiler})')
            continue
        for _ in range(5):
            path = new_recording(scene, name)
            if check_balanced(checks, scene, path) < 0.0001:
                break
        check_team(checks, scene, path, table)


def contention_of(threads):
    """Returns the nanoseconds that threads wait for mutexes, by an independent calculation: at each moment of a call
    that takes a mutex, another thread holds it."""
    held, wanted = [], []
    for thread, calls in enumerate(threads):
        for lock, unlock in zip([call for call in calls if call.name == 'pthread_mutex_lock'],
                                [call for call in calls if call.name == 'pthread_mutex_unlock']):
            held.append((lock.mutex, thread, lock.end, unlock.begin))
            wanted.append((lock.mutex, thread, lock.begin, lock.end))
    lost = 0
    for mutex, thread, begin, end in wanted:
        ends = [released for other, by, taken, released in held if other == mutex and by != thread and taken < end]
        lost += max(0, min(end, max(ends, default=begin)) - begin)
    return lost


def pool(checks, scene):
    """Waits of a pool for its mutex, for work and for the ends of threads are found, with the mutex; the mutex
    serialises the threads only if they work while they hold it."""
    unpack(scene)
    for name, is_serial in (('pool_serial', True), ('pool_free', False)):
        document = scene.document(checks, '--threshold=0', '--min-share=0', name)
        threads = read_folder(scene.folder / name)
        found = {(each['name'], each['region']['name'], each['callee']): each for each in document['properties']}
        main = next(call for calls in threads for call in calls if call.name == 'main')
        total = (main.end - main.begin) * len(threads)
        mutex = found.get(('MutexContention', 'take', 'pthread_mutex_lock'))
        checks.equal(round(mutex['lost'] * 1e9) if mutex else 0, contention_of(threads), 'contention', name)
        checks.equal(mutex is not None and mutex['severity'] > 0.3, is_serial, 'severity', (name, mutex))
        checks.equal(('SerializedByMutex', 'take', 'pthread_mutex_lock') in found, is_serial, 'serialised', name)
        if is_serial:
            address = next(call.mutex for calls in threads for call in calls if call.mutex)
            checks.equal((mutex['region']['kind'], int(mutex['object'], 16)), ('thread', address), 'mutex', name)
        for prop, function, callee in (('IdleWorkers', 'start', 'sem_wait'), ('JoinWait', 'main', 'pthread_join')):
            lost = sum(call.end - call.begin for calls in threads for call in calls if call.name == callee)
            checks.equal(round(found[(prop, function, callee)]['lost'] * 1e9), lost, prop, name)
            is_true(checks, abs(found[(prop, function, callee)]['severity'] - lost / total) < 1e-3, prop, name)
    shown = scene.check('pool_free', '--subtract', 'pool_serial')
    is_true(checks, re.search('appeared 0.* SerializedByMutex, function main', shown.out), 'difference', shown.out[:900])


def damaged(checks, scene):
    """Finds no difference between a recording and itself. If calls of one thread are missing, egprof must explain how
    to record all calls."""
    folder = unpack(scene)
    shown = scene.check('team', '--subtract', 'team')
    checks.equal((shown.status, 'the same properties, equally severe' in shown.out), (0, True), 'A - A',
                 shown.out[:300])
    path = sorted((folder / 'team').glob('[0-9]*.dat'))[-1]
    threads = read_folder(folder / 'team')
    barrier = next(call for call in threads[-1] if call.name == 'GOMP_loop_end')
    records = [path.read_bytes()[at:at + 16] for at in range(0, path.stat().st_size, 16)]
    kept = [record for record in records if struct.unpack_from('<Q', record)[0] not in (barrier.begin, barrier.end)]
    checks.equal(len(records) - len(kept), 2, 'records', len(kept))
    path.write_bytes(b''.join(kept))
    shown = scene.check('team')
    is_true(checks, 'LD_BIND_NOW=1' in shown.out and 'short_loop' in shown.out, 'how to record', shown.out[-900:])
    for arguments, message in ((('--phase=nothing', 'ranks'), "no call of 'nothing' for --phase"),
                               (('--phase=work:3', 'ranks'), 'a trace has no source lines')):
        shown = scene.check(*arguments)
        checks.equal((shown.status, message in shown.err, shown.err.count('\n')), (1, True, 1), 'refused', shown.err)
    gate = scene.check('--phase=work', '--fail-if=loadBalance < 99%', '--fail-if=LateSender > 50%', 'ranks')
    checks.equal((gate.status, re.findall('fail: [^:]*', gate.err)), (3, ['fail: loadBalance < 99%']), 'gate', gate.err)
