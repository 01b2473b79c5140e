#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests random sets of stacks: egprof shows their sums in every format, B-A mirrors A-B, and A-A is zero.

    tests/properties/stack_sets_test.py --egprof build/egprof/egprof [--seed N]

Tests 50 sets, or 1,000 with PROFDIFF_TEST_FULL=1; each set is compared with a slightly changed one.
"""
import os
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
for folder in ('properties/golden', 'oracle/readers', 'support'):
    sys.path.insert(0, str(TESTS / folder))
from checks import Checks, parse_arguments, run  # noqa: E402
from stack_documents import Document  # noqa: E402
from stack_formats import (Frame, Recording, Stack, Thread, add_up, write_firefox, write_folded,  # noqa: E402
                           write_perf, write_pprof, write_speedscope)

SETS = 1000 if os.environ.get('PROFDIFF_TEST_FULL') == '1' else 50
INTERVAL = 4000000  # nanoseconds
IMAGES = ['/bin/prog', '/lib/liba.so.6', '/lib/libb-2.36.so', '[kernel.kallsyms]', '']
WORDS = ['main', 'f', 'g', 'operator() (int, a) const', 'a b', '_ZN3app5parseEj', '[unknown]', 'f+0x1', 'name:1', '0x7f00',
         'ns::f<int, char>', 'x_[k]', 'schön', "f'2"]


def random_stacks(rng):
    """Returns weights and frames: few or many functions, deep or shallow stacks, with or without recursion, with equal
    or different weights."""
    functions = [(word, rng.choice(IMAGES)) for word in rng.sample(WORDS, rng.randint(1, len(WORDS)))]
    depth, is_even = rng.choice([1, 3, 8, 60]), rng.random() < .5
    stacks = []
    for _ in range(rng.choice([1, 4, 30, 300])):
        if stacks and rng.random() < .5:  # begins like an earlier stack
            frames = list(rng.choice(stacks)[1])[:rng.randint(1, depth)]
        else:
            frames = [rng.choice(functions) for _ in range(rng.randint(1, depth))]
        frames.append(rng.choice(functions))
        stacks.append((1 if is_even else rng.choice([1, 1, 2, 7, 1000]), tuple(frames)))
    return stacks


def changed(rng, stacks):
    """Returns similar stacks, mostly of the same functions."""
    kept = [(weight * rng.choice([1, 1, 2]), frames) for weight, frames in stacks if rng.random() < .8]
    return kept + [(1, (frame, ('new', ''))) for _, frames in stacks[:3] for frame in frames[:1]] or [(1, (('new', ''),))]


class Set:
    """One set of stacks as files in all formats."""

    def __init__(self, folder, name, stacks):
        self.sums = add_up(Recording('perf', {'cpu-clock': 'seconds'},
                                     [Stack(count * INTERVAL, 1, [Frame(*frame) for frame in frames], 'cpu-clock')
                                      for count, frames in stacks]))
        weighed = [(count * INTERVAL, frames) for count, frames in stacks]
        self.files = {
            'perf': write_perf(weighed, 'cpu-clock'), 'folded': write_folded(weighed),
            'pb.gz': write_pprof(weighed, 'nanoseconds'),
            'speedscope': write_speedscope([(*stack, 't') for stack in weighed], 'nanoseconds'),
            'firefox': write_firefox([(*stack, Thread('t', '1', '2')) for stack in stacks], INTERVAL / 1e6)}
        for kind, data in self.files.items():
            self.files[kind] = folder / f'{name}.{kind}'
            self.files[kind].write_bytes(data if isinstance(data, bytes) else data.encode())


class Trial:
    """Runs all checks on one set; messages about failures contain its number."""

    def __init__(self, egprof, seed, folder):
        self.egprof, self.number, self.folder = egprof, seed, folder
        self.found = []
        rng = random.Random(seed)
        stacks = random_stacks(rng)
        self.base, self.other = Set(folder, 'base', stacks), Set(folder, 'other', changed(rng, stacks))

    def document(self, *arguments):
        shown = run(self.egprof, '--format=json', '-p', '-q', '--no-demangle', *arguments, cwd=self.folder)
        if shown.status != 0:
            self.same(shown.err, '', shown.command)
            return None
        return Document(shown.out)

    def same(self, actual, expected, what):
        self.found.append((actual, expected, f'set {self.number}: {what}'))

    def run(self):
        self.formats()
        self.differences()
        self.read_back()
        return self.found

    def formats(self):
        sums = self.base.sums
        for kind, path in self.base.files.items():
            shown = self.document(*(['--unit=ns'] if kind == 'folded' else []), path)
            if shown is None:
                continue
            self.same(shown.whole, [sums.whole], f'all of {kind}')
            has_images = kind not in ('folded', 'speedscope')
            expected = sums if has_images else without_images(self.base)
            self._numbers(shown, expected, kind)

    def _numbers(self, shown, sums, kind):
        functions = shown.functions()
        mine = {key: (sums.own[key], sums.total[key]) for key in sums.functions()}
        self.same({key: value[:2] for key, value in functions.items()}, mine, f'functions of {kind}')
        self.same(sum(value.self for value in functions.values()), shown.whole[0], f'self adds up: {kind}')
        self.same([value for value in functions.values() if not value.self <= value.total <= shown.whole[0]], [],
                  f'totals: {kind}')
        arcs = {arc: (sums.arc_own[arc], sums.arc_total[arc]) for arc in sums.arc_total}
        self.same({arc: value[:2] for arc, value in shown.arcs().items()}, arcs, f'arcs of {kind}')

    def differences(self):
        base, other = self.base.files['perf'], self.other.files['pb.gz']
        there, back = self.document(base, '--subtract', other), self.document(other, '--subtract', base)
        if there is None or back is None:
            return
        changes = [{key: (sign * shown.ticks(row.difference['self']), sign * shown.ticks(row.difference['total']))
                    for key, row in shown.rows().items()} for shown, sign in ((there, 1), (back, -1))]
        self.same(changes[0], changes[1], 'mirrored')
        self.same(sum(change[0] for change in changes[0].values()), self.base.sums.whole - self.other.sums.whole,
                  'changes add up')
        itself = self.document(base, '--subtract', self.base.files['firefox'])
        if itself is not None:
            self.same([row for row in itself.rows().values() if row.difference['self'] or row.difference['total']], [],
                      'less itself')

    def read_back(self):
        written = self.folder / 'written.pb.gz'
        shown = run(self.egprof, f'--pprof={written}', self.base.files['perf'], cwd=self.folder)
        self.same((shown.status, shown.out), (0, ''), shown.command + shown.err)
        if shown.status == 0:
            self._numbers(self.document(written), self.base.sums, '--pprof')
        folded = run(self.egprof, '--folded', '--no-demangle', self.base.files['perf'], cwd=self.folder)
        self.same(folded.status, 0, folded.command + folded.err)
        (self.folder / 'written.folded').write_text(folded.out)
        # The numbers in the file are samples if all stacks have the same weight, otherwise nanoseconds. Without --unit,
        # egprof reads them as samples.
        weights = set(self.base.sums.weights)
        again = self.document(*([] if len(weights) == 1 else ['--unit=ns']), self.folder / 'written.folded')
        if again is not None:
            self._numbers(again, without_images(self.base, weights.pop() if len(weights) == 1 else 1), '--folded')


def without_images(one, unit=1):
    merged = Recording('folded', {'ns': 'seconds'})
    for path, weight in one.sums.paths.items():
        merged.stacks.append(Stack(weight // unit, 1, [Frame(name) for name, _ in path], 'ns'))
    return add_up(merged)


def trial(egprof, seed):
    with tempfile.TemporaryDirectory() as folder:
        return Trial(egprof, seed, Path(folder)).run()


def main():
    arguments = parse_arguments(__doc__)
    checks = Checks()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda seed: trial(arguments.egprof, seed), range(arguments.seed, arguments.seed + SETS)):
            for actual, expected, what in found:
                checks.equal(actual, expected, what)
    checks.finish()


if __name__ == '__main__':
    main()
