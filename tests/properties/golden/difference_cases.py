#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests differences with known results: calls stated in the sources, and several forms of one command line.

Also tests sides that do not match, and the graph of a single profile.

    tests/properties/golden/difference_cases.py --egprof build/egprof/egprof
"""
import re
from collections import Counter

from cells import CENT
from checks import GPROF, TOP, Checks, parse_arguments, run, without_verdict
from listings import read_flat, read_gml_graph, read_graph, read_side_flat
from pairs import PLAIN, Pair, side

from gmon import Histogram, read, write
from images import Builder

# Groups of command lines for the same difference; {v2} is the folder of the program's second version.
FORMS = [
    ['-b gmon.out -s gmon.2',
     '-b --base gmon.out --subtract gmon.2',
     '-b a.out gmon.out --subtract gmon.2',
     '-b --base a.out gmon.out --subtract gmon.2',
     '-b a.out gmon.out -s gmon.2',
     'a.out -b gmon.out -s gmon.2',
     '-b gmon.out --subtract a.out gmon.2',
     '-b --subtract gmon.2',
     '--subtract gmon.2 --base gmon.out -b',
     '-b a.out gmon.out -s a.out gmon.2'],
    ['-b a.out gmon.out -s {v2}/a.out {v2}/gmon.out',
     '-b gmon.out -s {v2}/a.out {v2}/gmon.out',
     '-b a.out gmon.out --subtract {v2}/a.out {v2}/gmon.out',
     '--base a.out gmon.out --subtract {v2}/a.out --subtract {v2}/gmon.out --brief'],
    ['-b gmon.out gmon.2 -s gmon.2 gmon.2',
     '-b --base gmon.out --subtract gmon.2 --base gmon.2 --subtract gmon.2'],
]


def known_calls(checks, egprof, builder):
    """Checks that the calls in differences are those that the sources of the programs state for both versions."""
    programs = 'statics', 'cycles', 'aliases', 'pointers', 'objects', 'modules', 'headers'
    for image in [builder.get(f'{program}-O0-g') for program in programs]:
        pair = Pair(image.name, egprof, side(image, 'gmon.out'), side(builder.get(image.name, 2), 'gmon.out'))
        shown = pair.show('-p', '--side-by-side')
        rows = read_side_flat(shown.out)
        text = ''.join(p.read_text() for p in sorted((TOP / 'testdata/programs').glob(image.recipe.program + '*')))
        stated = re.findall(r'CALLS (?:(\S+):)?(\S+) (\d+) (\d+)', text)
        checks.expect(stated, f'{image.name} states calls')
        for file, name, first, second in stated:
            found = [(r.base_calls, r.other_calls) for r in rows if r.name == name]
            checks.expect((first, second) in found,
                          f'{image.name}: {file} {name} was called {first} and {second} times, not '
                          f'{found}', shown.command)
            if not file:
                checks.equal(len(found), 1, f'{image.name}: rows of {name}', shown.command)


def single_profile_gml(checks, egprof, builder):
    """The GML graph of one profile has the same numbers as gprof's listing."""
    for name in ('statics-O0-g', 'cycles-O0-g', 'objects-O2', 'modules-O0-g'):
        image = builder.get(name)
        shown = run(egprof, '--gml', '--gml-nodes=0', '--no-demangle', image.path, image.folder / 'gmon.out')
        nodes, edges = read_gml_graph(shown.out)
        listing = run(GPROF, *PLAIN, image.path, image.folder / 'gmon.out').out
        for row in read_flat(listing):
            fits = [n for n in nodes.values() if n['name'] == row.name and abs(n['selfSeconds'] - row.self) < 0.00501
                    and n['calls'] == (row.calls or 0)]
            checks.expect(fits, f'{name}: no node for the row of {row.name}', shown.command)
        entries = [e for e in read_graph(listing) if not e.whole]
        for entry in entries:
            fits = [n for n in nodes.values()
                    if n['name'] == entry.name and abs(n['totalSeconds'] - entry.total) < CENT]
            checks.expect(fits, f'{name}: no node for the entry of {entry.name}', shown.command)
        # An entry without time is not printed, so an arc may appear in the entry of only one of its ends.
        arcs = (Counter((e.name, a.name, a.count) for e in entries for a in e.callees) |
                Counter((a.name, e.name, a.count) for e in entries for a in e.callers))
        checks.equal(Counter((nodes[e['source']]['name'], nodes[e['target']]['name'], e['calls']) for e in edges), arcs,
                     f'{name}: edges', shown.command)


