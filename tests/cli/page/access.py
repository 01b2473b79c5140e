# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests a page: use by keyboard, links, roles, search, colours and printing."""
import base64
import os
from pathlib import Path

from selenium.webdriver.common.keys import Keys

FOCUS = '''const at = document.activeElement, inner = at.getAttribute("aria-activedescendant");
    return [at.id || at.className || at.tagName, (inner ? document.getElementById(inner) : at).textContent]'''


def write_pair(scene):
    return scene.write('-p', '-q', '--tree', '--significance', '--fail-if=self>1%', 'old.perf.gz', '--subtract', 'new.perf.gz')


def keys_alone(checks, scene):
    """Moves from the table to a caller's caller, to its box in the flame graph, and back, with only the keyboard."""
    write_pair(scene)
    scene.show()
    scene.press('t')
    checks.equal(scene.js(FOCUS)[0], 'grid', 't goes to the table')
    scene.press(Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ENTER)
    steps = [('function', 'app::parse')]
    checks.equal((scene.js('return document.body.dataset.part'), scene.js(FOCUS)[1]), steps[0], 'Enter opens the function')
    for caller in ('app::run(unsigned int)', 'main'):
        scene.press(Keys.ARROW_UP, Keys.ENTER)
        checks.equal(scene.js(FOCUS)[1], caller.split('(')[0], 'a caller')
        checks.equal(scene.js('return document.querySelector("#entry h2").textContent'), caller, 'its entry')
    scene.press('g')
    scene.until('document.body.dataset.part === "flame"')
    where, text = scene.js(FOCUS)
    checks.expect(where == 'boxes' and text.startswith('main: base '), f'its box: {where} {text}')
    scene.press(Keys.ARROW_DOWN)
    text = scene.js(FOCUS)[1]
    checks.expect(text.startswith('app::run(unsigned int): base '), f'the box below: {text}')
    scene.press(Keys.ARROW_UP)
    for part, name in (('function', 'main'), ('function', 'app::run(unsigned int)'), ('function', 'app::parse(unsigned int)')):
        scene.press(Keys.BACKSPACE)
        scene.until('document.querySelector("#entry h2").textContent === arguments[0]', name)
        checks.equal((scene.js('return document.body.dataset.part'), scene.js('return document.querySelector("#entry h2").textContent')),
                     (part, name), 'Backspace')
    scene.press(Keys.BACKSPACE)
    scene.until('document.body.dataset.part === "table"')
    where, text = scene.js(FOCUS)
    checks.expect(where == 'grid' and 'app::parse' in text, f'back in the table: {where} {text}')
    scene.press('s')
    checks.equal(scene.js('return document.querySelector("[aria-sort=descending]").textContent.slice(0, 6)'), 'impact', 's sorts')
    scene.press('?')
    listed = scene.js('return document.getElementById("keys").innerText')
    checks.expect(all(word in listed for word in ('search', 'back', 'sort')), f'keys are listed: {listed}')


def links(checks, scene):
    """Every view has a link, and the link shows the same view again."""
    write_pair(scene)
    scene.show(v='flame', f='main@/programs/prog_new', w='change', d='up', theme='dark')
    state = '''return [document.body.dataset.part, document.getElementById("width").value, document.getElementById("way").value,
        document.documentElement.dataset.theme, document.querySelector("#flames .value").textContent]'''
    first = scene.js(state)
    checks.equal(first[:4], ['flame', 'change', 'up', 'dark'], 'a link')
    scene.show(v='flame')
    scene.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    before = scene.js(state)
    address = scene.js('return location.hash')
    checks.expect('z=' in address, f'zoom is in the address: {address}')
    write_pair(scene)
    scene.browser.get('about:blank')
    scene.browser.get(f'file://{scene.folder}/page.html{address}')
    scene.until('document.body.dataset.part === "flame"')
    checks.equal(scene.js(state), before, 'the same in a second build', address)
    for link, word in (({'v': 'function', 'f': 'nobody'}, 'nobody'), ({'v': 'nowhere'}, 'nowhere'), ({'sort': 'luck'}, 'luck')):
        scene.show(**link)
        said = scene.js('return document.getElementById("said").textContent')
        checks.expect(word in said, f'{link} is said: {said}')
    checks.equal(scene.js('return document.body.dataset.part'), 'table', 'the default')
    scene.show(v='function', f='app::parse(unsigned int)@/programs/prog_new')
    checks.equal(scene.js('return document.querySelector("#entry h2").textContent'), 'app::parse(unsigned int)', 'a name')


