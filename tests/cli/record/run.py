#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof record: what it runs, what it keeps, what it reports, and how it ends.

A stub stands for perf, so that the numbers of samples are known and no rights are needed; callgrind and gmon are real.

    tests/cli/record/run.py --egprof build/egprof/egprof
"""
import gzip
import hashlib
import json
import os
import pty
import shutil
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
sys.path.insert(0, str(HERE))
from checks import TOP, Checks, parse_arguments  # noqa: E402
from power import power  # noqa: E402

SCHEMA = json.loads((TOP / 'libprofdiff' / 'schema' / 'egprof-1.schema.json').read_text())
OLD = {'parse': 900, 'sort': 500, 'print': 300, 'hash': 200, 'copy': 120, 'grow': 250}
NEW = {**OLD, 'grow': 350}

COUNTED = r'''
#include <stdio.h>
#include <stdlib.h>
volatile double sink;
__attribute__((noinline)) static void same(int n) { for (int i = 0; i < n; i++) sink += i; }
__attribute__((noinline)) static void grow(int n) { for (int i = 0; i < n; i++) sink += 2 * i; }
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1;
  for (int i = 0; i < n; i++) { same(1000); grow(GROW); }
  return puts("done") < 0;
}
'''


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)
        self.tools = self.folder / 'tools'
        self.tools.mkdir()
        shutil.copy(HERE / 'perf', self.tools / 'perf')
        for name, samples in (('old', OLD), ('new', NEW)):
            self.script(name, 'echo "$1"')
            (self.folder / f'{name}.samples').write_text(''.join(f'{f} {n}\n' for f, n in samples.items()))
        self.environment = {'PATH': f'{self.tools}:{os.environ["PATH"]}', 'HOME': '/', 'LC_ALL': 'C'}

    def script(self, name, text):
        path = self.folder / name
        path.write_text(f'#!/bin/sh\n{text}\n')
        path.chmod(0o755)

    def program(self, name, *flags):
        subprocess.run(['gcc', '-O1', *flags, '-x', 'c', '-', '-o', self.folder / name], input=COUNTED, text=True,
                       check=True)

    def record(self, *arguments, **more):
        words = [self.egprof, 'record', *(str(a) for a in arguments)]
        return subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=100, **more)

    def manifest(self, name):
        return json.loads((self.folder / name / 'manifest.json').read_text())


def planted(checks, scene):
    """The function that grew is named, in a report of few lines, and nothing else is."""
    done = scene.record('-r', 8, '-o', 'planted', '--json=planted.json', '--seed=1', './old 20', './new 20')
    checks.equal(done.returncode, 0, 'status of record: ' + done.stderr)
    document = json.loads((scene.folder / 'planted.json').read_text())
    import jsonschema
    jsonschema.validate(document, SCHEMA)
    changed = [each['name'] for each in document['functions'] if each['significance']['significant']]
    checks.equal(changed, ['grow'], 'functions that changed')
    checks.equal(document['record']['recorder'], 'perf', 'recorder')
    checks.equal(document['record']['sameOutput'], True, 'same output')
    top = done.stdout.splitlines()
    checks.expect(any(line.split()[-2:-1] == ['grow'] or ' grow ' in line for line in top[:12]), 'grow within ten lines',
                  done.stdout)
    again = subprocess.run([scene.egprof, 'diff', 'planted'], cwd=scene.folder, env=scene.environment,
                           capture_output=True, text=True)
    checks.equal(again.stdout, done.stdout, 'egprof diff DIR writes the same report')


def unchanged(checks, scene):
    done = scene.record('-r', 8, '-o', 'unchanged', '--json=-', '--seed=2', './old', './old')
    document = json.loads(done.stdout)
    changed = [each['name'] for each in document['functions'] if each['significance']['significant']]
    checks.equal(changed, [], 'functions that changed in the same program')


def kept(checks, scene):
    """The folder: its rights, the order of runs, hashes, and profiles that other tools read."""
    scene.record('-r', 6, '-o', 'kept', '--seed=3', './old 20', './new 30')
    manifest, folder = scene.manifest('kept'), scene.folder / 'kept'
    for path in (folder, folder / 'runs'):
        checks.equal(stat.S_IMODE(path.stat().st_mode), 0o700, f'rights of {path.name}')
    checks.equal(stat.S_IMODE((folder / 'manifest.json').stat().st_mode), 0o600, 'rights of the manifest')
    checks.equal(list(manifest)[0], 'schema', 'first key')
    checks.equal(manifest['state'], 'complete', 'state')
    runs = manifest['runs']
    checks.equal([run['warmup'] for run in runs], [True] * 2 + [False] * 12, 'warm-ups')
    firsts = [run['command'] for run in runs if run['position'] == 1 and not run['warmup']]
    used = firsts if runs[0]['command'] == firsts[0] else firsts
    checks.expect(abs(sum(used) - 3) <= 1, 'who runs first is balanced', str(firsts))
    checks.equal(sorted(os.listdir(folder / 'runs')), sorted(run['profile'][5:] for run in runs), 'files')
    checks.equal({stat.S_IMODE((folder / run['profile']).stat().st_mode) for run in runs}, {0o600}, 'rights of profiles')
    checks.expect(all(gzip.decompress((folder / run['profile']).read_bytes()) for run in runs), 'packed profiles')
    for command, name, output in zip(manifest['commands'], ('old', 'new'), ('20\n', '30\n')):
        checks.equal(command['sha256'], hashlib.sha256((scene.folder / name).read_bytes()).hexdigest(), 'hash of a program')
        hashes = {run['stdout']['sha256'] for run in runs if manifest['commands'][run['command']] == command}
        checks.equal(hashes, {hashlib.sha256(output.encode()).hexdigest()}, 'hash of an output')
    checks.equal({run['samples'] > 2000 for run in runs}, {True}, 'samples')
    shown = scene.record('-r', 2, '-o', 'kept', './old 20', './new 30')
    checks.equal((shown.returncode, 'new or empty' in shown.stderr), (1, True), 'a folder that is not empty')
    more = scene.record('-r', 2, '-o', 'kept', '--append', './old 20', './new 30')
    checks.equal((more.returncode, len(scene.manifest('kept')['runs'])), (0, 20), 'pairs are added: ' + more.stderr)
    checks.equal(scene.manifest('kept')['runs'][-1]['pair'], 8, 'number of the last pair')
    other = scene.record('-r', 2, '-o', 'kept', '--append', './old 21', './new 30')
    checks.equal((other.returncode, 'other commands' in other.stderr), (1, True), 'pairs of another command')


def hostile(checks, scene):
    """A folder of somebody else chooses neither the recorder's program nor files outside of it."""
    scene.record('-r', 2, '-o', 'foreign', './old', './new')
    path, victim = scene.folder / 'foreign' / 'manifest.json', scene.folder / 'victim'
    scene.script('evil', f'touch {scene.folder}/was-started; exit 1')
    manifest = scene.manifest('foreign')
    manifest['recorder']['words'][0] = str(scene.folder / 'evil')
    path.write_text(json.dumps(manifest))
    done = scene.record('-r', 1, '-o', 'foreign', '--append', './old', './new')
    checks.equal((done.returncode, (scene.folder / 'was-started').exists()), (0, False), 'the recorder of a manifest')
    victim.write_text('precious')
    last = scene.manifest('foreign')['runs'][-1]['run']
    for command in 'ab':
        for number in range(last + 1, last + 5):
            (scene.folder / 'foreign' / 'runs' / f'{number:04}-{command}.pb.gz').symlink_to(victim)
    done = scene.record('-r', 1, '-o', 'foreign', '--append', './old', './new')
    checks.equal((done.returncode, victim.read_text()), (1, 'precious'), 'links in a folder: ' + done.stderr)
    manifest['recorder']['name'] = 'unknown'
    path.write_text(json.dumps(manifest))
    done = scene.record('-r', 1, '-o', 'foreign', '--append', './old', './new')
    checks.equal((done.returncode, 'not known here' in done.stderr), (1, True), 'an unknown recorder: ' + done.stderr)


