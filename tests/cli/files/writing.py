# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that files that egprof writes are either complete or absent."""
import os
import re
import resource
import signal
import subprocess
import time
from pathlib import Path

from checks import run


def writing(checks, egprof, scene):
    folder = scene.path('out')
    folder.mkdir()
    target = folder / 'graph.gml'
    command = [egprof, f'--gml={target}', scene.image, scene.path('one'), '--subtract', scene.image, scene.path('two')]
    subprocess.run(command, check=True, capture_output=True)
    graph = target.read_bytes()

    full = subprocess.run(command, capture_output=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
    checks.equal(full.returncode, 1, 'no room', command)
    checks.expect(str(target).encode() in full.stderr, f'says which file: {full.stderr}', command)
    checks.equal((target.read_bytes() == graph, len(list(folder.iterdir()))), (True, 1), 'the old file stays, alone')

    with open('/dev/full', 'wb') as device:
        done = subprocess.run([egprof, '-b', '-p', scene.image, scene.path('one')], stdout=device,
                              stderr=subprocess.PIPE, check=False)
    checks.equal((done.returncode, b'standard output' in done.stderr), (1, True), 'a full device')
    pipe = subprocess.run(f'"{egprof}" "{scene.image}" "{scene.path("one")}" | head -1; echo ${{PIPESTATUS[0]}}', shell=True,
                          executable='/bin/bash', capture_output=True, check=False)
    checks.equal((pipe.stdout.split()[-1], pipe.stderr), (b'0', b''), 'a reader that leaves')
    through = subprocess.run(f'"{egprof}" --gml=>(cat >"{folder}/copy") {scene.image} {scene.path("one")}',
                             shell=True, executable='/bin/bash', capture_output=True, check=False)
    patience = time.monotonic() + 20  # the shell does not wait for the reading process
    while not (copy := folder / 'copy').exists() or not copy.read_bytes().rstrip().endswith(b']'):
        if time.monotonic() > patience:
            break
        time.sleep(0.02)
    checks.expect(copy.exists() and copy.read_bytes().rstrip().endswith(b']'), f'>(…): {through.stderr}')

    for options in (['--callgrind', '--folded'], ['--gml', '--folded'], ['trace', '--blocks', '--chrome']):
        both = [f'{option}={folder}/both' if option.startswith('--') else option for option in options]
        inputs = [scene.image, scene.path('one')]
        if options[0] == 'trace':
            inputs = [folder / 'one.json', folder / 'two.json']
            for path in inputs:
                path.write_text('[{"ph": "X", "name": "main", "ts": 0, "dur": 1, "pid": 1, "tid": 1}]')
        refused = run(egprof, *both, *inputs)
        checks.equal((refused.status, (folder / 'both').exists()), (1, False), 'one file for two outputs', refused.command)
        checks.expect(f'{folder}/both: {options[-2]} and {options[-1]} cannot both be written to it' in refused.err,
                      f'says which: {refused.err}', refused.command)

    sticky = folder / 'sticky'
    sticky.mkdir()
    sticky.chmod(0o1777)
    (sticky / 'link').symlink_to(folder / 'victim')
    refused = run(egprof, f'--gml={sticky}/link', scene.image, scene.path('one'))
    checks.equal((refused.status, (folder / 'victim').exists()), (1, False), "another user's link", refused.command)


def slow_writes(scene):
    """Returns an environment in which programs write files slowly."""
    library = scene.path('slow_write.so')
    subprocess.run(['gcc', '-shared', '-fPIC', '-o', library, Path(__file__).with_name('slow_write.c'), '-ldl'], check=True)
    return {**os.environ, 'LD_PRELOAD': str(library)}


def end_while_writing(command, folder, kind, delay, environment):
    """Sends a signal to a program `delay` seconds after its temporary file appeared."""
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not any('.tmp' in name for name in os.listdir(folder)):
        time.sleep(0.0001)
    time.sleep(delay)
    process.send_signal(kind)
    process.wait(20)


def ended(checks, egprof, scene):
    """Ends egprof at different moments of a write. The output must then be the complete new file, or the same as
    before: the complete old file, or absent."""
    folder, slow = scene.path('ended'), slow_writes(scene)
    folder.mkdir()
    target, old = folder / 'gmon.sum', b'old'
    command = [egprof, '-s', '-b', scene.image, scene.path('one')]
    subprocess.run(command, check=True, cwd=folder, capture_output=True)
    new = target.read_bytes()
    pieces = len(new) // 512
    checks.expect(pieces >= 4, f'{pieces} pieces of a file that is written slowly')
    for kind in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        left_over, seen = 0, set()
        for n in range(24):
            target.write_bytes(old) if n % 2 else target.unlink(missing_ok=True)
            end_while_writing(command, folder, kind, n / 24 * 0.0015 * pieces, slow)
            content = target.read_bytes() if target.exists() else None
            checks.expect(content in (old if n % 2 else None, new), f'a part after {kind.name}')
            seen.add(content == new)
            left = [path for path in folder.iterdir() if path != target]
            checks.expect(all(re.fullmatch(r'gmon[.]sum[.]tmp\d+-\d+', path.name) for path in left), f'left: {left}')
            left_over += len(left)
            for path in left:
                path.unlink()
        if kind == signal.SIGKILL:
            checks.equal((left_over > 0, False in seen), (True, True), 'what the manual says is left, under another name')
        else:
            # Some runs must have ended with the new file. Others may have ended earlier: on a loaded machine, the
            # signal can arrive before the first write.
            checks.equal((left_over, True in seen), (0, True), f'{kind.name} waits for the file')


def two_writers(checks, egprof, scene):
    """If two processes write gmon.sum at the same time, the file is one of the two sums at any time, never a mixture of
    both."""
    folder, slow = scene.path('sums'), slow_writes(scene)
    folder.mkdir()
    words = [[scene.image, scene.path('one')], [scene.image] + [scene.path('two')] * 3]
    sums = []
    for arguments in words:
        run(egprof, '-s', '-b', *arguments, cwd=folder)
        sums.append((folder / 'gmon.sum').read_bytes())
    for _ in range(15):
        both = [subprocess.Popen([egprof, '-s', '-b', *arguments], cwd=folder, env=slow, stdout=subprocess.DEVNULL)
                for arguments in words]
        seen = {(folder / 'gmon.sum').read_bytes()}
        while any(process.poll() is None for process in both):
            seen.add((folder / 'gmon.sum').read_bytes())
            time.sleep(0.001)
        seen.add((folder / 'gmon.sum').read_bytes())
        checks.expect(seen <= set(sums) and len(list(folder.iterdir())) == 1, 'one of two sums, at any time')
