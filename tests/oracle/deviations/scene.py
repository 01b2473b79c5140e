# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets up the tests of deviations: a scratch folder with a small program, its symbols, and both profilers."""
import os
import subprocess
import sys
from dataclasses import dataclass

for folder in ('..', '../../cli/files'):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), folder))
import gmon  # noqa: E402  reads and writes profiles independently of libprofdiff

GPROF = '/usr/bin/gprof'
PROGRAM = '''
static int leaf(int x) { return x + 1; }
int middle(int x) { return leaf(x) + leaf(x + 1); }
int main(void) { return middle(2) - 7; }
'''


def new_rows():
    """Returns a dictionary of checks, and a decorator that adds one under the name of its row in the manual.

    A check is a generator of (statement, whether it is true).
    """
    rows = {}

    def row(name):
        def keep(check):
            rows[name] = check
            return check
        return keep
    return rows, row


@dataclass
class Outcome:
    status: int  # negative: the signal that ended the program
    stdout: str
    stderr: str

    def __eq__(self, other):
        return (self.status, self.stdout, self.stderr) == (other.status, other.stdout, other.stderr)


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, folder
        self.program = self.compile('program', PROGRAM)
        self.symbols = self.symbols_of(self.program)
        self.low = self.symbols['leaf'] & ~15
        self.high = (self.symbols['main'] + 63) & ~15

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), 'wb') as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return name

    def read(self, name):
        with open(self.path(name), 'rb') as file:
            return file.read()

    def compile(self, name, source, *options, compiler='gcc', suffix='.c'):
        """Compiles a position-dependent executable in the scratch folder."""
        self.write(name + suffix, source)
        subprocess.run([compiler, '-g', '-O0', '-no-pie', *options, '-o', name, name + suffix],
                       cwd=self.folder, check=True)
        return name

    def symbols_of(self, program):
        lines = subprocess.run(['nm', program], cwd=self.folder, check=True, capture_output=True, text=True).stdout
        return {line.split()[2]: int(line.split()[0], 16) for line in lines.splitlines() if len(line.split()) == 3}

    def histogram(self, ticks=None, **fields):
        """Returns a histogram with two bytes of text per bin; ticks are {function: count}."""
        bins = [0] * ((self.high - self.low) // 2)
        for name, count in (ticks or {'leaf': 7, 'main': 2}).items():
            bins[(self.symbols[name] - self.low) // 2 + 1] = count
        return gmon.Histogram(self.low, self.high, bins, **fields)

    def arcs(self, count=3):
        return [gmon.Arc(self.symbols['main'] + 4, self.symbols['middle'], count),
                gmon.Arc(self.symbols['middle'] + 4, self.symbols['leaf'], 2 * count)]

    def profile(self, name='gmon.out', records=None, **layout):
        """Writes a profile and returns its name."""
        records = [self.histogram(), *self.arcs()] if records is None else records
        return self.write(name, gmon.write(records, **layout))

    def run(self, profiler, arguments, **options):
        environment = {'LC_ALL': 'C', 'PATH': '/usr/bin:/bin', **options.pop('environment', {})}
        run = subprocess.run([profiler, *arguments], executable=options.pop('executable', profiler), cwd=self.folder,
                             env=environment, capture_output='stdout' not in options, timeout=120, check=False,
                             **options)
        return Outcome(run.returncode, (run.stdout or b'').decode('latin-1'), (run.stderr or b'').decode('latin-1'))

    def gprof(self, *arguments, **options):
        return self.run(GPROF, arguments, **options)

    def ours(self, *arguments, **options):
        """Runs egprof under the name gprof, so that messages begin in the same way."""
        return self.run(GPROF, arguments, executable=self.egprof, **options)

    def both(self, *arguments, **options):
        return self.gprof(*arguments, **options), self.ours(*arguments, **options)
