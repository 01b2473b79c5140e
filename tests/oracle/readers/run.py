#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that programs that read gprof's text can also read egprof's: small readers get the same values from both.

    tests/oracle/readers/run.py --egprof build/egprof/egprof [--seed N]

The readers are in habits.py and phrases.py; each of them must also refuse, or read differently, a listing with one
flaw. The classic layout of a difference must contain the phrases as well.
"""
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'properties' / 'golden'))
from checks import GPROF, Checks, parse_arguments  # noqa: E402  also makes the modules of tests/oracle importable

import habits  # noqa: E402
import phrases  # noqa: E402
from images import Builder  # noqa: E402
from random_profiles import Family  # noqa: E402

IMAGES = ['statics-O0-g', 'cycles-O0-g', 'main_cycle-O0', 'objects-O0-g', 'modules-O0-g', 'chain-O2-g', 'pointers-O0-g']
RANDOM_PROFILES = 4  # number of random profiles for each image


@dataclass(frozen=True)
class Habit:
    name: str
    read: Callable
    options: tuple  # sets of options that produce listings for `read`
    flaw: Callable  # changes a listing in a way that the reader must not overlook

    def values(self, text):
        try:
            return self.read(text)
        except habits.Unreadable as error:
            return f'unreadable: {error}'


def replace_line(old, new):
    return lambda text: text.replace(f'\n{old}\n', f'\n{new}\n')


def indent(start):
    """Returns a function that indents the lines after a header by one additional blank."""
    def flawed(text):
        head, _, rest = text.partition(start)
        return head + start + rest.replace('\n', '\n ')
    return flawed


GRAPHS = ('', '-b', '-b -q', '-q -z', '-b -a')
FLATS = ('', '-b', '-b -p', '-p -z', '-b --no-demangle')
HABITS = [
    Habit('header of the graph', habits.read_graph_by_patterns, GRAPHS, lambda t: t.replace('children', 'child ren')),
    Habit('47 dashes', habits.read_graph_by_patterns, GRAPHS, replace_line('-' * 47, '-' * 48)),
    Habit('a form feed as the end', habits.read_graph_by_patterns, GRAPHS, replace_line('\f', '\f ')),
    Habit('names that end in [n]', habits.read_named_indices, GRAPHS, lambda t: t.replace(']\n', '] \n')),
    Habit('columns of the graph', habits.read_graph_by_columns, GRAPHS, indent('called     name')),
    Habit('columns of the flat profile', habits.read_flat_by_columns, FLATS, indent('  name')),
    Habit('forty lines to the graph', habits.read_graph_by_counting, ('', '-z', '-a', '-p -q'),
          lambda t: t.replace('\f\n', '\f\n\n', 1)),
    Habit('awk on counts of calls', habits.read_counts_with_awk, ('-C', '-b -C', '-C -z', '-b -C -p -q'),
          lambda t: t.replace(': (', ':(')),
]
EXPLAINED_GRAPHS = ('', '-q', '-q -z', '-a')
PHRASES = [
    Habit('a sentence as the end', phrases.read_entries_to_sentence, EXPLAINED_GRAPHS,
          lambda t: t.replace('and was sorted', 'and is sorted')),
    Habit('"\\n This table"', phrases.read_graph_by_two_words, EXPLAINED_GRAPHS,
          lambda t: t.replace('\n This table', '\nThis table')),
    Habit('"This table describes"', phrases.read_graph_by_three_words, EXPLAINED_GRAPHS,
          lambda t: t.replace('table describes', 'list describes')),
    Habit('"Copyright" as the end', phrases.read_parts_by_copyright, ('', '-z'),
          lambda t: t.replace('Copyright', 'Rights')),
    Habit('the percentage as the end', phrases.read_rows_to_percentage, ('', '-p', '-p -z'),
          lambda t: t.replace('the percentage', 'percentage')),
    Habit('colours of an editor', phrases.find_explanations, ('', '-p', '-q'),
          lambda t: t.replace('the cycle.\n', 'a cycle.\n').replace('be printed.', 'be listed.')),
    Habit('nothing like an entry behind the last', phrases.read_to_the_end, EXPLAINED_GRAPHS,
          lambda t: t.replace('\n This table', '\n[0] This table')),
]


def listing(program, name, folder, options, profile):
    files = ['a.out', profile] if profile else []  # for a difference, the options contain the file names
    done = subprocess.run([name, *options.split(), *files], executable=program, cwd=folder, timeout=120,
                          capture_output=True, stdin=subprocess.DEVNULL, env={'LC_ALL': 'C'})
    return done.stdout.decode()


def prepare(folder, image, seed):
    """Makes a folder with an image, its recorded profiles and generated profiles whose numbers fit their columns.
    Returns the names of all these profiles."""
    folder.mkdir(parents=True)
    (folder / 'a.out').symlink_to(image.path)
    for name in image.profiles:
        (folder / name).symlink_to(image.folder / name)
    rng, names = random.Random(f'readers {seed} {image.name}'), list(image.profiles)
    for n in range(RANDOM_PROFILES):
        names.append(f'random.{n}')
        (folder / names[-1]).write_bytes(Family(rng, image, modest=True).gmon_file())
    return names


def check_habit(checks, habit, egprof, folder, profile):
    for options in habit.options:
        theirs = listing(GPROF, 'gprof', folder, options, profile)
        expected = habit.values(theirs)
        command = f'cd {folder}; gprof {options} a.out {profile}'
        # Skips a random profile that has no calls that -C can print.
        if profile.startswith('random') and '-C' in options and 'executions' not in theirs:
            continue
        if not checks.expect(expected and not isinstance(expected, str), f'{habit.name}: gprof is {expected}', command):
            continue
        checks.expect(habit.values(habit.flaw(theirs)) != expected, f'{habit.name}: a flaw is overlooked', command)
        for name in ('gprof', 'egprof'):
            actual = habit.values(listing(egprof, name, folder, options, profile))
            checks.equal(actual, expected, f'{habit.name}, as {name}', command)


def check_difference(checks, habit, egprof, folder, profile):
    """The classic layout of a difference contains the phrases too: each reader must find them."""
    for options in habit.options:
        command = f'{options} a.out {profile} --subtract {profile}'
        read = habit.values(listing(egprof, 'egprof', folder, command, profile=None))
        checks.expect(read and not isinstance(read, str), f'{habit.name}: a difference is {read}',
                      f'cd {folder}; egprof {command}')


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, builder = Checks(), Builder(arguments.data)
    top = arguments.data / 'readers'
    shutil.rmtree(top, ignore_errors=True)
    for image in map(builder.get, IMAGES):
        folder = top / image.name
        for profile in prepare(folder, image, arguments.seed):
            for habit in HABITS + PHRASES:
                check_habit(checks, habit, arguments.egprof, folder, profile)
            for habit in PHRASES:
                check_difference(checks, habit, arguments.egprof, folder, profile)
    checks.finish()


if __name__ == '__main__':
    main()
