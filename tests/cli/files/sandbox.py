# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests --sandbox and --no-programs: the results are the same, but no other file can be opened, and no program started."""
import ctypes
import os
import struct
import subprocess
from pathlib import Path

from checks import TOP, run

PROGRAM = 'static int inner(int n) { return n ? n * inner(n - 1) : 1; } int main(int n, char **w) { return inner(n); }\n'
PERF = '#!/bin/sh\ntouch STARTED\n'


def sandbox(checks, egprof, scene):
    no_programs(checks, egprof, scene)
    if ctypes.CDLL(None, use_errno=True).syscall(444, None, 0, 1) < 1:
        print('skipped: this kernel has no Landlock')
        return
    debug_link(checks, egprof, scene)
    outputs(checks, egprof, scene)
    misplaced(checks, egprof, scene)


def debug_link(checks, egprof, scene):
    """The symbols of a stripped program are in another file, which its .gnu_debuglink names. Only this file cannot be
    read, unless a folder that an option names contains it."""
    folder = scene.folder / 'sandbox'
    folder.mkdir()
    (folder / 'p.c').write_text(PROGRAM)
    (folder / 'debug').mkdir()
    for command in ('gcc -g -O0 -no-pie -Wl,--build-id=none -o p p.c', 'objcopy --only-keep-debug p debug/p.debug', 'cp debug/p.debug p.debug',
                    'objcopy --strip-all --add-gnu-debuglink=p.debug p s'):
        subprocess.run(command.split(), cwd=folder, check=True)
    profile = scene.make('sandbox/gmon.out', _profile(folder / 'p'))
    sides = [folder / 's', profile, '--subtract', folder / 's', profile]
    free = run(egprof, '-b', '-p', *sides)
    checks.equal((free.status, 'inner' in free.out), (0, True), 'symbols from the debug file', free.err)
    kept = run(egprof, '--sandbox', '-b', '-p', *sides)
    checks.expect('inner' not in kept.out, 'the debug file cannot be opened', kept.command + kept.out + kept.err)
    named = run(egprof, '--sandbox', f'-I{folder}', '-b', '-p', *sides)
    checks.equal((named.status, named.out), (0, free.out), 'a folder that an option names', named.err)
    whole = [folder / 'p', profile]
    for words in (['-b'], ['-b', '-p', '-l'], ['-b', '-A', f'-I{folder}']):
        free, kept = run(egprof, *words, *whole), run(egprof, '--sandbox', *words, *whole)
        checks.equal((kept.status, kept.out, kept.err), (free.status, free.out, free.err), 'the same listing', kept.command)
    free, kept = run(egprof, '-b', '-A', *whole, cwd='/'), run(egprof, '--sandbox', '-b', '-A', *whole, cwd='/')
    checks.equal(['int main' in shown.out for shown in (free, kept)], [True, False], 'a source that no option names', kept.err)


def outputs(checks, egprof, scene):
    """Outputs are written and replaced, and nothing else is."""
    folder = scene.folder / 'sandbox'
    pairs = TOP / 'testdata/profiles/pairs'
    sides = [pairs / 'old.folded.gz', '--subtract', pairs / 'new.folded.gz']
    (folder / 'out').mkdir()
    free = run(egprof, 'diff', *sides, f'--json={folder}/free.json')
    for _ in range(2):
        kept = run(egprof, 'diff', '--sandbox', *sides, f'--json={folder}/out/d.json')
        checks.equal((kept.status, kept.out, kept.err), (0, free.out, free.err), 'a report', kept.command)
        checks.equal((folder / 'out/d.json').read_bytes(), (folder / 'free.json').read_bytes(), 'an output', kept.command)
    checks.equal(os.listdir(folder / 'out'), ['d.json'], 'one output')
    here = run(egprof, 'diff', '--sandbox', *sides, '--json=here.json', '--markdown', 'out/d.md', cwd=folder)
    checks.equal((here.status, (folder / 'here.json').exists()), (1, False), 'a word that is no value of an option', here.err)
    here = run(egprof, 'diff', '--sandbox', *sides, '--json=here.json', '--markdown=out/d.md', cwd=folder)
    checks.equal((here.status, (folder / 'here.json').exists(), (folder / 'out/d.md').exists()), (0, True, True), 'relative outputs', here.err)
    data = TOP / 'testdata/properties/crystal1.callgrind.gz'
    stored = run(egprof, 'check', '--sandbox', f'--db={folder}/out/s.db:a/e/t', data)
    checks.equal((stored.status, stored.err), (0, ''), 'a store', stored.command)
    lines = b'main;f 1\nmain;g 2\n'
    for words in (['-b', '-p', '-'], ['-b', '-p', '/dev/stdin']):
        free, kept = (run(egprof, *option, *words, stdin=lines) for option in ([], ['--sandbox']))
        checks.equal((kept.status, kept.out, kept.err), (0, free.out, free.err), 'a pipe', kept.command)
    data = scene.make('sandbox/some.data', b'PERFILE2' + bytes(200))
    refused = run(egprof, '--sandbox', data)
    checks.equal((refused.status, '--sandbox forbids' in refused.err), (1, True), 'perf.data', refused.err)
    trace = run(egprof, 'trace', '--sandbox', TOP / 'testdata/traces/simple', TOP / 'testdata/traces/simple2')
    checks.equal((trace.status, trace.err), (0, ''), 'traces', trace.command)


def misplaced(checks, egprof, scene):
    for words in (['--sandb', 'x'], ['--', '--sandbox']):
        late = run(egprof, 'diff', TOP / 'testdata/profiles/pairs/old.folded.gz', *words)
        checks.equal((late.status, late.out), (1, ''), 'a sandbox that would come too late', late.command)


def no_programs(checks, egprof, scene):
    """perf is started only from absolute entries of PATH, and not at all with --no-programs."""
    folder = scene.folder / 'programs'
    folder.mkdir()
    perf = folder / 'perf'
    perf.write_text(PERF.replace('STARTED', str(folder / 'started')))
    perf.chmod(0o755)
    (folder / 'some.data').write_bytes(b'PERFILE2' + bytes(200))
    for path, words, said in (('', [], 'perf is not installed'), ('.', [], 'perf is not installed'), (':/bin:', [], ''),
                              (str(folder), ['--no-programs'], '--no-programs')):
        environment = {**os.environ, 'PATH': path}
        shown = subprocess.run([Path(egprof).resolve(), *words, 'some.data'], cwd=folder, env=environment, capture_output=True, text=True)
        checks.equal((shown.returncode, shown.stdout, said in shown.stderr), (1, '', True), f'PATH={path} {words}', shown.stderr)
        checks.expect(not (folder / 'started').exists(), f'PATH={path} {words}: perf is not started')
    subprocess.run([Path(egprof).resolve(), 'some.data'], cwd=folder, env={'PATH': f'{folder}:/bin:/usr/bin'}, capture_output=True)
    checks.expect((folder / 'started').exists(), 'perf of an absolute entry is started')


def _profile(image):
    """Returns a profile with samples in inner, and three calls of it."""
    nm = subprocess.run(['nm', '-S', image], capture_output=True, text=True, check=True).stdout
    inner, main = (next(int(line.split()[0], 16) for line in nm.splitlines() if line.endswith(f' {name}')) for name in ('inner', 'main'))
    return (b'gmon' + struct.pack('<I12xBQQII15sc32s', 1, 0, inner, inner + 32, 16, 100, b'seconds', b's', struct.pack('<16H', *[5] * 16)) +
            struct.pack('<BQQI', 1, main + 8, inner, 3))
