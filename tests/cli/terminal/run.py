#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests --timing, and output that appears only on a terminal.

On a terminal, a line shows the progress of a long run, and names that a terminal would interpret are escaped.

    tests/cli/terminal/run.py --egprof build/egprof/egprof
"""
import os
import pty
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'properties' / 'golden'))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import colours  # noqa: E402
from checks import TOP, Checks, parse_arguments, run  # noqa: E402
from strange_names import NAMES, make_image, make_profile  # noqa: E402

# Seconds until the profile in a pipe can be read. The progress line is shown after two seconds.
SLOW = 3.0
STAGES = ['read image', 'read profiles', 'analyse', 'write listings']


def make_program(folder):
    """Makes a small program and its profile; returns (image, profile)."""
    subprocess.run(['gcc', '-O1', '-pg', '-fno-inline', '-o', folder / 'words', TOP / 'testdata/demo/main.c',
                    TOP / 'testdata/demo/count_2.c'], check=True)
    subprocess.run([folder / 'words'], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder / 'words', folder / 'gmon.out'


def slow_copy(profile, fifo):
    """Makes a pipe that delivers the contents of a file only after a while."""
    os.mkfifo(fifo)

    def write():
        with open(fifo, 'wb') as out:
            time.sleep(SLOW)
            out.write(profile.read_bytes())
    thread = threading.Thread(target=write, daemon=True)  # lets the program end even if the thread is still writing
    thread.start()
    return thread


def on_terminal(command, folder, out_too=False):
    """Runs a command with standard error, and optionally standard output, on a terminal; returns (terminal output,
    standard output)."""
    leader, follower = pty.openpty()
    seen = []

    def read():
        try:
            while part := os.read(leader, 65536):
                seen.append(part)
        except OSError:  # raised when the terminal is closed
            pass
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    done = subprocess.run(command, cwd=folder, stdout=follower if out_too else subprocess.PIPE, stderr=follower,
                          check=False)
    os.close(follower)
    reader.join()
    os.close(leader)
    return b''.join(seen).decode(), (done.stdout or b'').decode()


def left_on_screen(text):
    """Returns the text as it remains on the screen after all carriage returns."""
    lines = []
    for line in text.replace('\r\n', '\n').split('\n'):
        shown = ''
        for part in line.split('\r'):
            shown = part + shown[len(part):]
        lines.append(shown)
    return '\n'.join(lines)


def progress(checks, egprof, folder, image, profile):
    plain = run(egprof, '-b', '-p', image, profile, profile, profile)
    slow = folder / 'slow'
    for out_too in (False, True):
        thread = slow_copy(profile, slow)
        command = [egprof, '-b', '-p', image, profile, slow, profile]
        terminal, out = on_terminal(command, folder, out_too)
        thread.join()
        slow.unlink()
        checks.expect('\rreading profiles 1 of 3' in terminal, f'a line says what is done: {terminal!r}', command)
        lines = lambda text: [line.rstrip() for line in text.split('\n')]
        checks.equal(lines(left_on_screen(terminal)), lines(plain.out if out_too else ''), 'it is erased', command)
        if not out_too:
            checks.equal(out, plain.out, 'the listing is the same', command)

    thread = slow_copy(profile, slow)
    shown = run(egprof, '-b', '-p', image, profile, slow, profile)
    thread.join()
    slow.unlink()
    checks.equal((shown.out, shown.err), (plain.out, ''), 'no line where nobody looks', shown.command)

    terminal, _ = on_terminal([egprof, '-b', '-p', image, profile], folder)
    checks.equal(terminal, '', 'a short run says nothing')
    link = folder / 'gprof'
    link.symlink_to(egprof)
    thread = slow_copy(profile, slow)
    terminal, _ = on_terminal([link, '-b', '-p', image, slow], folder)
    thread.join()
    checks.equal(terminal, '', 'under the name gprof there is no such line')


def timing(checks, egprof, folder, image, profile):
    for words, files in (([image, profile], 1), ([image, profile, profile], 2),
                         ([image, profile, '--subtract', image, profile], 2)):
        plain = run(egprof, '-b', *words)
        shown = run(egprof, '-b', '--timing', *words)
        checks.equal(shown.out, plain.out, 'the listing is the same', shown.command)
        rows = dict(re.findall(r'^\S+: (.{16}) +(\S.*)$', shown.err, re.MULTILINE))
        rows = {name.strip(): value for name, value in rows.items()}
        seconds = lambda name: float(re.fullmatch(r'([\d.]+) s', rows.get(name, ''))[1])
        checks.expect(sum(map(seconds, STAGES)) <= seconds('all') + 0.002, 'stages make up all', shown.command)
        checks.expect(0 < float(rows['peak memory'].split()[0]) < 100, 'peak memory', shown.command)
        size = f'{files * profile.stat().st_size:,} bytes' + (f' in {files} files' if files > 1 else '')
        checks.equal(rows.get('profile' if files == 1 else 'profiles'), size, 'bytes of profiles', shown.command)
        checks.equal(len(rows), 11, 'rows', shown.command)
    wrong = run(egprof, '--timing', image, 'no-such-file')
    checks.expect(wrong.status == 1 and 'read image' in wrong.err, 'a run that fails has its times as well')
    as_gprof = run(folder / 'gprof', '--timing', image, profile)
    checks.equal((as_gprof.status, as_gprof.out, 'unrecognized option' in as_gprof.err), (1, '', True),
                 'gprof has no such option')


def names_on_terminal(checks, egprof, folder):
    """Names that a terminal would interpret are written unchanged to a pipe, and escaped on a terminal."""
    make_image(folder / 'names')
    make_profile(folder / 'profile', 3)
    command = [egprof, '-b', '-p', '-z', '--no-demangle', folder / 'names', folder / 'profile']
    piped = subprocess.run(command, check=True, capture_output=True).stdout
    checks.expect(all(name in piped for name in NAMES), 'the names as they are', command)
    for options in ([], ['-q'], ['-C'], ['--format=csv'], ['--format=json'], ['--gml'], ['--callgrind'], ['--folded'],
                    ['--side-by-side', *command[-2:], '--subtract']):
        shown, _ = on_terminal([*command[:-2], *options, *command[-2:]], folder, out_too=True)
        checks.expect(not any(ord(c) < 32 and c not in '\n\r\t\f' or 127 <= ord(c) < 160 for c in shown),
                      'nothing that a terminal obeys', options)
        checks.expect(not re.search('\r(?!\r?\n)', shown), 'no way back to the beginning of a line', options)
    shown, _ = on_terminal(command, folder, out_too=True)
    for name in ('\\x1b[2Jgone', 'caf\xe9', 'latin\\xe9', '\\x0d over', 'csi\\xc2\\x9b31m', 'half\\xed\\xa0\\x80', 'x' * 1000000):
        checks.expect(name in shown, f'shown instead: {name[:80]}', command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    egprof = Path(arguments.egprof).resolve()
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        image, profile = make_program(folder)
        progress(checks, egprof, folder, image, profile)
        timing(checks, egprof, folder, image, profile)
        names_on_terminal(checks, egprof, folder)
        colours.run_all(checks, egprof, folder, image, profile)
    checks.finish()


main()
