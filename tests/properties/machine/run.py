#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads machine-readable output with other projects' readers: CSV, JSON and its schema, callgrind_annotate, and folded
stacks.

    tests/properties/machine/run.py --egprof build/egprof/egprof

The values read are compared with gprof's output for each side and with the human-readable listings.
"""
import json
import math
import os
import re
import shutil
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'golden'))
from checks import Checks, parse_arguments, run  # also makes the modules of tests/oracle importable
from pairs import PLAIN, generated_pairs, real_pairs

from formats import annotate, read_csv, read_folded
from images import Builder
from json_schema import make_validator
from name_checks import check_names
from listings import read_flat, read_graph, read_side_flat, read_side_graph, read_totals

# The program stack_documents.cpp, which writes JSON documents made from other profilers' recordings.
STACK_DOCUMENTS = Path(os.environ.get('BUILD_DIR', Path(__file__).resolve().parents[3] / 'build')) / 'tests/stack_documents'
CENT = 0.00501     # tolerance for comparing a number in full precision with one of two decimals
EVERY_LISTING = ['-p', '-q', '-C']
# Options that select rows; gprof accepts all but the last two.
OPTIONS = [['-z'], ['-a'], ['-f', '{}'], ['-F', '{}'], ['-e', '{}'], ['-E', '{}'], ['-n', '{}'], ['-N', '{}'],
           ['-k', 'main/{}'], ['-c'], ['-l'], ['--limit=3'], ['--demangle', '--symbols=all']]
# Number of option sets before -l. The sets from -l on are not compared with gprof's listing; with -l, for example, rows
# have other names.
BY_GPROF = len(OPTIONS) - 3


# --- numbers -----------------------------------------------------------------------------------------------------------
def number(cell):
    return float(cell) if cell else 0.0


def by_name(rows):
    """Returns the sorted values of each name, since functions can share a name. The values of a name are sorted by
    their last members, which are exact counts."""
    values = defaultdict(list)
    for name, value in rows:
        values[name].append(value)
    return {name: sorted(v, key=lambda value: value[::-1]) for name, v in values.items()}


def padded(ours, theirs):
    """Returns `ours` with zeros for values that only `theirs` has, because rows without numbers may be left out."""
    return {name: sorted(v + [(0.0,)] * (len(theirs.get(name, [])) - len(v)))
            for name, v in ({name: [] for name in theirs} | ours).items()}


def paired(ours, theirs, margin):
    """True if the values in `ours` and `theirs` can be paired so that each pair is equal within `margin`. Any order
    is accepted, since rounding may swap similar values."""
    left = list(theirs)
    for mine in ours:
        same = next((n for n, other in enumerate(left)
                     if all(math.isclose(a, b, rel_tol=0, abs_tol=margin) for a, b in zip(mine, other))), None)
        if same is None:
            return False
        del left[same]
    return not left


def close(ours, theirs, margin=CENT):
    """True if both dictionaries have the same names, and the same numbers within `margin`."""
    return ours.keys() == theirs.keys() and all(paired(ours[name], theirs[name], margin) for name in ours)


def difference_of(ours, theirs, margin=CENT):
    """Returns up to three differences between two dictionaries made by by_name, for messages."""
    return [(name, ours.get(name), theirs.get(name)) for name in sorted({*ours, *theirs})
            if not close({name: ours.get(name, [])}, {name: theirs.get(name, [])}, margin)][:3]


def of_functions(totals):
    """Returns the totals without time in no function."""
    base, other = totals['base'] - totals['no_base'], totals['other'] - totals['no_other']
    return {**totals, 'base': base, 'other': other, 'diff': base - other}


class Machine:
    """Checks pairs of executions, one after another."""

    def __init__(self, checks, arguments, validator):
        self.checks, self.validator = checks, validator
        self.folder = arguments.data / 'machine'
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.files = 0

    def same(self, ours, theirs, what, shown, margin=CENT):
        wrong = difference_of(ours, theirs, margin)
        self.checks.expect(not wrong, f'{what}: {wrong}', shown.command)

    def good(self, shown):
        return self.checks.expect(shown.status == 0, f'status {shown.status}: {shown.err!r}', shown.command)

    # --- one execution ------------------------------------------------------------------------------------------
    def one(self, pair, side):
        show = lambda *options: run(pair.egprof, *PLAIN, *options, *side.words())
        flat, graph = pair.gprof(side, '-p').out, pair.gprof(side, '-q').out
        shown = show('--format=csv', *EVERY_LISTING)
        if not self.good(shown):
            return
        tables = read_csv(shown.out)
        if not self.checks.equal(len(tables), 3, 'tables of three listings', shown.command):
            return
        self.one_flat(tables[0], flat, shown)
        self.one_graph(tables[1], graph, shown)
        self.one_counts(tables[2], pair.gprof(side, '-C').out, shown)
        if self.validator:
            self.one_json(show('--format=json', *EVERY_LISTING), tables)
        self.one_callgrind(show, read_graph(graph), read_flat(flat))
        self.one_folded(show('--folded'), flat)

    def one_flat(self, rows, text, shown):
        listed = by_name((r.name, (r.self, r.calls or 0)) for r in read_flat(text))
        self.same(by_name((r['linkageName'], (number(r['self']), number(r['calls']))) for r in rows), listed,
                  "flat table and gprof's flat profile", shown)

    def one_graph(self, rows, text, shown):
        entries = read_graph(text)
        functions = [e for e in entries if not e.whole]
        listed = by_name((e.name, (e.self, e.total, e.calls or 0, e.self_calls, e.number, e.cycle)) for e in functions)
        of_row = lambda r: tuple(number(r[k]) for k in ('self', 'total', 'calls', 'selfCalls', 'number', 'cycle'))
        self.same(by_name((r['linkageName'], of_row(r)) for r in rows if r['row'] == 'function'), listed,
                  "functions of the graph table and gprof's entries", shown, 2 * CENT)
        self.same(by_name((r['cycle'], of_row(r)[:5]) for r in rows if r['row'] == 'cycle'),
                  by_name((str(e.cycle), (e.self, e.total, e.calls or 0, e.self_calls, e.number))
                          for e in entries if e.whole), "cycles of the graph table and gprof's", shown, 2 * CENT)
        # An arc from a function to itself appears both above and below its entry.
        arcs = by_name((f'{e.name} -> {a.name}', ((a.self or 0) + (a.children or 0), a.count))
                       for e in functions for a in e.callees)
        ours = by_name((f"{r['callerLinkageName']} -> {r['linkageName']}", (number(r['total']), number(r['calls'])))
                       for r in rows if r['row'] == 'arc')
        callers = {e.name for e in functions}
        self.same({k: v for k, v in ours.items() if k.split(' -> ')[0] in callers}, arcs,
                  "arcs of the graph table and gprof's", shown, 2 * CENT)

    def one_counts(self, rows, text, shown):
        listed = by_name((m[1], (int(m[2]),)) for m in re.finditer(r'\((\S+):0x\w+\) (\d+) executions', text))
        self.same(by_name((r['linkageName'], (number(r['calls']),)) for r in rows if r['row'] == 'function'), listed,
                  "counts and gprof's", shown)

    def validate(self, shown):
        document = json.loads(shown.out)
        self.checks.equal(self.validator(document), '', 'what the schema forbids', shown.command)
        ids = {f['id'] for f in document['functions']}
        named = [a[end] for a in document.get('arcs', []) for end in ('caller', 'callee')]
        named += [m for c in document['cycles'] for m in c['members']]
        self.checks.expect(ids.issuperset(named), 'every id means a function', shown.command)
        self.checks.equal(len(ids), len(document['functions']), 'ids that differ', shown.command)
        return document, {f['id']: f for f in document['functions']}

    def one_json(self, shown, tables):
        if not self.good(shown):
            return
        document, functions = self.validate(shown)
        flat = [functions[i] for i in document['listings']['flat']['functions']]
        of_json = lambda f: (f['id'], f['linkageName'], f['percent'], *(f['numbers'][k] for k in
                                                                         ('self', 'total', 'calls', 'selfCalls')))
        of_row = lambda r: (int(r['id']), r['linkageName'], *(float(r[k]) for k in
                                                              ('percent', 'self', 'total', 'calls', 'selfCalls')))
        self.checks.equal([of_json(f) for f in flat], [of_row(r) for r in tables[0]], 'JSON and CSV, flat',
                          shown.command)
        arcs = [(a['callee'], a['caller'], a['numbers']['total'], a['numbers']['calls']) for a in document['arcs']]
        self.checks.equal(arcs, [(int(r['id']), int(r['callerId']), float(r['total']), int(r['calls']))
                                 for r in tables[1] if r['row'] == 'arc'], 'JSON and CSV, arcs', shown.command)

    def one_callgrind(self, show, entries, flat, hidden=''):
        self.files += 1
        path = self.folder / f'callgrind.out.{self.files}'
        shown = show(f'--callgrind={path}')
        if not self.good(shown) or not shutil.which('callgrind_annotate'):
            return
        total, costs = annotate(path, '--inclusive=yes')
        if entries is None:
            return
        listed = by_name((f'<cycle {e.cycle}>' if e.whole else e.name, (e.total,)) for e in entries)
        # gprof omits the self time of a cycle if no selected function outside the cycle calls it.
        uncalled = {f'<cycle {e.cycle}>' for e in entries if e.whole and (not e.calls or not e.self)}
        extra = {hidden} | uncalled | {name for _, name in costs if name[0] == '<' and name not in listed}
        seen = by_name((name, (cost / 1e9,)) for cost, name in costs if name not in extra)
        listed = {name: times for name, times in listed.items() if name not in extra}
        self.same(padded(seen, listed), padded(listed, seen), "callgrind_annotate's inclusive totals and gprof's", shown,
                  2 * CENT)
        if flat is None:
            return
        _, own = annotate(path, '--inclusive=no')
        self.checks.expect(abs(sum(cost for cost, _ in own) - total) <= 1, 'self costs add up to the total',
                           shown.command)
        printed = sum(row.self for row in flat)
        rest = sum(cost for cost, name in own if name == '<no function>')
        self.checks.expect(abs((total - rest) / 1e9 - printed) <= 0.005 * len(flat) + CENT,
                           f'total {total / 1e9} of callgrind_annotate, {printed} printed by gprof', shown.command)

    def one_folded(self, shown, flat):
        if not self.good(shown):
            return
        lines = read_folded(shown.out)
        self.checks.equal(len(lines), len(shown.out.splitlines()), 'folded lines that can be read', shown.command)
        own = defaultdict(float)
        for frames, (micros,) in lines:
            own[frames[-1]] += micros / 1e6
        listed = defaultdict(float)
        for row in read_flat(flat):
            listed[row.name] += row.self
        wrong = [(name, own[name], seconds) for name, seconds in listed.items()
                 if abs(own[name] - seconds) > 0.006 * max(1, sum(r.name == name for r in read_flat(flat)))]
        self.checks.expect(not wrong, f'self time of the last frames and of gprof: {wrong[:3]}', shown.command)

    def options(self, pair):
        """Checks that the output has the documented form with every option."""
        names = sorted({e.name for e in read_graph(pair.gprof(pair.base, '-q').out) if not e.whole} - {'main'})
        for n, options in enumerate(OPTIONS):
            options = [word.format(names[n % len(names)]) for word in options]
            for words in [pair.base.words(), [*pair.base.words(), '--subtract', *pair.other.words()]]:
                shown = run(pair.egprof, '-b', '--no-demangle', '--format=csv', *EVERY_LISTING, *options, *words)
                if not self.good(shown):
                    continue
                tables = read_csv(shown.out)
                self.checks.expect(len(tables) == 3 and all(None not in row and None not in row.values()
                                                            for table in tables for row in table),
                                   'as many cells as columns', shown.command)
                if self.validator:
                    shown = run(pair.egprof, '-b', '--no-demangle', '--format=json', *EVERY_LISTING, *options, *words)
                    self.validate(shown)
            show = lambda *more, o=options: run(pair.egprof, *PLAIN, *more, *o, *pair.base.words())
            if n < BY_GPROF:
                graph, flat = (pair.gprof(pair.base, listing, *options).out for listing in ('-q', '-p'))
                # A function without an entry can still be a callee of other functions.
                self.one_callgrind(show, read_graph(graph), None if '-z' not in options else read_flat(flat),
                                   options[1] if options[0] == '-e' else '')
            else:
                self.one_callgrind(show, None, None)

    # --- a difference -------------------------------------------------------------------------------------------
    def two(self, pair):
        shown = pair.show('--format=csv', *EVERY_LISTING)
        if not self.good(shown):
            return
        tables = read_csv(shown.out)
        if not self.checks.equal(len(tables), 3, 'tables of three listings', shown.command):
            return
        text = pair.show('--side-by-side', '-p').out
        self.two_flat(tables[0], read_side_flat(text), shown)
        self.two_graph(tables[1], read_side_graph(pair.show('--side-by-side', '-q').out), shown)
        if self.validator:
            self.two_json(pair.show('--format=json', *EVERY_LISTING), tables, of_functions(read_totals(text)))
        self.joins(pair)
        self.mirrors(pair, tables)
        self.two_folded(pair.show('--folded'), of_functions(read_totals(text)))
        self.one_sided(pair)

    def two_flat(self, rows, listed, shown):
        printed = [(r.impact, r.base or 0.0, r.other or 0.0, r.diff, r.sides, r.name) for r in listed]
        sides = {'onlyBase': 'X-', 'onlyOther': '-X'}
        ours = [(number(r['impact']), number(r['baseSelf']), number(r['otherSelf']), number(r['diffSelf']),
                 sides.get(r['status'], 'XX'), r['linkageName']) for r in rows]
        self.checks.equal([r[-2:] for r in ours], [r[-2:] for r in printed], 'rows in their order', shown.command)
        wrong = [(a, b) for a, b in zip(ours, printed) if any(abs(x - y) > CENT for x, y in zip(a[:4], b[:4]))]
        self.checks.expect(not wrong, f'flat table and the listing side by side: {wrong[:2]}', shown.command)
        calls = [tuple('-' if c in ('', '0') else c for c in (r['baseCalls'], r['otherCalls'])) + (r['diffCalls'],)
                 for r in rows]
        zero_is_dash = lambda cell: '-' if cell == '0' else cell
        self.checks.equal(calls, [(zero_is_dash(r.base_calls), zero_is_dash(r.other_calls), r.diff_calls)
                                  for r in listed], 'calls', shown.command)

    def two_graph(self, rows, entries, shown):
        ours = by_name((r['linkageName'] or f"<cycle {r['cycle']}>",
                        tuple(number(r[k]) for k in ('baseTotal', 'otherTotal', 'diffTotal', 'diffCalls')))
                       for r in rows if r['row'] != 'arc')
        self.same(ours, by_name((e.name or f'<cycle {e.cycle}>',
                                 (e.row.base or 0, e.row.other or 0, e.row.diff, first_number(e.row.diff_calls)))
                                for e in entries), 'graph table and the listing side by side', shown)
        arcs = by_name((f"{r['callerLinkageName']} -> {r['linkageName']}",
                        tuple(number(r[k]) for k in ('baseTotal', 'otherTotal', 'diffTotal', 'diffCalls')))
                       for r in rows if r['row'] == 'arc')
        listed = by_name((f'{e.name} -> {name}', (row.base or 0, row.other or 0, row.diff or 0,
                                                  first_number(row.diff_calls)))
                         for e in entries if not e.whole for name, row in e.callees)
        self.same({k: v for k, v in arcs.items() if k in listed}, listed, 'arcs and the listing side by side', shown)

    def two_json(self, shown, tables, totals):
        if not self.good(shown):
            return
        document, functions = self.validate(shown)
        flat = [functions[i] for i in document['listings']['flat']['functions']]
        for which, prefix in [('base', 'base'), ('other', 'other'), ('difference', 'diff')]:
            ours = [[f[which] and f[which][k] for k in ('self', 'total', 'calls', 'selfCalls')] for f in flat]
            keys = [prefix + k for k in ('Self', 'Total', 'Calls', 'SelfCalls')]
            rows = [[float(r[k]) for k in keys] if r[keys[0]] else None for r in tables[0]]
            self.checks.equal([o if o[0] is not None else None for o in ours], rows, f'JSON and CSV, {which}',
                              shown.command)
        self.checks.equal([(f['linkageName'], f['match'] or '') for f in flat],
                          [(r['linkageName'], r['match']) for r in tables[0]], 'names and matches', shown.command)
        for key, printed in [('base', totals['base']), ('other', totals['other']), ('difference', totals['diff'])]:
            # `printed` is made of up to four rounded numbers.
            self.checks.expect(abs(document[key]['seconds'] - printed) <= 4 * CENT, f'seconds of {key}', shown.command)
        for key, letter in [('functions', 'f'), ('arcs', 'a')]:
            presence = document['presence'][key]
            self.checks.equal([presence[k] for k in ('both', 'onlyBase', 'onlyOther')],
                              [totals[f'{letter}_{k}'] for k in ('both', 'base', 'other')], key, shown.command)

    def joins(self, pair):
        """Every row can be joined with rows of gprof's listings of both sides."""
        shown = pair.show('--format=csv', '-p', '--symbols=gprof')
        if not self.good(shown):
            return
        rows = read_csv(shown.out)[0]
        for side, prefix in [(pair.base, 'base'), (pair.other, 'other')]:
            used = lambda r: number(r[prefix + 'Self']) or number(r[prefix + 'Calls'])
            self.same(by_name((r['linkageName'], (number(r[prefix + 'Self']), number(r[prefix + 'Calls'])))
                              for r in rows if used(r)),
                      by_name((r.name, (r.self, r.calls or 0)) for r in read_flat(pair.gprof(side, '-p').out)),
                      f"rows and gprof's flat profile of the {prefix}", shown)

    def mirrors(self, pair, tables):
        shown = pair.show('--format=csv', *EVERY_LISTING, swap=True)
        for table, back in zip(tables, read_csv(shown.out)):
            swapped = [{**r, **{k: r[k.replace('base', 'other', 1)] for k in r if k.startswith('base')},
                        **{k: r[k.replace('other', 'base', 1)] for k in r if k.startswith('other')}} for r in back]
            names = [k for k in table[0] if k.startswith(('base', 'other')) or k == 'linkageName'] if table else []
            self.checks.equal([[r[k] for k in names] for r in swapped], [[r[k] for k in names] for r in table],
                              'the other way round, sides', shown.command)
            signed = [k for k in table[0] if k.startswith('diff')] if table else []
            self.checks.equal([[-number(r[k]) for k in signed] for r in back],
                              [[number(r[k]) for k in signed] for r in table], 'the other way round, signs',
                              shown.command)

    def two_folded(self, shown, totals):
        if not self.good(shown):
            return
        lines = read_folded(shown.out)
        self.checks.expect(all(len(numbers) == 2 for _, numbers in lines), 'two columns', shown.command)
        named = [numbers for frames, numbers in lines if frames != ['[no function]']]
        for column, key in [(0, 'base'), (1, 'other')]:
            seconds = sum(numbers[column] for numbers in named) / 1e6
            self.checks.expect(abs(seconds - totals[key]) < 0.01, f'{seconds} folded seconds, {totals[key]} in {key}',
                               shown.command)

    def one_sided(self, pair):
        for direction in ['--growth', '--shrink']:
            self.files += 1
            path = self.folder / f'callgrind.out.{self.files}'
            shown = pair.show(direction, f'--callgrind={path}')
            text = pair.show(direction, '-p')
            if not self.good(shown) or not shutil.which('callgrind_annotate'):
                continue
            _, costs = annotate(path, '--inclusive=no')
            own = by_name((name, (cost / 1e9,)) for cost, name in costs if name[0] != '<')
            listed = by_name((r.name, (r.self,)) for r in read_flat(text.out))
            self.same(padded(own, listed), padded(listed, own), f'callgrind_annotate and the listing, {direction}',
                      shown)
        refused = pair.show('--callgrind')
        self.checks.expect(refused.status != 0 and '--growth' in refused.err,
                           'a difference has no callgrind.out without a direction', refused.command)


