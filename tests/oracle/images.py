# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the programs of testdata/programs in many ways, as images for the tests, and runs them.

RECIPES lists all images. Everything that is built is kept below a data folder, under a name with a digest of all its
inputs, so a second run of the tests compiles nothing. Each image has a folder of its own with `a.out`, and with
`gmon.out` and `gmon.2` from two runs (except for foreign machines and parts of egprof, whose profiles are generated).
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from gmon import Arc, Layout, read

PROGRAMS = Path(__file__).resolve().parents[2] / 'testdata' / 'programs'
SOURCES = {
    'statics': ['statics_main.c', 'statics_read.c', 'statics_write.c'],
    'headers': ['headers_main.c', 'headers_only.c'],
    'objects': ['objects_main.cc', 'objects_shapes.cc'],
    'modules': ['modules_lib.f90', 'modules_main.f90'],
}  # all other programs consist of a single C file with the name of the program
TOP = PROGRAMS.parents[1]
# A part of egprof, as an example of C++: it has about 150 functions and compiles quickly.
SOURCES['egprof'] = [str(TOP / path) for path in (
    'egprof/options/profile_rows.cpp', 'libprofdiff/src/analyze/profile/cycles.cpp', 'libprofdiff/src/analyze/profile/propagate.cpp',
    'libprofdiff/src/analyze/profile/select.cpp', 'libprofdiff/src/report/gprof/names.cpp')]
COMPILERS = {'objects': 'g++', 'modules': 'gfortran', 'egprof': 'g++'}
LANGUAGE_FLAGS = {'gfortran': ['-cpp']}
PROGRAM_FLAGS = {'egprof': ['-std=c++20', '-DEGPROF_VERSION="0"', f'-I{TOP}', f'-I{TOP}/libprofdiff/include',
                            f'-I{TOP}/libprofdiff/src', '-Wl,--unresolved-symbols=ignore-all', '-w']}
# Removes the folder from the names of source files in debug information, so that the files are not found.
ELSEWHERE = f'-ffile-prefix-map={PROGRAMS}='
# Linked without a C library, so only the compiler is needed.
FREESTANDING = '-O1 -g -ffreestanding -fno-stack-protector -nostdlib -static -Wl,-e,Start -Wl,--build-id=none'
# The same for Windows; clang links with the linker of the host.
WINDOWS = '-O1 -g -gdwarf-4 -ffreestanding -fno-stack-protector -nostdlib -Wl,-e,Start'

WHOLE = 'egprof-whole'  # a copy of the program under test, without debug information


@dataclass(frozen=True)
class Recipe:
    name: str
    program: str
    flags: str
    compiler: str = ''   # empty: the default compiler of the program
    strip: bool = False  # true if debug information is removed after linking
    runs: bool = True
    layout: Layout = Layout()
    long: bool = False   # only in long runs

    def compiler_name(self):
        return self.compiler or COMPILERS.get(self.program, 'gcc')


