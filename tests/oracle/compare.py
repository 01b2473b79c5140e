# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs gprof and egprof on the same inputs and compares every byte that they print and every file that they write.

Two texts differ from gprof's: the explanations that -b leaves out, and the usage text. The class Explanations finds the
explanations in each program's own output. Each is then replaced by its number of lines; line counts and form feeds must
agree. The usage text is not compared, only the line before it. The twelve spare bytes in the header of gmon.sum, which
gprof leaves uninitialised, must be zero in egprof's file.
"""
import os
import re
import shlex
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from gmon import Layout

GPROF = '/usr/bin/gprof'
TIMEOUT = 12  # seconds: three times the time of gprof for the largest image
MOST_PRINTED = 100 * 2**20  # bytes of one file; the limit is set where programs are started
DASHES = b'-' * 47 + b'\n'
SPARE = slice(8, 20)  # in the header of a profile


@dataclass(frozen=True)
class Case:
    """One command line, and the folder in which it runs."""
    group: str            # the group of cases, for --only and the counts
    folder: Path
    arguments: tuple
    stdin: str = ''       # a file in the folder; empty: no input
    pipe: bool = False    # standard input is a pipe from this file
    name: str = 'gprof'   # argv[0] of both programs
    environment: tuple = ()
    files: tuple = ()     # (name, bytes): files in addition to those of the folder
    layout: Layout = Layout()  # layout of the profiles
    clean_memory: bool = False  # true if uninitialised memory is zero for gprof

    def shell(self, program):
        words = ['exec', '-a', self.name, program, *self.arguments]
        line = ' '.join(shlex.quote(w) for w in words)
        variables = ''.join(f'export {k}={shlex.quote(v)}; ' for k, v in self.variables(program))
        source = f'cat {self.stdin} | ' if self.pipe else ''
        redirect = f' <{self.stdin}' if self.stdin and not self.pipe else ''
        return f'{source}({variables}{line} 2>&1{redirect})'

    def variables(self, program):
        zeros = (('MALLOC_PERTURB_', '255'),) if self.clean_memory and program == GPROF else ()
        return ('LC_ALL', 'C'), *zeros, *self.environment

    def command(self, egprof, folder=None):
        """Returns a command that shows the difference when pasted into bash."""
        return f'cd {folder or self.folder}; diff -a <({self.shell(GPROF)}) <({self.shell(egprof)})'


@dataclass
class Outcome:
    stdout: bytes
    stderr: bytes
    status: int
    files: dict = field(default_factory=dict)  # files written: name -> bytes
    timeout: bool = False

    def parts(self):
        return {'standard output': self.stdout, 'standard error': self.stderr, 'exit status': str(self.status).encode(),
                **{f'file {name}': data for name, data in self.files.items()}}


def run(program, case, scratch=None):
    """Runs a program in the case's own folder, or in a scratch folder with the same contents."""
    environment = {'PATH': os.environ['PATH'], 'HOME': '/', **dict(case.variables(program))}
    folder = case.folder
    if scratch:
        scratch.fill(case.folder, case.files)
        folder = scratch.path
    source = (folder / case.stdin).open('rb') if case.stdin else subprocess.DEVNULL
    feeder = None
    if case.pipe:
        feeder = subprocess.Popen(['cat', case.stdin], cwd=folder, stdout=subprocess.PIPE)
        source.close()
        source = feeder.stdout
    try:
        outcome = _collect([case.name, *case.arguments], executable=program, cwd=folder, env=environment, stdin=source)
    finally:
        if source is not subprocess.DEVNULL:
            source.close()
        if feeder:
            feeder.wait()
    if scratch:
        outcome.files = scratch.take_files(case.files)
    return outcome


