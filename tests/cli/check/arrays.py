# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests which arrays, frames and blocks of the heap have the misses in an address trace, and whether loops have the same
references and misses as in a recording of Callgrind with jumps. Both recordings are new."""
import re
import shutil
import subprocess

from checks import TOP
from ranks import document_of

PROGRAM = TOP / 'testdata' / 'programs' / 'arrays.c'
EVERYTHING = ('--threshold=0', '--min-share=0')
CACHE = '1024,2,64'


def record(scene):
    """Builds the program, and records it with lackey and with Callgrind."""
    def run(*words):
        subprocess.run(words, check=True, cwd=scene.folder, capture_output=True, timeout=200)
    run('gcc', '-g', '-O1', '-o', 'arrays', str(PROGRAM))
    run('valgrind', '--tool=lackey', '--trace-mem=yes', '--log-file=arrays.lackey', './arrays')
    run('valgrind', '--tool=callgrind', '--cache-sim=yes', '--dump-instr=yes', '--collect-jumps=yes', f'--D1={CACHE}',
        '--toggle-collect=main', '--callgrind-out-file=arrays.callgrind', './arrays')


def expected_arrays():
    """Returns the array named in the comment of each line of a loop."""
    lines = PROGRAM.read_text().splitlines()
    found = {number: match[1] for number, line in enumerate(lines, 1)
             if (match := re.search(r'// ((?:table|\w+ of \w+)(?= *$))', line))}
    places = {match[1]: number for number, line in enumerate(lines, 1) if (match := re.search(r'alloc.*// (\w+)$', line))}
    for number, name in found.items():
        kind, _, function = name.partition(' of ')
        if kind == 'heap':
            found[number] = f'heap of {function} (arrays.c:{places[function]})'
    return found


def misses_of(document, kind):
    """Returns misses and references of regions of one kind, by function and line, and by array."""
    return {(each['region']['name'], each['region']['line'], each['dataStructure']): (each['lost'], each['severity'])
            for each in document['properties'] if each['region']['kind'] == kind and each['name'] == 'LC1MissesOverMemRef'}


def arrays(checks, scene):
    if shutil.which('valgrind') is None:
        return print('skipped: valgrind is not installed')
    record(scene)
    document = document_of(checks, scene, *EVERYTHING, f'--cache={CACHE}', 'arrays.lackey')
    expected = expected_arrays()
    checks.equal(len(expected), 7, 'lines with an array', expected)
    found = {}
    for (_, line, array), (lost, _) in misses_of(document, 'line').items():
        if line in expected and array is not None and lost > 5:
            found.setdefault(line, set()).add(array)
    checks.equal(found, {line: {array} for line, array in expected.items()}, 'arrays of lines', found)
    # A function that uses several blocks may be said to use the heap: how much depends on where the stack begins.
    names = {each['dataStructure'] for each in document['properties'] if each['region']['kind'] == 'line'}
    checks.equal('heap' in names, False, 'all of the heap is told apart', names)
    traced = {key[:2]: value for key, value in misses_of(document, 'loop').items() if key[2] is None}
    counted = misses_of(scene.document(checks, *EVERYTHING, 'arrays.callgrind'), 'loop')
    counted = {key[:2]: value for key, value in counted.items() if key[0].startswith('in_')}
    checks.equal({key: value for key, value in traced.items() if key in counted}, counted, 'loops of Callgrind', traced)
    checks.equal(len(counted), 8, 'loops', counted)
