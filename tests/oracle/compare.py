# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs gprof and egprof on the same inputs and compares every byte they print.

Two texts are ours and not gprof's: the explanations that -b leaves out, and the usage text. Explanations are replaced
by their number of lines, after Explanations found them in each program's own output and saw that line counts and form
feeds agree. Of the usage text only the line before it is compared.
"""
import os
import re
import shlex
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

GPROF = '/usr/bin/gprof'
TIMEOUT = 120
DASHES = b'-' * 47 + b'\n'


@dataclass(frozen=True)
class Case:
    """One command line, and where it is run."""
    group: str            # where it comes from, for --only and the counts
    folder: Path
    arguments: tuple
    stdin: str = ''       # a file in the folder; nothing by default
    pipe: bool = False    # standard input is a pipe from that file
    name: str = 'gprof'   # argv[0] of both programs
    environment: tuple = ()

    def shell(self, program):
        words = ['exec', '-a', self.name, program, *self.arguments]
        line = ' '.join(shlex.quote(w) for w in words)
        variables = ''.join(f'export {k}={shlex.quote(v)}; ' for k, v in (('LC_ALL', 'C'), *self.environment))
        source = f'cat {self.stdin} | ' if self.pipe else ''
        redirect = f' <{self.stdin}' if self.stdin and not self.pipe else ''
        return f'{source}({variables}{line} 2>&1{redirect})'

    def command(self, egprof):
        """Shows the difference when pasted into bash."""
        return f'cd {self.folder}; diff -a <({self.shell(GPROF)}) <({self.shell(egprof)})'


@dataclass
class Outcome:
    stdout: bytes
    stderr: bytes
    status: int

    def parts(self):
        return {'standard output': self.stdout, 'standard error': self.stderr, 'exit status': str(self.status).encode()}


def run(program, case):
    environment = {'PATH': os.environ['PATH'], 'HOME': '/', 'LC_ALL': 'C', **dict(case.environment)}
    source = (case.folder / case.stdin).open('rb') if case.stdin else subprocess.DEVNULL
    feeder = None
    if case.pipe:
        feeder = subprocess.Popen(['cat', case.stdin], cwd=case.folder, stdout=subprocess.PIPE)
        source.close()
        source = feeder.stdout
    try:
        done = subprocess.run([case.name, *case.arguments], executable=program, cwd=case.folder, env=environment,
                              stdin=source, capture_output=True, timeout=TIMEOUT)
        return Outcome(done.stdout, done.stderr, done.returncode)
    except subprocess.TimeoutExpired:
        return Outcome(b'', b'timeout\n', -signal.SIGALRM)
    finally:
        if source is not subprocess.DEVNULL:
            source.close()
        if feeder:
            feeder.wait()


# --- texts that are ours --------------------------------------------------------------------------------------------
LINES = {'flat': 33, 'graph': 88, 'traditional graph': 113}  # what programs that count lines rely on


class Explanations:
    """The explanations of one program, taken from its own output: what -b leaves out."""

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
        """Lines that say which text has not the length it must have."""
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
    """A program to compare, and how its own texts are taken out."""

    def __init__(self, path, folder):
        self.path = path
        self.explanations = Explanations(path, folder)

    def run(self, case):
        outcome = run(self.path, case)
        outcome.stdout = self.explanations.mask(outcome.stdout)
        return outcome


def _is_usage_error(outcome):
    return outcome.status == 1 and re.match(rb'[^\n]*\n?Usage: ', outcome.stderr)


# --- comparing ------------------------------------------------------------------------------------------------------
@dataclass
class Result:
    case: Case
    differences: list = field(default_factory=list)  # of (part, gprof's bytes, egprof's bytes)
    deviation: str = ''  # name of the row in the table of deviations that explains them


def compare_outcomes(case, expected, actual):
    if _is_usage_error(expected):
        expected = Outcome(expected.stdout, expected.stderr.split(b'\n')[0], expected.status)
        actual = Outcome(actual.stdout, actual.stderr.split(b'\n')[0], actual.status)
    theirs, ours = expected.parts(), actual.parts()
    return Result(case, [(part, theirs[part], ours[part]) for part in theirs if theirs[part] != ours[part]])


def first_different_line(expected, actual):
    """(line number, gprof's line, egprof's line) as text."""
    theirs, ours = expected.split(b'\n'), actual.split(b'\n')
    for number in range(max(len(theirs), len(ours))):
        left = theirs[number] if number < len(theirs) else b'<end>'
        right = ours[number] if number < len(ours) else b'<end>'
        if left != right:
            return number + 1, left.decode(errors='replace'), right.decode(errors='replace')
    return 0, '', ''
