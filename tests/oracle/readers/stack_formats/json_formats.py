# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads stacks from the JSON of speedscope, Firefox and V8, and writes stacks in the first two formats."""
import collections
import json

from .model import Frame, Recording, Stack, Thread

SPEEDSCOPE_UNITS = {'nanoseconds': 1, 'microseconds': 1e3, 'milliseconds': 1e6, 'seconds': 1e9}


# speedscope

def read_speedscope(data):
    known = [Frame(frame['name'], frame.get('file') or '') for frame in data['shared']['frames']]
    recording = Recording('speedscope', {})
    all_weights = collections.defaultdict(set)
    for profile in data['profiles']:
        unit = profile['unit']
        event = 'time' if unit in SPEEDSCOPE_UNITS else unit
        recording.units[event] = 'seconds' if event == 'time' else 'samples' if unit == 'none' else unit
        scale = SPEEDSCOPE_UNITS.get(unit, 1)
        is_sampled = profile['type'] == 'sampled'
        recording.sampled = recording.sampled and is_sampled and unit != 'bytes'
        stacks = zip(profile['samples'], profile['weights']) if is_sampled else _closed(profile['events'])
        for frames, weight in stacks:
            count = weight if is_sampled and unit == 'none' else int(is_sampled)
            recording.stacks.append(Stack(round(weight * scale), count, [known[i] for i in frames], event,
                                          Thread(profile['name'])))
            all_weights[event].add(1 if unit == 'none' else round(weight * scale))
    recording.sampled = recording.sampled and all(len(weights) == 1 for weights in all_weights.values())
    return recording


def _closed(events):
    open_frames, last = [], None
    for event in events:
        if open_frames:
            yield list(open_frames), event['at'] - last
        last = event['at']
        if event['type'] == 'O':
            open_frames.append(event['frame'])
        else:
            open_frames.pop()


def write_speedscope(stacks, unit):
    """Returns stacks as a speedscope file; a stack is (weight, frames with the outermost first, thread)."""
    places, profiles = {}, collections.defaultdict(lambda: ([], []))
    for weight, frames, thread in stacks:
        samples, weights = profiles[thread]
        samples.append([places.setdefault(name, len(places)) for name, _ in frames])
        weights.append(weight)
    return json.dumps({
        '$schema': 'https://www.speedscope.app/file-format-schema.json',
        'shared': {'frames': [{'name': name} for name in places]},
        'profiles': [{'type': 'sampled', 'name': thread, 'unit': unit, 'startValue': 0, 'endValue': sum(weights),
                      'samples': samples, 'weights': weights} for thread, (samples, weights) in profiles.items()],
    })


# Firefox

def read_firefox(data):
    recording = Recording('firefox', {})
    for thread in data['threads']:
        _add_thread(recording, data, thread)
    return recording


def _add_thread(recording, data, thread):
    tables = {**data.get('shared', {}), **thread}
    texts = tables.get('stringArray') or tables.get('stringTable')
    kind = thread['samples'].get('weightType', 'samples')
    unit = 'bytes' if kind == 'bytes' else 'seconds'
    event = {'samples': 'samples', 'tracing-ms': 'tracing-ms', 'bytes': 'bytes'}[kind]
    recording.units.setdefault(event, unit)
    recording.sampled = recording.sampled and kind == 'samples'
    stacks = thread['samples']['stack']
    weights = thread['samples'].get('weight') or [1] * len(stacks)
    about = Thread(thread['name'], str(thread['pid']), str(thread['tid']))
    for stack, weight in zip(stacks, weights):
        frames = []
        while stack is not None:
            frames.append(_frame(data, tables, texts, tables['stackTable']['frame'][stack]))
            stack = tables['stackTable']['prefix'][stack]
        scale = data['meta']['interval'] * 1e6 if kind == 'samples' else 1e6 if kind == 'tracing-ms' else 1
        count = weight if kind == 'samples' else 0
        recording.stacks.append(Stack(round(weight * scale), count, frames[::-1], event, about))


