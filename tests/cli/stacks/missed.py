# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows with two runs what other tools miss: in the second run, app::parse does twice the work and the program is
renamed."""
import re

from scene import PAIRS, read, sums_of

PARSE, HELPER = '_ZN3app5parseEj', '_ZL6helperj'


def _rows(scene, base, other, *options):
    return {key: row for key, row in scene.difference(base, other, *options).rows().items()}


def renamed_program(checks, scene):
    """perf diff matches none of the program's functions, because the program is renamed."""
    told = (PAIRS / 'perf_diff.txt').read_text()
    checks.expect(re.search(r'^ {10,}\+\d+\.\d+%  prog_new +\[\.\] app::parse$', told, re.M)
                  and re.search(r'^ +\d+\.\d+% {5,}prog_old +\[\.\] app::parse$', told, re.M), 'perf diff: gone and new', told)
    rows = _rows(scene, 'old.perf.gz', 'new.perf.gz', '--significance')
    checks.expect(all(row.base and row.other for row in rows.values()), 'every function has a match')
    parse = next(row for key, row in rows.items() if key[0] == PARSE)
    checks.expect(1.7 < parse.other.self / parse.base.self < 2.3, f'app::parse takes twice the time: {parse}')
    names = {key[0] for key, row in rows.items() if row.verdict and row.verdict['significant']}
    checks.equal(names, {PARSE}, 'nothing else changed')
    checks.expect(parse.verdict['significant'] and parse.total_verdict and parse.total_verdict['significant'],
                  'which is no noise')


def three_helpers(checks, scene):
    rows = [(key, row) for key, row in _rows(scene, 'old.perf.gz', 'new.perf.gz').items() if 'helper' in key[0]]
    checks.equal(len(rows), 3, 'three functions are called helper')
    checks.equal([row.match for key, row in rows if key[0] == HELPER], ['image', 'image'],
                 'those of libraries by image')
    base, other = sums_of('old.perf.gz'), sums_of('new.perf.gz')
    for library in ('/programs/liba.so', '/programs/libb.so'):
        row = next(row for key, row in rows if key[1] == library)
        checks.equal((row.base.self, row.other.self), (base.own[HELPER, library], other.own[HELPER, library]), library)
    # In these copies, three functions have the same name: two in libraries, and one in the program, which is renamed.
    for side, name in (('old', 'prog_old'), ('new', 'prog_new')):
        text = scene.unpacked(f'{side}.perf.gz').read_text().replace('_ZN12_GLOBAL__N_16helperEj', HELPER)
        scene.write(f'{side}.helpers.perf', text)
    rows = _rows(scene, scene.folder / 'old.helpers.perf', scene.folder / 'new.helpers.perf')
    helpers = {key[1]: row for key, row in rows.items() if key[0] == HELPER}
    checks.equal({row.match for row in helpers.values()}, {'image'}, 'the one left over on each side is a pair too')
    checks.equal(len(helpers), 3, 'three pairs')


def sort_of_libc(checks, scene):
    """Shows that perf diff reports a smaller share for libc's sort, although its number of samples did not change."""
    row = next(row for key, row in _rows(scene, 'old.perf.gz', 'new.perf.gz', '--significance').items()
               if key[0].startswith('msort_with_tmp'))
    told = re.search(r'(-\d+\.\d+)%  libc.* msort_with_tmp', (PAIRS / 'perf_diff.txt').read_text())
    checks.expect(told and float(told[1]) < -1, 'perf diff shows a change of msort_with_tmp')
    checks.expect(not row.verdict['significant'] and row.verdict['low'] < 0 < row.verdict['high'], f'no verdict: {row}')


def never_above_all(checks, scene):
    """Shows that callgrind_annotate --inclusive=yes attributes a multiple of the total to functions that call
    themselves."""
    from told import _annotated
    sums, told = sums_of('sort.callgrind.gz'), _annotated('sort.callgrind.inclusive.txt.gz')
    name = 'app::sort(unsigned int*, unsigned int*)'
    checks.expect(max(told[name]) > 2 * sums.whole, f'callgrind_annotate: {told[name]} of {sums.whole}')
    shown = scene.document('sort.callgrind.gz')
    for key, value in shown.functions().items():
        checks.expect(value.total <= shown.whole[0], f'{key}: {value.total} of {shown.whole}')
        if key[0] == name:
            checks.expect(value.self <= value.total < shown.whole[0] / 2, f'what app::sort takes: {value}')


def broken_stacks(checks, scene):
    """Some stacks are cut off in libc: half of the stacks in the old run, and fewer in the new run."""
    shares = []
    for side in ('old', 'new'):
        stacks = [stack for stack in read(f'{side}.perf.gz').stacks if stack.frames]
        whole = sum(stack.frames[0].name.startswith('__libc_start_') for stack in stacks)
        shares.append(round(100 * (1 - whole / len(stacks))))
    checks.expect(shares[0] > shares[1] + 5, f'stacks that begin where their thread does: {shares}')
    shown = scene.egprof_of('old.perf.gz')
    checks.expect(f'{shares[0]}% of the stacks do not begin' in shown.err, f'the note: {shown.err}')
    shown = scene.egprof_of('diff', 'old.perf.gz', 'new.perf.gz')
    text = ' '.join((shown.out + shown.err).split())
    checks.expect(f"{shares[0]}% of the base's stacks and {shares[1]}% of the other side's do not begin" in text,
                  f'the warning: {text[:600]}')
    shown = scene.egprof_of('go_old.cpu.pb.gz')
    checks.expect('do not begin' not in shown.err, f"Go's profiles leave out what goroutines begin with: {shown.err}")
