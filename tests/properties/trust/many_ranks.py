#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the memory for ranks of a program with 20,000 functions does not grow with the number of files.

    tests/properties/trust/many_ranks.py --egprof build/egprof/egprof

Many files need at most 1.5 times the memory of one, as a table of ranks, as a sum, and as both sides of a difference.
They are read with two threads, and each thread keeps its own sum.
There are 300 files, or 2,000 with PROFDIFF_TEST_LONG=1 in the environment.
"""
import os
import random
import tempfile
import time
from pathlib import Path

from programs import kept_program
from checks import Checks, parse_arguments
from peak_memory import run_measured

FUNCTIONS = 20000
CALLS = 40000
MOST = 1.5  # maximum memory for all files, as a multiple of the memory for one file
DIFFERENT = 12  # number of different files; all other files are links to these
FILES = 2000 if os.environ.get('PROFDIFF_TEST_LONG') == '1' else 300


def write_files(image, folder):
    """Writes the profiles of ranks. Each rank makes most of the common calls, and has samples in a third of the
    functions."""
    rng = random.Random(1)
    calls = [(rng.randrange(FUNCTIONS), rng.randrange(FUNCTIONS)) for _ in range(CALLS)]
    written = []
    for n in range(DIFFERENT):
        samples = {f: rng.randrange(1, 9) for f in rng.sample(range(FUNCTIONS), FUNCTIONS // 3)}
        kept = [(a, b, rng.randrange(1, 1000)) for a, b in calls if n == 0 or rng.random() < 0.9]
        written.append(image.profile(folder / f'written.{n}', samples, kept))
    files = []
    for n in range(FILES):
        files.append(folder / f'rank.{n}')
        os.link(written[n % DIFFERENT], files[-1])
    return files


def peak_memory(*words):
    """Runs a program; returns its peak memory in kilobytes and its time in seconds."""
    begun = time.monotonic()
    status, kilobytes, errors = run_measured(*words)
    assert status == 0, errors
    return kilobytes, time.monotonic() - begun


def least_memory(enough, *words):
    """Returns the memory in kilobytes and the time in seconds of one run, or the minimum of three runs if the first one
    needs more memory than `enough`.

    Memory varies because data waits in memory until it is added up; more of it waits if a thread is suspended.
    """
    best = peak_memory(*words)
    for _ in range(2):
        best = min(best, peak_memory(*words)) if best[0] > enough else best
    return best


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, image = Checks(), kept_program(arguments.data, FUNCTIONS)
    with tempfile.TemporaryDirectory() as name:
        files = write_files(image, Path(name))
        forms = {
            'ranks': (['--ranks', image.path], lambda n: files[:n]),
            'sum, flat': (['-b', '-p', image.path], lambda n: files[:n]),
            'sum, call graph': (['-b', '-q', image.path], lambda n: files[:n]),
            'ranks of two executions': (['--ranks', image.path],
                                        lambda n: [*files[:n], '--subtract', *files[-n:]]),
            'difference': (['-b', '-p', image.path], lambda n: [*files[:n], '--subtract', *files[-n:]]),
        }
        least, _ = peak_memory('/bin/true')
        for what, (options, operands) in forms.items():
            one, _ = peak_memory(arguments.egprof, '--threads=2', *options, *operands(1))
            many, seconds = least_memory(MOST * one, arguments.egprof, '--threads=2', *options, *operands(FILES))
            print(f'{what}: one file {one / 1024:.1f} MB, {FILES} files {many / 1024:.1f} MB in {seconds:.1f} s, '
                  f'{many / one:.2f} times (at most {MOST})')
            checks.expect(one > 1.2 * least, f'{what}: {one} KB are hidden behind the {least} KB of what measures')
            checks.expect(many <= MOST * one, f'{what}: {many} KB for {FILES} files, {one} KB for one')
    checks.finish()


if __name__ == '__main__':
    main()
