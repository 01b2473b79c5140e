# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what a search passes on to recorders and to the report (calls of the phase, the program's structure), and which
properties it does not refine."""
import json
import os
import shutil
import subprocess
import xml.etree.ElementTree as tree

STRATEGIES = ('location', 'property', 'all') if os.environ.get('PROFDIFF_TEST_FULL') == '1' else ('location',)
CACHES = '--cache=32768,8,64,8388608,16,64'
FEW = ['--provider=callgrind', CACHES]
# In every second call, fill() goes through a matrix by columns; in the other calls, by rows.
TURNS = '''
#define N 128
static double un[N][N];
static void __attribute__((noinline)) fill(int turn) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) *(turn ? &un[j][i] : &un[i][j]) = i;
}
static void __attribute__((noinline)) once(void) {
  for (int i = 0; i < N; ++i) un[i][i] = 1;
}
int main(void) {
  for (int step = 0; step < 4; ++step) fill(step % 2);
  once();
}
'''
# One of two threads sleeps for 1 ms in each parallel region, the other one for 20, 40 and 60 ms. The regions are in a
# function that solve() calls.
TEAMS = '''
#include <unistd.h>
static void __attribute__((noinline)) work(int n) {
  #pragma omp parallel for schedule(KIND, 1) num_threads(2)
  for (int i = 0; i < 2; ++i) usleep(i ? 20000 * n : 1000);
}
static void __attribute__((noinline)) solve(void) {
  for (int i = 1; i < 4; ++i) work(i);
}
int main(void) { solve(); }
'''
# With an argument, the program also calls little(), the only function that uses the array wn.
EXTRA = '''
#define N 128
static volatile double un[N][N], wn[N * N];
static void __attribute__((noinline)) fill(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) un[j][i] = i;
}
static void __attribute__((noinline)) little(void) {
  for (int i = 0; i < N * N; ++i) wn[i] += 1;
}
int main(int argc, char **argv) {
  for (int step = 0; step < (argc == 1 ? 4 : 1); ++step) fill();
  if (argc > 1) little();
}
'''
# The property `Never` is refuted everywhere. `Deep` is refuted in main, but holds in the loop of bound() in which every
# second reference is a write that misses. `Below` refines `Never`, and `Under` refines `Deep`.
REFUTED = '''
PROPERTY Never(SeqPerf s) { CONDITION: s.Dr < 0; CONFIDENCE: 1; SEVERITY: 1; }
PROPERTY Below(SeqPerf s) REFINES Never { CONDITION: s.Dr >= 0; CONFIDENCE: 1; SEVERITY: 1; }
PROPERTY Deep(SeqPerf s) { CONDITION: s.D1mw / (s.Dr + s.Dw) > 0.4; CONFIDENCE: 1; SEVERITY: 1; }
PROPERTY Under(SeqPerf s) REFINES Deep { CONDITION: s.Dr >= 0; CONFIDENCE: 1; SEVERITY: 1; }
'''

def instances(checks, scene):
    """Each call of the phase has a severity of its own; a phase that is called only once has only one severity."""
    (scene.folder / 'turns.c').write_text(TURNS)
    scene.build('turns')
    for strategy in STRATEGIES:
        shown = scene.document(checks, f'--strategy={strategy}', '--instances', '--phase=fill', *FEW, './turns')
        checks.equal((shown['phase']['region'], shown['phase']['instances']), ('fill', 4), 'the phase', shown['phase'])
        whole = {each['name']: each for each in shown['properties'] if each['region']['kind'] == 'function'}
        worst = [(each['instance'], each['severity']) for each in whole['LC1WriteMissesOverMemRef']['instances']]
        checks.equal([number for number, _ in worst], [1, 2, 3, 4], 'calls', worst)
        rows, columns = [value for _, value in worst[2::2]], [value for _, value in worst[1::2]]
        # By rows, 1 of 8 writes misses. By columns, every write misses, because 128 cache lines that are 1024 bytes
        # apart share 4 sets.
        checks.equal([round(column / row) for row, column in zip(rows * 2, columns)], [8, 8],
                     'columns miss 8 times as often', worst)
    shown = scene.search('--instances', '--phase=once', *FEW, '--threshold=0', '--format=json', './turns')
    document = json.loads(shown.out)
    checks.equal((shown.returncode, shown.err, document['phase']['instances']), (0, '', 1), 'one call, and no advice',
                 shown.err)
    kept = scene.search('--instances', '--phase=fill', '--keep=parts', *FEW, './turns')
    checks.equal(sorted(path.name for path in (scene.folder / 'parts').iterdir()), ['callgrind', 'callgrind.log'],
                 'all parts are in one file', kept.err)
    for words, message in ((['--instances', './turns'], '--instances needs --phase'),
                           (['--dry-run', '--structure=x', './turns'], '--structure cannot be combined with --dry-run'),
                           (['--provider=gmon', '--phase=fill', './turns'], 'not of --phase=fill')):
        shown = scene.search(*words)
        checks.equal((shown.returncode, message in shown.err), (1, True), message, shown.err)

def structure(checks, scene):
    """Tests --structure. A new file is written at the end of the search. The regions of an existing file contain the
    recorded regions, and the search also goes through regions of the file that were not measured."""
    leaves = lambda document: {(each['name'], each['region']['kind'], each['region']['line'],
                                each['severity']):  # noqa: E731
                               each['region']['path'] for each in document['properties'] if each['leaf']}
    plain = leaves(scene.document(checks, '--phase=bound', *FEW, './crystal'))
    written = leaves(scene.document(checks, '--structure=s.xml', '--phase=bound', *FEW, './crystal'))
    checks.equal(written, plain, 'writing a structure changes nothing', 's.xml')
    root = tree.parse(scene.folder / 's.xml').getroot()
    kinds = {element.get('kind') for element in root.iter('region')}
    checks.equal(kinds, {'function', 'loop', 'line'}, 'kinds of regions', kinds)
    arrays = {element.get('name') for element in root.iter('array')}
    checks.equal({'un', 'vn', 'tn'} <= arrays, True, 'arrays from debugging information', arrays)
    bound = next(each for each in root.iter('region') if each.get('kind') == 'function' and each.get('name') == 'bound')
    first = min((each for each in bound if each.get('kind') == 'loop'), key=lambda each: int(each.get('line')))
    bound.remove(first)
    tree.SubElement(bound, 'region', kind='user', name='columns', file=bound.get('file'), line='1').append(first)
    tree.ElementTree(root).write(scene.folder / 'user.xml')
    before = (scene.folder / 'user.xml').read_bytes()
    if 'without pugixml' in scene.search('--structure=user.xml', *FEW, './crystal').err:
        print('skipped: reading a structure (this build was compiled without pugixml)')
        return
    for strategy in STRATEGIES:
        given = leaves(scene.document(checks, f'--strategy={strategy}', '--structure=user.xml', '--phase=bound', *FEW,
                                      './crystal'))
        checks.equal(set(given), set(plain), 'the same leaves', strategy)
        within = {line for (_, kind, line, _), path in given.items() if ';columns;' in path}
        checks.equal(within, {int(first.get('line')) + 2}, 'what is within the region of the user', given)
    checks.equal((scene.folder / 'user.xml').read_bytes(), before, 'it is not written over', 'user.xml')
    runs = (scene.folder / 'runs')
    runs.unlink(missing_ok=True)
    (scene.folder / 'bad.xml').write_text('<sir>\n<region/></sir>')
    for words, message in ((['--structure=bad.xml'], 'structure, line 2'), (['--structure=no/s.xml'], 'no/s.xml'),
                           (['--structure=s.xml', '--html=s.xml'], 'would overwrite')):
        shown = scene.search(*words, *FEW, './counted', 'runs')
        checks.equal((message in shown.err, shown.returncode), (True, 1), message, shown.err)
    checks.equal(runs.exists() and runs.read_text().count('ran') > 1, False, 'known before the program runs', shown.err)

def teams(checks, scene):
    """Parallel regions may be in functions that the phase calls: the other threads of their teams are recorded as
    well."""
    if not shutil.which('uftrace'):
        return
    for kind, suffix, compiler in (('static', 'c', 'gcc'), ('dynamic', 'c', 'gcc'), ('static', 'cc', 'g++')):
        name = f'{kind}.{suffix}'
        (scene.folder / name).write_text(TEAMS.replace('KIND', kind))
        built = subprocess.run([compiler, '-O1', '-g', '-pg', '-fopenmp', '-o', 'in_callee', name], cwd=scene.folder,
                               capture_output=True, text=True, check=False)
        if built.returncode != 0:
            print(f'skipped: {name} ({compiler} cannot build it: {built.stderr[-200:]})')
            continue
        plan = scene.search('--dry-run', '--phase=solve', './in_callee')
        checks.equal('uftrace record' in plan.out, True, f'{name} is recorded by uftrace', plan.out)
        shown = scene.document(checks, '--provider=uftrace', '--phase=solve', './in_callee')
        checks.equal(shown['phase']['locations'], 2, f'threads of {name}', shown['phase'])
        # One thread waits almost all the time, and the other one never waits, so the overhead is almost half of the
        # time of both threads.
        overhead = max(each['severity'] for each in shown['properties'] if each['name'] == 'OpenMPOverhead')
        checks.equal(0.4 < overhead < 0.5, True, f'overhead of {name}', overhead)


def refuted(checks, scene):
    """A refuted property is neither refined nor tested in nested regions, even if it would hold there."""
    (scene.folder / 'refuted.asl').write_text(REFUTED)
    kept = scene.search('--keep=refuted', *FEW, './crystal')
    checks.equal(kept.returncode, 0, 'a recording', kept.err)
    found = subprocess.run([scene.egprof, 'check', '--format=json', '--properties=refuted.asl', 'refuted/callgrind'],
                           cwd=scene.folder, capture_output=True, text=True, check=True)
    names = {each['name'] for each in json.loads(found.stdout)['properties']}
    checks.equal({'Below', 'Deep', 'Under'} <= names, True, 'they hold in the recording', names)
    for strategy in STRATEGIES:
        few = scene.document(checks, f'--strategy={strategy}', *FEW, './crystal')
        more = scene.document(checks, f'--strategy={strategy}', '--properties=refuted.asl', *FEW, './crystal')
        asked = {each['name'] for part in ('properties', 'notApplicable') for each in more[part]}
        checks.equal(asked & {'Never', 'Below', 'Deep', 'Under'}, set(), 'none of them is found', strategy)
        if strategy != 'all':  # this strategy tests each property in each region
            tested = [sum(each['hypotheses'] for each in shown['experiments']) for shown in (few, more)]
            checks.equal(tested[1] - tested[0], 2, 'two of them are tested, in main', tested)


def sampled(checks, scene):
    """Addresses recorded with a smaller input (--array-command) show which arrays cause the misses of the whole
    command, and why."""
    small = scene.folder / 'smaller'
    small.mkdir()
    (small / 'crystal.c').write_text((scene.folder / 'once.c').read_text())
    subprocess.run(['gcc', '-O1', '-g', '-DVERSION=1', '-o', 'crystal', 'crystal.c'], cwd=small, check=True)
    shown = scene.document(checks, CACHES, '--array-command=smaller/crystal', './crystal')
    worst = max((each for each in shown['properties'] if each['name'] == 'LC1WriteMissesOverMemRef' and each['leaf']),
                key=lambda each: each['severity'])
    checks.equal((worst['dataStructure'], worst['severity'], worst['lost']), ('un', 0.5, 5 * 160 * 160), 'the array',
                 worst)
    conflicts = {each['dataStructure']: each for each in shown['properties'] if each['name'] == 'ConflictMisses'
                 and (each['region']['kind'], each['region']['line']) == (worst['region']['kind'],
                                                                          worst['region']['line'])}
    # The first miss of each of the 160 x 160 / 8 cache lines is not a conflict; nearly all other misses are.
    lost, most = conflicts['un']['lost'], worst['lost'] * 7 / 8
    checks.equal(0.98 * most < lost <= most, True, 'conflicts of the whole command', conflicts)
    checks.equal(max(each['share'] for each in conflicts.values()) <= 1, True, 'their share', conflicts)
    checks.equal(abs(conflicts[None]['severity'] - conflicts['un']['severity']) < 0.1, True,
                 'relative to its references', conflicts)


def only_in_sample(checks, scene):
    """Code that only the smaller run executes is left out, with a warning. The counts of other code are scaled."""
    (scene.folder / 'extra.c').write_text(EXTRA)
    scene.build('extra')
    for strategy in STRATEGIES:
        shown = scene.search(f'--strategy={strategy}', '--threshold=0', '--min-share=0', '--format=json', CACHES,
                             '--array-command=./extra x', './extra')
        found = json.loads(shown.out)['properties']
        checks.equal([each for each in found if each['region']['name'] == 'little' or each['dataStructure'] == 'wn'], [],
                     f'nothing of little() with {strategy}', shown.err)
        checks.equal(shown.err.count('is left out: little\n'), 1, 'one warning', shown.err)
        writes = max(each['lost'] for each in found if each['name'] == 'LC1WriteMissesOverMemRef'
                     and (each['region']['name'], each['dataStructure']) == ('fill', 'un'))
        checks.equal(writes, 4 * 128 * 128, 'every write in 4 calls misses', shown.err)
    whole = scene.search('--threshold=0', CACHES, '--array-command=./extra', './extra')
    checks.equal((whole.returncode, 'left out' in whole.err), (0, False), 'no warning for the same run', whole.err)
