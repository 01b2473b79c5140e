#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof search with the installed recorders: its findings, how often it runs a program, and how it ends.

    tests/cli/search/run.py --egprof build/egprof/egprof
"""
import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
sys.path.insert(0, str(HERE))
import page  # noqa: E402
import passed_on  # noqa: E402
import refused  # noqa: E402
import strategies  # noqa: E402
import real  # noqa: E402
import stopped  # noqa: E402
from checks import TOP, Checks, parse_arguments  # noqa: E402

SCHEMA = json.loads((TOP / 'libprofdiff' / 'schema' / 'egprof-1.schema.json').read_text())
CACHES = '--cache=32768,8,64,8388608,16,64'

# The program appends its standard input, and one line for each run, to a file.
COUNTED = r'''
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *runs = fopen(argv[1], "a");
  for (int c; (c = getchar()) != EOF;) fputc(c, runs);
  fputs("ran\n", runs);
  return fclose(runs) + argc - 2;
}
'''
ENDLESS = 'volatile long x;\nstatic void work(void) { ++x; }\nint main(void) { for (;;) work(); }\n'
# The program makes only a few thousand calls per second, because a recording at full speed would be large.
STEADY = '#include <unistd.h>\nstatic void work(void) { usleep(50); }\nint main(void) { for (;;) work(); }\n'
SMALL = 'static volatile char big[8 << 20];\nint main(void) { for (long i = 0; i < 8 << 20; i += 64) big[i] = 1; }\n'
# Runs two processes, one after the other, with the environment variable that mpirun sets.
MPIRUN = '#!/bin/sh\nshift 2\nfor OMPI_COMM_WORLD_RANK in 1 0; do export OMPI_COMM_WORLD_RANK; "$@" || exit; done\n'
# Runs two processes at the same time. On SIGTERM, kills rank 1 and its recorder, as mpirun kills slow processes.
HARSH = """#!/bin/bash
shift 2
for rank in 0 1; do OMPI_COMM_WORLD_RANK=$rank setsid "$@" & group[$rank]=$!; done
trap 'kill -KILL -${group[1]}; sleep .2; BEFORE_END; kill -TERM -${group[0]}; wait ${group[0]}; exit 1' TERM
wait
"""


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)
        self.temporary = self.folder / 'temporary'
        self.temporary.mkdir()
        shutil.copy(TOP / 'testdata/programs/crystal.c', self.folder)
        once = (self.folder / 'crystal.c').read_text().replace('#define STEPS 5', '#define STEPS 1')
        for name, text in (('once', once), ('counted', COUNTED), ('endless', ENDLESS), ('small', SMALL)):
            (self.folder / f'{name}.c').write_text(text)
        for name, options in (('crystal', '-DVERSION=1'), ('once', '-DVERSION=1'), ('counted', '-pg'), ('endless', '-O0'), ('small', '-O1')):
            self.build(name, options)
        (self.folder / 'mpirun').write_text(MPIRUN)
        (self.folder / 'mpirun').chmod(0o755)

    def build(self, name, *options):
        subprocess.run(['gcc', '-O1', '-g', *options, '-o', name, f'{name}.c'], cwd=self.folder, check=True)

    def start(self, *arguments, path=os.environ['PATH'], folder=None, **more):
        environment = {'PATH': path, 'HOME': '/', 'LC_ALL': 'C', 'TMPDIR': str(self.temporary)}
        return subprocess.Popen([self.egprof, 'search', *map(str, arguments)], cwd=folder or self.folder, env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)

    def finish(self, process):
        process.out, process.err = process.communicate(timeout=120)
        process.command = ' '.join(process.args)
        return process

    def search(self, *arguments, **more):
        return self.finish(self.start(*arguments, **{'stdin': subprocess.DEVNULL, **more}))

    def document(self, checks, *arguments, status=0, **more):
        import jsonschema
        shown = self.search('--format=json', *arguments, **more)
        checks.equal(shown.returncode, status, 'status', (shown.command, shown.err))
        document = json.loads(shown.out)
        jsonschema.validate(document, SCHEMA)
        return document


def planted(checks, scene):
    """Every strategy finds the properties stated in the program's comments, and runs each recorder once."""
    leaves = {}
    for strategy in ('location', 'property'):
        shown = scene.document(checks, f'--strategy={strategy}', '--provider=callgrind', CACHES, './crystal')
        names = {each['region']['name'] for each in shown['properties']}
        checks.equal({'main', 'bound', 'temp'} <= names, True, 'where misses are', names)
        checks.equal(names & {'curr', 'velo'}, set(), 'where there are none', names)
        writes = [each for each in shown['properties'] if each['name'] == 'LC1WriteMissesOverMemRef' and each['leaf']]
        checks.equal(max(each['severity'] for each in writes), 0.5, 'the planted misses', strategy)
        leaves[strategy] = {(each['name'], json.dumps(each['region'])) for each in shown['properties'] if each['leaf']}
        steps = shown['experiments']
        checks.equal([each['run'] for each in steps if each['run']], [1], 'one run', steps)
        checks.equal(sum(each['proved'] for each in steps),
                     sum(each['name'] != 'MemoryBound' for each in shown['properties']), 'proved', steps)
        checks.equal(all(each['reused'] >= each['proved'] for each in steps[1:]), True, 'reused', steps)
        checks.equal((shown['stopped'], shown['inputs']), ('noHypothesis', ['./crystal']), 'the end', strategy)
    checks.equal(leaves['location'], leaves['property'], 'leaves of both strategies', leaves)
    every = scene.document(checks, '--strategy=all', '--provider=callgrind', CACHES, './crystal')
    found = {(each['name'], json.dumps(each['region'])) for each in every['properties'] if each['leaf']}
    checks.equal(leaves['location'], found, 'leaves of all strategies', found)


