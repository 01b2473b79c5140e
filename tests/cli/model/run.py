#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof model on functions of known growth, recorded by uftrace and gprof, on Extra-P's files, and on bad input.

    tests/cli/model/run.py --egprof build/egprof/egprof
"""
import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
sys.path.insert(0, str(HERE))
import page  # noqa: E402
from checks import TOP, Checks, parse_arguments, parsed_document, run  # noqa: E402

FULL = os.environ.get('PROFDIFF_TEST_FULL') == '1'
EXPONENTS = {'sum': 1, 'sort': 1.14, 'pairs': 2, 'multiply': 3}
NAMED = [f'--param={name}@arg1=n' for name in EXPONENTS]
QUICK = ('PARAMETER p\nPOINTS (4) (8) (16) (32) (64)\n\nREGION example\nMETRIC time\nDATA 8.31 8.02 8.14\n'
         'DATA 22.74 22.66 23.20\nDATA 65.79 64.74 66.62\nDATA 186.78 184.68 181.58\nDATA 528.86 522.44 531.78\n')
MATRIX = '''
#include <stdlib.h>
double *a, *b, *c;
static long n;
__attribute__((noinline)) void fill(double *row) {
  for (long k = 0; k < n; ++k) row[k] = k % 7;
}
__attribute__((noinline)) void swap(double *one, double *other) {
  const double kept = *one;
  *one = *other;
  *other = kept;
}
__attribute__((noinline)) double cell(const double *row, const double *column) {
  double sum = 0;
  for (long k = 0; k < n; ++k) sum += row[k] * column[k];
  return sum;
}
int main(int count, char **sizes) {
  n = atol(sizes[count - 1]);
  a = malloc(n * n * sizeof *a), b = malloc(n * n * sizeof *b), c = malloc(n * n * sizeof *c);
  for (long i = 0; i < n; ++i) fill(a + i * n), fill(b + i * n);
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < i; ++j) swap(b + i * n + j, b + j * n + i);
  }
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j) c[i * n + j] = cell(a + i * n, b + j * n);
  }
}
'''


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)

    def model(self, *arguments):
        return run(self.egprof, 'model', *arguments, cwd=self.folder)

    def document(self, checks, *arguments):
        return parsed_document(checks, self.model('--format=json', *arguments))

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name


def check_growth(checks, document, where):
    found = {each['function']: each for each in document['models']}
    for name, exponent in EXPONENTS.items():
        at_largest = found[name]['exponent']
        checks.expect(abs(at_largest - exponent) < 0.06, f'{name} grows with {at_largest}, not {exponent}', where)
        checks.equal([point['count'] for point in found[name]['points']], [15] * 5, 'calls', (where, name))


def kept(checks, scene):
    """Tests a stored recording."""
    with tarfile.open(TOP / 'testdata/models/growth.tar.xz') as packed:
        packed.extractall(scene.folder)
    document = scene.document(checks, '--statistic=min', *NAMED, '--predict=n=2048', 'growth.trace')
    check_growth(checks, document, 'kept')
    shown = scene.model('--statistic=min', *NAMED, '--fail-if=exponent > 2.5', '--fail-if=predicted > 1000 s',
                        '--predict=n=2048', 'growth.trace')
    checks.equal((shown.status, shown.err.count('\n'), 'exponent > 2.5: 1 model: multiply' in shown.err), (3, 1, True), 'a gate',
                 shown.err)
    checks.expect(shown.out.startswith('growth.trace: 4 models. What costs most'), 'the answer is first', shown.out)
    calls = scene.document(checks, '--metric=calls', '--keep=^sum$', 'growth.trace')
    checks.equal([each['expression'] for each in calls['models']], ['15'], 'calls by argument', calls)
    only = scene.document(checks, '--drop=^main$', '--drop=^sort$', *[each for each in NAMED if 'sort' not in each],
                          '--statistic=median', 'growth.trace')
    checks.equal(sorted(each['function'] for each in only['models']), ['multiply', 'pairs', 'sum'], 'values follow calls', only)


def profiles(checks, scene):
    """Tests a matrix product. gprof's numbers of calls are exact: n^2, 2n and (n^2 - n) / 2; sampled times grow roughly
    with n^3."""
    scene.write('matrix.c', MATRIX)
    done = subprocess.run(['gcc', '-pg', '-O1', '-o', 'matrix', 'matrix.c'], cwd=scene.folder, capture_output=True, check=False)
    if done.returncode:
        print('skipped: profiles (gcc -pg does not work)')
        return

    def runs_of(sizes):
        files = []
        for n in sizes:
            subprocess.run(['./matrix', str(n)], cwd=scene.folder, check=True)
            (scene.folder / 'gmon.out').rename(scene.folder / f'gmon.{n}')
            files += [f'--at=n={n}', f'gmon.{n}']
        return files

    files = runs_of((10, 20, 30, 40, 50))
    document = scene.document(checks, '--metric=calls', '--forms=poly2', '--statistic=median', 'matrix', *files)
    found = {each['function']: each for each in document['models']}
    for name, wanted in (('cell', [0, 0, 1]), ('fill', [0, 2, 0]), ('swap', [0, -0.5, 0.5])):
        close = all(abs(a - b) < 1e-6 for a, b in zip(found[name]['coefficients'], wanted))
        checks.expect(close, f'{name}: {found[name]["expression"]}', 'calls')
    checks.equal(found['main']['expression'] if 'main' in found else '1', '1', 'a constant', found.keys())
    if FULL:
        timed = scene.document(checks, '--metric=self', '--statistic=median', 'matrix', *runs_of((400, 560, 780, 1100, 1500)))
        exponent = next(each['exponent'] for each in timed['models'] if each['function'] == 'cell')
        checks.expect(2.5 <= exponent <= 3.6, f'cell: exponent {exponent}', 'times of products')
    else:
        print('skipped: times of products (PROFDIFF_TEST_FULL=1 measures them)')
    shown = scene.model('matrix', 'gmon.10')
    checks.equal((shown.status, 'a profile needs parameters' in shown.err, shown.err.count('\n')), (1, True, 1), 'no size', shown.err)


def formats(checks, scene):
    """Checks that text, JSON and JSON Lines with the same observations give the same models, and that tables and
    documents show them."""
    text = scene.write('quick.txt', QUICK)
    shown = scene.model('--format=extra-p', text)
    scene.write('quick.json', shown.out)
    rows = [(p, value) for p, line in zip((4, 8, 16, 32, 64), QUICK.splitlines()[5:]) for value in line.split()[1:]]
    scene.write('quick.jsonl', ''.join(f'{{"params":{{"p":{p}}},"callpath":"example","metric":"time","value":{value}}}\n'
                                       for p, value in rows))
    documents = [scene.document(checks, '--statistic=mean', name)['models'] for name in (text, 'quick.json', 'quick.jsonl')]
    checks.equal(documents[0][0]['form'], 'pmnf', 'a model', documents[0])
    checks.equal(documents[1:], [documents[0]] * 2, 'one observation in three formats', text)
    table = list(csv.DictReader(io.StringIO(scene.model('--format=csv', '--statistic=mean', text).out.split('\r\n\r\n')[0])))
    checks.equal((len(table), table[0]['expression'].lstrip("'"), float(table[0]['error'])),
                 (1, documents[0][0]['expression'], documents[0][0]['error']), 'CSV', table)
    two = scene.document(checks, '--statistic=mean', text, '--subtract', 'quick.json')['models']
    checks.equal([each['side'] for each in two], ['base', 'other'], 'two sides', two)
    checks.expect('\n  other: ' in scene.model(text, '--subtract', 'quick.json').out, 'side by side', text)


def chrome(checks, scene):
    """Tests named arguments of events in Chrome's format."""
    events = [{'ph': 'X', 'name': 'f', 'pid': 1, 'tid': 1, 'ts': 1e5 * n + r * 1e4, 'dur': n * n, 'args': {'n': n, 'why': 'x'}}
              for n in (1, 2, 4, 8, 16) for r in range(2)]
    scene.write('chrome.json', json.dumps({'traceEvents': events}))
    document = scene.document(checks, '--unit=us', '--statistic=median', 'chrome.json')
    model = document['models'][0]
    checks.equal((model['function'], model['parameters'], model['terms'][1]), ('f', ['n'], 'n^2'), 'named arguments', model)


