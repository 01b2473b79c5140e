#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures a store of 1,000 trials of 2,000 functions: adding one more trial, and the histories of one function and of
all functions.

    tests/bench/stores.py [EGPROF [TRIALS [FUNCTIONS]]]
"""
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def lines(generator, trial, functions):
    head = {'application': 'a', 'experiment': 'e', 'trial': f't{trial}'}
    for f in range(functions):
        for metric, value in (('self', generator.gauss(1, 0.02)), ('time', generator.gauss(2, 0.04)), ('calls', 100)):
            yield json.dumps({**head, 'function': f'f{f}', 'metric': metric, 'values': [value]}) + '\n'


def timed(what, egprof, *arguments):
    before, user = time.time(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([egprof, 'db', *arguments], check=True, stdout=subprocess.DEVNULL)
    user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - user
    print(f'{what:26} {time.time() - before:8.2f} s, {user:6.2f} s of them on the processor', flush=True)


def main():
    egprof = sys.argv[1] if len(sys.argv) > 1 else str(TOP / 'build/egprof/egprof')
    trials, functions = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 1000), (3, 2000)))
    generator = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        store, export, one = (str(Path(folder) / name) for name in ('s.db', 'all.jsonl', 'one.jsonl'))
        with open(export, 'w') as out:
            for trial in range(trials):
                out.writelines(lines(generator, trial, functions))
        with open(one, 'w') as out:
            out.writelines(lines(generator, trials, functions))
        timed(f'import of {trials} trials', egprof, 'import', store, export)
        print(f'{Path(store).stat().st_size / (3 * trials * functions):.1f} bytes a value')
        timed('add of one', egprof, 'import', store, one)
        timed('history of one function', egprof, 'history', '--function=f7', '--metric=self', store, 'a/e')
        timed('history of all, self', egprof, 'history', '--metric=self', store, 'a/e')


if __name__ == '__main__':
    main()