def arrays(checks, scene):
    """Two runs, the first with counts and the second with addresses, show which array has misses, and why."""
    leaves = []
    for strategy in ('location', 'property', 'all'):
        shown = scene.document(checks, f'--strategy={strategy}', '--cache=32768,8,64', './once')
        recorded = [(each['run'], each['tool']) for each in shown['experiments'] if each['run']]
        checks.equal(recorded, [(1, 'callgrind'), (2, 'lackey')], 'two runs', shown['experiments'])
        leaves.append({(each['name'], each['dataStructure'], json.dumps(each['region']))
                       for each in shown['properties'] if each['leaf']})
        found = {each['name']: each for each in reversed(shown['properties']) if each['dataStructure'] == 'un'}  # most severe
        checks.equal(found['LC1WriteMissesOverMemRef']['severity'], 0.5, 'writes of the array', found)
        # Conflict misses are those that a fully associative cache avoids. Such a cache would load 160 lines for each
        # group of eight columns, which share their cache lines. There are 20 groups, or 21 if rows begin in the middle
        # of a line.
        checks.equal(25600 - 21 * 160 <= found['ConflictMisses']['lost'] <= 25600 - 20 * 160, True, 'conflicts', found)
    checks.equal((leaves[0] == leaves[1], leaves[0] == leaves[2]), (True, True), 'leaves of all strategies', leaves)


def outputs(checks, scene):
    few = ['--provider=callgrind', CACHES, './crystal']
    text = scene.search('--limit=2', *few)
    checks.equal(text.out.startswith('./crystal: ') and '  0.50000  LC1Write' in text.out, True, 'the answer first', text.out)
    checks.equal('ended because no hypothesis is left' in text.out and '  1: valgrind ' in text.out, True, 'steps', text.out)
    table = scene.search('--format=csv', *few)
    steps = list(csv.DictReader(io.StringIO(table.out.split('\n\n')[-1])))
    checks.equal((steps[0]['tool'], steps[0]['run'], steps[1]['run']), ('callgrind', '1', ''), 'CSV', table.command)
    gate = scene.search('--fail-if=severity > 40%', *few)
    checks.equal((gate.returncode, 'fail: severity > 40%' in gate.err), (3, True), '--fail-if', gate.err)
    phase = scene.document(checks, '--phase=temp', *few)
    checks.equal(phase['phase']['region'], 'temp', '--phase', phase['phase'])


def comments(checks, scene):
    shown = scene.search('--provider=callgrind', CACHES, '--markdown=comment.md', './crystal')
    text = (scene.folder / 'comment.md').read_text()
    checks.equal(text.splitlines()[0], f'**{shown.out.splitlines()[0]}**', 'the answer comes first', text)
    ends = re.search(r'^The search made (\d+) runs?; it ended because no hypothesis is left$', text, re.M)
    rows = re.findall(r'^ +(\d+): ', shown.out, re.M)
    checks.equal(ends and int(ends[1]), len(rows), 'the runs', text)
    alone = scene.search('--provider=callgrind', CACHES, '--markdown', './crystal')
    checks.equal(alone.out, text, 'without FILE instead of the report', alone.err)
    for wrong in (['--markdown', '--format=json'], ['--markdown', '--dry-run']):
        refused = scene.search(*wrong, './crystal')
        checks.equal((refused.returncode, refused.out), (1, ''), f'{wrong} are refused', refused.err)


def dry(checks, scene):
    shown = scene.search('--dry-run', '--phase=bound', '--cache=1024,2,64', './crystal')
    lines = shown.out.splitlines()
    checks.equal((lines[0], lines[2]), ('The first step runs', 'depending on its findings, later steps may run'), '--dry-run', shown.out)
    checks.equal('--toggle-collect=bound --D1=1024,2,64 --callgrind-out-file=DIR/callgrind ./crystal' in lines[1], True,
                 'counts first', lines[1])
    checks.equal('--tool=lackey' in lines[-1] and len(lines) == 4, True, 'addresses last', lines[-1])


