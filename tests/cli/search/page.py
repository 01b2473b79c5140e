# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the page of a search in a browser: its steps, keys, and layout on narrow screens. The page must cause no errors
and no requests."""
import json
import shutil
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / 'page'))

METAS = {'MemoryBound'}  # properties that combine others; they are shown only in the tree
# Returns the words of names that are broken across lines. <wbr> elements separate the words of a name.
BROKEN = '''
const names = [...document.querySelectorAll("#answer button, #tree span")];
return names.flatMap((e) => [...e.childNodes]).filter((node) => {
    if (node.nodeType !== Node.TEXT_NODE || node.data.includes(" ") || !node.data) return false;
    const range = document.createRange();
    range.selectNode(node);
    return range.getClientRects().length > 1;
}).map((node) => node.data)'''
ROWS = '''const rows = [...document.querySelectorAll(arguments[0] + " tr")].slice(1);
return rows.map((row) => [...row.cells].map((e) => e.textContent))'''
AT = '''const e = document.activeElement;
return [e.tagName, (e.querySelector(".name") || e).textContent]'''
RUNS = '''return [...document.querySelectorAll("#steps dt")].map((e) => [e.textContent, e.nextSibling.textContent])'''
BARS = '''return [...document.querySelectorAll("#steps .bar")].map((e) => Math.round(e.getBoundingClientRect().left))'''
WIDE = '''const parts = ["#answer table", "#steps table", ":root"].map((name) => document.querySelector(name));
return parts.map((e) => e.scrollWidth - e.clientWidth)'''
COLUMNS = ('step', 'run', 'tool', 'hypotheses', 'proved', 'reused')


def browser_of(checks, scene):
    """Returns a browser, or None if it is not installed."""
    try:
        import selenium.webdriver  # noqa: F401
    except ImportError:
        return None
    if not shutil.which('chromium') or not shutil.which('chromedriver'):
        return None
    from scene import Scene
    return Scene(scene.egprof, scene.folder, checks)


def contents(checks, browser, document):
    steps = document['experiments']
    texts = [['' if each[key] is None else str(each[key]) for key in COLUMNS] for each in steps]
    rows = browser.js(ROWS, '#steps')
    checks.equal([row[:6] for row in rows], texts, 'the steps', rows)
    checks.equal([row[6] for row in rows][0], 'regions', 'what the first step is about', rows)
    checks.equal(browser.js('return document.getElementById("stopped").textContent'),
                 'The search ended because no hypothesis is left', 'the end', document['stopped'])
    runs = [(name, command.split()[0], command.split('--tool=')[1].split()[0]) for name, command in browser.js(RUNS)]
    checks.equal(runs, [('Run 1', 'valgrind', 'callgrind'), ('Run 2', 'valgrind', 'lackey')], 'the runs', runs)
    hints = dict(browser.js('return frame.data("view").hints'))
    leaves = [each for each in document['properties'] if each['leaf'] and each['name'] not in METAS]
    answer = browser.js(ROWS, '#answer')
    checks.equal([row[0] for row in answer], [f'{each["severity"]:.5f}' for each in leaves][:20],
                 'severities of the answer', answer)
    named = [row[1] in (each['name'], each['name'] + hints.get(each['name'], '')) for row, each in zip(answer, leaves)]
    checks.equal(set(named), {True}, 'names of the answer', answer)
    checks.equal(len(set(browser.js(BARS))), 1, 'bars begin at one place', rows)


def keyboard(checks, browser, document):
    """The keyboard alone is enough to go to the tree, through the tree, and from a finding to its line in the tree."""
    from selenium.webdriver.common.keys import Keys
    open_lines = lambda: int(browser.js('return document.body.dataset.lines'))  # noqa: E731
    browser.press('t')
    checks.equal(browser.js(AT)[0], 'TR', 't goes to the tree')
    first, before = browser.js(AT)[1], open_lines()
    checks.expect('function main' in first, f'the first line: {first}')
    browser.press(Keys.ARROW_LEFT)
    checks.equal((open_lines(), browser.js('return document.activeElement.getAttribute("aria-expanded")')),
                 (1, 'false'), 'closed')
    browser.press(Keys.ARROW_RIGHT)
    checks.equal(open_lines(), before, 'open')
    browser.press(Keys.ARROW_DOWN)
    checks.expect('Misses' in browser.js(AT)[1], 'a property of main', browser.js(AT))
    browser.press(Keys.END, Keys.HOME)
    checks.equal(browser.js(AT)[1], first, 'End and Home')
    browser.js('document.querySelector("#answer button").focus()')
    browser.press(Keys.ENTER)
    worst = next(each for each in document['properties'] if each['leaf'] and each['name'] not in METAS)
    tag, name = browser.js(AT)
    checks.equal((tag, name), ('TR', '*' + worst['name']), 'Enter goes to the line of the finding')
    browser.press('?')
    listed = browser.js('return document.getElementById("keys").innerText')
    checks.expect('go to the tree' in listed, f'keys are listed: {listed}')
    browser.press(Keys.ESCAPE)


def widths(checks, browser):
    """Only the tree may be wider than the screen, and names are broken only between words."""
    for width in (1280, 800, 720, 620, 400):
        browser.resize(width)
        wide = browser.js(WIDE)
        checks.expect(max(wide) <= 1, f'{width} pixels are enough: {wide}')
        checks.equal(browser.js(BROKEN), [], f'broken words at {width}')
    browser.resize(1280)


def drawn(checks, scene):
    shown = scene.search('--format=json', '--html=page.html', '--cache=32768,8,64', './once')
    browser = None if 'without d3' in shown.err else browser_of(checks, scene)
    if browser is None:
        print('skipped: the page in a browser (needs chromium, chromium-driver, python3-selenium, and a build with d3)')
        return
    document = json.loads(shown.out)
    try:
        browser.browser.get(f'file://{scene.folder}/page.html')
        browser.until('document.body.dataset.shown !== undefined')
        contents(checks, browser, document)
        keyboard(checks, browser, document)
        widths(checks, browser)
        browser.no_errors('a search')
    finally:
        browser.close()
