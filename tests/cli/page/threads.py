# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the page of egprof rank: the suspect comes first, the strip of all ranks, last calls, and traces side by side."""
import json
import tarfile

from checks import TOP, run
from selenium.webdriver.common.keys import Keys


def write(scene, bad, goods, *options):
    shown = run(scene.egprof, 'rank', '--format=json', '--html=page.html', *options, *goods, '--against', bad, cwd=scene.folder)
    scene.checks.equal(shown.status, 0, 'a page', shown.command + '\n' + shown.err)
    scene.open('answer')
    return json.loads(shown.out)


def text(scene, name):
    return scene.js('return document.getElementById(arguments[0]).textContent', name)


def rows(scene, name):
    return scene.js('return [...document.querySelectorAll(`#${arguments[0]} tr`)].slice(1).map((row) => [...row.cells].map((cell) => cell.textContent))', name)


def suspects(checks, scene):
    """A thread that waits alone in MPI_Recv is in the heading, in the strip, in the first line of last calls and of traces."""
    with tarfile.open(TOP / 'testdata/traces/rank/recordings.tar.xz') as packed:
        packed.extractall(scene.folder)
    goods = ['tours/good.1', 'tours/good.2', 'tours/good.3']
    document = write(scene, 'tours/receive', goods, '--filter=11.mpi.ompcrit.0K10')
    checks.equal(document['verdict']['suspects'], ['2.0'], 'the suspect')
    checks.expect(text(scene, 'answer').startswith('suspect: 2.0'), f'the heading: {text(scene, "answer")}')
    checks.equal(scene.js('return document.title'), 'tours/receive against 3 good runs', 'the title')
    words = (text(scene, 'answer') + '\n' + text(scene, 'verdict')).split()
    terminal = run(scene.egprof, 'rank', '--filter=11.mpi.ompcrit.0K10', *goods, '--against', 'tours/receive', cwd=scene.folder).out
    checks.equal(sorted(words), sorted(terminal.split()), 'the verdict of the terminal')
    last = rows(scene, 'ends')
    checks.equal(last[0][1], '\u25b2 2.0', f'its last call comes first: {last[0]}')
    checks.expect(last[0][3].endswith('MPI_Recv'), f'the call: {last[0]}')
    checks.equal(sum(int(row[0]) for row in last), len(scene.js('return frame.data("view").ends')), 'each thread ended somewhere')
    scene.press('r', Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
    end = scene.js('return document.body.dataset.end')
    checks.expect(end.startswith('2.0, suspect: waits in ') and end.endswith('tours/receive'), f'a cell of the strip: {end}')
    blocks = scene.js('return frame.data("view").traces[0]')
    diff = run(scene.egprof, 'rank', '--format=json', '--diffnlr=2.0', '--filter=11.mpi.ompcrit.0K10', *goods, '--against', 'tours/receive', cwd=scene.folder)
    expected = json.loads(diff.out)['diffnlr'][0]['blocks']
    checks.equal([(mark, len(left) + hidden, len(right) + hidden) for mark, left, right, hidden in blocks['blocks']],
                 [(block['mark'], len(block['left']), len(block['right'])) for block in expected], 'the blocks of --diffnlr')
    checks.expect(scene.js('return document.body.dataset.trace').startswith('2.0 '), 'the trace of the suspect')
    for width in (420, 1280):
        scene.resize(width)
        wide = scene.js('return document.documentElement.scrollWidth')
        checks.expect(wide <= width, f'{width} pixels are enough: {wide}')


def others(checks, scene):
    """Among equal runs, no thread is a suspect."""
    document = write(scene, 'tours/good.3', ['tours/good.1', 'tours/good.2'])
    checks.equal((document['verdict']['suspects'], '\u25b2' in ' '.join(map(str, rows(scene, 'ends')))), ([], False), 'no suspect')


def names(checks, scene):
    """Names in the lattice are demangled, and names that look like code are text."""
    odd = '</script><b>x</b>'

    def events(last):
        return [{'name': name, 'ph': 'X', 'pid': pid, 'tid': pid, 'ts': 10 * i, 'dur': 5}
                for pid in (1, 2) for i, name in enumerate(('_ZN5store4FindEi', odd, last if pid == 2 else 'same', '_ZN5store4FindEi'))]
    for name, last in (('one', 'same'), ('two', 'same'), ('three', '_ZN5other4CallEv')):
        (scene.folder / f'{name}.json').write_text(json.dumps({'traceEvents': events(last)}))
    write(scene, 'three.json', ['one.json', 'two.json'])
    lattice = str(scene.js('return frame.data("data").lattice.nodes'))
    checks.expect('store::Find(int)' in lattice and '_ZN5' not in lattice, f'the lattice: {lattice}')
    checks.equal(scene.js('return document.querySelectorAll("#ends b, #sidebyside b, #lattice b").length'), 0, 'no markup')
    sides = scene.js('return document.getElementById("sidebyside") ? document.getElementById("sidebyside").textContent : ""')
    checks.expect('other::Call()' in sides, f'the traces: {sides}')


thread_questions = (suspects, others, names)