def runs(checks, scene):
    """Each recorder runs a program once, with its whole input. A profile that the program writes does not replace an
    existing file."""
    (scene.folder / 'gmon.out').write_text('kept')
    (scene.folder / 'input').write_text('line\n')
    with open(scene.folder / 'input', encoding='utf-8') as file:
        shown = scene.document(checks, '--provider=callgrind', '--threshold=0', './counted', 'runs', stdin=file)
    checks.equal((scene.folder / 'runs').read_text(), 'line\nran\n', 'one run with its input', shown['experiments'])
    checks.equal((scene.folder / 'gmon.out').read_text(), 'kept', 'a profile that was there', 'gmon.out')
    kept = scene.search('--keep=kept', '--array-command=./small', CACHES, './crystal')
    checks.equal(kept.returncode, 0, 'status', kept.err)
    checks.equal(sorted(path.name for path in (scene.folder / 'kept').iterdir()),
                 ['callgrind', 'callgrind.log', 'lackey', 'lackey.log'], '--keep', kept.err)
    checks.equal('creator: callgrind' in (scene.folder / 'kept/callgrind').read_text()[:200], True, 'counts', 'callgrind')
    trace = (scene.folder / 'kept/lackey').read_text()
    checks.equal(100000 < trace.count('\n S ') < 1000000, True, '--array-command', trace[:100])
    again = scene.search('--keep=kept', './crystal')
    checks.equal((again.returncode, 'new or empty' in again.err), (1, True), '--keep twice', again.err)
    shown = scene.document(checks, '--provider=callgrind', CACHES, './mpirun', '-n', '2', './crystal')
    checks.equal(shown['phase']['locations'], 2, 'ranks', shown['phase'])
    checks.equal({place['rank'] for each in shown['properties'] for place in each['locations']}, {0, 1}, 'ranks', 'locations')


def ended(checks, scene):
    began = time.monotonic()
    shown = scene.document(checks, '--budget=1s', '--provider=callgrind', '--threshold=0', './endless')
    checks.equal(time.monotonic() - began < 10, True, '--budget ends a command', shown['stopped'])
    checks.equal((shown['stopped'], shown['phase']['region']), ('budget', 'main'), '--budget', shown['stopped'])
    few = scene.document(checks, '--budget=1', CACHES, './crystal')
    checks.equal((few['stopped'], sum(each['run'] is not None for each in few['experiments'])), ('budget', 1), 'runs', few)
    process = scene.start('--format=json', './endless', stdin=subprocess.DEVNULL)
    while not list(scene.temporary.glob('*/callgrind.log')):
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    cut = scene.finish(process)
    checks.equal((cut.returncode, json.loads(cut.out)['stopped']), (2, 'interrupt'), 'an interrupt', cut.err)
    checks.equal('what it recorded until then is used' in cut.err, True, 'says so', cut.err)
    for arguments, message in ((['./missing'], "'./missing' is not a program"),
                               (['sh', '-c', 'echo why; exit 7'], "exit status 7; its last lines: "),
                               (['--provider=callgrind', '--properties=none.asl', './crystal'], 'No such file'),
                               (['--fail-if=Nothing > 1', './crystal'], "there is no property 'Nothing'"),
                               (['--keep=counted/x', './crystal'], 'counted/x'),
                               (['--provider=callgrind', '--phase=tmep', './crystal'],
                                "no function 'tmep' was called; did you mean 'temp'?"),
                               (['--provider=uftrace', './crystal'], 'compile it with -pg'),
                               (['--provider=gmon', './crystal'], 'compile and link it with -pg'),
                               (['--provider=lackey', 'env', './crystal'], "put {} before './crystal'"),
                               (['--budget=0', './crystal'], "'0' does not allow any run"),
                               (['--dry-run', './missing'], "'./missing' is not a program"),
                               (["--array-command=./small 'x", './crystal'], 'an open quote'),
                               (['--provider=callgrind', '--array-command=./small', './crystal'], 'add --provider=lackey'),
                               (['--fail-if=loadBalance < 1%', '--provider=callgrind', './crystal'], 'cannot be measured with callgrind'),
                               (['mpirun', '-n', '2'], 'cannot tell which program it starts')):
        shown = scene.search(*arguments)
        checks.equal((shown.returncode, shown.out), (1, ''), 'status', (shown.command, shown.err))
        checks.equal(message in shown.err, True, 'says ' + message, shown.err)
    full = scene.search('--provider=callgrind', '--html=/dev/full', './crystal')
    checks.equal((full.returncode, './crystal: ' in full.out, '/dev/full: No space' in full.err), (1, True, True),
                 'the report comes before what fails', full.err)
    bare = scene.search('./crystal', path=str(scene.folder))
    checks.equal((bare.returncode, bare.err.count('\n')), (1, 1), 'no valgrind', bare.err)
    checks.equal('valgrind is not installed; on Debian, install the package valgrind' in bare.err, True, 'the way out', bare.err)
    time.sleep(0.2)
    left = subprocess.run(['pgrep', '-f', str(scene.folder) + '/temporary'], capture_output=True, text=True, check=False)
    checks.equal(left.stdout, '', 'nothing is left running', left.stdout)


