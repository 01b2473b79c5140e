#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that a missing, empty, truncated, damaged or wrong file leads to status 1 and one line that names the file.

Output files appear complete or not at all.

Classic listings of such files are compared with gprof in tests/oracle. Here differences are tested, which must not
crash, hang, or allocate the sizes that a damaged file announces.
"""
import gzip
import os
import random
import re
import resource
import stat
import subprocess
import threading
from pathlib import Path

from checks import Checks, parse_arguments, run, without_verdict  # also makes the modules of tests/oracle importable

import bad_files
from gmon import Arc, Histogram, write
from images import Builder

# Files from bad_files that cannot be read, each with a regular expression for the cause in the message.
UNREADABLE = {
    'missing': 'No such file', 'folder': 'directory|too short', 'empty': 'too short', 'short': 'too short',
    'nineteen': 'too short', 'cut-tag': 'end of file', 'cut-histogram-header': 'end of file', 'cut-bins': 'EOF',
    'cut-first-bin': 'EOF', 'cut-arc': 'end of file', 'cut-arc-after-tag': 'end of file',
    'cut-blocks': '', 'cut-block-count': 'end of file', 'bad-tag': 'tag', 'bad-tag-255': 'tag',
    'version-2': 'version', 'version-big': 'version', 'text-file': '', 'zeros': '', 'bsd-cut-bins': '',
    'bsd-low-above-high': '', 'cut.gz': '', 'text.gz': '', 'empty.gz': '', 'flipped.gz': '',
}
NO_IMAGES = {'no-symbols': 'symbols', 'no-text.o': '.text|symbols', 'cut-image': ''}
MEMORY_LIMIT = 2 * 2**30


def prepare(folder, image):
    bad_files.prepare(folder, image)
    good = (folder / 'gmon.out').read_bytes()
    (folder / 'zeros').write_bytes(bytes(300))
    (folder / 'good.gz').write_bytes(gzip.compress(good, mtime=0))
    (folder / 'cut.gz').write_bytes(gzip.compress(good, mtime=0)[:-20])
    (folder / 'text.gz').write_bytes(gzip.compress(b'not a profile', mtime=0))
    (folder / 'empty.gz').write_bytes(gzip.compress(b'', mtime=0))
    flipped = bytearray(gzip.compress(good, mtime=0))
    flipped[len(flipped) // 2] ^= 0x55
    (folder / 'flipped.gz').write_bytes(flipped)


class BadInput:
    def __init__(self, checks, egprof, folder):
        self.checks, self.egprof, self.folder = checks, egprof, folder

    def run(self, *arguments, **keywords):
        return run(self.egprof, *arguments, cwd=self.folder, **keywords)

    def fails(self, outcome, name, cause=''):
        """Expects no output, status 1, and one line on standard error that states the file and the cause."""
        self.checks.equal(outcome.status, 1, f'exit status ({name})', outcome.command)
        self.checks.equal(outcome.out, '', f'nothing is printed ({name})', outcome.command)
        lines = re.sub(r'.*: warning: ignoring basic-block exec counts.*\n', '', outcome.err)
        self.checks.expect(lines.count('\n') == 1 and lines.endswith('\n'), f'one line: {outcome.err!r}',
                           outcome.command)
        self.checks.expect(name in outcome.err, f'names {name}: {outcome.err!r}', outcome.command)
        self.checks.expect(re.search(cause, outcome.err), f'says why: {outcome.err!r}', outcome.command)

    # --- profiles and images that cannot be read ---
    def unreadable(self):
        for name, cause in UNREADABLE.items():
            self.fails(self.run('-b', 'a.out', name, '--subtract', 'gmon.out'), name, cause)
            self.fails(self.run('-b', 'a.out', 'gmon.out', '--subtract', name), name, cause)
            if not name.startswith('bsd'):  # the message about a BSD file is gprof's and does not name the file
                self.fails(self.run('--gml', 'a.out', name), name, cause)
        for name, cause in NO_IMAGES.items():
            self.fails(self.run('-b', name, 'gmon.out', '--subtract', 'same-range'), name, cause)
            self.fails(self.run('-b', 'a.out', 'gmon.out', '--subtract', name, 'same-range'), name, cause)
        for name in ('text', 'empty', 'missing'):  # these files are not images, so they are read as profiles
            self.fails(self.run('-b', name, 'gmon.out', '--subtract', 'same-range'), name)
        for data in (b'', b'hello', (self.folder / 'cut-bins').read_bytes()):
            self.fails(self.run('-b', 'a.out', '-', '--subtract', 'gmon.out', stdin=data), '-')
        good = self.run('-b', 'a.out', 'gmon.out', '--subtract', 'good.gz')
        self.checks.equal((good.status, without_verdict(good.err)), (0, ''), 'a compressed profile', good.command)
        plain = self.run('-b', 'a.out', 'gmon.out', '--subtract', 'gmon.out')
        named = good.out.replace('a.out, good.gz', 'a.out, gmon.out')
        self.checks.equal(named, plain.out, 'a compressed profile has the same numbers', good.command)

    def incomplete(self):
        """A side without the records that a listing needs, or without any profile, is refused."""
        self.fails(self.run('-b', '-p', 'a.out', 'gmon.out', '--subtract', 'only-arcs'), 'only-arcs', 'histogram')
        self.fails(self.run('-b', '-p', 'a.out', 'only-arcs', '--subtract', 'gmon.out'), 'only-arcs', 'histogram')
        self.fails(self.run('-b', '-q', 'a.out', 'gmon.out', '--subtract', 'only-histogram'), 'only-histogram', 'call')
        self.fails(self.run('-b', 'a.out', 'gmon.out', '--subtract'), 'profile')
        self.fails(self.run('-b', 'a.out', 'gmon.out', '--subtract', 'a.out'), 'profile')
        self.fails(self.run('-b', 'gmon.out', '-s', 'missing'), 'missing', 'No such file')
        self.fails(self.run('-b', '-A', 'a.out', 'gmon.out', '--subtract', 'gmon.out'), '-A')

    def incompatible(self):
        """Files of one side that cannot be added are refused; the message names the second file."""
        for name in ('other-scale', 'overlap', 'other-dimension', 'other-abbreviation', 'covers-both'):
            for base, other in ((['same-range', name], ['gmon.out']), (['gmon.out'], ['same-range', name])):
                self.fails(self.run('-b', 'a.out', *base, '--subtract', *other), name)

    # --- arbitrary damage ---
    def survives(self, outcome):
        self.checks.expect(outcome.status in (0, 1), f'ends with status {outcome.status}: {outcome.err[:300]!r}',
                           outcome.command)
        self.checks.expect(outcome.status == 0 or (outcome.err and not outcome.out), f'says why: {outcome.err!r}',
                           outcome.command)

    def cut_anywhere(self):
        low = 0x1000
        data = write([Histogram(low, low + 64, [1] * 8), Arc(low, low + 16, 3), Arc(low + 16, low, 2)])
        for length in range(len(data)):
            (self.folder / 'cut').write_bytes(data[:length])
            self.survives(self.run('-b', 'a.out', 'gmon.out', '--subtract', 'cut'))

    def damaged(self, rng, count):
        """Tests profiles and images in which random bytes are changed."""
        profile, image = (self.folder / 'gmon.out').read_bytes(), (self.folder / 'a.out').read_bytes()
        for n in range(count):
            for name, data, end in (('damaged', profile, len(profile)), ('damaged-image', image, len(image))):
                changed = bytearray(data)
                for _ in range(rng.choice([1, 2, 8])):
                    changed[rng.randrange(rng.choice([64, end]))] = rng.choice([0, 1, 127, 128, 255,
                                                                                rng.randrange(256)])
                path = self.folder / f'{name}'
                path.write_bytes(changed)
            self.survives(self.run('-b', 'a.out', 'gmon.out', '--subtract', 'damaged'))
            self.survives(self.run('-b', '--gml', 'a.out', 'damaged'))
            self.survives(self.run('-b', 'damaged-image', 'gmon.out'))
            self.survives(self.run('-b', 'a.out', 'gmon.out', '--subtract', 'damaged-image', 'gmon.out'))

    # --- output files ---
    def output_files(self):
        folder = self.folder / 'out'
        folder.mkdir(exist_ok=True)
        wanted = self.run('--gml', 'a.out', 'gmon.out', '--subtract', 'version-0').out
        self.checks.expect(wanted.startswith('Creator '), 'a graph on standard output')

        def write_to(target, profile='version-0', **keywords):
            return self.run(f'--gml={target}', 'a.out', 'gmon.out', '--subtract', profile, **keywords)

        def holds_graph(path, what, outcome):
            self.checks.equal((outcome.status, outcome.out), (0, ''), what, outcome.command)
            self.checks.expect(path.read_text() == wanted, f'{what}: the graph', outcome.command)

        new, old, link = folder / 'new.gml', folder / 'old.gml', folder / 'link.gml'
        for path in (new, old, link):
            path.unlink(missing_ok=True)
        holds_graph(new, 'a new file', write_to('out/new.gml'))
        mask = os.umask(0)
        os.umask(mask)
        self.checks.equal(stat.S_IMODE(new.stat().st_mode), 0o666 & ~mask, 'mode of a new file')
        old.write_text('before')
        holds_graph(old, 'an old file', write_to('out/old.gml'))
        old.write_text('before')
        link.symlink_to('old.gml')
        holds_graph(old, 'a link', write_to('out/link.gml'))
        self.checks.expect(link.is_symlink(), 'a link stays a link')

        old.write_text('before')
        self.fails(write_to('out/old.gml', 'cut-bins'), 'cut-bins')
        self.checks.equal(old.read_text(), 'before', 'a failure leaves the old file')
        self.fails(write_to('out/other.gml', 'cut-bins'), 'cut-bins')
        self.checks.equal(sorted(p.name for p in folder.iterdir()), ['link.gml', 'new.gml', 'old.gml'],
                          'nothing else is left')
        self.fails(write_to('nowhere/new.gml'), 'nowhere/new.gml', 'No such file')
        self.fails(write_to('out'), 'out', 'irectory')
        self.fails(write_to('/dev/full'), '/dev/full', 'space')
        self.checks.expect(stat.S_ISCHR(os.stat('/dev/full').st_mode), '/dev/full stays a device')
        null = write_to('/dev/null')
        self.checks.equal((null.status, null.out, null.err), (0, '', ''), '/dev/null', null.command)
        self.checks.expect(stat.S_ISCHR(os.stat('/dev/null').st_mode), '/dev/null stays a device')
        self.pipes(write_to, wanted)
        full = subprocess.run([self.egprof, '-b', 'a.out', 'gmon.out', '--subtract', 'version-0'], cwd=self.folder,
                              stdout=open('/dev/full', 'wb'), stderr=subprocess.PIPE)
        self.checks.expect(full.returncode == 1 and full.stderr.count(b'\n') == 1,
                           f'standard output is full: {full.returncode} {full.stderr!r}')

    def pipes(self, write_to, wanted):
        fifo, received = self.folder / 'out' / 'fifo', []
        fifo.unlink(missing_ok=True)
        os.mkfifo(fifo)
        reader = threading.Thread(target=lambda: received.append(fifo.read_text()), daemon=True)
        reader.start()
        outcome = write_to('out/fifo')
        reader.join(10)
        self.checks.equal((outcome.status, received), (0, [wanted]), 'a FIFO', outcome.command)
        self.checks.expect(stat.S_ISFIFO(fifo.stat().st_mode), 'a FIFO stays one')
        fifo.unlink()
        done = subprocess.run(['bash', '-c', '"$0" --gml=/dev/fd/5 a.out gmon.out --subtract version-0 5>out/by-number',
                               self.egprof], cwd=self.folder, capture_output=True)
        path = self.folder / 'out' / 'by-number'
        self.checks.equal((done.returncode, path.read_text() == wanted), (0, True), '/dev/fd/5')
        path.unlink()


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    checks, folder = Checks(), arguments.data / 'bad-input'
    prepare(folder, Builder(arguments.data).get('statics-O0-g'))
    tests = BadInput(checks, arguments.egprof, Path(folder))
    tests.unreadable()
    tests.incomplete()
    tests.incompatible()
    tests.cut_anywhere()
    tests.damaged(random.Random(arguments.seed), 100)
    tests.output_files()
    checks.finish()


if __name__ == '__main__':
    main()
