# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests waits of ranks, recorded by uftrace and by EZTrace, with and without shifted clocks. They must equal the waits
that wait_states.py finds in the raw events. Also compares efficiencies with the products of their factors."""
import csv
import io
import json
import os
import random
import shutil
import subprocess
import tarfile

from checks import TOP
from events import read_archive, read_ranks, shift_archive, shift_ranks
from wait_states import Run

DATA = TOP / 'testdata' / 'properties'
FULL = os.environ.get('PROFDIFF_TEST_FULL') == '1'
# For each function of rank_waits.c: property, MPI routine in which ranks wait, and the ranks that wait 40 ms each.
RANK_WAITS = {'late_sender': ('LateSender', 'MPI_Recv', {1}), 'wrong_order': ('WrongOrder', 'MPI_Recv', {3}),
              'late_receiver': ('LateReceiver', 'MPI_Ssend', {2}), 'late_rendezvous': ('LateReceiver', 'MPI_Send', {0}),
              'late_at_barrier': ('WaitAtBarrier', 'MPI_Barrier', {0, 2, 3}),
              'late_at_sum': ('WaitAtNxN', 'MPI_Allreduce', {0, 1, 3}),
              'late_broadcast': ('LateBroadcast', 'MPI_Bcast', {1, 2, 3}),
              'early_reduce': ('EarlyReduce', 'MPI_Reduce', {0})}
PLANTED = 40e6  # nanoseconds
# Waits by routine, because an archive of EZTrace does not contain functions. Waits of two functions that call the same
# MPI routine are added up.
ROUTINE_WAITS = [('LateSender', 'MPI_Recv', {1, 3}) if name == 'LateSender' else (name, routine, waiting)
                 for name, routine, waiting in RANK_WAITS.values()]
KINDS = {name for name, _, _ in RANK_WAITS.values()}
EVERYTHING = ('--threshold=0', '--min-share=0', '--min-confidence=0')


def unpack(scene):
    for name in ('waits', 'team_llvm', 'pool'):
        with tarfile.open(DATA / f'{name}.tar.xz') as archive:
            archive.extractall(scene.folder)
    return scene.folder


def is_true(checks, condition, what, shown):
    checks.equal(bool(condition), True, what, shown)


def document_of(checks, scene, *arguments):
    """Returns the findings. EZTrace ends calls in the wrong order, which egprof reports on standard error."""
    shown = scene.check('--format=json', *arguments)
    checks.equal(shown.status, 0, 'status', shown.command)
    return json.loads(shown.out)


def open_run(scene, name):
    """Returns the independent analysis of a recording, and the arguments with which egprof examines the same phase."""
    if 'ranks' in name:
        return Run(read_ranks(scene.folder / name), 'work'), ('--phase=work', name)
    return Run(read_archive(scene.folder / name), has_functions=False), (name,)


def lost_at(finding):
    """Returns the nanoseconds that a finding loses on each rank."""
    return {place['rank']: place['lost'] * 1e9 for place in finding['locations'] if place['lost'] > 0}


def waits_of(document):
    """Returns the findings of waits in MPI routines, by property, region and routine."""
    return {(each['name'], each['region']['name'], each['callee']): each for each in document['properties']
            if each['name'] in KINDS and each['callee']}


def agrees(checks, scene, name):
    """Checks that all waits, even the shortest, have the regions, ranks, lost times, severities and confidences that
    the independent analysis finds, and that clocks have the same offsets."""
    run, arguments = open_run(scene, name)
    document = document_of(checks, scene, *EVERYTHING, *arguments)
    found, expected = waits_of(document), run.waits()
    checks.equal(sorted(found), sorted(expected), 'waits', name)
    total = run.length() * len(run.ranks)
    for key in set(found) & set(expected):
        lost = lost_at(found[key])
        checks.equal(set(lost), set(expected[key]), 'ranks', (name, key))
        count = sum(each[1] for each in expected[key].values())
        # egprof rounds offsets to nanoseconds, so each wait can differ by 1 ns.
        wrong = [(rank, lost.get(rank), float(each[0])) for rank, each in expected[key].items()
                 if abs(lost.get(rank, 0) - each[0]) > each[1] + 1e-3]
        checks.equal(wrong, [], 'lost time', (name, key))
        all_lost = sum(each[0] for each in expected[key].values())
        is_true(checks, abs(found[key]['severity'] - all_lost / total) < 1e-8, 'severity', (name, key, found[key]))
        confidence = max(0, 1 - run.half_width * count / all_lost)
        is_true(checks, abs(found[key]['confidence'] - confidence) < 1e-9 + 3 * count / all_lost, 'confidence',
                (name, key, found[key]['confidence'], float(confidence)))
    is_shifted = any(run.offsets)
    checks.equal(document['clock']['corrected'], is_shifted, 'corrected', name)
    checks.equal(document['clock']['halfWidth'] is not None, is_shifted, 'half width', (name, document['clock']))
    if is_shifted:
        is_true(checks, abs(document['clock']['halfWidth'] - run.half_width) <= 1, 'half width',
                (name, document['clock'], float(run.half_width)))
        pairs = zip(document['clock']['offsets'], run.offsets)
        checks.equal([(ours, float(offset)) for ours, offset in pairs if abs(ours - offset) > 1], [], 'offsets', name)
        is_true(checks, any(each['confidence'] < 1 for each in found.values()), 'confidences below 1', name)
    check_efficiencies(checks, document['efficiencies'], name)
    useful = [run.useful(rank) for rank in range(len(run.ranks))]
    for key, value in (('loadBalance', sum(useful) / len(useful) / max(useful)),
                       ('communicationEfficiency', max(useful) / run.length())):
        found = document['efficiencies'][key]
        is_true(checks, abs(found - value) < 1e-8, key, (name, found, float(value)))
    return run


def check_efficiencies(checks, efficiencies, name):
    """Efficiencies that are defined as products equal the products of their factors."""
    for whole, factors in (('parallelEfficiency', ('loadBalance', 'communicationEfficiency')),
                           ('communicationEfficiency', ('serialisation', 'transfer')),
                           ('mpiParallelEfficiency', ('mpiLoadBalance', 'mpiCommunicationEfficiency')),
                           ('parallelEfficiency', ('mpiParallelEfficiency', 'openmpParallelEfficiency'))):
        if factors[0] in efficiencies:
            product = efficiencies[factors[0]] * efficiencies[factors[1]]
            is_true(checks, abs(product - efficiencies[whole]) < 1e-9, 'product', (name, whole, efficiencies))


def planted_in(checks, scene, name, wanted):
    """Checks that default options find planted waits in their regions and on their ranks, with severities within 5 % of
    those of the independent analysis. Returns the findings."""
    run, arguments = open_run(scene, name)
    document = document_of(checks, scene, *arguments)
    found, expected = waits_of(document), run.waits()
    for prop, region, routine, waiting in wanted:
        each = found.get((prop, region, routine))
        if not checks.expect(each is not None, f'{prop} in {region} is found', name):
            continue
        lost = sum(part[0] for part in expected[prop, region, routine].values()) / run.length() / len(run.ranks)
        is_true(checks, abs(each['severity'] - lost) <= 0.05 * lost, 'within 5 %', (name, each, float(lost)))
        here = {rank for rank, time in lost_at(each).items() if time > 0.5 * PLANTED}
        # Waits of other ranks are accepted at barriers of an archive without functions: its findings also contain the
        # first barrier, which ranks reach at different times because they start at different times.
        is_apart = (prop, region) != ('WaitAtBarrier', routine)
        checks.equal(here if is_apart else here & waiting, waiting, 'ranks', (name, each))
    return document


def functions():
    return [(name, function, routine, waiting) for function, (name, routine, waiting) in RANK_WAITS.items()]


def routines():
    return [(name, routine, routine, waiting) for name, routine, waiting in ROUTINE_WAITS]


def ranks(checks, scene):
    """Finds the planted MPI waits recorded by uftrace, with the lengths that were planted, and no others."""
    unpack(scene)
    run = agrees(checks, scene, 'ranks')
    document = planted_in(checks, scene, 'ranks', functions())
    waits = run.waits()
    for name, function, routine, waiting in functions():
        errors = [abs(waits[name, function, routine][rank][0] - PLANTED) for rank in waiting]
        is_true(checks, max(errors) < 0.05 * PLANTED, 'as planted', (function, errors))
    expected = {(name, function, routine) for name, function, routine, _ in functions()}
    expected.add(('LateSender', 'wrong_order', 'MPI_Recv'))
    shown = document_of(checks, scene, '--threshold=0.11%', '--min-share=0', '--phase=work', 'ranks')
    checks.equal(set(waits_of(shown)), expected, 'nothing else is above .11 %', shown['properties'])
    checks.equal(document['clock'], {'corrected': False, 'offsets': [], 'halfWidth': None}, 'clock', document['clock'])
    each = [f'ranks/rank.{rank}' for rank in (2, 0, 3, 1)]
    apart = scene.document(checks, '--phase=work', *each)
    checks.equal(apart, {**document, 'inputs': each}, 'the processes of a run, one by one', each)
    for paths in (['ranks', 'ranks'], ['eztrace', 'ranks/rank.0']):
        refused = scene.check(*paths)
        checks.equal((refused.status, refused.out), (1, ''), 'refused', refused.err)
        is_true(checks, 'contains the ranks of a whole run' in refused.err, 'why', refused.err)
    for name in ('ranks', 'eztrace'):
        shown = scene.check('--threshold=0', '--min-share=0', name, '--subtract', name)
        checks.equal(shown.status, 0, 'A - A', shown.command)
        is_true(checks, 'the same properties, equally severe' in shown.out, 'A - A', shown.out[:300])
        tables = scene.check('--format=csv', name, '--subtract', name).out.split('\r\n\r\n')
        checks.equal([table.split(',')[0] for table in tables], ['base', 'side', 'baseLost'], 'three tables', name)
        causes = list(csv.DictReader(io.StringIO(tables[2])))
        checks.equal({float(row['diffLost']) for row in causes}, {0.0}, 'A - A: causes', name)


def archive(checks, scene):
    """Finds the planted waits again in EZTrace's archive, in MPI routines instead of functions. The clocks of its ranks
    differ."""
    unpack(scene)
    agrees(checks, scene, 'eztrace')
    document = planted_in(checks, scene, 'eztrace', routines())
    is_true(checks, document['clock']['corrected'], 'clocks', document['clock'])
    tables = scene.check('--format=csv', 'eztrace').out.split('\r\n\r\n')
    values = {row['efficiency']: float(row['value']) for row in csv.DictReader(io.StringIO(tables[2]))}
    checks.equal(values, document['efficiencies'], 'efficiencies as a table', tables[2])
    check_clock_table(checks, tables[3], document['clock'])


def check_clock_table(checks, table, clock):
    """The table lists the clocks of all ranks that have a recording, with the values of the JSON document."""
    columns = ('rank', 'clockOffset', 'halfWidth')
    rows = [[int(row[key]) for key in columns] for row in csv.DictReader(io.StringIO(table))]
    expected = [[rank, offset, clock['halfWidth']] for rank, offset in enumerate(clock['offsets'])
                if offset is not None]
    checks.equal(rows, expected, 'clocks as a table', table)


def make_three(scene):
    """Makes the recording 'three', which lacks rank 1 and has shifted clocks. Returns the shifts in nanoseconds."""
    unpack(scene)
    folder = scene.folder / 'three'
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(scene.folder / 'ranks', folder)
    shifts = [0, 0, 50_000_000, 70_000_000]
    shift_ranks(folder, shifts)
    shutil.rmtree(folder / 'rank.1')
    return shifts


def absent_rank(checks, scene):
    """A rank without a recording has no offset; the offsets of the other ranks correct the shifts of their clocks."""
    shifts = make_three(scene)
    clock = document_of(checks, scene, 'three')['clock']
    checks.equal((len(clock['offsets']), clock['offsets'][1]), (4, None), 'no offset', clock)
    errors = [abs(clock['offsets'][rank] + shifts[rank]) for rank in (0, 2, 3)]
    is_true(checks, max(errors) <= clock['halfWidth'] < 1_000_000, 'the true offsets', clock)
    check_clock_table(checks, scene.check('--format=csv', 'three').out.split('\r\n\r\n')[3], clock)


def messages(checks, scene):
    """Finds the property ManySmallMessages in a recording that contains the sizes of messages."""
    unpack(scene)
    run, _ = open_run(scene, 'eztrace')
    sent = [call.bytes for calls in run.ranks for call in calls if call.name == 'MPI_Send']
    is_true(checks, len(sent) > 100 and sum(sent) / len(sent) < 1024, 'messages are many and small', sent)
    found = document_of(checks, scene, *EVERYTHING, 'eztrace')['properties']
    small = [each for each in found if each['name'] == 'ManySmallMessages']
    places = {each['callee']: each for each in small}
    checks.equal(set(places), {None, 'MPI_Send'}, 'as a whole and in MPI_Send, not in MPI_Ssend', small)
    expected = {rank: sum(call.end - call.begin for call in calls if call.name == 'MPI_Send')
                for rank, calls in enumerate(run.ranks)}
    checks.equal({rank: round(time) for rank, time in lost_at(places['MPI_Send']).items()},
                 {rank: time for rank, time in expected.items() if time}, 'time in MPI_Send', places['MPI_Send'])
    severity = sum(expected.values()) / run.length() / len(run.ranks)
    is_true(checks, abs(places['MPI_Send']['severity'] - severity) < 1e-8, 'severity', (small, float(severity)))
    document = document_of(checks, scene, '--phase=small_messages', 'ranks')
    reasons = {each['name']: each['reason'] for each in document['notApplicable']}
    is_true(checks, 'numbers of elements' in reasons.get('ManySmallMessages', ''), 'arguments have no sizes', reasons)


# For each function of rank_waits.c that delays others: the rank that does, and how many ranks wait for it.
DELAYS = {'late_sender': (0, 1), 'late_receiver': (3, 1), 'late_rendezvous': (1, 1), 'wrong_order': (2, 1),
          'late_at_barrier': (1, 3), 'late_at_sum': (2, 3), 'late_broadcast': (0, 3), 'early_reduce': (3, 1)}


def causes(checks, scene):
    """Planted delays are the causes of waits, with the path of the rank that is late; all causes add up to the waits."""
    unpack(scene)
    document = document_of(checks, scene, '--phase=work', 'ranks')
    found = {each['path']: each for each in document['causes']}
    for function, (rank, waiting) in DELAYS.items():
        each = found.get(f'work > {function} > usleep')
        if not checks.expect(each is not None, f'the cause in {function}', document['causes']):
            continue
        wrong = abs(each['total'] * 1e9 - waiting * PLANTED)
        is_true(checks, each['rank'] == rank and wrong <= 0.05 * waiting * PLANTED, 'within 5 %', each)
    waits = document['waits']
    total = sum(each['total'] for each in document['causes']) + waits['unexplained']
    is_true(checks, abs(total - waits['seconds']) < 1e-9, 'the sum of causes', (total, waits))
    is_true(checks, waits['unexplained'] < 0.01 * waits['seconds'], 'explained', waits)
    seconds = sum(part['seconds'] for part in document['criticalPath'])
    is_true(checks, abs(seconds - document['phase']['seconds']) < 0.01 * seconds, 'the critical path', seconds)
    first = scene.check('--phase=work', 'ranks').out.splitlines()[0]
    largest = document['causes'][0]
    checks.equal(first, f'{largest["total"]:.3f} s of {waits["seconds"]:.3f} s of waits: rank {largest["rank"]} in {largest["path"]}',
                 'the first line', first)
    tables = scene.check('--format=csv', '--phase=work', 'ranks').out.split('\r\n\r\n')
    for table, key in ((tables[-2], 'causes'), (tables[-1], 'criticalPath')):
        rows = [{name: value if name == 'path' else float(value) for name, value in row.items()}
                for row in csv.DictReader(io.StringIO(table))]
        checks.equal(rows, document[key], 'CSV has what JSON has', key)


def clocks(checks, scene):
    """Random shifts of clocks by up to a second change neither properties nor ranks, and change severities by less than
    5 %."""
    unpack(scene)
    for name, shift, wanted in (('ranks', shift_ranks, functions()), ('eztrace', shift_archive, routines())):
        plain = planted_in(checks, scene, name, wanted)
        for seed in range(1, 6):
            shifts = [random.Random(10 * seed + rank).randrange(1_000_000_000) for rank in range(4)]
            shifted = f'{name}.{seed}'
            shutil.copytree(scene.folder / name, scene.folder / shifted, dirs_exist_ok=True)
            shift(scene.folder / shifted, shifts)
            run = agrees(checks, scene, shifted)
            found = waits_of(planted_in(checks, scene, shifted, wanted))
            before = waits_of(plain)
            checks.equal(set(found), set(before), 'the same properties', (shifted, shifts))
            wrong = [(key, found[key]['severity'], before[key]['severity']) for key in set(found) & set(before)
                     if abs(found[key]['severity'] - before[key]['severity']) > 0.05 * before[key]['severity']]
            checks.equal(wrong, [], 'severities', (shifted, shifts))
            if name == 'ranks':  # the clocks of this recording agree, so the true offsets are known
                errors = [abs(run.offsets[rank] + shifts[rank] - shifts[0]) for rank in range(4)]
                is_true(checks, max(errors) <= run.half_width < 1_000_000, 'the true offsets', (shifts, run.offsets))
            shutil.rmtree(scene.folder / shifted)


def efficiencies(checks, scene):
    """In all recorded traces, efficiencies are the products of their factors."""
    unpack(scene)
    with tarfile.open(TOP / 'testdata' / 'traces' / 'rank' / 'recordings.tar.xz') as archive:
        archive.extractall(scene.folder / 'programs')
    recordings = [scene.folder / name for name in ('ranks', 'eztrace', 'team', 'team_llvm')]
    recordings += [path for path in (TOP / 'testdata' / 'traces').iterdir() if path.is_dir() and path.name not in ('rank', 'failures')]
    recordings += sorted({path.parents[1] for path in (scene.folder / 'programs').rglob('info')})
    judged = 0
    for path in recordings:
        values = document_of(checks, scene, str(path))['efficiencies']
        check_efficiencies(checks, values, path.name)
        judged += len(values)
    is_true(checks, judged > 50, 'efficiencies', judged)


def make_apart(scene):
    """Writes traces of two ranks that call different collective operations; returns their names, and the
    reason that reports give for unknown efficiencies."""
    names = []
    for rank, routine in enumerate(('MPI_Barrier', 'MPI_Allreduce')):
        calls = [{'ph': 'X', 'pid': rank, 'tid': 0, 'ts': ts, 'dur': dur, 'name': name}
                 for ts, dur, name in ((0, 100, 'main'), (20 + 10 * rank, 30, routine))]
        names.append(scene.write(f'apart.{rank}.json', json.dumps({'traceEvents': calls})))
    return names, 'rank 0 calls MPI_Barrier and rank 1 calls MPI_Allreduce'


def late_recording(checks, scene):
    """Waits for a rank whose recording begins late are said beside the answer, with the option that leaves them out."""
    for rank, begin, work in ((0, 500_000, 700_000), (1, 0, 100_000)):
        calls = [('work', begin, work), ('MPI_Barrier', work, 701_000), ('rest', 701_000, 1_000_000)]
        events = [{'ph': 'X', 'pid': 1, 'tid': 1, 'name': name, 'ts': first, 'dur': last - first} for name, first, last in calls]
        (scene.folder / f'late.{rank}').write_text(json.dumps(events))
    names = ('late.0', 'late.1')
    remark = 'the recording of rank 0 begins 500 ms after that of rank 1: 0.400 s of waits until then are no waits of the program'
    shown = scene.check(*names)
    checks.equal(shown.out.splitlines()[:2], ['0.600 s of 0.600 s of waits: rank 0 in work', remark + ' (--from=501ms leaves them out)'],
                 'beside the answer', shown.command)
    checks.equal(remark in shown.err, False, 'said once', shown.err)
    document = document_of(checks, scene, *names)
    checks.equal(document['lateStart'], {'rank': 0, 'firstRank': 1, 'seconds': .5, 'waits': .4, 'from': .501}, 'JSON', document)
    checks.equal(remark in scene.check('--format=csv', *names).err, True, 'CSV has no place for it', names)
    scene.check('--html=late.html', *names)
    page = scene.folder / 'late.html'
    if page.exists():
        checks.equal('--from=501ms leaves them out' in page.read_text(), True, 'the page', page)
    later = document_of(checks, scene, '--from=501ms', *names)
    checks.equal((later['lateStart'], round(later['waits']['seconds'], 3)), (None, .199), '--from leaves them out', later)


def unknown_efficiencies(checks, scene):
    """All formats give the reason why efficiencies are unknown."""
    names, reason = make_apart(scene)
    document = document_of(checks, scene, *names)
    reasons = document['efficiencyReasons']
    checks.equal((sorted(reasons), sorted(document['efficiencies'])),
                 (['serialisation', 'transfer'], ['communicationEfficiency', 'loadBalance', 'parallelEfficiency']),
                 'unknown and known', document)
    is_true(checks, all(each.endswith(reason) for each in reasons.values()), 'the reason', reasons)
    table = scene.check('--format=csv', *names).out.split('\r\n\r\n')[1]
    rows = {row['property']: row['reason'] for row in csv.DictReader(io.StringIO(table))}
    checks.equal({name: rows.get(name) for name in reasons}, reasons, 'the reason in the table', table)
    shown = scene.check(*names).out
    said = f'  unknown  serialisation, transfer: {reasons["transfer"]}\n'
    is_true(checks, said in shown, 'the reason in text', shown)


def new_recording(scene, name):
    """Makes a recording and returns its path in the scene."""
    shutil.rmtree(scene.folder / 'new' / name, ignore_errors=True)
    subprocess.run(['bash', DATA / 'record_waits.sh', scene.folder / 'new', name], check=True, capture_output=True,
                   timeout=100)
    return f'new/{name}'


def recorded(checks, scene):
    """Tests new recordings of the same program: planted waits are found as in the stored recordings."""
    for name, recorder, wanted in (('ranks', 'uftrace', functions()), ('eztrace', 'eztrace', routines())):
        tools = (recorder, 'mpirun.openmpi', 'mpicc.openmpi')
        if not FULL or None in map(shutil.which, tools):
            print(f'skipped: new recording {name} (needs PROFDIFF_TEST_FULL=1, {", ".join(tools)})')
            continue
        path = new_recording(scene, name)
        agrees(checks, scene, path)
        planted_in(checks, scene, path, wanted)


PARTS = (ranks, archive, messages, causes, clocks, late_recording, absent_rank, efficiencies, unknown_efficiencies, recorded)