def roles(checks, scene):
    document = write_pair(scene)
    scene.show()
    grid = scene.js('''const grid = document.getElementById("grid"), row = document.getElementById("row-2");
        return [grid.getAttribute("role"), +grid.getAttribute("aria-rowcount"), row.getAttribute("role"), +row.getAttribute("aria-rowindex"),
          grid.querySelectorAll("[role=columnheader][aria-sort]").length > 5, row.querySelectorAll("[role=gridcell]").length > 5]''')
    # The rows include the heading and the line above the rows within noise, which is the second row.
    checks.equal(grid, ['grid', len(document['functions']) + 2, 'row', 4, True, True], 'roles of the table')
    tree = scene.browser.execute_cdp_cmd('Accessibility.getFullAXTree', {})['nodes']
    found = {node['role']['value'] for node in tree if 'role' in node}
    checks.equal({'grid', 'row', 'gridcell', 'columnheader', 'status'} - found, set(), 'the accessibility tree')
    scene.show(v='flame')
    tree = scene.browser.execute_cdp_cmd('Accessibility.getFullAXTree', {})['nodes']
    items = [node['name']['value'] for node in tree if node.get('role', {}).get('value') == 'treeitem']
    checks.expect(any(item.startswith('all: base 2.892 s') for item in items), f'boxes in the accessibility tree: {items[:3]}')


def search(checks, scene):
    write_pair(scene)
    scene.show()
    scene.press('/', 'app', ' ', '-parse')
    scene.until('[...document.querySelectorAll("#grid .sheet .name")].every((e) => e.textContent.includes("app") && !e.textContent.includes("parse"))')
    scene.until('document.getElementById("said").textContent.includes("match these words")')
    names = scene.js('return [...document.querySelectorAll("#grid .sheet .name")].map((e) => e.textContent)')
    checks.expect(names and all('app' in name and 'parse' not in name for name in names), f'a filter: {names}')
    live = scene.js('const e = document.getElementById("said"); return [e.getAttribute("aria-live"), e.textContent]')
    checks.expect(live[0] == 'polite' and live[1].startswith(str(len(names))), f'results are said: {live}')
    scene.show(v='flame', q='app::parse')
    share = scene.js('return document.getElementById("share").textContent')
    checks.expect(f'{87600 / 2892:.1f} % of the base' in share, f'share of a search: {share}')
    scene.show(sig='noise')
    marks = scene.js('return [...document.querySelectorAll("#grid .sheet .row .mark")].map((e) => e.textContent.trim())')
    checks.expect('~' in marks and not {'\u25b2', '\u25bc'} & set(marks), f'what noise explains: {marks}')


def widths(checks, scene):
    """At any width, names can be read without scrolling, and the header stays on the page."""
    scene.write('-p', 'old.perf.gz', '--subtract', 'new.perf.gz')
    for width in (1280, 1200, 1000, 910, 720, 400):
        scene.resize(width)
        scene.show()
        wide = scene.js('const e = document.getElementById("grid"); return [e.scrollWidth - e.clientWidth, '
                        'document.documentElement.scrollWidth - innerWidth]')
        checks.expect(max(wide) <= 1, f'{width} pixels are enough: {wide}')
        edges = scene.js('return [...document.querySelectorAll("#grid .sheet .name")].map((e) => e.getBoundingClientRect()).map((r) => [r.left, r.right])')
        checks.expect(edges and all(0 <= left < right - 150 and right <= width for left, right in edges), f'names at {width}: {edges[:2]}')
        overlaps = scene.js('''return [...document.querySelectorAll("#grid .row")].flatMap((row) => {
            const boxes = [...row.children].map((e) => e.getBoundingClientRect()).filter((r) => r.width > 0);
            return boxes.filter((a, i) => boxes.some((b, k) => k > i && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
        }).length''')
        checks.equal(overlaps, 0, f'cells apart at {width}')
    scene.resize(1280)


