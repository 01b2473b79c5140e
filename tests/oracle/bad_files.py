# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes bad input for both programs: command lines that fail, and files that are missing, empty, truncated, odd or of
another format.

Files that gprof mistakes for a BSD profile, for example 300 zero bytes, are excluded, because gprof allocates 16 GiB
for them.
"""
import shutil
import subprocess
from pathlib import Path

from compare import Case
from gmon import Arc, Blocks, Histogram, write, write_bsd

COMMAND_LINES = ['-g', '-G', '--bogus', '--f', '--no', '--width', '-k', '-w', '--time', '-bpz -g', '--brief=yes', '-e',
                 '-b -n', '-b --demangle=x', '--n', '-?', '-', '-- -p', '-b -- a.out -p', '-b {empty} {empty}',
                 '-p missing -g', '-r -R x']


def prepare(folder, image):
    """Fills a folder with an image, a good profile and bad ones."""
    folder = Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(image.path, folder / 'a.out')
    good = (image.folder / 'gmon.out').read_bytes()
    low, high = image.text
    for name, data in _profiles(good, low, high).items():
        (folder / name).write_bytes(data)
    (folder / 'folder').mkdir()
    (folder / 'text').write_text('not an executable\n')
    shutil.copy(image.path, folder / 'no-symbols')
    subprocess.run(['strip', folder / 'no-symbols'], check=True)
    subprocess.run(['gcc', '-c', '-x', 'c', '-', '-o', folder / 'no-text.o'], input=b'', check=True)
    subprocess.run(['objcopy', '--remove-section=.text', folder / 'no-text.o'], check=True, stderr=subprocess.DEVNULL)
    (folder / 'cut-image').write_bytes(image.path.read_bytes()[:5000])


def _profiles(good, low, high):
    histogram = Histogram(low, high - (high - low) % 2, [1] * 100)
    low, high = histogram.low, histogram.high
    arc = Arc(low, low, 1)
    half = (low + high) // 2 & ~1
    kinds = {
        'gmon.out': good,
        'empty': b'', 'short': b'gmon\1\0\0', 'header': good[:20], 'nineteen': good[:19],
        'cut-tag': write([histogram])[:21], 'cut-histogram-header': write([histogram])[:40],
        'cut-bins': write([histogram])[:101], 'cut-first-bin': write([histogram])[:61],
        'cut-arc': write([histogram, arc])[:-3], 'cut-arc-after-tag': write([histogram, arc])[:-20],
        'cut-blocks': write([histogram, arc, Blocks([(low, 1), (half, 2)])])[:-5],
        'cut-block-count': write([histogram, arc, Blocks([(low, 1)])])[:-18],
        'bad-tag': good + b'\7junk', 'bad-tag-255': good + b'\xff', 
        'text-file': b'contents and more of that\n' * 20,  # read as a BSD header, its first address is above the second
        'version-2': write([histogram, arc], version=2), 'version-big': write([histogram, arc], version=2**31 + 5),
        'version-0': write([histogram, arc], version=0),
        'version-0-blocks': write([histogram, arc, Blocks([(low, 1), (half, 2)])], version=0),
        'only-histogram': write([histogram]), 'only-arcs': write([arc, Arc(half, low, 5)]),
        'only-blocks': write([Blocks([(low, 3)])]), 'blocks': write([histogram, arc, Blocks([(low, 3)])]),
        'other-dimension': write([Histogram(low, high, [1] * 100, dimension=b'ticks')]),
        'other-abbreviation': write([Histogram(low, high, [1] * 100, abbreviation=b't')]),
        'other-rate': write([Histogram(low, high, [1] * 100, rate=1000)]),
        'same-range': write([Histogram(low, high, [2] * 100)]),
        'other-scale': write([Histogram(low, high, [1] * 50)]),
        'overlap': write([Histogram(low + 2, high + 2, [1] * 100)]),
        'zero-rate': write([Histogram(low, high, [1] * 100, rate=0), arc]),
        'no-samples': write([Histogram(low, high, [0] * 100), arc]),
        'no-arcs-counted': write([histogram, Arc(low, low, 0)]),
        'bsd': write_bsd(histogram, [arc]), 'old-bsd': write_bsd(histogram, [arc], old=True),
        'bsd-other-rate': write_bsd(Histogram(low, high, [1] * 100, rate=1000), [arc]),
        'bsd-other-range': write_bsd(Histogram(low, high - 2, [1] * 100), [arc]),
        'bsd-cut-bins': write_bsd(histogram, [arc])[:101], 'bsd-cut-arc': write_bsd(histogram, [arc])[:-5],
        'bsd-low-above-high': write_bsd(Histogram(high, low, [1] * 100), [arc]),
        'bsd-header-only': write_bsd(Histogram(low, high, []), []),
    }
    first, second = Histogram(low, half, [1] * 50), Histogram(half, half + (half - low), [1] * 50)
    kinds['two-histograms'] = write([first, second])
    kinds['covers-both'] = write([first, second, Histogram(low + 2, half + (half - low) - 2, [1] * 100)])
    return kinds


def cases(folder):
    """Yields cases in which each file is the only profile or follows a good profile, and the command lines that
    fail."""
    names = sorted(p.name for p in Path(folder).iterdir() if p.is_file())
    for name in names + ['missing', 'folder', '/dev/null']:
        if name == 'gmon.out':
            continue
        yield from _both(folder, ['-b', 'a.out', name])
        for options in (['-b', '-p'], ['-b', '-q'], []):
            yield Case('bad files', folder, (*options, 'a.out', name))
        yield Case('bad files', folder, ('-b', 'a.out', 'gmon.out', name))
        yield Case('bad files', folder, ('-b', 'a.out', 'same-range', name))
    for name in ['missing', 'folder', 'text', 'empty', 'no-symbols', 'no-text.o', 'cut-image', '/dev/null', '']:
        yield from _both(folder, ['-b', name])
        yield Case('bad files', folder, ('-b', name, 'missing'))
    for a in ['other-dimension', 'other-abbreviation', 'other-scale', 'overlap', 'two-histograms', 'bsd', 'old-bsd']:
        yield Case('bad files', folder, ('-b', 'a.out', a, a))
        yield Case('bad files', folder, ('-b', 'a.out', a, 'same-range', a))
        yield Case('bad files', folder, ('-b', 'a.out', a, 'other-rate', 'same-range', 'missing'))
    for words in COMMAND_LINES:
        words = [word.replace('{empty}', '') for word in words.split()]
        yield from _both(folder, words)
    yield Case('bad files', folder, ('a.out', 'gmon.out', '-p'), environment=(('POSIXLY_CORRECT', '1'),))
    yield Case('bad files', folder, ('-b', 'a.out', '-p', 'gmon.out'), environment=(('POSIXLY_CORRECT', '1'),))
    for name in ['gmon.out', 'bsd', 'empty', 'cut-bins', 'cut-arc']:
        for pipe in (False, True):
            yield Case('standard input', folder, ('-b', 'a.out', '-'), stdin=name, pipe=pipe)
    yield Case('standard input', folder, ('-b', 'a.out', 'gmon.out', '-'), stdin='gmon.out')


def _both(folder, words):
    """Yields the case twice: for egprof under the name gprof, and under its own name."""
    yield Case('bad files', folder, tuple(words))
    yield Case('bad files', folder, tuple(words), name='egprof')
