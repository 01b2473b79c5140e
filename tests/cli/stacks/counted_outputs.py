# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that counts of events are written as counts, in every format, by reading the files with independent readers."""
import collections
import csv
import io
import json
import re
import shutil
import subprocess

from stack_formats import read as read_file

# Costs of two runs: by function, its own cost, and how often main calls it.
SMALL = {'main': (5_000_000, 0), 'work': (7_000_000, 3), 'rest': (11, 2)}
LARGE = {'main': (2_000_000_001, 0), 'work': (10_000_000_007, 3), 'rest': (0, 0)}


def _callgrind(costs):
    own = {name: cost for name, (cost, _) in costs.items()}
    lines = ['# callgrind format', 'events: Ir', '', 'fn=main', f'1 {own["main"]}']
    for name, (cost, calls) in costs.items():
        if calls:
            lines += [f'cfn={name}', f'calls={calls} 1', f'2 {cost}']
    for name, cost in own.items():
        if name != 'main':
            lines += ['', f'fn={name}', f'1 {cost}']
    return '\n'.join(lines) + '\n'


def _own(stacks):
    """Returns the sum of each innermost function."""
    found = collections.Counter()
    for names, number in stacks:
        found[names[-1]] += number
    return {name: number for name, number in found.items() if number}


def _of_pprof(path, sign=1):
    recording = read_file(path)
    stacks = [stack for stack in recording.stacks if (stack.weight < 0) == (sign < 0)]
    return recording, _own(([frame.name for frame in stack.frames], sign * stack.weight) for stack in stacks)


def _of_folded(text, column=-1, columns=1):
    rows = [line.rsplit(' ', columns) for line in text.splitlines()]
    return _own((row[0].split(';'), int(row[column])) for row in rows)


def counted_stacks(checks, scene):
    """--pprof, --folded, --callgrind, CSV and JSON have the counts of a file of callgrind."""
    written = scene.folder / 'counts.pb.gz'
    for name, costs in (('small', SMALL), ('large', LARGE)):
        path = scene.write(f'{name}.callgrind', _callgrind(costs))
        expected = {function: cost for function, (cost, _) in costs.items() if cost}
        shown = scene.egprof_of(f'--pprof={written}', path)
        if checks.equal((shown.status, shown.out), (0, ''), f'--pprof of {name}', shown.err):
            recording, own = _of_pprof(written)
            checks.equal(own, expected, f'--pprof of {name}')
            checks.equal(recording.event(), 'Ir', 'the event')
        shown = scene.egprof_of('--folded', path)
        checks.equal(_of_folded(shown.out), expected, f'--folded of {name}', shown.err)
        document = json.loads(scene.egprof_of('--format=json', '-p', path).out)
        checks.equal({row['name']: row['numbers']['self'] for row in document['functions'] if row['numbers']['self']},
                     expected, f'JSON of {name}')
        _annotated(checks, scene, path, expected)
    _differences(checks, scene, written)


def _annotated(checks, scene, path, expected):
    """callgrind_annotate shows the same counts for a file that egprof wrote."""
    if not shutil.which('callgrind_annotate'):
        print('skipped: counts read by callgrind_annotate (Debian: valgrind)')
        return
    again = scene.write('again.callgrind', scene.egprof_of('--callgrind', path).out)
    shown = subprocess.run(['callgrind_annotate', '--threshold=100', again], capture_output=True, text=True)
    found = {match[2]: int(match[1].replace(',', ''))
             for match in re.finditer(r'^ *([\d,]+) \([ \d.]+%\) +[^:\n]+:(\w+)', shown.stdout, re.M)}
    checks.equal({name: found.get(name) for name in expected}, expected, 'callgrind_annotate', shown.stdout + shown.stderr)


def _differences(checks, scene, written):
    small, large = scene.folder / 'small.callgrind', scene.folder / 'large.callgrind'
    sides = [{function: cost for function, (cost, _) in costs.items() if cost} for costs in (SMALL, LARGE)]
    shown = scene.egprof_of(f'--pprof={written}', small, '--subtract', large)
    if checks.equal(shown.status, 0, '--pprof of a difference', shown.err):
        checks.equal([_of_pprof(written, -1)[1], _of_pprof(written)[1]], sides, '--pprof of a difference')
    text = scene.egprof_of('--folded', small, '--subtract', large).out
    checks.equal([_of_folded(text, column, 2) for column in (1, 2)], sides, '--folded of a difference')
    text = scene.egprof_of('--format=csv', '-p', small, '--subtract', large).out
    rows = list(csv.DictReader(io.StringIO(text.split('\r\n\r\n')[0])))  # without the table of the verdict
    found = [{row['name']: int(row[key]) for row in rows if row[key] not in ('', '0')} for key in ('baseSelf', 'otherSelf')]
    checks.equal(found, sides, 'CSV of a difference')
    for direction, mine, theirs in (('--growth', 1, 0), ('--shrink', 0, 1)):
        text = scene.egprof_of('--callgrind', direction, small, '--subtract', large).out
        totals = sum(max(0, sides[mine].get(name, 0) - sides[theirs].get(name, 0)) for name in SMALL)
        checks.expect(f'summary: {totals}\n' in text, f'{direction}: {totals} in {text[:300]}')