def luminance(colour):
    parts = [value / 255 for value in colour]
    red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, two):
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def deuteranope(colour):
    """Simulates deuteranopia with the method of Brettel and Viénot, as one matrix applied to linear light."""
    linear = [(v / 255) ** 2.2 for v in colour]
    rows = ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1))
    return [255 * max(0, min(1, sum(a * b for a, b in zip(row, linear)))) ** (1 / 2.2) for row in rows]


def colours(checks, scene):
    write_pair(scene)
    for theme in ('light', 'dark'):
        scene.show(theme=theme)
        found = scene.js('''const of = (name) => { const c = d3.rgb(frame.colour(name)); return [c.r, c.g, c.b]; };
            return Object.fromEntries(["ink", "paper", "faint", "link", "more", "less", "same", "at", "hatch"].map((n) => [n, of(n)]))''')
        fills = {name: found[name] for name in ('more', 'less', 'same', 'paper', 'at')}
        pairs = [('ink', name) for name in fills] + [(ink, ground) for ink in ('faint', 'link') for ground in ('paper', 'at')]
        for ink, ground in pairs:
            value = contrast(found[ink], found[ground])
            checks.expect(value >= 4.5, f'{theme}: {ink} on {ground} has a contrast of {value:.2f}')
        for step in range(13):  # shades that the canvas mixes from two colours
            for name in ('more', 'less'):
                part = 0.25 + 0.75 * step / 12
                mixed = [a + (b - a) * part for a, b in zip(found['same'], found[name])]
                checks.expect(contrast(found['ink'], mixed) >= 4.5, f'{theme}: ink on {part:.2f} of {name}')
        for name in ('more', 'less', 'same'):
            value = contrast(found['hatch'], found[name])
            checks.expect(value >= 2, f'{theme}: a hatch on {name} has a contrast of {value:.2f}')
        for one, two in (('more', 'less'), ('more', 'same'), ('less', 'same')):
            a, b = deuteranope(found[one]), deuteranope(found[two])
            distance = sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5
            checks.expect(distance >= 40, f'{theme}: {one} and {two} without red and green: {distance:.0f}')
    marks = scene.js('return [...document.querySelectorAll("#legend .swatch")].map((e) => e.textContent.trim())')
    checks.equal(len(set(marks)), len(marks), 'each sign has its own mark', marks)
    checks.expect({'only base', 'only other'} <= set(marks), f'words for functions that one side lacks: {marks}')
    checks.expect(scene.js('return getComputedStyle(document.querySelector("#legend .noise")).backgroundImage').startswith(
        'repeating-linear'), 'noise is hatched')


def axe_rules(checks, scene):
    """No part of the page violates a rule of axe, at two widths and in both themes."""
    source = os.environ.get('PROFDIFF_AXE')
    if not source:
        print('skipped: accessibility by the rules of axe (PROFDIFF_AXE=…/axe.min.js)')
        return
    write_pair(scene)
    for width, theme, ramp in ((1280, 'light', ''), (420, 'dark', 'purple'), (420, 'light', 'purple'), (1280, 'dark', '')):
        scene.resize(width)
        for part in ('table', 'function', 'flame', 'picture', 'ranks'):
            scene.show(v=part, f='main@/programs/prog_new', theme=theme, c=ramp)
            scene.js(Path(source).read_text())
            found = scene.browser.execute_async_script('const done = arguments[0]; axe.run(document, {resultTypes: ["violations"]}).then((all) => '
                                                       'done(all.violations.map((each) => [each.id, each.nodes.map((node) => node.html)])))')
            checks.equal(found, [], f'{part} at {width}, {theme} {ramp}')
    scene.resize(1280)


def printed(checks, scene):
    write_pair(scene)
    for part in ('table', 'flame', 'picture', 'function'):
        scene.show(v=part, f='main@/programs/prog_new')
        pdf = base64.b64decode(scene.browser.execute_cdp_cmd('Page.printToPDF', {'printBackground': True})['data'])
        checks.expect(pdf.startswith(b'%PDF') and len(pdf) > 10000, f'{part} is printed: {len(pdf)} bytes')
    scene.js('window.dispatchEvent(new Event("beforeprint"))')
    checks.equal(scene.js('return document.querySelectorAll("#grid .sheet .row:not(.noise)").length'), 15, 'rows in print')
    scene.js('window.dispatchEvent(new Event("afterprint"))')
