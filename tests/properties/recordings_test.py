#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that an independent reader finds the results stated in truth.txt in the recordings of testdata/traces/rank,
and that egprof reads the same calls.

    tests/properties/recordings_test.py --egprof build/egprof/egprof
"""
import argparse
import fractions
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / 'tests/support'))

from fold_reader import Loops, Run, attributes, jaccard, suspects_of  # noqa: E402

# Regular expressions for the functions to keep, by program.
KEPT = {'tours': ('^P?MPI_|^GOMP_critical_(start|end)', '^P?MPI_|^GOMP_critical_(start|end)|^CPU_|^Improve'),
        'odd_even': ('^MPI_',)}
FILTERS = {'all': '', 'mpi.omp': '^P?MPI_|^(GOMP_|omp_|__kmpc_)', 'mpi': '^P?MPI_'}


def read_truth(path):
    """Returns two dictionaries: {recording: (verdict, suspect threads)} and {filter: similarities of matmul's
    threads}."""
    truth, similarities = {}, {}
    for case, word, *rest in (line.split() for line in path.read_text().splitlines() if line and line[0] != '#'):
        if case == 'matmul':
            similarities[word] = [float(fractions.Fraction(number)) for number in rest]
        else:
            truth[case] = word, [tuple(map(int, thread.split('.'))) for thread in rest]
    return truth, similarities


def has_similarities(run, keep, expected):
    """True if any two threads have the expected similarity; `expected` distinguishes main threads, whose index in
    the rank is 0, and workers."""
    loops, threads = Loops(10), sorted(run.threads)
    names = [[call.name for call in run.threads[t].calls if re.search(keep, call.name)] for t in threads]
    sets = {t: attributes(loops, entries, 'sing', 'orig') for t, entries in zip(threads, loops.fold_all(names))}
    for t in threads:
        for u in threads:
            kinds = {'0.0' if x == (0, 0) else 'main' if x[1] == 0 else 'worker' for x in (t, u)}
            places = [{'0.0', 'main'}, {'0.0', 'worker'}, {'main', 'worker'}]
            wanted = expected[places.index(kinds)] if len(kinds) == 2 else 1
            if abs(jaccard(sets[t], sets[u]) - wanted) > 1e-12:
                return False
    return True


def calls_of(egprof, folder):
    """Returns the number of calls of each thread, as egprof lists the threads."""
    out = subprocess.run([egprof, 'trace', '--startup', '--table=threads', folder, folder], stdout=subprocess.PIPE, text=True, check=True)
    return [int(count) for count in re.findall(r'(\d+) +0 +0 +0  rank \d+, thread \d+$', out.stdout, re.MULTILINE)]


def check_recordings(egprof, folder, truth, similarities):
    """Yields pairs of a statement and a truth value, which is False if the statement is wrong."""
    runs = {case: Run(folder / case) for case in truth}
    for case, expected in truth.items():
        program = case.split('/')[0]
        goods = [runs[other] for other in truth if other.startswith(program + '/good') and other != case]
        for keep in KEPT[program]:
            found = suspects_of(goods, runs[case], re.compile(keep))
            yield '%s, functions "%s": %s' % (case, keep, found), found == expected
        calls = [len(runs[case].threads[t].calls) for t in sorted(runs[case].threads)]
        yield '%s: %d calls' % (case, sum(calls)), calls == calls_of(egprof, folder / case)
    for name, expected in similarities.items():
        yield 'matmul, filter ' + name, has_similarities(Run(folder / 'matmul'), FILTERS[name], expected)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--egprof', required=True)
    egprof = parser.parse_args().egprof
    data = TOP / 'testdata/traces/rank'
    truth, similarities = read_truth(data / 'truth.txt')
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(data / 'recordings.tar.xz') as archive:
            archive.extractall(folder)
        checks = list(check_recordings(egprof, pathlib.Path(folder), truth, similarities))
        recorded = {str(path.parents[1].relative_to(folder)) for path in pathlib.Path(folder).glob('**/info')}
        checks.append(('there is a truth for each recording', recorded == {*truth, 'matmul'}))
    failed = [name for name, holds in checks if not holds]
    print(*('FAILED: ' + name for name in failed), sep='\n', end='\n' * bool(failed))
    print('%d passed, %d failed' % (len(checks) - len(failed), len(failed)))
    return len(failed) != 0


if __name__ == '__main__':
    sys.exit(main())
