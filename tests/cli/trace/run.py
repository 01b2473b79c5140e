#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests `egprof trace` from outside: recorded programs, traces written by hand, its report, its errors and exit
statuses.

    tests/cli/trace/run.py --egprof build/egprof/egprof

New recordings are tested if uftrace is installed; otherwise these tests count as skipped.
"""
import csv
import io
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'properties' / 'golden'))
from checks import Checks, parse_arguments, run  # noqa: E402

from answers import answer_parts
from damaged import damaged_parts
from producer_tests import producer_parts
from profiles import profiles
from recordings import kept_recordings, new_recordings
from scene import MS, Calls, Scene, counts, functions, lines_of, nested, rows, unit_of


def papers_example(checks, scene):
    a, b = scene.write('a.json', nested('m(c(a),a)')), scene.write('b.json', nested('m(c(a,b),b)'))
    tree = scene.report(a, b)
    checks.equal(counts(lines_of(tree.out)), [3, 1, 0, 1], 'm(c(a),a) against m(c(a,b),b)', tree.command)
    flat = scene.trace('--flat', a, b)
    checks.equal(counts(lines_of(flat.out)), [6, 1, 0, 2], 'mcacmam against mcacbcmbm', flat.command)
    checks.equal(lines_of(flat.out).get('score'), 9, 'its score', flat.command)
    scored = scene.trace('--flat', '--score=1,-1,-1', a, b)
    checks.equal(lines_of(scored.out).get('score'), 3, 'its score with others', scored.command)
    checks.expect('score' not in lines_of(tree.out), 'no score without --flat', tree.command)
    table = functions(tree.out)
    marks = {name: row[4:] for name, row in table.items()}  # numbers of calls: matched, different, only in A, only in B
    checks.equal(marks, {'m': [1, 0, 0, 0], 'c': [1, 0, 0, 0], 'a': [1, 1, 0, 0], 'b': [0, 1, 0, 1]}, 'its marks', tree.out)
    for shown in (tree, flat):
        checks.equal((shown.status, shown.err, lines_of(shown.out)['residual']), (0, '', 0), 'all is well', shown.command)


def mirror(checks, scene):
    a = scene.write('a.json', nested('main(f(g,g,h),f(g),i,j(k,k))', 3000))
    b = scene.write('b.json', nested('main(f(g,h),x(y),i,j(k,k,k),z)', 7000, at=5000))
    same = scene.report(a, a)
    found = lines_of(same.out)
    checks.equal((counts(found), found['residual'], found['equal'][1]), ([11, 0, 0, 0], 0, 0), 'A against A', same.command)
    checks.expect('No call differs in time.' in same.out, 'no differences to list', same.command)
    for options in ((), ('--flat',), ('--by=subtree',), ('--pair=auto',)):
        there, back = scene.report(*options, a, b), scene.report(*options, b, a)
        forth, mirrored = lines_of(there.out), lines_of(back.out)
        for what, other, sign in (('equal', 'equal', -1), ('different', 'different', -1), ('only in A', 'only in B', 1),
                                  ('only in B', 'only in A', 1)):
            checks.equal((mirrored[other][0], sign * mirrored[other][1]), forth[what], f'{what} mirrored', back.command)
        total = (nested('main(f(g,g,h),f(g),i,j(k,k))', 3000)[0]['dur']
                 - nested('main(f(g,h),x(y),i,j(k,k,k),z)', 7000)[0]['dur']) * 1000
        checks.equal(sum(forth[what][1] for what in ('equal', 'different', 'only in A')) - forth['only in B'][1],
                     round(total), 'the lines add up', there.command)
        for name, row in functions(there.out).items():
            other = functions(back.out)[name]
            checks.equal([row[0], row[1], row[2], row[4], row[5], row[6], row[7]],
                         [other[1], other[0], -other[2], other[4], other[5], other[7], other[6]], name, back.command)
        threads = [scene.trace(*options, f'--threads={n}', a, b).out for n in (1, 2, 5)]
        checks.equal(len(set(threads)), 1, 'the same for any number of threads', there.command)


def delayed(checks, scene):
    """One call of a thousand is delayed by 1 ms: it has the largest difference."""
    def loop(delay):
        calls, now = Calls(), 1000
        for i in range(1000):
            took = 2000 + i % 7 + (delay if i == 617 else 0)
            calls.call('step', now, now + took).call('inner', now + 500, now + 1000)
            now += took + 100
        return calls.call('main', 0, now)

    a, b = scene.write('a.json', loop(MS)), scene.write('b.json', loop(0))
    shown = scene.trace('--top=1', a, b)
    (mark, *_, difference, calls, path), *others = rows(shown.out)
    begin = 1000 + sum(2100 + i % 7 for i in range(617))
    checks.equal(round(difference * unit_of(shown.out)), MS, 'the delay', shown.command)
    checks.equal((mark, calls, path), (' ', '1000', 'main > step #618 of 1000'), 'where it is', shown.command)
    checks.equal(others, [], '--top=1', shown.command)
    found = json.loads(scene.trace('--top=1', '--format=json', a, b).out)['paths'][0]
    checks.equal((found['placeA'], found['largest'], found['startA']), (618, MS, begin), 'when it is', shown.command)
    inclusive = scene.trace('--top=1', '--top-by=inclusive', a, b)
    checks.expect('call, inclusive time' in inclusive.out and ' 1  main\n' in inclusive.out, 'with what it calls', inclusive.out)


def reports(checks, scene):
    a = scene.write('a.json', nested('main(_ZN3foo3barEi,long_name(x))').call('worker', 0, 5000, thread=2))
    b = scene.write('b.json', nested('main(_ZN3foo3barEi)').call('worker', 0, 4000, thread=2).call('more', 0, 9, thread=3))
    shown = scene.report(a, b)
    checks.expect('foo::bar(int)' in shown.out, 'demangled names', shown.command)
    checks.expect('_ZN3foo3barEi' in scene.report('--no-demangle', a, b).out, 'names of the linker')
    checks.expect(', only in B\n' in shown.out and '  all\n' in shown.out, 'threads and all of them', shown.out)
    checks.expect(max(map(len, shown.out.splitlines())) <= 100, 'readable at 100 columns', shown.out)
    checks.expect(re.search(r'^difference .* B takes [\d.]+ % less$', shown.out, re.M), 'says what the sign means', shown.command)
    checks.expect('1 more functions left out' in scene.report('--limit=5', a, b).out, '--limit', shown.out)
    alone = scene.trace(a)
    checks.equal(alone.status, 0, 'a trace alone', alone.err)
    checks.expect(re.search(r'^2 threads, 5 calls, 0\.\d{9} s$', alone.out, re.M), 'its totals', alone.out)
    checks.expect(re.search(r'^ +[\d.]+ +5\.000 +1  worker$', alone.out, re.M), 'its functions', alone.out)


def blocks(checks, scene):
    a, b = scene.write('a.json', nested('m(c(a),a)')), scene.write('b.json', nested('m(c(a,b),b)'))
    for options in ((), ('--flat',)):
        shown = scene.trace(*options, '--blocks=blocks.csv', a, b)
        checks.expect('residual' in shown.out, 'the report beside the file', shown.command)
        rows = list(csv.DictReader(io.StringIO((scene.folder / 'blocks.csv').read_text())))
        found = lines_of(shown.out)
        for mark in ('equal', 'only in A', 'only in B'):
            side = 'b' if mark == 'only in B' else 'a'
            checks.equal(sum(int(row[f'count_{side}']) for row in rows if row['mark'] == mark), found[mark][0],
                         f'{mark} in blocks', shown.command)
        at = {'a': 0, 'b': 0}
        for row in rows:
            for side in at:
                checks.equal(int(row[f'first_{side}']), at[side], f'blocks follow each other: {row}', shown.command)
                at[side] += int(row[f'count_{side}'])
        text = scene.trace(*options, '--blocks', a, b)
        checks.equal(len(text.out.splitlines()), len(rows) + 3, 'as text, in place of the report', text.command)
        checks.expect('residual' not in text.out and 'a | b' in text.out, 'as text', text.out)


def other_outputs(checks, scene):
    a, b = scene.write('a.json', nested('m(c(a),a)')), scene.write('b.json', nested('m(c(a,b),b)'))
    checks.expect('+' in scene.trace('--tree', a, b).out, '--tree')
    shown = scene.trace('--chrome=both.json', '--timeline=time.json', '--timeline=time.csv', '--profile=graph.gml', a, b)
    checks.equal(shown.status, 0, 'outputs to files', shown.err)
    checks.expect('residual' in shown.out, 'the report beside them', shown.command)
    events = json.loads((scene.folder / 'both.json').read_text())['traceEvents']
    checks.equal(sum(event['ph'] == 'B' for event in events), 9, 'calls of both sides', shown.command)
    again = scene.trace('both.json')
    checks.expect('9 calls' in again.out, 'read again', again.out + again.err)
    rows = list(csv.DictReader(io.StringIO((scene.folder / 'time.csv').read_text())))
    checks.expect(rows and not (scene.folder / 'time.json').exists(), 'the last --timeline counts', shown.command)
    checks.expect('graph [' in (scene.folder / 'graph.gml').read_text(), 'a graph', shown.command)
    profile = scene.trace('--profile', a, b)
    checks.expect(re.search(r' \S+ +a$', profile.out, re.M) and 'residual' not in profile.out, '--profile', profile.out)
    page = scene.trace('--timeline=page.html', a, b)
    if 'without d3' not in page.err:
        checks.expect('</html>' in (scene.folder / 'page.html').read_text(), 'a page', page.err)
        scene.trace('--html=same', a, b)
        checks.equal((scene.folder / 'same').read_text(), (scene.folder / 'page.html').read_text(), 'the same page by --html')
    page = scene.trace('--profile', '--html=report.html', '--fail-if=self > 1%', a, b)
    if 'without d3' not in page.err:
        checks.expect(page.status != 1, 'a page of a profile', page.err)
        text = (scene.folder / 'report.html').read_text()
        checks.expect('"condition":"self \\u003e 1%"' in text, 'conditions are on the page of a trace', page.command)
        checks.expect('"recordedBy":"a tracer, each call"' in text, 'not samples of gprof', page.command)
    for option in ('--chrome=x.json', '--profile', '--tree'):
        checks.equal(scene.trace(option, a).status, 1, f'{option} of one trace')


def gates(checks, scene):
    a = scene.write('a.json', nested('main(f,g,g)', 1000))
    b = scene.write('b.json', nested('main(f,g,g,g)', 2000))
    for condition, status in (('self > 5%', 3), ('self > 1s', 0), ('calls > 0', 3), ('unmatched > 0', 3),
                              ('unmatched > 50%', 0), ('program > 10us', 0), ('program >= 7us', 3), ('total < 0s', 0),
                              ('only-other', 0), ('self > 1us and calls > 0', 3)):
        shown = scene.trace(f'--fail-if={condition}', a, b)
        checks.equal(shown.status, status, condition, shown.command + shown.err)
        checks.equal(f'fail: {condition}: ' in shown.err, status == 3, 'the line of the gate', shown.err)
    same = scene.trace('--fail-if=unmatched > 0', '--fail-if=self != 0', a, a)
    checks.equal((same.status, same.err), (0, ''), 'nothing changed', same.command)


def errors(checks, scene):
    a, b = scene.write('a.json', nested('main(f)')), scene.write('b.json', nested('main(g)'))
    scene.write('empty.json', Calls())
    (scene.folder / 'rubbish').write_bytes(b'\x07rubbish' * 100)
    (scene.folder / 'folder').mkdir()
    (scene.folder / 'cut.json').write_text((scene.folder / 'a.json').read_text()[:-20])
    for arguments, text in (
            (('missing', b), 'missing: No such file or directory'), ((a, 'missing'), 'missing: No such file or directory'),
            (('rubbish', b), 'rubbish: '), ((a, 'folder'), 'folder: '), (('empty.json', b), 'empty.json: '),
            ((a, 'cut.json'), 'cut.json: '), (('--keep=(', a, b), '('), (('--score=1,1,1', a, b), 'score'),
            (('--fail-if=significant', a, b), 'significant'), (('--fail-if=nonsense', a, b), 'nonsense'),
            (('--flat', a), '--flat needs two traces'), (('--fail-if=self > 0s', a), '--fail-if needs two traces'),
            (('--keep=nothing_like_it', a, b), 'no calls are left'),
            (('--blocks=/no/such/folder/file', a, b), '/no/such/folder/file')):
        shown = scene.trace(*arguments)
        checks.equal((shown.status, shown.err.count('\n'), shown.err.startswith(f'{scene.egprof}: ')), (1, 1, True),
                     f'one line: {shown.err}', shown.command)
        checks.expect(text in shown.err, f'{text!r} in {shown.err!r}', shown.command)
    for arguments in ((), (a, b, a), ('--score=1,2', a, b), ('--by=x', a, b), ('--pair=x', a, b), ('--depth=0', a, b),
                      ('--from=x', a, b), ('--rank=-1', a, b), ('--timeline=x.txt', a, b), ('--no-such', a, b),
                      ('--threads=0', a, b), ('-q', a, b)):
        shown = scene.trace(*arguments)
        checks.equal(shown.status, 1, 'a mistake', shown.command)
        checks.expect('Usage: ' in shown.err and ' trace ' in shown.err and not shown.out, 'and how to use it', shown.err)
    helped = scene.trace('--help')
    checks.expect(helped.status == 0 and '--score=MATCH,MISMATCH,GAP' in helped.out, '--help', helped.command)


def timing(checks, scene):
    a, b = scene.write('a.json', nested('main(f,g)')), scene.write('b.json', nested('main(f)'))
    for traces, functions_read, calls in (((a, b), 5, '5 in 2 threads'), ((a,), 3, '3 in 1 thread')):
        plain, shown = scene.trace(*traces), scene.trace('--timing', *traces)
        checks.equal((shown.status, shown.out), (0, plain.out), 'the report is the same', shown.command)
        rows = {name.strip(): value for name, value in re.findall(r'^\S+: (.{16}) +(\S.*)$', shown.err, re.M)}
        checks.equal(list(rows), ['read traces', 'analyse', 'write listings', 'all', 'processors', 'peak memory',
                                  'functions', 'calls'], 'rows', shown.command)
        checks.equal((rows.get('functions'), rows.get('calls')), (str(functions_read), calls), 'sizes', shown.command)
    wrong = scene.trace('--timing', a, 'missing')
    checks.expect(wrong.status == 1 and 'read traces' in wrong.err, 'a run that fails has its times as well', wrong.err)


def the_word(checks, scene):
    """Tests the three cases in which the word `trace` names an image instead of the command: egprof runs as gprof, the
    word is not the first argument, or an object file with this name exists."""
    a = scene.write('a.json', nested('main(f)'))
    link = scene.folder / 'gprof'
    if not link.exists():
        link.symlink_to(scene.egprof)
    strict = run(link, 'trace', a, cwd=scene.folder)
    checks.expect(strict.status == 1 and 'trace: ' in strict.err and not strict.out, 'under the name gprof', strict.err)
    later = run(scene.egprof, '-b', 'trace', a, cwd=scene.folder)
    checks.equal(later.status, 1, 'not the first argument', later.err)
    (scene.folder / 'trace').write_text('no object file')
    checks.equal(scene.trace(a).status, 0, 'a file trace that is no object file')
    (scene.folder / 'trace').unlink()
    (scene.folder / 'trace').mkdir()
    checks.equal(scene.trace(a).status, 0, 'a folder trace')
    (scene.folder / 'trace').rmdir()
    shutil.copy(scene.egprof, scene.folder / 'trace')
    image = scene.trace(a)
    checks.expect(image.status == 1 and not image.out, 'an image of that name', image.err)
    (scene.folder / 'trace').unlink()


def startup(checks, scene):
    a = scene.write('a.json', nested('__monstartup,__cxa_atexit,main(f,f)'))
    b = scene.write('b.json', nested('__cxa_atexit,main(f,f)'))
    shown = scene.trace(a, b)
    checks.equal(counts(lines_of(shown.out)), [3, 0, 0, 0], 'start-up is left out', shown.command)
    checks.expect(re.search(r'^ +1 +0  __monstartup$', shown.out, re.M), 'and listed', shown.out)
    kept = scene.trace('--startup', a, b)
    checks.equal(counts(lines_of(kept.out)), [4, 0, 1, 0], '--startup', kept.command)


def filters(checks, scene):
    a = scene.write('a.json', nested('main(f(g,h),x(g),f(g))'))
    for options, calls in (((), 8), (('--keep=^[fg]$',), 5), (('--drop=g',), 5), (('--drop=g', '--drop=h'), 4),
                           (('--keep=f', '--keep=x'), 3), (('--depth=1',), 1), (('--depth=2',), 4), (('--to=1us',), 1),
                           (('--rank=0',), 8), (('--thread=0',), 8)):
        shown = scene.trace(*options, a, a)
        checks.equal(counts(lines_of(shown.out)), [calls, 0, 0, 0], f'{options}', shown.command)


def open_calls(checks, scene):
    a = scene.write('a.json', nested('main(f,f)'))
    b = scene.write('b.json', Calls().begin('main', 0).call('f', 1000, 2000).begin('f', 2500).begin('g', 2600))
    shown = scene.trace(a, b)
    checks.expect(re.search(r'^not left in B, .*: main > f > g$', shown.out, re.M), 'open calls are named', shown.out)
    checks.equal(counts(lines_of(shown.out)), [3, 0, 0, 1], 'compared up to there', shown.command)


def renames(checks, scene):
    """Tests functions whose names in A and B differ, such as index2addr in Lua 5.3 and index2value in 5.4."""
    a = scene.write('a.json', nested('lua_main(lua_settop(index2addr),lua_type(index2addr),_ZN2v13GetEv,same)'))
    b = scene.write('b.json', nested('lua_main(lua_settop(index2value),lua_type(index2value),_ZN2v23GetEv,same)'))
    rules = ('--rename=^index2addr$=index2value', '--rename-demangled=v1::=v2::')
    shown = scene.trace(a, b)
    checks.equal(counts(lines_of(shown.out)), [4, 3, 0, 0], 'other names, other functions', shown.command)
    renamed = scene.report(*rules, a, b)
    checks.equal((renamed.status, renamed.err, counts(lines_of(renamed.out))), (0, '', [7, 0, 0, 0]), '--rename', renamed.command)
    checks.expect('index2addr' not in renamed.out and functions(renamed.out)['index2value'][4] == 2, 'by the name of B', renamed.out)
    one = scene.trace(rules[0], a, b)
    checks.equal(counts(lines_of(one.out)), [6, 1, 0, 0], 'one rule', one.command)
    (scene.folder / 'rules').write_text('# of two versions\n' + '\n'.join(rules) + '\n')
    for options in (('--rename-file=rules',), ('--rename-file=rules', '--threads=1'), (*rules, '--by=subtree'),
                    (*rules, '--pair=auto')):
        again = scene.report(*options, a, b)
        checks.equal(again.out, renamed.out, f'{options}', again.command)
    flat = scene.trace('--flat', *rules, a, b)
    checks.equal(counts(lines_of(flat.out)), [13, 0, 0, 0], '--flat', flat.command)
    kept = scene.trace(*rules, '--keep=index2value', a, b)
    checks.equal(counts(lines_of(kept.out)), [2, 0, 0, 0], 'what stays is chosen by the new names', kept.command)
    tables = scene.trace(*rules, '--profile', '--format=csv', a, b)
    checks.expect('index2addr' not in tables.out and 'only' not in tables.out, 'in profiles as well', tables.out)
    none = scene.trace('--rename=^same$=index2value', '--rename=nothing=no_one', a, b)
    checks.equal(none.out, shown.out, 'rules that concern no function of A alone', none.command)
    (scene.folder / 'bad').write_text('no rule\n')
    for options, text in ((('--rename=x',), "rename rule 'x'"), (('--rename-demangled=(=x',), 'rename rule'),
                          (('--rename-file=bad',), 'bad: rename rule'), (('--rename-file=missing',), 'missing: ')):
        failed = scene.trace(*options, a, b)
        checks.equal((failed.status, failed.err.count('\n'), text in failed.err), (1, 1, True), failed.err, failed.command)
    checks.expect('--rename needs two traces' in scene.trace('--rename=a=b', a).err, 'of one trace')


def salvage(checks, scene):
    a = scene.write('a.json', nested('main(f,f)'))
    (scene.folder / 'cut.json').write_text((scene.folder / 'a.json').read_text()[:-30])
    shown = scene.trace('--salvage', a, 'cut.json')
    checks.equal((shown.status, counts(lines_of(shown.out))), (2, [2, 0, 1, 0]), 'what is whole counts', shown.err)
    checks.expect('cut.json' in shown.err, 'and the rest is named', shown.err)
    failed = scene.trace('--salvage', '--fail-if=unmatched > 0', a, 'cut.json')
    checks.equal(failed.status, 3, 'a gate comes before that', failed.err)
    whole = scene.trace('--salvage', a, a)
    checks.equal((whole.status, whole.err), (0, ''), 'nothing to save', whole.command)


def main():
    arguments = parse_arguments(__doc__)
    checks, skipped = Checks(), 0
    parts = (papers_example, mirror, delayed, reports, blocks, other_outputs, gates, errors, timing, the_word, startup, filters,
             open_calls, salvage, renames, profiles, kept_recordings, *damaged_parts, *answer_parts, *producer_parts)
    with tempfile.TemporaryDirectory() as name:
        for part in parts:
            folder = Path(name) / part.__name__
            folder.mkdir()
            part(checks, Scene(arguments.egprof, folder))
        folder = Path(name) / 'recorded'
        folder.mkdir()
        if not new_recordings(checks, Scene(arguments.egprof, folder)):
            print('SKIPPED: uftrace cannot record here')
            skipped = 1
    if skipped:
        print(f'{checks.passed} passed, {checks.failed} failed, {skipped} skipped')
        sys.exit(1 if checks.failed else 0)
    checks.finish()


if __name__ == '__main__':
    main()
