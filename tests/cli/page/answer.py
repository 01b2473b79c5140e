# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what a reviewer of a page of a difference sees: the verdict, the place of the first row, order and names of rows,
search and selection by regular expressions, the colours of the flame graph, and labels of the picture."""
import json
import math
import random
import re

from access import contrast, deuteranope
from checks import run

NAMES = ('main', 'app::run(unsigned int)', 'store::Table<int, std::less<int> >::find(int const&)',
         'store::Table<long, std::less<long> >::find(long const&)', 'store::Cursor::next()', 'std::vector<int>::push_back(int)')


def runs_of(scene, rng, side, runs, factor, folder=None):
    """Writes folded stacks of several runs, and returns their paths."""
    place = scene.folder / (folder or side)
    place.mkdir(exist_ok=True)
    paths = []
    for number in range(runs):
        lines = []
        for i, name in enumerate(NAMES[1:], 1):
            count = max(0, round(rng.gauss(factor[i] * 100 * i, math.sqrt(factor[i] * 100 * i))))
            if count:
                lines.append(f'main;{"app::run(unsigned int);" if i > 1 else ""}{name} {count}\n')
        paths.append(str(place / f'perf.data.{number}.folded'))
        (place / f'perf.data.{number}.folded').write_text(''.join(lines))
    return paths


def same_sentence(checks, scene):
    """The page begins with the sentence of the verdict in JSON; properties/trust/one_verdict.py compares the sentence of
    all outputs for many pairs."""
    rng, kinds = random.Random(52), set()
    for factor in (1, 1, 1.5, 0.5):
        sides = [*runs_of(scene, rng, 'base', 2, [1] * len(NAMES)), '--', *runs_of(scene, rng, 'other', 2, [factor] * len(NAMES))]
        done = run(scene.egprof, 'diff', f'--json={scene.folder}/d.json', f'--html={scene.folder}/page.html', *sides, cwd=scene.folder)
        checks.equal(done.status, 0, 'a page', done.command + done.err)
        verdict = json.loads((scene.folder / 'd.json').read_text())['verdict']
        kinds.add(verdict['kind'])
        scene.show()
        checks.equal(scene.js('return document.querySelector("#verdict .sentence").textContent'), verdict['text'], 'the first sentence', done.command)
    checks.equal(kinds, {'noise', 'more', 'less'}, 'verdicts that occur')


def grey_noise(checks, scene):
    """The verdict and its mark are grey where noise explains the difference, and coloured where it does not."""
    rng = random.Random(5)
    for factor, kind, sign in ((1, 'noise', '~'), (1.5, 'more', '\u25b2'), (0.5, 'less', '\u25bc')):
        sides = [*runs_of(scene, rng, 'base', 1, [1] * len(NAMES)), '--', *runs_of(scene, rng, 'other', 1, [factor] * len(NAMES))]
        run(scene.egprof, 'diff', f'--html={scene.folder}/page.html', *sides, cwd=scene.folder)
        scene.show()
        seen = scene.js('''const mark = document.querySelector("#verdict .mark");
            return [document.getElementById("verdict").className, mark.textContent, d3.hsl(getComputedStyle(mark).backgroundColor).s > 0.3]''')
        checks.equal(seen, [kind, sign, kind != 'noise'], f'the verdict of {factor}')
        inside = scene.js('''const [base, other] = [...document.querySelectorAll("#totals i")].map((e) => e.getBoundingClientRect().width);
            const line = document.querySelector("#totals .total b").getBoundingClientRect(), all = document.querySelector("#totals .total").getBoundingClientRect();
            return [other / base, line.left >= all.left && line.right <= all.right + 1]''')
        checks.expect(abs(inside[0] - factor) < 0.1 and inside[1], f'bars of totals, and the interval: {inside}')


def first_row(checks, scene):
    """The first row is near the top, however many inputs, conditions and doubts there are."""
    rng = random.Random(7)
    long = 'a_directory_with_quite_a_long_name_of_'
    sides = [*runs_of(scene, rng, 'six', 6, [1] * len(NAMES), long + 'base'), '--', *runs_of(scene, rng, 'six', 6, [1.3] * len(NAMES), long + 'other')]
    ranks = runs_of(scene, rng, 'rank', 64, [1] * len(NAMES), long + 'ranks')
    pages = {'six runs a side': ['diff', '--fail-if=self>1%', '--fail-if=total>2%', *sides], '64 ranks': ['-b', '-p', '--ranks', *ranks],
             '64 ranks a side': ['-b', '-p', '--ranks', *ranks, '--subtract', *ranks]}
    for what, arguments in pages.items():
        done = run(scene.egprof, *arguments[:1], f'--html={scene.folder}/page.html', *arguments[1:], cwd=scene.folder)
        checks.expect(done.status in (0, 3), f'{what}: {done.err}')
        for width, height, most in ((1280, 800, 400), (420, 860, 640)):
            scene.browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': False})
            scene.show()
            top, wide = scene.js('return [document.getElementById("row-0").getBoundingClientRect().bottom, document.documentElement.scrollWidth - innerWidth]')
            checks.expect(top < most and wide <= 0, f'{what} at {width}: the first row ends at {top}, {wide} too wide')
        title = scene.js('return document.querySelector("h1").textContent')
        checks.expect(len(title) < 130 and 'perf.data.3' not in title, f'a short title: {title}')
        scene.resize(1280)
    scene.js('document.getElementById("more").click()')
    checks.expect('perf.data.63.folded' in scene.js('return document.body.innerText'), 'all inputs are named behind the button')


def rows(checks, scene):
    """Rows beyond noise come first; names are short, and the whole ones can be seen and copied."""
    rng = random.Random(9)
    sides = [*runs_of(scene, rng, 'base', 3, [1] * len(NAMES)), '--', *runs_of(scene, rng, 'other', 3, [1, 1, 1, 3, 1, 0])]
    run(scene.egprof, 'diff', f'--html={scene.folder}/page.html', *sides, cwd=scene.folder)
    scene.show()
    shown = scene.js('''return [...document.querySelectorAll("#grid .sheet .row")].sort((a, b) => a.getAttribute("aria-rowindex") - b.getAttribute("aria-rowindex"))
        .map((row) => [row.querySelector(".name, .divider").textContent, row.querySelector(".name bdi") ? row.querySelector(".name bdi").title : ""])''')
    names = [name for name, _ in shown]
    divider = next(i for i, name in enumerate(names) if name.startswith('within noise'))
    checks.equal(set(names[:divider]), {'std::vector<…>::push_back (no samples in other)', 'store::Table<…>::find(long const&)'}, 'rows beyond noise')
    checks.expect('store::Table<…>::find(int const&)' in names[divider:], f'neighbours can be told apart: {names}')
    checks.expect(set(NAMES) == {title for _, title in shown if title}, f'whole names on hover: {shown}')
    scene.press('t', 'c')
    checks.expect(scene.until('/copied|copy/.test(document.getElementById("said").textContent)'), 'c copies a name')
    whole = scene.js('return document.querySelector("#whole bdi").textContent')
    checks.equal(whole, dict(shown)[names[0]], 'the whole name of the row in focus')


def expressions(checks, scene):
    """Regular expressions in the search, and those that select stacks."""
    rng = random.Random(11)
    sides = [*runs_of(scene, rng, 'base', 1, [1] * len(NAMES)), '--', *runs_of(scene, rng, 'other', 1, [1, 1, 1, 1, 1, 0])]
    document = scene.write('-p', '-q', '--tree', *sides[:1], '--subtract', *sides[2:], cwd=scene.folder)
    names = [function['name'] for function in document['functions']]
    for query, expected in (('/^store::.*find/', 2), ('-/^store::/', 3), ('/FIND/i', 2), ('/FIND/', 0), ('find -long', 1)):
        scene.show(q=query)
        said = scene.js('return document.getElementById("said").textContent')
        count = scene.js('return document.querySelectorAll("#grid .sheet .row[data-id]").length')
        checks.equal(count, expected, f'rows of {query}')
        checks.expect(said.startswith(f'{expected} of {len(names)} functions match' if expected else 'No function matches'), f'{query}: {said}')
    scene.show(q='/(/')
    checks.expect('Not a regular expression' in scene.js('return document.getElementById("said").textContent'), 'a wrong expression is said')
    state = '''return [...document.querySelectorAll("#flames [role=treeitem]")].map((e) => [+e.dataset.base, +e.dataset.other])[0]'''
    selves = {each['function']: each for each in document['contexts']}
    by_name = {function['name']: selves[function['id']] for function in document['functions'] if function['id'] in selves}
    for link, keeps in (({'fo': 'Table'}, lambda name: 'Table' in name), ({'ig': 'Table|vector'}, lambda name: 'Table' not in name and 'vector' not in name),
                        ({'fo': '^store', 'ig': 'Cursor'}, lambda name: name.startswith('store') and 'Cursor' not in name)):
        for way in ('down', 'up'):
            scene.show(v='flame', d=way, **link)
            expected = [sum((row[side] or {'self': 0})['self'] for name, row in by_name.items() if keeps(name)) for side in ('base', 'other')]
            checks.equal(scene.js(state), expected, f'{way}: stacks of {link}')
    scene.show(v='flame', fo='nobody')
    checks.expect('No stack' in scene.js('return document.querySelector("#flame .empty").textContent'), 'no stack is selected')
    scene.show(v='flame', w='onlyBase')
    said = scene.js('''const holder = document.querySelector("#flames .boxes");
        for (let i = 0; i < 5; ++i) holder.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true, cancelable: true}));
        return document.querySelector("#flames .value").textContent''')
    checks.expect(said.startswith('std::vector<int>::push_back(int): ') and 'other - (0.0 %)' in said, f'only in base: {said}')
    alone = by_name['std::vector<int>::push_back(int)']['base']['self']
    said = scene.js('return document.getElementById("share").textContent')
    checks.expect(said.startswith(f'{round(alone)} samples (') and said.endswith('of the base in paths that the other side lacks'), f'what the base alone has: {said}')


def ramps(checks, scene):
    """Both scales of colours have a legend, and can be told apart without red and green."""
    scene.write('-p', '--tree', '--significance', 'old.perf.gz', '--subtract', 'new.perf.gz')
    fills = set()
    for theme in ('light', 'dark'):
        for ramp in ('', 'purple'):
            scene.show(v='flame', theme=theme, c=ramp)
            swatches = scene.js('''const of = (text) => { const c = d3.rgb(text); return [c.r, c.g, c.b]; };
                return [...document.querySelectorAll("#scale .swatch")].filter((e) => e.style.background).map((e) => [e.textContent, of(getComputedStyle(e).backgroundColor)])''')
            checks.equal([text for text, _ in swatches], ['30 %', '10 %', '3 %', '1 %', '0.3 %', '0.1 %', '0', '0.1 %', '0.3 %', '1 %', '3 %', '10 %', '30 %'], 'the legend')
            ink = scene.js('const c = d3.rgb(frame.colour("ink")); return [c.r, c.g, c.b]')
            for text, colour in swatches:
                checks.expect(contrast(ink, colour) >= 4.5, f'{theme} {ramp}: ink on {text} has a contrast of {contrast(ink, colour):.2f}')
            less, same, more = (deuteranope(swatches[i][1]) for i in (0, 6, 12))
            for one, two in ((less, same), (more, same), (less, more)):
                distance = sum((x - y) ** 2 for x, y in zip(one, two)) ** 0.5
                checks.expect(distance >= 40, f'{theme} {ramp}: colours without red and green: {distance:.0f}')
            fills.add(tuple(swatches[0][1]))
    checks.equal(len(fills), 4, 'each theme and each scale has its own colours')
    text = scene.js('''document.querySelector("#flames .boxes").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true, cancelable: true}));
        return document.querySelector("#flames .value").textContent''')
    checks.expect(re.search(r'\d % of the difference$', text), f'a share of the difference: {text}')


def picture(checks, scene):
    """When the picture is fitted to the window, the boxes that changed most have labels that do not cover each other."""
    rng = random.Random(13)
    names = [f'space{i % 7}::Class{i % 11}<int>::method_number_{i}(int)' for i in range(70)]
    for side, factor in (('a', 1), ('b', 1.3)):
        lines = [f'main;{names[i]};{names[(i * 7 + 3) % 70]};{names[(i * 3 + 5) % 70]} {round(100 + 50 * factor * rng.random() * (i % 5))}\n' for i in range(70)]
        (scene.folder / f'{side}.folded').write_text(''.join(lines))
    scene.write('-p', '-q', str(scene.folder / 'a.folded'), '--subtract', str(scene.folder / 'b.folded'))
    scene.show(v='picture')
    found = scene.js('''return [document.querySelector("#canvas svg").classList.contains("small"),
        [...document.querySelectorAll("#canvas .labels text")].map((e) => { const r = e.getBoundingClientRect(); return [e.textContent, r.left, r.top, r.right, r.bottom]; })]''')
    labels = found[1]
    checks.expect(found[0] and len(labels) >= 30, f'labels in a small picture: {len(labels)}')
    covered = [(a[0], b[0]) for i, a in enumerate(labels) for b in labels[i + 1:] if a[1] < b[3] and b[1] < a[3] and a[2] + 2 < b[4] and b[2] + 2 < a[4]]
    checks.equal(covered, [], 'labels that cover each other')
    checks.expect(all(len(text) >= 8 or text.endswith('main') for text, *_ in labels), f'labels can be read: {[text for text, *_ in labels]}')
    scene.js('for (let i = 0; i < 8; ++i) document.getElementById("nearer").click()')
    checks.expect(scene.until('document.querySelectorAll("#canvas .labels text").length === 0'), 'text in boxes is shown in a large picture')


answer_questions = (same_sentence, grey_noise, first_row, rows, expressions, ramps, picture)
