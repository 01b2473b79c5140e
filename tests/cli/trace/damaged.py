# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that each damaged trace is reported in one clear line, and that --salvage uses the intact parts and names the
damaged ones."""
import os
import random
import re
import shutil
import struct
import subprocess
from pathlib import Path

from scene import RECORDED, TOP, Calls, counts, lines_of, nested

ENTRY, EXIT, LOST = 0, 1, 2
RECORD = 16


# --- uftrace recordings, each with one kind of damage -----------------------------------------------------------------
def records(folder):
    """Returns the path and the bytes of the records of the only thread."""
    path = next(p for p in sorted(folder.glob('*.dat')) if p.stem.isdigit())
    return path, path.read_bytes()


def record_at(data, number):
    return struct.unpack_from('<QQ', data, RECORD * number)


def replace(data, number, time, word):
    return data[:RECORD * number] + struct.pack('<QQ', time, word) + data[RECORD * (number + 1):]


def rewrite(change):
    """Returns a function that damages a recording: it replaces its records with change(records)."""
    def damage(folder):
        path, data = records(folder)
        path.write_bytes(change(data))
    return damage


def innermost_leave(data):
    """Returns the index of a record in the second half that leaves a call directly after its entry."""
    return next(i for i in range(len(data) // RECORD // 2, len(data) // RECORD)
                if record_at(data, i)[1] & 3 == EXIT and record_at(data, i - 1)[1] & 3 == ENTRY)


def backwards(data):
    number = innermost_leave(data)
    return replace(data, number, 5, record_at(data, number)[1])


def other_call(data):
    """Changes a record so that it ends a call that is not the innermost one."""
    number = innermost_leave(data)
    time, word = record_at(data, number)
    return replace(data, number, time, word + (64 << 16))


def without_entry(data):
    number = innermost_leave(data) - 1
    return data[:RECORD * number] + data[RECORD * (number + 1):]


def too_deep(data):
    """Changes a record so that a call begins within a call that never began."""
    number = innermost_leave(data) - 1
    time, word = record_at(data, number)
    return replace(data, number, time, word + (3 << 6))


def lost(data):
    number = innermost_leave(data) + 1
    time = record_at(data, number)[0]
    return data[:RECORD * number] + struct.pack('<QQ', time, LOST | 5 << 3 | 40 << 16) + data[RECORD * number:]


def no_record(data):
    number = innermost_leave(data)
    return replace(data, number, *struct.unpack('<QQ', b'\xff' * RECORD))


def of_another_build(folder):
    """Gives the program another build id, so that no other recording has its names."""
    for path in folder.glob('*.map'):
        path.write_text(re.sub(r'build-id:[0-9a-f]{8}', 'build-id:00000000', path.read_text()))


def without_names(folder):
    remove('*.sym')(folder)
    of_another_build(folder)


def remove(pattern):
    def damage(folder):
        for path in list(folder.glob(pattern)):
            path.unlink()
    return damage


def edit(name, old, new):
    def damage(folder):
        data = (folder / name).read_bytes()
        assert old in data
        (folder / name).write_bytes(data.replace(old, new))
    return damage


# (name of the damage, function that causes it, text of the message, whether --salvage can use the rest)
UFTRACE = (
    ('a file that is cut in a record', rewrite(lambda data: data[:len(data) // 2 + 5]), 'the file ends inside it', True),
    ('bytes that are no record', rewrite(no_record), 'not a record of uftrace', True),
    ('times running backwards', rewrite(backwards), 'time runs backwards', True),
    ('a call ends that is not the innermost', rewrite(other_call), 'still open', True),
    ('a call ends that was not entered', rewrite(without_entry), 'record at byte', True),
    ('a call is entered too deep', rewrite(too_deep), 'a call is entered at depth', True),
    ('lost records', rewrite(lost), 'uftrace lost 40 records', True),
    ('no symbols', without_names, 'no symbols of ', True),
    ('no map', remove('*.map'), '.map: No such file or directory', True),
    ('a program without a name', edit('task.txt', b'SESS', b'NONE'), 'task.txt: names no program', False),
    ('an unknown version', edit('info', b'Ftrace!\0\4', b'Ftrace!\0\x09'), 'info: version 9 of uftrace', False),
    ('a header that is cut', lambda folder: (folder / 'info').write_bytes(b'Ftrace!\0\4\0'), 'ends inside its header', False),
    ('an info of something else', lambda folder: (folder / 'info').write_bytes(b'text'), 'was not written by uftrace', False),
    ('no info', remove('info'), 'did not finish this recording', False),
    ('no tasks', remove('task.txt'), 'task.txt: No such file or directory', False),
    ('no threads', remove('*.dat'), 'no thread was recorded', False),
    ('a thread without records', rewrite(lambda data: b''), 'no calls', False),
)


def one_line(checks, failed, text, what):
    checks.equal((failed.status, failed.out, failed.err.count('\n')), (1, '', 1), f'{what}: one line: {failed.err}',
                 failed.command)
    checks.expect(text in failed.err, f'{what}: {text!r} in {failed.err!r}', failed.command)


def salvaged(checks, scene, whole, name, text, what):
    """Checks that --salvage compares the intact parts, and reports the damage in one line and by the exit status."""
    shown = scene.trace('--salvage', whole, name)
    checks.equal((shown.status, shown.err.count('\n'), text in shown.err), (2, 1, True), f'{what}, salvaged: {shown.err}',
                 shown.command)
    found = lines_of(shown.out)
    checks.equal(found.get('residual'), 0, f'{what}: nothing is left over', shown.command)
    checks.expect(found['equal'][0] + found['different'][0] > 0, f'{what}: something is compared', shown.command)
    alone = scene.trace('--salvage', name)
    checks.equal((alone.status, alone.err), (2, shown.err), f'{what}: alone', alone.command)


def damaged_recordings(checks, scene):
    whole = RECORDED / 'simple'
    for number, (what, damage, text, can_be_used) in enumerate(UFTRACE):
        name = f'damaged.{number}x'
        shutil.copytree(whole, scene.folder / name)
        damage(scene.folder / name)
        one_line(checks, scene.trace(whole, name), text, what)
        one_line(checks, scene.trace(name), text, what)
        if can_be_used:
            salvaged(checks, scene, whole, name, text, what)
        else:
            one_line(checks, scene.trace('--salvage', whole, name), text, f'{what}, --salvage')


def losses(checks, scene):
    """Counts lost records, and does not join the calls before and after them into one call."""
    whole = RECORDED / 'simple'
    shutil.copytree(whole, scene.folder / 'lossy')
    rewrite(lost)(scene.folder / 'lossy')
    rewrite(lost)(scene.folder / 'lossy')
    shown = scene.trace('--salvage', whole, 'lossy')
    checks.expect('uftrace lost 80 records' in shown.err, 'both losses', shown.err)
    checks.equal(counts(lines_of(shown.out))[1:], [0, 0, 0], 'calls around the loss', shown.command)


def damaged_ranks(checks, scene):
    """A rank that cannot be used is an error. With --salvage, it is left out, and the ranks after it keep their
    numbers."""
    for what, damage, text in (('version', UFTRACE[10][1], 'version 9'), ('no info', remove('info'), 'did not finish'),
                               ('cut', UFTRACE[0][1], 'the file ends inside it')):
        name = f'ranks {what}'
        shutil.copytree(RECORDED / 'heat_mpi', scene.folder / name)
        damage(scene.folder / name / 'rank.1')
        one_line(checks, scene.trace(RECORDED / 'heat_mpi', name), text, f'a rank: {what}')
        shown = scene.trace('--salvage', RECORDED / 'heat_mpi', name)
        checks.equal((shown.status, shown.err.count('\n'), 'rank.1' in shown.err), (2, 1, True), f'a rank: {what}: {shown.err}',
                     shown.command)
        checks.equal(counts(lines_of(shown.out))[1::2], [0, 0], f'a rank: {what}: the others are compared', shown.command)
        two = scene.trace('--salvage', '--rank=2', RECORDED / 'heat_mpi', name)
        checks.equal(counts(lines_of(two.out))[1:], [0, 0, 0], f'a rank: {what}: rank 2 is rank 2', two.command)
    shutil.copytree(RECORDED / 'heat_mpi', scene.folder / 'none')
    for rank in range(3):
        (scene.folder / f'none/rank.{rank}/info').unlink()
    one_line(checks, scene.trace('--salvage', 'none'), 'rank.0: uftrace did not finish', 'no rank can be used')


def damaged_json(checks, scene):
    whole = scene.write('whole.json', nested('main(f(g),h)'))
    event = lambda phase, name, at: {'ph': phase, 'name': name, 'pid': 1, 'tid': 1, 'ts': at}
    cases = (('no time', [event('B', 'main', 1), event('B', 'f', 'x')], 'not a number of microseconds', True),
             ('far apart', [event('B', 'main', 5e15), event('B', 'f', -5e15)], '285 years apart', False),
             ('no events', [], 'no calls in this trace', False),
             ('no calls', [event('C', 'counter', 1)], 'no calls in this trace', False))
    for what, events, text, can_be_used in cases:
        name = scene.write(f'{what}.json', events)
        one_line(checks, scene.trace(whole, name), text, what)
        if can_be_used:
            salvaged(checks, scene, whole, name, text, what)
        else:
            one_line(checks, scene.trace('--salvage', whole, name), text, f'{what}, --salvage')


def odd_json(checks, scene):
    """Reads traces that are unusual but undamaged. Their oddities are counted on standard error and in the report."""
    event = lambda phase, name, at: {'ph': phase, 'name': name, 'pid': 1, 'tid': 1, 'ts': at}
    ring = [event('E', 'lost', 1), event('B', 'main', 2), event('E', 'other', 3), event('B', 'f', 4), event('B', 'g', 5),
            event('E', 'f', 7), event('E', 'main', 9)]
    whole = scene.write('whole.json', Calls().call('main', 2000, 9000).call('f', 4000, 7000).call('g', 5000, 7000))
    odd = scene.write('ring.json', ring)
    remarks = ('ring.json: ends of calls that are not open are left out: 2, the first: event that ends at byte',
               'ring.json: ends of calls that are not innermost also end the calls within them: 1, the first: event')
    for arguments in ((whole, odd), (odd, whole), (odd,), ('--salvage', odd)):
        shown = scene.trace(*arguments)
        checks.equal((shown.status, shown.err.count('\n')), (0, 2), f'odd ends: {shown.err}', shown.command)
        for remark in remarks:
            checks.expect(f': warning: {remark}' in shown.err, remark, shown.err)
            checks.expect(f'\nnote: {remark}' in shown.out, f'in the report: {remark}', shown.out)
    checks.equal(counts(lines_of(scene.trace(whole, odd).out)), [3, 0, 0, 0], 'odd ends leave the same calls')
    early = scene.write('early.json', [{**e, 'ts': e['ts'] - 1000} for e in Calls().call('main', 0, 9000).call('f', 3000, 5000)])
    late = scene.write('late.json', Calls().call('main', 0, 9000).call('f', 3000, 5000))
    shown = scene.trace(early, late, '--fail-if=self != 0', '--fail-if=unmatched > 0')
    checks.equal((shown.status, shown.err), (0, ''), 'times below 0', shown.command)
    checks.equal(scene.trace(early).out.replace('early', 'late'), scene.trace(late).out, 'the same but for the clock')


def missing_thread(checks, scene):
    """Checks that a thread without a file counts as a thread without calls: the other threads are paired as if the file
    were present."""
    shutil.copytree(RECORDED / 'threads', scene.folder / 'two')
    numbers = sorted(int(p.stem) for p in (scene.folder / 'two').glob('*.dat') if p.stem.isdigit())
    (scene.folder / f'two/{numbers[1]}.dat').unlink()
    remark = f'two: task.txt names threads without a file of records, which count as threads without calls: {numbers[1]}.dat'
    for arguments in ((RECORDED / 'threads', 'two'), ('two',)):
        shown = scene.trace(*arguments)
        checks.equal((shown.status, shown.err.count('\n')), (0, 1), f'a missing thread: {shown.err}', shown.command)
        checks.expect(f': warning: {remark}\n' in shown.err and f'\nnote: {remark}\n' in shown.out, 'it is named', shown.out)
    shown = scene.trace(RECORDED / 'threads', 'two')
    equal, different, only_a, only_b = counts(lines_of(shown.out))
    checks.expect(equal > 0 and only_a > 0, 'its calls are only in A', shown.out)
    checks.equal((different, only_b), (0, 0), 'the others match the same threads', shown.out)


def pipes(checks, scene):
    """A pipe or a device in a trace is refused at once; egprof does not wait for its contents."""
    places = [('uftrace', RECORDED / 'simple', name) for name in ('info', 'task.txt', '*.map', '*.sym', '*.dat')]
    if make_archive(scene):
        log = 'eztrace_log'
        places += [('archive', RECORDED / 'eztrace', name) for name in (f'{log}.def', f'{log}/*.evt', f'{log}/*.def')]
    for number, (kind, whole, pattern) in enumerate(places):
        folder = scene.folder / f'pipe.{number}x'
        shutil.copytree(whole, folder)
        path = sorted(folder.glob(pattern))[0]
        path.unlink()
        os.mkfifo(path)
        if pattern == '*.sym':
            of_another_build(folder)
        named = {'info': '', '*.sym': 'no symbols of '}.get(pattern, path.name)
        one_line(checks, scene.trace(folder.name), named, f'{kind}: a pipe in place of {pattern}')
    os.mkfifo(scene.folder / 'pipe')
    one_line(checks, scene.trace('pipe'), 'pipe: not a regular file', 'a pipe')
    (scene.folder / 'zero.json').symlink_to('/dev/zero')
    one_line(checks, scene.trace('zero.json'), 'zero.json: not a regular file', 'a device')


# Memory limit for each thread. Each thread makes only one call. The memory of egprof itself is measured with a trace of
# one thread, and subtracted.
MOST_BYTES_A_THREAD = 1024


def many_threads(checks, scene, threads=4000):
    """Memory grows by less than 1 KB for each thread of a trace."""
    program = Path(scene.egprof).read_bytes()
    if b'__asan_init' in program or b'__tsan_init' in program:
        return  # programs with sanitizers need more memory
    template = RECORDED / 'simple'
    path, data = records(template)
    tid = int(path.stem)
    call = innermost_leave(data) - 1
    one = data[RECORD * call:RECORD * (call + 2)]
    peaks = []
    for name, count in (('one', 1), ('many', threads)):
        folder = scene.folder / name
        shutil.copytree(template, folder)
        (folder / path.name).unlink()
        tasks = (template / 'task.txt').read_text().splitlines()
        with (folder / 'task.txt').open('w') as out:
            out.write(''.join(f'{line}\n' for line in tasks if not line.startswith('TASK')))
            for i in range(count):
                out.write(f'TASK timestamp=1.000000000 tid={tid + i} pid={tid}\n')
                (folder / f'{tid + i}.dat').write_bytes(one)
        shown = scene.trace('--timing', name, name)
        checks.equal(counts(lines_of(shown.out))[1:], [0, 0, 0], f'{name} against itself', shown.command)
        peaks.append(float(re.search(r'peak memory +([\d.]+) MB', shown.err)[1]) * 1e6)
    each = (peaks[1] - peaks[0]) / (2 * threads)
    checks.expect(each < MOST_BYTES_A_THREAD, f'{each:.0f} bytes for each of {threads} threads a side')


def make_archive(scene):
    """Writes an OTF2 archive of three threads; returns its folder's name, or None in a build without the OTF2
    library."""
    show = Path(os.environ.get('BUILD_DIR', TOP / 'build')) / 'tests/properties/traces/show_trace'
    if show.exists():
        subprocess.run([show, RECORDED / 'threads', scene.folder], check=True, capture_output=True, timeout=60)
    return 'archive' if (scene.folder / 'archive').is_dir() else None


def cut(pattern):
    def damage(folder):
        path = sorted(folder.glob(pattern))[-1]
        path.write_bytes(path.read_bytes()[:path.stat().st_size // 2])
    return damage


def announce_properties(folder):
    """Changes the number of properties in the archive's anchor file to millions, although there are few or none. The
    number follows three strings."""
    anchor = folder / 'traces.otf2'
    data, at = bytearray(anchor.read_bytes()), 46
    for _ in range(3):
        at = data.index(0, at) + 1
    data[at + 1] |= 0x80
    anchor.write_bytes(data)


def damaged_archives(checks, scene):
    whole = make_archive(scene)
    if whole is None:
        return
    cases = (('events that are cut', cut('traces/*.evt'), ': location ', True),
             ('no events of a thread', lambda folder: sorted(folder.glob('traces/*.evt'))[-1].unlink(),
              'the file of its events is missing', True),
             ('no events', remove('traces/*.evt'), 'an archive without events', False),
             ('no definitions', remove('traces.def'), "the archive's definitions are missing", False),
             ('definitions that are cut', cut('traces.def'), "the archive's definitions: ", None),
             ('an anchor of something else', lambda folder: (folder / 'traces.otf2').write_bytes(b'text'),
              'not the anchor file of an OTF2 archive', False),
             ('an anchor that announces too much', announce_properties, 'not the anchor file of an OTF2 archive', False))
    for number, (what, damage, text, can_be_used) in enumerate(cases):
        name = f'damaged.{number}x'
        shutil.copytree(scene.folder / whole, scene.folder / name)
        damage(scene.folder / name)
        one_line(checks, scene.trace(whole, name), text, what)
        if can_be_used:
            salvaged(checks, scene, whole, name, text, what)
        elif can_be_used is not None:
            one_line(checks, scene.trace('--salvage', whole, name), text, f'{what}, --salvage')


# --- random damage ----------------------------------------------------------------------------------------------------
OUTPUTS = ((), ('--flat',), ('--by=subtree', '--pair=auto'), ('--tree',), ('--blocks',), ('--blocks=-', '--flat'),
           ('--timeline=x.csv',), ('--timeline=x.json',), ('--timeline=x.html',), ('--chrome=-',), ('--profile',),
           ('--profile', '--format=classic'), ('--profile', '--format=csv'), ('--profile', '--format=json'),
           ('--profile', '--format=gml'), ('--profile', '--format=folded'),
           ('--profile', '--format=callgrind', '--shrink'), ('--rename=a=b', '--depth=3'), ('--off-cpu', '--from=1us'),
           ('--startup', '--to=1ms', '--drop=e'), ('--fail-if=unmatched > 0',))


def mutated(generator, data):
    """Returns the data with bytes changed, deleted, duplicated, or replaced with other bytes of the data."""
    data = bytearray(data)
    for _ in range(generator.choice((1, 1, 2, 8))):
        if not data:
            break
        at, size = generator.randrange(len(data)), generator.choice((1, 2, 8, RECORD))
        kind = generator.randrange(6)
        if kind == 0:
            data[at] ^= 1 << generator.randrange(8)
        elif kind == 1:
            data[at:at + size] = generator.randbytes(size)
        elif kind == 2:
            del data[at:at + size]
        elif kind == 3:
            data[at:at] = data[at:at + size]
        elif kind == 4:
            other = generator.randrange(len(data))
            data[at:at + size] = data[other:other + size]
        else:
            del data[at:]
    return bytes(data)


def attack(checks, scene, path, files, rounds, seed):
    """Mutants of one file of a trace always result in a one-line error or a difference, never in a crash."""
    generator = random.Random(seed)
    for number in range(rounds):
        file = generator.choice(files)
        whole = file.read_bytes()
        file.write_bytes(mutated(generator, whole))
        options = OUTPUTS[number % len(OUTPUTS)]
        if number % 3:
            options += ('--salvage',)
        operands = (path, path) if number % 5 == 0 else (RECORDED / 'simple', path) if number % 2 else (path, RECORDED / 'simple2')
        shown = scene.trace(*options, *operands)
        well = shown.status in (0, 2, 3) or (shown.status == 1 and shown.err.count('\n') == 1)
        checks.expect(well, f'mutant {number} of {file.name}, seed {seed}: status {shown.status}, {shown.err[:2000]}',
                      shown.command)
        file.write_bytes(whole)


def mutants(checks, scene, rounds=42, seed=1):
    for name in ('simple', 'threads', 'arguments', 'expressions', 'heat_mpi'):
        shutil.copytree(RECORDED / name, scene.folder / name)
        files = [file for file in sorted((scene.folder / name).rglob('*')) if file.is_file()]
        attack(checks, scene, name, files + [f for f in files if f.suffix == '.dat'] * 3, rounds, seed)
    if archive := make_archive(scene):
        shutil.copytree(RECORDED / 'eztrace', scene.folder / 'eztrace')
        files = [file for file in sorted((scene.folder / 'eztrace').rglob('*')) if file.is_file()]
        attack(checks, scene, 'eztrace', files, rounds, seed)
        files = [file for file in sorted((scene.folder / archive).rglob('*')) if file.is_file()]
        attack(checks, scene, archive, files, rounds, seed)
    trace = scene.write('trace.json', nested('main(f(g,g),h)').begin('main', 9000, 3).begin('f', 9500, 3))
    attack(checks, scene, trace, [scene.folder / trace], rounds, seed)


damaged_parts = (damaged_recordings, losses, damaged_ranks, damaged_json, odd_json, missing_thread, pipes, many_threads,
                 damaged_archives, mutants)
