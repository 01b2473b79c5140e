# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes pairs of executions for the tests of differences: real runs and generated profiles."""
import random
from dataclasses import dataclass
from pathlib import Path

from checks import GPROF, run  # also makes the modules of tests/oracle importable

from random_profiles import Family

PLAIN = ['-b', '--no-demangle']


@dataclass(frozen=True)
class Side:
    image: Path
    profiles: tuple

    def words(self):
        return [self.image, *self.profiles]


@dataclass(frozen=True)
class Pair:
    """Two executions to subtract, and the output of egprof and gprof for them."""
    name: str
    egprof: str
    base: Side
    other: Side

    def show(self, *options, swap=False):
        first, second = (self.other, self.base) if swap else (self.base, self.other)
        return run(self.egprof, *PLAIN, *options, *first.words(), '--subtract', *second.words())

    def gprof(self, side, *options):
        return run(GPROF, *PLAIN, *options, *side.words())


def real_pairs(egprof, builder):
    """Yields pairs of two versions, two builds and two runs, and pairs with several profiles on each side."""
    for name in ['statics-O0-g', 'statics-O3-lto', 'cycles-O0-g', 'cycles-O2-nopie', 'main_cycle-O0', 'aliases-O0-g',
                 'pointers-O0-g', 'clones-O2-g', 'objects-O0-g', 'objects-O2', 'modules-O0-g', 'chain-O2-g']:
        first, second = builder.get(name, 1), builder.get(name, 2)
        base, other = side(first, 'gmon.out'), side(second, 'gmon.out')
        yield Pair(f'{name}, two versions', egprof, base, other)
        if name in ('cycles-O0-g', 'objects-O0-g'):
            yield Pair(f'{name}, two runs', egprof, base, side(first, 'gmon.2'))
            yield Pair(f'{name}, several profiles', egprof, side(first, 'gmon.out', 'gmon.2'),
                       side(second, 'gmon.2', 'gmon.out', 'gmon.2'))
    for first, second in [('statics-O0-g', 'statics-O2-nopie'), ('cycles-static', 'cycles-O0-g'),
                          ('clones-O2-g', 'clones-O3-nopie'), ('modules-O0-g', 'modules-O2-nopie')]:
        yield Pair(f'{first} and {second}', egprof, side(builder.get(first), 'gmon.out'),
                   side(builder.get(second), 'gmon.out'))


def generated_pairs(egprof, builder, seed):
    for name in ['statics-O0-g', 'cycles-O0-g', 'aliases-O0-g', 'objects-O2', 'foreign-powerpc', 'chain-O0']:
        image = builder.get(name)
        for n in range(6):
            rng = random.Random(f'{seed} {name} {n}')
            family = Family(rng, image, modest=True)
            files = [f'property.{seed}.{n}.{i}' for i in range(rng.choice([2, 3, 4]))]
            for file in files:
                family.write_file(image.folder / file)
            cut = rng.randrange(1, len(files))
            yield Pair(f'{name}, generated {n}', egprof, side(image, *files[:cut]), side(image, *files[cut:]))


def side(image, *profiles):
    return Side(image.path, tuple(image.folder / p for p in profiles))
