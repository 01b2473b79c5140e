#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes pairs of small traces with the names, keys and shapes that some producers of Chrome's trace format use. In each
pair, the second trace has one planted change.

    testdata/programs/producers.py FOLDER    # writes FOLDER/PRODUCER.a.json and FOLDER/PRODUCER.b.json

PAIRS lists for each producer what changed: the function, the mark of its row, and microseconds.
"""
import json
import sys
from pathlib import Path

PAIRS = {
    'clang': ('Source: /usr/include/regex', '+', 900),
    'clang_async': ('Source: /usr/include/regex', '+', 900),
    'torch': ('aten::addmm', ' ', 600),
    'torch_streams': ('gemm_kernel', ' ', 150),
    'viztracer': ('solve (/src/app.py', ' ', 200),
    'bazel': ('Compiling src/parse.cc', ' ', 700),
    'chrome': ('Layout', ' ', 250),
}


def call(name, ts, dur, tid=1, pid=1, **more):
    return {'ph': 'X', 'name': name, 'pid': pid, 'tid': tid, 'ts': ts, 'dur': dur, **more}


def named(kind, name, pid=1, tid=0):
    return {'ph': 'M', 'name': kind, 'pid': pid, 'tid': tid, 'args': {'name': name}}


def clang(changed, asynchronous=False):
    """-ftime-trace: details tell calls apart; sums are in threads of their own; newer versions write Source as async
    events."""
    events, at = [], 100
    headers = (['/usr/include/regex'] if changed else []) + ['/usr/include/vector', '/usr/include/map']
    for number, header in enumerate(headers):
        duration = 900 if header.endswith('regex') else 300
        if asynchronous:
            both = {'cat': 'Source', 'id': number, 'name': 'Source', 'pid': 1, 'tid': 1}
            events += [{'ph': 'b', 'ts': at, 'args': {'detail': header}, **both}, {'ph': 'e', 'ts': at + duration, **both}]
        else:
            events.append(call('Source', at, duration, args={'detail': header}))
        at += duration + 10
    front = at + 90
    events += [call('Frontend', 50, front - 50), call('PerformPendingInstantiations', at + 10, 60),
               call('InstantiateFunction', at + 15, 40, args={'detail': 'std::map<int, int>::insert'}),
               call('Backend', front + 20, 500), call('OptFunction', front + 40, 100, args={'detail': 'main'}),
               call('ExecuteCompiler', 0, front + 540)]
    totals = {'ExecuteCompiler': front + 540, 'Frontend': front - 50, 'Source': at - 100 - 10 * len(headers), 'Backend': 500}
    for number, (name, duration) in enumerate(totals.items()):
        events.append(call(f'Total {name}', 0, duration, tid=number + 2, args={'count': 1, 'avg ms': duration // 1000}))
    events += [named('process_name', 'clang-16'), named('thread_name', 'clang-16', tid=1)]
    return {'traceEvents': events, 'beginningOfTime': 1700000000000000 + changed}


def torch(changed):
    """torch.profiler with stacks: steps are numbered from the start of the run, and begin within another call that ends
    before them."""
    events, at, first = [named('process_name', 'python', pid=77)], 1000, 40 if changed else 6
    for step in range(first, first + 3):
        def op(name, ts, dur, cat='cpu_op'):
            events.append(call(name, ts, dur, tid=77, pid=77, cat=cat))
        slower = 600 if changed and step == first + 1 else 0
        op('torch/profiler/profiler.py(710): step', at - 5, 9, 'python_function')
        op(f'ProfilerStep#{step}', at, 3000 + slower, 'user_annotation')
        op(f'train.py({24 if changed else 21}): forward', at + 50, 1200 + slower, 'python_function')
        op('aten::linear', at + 100, 1000 + slower)
        op('aten::addmm', at + 150, 800 + slower)
        op('aten::relu', at + 1300 + slower, 200)
        at += 3100 + slower
    return {'schemaVersion': 1, 'deviceProperties': [], 'traceEvents': events, 'traceName': 'run.json'}


def torch_streams(changed):
    """Kernels of several streams that Kineto shows on one thread: more than a tenth of them overlap."""
    events = [named('process_name', 'python', pid=0)]
    for i in range(20):
        slower = 150 if changed and i == 12 else 0
        at = 1000 * i + (150 if changed and i > 12 else 0)
        events.append(call('gemm_kernel', at, 500 + slower, tid='stream 7', pid=0, cat='kernel'))
        events.append(call('copy_kernel', at + 300, 400, tid='stream 7', pid=0, cat='gpu_memcpy'))
    events.append(call('aten::mm', 0, 900, tid=5, pid=5, cat='cpu_op'))
    return {'deviceProperties': [{'id': 0}], 'traceEvents': events}


def viztracer(changed):
    """Names have files and lines; an inserted line moves the functions below it."""
    def name(function, line):
        return f'{function} (/src/app.py:{line + (1 if changed and line > 5 else 0)})'
    slower = 200 if changed else 0
    events = [named('process_name', 'MainProcess'), named('thread_name', 'MainThread', tid=1),
              call(name('main', 30), 0, 1000 + slower, cat='FEE'), call(name('load', 5), 10, 100, cat='FEE'),
              call(name('solve', 12), 200, 300 + slower, cat='FEE'), call(name('save', 20), 600 + slower, 100, cat='FEE')]
    return {'traceEvents': events, 'viztracer_metadata': {'version': '0.16.0', 'overflow': False}}


def bazel(changed):
    """Actions on numbered worker threads of a pool, a thread that repeats the critical path, and counters."""
    events, (one, other) = [], ((2, 3) if not changed else (3, 2))
    for tid, name in enumerate(('Main Thread', 'Critical Path', 'skyframe-evaluator-3', 'skyframe-evaluator-14')):
        number = name if not changed else name.replace('-3', '-5').replace('-14', '-27')
        events.append(named('thread_name', number, tid=tid))
    slower = 700 if changed else 0
    events += [call('Build', 0, 4000 + slower, tid=0, cat='general information'),
               call('Compiling src/lex.cc', 100, 900, tid=one, cat='action processing', args={'target': '//src:lex'}),
               call('Compiling src/parse.cc', 100, 1500 + slower, tid=other, cat='action processing'),
               call('Linking main', 2500 + slower, 800, tid=one, cat='action processing'),
               call('Worker #12 working' if changed else 'Worker #3 working', 110, 800, tid=one),
               call('remote execution queued', 120, 50, tid=other, cat='remote execution queuing time')]
    events += [{'ph': 'C', 'name': 'CPU usage (Bazel)', 'pid': 1, 'tid': 0, 'ts': at, 'args': {'cpu': '1'}}
               for at in range(0, 4000, 1000)]
    return {'otherData': {'bazel_version': 'release 7.0.0', 'build_id': str(changed)}, 'traceEvents': events}


def chrome(changed):
    """Processes and threads with new ids in each run, tasks, and events that are no calls."""
    browser, renderer = (10, 20) if not changed else (31, 12)
    slower = 250 if changed else 0
    events = [named('process_name', 'Browser', pid=browser), named('process_name', 'Renderer', pid=renderer),
              named('thread_name', 'CrBrowserMain', pid=browser, tid=1), named('thread_name', 'Compositor', renderer, 7),
              named('thread_name', 'CrRendererMain', pid=renderer, tid=3)]
    events += [call('RunTask', 0, 100, 1, browser, cat='toplevel'),
               call('RunTask', 0, 900 + slower, 3, renderer, cat='toplevel'),
               call('Layout', 100, 300 + slower, 3, renderer, cat='devtools.timeline'),
               call('FunctionCall', 500 + slower, 200, 3, renderer, cat='devtools.timeline'),
               call('DrawFrame', 50, 20, 7, renderer, cat='devtools.timeline')]
    events += [{'ph': 'I', 's': 't', 'name': 'ResourceSendRequest', 'pid': renderer, 'tid': 3, 'ts': 5, 'cat': 'devtools'},
               {'ph': 's', 'id': 1, 'name': 'flow', 'pid': browser, 'tid': 1, 'ts': 3, 'cat': 'toplevel.flow'},
               {'ph': 'f', 'id': 1, 'name': 'flow', 'pid': renderer, 'tid': 3, 'ts': 9, 'cat': 'toplevel.flow'}]
    return {'traceEvents': events, 'metadata': {'product-version': 'Chrome/119'}}


def write_pairs(folder):
    makers = {'clang': clang, 'clang_async': lambda changed: clang(changed, True), 'torch': torch,
              'torch_streams': torch_streams, 'viztracer': viztracer, 'bazel': bazel, 'chrome': chrome}
    for producer in PAIRS:
        for side, changed in (('a', False), ('b', True)):
            (Path(folder) / f'{producer}.{side}.json').write_text(json.dumps(makers[producer](changed)))


if __name__ == '__main__':
    write_pairs(sys.argv[1])
