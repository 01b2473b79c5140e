# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that gates, differences and tables report what cannot be judged, and that options without effect are
refused."""
import csv
import gzip
import io
import json
import re
import shutil
import struct
import subprocess

import waits
from checks import TOP

DATA = TOP / 'testdata' / 'properties'
CRYSTAL = [str(DATA / name) for name in ('crystal1.callgrind.gz', 'crystal2.callgrind.gz')]
NO_TIMES = 'no input has metrics of TimePerf'


def judge(scene, *arguments):
    """Returns the exit status, the messages about gates, and the whole result of the command."""
    shown = scene.check('--limit=1', *arguments)
    return shown.status, [line.split('egprof: ', 1)[1] for line in shown.err.splitlines()], shown


def gates(checks, scene):
    """A gate fails if nothing can be judged. It also judges findings below the threshold, which the report omits."""
    waits.unpack(scene)
    base, other = CRYSTAL
    for arguments, reason in ((['--fail-if=LateSender > 5%', base], f'not applicable to {base} ({NO_TIMES})'),
                              (['--fail-if=loadBalance < 80%', base], f'{base} does not contain loadBalance'),
                              (['--fail-if=MemoryBound > 5%', 'ranks'], 'not applicable to ranks (no input has metrics of SeqPerf)'),
                              (['--fail-if=LateSender > 5%', other, '--subtract', base], f'not applicable to {base} ({NO_TIMES})'),
                              (['--fail-if=severity > 5%', scene.write('odd.csv', 'region,metric,value\nf,odd,1\n')],
                               'no property is applicable to odd.csv'),
                              (['--fail-if=growth > 5%', 'odd.csv', '--subtract', 'odd.csv'],
                               'no property is applicable to both sides')):
        status, lines, shown = judge(scene, *arguments)
        checks.equal((status, lines), (1, [f'{arguments[0][10:]}: {reason}, so this condition checks nothing']), 'a blind gate', shown.command)
        checks.equal(shown.out != '', True, 'the report is there', shown.command)
    # In the first call, each of the 3201 cache lines of the array tn misses the last-level cache once.
    where = (3201 / 640000, 'line 31 of crystal.c (temp)'), (3201 / 832005, 'function temp (crystal.c)')
    for arguments, findings in (
            (['--fail-if=LC2MissesOverMemRef > 0.1%', '--phase=temp', base],
             '2 findings: ' + ', '.join(f'LC2MissesOverMemRef {part:.3%} in {place}' for part, place in where)),
            (['--fail-if=severity >= 0.5', base],
             '3 findings: LC1MissesOverMemRef 0.50002 in line 50 of crystal.c (bound), '
             'MemoryBound 0.50002 in line 50 of crystal.c (bound), '
             'LC1WriteMissesOverMemRef 0.50000 in line 50 of crystal.c (bound)'),
            (['--fail-if=LC1WriteMissesOverMemRef > 40%', '--threshold=60%', base],
             '1 finding: LC1WriteMissesOverMemRef 50.000% in line 50 of crystal.c (bound)'),
            (['--fail-if=growth > 37%', other, '--subtract', base],
             f'3 findings: LC1WriteMissesOverMemRef {128000 / 256000 - 16005 / 128800:+.3%} in line 50 of crystal.c (bound), '
             f'LC1MissesOverMemRef {128005 / 256000 - 16010 / 128800:+.3%} in line 50 of crystal.c (bound), '
             f'MemoryBound {128005 / 256000 - 16010 / 128800:+.3%} in line 50 of crystal.c (bound)'),
            (['--fail-if=loadBalance < 99%', '--phase=work', 'ranks'], '1 efficiency: loadBalance 91.262%')):
        status, lines, shown = judge(scene, *arguments)
        checks.equal((status, lines), (3, [f'fail: {arguments[0][10:]}: {findings}']), 'the worst is named', shown.command)
    status, lines, shown = judge(scene, '--fail-if=LC2MissesOverMemRef > 1%', '--phase=temp', base)
    checks.equal((status, lines), (0, []), 'a gate that holds back', shown.command)
    status, lines, shown = judge(scene, '--fail-if=LateSender > 5%', '--fail-if=severity > 0.5', base)
    checks.equal((status, len(lines)), (3, 2), 'one gate is blind, one fails', shown.command)
    status, lines, shown = judge(scene, '--fail-if=growth > 0', 'ranks', '--subtract', 'ranks')
    checks.equal((status, lines), (0, []), 'A - A', shown.command)
    shown = scene.check('--table', '--fail-if=severity > 0.5', '--fail-if=loadBalance < 95%', base, 'ranks')
    checks.equal((shown.status, re.findall('(?:finding|findings|efficiency): ([^ ]*: [a-zA-Z0-9]*) ', shown.err),
                  'does not contain loadBalance' in shown.err),
                 (3, [f'{base}: LC1MissesOverMemRef', 'ranks: loadBalance'], True), 'of a table', shown.err)


def lose_a_barrier(folder):
    """Removes a barrier from a recording, so that threads have different numbers of barriers. uftrace can lose barriers
    if LD_BIND_NOW is not set."""
    path = sorted(folder.glob('[0-9]*.dat'))[-1]
    barrier = next(call for call in waits.read_folder(folder)[-1] if call.name == 'GOMP_loop_end')
    records = [path.read_bytes()[at:at + 16] for at in range(0, path.stat().st_size, 16)]
    path.write_bytes(b''.join(record for record in records
                              if struct.unpack_from('<Q', record)[0] not in (barrier.begin, barrier.end)))


def differences(checks, scene):
    """No output shows a property as vanished if it cannot be judged on one side."""
    waits.unpack(scene)
    shutil.copytree(scene.folder / 'team', scene.folder / 'lossy')
    lose_a_barrier(scene.folder / 'lossy')
    for sides, known, unknown in ((('team', 'lossy'), 'base', 'other'), (('lossy', 'team'), 'other', 'base')):
        arguments = [sides[0], '--subtract', sides[1]]
        shown = scene.check('--format=json', *arguments)
        checks.equal((shown.status, shown.err.count('\n'), 'lossy: threads of one team' in shown.err), (0, 1, True), 'a warning',
                     shown.err)
        document = json.loads(shown.out)
        rows = {status: [each for each in document['differences'] if each['status'] == status]
                for status in ('both', 'onlyBase', 'onlyOther', 'notApplicable')}
        # Only the function that lacks a barrier, and what is around it, cannot be judged.
        checks.equal((rows['onlyBase'] + rows['onlyOther'], len(rows['notApplicable']) > 10, len(rows['both']) > 40),
                     ([], True, True), 'nothing vanished', {status: len(each) for status, each in rows.items()})
        checks.equal({(each[known] is None, each[unknown], each['diff'], 'LD_BIND_NOW=1' in each['reason'])
                      for each in rows['notApplicable']}, {(False, None, None, True)}, 'the reason of each', arguments)
        checks.equal({each['reason'] for each in rows['both']}, {None}, 'none where both are judged', arguments)
        reasons = {(each['side'], each['name']) for each in document['notApplicable'] if 'LD_BIND_NOW=1' in each['reason']}
        checks.equal({(unknown, each['name']) for each in rows['notApplicable']} <= reasons, True, 'listed by side', reasons)
        tables = scene.check('--format=csv', *arguments).out.split('\r\n\r\n')
        written = list(csv.DictReader(io.StringIO(tables[0])))
        checks.equal([(row['status'], row['reason'], row['callee'], row['property']) for row in written],
                     [(each['status'], each['reason'] or '', each['callee'] or '', each['name']) for each in document['differences']],
                     'CSV has what JSON has', arguments)
        checks.equal(len(list(csv.DictReader(io.StringIO(tables[1])))), len(document['notApplicable']), 'and the reasons', arguments)
        text = scene.check(*arguments).out
        checks.equal(f'{len(rows["notApplicable"])} not applicable on one side' in text.splitlines()[1], True, 'text', text[:200])
        side = {'base': "on the base's side", 'other': 'on the other side'}[unknown]
        checks.equal(re.search(f'\nNot applicable {side}\n(.*\n)*?  threads of one team .*LD_BIND_NOW', text) is not None, True, 'with reasons',
                     text[-900:])
        gate = scene.check(*arguments, '--fail-if=growth > 1%')
        grown = set(re.findall('([A-Z][A-Za-z]*) [+]', gate.err))
        checks.equal((gate.status, grown), (0, set()), 'what cannot be judged has not grown', gate.err)
    parts = scene.document(checks, '--phase=work', 'ranks', '--subtract', 'ranks')['differences']
    keys = [(each['name'], str(each['region']), each['callee'], each['dataStructure']) for each in parts]
    checks.equal(len(set(keys)), len(keys), 'rows differ', keys)
    checks.equal({'MPI_Recv', 'MPI_Barrier', None} <= {each['callee'] for each in parts}, True, 'by their routine', keys)
    shown = scene.check(CRYSTAL[0], '--subtract', 'team')
    checks.equal((shown.status, shown.out, 'has metrics of TimePerf, but' in shown.err, shown.err.count('\n')), (1, '', True, 1),
                 'no kind of metric in common', shown.err)


def tables(checks, scene):
    waits.unpack(scene)
    document = scene.document(checks, '--table', CRYSTAL[0], 'ranks')
    found = {each['name']: each['found'] for each in document['counts']}
    checks.equal((found['LateSender'][0], found['LC1MissesOverMemRef']), (None, [0, None]), 'never 0', found)
    reasons = {(each['input'], each['name']): each['reason'] for each in document['notApplicable']}
    checks.equal(reasons[CRYSTAL[0], 'LateSender'], NO_TIMES, 'the reason', reasons)
    checks.equal(sorted(reasons), sorted((document['inputs'][i], name) for name, each in found.items() for i in (0, 1)
                                         if each[i] is None), 'each has one', reasons)
    text = scene.check('--table', CRYSTAL[0], 'ranks').out
    checks.equal((re.search('^ +- +1 LateSender$', text, re.M) is not None, f'crystal1.callgrind.gz: {NO_TIMES}:\n' in text),
                 (True, True), 'text', text)


def programs(checks, scene):
    """The arguments of --table can be several programs, each followed by its profiles."""
    if shutil.which('gcc') is None:
        print('skipped: programs with profiles (no gcc)')
        return
    scene.write('ranks.c', 'int main(int n, char** a) { volatile long i = (n > 1 ? 30 : 10) * 10000000L; while (i > 0) --i; }\n')
    subprocess.run(['gcc', '-pg', '-no-pie', '-o', 'prog', 'ranks.c'], cwd=scene.folder, check=True)
    for i in range(4):
        subprocess.run(['./prog', *['more'] * (i == 3)], cwd=scene.folder, check=True, env={})
        (scene.folder / 'gmon.out').rename(scene.folder / f'prog.{i}')
    shown = scene.document(checks, '--table', 'prog', 'prog.0', 'prog.3', 'prog', 'prog.1')
    found = {each['name']: each['found'] for each in shown['counts']}
    checks.equal((len(shown['inputs']), found['ImbalanceOverRanks'][1]), (2, None), 'two programs', shown)
    checks.equal(shown['notApplicable'][-1]['reason'], 'only one rank: name the profiles of several ranks', 'one rank', shown)
    mixed = scene.check('--table', CRYSTAL[0], 'prog', 'prog.0', 'prog.1')
    checks.equal((mixed.status, mixed.out.split()[:2]), (0, ['crystal1.callgrind.gz', 'prog.0']), 'recordings before', mixed.err)
    alone = scene.check('prog', 'prog.0')
    checks.equal('  only one rank: name the profiles of several ranks:\n    ImbalanceOverRanks\n' in alone.out, True, 'not applicable', alone.out)
    twice = scene.check('prog', 'prog.0', 'prog', 'prog.1')
    checks.equal((twice.status, 'prog: a second program: only --table accepts several' in twice.err), (1, True), 'one run', twice.err)


def refused(checks, scene):
    """Refuses options without effect and files of the wrong kind."""
    base = CRYSTAL[0]
    waits.unpack(scene)
    (scene.folder / 'trace.lk').write_bytes(gzip.decompress((DATA / 'references.lackey.gz').read_bytes()))
    scene.write('prog.c', 'int main() {}\n')
    scene.write('new.asl', '\nCONTEXT SeqPerf { Ir; }\n')
    text = gzip.decompress((DATA / 'crystal1.callgrind.gz').read_bytes()).decode()
    scene.write('later', text.replace('version: 1', 'version: 99', 1))
    scene.write('wide', re.sub(r'\n([+]\d+ [\d ]+)\n', r'\n\1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n', text, count=1))
    for arguments, message in (
            (['--cache=1024,2,64', base], "--cache needs an address trace of valgrind's lackey, but no run is one"),
            (['--image=prog.c', base], '--image needs an address trace'),
            (['--reference=ranks', 'ranks', '--subtract', 'ranks'], '--reference cannot be combined with --subtract'),
            (['--reference=ranks', '--table', 'ranks'], '--reference cannot be combined with --table'),
            (['--limit=3', '--table', base], '--limit cannot be combined with --table'),
            (['--instances', '--table', base], '--instances cannot be combined with --table'),
            (['--limit=3', '--histogram', 'trace.lk'], '--limit cannot be combined with --histogram'),
            (['--image=prog.c', 'trace.lk'], 'trace.lk: address trace: prog.c is not a program; name the program with --image'),
            (['--properties=.', base], '.: Is a directory'),
            (['--properties=new.asl', base], "CONTEXT SeqPerf has no metric 'D1mr': new.asl:2 replaces the definition in builtin.asl"),
            (['later'], 'later: callgrind, line 2: version 99 of the format: only 0 and 1 are known'),
            (['wide'], "more costs than events in 'events:'"),
            ([scene.write('names.csv', 'regions,metric,value\nf,Dr,1\n')], "names.csv:1: no column 'region'")):
        shown = scene.check(*arguments)
        checks.equal((shown.status, shown.out, shown.err.count('\n'), message in shown.err), (1, '', 1, True), 'says ' + message,
                     (shown.command, shown.err))


def csv_tables(checks, scene):
    """Tests CSV tables with byte order marks, phases, efficiencies and coherence misses."""
    rows = [f'{region},{rank},{name},{value}' for region, factor in (('main', 9), ('f', 1)) for rank in (0, 1)
            for name, value in (('Dr', 100 * factor), ('Dw', 0), ('D1mr', 10 * factor), ('D1mw', 0), ('D1coherence', 6 * factor))]
    head = 'region,rank,metric,value\n'
    scene.write('plain.csv', head + '\n'.join(rows) + '\n')
    (scene.folder / 'marked.csv').write_bytes(b'\xef\xbb\xbf' + (scene.folder / 'plain.csv').read_bytes())
    plain, marked = scene.check('plain.csv').out, scene.check('marked.csv').out
    checks.equal(marked, plain.replace('plain.csv', 'marked.csv'), 'a byte order mark', 'marked.csv')
    phase = scene.document(checks, '--phase=f', 'plain.csv')
    checks.equal(({each['region']['name'] for each in phase['properties']},
                  {each['share'] for each in phase['properties'] if each['share'] is not None}), ({'f'}, {1}), 'the phase alone', phase)
    coherence = next(each for each in phase['properties'] if each['name'] == 'CoherenceMisses')
    checks.equal((coherence['severity'], coherence['refines'], coherence['leaf']), (0.06, 'LC1MissesOverMemRef', True), 'coherence',
                 coherence)
    scene.write('two.csv', head + ',0,useful,1\n,1,useful,3\n,0,instructions,3e9\n,1,instructions,3e9\n')
    scene.write('one.csv', head + ',0,useful,2\n,0,instructions,6e9\n')
    found = scene.document(checks, '--reference=one.csv', 'two.csv')['efficiencies']
    checks.equal({name: round(value, 5) for name, value in found.items()},
                 {'loadBalance': 0.66667, 'instructionBalance': 1, 'computationScaling': 0.5, 'instructionScaling': 1},
                 'no global efficiency', found)


def limits(checks, scene):
    """--limit cuts rows in every format, and documents give the number of rows left out."""
    for arguments, name in (([CRYSTAL[0]], 'properties'), ([CRYSTAL[0], '--subtract', CRYSTAL[1]], 'differences')):
        whole, cut = (scene.document(checks, limit, *arguments) for limit in ('--limit=0', '--limit=3'))
        checks.equal((cut[name], cut['leftOut'], whole['leftOut']), (whole[name][:3], len(whole[name]) - 3, 0), '--limit', arguments)
        rows = scene.check('--format=csv', '--limit=3', *arguments).out.split('\r\n\r\n')[0].split('\r\n')
        checks.equal(len(rows), 4, 'rows of CSV', rows)


def controls(checks, scene):
    """In text output, '?' replaces control characters in names, both those encoded in UTF-8 and those that are single
    bytes."""
    names = {b'esc\x1b[2J': 'esc?[2J', b'csi\xc2\x9b2J': 'csi?2J', b'nel\xc2\x85x': 'nel?x', b'byte\x9b2J': 'byte?2J',
             b'turned\xe2\x80\xae': 'turned?', b'\xc4\x9b': '\u011b'}
    rows = b''.join(name + b',Dr,100\n' + name + b',D1mr,50\n' for name in names)
    (scene.folder / 'names.csv').write_bytes(b'region,metric,value\n,Dr,1000\n,D1mr,500\n' + rows)
    shown = scene.check('--threshold=0', 'names.csv')
    checks.equal([name for name in names.values() if f'function {name}\n' not in shown.out], [], 'names', shown.out)


PARTS = (gates, differences, tables, programs, refused, csv_tables, limits, controls)
