# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests address traces: compares the replay with Callgrind's counts of the same run, line by line, and checks which
arrays are named."""
import gzip
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as tree

from callgrind_reader import Recording
from checks import TOP

DATA = TOP / 'testdata' / 'properties'
EVENTS = ('Dr', 'Dw', 'D1mr', 'D1mw')
# Reports every metric of every region as the severity of a property.
ASL = ''.join(f'PROPERTY Is{event}(SeqPerf s) {{ CONDITION: s.{event} > 0; CONFIDENCE: 1; SEVERITY: s.{event}; }}\n'
              for event in EVENTS)


def lines_of_callgrind(text, functions):
    """Returns {(function, line, event): count} without zeros."""
    counts = {}
    for (function, _, line), costs in Recording(text).lines.items():
        if function[0] in functions and line:
            counts.update({(function[0], line, event): costs[event] for event in EVENTS if costs[event]})
    return counts


def lines_of_trace(checks, scene, *arguments):
    document = scene.document(checks, '--properties=' + scene.write('all.asl', ASL), *arguments)
    return {(each['region']['name'], each['region']['line'], each['name'][2:]): each['severity']
            for each in document['properties']
            if each['region']['kind'] == 'line' and each['dataStructure'] is None and each['name'][:2] == 'Is'}


def kept(checks, scene):
    """The replay of the stored trace gives the same counts as Callgrind."""
    (scene.folder / 'references').write_bytes(gzip.decompress((DATA / 'references.elf.gz').read_bytes()))
    trace = str(DATA / 'references.lackey.gz')
    shown = lines_of_trace(checks, scene, '--cache=1024,2,64', trace)
    functions = {function for function, _, _ in shown}
    text = gzip.decompress((DATA / 'references.callgrind.gz').read_bytes()).decode()
    checks.equal(shown, lines_of_callgrind(text, functions), "the replay has Callgrind's counts", trace)
    checks.equal(functions, {'main', 'draw', 'column', 'row', 'others'}, 'functions', trace)
    document = scene.document(checks, '--cache=1024,2,64', trace)
    found = {(each['name'], each['region']['line'], each['dataStructure']): each for each in document['properties']
             if each['region']['kind'] == 'line'}
    for name, line, array, severity in (
            ('LC1WriteMissesOverMemRef', 24, 'un', 1), ('ConflictMisses', 24, 'un', 120 / 144),
            ('CompulsoryMisses', 24, 'un', 24 / 144), ('LC1ReadMissesOverMemRef', 30, 'un', 24 / 288),
            ('LC1WriteMissesOverMemRef', 30, 'vn', 24 / 288)):
        each = found.get((name, line, array))
        checks.equal(each and (each['severity'], each['leaf']), (severity, True), f'{name} of {array}', trace)
        checks.equal((name, line, None) in found, True, 'and of the line', trace)
    loops = {(each['name'], each['region']['line'], each['dataStructure']): each for each in document['properties']
             if each['region']['kind'] == 'loop'}
    for line, body in ((23, 24), (24, 24), (29, 30), (30, 30)):
        each = loops.get(('LC1MissesOverMemRef', line, None))
        checks.equal(each and each['lost'], found['LC1MissesOverMemRef', body, None]['lost'],
                     f'the loop at {line} has the misses of its body', trace)
    checks.equal(('ConflictMisses', 24, 'un') in loops, True, 'arrays of loops', trace)
    checks.equal(('LC1MissesOverMemRef', 30, 'un') in found, False, 'half of the misses are no array', trace)
    for line, kinds in ((23, {('loop', 23), ('loop', 24), ('line', 24)}), (24, {('loop', 24), ('line', 24)})):
        phase = scene.document(checks, '--cache=1024,2,64', f'--phase=column:{line}', trace)
        held = {(each['region']['kind'], each['region']['line']) for each in phase['properties']}
        checks.equal((phase['phase']['region'], held), ('column', kinds), 'a loop as the phase', phase['phase'])
        checks.equal({each['share'] for each in phase['properties'] if each['lost']}, {1}, 'shares of the loop', trace)
    shown = scene.check('--cache=1024,2,64', '--phase=others:37', '--histogram=2', trace)
    checks.equal(re.search(r'next at 0x4000, 4 bytes: (\d+) references', shown.out)[1], '400', 'a read and a write in each of 200 calls', shown.out)
    text = scene.check('--cache=1024,2,64', trace)
    checks.equal('LC1WriteMissesOverMemRef, array un in line 24 of references.c (column): ' in text.out, True, 'text', text.out)
    shown = scene.check('--cache=1024,2,64', '--histogram=2', trace)
    checks.equal('\nun at 0x4f40, 3072 bytes: ' in shown.out, True, 'references by address', shown.out)
    histogram = scene.document(checks, '--cache=1024,2,64', '--histogram', trace)
    checks.equal((histogram['kind'], sum(each['D1mw'] for each in histogram['buckets'] if each['dataStructure'] == 'un')),
                 ('addressHistogram', 144), 'as a document', trace)
    gated = scene.check('--histogram', '--fail-if=ConflictMisses > 80%', '--cache=1024,2,64', trace)
    checks.equal((gated.status, gated.out.count('un at 0x4f40')), (3, 2), 'gates are judged as well', gated.err)
    same = scene.check('--cache=1024,2,64', trace, '--subtract', trace)
    checks.equal('the same properties, equally severe' in same.out, True, 'A - A', same.out)
    for arguments, message in ((['--cache=1024,2', trace], "option '--cache' needs size, ways and line size of the first cache"),
                               (['--cache=1000,2,64', trace], 'not a valid cache'),
                               (['--image=missing', trace], 'its program missing does not exist; name the program with --image=FILE'),
                               (['--histogram=0', trace], "option '--histogram' needs a number from 1 to 4096"),
                               (['--histogram', trace, '--subtract', trace], '--histogram cannot be combined with --subtract'),
                               (['--histogram', '--table', trace], '--histogram cannot be combined with'),
                               (['--histogram', str(DATA / 'references.callgrind.gz')], 'they need an address trace of lackey'),
                               (['--phase=main:3', trace], 'no loop at main:3; that function has none'),
                               (['--phase=row:3', trace], 'no loop at row:3; loops of that function are at lines 29, 30')):
        shown = scene.check(*arguments)
        checks.equal((shown.status, message in shown.err), (1, True), 'says ' + message, shown.err)


def declared(checks, scene):
    """Tests the arrays that --structure writes: egprof takes them from the debug information of the program that the
    recording names, and writes none if that file cannot be used."""
    program = scene.folder / 'references'
    program.write_bytes(gzip.decompress((DATA / 'references.elf.gz').read_bytes()))
    text = gzip.decompress((DATA / 'references.callgrind.gz').read_bytes()).decode()
    for path, arrays in ((str(program), {'main': ['un', 'vn', 'odds', 'counts'], 'others': ['local']}),
                         ('/missing/program', {}), ('/dev/zero', {}), (str(DATA / 'references.callgrind.gz'), {})):
        scene.write('out', text.replace('/programs/references\n', path + '\n'))
        shown = scene.check('--structure=arrays.xml', 'out')
        checks.equal((shown.status, shown.out), (0, scene.check('out').out), 'the report is the same', shown.err)
        root = tree.fromstring((scene.folder / 'arrays.xml').read_text())
        found = {region.get('name'): [array.get('name') for array in region.findall('array')]
                 for region in root.iter('region') if region.findall('array')}
        checks.equal(found, arrays, 'arrays of regions', path)
        (scene.folder / 'arrays.xml').unlink()


def overwritten(checks, scene):
    """Refuses outputs that would overwrite a program that --image or a recording names."""
    program = scene.folder / 'references'
    program.write_bytes(gzip.decompress((DATA / 'references.elf.gz').read_bytes()))
    before = program.read_bytes()
    trace = str(DATA / 'references.lackey.gz')
    text = gzip.decompress((DATA / 'references.callgrind.gz').read_bytes()).decode()
    scene.write('out', text.replace('/programs/references\n', f'{program}\n'))
    for arguments in (['--html=references', trace], ['--image=references', '--html=references', trace],
                      ['--image=references', '--db=references:a/b/c', trace], ['--html=references', 'out'],
                      ['--structure=new.xml', '--html=references', 'out'], ['--html=references', '--reference=out', trace],
                      ['--html=references', trace, '--subtract', 'out']):
        shown = scene.check(*arguments)
        checks.equal((shown.status, 'would overwrite' in shown.err), (1, True), ' '.join(arguments), shown.err)
        checks.equal((program.read_bytes() == before, (scene.folder / 'new.xml').exists()), (True, False),
                     'nothing is written', arguments)


def demangled(checks, scene):
    """Finds the arrays of a C++ function, although Callgrind writes demangled names and debug information has linkage
    names."""
    scene.write('grid.cc', 'int fill(int n) { volatile int un[8]; for (int i = 0; i < 8; ++i) un[i] = n; return un[n & 7]; }\n'
                           'int main(int argc, char**) { return fill(argc); }\n')
    subprocess.run(['g++', '-g', '-o', 'grid', 'grid.cc'], cwd=scene.folder, check=True)
    scene.write('out', f'events: Ir Dr Dw D1mr D1mw\nob={scene.folder}/grid\nfl=grid.cc\nfn=main\n2 10 4 0 0 0\n'
                       'cfn=fill(int)\ncalls=1 1\n2 100 40 0 10 0\nfn=fill(int)\n1 100 40 0 10 0\n')
    scene.check('--structure=arrays.xml', 'out')
    root = tree.fromstring((scene.folder / 'arrays.xml').read_text())
    found = {region.get('name'): [array.get('name') for array in region.findall('array')]
             for region in root.iter('region') if region.findall('array')}
    checks.equal(found, {'fill(int)': ['un']}, 'arrays of fill', found)


def nested(checks, scene):
    """Checks that the structure written for an address trace does not change the leaves found in Callgrind's counts of
    the same program, and that no call is a leaf."""
    (scene.folder / 'references').write_bytes(gzip.decompress((DATA / 'references.elf.gz').read_bytes()))
    trace, counts = str(DATA / 'references.lackey.gz'), str(DATA / 'references.callgrind.gz')
    scene.check('--structure=trace.xml', '--cache=1024,2,64', trace)
    leaves = lambda *words: {(each['name'], each['region']['kind'], each['region']['name'], each['region']['line'])  # noqa: E731
                             for each in scene.document(checks, *words)['properties'] if each['leaf']}
    alone, given = leaves(counts), leaves('--structure=trace.xml', counts)
    checks.equal([each for each in given if each[1] == 'call'], [], 'no call is a leaf', given)
    checks.equal(given, alone, 'the same leaves', given)


def recorded(checks, scene):
    """Records crystal.c with lackey and Callgrind, only in a full run. Both recordings must give the same counts, and
    the figures in the comments of crystal.c must be right."""
    if os.environ.get('PROFDIFF_TEST_FULL') != '1' or not (shutil.which('valgrind') and shutil.which('gcc')):
        return
    source = (TOP / 'testdata/programs/crystal.c').read_text()
    column, row = (1 + next(i for i, line in enumerate(source.splitlines()) if words in line)
                   for words in ('every write misses', 'one miss in eight'))
    for size, cache in ((24, '1024,2,64'), (160, '32768,8,64')):
        scene.write('crystal.c', source.replace('#define N 160', f'#define N {size}'))
        subprocess.run(['gcc', '-O1', '-g', '-o', 'crystal', 'crystal.c'], cwd=scene.folder, check=True)
        subprocess.run(['valgrind', '--tool=lackey', '--trace-mem=yes', '--log-file=trace', './crystal'], cwd=scene.folder,
                       check=True, capture_output=True)
        subprocess.run(['valgrind', '--tool=callgrind', '--cache-sim=yes', '--I1=32768,8,64', f'--D1={cache}',
                        '--LL=8388608,16,64', '--toggle-collect=main', '--callgrind-out-file=counts', './crystal'],
                       cwd=scene.folder, check=True, capture_output=True)
        shown = lines_of_trace(checks, scene, f'--cache={cache}', 'trace')
        counted = lines_of_callgrind((scene.folder / 'counts').read_text(), {'main', 'bound', 'temp', 'curr', 'velo'})
        # Leaves out the line that calls printf(): Callgrind adds the costs of a shared library's stub to the line that
        # calls it, and the trace does not.
        stub = 1 + next(i for i, line in enumerate(source.splitlines()) if 'printf(' in line)
        shown, counted = ({key: count for key, count in each.items() if key[0] in {name for name, _, _ in counted} and
                           key[1] != stub} for each in (shown, counted))
        checks.equal(shown, counted, 'all lines', cache)
    document = scene.document(checks, '--cache=32768,8,64', 'trace')
    found = {(each['name'], each['region']['line'], each['dataStructure']): each for each in document['properties']}
    for name, line, array, severity in (('LC1WriteMissesOverMemRef', column, 'un', 0.5),
                                        ('LC1ReadMissesOverMemRef', row, 'tn', 0.0625),
                                        ('LC1WriteMissesOverMemRef', row, 'vn', 0.0625)):
        checks.equal(round(found[name, line, array]['severity'], 4), severity, f'{name} of {array}', line)
    checks.equal(found['LC1WriteMissesOverMemRef', column, 'un']['lost'], 128000, 'of one array', column)
    # Conflict misses are those that a fully associative cache avoids. Such a cache would load 160 lines for each group
    # of eight columns, which share their cache lines. There are 20 groups, or 21 if rows begin in the middle of a line,
    # and five calls.
    checks.equal(5 * (25600 - 21 * 160) <= found['ConflictMisses', column, 'un']['lost'] <= 5 * (25600 - 20 * 160), True,
                 'conflicts', column)
    (scene.folder / 'trace.gz').write_bytes(gzip.compress((scene.folder / 'trace').read_bytes(), 1))
    checks.equal(scene.check('trace.gz').out.replace('trace.gz', 'trace'), scene.check('trace').out, 'compressed', 'trace.gz')
