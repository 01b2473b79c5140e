#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares --ranks with gprof's listing of each rank: mean, minimum and maximum over ranks, and the ranks of the
extremes.

    tests/properties/trust/rank_properties.py --egprof build/egprof/egprof
"""
import csv
import io
import json
import random
import re
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from programs import kept_program, program
from checks import GPROF, Checks, parse_arguments, run
from json_schema import make_validator
from listings import read_flat, read_side_flat

SCHEMA_ERROR = make_validator()
GROUPS = 40
FUNCTIONS = 60
NUMBER = r'-?\d+\.\d+'
ROW = re.compile(rf' *({NUMBER}) +({NUMBER}) +({NUMBER}) +(\d+) +({NUMBER}) +(\d+) +({NUMBER}) +({NUMBER})'
                 rf' +(?:{NUMBER}|-) +({NUMBER}) +(\d+) +(\d+) +(\d+) +(\d+)  (\S+)$')
SIDE_ROW = re.compile(rf' *({NUMBER}) +({NUMBER}) +({NUMBER}) +({NUMBER}) +({NUMBER}) +({NUMBER}) +({NUMBER}) +(\d+)'
                      rf' +({NUMBER}) +(\d+) +({NUMBER})  (XX|X-|-X)  (\S+)$')


@dataclass
class Row:
    lost: float
    mean: float
    least: float
    least_rank: int
    most: float
    most_rank: int
    deviation: float
    imbalance: float
    mean_calls: float
    least_calls: int
    least_calls_rank: int
    most_calls: int
    most_calls_rank: int
    name: str


def read_ranks(text):
    rows = [ROW.match(line) for line in text.split('  name\n', 1)[1].split('\n\n')[0].splitlines()]
    kinds = [float, float, float, int, float, int, float, float, float, int, int, int, int, str]
    return [Row(*(kind(cell) for kind, cell in zip(kinds, row.groups()))) for row in rows]


def spread(values):
    """Returns maximum and minimum, each with the first rank that has it, and mean, deviation, lost time and
    imbalance in per cent."""
    mean = statistics.fmean(values)
    return {'most': max(values), 'most_rank': values.index(max(values)), 'least': min(values),
            'least_rank': values.index(min(values)), 'mean': mean, 'deviation': statistics.pstdev(values),
            'lost': sum(max(values) - v for v in values), 'imbalance': 100 * (max(values) / mean - 1) if mean else 0}


def write_ranks(rng, image, folder, count, rate=100):
    """Writes profiles with samples and calls of `count` ranks; some functions are idle in some of the ranks."""
    used = rng.sample(range(1, FUNCTIONS), rng.randrange(2, 20))
    files = []
    for rank in range(count):
        samples = {f: rng.choice([0, rng.randrange(9), rng.randrange(2000)]) for f in used}
        calls = [(0, f, rng.randrange(1, 500)) for f in used if rng.random() < 0.8]
        files.append(image.profile(folder / f'rank.{rank}', samples, calls, rate))
    return files


def listed_by_gprof(image, files):
    """Returns {function: (self seconds, calls) in each rank}."""
    each = [{r.name: (r.self, r.calls or 0) for r in read_flat(run(GPROF, '-b', '-p', image.path, file).out)}
            for file in files]
    names = sorted({name for one in each for name in one})
    return {name: [one.get(name, (0.0, 0)) for one in each] for name in names}


def close(a, b, digits=2):
    return abs(a - b) <= 0.5001 * 10 ** -digits + 1e-6


def one_execution(checks, egprof, image, folder, rng):
    files = write_ranks(rng, image, folder, rng.choice([1, 2, 3, 8, 17]))
    outcome = run(egprof, '--ranks', image.path, *files)
    rows, theirs = read_ranks(outcome.out), listed_by_gprof(image, files)
    checks.equal(sorted(r.name for r in rows), sorted(n for n, seen in theirs.items() if any(map(any, seen))),
                 'functions of the ranks', outcome.command)
    for row in rows:
        seconds, calls = (list(column) for column in zip(*theirs[row.name]))
        time, called = spread(seconds), spread(calls)
        for figure in ('most', 'least', 'mean', 'deviation', 'lost', 'imbalance'):
            checks.expect(close(getattr(row, figure), time[figure], 1 if figure == 'imbalance' else 2),
                          f'{figure} of {row.name}: {getattr(row, figure)}, in the ranks {seconds}', outcome.command)
        checks.equal((row.least_rank, row.most_rank), (time['least_rank'], time['most_rank']),
                     f'ranks of {row.name}: {seconds}', outcome.command)
        checks.expect(close(row.mean_calls, called['mean'], 1), f'mean calls of {row.name}', outcome.command)
        checks.equal((row.least_calls, row.least_calls_rank, row.most_calls, row.most_calls_rank),
                     tuple(called[k] for k in ('least', 'least_rank', 'most', 'most_rank')),
                     f'calls of {row.name}: {calls}', outcome.command)
        checks.expect(close(row.mean * len(files), sum(seconds), 2) or
                      abs(row.mean * len(files) - sum(seconds)) <= 0.005 * len(files) + 1e-9,
                      f'mean of {row.name} times ranks is the sum', outcome.command)
    order = [round(spread([s for s, _ in theirs[r.name]])['lost'], 6) for r in rows]
    checks.equal(order, sorted(order, reverse=True), 'the most lost time stands first', outcome.command)
    summed = {r.name: r.self for r in read_flat(run(GPROF, '-b', '-p', image.path, *files).out)}
    for row in rows:
        checks.expect(abs(row.mean * len(files) - summed[row.name]) <= 0.005 * len(files) + 0.0051,
                      f'{row.name}: mean times ranks is what gprof sums: {summed[row.name]}', outcome.command)
    totals = [sum(column[rank][0] for column in theirs.values()) for rank in range(len(files))]
    said = re.search(rf'^(\d+) ranks: mean ({NUMBER}) seconds, least ({NUMBER}) \(rank (\d+)\), most ({NUMBER})'
                     r' \(rank (\d+)\)', outcome.out, re.MULTILINE)
    expected = spread([round(t, 6) for t in totals])
    checks.expect(said and int(said[1]) == len(files) and close(float(said[2]), expected['mean'])
                  and close(float(said[3]), expected['least']) and int(said[4]) == expected['least_rank']
                  and close(float(said[5]), expected['most']) and int(said[6]) == expected['most_rank'],
                  f'totals of the ranks: {said and said[0]}, seen {totals}', outcome.command)
    return files


def two_executions(checks, egprof, image, folder, rng):
    other = folder / 'other'
    other.mkdir(exist_ok=True)
    base_files, other_files = write_ranks(rng, image, folder, 4), write_ranks(rng, image, other, 3)
    sides = [listed_by_gprof(image, files) for files in (base_files, other_files)]
    here = run(egprof, '--ranks', image.path, *base_files, '--subtract', *other_files)
    there = run(egprof, '--ranks', image.path, *other_files, '--subtract', *base_files)
    rows = [[SIDE_ROW.match(line).groups() for line in o.out.split('  name\n', 1)[1].split('\n\n')[0].splitlines()]
            for o in (here, there)]
    two_as_tables(checks, egprof, [image.path, *base_files, '--subtract', *other_files], rows[0])
    for row in rows[0]:
        for side, seen in enumerate(sides):
            time = spread([s for s, _ in seen.get(row[-1], [(0.0, 0)])])
            ours = float(row[side]), float(row[3 + side]), float(row[6 + 2 * side])
            checks.expect(all(map(close, ours, (time['lost'], time['mean'], time['most'])))
                          and int(row[7 + 2 * side]) == time['most_rank'],
                          f'{row}: lost, mean and most of side {side}: {time}', here.command)
    swap = [1, 0, 2, 4, 3, 5, 8, 9, 6, 7, 10, 11, 12]
    turned = [[negative(row[p]) if p in (2, 5, 10) else row[p] for p in swap] for row in rows[1]]
    checks.equal([list(row) for row in rows[0]], turned, 'ranks A-B mirror B-A', here.command)
    same = run(egprof, '--ranks', image.path, *base_files, '--subtract', *base_files)
    for line in same.out.split('  name\n', 1)[1].split('\n\n')[0].splitlines():
        row = SIDE_ROW.match(line).groups()
        checks.equal([row[2], row[5], row[10]], ['0.00'] * 3, f'ranks against themselves: {line}', same.command)


def check_tables(checks, egprof, arguments, rows, figures, lists):
    """CSV and JSON have the same rows, order and figures as the human-readable table, and JSON fits the schema.

    `figures` are the CSV columns of a row's first numbers, in order; `lists(element)` returns the same numbers from
    JSON."""
    shown = run(egprof, '--format=csv', '--ranks', *arguments)
    table = list(csv.DictReader(io.StringIO(shown.out, newline='')))
    checks.equal([row['linkageName'] for row in table], [row[-1] for row in rows], 'names in CSV', shown.command)
    for row, cells in zip(rows, table):
        checks.expect(all(close(float(cells[name]), float(cell)) for name, cell in zip(figures, row)),
                      f'{row} in CSV: {cells}', shown.command)
    told = run(egprof, '--format=json', '--ranks', *arguments)
    if told.status != 0:
        return checks.expect('JSON' in told.err, f'refusal: {told.err}', told.command)
    document = json.loads(told.out)
    checks.equal([element['linkageName'] for element in document['functions']], [row[-1] for row in rows],
                 'names in JSON', told.command)
    for row, element in zip(rows, document['functions']):
        checks.expect(all(close(theirs, float(cell)) for theirs, cell in zip(lists(element), row)),
                      f'{row} in JSON: {element}', told.command)
    checks.equal(SCHEMA_ERROR(document), '', 'what the schema forbids', told.command)


def one_as_tables(checks, egprof, image, files):
    rows = [(r.lost, r.mean, r.least, r.least_rank, r.most, r.most_rank, r.deviation, r.name)
            for r in read_ranks(run(egprof, '--ranks', image.path, *files).out)]
    check_tables(checks, egprof, [image.path, *files], rows,
                 ('lost', 'mean', 'min', 'minRank', 'max', 'maxRank', 'deviation'),
                 lambda e: [e['seconds'][k] for k in ('lost', 'mean', 'min', 'minRank', 'max', 'maxRank', 'deviation')])


def two_as_tables(checks, egprof, arguments, rows):
    def lists(element):
        base, other = (element[side] or dict.fromkeys(('lost', 'mean', 'max', 'maxRank'), 0) for side in ('base', 'other'))
        change = element['difference']
        return [base['lost'], other['lost'], change['lost'], base['mean'], other['mean'], change['mean'], base['max'],
                base['maxRank'], other['max'], other['maxRank'], change['max']]

    check_tables(checks, egprof, arguments, rows,
                 ('baseLost', 'otherLost', 'diffLost', 'baseMean', 'otherMean', 'diffMean', 'baseMax', 'baseMaxRank',
                  'otherMax', 'otherMaxRank', 'diffMax'), lists)


def negative(cell):
    return cell if not re.search('[1-9]', cell) else cell[1:] if cell[0] == '-' else '-' + cell


def two_ranks(checks, egprof, image, folder, rng):
    """Checks that --ranks=A,B writes the difference of the two ranks' profiles, and allows conditions and --format."""
    files = write_ranks(rng, image, folder, 5)
    a, b = rng.sample(range(5), 2)
    outcome = run(egprof, f'--ranks={a},{b}', '-p', image.path, *files)
    plain = run(egprof, '--side-by-side', '-p', image.path, files[a], '--subtract', files[b])
    checks.equal(outcome.out, plain.out, f'--ranks={a},{b}', outcome.command)
    checks.expect(bool(read_side_flat(outcome.out)), 'rows of two ranks', outcome.command)
    gated = run(egprof, f'--ranks={a},{b}', '--fail-if=self != 0s', '--format=json', image.path, *files)
    checks.equal(gated.status, 3, f'--ranks={a},{b} with a condition', gated.command)


