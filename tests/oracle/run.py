#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The oracle test: the installed gprof is the judge of egprof's classic listings.

    tests/oracle/run.py --egprof build/egprof/egprof [--long] [--seed N] [--jobs N] [--only NAME]

Both programs run on the same files with the same arguments, environment and program name; standard output, standard
error and exit status must be the same bytes. Images are built by images.py, profiles are those of real runs and
generated ones, options are drawn at random and read from testdata/cases/options.txt. Differences are printed as
commands to paste into bash.
"""
import argparse
import os
import random
import re
import resource
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bad_files
import self_check
from compare import GPROF, Case, Program, compare_outcomes, first_different_line
from deviations import explain
from images import Builder
from options import Drawer, place_operands, read_hard_sets
from random_profiles import Family

MEMORY_LIMIT = 4 * 2**30  # of each program: gprof asks for any size that a damaged file names


def parse_arguments():
    top = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description='Compares egprof with the installed gprof.')
    parser.add_argument('--egprof', default=os.environ.get('EGPROF', top / 'build/egprof/egprof'))
    parser.add_argument('--long', action='store_true', default=os.environ.get('PROFDIFF_TEST_LONG') == '1')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--only', default='', help='images and groups whose name holds this')
    parser.add_argument('--show', type=int, default=20, help='kinds of differences that are printed')
    parser.add_argument('--data', default=Path(os.environ.get('BUILD_DIR', top / 'build')) / 'test-images')
    return parser.parse_args()


# --- what is compared -----------------------------------------------------------------------------------------------
def image_cases(image, seed, long):
    """Hand-written sets on the first real profile, random sets on real and generated ones."""
    rng = random.Random(f'{seed} {image.name}')
    files = list(image.profiles)
    families = [Family(rng, image) for _ in range(60 if long else 12)]
    groups = [write_family(image, f'random.{seed}.{n}', family, rng) for n, family in enumerate(families)]
    first = files[:1] or groups[0][:1]
    for options in read_hard_sets(image):
        yield Case('written options', image.folder, (*options, 'a.out', *first))
    if files:
        yield Case('written options', image.folder, ())  # a.out and gmon.out are found
        yield Case('written options', image.folder, ('-b', 'a.out'))
    drawer = Drawer(rng, image)
    for _ in range(400 if long else 40):
        profiles = rng.choice(groups) if not files or rng.random() < 0.3 else rng.choices(files,
                                                                                          k=rng.choice([1, 1, 2, 3]))
        yield random_case('random options', rng, drawer, image, profiles)
    for group in groups:
        yield Case('random profiles', image.folder, ('-b', 'a.out', *group[:1]))
        yield Case('random profiles', image.folder, ('-bz', 'a.out', *group))
        yield random_case('random profiles', rng, drawer, image, group)
    for group in zip(groups, groups[1:]):  # mostly histograms that do not go together
        yield Case('mixed profiles', image.folder, ('-b', 'a.out', group[0][0], *group[1]))


def write_family(image, name, family, rng):
    names = [f'{name}.{i}' for i in range(rng.choice([1, 1, 2, 3]))]
    for each in names:
        family.write_file(image.folder / each)
    return names


def random_case(group, rng, drawer, image, profiles):
    options = drawer.draw_set()
    if rng.random() < 0.7 and ['-b'] not in options:
        options.insert(0, ['-b'])
    name = 'egprof' if rng.random() < 0.25 else 'gprof'
    return Case(group, image.folder, tuple(place_operands(rng, options, ['a.out', *profiles])), name=name)


def foreign_profile_cases(images):
    """A profile of another program: gprof lists it all the same."""
    for image, other in zip(images, images[1:] + images[:1]):
        if other.profiles and image.layout == other.layout:
            yield Case('other program', image.folder, ('-b', 'a.out', str(other.folder / 'gmon.out')))


def all_cases(images, arguments):
    for image in images:
        yield from image_cases(image, arguments.seed, arguments.long)
    yield from foreign_profile_cases(images)
    real = next((i for i in images if i.profiles), None)
    if real:
        folder = Path(arguments.data) / 'bad-files'
        bad_files.prepare(folder, real)
        yield from bad_files.cases(folder)


# --- comparing ------------------------------------------------------------------------------------------------------
def judge(case, gprof, egprof):
    theirs, ours = gprof.run(case), egprof.run(case)
    result = compare_outcomes(case, theirs, ours)
    if result.differences:
        result.deviation = explain(case, theirs, ours)
    return result


def kind_of_difference(result):
    """Differences that look alike have the same kind: what differs, with numbers, files and functions taken out."""
    part, theirs, ours = result.differences[0]
    _, *lines = first_different_line(theirs, ours)
    if part == 'standard output':
        return part, *(re.sub(r'[0-9. ]+', ' ', re.sub(r'[A-Za-z_][\w.$]*', 'x', line))[:60] for line in lines)
    return part, *(re.sub(r'[0-9]+', '0', re.sub(r"[`'(/][^']*'|random\S*", '', line))[:60] for line in lines)


def print_kinds(different, egprof, shown):
    """One difference of each kind, the simplest command first."""
    kinds = defaultdict(list)
    for result in different:
        kinds[kind_of_difference(result)].append(result)
    for alike in list(kinds.values())[:shown]:
        print_difference(min(alike, key=lambda r: len(r.case.arguments)), len(alike), egprof)
    if len(kinds) > shown:
        print(f'... and {len(kinds) - shown} more kinds of differences')


def print_difference(result, alike, egprof):
    print(f'DIFFERENT in {result.case.group}, {alike} alike\n  {result.case.command(egprof)}')
    for part, theirs, ours in result.differences:
        number, left, right = first_different_line(theirs, ours)
        print(f'  {part}, line {number}\n    gprof  {left!r}\n    egprof {right!r}')


def check_explanations(gprof, egprof):
    problems = [f'egprof: {p}' for p in egprof.explanations.problems()]
    problems += [f'gprof: {p}' for p in gprof.explanations.problems()]
    theirs, ours = gprof.explanations.form_feeds(), egprof.explanations.form_feeds()
    problems += [f'form feeds in the explanation of {n}: lines {ours[n]}, not {theirs[n]}'
                 for n in theirs if theirs[n] != ours[n]]
    for problem in problems:
        print(f'DIFFERENT: {problem}')
    return len(problems)


def main():
    arguments = parse_arguments()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    start = time.time()
    egprof_path = str(Path(arguments.egprof).resolve())
    builder = Builder(Path(arguments.data).resolve())
    images = builder.all(arguments.long, arguments.jobs)
    print(f'{len(images)} images after {time.time() - start:.0f} s; seed {arguments.seed}')
    for name in builder.missing:
        print(f'not built, its compiler is not installed: {name}')

    sample = next(i for i in images if i.profiles)
    gprof, egprof = Program(GPROF, sample.folder), Program(egprof_path, sample.folder)
    broken = self_check.problems(sample, gprof)
    if broken:
        sys.exit('\n'.join(broken))
    wrong_texts = check_explanations(gprof, egprof)

    cases = [c for c in all_cases(images, arguments) if arguments.only in f'{c.group} {c.folder.name}']
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda case: judge(case, gprof, egprof), cases))
    return report(results, wrong_texts, egprof_path, time.time() - start, arguments.show)


def report(results, wrong_texts, egprof, seconds, shown):
    different = [r for r in results if r.differences and not r.deviation]
    deviating = Counter(r.deviation for r in results if r.deviation)
    print_kinds(different, egprof, shown)
    for group, count in Counter(r.case.group for r in results).items():
        bad = sum(r.case.group == group for r in different)
        print(f'  {group}: {count} comparisons, {bad} different')
    for name, count in deviating.items():
        print(f'  deviation "{name}": {count}')
    failed = len(different) + wrong_texts
    identical = len(results) - len(different) - deviating.total()
    print(f'took {seconds:.0f} s')
    print(f'{len(results) - len(different)} passed, {failed} failed')
    print(f'oracle: {len(results)} comparisons, {identical} identical, {failed} different, '
          f'{deviating.total()} in the table of deviations')
    return 1 if failed or not results else 0


if __name__ == '__main__':
    sys.exit(main())
