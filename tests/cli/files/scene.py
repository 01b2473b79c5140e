# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the tests of files: a small program and its profiles."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'properties' / 'golden'))
from checks import TOP

HEADER, ARC = 20, 21  # sizes in bytes: the header of gmon.out, and an arc record on a 64-bit machine
ANNOUNCED = 41        # size in bytes of a histogram record before its bins
LIST = ('-b', '-p', '-q')


class Scene:
    """A small program and its profiles."""

    def __init__(self, folder):
        self.folder, self.image = folder, folder / 'words'
        demo = TOP / 'testdata/demo'
        subprocess.run(['gcc', '-O1', '-pg', '-fno-inline', '-o', self.image, demo / 'main.c', demo / 'count_2.c'],
                       check=True)
        for name in ('one', 'two'):
            subprocess.run([self.image], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            (folder / 'gmon.out').rename(folder / name)
        self.bytes = self.path('one').read_bytes()
        self.bins = int.from_bytes(self.bytes[HEADER + 17:HEADER + 21], 'little')
        self.arcs_at = HEADER + ANNOUNCED + 2 * self.bins
        self.arcs = (len(self.bytes) - self.arcs_at) // ARC

    def path(self, name):
        return self.folder / name

    def make(self, name, content):
        self.path(name).write_bytes(content)
        return self.path(name)
