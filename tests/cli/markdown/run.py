#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests --markdown of rank, check, trace, model and db history: the answer is that of the terminal, a table has at most
ten rows, and names from files do nothing. cmark-gfm, which GitHub uses, shows the comments, if it is installed.

    tests/cli/markdown/run.py --egprof build/egprof/egprof
"""
import html
import json
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
sys.path.insert(0, str(HERE.parent / 'trace'))
from checks import TOP, Checks, parse_arguments, run  # noqa: E402
from scene import Calls  # noqa: E402

CRYSTAL = [str(TOP / f'testdata/properties/crystal{i}.callgrind.gz') for i in (1, 2)]
HOSTILE = ['a|b', 'tick`tock', '``', 'back\\|slash', '<img src=x onerror=alert(1)>', '*bold*', '[link](http://evil.example)',
           '![image](x)', '&lt;b&gt;', 'http://evil.example', '@torvalds', 'fixes #1', '~~gone~~', '\x1b[31mred', '| --- |',
           '</details>', '**', '\u202egnirts', 'name with blanks', '1.', '- item', 'x' * 3000]
TAGS = {'p', 'strong', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'ul', 'li'}
GITHUB_TAKES = 65536


def shown_as_html(text):
    """Returns what GitHub's renderer makes of Markdown; None if it is not installed."""
    if shutil.which('cmark-gfm') is None:
        return None
    command = ['cmark-gfm', '-e', 'table', '-e', 'autolink', '-e', 'strikethrough', '-e', 'tagfilter', '--unsafe']
    return subprocess.run(command, input=text.encode(), check=True, capture_output=True).stdout.decode()


def words_of(markup):
    return html.unescape(re.sub('<[^>]*>', '', markup)).strip()


def cells_of(markup):
    return [[words_of(cell) for cell in re.findall(r'<t[hd][^>]*>(.*?)</t[hd]>', row, re.S)]
            for row in re.findall(r'<tr>(.*?)</tr>', markup, re.S)]


class Comments:
    """Runs commands with --markdown, and checks what holds for each comment."""

    def __init__(self, egprof, folder, checks):
        self.egprof, self.folder, self.checks = egprof, Path(folder), checks

    def run(self, *words):
        return run(self.egprof, *words, cwd=self.folder)

    def check(self, answer, *words, rows=None, names=()):
        """`answer` is a regular expression for the line of the report that the comment must begin with. Returns the
        text."""
        checks, command = self.checks, words[:1] if words[0] != 'db' else words[:2]
        rest = words[len(command):]
        report = self.run(*words)
        beside = self.run(*command, '--markdown=comment.md', *rest)
        checks.equal((beside.out, beside.status), (report.out, report.status), 'the report stays', beside.command)
        text = (self.folder / 'comment.md').read_text(encoding='utf-8')
        alone = self.run(*command, '--markdown', *rest)
        checks.equal((alone.out, alone.status), (text, report.status), 'without FILE instead of the report', alone.command)
        checks.expect(len(text) < GITHUB_TAKES / 4, f'{len(text)} characters', alone.command)
        line = re.search(answer, report.out, re.M)
        if not checks.expect(line is not None, f'{answer} in {report.out[:300]!r}', report.command):
            return text
        markup = shown_as_html(text)
        if markup is None:
            return text
        first = re.match(r'<p><strong>(.*?)</strong></p>\n', markup)
        checks.equal(first and ' '.join(words_of(first[1]).split()), ' '.join(line[1].split()), 'the answer is first', alone.command)
        tags = set(re.findall(r'<(/?[^\s>]*)[^>]*>', markup))
        checks.equal({tag.strip('/') for tag in tags} - TAGS, set(), 'nothing but text', alone.command)
        checks.expect(not re.search(r'[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]', markup), 'no controls', alone.command)
        checks.expect(markup.count('<table>') <= 1, 'at most one table', alone.command)
        table = cells_of(markup)
        checks.equal({len(row) for row in table} - {len(table[0]) if table else 0}, set(), 'whole rows', alone.command)
        checks.expect(len(table) <= 11, f'{len(table)} rows', alone.command)
        if rows is not None:
            checks.equal(max(0, len(table) - 1), rows, 'rows', alone.command)
        code = [words_of(span) for span in re.findall(r'<code>(.*?)</code>', markup, re.S)]
        for name in names:
            checks.expect(any(name in span for span in code), f'{name!r} is code', alone.command)
        return text