def other_rates_and_mistakes(checks, egprof, folder):
    image = program(folder, 'ranks', {'a.c': ['work', 'idle']})
    files = [image.profile(folder / 'slow', {'work': 100}, rate=100), image.profile(folder / 'fast', {'work': 1000},
                                                                                    rate=1000)]
    outcome = run(egprof, '--ranks', image.path, *files)
    row = read_ranks(outcome.out)[0]
    checks.equal((row.mean, row.least, row.most, row.lost), (1, 1, 1, 0), 'ranks of different rates', outcome.command)
    for options in (['--ranks=0,2'], ['--ranks=7,0'], ['--ranks=0'], ['--ranks=a,b'], ['--ranks=0,1,']):
        outcome = run(egprof, *options, image.path, *files)
        checks.equal((outcome.status, outcome.out, len(outcome.err.splitlines()) >= 1), (1, '', True),
                     f'{options}: {outcome.err}', outcome.command)
    # Options that the table of ranks does not support are errors. Without this rule, egprof would silently ignore
    # conditions such as --fail-if.
    for option in ('--fail-if=self > 0s', '--fail-on-function=work', '--significance', '--runs',
                   '--normalize', '--columns=self', '--growth', '--gml', '--callgrind', '--folded', '-l'):
        for operands in ([*files], [files[0], '--subtract', files[1]]):
            outcome = run(egprof, '--ranks', option, image.path, *operands)
            checks.equal((outcome.status, outcome.out), (1, ''), f'--ranks {option}: {outcome.err}', outcome.command)
            checks.expect('--ranks' in outcome.err, f'--ranks {option}: {outcome.err}', outcome.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, image = Checks(), kept_program(arguments.data, FUNCTIONS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for group in range(GROUPS):
            rng = random.Random(f'{arguments.seed} ranks {group}')
            one_as_tables(checks, arguments.egprof, image,
                          one_execution(checks, arguments.egprof, image, folder, rng))
            if group % 2:
                two_executions(checks, arguments.egprof, image, folder, rng)
            else:
                two_ranks(checks, arguments.egprof, image, folder, rng)
        other_rates_and_mistakes(checks, arguments.egprof, folder)
    print(f'{GROUPS} groups of ranks')
    checks.finish()


if __name__ == '__main__':
    main()
