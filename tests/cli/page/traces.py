# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the page of two traces: what it opens on, the list, both time axes, the flame view, links and keys."""
import json
import random

from checks import run
from selenium.webdriver.common.keys import Keys

STATE = '''return [document.querySelector("#changes tr[aria-current] button").textContent, document.getElementById("thread").value,
    document.getElementById("axis").value, document.getElementById("width").value, document.getElementById("box").textContent]'''
CURRENT = 'document.querySelector("#changes tr[aria-current] button")'


def call(name, begin, end, thread=1):
    return {'name': name, 'ph': 'X', 'pid': 1, 'tid': thread, 'ts': begin, 'dur': end - begin}


def events(slow, more):
    """A main thread of which a part is slower, and a worker that makes more calls."""
    made = [call('main', 0, 10_000 + slow), call('load', 100, 900), call('parse', 200, 700), call('solve', 1000, 4000 + slow)]
    made += [call('step', 1100 + 500 * i, 1500 + 500 * i + (slow if i == 4 else 0)) for i in range(5)]
    made += [call('save', 5000 + slow, 6000 + slow), call('worker', 0, 9000 + 500 * more, 2)]
    made += [call('task', 500 + 1000 * i, 1000 + 1000 * i, 2) for i in range(5 + more)]
    return made


def write(scene, a, b, *options, name='page.html'):
    """Writes the page of two traces. Returns the report as a document."""
    for side, made in (('a', a), ('b', b)):
        (scene.folder / f'{side}.json').write_text(json.dumps({'traceEvents': made}))
    shown = run(scene.egprof, 'trace', f'--timeline={name}', '--format=json', *options, 'a.json', 'b.json', cwd=scene.folder)
    scene.checks.equal(shown.status, 0, 'a page', shown.command + '\n' + shown.err)
    return json.loads(shown.out)


def opens(checks, scene):
    """The page opens on the call that changed most; totals and rows are those of the report."""
    document = write(scene, events(0, 0), events(700, 2))
    scene.show()
    found = scene.js('return timelineData.changes.map((c) => [c[1], c[2], timelineData.paths[c[0]].callsA, timelineData.paths[c[0]].callsB])')
    checks.equal(found, [[row['timeA'], row['timeB'], row['callsA'], row['callsB']] for row in document['paths'][:10]], 'rows', document['paths'])
    sums = scene.js('return document.getElementById("sums").textContent')
    checks.expect('One run per side: noise is not known' in sums and sums.startswith('B takes 1.700000 ms more ('), f'totals: {sums}')
    first = scene.js(STATE)
    checks.equal((first[1], first[2:4]), ('1', ['common', 'both']), 'the thread of the first row', first)
    checks.expect(first[0].startswith('worker > task'), f'the first row: {first[0]}')
    checks.expect(first[4].startswith('task: A 0 ns, B 1.000'), f'its box: {first[4]}')
    checks.equal(scene.js('return location.hash'), '', 'the address is as it was')


def rows_zoom(checks, scene):
    write(scene, events(0, 0), events(700, 2))
    scene.show()
    whole = scene.js('return document.body.dataset.drawn')
    scene.js('[...document.querySelectorAll("#changes button")].find((e) => e.textContent.startsWith("main > solve > step")).click()')
    checks.expect(scene.until(f'{CURRENT}.textContent.startsWith("main > solve > step")'), 'a click selects')
    checks.expect('c=main+%3E+solve+%3E+step' in scene.js('return location.hash'), 'the address', scene.js('return location.hash'))
    near = scene.js('return document.body.dataset.drawn')
    checks.expect(near != whole, f'the time line is another one: {whole}, {near}')
    width = scene.js('const [from, to] = [...document.querySelectorAll("#plot .x .tick text")].map((e) => parseFloat(e.textContent)).filter((v, i, all) => i === 0 || i === all.length - 1); return [from, to]')
    checks.expect(width[0] > 2, f'zoomed to the call: {width}')
    scene.press('w')
    checks.expect(scene.until('document.querySelector("#plot .x .tick text").textContent.startsWith("0")'), 'w shows all')
    scene.press(Keys.BACKSPACE, Keys.BACKSPACE)
    checks.expect(scene.until(f'location.hash === "" || location.hash === "#"') and scene.js(STATE)[0].startswith('worker > task'), 'back')


