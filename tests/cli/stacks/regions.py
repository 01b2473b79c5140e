# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings of TAU, Caliper and Cube, which measure calls: a directory is one execution with ranks and threads."""
import collections
import json
import random
import struct
import zlib

from stack_formats import cube

FUNCTIONS = {'main': (1, 100), 'solve': (4, 400), 'MPI_Send()': (8, 50)}  # calls and own microseconds


def _tau(values, paths=True):
    """Returns the profile of a thread in which main calls solve, which calls MPI_Send()."""
    (main_calls, main), (solve_calls, solve), (send_calls, send) = values.values()
    rows = [('main', main_calls, main, main + solve + send, 'TAU_DEFAULT'),
            ('solve [{s.c} {3,1}-{9,1}]', solve_calls, solve, solve + send, 'TAU_USER'),
            ('MPI_Send()  ', send_calls, send, send, 'MPI')]
    if paths:
        rows += [('main => solve [{s.c} {3,1}-{9,1}]', solve_calls, solve, solve + send, 'TAU_CALLPATH|TAU_USER'),
                 ('main => solve [{s.c} {3,1}-{9,1}] => MPI_Send()  ', send_calls, send, send, 'TAU_CALLPATH|MPI')]
    depth = '<attribute><name>TAU_CALLPATH_DEPTH</name><value>9</value></attribute>'
    head = f'{len(rows)} templated_functions_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls # <metadata>{depth}</metadata>\n'
    return head + ''.join(f'"{name}" {calls} 0 {own} {all_} 0 GROUP="{group}" \n' for name, calls, own, all_, group in rows) \
        + '0 aggregates\n'


def _execution(folder, factors, paths=True):
    """Writes the directory of a run; solve takes `factor` times as long in each rank."""
    folder.mkdir()
    for rank, factor in enumerate(factors):
        values = {**FUNCTIONS, 'solve': (4, int(400 * factor))}
        (folder / f'profile.{rank}.0.0').write_text(_tau(values, paths))
    return folder


def tau_directories(checks, scene):
    base, other = _execution(scene.folder / 'tau.base', (1, 1)), _execution(scene.folder / 'tau.other', (1, 2))
    rows = scene.difference(base, other).rows()
    names = {key[0]: row for key, row in rows.items()}
    checks.equal(names['solve'].base.self - names['solve'].other.self, -400_000, 'solve takes 400 us more')
    checks.equal(names['MPI_Send()'].base.calls, 16, 'calls of all ranks')
    tree = scene.egprof_of('--tree', base)
    checks.expect('MPI_Send()' in tree.out and tree.status == 0, 'paths are a tree', tree.out + tree.err)
    report = scene.egprof_of('diff', base, other)
    checks.expect('solve' in report.out and report.status == 0, 'report', report.out + report.err)
    listed = scene.egprof_of('-i', base)
    checks.expect('(tau)' in listed.out and 'TIME' in listed.out, '-i', listed.out + listed.err)
    ranks = scene.egprof_of('--ranks', '--format=json', other)
    checks.expect(ranks.status == 0, '--ranks', ranks.err)
    solve = next(row for row in json.loads(ranks.out)['functions'] if row['name'] == 'solve')
    spread = solve['seconds']
    checks.equal((round(spread['max'] * 1e6), spread['maxRank'], round(spread['min'] * 1e6)), (800, 1, 400), 'ranks')
    pair = scene.egprof_of('diff', '--ranks=0,1', other)
    checks.expect('solve' in pair.out and pair.status == 0, 'two ranks of one run', pair.out + pair.err)


def tau_elsewhere(checks, scene):
    other = scene.folder / 'tau.other'
    found = scene.egprof_of('check', '--format=json', other)
    checks.expect(found.status == 0, 'check', found.err)
    findings = json.loads(found.out)['properties']
    checks.expect(any(f['name'] == 'ImbalanceOverRanks' for f in findings), 'check finds imbalance', findings)
    checks.expect(any(f['name'] == 'MPIOverhead' for f in findings), 'and time in MPI', findings)
    words = []
    for size in (1, 2, 4, 8, 16):
        words += [f'--at=n={size}', _execution(scene.folder / f'tau.{size}', (size,))]
    models = scene.egprof_of('model', '--metric=self', '--format=json', *words)
    checks.expect(models.status == 0, 'model', models.err)
    solve = next(m for m in json.loads(models.out)['models'] if m['function'] == 'solve')
    checks.equal((solve['terms'], solve['exponent']), (['1', 'n'], 1), 'solve grows with n')
    pruned = scene.egprof_of('prune', other)
    checks.expect(pruned.status == 0 and 'solve' in pruned.out, 'prune', pruned.out + pruned.err)
    # Without paths, there are no stacks, but inclusive times and calls are known.
    flat = _execution(scene.folder / 'tau.flat', (1, 1), paths=False)
    rows = {key[0]: row for key, row in scene.difference(flat, scene.folder / 'tau.base').rows().items()}
    checks.equal({name: row.base.total - row.other.total for name, row in rows.items()},
                 dict.fromkeys(FUNCTIONS, 0), 'the same inclusive times without paths')


