#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof prune on a recorded trace, on folded stacks and on profiles, and on bad input.

    tests/cli/prune/run.py --egprof build/egprof/egprof
"""
import csv
import io
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
from checks import TOP, Checks, parse_arguments, parsed_document, run  # noqa: E402

# Table 1 of the paper (Trebon et al., Performance modeling of component assemblies): exclusive and inclusive
# milliseconds, and callees. The paper shows calls only in pictures, so the callees are those of one possible nesting.
# The rest of a routine's inclusive time is spent in MPI.
TABLE_1 = {'go': (285, 90785, ['Advance', 'Regrid', 'GC_Synch', 'stats', 'GetStableTimestep']),
           'Advance': (6887, 34411, ['flux', 'bc', 'prolong', 'restrict']), 'Regrid': (31607, 32582, ['GC_regrid_above']),
           'flux': (3118, 22156, ['sc', 'efm', 'c']), 'sc': (11131, 11131, []), 'efm': (7549, 7549, []),
           'GC_Synch': (1956, 3689, []), 'prolong': (1044, 1044, []), 'GC_regrid_above': (644, 946, []),
           'restrict': (815, 815, []), 'stats': (212, 271, []), 'c': (129, 253, []), 'GetStableTimestep': (5, 157, ['cq']),
           'cq': (86, 150, []), 'bc': (38, 38, [])}
TOTAL = 94568
BUSY = '''
#include <time.h>
static volatile long sink;
__attribute__((noinline)) void light(void) { sink += 1; }
__attribute__((noinline)) void heavy(void) {
  for (long i = 0; i < 1000000; ++i) sink += i;
}
int main(void) {
  light();
  while (clock() < CLOCKS_PER_SEC / 5) heavy();
}
'''
DATA = TOP / 'testdata'


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)

    def prune(self, *arguments):
        return run(self.egprof, 'prune', *map(str, arguments), cwd=self.folder)

    def document(self, checks, *arguments):
        return parsed_document(checks, self.prune('--format=json', *arguments))


def example(checks, scene):
    """Tests figure 6 of the paper (see TABLE_1) as folded stacks."""
    (scene.folder / 'fig6.folded').write_text('A;B 988\nA;B;d 1\nA;B;e 1\nA;C 4\nA;C;f 6\n')
    document = scene.document(checks, '--sweep', 'fig6.folded')
    checks.equal([each['path'] for each in document['core']], [['A'], ['A', 'B']], 'core')
    checks.equal((document['nodes'], document['kept'], document['recovery']), (6, 2, 0.988), 'sums')
    checks.equal(len(document['sweep']), 9, 'sweep')
    rows = list(csv.DictReader(io.StringIO(scene.prune('--format=csv', 'fig6.folded').out)))
    checks.equal([row['path'] for row in rows], ['A', 'A;B'], 'CSV')
    text = scene.prune('fig6.folded').out.splitlines()[0]
    checks.equal(text, 'The core is 2 of 6 paths of calls and 2 of 6 functions: their self samples are 98.8 % '
                       'of the samples.', 'text')


def recorded(checks, scene):
    document = scene.document(checks, DATA / 'traces' / 'heat', '--gml=g.gml')
    kept = {each['path'][-1] for each in document['core']}
    graph = (scene.folder / 'g.gml').read_text()
    nodes = re.findall(r'\n    name "([^"]*)"(?:\n    [^\n]*)*?\n    kept ([01])', graph)
    checks.equal({name for name, value in nodes if value == '1'}, kept, 'kept nodes')
    checks.equal(len(re.findall(r'\n    kept [01]', graph)), document['nodes'], 'all paths')
    checks.equal(graph.count('\n    kept 1'), document['kept'], 'kept paths')
    whole = scene.document(checks, DATA / 'traces' / 'heat', '--alpha=1e-9', '--beta=1e-9')
    checks.equal((whole['kept'], round(whole['recovery'], 9)), (whole['nodes'], 1), 'everything')
    profile = scene.document(checks, DATA / 'profiles' / 'cycles1.callgrind')
    checks.equal(profile['recovery'] > .99, True, 'a profile with cycles')
    checks.equal(any('<cycle of ' in each['path'][-1] for each in profile['core']), True, 'a cycle is a node')


def paths_of_trace(checks, scene):
    """Tests a graph of a trace: sort takes other times below dear than below cheap, and each path has its own."""
    calls = (('main', 0, 1000), ('cheap', 0, 100), ('sort', 0, 80), ('dear', 100, 900), ('sort', 100, 880))
    (scene.folder / 'paths.json').write_text(json.dumps({'traceEvents': [
        {'name': name, 'ph': 'X', 'ts': start, 'dur': time, 'pid': 1, 'tid': 1} for name, start, time in calls]}))
    scene.document(checks, 'paths.json', '--beta=.3', '--gml=paths.gml')
    found = re.findall(r'name "([^"]*)"(?:\n    [^\n]*)*?\n    totalSeconds ([0-9.]+)(?:\n    [^\n]*)*?\n    kept ([01])',
                       (scene.folder / 'paths.gml').read_text())
    checks.equal(sorted((name, float(total), kept) for name, total, kept in found),
                 [('cheap', 0.0001, '0'), ('dear', 0.0009, '1'), ('main', 0.001, '1'), ('sort', 0.00008, '0'), ('sort', 0.00088, '1')],
                 'times and marks of paths')


def table(checks, scene):
    """Tests TABLE_1: ten of the 15 routines take less than 10 % of the time. The time of `go` outside of the listed
    routines is spent in MPI."""
    stacks = [f'main {TOTAL - TABLE_1["go"][1]}']

    def add(path, name):
        own, inclusive, callees = TABLE_1[name]
        path = f'{path};{name}'
        waiting = inclusive - own - sum(TABLE_1[callee][1] for callee in callees)
        stacks.extend([f'{path} {own}', f'{path};MPI_Waitsome {waiting}'] if waiting else [f'{path} {own}'])
        for callee in callees:
            add(path, callee)

    add('main', 'go')
    (scene.folder / 'table.folded').write_text('\n'.join(stacks) + '\n')
    document = scene.document(checks, '--unit=ms', '--alpha=1e-9', '--beta=1e-9', 'table.folded')
    milliseconds = {name: [1000 * sum(each[key] for each in document['core'] if each['path'][-1] == name)
                           for key in ('self', 'inclusive')] for name in (*TABLE_1, 'MPI_Waitsome', 'main')}
    for name, (own, inclusive, _) in TABLE_1.items():
        checks.equal([round(each, 6) for each in milliseconds[name]], [own, inclusive], f'times of {name}')
    total = milliseconds['main'][1]
    checks.equal(round(total, 6), TOTAL, 'the total')
    checks.equal(sum(milliseconds[name][1] < total / 10 for name in TABLE_1), 10, 'routines below 10 %')
    own = sum(milliseconds[name][0] for name in TABLE_1)
    mpi = milliseconds['MPI_Waitsome'][0]
    checks.equal((round(own), round(mpi), round(100 * mpi / total, 1)), (65506, 90785 - 65506, 26.7), 'time in MPI')
    core = {each['path'][-1] for each in scene.document(checks, '--unit=ms', 'table.folded')['core']}
    checks.equal(core & set(TABLE_1), set('go Advance Regrid flux sc efm GC_Synch prolong restrict'.split()), 'the core')


def profiled(checks, scene):
    """Tests a gprof profile with its image: a callee without time is pruned although it was called."""
    (scene.folder / 'busy.c').write_text(BUSY)
    done = subprocess.run(['gcc', '-pg', '-O1', '-o', 'busy', 'busy.c'], cwd=scene.folder, capture_output=True, check=False)
    if done.returncode:
        print('skipped: a profile of gprof (gcc -pg does not work)')
        return
    subprocess.run(['./busy'], cwd=scene.folder, check=True)
    document = scene.document(checks, 'busy', 'gmon.out')
    checks.equal([each['path'] for each in document['core']], [['main'], ['main', 'heavy']], 'core of a profile')
    checks.equal((document['nodes'], document['functions']), (3, 3), 'all of a profile')
    checks.equal(document['core'][1]['calls'] >= 1, True, 'calls')
    shown = scene.prune('gmon.out')
    checks.equal((shown.status, shown.out, shown.err.count('\n')), (1, '', 1), 'no image', shown.err)


def bad(checks, scene):
    def refused(message, *arguments):
        shown = scene.prune(*arguments)
        checks.equal((shown.status, shown.out), (1, ''), 'status', shown.command)
        checks.equal(message in shown.err.splitlines()[0], True, message, shown.err)
    refused("option '--alpha' needs a number between 0 and 1, not '1'", '--alpha=1', 'x')
    refused("option '--sweep' needs at most 20 numbers", '--sweep=.1,2', 'x')
    refused('no trace or profile given')
    refused('--keep is only for traces', '--keep=main', 'fig6.folded')
    refused('No such file', 'missing')


def main():
    options = parse_arguments(__doc__)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(options.egprof, folder)
        for part in (example, table, paths_of_trace, recorded, profiled, bad):
            part(checks, scene)
    return checks.finish()


if __name__ == '__main__':
    sys.exit(main())
