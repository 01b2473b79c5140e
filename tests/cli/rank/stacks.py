#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof rank --stacks on written texts of eu-stack and gdb, and on those of a program that hangs.

    tests/cli/rank/stacks.py --egprof build/egprof/egprof
"""
import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
from checks import TOP, Checks, parse_arguments, run  # noqa: E402

SCHEMA = TOP / 'libprofdiff' / 'schema' / 'egprof-1.schema.json'
STARTS = ('_start', '__libc_start_main@@GLIBC_2.34', '__libc_start_call_main')
PROGRAM = HERE / 'deadlock.c'


def elfutils(process, threads):
    """Returns the text of eu-stack for threads, each a list of frames, outermost first."""
    lines = [f'PID {process} - process']
    for number, frames in enumerate(threads):
        lines.append(f'TID {process + number}:')
        lines += [f'#{i:<2} {0x400000 + i:#018x} {name}' for i, name in enumerate(reversed(frames))]
    return '\n'.join(lines) + '\n'


def gdb(process, threads):
    lines = ['[New LWP 1]', '']
    for number, frames in reversed(list(enumerate(threads))):
        lines.append(f'Thread {number + 1} (Thread 0x7f00 (LWP {process + number}) "prog"):')
        lines += [f'#{i:<2} {0x400000 + i:#018x} in {name} (n=1, s="a (b)") at prog.c:{i}' for i, name in enumerate(reversed(frames))]
        lines.append('')
    return '\n'.join(lines) + f'[Inferior 1 (process {process}) detached]\n'


def write(folder, snapshots, write_text=elfutils):
    """Writes snapshots: by number, then by rank, lists of threads. Returns the names of the directories."""
    names = []
    for number, ranks in enumerate(snapshots):
        directory = folder / f's{number}'
        directory.mkdir(parents=True)
        for rank, threads in enumerate(ranks):
            (directory / f'rank.{rank}.txt').write_text(write_text(1000 + 100 * rank, threads))
        names.append(str(directory))
    return names


def ranks_with(second, count=8):
    usual = [[*STARTS, 'main', 'exchange', 'PMPI_Allreduce', 'opal_progress'], ['__clone3', 'start_thread', 'loop', 'epoll_wait']]
    return [[[*STARTS, 'main', *second], usual[1]] if rank == 2 else usual for rank in range(count)]


class Shown:
    def __init__(self, egprof, *words):
        self.shown = run(egprof, 'rank', *words, '--format=json')
        self.document = json.loads(self.shown.out or '{}')
        self.verdict = self.document.get('verdict', {})


def verdicts(checks, egprof, folder):
    for name, write_text in (('elfutils', elfutils), ('gdb', gdb)):
        snapshots = write(folder / name, [ranks_with(['receive', 'MPI_Recv', f'poll{i}']) for i in range(3)], write_text)
        text = run(egprof, 'rank', '--stacks', *snapshots)
        lines = text.out.splitlines()
        checks.equal((text.status, text.err, lines[0]), (0, '', 'stopped: no thread of 8 ranks moved in 3 snapshots'), name, text.command)
        checks.equal(lines[1], 'suspect: 2.0, in main > receive > MPI_Recv, or the other rank; 7 ranks are in MPI_Allreduce', name, text.command)
        checks.expect(lines.index('') <= 10, 'the answer has ten lines', text.command)
        shown = Shown(egprof, '--stacks', *snapshots)
        checks.equal((shown.verdict['kind'], shown.verdict['suspects']), ('stopped', ['2.0']), 'the verdict', shown.shown.command)
        # Lines are broken for the terminal only.
        words = shown.verdict['text'].split()
        checks.equal(text.out.split()[:len(words)], words, 'the text of the verdict', text.command)
        for few in (1, 2):
            shown = Shown(egprof, '--stacks', *snapshots[:few])
            checks.equal((shown.verdict['kind'], shown.verdict['suspects']), ('unknown', []), 'too few', shown.shown.command)
        # Good snapshots that have the frame take the suspicion away.
        shown = Shown(egprof, '--stacks', *snapshots, '--against', snapshots[0])
        checks.equal((shown.verdict['kind'], shown.verdict['suspects'], shown.document['good']), ('stopped', [], 1), 'good', shown.shown.command)
    moving = write(folder / 'moving', [ranks_with(['work', f'step{i}']) for i in range(3)])
    shown = Shown(egprof, '--stacks', *moving)
    checks.equal((shown.verdict['kind'], shown.verdict['suspects']), ('none', []), 'a rank moves', shown.shown.command)
    checks.equal([thread['id'] for thread in shown.document['threads'] if thread['moves']], ['2.0'], 'moves', shown.shown.command)


def counts(node):
    return node['count'] == len(node['ids']) and sum(child['count'] for child in node['children']) <= node['count'] and all(
        set(child['ids']) <= set(node['ids']) and counts(child) for child in node['children'])


def documents(checks, egprof, folder):
    snapshots = write(folder / 'documents', [ranks_with(['a', 'b', 'c'])] * 3)
    shown = Shown(egprof, '--stacks', *snapshots)
    frames = shown.document['frames']
    checks.equal(frames['read'], 3 * 8 * 11, 'all frames are read', shown.shown.command)
    checks.equal(frames['read'], sum(frames[part] for part in ('compared', 'starts', 'inner', 'middle')), 'used and left out',
                 shown.shown.command)
    checks.expect(all(map(counts, shown.document['tree'])), 'the tree', shown.shown.command)
    checks.equal(sum(len(each['ids']) for each in shown.document['classes']), 16, 'classes', shown.shown.command)
    table = run(egprof, 'rank', '--stacks', '--format=csv', *snapshots)
    tables = [list(csv.DictReader(io.StringIO(part))) for part in table.out.split('\r\n\r\n')]
    checks.equal([len(rows) for rows in tables], [16, 3], 'tables of threads and classes', table.command)
    try:
        import jsonschema
    except ImportError:
        return
    errors = [error.message[:200] for error in
              jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).iter_errors(shown.document)]
    checks.equal(errors, [], 'the schema', shown.shown.command)


def damaged(checks, egprof, folder):
    snapshots = write(folder / 'damaged', [ranks_with(['work'])] * 3)
    file = Path(snapshots[1]) / 'rank.3.txt'
    whole = file.read_text()
    for text, message in ((whole[:-4], 'the text ends within a line'), (whole.replace('#1 ', '#7 ', 1), 'frame #7 follows #0'),
                          ('no stacks here\n', 'not the stacks of a process')):
        file.write_text(text)
        shown = run(egprof, 'rank', '--stacks', *snapshots)
        checks.expect((shown.status, shown.out, shown.err.count('\n')) == (1, '', 1) and message in shown.err and file.name in shown.err,
                      f'{message} in {shown.err!r}', shown.command)
    file.write_text('eu-stack: dwfl_linux_proc_attach pid 1300: Operation not permitted\n')
    shown = run(egprof, 'rank', '--stacks', *snapshots)
    checks.expect(shown.status == 0 and 'no stacks: eu-stack' in shown.err and '1 rank lacks frames' in shown.out, 'without stacks',
                  shown.command)
    for words, message in ((['--stacks'], 'no directory of stacks given'), (['--stacks', 'nowhere'], 'nowhere'),
                           (['--stacks', *snapshots, '--table'], "option '--table' is about recordings"),
                           (['--stacks', *snapshots, '--against'], 'after --against'),
                           (['--stacks', snapshots[0], '--against', snapshots[0], '--against'], 'given twice')):
        shown = run(egprof, 'rank', *words, cwd=folder)
        checks.expect(shown.status == 1 and message in shown.err and shown.out == '', f'{message} in {shown.err!r}', shown.command)


def tool_missing(*tools):
    missing = [tool for tool in tools if shutil.which(tool) is None]
    return ', '.join(missing)


class Hanging:
    """A program of which two threads wait for each other, and the main thread for one of them."""

    def __init__(self, folder):
        self.program = folder / 'deadlock'
        subprocess.run(['cc', '-O1', '-g', '-pthread', '-o', self.program, PROGRAM], check=True)

    def __enter__(self):
        self.process = subprocess.Popen([self.program], stdout=subprocess.PIPE, env={**os.environ, 'OMPI_COMM_WORLD_RANK': '5'})
        self.process.stdout.readline()
        time.sleep(.2)
        return self.process.pid

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def taken_now(checks, egprof, folder):
    """Tests what eu-stack and gdb print today: the same threads in the same functions."""
    missing = tool_missing('cc', 'eu-stack', 'gdb')
    if missing:
        print(f'skipped: stacks of a program that hangs (needs {missing})')
        return
    commands = {'eu-stack': ['eu-stack', '-p'], 'verbose': ['eu-stack', '-v', '-p'], 'raw': ['eu-stack', '-r', '-p'],
                'gdb': ['gdb', '-batch', '-nx', '-ex', 'thread apply all bt', '-p'],
                'full': ['gdb', '-batch', '-nx', '-ex', 'thread apply all bt full', '-p']}
    folder = folder / 'now'
    folder.mkdir()
    with Hanging(folder) as process:
        for name, words in commands.items():
            (folder / name).mkdir()
            done = subprocess.run([*words, str(process)], capture_output=True, text=True, check=False)
            (folder / name / '0.txt').write_text(done.stdout + done.stderr)
        if 'not permitted' in (folder / 'eu-stack' / '0.txt').read_text():
            print('skipped: stacks of a program that hangs (ptrace is not permitted)')
            return
    for name in commands:
        shown = Shown(egprof, '--stacks', *[str(folder / name)] * 3)
        frames = [(thread['frames'][0], thread['frames'][-1]) for thread in shown.document.get('threads', [])]
        checks.equal(sorted(frames), [('backward', 'pthread_mutex_lock'), ('forward', 'pthread_mutex_lock'), ('main', 'pthread_join')],
                     f'frames of {name}', shown.shown.command)
        checks.equal(shown.verdict.get('kind'), 'stopped', name, shown.shown.command)


def many(checks, egprof, folder):
    """Reads 1,024 ranks with 3 threads in 3 snapshots."""
    ranks = [[[*STARTS, 'main', *(f'level{i}' for i in range(12)), 'PMPI_Barrier', *(f'opal{i}' for i in range(12))],
              ['__clone3', 'start_thread', 'progress', 'epoll_wait'], ['__clone3', 'start_thread', 'pool', 'pthread_cond_wait']]] * 1024
    ranks[700] = [[*STARTS, 'main', 'lost'], *ranks[0][1:]]
    snapshots = write(folder / 'many', [ranks] * 3)
    begin = time.monotonic()
    shown = run(egprof, 'rank', '--stacks', *snapshots)
    seconds = time.monotonic() - begin
    checks.expect(shown.status == 0 and 'suspect: 700.0, in main > lost; 1023 ranks are in MPI_Barrier' in shown.out, 'many ranks',
                  shown.command)
    checks.expect(seconds < 60, f'{seconds:.1f} s for many ranks', shown.command)
    checks.expect(len(shown.out.splitlines()) < 24, 'a report fits a screen', shown.command)


def named(checks, scene):
    with tempfile.TemporaryDirectory() as folder:
        for part in (verdicts, documents, damaged, taken_now, many):
            part(checks, scene.egprof, Path(folder))


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()

    class Scene:
        egprof = arguments.egprof

    named(checks, Scene)
    checks.finish()


if __name__ == '__main__':
    main()
