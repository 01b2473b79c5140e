# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes folders in which programs are run.

A folder has links to the files of a case's folder. Files that a run writes in it are read, returned and removed. A
file that a program changed through a link also counts as written.
"""
import os
import shutil
import tempfile
from pathlib import Path


class Scratch:
    """A folder to run programs in, used for one run after another."""

    def __init__(self, parent):
        self.path = Path(tempfile.mkdtemp(prefix='scratch-', dir=parent))
        self._source = None
        self._links = {}  # {name of the link: (size, modification time) of the linked file}

    def fill(self, source, files):
        """Makes the folder look like `source`, with additional files of the case."""
        if source != self._source:
            self._link_to(source)
        for name, data in files:
            path = self.path / name
            path.unlink(missing_ok=True)
            path.write_bytes(data)

    def take_files(self, given):
        """Returns the files written since the folder was filled: {name: bytes}. A file in `given`, the files that were
        passed to fill(), is included only if the run changed it."""
        given, written = dict(given), {}
        entries = list(os.scandir(self.path))
        for entry in entries:
            if entry.is_symlink() and self._links.get(entry.name) == _stamp(entry.path):
                continue
            written[entry.name] = _read(entry)
            self._remove(entry)
        for name in given:
            if written.get(name) == given[name]:
                del written[name]
            elif name not in written:
                written[name] = b'<removed>'
        for name in self._links.keys() - {entry.name for entry in entries if entry.is_symlink()}:
            if name not in given:
                written.setdefault(name, b'<removed>')
            os.symlink(self._source / name, self.path / name)
        return written

    def _link_to(self, source):
        shutil.rmtree(self.path)
        self.path.mkdir()
        for entry in os.scandir(source):
            os.symlink(entry.path, self.path / entry.name)
        self._source = source
        self._links = {entry.name: _stamp(entry.path) for entry in os.scandir(self.path)}

    def _remove(self, entry):
        if entry.is_symlink():  # the program changed the linked file
            self._links[entry.name] = _stamp(entry.path)
        elif entry.is_dir():
            shutil.rmtree(entry.path)
        else:
            os.unlink(entry.path)


def _stamp(path):
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def _read(entry):
    try:
        with open(entry.path, 'rb') as file:
            return file.read()
    except OSError as error:
        return f'<{error.strerror}>'.encode()


class Scratches:
    """One scratch folder for each process."""

    def __init__(self, parent):
        self.parent = Path(parent)
        self.parent.mkdir(parents=True, exist_ok=True)
        self._own = {}

    def get(self):
        process = os.getpid()
        if process not in self._own:
            self._own[process] = Scratch(self.parent)
        return self._own[process]
