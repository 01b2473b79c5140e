# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the page of a history: its numbers, its charts, the difference of two trials, links and keys."""
import json
import random

from checks import run
from selenium.webdriver.common.keys import Keys

ODD = '</script><b>x</b>\u202e"\''
LONG = '_ZN5store5TableISt6vectorIiSaIiEENS_4HashIS3_EEE4FindERKS3_'
ROWS = '''return [...document.querySelectorAll("#changes tr")].slice(1).map((row) => [...row.cells].map((cell) => cell.textContent))'''
STATE = '''return [document.getElementById("name").title, document.body.dataset.compared, document.body.dataset.drawn]'''


def write(scene, *options):
    """Writes the page of 20 trials of six functions. Two of them changed. Returns the document and the text."""
    generator = random.Random(3)
    lines = []
    for t in range(20):
        for name, size in ((LONG, 1.4 if t >= 12 else 1), ('parse', 0.8 if t >= 6 else 1), (ODD, 1), ('a b', 1), ('c', 1), ('d', 1)):
            lines.append({'application': 'app', 'experiment': "it's", 'trial': f't{t}', 'revision': f'c{t}', 'function': name,
                          'metric': 'self', 'values': [size * generator.gauss(1, 0.005) for _ in range(2)]})
    store = scene.folder / 'h.db'
    store.unlink(missing_ok=True)
    run(scene.egprof, 'db', 'import', 'h.db', cwd=scene.folder, stdin=('\n'.join(map(json.dumps, lines)) + '\n').encode())
    shown = run(scene.egprof, 'db', 'history', '--format=json', '--html=page.html', *options, 'h.db', "app/it's", cwd=scene.folder)
    scene.checks.equal(shown.status, 0, 'a page', shown.command + '\n' + shown.err)
    text = run(scene.egprof, 'db', 'history', *options, 'h.db', "app/it's", cwd=scene.folder).out
    return json.loads(shown.out), text


def answer(checks, scene):
    """The first sentence is that of the text; the changes are those of the document, the largest first."""
    document, text = write(scene)
    scene.show()
    checks.equal(scene.js('return frame.data("document")'), document, 'the document is in the page')
    checks.equal(scene.js('return document.getElementById("verdict").textContent'), text.splitlines()[0], 'the first sentence')
    details = scene.js('return [...document.querySelectorAll("#details li")].map((item) => item.textContent)')
    checks.equal(details, [line.strip() for line in text.splitlines()[1:1 + len(details)]], 'what changed last')
    changes = sorted(((each['percent'], each['trial'], series['function']) for series in document['series'] for each in series['changes']
                      if series['falseDiscovery'] <= 0.05), key=lambda change: -abs(change[0]))
    rows = scene.js(ROWS)
    checks.equal([(row[0][2:].replace('\u2212', '-'), row[1].split()[0]) for row in rows[:len(changes)]],
                 [(f'{percent:+.1f} %', trial) for percent, trial, _ in changes], 'the largest change first')
    checks.equal((rows[0][0][0], rows[1][0][0]), ('\u25b2', '\u25bc'), 'worse and better have a sign')
    level = next(each for each in document['series'] if each['function'] == LONG)['levels'][1]
    checks.expect(f'{level["value"]:.4g} ({level["low"]:.4g} to {level["high"]:.4g})' in rows[0][3], f'levels have intervals: {rows[0]}')
    checks.equal(rows[0][-1], 'store::Table<\u2026>::Find(std::vector<\u2026> const&)', 'template arguments are folded')
    lines = scene.js('return document.querySelectorAll("#plot .level").length'), scene.js('return document.querySelectorAll("#plot .dot").length')
    checks.equal(lines, (2, 20), 'the chart of the largest change')
    write(scene, '--higher-is-better=self')
    scene.show()
    checks.equal(scene.js(ROWS)[0][0][0], '\u25bc', 'more of this metric is better')


