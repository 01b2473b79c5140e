#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person at a terminal sees and a script does not: the line that says what a long run is doing, --timing, and names that a
terminal would obey.

    tests/terminal/run.py --egprof build/egprof/egprof
"""
import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'golden'))
from checks import TOP, Checks, parse_arguments, run  # noqa: E402

SLOW = 3.0  # seconds that a profile takes to come; the line is shown after two
STAGES = ['read image', 'read profiles', 'analyse', 'write listings']


def make_program(folder):
    """A small program, and its profile: (image, profile)."""
    subprocess.run(['gcc', '-O1', '-pg', '-fno-inline', '-o', folder / 'words', TOP / 'testdata/demo/main.c',
                    TOP / 'testdata/demo/count_2.c'], check=True)
    subprocess.run([folder / 'words'], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder / 'words', folder / 'gmon.out'


def slow_copy(profile, fifo):
    """A file that holds the same, but only after a while."""
    os.mkfifo(fifo)

    def write():
        with open(fifo, 'wb') as out:
            time.sleep(SLOW)
            out.write(profile.read_bytes())
    thread = threading.Thread(target=write)
    thread.start()
    return thread


def on_terminal(command, folder, out_too=False):
    """Runs with standard error, or standard output as well, on a terminal: (what came to it, standard output)."""
    leader, follower = pty.openpty()
    seen = []

    def read():
        try:
            while part := os.read(leader, 65536):
                seen.append(part)
        except OSError:  # that is how a terminal ends
            pass
    reader = threading.Thread(target=read)
    reader.start()
    done = subprocess.run(command, cwd=folder, stdout=follower if out_too else subprocess.PIPE, stderr=follower,
                          check=False)
    os.close(follower)
    reader.join()
    os.close(leader)
    return b''.join(seen).decode(), (done.stdout or b'').decode()


def left_on_screen(text):
    """The lines that remain after every carriage return has been obeyed."""
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


NAMES = ['\x1b[2Jgone', 'bell\a', '\r over', '\x7fdel', 'latin\xe9', 'csi\xc2\x9b31m', 'quote\'<&>', 'caf\xc3\xa9', 'x' * 1000000]


def strange_names(checks, egprof, folder):
    """Names that a terminal would obey: bytes for a pipe, shown for a person, and read back from every other format."""
    # An assembler takes no such names: others stand for them until the file is there.
    stand_ins = [chr(ord('A') + i) * len(name) for i, name in enumerate(NAMES)]
    lines = ['.text'] + [f'.globl {name}\n.type {name}, @function\n{name}: .skip 16' for name in stand_ins]
    (folder / 'names.s').write_text('\n'.join(lines) + '\n.globl _start\n_start: ret\n')
    subprocess.run(['gcc', '-nostdlib', '-static', '-o', folder / 'names', folder / 'names.s'], check=True)
    image = (folder / 'names').read_bytes()
    for stand_in, name in zip(stand_ins, NAMES):
        image = image.replace(b'\0' + stand_in.encode() + b'\0', b'\0' + name.encode('latin-1') + b'\0')
    (folder / 'names').write_bytes(image)
    (folder / 'empty').write_bytes(b'gmon' + (1).to_bytes(4, 'little') + bytes(12))
    low = int(subprocess.run(['nm', folder / 'names'], check=True, capture_output=True).stdout.split()[0], 16) & ~0xfff
    record = bytes(1) + low.to_bytes(8, 'little') + (low + 0x2000).to_bytes(8, 'little')
    record += (4096).to_bytes(4, 'little') + (100).to_bytes(4, 'little') + b'seconds'.ljust(15, bytes(1)) + b's'
    profile = folder / 'profile'
    profile.write_bytes((folder / 'empty').read_bytes() + record + b'\x01\x00' * 4096 +
                        b''.join(b'\x01' + (start + 2).to_bytes(8, 'little') + (start + 16).to_bytes(8, 'little') +
                                 (7).to_bytes(4, 'little') for start in range(low, low + 16 * len(NAMES), 16)))
    command = [egprof, '-b', '-p', '-z', '--no-demangle', folder / 'names', profile]
    wanted = [name.encode('latin-1') for name in NAMES]

    piped = subprocess.run(command, check=True, capture_output=True).stdout
    gprof = subprocess.run(['gprof', *command[1:]], check=True, capture_output=True).stdout
    checks.equal(piped, gprof, 'bytes for a pipe', command)
    checks.expect(all(name in piped for name in wanted), 'the names as they are', command)
    shown, _ = on_terminal(command, folder, out_too=True)
    checks.expect(not any(ord(c) < 32 and c not in '\n\r\t\f' or 127 <= ord(c) < 160 for c in shown),
                  'nothing that a terminal obeys', command)
    checks.expect('\\x1b[2Jgone' in shown and 'caf\xe9' in shown and 'latin\\xe9' in shown and '\\x0d over' in shown,
                  'shown instead', command)

    table = subprocess.run([*command, '--format=csv'], check=True, capture_output=True).stdout
    csv.field_size_limit(1 << 24)
    rows = list(csv.reader(io.StringIO(table.decode('utf-8', 'surrogateescape'), newline='')))
    checks.expect(all(len(row) == len(rows[0]) for row in rows), 'CSV: as many cells as columns')
    document = json.loads(subprocess.run([*command, '--format=json'], check=True, capture_output=True).stdout)
    checks.expect('"\x1b[2Jgone"' in json.dumps(document, ensure_ascii=False).replace('\\u001b', '\x1b'), 'JSON: the name')
    for option in ('--gml', '--callgrind', '--folded'):
        made = subprocess.run([egprof, option, *command[-3:]], check=True, capture_output=True).stdout
        checks.expect(b'\x1b' not in made and b'\a' not in made, f'{option}: control characters are escaped')


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    egprof = Path(arguments.egprof).resolve()
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        image, profile = make_program(folder)
        progress(checks, egprof, folder, image, profile)
        timing(checks, egprof, folder, image, profile)
        strange_names(checks, egprof, folder)
    checks.finish()


main()