def lines(scene, name, values, **others):
    """Writes JSON Lines with one value for each size; keys of `others` are further members of the lines."""
    return scene.write(name, ''.join(json.dumps({'params': {'n': n}, 'metric': 'time', 'value': value, **others}) + '\n'
                                     for n, value in values))


def verdicts(checks, scene):
    """Verdicts, gates that intervals decide, and what is named in the text."""
    sizes = (16, 32, 64, 128, 256, 512, 1024)
    flat = lines(scene, 'flat.jsonl', zip(sizes, (100, 101, 99.5, 100.2, 99, 100.9, 100.3)))
    shown = scene.model('--statistic=median', '--fail-if=exponent > 0.2', flat)
    checks.equal((shown.status, 'does not change by more than' in shown.out, 'from n = 16 to 1024 (95 %)' in shown.out), (0, True, True), 'flat', shown.out)
    noisy = lines(scene, 'noisy.jsonl', zip((10, 20, 40, 80, 160), (10, 16, 9, 17, 14)))
    shown = scene.model('--statistic=median', '--fail-if=exponent > 0.2', noisy)
    checks.equal((shown.status, 'cannot tell; could change by' in shown.out, 'exponent > 0.2: cannot tell for' in shown.err), (1, True, True), 'unknown', (shown.out, shown.err))
    square = lines(scene, 'square.jsonl', zip((250, 500, 1000, 2000, 4000, 8000), (52e-6, 207e-6, 858e-6, 7.7e-3, 19.8e-3, 80e-3)))
    model = scene.document(checks, '--statistic=median', '--predict=n=16000', square)['models'][0]
    checks.equal((model['verdict']['kind'], 'poor-fit' in model['flags']), ('grows', True), 'growth that no form fits', model)
    checks.expect(model['predictions'][0]['low'] < .3 < model['predictions'][0]['high'], 'its prediction', model['predictions'])
    checks.equal([scene.model(f'--fail-if=exponent > {limit}', '--statistic=median', square).status for limit in (1.5, 2.2, 3.5)], [3, 1, 0], 'its gates')
    two = lines(scene, 'two.jsonl', [(p, p ** 2 if p > 20 else 2 + p) for p in range(4, 44, 4)])
    model = scene.document(checks, '--statistic=median', two)['models'][0]
    checks.equal((model['switch'], model['lower']['terms'], model['terms']), ({'parameter': 'n', 'low': 20, 'high': 24}, ['1', 'n'], ['1', 'n^2']), 'two parts', model)
    wrong = lines(scene, 'wrong.jsonl', [(n, (3 + n * n) * (3 if n == 64 else 1)) for n in sizes])
    model = scene.document(checks, '--statistic=median', wrong)['models'][0]
    checks.equal(model['outliers'], [{'at': {'n': 64}}], 'an outlier', model)
    checks.expect('left out of <root>, time: the point at n = 64' in scene.model('--statistic=median', wrong).out, 'is named', wrong)
    falls = lines(scene, 'falls.jsonl', [(n, 2 + 5000 / n) for n in sizes])
    model = scene.document(checks, '--statistic=median', '--scaling=strong', '--predict=n=4096', falls)['models'][0]
    checks.equal((model['verdict']['kind'], model['terms']), ('falls', ['1', 'n^-1']), 'falling times', model)
    checks.expect(abs(model['points'][-1]['efficiency'] - 314.5 / (2 + 5000 / 1024) / 64) < 1e-9, 'efficiency', model['points'][-1])


