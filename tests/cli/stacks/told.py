# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the independent reader with the output of perf report, callgrind_annotate and pprof for the same files.

These outputs are stored next to the recordings; testdata/profiles/pairs/record.sh made both."""
import collections
import gzip
import re

from scene import PAIRS, read, sums_of


def told_by_the_tools(checks):
    for side in ('old', 'new'):
        _perf(checks, side)
        _callgrind(checks, side)
        for kind in ('cpu', 'heap'):
            _pprof(checks, f'go_{side}.{kind}')
        _pprof(checks, f'native_{side}')
    _callgrind(checks, 'sort')
    for kind in ('cpu', 'heap'):
        _pprof_difference(checks, kind)


def _lines(name):
    path = PAIRS / name
    text = gzip.decompress(path.read_bytes()) if name.endswith('.gz') else path.read_bytes()
    return text.decode().splitlines()


def _base_name(image):
    return image.rsplit('/', 1)[-1]


# perf report prints shares with two decimals. Addresses without a symbol have rows of their own.

def _perf(checks, side):
    found = sums_of(f'{side}.perf.gz')
    for kind, mine in (('self', found.own), ('children', found.total)):
        told, samples = collections.Counter(), collections.Counter()
        for line in _lines(f'{side}.perf.{kind}.txt'):
            *shares, count, image, _, name = line.split(None, 5 if kind == 'children' else 4)
            key = ('[unknown]' if name.startswith('0x') else name, image)
            told[key] += float(shares[0].rstrip('%'))
            samples[key] += int(count)
        by_name = collections.Counter()
        for (name, image), value in mine.items():
            by_name[name, _base_name(image)] += value
        shown = {key for key, value in by_name.items() if value}
        checks.equal(shown, set(told), f'perf report --{kind}: its functions, {side}')
        for key in shown & set(told):
            share = 100 * by_name[key] / found.whole
            checks.expect(abs(share - told[key]) < 0.0051,
                          f'perf report --{kind}, {side}: {key}: {told[key]} %, not {share}')
        if kind == 'self':
            checks.equal(samples, collections.Counter({(name, _base_name(image)): count for (name, image), count
                                                       in found.samples.items() if count}), f'its samples, {side}')


# callgrind_annotate prints a row for each function and source file; its inclusive costs count recursive calls more than
# once.

def _annotated(name):
    """Returns {function: list of the costs in its rows}."""
    costs = collections.defaultdict(list)
    for line in _lines(name):
        found = re.match(r' *([\d,]+) \([^)]*\)  (.*)$', line)
        function = found[2] if found[2] == 'PROGRAM TOTALS' else re.match(r'[^:]*:(.*?)(?: \[[^]]*\])?$', found[2])[1]
        costs[function].append(int(found[1].replace(',', '')))
    return costs


def _by_function(counter):
    sums = collections.Counter()
    for (name, _), value in counter.items():
        sums[name] += value
    return sums


# Functions for which callgrind_annotate shows wrong costs: in clone.S, it attributes the calls that follow a call to
# the callee of that call.
MISTAKEN = {'clone', 'start_thread'}


def _callgrind(checks, side):
    found = sums_of(f'{side}.callgrind.gz')
    if side != 'sort':
        told = _annotated(f'{side}.callgrind.self.txt.gz')
        checks.equal(told.pop('PROGRAM TOTALS'), [found.whole], f'callgrind_annotate: all, {side}')
        checks.equal({name: sum(rows) for name, rows in told.items()}, dict(+_by_function(found.own)),
                     f'callgrind_annotate: self costs, {side}')
    told = _annotated(f'{side}.callgrind.inclusive.txt.gz')
    mine, circles = _by_function(found.total), {name for (name, _), _ in _inner_arcs(found)}
    for name, rows in told.items():
        what = f'callgrind_annotate --inclusive: {name}: {rows}, not {mine[name]}, {side}'
        if name in circles:
            checks.expect(mine[name] <= sum(rows), what)
        elif name != 'PROGRAM TOTALS' and name not in MISTAKEN:
            checks.expect(max(rows) <= mine[name] <= sum(rows), what)  # all three are equal if there is only one row


def _inner_arcs(found):
    return [arc for arc, count in found.arc_calls.items() if count and not found.arc_total[arc]]


# pprof -top prints one row for each name, whatever its image.

def _pprof_name(frame):
    return f'[{_base_name(frame.image)}]' if frame.name == '[unknown]' else frame.name


def _pprof_sums(recording):
    flat, cumulated = collections.Counter(), collections.Counter()
    for stack in recording.stacks:
        if stack.event != recording.event():
            continue
        names = [_pprof_name(frame) for frame in stack.frames]
        flat[names[-1]] += stack.weight
        for name in set(names):
            cumulated[name] += stack.weight
    return flat, cumulated


def _top(name):
    """Returns flat and cumulative values by name."""
    rows = [line.split(None, 5) for line in _lines(name) if '%' in line and '%%' not in line]
    rows = {row[5].removesuffix(' (inline)'): tuple(int(re.match(r'-?\d+', row[i])[0]) for i in (0, 3))
            for row in rows if len(row) == 6 and row[1].endswith('%') and row[4].endswith('%')}
    return rows


def _pprof(checks, name):
    flat, cumulated = _pprof_sums(read(f'{name}.pb.gz'))
    told = _top(f'{name}.pprof.txt')
    mine = {key: (flat[key], value) for key, value in cumulated.items() if value or flat[key]}
    checks.equal(mine, told, f'pprof -top of {name}')


def _pprof_difference(checks, kind):
    """Compares the output of pprof -diff_base, which shows new minus old, with the difference of the two files and with
    the file that pprof writes."""
    (old, old_all), (new, new_all) = (_pprof_sums(read(f'go_{side}.{kind}.pb.gz')) for side in ('old', 'new'))
    told = _top(f'go_{kind}.diff.txt')
    names = set(old_all) | set(new_all)
    mine = {name: (new[name] - old[name], new_all[name] - old_all[name]) for name in names}
    written = _pprof_sums(read(f'go_diff.{kind}.pb.gz'))
    for name, value in told.items():
        checks.equal(mine.get(name), value, f'pprof -diff_base, {kind}: {name}')
        checks.equal((written[0][name], written[1][name]), value, f'the file of pprof -diff_base, {kind}: {name}')
    left_out = {name: value for name, value in mine.items() if value != (0, 0)} if told else {}
    checks.equal(set(left_out) - set(told), set(), f'pprof -diff_base shows all that changed, {kind}')
