# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the page of egprof rank --stacks: the answer, a cell for each thread, and the tree of stacks."""
import json

from checks import run
from selenium.webdriver.common.keys import Keys

ODD = 'x<b>y</b>'


def write(scene):
    """Writes three snapshots of eight ranks with two threads; rank 2 receives while the others reduce. Returns the document."""
    def text(rank, snapshot):
        last = ['receive', 'MPI_Recv', f'poll{snapshot}'] if rank == 2 else ['exchange', 'MPI_Allreduce', 'progress']
        lines = [f'PID {1000 + 10 * rank} - process']
        for thread, frames in enumerate((['main', *last], ['start_thread', ODD, 'epoll_wait'])):
            lines.append(f'TID {1000 + 10 * rank + thread}:')
            lines += [f'#{i:<2} {0x400000 + i:#018x} {name}' for i, name in enumerate(reversed(frames))]
        return '\n'.join(lines) + '\n'
    for snapshot in range(3):
        folder = scene.folder / f's{snapshot}'
        folder.mkdir(exist_ok=True)
        for rank in range(8):
            (folder / f'rank.{rank}').write_text(text(rank, snapshot))
    shown = run(scene.egprof, 'rank', '--stacks', '--format=json', '--html=page.html', 's0', 's1', 's2', cwd=scene.folder)
    scene.checks.equal(shown.status, 0, 'a page', shown.command + '\n' + shown.err)
    scene.open('shown')
    return json.loads(shown.out)


def stacks(checks, scene):
    document = write(scene)
    text = run(scene.egprof, 'rank', '--stacks', 's0', 's1', 's2', cwd=scene.folder).out
    answer = scene.js('return document.getElementById("answer").textContent')
    checks.expect(answer.startswith('suspect: 2.0') and answer[:40] in text, f'the suspect is the heading: {answer}')
    rows = scene.js('return [...document.querySelectorAll("#tree tr")].slice(1).map((row) => [...row.cells].map((cell) => cell.textContent))')
    counts, todo = [], document['tree'][::-1]
    while todo:
        node = todo.pop()
        counts.append((str(node['count']), ' > '.join(node['frames'])))
        todo += node['children'][::-1]
    checks.equal([(row[0], row[2].lstrip('\u25be')) for row in rows], counts, 'the tree of the document')
    checks.equal(scene.js('return [...document.querySelectorAll("#tree tr.at")].map((row) => row.cells[1].textContent)'), ['2.0'], 'the suspect is marked')
    scene.press('r', Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
    thread = scene.js('return document.body.dataset.thread')
    checks.expect(thread.startswith('2.0, suspect: waits in main > receive > MPI_Recv; no other thread'), f'a cell: {thread}')
    scene.press(Keys.ENTER)
    checks.expect('receive' in scene.js('return document.activeElement.textContent'), 'Enter goes to its stack')
    checks.equal(scene.js('return document.querySelectorAll("#tree b, #threads b").length'), 0, 'no markup')
    for width in (420, 1280):
        scene.resize(width)
        wide = scene.js('return document.documentElement.scrollWidth')
        checks.expect(wide <= width, f'{width} pixels are enough: {wide}')
    over = run(scene.egprof, 'rank', '--stacks', '--html=s0/rank.3', 's0', 's1', 's2', cwd=scene.folder)
    checks.equal((over.status, 'would overwrite' in over.err), (1, True), 'a snapshot stays', over.err)


hang_questions = (stacks,)
