# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests perf.data files: egprof runs perf or, without perf, explains how to convert the data."""
import gzip
import os
import shutil
import stat
import struct
import subprocess
import sys

from scene import FULL, TOP

FIELDS = 'comm,pid,tid,time,period,event,ip,sym,symoff,dso'
WORK = 'sum(i * i for i in range(2000000))'


# perf that prints a recording with losses: `perf report --stats` and `perf script` are told by their first argument.
# Without --show-lost-events, there are no records of losses. It reads the file to its end, as the real one does.
LOSSY = """#!/bin/sh
for last in "$@"; do :; done
test "$(head -c 8 "$last")" = PERFILE2 || { echo 'incompatible file format' >&2; exit 255; }
echo "$@" >>LOG
case "$1 $*" in
report*) printf '\\nAggregated stats:\\n  LOST events: 2 ( 0.1%%)\\n  THROTTLE events: 3 ( 0.1%%)\\n'
  printf '  LOST_SAMPLES events: 1\\ncpu-clock:u stats:\\n  SAMPLE events: 2\\n  LOST_SAMPLES events: 9\\n'
  printf 'page-faults stats:\\n  LOST_SAMPLES events: 70\\n' ;;
*--show-lost-events*) printf 'p 7/7 5.0: PERF_RECORD_LOST lost 8\\n'
esac
test "$1" = report && exit 0
for i in 1 2; do printf 'p 7/7 5.1: 1000000 cpu-clock:u: \\n\\t 40 f+0x1 (/bin/p)\\n\\n'; done
"""


def recorded_by_perf(checks, scene):
    """Recordings differ from run to run. Even two conversions of one recording can: perf finds the name of a function in
    [vdso] in one and not in the other, so such functions are left out."""
    if not FULL:
        print('skipped: recording with perf needs --full')
        return
    data = scene.folder / 'new.data'
    record = ['perf', 'record', '-q', '-e', 'cpu-clock:u', '-F', '499', '-g', '-o', data, sys.executable, '-c', WORK]
    done = subprocess.run(record, capture_output=True) if shutil.which('perf') else None
    if done is None or done.returncode != 0:
        print('Nothing was recorded: perf is missing, or may not.')
        return
    text = subprocess.run(['perf', 'script', '--no-inline', '--no-demangle', '-F', FIELDS, '-i', data],
                          capture_output=True, check=True)
    expected = scene.document(scene.write('new.perf', text.stdout))
    shown = scene.document(data)
    checks.equal(*(_without_vdso(document) for document in (shown, expected)), "perf's data, as its text")
    said = scene.egprof_of(data).err
    checks.expect('perf script' in said, f'egprof says that it starts perf: {said}')
    listed = scene.egprof_of('diff', data, data)
    checks.equal(listed.status, 0, "perf's data less itself", listed.err)


def without_perf(checks, scene):
    path = scene.write('some.data', b'PERFILE2' + bytes(200))
    shown = _run(scene, path, tools=scene.folder / 'empty')
    checks.equal((shown.returncode, shown.stdout), (1, ''), 'no perf')
    checks.expect(len(shown.stderr.splitlines()) == 1 and f'perf script -i {path}' in shown.stderr,
                  f'the way out: {shown.stderr}')


def perf_that_fails(checks, scene):
    """egprof passes on perf's message about damaged data. It starts perf only for data that begins with PERFILE2, and
    no shell interprets the arguments."""
    folder = scene.folder / 'tools'
    folder.mkdir()
    perf = folder / 'perf'
    log = scene.folder / 'log'
    perf.write_text(f'#!/bin/sh\nprintf "%s|" "$@" >>{log}\necho "it is damaged" >&2\nexit 9\n')
    perf.chmod(perf.stat().st_mode | stat.S_IXUSR)
    path = scene.write('odd; touch name.data', b'PERFILE2' + bytes(200))
    shown = _run(scene, path, tools=f'{folder}:/usr/bin:/bin')
    checks.equal((shown.returncode, shown.stdout), (1, ''), 'a perf that fails')
    checks.expect('it is damaged' in shown.stderr and str(path) in shown.stderr, f'what perf says: {shown.stderr}')
    words = log.read_text().split('|')
    checks.equal(words[:4], ['report', '--stats', '-i', str(path)], f'how perf is started first: {words}')
    checks.equal(words[4:5] + words[-3:], ['script', '-i', str(path), ''], f'how perf is started: {words}')
    log.unlink()
    for name, data in (('plain.data', b'PERFILE' + bytes(200)), ('text.perf', 'prog 7 1.5: 1 cycles: \n')):
        _run(scene, scene.write(name, data), tools=f'{folder}:/usr/bin:/bin')
        checks.expect(not log.exists(), f'no perf for {name}')


def losses_of_perf(checks, scene):
    """The losses that perf counts are read, also from packed data. No copy remains."""
    tools, log = _tools(scene, 'lossy', LOSSY)
    path = scene.write('lossy.data', b'PERFILE2' + bytes(200))
    packed = scene.write('lossy.data.gz', gzip.compress(path.read_bytes()))
    before = set(os.listdir('/tmp'))
    for file, name in ((path, str(path)), (packed, '/dev/stdin')):
        shown = _run(scene, '-i', file, tools=tools)
        checks.equal(shown.returncode, 0, f'-i {file.name}', shown.stderr)
        for line in ('\tevent cpu-clock:u in seconds, 2 samples\n', '\t9 lost samples\n',
                     '\tsampling was stopped 3 times, because samples came too fast\n'):
            checks.expect(line in shown.stdout, f'{file.name}: {line!r}', shown.stdout)
        checks.expect('9 samples, 82%' in shown.stderr, f'{file.name}: a warning', shown.stderr)
        words = log.read_text().split()
        checks.expect(words[-1] == name and '--show-lost-events' in words, f'{file.name}: how perf is started', words)
    checks.equal({name for name in os.listdir('/tmp') if name not in before and 'tmp' not in name}, set(), 'copies')
    cut = scene.write('cut.data.gz', packed.read_bytes()[:-12])
    shown = _run(scene, cut, tools=tools)
    checks.equal((shown.returncode, shown.stdout), (1, ''), 'packed data that ends early')
    checks.expect('cut.data.gz' in shown.stderr and 'unpack' in shown.stderr, 'packed data that ends early', shown.stderr)


