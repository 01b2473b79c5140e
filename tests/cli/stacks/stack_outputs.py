# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests whole stacks written by --folded, --pprof and --tree, for one execution and for a difference."""
import collections
import json
import re
import shutil
import subprocess

from stack_formats import read as read_file

from scene import FULL, read, sums_of

STACKED = ('old.perf.gz', 'events.perf.gz', 'readable.perf.gz', 'old.firefox.gz', 'old.speedscope.gz', 'old.folded.gz',
           'go_old.cpu.pb.gz', 'go_old.heap.pb.gz', 'go_diff.cpu.pb.gz', 'native_old.pb.gz', 'node_old.cpuprofile.gz')
PAIRED = ('{}.perf.gz', 'go_{}.cpu.pb.gz', 'go_{}.heap.pb.gz', 'node_{}.cpuprofile.gz')


def _names(paths):
    """Returns the same paths as names only, without images. Leaves out samples without a stack."""
    found = collections.Counter()
    for path, weight in paths.items():
        found[tuple(_folded_name(name) for name, _ in path)] += weight
    return collections.Counter({path: weight for path, weight in found.items() if path and weight})


def _folded_name(name):
    return re.sub(r' (?=\d+$)', '_', name.replace(';', ':'))


def _folded(text, columns):
    """Sums rows with the same stack, which can occur if functions in several images have the same name."""
    rows = collections.defaultdict(lambda: [0] * columns)
    for line in text.splitlines():
        stack, *numbers = line.rsplit(' ', columns)
        row = rows[tuple(stack.split(';'))]
        row[:] = [sum(pair) for pair in zip(row, map(int, numbers))]
    return rows


def _unit(recording):
    """Returns the unit of the counts in --folded output. The unit is the weight of one sample if all samples have the
    same weight; otherwise 1, which means a nanosecond or an event."""
    stacks = [stack for stack in recording.stacks if stack.event == recording.event() and stack.count]
    weights = {stack.weight / stack.count for stack in stacks}
    return weights.pop() if recording.sampled and len(weights) == 1 else 1