def _frame(data, tables, texts, frame):
    function = tables['frameTable']['func'][frame]
    depth = tables['frameTable'].get('inlineDepth')
    resource = tables['funcTable']['resource'][function]
    library = tables['resourceTable']['lib'][resource] if resource not in (None, -1) else None
    image = data['libs'][library] if library is not None else {'path': ''}
    return Frame(texts[tables['funcTable']['name'][function]], image['path'] or image['name'], bool(depth and depth[frame]))


class _Column(dict):
    def place(self, value):
        return self.setdefault(value, len(self))


def write_firefox(stacks, milliseconds):
    """Returns stacks as a Firefox profile in the form that samply writes. A stack is (number of intervals, frames
    with the outermost first, thread)."""
    libraries = _Column()
    threads = collections.defaultdict(list)
    for count, frames, thread in stacks:
        threads[thread].append((count, frames))
    return json.dumps({
        'meta': {'interval': milliseconds, 'version': 24, 'preprocessedProfileVersion': 44, 'product': 'parser',
                 'startTime': 0, 'stackwalk': 1, 'symbolicated': True, 'processType': 0, 'categories': []},
        'threads': [_thread(thread, samples, libraries, milliseconds) for thread, samples in threads.items()],
        'libs': [{'name': path.rsplit('/', 1)[-1], 'path': path, 'debugName': path.rsplit('/', 1)[-1], 'debugPath': path,
                  'breakpadId': '', 'codeId': None, 'arch': 'x86_64'} for path in libraries],
    })


def _thread(thread, samples, libraries, milliseconds):
    texts, functions, stacks, resources = _Column(), _Column(), _Column(), _Column()
    ends = []
    for _, frames in samples:
        below = None
        for frame in frames:
            below = stacks.place((functions.place(frame), below))
        ends.append(below)
    names = [texts.place(name) for name, _ in functions]
    places = [resources.place(libraries.place(image)) if image else -1 for _, image in functions]
    count = len(functions)
    return {
        'name': thread.name, 'pid': thread.process, 'tid': int(thread.number or 0), 'registerTime': 0,
        'isMainThread': True, 'processType': 'default', 'processName': 'parser',
        'samples': {'length': len(ends), 'stack': ends, 'weightType': 'samples', 'weight': [count for count, _ in samples],
                    'time': [place * milliseconds for place in range(len(ends))]},
        'stackTable': {'length': len(stacks), 'frame': [frame for frame, _ in stacks],
                       'prefix': [below for _, below in stacks]},
        'frameTable': {'length': count, 'func': list(range(count)), 'address': [-1] * count, 'inlineDepth': [0] * count},
        'funcTable': {'length': count, 'name': names, 'resource': places, 'isJS': [False] * count},
        'resourceTable': {'length': len(resources), 'lib': list(resources), 'name': [0] * len(resources),
                          'type': [1] * len(resources), 'host': [None] * len(resources)},
        'stringArray': list(texts),
    }


# V8

def read_cpu_profile(data):
    nodes = {node['id']: node for node in data['nodes']}
    below = {child: node['id'] for node in data['nodes'] for child in node.get('children', ())}
    below.update({node['id']: node['parent'] for node in data['nodes'] if 'parent' in node})
    now, samples = 0, []
    for node, delta in zip(data['samples'], data['timeDeltas']):
        now += delta
        samples.append((now, node))
    samples.sort(key=lambda sample: sample[0])
    ends = [time for time, _ in samples[1:]] + [max(samples[-1][0], data['endTime'] - data['startTime'])]
    recording = Recording('cpuprofile', {'time': 'seconds'})
    for (time, node), end in zip(samples, ends):
        frames = []
        while node is not None:
            frame = nodes[node]['callFrame']
            if frame['functionName'] != '(root)' or node in below:
                frames.append(Frame(frame['functionName'] or '(anonymous)', frame['url']))
            node = below.get(node)
        recording.stacks.append(Stack(round((end - time) * 1000), 1, frames[::-1], 'time'))
    return recording


def read_json(text):
    data = json.loads(text)
    if '$schema' in data:
        return read_speedscope(data)
    return read_firefox(data) if 'threads' in data else read_cpu_profile(data)