def perf_for_losses(checks, scene):
    """perf is asked for its numbers of losses only if the file has records of losses or throttlings, or records that
    cannot be told apart."""
    tools, log = _tools(scene, 'asked', LOSSY)
    sample, lost, throttle, lost_samples, trace, auxiliary, packed, unknown = 9, 2, 5, 13, 66, 71, 81, 90
    cases = {'samples': ([sample] * 3, False), 'round': ([sample, 68, 69, 82], False)}
    for kind in (lost, throttle, lost_samples, trace, auxiliary, packed, unknown):
        cases[f'type-{kind}'] = ([sample, kind, sample], True)
    for name, (kinds, is_asked) in cases.items():
        _asks(checks, scene, tools, log, name, b''.join(_record(kind) for kind in kinds), is_asked)
    whole = _record(sample) * 2
    _asks(checks, scene, tools, log, 'ends-early', whole[:-1], True, size=len(whole))
    _asks(checks, scene, tools, log, 'too-short', struct.pack('<IHH', sample, 0, 7), True)
    _asks(checks, scene, tools, log, 'beyond', _record(sample), True, size=8)
    _asks(checks, scene, tools, log, 'samples.gz', whole, False)
    # A recording from a pipe has a header of 16 bytes. What follows it is no place of records, even if it looks like one.
    _asks(checks, scene, tools, log, 'from-a-pipe', whole, True, header=16)


def _record(kind, size=40):
    return struct.pack('<IHH', kind, 0, size) + bytes(size - 8)


def _asks(checks, scene, tools, log, name, records, is_asked, size=None, header=104):
    head = b'PERFILE2' + struct.pack('<6Q', header, 144, 104, 0, 104, len(records) if size is None else size)
    data = head + bytes(104 - len(head)) + records
    path = scene.write(f'{name}.data', gzip.compress(data) if name.endswith('.gz') else data)
    log.unlink(missing_ok=True)
    shown = _run(scene, '-b', '-p', path, tools=tools)
    checks.equal(shown.returncode, 0, f'{name}: status', shown.stderr)
    checks.equal('report --stats' in log.read_text(), is_asked, f'{name}: perf report --stats is started')


def losses_in_text(checks, scene):
    """Records of losses in a text of perf are no samples, and a text that is cut is not taken for a whole one."""
    sample = 'w 7/7 5.1: 1000000 cpu-clock: \n\t 40 leaf+0x14 (/bin/w)\n\t 50 rec+0x10 (/bin/w)\n\n'
    path = scene.write('lost.perf', sample * 77 + 'w 7/7 5.2: PERF_RECORD_LOST lost 23\n' + sample)
    shown = scene.egprof_of('-i', path)
    checks.expect('\tevent cpu-clock in seconds, 78 samples\n' in shown.out and '\t23 lost samples\n' in shown.out,
                  f'-i: {shown.out}', shown.command)
    checks.expect('event samples' not in shown.out and 'other events' not in shown.err, 'no invented event', shown.out)
    checks.expect('23 samples, 23%' in shown.err, f'a warning: {shown.err}', shown.command)
    loss = scene.document(path).json['profile']['loss']
    checks.equal((loss['samples'], loss['throttles'], loss['endsEarly']), (23, 0, False), 'the loss in JSON')
    whole = sample * 3
    for size in (len(sample) + 18, len(sample) + 45, len(whole) - 10, len(whole) - 20):
        cut = scene.write('cut.perf', whole[:size])
        shown = scene.egprof_of('-b', '-p', cut)
        checks.equal((shown.status, shown.out), (1, ''), f'{size} bytes are refused', shown.command)
        checks.expect('cut.perf: perf, line' in shown.err, f'{size} bytes: {shown.err}', shown.command)
        shown = scene.egprof_of('-b', '-p', '--salvage', cut)
        used = whole[:size].count('\n\n')
        checks.expect(shown.status == 0 and f'used: {used} sample' in shown.err, f'{size} bytes: {shown.err}',
                      shown.command)


def _tools(scene, name, script):
    """Makes a folder with a perf that runs a script, which writes its arguments to LOG. Returns the folder in front of
    PATH, and the path of the log."""
    folder, log = scene.folder / name, scene.folder / f'{name}.log'
    folder.mkdir()
    perf = folder / 'perf'
    perf.write_text(script.replace('LOG', str(log)))
    perf.chmod(perf.stat().st_mode | stat.S_IXUSR)
    return f'{folder}:/usr/bin:/bin', log


def _without_vdso(document):
    """Returns the functions and the arcs that are not in [vdso]."""
    return [{key: numbers for key, numbers in table.items() if '[vdso]' not in str(key)}
            for table in (document.functions(), document.arcs())]


def _run(scene, *arguments, tools):
    environment = {'PATH': str(tools), 'HOME': '/', 'LC_ALL': 'C'}
    return subprocess.run([scene.egprof, *arguments], env=environment, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, cwd=TOP)
