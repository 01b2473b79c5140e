#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a large file in each of 14 text formats and in that of OpenTelemetry, with 3,000 long C++ names and random
paths, and prints how fast egprof reads each, and its peak memory.

    tests/bench/big_files.py EGPROF FOLDER [MEGABYTES [READ_BENCH]]

Random paths are the worst case: hardly any path occurs twice. The speed is for processor time, the middle of three runs
of `egprof -i`. READ_BENCH is the program read_bench, which then measures the readers alone.
"""
import json
import os
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'oracle' / 'readers'))
from stack_formats import write_otlp  # noqa: E402

CHANCE = random.Random(1)
NAMES = [f'ns{i % 40}::Class{i % 300}<int, std::vector<double>>::method_{i}(char const*, unsigned long)' for i in range(3000)]
TAU_ROW = '"%s" %d %d %.6f %.6f 0 GROUP="TAU_USER|TAU_CALLPATH"\n'


def names(low, high):
    return [CHANCE.choice(NAMES) for _ in range(CHANCE.randrange(low, high))]


def addresses():
    return ' '.join(f'{CHANCE.randrange(1 << 22):#x}' for _ in range(CHANCE.randrange(3, 12)))


def up_to(size, make):
    """Calls make() until its texts have `size` bytes; returns the texts."""
    texts, written = [], 0
    while written < size:
        texts.append(make())
        written += len(texts[-1])
    return texts


def folded(size):
    return ''.join(up_to(size, lambda: f'{";".join(names(3, 12))} {CHANCE.randrange(1, 99)}\n'))


def callgrind(size):
    total = 5 * len(NAMES)

    def function():
        nonlocal total
        costs = [CHANCE.randrange(100000) for _ in range(8)]
        total += sum(costs)
        lines = ''.join(f'{CHANCE.randrange(5000)} {cost}\n' for cost in costs)
        call = f'cfn=({CHANCE.randrange(3000) + 1})\ncalls={CHANCE.randrange(99)} 1\n1 {CHANCE.randrange(100000)}\n'
        return f'fl=({CHANCE.randrange(50) + 1})\nfn=({CHANCE.randrange(3000) + 1})\n{lines}{call}'
    head = ''.join(f'fl=({i % 50 + 1}) f{i % 50}.cpp\nfn=({i + 1}) {name}\n1 5\n' for i, name in enumerate(NAMES))
    return 'version: 1\ncreator: callgrind-3.19\nevents: Ir\n\n' + head + ''.join(up_to(size, function)) + f'\ntotals: {total}\n'


def perf(size):
    def sample():
        frames = ''.join(f'\t{CHANCE.randrange(1 << 40):x} {name}+0x8 (/usr/bin/prog)\n' for name in names(3, 10))
        return f'prog 123 1.000000: 250000 cpu-clock: \n{frames}\n'
    return ''.join(up_to(size, sample))


def chrome(size):
    def event():
        return json.dumps({'ph': 'X', 'name': CHANCE.choice(NAMES), 'pid': 1, 'tid': CHANCE.randrange(4),
                           'ts': CHANCE.randrange(10**9), 'dur': 0, 'cat': 'c'})
    return '{"traceEvents":[\n' + ',\n'.join(up_to(size, event)) + '\n]}\n'


def tau(size):
    def row():
        return TAU_ROW % (' => '.join(names(2, 9)), CHANCE.randrange(99), CHANCE.randrange(99), CHANCE.random() * 1e6,
                          CHANCE.random() * 1e7)
    rows = up_to(size, row)
    head = f'{len(rows)} templated_functions_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls #\n'
    return head + ''.join(rows) + '0 aggregates\n'


def caliper(size):
    nodes = [{'label': name, 'column': 'path', **({'parent': CHANCE.randrange(i)} if i else {})}
             for i, name in enumerate(NAMES)]
    rows = up_to(size, lambda: f'[{CHANCE.randrange(3000)}, {CHANCE.random():.6f}]')
    return f'{{"data": [{", ".join(rows)}], ' + json.dumps(
        {'columns': ['path', 'time'], 'column_metadata': [{'is_value': False}, {'is_value': True}], 'nodes': nodes})[1:]


def listing(size):
    head = ('Flat profile:\n\nEach sample counts as 0.01 seconds.\n  %   cumulative   self              self     total     '
            '      \n time   seconds   seconds    calls  ms/call  ms/call  name    \n')
    count = iter(range(10**9))
    return head + ''.join(up_to(size, lambda: f'  0.01       1.00     0.01 {CHANCE.randrange(99999):8d}     0.01     0.02'
                                f'  f{next(count)}::{CHANCE.choice(NAMES)}\n'))


def heap(size):
    rows = up_to(size, lambda: f'{CHANCE.randrange(1, 99)}: {CHANCE.randrange(1, 99999)} [200: 300000] @ {addresses()}\n')
    return ('heap profile: 1000: 100000 [2000: 300000] @ heapprofile\n' + ''.join(rows) +
            '\nMAPPED_LIBRARIES:\n00400000-00800000 r-xp 00000000 08:01 1 /usr/bin/prog\n')


def call_graph(size):
    """A listing of gprof with a flat profile and a call graph of three lines an entry."""
    head = ('Flat profile:\n\nEach sample counts as 0.01 seconds.\n  %   cumulative   self              self     total     '
            '      \n time   seconds   seconds    calls  ms/call  ms/call  name    \n')
    count = size // 600
    flat = ''.join(f'  0.01       1.00     0.01 {i % 97 + 1:8d}     0.01     0.02  f{i}::{CHANCE.choice(NAMES)}\n' for i in range(count))
    named = [line.split('  ')[-1] for line in flat.splitlines()]

    def entry(i):
        callee = CHANCE.randrange(count)
        return (f'                0.01    0.00      {i % 97 + 1}/{i % 97 + 1}          {named[i - 1]} [{i or count}]\n'
                f'[{i + 1}]      0.0    0.01    0.00      {i % 97 + 1}         {named[i]} [{i + 1}]\n'
                f'                0.01    0.00       1/{callee % 97 + 1}          {named[callee]} [{callee + 1}]\n'
                '-----------------------------------------------\n')
    return (head + flat + '\n\t\t     Call graph\n\n\ngranularity: each sample hit covers 2 byte(s) for 0.01% of 1.00 seconds\n\n'
            'index % time    self  children    called     name\n' + ''.join(map(entry, range(count))))


def cali(size):
    nodes = [f'__rec=node,id={100 + i},attr=20,data={name}{f",parent={100 + CHANCE.randrange(i)}" if i else ""}\n'.replace('<int, ', '<int\\, ')
             .replace('char const*, ', 'char const*\\, ') for i, name in enumerate(NAMES)]
    head = ('__rec=node,id=15,attr=10,data=268,parent=3\n__rec=node,id=20,attr=8,data=function,parent=15\n'
            '__rec=node,id=22,attr=8,data=sum#time.duration,parent=5\n')
    return head + ''.join(nodes) + ''.join(up_to(size, lambda: f'__rec=ctx,ref={100 + CHANCE.randrange(3000)},attr=22,data={CHANCE.random():.6f}\n'))


def dhat(size):
    frames = [f'0x{4096 + i:x}: {name} (file{i % 50}.cpp:{i})' for i, name in enumerate(NAMES)]

    def point():
        numbers = ''.join(f',"{key}":{CHANCE.randrange(99999)}\n' for key in ('tbk', 'tl', 'mb', 'mbk', 'gb', 'gbk', 'eb', 'ebk', 'rb', 'wb'))
        return f'{{"tb":{CHANCE.randrange(99999)}\n{numbers},"fs":{json.dumps([CHANCE.randrange(1, 3000) for _ in range(CHANCE.randrange(3, 12))])}}}\n'
    return ('{"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":true,"bkacc":true,"tu":"instrs","pps":[' + ','.join(up_to(size, point)) +
            '],"ftbl":' + json.dumps(['[root]', *frames]) + '}')


def google(size):
    def result(i):
        return {'name': f'BM_{i // 3}/{i % 97 + 1}', 'run_name': f'BM_{i // 3}/{i % 97 + 1}', 'run_type': 'iteration', 'repetitions': 3, 'repetition_index': i % 3,
                'threads': 1, 'iterations': 62625, 'real_time': 100 * CHANCE.random(), 'cpu_time': 100 * CHANCE.random(), 'time_unit': 'ns'}
    return json.dumps({'context': {'date': '2026-11-28T13:23:09+00:00', 'num_cpus': 2, 'library_build_type': 'release'},
                       'benchmarks': [result(i) for i in range(size // 310)]}, indent=2)


def cpu_profile(size):
    nodes = [{'id': i + 1, 'callFrame': {'functionName': NAMES[i % 3000], 'scriptId': '7', 'url': f'file:///app/{i % 50}.js', 'lineNumber': i, 'columnNumber': 3},
              'hitCount': 1, 'children': [j for j in (2 * i + 2, 2 * i + 3) if j <= 60000]} for i in range(60000)]
    count = (size - len(json.dumps(nodes))) // 10
    return json.dumps({'nodes': nodes, 'startTime': 0, 'endTime': 300 * count, 'samples': [CHANCE.randrange(1, 60001) for _ in range(count)],
                       'timeDeltas': [CHANCE.randrange(100, 500) for _ in range(count)]}, separators=(',', ':'))


def chrome_samples(size):
    """A trace with samples in chunks, as Chrome writes them, and one other event for each chunk."""
    base = {'cat': 'disabled-by-default-v8.cpu_profiler', 'pid': 1, 'tid': 1}
    start = {**base, 'ph': 'P', 'name': 'Profile', 'id': '0x1', 'ts': 0, 'args': {'data': {'startTime': 0}}}
    known = 0

    def chunk():
        nonlocal known
        nodes = [{'id': known + i + 1, 'parent': max(1, known + i - CHANCE.randrange(9)), 'callFrame': {
            'codeType': 'JS', 'functionName': CHANCE.choice(NAMES), 'scriptId': 7, 'url': 'file:///app.js', 'lineNumber': i}} for i in range(9 if known < 60000 else 0)]
        if known == 0:
            del nodes[0]['parent']
        known += len(nodes)
        samples = [CHANCE.randrange(1, known + 1) for _ in range(100)]
        event = {**base, 'ph': 'P', 'name': 'ProfileChunk', 'id': '0x1', 'ts': 1, 'args': {'data': {
            'cpuProfile': {'nodes': nodes, 'samples': samples}, 'timeDeltas': [CHANCE.randrange(100, 500) for _ in range(100)]}}}
        other = {'ph': 'X', 'name': CHANCE.choice(NAMES), 'pid': 1, 'tid': 1, 'ts': CHANCE.randrange(10**9), 'dur': 5, 'cat': 'c', 'args': {'data': {'type': 'x'}}}
        return json.dumps(event) + ',\n' + json.dumps(other)
    return '{"traceEvents":[\n' + ',\n'.join([json.dumps(start), *up_to(size, chunk)]) + ']}'


def otlp(size):
    stacks, written = [], 0
    while written < size:
        frames = [(name, '/usr/bin/prog') for name in names(3, 12)]
        stacks.append(([CHANCE.randrange(1, 99)], [], frames))
        written += 13 + 2 * len(frames)
    return write_otlp(stacks, 'cpu', 'nanoseconds')


FORMATS = {'big.folded': folded, 'callgrind.out.big': callgrind, 'big.perf': perf, 'big.json': chrome,
           'profile.0.0.0': tau, 'big.cali.json': caliper, 'big.listing': listing, 'big.heap': heap,
           'call_graph.listing': call_graph, 'big.cali': cali, 'big.dhat': dhat, 'google.json': google, 'big.cpuprofile': cpu_profile,
           'samples.json': chrome_samples, 'big.otlp': otlp}
# Formats that `egprof -i` does not read: `diff` and `model` do.
ONLY_READ = ('google.json', 'samples.json')


def seconds_of(egprof, path):
    """Returns the processor time of a run, and its peak memory in bytes."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for end in (0, 1, 2):
            os.dup2(null, end)
        os.execv(egprof, [egprof, '-i', str(path)])
    _, status, used = os.wait4(child, 0)
    assert status == 0, f'{path}: {status}'
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def main():
    egprof, folder = os.path.abspath(sys.argv[1]), Path(sys.argv[2])
    size = int(float(sys.argv[3] if len(sys.argv) > 3 else 40) * 1e6)
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in FORMATS.items():
        path = folder / name
        content = make(size)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        if name in ONLY_READ:
            continue
        seconds, peak = sorted(seconds_of(egprof, path) for _ in range(3))[1]
        written = path.stat().st_size
        print(f'{name:18} {written / 1e6:6.1f} MB {seconds:6.2f} s {written / 1e6 / seconds:6.1f} MB/s '
              f'{peak / written:5.1f} bytes a byte', flush=True)


    if len(sys.argv) > 4:
        subprocess.run([sys.argv[4], *(folder / name for name in FORMATS)], check=True)


if __name__ == '__main__':
    main()