def outputs(checks, scene):
    """No output replaces a program or the input, and nothing is run before that is known."""
    before = (scene.folder / 'old').read_bytes()
    (scene.folder / 'in').write_text('input')
    for option in ('--stdout=old', '--json=old', '--markdown=./old', '--html=old', '--input=in', '--stdout=none/x'):
        more = ['--stdout=in'] if option == '--input=in' else []
        done = scene.record('-r', 1, '-o', 'harm', option, *more, './old', './new')
        checks.equal((done.returncode, (scene.folder / 'harm').exists()), (1, False), f'{option}: {done.stderr}')
    checks.equal((scene.folder / 'old').read_bytes(), before, 'the program is unchanged')
    checks.equal((scene.folder / 'in').read_text(), 'input', 'the input is unchanged')
    done = scene.record('-r', 1, '-w', 0, '-o', 'shown', '--stdout=shown.txt', './old 1', './new 2')
    checks.equal((done.returncode, sorted((scene.folder / 'shown.txt').read_text())), (0, sorted('1\n2\n')), '--stdout=FILE')


def beside(checks, scene):
    """Commands beside the runs: how often they run, with which values, and what their failure does."""
    log = f'{scene.folder}/log'
    scene.record('-r', 2, '-w', 0, '-o', 'beside', '--provider=time', '-L', 'n=1,2', '--shell', f'--setup=echo s >>{log}',
                 f'--prepare=echo p{{n}} >>{log}', f'--conclude=echo c >>{log}', f'--cleanup=echo e >>{log}', 'true {n}')
    lines = Path(log).read_text().split()
    checks.equal((lines[0], lines[-1], sorted(lines)), ('s', 'e', sorted(['s', 'p1', 'p1', 'p2', 'p2', *'cccc', 'e'])),
                 'commands beside')
    done = scene.record('-r', 2, '-o', 'beside2', '--provider=time', '--prepare=false', 'true', 'true')
    checks.equal((done.returncode, "--prepare: 'false' failed" in done.stderr), (1, True), '--prepare fails: ' + done.stderr)
    alone = scene.record('-r', 2, '-o', 'alone', './old')
    checks.equal((alone.returncode, ' parse' in alone.stdout), (0, True), 'one command alone: ' + alone.stderr)
    alone = scene.record('-r', 2, '-o', 'alone2', '--provider=time', './old')
    checks.equal((alone.returncode, 'mean of 2 runs' in alone.stdout), (0, True), 'times of one command: ' + alone.stderr)


