# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads programs in two versions, and the true matches of their functions.

A source in testdata/programs/versions states the matches in comment lines:

    //= OLD -> NEW   in all names, the word OLD of version 1 is replaced by NEW in version 2
    //! REGEX        functions of version 1 whose demangled names match REGEX are absent from version 2

Two functions match if these rules turn the name of version 1, without parameters, into that of version 2.
"""
import os
import re
import subprocess
import tempfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[3] / 'testdata' / 'programs' / 'versions'


class Truth:
    def __init__(self, source):
        text = source.read_text()
        self.words = re.findall(r'(?m)^//= (\S+) -> (\S+)$', text)
        self.gone = re.findall(r'(?m)^//! (.+)$', text)

    def is_one(self, old, new):
        """True if two functions match. old, new: (name without parameters, whole demangled name)."""
        if any(re.search(expression, old[1]) for expression in self.gone):
            return False
        name = old[0]
        for word, now in self.words:
            name = re.sub(rf'\b{word}\b', now, name)
            name = re.sub(rf'::(~?){now}\b', rf"::\1{now.split('::')[-1]}", name)  # the constructor of a renamed class
        return plain(name) == plain(new[0])


def plain(name):
    """Removes the parameters of functions that enclose a function."""
    return re.sub(r'\((?!anonymous namespace\))[^()]*\)(?=( const)?::)', '()', name)


def readable(names):
    """Returns {linkage name: (name without parameters, whole name)}."""
    lines = ''.join(name + '\n' for name in names)
    texts = [subprocess.run(['c++filt', *options], input=lines, capture_output=True, text=True,
                            check=True).stdout.splitlines() for options in (['-p'], [])]
    return {name: texts for name, *texts in zip(names, *texts)}


def build(source, folder, compiler='g++'):
    """Compiles and runs both versions; returns [program, profile] of each."""
    flags = re.search(r'(?m)^// flags: (.*)$', source.read_text())
    flags = flags[1].split() if flags else ['-O1', '-fno-inline']
    compiling, sides = [], []
    for version in (1, 2):
        program = Path(folder) / f'{source.stem}-{version}'
        sides.append([program, program.with_suffix('.out')])
        compiling.append(subprocess.Popen([compiler, '-std=c++17', '-pg', '-w', *flags, f'-DVERSION={version}', source,
                                           '-o', program]))
    if any(process.wait() for process in compiling):
        raise ValueError(f'{source} does not compile')
    for program, profile in sides:
        with tempfile.TemporaryDirectory(dir=folder) as run_in:
            subprocess.run([program], cwd=run_in, check=True, env={k: v for k, v in os.environ.items()
                                                                  if k != 'GMON_OUT_PREFIX'})
            os.replace(Path(run_in) / 'gmon.out', profile)
    return sides
