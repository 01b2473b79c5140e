#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the texts in differences: file names, functions missing from gprof's listings, and cycles missing on one side.

    tests/properties/golden/difference_words.py --egprof build/egprof/egprof
"""
from checks import Checks, parse_arguments, without_verdict
from listings import read_flat, read_graph
from pairs import Pair, side

from images import Builder

LONGEST_WARNING = 250


def two_versions(egprof, builder, name):
    return Pair(name, egprof, side(builder.get(name), 'gmon.out'), side(builder.get(name, 2), 'gmon.out'))


def names_of_files(checks, pair):
    """Listings that show differences in the layout of a profile contain the file names of both sides once. Other
    listings do not contain them."""
    base, other = (', '.join(map(str, s.words())) for s in (pair.base, pair.other))
    lines = ['', 'difference of two executions, base minus other:', f'+ base: {base}',
             f'- other: {other} (positive: other takes less)', '']
    for options in (['-p'], ['-q'], ['-p', '-q'], ['-T'], ['-p', '-C']):
        shown = pair.show(*options)
        checks.expect('\n'.join(lines) + '\nbase ' in shown.out, f'{options}: the files', shown.command)
        checks.equal(shown.out.count('\n+ base: '), 1, f'{options}: the files once', shown.command)
    for options in (['-p', '--side-by-side'], ['-C'], ['--gml'], ['-p', '--growth'], ['--format=csv', '-p']):
        shown = pair.show(*options)
        checks.expect('difference of two' not in shown.out, f'{options}: no files', shown.command)


def extra_functions(checks, pair):
    """Checks that one line on standard error mentions the functions of a difference that gprof's listings would omit.
    The line is absent if an option selects the functions."""
    listed = {row.name for s in (pair.base, pair.other) for row in read_flat(pair.gprof(s, '-p').out)}
    shown = pair.show('-p')
    extra = [row.name for row in read_flat(shown.out) if row.name not in listed]
    checks.expect(extra, f'{pair.name}: a function that gprof does not list')
    checks.expect(without_verdict(shown.err).count('\n') == 1 and f': {len(extra)} function' in shown.err and
                  '--symbols=gprof' in shown.err and any(name in shown.err for name in extra),
                  f'{pair.name}: {shown.err!r} tells of {extra}', shown.command)
    for options in (['--symbols=all'], ['--symbols=gprof'], ['--growth'], ['--shrink']):
        quiet = pair.show('-p', *options)
        checks.equal(without_verdict(quiet.err), '', f'{options}: nothing to say', quiet.command)
    chosen = {row.name for row in read_flat(pair.show('-p', '--symbols=gprof').out)}
    checks.expect(chosen <= listed, f'{pair.name}: --symbols=gprof has {chosen - listed}')


def functions_of_clients(checks, pair):
    """--growth and --shrink list the functions that gprof lists, unless other functions are requested."""
    for option in ('--growth', '--shrink'):
        for listing in ('-p', '-q'):
            plain = pair.show(listing, option)
            checks.equal(plain.out, pair.show(listing, option, '--symbols=gprof').out, f'{option}: gprof\'s functions',
                         plain.command)
    everything = pair.show('-q', '--growth', '--symbols=all')
    checks.expect(everything.out != pair.show('-q', '--growth').out, '--symbols=all has more', everything.command)


def cycles(checks, pair):
    """Checks that one short line mentions the cycles that only one side has, and that --explain-cycles lists their
    members."""
    shown = pair.show('-q')
    checks.expect(without_verdict(shown.err).count('\n') == 1 and len(without_verdict(shown.err).partition('warning: ')[2]) < LONGEST_WARNING and
                  '--explain-cycles' in shown.err, f'{pair.name}: {shown.err!r}', shown.command)
    explained = pair.show('--explain-cycles')
    lines = explained.out.splitlines()
    checks.equal(lines[0], 'cycle 3, 3 functions, missing in the other side', 'a cycle', explained.command)
    whole = next(e for e in read_graph(shown.out) if e.whole and e.cycle == 3)
    checks.equal(sorted(line.strip() for line in lines[1:]), sorted(member.name for member in whole.callees),
                 'its members', explained.command)
    same = Pair(pair.name, pair.egprof, pair.base, pair.base).show('--explain-cycles')
    checks.expect(same.out == '' and 'both sides have the same cycles' in same.err, f'no cycle: {same.err!r}',
                  same.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, builder = Checks(), Builder(arguments.data)
    clones = two_versions(arguments.egprof, builder, 'clones-O2-g')
    names_of_files(checks, clones)
    extra_functions(checks, clones)
    functions_of_clients(checks, clones)
    cycles(checks, two_versions(arguments.egprof, builder, 'cycles-O0-g'))
    checks.finish()


if __name__ == '__main__':
    main()
