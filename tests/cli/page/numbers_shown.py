# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the page with --format=json: rows, callers and callees, totals, boxes of the flame graph, and ranks."""
import shutil
import subprocess

from checks import TOP, run

PAIRS = {'perf': ('old.perf.gz', 'new.perf.gz'), 'callgrind': ('old.callgrind.gz', 'new.callgrind.gz'),
         'pprof': ('go_old.cpu.pb.gz', 'go_new.cpu.pb.gz'), 'folded': ('old.folded.gz', 'new.folded.gz')}


def side(numbers, key):
    return None if numbers is None else numbers.get(key)


def in_order(document):
    """Returns the functions in the order of the page: those within noise come last."""
    return sorted(document['functions'], key=lambda function: (function.get('significance') or {}).get('significant') is False)


def has_calls(document):
    """True if any function has calls. A column without any value is not drawn."""
    return any(side(function[each], 'calls') for function in document['functions'] for each in ('base', 'other'))


def first_rows(checks, scene, document, columns):
    """Scrolls the first 50 rows into view, and compares their numbers with the document."""
    found = {}
    for at in range(0, min(50, len(document['functions'])), 10):
        scene.js('document.getElementById("grid").scrollTop = arguments[0] * 26', at)
        scene.until('document.querySelector("#row-" + arguments[0]) !== null', min(at + 9, len(document['functions']) - 1))
        found.update((row, numbers) for row, numbers in scene.cells('#grid .sheet .row'))
    for place, function in enumerate(in_order(document)[:50]):
        expected = [place + 1, *columns(function)]
        checks.equal(found.get(function['id']), expected, 'a row', function['name'])


def difference_columns(document):
    """Returns a function that returns the numbers in a function's row."""
    keys = [('base', 'calls'), ('other', 'calls')] if has_calls(document) else []

    def columns(function):
        return [function['impact'], side(function['base'], 'self'), side(function['other'], 'self'), function['difference']['self'],
                *(side(function[each], key) for each, key in keys)]
    return columns


def totals(checks, scene, document):
    shown = scene.js('return [...document.querySelectorAll("#sides td[data-value]")].map((e) => +e.dataset.value)')
    sides = [document['base'], document['other']] if 'base' in document else [document['profile']]
    expected = [value for each in sides for value in (each['seconds'], each.get('samples')) if value is not None]
    expected += [document['difference']['seconds']] if 'difference' in document else []
    checks.equal(shown, expected, 'totals')


def entry(checks, scene, document, function):
    """The entry of a function shows its callers above and its callees below, with their numbers."""
    scene.js('location.hash = "#" + new URLSearchParams({v: "function", f: arguments[0]})',
             function['name'] + ('@' + function['image'] if function.get('image') else ''))
    scene.until('document.querySelector("tr.this") !== null && document.body.dataset.part === "function" && '
                'document.querySelector("#entry h2").textContent === arguments[0]', function['name'])
    for kind, mine, theirs in (('caller', 'callee', 'caller'), ('callee', 'caller', 'callee')):
        expected = sorted((arc[theirs], side(arc['base'], 'total'), side(arc['other'], 'total'), arc['difference']['total'])
                          for arc in document['arcs'] if arc[mine] == function['id'])
        shown = sorted((row, *numbers[:3]) for row, numbers in scene.cells(f'tr.{kind}'))
        checks.equal(shown, expected, f'each {kind}', function['name'])
    own = scene.cells('tr.this')[0][1][:3]
    checks.equal(own, [side(function['base'], 'total'), side(function['other'], 'total'), function['difference']['total']],
                 'the function itself', function['name'])


def boxes(checks, scene, document):
    """Follows the widest boxes of the flame graph downwards. Each box has the values of the document's row with the
    same path of functions."""
    if 'contexts' not in document:
        return
    scene.js('location.hash = "#v=flame"')
    scene.until('document.body.dataset.part === "flame"')
    scene.until('document.querySelector("#flames [role=treeitem]") !== null')
    shown = scene.js('''const found = {}, holder = document.querySelector("#flames .boxes");
        for (let i = 0; i < 40; ++i) {
          for (const item of document.querySelectorAll("#flames [role=treeitem]"))
            if (item.dataset.id) found[item.dataset.path] = [+item.dataset.id, +item.dataset.base, +item.dataset.other];
          holder.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true, cancelable: true}));
        }
        return Object.values(found);''')
    rows = {(row['function'], side(row['base'], 'total') or 0, side(row['other'], 'total') or 0) for row in document['contexts']}
    shown = {(row, base if base == base else 0, other if other == other else 0) for row, base, other in
             ((row, base or 0, other or 0) for row, base, other in shown)}
    checks.expect(len(shown) > 5, f'boxes are there: {len(shown)}')
    checks.equal(shown - rows, set(), 'values of boxes')