RECIPES = [
    Recipe('statics-O0-g', 'statics', '-O0 -g'),
    Recipe('statics-O2-nopie', 'statics', '-O2 -no-pie'),
    Recipe('statics-O3-lto', 'statics', '-O3 -g -flto=auto'),
    Recipe('cycles-O0-g', 'cycles', '-O0 -g'),
    Recipe('cycles-O2-nopie', 'cycles', '-O2 -g -no-pie'),
    Recipe('cycles-static', 'cycles', '-O1 -g -static', strip=True),
    Recipe('main_cycle-O0', 'main_cycle', '-O0'),
    Recipe('aliases-O0-g', 'aliases', '-O0 -g'),
    Recipe('aliases-O2-nopie', 'aliases', '-O2 -no-pie'),
    Recipe('pointers-O0-g', 'pointers', '-O0 -g'),
    Recipe('pointers-O2-strip', 'pointers', '-O2 -g', strip=True),
    Recipe('clones-O2-g', 'clones', '-O2 -g'),
    Recipe('clones-O3-nopie', 'clones', '-O3 -no-pie'),
    Recipe('objects-O0-g', 'objects', '-O0 -g'),
    Recipe('objects-O2', 'objects', '-O2'),
    Recipe('objects-O2-g', 'objects', '-O2 -g'),
    Recipe('modules-O0-g', 'modules', '-O0 -g'),
    Recipe('modules-O2-nopie', 'modules', '-O2 -no-pie'),
    Recipe('chain-O0', 'chain', '-O0'),
    Recipe('chain-O2-g', 'chain', '-O2 -g'),
    Recipe('lines-O1-g', 'lines', '-O1 -g'),
    Recipe('headers-O0-g', 'headers', '-O0 -g'),
    Recipe('lines-object', 'lines', '-O1 -g -c', runs=False),
    Recipe('foreign-aarch64', 'foreign', FREESTANDING, 'aarch64-linux-gnu-gcc', runs=False),
    Recipe('foreign-powerpc', 'foreign', FREESTANDING, 'powerpc-linux-gnu-gcc', runs=False, layout=Layout(4, 'big')),
    Recipe('foreign-mips', 'foreign', FREESTANDING + ' -mno-abicalls -fno-pic', 'mips-linux-gnu-gcc', runs=False,
           layout=Layout(4, 'big')),
    Recipe('foreign-i386', 'foreign', FREESTANDING, 'i686-linux-gnu-gcc', runs=False, layout=Layout(4, 'little')),
    Recipe('foreign-windows', 'foreign', WINDOWS, 'x86_64-w64-mingw32-gcc', runs=False),
    Recipe('paper', 'paper', '-O0', runs=False),
    Recipe('statics-relative', 'statics', f'-O0 -g {ELSEWHERE}. -ffile-prefix-map={{folder}}=.'),
    Recipe('pointers-elsewhere', 'pointers', f'-O1 -g {ELSEWHERE}elsewhere/sources'),
    Recipe('egprof-O0-g', 'egprof', '-O0 -g', runs=False),
    Recipe('egprof-O1-g', 'egprof', '-O1 -g', runs=False),
    Recipe('egprof-O2-g', 'egprof', '-O2 -g', runs=False),
    Recipe('egprof-O2-strip', 'egprof', '-O2 -g', strip=True, runs=False),
    Recipe(WHOLE, WHOLE, '', 'strip', strip=True, runs=False),
    Recipe('objects-static', 'objects', '-O2 -g -static', strip=True, long=True),
    Recipe('modules-static', 'modules', '-O2 -static', long=True),
]


@dataclass(frozen=True)
class Symbol:
    name: str
    kind: str  # nm's letter
    address: int
    file: str  # base name; empty if unknown
    line: int

    def is_code(self):
        return self.kind in 'TtW'


@dataclass(frozen=True)
class Image:
    """One built program, in a folder with its profiles."""
    recipe: Recipe
    folder: Path
    version: int

    @property
    def name(self):
        return self.recipe.name

    @property
    def path(self):
        return self.folder / 'a.out'

    @property
    def layout(self):
        return self.recipe.layout

    @cached_property
    def symbols(self):
        return [Symbol(*row) for row in json.loads((self.folder / 'symbols.json').read_text())]

    @cached_property
    def functions(self):
        """Symbols of code, sorted by address. Symbols with source lines are the program's own."""
        return sorted((s for s in self.symbols if s.is_code()), key=lambda s: s.address)

    @cached_property
    def text(self):
        """First and last address for samples. gprof ignores samples above the last global symbol, or attributes them
        depending on uninitialised memory, so generated samples are below that symbol."""
        return self.functions[0].address, max(s.address for s in self.functions if s.kind in 'TW')

    @cached_property
    def text_size(self):
        """Size of .text in bytes."""
        sections = subprocess.run(['objdump', '-h', '-w', self.path], capture_output=True, text=True, check=True).stdout
        return int(re.search(r' \.text +([0-9a-f]+)', sections)[1], 16)

    @cached_property
    def files(self):
        return sorted({s.file for s in self.functions if s.file})

    @property
    def profiles(self):
        return ['gmon.out', 'gmon.2'] if self.recipe.runs else []

    @cached_property
    def called(self):
        """Names of the functions called in the first run, the most frequently called first."""
        if not self.profiles:
            return []
        names = {f.address: f.name for f in self.functions}
        counts = Counter()
        for record in read((self.folder / 'gmon.out').read_bytes(), self.layout):
            if isinstance(record, Arc) and record.callee in names:
                counts[names[record.callee]] += record.count
        return [name for name, _ in counts.most_common()]


