# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what the report says: whole sentences, one remark for several files, rows of inclusive times; and numbers of
--tree, --growth and sums of different sampling rates."""
import re

from checks import run


def write(folder, name, text):
    (folder / name).write_text(text)
    return name


def sentences_are_whole(checks, egprof, scene):
    """Some functions would be significant alone, but not among 120 of them; the sentence about this is longer than two
    lines."""
    files = []
    for side, few in (('base', 17), ('other', 4)):
        lines = [f'main;f{n:03} {few if n % 30 == 0 else 9 + n % 2}' for n in range(120)]
        files.append(write(scene.folder, f'noise.{side}', '\n'.join(lines) + '\n'))
    shown = run(egprof, 'diff', '--top=1', *files, cwd=scene.folder)
    words = ' '.join(shown.out.split())
    checks.expect('noise one run per side: sampling noise is known, but not the variation between runs; 4 ' in words, words,
                  shown.command)
    checks.expect(re.search(r'\d+ differences would be significant alone \(the interval excludes 0\), but not among the \d+ '
                            r'functions that are judged together', words), words, shown.command)
    checks.expect('…' not in shown.out, 'nothing is cut', shown.command)
    checks.expect(max(map(len, shown.out.split('\n'))) <= 100, 'nothing is longer than a line', shown.command)


CALLGRIND = '''# callgrind format
events: Ir
fn=main
1 5
cfn=f
calls=1 1
1 {total}
fn=f
1 {self}
cfn=g
calls=2 1
1 5
fn=g
1 3
cfn=f
calls=1 1
1 3
'''


def remarks_are_joined(checks, egprof, scene):
    base, other = ([write(scene.folder, f'recursive.{side}.{n}', CALLGRIND.format(total=cost + n + 5, self=cost + n))
                    for n in range(3)] for side, cost in (('base', 100), ('other', 300)))
    shown = run(egprof, 'diff', *base, '--', *other, cwd=scene.folder)
    words = ' '.join(shown.out.split())
    checks.equal(words.count('recursive functions without separate levels'), 1, 'one remark', shown.command)
    checks.expect('- 6 files, such as recursive.base.0: recursive functions' in words, words, shown.command)
    listing = run(egprof, '-p', *base, '--subtract', *other, cwd=scene.folder)
    checks.equal(listing.err.count('recursive functions without separate levels'), 1, 'one line', listing.command)
    one = run(egprof, 'diff', base[0], other[0], '--add', cwd=scene.folder)
    checks.expect('- 2 files, such as recursive.base.0: recursive functions' in ' '.join(one.out.split()), one.out, one.command)


def inclusive_rows(checks, egprof, scene):
    """No function differs by more than noise, but their common caller does."""
    files = [write(scene.folder, f'spread.{side}',
                   ''.join(f'main;work;leaf{n:02} {count + n % 3}\n' for n in range(60)) + 'main;rest 401\n')
             for side, count in (('base', 9), ('other', 12))]
    shown = run(egprof, 'diff', *files, cwd=scene.folder)
    checks.expect('inclusive numbers, of functions with all that they call, because no self samples differ by more than noise:'
                  in ' '.join(shown.out.split()), shown.out, shown.command)
    rows = re.findall(r'^ *(\S+) +(\S+) +(-?\S+) +(\S+) +(\S+)', shown.out.split('within noise')[0], re.M)
    checks.expect(('600', '780', '-180') == rows[-2][:3] or ('600', '780', '-180') == rows[-1][:3], rows, shown.command)
    # With a function that differs, the rows are of self times again.
    for name, count in zip(files, (10, 300)):
        write(scene.folder, name, (scene.folder / name).read_text() + f'main;hot {count}\n')
    shown = run(egprof, 'diff', *files, cwd=scene.folder)
    checks.expect('inclusive' not in shown.out, 'self times', shown.command)
    shown = run(egprof, 'diff', '--sort=total', '--top=1', *files, cwd=scene.folder)
    checks.expect('\ninclusive numbers, of functions with all that they call:\n' in shown.out and re.search(
        r'^ +1011 +1481 +-470 .*main$', shown.out, re.M), shown.out, shown.command)
    checks.expect(re.search(r'left out: \d+ functions that changed less \(--top=0 shows them\)', shown.out) and
                  'together' not in shown.out, shown.out, shown.command)
    gmon = run(egprof, 'diff', '--sort=total', 'old', 'old.gmon', 'new', 'new.gmon', cwd=scene.folder)
    checks.expect(re.search(r'^ +8.65 +6.29 +2.36 +- +main', gmon.out, re.M), gmon.out, gmon.command)


def chains(checks, egprof, scene):
    files = [write(scene.folder, f'chain.{side}', f'main;run;loop;a {count}\nmain;run;loop;b;c 40\n')
             for side, count in (('base', 90), ('other', 50))]
    shown = run(egprof, 'diff', '--tree', *files, cwd=scene.folder)
    checks.expect(re.search(r'^ +130 +90 +40 +~? *main → run → loop$', shown.out, re.M) and
                  re.search(r'^ +40 +40 +0 +~? *b → c$', shown.out, re.M), shown.out, shown.command)
    up = run(egprof, '--tree=up', files[0], cwd=scene.folder)
    checks.expect(re.search(r'^ +90 .*  a ← loop ← run ← main$', up.out, re.M), up.out, up.command)
    table = run(egprof, '--tree', '--format=csv', files[0], cwd=scene.folder)
    checks.equal(len(table.out.split('\r\n')), 8, 'tables have a row for each path', table.command)


def growth_of_calls(checks, egprof, scene):
    """f and g are called as often as before; of f, the callers changed."""
    text = 'fn=main\n1 5\ncfn=a\ncalls=1 1\n1 50\ncfn=b\ncalls=1 1\n1 50\n'
    for side, (of_a, of_b) in (('base', (5, 3)), ('other', (3, 5))):
        calls = ''.join(f'fn={caller}\n1 10\ncfn=f\ncalls={count} 1\n1 {10 * count}\n' for caller, count in (('a', of_a), ('b', of_b)))
        cost = 80 if side == 'base' else 90
        write(scene.folder, f'calls.{side}', f'# callgrind format\nevents: Ir\n{text}{calls}fn=f\n1 {cost}\n')
    for option in ('--growth', '--shrink'):
        shown = run(egprof, option, '-b', '-p', 'calls.base', '--subtract', 'calls.other', cwd=scene.folder)
        rows = [line.split() for line in shown.out.split('\n') if line.rstrip().endswith(' f')]
        checks.expect(all(len(row) == 4 for row in rows), f'{option}: f has times alone: {rows}', shown.command)


def sums_of_rates(checks, egprof, scene):
    """A sum of profiles with different rates is in no unit: every output of a difference says so."""
    said = 'fast.gmon has 1000 samples per second, but the first profile of its side has 100: their sum is not in seconds'
    as_gprof = scene.folder / 'bin' / 'gprof'
    as_gprof.parent.mkdir()
    as_gprof.symlink_to(egprof)
    checks.equal(run(as_gprof, '-p', 'old', 'old.gmon', 'fast.gmon', cwd=scene.folder).err, '', 'as gprof, nothing')
    sides = ['old', 'old.gmon', 'fast.gmon', '--subtract', 'old.gmon']
    report = run(egprof, 'diff', '--add', *sides, '--markdown=rates.md', cwd=scene.folder)
    checks.expect(said in ' '.join(report.out.split()), report.out, report.command)
    checks.expect('has 1000 samples per second' in (scene.folder / 'rates.md').read_text(), 'Markdown', report.command)
    for options in (['--format=json'], ['--format=csv'], ['--side-by-side'], ['-q'], ['--growth', '-p'], ['--gml=rates.gml', '-p']):
        shown = run(egprof, 'diff', '--add', *options, *sides, cwd=scene.folder)
        checks.expect(said in shown.err, f'{options}: {shown.err}', shown.command)
    shown = run(egprof, 'diff', '--add', '--html=-', *sides, cwd=scene.folder)
    checks.expect('cannot write' in shown.err or said in shown.out, 'the page', shown.command)
    one = run(egprof, '-p', 'old', 'old.gmon', 'old.gmon', cwd=scene.folder)
    checks.expect('not in seconds' not in one.err, one.err, one.command)


def check_wording(checks, egprof, scene):
    for question in (sentences_are_whole, remarks_are_joined, inclusive_rows, chains, growth_of_calls, sums_of_rates):
        question(checks, egprof, scene)
