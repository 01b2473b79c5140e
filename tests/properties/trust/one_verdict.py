#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""For 40 random pairs (200 with PROFDIFF_TEST_FULL=1), checks that the report, the page, JSON, CSV, GML, tables side by
side and listings in gprof's columns have the same verdict, and that conditions have the same results in all of them.

    tests/properties/trust/one_verdict.py --egprof build/egprof/egprof
"""
import json
import os
import random
import re
import tempfile
from html import unescape
from pathlib import Path

from programs import SIZE, START, program, tables
from checks import Checks, parse_arguments, run
from gmon import Histogram, write

PAIRS = 200 if os.environ.get('PROFDIFF_TEST_FULL') else 40
FUNCTIONS = ['main', 'read', 'parse', 'sort', 'print']
CONDITIONS = ['program > 1% and significant', 'program > 1%', 'self > 5%', 'self > 5% and significant',
              'total > 5% and significant', 'only-other', 'calls > 5', 'program > 1% and self > 2% and significant']
ELSEWHERE = 8  # bins before the first function
MORE = r'(?P<measured>both take the same(?: time)?|other takes (?:[\d.]+ % )?(?P<kind>less|more))'


class Pair:
    """Two random executions: their files, and the options to compare them."""

    def __init__(self, rng, folder, number, image):
        self.rng, self.folder, self.number = rng, folder, number
        self.kind = rng.choice(['folded', 'folded', 'runs', 'sums', 'gmon', 'gmon', 'counted'])
        size = rng.choice([0, 3, 100, 100, 1000])
        factor = rng.choice([1, 1, 1.02, 1.3, 2, 0.6, 0])
        self.options = ['--unit=ms'] if self.kind == 'sums' else []
        if rng.random() < 0.1:
            self.options.append('--normalize')
        self.sides = []
        means = {f: rng.randrange(size + 1) for f in FUNCTIONS}
        elsewhere = [rng.choice([0, 0, size // 20, size]) for _ in range(ELSEWHERE)]
        for side, scale in (('base', 1), ('other', factor)):
            if rng.random() < 0.3:  # most time in no function, or none
                elsewhere = [0] * ELSEWHERE
            files = [self.write(f'{number}.{side}.{run_number}', {f: self.draw(mean * scale) for f, mean in means.items()},
                                [self.draw(mean * scale) for mean in elsewhere])
                     for run_number in range(3 if self.kind == 'runs' else 1)]
            self.sides.append(([image.path] if self.kind == 'gmon' else []) + files)
        if factor == 1 and rng.random() < 0.5 and self.kind != 'runs':
            self.sides[1] = self.sides[0]
        self.conditions = [f'--fail-if={c}' for c in rng.sample(CONDITIONS, 3)]

    def draw(self, mean):
        """Returns a number of samples, which varies as samples do."""
        return max(0, round(self.rng.gauss(mean, mean ** 0.5)))

    def write(self, name, counts, elsewhere):
        path = self.folder / name
        if not any(counts.values()) and self.kind != 'gmon':
            counts['main'] = 1
        if self.kind == 'gmon':
            bins = elsewhere + [counts[f] for f in FUNCTIONS]
            path.write_bytes(write([Histogram(START - SIZE * ELSEWHERE, START + SIZE * len(FUNCTIONS), bins, 100)]))
        elif self.kind == 'counted':
            counts = {f: c + 1 for f, c in counts.items()}
            called = {f: c for f, c in counts.items() if f != 'main'}
            rows = f'fn=main\n1 {counts["main"]}\n' + ''.join(f'cfn={f}\ncalls=1 9\n1 {c}\n' for f, c in called.items())
            rows += ''.join(f'fn={f}\n9 {c}\n' for f, c in called.items())
            path.write_text(f'# callgrind format\nevents: Ir\nfl=a.c\n{rows}totals: {sum(counts.values())}\n')
        else:
            stacks = {f: f if f == 'main' else f'main;{f}' for f in FUNCTIONS}
            path.write_text(''.join(f'{stacks[f]} {count}\n' for f, count in counts.items() if count))
        return path

    def show(self, egprof, command, *options):
        words = [command] if command else ['--runs'] if self.kind == 'runs' else []
        return run(egprof, *words, *self.options, *self.conditions, *options, *self.sides[0], '--subtract',
                   *self.sides[1])


def kind_of(text):
    """Returns the kind of verdict that a sentence states, and its interval."""
    interval = re.search(r'\(95 % interval (-?[\d.]+) to (-?[\d.]+) ', text)
    bounds = tuple(map(float, interval.groups())) if interval else None
    if text.startswith('cannot tell'):
        return 'unknown', bounds
    measured = re.match(MORE, text)
    if not measured:
        return 'nothing', bounds
    return 'noise' if ', which noise explains' in text else measured['kind'] or 'equal', bounds


def unwrapped(report):
    """Returns the sentence after "difference", whose lines are joined."""
    found = re.search(r'^difference .*?(?=^comparable)', report, re.MULTILINE | re.DOTALL)
    words = ' '.join(found[0].split()) if found else ''
    return re.sub(r'^difference(?: -?[\d.]+ \S+)? ', '', words)


def blocks(page):
    return {name: json.loads(text) for name, text in
            re.findall(r'<script type="application/json" id="([^"]+)">(.*?)</script>', page, re.DOTALL)}


def same_interval(checks, verdict, bounds, what, command):
    if bounds is None or verdict['low'] is None:
        return
    for ours, theirs in zip(bounds, (verdict['low'], verdict['high'])):
        checks.expect(abs(ours - theirs) <= 0.51, f'{what}: the interval {bounds}, in JSON {verdict}', command)


def compare(checks, egprof, folder, pair):
    what = f'pair {pair.number}, {pair.kind}'
    document = pair.show(egprof, 'diff', '-p', '--format=json')
    if not checks.expect(document.out.startswith('{'), f'{what}: JSON {document.err}', document.command):
        return None
    data = json.loads(document.out)
    verdict, results = data['verdict'], {c['text']: c['result'] for c in data['conditions']}
    status = 3 if 'failed' in results.values() else 1 if 'unknown' in results.values() else 0
    report = pair.show(egprof, 'diff', f'--html={folder}/page.html', *(
        ['--gml=' + str(folder / 'graph.gml')] if pair.kind == 'counted' else []))
    checks.equal((document.status, report.status), (status, status), f'{what}: status for {results}', report.command)
    sentence = unwrapped(report.out)
    kind, bounds = kind_of(sentence)
    checks.equal(kind, verdict['kind'], f'{what}: the report says {sentence!r}', report.command)
    checks.equal(' '.join(verdict['text'].split()), sentence, f'{what}: the sentence in JSON', report.command)
    same_interval(checks, verdict, bounds, what, report.command)
    for condition, result in results.items():
        lines = [line for line in report.err.splitlines() if f'{condition}: ' in line]
        checks.equal(bool(lines), result != 'passed', f'{what}: {condition} {result}: {report.err}', report.command)
        checks.equal(any(': fail: ' in line for line in lines), result == 'failed', f'{what}: {condition}',
                     report.command)

    page = (folder / 'page.html').read_text()
    head = re.search(r'<section id="first">\n<p><bdi>(.*?)</bdi></p>', page)
    checks.equal(' '.join(unescape(head[1]).split()) if head else None, sentence, f'{what}: head of the page',
                 report.command)
    found = blocks(page)
    checks.expect(any(b.get('verdict') == verdict for b in found.values()), f'{what}: verdict of the page',
                  report.command)
    gates = [b['gates'] for b in found.values() if 'gates' in b]
    checks.equal({g['condition']: g['result'] for g in gates[0]} if gates else None, results,
                 f'{what}: conditions of the page', report.command)

    csv = pair.show(egprof, 'diff', '-p', '--format=csv')
    rows = tables(csv.out)[-1]
    checks.equal((rows[0]['row'], rows[0]['result']), ('verdict', verdict['kind']), f'{what}: CSV', csv.command)
    checks.equal({r['text']: r['result'] for r in rows if r['row'] == 'condition'}, results, f'{what}: CSV conditions',
                 csv.command)
    if pair.kind == 'counted':
        graph = (folder / 'graph.gml').read_text()
        checks.expect(f'\n  verdict "{verdict["kind"]}"\n' in graph, f'{what}: GML', report.command)

    tables_beside = pair.show(egprof, 'diff', '-p', '--side-by-side')
    closing = re.search(r'^base .*?, difference \S+ \S+: (.*)$', tables_beside.out, re.MULTILINE)
    checks.equal(closing[1] if closing else None, sentence, f'{what}: closing line', tables_beside.command)
    classic = pair.show(egprof, '', '-b', '-p')
    notes = [line.split('egprof: ', 1)[-1] for line in classic.err.splitlines()]
    checks.expect(sentence in ' '.join(notes) or sentence in [n.removeprefix('note: ') for n in notes],
                  f'{what}: {sentence!r} on standard error: {classic.err}', classic.command)
    return verdict['kind']


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, rng = Checks(), random.Random(arguments.seed)
    kinds = set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        image = program(folder, 'program', {'a.c': FUNCTIONS})
        for number in range(PAIRS):
            kinds.add(compare(checks, arguments.egprof, folder, Pair(rng, folder, number, image)))
    checks.equal(kinds - {None}, {'less', 'more', 'noise', 'equal', 'unknown'}, 'kinds of verdicts that occur')
    checks.finish()


if __name__ == '__main__':
    main()
