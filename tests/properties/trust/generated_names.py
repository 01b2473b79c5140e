#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests names of Rust, Go, C++ and virtual machines in two builds: no built-in rule makes a wrong pair, and at least
95 % of the functions that can be told apart are matched.

    tests/properties/trust/generated_names.py --egprof build/egprof/egprof
"""
import random
import tempfile
import time
from pathlib import Path

import programs  # noqa: F401: makes the module checks importable
from checks import Checks, parse_arguments, run

WORDS = ['parse', 'emit', 'scan', 'merge', 'split', 'visit', 'load', 'store', 'encode', 'flush']


def _word(chance):
    return ''.join(chance.sample(WORDS, 2))


def _hash(chance, digits=16):
    return f'{chance.getrandbits(4 * digits):0{digits}x}'


# Each of the following functions returns the name of a function, given its identity, in a build. `n` is a number that
# the compiler of this build chose.

def rust_legacy(identity, chance, n):
    path = ''.join(f'{len(part)}{part}' for part in ('app', identity))
    return f'_ZN{path}17h{_hash(chance)}E'


def rust_readable(identity, chance, n):
    return f'app::{identity}::h{_hash(chance)}'


def rust_closure(identity, chance, n):
    return f'app::{identity}::{{closure#{n}}}'


def go_closure(identity, chance, n):
    return f'main.(*T).{identity}.func{n}'


def go_generic(identity, chance, n):
    return f'main.{identity}[{chance.choice(["go.shape.int", "go.shape.string", "..."])}]'


def cxx_lambda(identity, chance, n):
    return f'_ZZN2ns{len(identity)}{identity}EvENKUliE{n - 1 if n > 0 else ""}_clEi'


def clang_lambda(identity, chance, n):
    return f'ns::{identity}()::$_{n}::operator()(int) const'


def openmp(identity, chance, n):
    return f'{identity}.omp_outlined.{n}'


def v8(identity, chance, n):
    return f'LazyCompile:{chance.choice("*~^")}{identity} /srv/app.js:{n + 10}:{n + 3}'


def java(identity, chance, n):
    return f'app.{identity}$$Lambda${n}/0x0000000{_hash(chance, 9)}.run'


def dotnet(identity, chance, n):
    return f'void [app] App::{identity}(){chance.choice(["[Tier0]", "[OptimizedTier1]", "[PreJIT]"])}'


def ocaml(identity, chance, n):
    return f'camlApp__{identity}_{n + 100}'


KINDS = (rust_legacy, rust_readable, rust_closure, go_closure, go_generic, cxx_lambda, clang_lambda, openmp, v8, java,
         dotnet, ocaml)


def build(kind, identities, chance):
    """Returns {name: identity} of one build. Identities with a "+" have several instances, with different numbers."""
    names = {}
    for identity in identities:
        numbers = chance.sample(range(9), 3 if identity.endswith('+') else 1)
        for number in numbers:
            names[kind(identity.rstrip('+'), chance, number)] = identity
    return names


def write(folder, name, functions):
    path = Path(folder) / name
    path.write_text(''.join(f'main;{function} 10\n' for function in functions))
    return path


def matches(egprof, base, other):
    shown = run(egprof, 'diff', '--explain-matches', '--no-demangle', base, other)
    pairs = []
    for line in shown.out.splitlines()[1:]:
        rule, names = line[:13].strip(), line[13:].split(' -> ')
        if not rule.startswith('only'):
            pairs.append((rule, names[0], names[-1]))
    return pairs, shown


def kinds(checks, egprof, folder, chance):
    for kind in KINDS:
        words = {_word(chance) for _ in range(40)}
        shared = sorted(words)[:-6]
        # Some functions exist in one build only, and some have several instances that no name tells apart.
        several = [f'many{word}+' for word in shared[:4]]
        old = build(kind, shared + several + [f'gone{i}' for i in range(4)], chance)
        new = build(kind, shared + several + [f'come{i}' for i in range(4)], chance)
        pairs, shown = matches(egprof, write(folder, 'old.folded', old), write(folder, 'new.folded', new))
        found = {(a, b) for _, a, b in pairs if a != 'main'}
        wrong = [(a, b) for a, b in found if old[a] != new[b]]
        checks.expect(not wrong, f'{kind.__name__}: wrong pairs {wrong}', shown.command)
        right = {old[a] for a, b in found if not old[a].endswith('+')}
        checks.expect(len(right) >= 0.95 * len(shared), f'{kind.__name__}: {len(right)} of {len(shared)} are matched',
                      shown.command)


def linear(checks, egprof, folder, chance):
    """Four times as many functions take at most eight times as long."""
    seconds = []
    for count in (20000, 80000):
        old = [f'app::f{i}::h{_hash(chance)}' for i in range(count)]
        new = [f'app::f{i}::h{_hash(chance)}' for i in range(count)]
        sides = write(folder, 'old.folded', old), write(folder, 'new.folded', new)
        begin = time.monotonic()
        pairs, shown = matches(egprof, *sides)
        seconds.append(time.monotonic() - begin)
        checks.equal(len(pairs), count + 1, f'{count} functions are matched', shown.command)
    checks.expect(seconds[1] <= 8 * seconds[0] + 1, f'{seconds} s for 20,000 and 80,000 functions')


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        for test in (kinds, linear):
            test(checks, arguments.egprof, folder, chance)
    checks.finish()


if __name__ == '__main__':
    main()
