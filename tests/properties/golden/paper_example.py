#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the example of the eGprof paper, digit for digit, with the real command.

This script writes profiles with the numbers of the example; the expected texts are in testdata/cases/paper. gprof's own
listing of the base is checked too, which shows that the profile is correct.
"""
from checks import GPROF, TOP, Checks, parse_arguments, run, without_verdict
from listings import read_flat, read_gml_graph, read_graph, read_side_graph, read_totals

from gmon import Arc, Histogram, write
from images import Builder

CASES = TOP / 'testdata' / 'cases' / 'paper'
BASE = {'f_d': 551, 'f_c': 319, 'main': 115, 'f_b': 109}, {('main', 'f_b'): 1, ('main', 'f_c'): 1, ('f_b', 'f_d'): 1,
                                                           ('f_c', 'f_d'): 30}
OTHER = {'main': 308, 'f_d': 204, 'f_c': 191, 'f_b': 170}, {('main', 'f_b'): 1, ('main', 'f_c'): 1, ('f_b', 'f_d'): 2,
                                                            ('f_c', 'f_d'): 20}


def write_profile(path, image, numbers):
    """Puts all samples of a function into one bin of two bytes, so every function gets a whole number of samples."""
    samples, calls = numbers
    address = {f.name: f.address for f in image.functions}
    low, high = min(address.values()) & ~1, (max(address[n] for n in samples) + 32) & ~1
    bins = [0] * ((high - low) // 2)
    for name, count in samples.items():
        bins[(address[name] + 4 - low) // 2] = count
    arcs = [Arc(address[caller] + 6, address[callee], count) for (caller, callee), count in calls.items()]
    path.write_bytes(write([Histogram(low, high, bins), *arcs]))


def trimmed(text):
    return [line.rstrip() for line in text.splitlines()]


def check_text(checks, outcome, case):
    """The lines of a case's expected text appear in the output as one block."""
    wanted, printed = trimmed((CASES / case).read_text()), trimmed(outcome.out)
    at = printed.index(wanted[0]) if wanted[0] in printed else 0
    checks.equal(printed[at:at + len(wanted)], wanted, case, outcome.command)


def check_graph(checks, outcome):
    """The call graph in the classic layout has the numbers that the example states."""
    entries = {e.name: e for e in read_graph(outcome.out)}
    checks.equal([e.name for e in read_graph(outcome.out)], ['f_c', 'f_d', 'main', 'f_b'], 'entries', outcome.command)
    for name, total in {'f_c': 4.76, 'f_b': -0.62, 'main': 2.21, 'f_d': 3.47}.items():
        checks.expect(abs(entries[name].total - total) < 0.0051, f'{name}: {entries[name].total}, not {total}',
                      outcome.command)
        checks.expect(abs(entries[name].percent - 100 * total / 7.29) < 0.06, f'per cent of {name}', outcome.command)
    arcs = {(e.name, a.name): (a.count, a.of) for e in entries.values() for a in e.callees}
    checks.equal(arcs, {('main', 'f_b'): (0, 0), ('main', 'f_c'): (0, 0), ('f_b', 'f_d'): (-1, 9),
                        ('f_c', 'f_d'): (10, 9)},
                 'differences of calls', outcome.command)
    checks.equal({e.name: e.calls for e in entries.values()}, {'f_c': 0, 'f_d': 9, 'main': None, 'f_b': 0}, 'calls',
                 outcome.command)
    checks.expect(' of 7.29 seconds\n' in outcome.out, 'sum of the changes', outcome.command)


def check_one_sided(checks, show):
    growth, shrink = show('-p', '--growth'), show('-p', '--shrink')
    checks.equal([(r.name, r.self, r.calls) for r in read_flat(growth.out)],
                 [('main', 1.93, None), ('f_b', 0.61, None)], 'growth', growth.command)
    checks.equal([(r.name, r.self, r.calls) for r in read_flat(shrink.out)],
                 [('f_d', 3.47, 9), ('f_c', 1.28, None)], 'shrink', shrink.command)


def check_gml(checks, outcome):
    nodes, edges = read_gml_graph(outcome.out)
    selves = {n['name']: (n['baseSelf'], n['otherSelf'], round(n['diffSelf'], 6)) for n in nodes.values()}
    checks.equal(selves, {'f_d': (5.51, 2.04, 3.47), 'main': (1.15, 3.08, -1.93), 'f_c': (3.19, 1.91, 1.28),
                          'f_b': (1.09, 1.7, -0.61)}, 'nodes of the GML', outcome.command)
    calls = {(nodes[e['source']]['name'], nodes[e['target']]['name']): (e['baseCalls'], e['otherCalls'], e['diffCalls'])
             for e in edges}
    checks.equal(calls, {('main', 'f_b'): (1, 1, 0), ('main', 'f_c'): (1, 1, 0), ('f_b', 'f_d'): (1, 2, -1),
                         ('f_c', 'f_d'): (30, 20, 10)}, 'edges of the GML', outcome.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, builder = Checks(), Builder(arguments.data)
    image, second = builder.get('paper'), builder.get('paper', 2)
    write_profile(image.folder / 'base', image, BASE)
    write_profile(image.folder / 'other', image, OTHER)
    write_profile(second.folder / 'other', second, OTHER)

    listed = run(GPROF, '-b', '-p', 'a.out', 'base', cwd=image.folder)
    checks.equal([(r.name, r.self, r.calls) for r in read_flat(listed.out)],
                 [('f_d', 5.51, 31), ('f_c', 3.19, 1), ('main', 1.15, None),
                  ('f_b', 1.09, 1)], 'the base', listed.command)

    for other in (['--subtract', 'other'], ['-s', 'other'], ['--subtract', second.path, second.folder / 'other']):
        def show(*options):
            outcome = run(arguments.egprof, '-b', *options, 'a.out', 'base', *other, cwd=image.folder)
            checks.equal((outcome.status, without_verdict(outcome.err)), (0, ''), 'status', outcome.command)
            return outcome

        check_text(checks, show('-p', '--side-by-side'), 'flat-side-by-side.txt')
        graph = show('-q', '--side-by-side')
        check_text(checks, graph, 'graph-side-by-side.txt')
        checks.equal([(e.name, e.row.base, e.row.other, e.row.diff) for e in read_side_graph(graph.out)],
                     [('f_d', 5.51, 2.04, 3.47), ('main', 10.94, 8.73, 2.21), ('f_c', 8.52, 3.76, 4.76),
                      ('f_b', 1.27, 1.89, -0.62)], 'inclusive times', graph.command)
        flat = show('-p')
        check_text(checks, flat, 'flat-classic.txt')
        checks.equal(read_totals(flat.out),
                     {'base': 10.94, 'other': 8.73, 'diff': 2.21, 'verdict': 'other takes 20.2 % less',
                                             'no_base': 0, 'no_other': 0, 'f_both': 4, 'f_base': 0, 'f_other': 0,
                                             'a_both': 4, 'a_base': 0, 'a_other': 0}, 'totals', flat.command)
        check_graph(checks, show('-q'))
        check_one_sided(checks, show)
        check_gml(checks, show('--gml'))

    labelled = run(arguments.egprof, '-p', '--side-by-side', 'a.out', 'base', '--subtract', 'other', cwd=image.folder)
    checks.equal(labelled.out.splitlines()[:2],
                 ['+ base: a.out, base',
                  '- other: a.out, other (positive: other takes less)'], 'what is what', labelled.command)
    checks.finish()


if __name__ == '__main__':
    main()