def failures(checks, scene):
    """A run that fails ends the recording; complete pairs are reported."""
    scene.script('fails', 'echo out; echo last words >&2; [ $(ls $0.* 2>/dev/null | wc -l) -lt 3 ] || exit 7; touch $0.$$')
    done = scene.record('-r', 9, '-w', 0, '-o', 'fails1', './old', './fails')
    checks.equal(done.returncode, 1, 'status after a failure')
    said = ' '.join(done.stdout.split())
    checks.expect("'./fails' failed in run" in said and 'exit status 7; its last words: last words' in said,
                  'how it failed', done.stdout)
    checks.expect(done.stdout.startswith('base '), 'complete pairs are reported', done.stdout)
    manifest = scene.manifest('fails1')
    checks.equal((manifest['state'], manifest['runs'][-1]['state'], manifest['runs'][-1]['status']),
                 ('failed', 'failed', 7), 'state')
    allowed = scene.record('-r', 2, '-o', 'fails2', '--ignore-failure=7', './old', './fails')
    checks.equal(allowed.returncode, 0, 'an allowed failure: ' + allowed.stderr)
    checks.equal({run['state'] for run in scene.manifest('fails2')['runs']}, {'ok'}, 'runs with an allowed failure')
    scene.script('dies', 'kill -SEGV $$')
    done = scene.record('-r', 2, '-o', 'fails3', './dies', './old')
    checks.equal((done.returncode, 'signal 11' in done.stderr), (1, True), 'a signal: ' + done.stderr)
    scene.script('kills', 'kill -KILL $PPID')
    done = scene.record('-r', 2, '-o', 'fails7', '--provider=time', './old', './kills')
    checks.expect("'./kills', run " in done.stderr and 'signal 9' in done.stderr, 'who ended the recorder', done.stderr)
    checks.equal(done.returncode, 1, 'status if the recorder is ended')
    done = scene.record('-r', 2, '-o', 'fails4', '--timeout=200ms', 'sleep 9', './old')
    checks.equal((done.returncode, '--timeout' in done.stderr), (1, True), 'a run that takes too long: ' + done.stderr)
    done = scene.record('python3', './x.py')
    checks.equal((done.returncode, "quote them: " in done.stderr), (1, True), 'forgotten quotes: ' + done.stderr)
    done = scene.record('-o', 'fails5', '--provider=gmon', './old', './new')
    checks.equal((done.returncode, 'compile and link it with -pg' in done.stderr, (scene.folder / 'fails5').exists()),
                 (1, True, False), 'a recorder that cannot be used: ' + done.stderr)
    scene.script('random', 'echo $$')
    done = scene.record('-r', 2, '-o', 'fails6', './random', './random')
    checks.expect('output' in done.stderr + done.stdout, 'outputs that differ', done.stderr + done.stdout)


