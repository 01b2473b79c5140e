# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests searches that end early: earlier recordings are used, and nothing is recorded twice."""
import json
import os
import shutil
import signal
import subprocess
import time

FULL = os.environ.get('PROFDIFF_TEST_FULL') == '1'
CACHES = '--cache=32768,8,64,8388608,16,64'
# The program writes to another cache line each time, and appends a line to a file for each run. Run number argv[2]
# fails.
TALLY = r'''
#include <stdio.h>
#include <stdlib.h>
static volatile char big[8 << 20];
int main(int argc, char **argv) {
  FILE *runs = fopen(argv[1], "a+");
  fputs("ran\n", runs);
  rewind(runs);
  int count = 0;
  for (int c; (c = getc(runs)) != EOF;) count += c == '\n';
  fclose(runs);
  for (long i = 0; i < 8 << 20; i += 64) big[i] = 1;
#pragma omp parallel num_threads(2)
  big[0] = 2;
  return argc > 2 && count == atoi(argv[2]);
}
'''
TOOLS = ('valgrind', 'valgrind.bin', 'env', 'nm', 'sh', 'cat', 'which', 'basename', 'dirname', 'uname')


def counted(document):
    """Returns the findings of Callgrind in the program's own loops. Severities are rounded, because addresses differ
    between runs: the number of misses can differ by 1 in 131,072."""
    return {(each['name'], json.dumps(each['region']), round(each['severity'], 3)) for each in document['properties']
            if not each['dataStructure'] and each['name'] == 'LC1WriteMissesOverMemRef' and each['severity'] > 0.1
            and each['region']['kind'] in ('loop', 'line')}


def runs_of(document):
    return [(each['run'], each['tool']) for each in document['experiments'] if each['run']]


def tally(checks, scene, *arguments, status=0, **more):
    """Returns the document of a search, and the number of times that the program ran."""
    (scene.folder / 'tallied').unlink(missing_ok=True)
    document = scene.document(checks, CACHES, *arguments, status=status, **more)
    return document, (scene.folder / 'tallied').read_text().count('ran')


def once(checks, scene):
    """Each recorder runs the program only once in a search, whatever the strategy."""
    (scene.folder / 'tally.c').write_text(TALLY)
    scene.build('tally', '-pg', '-fopenmp')
    tools = {'callgrind', 'lackey'} | ({'uftrace'} if shutil.which('uftrace') else set())
    for strategy in ('location', 'property', 'all') if FULL else ('location',):
        document, count = tally(checks, scene, f'--strategy={strategy}', './tally', 'tallied')
        recorded = runs_of(document)
        numbers = [run for run, _ in dict.fromkeys(recorded)]
        checks.equal((numbers, {tool for _, tool in recorded}, count),
                     (list(range(1, len(tools) + 1)), tools, len(tools)),
                     'each recorder once', (strategy, recorded))
        checks.equal((document['stopped'], bool(counted(document))), ('noHypothesis', True), 'the end', strategy)


