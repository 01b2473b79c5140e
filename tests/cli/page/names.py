# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that untrusted names are shown as text, and that the page's own policy blocks all network requests."""
import json
import random

ODD = ['</script><img src=x onerror="document.title=1">', '<!--<script>', ']]>', 'a"b\'c`', '\u2028line', '\u202eback', '\u0000zero',
       'x' * 1_000_000, 'twice', 'javascript:alert(1)', '${alert(1)}', '__proto__', 'constructor', '&lt;b&gt;', '\u061cmark', '\ud83d\ude00']
PARTS = ['<', '>', '"', "'", '&', '\\', '\u2028', '\u202e', '\u0007', 'script', 'img', '/', '=', ' onerror=', '\ufeff', 'é', '%', '#', '@', '0', '']


def speedscope(names, times):
    frames = [{'name': name} for name in names]
    profile = {'type': 'sampled', 'name': 'n', 'unit': 'seconds', 'startValue': 0, 'endValue': 10,
               'samples': [[0, i] for i in range(len(names))], 'weights': times}
    return json.dumps({'$schema': 'https://www.speedscope.app/file-format-schema.json', 'shared': {'frames': frames}, 'profiles': [profile]})


def hostile(checks, scene):
    rng = random.Random(7)
    mutants = {''.join(rng.choices(PARTS, k=rng.randrange(1, 9))) for _ in range(2000)}
    names = ['begin', *ODD, *sorted(mutants - set(ODD) - {''})]
    for name, factor in (('a', 1), ('b', 2)):
        (scene.folder / f'{name}.speedscope.json').write_text(speedscope(names, [0.5 + factor * (i % 7) for i in range(len(names))]))
    document = scene.write('-p', '-q', '--tree', str(scene.folder / 'a.speedscope.json'), '--subtract', str(scene.folder / 'b.speedscope.json'))
    title = scene.js('return document.title')
    for part in ('table', 'flame', 'picture', 'function'):
        scene.show(v=part, f='begin', sort='name')
        title = scene.js('return document.title')
        found = scene.js('''const turned = /[\\u0000-\\u0008\\u061c\\u202e\\u2028]/;
            return [document.images.length, document.querySelectorAll("iframe, object, [onerror]").length, turned.test(document.body.innerText),
              document.title, [...document.scripts].length]''')
        checks.equal(found[:4], [0, 0, False, title], f'{part} runs nothing')
        checks.expect('1' != title, 'the title is as it was')
    shown = scene.js('''const found = [];
        for (let i = 0; i < reportData.n; ++i) found.push([reportData.id(i), reportData.name(i), reportData.rowOfKey(reportData.keyOf(i)) === i]);
        return found''')
    expected = {function['id']: function['name'] for function in document['functions']}
    checks.equal({row: name for row, name, _ in shown}, expected, 'names are as in the document')
    checks.equal([name for _, name, back in shown if not back], [], 'each name has a link of its own')
    scene.show(q='</script><img')
    checks.equal(scene.js('return document.querySelector("#grid .sheet .name bdi").textContent'), '</script><\u2026>', 'a short name is text in its column')
    checks.equal(scene.js('return [document.querySelector("#grid .sheet .name bdi").title, document.querySelector("#whole bdi").textContent]'),
                 [ODD[0], ODD[0]], 'the whole name, on hover and on focus')
    scene.show(q='zero')
    text = scene.js('return document.querySelector("#grid .sheet .name bdi").textContent')
    checks.expect('\u0000' not in text and 'zero' in text, f'a control character: {text!r}')


def policy(checks, scene):
    """The page's policy blocks requests by elements that were injected into the page."""
    scene.write('-p', 'old.perf.gz')
    page = (scene.folder / 'page.html').read_text()
    for request in ('<img src="http://127.0.0.1:9/a.png">', '<script src="http://127.0.0.1:9/a.js"></script>',
                    '<script>fetch("http://127.0.0.1:9/a").catch(() => {})</script>'):
        (scene.folder / 'asking.html').write_text(page.replace('</body>', request + '</body>'))
        scene.show('asking.html')
        said = ' '.join(each['message'] for each in scene.browser.get_log('browser'))
        checks.expect('Content Security Policy' in said, f'{request} is refused: {said[:300]}')