class Builder:
    """Builds images on demand below `data`."""

    def __init__(self, data, egprof=''):
        self.data = Path(data)
        self.egprof = ''  # path of the program from which WHOLE is made; if empty, WHOLE is not built
        if egprof and Path(egprof).read_bytes()[:4] == b'\x7fELF':
            self.egprof = egprof
        self.missing = []  # names of recipes whose compiler is not installed

    def get(self, name, version=1):
        recipe = next(r for r in RECIPES if r.name == name)
        folder = self.data / f'{name}-v{version}-{_digest(recipe, version, self.egprof)}'
        if not folder.exists():
            _build_into(folder, recipe, version, self.egprof)
        return Image(recipe, folder, version)

    def all(self, long=False, jobs=2, only=''):
        wanted = [r for r in RECIPES if (long or not r.long) and (not only or only in r.name)
                  and (self.egprof or r.program != WHOLE)]
        self.missing = [r.name for r in wanted if not shutil.which(r.compiler_name())]
        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(self.get, [r.name for r in wanted if r.name not in self.missing]))


@lru_cache(maxsize=None)
def _sources_digest(program, egprof):
    digest = hashlib.sha256()
    for path in sorted(_sources(program, egprof)):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _sources(program, egprof):
    """Returns all files that a program is made from."""
    if program == WHOLE:
        return [Path(egprof)]
    if program == 'egprof':
        headers = [p for folder in ('egprof', 'libprofdiff') for p in (TOP / folder).rglob('*.h')]
        return headers + [Path(path) for path in SOURCES[program]]
    return [path for path in PROGRAMS.iterdir() if path.name.startswith((program, 'work.'))]


@lru_cache(maxsize=None)
def _compiler_version(compiler):
    return subprocess.run([compiler, '--version'], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def _digest(recipe, version, egprof):
    compiler = _compiler_version(recipe.compiler_name())
    text = f'{recipe} {version} {compiler} {_sources_digest(recipe.program, egprof)}'
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _build_into(folder, recipe, version, egprof):
    """Builds in a temporary folder and renames it, since another test may be building the same image."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=folder.name + '-', dir=folder.parent))
    try:
        if recipe.program == WHOLE:
            shutil.copy(egprof, part / 'a.out')
            _strip(part)
        else:
            _compile(part, recipe, version)
        if recipe.runs:
            _run_program(part, 'gmon.2')
            _run_program(part, 'gmon.out')
        (part / 'symbols.json').write_text(json.dumps(_read_symbols(part / 'a.out')))
        try:
            part.rename(folder)
        except OSError:
            if not folder.exists():
                raise
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _compile(folder, recipe, version):
    compiler = recipe.compiler_name()
    sources = [str(PROGRAMS / s) for s in SOURCES.get(recipe.program, [recipe.program + '.c'])]
    profiling = ['-pg'] if recipe.runs else []
    command = [compiler, *LANGUAGE_FLAGS.get(compiler, []), *PROGRAM_FLAGS.get(recipe.program, []),
               f'-DVERSION={version}', *profiling, *recipe.flags.format(folder=folder).split(),
               *sources, '-o', 'a.out']
    subprocess.run(command, cwd=folder, check=True)
    if recipe.strip:
        _strip(folder)


def _strip(folder):
    """Removes debug information; symbols are kept."""
    subprocess.run(['strip', '-g', 'a.out'], cwd=folder, check=True)


def _run_program(folder, profile):
    environment = {k: v for k, v in os.environ.items() if k != 'GMON_OUT_PREFIX'}
    subprocess.run(['./a.out'], cwd=folder, env=environment, check=True, timeout=120, stdout=subprocess.DEVNULL)
    if profile != 'gmon.out':
        (folder / 'gmon.out').rename(folder / profile)


def _read_symbols(path):
    text = subprocess.run(['nm', '-l', path], capture_output=True, text=True, check=True,
                          env={**os.environ, 'LC_ALL': 'C'}).stdout
    rows = []
    for line in text.splitlines():
        found = re.match(r'([0-9a-f]+) (\S) ([^\t]*)(?:\t(.*):(\d+))?$', line)
        if found:
            address, kind, name, file, number = found.groups()
            rows.append((name, kind, int(address, 16), os.path.basename(file or ''), int(number or 0)))
    return rows
