# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairs of executions with random profiles, of real programs: cycles, statics of one name, clones, samples between
functions."""
import random
from dataclasses import dataclass, replace
from pathlib import Path

import programs  # finds the modules of tests/properties/golden and tests/oracle
from gmon import Histogram, read, write
from images import Builder
from random_profiles import Family

PROGRAMS = ['statics-O0-g', 'cycles-O0-g', 'aliases-O0-g', 'objects-O2', 'clones-O2-g', 'chain-O0', 'pointers-O0-g',
            'main_cycle-O0']


@dataclass(frozen=True)
class RandomPair:
    name: str
    image: Path
    base: tuple   # profiles, each with the ranges of all the others
    other: tuple

    @property
    def sides(self):
        return [self.image, *self.base], list(self.other)

    @property
    def swapped(self):
        return [self.image, *self.other], list(self.base)


def random_pairs(arguments, folder, count, files=(1, 1)):
    """`count` pairs with so many profiles on either side, written to `folder`."""
    builder = Builder(arguments.data)
    for n in range(count):
        image = builder.get(PROGRAMS[n % len(PROGRAMS)])
        family = Family(random.Random(f'{arguments.seed} trust {files} {n}'), image, modest=True)
        paths = [Path(folder) / f'{n}.{i}' for i in range(sum(files))]
        for path in paths:
            path.write_bytes(one_rate(family.gmon_file(), family.rate, image.layout))
        yield RandomPair(f'{image.name}, pair {n}', image.path, tuple(paths[:files[0]]), tuple(paths[files[0]:]))


def one_rate(data, rate, layout):
    """gprof lets the first histogram decide; so that a sum of files is their sum, all have one rate."""
    records = [replace(r, rate=rate) if isinstance(r, Histogram) else r for r in read(data, layout)]
    return write(records, layout)
