# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests perf.data files: egprof runs `perf script` or, without perf, explains how to convert the data."""
import shutil
import stat
import subprocess
import sys

from scene import TOP

FIELDS = 'comm,pid,tid,time,period,event,ip,sym,symoff,dso'
WORK = 'sum(i * i for i in range(2000000))'


def recorded_by_perf(checks, scene):
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
    checks.equal((shown.functions(), shown.arcs()), (expected.functions(), expected.arcs()), "perf's data, as its text")
    said = scene.egprof_of(data).err
    checks.expect('perf script' in said, f'egprof says that it starts perf: {said}')
    listed = scene.egprof_of('diff', data, data)
    checks.equal(listed.status, 0, "perf's data less itself", listed.err)


def without_perf(checks, scene):
    path = scene.write('some.data', b'PERFILE2' + bytes(200))
    shown = _run(scene, path, scene.folder / 'empty')
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
    shown = _run(scene, path, f'{folder}:/usr/bin:/bin')
    checks.equal((shown.returncode, shown.stdout), (1, ''), 'a perf that fails')
    checks.expect('it is damaged' in shown.stderr and str(path) in shown.stderr, f'what perf says: {shown.stderr}')
    words = log.read_text().split('|')
    checks.equal(words[:1] + words[-3:], ['script', '-i', str(path), ''], f'how perf is started: {words}')
    log.unlink()
    for name, data in (('plain.data', b'PERFILE' + bytes(200)), ('text.perf', 'prog 7 1.5: 1 cycles: \n')):
        _run(scene, scene.write(name, data), f'{folder}:/usr/bin:/bin')
        checks.expect(not log.exists(), f'no perf for {name}')


def _run(scene, path, tools):
    environment = {'PATH': str(tools), 'HOME': '/', 'LC_ALL': 'C'}
    return subprocess.run([scene.egprof, path], env=environment, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, cwd=TOP)
