# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the conventions of producers of Chrome's trace format: the change that testdata/programs/producers.py plants is
named in the first ten lines, and ids do not matter."""
import json
import random
import re
import sys

from scene import RECORDED, TOP, counts, lines_of, nested, rows

sys.path.insert(0, str(TOP / 'testdata' / 'programs'))
from producers import PAIRS, write_pairs  # noqa: E402

READ_AS = {'clang': 'clang -ftime-trace: ', 'torch': 'PyTorch: ', 'viztracer': 'viztracer: ', 'bazel': 'Bazel: ',
           'chrome': 'Chrome: '}


def planted(checks, scene):
    write_pairs(scene.folder)
    for producer, (name, mark, microseconds) in PAIRS.items():
        a, b = f'{producer}.a.json', f'{producer}.b.json'
        shown = scene.trace(a, b)
        checks.equal(shown.status, 0, f'{producer} is read', shown.err)
        found = rows(shown.out)
        # Bazel's main thread waits for the action, and changes as much.
        checks.expect(any(row[0] == mark and name in row[-1] for row in found[:2]), f'{producer}: {name} comes first', shown.out)
        document = json.loads(scene.trace('--format=json', a, b).out)
        differences = [row['difference'] for row in document['paths'] if name in row['path'][-1]]
        checks.equal(differences[:1], [-1000 * microseconds], f'{producer}: by how much', shown.out)
        checks.equal(document['totals'][0]['different'], 0, f'{producer}: nothing else differs', shown.out)
        checks.expect(name in '\n'.join(shown.out.splitlines()[:10]), f'{producer}: in the first ten lines', shown.out)
        reads = re.search(r'^read +(.*)$', shown.out, re.M)
        checks.expect(reads and reads[1].startswith(READ_AS[producer.split('_')[0]]), f'{producer} is recognised', shown.out)


def with_other_ids(events, seed):
    """Returns the events with other process and thread ids, in another order."""
    shuffled, ids = random.Random(seed), {}
    for event in events:
        ids.setdefault(event['pid'], None)
        ids.setdefault((event['pid'], event.get('tid')), None)
    numbers = shuffled.sample(range(1, 100000), len(ids))
    for key, number in zip(ids, numbers):
        ids[key] = number
    changed = [{**event, 'pid': ids[event['pid']], 'tid': ids[(event['pid'], event.get('tid'))]} for event in events]
    shuffled.shuffle(changed)
    return changed


def other_ids(checks, scene):
    write_pairs(scene.folder)
    for producer in PAIRS:
        document = json.loads((scene.folder / f'{producer}.a.json').read_text())
        # Kernels that start at the same time are divided into lanes in the order of the file.
        if producer == 'torch_streams':
            continue
        document['traceEvents'] = with_other_ids(document['traceEvents'], 7)
        (scene.folder / 'other.json').write_text(json.dumps(document))
        shown = scene.trace(f'{producer}.a.json', 'other.json')
        checks.equal((shown.status, counts(lines_of(shown.out))[1:]), (0, [0, 0, 0]), f'{producer} with other ids', shown.out)
        checks.expect('No call differs in time.' in shown.out, f'{producer}: no difference', shown.out)


def as_complete_events(events):
    """Returns the calls of the first trace in what --chrome writes, as events that may stand in any order."""
    complete, begun = [], {}
    for event in events:
        if event['pid'] != 1:
            continue
        if event['ph'] == 'B':
            begun.setdefault(event['tid'], []).append(event)
        elif event['ph'] == 'E':
            begin = begun[event['tid']].pop()
            complete.append({'ph': 'X', 'pid': 1, 'tid': begin['tid'], 'name': begin['name'], 'ts': begin['ts'],
                             'dur': round(event['ts'] - begin['ts'], 3)})
        else:
            complete.append(event)
    return complete


def with_reversed_ids(events):
    threads = sorted({event['tid'] for event in events})
    other = dict(zip(threads, reversed(threads)))
    return [{**event, 'pid': 9 - event['pid'], 'tid': other[event['tid']]} for event in reversed(events)]


def stored_with_other_ids(checks, scene):
    """Every stored recording of uftrace, written as events, is the same with its ids reversed or shuffled."""
    stored = sorted(folder for folder in RECORDED.iterdir() if (folder / 'info').exists() or (folder / 'rank.0').exists())
    checks.expect(len(stored) >= 8, 'stored recordings', str(stored))
    for folder in stored:
        written = scene.trace('--chrome=written.json', folder, folder)
        if not (scene.folder / 'written.json').exists():
            checks.expect(False, f'{folder.name} is written', written.err)
            continue
        document = json.loads((scene.folder / 'written.json').read_text())
        (scene.folder / 'written.json').unlink()
        events = as_complete_events(document['traceEvents'])
        calls = sum(event['ph'] == 'X' for event in events)
        checks.expect(calls > 0, f'{folder.name} has calls', written.out)
        scene.write('first.json', events)
        for how, changed in (('reversed', with_reversed_ids(events)), ('shuffled', with_other_ids(events, 11))):
            scene.write('other.json', changed)
            shown = scene.trace('first.json', 'other.json')
            checks.equal((shown.status, counts(lines_of(shown.out))), (0, [calls, 0, 0, 0]), f'{folder.name}, ids {how}', shown.out)
            checks.expect('No call differs in time.' in shown.out, f'{folder.name}, ids {how}: no difference', shown.out)


def sums_of_clang(checks, scene):
    write_pairs(scene.folder)
    shown = scene.trace('clang.a.json', 'clang.b.json')
    checks.expect(re.search(r'^ +\S+ +\S+ +-900\.000 +Total Source$', shown.out, re.M), 'sums are apart', shown.out)
    checks.expect('left out' not in shown.err, 'and not left out', shown.err)


def lines(checks, scene):
    """Functions of one name in one file that differ in number match only without lines."""
    def write(name, numbers):
        calls = nested('main(' + ','.join(f'f{number}' for number in numbers) + ')')
        for call in calls:
            call['name'] = re.sub(r'^f(\d+)$', r'f (app.py:\1)', call['name'])
        return scene.write(name, calls)
    a, b = write('a.json', (3, 5)), write('b.json', (4, 6, 8))
    kept, joined = scene.trace(a, b), scene.trace('--no-lines', a, b)
    checks.equal(counts(lines_of(kept.out)), [1, 2, 0, 1], 'lines tell functions apart', kept.out)
    checks.equal(counts(lines_of(joined.out)), [3, 0, 0, 1], '--no-lines', joined.out)


def steps(checks, scene):
    """PyTorch's steps are one function, but can be named one by one."""
    write_pairs(scene.folder)
    shown = scene.trace('--root=ProfilerStep#6', '--root=ProfilerStep#7', 'torch.a.json')
    checks.equal((shown.status, counts(lines_of(shown.out))[1:]), (0, [0, 0, 0]), 'two steps of one file', shown.out + shown.err)
    exact = scene.trace('--identity=exact', 'torch.a.json', 'torch.b.json')
    checks.expect(counts(lines_of(exact.out))[1] > 0, '--identity=exact', exact.out)


def samples(checks, scene):
    (scene.folder / 'samples.json').write_text(json.dumps([
        {'ph': 'P', 'name': 'ProfileChunk', 'pid': 1, 'tid': 1, 'ts': 5, 'id': '0x1', 'args': {'data': {'cpuProfile': {}}}}]))
    shown = scene.trace('samples.json')
    checks.expect(shown.status == 1 and "'egprof diff'" in shown.err, 'samples are profiles', shown.err)


producer_parts = (planted, other_ids, stored_with_other_ids, sums_of_clang, lines, steps, samples)
