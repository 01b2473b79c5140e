# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the pages of egprof prune and egprof model: the tree and the graph of a core; axes and parameters of a model."""
import json

from checks import run
from selenium.webdriver.common.keys import Keys

ODD = '</script><b>x</b>\u202e'
FOLDED = f'''main;solve;step 60
main;solve;step;solve;step 20
main;solve 10
main;load 30
main;load;tiny 1
main;{ODD} 40
'''


def write(scene, *options):
    (scene.folder / 'core.folded').write_text(FOLDED)
    shown = run(scene.egprof, 'prune', '--format=json', '--html=page.html', *options, 'core.folded', cwd=scene.folder)
    scene.checks.equal(shown.status, 0, 'a page', shown.command + '\n' + shown.err)
    scene.open('shown')
    return json.loads(shown.out)


def core(checks, scene):
    """The tree has all paths with the document's times, and the graph has each function once."""
    document = write(scene, '--sweep')
    text = run(scene.egprof, 'prune', 'core.folded', cwd=scene.folder).out
    checks.equal(scene.js('return document.getElementById("verdict").textContent'), text.splitlines()[0], 'the first sentence')
    rows = scene.js('return [...document.querySelectorAll("#tree tr")].slice(1).map((row) => [...row.cells].map((cell) => cell.textContent))')
    checks.equal([float(row[0]) for row in rows], [path['inclusive'] for path in document['core']], 'times')
    checks.equal([row[-1].lstrip('\u25be\u25b8') for row in rows],
                 [path['path'][-1] for path in document['core']], 'paths')
    load = next(row for row in rows if row[-1].endswith('load'))
    checks.equal(load[2], '1.000', 'the time of removed callees')
    names = {path['path'][-1] for path in document['core']}
    boxes = scene.js('return [...document.querySelectorAll("#picture g.box")].map((box) => box.querySelector("title").textContent)')
    checks.equal(len(boxes), len(names), 'a box for each function')
    checks.expect(any(box.startswith('solve: 90.000') for box in boxes), f'recursion counts once: {boxes}')
    checks.expect(scene.js('return document.querySelectorAll("#picture path.back").length') > 0, 'a call that closes a cycle')
    checks.equal(scene.js('return document.querySelectorAll("#sweep tr").length - 1'), len(document['sweep']), 'other values')
    checks.equal(scene.js('return document.querySelectorAll("#tree b, #picture b").length'), 0, 'no markup')
    scene.press('t', Keys.ARROW_DOWN, Keys.ARROW_LEFT)
    checks.equal(scene.js('return document.querySelectorAll("#tree tr[aria-expanded=false]").length'), 1, 'the keyboard closes a path')
    scene.js('''[...document.querySelectorAll("#picture g.box")].find((box) => box.querySelector("title").textContent.startsWith("step"))
        .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }))''')
    checks.equal(scene.js('return document.querySelectorAll("#tree tr.at").length'), 2, 'a box marks its paths')
    for width in (420, 1280):
        scene.resize(width)
        wide = scene.js('return document.documentElement.scrollWidth')
        checks.expect(wide <= width, f'{width} pixels are enough: {wide}')
    shown = run(scene.egprof, 'prune', '--html=core.folded', 'core.folded', cwd=scene.folder)
    checks.equal((shown.status, 'would overwrite' in shown.err), (1, True), 'the input stays', shown.err)


def axes(checks, scene):
    """Axes are logarithmic from two decades on; with two parameters, the other one's value can be chosen."""
    def lines(name, values):
        (scene.folder / name).write_text(''.join(json.dumps({'params': at, 'metric': 'time', 'value': value}) + '\n' for at, value in values))
        shown = run(scene.egprof, 'model', '--html=page.html', '--statistic=median', name, cwd=scene.folder)
        checks.equal(shown.status, 0, 'a page', shown.command + shown.err)
        scene.open('drawn')
        return scene.js('return document.body.dataset.axes')
    checks.equal(lines('narrow.jsonl', [({'n': n}, n) for n in (10, 20, 30, 40, 50)]), 'linear linear', 'less than two decades')
    checks.equal(lines('wide.jsonl', [({'n': n}, n * n) for n in (4, 8, 16, 32, 64)]), 'linear log', 'two decades of values')
    checks.equal(scene.js('return [document.title, document.getElementById("verdict").textContent.slice(0, 36)]'),
                 ['Models of wide.jsonl', '<root>, time: grows, exponent 2.00 ('], 'the first model is the answer')
    scene.js('document.getElementById("logx").click()')
    checks.equal(scene.js('return document.body.dataset.axes'), 'log log', 'the choice of the user')
    lines('two.jsonl', [({'m': m, 'n': n}, m * n) for m in (1, 2, 3, 4, 5) for n in (1, 2, 4, 8, 16)])
    state = 'const others = document.getElementById("others"); return [!others.parentElement.hidden, others.options.length, others.selectedOptions[0].textContent]'
    checks.equal(scene.js(state), [True, 5, 'n = 16'], 'values of the other parameter')


core_questions = (core, axes)
