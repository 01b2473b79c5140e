# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what makes functions of other profilers different functions, what their weights count, and which event is
read."""
import gzip
import json

from stack_formats.pprof import message, number, varint

SCHEMA = 'https://www.speedscope.app/file-format-schema.json'


def _speedscope(frames, counts, unit='none', weight=1):
    """Returns a file with a stack of one frame for each of the frames, in as many samples as `counts` says."""
    samples = [[place] for place, count in enumerate(counts) for _ in range(count)]
    return json.dumps({'$schema': SCHEMA, 'shared': {'frames': [{'name': name, 'file': file} for name, file in frames]},
                       'profiles': [{'type': 'sampled', 'name': 't', 'unit': unit, 'startValue': 0, 'endValue': 1,
                                     'samples': samples, 'weights': [weight] * len(samples)}]})


def _summed(counts):
    """Returns a file with the same samples, but only one stack for each function; its weight is its number of
    samples."""
    data = json.loads(_speedscope([(f'f{i}', '') for i in range(len(counts))], [1] * len(counts)))
    data['profiles'][0]['weights'] = counts
    return json.dumps(data)


def _pprof(functions, values, types=(('cpu', 'nanoseconds'),), default=''):
    """Returns a file with a function for each (name, system name, file), each in one sample with a value for each
    type."""
    texts = ['']

    def text(word):
        texts.append(word)
        return len(texts) - 1

    data = b''.join(message(1, number(1, text(name)) + number(2, text(unit))) for name, unit in types)
    for place, (names, value) in enumerate(zip(functions, values), 1):
        name, system, file = names
        data += message(5, number(1, place) + number(2, text(name)) + number(3, text(system)) + number(4, text(file)))
        data += message(4, number(1, place) + message(4, number(1, place)))
        data += message(2, message(1, varint(place)) + message(2, b''.join(map(varint, value))))
    data += number(14, text(default)) if default else b''
    return gzip.compress(data + b''.join(message(6, word.encode()) for word in texts), mtime=0)


def _rows(document):
    """Returns the differences of self times, by name and image."""
    return {key: document.ticks(row.difference['self']) for key, row in document.rows().items() if row.difference['self']}


def files_are_identity(checks, scene):
    """Two functions of one name, in two files: one takes more, the other one less."""
    frames = [('run', 'app.py'), ('__init__', 'parser/__init__.py'), ('__init__', 'writer/__init__.py')]
    base = scene.write('base.speedscope', _speedscope(frames, [10, 300, 300], 'seconds', 0.01))
    other = scene.write('other.speedscope', _speedscope(frames, [10, 450, 150], 'seconds', 0.01))
    checks.equal(_rows(scene.difference(base, other, graph=False)),
                 {('__init__', 'parser/__init__.py'): -1500000000, ('__init__', 'writer/__init__.py'): 1500000000},
                 'speedscope: files')
    # Another directory, another order, and one more file: files are matched by path, not by order.
    moved = [(name, file.replace('parser', 'a/parser')) for name, file in frames] + [('__init__', 'a/a/__init__.py')]
    other = scene.write('moved.speedscope', _speedscope(moved, [10, 450, 150, 20], 'seconds', 0.01))
    found = _rows(scene.difference(base, other, graph=False))
    checks.equal(sorted(found.values()), [-1500000000, -200000000, 1500000000], f'speedscope: moved files: {found}')
    pairs = [[('(anonymous)', '(anonymous)', 'a.js'), ('(anonymous)', '(anonymous)', 'b.js')],
             [('a.js:(anonymous)', '(anonymous)', ''), ('b.js:(anonymous)', '(anonymous)', '')]]
    for functions in pairs:
        base = scene.write('base.pb.gz', _pprof(functions, [[10**9], [3 * 10**9]]))
        other = scene.write('other.pb.gz', _pprof(functions, [[3 * 10**9], [10**9]]))
        checks.equal(sorted(_rows(scene.difference(base, other, graph=False)).values()), [-2 * 10**9, 2 * 10**9],
                     f'pprof: {functions}')


def weights_are_samples(checks, scene):
    """The same samples, one by one and added up, have the same verdict."""
    counts = ([400, 600, 3], [800, 601, 2])
    sides = {}
    for form, data in (('single', [_speedscope([(f'f{i}', '') for i in range(3)], side) for side in counts]),
                       ('summed', [_summed(side) for side in counts]),
                       ('folded', [''.join(f'f{i} {count}\n' for i, count in enumerate(side)) for side in counts])):
        paths = [scene.write(f'{form}{i}.{"folded" if form == "folded" else "speedscope"}', text)
                 for i, text in enumerate(data)]
        shown = scene.egprof_of('diff', *paths)
        lines = [line for line in shown.out.splitlines() if line.startswith(('difference', ' '))]
        sides[form] = [line for line in lines if '±' in line or line.strip()[:1].isdigit() or 'interval' in line]
    checks.equal(sides['summed'], sides['single'], 'weights without a unit')
    checks.equal(sides['folded'], sides['single'], 'folded stacks')
    checks.expect('95 % interval' in sides['single'][0], f'an interval: {sides["single"]}')


def unequal_weights(checks, scene):
    """Times of different weights have no interval, and a gate for significant changes does not fail."""
    paths = []
    for side, weights in (('base', [5, 7, 9]), ('other', [50, 70, 91])):
        data = json.loads(_speedscope([('f', ''), ('g', ''), ('h', '')], [1, 1, 1], 'milliseconds'))
        data['profiles'][0]['weights'] = weights
        paths.append(scene.write(f'{side}.speedscope', json.dumps(data)))
    shown = scene.egprof_of('diff', *paths)
    checks.equal(shown.status, 0, 'unequal weights', shown.err)
    checks.expect('95 % interval' not in shown.out, 'no interval', shown.out)
    checks.expect('weights of samples differ' in ' '.join(shown.out.split()), 'why there is no interval', shown.out)


def default_without_values(checks, scene):
    """A profile whose default event has no values: another event is read, unless the other side has values."""
    types, names = (('cpu', 'nanoseconds'), ('lock', 'nanoseconds')), [('main', 'main', ''), ('wait', 'wait', '')]
    none = scene.write('none.pb.gz', _pprof(names, [[4000000, 0], [1000000, 0]], types))
    some = scene.write('some.pb.gz', _pprof(names, [[4000000, 0], [1000000, 7000000]], types))
    zero = scene.write('zero.pb.gz', _pprof(names, [[0, 0], [0, 0]], types))
    shown = scene.egprof_of('-i', none)
    checks.equal(shown.status, 0, '-i of a default event without values', shown.err)
    checks.expect('event cpu in seconds (read)' in shown.out and 'event lock in seconds' in shown.out, 'all events',
                  shown.out)
    checks.equal(scene.document(none, graph=False).whole, [5000000], 'the first event with values')
    for base, other, sign in ((none, some, -1), (some, none, 1), (zero, some, -1)):
        found = _rows(scene.difference(base, other, graph=False))
        checks.equal(list(found.values()), [sign * 7000000], f'{base.name}, {other.name}')
    checks.equal(_rows(scene.difference('--event=cpu', none, some, graph=False)), {}, 'an event that was chosen')
    shown = scene.document(none, '--subtract', zero, graph=False)
    checks.equal(sorted(_rows(shown).values()), [1000000, 4000000], 'everything against nothing')
    for what in (['-i', zero], ['diff', zero, some], ['diff', zero, zero], ['--tree', zero]):
        shown = scene.egprof_of(*what)
        checks.equal(shown.status, 0, f'{what[0]} of a file of zeros', shown.err)
    runs = scene.document('--runs', none, some, '--subtract', some, some.with_name('zero.pb.gz'), graph=False)
    checks.equal(runs.whole, [3500000, 3500000], 'runs of one event')


def root_of_v8(checks, scene):
    def node(place, name, *children):
        return {'id': place, 'callFrame': {'functionName': name, 'url': ''}, 'children': list(children)}
    path = scene.write('a.cpuprofile', json.dumps({
        'nodes': [node(1, '(root)', 2, 4), node(2, 'main', 3), node(3, 'work'), node(4, '(idle)')], 'startTime': 0,
        'endTime': 100, 'samples': [3, 4, 1, 3], 'timeDeltas': [0, 50, 20, 10]}))
    shown = scene.egprof_of('--folded', path)
    checks.equal(sorted(shown.out.splitlines()), ['(idle) 20000', '[no function] 10000', 'main;work 70000'],
                 '(root) is no frame', shown.err)
    checks.equal(scene.document(path).unattributed, [10000], 'samples of the root have no function')


def not_taken_for_profiles(checks, scene):
    for name, text in (('caliper.json', '{"data":[[1,2]],"columns":["path","time"],"nodes":[{"label":"main"}]}'),
                       ('notes.txt', '\nthis is\na text\n'), ('package.json', '{"meta":{"a":1},"libs":["x"]}'),
                       ('tab.txt', '\n\tx\n')):
        shown = scene.egprof_of('diff', scene.write(name, text), scene.folder / name)
        checks.equal(shown.status, 1, name, shown.out)
        for word in ('pprof', 'cpuprofile', 'firefox', 'Chrome', 'speedscope'):
            checks.expect(word not in shown.err.split('; needed here')[0], f'{name} is not {word}', shown.err)