def divided(checks, scene):
    """Models by caller, by path, and for texts and 0; Talpas."""
    events, now = [], 0
    for n in (100, 200, 400, 800, 1600):
        for caller, time in (('left', .1 * n), ('right', .001 * n * n)):
            for level, name, lasts in ((1, caller, time + 2), (0, 'work', time)):
                events.append({'name': name, 'ph': 'X', 'ts': now + 1 - level, 'dur': lasts, 'pid': 1, 'tid': 1,
                               **({'args': {'n': n, 'mode': 0 if caller == 'left' else 1, 'kind': caller}} if name == 'work' else {})})
            now += time + 5
    scene.write('callers.json', json.dumps({'traceEvents': events}))
    rules = ['--unit=us', '--statistic=median', '--param=work@n=n']
    for more, key in ((['--by=caller'], 'callers'), (['--by=path'], 'callers'), (['--each=mode', '--param=work@mode=mode'], 'each'),
                      (['--each=kind', '--param=work@kind=kind'], 'each')):
        found = scene.document(checks, *rules, *more, 'callers.json')['models']
        checks.equal([(each[key], each['terms'][1]) for each in found],
                     list(zip({'--by=caller': (['left'], ['right']), '--by=path': (['left'], ['right']), '--each=mode': ({'mode': 0}, {'mode': 1}),
                               '--each=kind': ({'kind': 'left'}, {'kind': 'right'})}[more[0]], ('n', 'n^2'))), 'divided', more)
    whole, files = {}, []
    for mode, power in (('seq', 1), ('strided', 2)):
        for n in (100, 200, 400, 800, 1600):
            scene.write(f'{mode}{n}.folded', f'main;left;work {n ** power}\nmain;right;work {n * n}\nmain 5\n')
            files += [f'--at=mode={mode},n={n}', f'{mode}{n}.folded']
    for by, key in (('caller', ['left']), ('path', ['main', 'left'])):
        for each in scene.document(checks, '--statistic=median', '--each=mode', f'--by={by}', *files)['models']:
            whole[by, each['function'], *each['callers'], each['each']['mode']] = each['terms'][1]
        checks.equal([whole[(by, 'work', *key, mode)] for mode in ('seq', 'strided')], ['n', 'n^2'], 'stacks', by)
    checks.equal(whole['caller', 'work', 'right', 'seq'], 'n^2', 'another caller', whole)
    for bad, words in ((['--at=mode=seq', 'a'], 'with --each=mode it may be a text'), (['--at=n=0', 'a'], 'needs a number above 0'),
                       (['--each=n', '--at=n=', 'a'], 'needs a value')):
        shown = scene.model(*bad)
        checks.equal((shown.status, words in shown.err), (1, True), 'a parameter of files', shown.err)
    calls = ['fn=(1) main\n1 5', 'cfn=(2) left\ncalls={0} 0\n1 {0}', 'cfn=(3) right\ncalls={0} 0\n1 {1}', 'fn=(2)\n1 0', 'cfn=(4) work\ncalls={0} 0\n1 {0}',
             'fn=(3)\n1 0', 'cfn=(4)\ncalls={0} 0\n1 {1}', 'fn=(4)\n1 {2}']
    files = []
    for n in (100, 200, 400, 800, 1600):
        scene.write(f'cg.{n}', 'events: Ir\n' + '\n'.join(calls).format(n, n * n, n + n * n) + '\n')
        files += [f'--at=n={n}', f'cg.{n}']
    found = {(each['function'], *each['callers']): each['terms'][1:] for each in scene.document(checks, '--statistic=median', '--by=caller', *files)['models']}
    checks.equal([found.get(('work', caller)) for caller in ('left', 'right')], [['n'], ['n^2']], 'callers of callgrind', found)
    for more, words in ((['--by=path'], 'cg.100: this profile has no stacks'), (['--by=caller', '--metric=self'], 'self time of a function is not known by caller')):
        shown = scene.model(*more, *files)
        checks.equal((shown.status, words in shown.err), (1, True), 'what a profile lacks', shown.err)
    text = lines(scene, 'text.jsonl', [(n, n) for n in (1, 2, 3, 4, 5)])
    scene.write('texts.jsonl', ''.join(json.dumps({'params': {'n': n, 'mode': mode}, 'metric': 'time', 'value': n ** power}) + '\n'
                                       for mode, power in (('seq', 1), ('strided', 2)) for n in (1, 2, 4, 8, 16)))
    found = scene.document(checks, '--statistic=median', '--each=mode', 'texts.jsonl')['models']
    checks.equal([each['each'] for each in found], [{'mode': 'seq'}, {'mode': 'strided'}], 'texts in JSON Lines', found)
    scene.write('talpas.txt', (scene.folder / text).read_text().replace(', ', ';'))
    checks.equal(scene.document(checks, 'talpas.txt')['models'], scene.document(checks, text)['models'], 'Talpas', text)
    scene.write('diagonal.jsonl', ''.join(json.dumps({'params': {'a': n, 'b': 7 if n == 2 else n * n}, 'metric': 'time', 'value': n}) + '\n' for n in (1, 2, 3, 7)) +
                json.dumps({'params': {'a': 3, 'b': 1}, 'metric': 'time', 'value': 1}) + '\n')
    shown = scene.model('diagonal.jsonl')
    checks.equal((shown.status, shown.out, 'differ in nothing else' in shown.err), (1, '', True), 'no line', (shown.out, shown.err))


