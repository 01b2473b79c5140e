#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof check on a recording with planted misses, on random expressions, and on bad input.

    tests/cli/check/run.py --egprof build/egprof/egprof
"""
import csv
import gzip
import io
import json
import math
import random
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
sys.path.insert(0, str(HERE.parents[1] / 'support'))
sys.path.insert(0, str(HERE))
import arrays  # noqa: E402
import callgrind  # noqa: E402
import counters  # noqa: E402
import distributed  # noqa: E402
import growth  # noqa: E402
import judged  # noqa: E402
import memory  # noqa: E402
import page  # noqa: E402
import planted_ranks  # noqa: E402
import ranks  # noqa: E402
import waits  # noqa: E402
from callgrind_reader import Recording, findings  # noqa: E402
from checks import TOP, Checks, parse_arguments, parsed_document, run  # noqa: E402

DATA = TOP / 'testdata' / 'properties'
CRYSTAL = [DATA / 'crystal1.callgrind.gz', DATA / 'crystal2.callgrind.gz']
LOOPS = [str(DATA / 'crystal1.loops.callgrind.gz'), str(DATA / 'crystal2.loops.callgrind.gz')]
# {function: (misses, references)} during its five calls, derived by hand in the comments of crystal.c.
CALLS = {'bound': (5 * (25600 + 3201 + 3200 + 124), 5 * (10 * 25600 + 1)),
         'temp': (5 * 3201 + 1 + 4 * 10, 5 * (160 * (160 * 5 + 80 * 3) + 1))}


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)

    def check(self, *arguments):
        return run(self.egprof, 'check', *arguments, cwd=self.folder)

    def document(self, checks, *arguments):
        return parsed_document(checks, self.check('--format=json', *arguments))

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name


def planted(checks, scene):
    """Checks that the findings equal those of an independent reader and the figures in the comments of crystal.c."""
    source = (TOP / 'testdata/programs/crystal.c').read_text().splitlines()
    column, row = (1 + next(i for i, line in enumerate(source) if words in line)
                   for words in ('every write misses', 'one miss in eight'))
    for path in CRYSTAL:
        document = scene.document(checks, str(path))
        shown = sorted((((each['name'], each['region']['kind'], each['region']['name'], each['region']['line']),
                         each['severity'], each['share']) for each in document['properties'] if each['share']), key=str)
        recording = Recording(gzip.decompress(path.read_bytes()).decode())
        checks.equal(shown, findings(recording), 'findings of an independent reader', path.name)
        checks.equal(document['phase'], {'region': 'main', 'instances': 1, 'seconds': None, 'locations': 1}, 'phase', path.name)
    found = {(each['name'], each['region']['kind'], each['region']['name'], each['region']['line']): each
             for each in scene.document(checks, str(CRYSTAL[0]))['properties']}
    writes = found['LC1WriteMissesOverMemRef', 'line', 'bound', column]
    checks.equal((writes['severity'], writes['lost'], writes['unit'], writes['leaf']), (0.5, 128000, 'misses', True),
                 'the planted misses', writes)
    for name, misses in (('LC1ReadMissesOverMemRef', 5 * 3201), ('LC1WriteMissesOverMemRef', 5 * 3200)):
        each = found[name, 'line', 'bound', row]
        checks.equal((each['lost'], each['severity']), (misses, misses / 256000), 'one in eight', name)
    calls = {key[2]: each for key, each in found.items() if key[:2] == ('LC1MissesOverMemRef', 'call')}
    checks.equal({name: (each['lost'], each['severity']) for name, each in calls.items()},
                 {name: (misses, misses / references) for name, (misses, references) in CALLS.items()}, 'calls with misses', calls)
    checks.equal([round(calls[name]['severity'], 5) for name in ('bound', 'temp')], [.12549, .01929], 'their severity', calls)
    checks.equal(calls['bound']['leaf'], False, 'a call is no leaf', calls)
    misses = scene.write('misses.asl', 'PROPERTY Misses(SeqPerf s) { CONDITION: 1; CONFIDENCE: 1; '
                                       'SEVERITY: (s.D1mr + s.D1mw) / (s.Dr + s.Dw); }')
    few = {each['region']['name']: each['severity']
           for each in scene.document(checks, f'--properties={misses}', str(CRYSTAL[0]))['properties']
           if (each['name'], each['region']['kind']) == ('Misses', 'call')}
    checks.equal([0 < few.get(name, -1) < 0.01 for name in ('curr', 'velo')], [True, True], 'calls with few misses', few)


def loops(checks, scene):
    """Tests the loops in a recording with instruction addresses. The recording has a separate part for each call of
    bound()."""
    path = LOOPS[0]
    source = (TOP / 'testdata/programs/crystal.c').read_text().splitlines()
    inner = next(i for i, line in enumerate(source) if 'every write misses' in line)
    found = {(each['name'], each['region']['kind'], each['region']['line']): each
             for each in scene.document(checks, '--instances', path)['properties'] if each['region']['name'] == 'bound'}
    for kind, line in (('loop', inner - 1), ('loop', inner), ('line', inner + 1)):
        each = found['LC1WriteMissesOverMemRef', kind, line]
        checks.equal((each['severity'], each['lost'], each['leaf']), (0.5, 128000, kind == 'line'), 'a loop', each)
        checks.equal([(part['instance'], part['severity']) for part in each['instances']],
                     [(call + 1, 0.5) for call in range(5)], 'each call of bound', each)
        checks.equal(each['region']['path'].split(';')[-1], f'crystal.c:{line}' if kind == 'line' else 'bound', 'path', each)
    second = next(i for i, line in enumerate(source) if 'one miss in eight' in line)
    for line in (second - 1, second):
        checks.equal([round(found[f'LC1{kind}MissesOverMemRef', 'loop', line]['severity'], 5) for kind in ('Read', 'Write')],
                     [.06252, .0625], 'the second loop', line)
    # Version 2 reads `zone` before the inner loop, 160 times in each of the five calls. The inner loop does not contain
    # these references.
    changes = {(each['region']['kind'], each['region']['line']): (each['base'], each['other'])
               for each in scene.document(checks, path, '--subtract', LOOPS[1])['differences']
               if each['name'] == 'LC1WriteMissesOverMemRef' and each['region']['name'] == 'bound'}
    for key, references in ((('loop', inner - 1), 128800), (('loop', inner), 128000), (('line', inner + 1), 128800)):
        checks.equal(changes[key], (0.5, 5 * 3201 / references), 'the interchanged loops', key)
    shown = scene.check(path, '--subtract', LOOPS[1])
    checks.equal(re.search(rf'^ 0[.]50000  0[.]12504 .* both +LC1WriteMissesOverMemRef loop bound [(]crystal[.]c:{inner}[)]$',
                           shown.out, re.M) is not None, True, 'the difference', shown.out)
    phase = scene.document(checks, f'--phase=bound:{inner - 1}', path)
    checks.equal({each['share'] for each in phase['properties'] if each['lost']}, {1}, 'a loop as the phase', phase)
    shown = scene.check(f'--phase=bound:{inner - 1}', path, '--subtract', path)
    checks.equal((shown.status, 'the same properties, equally severe' in shown.out), (0, True), 'loops match', shown.out)
    leaves = lambda *words: sorted((each['name'], each['region']['name'], each['region']['line'])  # noqa: E731
                                   for each in scene.document(checks, *words)['properties']
                                   # Branches are counted in only one of the two recordings.
                                   if each['leaf'] and each['name'] != 'BranchMispredictions')
    checks.equal(leaves(path), leaves(str(CRYSTAL[0])), 'loops have no leaves beside those of their lines', path)
    shown = scene.check('--phase=bound:1', path)
    checks.equal((shown.status, 'loops of that function are at lines ' in shown.err), (1, True), 'no such loop', shown.err)
    shown = scene.check('--instances', str(CRYSTAL[0]))
    checks.equal((shown.status, '--dump-after=FN' in shown.err), (0, True), 'one part', shown.err)


def structure(checks, scene):
    """The structure of a recording with loops can be used for a recording without loops. A file given by --structure is
    never overwritten."""
    loops_path, lines_path = LOOPS[0], str(CRYSTAL[0])
    shown = scene.check('--structure=s.xml', loops_path)
    written = (scene.folder / 's.xml').read_text()
    checks.equal((shown.status, shown.err, shown.out == scene.check(loops_path).out), (0, '', True), 'written', shown.command)
    import xml.etree.ElementTree as tree
    kinds = {element.get('kind') for element in tree.fromstring(written).iter('region')}
    checks.equal(kinds, {'function', 'loop', 'call', 'line'}, 'kinds of regions', kinds)
    paths = lambda *words: {(each['name'], each['region']['name'], each['region']['line']): each['region']['path']  # noqa: E731
                            for each in scene.document(checks, *words)['properties'] if each['region']['kind'] == 'line'}
    with_loops, without, given = paths(loops_path), paths(lines_path), paths('--structure=s.xml', lines_path)
    key = next(key for key in given if key[:2] == ('LC1WriteMissesOverMemRef', 'bound'))
    checks.equal((without[key].count('bound'), given[key], given[key].count('bound')), (1, with_loops[key], 3),
                 'a line within two loops', given[key])
    checks.equal((scene.folder / 's.xml').read_text(), written, 'a structure is never written over', 's.xml')
    again = scene.check('--structure=s.xml', loops_path)
    checks.equal(again.out, scene.check(loops_path).out, 'its own structure changes nothing', again.command)
    for name, text in (('recording', 'events: Ir\nfn=f\n1 5\n'), ('bad.xml', '<sir>\n<region/></sir>')):
        scene.write(name, text)
        shown = scene.check(f'--structure={name}', lines_path)
        checks.equal((shown.status, shown.out, shown.err.count('\n'), (scene.folder / name).read_text()), (1, '', 1, text),
                     'no structure', shown.err)
        checks.equal(': structure, line ' in shown.err, True, 'which line', shown.err)


def difference(checks, scene):
    base, other = map(str, CRYSTAL)
    document = scene.document(checks, base, '--subtract', other)
    mirrored = scene.document(checks, other, '--subtract', base)
    key = lambda each: (each['name'], json.dumps(each['region']))  # noqa: E731
    turned = {'onlyBase': 'onlyOther', 'onlyOther': 'onlyBase', 'both': 'both'}
    back = {key(each): (each['other'], each['base'], turned[each['status']]) for each in mirrored['differences']}
    checks.equal({key(each): (each['base'], each['other'], each['status']) for each in document['differences']}, back,
                 'A-B mirrors B-A', 'differences')
    first = document['differences'][0]
    checks.equal((first['name'], first['region']['kind'], first['base'], first['other']),
                 ('LC1WriteMissesOverMemRef', 'line', 0.5, 5 * 3201 / 128800), 'the interchanged loops', first)
    checks.equal(any(each['diff'] for each in scene.document(checks, base, '--subtract', base)['differences']), False,
                 'A - A', 'differences')
    text = scene.check(base, '--subtract', other)
    checks.equal('shrank   0.50000 -> 0.12426  LC1WriteMissesOverMemRef' in text.out, True, 'text', text.command)


def outputs(checks, scene):
    base = str(CRYSTAL[0])
    document = scene.document(checks, base)
    shown = scene.check('--format=csv', base)
    rows = list(csv.DictReader(io.StringIO(shown.out.split('\r\n\r\n')[0])))
    checks.equal([(row['property'], row['region'], float(row['severity'])) for row in rows],
                 [(each['name'], each['region']['name'], each['severity']) for each in document['properties']],
                 'CSV has what JSON has', shown.command)
    text = scene.check(base)
    checks.equal(len(text.out.split('\n\n')[0].splitlines()) <= 10, True, 'the answer has ten lines', text.command)
    checks.equal(len(re.findall(r'^ ?[0-9.]+ +1[.]00 ', text.out, re.M)), len(document['properties']), 'rows', text.command)
    limited = scene.check('--limit=3', base)
    checks.equal(len(re.findall(r'^ ?[0-9.]+ +1[.]00 ', limited.out, re.M)), 3, '--limit', limited.command)
    table = scene.check('--table', *map(str, CRYSTAL))
    counts = {line.split()[-1]: line.split()[:-1] for line in table.out.splitlines()[2:]}
    leaves = sum(each['leaf'] for each in document['properties'] if each['name'] == 'LC1WriteMissesOverMemRef')
    checks.equal(counts['LC1WriteMissesOverMemRef'][0], str(leaves), '--table', table.command)
    scene.document(checks, '--table', *map(str, CRYSTAL))
    both = scene.document(checks, base, base)
    checks.equal([each['severity'] for each in both['properties'] if each['name'] == 'LC1MissesOverMemRef'],
                 [each['severity'] for each in document['properties'] if each['name'] == 'LC1MissesOverMemRef'],
                 'two equal processes are as severe as one', 'severity')
    phase = scene.document(checks, '--phase=bound', base)
    checks.equal(phase['phase']['region'], 'bound', '--phase', base)
    few = scene.document(checks, '--threshold=40%', base)
    checks.equal({each['region']['kind'] for each in few['properties']}, {'line'}, '--threshold', base)
    mine = scene.write('mine.asl', 'PROPERTY LC1MissesOverMemRef(SeqPerf s) { CONDITION: s.selfIr > 1s; CONFIDENCE: 60%; '
                                   'SEVERITY: s.selfIr; }')
    ours = scene.document(checks, f'--properties={mine}', base)
    replaced = [each for each in ours['properties'] if each['name'] == 'LC1MissesOverMemRef']
    checks.equal({each['confidence'] for each in replaced}, {0.6}, '--properties replaces by name', mine)
    absent = [each['reason'] for each in ours['notApplicable'] if each['name'] == 'LC1MissesOverMemRef']
    checks.equal(set(absent), {"no value of the metric 'selfIr'"}, 'calls have no cost of their own', mine)
    sure = scene.document(checks, f'--properties={mine}', '--min-confidence=.7', base)
    checks.equal([each for each in sure['properties'] if each['name'] == 'LC1MissesOverMemRef'], [], '--min-confidence', mine)


UNKNOWN = math.nan


class Expressions:
    """Makes random expressions, each as text and as a Python function of metrics. Unknown values are NaN."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def make(self, depth):
        if depth == 0:
            if self.random.random() < 0.6:
                name = self.random.choice('abc')
                return f'm.{name}', lambda m: m.get(name, UNKNOWN)
            text, value = self.random.choice([('0', 0.0), ('1', 1.0), ('2.5', 2.5), ('50%', 0.5), ('3ms', 3 / 1e3)])
            return text, lambda m: value
        kind = self.random.randrange(10)
        (at, a), (bt, b), (ct, c) = (self.make(depth - 1) for _ in range(3))
        if kind == 0:
            return f'NOT ({at})', lambda m: self.known(a(m), lambda x: float(x == 0))
        if kind == 1:
            return f'-({at})', lambda m: -a(m)
        if kind == 2:
            return f'IF({at}, {bt}, {ct})', lambda m: self.known(a(m), lambda x: b(m) if x else c(m))
        if kind == 3:
            word, call = self.random.choice([('MIN', min), ('MAX', max)])
            return f'{word}({at}, {bt})', lambda m: self.both(a(m), b(m), call)
        if kind == 4:
            return f'({at}) AND ({bt})', lambda m: self.known(a(m), lambda x: self.truth(b(m)) if x else 0.0)
        if kind == 5:
            return f'({at}) OR ({bt})', lambda m: self.known(a(m), lambda x: 1.0 if x else self.truth(b(m)))
        if kind == 6:
            word, call = self.random.choice([('<', lambda x, y: x < y), ('<=', lambda x, y: x <= y), ('==', lambda x, y: x == y),
                                             ('!=', lambda x, y: x != y), ('>', lambda x, y: x > y), ('>=', lambda x, y: x >= y)])
            return f'({at}) {word} ({bt})', lambda m: self.both(a(m), b(m), lambda x, y: float(call(x, y)))
        word, call = self.random.choice([('+', lambda x, y: x + y), ('-', lambda x, y: x - y), ('*', lambda x, y: x * y),
                                         ('/', lambda x, y: x / y if y else UNKNOWN)])
        return f'({at}) {word} ({bt})', lambda m: self.both(a(m), b(m), call)

    @staticmethod
    def known(value, use):
        return use(value) if math.isfinite(value) else UNKNOWN

    @staticmethod
    def both(a, b, use):
        return use(a, b) if math.isfinite(a) and math.isfinite(b) else UNKNOWN

    def truth(self, value):
        return self.known(value, lambda x: float(x != 0))