def rank(comments, checks):
    with tarfile.open(TOP / 'testdata/traces/rank/recordings.tar.xz') as archive:
        archive.extractall(comments.folder)
    words = ('rank', '--filter=11.mpi.ompcrit.0K10', 'tours/good.1', 'tours/good.2')
    text = comments.check(r'^(differs: .*|stopped: .*)$', *words, '--against', 'tours/bug.9')
    checks.expect('suspect: 2.3' in text, 'the suspect', text)
    left_out = re.search(r'Left out: (\d+) other thread', text)
    same = re.search(r'^(\d+) threads? did not change', text, re.M)
    rows = sum(line.startswith('| ') for line in text.splitlines()) - 1
    checks.equal(rows + int(left_out[1] if left_out else 0) + int(same[1] if same else 0), 40, 'all threads', text)
    comments.check(r'^(none: .*|cannot tell: .*)$', *words, '--against', 'tours/good.3')
    comments.check(r'^(ends: .*)$', *words[:3], rows=0)
    gate = comments.run(*words, '--fail-if=beyond > 0.4', '--markdown', '--against', 'tours/bug.9')
    checks.equal(gate.status, 3, 'conditions as without', gate.command)
    for wrong in (('--format=json', '--markdown'), ('--markdown', '--jsm'), ('--markdown=a', '--jsm=a')):
        shown = comments.run(*words, *wrong, '--against', 'tours/bug.9')
        checks.equal((shown.status, shown.out), (1, ''), f'{wrong} are refused', shown.command)


def stacks(comments, checks):
    for moment in range(3):
        folder = comments.folder / f's{moment}'
        folder.mkdir()
        for process in range(3):
            frames = 'MPI_Barrier' if process else 'a|b`c'
            (folder / f'{process}.txt').write_text(f'PID {process + 1} - process\nTID {process + 1}:\n'
                                                   f'#0  0x01 {frames}\n#1  0x02 main\n')
    comments.check(r'^((?:stopped|cannot tell|not stopped): .*)$', 'rank', '--stacks', 's0', 's1', 's2')
    plain = comments.run('rank', '--stacks', '--markdown', 's0', 's1', 's2')
    for output in ('--markdown', '--format=json', '--html=-'):
        words = [comments.egprof, 'rank', '--stacks', output, 's0', 's1', 's2']
        coloured, other = (subprocess.run(words, cwd=comments.folder, env={'HOME': '/', **more}, capture_output=True, text=True,
                                          check=False).stdout for more in ({'CLICOLOR_FORCE': '1'}, {}))
        checks.equal(coloured, other, f'{output} has no colours', plain.command)
    shown = comments.run('rank', '--stacks', '--markdown', '--format=json', 's0', 's1', 's2')
    checks.equal((shown.status, shown.out), (1, ''), 'two documents', shown.command)


def check(comments, checks):
    text = comments.check(r'^(\S+: \d+ propert.*)$', 'check', CRYSTAL[0], names=['LC1WriteMissesOverMemRef'])
    document = json.loads(comments.run('check', '--format=json', CRYSTAL[0]).out)
    leaves = sum(each['leaf'] for each in document['properties'])
    rows = sum(line.startswith('| ') for line in text.splitlines()) - 1
    numbers = [int(number) for number in re.findall(r'^Left out: (\d+) (?:other )?finding', text, re.M)]
    checks.equal(rows + sum(numbers), len(document['properties']), 'all findings', text)
    checks.expect(0 < rows <= min(10, leaves), 'the most specific ones', text)
    comments.check(r'^(\S+ minus \S+: .*)$', 'check', CRYSTAL[0], '--subtract', CRYSTAL[1])
    comments.check(r'^(\S+ minus \S+: .*)$', 'check', CRYSTAL[0], '--subtract', CRYSTAL[0])
    for wrong in (['--table', '--markdown'], ['--markdown', '--format=csv']):
        shown = comments.run('check', *wrong, CRYSTAL[0])
        checks.equal((shown.status, shown.out), (1, ''), f'{wrong} are refused', shown.command)


def trace(comments, checks):
    a, b = Calls(), Calls()
    for i, name in enumerate(HOSTILE):
        a.call(name, i * 100000, i * 100000 + 50000 - i)
        b.call(name, i * 100000, i * 100000 + 90000)
    for name, calls in (('a.json', a), ('b|`.json', b)):
        (comments.folder / name).write_text(json.dumps({'traceEvents': calls}))
    text = comments.check(r'^difference +\S+ \S+  (B takes .*)$', 'trace', 'a.json', 'b|`.json', rows=10,
                          names=['b|`.json'])
    checks.expect(f'{len(HOSTILE) - 10} paths of calls that changed less' in text, 'the others', text)
    comments.check(r'^difference +\S+ \S+  (both take .*)$', 'trace', 'a.json', 'a.json', rows=0)
    comments.check(r'^difference +\S+ \S+  (B takes .*)$', 'trace', '--flat', 'a.json', 'b|`.json', rows=10)
    comments.check(r'^difference +\S+ \S+  (.*)$', 'trace', 'a.json', 'a.json', '--', 'b|`.json', 'b|`.json', rows=10)
    for wrong in (['--markdown', 'a.json'], ['--markdown', '--format=csv', 'a.json', 'a.json'],
                  ['--markdown', '--chrome', 'a.json', 'a.json'], ['--format=markdown', 'a.json', 'a.json']):
        shown = comments.run('trace', *wrong)
        checks.equal((shown.status, shown.out), (1, ''), f'{wrong} are refused', shown.command)


