#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests damaged profiles: if gprof accepts one, egprof prints the same; if gprof crashes, egprof does not.

    tests/oracle/mutants/run.py --egprof build/egprof/egprof [--count N] [--seed N] [--jobs N] [--mutant N]

Good profiles of images of several kinds are damaged by mutations.py. Both programs must print and write the same bytes,
and end with the same status. If gprof is ended by a signal or does not end, egprof must end with status 0, or with
status 1 and a message. Images, profiles, comparisons and deviations are those of tests/oracle; deviations that occur
only with damaged profiles are in known.py. The mutants of named.py are always tried.
"""
import argparse
import multiprocessing
import os
import random
import resource
import shutil
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / 'tests' / 'oracle'))

import compare  # noqa: E402
from compare import GPROF, MOST_PRINTED, Case, Program, Result, compare_outcomes  # noqa: E402
from images import Builder  # noqa: E402
from options import Names  # noqa: E402
from report import Printer  # noqa: E402
from scratch import Scratches  # noqa: E402
from stage import Stage  # noqa: E402

import known  # noqa: E402
import named  # noqa: E402
from mutations import Mutator  # noqa: E402

MEMORY_LIMIT = 4 * 2**30  # bytes, for each program
TIMEOUT = 10  # seconds
FEW, MANY = 400, 10000  # number of mutants
CHECKED = 20  # number of cases in which a flaw is planted in egprof's output
FAMILIES = 4  # number of families of generated profiles for each image
IMAGES = ['statics-O0-g', 'cycles-O2-nopie', 'cycles-static', 'objects-O0-g', 'modules-O0-g', 'lines-O1-g', 'chain-O0',
          'pointers-O2-strip', 'paper', 'foreign-aarch64', 'foreign-powerpc', 'foreign-mips', 'foreign-i386']
NAMED = 'paper'  # image for the profiles of the named mutants
SLOW = 'cycles-static'  # image for which gprof is slow: with some options, it looks up every byte of the code
OPTIONS = ['-b', '', '-b -p', '-b -q', '-b -p -z', '-b -q -z', '-b -s', '-s -p -q', '-b -C', '-b -A', '-b -l -p',
           '-b -l', '-b -c', '-b -c -z -q', '-b -T', '-b -a -L', '-b -i', '-b -Z -i', '-b -r', '-b -D -q',
           '-b -A -x -z', '-b -p{f0} -q{f1}', '-b -k {f0}/{f1} -q', '-b -n{f0} -E{f1}', '-b -O bsd', '-b -O magic -p']
SLOW_WORDS = {'-l', '-A', '-c'}


def parse_arguments():
    full = os.environ.get('PROFDIFF_TEST_FULL') == '1'
    parser = argparse.ArgumentParser(description='Compares egprof with the installed gprof on damaged profiles.')
    parser.add_argument('--egprof', default=os.environ.get('EGPROF', TOP / 'build/egprof/egprof'))
    parser.add_argument('--count', type=int, default=MANY if full else FEW, help='mutants')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--mutant', type=int, help='only the one of this number, and what was done to it')
    parser.add_argument('--show', type=int, default=20, help='kinds of differences that are printed')
    parser.add_argument('--data', default=Path(os.environ.get('BUILD_DIR', TOP / 'build')) / 'test-images')
    return parser.parse_args()


class Mutants:
    """Makes numbered cases; the same seed and number give the same case."""

    def __init__(self, images, seed, folder):
        self.images, self.seed = images, seed
        self.names = {image.name: Names(image) for image in images}
        self.stages = {image.name: Stage(folder / image.name, image, self.names[image.name], seed, FAMILIES)
                       for image in images}

    def case(self, number):
        return self.make(number)[0]

    def make(self, number):
        """Returns a case and the changes made to its profiles."""
        rng = random.Random(f'mutant {self.seed} {number}')
        image = self.images[number % len(self.images)]
        stage, mutator = self.stages[image.name], Mutator(rng, image)
        words = rng.choice(OPTIONS).split()
        while image.name == SLOW and SLOW_WORDS & set(words):
            words = rng.choice(OPTIONS).split()
        good = rng.choice([stage.real[:1], stage.odd, *stage.families])
        first = (stage.folder / rng.choice(good)).read_bytes()
        files = [('mutant', mutator.mutate(first))]
        if rng.random() < 0.3:
            files.append(('second', rng.choice([first, first, mutator.mutate(first)])))
        profiles = [name for name, _ in files]
        rng.shuffle(profiles)
        words = [self.names[image.name].fill(word) for word in words]
        case = Case(f'mutant {number}', stage.folder, (*words, 'a.out', *profiles), files=tuple(files),
                    layout=image.layout)
        return case, mutator.done


@dataclass
class Verdict:
    """The result of comparing a case, and how gprof handled the case."""
    result: Result
    gprof: str  # 'accepted', 'refused', 'crashed'


class Judge:
    def __init__(self, gprof, egprof):
        self.gprof, self.egprof = gprof, egprof

    def judge(self, case):
        theirs, ours = self.gprof.run(case), self.egprof.run(case)
        if theirs.timeout or theirs.status < 0:
            return Verdict(Result(case, list(self._survival(theirs, ours))), 'crashed')
        result = compare_outcomes(case, theirs, ours)
        if result.differences:
            result.deviation = known.explain(case, theirs, ours, self.gprof, self.egprof)
        return Verdict(result, 'refused' if theirs.status else 'accepted')

    def _survival(self, theirs, ours):
        """Checks that egprof ends properly in a case in which gprof crashes or does not end. There is no output to
        compare."""
        good = ours.status == 0 or (ours.status == 1 and ours.stderr.endswith(b'\n'))
        if ours.timeout or not good:
            yield 'exit status', str(theirs.status).encode(), str(ours.status).encode() + b': ' + ours.stderr


class Totals:
    def __init__(self, verdicts):
        self.verdicts = verdicts
        self.different = [v.result for v in verdicts if v.result.differences and not v.result.deviation]

    def print(self, seconds):
        for name, count in sorted(Counter(v.result.deviation for v in self.verdicts if v.result.deviation).items()):
            print(f'  deviation "{name}": {count}')
        for verdict in self.verdicts:
            if verdict.gprof == 'crashed':
                case = verdict.result.case
                print(f'  gprof crashed: {case.group} {case.folder.name} {" ".join(case.arguments)}')
        gprof = Counter(v.gprof for v in self.verdicts)
        print(f'mutants: {len(self.verdicts)} in {seconds:.0f} s; gprof accepted {gprof["accepted"]}, refused '
              f'{gprof["refused"]}, crashed on {gprof["crashed"]}')
        print(f'{len(self.verdicts) - len(self.different)} passed, {len(self.different)} failed, 0 skipped')


class Flawed:
    """Runs egprof and changes a byte in the middle of its output."""

    def __init__(self, program):
        self.program = program

    def run(self, case):
        outcome = self.program.run(case)
        middle = len(outcome.stdout) // 2
        outcome.stdout = outcome.stdout[:middle] + b'~' + outcome.stdout[middle + 1:]
        return outcome


def unnoticed(judge, cases):
    """Plants a flaw in cases without a difference, and returns the results that do not show the flaw."""
    flawed = Judge(judge.gprof, Flawed(judge.egprof))
    verdicts = [flawed.judge(case) for case in cases if not judge.judge(case).result.differences]
    return [v.result for v in verdicts if v.gprof != 'crashed' and (not v.result.differences or v.result.deviation)]


def limit_programs():
    """Limits memory, output and time: gprof allocates any size that a damaged file announces, and may never stop
    printing."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_PRINTED, MOST_PRINTED))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    compare.TIMEOUT = TIMEOUT