def expressions(checks, scene):
    made, regions = Expressions(11), {}
    for i in range(8):
        regions[f'f{i}'] = {name: made.random.choice([0.0, 1.0, 2.0, 3.5, -1.25]) for name in 'abc' if made.random.random() < 0.8}
    regions = {name: metrics for name, metrics in regions.items() if metrics}
    lines = ['region,metric,value', ',a,1', ',b,2', ',c,3']
    lines += [f'{region},{name},{value}' for region, metrics in regions.items() for name, value in metrics.items()]
    table = scene.write('table.csv', '\n'.join(lines) + '\n')
    regions['program'] = {'a': 1.0, 'b': 2.0, 'c': 3.0}
    asl, truths = ['CONTEXT M { a; b; c; }'], {}
    for i in range(200):
        text, value = made.make(i % 5)
        asl.append(f'PROPERTY P{i}(M m) {{ CONDITION: ({text}) != 0; CONFIDENCE: 1; SEVERITY: ABS({text}); }}')
        truths[f'P{i}'] = {region: value(metrics) for region, metrics in regions.items()}
    shown = scene.document(checks, '--properties=' + scene.write('random.asl', '\n'.join(asl) + '\n'), table)
    found = {(each['name'], each['region']['name']): each['severity'] for each in shown['properties']}
    unknown = {(each['name'], each['region'] and each['region']['name']) for each in shown['notApplicable']}
    wrong = []
    for name, values in truths.items():
        for region, value in values.items():
            is_unknown = (name, region) in unknown or (name, None) in unknown
            right = is_unknown if not math.isfinite(value) else (
                not is_unknown and ((name, region) not in found if value == 0 else
                                    math.isclose(found.get((name, region), -1), abs(value), rel_tol=1e-12)))
            if not right:
                wrong.append((name, region, value, found.get((name, region)), is_unknown))
    checks.equal(wrong, [], 'random expressions agree with an independent evaluation', asl[0])
    checks.equal(len(unknown) > 20 and len(found) > 100, True, 'all kinds are there', (len(unknown), len(found)))