def model(comments, checks):
    lines = ['PARAMETER p', 'POINTS (4) (8) (16) (32) (64)', '']
    for name in [name for name in HOSTILE if not re.search(r'\s|\x1b', name)]:
        lines += [f'REGION {name}', 'METRIC time', *(f'DATA {p * p} {p * p * 1.01}' for p in (4, 8, 16, 32, 64))]
    (comments.folder / 'models.txt').write_text('\n'.join(lines) + '\n')
    text = comments.check(r'^(\S+: \d+ models[.] .*)$', 'model', '--limit=3', 'models.txt', rows=10)
    checks.expect(re.search(r'^Left out: \d+ models? of standard deviations', text, re.M), 'all models', text)
    comments.check(r'^(\S+ against \S+: .*)$', 'model', 'models.txt', '--subtract', 'models.txt', rows=10)
    shown = comments.run('model', '--markdown', '--format=extra-p', 'models.txt')
    checks.equal((shown.status, shown.out), (1, ''), 'refused', shown.command)


def history(comments, checks):
    with (comments.folder / 'trials.jsonl').open('w') as out:
        for trial in range(12):
            for name in HOSTILE:
                values = [10 + trial % 3 / 10 + (5 if trial > 6 else 0), 10.1 + (5 if trial > 6 else 0)]
                line = {'application': 'a', 'experiment': 'e', 'trial': f't|{trial}`', 'function': name, 'metric': 'self',
                        'values': values}
                out.write(json.dumps(line) + '\n')
    imported = comments.run('db', 'import', 'store.db', 'trials.jsonl')
    checks.equal(imported.status, 0, 'import', imported.err)
    text = comments.check(r'^(The last change of .*:)$', 'db', 'history', 'store.db', 'a/e', rows=10, names=['t|7`'])
    checks.expect(f'Left out: {len(HOSTILE) - 10} other changes' in text, 'the other changes', text)
    comments.check(r'^(Nothing changed by more than .*)$', 'db', 'history', '--min-change=90%', 'store.db', 'a/e', rows=0)
    for verb in ('list', 'export'):
        shown = comments.run('db', verb, '--markdown', 'store.db')
        checks.equal((shown.status, 'only for db diff, history' in shown.err), (1, True), verb, shown.command)


KINDS = {'more': 'other takes .* more(?!.*noise explains)', 'less': 'other takes .* less(?!.*noise explains)',
         'noise': '.*noise explains', 'equal': 'both take', 'unknown': 'cannot tell'}


def one_answer(comments, checks):
    """The answer of `diff` is the same on the terminal, in Markdown and in JSON, for random pairs of recordings."""
    random.seed(5)
    kinds = set()
    for _ in range(200):
        size = random.choice((3, 40, 400, 3000))
        for side in ('a', 'b'):
            samples = {name: random.randint(0, size) for name in random.sample(HOSTILE[:10], random.randint(1, 5))}
            if side == 'b' and random.random() < 0.3:
                samples = base
            base = samples
            (comments.folder / f'{side}.folded').write_text(''.join(f'main;{name.replace(" ", "_")} {count}\n' for name, count in samples.items()))
        shown = comments.run('diff', '--json=d.json', '--markdown=d.md', 'a.folded', 'b.folded')
        if shown.status == 1:
            checks.expect(shown.err.count('\n') == 1, 'an error', shown.command)
            continue
        line = re.search(r'^difference +(?:-?[\d.]+ samples)?  (.*(?:\n {15,}.*)*)', shown.out, re.M)
        sentence = ' '.join(line[1].split()) if line else shown.out
        checks.equal((comments.folder / 'd.md').read_text().splitlines()[0], f'**{sentence}**', 'Markdown', shown.command)
        kind = json.loads((comments.folder / 'd.json').read_text())['verdict']['kind']
        checks.expect(re.match(KINDS[kind], sentence), f'{kind}: {sentence}', shown.command)
        kinds.add(kind)
    checks.expect({'more', 'less', 'noise'} <= kinds, f'{sorted(kinds)} are tested')


def main():
    arguments = parse_arguments(__doc__)
    checks = Checks()
    for test in (one_answer, rank, stacks, check, trace, model, history):
        with tempfile.TemporaryDirectory() as folder:
            test(Comments(arguments.egprof, folder, checks), checks)
    if shown_as_html('') is None:
        print('skipped: Markdown as GitHub shows it (package cmark-gfm)')
    checks.finish()


if __name__ == '__main__':
    main()