def folded(checks, scene):
    for name in STACKED:
        if name.startswith('go_diff'):  # these files contain negative numbers
            shown = scene.egprof_of('--folded', name)
            checks.equal((shown.status, shown.out), (1, ''), f'--folded of {name}', shown.err)
            continue
        recording, sums = read(name), sums_of(name)
        shown = scene.egprof_of('--folded', '--no-demangle', name)
        found = {path: row[0] for path, row in _folded(shown.out, 1).items()}
        unit = _unit(recording)
        checks.equal({path: weight * unit for path, weight in found.items()}, dict(_names(sums.paths)),
                     f'--folded {name}')
    base, other = (_names(sums_of(f'{side}.perf.gz').paths) for side in ('old', 'new'))
    shown = scene.egprof_of('--folded', '--no-demangle', 'old.perf.gz', '--subtract', 'new.perf.gz')
    rows = _folded(shown.out, 2)
    expected = {path: [base[path] // 4000000, other[path] // 4000000] for path in set(base) | set(other)}
    checks.equal(dict(rows), expected, '--folded of a difference has two columns')


def pprof(checks, scene):
    for name in STACKED:
        path = scene.folder / 'out.pb.gz'
        shown = scene.egprof_of(f'--pprof={path}', name)
        if not checks.equal((shown.status, shown.out), (0, ''), f'--pprof of {name}', shown.err):
            continue
        again, sums = read_file(path), sums_of(name)
        checks.equal(_paths(again), {path: weight for path, weight in sums.paths.items() if weight},
                     f'--pprof of {name}')
    for form in PAIRED:
        _pprof_difference(checks, scene, *(form.format(side) for side in ('old', 'new')))


def _paths(recording, holds=lambda stack: True):
    found = collections.Counter()
    for stack in recording.stacks:
        if stack.event == recording.event() and holds(stack):
            found[tuple((frame.name, frame.image) for frame in stack.frames)] += stack.weight
    return {path: weight for path, weight in found.items() if weight}


def _is_base(stack):
    return ('pprof::base', 'true') in stack.labels


def _pprof_difference(checks, scene, base, other):
    """--pprof writes the other side minus the base, in the form of pprof's -diff_base: samples of the base are negative
    and have a label."""
    path = scene.folder / 'difference.pb.gz'
    shown = scene.egprof_of(f'--pprof={path}', base, '--subtract', other)
    if not checks.equal((shown.status, shown.out), (0, ''), f'--pprof of {base} and {other}', shown.err):
        return
    written = read_file(path)
    sides = [_names(sums_of(name).paths) for name in (base, other)]
    found = [_names(_paths(written, holds)) for holds in (_is_base, lambda stack: not _is_base(stack))]
    checks.equal(collections.Counter({path: -weight for path, weight in found[0].items()}), sides[0],
                 f'base of {path}: {base}')
    checks.equal(found[1], sides[1], f'other side of {path}: {other}')
    if FULL and shutil.which('go'):
        top = subprocess.run(['go', 'tool', 'pprof', '-top', '-unit=ns', path], capture_output=True, text=True)
        checks.equal(top.returncode, 0, f'pprof reads {path}', top.stderr)
        for name in ('go_{}.cpu.pb.gz', 'go_{}.heap.pb.gz'):
            checks.expect(base != name.format('old') or 'main.parse' in top.stdout, f'pprof shows {path}', top.stdout)


def tree(checks, scene):
    for name in ('old.perf.gz', 'go_old.cpu.pb.gz', 'go_old.heap.pb.gz', 'node_old.cpuprofile.gz'):
        shown = scene.egprof_of('--tree', '--format=json', '--no-demangle', name)
        if not checks.equal(shown.status, 0, f'--tree of {name}', shown.err):
            continue
        document = scene.tables(shown.out)
        found = {path: document.ticks(row['numbers']['self']) for path, row in document.contexts()}
        expected = {path: weight for path, weight in sums_of(name).paths.items() if path and weight}
        checks.equal({path: weight for path, weight in found.items() if weight}, expected, f'--tree of {name}')
    base, other = (sums_of(f'{side}.perf.gz') for side in ('old', 'new'))
    shown = scene.egprof_of('--tree', '--format=json', '--no-demangle', 'old.perf.gz', '--subtract', 'new.perf.gz')
    if not checks.equal(shown.status, 0, '--tree of a difference', shown.err):
        return
    document = scene.tables(shown.out)
    for path, row in document.contexts():
        mine = [sum(weight for whole, weight in sums.paths.items() if _begins(whole, path)) for sums in (base, other)]
        totals = [document.ticks(row[side]['total']) if row[side] else 0 for side in ('base', 'other')]
        checks.equal(totals, mine, f'--tree of a difference: {path[-1][0]} at depth {len(path)}')
    refused = scene.egprof_of('--tree', 'old.callgrind.gz')
    checks.equal((refused.status, refused.out), (1, ''), '--tree of sums', refused.command)
    text = scene.egprof_of('diff', '--tree', 'old.perf.gz', 'new.perf.gz')
    checks.expect(text.status == 0 and 'app::parse' in text.out, '--tree for people', text.err)


def _begins(whole, path):
    """True if a stack begins with this path. Names of images are ignored in frames of the program itself (/prog_...),
    because its image has a different name on each side."""
    return [name for name, _ in whole[:len(path)]] == [name for name, _ in path] and all(
        mine == theirs or '/prog_' in mine for (_, mine), (_, theirs) in zip(whole, path))


def listing(checks, scene):
    """The flat profile as text shows shares and self times with two decimals, largest first."""
    for name in ('old.perf.gz', 'old.firefox.gz', 'go_old.cpu.pb.gz', 'node_old.cpuprofile.gz'):
        sums = sums_of(name)
        shown = scene.egprof_of('-b', '-p', '--no-demangle', name)
        rows = [re.match(r' *([\d.]+) +([\d.]+) +([\d.]+) +(?:[-\d.]+ +)*(\S.*)$', line) for line in shown.out.splitlines()]
        found = [(row[4], row[1], row[3]) for row in rows if row]
        expected = [(key[0], f'{100 * sums.own[key] / sums.whole:.2f}', f'{sums.own[key] / 1e9:.2f}')
                    for key in sums.functions() if sums.total[key]]
        checks.equal(sorted(found), sorted(expected), f'the listing of {name}', shown.command)
        checks.equal([row[2] for row in found], sorted((row[2] for row in found), key=float, reverse=True),
                     f'the order of {name}')


def other_outputs(checks, scene):
    """Tests all other outputs, for one execution and for a difference: they succeed and name the function."""
    for options in (['--format=csv'], ['--callgrind', '--growth'], ['--gml'], ['--side-by-side']):
        for sides in (['old.perf.gz'], ['old.perf.gz', '--subtract', 'new.perf.gz'], ['old.callgrind.gz'],
                      ['old.callgrind.gz', '--subtract', 'new.callgrind.gz']):
            if options in (['--side-by-side'], ['--callgrind', '--growth']) and len(sides) == 1:
                continue
            shown = scene.egprof_of(*options, *sides)
            checks.expect(shown.status == 0 and 'parse' in shown.out, f'{options} of {sides}: {shown.err[:300]}',
                          shown.command)
            checks.expect('nan' not in shown.out and '1e+09 Hz' not in shown.out, f'{options} of {sides}: numbers',
                          shown.command)
    json.loads(scene.egprof_of('--format=json', 'old.perf.gz').out)
