#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests whether differences can be trusted: planted changes, properties of random profiles, traps, gates, renames, many
ranks.

    tests/properties/trust/run.py --egprof build/egprof/egprof

Runs every script in this folder that has a main(), two at a time; each ends with "N passed, N failed".
"""
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'golden'))
from checks import parse_arguments

SCRIPTS = ['planted_truth.py', 'mirror_properties.py', 'run_properties.py', 'planted_runs.py', 'planted_stacks.py',
           'many_ranks.py', 'machine_properties.py', 'rank_properties.py', 'gates.py', 'renames.py', 'generated_names.py',
           'traps.py', 'one_verdict.py', 'equal_pairs.py']


def run_script(script, arguments):
    """Returns the output and the counts of a script. One failure is counted for a script that aborts before it prints
    its counts."""
    done = subprocess.run([sys.executable, HERE / script, '--egprof', arguments.egprof, '--data', arguments.data,
                           '--seed', str(arguments.seed)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors='replace', check=False)
    counts = re.findall(r'^(\d+) passed, (\d+) failed$', done.stdout, re.MULTILINE)
    passed, failed = map(int, counts[-1]) if counts else (0, 1)
    return done.stdout, passed, max(failed, int(done.returncode != 0))


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    passed = failed = 0
    with ThreadPoolExecutor(2) as workers:
        for script, (said, good, bad) in zip(SCRIPTS, workers.map(lambda s: run_script(s, arguments), SCRIPTS)):
            print(f'== {script}\n{said}', end='', flush=True)
            passed, failed = passed + good, failed + bad
    print(f'{passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
