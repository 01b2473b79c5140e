# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the tests that are Python scripts with pytest: each script is one test.

    /usr/bin/python3 -m pytest tests [--egprof build/egprof/egprof] [-k rank]
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[1]


def pytest_addoption(parser):
    parser.addoption('--egprof', default=str(TOP / 'build/egprof/egprof'), help='the program to test')


def pytest_collect_file(file_path, parent):
    if file_path.name == 'run.py' or file_path.name.endswith('_test.py'):
        return Script.from_parent(parent, path=file_path)
    return None


class Script(pytest.File):
    def collect(self):
        yield Part.from_parent(self, name=self.path.parent.name if self.path.name == 'run.py' else self.path.stem)


class Part(pytest.Item):
    def runtest(self):
        egprof = os.path.abspath(self.config.getoption('--egprof'))
        environment = {**os.environ, 'BUILD_DIR': str(Path(egprof).parents[1]), 'EGPROF': egprof}
        environment.setdefault('LC_ALL', 'C.UTF-8')
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, self.path, '--egprof', egprof], cwd=folder, env=environment, text=True,
                                 capture_output=True, check=False)
        if run.returncode != 0:
            pytest.fail(run.stdout + run.stderr, pytrace=False)
        last = (run.stdout.splitlines() or [''])[-1]
        if last.startswith('0 passed'):
            pytest.skip(run.stdout.strip())

    def reportinfo(self):
        return self.path, None, self.name
