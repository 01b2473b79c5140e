# SPDX-License-Identifier: GPL-3.0-or-later
"""The benchmark cases. Each writes its files into a folder and returns the arguments for gprof and egprof."""
import os
import random
import subprocess
from dataclasses import dataclass
from typing import Callable, Sequence

import images
import profiles
import programs

CALL = 5  # offset of a call's return address from the start of its caller


@dataclass
class Case:
    name: str
    what: str
    make: Callable[[str, int, random.Random], Sequence[str]]  # folder, size, random generator -> arguments
    full: int
    unit: str
    quick: int
    asked: str = ''  # the required speed, as a multiple of gprof's
    slow: bool = False  # true if gprof takes minutes at full size


def _image(folder, functions, debug, **options):
    path = os.path.join(folder, 'image')
    images.program(path, functions, debug, **options)
    return path, images.functions(path)[0]


def _plain_image(folder, count):
    return _image(folder, images.plain_functions(count), True)


def _profile(folder, image, source, *records, name='gmon.out', **options):
    low, high = images.text_range(image)
    profiles.write(os.path.join(folder, name), profiles.histogram(low, high, source, **options), *records)


def _arcs(callers, callees, counts):
    return profiles.arcs([address + CALL for address in callers], callees, counts)


def _counts(count, source):
    return [1 + byte for byte in source.randbytes(count)]


