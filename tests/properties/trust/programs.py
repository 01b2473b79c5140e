# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes programs with known functions, makes profiles for them, and reads egprof's output. The programs are never run.

Every function is 32 bytes of code and has one bin of the histogram, so a profile can have an exact number of samples
for each function.
"""
import csv
import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'golden'))
from checks import run  # also makes the modules of tests/oracle importable

from gmon import Arc, Histogram, write

SIZE = 32
START = 0x401000


class Program:
    """A program of source files, each a list of functions. A leading dot makes a function static and is removed from
    its name."""

    def __init__(self, path, files):
        self.path, self.files = Path(path), files
        self.symbols = [name.removeprefix('.') for functions in files.values() for name in functions]
        self.address = {}  # address of the last function with each name
        for place, name in enumerate(self.symbols):
            self.address[name] = START + SIZE * place

    def build(self):
        objects = []
        for number, (file, functions) in enumerate(self.files.items()):
            source = self.path.with_suffix(f'.{number}.s')
            source.write_text(f' .file "{file}"\n .text\n' + ''.join(map(assembly, functions)))
            objects.append(source.with_suffix('.o'))
            subprocess.run(['gcc', '-c', source, '-o', objects[-1]], check=True)
        whole = self.path.with_suffix('.whole')
        subprocess.run(['gcc', '-nostdlib', '-static', '-Wl,--build-id=none', '-Wl,-e,0', f'-Wl,-Ttext={START:#x}',
                        *objects, '-o', whole], check=True)
        os.replace(whole, self.path)  # another process may have built the same program
        return self

    def profile(self, path, samples=(), calls=(), rate=100):
        """Writes a profile. samples: {name or position of a function: count}; calls: (caller, callee, count)."""
        bins = [0] * len(self.symbols)
        for function, count in dict(samples).items():
            bins[self.place(function)] += count
        arcs = [Arc(self.at(caller) + 5, self.at(callee), count) for caller, callee, count in calls]
        path = Path(path)
        path.write_bytes(write([Histogram(START, START + SIZE * len(bins), bins, rate), *arcs]))
        return path

    def place(self, function):
        return function if isinstance(function, int) else (self.address[function] - START) // SIZE

    def at(self, function):
        return START + SIZE * self.place(function)


def assembly(name):
    scope, name = ('', name[1:]) if name.startswith('.') else (f' .globl {name}\n', name)
    return f'{scope} .type {name}, @function\n{name}: .skip {SIZE}, 0x90\n .size {name}, {SIZE}\n'


def program(folder, name, files):
    return Program(Path(folder) / name, files).build()


def kept_program(data, count):
    """Returns a program with this number of functions, built only once."""
    names = [f'function_{n}' for n in range(count)]
    digest = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]
    kept = Program(Path(data) / f'functions-{count}-{digest}', {'functions.c': names})
    if not kept.path.exists():
        kept.path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.path.parent) as folder:
            os.replace(Program(Path(folder) / 'program', kept.files).build().path, kept.path)
    return kept


class Difference:
    """egprof's JSON about two executions."""

    def __init__(self, egprof, base, other, *options, listings=('-p',)):
        self.outcome = run(egprof, '--format=json', *listings, '--no-demangle', *options, *base, '--subtract', *other)
        self.command = self.outcome.command
        # Status 1 with a document means that conditions cannot be judged.
        if self.outcome.status not in (0, 3) and not self.outcome.out:
            raise ValueError(f'{self.command}: {self.outcome.err}')
        self.data = json.loads(self.outcome.out)
        self.functions = self.data['functions']
        self.by_name = {f['linkageName']: f for f in self.functions}

    def rows(self):
        """Returns the functions of the flat listing, in its order."""
        by_id = {f['id']: f for f in self.functions}
        return [by_id[i] for i in self.data['listings']['flat']['functions']]


def execution(egprof, *words):
    """Returns the functions listed for one execution, as in the JSON output."""
    outcome = run(egprof, '--format=json', '-p', '--no-demangle', *words)
    return json.loads(outcome.out)['functions']


def tables(text):
    """Returns the tables of CSV output, each as a list of dictionaries."""
    return [list(csv.DictReader(io.StringIO(table, newline=''), strict=True)) for table in text.split('\r\n\r\n')]
