#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The oracle test: compares egprof's classic listings with those of the installed gprof.

    tests/oracle/run.py --egprof build/egprof/egprof [--long] [--seed N] [--jobs N] [--only NAME]

Both programs run on the same files with the same arguments, environment and program name; standard output, standard
error, exit status and every written file must be identical. Images are built by images.py. Profiles are recorded in
real runs or generated. Options are drawn at random or read from testdata/cases/options.txt. All of these are
combined by matrix.py. Differences are printed as commands to paste into bash.
"""
import argparse
import multiprocessing
import os
import resource
import shutil
import sys
import time
from pathlib import Path

import bad_files
import self_check
from compare import GPROF, MOST_PRINTED, Program, Result, compare_outcomes
from deviations import Comparison, explain
from images import Builder
from matrix import Matrix
from options import UnknownOption, read_table
from report import Printer, Totals, print_counts
from scratch import Scratches

MEMORY_LIMIT = 4 * 2**30  # bytes, for each program: gprof allocates any size that a damaged file announces


def parse_arguments():
    top = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description='Compares egprof with the installed gprof.')
    parser.add_argument('--egprof', default=os.environ.get('EGPROF', top / 'build/egprof/egprof'))
    parser.add_argument('--long', action='store_true', default=os.environ.get('PROFDIFF_TEST_FULL') == '1')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--only', default='', help='only what has this in its line of group, image and arguments')
    parser.add_argument('--show', type=int, default=20, help='kinds of differences that are printed')
    parser.add_argument('--data', default=Path(os.environ.get('BUILD_DIR', top / 'build')) / 'test-images')
    return parser.parse_args()


class Judge:
    def __init__(self, gprof, egprof):
        self.gprof, self.egprof = gprof, egprof

    def judge(self, case):
        theirs = self.gprof.run(case)
        if theirs.timeout:
            return Result(case, timeout=True)
        ours = self.egprof.run(case)
        result = compare_outcomes(case, theirs, ours)
        result.listed = theirs.status == 0 and bool(theirs.stdout or theirs.files)
        if result.differences:
            result.deviation = explain(Comparison(case, theirs, ours, self.gprof, self.egprof))
            if result.deviation:
                result.differences = result.differences[:1]
        return result


def check_explanations(gprof, egprof):
    problems = [f'egprof: {p}' for p in egprof.explanations.problems()]
    problems += [f'gprof: {p}' for p in gprof.explanations.problems()]
    theirs, ours = gprof.explanations.form_feeds(), egprof.explanations.form_feeds()
    problems += [f'form feeds in the explanation of {n}: lines {ours[n]}, not {theirs[n]}'
                 for n in theirs if theirs[n] != ours[n]]
    for problem in problems:
        print(f'DIFFERENT: {problem}')
    return len(problems)


def all_cases(matrix, real, data):
    yield from matrix.cases()
    folder = data / 'bad-files'
    bad_files.prepare(folder, real)
    yield from bad_files.cases(folder)


def main():
    arguments = parse_arguments()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_PRINTED, MOST_PRINTED))
    start = time.time()
    egprof_path, data = str(Path(arguments.egprof).resolve()), Path(arguments.data).resolve()
    builder = Builder(data, egprof_path)
    images = builder.all(arguments.long, arguments.jobs)
    try:
        matrix = Matrix(images, read_table(egprof_path), arguments.seed, data / 'stages', arguments.long)
    except UnknownOption as error:
        sys.exit(str(error))
    print(f'{len(images)} images after {time.time() - start:.0f} s; seed {arguments.seed}')
    for name in builder.missing:
        print(f'SKIPPED, its compiler is not installed: {name}')

    sample = next(i for i in images if i.profiles)
    folder, scratches = matrix.stage(sample).folder, Scratches(data / 'scratch')
    gprof, egprof = (Program(path, folder, scratches) for path in (GPROF, egprof_path))
    broken = self_check.problems(sample, folder, gprof, egprof, scratches) + self_check.coverage_problems(matrix)
    if broken:
        sys.exit('\n'.join(broken))
    wrong_texts = check_explanations(gprof, egprof)

    cases = (c for c in all_cases(matrix, sample, data) if arguments.only in describe(c))
    # Uses processes, not threads: starting a program briefly stops all threads of its process.
    with multiprocessing.get_context('fork').Pool(arguments.jobs) as pool:
        results = list(pool.imap(Judge(gprof, egprof).judge, cases, chunksize=8))
    shutil.rmtree(data / 'scratch', ignore_errors=True)

    totals = Totals(len(images), len(matrix.sets), results, matrix.skipped, builder.missing)
    Printer(egprof_path, data / 'differences', arguments.show).print_kinds(totals.different)
    return close(totals, wrong_texts, time.time() - start, arguments.only)


def describe(case):
    return f'{case.group} {case.folder.name} {" ".join(case.arguments)}'


def close(totals, wrong_texts, seconds, only):
    print_counts(totals, seconds)
    too_few = [] if only else totals.too_few()
    for line in too_few:
        print(f'TOO FEW: {line}')
    failed = len(totals.different) + wrong_texts + len(too_few)
    passed = len(totals.compared) - len(totals.different)
    not_tried = len(totals.results) - len(totals.compared) + len(totals.missing)
    print(f'{passed} passed, {failed} failed' + (f', {not_tried} skipped' if not_tried else ''))
    print(totals.line())
    return 1 if failed or not totals.compared else 0


if __name__ == '__main__':
    sys.exit(main())
