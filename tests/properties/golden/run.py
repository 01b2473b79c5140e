#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs all golden tests and adds up their counts.

    tests/properties/golden/run.py --egprof build/egprof/egprof

A golden test is a script in this folder that accepts --egprof and --data and ends with "N passed, N failed".
"""
import re
import subprocess
import sys
from pathlib import Path

from checks import parse_arguments

HERE = Path(__file__).resolve().parent
SCRIPTS = ['paper_example.py', 'difference_properties.py', 'line_differences.py', 'difference_cases.py',
           'difference_words.py', 'gml_files.py', 'sums_and_orders.py', 'bad_input.py']


def run_script(script, arguments):
    """Returns the counts of a script. A script that aborts before it prints them is one failure."""
    done = subprocess.run([sys.executable, HERE / script, '--egprof', arguments.egprof, '--data', arguments.data,
                           '--seed', str(arguments.seed)], stdout=subprocess.PIPE, text=True, errors='replace')
    print(f'== {script}\n{done.stdout}', end='', flush=True)
    counts = re.findall(r'^(\d+) passed, (\d+) failed$', done.stdout, re.MULTILINE)
    passed, failed = map(int, counts[-1]) if counts else (0, 1)
    return passed, max(failed, int(done.returncode != 0))


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    counts = [run_script(script, arguments) for script in SCRIPTS]
    passed, failed = (sum(column) for column in zip(*counts))
    print(f'{passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
