# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the pages of history, check, prune, rank and model by the rules of axe, at two widths and in both themes."""
import json
import os
import tarfile
from pathlib import Path

import hangs
import histories
from checks import TOP, run

AXE = '''const done = arguments[0];
    axe.run(document, { resultTypes: ["violations"] }).then((all) => done(all.violations.map((each) => [each.id, each.nodes.map((node) => node.html.slice(0, 200))])))'''


def pages(scene):
    """Writes pages one by one, and yields their names."""
    histories.write(scene)
    yield 'history'
    hangs.write(scene)
    yield 'stacks'
    for name in ('properties/waits.tar.xz', 'traces/rank/recordings.tar.xz'):
        with tarfile.open(TOP / 'testdata' / name) as packed:
            packed.extractall(scene.folder)
    (scene.folder / 'a.folded').write_text('main;f;g 5\nmain;f 3\nmain;h;f 2\n')
    (scene.folder / 'n.jsonl').write_text(''.join(json.dumps({'params': {'n': n}, 'metric': 'time', 'value': n * n}) + '\n' for n in (1, 2, 4, 8, 16)))
    for words in (('check', '--phase=work', 'ranks'), ('prune', '--sweep', 'a.folded'), ('model', '--statistic=median', 'n.jsonl'),
                  ('rank', 'tours/good.1', 'tours/good.2', '--against', 'tours/receive')):
        shown = run(scene.egprof, words[0], '--html=page.html', *words[1:], cwd=scene.folder)
        scene.checks.equal(shown.status, 0, 'a page', shown.command + '\n' + shown.err)
        yield words[0]


def axe_rules(checks, scene):
    source = os.environ.get('PROFDIFF_AXE')
    if not source:
        print('skipped: other pages by the rules of axe (PROFDIFF_AXE=…/axe.min.js)')
        return
    for name in pages(scene):
        for width, theme in ((1280, 'light'), (420, 'dark')):
            scene.resize(width)
            scene.browser.get('about:blank')
            scene.browser.get(f'file://{scene.folder}/page.html?theme={theme}')
            scene.until('Object.keys(document.body.dataset).length > 0')
            scene.js(Path(source).read_text())
            checks.equal(scene.browser.execute_async_script(AXE), [], f'{name} at {width}, {theme}')
    scene.resize(1280)


rule_questions = (axe_rules,)