def gates(checks, scene):
    base, other = map(str, CRYSTAL)
    for arguments, status, named in (
            ([base, '--fail-if=severity > 60%'], 0, ''), ([base, '--fail-if=severity > 0.5'], 3, 'LC1MissesOverMemRef'),
            ([base, '--fail-if=LC1WriteMissesOverMemRef>=50%'], 3, 'LC1WriteMissesOverMemRef'),
            ([base, '--fail-if=LC1WriteMissesOverMemRef>50%'], 0, ''),
            ([base, '--subtract', other, '--fail-if=growth > 2%'], 0, ''),
            ([base, '--subtract', other, '--fail-if=severity > 0.5'], 0, ''),
            ([other, '--subtract', base, '--fail-if=growth > 37%'], 3, 'LC1MissesOverMemRef'),
            ([other, '--subtract', base, '--fail-if=severity > 0.5'], 3, 'LC1MissesOverMemRef'),
            ([base, '--fail-if=growth > 1%'], 1, 'growth needs two sides'),
            ([base, '--fail-if=Nothing > 1%'], 1, "there is no property 'Nothing'")):
        shown = scene.check(*arguments)
        checks.equal((shown.status, named in shown.err, bool(named) == bool(shown.err)), (status, True, True),
                     'a gate', (shown.command, shown.err))


