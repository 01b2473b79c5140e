#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests sums of profiles, link orders and calls found in the code, for input on which gprof cannot be the reference.

In these cases gprof loses data, crashes, never ends, or has no such output.

    tests/properties/golden/sums_and_orders.py --egprof build/egprof/egprof
"""
import os
import pty
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from checks import GPROF, Checks, parse_arguments, run  # also makes the modules of tests/oracle importable
from listings import read_gml_graph

from gmon import Arc, Histogram, read, write
from images import Builder

SUM = 'gmon.sum'


class Sums:
    """Writes gmon.sum in a separate folder that contains an image's files."""

    def __init__(self, checks, egprof, image):
        self.checks, self.egprof, self.image = checks, egprof, image
        self.home = tempfile.TemporaryDirectory()
        self.folder = Path(self.home.name)
        for name in ['a.out', *image.profiles]:
            shutil.copy(image.folder / name, self.folder)

    def run(self, *arguments):
        return run(self.egprof, *arguments, cwd=self.folder)

    def same_listing(self, what, *profiles):
        """Both programs list gmon.sum in the same way as the profiles that it sums; one of these can be an earlier
        gmon.sum."""
        wanted = self.run('-bpq', 'a.out', *profiles)
        summed = self.run('-s', 'a.out', *profiles)
        self.checks.equal((summed.status, summed.out, summed.err), (0, '', ''), what, summed.command)
        for program in (self.egprof, GPROF):
            listed = run(program, '-bpq', 'a.out', SUM, cwd=self.folder)
            self.checks.equal(listed.out, wanted.out, f'{what}, read by {program}', listed.command)

    def real_profiles(self):
        self.same_listing('two profiles', 'gmon.out', 'gmon.2')
        self.same_listing('a sum and a profile', SUM, 'gmon.out')
        self.same_listing('a sum twice', SUM, SUM)

    def large_numbers(self):
        """Tests bins above 16 bits and counts above 32 bits, which gprof truncates."""
        low, high = (a // 16 * 16 for a in self.image.text)
        callers = [f.address for f in self.image.functions if f.file][:2]
        records = [Histogram(low, high, [65535, 60000] + [0] * ((high - low) // 2 - 2)), Arc(*callers, 2**32 - 1)]
        (self.folder / 'large').write_bytes(write(records))
        self.same_listing('large numbers', *['large'] * 5)
        again = read((self.folder / SUM).read_bytes())
        bins = [sum(column) for column in zip(*[r.bins[:2] for r in again if isinstance(r, Histogram)])]
        self.checks.equal(bins, [5 * 65535, 5 * 60000], 'samples of large bins')
        self.checks.equal(sum(r.count for r in again if isinstance(r, Arc)), 5 * (2**32 - 1), 'calls')

    def before_errors(self):
        """A sum is written even if the profile lacks the records that the listing needs, but not if the profile is
        damaged."""
        (self.folder / 'calls').write_bytes(write([Arc(*self.image.text, 1)]))
        (self.folder / 'cut').write_bytes(write([Arc(*self.image.text, 1)])[:-1])
        for profile, written in (('calls', True), ('cut', False)):
            (self.folder / SUM).unlink(missing_ok=True)
            failed = self.run('-s', '-p', 'a.out', profile)
            self.checks.equal((failed.status, (self.folder / SUM).exists()), (1, written), profile, failed.command)

    def hint(self):
        """If a sum was written and nothing was printed, a message on a terminal mentions --subtract."""
        try:
            for end in pty.openpty():
                os.close(end)
        except OSError:
            print('skipped: there are no terminals here')
            return
        for name, arguments, told in (('egprof', '-s', True), ('egprof', '-s -p', False), ('egprof', '-p', False),
                                      ('egprof', '-s --classic', False), ('gprof', '-s', False)):
            words = [name, *arguments.split(), 'a.out']
            self.checks.equal('--subtract' in self._on_terminal(words), told, f'hint of {" ".join(words)}')
        self.checks.equal(self.run('-s', 'a.out').err, '', 'standard error is a file')

    def _on_terminal(self, words):
        """Returns what a program prints to standard error if that is a terminal."""
        ours, theirs = pty.openpty()
        subprocess.run(words, executable=self.egprof, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs,
                       check=True, timeout=60)
        os.write(theirs, b'.')  # keeps the next read from blocking if there is no message
        text = os.read(ours, 10000).decode()
        os.close(ours)
        os.close(theirs)
        return text


def orders(checks, egprof, image):
    """Tests maps and specs with which gprof crashes or prints forever."""
    with tempfile.TemporaryDirectory() as folder:
        empty, no_blank = Path(folder, 'empty'), Path(folder, 'no_blank')
        empty.touch()
        no_blank.write_text('file.o:name\n')
        done = run(egprof, '-R', empty, 'a.out', cwd=image.folder)
        checks.equal((done.status, done.out, done.err), (0, '', ''), 'an empty map', done.command)
        done = run(egprof, '-bp', '-R', empty, 'a.out', cwd=image.folder)
        checks.equal(done.out, run(egprof, '-bp', 'a.out', cwd=image.folder).out, 'an empty map', done.command)
        done = run(egprof, '-R', no_blank, 'a.out', cwd=image.folder)
        checks.equal((done.status, done.out, done.err.count('unable to parse')), (1, '', 1), 'a bad map', done.command)
    names = run(egprof, '-lr', 'a.out', cwd=image.folder).out.split()
    done = run(egprof, '-l', '-r', '-k', 'cycles.c:Chain4/cycles.c', 'a.out', cwd=image.folder)
    checks.expect(done.status == 0 and set(names) <= set(done.out.split()), 'calls of a spec in a ring', done.command)


def source_path(checks, egprof, image):
    """GPROF_PATH is searched for source files, after the folders of -I."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ('first', 'second'):
            Path(folder, name).mkdir()
            Path(folder, name, 'up.y').write_text(f'{name} source\n')
        command = [egprof, '-A', '-b', 'a.out']
        for variable, option, wanted in ((f'/nowhere:{folder}/second', [], 'second source'),
                                         (f'{folder}/second', ['-I', f'{folder}/first'], 'first source')):
            environment = {'PATH': os.environ['PATH'], 'LC_ALL': 'C', 'GPROF_PATH': variable}
            done = subprocess.run([*command, *option], cwd=image.folder, env=environment, capture_output=True, text=True,
                                  timeout=60)
            checks.expect(wanted in done.stdout, f'GPROF_PATH={variable} {option}')


def named_arcs(text):
    """Returns the arcs of a GML graph, with names of functions instead of ids."""
    nodes, edges = read_gml_graph(text)
    return {(nodes[e['source']]['name'], nodes[e['target']]['name']) for e in edges}


def disassembled_calls(image):
    """Returns the direct calls between functions of the program, according to objdump."""
    text = subprocess.run(['objdump', '-d', '--no-show-raw-insn', image.path], capture_output=True, text=True,
                          check=True).stdout
    caller, calls = '', set()
    for line in text.splitlines():
        if head := re.match(r'[0-9a-f]+ <(.*)>:$', line):
            caller = head[1]
        if call := re.search(r'\tcall +[0-9a-f]+ <([^+@>]+)>$', line):
            calls.add((caller, call[1]))
    return calls


def code_calls(checks, egprof, image):
    """In a difference, -c finds exactly the calls in the code, including backward ones."""
    def graph(*options):
        done = run(egprof, '--gml', '--gml-nodes=0', '-z', *options, 'a.out', 'gmon.out', '--subtract', 'gmon.2',
                   cwd=image.folder)
        return named_arcs(done.out), done.command
    recorded, _ = graph()
    found, command = graph('-c')
    wanted = disassembled_calls(image)
    checks.expect(recorded < found, 'more calls with -c', command)
    checks.equal(sorted(found - recorded), sorted(wanted - recorded), 'calls found in the code', command)
    at = {f.name: f.address for f in image.functions}
    checks.expect(any(at[a] > at[b] for a, b in found - recorded), 'a backward call', command)


def large_code(checks, egprof, image):
    """gprof -c reads outside of the code, and crashes if the code is large."""
    done = run(egprof, '-bq', '-c', 'a.out', cwd=image.folder)
    checks.expect(done.status == 0 and done.out.count('\n' + '-' * 47) > 10, '-c on large code', done.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, egprof, builder = Checks(), arguments.egprof, Builder(arguments.data)
    cycles, lines = builder.get('cycles-O0-g'), builder.get('lines-O1-g')
    sums = Sums(checks, egprof, cycles)
    sums.real_profiles()
    sums.large_numbers()
    sums.before_errors()
    sums.hint()
    orders(checks, egprof, cycles)
    source_path(checks, egprof, lines)
    for image in (cycles, builder.get('statics-O0-g'), builder.get('cycles-O2-nopie')):
        code_calls(checks, egprof, image)
    large_code(checks, egprof, builder.get('cycles-static'))
    checks.finish()


if __name__ == '__main__':
    main()
