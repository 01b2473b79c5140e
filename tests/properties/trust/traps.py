#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests for mistakes of other difference tools. Each function tests for one mistake and is named after it.

    tests/properties/trust/traps.py --egprof build/egprof/egprof
"""
import os
import pty
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from programs import Difference, program, tables
from checks import Checks, parse_arguments, run
from gmon import Arc, read, write
from listings import read_flat, read_gml_graph, read_side_flat, read_side_graph, read_totals


class Scene:
    def __init__(self, checks, egprof, folder):
        self.checks, self.egprof, self.folder = checks, egprof, folder
        self.old = program(folder, 'old', {'a.c': ['main', 'common', 'gone', 'gone_too']})
        self.new = program(folder, 'new', {'a.c': ['main', 'fresh', 'common', 'fresh_too']})
        self.base = [self.old.path, self.old.profile(folder / 'base', {'main': 10, 'common': 200, 'gone': 50},
                                                     [('main', 'common', 4), ('common', 'gone', 7),
                                                      ('common', 'gone_too', 1)])]
        self.other = [self.new.path, self.new.profile(folder / 'other', {'main': 10, 'common': 230, 'fresh': 60},
                                                      [('main', 'common', 5), ('common', 'fresh', 9),
                                                       ('common', 'fresh_too', 1)])]

    def show(self, *options, base=None, other=None):
        return run(self.egprof, '-b', '--no-demangle', *options, *(base or self.base), '--subtract',
                   *(other or self.other))

    def difference(self, *options, listings=('-p',), **sides):
        return Difference(self.egprof, sides.get('base', self.base), sides.get('other', self.other), *options,
                          listings=listings)


def functions_of_one_side_dropped(scene):
    """Functions on only one side, with time or only with calls, are in every listing with their numbers."""
    equal = scene.checks.equal
    one_sided = {'gone': 'X-', 'gone_too': 'X-', 'fresh': '-X', 'fresh_too': '-X'}
    status = {'X-': 'onlyBase', '-X': 'onlyOther'}
    flat, graph = scene.show('-p', '--side-by-side'), scene.show('-q', '--side-by-side')
    rows = {r.name: r for r in read_side_flat(flat.out)}
    equal({n: r.sides for n, r in rows.items() if r.sides != 'XX'}, one_sided, 'side by side', flat.command)
    equal((rows['gone'].base, rows['gone'].other, rows['gone'].diff_calls), (0.5, None, '7'), 'gone', flat.command)
    equal((rows['fresh'].diff, rows['fresh'].diff_calls), (-0.6, '-9'), 'fresh', flat.command)
    equal({e.name: e.row.sides for e in read_side_graph(graph.out) if e.row.sides != 'XX'}, one_sided, 'call graph',
          graph.command)
    classic = {r.name: (r.self, r.calls) for r in read_flat(scene.show('-p').out)}
    equal({n: classic.get(n) for n in one_sided}, {'gone': (0.5, 7), 'gone_too': (0, 1), 'fresh': (-0.6, -9),
                                                   'fresh_too': (0, -1)}, 'classic layout')
    json = scene.difference()
    equal({n: f['status'] for n, f in json.by_name.items() if f['status'].startswith('only')},
          {n: status[s] for n, s in one_sided.items()}, 'JSON', json.command)
    csv = scene.show('-p', '--format=csv')
    equal({r['linkageName']: r['status'] for r in tables(csv.out)[0] if r['status'].startswith('only')},
          {n: status[s] for n, s in one_sided.items()}, 'CSV', csv.command)
    nodes, _ = read_gml_graph(scene.show('--gml').out)
    equal({n['name']: n['status'] for n in nodes.values() if n['status'].startswith('only')},
          {n: status[s] for n, s in one_sided.items()}, 'GML')
    growth = {r.name: r.self for r in read_flat(scene.show('-p', '--growth').out)}
    equal((growth.get('fresh'), growth.get('gone')), (0.6, growth.get('gone') and 0.0), 'growth')
    # A function counts as called even if only one run in five called it.
    calls = [('main', 'common', 2)]
    runs = [scene.new.profile(scene.folder / f'run.{n}', {'main': 9}, calls + [('main', 'fresh', 1)] * (n == 2))
            for n in range(5)]
    mean = scene.difference('--runs', other=[scene.new.path, *runs])
    equal(mean.by_name.get('fresh', {}).get('status'), 'onlyOther', 'called in one run of five', mean.command)


def the_sign_flips_when_output_is_piped(scene):
    """Base minus other gives the same bytes on a terminal, in a pipe, in a file and in any locale."""
    for options in (['-p'], ['-p', '-q', '--side-by-side'], ['--significance'], ['--format=csv']):
        command = [str(w) for w in (scene.egprof, '-b', *options, *scene.base, '--subtract', *scene.other)]
        piped = subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout
        with open(scene.folder / 'file', 'wb') as file:
            subprocess.run(command, stdout=file, stderr=subprocess.DEVNULL, check=True)
        scene.checks.equal((scene.folder / 'file').read_bytes(), piped, f'{options}: a file and a pipe')
        scene.checks.equal(on_a_terminal(command).replace(b'\r', b''), piped.replace(b'\r', b''),
                           f'{options}: a terminal and a pipe')
        for locale in ('de_DE.UTF-8', 'fr_FR', 'tr_TR.UTF-8'):
            done = subprocess.run(command, capture_output=True, check=True, env={**os.environ, 'LC_ALL': locale})
            scene.checks.equal(done.stdout, piped, f'{options} in {locale}')
    rows = {r.name: r.diff for r in read_side_flat(scene.show('-p', '--side-by-side').out)}
    scene.checks.expect(rows['gone'] > 0 > rows['common'], f'positive: the other takes less: {rows}')


def on_a_terminal(command):
    master, slave = pty.openpty()
    process = subprocess.Popen(command, stdout=slave, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    os.close(slave)
    out = b''
    try:
        while part := os.read(master, 65536):
            out += part
    except OSError:  # egprof has closed its end of the terminal
        pass
    process.wait()
    os.close(master)
    return out


def percentages_of_the_net_total(scene):
    """Checks changes that cancel each other out. The net change is nearly zero, so percentages must refer to the sum of
    the absolute changes."""
    base = [scene.old.path, scene.old.profile(scene.folder / 'net.1', {'main': 100, 'common': 300, 'gone': 10})]
    for more, verdict in ((300, 'none'), (299, 'less'), (301, 'more')):
        other = [scene.old.path,
                 scene.old.profile(scene.folder / 'net.2', {'main': 300, 'common': 100, 'gone': 10 + more - 300})]
        outcome = scene.show('-p', '--side-by-side', base=base, other=other)
        rows = {r.name: r for r in read_side_flat(outcome.out)}
        changes = sum(abs(r.diff) for r in rows.values())
        for row in rows.values():
            scene.checks.expect(abs(row.impact) <= 100 and abs(row.impact - 100 * row.diff / changes) < 0.01,
                                f'impact of {row}', outcome.command)
        totals = read_totals(outcome.out)
        scene.checks.expect(abs(totals['diff']) < 0.02, f'{verdict}: the net is small: {totals}', outcome.command)
        for function in scene.difference(base=base, other=other).functions:
            scene.checks.expect(abs(function['impact']) <= 100, f'impact of {function} in JSON')


def a_name_bound_to_the_wrong_files_static(scene):
    """Two files have a static function `helper`. A second build has the files in reverse order, and a third lacks one
    file."""
    one = program(scene.folder, 'statics', {'first.c': ['main', '.helper'], 'second.c': ['.helper', 'end']})
    two = program(scene.folder, 'turned', {'second.c': ['.helper', 'end'], 'first.c': ['main', '.helper']})
    three = program(scene.folder, 'alone', {'second.c': ['main', '.helper', 'end']})
    # The helper of first.c takes 1 s and that of second.c 5 s, in all three programs.
    base = [one.path, one.profile(scene.folder / 's.1', {1: 100, 2: 500})]
    turned = [two.path, two.profile(scene.folder / 's.2', {0: 500, 3: 100})]
    alone = [three.path, three.profile(scene.folder / 's.3', {1: 500})]

    def helpers(other):
        return sorted((f['file'], f['base'] and f['base']['self'], f['other'] and f['other']['self'], f['match'])
                      for f in scene.difference(base=base, other=other).functions if f['name'] == 'helper')

    scene.checks.equal(helpers(turned), [('first.c', 1, 1, 'file'), ('second.c', 5, 5, 'file')], 'another order')
    scene.checks.equal(helpers(alone), [('first.c', 1, None, None), ('second.c', 5, 5, 'file')], 'one is gone')


def programs_of_different_file_names_match_nothing(scene):
    """Functions match by name, whatever the names of program, folder and profile."""
    folder = scene.folder / 'somewhere else'
    folder.mkdir()
    renamed = folder / 'renamed-2.0'
    shutil.copy(scene.old.path, renamed)
    profile = folder / 'gmon.out'
    shutil.copy(scene.base[1], profile)
    outcome = scene.show('-p', '--side-by-side', other=[renamed, profile])
    rows = read_side_flat(outcome.out)
    scene.checks.equal([(r.sides, r.diff) for r in rows], [('XX', 0)] * len(rows), 'a copy', outcome.command)
    scene.checks.equal(len(rows), 4, 'functions of a copy', outcome.command)
    other = folder / 'another'
    shutil.copy(scene.new.path, other)
    outcome = scene.show('-p', '--side-by-side', other=[other, scene.other[1]])
    scene.checks.equal({r.name for r in read_side_flat(outcome.out) if r.sides == 'XX'}, {'main', 'common'},
                       'another build of another name', outcome.command)


def called_faster_because_its_share_fell(scene):
    """Compares 0.54 s of 1 s with 0.78 s of 3 s: the function takes more time, although its share falls. The change of
    the share must be labelled as percentage points."""
    base = [scene.old.path, scene.old.profile(scene.folder / 'share.1', {'common': 54, 'main': 46})]
    other = [scene.old.path, scene.old.profile(scene.folder / 'share.2', {'common': 78, 'main': 222})]
    sides = {'base': base, 'other': other}
    outcome = scene.show('-p', '--columns=impact,self,share,ratio', **sides)
    row = next(line for line in outcome.out.splitlines() if line.endswith('  common')).split()
    scene.checks.equal(row[:8], ['-12.00', '0.54', '0.78', '-0.24', '54.00', '26.00', '28.00', '1.44'], 'the row',
                       outcome.command)
    heading = outcome.out.splitlines()[:2]
    scene.checks.expect('seconds' in heading[1] and '% of +' in heading[1] and 'points' in heading[1],
                        f'absolute and relative figures are labelled: {heading}', outcome.command)
    function = scene.difference(**sides).by_name['common']
    scene.checks.expect(function['difference']['self'] < 0 and function['impact'] < 0, f'JSON: {function}')
    scene.checks.expect('common' not in ''.join(r.name for r in read_flat(scene.show('-p', '--shrink', **sides).out)
                                                if r.self > 0), 'it did not shrink')
    nodes, _ = read_gml_graph(scene.show('--gml', base=[scene.old.path, with_call(scene, base[1], 'share.3')],
                                         other=[scene.old.path, with_call(scene, other[1], 'share.4')]).out)
    scene.checks.expect(all(n['diffSelf'] < 0 for n in nodes.values() if n['name'] == 'common'), 'GML')
    gated = scene.show('-p', '--fail-if=self > 0s', '--fail-on-function=common', **sides)
    scene.checks.equal(gated.status, 3, f'a gate sees it grow: {gated.err}', gated.command)
    scaled = run(scene.egprof, '-p', '--side-by-side', '--normalize', *base, '--subtract', *other)
    scene.checks.expect('times x 0.333333' in scaled.out and 'multiplied by 0.333333' in scaled.err,
                        f'scaled times are labelled: {scaled.err}', scaled.command)


def with_call(scene, profile, name):
    """Writes a copy of a profile with one call added, because a call graph needs at least one."""
    path = scene.folder / name
    call = Arc(scene.old.at('main') + 4, scene.old.at('common'), 1)
    path.write_bytes(write([*read(Path(profile).read_bytes()), call]))
    return path


def a_run_against_itself_not_all_zero(scene):
    """Every number in every format is zero; mirror_properties.py tests this on 300 random profiles."""
    sides = {'other': scene.base}
    outcome = scene.show('-p', '--side-by-side', **sides)
    for row in read_side_flat(outcome.out):
        scene.checks.equal((row.diff, row.impact, row.diff_calls, row.sides), (0, 0, '0', 'XX'), row.name,
                           outcome.command)
    difference = scene.difference('--significance', '--fail-if=not self = 0s', '--fail-if=calls != 0', **sides)
    scene.checks.equal(difference.outcome.status, 0, 'no condition holds', difference.command)
    scene.checks.expect(all(not any(f['difference'].values()) and f['status'] == 'unchanged'
                            for f in difference.functions), 'JSON', difference.command)
    for option in ('--growth', '--shrink'):
        scene.checks.expect(all(r.self == 0 and not r.calls for r in read_flat(scene.show('-p', option, **sides).out)),
                            option)


def different_sampling_rates_compared_as_counts(scene):
    """100 samples at 100 per second and 1,000 samples at 1,000 per second both take one second. A warning mentions
    the different rates."""
    slow = scene.old.profile(scene.folder / 'rate.1', {'common': 100, 'main': 300}, rate=100)
    fast = scene.old.profile(scene.folder / 'rate.2', {'common': 1000, 'main': 3000}, rate=1000)
    for base, other in ((slow, fast), (fast, slow)):
        sides = {'base': [scene.old.path, base], 'other': [scene.old.path, other]}
        outcome = scene.show('-p', '--side-by-side', **sides)
        for row in read_side_flat(outcome.out):
            scene.checks.equal((row.base, row.diff), ({'common': 1.0, 'main': 3.0}[row.name], 0.0), row.name,
                               outcome.command)
        scene.checks.expect(re.search(r'100\b.*1000|1000.*\b100\b', outcome.err), f'a warning: {outcome.err}',
                            outcome.command)
        verdicts = scene.difference('--significance', '--fail-if=self != 0s', '--fail-if=significant', **sides)
        scene.checks.equal(verdicts.outcome.status, 0, 'nothing differs', verdicts.command)
    more = scene.old.profile(scene.folder / 'rate.3', {'common': 1500, 'main': 3000}, rate=1000)
    verdict = scene.difference('--significance', base=[scene.old.path, slow],
                               other=[scene.old.path, more]).by_name['common']
    scene.checks.expect(verdict['significance']['significant'] and verdict['difference']['self'] == -0.5,
                        f'half a second more: {verdict}')


def entries_paired_by_list_position(scene):
    """Checks that rows are matched by name. The other program has the same functions in reverse order in memory, and
    two more functions."""
    names = [f'f{n}' for n in range(8)]
    one = program(scene.folder, 'forwards', {'a.c': names})
    two = program(scene.folder, 'backwards', {'a.c': ['new1', *reversed(names), 'new2']})
    samples = {name: 10 + 7 * n for n, name in enumerate(names)}
    calls = [(a, b, n + 2) for n, (a, b) in enumerate(zip(names, names[1:]))]
    base = [one.path, one.profile(scene.folder / 'order.1', samples, calls)]
    other = [two.path, two.profile(scene.folder / 'order.2', {**samples, 'f3': 500, 'new1': 5}, calls)]
    outcome = scene.show('-p', '--side-by-side', base=base, other=other)
    for row in read_side_flat(outcome.out):
        if row.name in samples and row.name != 'f3':
            scene.checks.equal((row.base, row.other, row.diff, row.diff_calls),
                               (samples[row.name] / 100, samples[row.name] / 100, 0, '0'), row.name, outcome.command)
    difference = scene.difference(base=base, other=other, listings=('-p', '-q'))
    scene.checks.equal(sorted(f['name'] for f in difference.functions if f['difference']['self']), ['f3', 'new1'],
                       'what differs', difference.command)
    scene.checks.equal([a for a in difference.data['arcs'] if a['status'] != 'unchanged' and a['difference']['calls']],
                       [], 'arcs', difference.command)


TRAPS = [functions_of_one_side_dropped, the_sign_flips_when_output_is_piped, percentages_of_the_net_total,
         a_name_bound_to_the_wrong_files_static, programs_of_different_file_names_match_nothing,
         called_faster_because_its_share_fell, a_run_against_itself_not_all_zero,
         different_sampling_rates_compared_as_counts, entries_paired_by_list_position]


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(checks, arguments.egprof, Path(folder))
        for trap in TRAPS:
            before = checks.failed
            trap(scene)
            print(f'{"ok" if checks.failed == before else "FAILED"}  {trap.__name__.replace("_", " ")}')
    checks.finish()


if __name__ == '__main__':
    main()