def failed(checks, scene):
    """If a run fails or a recorder is missing, the other recordings are used, and the cause is reported."""
    whole, _ = tally(checks, scene, '--provider=callgrind', '--provider=lackey', './tally', 'tallied')
    (scene.folder / 'tallied').unlink()
    shown = scene.search('--format=json', CACHES, '--provider=callgrind', '--provider=lackey', './tally', 'tallied',
                         '2')
    document = json.loads(shown.out)
    checks.equal((shown.returncode, document['stopped'], runs_of(document)), (2, 'failure', [(1, 'callgrind')]),
                 'the second run fails', shown.err)
    checks.equal(counted(document), counted(whole), 'findings of the first run', shown.err)
    checks.equal("'./tally tallied 2' failed under lackey: exit status 1" in shown.err, True, 'which run', shown.err)
    reasons = {each['reason'] for each in document['notApplicable'] if each['name'] == 'ConflictMisses'}
    checks.equal(any('was not recorded by lackey' in reason for reason in reasons), True, 'what is missing', reasons)
    crash = scene.search('--provider=callgrind', 'sh', '-c', 'kill -SEGV $$')
    checks.equal((crash.returncode, crash.out, 'killed by signal 11' in crash.err), (1, '', True), 'a crash', crash.err)
    few = scene.folder / 'few'
    few.mkdir()
    for tool in TOOLS:
        if shutil.which(tool):
            (few / tool).symlink_to(shutil.which(tool))
    shown = scene.search('--format=json', CACHES, './tally', 'tallied', path=str(few))
    document = json.loads(shown.out)
    checks.equal((shown.returncode, {tool for _, tool in runs_of(document)}), (0, {'callgrind', 'lackey'}),
                 'the others', shown.err)
    checks.equal('uftrace is not installed; on Debian, install the package uftrace' in shown.err, True, 'a package',
                 shown.err)
    checks.equal(counted(document), counted(whole), 'findings of the others', shown.err)


def interrupted(checks, scene):
    """If an interrupt or the end of the budget stops the second run, all findings of the first run are reported."""
    once_whole = scene.document(checks, CACHES, '--provider=callgrind', './once')
    text = (scene.folder / 'crystal.c').read_text()
    (scene.folder / 'forever.c').write_text(text.replace('#define STEPS 5', '#define STEPS 2000000000'))
    scene.build('forever', '-DVERSION=1')
    for stop, status in (('interrupt', 2), ('budget', 0)) if FULL else (('interrupt', 2),):
        budget = ['--budget=4s'] if stop == 'budget' else []
        process = scene.start('--format=json', f'--keep=cut.{stop}', *budget, CACHES, '--array-command=./forever',
                              './once',
                              stdin=subprocess.DEVNULL)
        log = scene.folder / f'cut.{stop}/lackey'
        while stop == 'interrupt' and process.poll() is None and not (log.exists() and log.stat().st_size > 1 << 20):
            time.sleep(0.02)
        if stop == 'interrupt':
            process.send_signal(signal.SIGINT)
        cut = scene.finish(process)
        document = json.loads(cut.out)
        checks.equal((cut.returncode, document['stopped']), (status, stop), 'the end', cut.err)
        checks.equal(runs_of(document)[0], (1, 'callgrind'), 'the first run', document['experiments'])
        checks.equal((counted(once_whole) <= counted(document), bool(counted(once_whole))), (True, True),
                     'findings of the first run', (counted(document), cut.err))
        checks.equal(log.stat().st_size > 1 << 20, True, 'the second run had begun', cut.err)
        shutil.rmtree(scene.folder / f'cut.{stop}')
    left = subprocess.run(['pgrep', '-f', str(scene.folder)], capture_output=True, text=True, check=False)
    checks.equal(left.stdout, '', 'nothing is left running', left.stdout)
    # gprof's profile is written only at the end of a program.
    process = scene.start('--provider=gmon', '--keep=early', './endless_pg', stdin=subprocess.DEVNULL)
    while process.poll() is None and not (scene.folder / 'early/gmon.log').exists():
        time.sleep(0.02)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    cut = scene.finish(process)
    checks.equal((cut.returncode, cut.out, 'too early' in cut.err), (1, '', True), 'nothing was recorded', cut.err)
    document = scene.document(checks, '--budget=4s', '--threshold=0', '--provider=callgrind', '--provider=lackey',
                              './endless')
    absent = [each['reason'] for each in document['notApplicable'] if each['name'] == 'ConflictMisses']
    checks.equal((document['stopped'], runs_of(document)), ('budget', [(1, 'callgrind')]), 'no run after the budget',
                 absent)


def endless_profile(scene):
    shutil.copy(scene.folder / 'endless.c', scene.folder / 'endless_pg.c')
    scene.build('endless_pg', '-pg')


def check(checks, scene):
    endless_profile(scene)
    for part in (once, failed, interrupted):
        part(checks, scene)
