# SPDX-License-Identifier: GPL-3.0-or-later
"""The oracle test checks itself before it judges: it must be able to fail."""
from dataclasses import replace

from compare import Case, compare_outcomes
from gmon import read, write


def problems(image, gprof):
    """Lines that say what is wrong with the harness; empty when it can be trusted."""
    found = []
    if not _notices_one_byte(Case('', image.folder, ('-b', 'a.out', 'gmon.out')), gprof):
        found.append('the comparison does not notice a changed byte')
    data = (image.folder / 'gmon.out').read_bytes()
    if write(read(data, image.layout), image.layout)[20:] != data[20:]:
        found.append('a real profile does not survive reading and writing')
    return found


def _notices_one_byte(case, gprof):
    theirs = gprof.run(case)
    changed = [replace(theirs, stdout=theirs.stdout[:-1] + b'!'), replace(theirs, stderr=theirs.stderr + b'!'),
               replace(theirs, status=theirs.status + 1)]
    return theirs.stdout and all(compare_outcomes(case, theirs, other).differences for other in changed)
