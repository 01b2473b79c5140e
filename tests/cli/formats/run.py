#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests files that are read for want of a better one: gprof's listings in place of its profiles, samples in traces,
results of benchmarks.

    tests/cli/formats/run.py --egprof build/egprof/egprof
"""
import json
import random
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'trust'))
import programs
from programs import program  # also makes tests/properties/golden importable
from checks import Checks, parse_arguments, run

sys.path.insert(0, str(HERE.parents[1] / 'oracle' / 'readers'))
import ld_profile
from stack_formats import read, sums_of, write_otlp

NAMES = ['main', 'relax', 'exchange']
BEFORE, AFTER = {'relax': 900, 'exchange': 100}, {'relax': 300, 'exchange': 120}


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)
        self.prog = program(folder, 'prog', {'prog.c': NAMES})
        for name, samples in (('before', BEFORE), ('after', AFTER)):
            self.prog.profile(self.folder / f'{name}.gmon', samples)
            for writer, tool in (('gprof', 'gprof'), ('egprof', self.egprof)):
                if shutil.which(tool) is None:
                    continue
                for style, options in (('full', []), ('brief', ['-b']), ('flat', ['-b', '-p'])):
                    shown = run(tool, *options, 'prog', f'{name}.gmon', cwd=self.folder)
                    assert shown.status == 0, shown.err
                    (self.folder / f'{name}.{writer}.{style}.txt').write_text(shown.out)

    def run(self, *arguments):
        return run(self.egprof, *arguments, cwd=self.folder)

    def write(self, name, value):
        (self.folder / name).write_text(value if isinstance(value, str) else json.dumps(value))

    def functions(self, *arguments):
        """Returns self times and calls by name."""
        shown = self.run('--format=json', *arguments)
        assert shown.status == 0, shown.command + '\n' + shown.err
        return {each['name']: (round(each['numbers']['self'], 2), each['numbers']['calls'])
                for each in json.loads(shown.out)['functions'] if each['numbers']['self'] or each['numbers']['calls']}


def listings(checks, scene):
    """A listing has the numbers of the profile from which it was made, and the same difference."""
    for path in sorted(scene.folder.glob('before.*.txt')):
        checks.equal(scene.functions(path.name), scene.functions('prog', 'before.gmon'), path.name, 'functions')
        shown = scene.run('diff', path.name, path.name.replace('before', 'after'))
        checks.equal(shown.status, 0, path.name, shown.err)
        checks.expect('other takes 58.0 % less' in shown.out, path.name, shown.out)
    shown = scene.run('diff', 'before.egprof.brief.txt', 'prog', 'after.gmon')
    checks.expect('other takes 58.0 % less' in shown.out, 'a listing and a profile', shown.out + shown.err)
    shown = scene.run('--tree', 'before.egprof.brief.txt')
    checks.expect(shown.status == 1 and 'a tree needs whole stacks' in shown.err, 'no stacks', shown.err)
    flat = scene.run('before.egprof.flat.txt')
    checks.expect('without a call graph' in flat.err, 'what a flat profile lacks', flat.err)


def _trace(samples):
    frame = {'functionName': '(root)'}, {'functionName': 'parse', 'url': 'a.js'}
    nodes = [{'id': 1, 'callFrame': frame[0]}, {'id': 2, 'parent': 1, 'callFrame': frame[1]}]
    data = {'cpuProfile': {'nodes': nodes, 'samples': [2] * samples}, 'timeDeltas': [1000] * samples}
    event = {'ph': 'P', 'pid': 1, 'tid': 1, 'id': '0x1', 'ts': 0}
    return [{'ph': 'X', 'name': 'task', 'pid': 1, 'tid': 1, 'ts': 0, 'dur': 5},
            {**event, 'name': 'Profile', 'args': {'data': {'startTime': 0}}},
            {**event, 'name': 'ProfileChunk', 'ts': 1, 'args': {'data': data}}]


def samples_in_traces(checks, scene):
    scene.write('old.json', _trace(401))
    scene.write('new.json', {'traceEvents': _trace(801)})
    shown = scene.run('diff', 'old.json', 'new.json')
    checks.expect('other takes 100.0 % more' in shown.out and 'parse' in shown.out, 'samples', shown.out + shown.err)
    shown = scene.run('trace', 'old.json', 'new.json')
    checks.equal(shown.status, 0, 'calls of the same file', shown.err)
    scene.write('calls.json', _trace(4)[:1])
    shown = scene.run('diff', 'calls.json', 'calls.json')
    checks.expect(shown.status == 0 and 'whose calls were added up by path' in shown.out + shown.err, 'no samples',
                  shown.out + shown.err)



FRAMES = [(name, image) for name in ('main', 'parse', 'scan', 'operator new') for image in ('', 'bin/prog', 'lib/a.so')]


def telemetry(checks, scene):
    """Random profiles of OpenTelemetry have the sums that an independent reader finds."""
    chance = random.Random(46)
    for number in range(30):
        stacks = []
        for _ in range(chance.randrange(1, 40)):
            frames = [chance.choice(FRAMES) for _ in range(chance.randrange(1, 6))]
            values = [chance.randrange(1, 10**7) for _ in range(chance.choice((0, 1, 3)))]
            stacks.append((values, [] if values else [chance.randrange(10**9) for _ in range(chance.randrange(1, 4))], frames))
        path = scene.folder / f'{number}.otlp'
        path.write_bytes(write_otlp(stacks, *chance.choice((('cpu', 'nanoseconds'), ('allocations', 'bytes')))))
        sums, scale = sums_of(path), 1e9 if next(iter(read(path).units.values())) == 'seconds' else 1
        shown = scene.run('--format=json', path.name)
        checks.equal(shown.status, 0, 'a profile of OpenTelemetry', shown.err)
        found = {(each['name'], each.get('image') or ''): tuple(round(each['numbers'][key] * scale) for key in ('self', 'total'))
                 for each in json.loads(shown.out)['functions']}
        checks.equal(found, {key: (sums.own[key], sums.total[key]) for key in sums.functions()}, shown.command, 'sums')


def libraries(checks, scene):
    """Random profiles of a shared library have the samples and calls that an independent reader finds."""
    chance = random.Random(6)
    for number in range(30):
        size = programs.SIZE * len(NAMES)
        bins = [chance.randrange(2000) for _ in NAMES]
        arcs = [(programs.SIZE * chance.randrange(len(NAMES)) + 5, programs.SIZE * chance.randrange(len(NAMES)),
                 chance.randrange(1, 10**6)) for _ in range(chance.randrange(12))]
        path = scene.folder / f'{number}.profile'
        path.write_bytes(ld_profile.write(programs.START, programs.START + size, bins, 100, arcs, chance.randrange(5)))
        low, width, samples, rate, calls = ld_profile.read(path.read_bytes())
        called = dict.fromkeys(NAMES, 0)
        for (call, callee), count in calls.items():
            # recursive calls are counted apart
            if (call - low) // width != (callee - low) // width:
                called[NAMES[(callee - low) // width]] += count
        expected = {name: (round(samples[place] / rate, 2), called[name]) for place, name in enumerate(NAMES)}
        checks.equal(scene.functions('-z', 'prog', path.name), {name: each for name, each in expected.items() if any(each)},
                     path.name, 'samples and calls')


def _google(factor):
    rows = [{'name': f'BM_f/{n}', 'run_name': f'BM_f/{n}', 'run_type': 'iteration', 'repetition_index': i, 'iterations': 9,
             'real_time': factor * n * (1 + i / 1000), 'cpu_time': n, 'time_unit': 'us'}
            for n in (8, 16, 32, 64, 128) for i in range(3)]
    return {'context': {'num_cpus': 2}, 'benchmarks': rows}


def benchmarks(checks, scene):
    scene.write('old.bench', _google(1))
    scene.write('new.bench', _google(2))
    shown = scene.run('model', 'old.bench')
    checks.expect(shown.status == 0 and 'BM_f' in shown.out and 'real_time' in shown.out, 'model', shown.out + shown.err)
    scene.write('one.csv', 'name,value,unit\nf,3,ms\n')
    shown = scene.run('model', 'one.csv')
    checks.expect(shown.status == 1 and 'without parameters, the first ones of f' in shown.err, 'no size', shown.err)
    if 'SQLite' in scene.run('db', 'list', 'none.db').err:
        return
    for name in ('old', 'new'):
        shown = scene.run('db', 'add', 'runs.db', f'f/nightly/{name}', f'{name}.bench')
        checks.equal((shown.status, '3 runs, 5 functions' in shown.out), (0, True), 'added', shown.out + shown.err)
    shown = scene.run('db', 'diff', 'runs.db', 'f/nightly/old', 'f/nightly/new')
    checks.expect('100.0 % more' in shown.out and 'BM_f arg0=128' in shown.out, 'difference', shown.out + shown.err)
    shown = scene.run('db', 'import', 'runs.db', 'old.bench')
    checks.expect(shown.status == 1 and "add them with 'egprof db add" in shown.err, 'import', shown.err)


def foreign(checks, scene):
    """The message names the command that converts a file."""
    (scene.folder / 'data').mkdir()
    (scene.folder / 'data' / 'meta.db').write_bytes(b'HPCTOOLKITmeta')
    scene.write('stacks.dtrace', "\n              libc.so.1`read+0xa\n              prog`main+0x10\n                3\n\n")
    scene.write('ruby.json', {'version': 1.2, 'mode': 'wall', 'samples': 1, 'gc_samples': 0, 'missed_samples': 0, 'frames': {}})
    scene.write('haskell.prof', {'program': 'p', 'rts_arguments': ['-pj'], 'total_ticks': 798, 'cost_centres': []})
    (scene.folder / 'wide.folded').write_bytes('main;f 3\n'.encode('utf-16'))
    scene.write('archive', 'PK\3\4')
    scene.write('isolate.log', 'v8-version,6,0,287,53,0\n')
    scene.write('safari.json', {'version': 1, 'recording': {'displayName': 'Timeline 1', 'records': []}})
    scene.write('python.mojo', 'MOJ\1\1austin')
    scene.write('methods.trace', '*version\n3\n')
    for name, message in (('methods.trace', 'a method trace of Android: open it at profiler.firefox.com, and read what'),
                          ('archive', "a ZIP archive: unpack it with 'unzip archive'"),
                          ('isolate.log', "a log of V8, as 'node --prof' writes it: record with 'node --cpu-prof'"),
                          ('safari.json', 'a timeline recording of Safari: open it in speedscope'),
                          ('python.mojo', "a binary profile of Austin; convert it with 'mojo2austin python.mojo OUT.austin'"),
                          ('data', 'a database of HPCToolkit: no command is known'),
                          ('stacks.dtrace', 'inferno-collapse-dtrace stacks.dtrace >OUT.folded'),
                          ('haskell.prof', "a profile of GHC in JSON: record with '+RTS -p'"),
                          ('wide.folded', "text in UTF-16; convert it with 'iconv -f UTF-16 -t UTF-8 wide.folded >OUT'"),
                          ('ruby.json', 'stackprof --stackcollapse ruby.json >OUT.folded')):
        shown = scene.run('diff', name, name)
        checks.expect(shown.status == 1 and message in shown.err, name, shown.err)
    for words in (['trace', 'wide.folded', 'wide.folded'], ['model', 'wide.folded'], ['rank', 'wide.folded', '--against', 'wide.folded'],
                  ['wide.folded'], ['check', 'wide.folded']):
        shown = scene.run(*words)
        checks.expect(shown.status == 1 and "'iconv -f UTF-16" in shown.err, f'UTF-16: {words}', shown.err)


def main():
    arguments = parse_arguments(__doc__)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(arguments.egprof, folder)
        for part in (listings, samples_in_traces, telemetry, libraries, benchmarks, foreign):
            part(checks, scene)
    checks.finish()


if __name__ == '__main__':
    main()
