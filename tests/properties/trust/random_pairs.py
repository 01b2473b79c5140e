# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes pairs of executions of real programs with random profiles: cycles, statics with the same name, clones, samples
between functions."""
import random
from dataclasses import dataclass, replace
from pathlib import Path

import programs  # also makes the modules of tests/properties/golden and tests/oracle importable
from gmon import Histogram, read, write
from images import Builder
from random_profiles import Family

PROGRAMS = ['statics-O0-g', 'cycles-O0-g', 'aliases-O0-g', 'objects-O2', 'clones-O2-g', 'chain-O0', 'pointers-O0-g',
            'main_cycle-O0']


@dataclass(frozen=True)
class RandomPair:
    name: str
    image: Path
    base: tuple   # profiles, all with the same ranges
    other: tuple

    @property
    def sides(self):
        return [self.image, *self.base], list(self.other)

    @property
    def swapped(self):
        return [self.image, *self.other], list(self.base)


def random_pairs(arguments, folder, count, files=(1, 1)):
    """Yields `count` pairs with files[0] profiles of the base and files[1] of the other side, written to `folder`."""
    builder = Builder(arguments.data)
    for n in range(count):
        image = builder.get(PROGRAMS[n % len(PROGRAMS)])
        family = Family(random.Random(f'{arguments.seed} trust {files} {n}'), image, modest=True)
        paths = [Path(folder) / f'{n}.{i}' for i in range(sum(files))]
        for path in paths:
            path.write_bytes(one_rate(family.gmon_file(), family.rate, image.layout))
        yield RandomPair(f'{image.name}, pair {n}', image.path, tuple(paths[:files[0]]), tuple(paths[files[0]:]))


def one_rate(data, rate, layout):
    """Sets the same rate in all histograms. gprof uses the rate of the first histogram for all, so the listings of
    profiles with different rates do not add up."""
    records = [replace(r, rate=rate) if isinstance(r, Histogram) else r for r in read(data, layout)]
    return write(records, layout)
