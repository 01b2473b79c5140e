# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares waits of threads and ranks in stored recordings with those that an independent reader finds in uftrace's
records."""
import bisect
import re
import shutil
import struct
import tarfile

from checks import TOP

DATA = TOP / 'testdata' / 'properties'
# Number of bytes of arguments that follow the record of a call, as requested by record_waits.sh.
ARGUMENT_BYTES = {'MPI_Send': 24, 'MPI_Ssend': 24, 'MPI_Recv': 24, 'MPI_Bcast': 16, 'MPI_Reduce': 16, 'MPI_Allreduce': 8,
                  'MPI_Barrier': 8}
BARRIERS = ('GOMP_barrier', 'GOMP_loop_end', 'GOMP_sections_end', '__kmpc_barrier')
# Functions of rank_waits.c: property, routine, and the ranks that wait.
RANK_WAITS = {'late_sender': ('LateSender', 'MPI_Recv', {1}), 'wrong_order': ('WrongOrder', 'MPI_Recv', {3}),
              'late_receiver': ('LateReceiver', 'MPI_Ssend', {2}), 'late_at_barrier': ('WaitAtBarrier', 'MPI_Barrier', {0, 2, 3}),
              'late_at_sum': ('WaitAtNxN', 'MPI_Allreduce', {0, 1, 3}),
              'late_broadcast': ('LateBroadcast', 'MPI_Bcast', {1, 2, 3}), 'early_reduce': ('EarlyReduce', 'MPI_Reduce', {0})}
# Functions of team_waits.c: properties, and the routines in which threads wait.
TEAM_WAITS = {'uneven_loop': (('ImbalanceInParallelLoop',), BARRIERS),
              'short_loop': (('ImbalanceInParallelLoop', 'InsufficientWorkInParallelLoop'), BARRIERS),
              'few_sections': (('ImbalanceInParallelSections', 'ImbalanceDueToNotEnoughSections'), BARRIERS),
              'uneven_sections': (('ImbalanceInParallelSections', 'ImbalanceDueToUnevenSectionDistribution'), BARRIERS),
              'single_thread': (('UnparallelizedInSingleRegion',), BARRIERS),
              'master_thread': (('UnparallelizedInMasterRegion',), BARRIERS),
              'uneven_barrier': (('ImbalanceAtBarrier',), BARRIERS), 'uneven_region': (('ImbalanceInParallelRegion',), None),
              'critical_section': (('CriticalSectionContention',), ('GOMP_critical_start',)),
              'one_lock': (('LockContention',), ('omp_set_lock',))}
# The same functions compiled with clang, which compiles sections as a loop.
LLVM_WAITS = {**TEAM_WAITS, 'few_sections': (('ImbalanceInParallelLoop',), BARRIERS),
              'uneven_sections': (('ImbalanceInParallelLoop',), BARRIERS),
              'critical_section': (('CriticalSectionContention',), ('__kmpc_critical',))}


def is_true(checks, condition, what, shown):
    checks.equal(bool(condition), True, what, shown)


class Call:
    def __init__(self, name, around, begin):
        self.name, self.around, self.begin, self.end = name, around, begin, begin


def read_calls(path, symbols, base):
    """Returns the calls of one thread, each with the names of the calls around it."""
    data, at, calls, stack = path.read_bytes(), 0, [], []
    while at < len(data):
        time, word = struct.unpack_from('<QQ', data, at)
        at += 16
        address = (word >> 16) - base
        name = symbols[bisect.bisect_right(symbols, (address, '\x7f')) - 1][1]
        if word & 3 == 0:
            stack.append(Call(name, tuple(call.name for call in stack), time))
            calls.append(stack[-1])
        else:
            stack.pop().end = time
        at += ARGUMENT_BYTES[name] if word & 4 else 0
    return calls


def read_folder(folder):
    """Returns the calls of each thread of a recording."""
    lines = [line.split() for line in next(folder.glob('*_waits.sym')).read_text().splitlines() if line[0] != '#']
    symbols = sorted((int(line[0], 16), line[2]) for line in lines if line[1] in 'tTP')
    base = int(next(folder.glob('*.map')).read_text().split('-')[0], 16)
    return [read_calls(path, symbols, base) for path in sorted(folder.glob('[0-9]*.dat'), key=lambda path: int(path.stem))]


def calls_in(calls, function, name):
    return [call for call in calls if call.name == name and function in call.around]


def waits_of_ranks(ranks):
    """Returns the nanoseconds that ranks wait, by function, and the total duration of work() in all ranks."""
    def call(rank, function, name, which=0):
        return calls_in(ranks[rank], function, name)[which]

    works = [next(call for call in calls if call.name == 'work') for calls in ranks]
    total = (max(work.end for work in works) - min(work.begin for work in works)) * len(ranks)
    waits = {}
    for function, (_, name, waiting) in RANK_WAITS.items():
        if function == 'late_sender':
            until = call(0, function, 'MPI_Send').begin
        elif function == 'wrong_order':
            until = call(2, function, 'MPI_Send', 1).begin
        elif function == 'late_receiver':
            until = call(3, function, 'MPI_Recv').begin
        elif function == 'late_broadcast':
            until = call(0, function, name).begin
        else:
            until = max(call(rank, function, name).begin for rank in range(4))
        found = [call(rank, function, name) for rank in waiting]
        waits[function] = sum(min(until, each.end) - each.begin for each in found)
    return waits, total


def body_of(function, threads):
    """Returns the outlined body of the function's parallel region: gcc names it after the function, clang numbers
    it."""
    return next(call.name for calls in threads for call in calls
                if function in call.around and ('._omp_fn.' in call.name or call.name.startswith('.omp_outlined')))


def waits_of_team(threads, table):
    main = next(call for calls in threads for call in calls if call.name == 'main')
    waits = {}
    for function, (_, names) in table.items():
        body = body_of(function, threads)
        if names is None:
            ends = [call.end for calls in threads for call in calls if call.name == body]
            waits[function] = sum(max(ends) - end for end in ends)
            continue
        found = [call for calls in threads for call in calls if call.name in names and body in call.around]
        if names is BARRIERS:
            last = max(call.begin for call in found)
            waits[function] = sum(min(last, call.end) - call.begin for call in found)
        else:
            waits[function] = sum(call.end - call.begin for call in found)
    return waits, (main.end - main.begin) * 4


def unpack(scene):
    for name in ('waits', 'team_llvm'):
        with tarfile.open(DATA / f'{name}.tar.xz') as archive:
            archive.extractall(scene.folder)
    return scene.folder


def finding(document, name, function, callee=None):
    """Returns the finding in the innermost region of a function."""
    found = [each for each in document['properties']
             if each['name'] == name and each['region']['name'] == function and each['callee'] == callee]
    return found[-1] if found else None


def holds(document, least):
    """Returns (property, function) of the severe findings, except overheads, which are times of whole libraries."""
    return {(each['name'], each['region']['name']) for each in document['properties']
            if each['severity'] > least and not each['name'].endswith('Overhead')}


def threads(checks, scene):
    """Each planted OpenMP wait is found in its place and is as severe as the records show; no other wait is found."""
    check_team(checks, scene, 'team', TEAM_WAITS)
    check_team(checks, scene, 'team_llvm', LLVM_WAITS)
    for name in ('simple', 'threads'):  # programs without MPI and OpenMP
        document = scene.document(checks, str(TOP / 'testdata' / 'traces' / name))
        checks.equal(document['properties'], [], 'nothing found', name)


def check_team(checks, scene, name, table):
    folder = unpack(scene)
    document = scene.document(checks, name)
    all_of_them = scene.document(checks, '--threshold=0', '--min-share=0', name)
    waits, total = waits_of_team(read_folder(folder / name), table)
    expected = set()
    for function, (names, _) in table.items():
        for name in names:
            found = finding(document, name, function)
            is_true(checks, found is not None, 'found', (name, function))
            if name != 'InsufficientWorkInParallelLoop':
                is_true(checks, found and abs(found['severity'] - waits[function] / total) < 1e-9, 'severity',
                               (name, function, found and found['severity'], waits[function] / total))
            expected.add((name, function))
    # Threads can also wait at the end of a region with critical sections or locks.
    at_ends = {('ImbalanceInParallelRegion', function) for function in table}
    others = {each for each in holds(document, 0.01) if each[1] != 'main'} - expected - at_ends
    checks.equal(others, set(), 'nothing else', others)
    checks.equal([each for each in holds(all_of_them, 0.0001) if each[1] == 'balanced'], [], 'balanced', all_of_them['properties'])
    efficiencies = document['efficiencies']
    product = efficiencies['loadBalance'] * efficiencies['communicationEfficiency']
    is_true(checks, abs(product - efficiencies['parallelEfficiency']) < 1e-12, 'product', efficiencies)


def ranks(checks, scene):
    """Finds the planted MPI waits, recorded by uftrace and by EZTrace, whose clocks differ."""
    folder = unpack(scene)
    document = scene.document(checks, '--phase=work', 'ranks')
    waits, total = waits_of_ranks([read_folder(folder / 'ranks' / f'rank.{rank}')[0] for rank in range(4)])
    for function, (name, callee, waiting) in RANK_WAITS.items():
        found = finding(document, name, function, callee)
        is_true(checks, found and abs(found['severity'] - waits[function] / total) < 1e-9, 'severity',
                       (name, function, found and found['severity'], waits[function] / total))
        least = max(each['lost'] for each in found['locations']) / 2
        checks.equal({each['rank'] for each in found['locations'] if each['lost'] > least}, waiting, 'ranks', found)
    expected = {(name, function) for function, (name, _, _) in RANK_WAITS.items()} | {('LateSender', 'wrong_order')}
    others = {each for each in holds(document, 0.01) if each[1] != 'work'} - expected
    checks.equal(others, set(), 'nothing else', others)
    efficiencies = document['efficiencies']
    is_true(checks, abs(efficiencies['serialisation'] * efficiencies['transfer'] - efficiencies['communicationEfficiency']) < 1e-12,
                   'product', efficiencies)
    checks.equal(document['clock'], {'corrected': False, 'offsets': []}, 'clock', document['clock'])
    each = [f'ranks/rank.{rank}' for rank in (2, 0, 3, 1)]
    apart = scene.document(checks, '--phase=work', *each)
    checks.equal((apart.pop('inputs'), apart), (each, {key: value for key, value in document.items() if key != 'inputs'}),
                 'the processes of a run, one by one', each)
    for paths in (['ranks', 'ranks'], ['eztrace', 'ranks/rank.0']):
        refused = scene.check(*paths)
        checks.equal((refused.status, refused.out, 'contains the ranks of a whole run' in refused.err), (1, '', True), 'refused', refused.err)
    shown = scene.check('--format=json', 'eztrace')
    for name, callee, waiting in RANK_WAITS.values():
        is_true(checks, f'"name":"{name}"' in shown.out and f'"callee":"{callee}"' in shown.out, 'eztrace', (name, callee))
    is_true(checks, '"corrected":true' in shown.out, 'clocks of eztrace', shown.out[-300:])


def clocks(checks, scene):
    """A rank whose clock is shifted loses the same time."""
    folder = unpack(scene)
    plain = scene.document(checks, '--phase=work', 'ranks')
    shifted = folder / 'shifted'
    shutil.copytree(folder / 'ranks', shifted)
    path = next((shifted / 'rank.2').glob('[0-9]*.dat'))
    data = bytearray(path.read_bytes())
    at = 0  # records are recognized by their mark, to skip the arguments between them
    while at < len(data):
        time, word = struct.unpack_from('<QQ', data, at)
        if word >> 3 & 7 == 5 and word & 3 < 2 and time > 1 << 40:
            struct.pack_into('<Q', data, at, time + 700_000_000)
            at += 16
        else:
            at += 8
    path.write_bytes(data)
    document = scene.document(checks, '--phase=work', 'shifted')
    is_true(checks, document['clock']['corrected'], 'corrected', document['clock'])
    offsets = document['clock']['offsets']
    is_true(checks, abs(offsets[2] - offsets[0] + 700_000_000) < 2_000_000, 'offset', offsets)
    for function, (name, callee, _) in RANK_WAITS.items():
        one, other = (finding(each, name, function, callee) for each in (plain, document))
        is_true(checks, other and abs(one['severity'] - other['severity']) < 0.1 * one['severity'], 'severity',
                       (name, one, other))


def damaged(checks, scene):
    """For a recording that lacks calls of one thread, egprof explains how to record; a recording does not differ from
    itself."""
    folder = unpack(scene)
    shown = scene.check('team', '--subtract', 'team')
    checks.equal((shown.status, 'the same properties, equally severe' in shown.out), (0, True), 'A - A', shown.out[:300])
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