def manual(checks, scene):
    """The examples in the manual page match the actual output."""
    page = (TOP / 'man/egprof-check.1').read_text()
    for path, name in zip(CRYSTAL, ('before.out', 'after.out')):
        (scene.folder / name).write_bytes(gzip.decompress(path.read_bytes()))
    for packed, name in (('references.elf.gz', 'references'), ('references.lackey.gz', 'trace')):
        (scene.folder / name).write_bytes(gzip.decompress((DATA / packed).read_bytes()))
    waits.unpack(scene)
    examples = re.findall(r'^[$] egprof check (.*)\n((?:.*\n)*?)[.]Ed', page, re.M)
    checks.equal(len(examples), 4, 'examples', 'man/egprof-check.1')
    for command, shown in examples:
        printed = scene.check(*command.split())
        checks.equal([line.rstrip() for line in printed.out.splitlines()], shown.splitlines(), 'the manual', printed.command)


def refused(checks, scene):
    base = str(CRYSTAL[0])
    text = gzip.decompress(CRYSTAL[0].read_bytes()).decode()
    plain = scene.write('plain', 'events: Ir\nfn=f\n1 5\n')
    shown = scene.check(plain)
    missing = shown.out.count('no input has the metric'), shown.out.count('no input has metrics of')
    checks.equal((shown.status, *missing), (0, 10, 2), 'no cache events', (shown.command, shown.out))
    checks.equal(shown.err.count('\n') == 1 and '--cache-sim=yes' in shown.err, True, 'the way out', shown.err)
    cut = scene.write('cut', text[:len(text) // 2])
    other = scene.write('other', text.replace('D1 cache: 32768', 'D1 cache: 16384'))
    for arguments, message in (
            ([base, '--subtract', other], 'recorded with different caches'),
            ([base, other], 'recorded with different caches'),
            ([cut], 'callgrind, line'),
            (['missing'], 'No such file'),
            (['--phase=nobody', base], "no function 'nobody' for --phase"),
            ([scene.write('words', 'some words\n')], 'needed here: a profile with metrics of regions, a trace or measurements with metrics of regions'),
            (['--properties=' + scene.write('bad.asl', 'PROPERTY P(M m)\n{ CONDITION 1; }'), base],
             "bad.asl:2: expected ':', not '1'"),
            (['--properties=' + scene.write('loop.asl', 'LET f(x) = f(x);\nPROPERTY P(SeqPerf m) { CONDITION: f(1); '
                                                        'CONFIDENCE: 1; SEVERITY: 1; }'), base], "loop.asl:1: 'f' depends on itself"),
            (['--properties=' + scene.write('sure.asl', '\nPROPERTY P(SeqPerf m) { CONDITION: 1; CONFIDENCE: 2; SEVERITY: 1; }'),
              base], 'sure.asl:2: the confidence of P is 2'),
            (['--properties=' + scene.write('deep.asl', 'LET f(x) = ' + '(' * 100000 + 'x;'), base], 'nested more than 200 levels')):
        shown = scene.check(*arguments)
        checks.equal((shown.status, shown.out, shown.err.count('\n')), (1, '', 1), 'one line', (shown.command, shown.err))
        checks.equal(message in shown.err, True, 'says ' + message, shown.err)
    piped = run(scene.egprof, 'check', '-', stdin=CRYSTAL[0].read_bytes())
    checks.equal((piped.status, piped.out.replace('-:', base + ':', 1)), (0, scene.check(base).out), 'a pipe', piped.err)
    table = scene.write('t.csv', 'region,metric,value\n,Ir,1\n')
    (scene.folder / 't.gz').write_bytes(gzip.compress((scene.folder / table).read_bytes()))
    checks.equal(scene.check('t.gz').out.replace('t.gz', table), scene.check(table).out, 'a packed table', table)
    shown = scene.check('--salvage', cut)
    checks.equal((shown.status, 'what follows is left out' in shown.err), (2, True), 'salvage', (shown.command, shown.err))


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        scene = Scene(arguments.egprof, name)
        for part in (planted, loops, structure, memory.kept, memory.declared, memory.overwritten, memory.demangled, memory.nested, memory.recorded, callgrind.large,
                     callgrind.threads, callgrind.caches, waits.threads, *ranks.PARTS, *planted_ranks.PARTS, counters.counted, arrays.arrays,
                     waits.damaged, waits.pool, waits.recorded, distributed.shared, growth.grown, difference, outputs, expressions, gates, *judged.PARTS, manual, refused, page.data, page.pictures):
            part(checks, scene)
    checks.finish()


main()
