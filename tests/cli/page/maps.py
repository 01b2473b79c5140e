# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the maps of a page of egprof check: the slow rank is the darkest one, and it is named."""
import json
import tarfile

from checks import TOP, run
from selenium.webdriver.common.keys import Keys

DARKNESS = '''const canvas = document.querySelectorAll("#times canvas")[arguments[0]], copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const pen = copy.getContext("2d", { willReadFrequently: true });
    pen.drawImage(canvas, 0, 0);
    const lines = canvas.parentElement.previousSibling.children.length, columns = arguments[1];
    const height = (canvas.height - 18) / lines, width = canvas.width / columns;
    return [...Array(columns).keys()].map((x) => [...pen.getImageData(Math.floor(x * width) + 4, 18 + arguments[2] * height + 4, 1, 1).data]
      .slice(0, 3).reduce((a, b) => a + b))'''


def write(scene, *arguments):
    shown = run(scene.egprof, 'check', '--format=json', '--html=page.html', *arguments, cwd=scene.folder)
    scene.checks.equal(shown.status, 0, 'a page', shown.command + '\n' + shown.err)
    scene.open('times')
    return json.loads(shown.out)


def text(scene, name):
    return scene.js('return document.getElementById(arguments[0]).textContent', name)


def profiles(checks, scene):
    """Of four ranks, rank 2 takes longest."""
    rows = [f'solve,{rank},{metric},{value}' for rank, self in enumerate((0.2, 0.21, 0.61, 0.2))
            for metric, value in (('self', self), ('calls', 1), ('rankTotal', self), ('evenChance', 0))]
    rows += [f',{rank},{metric},{value}' for rank, self in enumerate((0.2, 0.21, 0.61, 0.2))
             for metric, value in (('self', self), ('rankTotal', self), ('evenChance', 0))]
    (scene.folder / 'ranks.csv').write_text('\n'.join(['region,rank,metric,value', *rows]) + '\n')
    write(scene, 'ranks.csv')
    checks.expect(text(scene, 'verdict').startswith('ImbalanceOverRanks in function solve'), f'the verdict: {text(scene, "verdict")}')
    checks.expect(text(scene, 'verdict').endswith('most on rank 2'), f'names the slow rank: {text(scene, "verdict")}')
    checks.expect(text(scene, 'slowest').startswith('Slowest: rank 2 with 0.610 s'), f'the slowest: {text(scene, "slowest")}')
    for line in (0, 1):
        found = scene.js(DARKNESS, line, 4, 0)
        checks.equal(found.index(min(found)), 2, f'the slow rank is the darkest cell: {found}')
    scene.press('h', Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
    checks.equal(scene.js('return document.body.dataset.time').split(';')[0], 'rank 2: 0.610 s \u2013 all functions', 'a cell')


def recordings(checks, scene):
    """Ranks that wait for others: who waits, and for whose work."""
    with tarfile.open(TOP / 'testdata/properties/waits.tar.xz') as packed:
        packed.extractall(scene.folder)
    document = write(scene, '--phase=work', 'ranks')
    first = next(each for each in document['properties'] if each['leaf'])
    checks.expect(text(scene, 'verdict').startswith(first['name'] + ' in '), f'the verdict: {text(scene, "verdict")}')
    checks.expect(' of waits: rank 2 in work' in text(scene, 'cause'), f'the cause: {text(scene, "cause")}')
    maps = scene.js('return properties.view.times.maps')
    checks.equal([each['kind'] for each in maps], ['phase', 'delays', 'waits'], 'maps')
    useful = maps[0]['lines'][0]['seconds']
    checks.expect(text(scene, 'slowest').startswith(f'Slowest: rank {useful.index(max(useful))} '), text(scene, 'slowest'))
    delays = sum(sum(line['seconds']) for line in maps[1]['lines'])
    caused = sum(each['total'] for each in document['causes'])
    checks.expect(0.9 * caused < delays <= caused + 1e-9, f'delays are those of the document: {delays} {caused}')
    waits = sum(sum(line['seconds']) for line in maps[2]['lines'])
    checks.expect(abs(waits - sum(maps[0]['lines'][1]['seconds'])) < 0.02 * waits, f'waits by place add up: {waits} {maps[0]["lines"][1]}')
    for width in (420, 1280):
        scene.resize(width)
        wide = scene.js('return document.documentElement.scrollWidth')
        checks.expect(wide <= width, f'{width} pixels are enough: {wide}')
    shown = run(scene.egprof, 'check', '--format=json', '--html=two.html', 'ranks', '--subtract', 'ranks', cwd=scene.folder)
    scene.open('shown', 'two.html')
    checks.expect(text(scene, 'verdict').startswith('other took '), f'a difference: {text(scene, "verdict")} {shown.err}')


def ranks(checks, scene):
    """The page of ranks begins with the slowest one, and has a cell for each rank with its file."""
    document = scene.write('--ranks', 'old.perf.gz', 'new.perf.gz', 'readable.perf.gz')
    scene.show()
    totals = scene.js('return JSON.parse(document.getElementById("view").textContent).ranks.totals')
    checks.expect(abs(sum(totals) - 3 * sum(row['seconds']['mean'] for row in document['functions'])) < 1e-6 * sum(totals), f'totals: {totals}')
    heading = scene.js('return document.querySelector("#slowest .verdict").textContent')
    slowest, mean = totals.index(max(totals)), sum(totals) / 3
    checks.expect(heading.startswith(f'Slowest is rank {slowest} (') and f'({100 * (max(totals) / mean - 1):.0f} %)' in heading, f'the slowest: {heading}')
    summary = scene.js('return document.querySelector("#about .summary").textContent').splitlines()
    text = run(scene.egprof, '--ranks', 'old.perf.gz', 'new.perf.gz', 'readable.perf.gz', cwd=TOP / 'testdata/profiles/pairs').out
    checks.equal([line for line in summary if line not in text.splitlines()], [], 'the sentences of the text')
    cell = scene.js('return document.body.dataset.rank')
    checks.expect(cell.startswith(f'rank {slowest} (') and '.perf.gz)' in cell, f'its cell and its file: {cell}')
    scene.write('--ranks', 'old.perf.gz', 'readable.perf.gz', '--subtract', 'new.perf.gz', 'new.perf.gz')
    scene.show()
    heading = scene.js('return document.querySelector("#slowest .verdict").textContent').splitlines()
    checks.equal([line.split(':')[0] for line in heading], ['Base', 'other'], 'both sides')
    scene.write('-p', 'old.perf.gz', '--subtract', 'new.perf.gz')
    scene.show()
    checks.equal(scene.js('return document.getElementById("slowest")'), None, 'a page without ranks')


map_questions = (profiles, recordings, ranks)
