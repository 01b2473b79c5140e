#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof rank --attach on programs that hang.

    tests/cli/rank/attach.py --egprof build/egprof/egprof
"""
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
from checks import TOP, Checks, Outcome, parse_arguments  # noqa: E402

SCHEMA = TOP / 'libprofdiff' / 'schema' / 'egprof-1.schema.json'
QUICK = '--interval=0.5'


def build(folder, name):
    subprocess.run(['cc', '-O1', '-g', '-pthread', '-o', folder / name, HERE / f'{name}.c'], check=True)
    return folder / name


@contextlib.contextmanager
def running(program, arguments, ranks):
    """Runs a program once for each rank; None is a process without a rank."""
    processes = []
    for rank in ranks:
        variables = {} if rank is None else {'PMIX_RANK': str(rank)}
        processes.append(subprocess.Popen([program, *arguments, str(rank)], stdout=subprocess.PIPE, env={**os.environ, **variables}))
    for process in processes:
        process.stdout.readline()
    time.sleep(.3)
    yield processes
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()


def rank(egprof, processes, *words, path=os.environ['PATH'], prefix=()):
    command = [*prefix, str(egprof), 'rank', f'--attach={",".join(str(process.pid) for process in processes)}', QUICK, *words]
    done = subprocess.run(command, env={'PATH': path, 'LC_ALL': 'C', 'HOME': '/'}, capture_output=True, stdin=subprocess.DEVNULL,
                          timeout=120, check=False)
    return Outcome(done, ' '.join(command))


def tools(folder, names):
    """Returns a directory with only these programs, for PATH."""
    directory = folder / '-'.join(names or ['none'])
    directory.mkdir()
    for name in names:
        (directory / name).symlink_to(shutil.which(name))
    return str(directory)


def deadlock(checks, egprof, folder):
    program = build(folder, 'deadlock')
    with running(program, [], [5]) as processes:
        before = [line for line in Path(f'/proc/{processes[0].pid}/status').read_text().splitlines() if line[:6] in ('State:', 'Tracer')]
        for names in (['eu-stack'], ['gdb']):
            time.sleep(.5)  # threads that were stopped get a processor, and wait again
            shown = rank(egprof, processes, '--snapshots=1', path=tools(folder, names))
            lines = shown.out.splitlines()
            checks.equal((shown.status, shown.err, lines[0]), (0, '', 'stopped: threads wait for each other'), names[0], shown.command)
            checks.expect(re.fullmatch(r'deadlock: 5\.1 \(holds 0x[0-9a-f]+\) -> 5\.2 \(holds 0x[0-9a-f]+\) -> 5\.1; 5\.0 waits for them', lines[1]),
                          f'the cycle: {lines[1]}', shown.command)
        shown = rank(egprof, processes, '--format=json')
        document = json.loads(shown.out)
        checks.equal(document['cycles'], [{'threads': ['5.1', '5.2']}], 'the cycle', shown.command)
        checks.equal([(wait['id'], wait['for'], wait['call'], len(wait['holds'])) for wait in document['waits']],
                     [('5.0', ['5.1'], 'pthread_join', 0), ('5.1', ['5.2'], 'pthread_mutex_lock', 1),
                      ('5.2', ['5.1'], 'pthread_mutex_lock', 1)], 'waits', shown.command)
        checks.equal((document['verdict']['kind'], document['snapshots']), ('stopped', 3), 'the verdict', shown.command)
        checks.equal(document['waits'][1]['what'], document['waits'][2]['holds'][0], 'the lock of the other thread', shown.command)
        try:
            import jsonschema
            errors = [error.message[:200] for error in
                      jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).iter_errors(document)]
            checks.equal(errors, [], 'the schema', shown.command)
        except ImportError:
            pass
        after = [line for line in Path(f'/proc/{processes[0].pid}/status').read_text().splitlines() if line[:6] in ('State:', 'Tracer')]
        checks.equal(after, before, 'the process goes on as before')


def four_processes(checks, egprof, folder):
    """Three processes are in a collective operation, and one is not."""
    program = build(folder, 'barrier')
    with running(program, ['2'], range(4)) as processes:
        shown = rank(egprof, processes)
        lines = shown.out.splitlines()
        checks.equal((shown.status, shown.err), (0, ''), 'status', shown.command)
        checks.equal(lines[:2], ['stopped: no thread of 4 ranks moved in 3 snapshots',
                                 'suspect: 2.0, in main > compute > pause; 3 ranks are in MPI_Barrier'], 'four processes', shown.command)
        shown = rank(egprof, processes, '--snapshots=2')
        checks.expect(shown.out.startswith('cannot tell: no thread moved in 2 snapshots'), 'too few', shown.command)
        # A process that ends while stacks are taken is named, and the others are judged.
        with subprocess.Popen(['sh', '-c', f'sleep 1; kill -9 {processes[3].pid}']):
            shown = rank(egprof, processes, '--snapshots=4', '--interval=1')
        checks.expect(shown.status == 0 and re.search(f'stacks of PID {processes[3].pid}: it ended after [123] snapshot', shown.err),
                      f'a process that ends: {shown.err}', shown.command)
        checks.expect('1 rank lacks frames in some snapshots' in shown.out, 'the others', shown.command)
        shown = rank(egprof, processes)
        checks.expect(shown.status == 0 and f'PID {processes[3].pid}: no such process' in shown.err and '3 ranks moved' in shown.out,
                      'a process that has ended', shown.command)
    with running(program, ['2'], [None, None]) as processes:
        shown = rank(egprof, processes)
        checks.expect(f'{processes[0].pid}.0' in shown.out, 'without ranks, the numbers of processes', shown.command)


def refused(checks, egprof, folder):
    with running(folder / 'barrier', ['2'], [0]) as processes:
        shown = rank(egprof, processes, path=tools(folder, []))
        checks.expect((shown.status, shown.out) == (1, '') and 'eu-stack (of elfutils) or gdb' in shown.err, shown.err, shown.command)
        prefix = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=-all', '--bounding-set=-all']
        can = shutil.which('setpriv') and subprocess.run([*prefix, egprof, '--version'], capture_output=True, check=False).returncode == 0
        if can:
            shown = rank(egprof, processes, prefix=prefix)
            checks.expect((shown.status, shown.out) == (1, '') and
                          re.search(f'stacks of PID {processes[0].pid}: permission denied[:;].* be root', shown.err), shown.err, shown.command)
        else:
            print('skipped: processes of other users (needs root and setpriv)')
    shown = rank(egprof, processes)
    checks.expect((shown.status, shown.out) == (1, '') and 'no such process' in shown.err, shown.err, shown.command)
    for words, message in ((['--attach=x'], "not 'x'"), (['--attach=0'], "not '0'"), (['--attach=17,17'], '17 twice'), (['--attach='], "not ''"),
                           (['--attach=17', 'dir'], 'only directories of good runs'), (['--attach=17', '--stacks'], 'only directories of good runs'),
                           (['--attach=17', '--snapshots=0'], 'from 1 to 1000'), (['--attach=17', '--interval=-1'], 'from 0 to 3600'),
                           (['--snapshots=2', 'dir'], '--attach'), (['--stacks', 'dir', '--interval=2'], '--attach'),
                           (['--attach=17', '--lattice=x'], 'about recordings')):
        done = subprocess.run([egprof, 'rank', *words], capture_output=True, text=True, check=False)
        checks.expect((done.returncode, done.stdout) == (1, '') and message in done.stderr, f'{message} in {done.stderr!r}', ' '.join(words))


def allowed(folder):
    """True if this process may trace others."""
    with running(build(folder, 'barrier'), ['2'], [0]) as processes:
        done = subprocess.run(['eu-stack', '-p', str(processes[0].pid)], capture_output=True, text=True, check=False)
        return 'TID' in done.stdout


def attached(checks, scene):
    missing = ', '.join(tool for tool in ('cc', 'eu-stack', 'gdb') if shutil.which(tool) is None)
    if missing:
        print(f'skipped: stacks of running processes (needs {missing})')
        return
    with tempfile.TemporaryDirectory() as folder:
        if not allowed(Path(folder)):
            print('skipped: stacks of running processes (ptrace is not permitted)')
            return
        for part in (deadlock, four_processes, refused):
            part(checks, Path(scene.egprof).resolve(), Path(folder))


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()

    class Scene:
        egprof = arguments.egprof

    attached(checks, Scene)
    checks.finish()


if __name__ == '__main__':
    main()
