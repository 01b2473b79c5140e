# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests pages of findings: their data, names that look like markup, and what Chromium draws."""
import html.parser
import json
import re
import shutil
import subprocess
from pathlib import Path

from ranks import make_apart, make_three
from waits import unpack

DATA = Path(__file__).resolve().parents[3] / 'testdata' / 'properties'
ODD = ['</script><script>document.title="bad"</script>', 'a"b\'c<img src=x onerror=alert(1)>', '\u202eback', 'x' * 100_000,
       'plain']
ASL = ('CONTEXT M { a; b; c; }\n'
       'PROPERTY Odd(M m) HINT "mend </script><b>it\u202e" { LET lost = m.a; CONDITION: severity > .1; CONFIDENCE: 1;'
       ' SEVERITY: m.a / 10; }\n'
       'PROPERTY Absent(M m) { CONDITION: m.b > 1; CONFIDENCE: 1; SEVERITY: 1; }\n'
       'PROPERTY Some(M m) { CONDITION: m.c > 1; CONFIDENCE: 1; SEVERITY: 1; }\n')


def block(page, name):
    """Returns the JSON in a data block of a page; None if the page lacks the block."""
    found = re.search(f'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)
    return json.loads(found[1]) if found else None


class Body(html.parser.HTMLParser):
    """Collects the names of a page's elements. For each element with an id, also collects the texts and the table rows
    within it."""

    def __init__(self, text):
        super().__init__()
        self.texts, self.elements, self.rows, self.open = {}, [], {}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        ids = dict(attributes)
        if tag not in ('input', 'img', 'meta', 'br', 'wbr'):
            self.open.append((tag, ids.get('id')))
        self.elements.append(tag)
        if tag == 'tr':
            for part in self.parts():
                self.rows.setdefault(part, []).append([])

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def parts(self):
        return [name for _, name in self.open if name]

    def handle_data(self, data):
        for part in self.parts():
            self.texts[part] = self.texts.get(part, '') + data
            if self.rows.get(part) and any(tag in ('td', 'th') for tag, _ in self.open):
                self.rows[part][-1].append(data)


def drawn(scene, name, query=''):
    """Returns the start tag of the body after the page's scripts have run, and the contents of the body."""
    done = subprocess.run(
        ['chromium', '--headless', '--no-sandbox', '--disable-gpu', f'--user-data-dir={scene.folder}/browser', '--dump-dom',
         f'file://{scene.folder}/{name}?{query}'], capture_output=True, timeout=120, check=False)
    text = done.stdout.decode(errors='replace')
    body = re.search('<body[^>]*>', text)
    return body[0] if body else '', Body(text[body.start():] if body else '')


def write_odd(scene):
    """Writes metrics of ranks 0 to 3, for functions with unusual names. Most functions are worst on rank 3."""
    quoted = ['"' + name.replace('"', '""') + '"' for name in ODD]
    rows = [f',{rank},a,10' for rank in range(4)]
    rows += [f'{name},{rank},a,{2 + rank + i}' for i, name in enumerate(quoted) for rank in range(4) if rank or i]
    rows += ['plain,0,c,0', 'idle,0,a,0']
    return scene.write('odd.csv', '\n'.join(['region,rank,metric,value', *rows]) + '\n'), scene.write('odd.asl', ASL)


def data(checks, scene):
    """Checks that a page contains the document of --format=json, and that the file of a page is either complete or
    absent."""
    base, other = (str(DATA / name) for name in ('crystal1.callgrind.gz', 'crystal2.callgrind.gz'))
    shown = scene.check('--html=page.html', base)
    if 'without d3' in shown.err:
        print('skipped: pages (this build was compiled without d3)')
        return
    odd, asl = write_odd(scene)
    for arguments in ([base], [base, '--subtract', other], ['--instances', str(DATA / 'crystal1.loops.callgrind.gz')],
                      [f'--properties={asl}', odd]):
        shown = scene.check('--format=json', '--html=page.html', *arguments)
        checks.equal((shown.status, shown.err), (0, ''), 'a page', shown.command)
        page = (scene.folder / 'page.html').read_text()
        checks.equal(block(page, 'document'), json.loads(shown.out), 'the document is in the page', shown.command)
        checks.equal(scene.check('--format=json', *arguments).out, shown.out, 'a page changes nothing', shown.command)
    checks.equal([name for name in ODD[:2] if name in page], [], 'names are escaped', shown.command)
    view = block(page, 'view')
    texts = {view['regions'][i][0] for i in view['findings']}
    checks.equal(sorted(map(len, texts))[-1] <= 300, True, 'long names are cut', max(texts, key=len)[:400])
    expected = {'function ' + name for name in (ODD[0], ODD[1], '?back', 'plain')}
    checks.equal(expected - texts, set(), 'texts of regions', shown.command)
    for arguments, why in ((['--html=odd.csv', odd], 'would overwrite'),
                           (['--html=odd.asl', f'--properties={asl}', odd], 'would overwrite'),
                           (['--html=-', odd], 'cannot both go there'), (['--table', '--html=new.html', odd], 'combined with --table'),
                           (['--html=new.html', 'missing'], 'missing'), (['--html=no/new.html', odd], 'no/new.html')):
        shown = scene.check(*arguments)
        checks.equal((shown.status, why in shown.err, shown.err.count('\n')), (1, True, 1), 'refused', (shown.command, shown.err))
    checks.equal(((scene.folder / 'new.html').exists(), (scene.folder / odd).read_text()[:6]), (False, 'region'), 'no file', odd)


def pictures(checks, scene):
    """Chromium draws all parts of the page, with the numbers of the JSON document."""
    odd, asl = write_odd(scene)
    shown = scene.check('--format=json', '--html=odd.html', f'--properties={asl}', odd)
    if 'without d3' in shown.err or shutil.which('chromium') is None:
        print('skipped: pictures of pages (need chromium, and a build with d3)')
        return
    found = [each for each in json.loads(shown.out)['properties'] if each['name'] == 'Odd']
    least = [each for each in found[-1]['locations'] if each['rank'] == 1][0]
    body, parts = drawn(scene, 'odd.html', f'property=Odd&probe=1,{len(found) - 1}')
    checks.expect(f'data-map="{len(found)} 4"' in body, f'a heat map: {body}', shown.command)
    checks.expect(f'rank 1: {least["severity"]:.5f}, {least["lost"]:.0f} lost' in parts.texts['cell'],
                  f'a cell: {parts.texts["cell"]}', shown.command)
    leaves = [each for each in found if each['leaf']]
    checks.equal([row[0] for row in parts.rows['answer'][1:]], [f'{each["severity"]:.5f}' for each in leaves], 'the answer',
                 shown.command)
    checks.equal(sum('*' in row for row in parts.rows['tree']), len(leaves), 'leaves have a mark', shown.command)
    checks.equal(sum('Odd' in row for row in parts.rows['tree']), len(found), 'all are in the tree', shown.command)
    answer = parts.texts['answer']
    for text in (ODD[0], ODD[1], '?back', 'mend </script><b>itU+202E', 'plain'):
        checks.expect(text in answer, f'{text} is text: {answer[:500]}', shown.command)
    checks.equal(({'img', 'b'} & set(parts.elements), '\u202e' in answer), (set(), False), 'no markup, no turned text',
                 shown.command)
    checks.expect("no input has the metric 'b'" in parts.texts['absent'], 'what is not applicable', shown.command)
    regions = [text for text, _ in block((scene.folder / 'odd.html').read_text(), 'view')['regions']]
    checks.equal(('function idle' in regions, 'idle' in parts.texts['tree']), (True, False), 'regions without findings',
                 shown.command)
    checks.equal({'steps', 'differences', 'clock', 'efficiencies'} & set(parts.texts), set(), 'no empty parts', shown.command)
    base, other = (str(DATA / name) for name in ('crystal1.callgrind.gz', 'crystal2.callgrind.gz'))
    shown = scene.check('--format=json', '--html=difference.html', base, '--subtract', other)
    body, parts = drawn(scene, 'difference.html')
    signed = lambda value: ('+' if value > 0 else '−' if value < 0 else '') + f'{abs(value):.5f}'  # noqa: E731
    checks.equal([row[:3] for row in parts.rows['differences'][1:]],
                 [[f'{each["base"]:.5f}', f'{each["other"]:.5f}', signed(each['diff'])] for each in
                  json.loads(shown.out)['differences']], 'a difference', shown.command)
    unpack(scene)
    shown = scene.check('--format=json', '--html=ranks.html', '--phase=work', 'ranks')
    document = json.loads(shown.out)
    body, parts = drawn(scene, 'ranks.html', 'property=LateSender&probe=1,0')
    late = next(each for each in document['properties'] if each['name'] == 'LateSender')
    one = next(each for each in late['locations'] if each['rank'] == 1)
    said = f'rank 1, thread 0: {one["severity"]:.5f}, {one["lost"]:.6f} s lost'
    checks.expect(said in parts.texts['cell'], f'{said}: {parts.texts["cell"]}', shown.command)
    checks.equal([row[:2] for row in parts.rows['efficiencies'][1:]],
                 [[f'{value:.5f}', name] for name, value in document['efficiencies'].items()], 'efficiencies', shown.command)
    make_three(scene)
    shown = scene.check('--format=json', '--html=three.html', 'three')
    clock = json.loads(shown.out)['clock']
    body, parts = drawn(scene, 'three.html')
    rows = [[str(rank), f'{offset / 1000:.1f} us'] for rank, offset in enumerate(clock['offsets'])
            if offset is not None]
    checks.equal(parts.rows['clock'][1:], rows, 'clocks', shown.command)
    said = f'wrong by {clock["halfWidth"] / 1000:.1f} us'
    checks.expect(said in parts.texts['clock'], f'{said}: {parts.texts["clock"]}', shown.command)
    names, reason = make_apart(scene)
    shown = scene.check('--html=apart.html', *names)
    body, parts = drawn(scene, 'apart.html')
    rows = [row for row in parts.rows['efficiencies'] if row[0] == 'unknown']
    checks.equal([(row[1].split(':')[0], row[1].endswith(reason)) for row in rows],
                 [('serialisation', True), ('transfer', True)], 'unknown efficiencies', rows)