def trials(checks, scene):
    """A row, a small chart and a point show the difference of a trial and the one before it, with its command."""
    document, _ = write(scene)
    scene.show()
    sums = {series['function']: series['values'] for series in document['series']}

    def differences(base, other):
        sizes = {name: values[other] - values[base] for name, values in sums.items()}
        return [sizes[name] for name in sorted(sizes, key=lambda name: -abs(sizes[name]))]

    shown = '''return [...document.querySelectorAll("#difference tr")].slice(1).map((row) => +row.cells[0].textContent.replace("\\u2212", "-"))'''
    checks.equal(scene.js(STATE)[1], '6 t11 t12', 'the largest change is compared with the trial before it')
    for found, expected in zip(scene.js(shown), differences(11, 12)):
        checks.expect(abs(found - expected) <= 1e-3 * abs(expected), f'a difference: {found} {expected}')
    code = scene.js('return document.querySelector("#difference code").textContent')
    checks.equal(code, "egprof db diff h.db 'app/it'\\''s/t11' 'app/it'\\''s/t12'", 'its command, quoted')
    checks.equal(run('/bin/sh', '-c', f'"$0" {code[7:]} >/dev/null', scene.egprof, cwd=scene.folder).status, 0, 'the command works')
    scene.js('document.querySelectorAll("#changes button")[1].click()')
    checks.equal(scene.js(STATE)[:2], ['parse', '6 t5 t6'], 'a row')
    scene.js('document.querySelector("#difference button.link").click()')
    checks.equal(scene.js(STATE)[1], '6 t5 t6', 'a function of the difference keeps the trials')
    scene.js('document.querySelectorAll("#charts button")[3].click()')
    checks.expect(scene.js(STATE)[0] not in ('parse', ''), 'a small chart')
    scene.press('c', Keys.ARROW_LEFT, Keys.ENTER)
    checks.expect(scene.until('document.body.dataset.compared.endsWith("t17 t18")'), f'a point: {scene.js(STATE)}')
    link = scene.js('return location.hash')
    scene.browser.get('about:blank')
    scene.browser.get(f'file://{scene.folder}/page.html{link}')
    checks.expect(scene.until('document.body.dataset.compared.endsWith("t17 t18")'), 'the link shows the same')
    scene.browser.back()


def many(checks, scene):
    """Small charts of many series: the search, the number that match, and names that look like code."""
    write(scene)
    scene.show()
    checks.equal(scene.js('return document.querySelectorAll("#charts svg").length'), 6, 'a small chart for each series')
    scene.press('/', *'PARSE')
    checks.equal(scene.js('return [document.getElementById("matches").textContent, document.querySelectorAll("#charts svg").length]'),
                 ['1 of 6 match', 1], 'search')
    scene.js('document.getElementById("search").value = ""; document.getElementById("search").dispatchEvent(new Event("input"))')
    checks.expect('U+202E' in scene.js('return document.getElementById("charts").textContent'), 'control characters are shown')
    checks.equal(scene.js('return document.querySelectorAll("#charts b > b, #difference b").length'), 0, 'no markup')
    for width in (1280, 420):
        scene.resize(width)
        wide = scene.js('return document.documentElement.scrollWidth')
        checks.expect(wide <= width, f'{width} pixels are enough: {wide}')
    scene.resize(1280)
    top = scene.js('return document.querySelector("#changes td").getBoundingClientRect().top')
    checks.expect(top < 400, f'the first change is in sight: {top}')
    shown = run(scene.egprof, 'db', 'history', '--function=none', '--html=none.html', 'h.db', "app/it's", cwd=scene.folder)
    checks.equal((shown.status, (scene.folder / 'none.html').exists()), (1, False), 'no page after an error')
    both = run(scene.egprof, 'db', 'history', '--html=-', 'h.db', "app/it's", cwd=scene.folder)
    checks.equal((both.status, 'cannot both go there' in both.err), (1, True), 'text and page in one stream', both.err)
    over = run(scene.egprof, 'db', 'history', '--html=h.db', 'h.db', "app/it's", cwd=scene.folder)
    checks.equal((over.status, 'would overwrite' in over.err), (1, True), 'the store stays', over.err)
    listed = run(scene.egprof, 'db', 'list', '--html=x.html', 'h.db', cwd=scene.folder)
    checks.equal((listed.status, 'only for db diff, history' in listed.err), (1, True), 'other verbs have no page', listed.err)


history_questions = (answer, trials, many)