def recorded(scene):
    """Makes gprof profiles of both versions of the demo program."""
    sources = [TOP / 'testdata/demo' / name for name in ('main.c', 'count_1.c', 'count_2.c')]
    for version in (1, 2):
        folder = scene.folder / f'v{version}'
        folder.mkdir()
        subprocess.run(['gcc', '-O1', '-pg', '-fno-inline', '-o', 'words', sources[0], sources[version]], cwd=folder, check=True)
        subprocess.run(['./words'], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return tuple(str(scene.folder / f'v{version}' / name) for version in (1, 2) for name in ('words', 'gmon.out'))


def gprof(checks, scene):
    if shutil.which('gcc') is None:
        print('skipped: a page of gprof profiles (needs gcc)')
        return
    image, profile, other_image, other_profile = recorded(scene)
    document = scene.write('-p', '-q', image, profile, '--subtract', other_image, other_profile)
    scene.show()
    totals(checks, scene, document)
    first_rows(checks, scene, document, difference_columns(document))
    named = [function['name'] for function in document['functions']]
    ends = {arc['callee'] for arc in document['arcs']}
    for function in [each for each in document['functions'] if each['id'] in ends and named.count(each['name']) == 1][:3]:
        entry(checks, scene, document, function)
    scene.show(v='flame')
    text = scene.js('return document.querySelector("#flame .empty").textContent')
    checks.expect('gprof does not record whole stacks' in text, f'no flame graph: {text}')


def many_rows(checks, scene):
    """Tests a table that is taller than browsers allow: it scrolls to the last row, and back to the first one."""
    (scene.folder / 'many.folded').write_text(''.join(f'f{i} {1 + i % 7}\n' for i in range(350_000)))
    shown = run(scene.egprof, '-b', '-p', f'--html={scene.folder}/page.html', '--html-size=0', '--limit=0', 'many.folded', cwd=scene.folder)
    checks.equal(shown.status, 0, 'a page of many rows', shown.err)
    scene.show()
    seen = '[...document.querySelectorAll("#grid .sheet .row")].map((e) => +e.getAttribute("aria-rowindex"))'
    for top, row in (('1e9', 350_001), ('0', 2), ('4e6', 175_000)):
        scene.js(f'document.getElementById("grid").scrollTop = {top}')
        checks.expect(scene.until(f'{seen}.some((row) => Math.abs(row - {row}) < 20)'), f'row {row} is in sight: {scene.js("return " + seen)}')
    scene.js('document.getElementById("grid").dispatchEvent(new KeyboardEvent("keydown", {key: "End"}))')
    checks.equal(scene.js('return document.querySelector("#grid .row.at").getAttribute("aria-rowindex")'), '350001', 'the last row')


def deep(checks, scene):
    """Stacks deeper than the canvas are drawn as far as they fit. The rest is one box, which can be opened."""
    (scene.folder / 'deep.folded').write_text(';'.join(f'f{i}' for i in range(12000)) + ' 7\nf0 3\n')
    scene.write('-p', '--tree', str(scene.folder / 'deep.folded'))
    for way in ('down', 'up'):
        scene.show(v='flame', d=way)
        said = scene.js('return document.querySelector("#flames .left").textContent')
        checks.expect('more levels' in said, f'levels that are left are said: {said}')
    scene.show(v='flame', f='f9000')
    text = scene.js('return document.querySelector("#flames .value").textContent')
    checks.expect(text.startswith('f9000: 7'), f'a deep box: {text}')


def differences(checks, scene):
    for name, (base, other) in PAIRS.items():
        graph = [] if name == 'folded' else ['-q']
        tree = [] if name == 'callgrind' else ['--tree']
        document = scene.write('-p', *graph, *tree, base, '--subtract', other)
        scene.show()
        totals(checks, scene, document)
        first_rows(checks, scene, document, difference_columns(document))
        checks.expect('Positive: other takes less' in scene.js('return document.body.innerText'), 'the direction is said', name)
        if 'arcs' in document:
            ends = {arc['caller'] for arc in document['arcs']} & {arc['callee'] for arc in document['arcs']}
            named = [function['name'] for function in document['functions']]
            chosen = [each for each in document['functions'] if each['id'] in ends and named.count(each['name']) == 1][:2]
            for function in chosen:
                entry(checks, scene, document, function)
        boxes(checks, scene, document)
        titles = scene.js('return [...document.querySelectorAll("#grid .head button")].map((e) => e.textContent)')
        checks.equal(any('calls' in title for title in titles), has_calls(document), f'a column of calls only if there are any: {titles}')


def options(checks, scene):
    """Tests pages with --runs, --rename, --normalize and --growth; each page mentions its option."""
    for number in range(3):
        (scene.folder / f'base{number}.folded').write_text(f'main;parse;lex {60 + number}\nmain;eval {200 - number}\nmain;old 40\n')
        (scene.folder / f'other{number}.folded').write_text(f'main;parse;lex {20 + number}\nmain;eval {300 + 2 * number}\nmain;new {45 + number}\n')
    sides = [f'base{number}.folded' for number in range(3)], [f'other{number}.folded' for number in range(3)]
    for arguments, count, said in ((('--runs', '--significance'), 3, 'base0.folded, base1.folded, base2.folded'),
                                   (('--rename=^old$=new',), 1, 'other takes more'), (('--normalize',), 1, 'multiplied by'),
                                   (('--growth',), 1, 'only where the other execution takes more')):
        document = scene.write(*arguments, '-p', '--tree', *sides[0][:count], '--subtract', *sides[1][:count], cwd=scene.folder)
        scene.show()
        totals(checks, scene, document)
        first_rows(checks, scene, document, (one_side_columns if arguments == ('--growth',) else difference_columns)(document))
        scene.js('document.getElementById("more").click()')
        checks.expect(said in scene.js('return document.body.innerText'), f'{arguments} on the page', said)
        scene.show(v='flame')
        checks.expect(scene.js('return document.querySelectorAll("#flames [role=treeitem]").length') > 0, f'boxes of {arguments}')


def one_side_columns(document):
    calls = ['calls'] if any(function['numbers']['calls'] for function in document['functions']) else []
    return lambda function: [function['percent'], *(function['numbers'][key] for key in ('self', 'total', *calls))]


def one_execution(checks, scene):
    document = scene.write('-p', '-q', 'old.callgrind.gz')
    scene.show()
    totals(checks, scene, document)
    first_rows(checks, scene, document, one_side_columns(document))


def ranks(checks, scene):
    document = scene.write('--ranks', 'old.perf.gz', 'new.perf.gz', 'readable.perf.gz')
    scene.show(v='ranks')
    shown = scene.js('''return [...document.querySelectorAll("#spread tr")].slice(1).map((row) =>
        [...row.querySelectorAll("td.number")].map((e) => +e.dataset.value))''')
    expected = [[row['seconds'][key] for key in ('mean', 'min', 'max', 'lost')] for row in document['functions']]
    close = all(abs(a - b) < 1e-9 for row, wanted in zip(shown, expected) for a, b in zip([row[0], row[1], row[2], row[4]], wanted))
    checks.expect(close and len(shown) == len(expected), f'spread: {shown[:2]} instead of {expected[:2]}')
    said = scene.js('return document.getElementById("cell").textContent')
    checks.expect('rank 0' in said and 'mean' in said, f'a cell: {said}')
    scene.show()
    found = dict(scene.cells('#grid .sheet .row'))
    row = document['functions'][0]
    checks.equal(found[row['id']][1:3], [row['seconds']['lost'], row['seconds']['mean']], 'a row of ranks')


def empty_parts(checks, scene):
    """Each part of a page explains why it shows nothing."""
    (scene.folder / 'two.folded').write_text('main 1\n')
    scene.write('-p', str(scene.folder / 'two.folded'), '--subtract', str(scene.folder / 'two.folded'))
    for part in ('table', 'function', 'flame', 'picture', 'ranks'):
        scene.show(v=part)
        text = scene.js('return document.getElementById(arguments[0]).innerText.trim()', part)
        checks.expect(len(text) > 20, f'{part} of one function: {text}')
    checks.expect('--ranks' in text, f'no ranks: {text}')