def axes(checks, scene):
    write(scene, events(0, 0), events(700, 2))
    link = {'c': 'main > save', 't': 'thread 1'}
    texts = {}
    for axis in ('common', 'call'):
        scene.show(**link, x=axis)
        texts[axis] = scene.js('return document.querySelector("#plot .axis").textContent')
        begins = scene.js('''const path = timelineData.paths.find((p) => p.nameA === "save"), texts = [];
            const box = document.querySelector("#plot canvas").getBoundingClientRect();
            for (let y = 20; y < box.height && texts.length < 2; y += 3) for (let x = 90; x < box.width && texts.length < 2; x += 7) {
              timeline.hover(x, y);
              const text = document.getElementById("value").textContent;
              if (text.includes(": save") && !texts.some((t) => t[0] === text[0])) texts.push(text);
            }
            return texts.map((t) => / at ([^\\n]*)/.exec(t)[1])''')
        expected = ['5.700000 ms'] * 2 if axis == 'common' else ['0 ns'] * 2
        checks.equal(begins, expected, f'both sides start together on the {axis} axis')
    checks.expect('common' in texts['common'] and 'start of the call' in texts['call'], f'axes are named: {texts}')
    checks.equal(scene.js('return document.querySelectorAll("#plot .zero").length'), 0, 'no chart of differences on the axis of a call')
    scene.press('x')
    checks.expect(scene.until('document.getElementById("axis").value === "common"'), 'x changes the axis')


def keys(checks, scene):
    """Everything can be reached with the keyboard."""
    write(scene, events(0, 0), events(700, 2))
    scene.show()
    scene.press('c')
    checks.equal(scene.js('return document.activeElement.tagName'), 'BUTTON', 'c goes to the list')
    scene.press(Keys.ARROW_DOWN, Keys.ENTER)
    second = scene.js('return document.querySelectorAll("#changes button")[1].textContent')
    checks.expect(scene.until(f'{CURRENT}.textContent === arguments[0]', second), 'Enter selects the next row')
    scene.press('N')
    checks.expect(scene.until(f'{CURRENT}.textContent.startsWith("worker > task")'), 'N selects the row before')
    scene.press('n')
    checks.expect(scene.until(f'{CURRENT}.textContent === arguments[0]', second), 'n selects the row after')
    scene.press('g', Keys.ARROW_UP)
    box = scene.js('return [document.activeElement.id, document.getElementById("box").textContent]')
    checks.expect(box[0] == 'boxes' and box[1].startswith('solve: A '), f'the box above: {box}')
    scene.press(Keys.ENTER)
    checks.expect(scene.until('location.hash.includes("c=main+%3E+solve&") || location.hash.endsWith("c=main+%3E+solve")'), 'Enter selects a box')
    scene.press(Keys.ARROW_DOWN)
    checks.expect(scene.js('return document.getElementById("box").textContent').startswith('step: A '), 'the box below')
    scene.press('t')
    checks.equal(scene.js('return document.activeElement.tagName'), 'CANVAS', 't goes to the time lines')
    before = scene.js('return location.hash')
    scene.press('+')
    checks.expect(scene.until('location.hash !== arguments[0] && location.hash.includes("from=")', before), 'zoom is in the address')
    scene.press('?')
    listed = scene.js('return document.getElementById("keys").innerText')
    checks.expect(all(word in listed for word in ('list of calls', 'flame', 'axis', 'back')), f'keys are listed: {listed}')


def links(checks, scene):
    write(scene, events(0, 0), events(700, 2))
    scene.show(c='main > solve > step', t='thread 1', x='call', w='change', theme='dark')
    state = scene.js(STATE)
    checks.equal(state[1:4], ['0', 'call', 'change'], 'a link')
    checks.expect(state[0].startswith('main > solve > step') and state[4].startswith('step: A 2.000'), f'its call: {state}')
    checks.equal(scene.js('return document.documentElement.dataset.theme'), 'dark', 'its theme')
    scene.show(c='main > solve', t='thread 1')
    scene.js('timeline.scaleBy(2)')
    scene.until('location.hash.includes("from=")')
    ticks = 'return [...document.querySelectorAll("#plot .x .tick text")].map((e) => e.textContent)'
    first, address = scene.js(ticks), scene.js('return location.hash')
    scene.browser.get('about:blank')
    scene.browser.get(f'file://{scene.folder}/page.html{address}')
    scene.until('document.body.dataset.part === "timeline"')
    checks.equal(scene.js(ticks), first, 'a zoom', address)
    for link, word in (({'c': 'main > nobody'}, 'nobody'), ({'t': 'no thread'}, 'no thread'), ({'x': 'luck'}, 'luck'), ({'from': '9', 'to': '3'}, 'not valid')):
        scene.show(**link)
        said = scene.js('return document.getElementById("said").textContent')
        checks.expect(word in said, f'{link} is said: {said}')