def texts(checks, scene):
    """Tests a stored recording of functions whose growth depends on a text, also with texts that nobody should see as they
    are, and cut off."""
    with tarfile.open(TOP / 'testdata/models/texts.tar.xz') as packed:
        packed.extractall(scene.folder)
    names = {'fill': 'fill(char const*, long)',
             'join': 'join(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&, long)'}
    rules = [f'--param={name}@{rule}' for name in names for rule in ('arg1=growth', 'arg2=n')]
    minimum = ['--statistic=min', '--keep=fill|join']
    document = json.loads(scene.model('--format=json', *minimum, '--each=growth', *rules, 'texts.trace').out)
    found = {(each['function'], each['each']['growth']): each['exponent'] for each in document['models']}
    checks.equal(sorted(found), [(name, text) for name in names.values() for text in ('pairs', 'rows')], 'a model for each text', found)
    for (name, text), exponent in found.items():
        checks.expect(abs(exponent - {'rows': 1, 'pairs': 2}[text]) < 0.06, f'{name}, {text}: exponent {exponent}', 'texts')
    shown = scene.model(*minimum, '--each=arg1', 'texts.trace')
    checks.equal((shown.status, ', arg1 = rows' in shown.out, '*arg2^2' in shown.out), (0, True, True), 'the text in a report', shown.out)
    for name in names:
        checks.expect(f'{name}' in shown.err and shown.err.count('left out: 1 call whose text arg1 is empty') == 2, 'texts that are no values', shown.err)
    whole = scene.document(checks, *minimum, 'texts.trace')['models']
    checks.equal([(each['function'], each['parameters'], each['each']) for each in whole], [(name, ['arg2'], {}) for name in names.values()],
                 'without --each', whole)
    shown = scene.model('--param=fill@arg1=n', 'texts.trace')
    checks.equal((shown.status, 'is a text' in shown.err and '--each=n' in shown.err), (1, True), 'a text is no size', shown.err)
    records = next((scene.folder / 'texts.trace').glob('*.dat'))
    good = records.read_bytes()
    records.write_bytes(good.replace(b'rows', b'\x1b[1m').replace(b'pairs', b'\xff<b>"'))
    for form in ('--format=text', '--format=json', '--format=extra-p', '--markdown'):
        shown = scene.model(*minimum, '--each=arg1', form, 'texts.trace')
        checks.equal((shown.status, '\x1b' in shown.out + shown.err), (0, False), 'no escape reaches a terminal', (form, shown.out))
    shown = scene.model(*minimum, '--each=arg1', '--html=texts.html', 'texts.trace')
    checks.equal((shown.status, '<b>"' in (scene.folder / 'texts.html').read_text()), (0, False), 'no markup', shown.out)
    records.write_bytes(good.replace(b'rows', b'<0x1').replace(b'pairs', b'<0x12'))
    shown = scene.model(*minimum, '--each=arg1', 'texts.trace')
    checks.equal((shown.status, 'no function has parameters (302 calls of 2 functions with a text that is empty' in shown.err),
                 (1, True), 'no text was readable: the counts of all functions', shown.err)
    shown = scene.model('--statistic=min', '--keep=fill', '--each=arg1', 'texts.trace')
    checks.equal((shown.status, 'no function has parameters (' in shown.err, 'left out: 151 calls whose text' in shown.err), (1, True, True),
                 'one function is named', shown.err)
    records.write_bytes(good[:9000])
    shown = scene.model(*minimum, '--each=arg1', 'texts.trace')
    checks.equal((shown.status, shown.err.count('\n')), (1, 1), 'cut off', shown.err)
    shown = scene.model(*minimum, '--each=arg1', '--salvage', '--memory=64M', 'texts.trace')
    checks.equal((shown.status, ', arg1 = pairs' in shown.out), (2, True), 'the intact part', (shown.out, shown.err))


