# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests pages of models: their data, names that look like markup, and what Chromium draws."""
import json
import re
import shutil
import subprocess

ODD = ['</script><script>document.title="bad"</script>', '\u202eback']


def block(page, name):
    """Returns the JSON in a data block of a page; None if the page lacks the block."""
    found = re.search(f'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)
    return json.loads(found[1]) if found else None


def write_odd(scene):
    lines = [json.dumps({'params': {'n': n}, 'callpath': name, 'metric': 'time', 'value': [n * n, n * n * 1.01]})
             for name in ODD for n in (1, 2, 4, 8, 16)]
    return scene.write('odd.jsonl', '\n'.join(lines) + '\n')


def drawn(scene, name, query=''):
    """Returns the body of the page after its scripts have run."""
    done = subprocess.run(
        ['chromium', '--headless', '--no-sandbox', '--disable-gpu', f'--user-data-dir={scene.folder}/browser', '--dump-dom',
         f'file://{scene.folder}/{name}?{query}'], capture_output=True, timeout=120, check=False)
    text = done.stdout.decode(errors='replace')
    return text[text.find('<body'):]


def data(checks, scene):
    """A page contains the document of --format=json."""
    odd = write_odd(scene)
    shown = scene.model('--format=json', '--predict=n=64', '--html=page.html', odd)
    if 'without d3' in shown.err:
        print('skipped: pages (this build was compiled without d3)')
        return
    checks.equal((shown.status, shown.err), (0, ''), 'a page', shown.command)
    page = (scene.folder / 'page.html').read_text()
    document = json.loads(shown.out)
    checks.equal(block(page, 'document'), document, 'the document is in the page', shown.command)
    checks.equal([name for name in ODD if name in page], ['\u202eback'], 'markup is escaped', shown.command)
    curves = block(page, 'view')['curves']
    checks.equal(len(curves), len(document['models']), 'a curve for each model', shown.command)
    checks.equal((curves[0][0][0][0], curves[0][0][-1][0]), (1, 64), 'from the least to what is predicted', curves[0])
    checks.equal(block(page, 'view')['slices'][0], [], 'no slices of one parameter')
    two = scene.write('two.jsonl', ''.join(json.dumps({'params': {'m': m, 'n': n}, 'metric': 'time', 'value': m * n}) + '\n'
                                           for m in (1, 2, 3, 4, 5) for n in (1, 2, 4, 8, 16)))
    scene.model('--statistic=median', '--html=slices.html', two)
    slices = block((scene.folder / 'slices.html').read_text(), 'view')['slices'][0]
    checks.equal([(each['parameter'], each['others']) for each in slices],
                 [('m', {'n': n}) for n in (1, 2, 4, 8, 16)] + [('n', {'m': m}) for m in (1, 2, 3, 4, 5)], 'other values of other parameters')
    last = slices[-1]['curve'][-1]
    checks.expect(last[0] == 16 and abs(last[1] - 80) < 1e-6, 'a slice', last)


def pictures(checks, scene):
    """Chromium draws the models."""
    odd = write_odd(scene)
    shown = scene.model('--format=json', '--predict=n=64', '--html=odd.html', odd)
    if 'without d3' in shown.err or shutil.which('chromium') is None:
        print('skipped: pictures of pages (need chromium, and a build with d3)')
        return
    models = json.loads(shown.out)['models']
    body = drawn(scene, 'odd.html')
    checks.expect('data-drawn="5 61"' in body, f'points and curve: {body[:300]}', shown.command)
    checks.equal(body.count('class="dot'), 5, 'points', shown.command)
    checks.equal(body.count('class="cross"'), 1, 'predictions', shown.command)
    checks.equal(body.count('data-model='), len(models), 'the list', shown.command)
    checks.equal(('<script>document.title' in body, '\u202e' in body.split('<script')[0]), (False, False), 'no markup', shown.command)
    checks.expect('U+202Eback' in body, 'what turns text is written by its number', shown.command)
    base, other = (scene.write(name, '\n'.join(json.dumps({'params': {'n': n}, 'callpath': 'dot', 'metric': 'time', 'value': factor * n * n})
                                                for n in (1, 2, 4, 8, 16)) + '\n') for name, factor in (('base.jsonl', 1), ('other.jsonl', 3)))
    shown = scene.model('--html=two.html', base, '--subtract', other)
    body = drawn(scene, 'two.html')
    checks.expect('data-beside="5 61"' in body and body.count('class="square"') == 5, f'the other side is drawn: {body[:300]}', shown.command)
    checks.expect(re.search('dotted curve: base, dot, time: .*n\\^2; error', body) is not None, 'and named', body[body.find('id="beside"'):][:200])