def flame(checks, scene):
    """Boxes are as wide as the times of the report, and described for screen readers."""
    document = write(scene, events(0, 0), events(700, 2), '--top=0')
    scene.show(c='main', t='thread 1')
    tree = scene.browser.execute_cdp_cmd('Accessibility.getFullAXTree', {})['nodes']
    items = [node['name']['value'] for node in tree if node.get('role', {}).get('value') == 'treeitem']
    checks.expect(any(item.startswith('main: A 10.000000 ms, B 10.700000 ms') for item in items), f'boxes in the accessibility tree: {items[:4]}')
    checks.expect(any(item.startswith('solve: ') for item in items), f'callees too: {items[:6]}')
    shown = scene.js('return timelineData.paths.map((p) => [p.a, p.b])')
    expected = [[row['inclusiveA'], row['inclusiveB']] for row in document['paths']]
    checks.expect(all(row in shown for row in expected), f'times of paths: {shown} {expected}')
    for width in ('A', 'B', 'change'):
        scene.show(c='main', t='thread 1', w=width)
        checks.equal(scene.js('return document.getElementById("width").value'), width, 'a width')
    scene.js('document.querySelector("#boxes canvas").dispatchEvent(new MouseEvent("click", {bubbles: true}))')


def source_lines(checks, scene):
    """Calls say where their functions are defined, on both sides if these differ."""
    def placed(made, lines):
        return [{**each, '.file': 'src/app.rs', '.line': lines[each['name']]} if each['name'] in lines else each for each in made]
    a, b = placed(events(0, 0), {'step': 40, 'solve': 7, 'task': 3}), placed(events(700, 2), {'step': 44, 'solve': 7, 'task': 3})
    document = write(scene, a, b, '--table=functions')
    shown = {row['function']: (row['lineA'], row['fileB']) for row in document['functions']}
    checks.equal((shown['step'], shown['main']), ((40, 'src/app.rs'), (None, None)), 'JSON', shown)
    scene.show(c='main > solve > step', t='thread 1')
    box = scene.js('return document.getElementById("box").textContent')
    checks.expect(box.startswith('step: A src/app.rs:40, B src/app.rs:44, A 2.000'), f'the flame view: {box}')
    facts = scene.js('return [...document.querySelectorAll("#changes .facts")].map((e) => e.textContent)')
    checks.expect(facts[0].endswith('calls, src/app.rs:3'), f'the list: {facts}')
    seen = scene.js('''const box = document.querySelector("#plot canvas").getBoundingClientRect(), texts = {};
        for (let y = 27; y < box.height && !texts["B: step"]; y += 9) for (let x = 95; x < box.width; x += 40) {
          timeline.hover(x, y);
          const [name, line] = document.getElementById("value").textContent.split("\\n");
          texts[name] = line;
        }
        return texts''')
    checks.equal((seen.get('A: step'), seen.get('B: step')), ('defined at src/app.rs:40', 'defined at src/app.rs:44'), 'the time lines', seen)
    checks.expect(seen.get('A: main', '').startswith('= equal'), f'a function without a line: {seen}')


def sizes(checks, scene):
    rng = random.Random(3)
    deep = [call(f'very::long::name::of_a_function_on_level_{i}<int, double>', i * 10, 20_000 - i * 10) for i in range(30)]
    many = [call(f'f{rng.randrange(40)}', 1000 + i * 40, 1020 + i * 40 + rng.randrange(20)) for i in range(400)]
    other = [{**each, 'dur': each['dur'] * (1 + (i % 5 == 0))} for i, each in enumerate(many)]
    write(scene, deep + many, deep + other)
    for width in (1280, 1000, 720, 420):
        scene.resize(width)
        scene.show()
        wide = scene.js('return document.documentElement.scrollWidth - innerWidth')
        checks.expect(wide <= 0, f'{width} pixels are enough: {wide}')
        beside = scene.js('''const list = document.getElementById("list").getBoundingClientRect(), lines = document.getElementById("lines").getBoundingClientRect();
            return [list.right <= lines.left, list.bottom <= lines.top]''')
        checks.equal(beside, [True, False] if width >= 1000 else [False, True], f'the list is beside or above the time lines at {width}')
    scene.resize(1280)
    odd = [call('</script><img src=x onerror="document.title=1">', 0, 100), call('\u202eback\u0007', 10, 60)]
    write(scene, odd, [odd[0], {**odd[1], 'dur': 20}])
    scene.show()
    found = scene.js('return [document.images.length, /[\\u0007\\u202e]/.test(document.body.innerText), document.title !== "1"]')
    checks.equal(found, [0, False, True], 'names are text')
    write(scene, odd, odd)
    scene.show()
    checks.expect('No call differs in time' in scene.js('return document.getElementById("changes").textContent'), 'no difference')


trace_questions = (opens, rows_zoom, axes, keys, links, flame, source_lines, sizes)
