#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts how often egprof rank names the right thread first, on recordings with planted failures.

    tests/cli/rank/failures.py --egprof build/egprof/egprof [--recordings FOLDER]

Each failure in testdata/traces/failures/truth.txt is compared with three good runs, and each good run with three others.
At least 28 of 30 failures must be named right, no wrong thread may be named with certainty, and in good runs none at all.
Without a folder, the stored recordings are used; in a full test run, new ones are made.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
from checks import TOP, Checks, run  # noqa: E402

DATA = TOP / 'testdata' / 'traces' / 'failures'
GOOD_RUNS = 3


def rows():
    for line in (DATA / 'truth.txt').read_text().splitlines():
        if line and line[0] != '#':
            case, _, _, _, *names = line.split()
            yield case, names


def verdict_of(egprof, folder, goods, bad):
    shown = run(egprof, 'rank', '--format=json', *goods, '--against', bad, cwd=folder)
    document = json.loads(shown.out or '{}')
    verdict = document.get('verdict', {})
    first = [end for end in document.get('ends', []) if end['first']]
    verdict['certain'] = bool(document.get('cycles')) or any(end['certain'] for end in first)
    return shown, verdict


def measure(checks, egprof, folder, show=False):
    """Returns the numbers of failures, of those whose first suspect is right, and of wrong suspects named with certainty."""
    truth = dict(rows())
    right = wrong = failures = 0
    for case, names in truth.items():
        if not (folder / case).exists():
            continue
        goods = [good for good in truth if good.startswith(case.split('/')[0] + '/good') and good != case]
        shown, verdict = verdict_of(egprof, folder, goods[:GOOD_RUNS], case)
        checks.equal(shown.status, 0, 'status', shown.command)
        suspects = verdict.get('suspects', [])
        if not names:
            checks.equal((suspects, verdict.get('kind') in ('none', 'unknown')), ([], True), f'no suspect in {case}', shown.command)
            continue
        failures += 1
        is_right = bool(suspects) and suspects[0] in names
        right += is_right
        wrong += bool(suspects) and not is_right and verdict['certain']
        if show or not is_right:
            print(f'{case}: {verdict.get("kind")}, {" ".join(suspects) or "none"}; right: {" ".join(names)}')
    return failures, right, wrong


def judge(checks, failures, right, wrong, what):
    print(f'{what}: {right} of {failures} failures named right, {wrong} wrong with certainty')
    checks.expect(failures >= 30 and right >= failures - 2, f'at most two of {failures} failures are not named right: {right}')
    checks.equal(wrong, 0, f'{what}: no wrong thread is named with certainty')


def stored(checks, egprof, folder):
    with tarfile.open(DATA / 'recordings.tar.xz') as archive:
        archive.extractall(folder)
    judge(checks, *measure(checks, egprof, Path(folder)), 'stored recordings')


def recorded_now(checks, egprof, folder):
    if os.environ.get('PROFDIFF_TEST_FULL') != '1' or None in (shutil.which('uftrace'), shutil.which('mpirun'), shutil.which('mpicc')):
        print('skipped: new recordings of failures (needs PROFDIFF_TEST_FULL=1, uftrace and Open MPI)')
        return
    done = subprocess.run([sys.executable, str(DATA / 'record.py'), folder], capture_output=True, text=True, check=False)
    checks.equal(done.returncode, 0, f'recorded: {done.stderr[-500:]}')
    judge(checks, *measure(checks, egprof, Path(folder)), 'new recordings')


def named(checks, scene):
    """The part of run.py: measures the stored recordings and, in a full run, new ones."""
    with tempfile.TemporaryDirectory() as old, tempfile.TemporaryDirectory() as new:
        stored(checks, scene.egprof, old)
        recorded_now(checks, scene.egprof, new)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--egprof', required=True)
    parser.add_argument('--recordings', type=Path, help='measure these recordings, and print each verdict')
    arguments = parser.parse_args()
    checks = Checks()
    egprof = str(Path(arguments.egprof).resolve())
    if arguments.recordings:
        judge(checks, *measure(checks, egprof, arguments.recordings, show=True), 'recordings')
    else:
        with tempfile.TemporaryDirectory() as folder:
            stored(checks, egprof, folder)
    checks.finish()


if __name__ == '__main__':
    main()