def recorded(checks, scene):
    """Tests a new recording. Other work on the machine can prolong even the minimum times, so there are three
    attempts."""
    if not FULL or shutil.which('uftrace') is None:
        print('skipped: recordings (needs PROFDIFF_TEST_FULL=1 and uftrace)')
        return
    for attempt in range(3):
        made = subprocess.run(['bash', TOP / 'testdata/models/record.sh', scene.folder], capture_output=True, check=False)
        if made.returncode:
            print('skipped: recordings (uftrace cannot record here)')
            return
        shutil.rmtree(scene.folder / 'growth.trace')
        with tarfile.open(scene.folder / 'growth.tar.xz') as packed:
            packed.extractall(scene.folder)
        document = scene.document(checks, '--statistic=min', *NAMED, 'growth.trace')
        found = {each['function']: each['exponent'] for each in document['models']}
        if attempt == 2 or all(abs(found[name] - wanted) < 0.06 for name, wanted in EXPONENTS.items()):
            return check_growth(checks, document, 'recorded')


def strides(checks, scene):
    """Tests one kernel with a small and a large stride: there is one model for each stride, and the large stride takes
    longer at every size."""
    if not FULL or shutil.which('uftrace') is None:
        print('skipped: recorded strides (needs PROFDIFF_TEST_FULL=1 and uftrace)')
        return
    source = TOP / 'testdata' / 'programs' / 'strides.c'
    subprocess.run(['gcc', '-O1', '-pg', '-w', '-o', 'strides', source], cwd=scene.folder, check=True)
    made = subprocess.run(['uftrace', 'record', '--force', '--no-libcall', '--no-event', '-d', 'strides.trace',
                           '--argument=walk@arg1/i64,arg2/i64', './strides'], cwd=scene.folder, capture_output=True, check=False)
    if made.returncode:
        print('skipped: recorded strides (uftrace cannot record here)')
        return
    document = scene.document(checks, '--statistic=min', '--each=stride', '--param=walk@arg1=n', '--param=walk@arg2=stride',
                              '--keep=^walk$', 'strides.trace')
    near, far = sorted(document['models'], key=lambda each: each['each']['stride'])
    checks.equal([each['each'] for each in (near, far)], [{'stride': 1}, {'stride': 65}], 'a model each')
    checks.equal([each['parameters'] for each in (near, far)], [['n']] * 2, 'of one parameter')
    checks.expect(abs(near['exponent'] - 1) < 0.15, f'near: exponent {near["exponent"]}', 'strides')
    ratios = [b['value'] / a['value'] for a, b in zip(near['points'], far['points'])]
    checks.expect(len(ratios) == 5 and min(ratios) > 1.5, f'far to near: {ratios}', 'strides')


