# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the files of --json and --markdown, which one run writes beside the report. The Markdown is taken apart by a
reader of code spans and tables that is independent of egprof."""
import json
import re

from checks import run

HOSTILE = ['main', '@torvalds', 'fixes#1', 'a|b', 'tick`tock', '``', 'back\\|slash', '<img src=x onerror=alert(1)>', '*bold*',
           '[link](http://evil.example)', '![image](x)', '&lt;b&gt;', 'http://evil.example', '#1', 'GH-1', '~~gone~~', '$x$',
           ':tada:', '\x1b[31mred', '| --- |', '</details>', '**', '\u202egnirts', 'name with blanks', '1.', '- item']


def without_code(text):
    """Returns text without its code spans, and the content of the spans: a run of backticks ends at the next run of
    the same length."""
    rest, spans, at = '', [], 0
    while at < len(text):
        if text[at] != '`':
            rest += text[at]
            at += 1
            continue
        fence = re.match('`+', text[at:]).group()
        end = re.search(f'(?<!`){fence}(?!`)', text[at + len(fence):])
        if end is None:
            rest += fence
            at += len(fence)
            continue
        span = text[at + len(fence):at + len(fence) + end.start()]
        if len(span) > 2 and span[0] == span[-1] == ' ' and span.strip():
            span = span[1:-1]
        spans.append(span)
        at += len(fence) + end.start() + len(fence)
    for html in re.findall('<code>(.*?)</code>', rest):
        spans.append(re.sub(r'&#(\d+);', lambda m: chr(int(m.group(1))), html))
    return re.sub('<code>.*?</code>', '', rest), spans


def tables(text):
    """Returns the tables as lists of rows of cells. A bar ends a cell unless a backslash is before it."""
    found, rows = [], []
    for line in text.split('\n') + ['']:
        if line.startswith('|'):
            rows.append([cell.strip().replace('\\|', '|') for cell in re.split(r'(?<!\\)\|', line)[1:-1]])
        elif rows:
            found.append(rows)
            rows = []
    return found


def one_run_makes_all(checks, egprof, scene):
    words = ['old', 'old.gmon', '--subtract', 'new', 'new.gmon', '--fail-if=self > 0.5s', '--fail-if=self > 100s']
    report = run(egprof, 'diff', *words, cwd=scene.folder)
    document = run(egprof, 'diff', *words, '--format=json', cwd=scene.folder)
    beside = run(egprof, 'diff', *words, '--json=one.json', '--markdown=one.md', cwd=scene.folder)
    checks.equal((beside.out, beside.err, beside.status), (report.out, report.err, 3), 'the report stays', beside.command)
    checks.equal(json.loads((scene.folder / 'one.json').read_text()), json.loads(document.out), 'the same document',
                 beside.command)
    text = (scene.folder / 'one.md').read_text()
    verdict = re.search(r'difference .*?  (other takes [^(\n]*)', report.out).group(1).strip()
    checks.expect(text.startswith(f'**{verdict}'), f'{text[:80]!r} begins with {verdict!r}', beside.command)
    checks.expect('- **failed**: `self > 0.5s`: `' in text and '- passed: `self > 100s`\n' in text, 'conditions', text)
    shown = run(egprof, 'diff', *words, '--markdown', cwd=scene.folder)
    checks.equal((shown.out, shown.status), (text, 3), 'without a file it replaces the report', shown.command)
    shown = run(egprof, 'diff', *words, '--json=-', '--markdown=two.md', cwd=scene.folder)
    checks.equal(json.loads(shown.out), json.loads(document.out), 'the document on standard output', shown.command)
    beside = run(egprof, '-p', *words[:5], '--json=three.json', '--markdown=three.md', cwd=scene.folder)
    checks.equal(beside.out, run(egprof, '-p', *words[:5], cwd=scene.folder).out, 'gprof form: the listing stays', beside.command)
    checks.expect((scene.folder / 'three.md').read_text().startswith(f'**{verdict}'), 'gprof form: Markdown', beside.command)
    json.loads((scene.folder / 'three.json').read_text())


def what_is_refused(checks, egprof, scene):
    words = ['old', 'old.gmon', '--subtract', 'new', 'new.gmon']
    for options, part in ((['--markdown', '--json=-'], 'cannot both go there'), (['--markdown', '-q'], 'cannot both go there'),
                          (['--markdown=a.md', '--html=a.md'], 'a.md'), (['--json=old.gmon'], 'old.gmon'),
                          (['--json'], 'requires an argument'), (['--sort=total', '--by=file'], '--sort=total')):
        wrong = run(egprof, 'diff', *words, *options, cwd=scene.folder)
        checks.equal((wrong.status, wrong.out), (1, ''), f'{options} is refused', wrong.command)
        checks.expect(part in wrong.err, f'{wrong.err!r} says {part!r}', wrong.command)
    alone = run(egprof, 'old', 'old.gmon', '--json=x.json', cwd=scene.folder)
    checks.expect(alone.status == 1 and '--json needs two executions' in alone.err, alone.err, alone.command)
    # What abbreviated --min before there was --markdown still does.
    short = run(egprof, 'diff', *words, '--m=20ms', cwd=scene.folder)
    checks.equal(short.out, run(egprof, 'diff', *words, '--min=20ms', cwd=scene.folder).out, '--m is --min', short.command)


def names_are_code(checks, egprof, scene):
    """Functions and files with names that look like markup: outside of code, nothing of them is left."""
    folder = scene.folder / 'hostile @you #1'
    folder.mkdir()
    lines = {side: [f'{name.replace(";", "")} {count}' for name, count in zip(HOSTILE, counts)]
             for side, counts in (('base', range(100, 200)), ('other', range(401, 901, 5)))}
    for side, of_side in lines.items():
        (folder / f'`{side}` *x*|y').write_text('\n'.join(of_side) + '\n')
    files = [f'{folder.name}/`{side}` *x*|y' for side in lines]
    shown = run(egprof, 'diff', '--markdown', '--full-names', '--top=0', '--input-format=folded', *files, cwd=scene.folder)
    checks.equal((shown.status, shown.err), (0, ''), 'hostile names', shown.command)
    checks.expect(len(shown.out) <= 60000, 'bounded', shown.command)
    rest = ''
    for line in shown.out.split('\n'):
        if line in ('</details>', '') or line.startswith('<details><summary>'):
            continue
        rest += without_code(line.replace('\\|', '\ue000') if line.startswith('|') else line)[0] + '\n'
    for mark in ('@', '#', '<', '>', '[', '_', '$', '&', 'http', 'GH-', '\x1b', '\u202e', '\ue000'):
        checks.expect(mark not in rest, f'{mark!r} is in no text outside of code: {rest}', shown.command)
    rows = [row for table in tables(shown.out) for row in table if len(row) > 4]
    checks.expect(len({len(row) for row in rows}) == 1, 'each row has all cells', shown.command)
    seen = {span for row in rows for span in without_code(row[-1])[1]}
    wanted = {re.sub('[\x00-\x1f\u202e]', '?', name.replace(';', '')) for name in HOSTILE}
    checks.equal(wanted - seen, set(), 'all names are whole', shown.command)


def at_most_ten_rows(checks, egprof, scene):
    for count in (3, 10, 11, 40, 9000):
        for side, factor in (('base', 3), ('other', 5)):
            text = ''.join(f'main;a_function_with_a_long_name_{n:05} {factor * (n % 50 + 2)}\n' for n in range(count))
            (scene.folder / f'many.{side}').write_text(text)
        shown = run(egprof, 'diff', '--markdown', 'many.base', 'many.other', cwd=scene.folder)
        before, fold, after = shown.out.partition('<details>')
        rows = re.compile(r'^\|.*\| `(?:a_function|main)', re.M)  # main has a row if the rows are inclusive
        checks.equal(len(rows.findall(before)), min(count, 10), f'{count} functions: ten rows at most', shown.command)
        checks.equal(bool(fold), count >= 10, f'{count} functions and main: the others are folded', shown.command)
        checks.expect(len(shown.out) <= 60000, f'{count} functions: {len(shown.out)} characters', shown.command)
        left_out = sum(int(number) for number in re.findall(r'(\d+) (?:(?:functions? )?(?:that changed less|within noise and under)|more do not fit)', shown.out))
        is_total = 'Rows: inclusive numbers' in shown.out
        checks.equal(len(rows.findall(shown.out)) + left_out, count + is_total, f'{count} functions are accounted for',
                     shown.command)


def check_beside(checks, egprof, scene):
    for question in (one_run_makes_all, what_is_refused, names_are_code, at_most_ten_rows):
        question(checks, egprof, scene)