def first_number(cell):
    found = re.match(r'-?\d+', cell)
    return int(found[0]) if found else 0


def counts_in(value):
    """Returns all call counts in a document."""
    if isinstance(value, list):
        return [count for element in value for count in counts_in(element)]
    if not isinstance(value, dict):
        return []
    own = [value[key] for key in ('calls', 'selfCalls') if key in value and not isinstance(value[key], dict)]
    return own + [count for element in value.values() for count in counts_in(element)]


def check_stacks(checks, validator):
    """Documents made from other profilers' recordings are valid according to the schema, and calls are null if they
    were not counted."""
    done = run(STACK_DOCUMENTS)
    documents = [json.loads(line) for line in done.out.splitlines()]
    checks.equal(len(documents), 13, 'documents of stacks', [str(STACK_DOCUMENTS)])
    for document in documents:
        where = [str(STACK_DOCUMENTS), document['kind']]
        checks.equal(validator(document), '', 'what the schema forbids', where)
        sides = [document[key] for key in ('profile', 'base', 'other') if key in document]
        known = [side.get('callsKnown', True) for side in sides]
        counts = counts_in(document)
        if not any(known):
            checks.equal(set(counts) - {None}, set(), 'calls that nobody counted', where)
        elif all(known) and 'ank' not in document['kind']:
            checks.expect(None not in counts, 'calls that are known are numbers', where)