def command_forms(checks, egprof, builder):
    """All forms of the command line for one difference print the same bytes."""
    image, second = builder.get('cycles-O0-g'), builder.get('cycles-O0-g', 2)
    for lines in FORMS:
        forms = [line.format(v2=second.folder).split() for line in lines]
        expected = run(egprof, *forms[0], cwd=image.folder)
        checks.expect(expected.status == 0 and '\nbase ' in expected.out, 'a difference', expected.command)
        for form in forms[1:]:
            shown = run(egprof, *form, cwd=image.folder)
            checks.equal((shown.out, shown.status), (expected.out, 0), 'another form of the same difference',
                         shown.command)
    expected = run(egprof, '-b', 'a.out', 'gmon.out', '--subtract', 'gmon.2', cwd=image.folder)
    piped = run(egprof, '-b', 'a.out', '-', '--subtract', 'gmon.2', cwd=image.folder,
                stdin=(image.folder / 'gmon.out').read_bytes())
    named = piped.out.replace('+ base: a.out, -\n', '+ base: a.out, gmon.out\n')
    checks.equal((named, piped.status), (expected.out, 0), 'the base from standard input', piped.command)


def warnings(checks, egprof, builder):
    """Different sampling rates, or another program's profile, lead to a one-line warning; the difference is still
    printed."""
    image = builder.get('statics-O0-g')
    records = read((image.folder / 'gmon.out').read_bytes())
    for record in records:
        if isinstance(record, Histogram):
            record.rate = 50
    slow = image.folder / 'half-rate'
    slow.write_bytes(write(records))
    shown = run(egprof, *PLAIN, '-p', '--side-by-side', image.path, image.folder / 'gmon.out', '--subtract', slow)
    checks.equal((shown.status, without_verdict(shown.err).count('\n')), (0, 1), 'one line about the rates', shown.command)
    checks.expect('rate' in shown.err, f'about the rates: {shown.err}', shown.command)
    for row in read_side_flat(shown.out):
        checks.expect(row.base is None or abs(2 * row.base - row.other) < 2 * CENT,
                      f'half the rate, twice the seconds: {row}',
                      shown.command)
    for name in ('objects-O0-g', 'modules-O2-nopie', 'main_cycle-O0'):
        foreign = builder.get(name).folder / 'gmon.out'
        shown = run(egprof, '-b', image.path, image.folder / 'gmon.out', '--subtract', foreign)
        lines = [line for line in without_verdict(shown.err).splitlines()
                 if 'shows little' not in line and 'cycle' not in line.replace(str(foreign), '')]
        checks.equal((shown.status, len(lines)), (0, 1), f"one line about another program's profile: {lines}",
                     shown.command)
        checks.expect(str(foreign) in shown.err, f'names the file: {shown.err}', shown.command)
    shown = run(egprof, '-b', image.path, image.folder / 'gmon.out', '--subtract', builder.get('modules-O0-g').path,
                builder.get('modules-O0-g').folder / 'gmon.out')
    checks.equal(shown.status, 0, 'two programs that have nothing to do with each other', shown.command)
    shown = run(egprof, '-b', image.path, image.folder / 'gmon.out', '--subtract', image.folder / 'gmon.out')
    checks.equal((shown.status, without_verdict(shown.err).count('\n')), (0, 1), 'one line about the same file on both sides',
                 shown.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, builder = Checks(), Builder(arguments.data)
    for test in (known_calls, single_profile_gml, command_forms, warnings):
        test(checks, arguments.egprof, builder)
    checks.finish()


if __name__ == '__main__':
    main()