def _collect(words, **how):
    """Collects the output of a program in files, because the size of files can be limited, in case a program never
    ends."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        try:
            done = subprocess.run(words, stdout=out, stderr=errors, timeout=TIMEOUT, **how)
        except subprocess.TimeoutExpired:
            return Outcome(b'', b'no end after %d s\n' % TIMEOUT, -1, timeout=True)
        if done.returncode == -signal.SIGXFSZ:
            return Outcome(b'', b'no end of what it prints\n', -1, timeout=True)
        out.seek(0)
        errors.seek(0)
        return Outcome(out.read(), errors.read(), done.returncode)


# --- texts that differ from gprof's ---------------------------------------------------------------------------------
LINES = {'flat': 33, 'graph': 88, 'traditional graph': 113}  # line counts on which other programs rely


class Explanations:
    """The explanations that -b leaves out, taken from the output of one program."""

    def __init__(self, program, folder):
        def show(*arguments):
            return run(program, Case('', folder, (*arguments, 'a.out', 'gmon.out'))).stdout

        flat = show('-p')[len(show('-b', '-p')):]
        graph = show('-q')
        end = graph.rfind(b'\f\nIndex by function name')
        graph = graph[graph.rfind(DASHES, 0, end) + len(DASHES):end]
        old_graph = show('-T', '-q').removesuffix(show('-T', '-b', '-q'))
        self.texts = {'flat': flat, 'graph': graph, 'traditional graph': old_graph}

    def problems(self):
        """Yields a message for each text that does not have the required number of lines."""
        for name, wanted in LINES.items():
            lines = self.texts[name].count(b'\n')
            if lines != wanted:
                yield f'the explanation of {name} has {lines} lines, not {wanted}'

    def form_feeds(self):
        return {name: [i for i, line in enumerate(text.split(b'\n')) if b'\f' in line]
                for name, text in self.texts.items()}

    def mask(self, text):
        for name, explanation in self.texts.items():
            if explanation:
                lines = explanation.count(b'\n')
                text = text.replace(explanation, f'<{name}: {lines} lines>\n'.encode())
        return text


class Program:
    """A program to compare. The explanations in its output are masked."""

    def __init__(self, path, folder, scratches):
        self.path = path
        self.explanations = Explanations(path, folder)
        self._scratches = scratches

    def run(self, case):
        outcome = run(self.path, case, self._scratches.get())
        outcome.stdout = self.explanations.mask(outcome.stdout)
        return outcome


def _is_usage_error(outcome):
    return outcome.status == 1 and re.match(rb'[^\n]*\n?Usage: ', outcome.stderr)


# --- comparing ------------------------------------------------------------------------------------------------------
@dataclass
class Result:
    case: Case
    differences: list = field(default_factory=list)  # (part, gprof's bytes, egprof's bytes)
    deviation: str = ''  # name of the row in the table of deviations that explains the differences
    timeout: bool = False  # gprof did not end: nothing was compared
    listed: bool = False   # gprof succeeded and wrote something, so the comparison is not only of error messages


def compare_outcomes(case, expected, actual):
    theirs, ours = _comparable(expected), _comparable(actual)
    for name in theirs.keys() & ours.keys():
        if name.startswith('file ') and theirs[name][:4] == b'gmon' and len(theirs[name]) >= SPARE.stop:
            theirs[name] = theirs[name][:SPARE.start] + bytes(12) + theirs[name][SPARE.stop:]
    nothing = b'<not written>'
    return Result(case, [(part, theirs.get(part, nothing), ours.get(part, nothing))
                         for part in [*theirs, *(ours.keys() - theirs.keys())]
                         if theirs.get(part, nothing) != ours.get(part, nothing)])


def _comparable(outcome):
    parts = outcome.parts()
    if _is_usage_error(outcome):
        parts['standard error'] = outcome.stderr.split(b'\n')[0]
    return parts


def first_different_line(expected, actual):
    """Returns (line number, gprof's line, egprof's line) as text."""
    theirs, ours = expected.split(b'\n'), actual.split(b'\n')
    for number in range(max(len(theirs), len(ours))):
        left = theirs[number] if number < len(theirs) else b'<end>'
        right = ours[number] if number < len(ours) else b'<end>'
        if left != right:
            return number + 1, left.decode(errors='replace'), right.decode(errors='replace')
    return 0, '', ''
