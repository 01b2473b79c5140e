#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Doubles the input of each command three times, and prints with which power of its size time and memory grow.

    tests/bench/growth.py --egprof build/egprof/egprof [CASE]...
    tests/bench/growth.py --egprof build/egprof/egprof --instructions   counts of callgrind, for small inputs

Time is that of the processor. What a run on an almost empty input takes is subtracted from time and memory.
"""
import argparse
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

MOST = 1.2  # exponent of time that needs a reason


@dataclass
class Case:
    """`make` writes the inputs of a size into a folder and returns egprof's arguments."""
    make: Callable
    size: int            # the smallest of the four sizes, for times
    small: int           # the same for counts of instructions
    reason: str = ''     # why the time may grow faster


def _name(i):
    return f'app::module{i % 97}::function{i}(int, char const*)'


def _folded(path, size, depth=8, seed=1, prefix=''):
    rng = random.Random(seed)
    with open(path, 'w', encoding='ascii') as out:
        for i in range(size):
            frames = [prefix + _name(rng.randrange(max(size // 4, 1))) for _ in range(depth - 1)] + [prefix + _name(i)]
            out.write(f'main;{";".join(frames)} {1 + rng.randrange(9)}\n')


def paths(folder, size):
    for seed, side in enumerate(('base', 'other'), start=1):
        _folded(folder / side, size, seed=seed)
    return ['diff', 'base', 'other']


def all_rows(folder, size):
    return [*paths(folder, size), '--top=0']


def json_output(folder, size):
    return [*paths(folder, size), '--json=out.json']


def page(folder, size):
    return [*paths(folder, size), '--html=out.html']


def deep_path(folder, size):
    for side, last in (('base', 'f'), ('other', 'g')):
        frames = ';'.join(f'f{i}' for i in range(size))
        (folder / side).write_text(f'{frames};{last} 100\n')
    return ['diff', '--tree', 'base', 'other']


def suggested_renames(folder, size):
    for side, version in (('base', 'v1'), ('other', 'v2')):
        (folder / side).write_text(''.join(f'main;lib::{version}::work{i}(int) {1 + i % 7}\n' for i in range(size)))
    return ['diff', '--suggest-renames', 'base', 'other']


def runs(folder, size):
    files = []
    for i in range(2 * size):
        (folder / f'run{i}').write_text(f'main;f {100 + i % 7}\nmain;g {1 + i}\n')
        files.append(f'run{i}')
    return ['diff', *files[:size], '--', *files[size:]]


def _events(path, threads, calls, changed=None):
    """Writes threads with many calls. In every `changed`-th call, another function is called."""
    rng = random.Random(1)
    events, time = [], 0
    for thread in range(threads):
        for i in range(calls):
            time += 10
            name = f'f{thread % 50}_{rng.randrange(20)}' + ('_new' if changed and i % changed == 0 else '')
            events += [{'name': name, 'ph': 'B', 'pid': 1, 'tid': thread, 'ts': time},
                       {'ph': 'E', 'pid': 1, 'tid': thread, 'ts': time + 5}]
    path.write_text(json.dumps({'traceEvents': events}))


def calls(folder, size):
    _events(folder / 'base.json', 4, size)
    _events(folder / 'other.json', 4, size, changed=100)
    return ['trace', 'base.json', 'other.json']


def paired_threads(folder, size):
    _events(folder / 'base.json', size, 10)
    _events(folder / 'other.json', size, 10, changed=5)
    return ['trace', '--pair=auto', 'base.json', 'other.json']


def ranked_threads(folder, size):
    _events(folder / 'base.json', size, 20)
    _events(folder / 'other.json', size, 20, changed=5)
    return ['rank', 'base.json', '--against', 'other.json']


def pruned_calls(folder, size):
    _events(folder / 'run.json', 4, size)
    return ['prune', 'run.json']


def metric_table(folder, size):
    rng = random.Random(1)
    rows = ''.join(f'work{i},Dr,{rng.randrange(1000, 9999)}\nwork{i},D1mr,{rng.randrange(1, 99)}\n'
                   for i in range(size))
    (folder / 'table.csv').write_text('region,metric,value\n' + rows)
    return ['check', 'table.csv']


def models(folder, size):
    rng = random.Random(1)
    points = []
    for n in (100, 200, 400, 800, 1600):
        lines = [f'main;f{i} {round((i % 5 + 1) * n * rng.uniform(.98, 1.02))}\n' for i in range(size)]
        (folder / f'n{n}').write_text(''.join(lines))
        points.append(f'--at=n={n}')
        points.append(f'n{n}')
    return ['model', *points]


CASES = {
    'paths': Case(paths, 20000, 500),
    'all-rows': Case(all_rows, 5000, 200),
    'json': Case(json_output, 10000, 500),
    'page': Case(page, 10000, 50),
    'deep-path': Case(deep_path, 4000, 200),
    'suggested-renames': Case(suggested_renames, 2000, 50),
    'runs': Case(runs, 500, 25),
    'calls': Case(calls, 10000, 200),
    'paired-threads': Case(paired_threads, 1000, 25),
    'ranked-threads': Case(ranked_threads, 100, 10, 'each thread is compared with each other one'),
    'pruned-calls': Case(pruned_calls, 10000, 200),
    'metric-table': Case(metric_table, 5000, 100),
    'models': Case(models, 500, 20),
}


class Meter:
    def __init__(self, egprof, counts):
        self.egprof, self.counts = egprof, counts

    def run(self, arguments, folder):
        """Returns processor seconds, or millions of instructions, and megabytes."""
        if self.counts:
            words = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', self.egprof, *arguments]
            words += [] if arguments[0] == 'check' else ['--threads=1']
            done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
            self._require(done.returncode, done.stderr, arguments)
            return int(re.search(r'Collected : (\d+)', done.stderr)[1]) / 1e6, None
        with open(folder / 'errors', 'w+', encoding='utf-8') as errors:
            child = subprocess.Popen([self.egprof, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=errors)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            self._require(child.returncode, errors.read(), arguments)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024

    def _require(self, status, said, arguments):
        if status != 0:
            raise RuntimeError(f'{" ".join(arguments[:3])} ended with {status}: {said[-500:]}')


def exponent(sizes, values):
    points = [(math.log(size), math.log(value)) for size, value in zip(sizes, values) if value > 0]
    if len(points) < 2:
        return float('nan')
    return statistics.linear_regression(*zip(*points)).slope


def measure(case, meter, rounds, doublings):
    """Returns sizes, and the least time and memory of each size beyond those of an almost empty input."""
    first = case.small if meter.counts else case.size
    sizes = [first << i for i in range(doublings + 1)]
    least = {}
    with tempfile.TemporaryDirectory() as top:
        folders = {}
        for size in [1, *sizes]:
            folder = Path(top) / str(size)
            folder.mkdir()
            folders[size] = (case.make(folder, size), folder)
        for _ in range(rounds):
            for size, (arguments, folder) in folders.items():
                seconds, memory = meter.run(arguments, folder)
                before = least.get(size, (seconds, memory))
                least[size] = (min(seconds, before[0]), None if memory is None else min(memory, before[1]))
    empty = least[1]
    times = [least[size][0] - empty[0] for size in sizes]
    memories = None if empty[1] is None else [least[size][1] - empty[1] for size in sizes]
    return sizes, times, memories


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--egprof', required=True, type=Path)
    parser.add_argument('--instructions', action='store_true', help='count instructions of small inputs with callgrind')
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--doublings', type=int, default=3)
    parser.add_argument('cases', nargs='*', metavar='CASE', help=', '.join(CASES))
    options = parser.parse_args()
    meter = Meter(options.egprof.resolve(), options.instructions)
    unit = 'million instructions' if options.instructions else 's'
    print(f'| input | sizes | {unit} | exponent | MB | exponent |\n|---|---|---|--:|---|--:|')
    grown = []
    for name in options.cases or CASES:
        rounds = 1 if options.instructions else options.rounds
        sizes, times, memories = measure(CASES[name], meter, rounds, options.doublings)
        power = exponent(sizes, times)
        digits = 1 if options.instructions else 2
        shown = ', '.join(f'{time:.{digits}f}' for time in times)
        space = ', '.join(f'{memory:.0f}' for memory in memories) if memories else ''
        space_power = f'{exponent(sizes, memories):.2f}' if memories else ''
        print(f'| {name} | {sizes[0]} to {sizes[-1]} | {shown} | {power:.2f} | {space} | {space_power} |', flush=True)
        if power > MOST and not CASES[name].reason:
            grown.append(name)
    if grown:
        sys.exit(f'grows faster than the power {MOST}: {", ".join(grown)}')


if __name__ == '__main__':
    main()