def _tree_arcs(addresses, source):
    """Makes a tree of calls: every function except the first has exactly one caller, and at most eight callees."""
    callees = addresses[1:]
    return _arcs((addresses[i // 8] for i in range(len(callees))), callees, _counts(len(callees), source))


def _random_arcs(addresses, count, source):
    """Makes calls between random functions; the caller always comes before the callee, so there are no cycles."""
    pairs = list(zip(source.choices(addresses, k=count), source.choices(addresses, k=count)))
    return _arcs(map(min, pairs), map(max, pairs), _counts(count, source))


def flat(folder, size, source, debug, files=1, options=('-b', '-p'), static=False):
    image, addresses = _image(folder, images.plain_functions(size, files, static), debug, files=files)
    _profile(folder, image, source, _tree_arcs(addresses, source), filled=0.02)
    return [*options, 'image', 'gmon.out']


def source_files(folder, size, source, **options):
    return flat(folder, size, source, True, files=max(1, size // 10), **options)


def acyclic(folder, size, source):
    image, addresses = _plain_image(folder, size // 15)
    _profile(folder, image, source, _random_arcs(addresses, size, source), filled=0.02)
    return ['-b', '-q', 'image', 'gmon.out']


def callers(folder, size, source):
    image, addresses = _plain_image(folder, size + 1)
    order = source.sample(addresses[1:], size)
    _profile(folder, image, source, _arcs(order, addresses[:1] * size, _counts(size, source)), filled=0.02)
    return ['-b', '-q', 'image', 'gmon.out']


def callees(folder, size, source):
    image, addresses = _plain_image(folder, size + 1)
    order = source.sample(addresses[1:], size)
    _profile(folder, image, source, _arcs(addresses[:1] * size, order, _counts(size, source)), filled=0.02)
    return ['-b', '-q', 'image', 'gmon.out']


def giant_cycle(folder, size, source):
    image, addresses = _plain_image(folder, size // 2)
    arcs = _arcs(source.choices(addresses, k=size), source.choices(addresses, k=size), _counts(size, source))
    _profile(folder, image, source, arcs, filled=0.02)
    return ['-b', '-q', 'image', 'gmon.out']


def chain(folder, size, source, options=('-b', '-q')):
    image, addresses = _plain_image(folder, size)
    arcs = _arcs(addresses[:-1], addresses[1:], [1] * (size - 1))
    _profile(folder, image, source, arcs, filled=0.02)
    return [*options, 'image', 'gmon.out']


def many_profiles(folder, size, source):
    image, addresses = _plain_image(folder, 5000)
    pool = list(set(zip(source.choices(addresses, k=20000), source.choices(addresses, k=20000))))
    pool = [(min(pair), max(pair)) for pair in pool]
    names = [f'gmon.out.{i}' for i in range(size)]
    for name in names:
        froms, selves = zip(*source.sample(pool, 5000))
        _profile(folder, image, source, _arcs(froms, selves, _counts(5000, source)), name=name, filled=0.02)
    return ['-b', '-p', 'image', *names]


def compiled(folder, size, source, build, options, used=1.0):
    """Makes a case from a compiled program; `used` is the share of its functions that take part in calls."""
    image = os.path.join(folder, 'image')
    build(image, size, source)
    addresses = images.functions(image)[0]
    count = round(used * len(addresses))
    arcs = _random_arcs(source.sample(addresses, count), count, source)
    _profile(folder, image, source, arcs, filled=0.05 * used)
    return [*options, 'image', 'gmon.out']


def templates(folder, size, source, used):
    return compiled(folder, size, source, lambda image, units, _: programs.template_program(image, units),
                    ('-b', '-p'), used)


def cxx_stripped(folder, size, source):
    image, addresses = _image(folder, images.mangled_functions(size, source), False, align=4)
    _profile(folder, image, source, _tree_arcs(addresses, source), filled=0.02)
    return ['-b', '-p', 'image', 'gmon.out']


def cxx_lines(folder, size, source):
    files = max(1, size // 300)
    image, addresses = _image(folder, images.mangled_functions(size, source, files), True, files=files, align=4)
    _profile(folder, image, source, _tree_arcs(addresses, source), filled=0.02)
    return ['-b', '-l', '-p', 'image', 'gmon.out']


def large_text(folder, size, source):
    image, addresses = _image(folder, images.library_functions(size, source), False, align=4)
    low, high = images.text_range(image)
    _profile(folder, image, source, _tree_arcs(addresses, source), bins=(high - low) // 4)
    return ['-b', '-p', 'image', 'gmon.out']


def difference(folder, size, source, make):
    """Makes two executions of different builds. The program of the second execution is larger by a sixteenth."""
    words = []
    for name, part in (('base', size), ('other', size + size // 16)):
        below = os.path.join(folder, name)
        os.makedirs(below, exist_ok=True)
        *options, image, profile = make(below, part, source)
        words += [os.path.join(name, image), os.path.join(name, profile)]
    return [*options, *words]


def _hello(folder, size, source):
    programs.hello_program(os.path.join(folder, 'image'))
    programs.run('./image', cwd=folder, stdout=subprocess.DEVNULL)
    return ['-b', 'image', 'gmon.out']


hello = Case('hello', 'hello world', _hello, 1, 'function', 1, '1.0')

CASES = [
    Case('A', '`-b -p`, no debug information', lambda *a: flat(*a, False), 200000, 'functions', 10000, '200', True),
    Case('B', 'the same with debug information', lambda *a: flat(*a, True), 200000, 'functions', 50000, '5'),
    Case('C', 'the same in a tenth as many source files', source_files, 200000, 'functions', 50000, '40'),
    Case('D', '`-b -q`, acyclic', acyclic, 3000000, 'arcs', 300000, '10'),
    Case('E', "`-b -q`, one function's callers in random order", callers, 100000, 'callers', 15000, '200', True),
    Case('F', "`-b -q`, one function's callees in random order", callees, 100000, 'callees', 15000, '200', True),
    Case('G', '`-b -q`, random graph, one giant cycle', giant_cycle, 200000, 'arcs', 20000, '200', True),
    Case('H', '`-b -q`, a chain of calls', chain, 150000, 'functions', 40000),
    Case('I', '`-b -p`, profile files of 5,000 arcs', many_profiles, 2000, 'files', 240, '20'),
    Case('J', '`-b -l -p`, a kilobyte of text each at -O2',
         lambda *a: compiled(*a, programs.switching_program, ('-b', '-l', '-p')), 2000, 'functions', 240, '200', True),
    Case('K', '`-b -l -p`', lambda *a: flat(*a, True, options=('-b', '-l', '-p')), 200000, 'functions', 50000, '8'),
    Case('L', '`-b -r`, a chain of calls', lambda *a: chain(*a, options=('-b', '-r')), 80000, 'functions', 20000, '100'),
    Case('M', '`-b -p`, C++ templates, names of kilobytes, a twentieth used', lambda *a: templates(*a, 0.05), 48,
         'units of 3,900 functions', 8, '5'),
    Case('MN', 'the same, every function used', lambda *a: templates(*a, 1.0), 16, 'units of 3,900 functions', 1),
    Case('N', '`-b -p`, 2 kB of text each, a bin for 4 bytes', large_text, 13000, 'functions', 13000, '12'),
    Case('O', '`-b -p`, C++, no debug information', cxx_stripped, 365000, 'symbols', 15000, '200', True),
    Case('OL', '`-b -l -p`, C++ with debug information', cxx_lines, 365000, 'symbols', 4000, '40', True),
    Case('P', '`-b -l -p`, small functions at -O2, padding between them',
         lambda *a: compiled(*a, programs.small_functions_program, ('-b', '-l', '-p')), 10000, 'functions', 3000, '40'),
    Case('S', '`-b -q`, static functions, debug information, a tenth as many source files',
         lambda *a: source_files(*a, options=('-b', '-q'), static=True), 200000, 'functions', 50000, '3'),
]

DIFFERENCES = [
    Case('difference-p', '`-b -p`', lambda *a: difference(*a, lambda *b: flat(*b, True)), 200000, 'functions', 50000),
    Case('difference-l', '`-b -l -p`', lambda *a: difference(*a, lambda *b: flat(*b, True, options=('-b', '-l', '-p'))),
         200000, 'functions', 50000),
    Case('difference-q', '`-b -q`', lambda *a: difference(*a, acyclic), 3000000, 'arcs', 300000),
]