def can_write_json(pair, checks):
    """A build without nlohmann's json refuses --format=json and explains why."""
    shown = pair.show('--format=json', '-p')
    if shown.status == 0:
        return True
    checks.expect('JSON' in shown.err and shown.err.count('\n') == 1, f'refusal: {shown.err!r}', shown.command)
    return False


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, builder = Checks(), Builder(arguments.data)
    pairs = list(real_pairs(arguments.egprof, builder))
    pairs += generated_pairs(arguments.egprof, builder, arguments.seed)
    skipped = [what for what, missing in [
        ('JSON: no jsonschema or fastjsonschema', make_validator() is None),
        ('JSON: this build cannot write it', not can_write_json(pairs[0], checks)),
        ('callgrind: no callgrind_annotate', not shutil.which('callgrind_annotate'))] if missing]
    for what in skipped:
        print(f'SKIPPED  {what}')
    no_json = any(what.startswith('JSON') for what in skipped)
    machine = Machine(checks, arguments, None if no_json else make_validator())
    for pair in pairs:
        for side in (pair.base, pair.other):
            machine.one(pair, side)
        machine.two(pair)
    for pair in pairs[::5]:
        machine.options(pair)
    if not no_json:
        check_stacks(checks, make_validator())
    check_names(checks, arguments.egprof, machine.folder / 'names')
    print(f'{checks.passed} passed, {checks.failed} failed, {len(skipped)} skipped')
    sys.exit(1 if checks.failed or not checks.passed else 0)


if __name__ == '__main__':
    main()