def refused(checks, scene):
    text = scene.write('quick.txt', QUICK)
    scene.write('more.txt', QUICK + 'DATA 1\n')
    scene.write('nan.txt', QUICK.replace('8.31', 'nan'))
    scene.write('zero.txt', QUICK.replace('(4)', '(0)'))
    scene.write('odd.txt', 'hello\n')
    for arguments, message in (
            (['more.txt'], 'more.txt:11: more lines of DATA than the 5 points'), (['nan.txt'], "nan.txt:6: 'nan' is not a number"),
            (['zero.txt'], 'zero.txt:2: a parameter that is not above 0'), (['missing'], 'missing'), (['odd.txt'], 'odd.txt'),
            (['--predict=q=3', text], 'no'), (['--each=q', text], 'parameter q'), (['--metric=speed', text], "'speed'"),
            (['--fail-if=predicted > 2s', text], 'there are no predictions; set a point with --predict'), (['--html=quick.txt', text], 'would overwrite')):
        shown = scene.model(*arguments)
        checks.equal((shown.status, shown.out, shown.err.count('\n')), (1, '', 1), 'one line', (shown.command, shown.err))
        checks.equal(message in shown.err, True, 'says ' + message, shown.err)
    (scene.folder / 'model').write_text('no object')
    checks.equal(scene.model(text).status, 0, 'a file of that name that is no object', text)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        scene = Scene(arguments.egprof, name)
        if 'compiled without' in scene.model('missing').err:
            print('skipped: models (this build makes none)')
        else:
            for part in (kept, profiles, formats, chrome, verdicts, divided, texts, recorded, strides, refused, page.data, page.pictures):
                part(checks, scene)
    checks.finish()


main()