def show_mutant(mutants, number, judge, printer):
    case, done = mutants.make(number)
    verdict = judge.judge(case)
    print(f'mutant {number}: {", ".join(done)}; gprof {verdict.gprof}; {verdict.result.deviation or "no deviation"}')
    printer.print_kinds([verdict.result] if verdict.result.differences else [])


def main():
    arguments = parse_arguments()
    limit_programs()
    start = time.time()
    egprof_path, data = str(Path(arguments.egprof).resolve()), Path(arguments.data).resolve()
    top = data / 'mutants'
    shutil.rmtree(top, ignore_errors=True)
    builder = Builder(data)
    mutants = Mutants([builder.get(name) for name in IMAGES], arguments.seed, top / 'stages')
    scratches = Scratches(top / 'scratch')
    sample = mutants.stages[IMAGES[0]].folder
    judge = Judge(*(Program(path, sample, scratches) for path in (GPROF, egprof_path)))
    printer = Printer(egprof_path, top / 'differences', arguments.show)
    if arguments.mutant is not None:
        return show_mutant(mutants, arguments.mutant, judge, printer)

    cases = [*named.cases(mutants.stages[NAMED]), *map(mutants.case, range(arguments.count))]
    for result in unnoticed(judge, cases[:CHECKED]):
        sys.exit(f'a flaw goes unnoticed: {result.case.group}, {result.deviation or "not seen"}')
    with multiprocessing.get_context('fork').Pool(arguments.jobs) as pool:
        totals = Totals(pool.map(judge.judge, cases, chunksize=8))
    printer.print_kinds(totals.different)
    totals.print(time.time() - start)
    return 1 if totals.different else 0


if __name__ == '__main__':
    sys.exit(main())
