# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the tests of other profilers' files."""
import collections
import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
for folder in ('properties/golden', 'oracle/readers', 'support'):
    sys.path.insert(0, str(TESTS / folder))
from checks import TOP, run  # noqa: E402
import stack_formats  # noqa: E402
from stack_documents import Document  # noqa: E402

Measured = collections.namedtuple('Measured', 'status err command')
# Runs egprof below a Python process of its own, because RUSAGE_CHILDREN has the highest peak of all child processes so
# far.
MEASURE = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors='replace')
print(json.dumps([done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, done.stderr]))
"""
PAIRS = Path(os.environ.get('EGPROF_PAIRS', TOP / 'testdata/profiles/pairs'))
FULL = os.environ.get('PROFDIFF_TEST_FULL') == '1'


def read(name, wanted=stack_formats.Wanted()):
    return stack_formats.read(PAIRS / name, wanted)


def sums_of(name, wanted=stack_formats.Wanted()):
    return stack_formats.sums_of(PAIRS / name, wanted)


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)

    def egprof_of(self, *arguments, stdin=None):
        return run(self.egprof, *arguments, cwd=PAIRS, stdin=stdin)

    def document(self, *arguments, graph=True, stdin=None):
        shown = self.egprof_of('--format=json', '-p', *(['-q'] if graph else []), '--no-demangle', *arguments, stdin=stdin)
        assert shown.status == 0, shown.command + '\n' + shown.err
        return Document(shown.out)

    def tables(self, text):
        return Document(text)

    def difference(self, base, other, *options, graph=True):
        return self.document(*options, base, '--subtract', other, graph=graph)

    def measured(self, *arguments):
        """Returns the seconds, the peak memory in KB, and the result."""
        begin = time.monotonic()
        words = ['/usr/bin/python3', '-c', MEASURE, self.egprof, *map(str, arguments)]
        done = subprocess.run(words, capture_output=True, text=True, errors='replace', check=True)
        status, kilobytes, error = json.loads(done.stdout)
        return time.monotonic() - begin, kilobytes, Measured(status, error, ' '.join(words[3:]))

    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode(errors='surrogateescape'))
        return path

    def unpacked(self, name):
        return self.write(name.removesuffix('.gz'), gzip.decompress((PAIRS / name).read_bytes()))
