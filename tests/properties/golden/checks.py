# SPDX-License-Identifier: GPL-3.0-or-later
"""Code shared by the golden tests: counting checks, running egprof, and finding images."""
import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / 'tests' / 'oracle'))
GPROF = '/usr/bin/gprof'
SHOWN = 25  # maximum number of failures that are printed


class Checks:
    """Counts checks and prints those that fail, each with the command that shows it."""

    def __init__(self):
        self.passed = self.failed = 0

    def expect(self, holds, what, command=''):
        if holds:
            self.passed += 1
            return True
        self.failed += 1
        if self.failed <= SHOWN:
            print(f'FAILED  {what}' + (f'\n        {command}' if command else ''))
        return False

    def equal(self, actual, expected, what, command=''):
        if actual != expected and isinstance(actual, list) and len(actual) == len(expected):
            at = next(i for i in range(len(actual)) if actual[i] != expected[i])
            what, actual, expected = f'{what}, element {at}', actual[at], expected[at]
        if actual != expected and isinstance(actual, Counter):
            actual, expected = actual - expected, expected - actual
        return self.expect(actual == expected, f'{what}: {_brief(actual)} instead of {_brief(expected)}', command)

    def finish(self):
        print(f'{self.passed} passed, {self.failed} failed')
        sys.exit(1 if self.failed or not self.passed else 0)


def _brief(value):
    text = repr(value)
    return text if len(text) < 1200 else text[:1200] + '…'


class Outcome:
    def __init__(self, done, command):
        self.out, self.err = (text.decode(errors='replace') for text in (done.stdout, done.stderr))
        self.status = done.returncode
        self.command = command


def without_verdict(messages):
    """Removes the line about the verdict, which listings in gprof's columns have on standard error."""
    return re.sub(r'^[^ ]*: (other takes|both take|cannot tell).*\n', '', messages, flags=re.MULTILINE)


def parsed_document(checks, shown):
    """Returns the JSON document printed by a command, which must print no message; the document must be valid according
    to the schema."""
    import jsonschema
    checks.equal((shown.status, shown.err), (0, ''), 'status', shown.command)
    document = json.loads(shown.out)
    jsonschema.validate(document, json.loads((TOP / 'libprofdiff' / 'schema' / 'egprof-1.schema.json').read_text()))
    return document


def run(program, *arguments, cwd='.', stdin=None):
    """Runs a program with a fixed environment; `stdin` is bytes, or None for no input."""
    words = [str(a) for a in arguments]
    environment = {'PATH': os.environ['PATH'], 'HOME': '/', 'LC_ALL': 'C'}
    source = {'input': stdin} if stdin is not None else {'stdin': subprocess.DEVNULL}
    done = subprocess.run([program, *words], cwd=cwd, env=environment, capture_output=True, timeout=120, **source)
    return Outcome(done, f'cd {Path(cwd).resolve()}; {program} {" ".join(words)}')


def parse_arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('--egprof', default=os.environ.get('EGPROF', TOP / 'build/egprof/egprof'))
    parser.add_argument('--data', default=Path(os.environ.get('BUILD_DIR', TOP / 'build')) / 'test-images',
                        help='where built programs are kept')
    parser.add_argument('--seed', type=int, default=1)
    arguments = parser.parse_args()
    arguments.egprof = str(Path(arguments.egprof).resolve())
    arguments.data = Path(arguments.data).resolve()
    return arguments
