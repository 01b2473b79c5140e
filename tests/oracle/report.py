# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the results of the oracle test: differences as commands to paste into bash, counts, and the closing line."""
import re
import shutil
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from compare import first_different_line

# The minimum counts of a complete run.
LEAST = {'images': 15, 'option sets': 400, 'comparisons': 5000, 'random profiles': 2000,
         'identical listings': 5000}


@dataclass
class Totals:
    """The data from which the numbers in the closing line are computed."""
    images: int
    sets: int
    results: list
    skipped: int  # number of pairs of an option set and an image that were not tried
    missing: list  # names of images that were not built

    @cached_property
    def compared(self):
        return [r for r in self.results if not r.timeout]

    @cached_property
    def different(self):
        return [r for r in self.compared if r.differences and not r.deviation]

    @property
    def deviating(self):
        return Counter(r.deviation for r in self.compared if r.deviation)

    @property
    def random_profiles(self):
        return sum(r.case.group == 'random profiles' for r in self.compared)

    @property
    def identical_listings(self):
        """Number of cases in which both programs succeeded and wrote the same text. Cases in which both programs
        report the same error are not counted."""
        return sum(r.listed and not r.differences for r in self.compared)

    @property
    def timeouts(self):
        """Number of cases in which gprof itself exceeded the time limit, so nothing was compared."""
        return len(self.results) - len(self.compared)

    def too_few(self):
        counts = dict(zip(LEAST, (self.images, self.sets, len(self.compared), self.random_profiles + self.timeouts,
                                  self.identical_listings)))
        return [f'{counts[what]} {what}, at least {least} were promised' for what, least in LEAST.items()
                if counts[what] < least]

    def line(self):
        different, deviating = len(self.different), self.deviating.total()
        return (f'oracle: {self.images} images, {self.sets} option sets, {len(self.compared)} comparisons: '
                f'{len(self.compared) - different - deviating} identical ({self.identical_listings} of them listings), '
                f'{deviating} in the table of deviations, '
                f'{different} different; {self.random_profiles} random profiles, '
                f'{self.skipped + len(self.missing)} skipped, '
                f'{self.timeouts} timeouts')


def kind_of_difference(result):
    """Returns the kind of a difference: the lines that differ, without numbers, files and functions, so that similar
    differences have the same kind."""
    by_part = {part: (theirs, ours) for part, theirs, ours in result.differences}
    part = result.differences[0][0]
    if 'exit status' in by_part and 'standard error' in by_part:
        part = 'standard error'
    _, *lines = first_different_line(*by_part[part])
    if part == 'standard error':
        return part, *(re.sub(r'[0-9]+', '0', re.sub(r"[`'(/][^']*'|random\S*", '', line))[:60] for line in lines)
    if part == 'file gmon.sum':
        return (part,)
    part = re.sub('file .*-ann', 'file -ann', part)
    return part, *(re.sub(r'[0-9. ]+', ' ', re.sub(r'[A-Za-z_][\w.$]*', 'x', line))[:60] for line in lines)


class Printer:
    """Prints one difference of each kind, the simplest command first, and leaves its files in a folder."""

    def __init__(self, egprof, folder, shown):
        self.egprof, self.folder, self.shown = egprof, Path(folder), shown
        shutil.rmtree(self.folder, ignore_errors=True)

    def print_kinds(self, different):
        kinds = defaultdict(list)
        for result in different:
            kinds[kind_of_difference(result)].append(result)
        ordered = sorted(kinds.values(), key=len, reverse=True)
        for number, alike in enumerate(ordered[:self.shown]):
            self._print(min(alike, key=lambda r: (len(r.case.arguments), len(r.case.files))), len(alike), number)
        if len(kinds) > self.shown:
            print(f'... and {len(kinds) - self.shown} more kinds of differences')

    def _print(self, result, alike, number):
        folder = self._keep_files(result.case, number)
        print(f'DIFFERENT in {result.case.group}, {result.case.folder.name}, {alike} alike\n'
              f'  {result.case.command(self.egprof, folder)}')
        for part, theirs, ours in result.differences:
            line, left, right = first_different_line(theirs, ours)
            print(f'  {part}, line {line}\n    gprof  {left!r}\n    egprof {right!r}')

    def _keep_files(self, case, number):
        if not case.folder.is_dir():
            return case.folder
        folder = self.folder / str(number)
        folder.mkdir(parents=True)
        for path in case.folder.iterdir():
            (folder / path.name).symlink_to(path)
        for name, data in case.files:
            (folder / name).unlink(missing_ok=True)
            (folder / name).write_bytes(data)
        return folder


def print_counts(totals, seconds):
    for group, count in Counter(r.case.group for r in totals.compared).items():
        bad = sum(r.case.group == group for r in totals.different)
        print(f'  {group}: {count} comparisons, {bad} different')
    for name, count in totals.deviating.items():
        print(f'  deviation "{name}": {count}')
    for result in totals.results:
        if result.timeout:
            print(f'  gprof came to no end: {result.case.folder.name} {" ".join(result.case.arguments)}')
    print(f'took {seconds:.0f} s')