def full_disk(checks, scene):
    """If the disk is full, complete pairs are reported, nothing is left of the run, and pairs can be added later."""
    disk = scene.folder / 'disk'
    disk.mkdir()
    mount = ['mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        print('skipped: a full disk needs the right to mount one')
        return
    try:
        # perf itself fails with 255 if it cannot write.
        scene.script('fills', f'[ -e {disk}/../go-on -o $(ls {disk}/x/runs | wc -l) -lt 4 ] || cat /dev/zero >{disk}/rest 2>/dev/null; true')
        done = scene.record('-r', 9, '-w', 0, '-o', 'disk/x', '--provider=perf', './fills', './fills')
        checks.equal((done.returncode, done.stdout.startswith('base ')), (1, True), 'status: ' + done.stderr)
        checks.expect('No space left' in done.stdout + done.stderr, 'the cause', done.stdout + done.stderr)
        left = sorted(os.listdir(disk / 'x/runs'))
        checks.expect(len(left) >= 2 and all(name.endswith('.pb.gz') for name in left), 'what is left', str(left))
        (disk / 'rest').unlink()
        (scene.folder / 'go-on').touch()
        more = scene.record('-r', 1, '-o', 'disk/x', '--append', './fills', './fills')
        checks.equal(more.returncode, 0, 'pairs are added: ' + more.stderr)
    finally:
        subprocess.run(['umount', disk], check=True)


def interrupted(checks, scene):
    words = [scene.egprof, 'record', '-r', '50', '-w', '0', '-o', 'interrupted', 'sleep .2', 'sleep .2']
    started = subprocess.Popen(words, cwd=scene.folder, env=scene.environment, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    path = scene.folder / 'interrupted' / 'manifest.json'
    for _ in range(600):
        time.sleep(.05)
        if path.exists() and len(scene.manifest('interrupted')['runs']) >= 4:
            break
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=60)
    checks.equal((started.returncode, 'interrupted' in err + out), (130, True), 'an interrupt: ' + err)
    checks.equal(scene.manifest('interrupted')['state'], 'interrupted', 'state after an interrupt')
    checks.expect(out.startswith('base '), 'complete pairs are reported', out)


def ends(checks, scene):
    """--time and --until end a recording."""
    done = scene.record('--time=1ms', '-o', 'time', './old', './new')
    manifest = scene.manifest('time')
    checks.equal((done.returncode, manifest['state'], max(run['pair'] for run in manifest['runs'])), (0, 'time', 3),
                 'three pairs after the time is over')
    done = scene.record('--until=1000', '-o', 'until', '--function=grow', './old', './new')
    manifest = scene.manifest('until')
    checks.equal((done.returncode, manifest['state'], max(run['pair'] for run in manifest['runs'])), (0, 'until', 12),
                 'a tenth more pairs after the interval is narrow')
    done = scene.record('--dry-run', './old', './new')
    checks.equal((done.returncode, './old' in done.stdout), (0, True), '--dry-run')
    checks.expect('perf record -q -e cpu-clock -F 3999' in done.stdout, 'words of the recorder', done.stdout)


def kernel(checks, scene):
    """The functions of the kernel are one row, unless they are asked for."""
    for name in ('calls', 'calls2'):
        scene.script(name, ':')
        (scene.folder / f'{name}.samples').write_text('sort 500\nsys_read 100\nsys_write 50\n')
    scene.record('-r', 4, '-o', 'calls-of-system', './calls', './calls2')

    def names(*options):
        done = subprocess.run([scene.egprof, 'diff', 'calls-of-system', '--format=json', '-q', *options], cwd=scene.folder,
                              env=scene.environment, capture_output=True, text=True)
        document = json.loads(done.stdout)
        listed = {each['name']: each for each in document['functions']}
        by_id = {each['id']: each['name'] for each in document['functions']}
        arcs = [(by_id[arc['caller']], by_id[arc['callee']]) for arc in document['arcs']]
        return listed, arcs
    whole, arcs = names()
    checks.equal(sorted(whole), ['[kernel]', 'main', 'sort'], 'the kernel is one function')
    checks.equal(sorted(arcs), [('main', '[kernel]'), ('main', 'sort')], 'it does not call itself')
    checks.equal(whole['[kernel]']['image'], '[kernel]', 'its image')
    single, _ = names('--kernel')
    checks.equal(sorted(single), ['do_syscall_64', 'main', 'sort', 'sys_read', 'sys_write'], '--kernel')
    checks.expect(abs(whole['[kernel]']['base']['self'] - single['sys_read']['base']['self']
                      - single['sys_write']['base']['self']) < 1e-9, 'time of the kernel', str(whole['[kernel]']))


# perf whose recordings are perf's own data, with one sample at an address of the kernel. It keeps its standard input,
# from which it reads symbols.
OWN_DATA = r"""#!/bin/sh
case "$1" in
record) while [ "$1" != -o ]; do shift; done
  cp DATA "$2"
  while [ "$1" != -- ]; do shift; done
  shift
  exec "$@" ;;
script) echo "$@" >>WORDS
  cat >SYMBOLS
  printf 'p 7/7 1.0: 250000 cpu-clock: \n\t10 work+0x1 (/bin/p)\n\n' ;;
esac
"""


def kernel_symbols(checks, scene):
    """perf gets the few functions of the kernel that a recording needs."""
    lines = Path('/proc/kallsyms').read_text().splitlines() if Path('/proc/kallsyms').exists() else []
    starts = sorted({int(line.split()[0], 16) for line in lines if line.split()[1] in 'tT'})
    if len(starts) < 100:
        print('skipped: the addresses of the kernel are hidden here')
        return
    address = starts[50] + 1
    data, words, symbols = (scene.folder / name for name in ('own.data', 'words', 'symbols'))
    record = struct.pack('<IHHQ', 9, 0, 16, address)
    data.write_bytes(b'PERFILE2' + struct.pack('<6Q', 104, 144, 104, 0, 104, len(record)) + bytes(48) + record)
    stub = OWN_DATA
    for name, path in (('DATA', data), ('WORDS', words), ('SYMBOLS', symbols)):
        stub = stub.replace(name, str(path))
    (scene.tools / 'perf').write_text(stub)
    done = scene.record('-r', 1, '-w', 0, '-o', 'symbols-of-kernel', '--provider=perf', './old')
    checks.equal(done.returncode, 0, 'status: ' + done.stderr)
    checks.expect('--kallsyms=/dev/stdin' in words.read_text(), 'perf reads its input', words.read_text())
    listed = symbols.read_text().splitlines()
    expected = [line for line in lines if int(line.split()[0], 16) == starts[50] and line.split()[1] in 'tT']
    checks.expect(set(expected) <= set(listed) and len(listed) < 100, 'the functions at the address', str(listed))
    shutil.copy(HERE / 'perf', scene.tools / 'perf')


def launcher(checks, scene):
    """The code of egprof that runs in the program's process before the program does is left out, and counted."""
    scene.script('short', 'cat /proc/$PPID/comm')
    (scene.folder / 'short.samples').write_text('sort 50\negprof-launch:do_exec 20\n')
    done = scene.record('-r', 3, '-w', 0, '-o', 'launcher', '--json=-', './short', './short')
    checks.equal(sorted(each['name'] for each in json.loads(done.stdout)['functions']), ['main', 'sort'], 'its functions')
    runs = scene.manifest('launcher')['runs']
    checks.equal({10 < run['launcherSamples'] < 30 and 30 < run['samples'] < 70 for run in runs}, {True},
                 'its samples are counted apart', str(runs))
    scene.record('-r', 1, '-w', 0, '-o', 'launcher2', '--provider=time', '--stdout=comm.txt', './short')
    checks.equal((scene.folder / 'comm.txt').read_text(), 'egprof-launch\n', 'its name')


def build_ids(checks, scene):
    """The manifest has the build ids that readelf prints."""
    scene.program('with-id', '-DGROW=1', '-Wl,--build-id')
    scene.program('without-id', '-DGROW=1', '-Wl,--build-id=none')
    scene.record('--provider=time', '-r', 1, '-o', 'ids', './with-id', './without-id')
    notes = subprocess.run(['readelf', '-n', scene.folder / 'with-id'], capture_output=True, text=True).stdout
    expected = notes.split('Build ID: ')[1].split()[0]
    ids = [command.get('buildId') for command in scene.manifest('ids')['commands']]
    checks.equal(ids, [expected, None], 'build ids')


def times(checks, scene):
    """Without profiles, times are compared, as text and JSON."""
    done = scene.record('--provider=time', '-r', 4, '-o', 'times', '--json=times.json', 'sleep .2', 'sleep .6')
    checks.equal(done.returncode, 0, 'status of times: ' + done.stderr)
    checks.equal([line.split()[0] for line in done.stdout.splitlines()], ['base', 'other', 'difference'], 'lines')
    document = json.loads((scene.folder / 'times.json').read_text())
    import jsonschema
    jsonschema.validate(document, SCHEMA)
    wall = next(each for each in document['measures'] if each['name'] == 'wall')
    checks.expect(wall['significant'] and wall['base'] < wall['other'] and wall['low'] > 0, 'wall times', str(wall))
    refused = scene.record('--provider=time', '-r', 2, '-o', 'times2', '--html=x.html', 'true', 'true')
    checks.equal((refused.returncode, 'only times were recorded' in refused.stderr), (1, True), 'a page of times')


def recorders(checks, scene):
    """callgrind counts, gmon writes profiles itself, and both name the function."""
    scene.program('count', '-DGROW=1000')
    scene.program('count2', '-DGROW=1200')
    done = scene.record('--provider=callgrind', '-o', 'counted', '--json=-', './count 20', './count2 20')
    document = json.loads(done.stdout)
    largest = max(document['functions'], key=lambda each: abs(each['difference']['self']))
    checks.equal((largest['name'], document['record']['pairs']), ('grow', 2), 'two pairs of counts are enough')
    done = scene.record('--provider=callgrind', '-w', 0, '-o', 'scaled', '-L', 'n=10,20,40', './count {n}')
    manifest = scene.manifest('scaled')
    checks.equal([command['parameters'] for command in manifest['commands']], [{'n': n} for n in ('10', '20', '40')],
                 'parameters')
    modelled = subprocess.run([scene.egprof, 'model', 'scaled'], cwd=scene.folder, env=scene.environment,
                              capture_output=True, text=True)
    checks.equal((modelled.returncode, 'grow' in modelled.stdout), (0, True), 'egprof model DIR: ' + modelled.stderr)
    checked = subprocess.run([scene.egprof, 'check', 'counted'], cwd=scene.folder, env=scene.environment,
                             capture_output=True, text=True)
    checks.equal(checked.returncode, 0, 'egprof check DIR: ' + checked.stderr)
    checks.expect('./count2 20: run ' in checked.stderr and 'median of 2' in checked.stderr, 'both commands are examined',
                  checked.stderr)
    checked = subprocess.run([scene.egprof, 'check', 'scaled'], cwd=scene.folder, env=scene.environment,
                             capture_output=True, text=True)
    checks.equal((checked.returncode, '3 commands' in checked.stderr), (1, True), 'more commands than sides')
    scene.program('own', '-pg', '-DGROW=1000')
    scene.program('own2', '-pg', '-DGROW=9000')
    (scene.folder / 'gmon.out').write_text('mine')
    done = scene.record('--provider=gmon', '-r', 2, '-o', 'own-profiles', './own 20000', './own2 20000')
    checks.equal((done.returncode, ' grow ' in done.stdout), (0, True), 'gmon: ' + done.stderr)
    checks.equal((scene.folder / 'gmon.out').read_text(), 'mine', "the user's profile is kept")


def revisions(checks, scene):
    """The manual's recipe for two revisions: its lines are run in a repository whose last commit made grow slower."""
    manual = (TOP / 'man' / 'egprof-record.1').read_text()
    recipe = manual[manual.index('.Ss Two revisions'):].split('.Bd -literal\n')[1].split('.Ed')[0]
    lines = [line.removeprefix('$ ') for line in recipe.splitlines() if line.startswith('$ ')]
    repository = scene.folder / 'repository'
    repository.mkdir()
    (repository / 'Makefile').write_text('prog: prog.c\n\tgcc -O1 -DGROW=$(shell cat work) prog.c -o prog\n')
    (repository / 'prog.c').write_text(COUNTED.replace('atoi(argv[1])', '20'))
    (repository / 'input').write_text('')
    git = ['git', '-c', 'user.name=A', '-c', 'user.email=a@example.org']
    subprocess.run(['git', 'init', '-q'], cwd=repository, check=True)
    for work in (1000, 1500):
        (repository / 'work').write_text(str(work))
        subprocess.run(['git', 'add', '.'], cwd=repository, check=True)
        subprocess.run([*git, 'commit', '-q', '-m', 'work'], cwd=repository, check=True)
    done = None
    for line in lines:
        if line.startswith('egprof record '):
            line = f'{scene.egprof} record --provider=callgrind {line.removeprefix("egprof record ")}'
        done = subprocess.run(line, shell=True, cwd=repository, env=scene.environment, capture_output=True, text=True)
        checks.equal(done.returncode, 0, f'status of {line}: {done.stderr}')
    checks.expect(' grow ' in done.stdout, 'the function that the last commit made slower', done.stdout)


def refused_perf(checks, scene):
    """If perf may not record, what works is used, with the reason."""
    (scene.tools / 'perf').write_text('#!/bin/sh\necho "No permission" >&2\nexit 1\n')
    done = scene.record('-r', 2, '-o', 'without', './old', './new')
    checks.equal((done.returncode, scene.manifest('without')['recorder']['name']), (0, 'time'), 'without perf')
    checks.expect('No permission' in done.stderr and '-pg' in done.stderr, 'the reason', done.stderr)
    shutil.copy(HERE / 'perf', scene.tools / 'perf')


def progress(checks, scene):
    """On a terminal, a line shows how far the recording is."""
    ours, theirs = pty.openpty()
    words = [scene.egprof, 'record', '--provider=time', '-r', '6', '-o', 'progress', 'sleep .3', 'sleep .3']
    started = subprocess.Popen(words, cwd=scene.folder, env=scene.environment, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b''
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:
        pass
    started.wait()
    checks.expect(b' of 6, ' in shown and b' left' in shown, 'progress', shown.decode(errors='replace'))


def main():
    egprof = parse_arguments(__doc__).egprof
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(egprof, folder)
        for part in (planted, unchanged, kept, hostile, outputs, beside, failures, full_disk, interrupted, ends, kernel,
                     kernel_symbols, launcher, build_ids, times, recorders, power, revisions, refused_perf, progress):
            part(checks, scene)
    checks.finish()


if __name__ == '__main__':
    main()