def caliper_is_no_trace_of_chrome(checks, scene):
    path = scene.folder / 'region.json'
    path.write_text(json.dumps({
        'data': [[0.25, 0, None], [2.5, 0, 0], [1.5, 0, 1]], 'columns': ['time', 'mpi.rank', 'path'],
        'column_metadata': [{'is_value': True, 'attribute.unit': 'sec'}, {'is_value': True}, {'is_value': False}],
        'nodes': [{'label': 'main', 'column': 'path'}, {'label': 'solve', 'column': 'path', 'parent': 0}]}))
    listed = scene.egprof_of('-i', path)
    checks.expect('(caliper-json)' in listed.out and listed.status == 0, 'json-split', listed.out + listed.err)
    rows = {key[0]: row for key, row in scene.document(path).functions().items()}
    checks.equal((rows['main'].total, rows['solve'].self), (4 * 10**9, 15 * 10**8), 'json-split: values')


def _member(name, content):
    header = name.encode().ljust(124, b'\0') + b'%011o\0' % len(content) + b'\0' * 20 + b'0'
    return header.ljust(257, b'\0') + b'ustar'.ljust(255, b'\0') + content.ljust(-(-len(content) // 512) * 512, b'\0')


def _call_tree(randomness, depth=0):
    children = [_call_tree(randomness, depth + 1) for _ in range(randomness.randint(0, 3) if depth < 4 else 0)]
    return randomness.randrange(6), children


def _cnodes(tree):
    return f'<cnode calleeId="{tree[0]}">' + ''.join(map(_cnodes, tree[1])) + '</cnode>'


def _nodes(tree):
    return 1 + sum(map(_nodes, tree[1]))


def _cubex(seed):
    """Returns an experiment with a random tree of calls, in one of the forms of values."""
    randomness = random.Random(seed)
    tree, order, is_packed, locations = _call_tree(randomness), '<>'[seed % 2], seed % 3 == 0, 3
    kind, is_inclusive = (('INT64', 'q'), ('DOUBLE', 'd'))[seed // 2 % 2], seed % 5 < 3
    regions = ''.join(f'<region id="{i}" mod="m.c"><name>f{i}&lt;&gt;</name></region>' for i in range(6))
    places = ''.join(f'<locationgroup><rank>{i}</rank><location><name>t</name><rank>0</rank></location></locationgroup>'
                     for i in range(locations))
    anchor = (f'<?xml version="1.0"?><cube><metrics><metric id="4" type="{"INCLUSIVE" if is_inclusive else "EXCLUSIVE"}">'
              f'<uniq_name>time</uniq_name><dtype>{kind[0]}</dtype><uom>sec</uom></metric></metrics><program>{regions}'
              f'{_cnodes(tree)}</program><system>{places}</system></cube>')
    # Without the rows of some nodes, whose values are then 0.
    positions = [i for i in range(_nodes(tree)) if i == 0 or randomness.random() < 0.8]
    rows = [struct.pack(f'{order}{locations}{kind[1]}', *(randomness.randrange(1000) for _ in range(locations)))
            for _ in positions]
    index = b'CUBEX.INDEX' + struct.pack(f'{order}IHBI{len(positions)}I', 1, 0, 1, len(positions), *positions)
    if is_packed:
        streams, table = b'', struct.pack(order + 'Q', len(rows))
        for number, row in enumerate(rows):
            packed = zlib.compress(row)
            table += struct.pack(order + '3Q', number * len(row), len(streams), len(packed))
            streams += packed
        data = b'ZCUBEX.DATA' + table + streams
    else:
        data = b'CUBEX.DATA' + b''.join(rows)
    return _member('4.index', index) + _member('4.data', data) + _member('anchor.xml', anchor.encode()) + b'\0' * 1024


def cube_experiments(checks, scene):
    for seed in range(20):
        archive = _cubex(seed)
        path = scene.folder / f'{seed}.cubex'
        path.write_bytes(archive)
        expected = collections.Counter()
        for calls, values in cube.read(archive, 'time').items():
            expected[calls[-1]] += round(sum(values) * 10**9)
        own = {name: numbers.self for (name, _), numbers in scene.document(path, graph=False).functions().items()}
        checks.equal({name: value for name, value in own.items() if value},
                     {name: value for name, value in expected.items() if value}, f'experiment {seed}')


REGIONS = (cube_experiments, tau_directories, tau_elsewhere, caliper_is_no_trace_of_chrome)
