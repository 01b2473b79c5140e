# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares differences of recorded files with those that the independent reader computes: numbers, matches, and
significance."""
from stack_formats.difference import chance, corrected, pair_functions

from scene import read, sums_of

PAIRED = ['{}.perf.gz', '{}.firefox.gz', '{}.speedscope.gz', '{}.folded.gz', '{}.callgrind.gz', 'flat_{}.perf.gz',
          'go_{}.cpu.pb.gz', 'go_{}.heap.pb.gz', 'native_{}.pb.gz', 'node_{}.cpuprofile.gz']


def each_pair(checks, scene):
    for form in PAIRED:
        base, other = (form.format(side) for side in ('old', 'new'))
        _numbers(checks, scene, base, other)
        _mirror(checks, scene, base, other)
        _itself(checks, scene, base)
    for form in ('{}.perf.gz', 'flat_{}.perf.gz', '{}.folded.gz'):
        _chances(checks, scene, *(form.format(side) for side in ('old', 'new')))


def _has_arcs(sums):
    return bool(sums.arc_calls or sums.arc_total)


def _numbers(checks, scene, base, other):
    sums = [sums_of(name) for name in (base, other)]
    shown = scene.difference(base, other, graph=_has_arcs(sums[0]))
    what = f'{base} less {other}'
    checks.equal(shown.whole, [one.whole for one in sums], f'{what}: both sides')
    rows = shown.rows()
    for mine, theirs, rule in pair_functions(*(one.functions() for one in sums)):
        row = rows.get(theirs or mine) or rows.get(mine or theirs)
        values = [(one.own[key], one.total[key]) if key else None for one, key in zip(sums, (mine, theirs))]
        if row is None:  # rows are left out if nothing changed
            checks.expect(values[0] == values[1] or not any(any(value or ()) for value in values),
                          f'{what}: {mine or theirs} is not shown')
            continue
        found = [numbers and (numbers.self, numbers.total) for numbers in (row.base, row.other)]
        checks.equal(found, values, f'{what}: {mine or theirs}')
        if rule == 'image':
            checks.equal(row.match, 'image', f'{what}: rule for {mine}')
        elif mine and theirs:
            checks.expect(row.match in ('name', 'same symbol'), f'{what}: rule for {mine}: {row.match}')
        change = [(a or (0, 0))[i] - (b or (0, 0))[i] for i in (0, 1) for a, b in [values]]
        checks.equal([shown.ticks(row.difference[key]) for key in ('self', 'total')], change,
                     f'{what}: change of {mine}')


def _mirror(checks, scene, base, other):
    graph = _has_arcs(sums_of(base))
    there, back = (scene.difference(*sides, graph=graph) for sides in ((base, other), (other, base)))
    changes = {}
    for shown, sign in ((there, 1), (back, -1)):
        changes[sign] = sorted((key[0], *(sign * shown.ticks(row.difference[what]) for what in ('self', 'total')))
                               for key, row in shown.rows().items())
    checks.equal(changes[1], changes[-1], f'{base} less {other}, mirrored')


def _itself(checks, scene, name):
    shown = scene.difference(name, name, graph=_has_arcs(sums_of(name)))
    changed = [key for key, row in shown.rows().items() if row.difference['self'] or row.difference['total']]
    checks.equal(changed, [], f'{name} less itself')
    checks.equal(shown.json['difference']['seconds'], 0, f'{name} less itself, in all')


def _chances(checks, scene, base, other):
    """The verdicts on self times and those on inclusive times are corrected separately for multiple testing."""
    sums = [sums_of(name) for name in (base, other)]
    shown = scene.difference(base, other, '--significance', graph=_has_arcs(sums[0]))
    checks.equal(shown.json['significance']['evidence'], 'sampling', f'{base}: evidence')
    pairs = pair_functions(*(one.functions() for one in sums))
    rows = shown.rows()
    for family, counters in (('verdict', [one.samples for one in sums]),
                             ('total_verdict', [one.total_samples for one in sums])):
        counts = {theirs or mine: tuple(counter[key] if key else 0 for counter, key in zip(counters, (mine, theirs)))
                  for mine, theirs, _ in pairs}
        chances = {key: chance(*both) for key, both in counts.items() if any(both)}
        for key, q in corrected(chances).items():
            verdict = getattr(rows[key], family) if key in rows else None
            if verdict is None:
                checks.expect(key not in rows, f'{base}, {family} of {key}')
                continue
            checks.expect(_near(verdict['p'], chances[key]),
                          f'{base}, {family} of {key}: {verdict["p"]}, not {chances[key]}')
            checks.expect(_near(verdict['q'], q), f'{base}, {family} of {key}: q {verdict["q"]}, not {q}')
            checks.equal(verdict['significant'], q <= 0.05, f'{base}, {family} of {key}: significant')


def _near(value, expected):
    return value is not None and abs(value - expected) <= 1e-9 * max(abs(expected), 1e-300)


def sides_without_samples(checks, scene):
    for form, evidence in (('{}.callgrind.gz', 'counted'), ('go_{}.heap.pb.gz', 'none')):
        base, other = (form.format(side) for side in ('old', 'new'))
        shown = scene.difference(base, other, '--significance')
        checks.equal(shown.json['significance']['evidence'], evidence, f'{base}: evidence')
        for row in shown.rows().values():
            checks.expect(not row.verdict or (row.verdict['low'], row.verdict['q']) == (None, None), f'{base}: {row}')
    checks.expect(read('old.callgrind.gz').sums is not None, 'calls and costs without stacks')
