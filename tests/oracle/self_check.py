# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the oracle test can fail, before it is used."""
from dataclasses import replace

from compare import Case, compare_outcomes, run
from deviations import Comparison, explain
from gmon import Arc, Histogram, read, write
from options import uncovered
from sums import same_sums


def problems(image, folder, gprof, egprof, scratches):
    """Returns messages about errors in the test itself; an empty list if the test can be trusted."""
    found = []
    data = (image.folder / 'gmon.out').read_bytes()
    if write(read(data, image.layout), image.layout)[20:] != data[20:]:
        found.append('a real profile does not survive reading and writing')
    for options in (('-b',), ('-b', '-A', '-y'), ('-s',)):
        found += _unnoticed(Case('', folder, (*options, 'a.out', 'gmon.out')), gprof, egprof)
    found += _scratch_problems(folder, scratches)
    if not _sums_are_told_apart():
        found.append('a wrong sum is taken for one with wide fields')
    return found


def coverage_problems(matrix):
    return [f'fewer than three sets have option {key}' for key in uncovered(matrix.sets, matrix.table)]


def _unnoticed(case, gprof, egprof):
    """Changes gprof's own outcome in several ways. Yields the changes that the comparison does not notice, or that the
    table of deviations explains."""
    theirs = gprof.run(case)
    faults = {'a changed byte of standard error': replace(theirs, stderr=theirs.stderr + b'!'),
              'another exit status': replace(theirs, status=theirs.status + 1),
              'a file too many': replace(theirs, files={**theirs.files, 'more': b''})}
    if theirs.stdout:
        middle = len(theirs.stdout) // 2
        faults['a changed byte of standard output'] = replace(
            theirs, stdout=theirs.stdout[:middle] + bytes([theirs.stdout[middle] ^ 1]) + theirs.stdout[middle + 1:])
        faults['a missing last byte'] = replace(theirs, stdout=theirs.stdout[:-1])
    for name, data in theirs.files.items():
        faults[f'a missing {name}'] = replace(theirs, files={k: v for k, v in theirs.files.items() if k != name})
        faults[f'a changed {name}'] = replace(theirs, files={**theirs.files, name: data[:-1] + bytes([data[-1] ^ 1])})
        if name == 'gmon.sum':
            faults['a header that is not of zeros'] = replace(
                theirs, files={**theirs.files, name: data[:12] + b'\1' + data[13:]})
    for name, outcome in faults.items():
        comparison = Comparison(case, theirs, outcome, gprof, egprof)
        if not compare_outcomes(case, theirs, outcome).differences or explain(comparison):
            yield f'{" ".join(case.arguments)}: {name} goes unnoticed'
    clean = replace(theirs, files={name: data[:8] + bytes(12) + data[20:] if data[:4] == b'gmon' else data
                                   for name, data in theirs.files.items()})
    if compare_outcomes(case, theirs, clean).differences:
        yield f'{" ".join(case.arguments)}: gprof differs from itself'
    wanted = {'-y': '-ann', '-s': 'gmon.sum'}
    for option, ending in wanted.items():
        if option in case.arguments and not any(name.endswith(ending) for name in theirs.files):
            yield f'{" ".join(case.arguments)}: no file of gprof was found'


def _scratch_problems(folder, scratches):
    """Checks that files that a program writes, changes or removes are noticed, and are restored for the next run."""
    script = 'echo a >new; echo b >given; rm gmon.2; mkdir deep; echo c'
    case = Case('', folder, ('-c', script), name='sh', files=(('given', b'x'), ('kept', b'y')))
    first = run('/bin/sh', case, scratches.get())
    if first.files != {'new': b'a\n', 'given': b'b\n', 'gmon.2': b'<removed>', 'deep': b'<Is a directory>'}:
        yield f'written files are not found: {first.files}'
    second = run('/bin/sh', replace(case, arguments=('-c', 'ls; cat gmon.2 >&2'), files=()), scratches.get())
    if second.files or second.stderr != (folder / 'gmon.2').read_bytes() or b'given' in second.stdout:
        yield 'a run leaves something behind'


def _sums_are_told_apart():
    theirs = [Histogram(0, 8, [1, 2]), Arc(0, 4, 7)]
    wide = [Histogram(0, 8, [1, 0xFFFF]), Histogram(0, 8, [0, 3]), Arc(0, 4, 7)]
    wrong = [Histogram(0, 8, [1, 0xFFFF]), Histogram(0, 8, [1, 3]), Arc(0, 4, 7)]
    return same_sums(theirs, wide) and not same_sums(theirs, wrong) and not same_sums(theirs, theirs)
