# SPDX-License-Identifier: GPL-3.0-or-later
"""Combines test inputs: sets of options with images, and each random profile with one of the sets.

Each set is tried on every fifth image, and on fewer of the large ones; a long run tries all sets on all images.

Sets with which gprof examines every byte of the text are not used for large images, because gprof would take minutes.
"""
import random
from dataclasses import dataclass, field
from pathlib import Path

from compare import Case
from options import IMAGE, OPERANDS, PROFILES, Names, draw_sets, read_written_sets
from random_profiles import Family
from stage import Stage

# Limits for the tests of large images: sizes of the text section in bytes, and MANY_FUNCTIONS, a number of functions.
LARGE_TEXT = 200_000   # no slow option sets are tried above this size
# Above this size, gprof takes 4 s per run: one option set in 64 and no mixed profiles are tried.
HUGE_TEXT = 5_000_000
# Above this number of functions, only one option set in 16 is tried, because gprof compares every function with every
# other one.
MANY_FUNCTIONS = 1000
MIDDLE_TEXT = 40_000   # above this size, only one option set in eight is tried
SMALL_TEXT = 2000      # random profiles are only for images up to this size


@dataclass
class Matrix:
    images: list
    table: list  # of Option
    seed: int
    folder: Path
    long: bool = False
    skipped: int = 0  # number of pairs of an option set and an image that were not tried
    sets: list = field(init=False)
    profiles: int = field(init=False)  # number of random profiles to generate

    def __post_init__(self):
        written = list(read_written_sets())
        self.sets = written + draw_sets(self.seed, self.table, 1500 if self.long else 300, len(written))
        self.profiles = 20000 if self.long else 2000
        self._names = {image.name: Names(image) for image in self.images}
        self._stages = {}

    def cases(self):
        for place, image in enumerate(self.images):
            yield from self._image_cases(image, place)
        yield from self._foreign_profile_cases()
        yield from self._random_profile_cases()

    def stage(self, image):
        if image.name not in self._stages:
            families = 24 if self.long else 8
            self._stages[image.name] = Stage(self.folder / image.name, image, self._names[image.name], self.seed,
                                             families)
        return self._stages[image.name]

    def _image_cases(self, image, place):
        large, one_in = image.text_size > LARGE_TEXT, 1 if self.long else share_of_sets(image)
        for one in self.sets:
            if (large and one.is_slow) or (one.number + place) % one_in:
                self.skipped += 1
                continue
            rng = random.Random(f'{self.seed} {image.name} {one.number}')
            stage = self.stage(image)
            yield self._case('options', image, one, choose_profiles(rng, stage, one))
        if image.text_size > HUGE_TEXT and not self.long:
            return
        stage = self.stage(image)
        # The histograms of two families of profiles usually cannot be added up.
        for group in zip(stage.families, stage.families[1:]):
            yield Case('mixed profiles', stage.folder, ('-b', 'a.out', group[0][0], *group[1]))

    def _case(self, group, image, one, profiles, files=()):
        words = []
        for word in one.words:
            words += {OPERANDS: ['a.out', *profiles], IMAGE: ['a.out'], PROFILES: profiles}.get(word, [word])
        words = [self._names[image.name].fill(word) for word in words]
        stage = self.stage(image)
        if 'gmon.sum' in words:
            files = (*files, ('gmon.sum', (stage.folder / 'gmon.2').read_bytes()))
        return Case(group, stage.folder, tuple(words), name=one.name, environment=one.environment, files=tuple(files),
                    layout=image.layout, clean_memory=one.reads_unset_memory)

    def _foreign_profile_cases(self):
        """Yields cases with a profile of another program, which gprof lists nevertheless."""
        for image, other in zip(self.images, self.images[1:] + self.images[:1]):
            if image.layout == other.layout:
                profile = self.stage(other).folder / 'gmon.out'
                yield Case('other program', self.stage(image).folder, ('-b', 'a.out', str(profile)))

    def _random_profile_cases(self):
        images = [i for i in self.images if i.text_size < SMALL_TEXT]
        sets = [s for s in self.sets if any(w in (OPERANDS, PROFILES) for w in s.words)]
        for n in range(self.profiles):
            rng = random.Random(f'profile {self.seed} {n}')
            image, one = images[n % len(images)], rng.choice(sets)
            family = Family(rng, image)
            files = [(f'random.{i}', family.gmon_file()) for i in range(rng.choice([1, 1, 1, 2]))]
            yield self._case('random profiles', image, one, [name for name, _ in files], files)


def share_of_sets(image):
    """Returns n, where one option set in n is tried on the image."""
    if image.text_size > HUGE_TEXT:
        return 64
    if len(image.functions) > MANY_FUNCTIONS:
        return 16
    return 8 if image.text_size > MIDDLE_TEXT else 5


def choose_profiles(rng, stage, one):
    if any(word.startswith(('-O', '--file-fo')) for word in one.words) and rng.random() < 0.6:
        return [rng.choice(['new.bsd', 'old.bsd'])]
    kind = rng.choices(['one', 'several', 'random', 'odd'], [40, 15, 35, 10])[0]
    if kind == 'one' or (one.written and kind == 'odd'):
        return stage.real[:1]
    if kind == 'several':
        return rng.choices(stage.real, k=rng.choice([2, 2, 3]))
    return rng.choice(stage.families) if kind == 'random' else [rng.choice(stage.odd)]
