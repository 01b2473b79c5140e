# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests --memory: files that may need more are refused before they are read, and a file that says less than it has ends
with a message."""
import gzip
import os
import resource
import struct
import subprocess
from pathlib import Path

from checks import run
from peak_memory import run_measured

STACKS = ''.join(f'main;f{i};g{i % 100} 1\n' for i in range(60000))


def usable_memory():
    """Returns the memory of the machine, or less if a control group of this process has a limit."""
    memory = os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGESIZE')
    for line in Path('/proc/self/cgroup').read_text().splitlines():
        _, controllers, group = line.split(':', 2)
        top, name = ('', 'memory.max') if not controllers else ('memory', 'memory.limit_in_bytes')
        folder = Path('/sys/fs/cgroup') / top / group.lstrip('/')
        if controllers and 'memory' not in controllers.split(','):
            continue
        for each in (folder, *folder.parents):
            limit = (each / name).read_text().strip() if (each / name).exists() else 'max'
            memory = min(memory, int(limit)) if limit.isdigit() else memory
    return memory


def memory_warning(checks, egprof, scene):
    """A file that will take over half of the memory is named before it is read; here it has no room. The file
    is mostly a hole, so it takes no room on the disk. A trace in JSON usually takes 1.1 bytes for each byte."""
    machine = usable_memory()
    event = b'{"traceEvents":[{"ph":"X","name":"f","ts":1,"dur":2,"pid":1,"tid":1},\n'
    path = scene.make('hole.json', event)
    for share, is_warned in ((.51, True), (.49, False)):
        os.truncate(path, int(share / 1.1 * machine))
        done = subprocess.run([egprof, 'trace', path], capture_output=True, text=True, timeout=100, env={'LC_ALL': 'C'},
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)))
        warnings = [line for line in done.stderr.splitlines() if 'will take about' in line and 'hole.json' in line]
        checks.equal((done.returncode, len(warnings)), (1, int(is_warned)), f'{share} of the memory: {done.stderr}')
    path.unlink()


def memory_limit(checks, egprof, scene):
    path = scene.make('limited.folded', STACKS.encode())
    packed = scene.make('limited.folded.gz', gzip.compress(STACKS.encode()))
    free = run(egprof, '-b', '-p', path)
    for file in (path, packed):
        shown = run(egprof, '-b', '-p', '--memory=1G', file)
        checks.equal((shown.status, shown.out, shown.err), (0, free.out, free.err), 'enough memory', shown.command)
        shown = run(egprof, '-b', '-p', '--memory=50M', file)
        checks.equal((shown.status, shown.out, shown.err.count('\n')), (1, '', 1), 'too little memory', shown.err)
        most = 16 + 100 * len(STACKS) / (1 << 20)
        checks.expect(f'{most:.0f} MB' in shown.err and file.name in shown.err, f'{most:.0f} MB are named', shown.err)
    # The last four bytes of a gzip file are its size when unpacked; here, they say 9 bytes.
    lies = scene.make('lies.folded.gz', packed.read_bytes()[:-4] + struct.pack('<I', 9))
    status, kilobytes, errors = run_measured(egprof, '-b', '-p', '--memory=40M', lies, cwd=scene.folder, timeout=100)
    checks.expect(status == 1 and kilobytes < 90 * 1024, f'a size that is not true: {kilobytes} KB {errors}')
    both = run(egprof, 'diff', '--memory=150M', path, path)
    checks.equal(both.status, 1, 'two files together', both.err)
    for size in ('', '0', '2GB', '-1', '99999999999T', 'x'):
        bad = run(egprof, f'--memory={size}', path)
        checks.equal((bad.status, bad.out), (1, ''), f'--memory={size}', bad.err)
