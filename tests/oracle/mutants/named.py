# SPDX-License-Identifier: GPL-3.0-or-later
"""Damaged profiles that egprof once handled differently from gprof; every run of the tests tries all of them."""
from compare import Case
from gmon import Arc, Histogram, write, write_bsd

MOST = 2**64 - 1


def cases(stage):
    """Yields the cases, which are for a 64-bit image."""
    for name, (data, *lines) in _mutants(stage.image).items():
        for line in lines:
            yield Case(name, stage.folder, (*line.split(), 'a.out', 'mutant'), files=(('mutant', data),),
                       layout=stage.image.layout)


def _mutants(image):
    """Returns {name: (profile, sets of options that showed the problem)}."""
    low, high = image.text
    first, second = image.functions[0].address, image.functions[-1].address
    histogram = Histogram(low, high, [1] * 20)
    line_feed = Histogram(low, high, [1] * 20, dimension=b'se\nconds')
    behind = Histogram(low, high, [1] * 20, dimension=b'seconds\0x')
    counts = [Arc(first + 1, second, MOST), Arc(second + 1, second, MOST - 1), Arc(second + 1, first, 2**63)]
    return {
        'a unit with a line feed': (write([histogram, line_feed]), '-b', '-b -s'),
        'bytes behind the end of a unit': (write([behind, histogram]), '-b', '-b -s'),
        'counts that are no signed numbers': (write_bsd(histogram, counts), '-b', '-b -T', '-b -C', '-b -p -z'),
        'a count that no sum can hold': (write_bsd(histogram, counts), '-b -s', '-s -p -q'),
    }
