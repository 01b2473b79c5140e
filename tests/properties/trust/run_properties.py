#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks properties of several runs, of shares and of normalised times, for random profiles.

    tests/properties/trust/run_properties.py --egprof build/egprof/egprof

The sum of the runs is the summed profile; means and deviations are those computed by Python from the listings of each
run; --normalize makes totals equal and changes nothing else.
"""
import random
import statistics
import tempfile
from collections import Counter
from pathlib import Path

from programs import Difference, execution, program
from checks import Checks, parse_arguments, run
from random_pairs import random_pairs

PAIRS = 60
SIDES = ('base', 'other')


def near(a, b):
    return abs(a - b) <= 1e-9 * max(1, abs(a))


def sum_of_runs(checks, egprof, pair):
    """Means multiplied by the number of runs are the sums, for functions and arcs."""
    listings = ('-p', '-q')
    means = Difference(egprof, *pair.sides, '--runs', listings=listings)
    sums = Difference(egprof, *pair.sides, listings=listings)
    runs = dict(zip(SIDES, (len(pair.base), len(pair.other))))
    ours = {f['id']: f for f in means.functions}
    for function in sums.functions:
        mean = ours.pop(function['id'], None)
        if not checks.expect(mean is not None, f'{pair.name}: {function["name"]} is lost among runs', means.command):
            continue
        for side, count in runs.items():
            one, all_runs = mean[side], function[side]
            if one is None or all_runs is None:
                checks.equal(one, all_runs, f'{pair.name}: {side} of {function["name"]}', means.command)
                continue
            checks.expect(near(one['self'] * count, all_runs['self']), f'{pair.name}: {side} of {function["name"]}: '
                          f'{one["self"]} x {count} is not {all_runs["self"]}', means.command)
            off = abs(one['calls'] * count - all_runs['calls'])
            checks.expect(off <= count / 2 or (all_runs['calls'] < count and one['calls'] == 1),
                          f'{pair.name}: {side} calls of {function["name"]}: {one["calls"]} x {count}, '
                          f'{all_runs["calls"]}', means.command)
    checks.expect(not [f for f in ours.values() if f['base'] or f['other']], f'{pair.name}: only among runs: {ours}',
                  means.command)
    for side, count in runs.items():
        checks.expect(near(means.data[side]['seconds'] * count, sums.data[side]['seconds']),
                      f'{pair.name}: seconds of the {side}', means.command)


def means_and_deviations(checks, egprof, pair):
    """Means and deviations agree with the listings of the individual runs."""
    difference = Difference(egprof, *pair.sides, '-z', '--runs', '--significance')
    functions = by_key(difference.functions)
    for side, files in zip(SIDES, (pair.base, pair.other)):
        alone = [by_key(execution(egprof, '-z', '--symbols=all', pair.image, file)) for file in files]
        for key, function in functions.items():
            seen = [one.get(key) for one in alone]
            times = [one['numbers']['self'] if one else 0.0 for one in seen]
            calls = [one['numbers']['calls'] if one else 0 for one in seen]
            verdict = function['significance']
            deviation = statistics.stdev(times) if len(times) > 1 else 0.0
            ours = (verdict[side + 'Mean'], verdict[side + 'Deviation'])
            checks.expect(near(ours[0], statistics.fmean(times)) and abs(ours[1] - deviation) < 1e-7,
                          f'{pair.name}: {side} of {function["name"]}: mean and deviation {ours}, runs {times}',
                          difference.command)
            checks.equal((verdict[side + 'CallsLow'], verdict[side + 'CallsHigh']), (min(calls), max(calls)),
                         f'{pair.name}: {side} calls of {function["name"]}', difference.command)
            if function[side]:
                checks.expect(near(function[side]['self'], statistics.fmean(times)),
                              f'{pair.name}: {side} self of {function["name"]} is the mean', difference.command)


def by_key(functions):
    """Returns {(name, file, line, number): function}. Functions with the same name, file and line, such as a static
    function of a header in several units, are numbered in the order of their addresses."""
    seen, keyed = Counter(), {}
    for function in sorted(functions, key=lambda f: f['id']):
        key = function['linkageName'], function['file'], function['line']
        keyed[(*key, seen[key])] = function
        seen[key] += 1
    return keyed


def _all_seconds(difference, side):
    """Returns the time of all samples, in functions or not."""
    return difference.data[side]['seconds'] + difference.data[side]['unattributed']


def normalized(checks, egprof, pair):
    """Checks that --normalize gives both sides the same total time, changes neither shares nor the base, and keeps A-A
    at zero."""
    plain = Difference(egprof, *pair.sides)
    scaled = Difference(egprof, *pair.sides, '--normalize')
    base, other = (_all_seconds(scaled, side) for side in SIDES)
    checks.expect(near(base, other), f'{pair.name}: normalised totals {base} and {other}', scaled.command)
    checks.equal(base, _all_seconds(plain, 'base'), f'{pair.name}: the base stays', scaled.command)
    factor = base / _all_seconds(plain, 'other')
    before = {f['id']: f for f in plain.functions}
    for function in scaled.functions:
        if function['other'] and function['id'] in before:
            checks.expect(near(function['other']['self'], factor * before[function['id']]['other']['self']),
                          f'{pair.name}: {function["name"]} scaled by {factor}', scaled.command)
            checks.equal(function['other']['calls'], before[function['id']]['other']['calls'],
                         f'{pair.name}: calls of {function["name"]} stay', scaled.command)
    same = Difference(egprof, pair.sides[0], pair.base, '--normalize', '--significance', '--fail-if=self != 0s',
                      '--fail-if=significant')
    checks.expect(same.outcome.status != 3, f'{pair.name}: normalised, a run against itself', same.command)
    if abs(factor - 1) > 1e-6:
        text = run(egprof, '-p', '--side-by-side', '--normalize', *pair.sides[0], '--subtract', *pair.sides[1])
        checks.expect('times x ' in text.out and 'multiplied by' in text.err, f'{pair.name}: scaling is said',
                      text.command)


def runs_of_other_rates(checks, egprof, folder):
    """Runs with different sampling rates are averaged in seconds. Their plain sum is not in seconds, as a warning
    states."""
    image = program(folder, 'rates', {'a.c': ['fast', 'slow']})
    rng = random.Random(1)
    seconds = [(rng.randrange(1, 30), rng.randrange(1, 30), rate) for rate in (100, 1000, 250, 100)]
    files = [image.profile(folder / f'rate.{n}', {'fast': a * rate, 'slow': b * rate}, rate=rate)
             for n, (a, b, rate) in enumerate(seconds)]
    for first in range(4):
        base = files[first:] + files[:first]
        difference = Difference(egprof, [image.path, *base], files, '--runs', '--significance')
        for place, name in enumerate(('fast', 'slow')):
            function = difference.by_name[name]
            mean = statistics.fmean(run[place] for run in seconds)
            checks.expect(near(function['base']['self'], mean) and near(function['significance']['baseMean'], mean)
                          and function['difference']['self'] == 0,
                          f'runs of different rates, the first {first}: {function}', difference.command)
    outcome = run(egprof, '-p', image.path, *files, '--subtract', files[0])
    checks.expect('is not in seconds' in outcome.err, f'a sum of different rates is warned of: {outcome.err}',
                  outcome.command)
    outcome = run(egprof, '-p', image.path, files[0], files[3], '--subtract', files[0])
    checks.expect('is not in seconds' not in outcome.err, 'a sum of one rate is not', outcome.command)


def columns_bring_their_verdicts(checks, egprof, folder):
    """Checks that --columns=interval shows intervals, and --columns=deviation the deviations of runs, without
    --significance."""
    image = program(folder, 'columns', {'a.c': ['work']})
    files = [image.profile(folder / f'column.{n}', {'work': 100 + 9 * n}) for n in range(6)]
    sides = [image.path, *files[:3]], files[3:]
    for options, cells in ((['--columns=interval'], 2), (['--columns=interval,deviation', '--runs'], 4)):
        outcome = run(egprof, '-b', '-p', *options, *sides[0], '--subtract', *sides[1])
        row = outcome.out.splitlines()[2].replace('~', '').split()
        checks.equal(len(row), cells + 2, f'{options}: cells of {row}', outcome.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, egprof = Checks(), arguments.egprof
    with tempfile.TemporaryDirectory() as folder:
        for files in ((3, 2), (4, 5)):
            for pair in random_pairs(arguments, folder, PAIRS // 2, files):
                sum_of_runs(checks, egprof, pair)
                means_and_deviations(checks, egprof, pair)
                normalized(checks, egprof, pair)
        runs_of_other_rates(checks, egprof, Path(folder))
        columns_bring_their_verdicts(checks, egprof, Path(folder))
    print(f'{PAIRS} pairs of random profiles')
    checks.finish()


if __name__ == '__main__':
    main()