def growing(checks, scene):
    """uftrace's records can be read while the program runs, although uftrace writes info and names only at the end."""
    if not shutil.which('uftrace'):
        return
    (scene.folder / 'steady.c').write_text(STEADY)
    scene.build('steady', '-pg', '-O0')
    process = scene.start('--strategy=all', '--provider=uftrace', '--interval=1500ms', '--keep=grown', '--format=json', './steady',
                          stdin=subprocess.DEVNULL)
    now = scene.folder / 'grown/uftrace.now'
    while not list(now.glob('*.sym')) and process.poll() is None:
        time.sleep(0.05)
    checks.equal((scene.folder / 'grown/uftrace/info').exists(), False, 'uftrace has not ended', now)
    shown = subprocess.run([scene.egprof, 'trace', '--salvage', now], capture_output=True, text=True, check=False)
    checks.equal(' work\n' in shown.stdout and ' main\n' in shown.stdout, True, 'names of functions', (shown.stdout, shown.stderr))
    process.send_signal(signal.SIGTERM)
    scene.finish(process)
    steps = json.loads(process.out)['experiments']
    checks.equal((len(steps) > 1, {each['run'] for each in steps}), (True, {1}), 'several looks at one run', steps)
    checks.equal((scene.folder / 'grown/uftrace/info').exists(), True, 'uftrace could end its recording', process.err)


def killed(checks, scene):
    """If mpirun kills the recorders, names of functions are taken from the program. A rank without records is
    reported."""
    if not shutil.which('uftrace'):
        return
    (scene.folder / 'steady.c').write_text(STEADY)
    for pie in ('-pie', '-no-pie'):
        scene.build('steady', '-pg', '-O0', '-fPIE', pie)
        for name, before_end in (('harsh', ':'), ('harsher', 'rm -f FOLDER/*/uftrace/rank.1/*.dat')):
            launcher = scene.folder / name / 'mpirun'
            launcher.parent.mkdir(exist_ok=True)
            launcher.write_text(HARSH.replace('BEFORE_END', before_end.replace('FOLDER', str(scene.folder))))
            launcher.chmod(0o755)
            kept = f'kept.{name}{pie}'
            shown = scene.search('--provider=uftrace', '--budget=3s', '--threshold=0', '--format=json', f'--keep={kept}',
                                 f'{name}/mpirun', '-n', '2', './steady')
            document = json.loads(shown.out)
            lost = name == 'harsher'
            checks.equal((document['stopped'], shown.returncode), ('budget', 2 if lost else 0), 'the end', shown.err)
            checks.equal(document['phase']['locations'], 1 if lost else 2, 'ranks ' + pie, shown.err)
            checks.equal('rank 1 has no usable recording' in shown.err, lost, 'the lost one is named', shown.err)
            if lost:
                continue
            again = subprocess.run([scene.egprof, 'trace', f'{kept}/uftrace/rank.1'], cwd=scene.folder, capture_output=True,
                                   text=True, check=False)
            checks.equal((again.returncode, ' work\n' in again.stdout, ' main\n' in again.stdout), (0, True, True),
                         'the recording is whole', (again.stdout, again.stderr))


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    if not shutil.which('valgrind') or not shutil.which('gcc'):
        print('SKIPPED: there is no valgrind, or no gcc')
        print('0 passed, 0 failed, 1 skipped')
        return
    with tempfile.TemporaryDirectory() as name:
        scene = Scene(arguments.egprof, name)
        parts = [planted, arrays, strategies.check, outputs, comments, dry, runs, ended, refused.check, refused.allowed,
                 stopped.check, passed_on.instances, passed_on.structure, passed_on.refuted, passed_on.sampled,
                 passed_on.only_in_sample, page.drawn, real.check]
        if os.environ.get('PROFDIFF_TEST_FULL') == '1':
            parts += [growing, killed, passed_on.teams]  # these judge what uftrace records now
        for part in parts:
            part(checks, scene)
        checks.equal(list(scene.temporary.iterdir()), [], 'no recording is left', scene.temporary)
    checks.finish()


main()
