# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests whether egprof record names the function that changed, and only that one.

By default, callgrind counts one pair of programs that differ and one that does not. With PROFDIFF_TEST_FULL=1 and perf,
100 trials of each kind are sampled, 300 samples a run and 12 pairs, beside two busy loops: one function of six that grows
by 8 % of the program's time must be named in at least 90, and nothing in at least 91 if nothing changed.
"""
import json
import os
import re
import shutil
import subprocess

FUNCTIONS = {'parse': 30, 'sort': 25, 'hash': 15, 'copy': 12, 'print': 10, 'grow': 8}
SOURCE = '#include <stdlib.h>\nvolatile double sink;\n' + ''.join(
    f'__attribute__((noinline)) static void do_{name}(int n) {{ for (int i = 0; i < n * {name.upper()}; i++) sink += i; }}\n'
    for name in FUNCTIONS) + '''int main(int argc, char **argv) {
  for (int i = argc > 1 ? atoi(argv[1]) : 1; i > 0; i--) { CALLS }
  return 0;
}
'''
TRIALS, PAIRS, SAMPLES, RATE = 100, 12, 300, 3999
FULL = os.environ.get('PROFDIFF_TEST_FULL') == '1'


def make(scene, name, **more):
    text = SOURCE.replace('CALLS', ' '.join(f'do_{each}(100);' for each in FUNCTIONS))
    for each, steps in FUNCTIONS.items():
        text = re.sub(rf'\b{each.upper()}\b', str(steps + more.get(each, 0)), text)
    subprocess.run(['gcc', '-O1', '-fno-omit-frame-pointer', '-x', 'c', '-', '-o', scene.folder / name], input=text,
                   text=True, check=True)


def significant(scene, *arguments):
    words = [scene.egprof, 'record', '--json=-', *(str(each) for each in arguments)]
    done = subprocess.run(words, cwd=scene.folder, env=scene.environment, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    shutil.rmtree(scene.folder / arguments[arguments.index('-o') + 1], ignore_errors=True)
    if done.returncode != 0:
        return done.stderr
    return sorted(each['name'] for each in json.loads(done.stdout)['functions'] if each['significance']['significant'])


def counted(checks, scene):
    make(scene, 'six')
    make(scene, 'six-and-more', grow=8)
    common = ('--provider=callgrind', '-w', 0, '-o', 'power')
    found = significant(scene, *common, './six 50', './six-and-more 50')
    checks.expect('do_grow' in found and not set(found) & {f'do_{name}' for name in FUNCTIONS if name != 'grow'},
                  'callgrind names the function that grew', str(found))
    found = significant(scene, *common, './six 50', './six 50')
    checks.equal(found, [], 'callgrind names nothing in the same program')


def sampled(checks, scene, trials=TRIALS):
    """Needs perf itself in place of the stub of the other tests."""
    perf = scene.tools / 'perf'
    kept = perf.read_bytes()
    perf.unlink()
    if subprocess.run(['perf', 'record', '-q', '-o', scene.folder / 'try', 'true'], capture_output=True).returncode != 0:
        print('skipped: perf may not record here')
    else:
        named, quiet = trials_of(scene, trials)
        print(f'{trials} trials of each kind: the function that grew, and nothing else, is named in {named}; '
              f'nothing is named in {quiet} without a change')
        checks.expect(named >= .9 * trials, f'{named} of {trials} changes are named')
        checks.expect(quiet >= .91 * trials, f'{quiet} of {trials} equal programs are equal')
    perf.write_bytes(kept)
    perf.chmod(0o755)


def trials_of(scene, trials):
    seconds = []
    for _ in range(5):
        before = os.times().children_user
        subprocess.run([scene.folder / 'six', '20000'], check=True)  # long, because the clock has ticks of 10 ms
        seconds.append(os.times().children_user - before)
    rounds = max(1, round(20000 * SAMPLES / RATE / sorted(seconds)[2]))
    loops = [subprocess.Popen(['sh', '-c', 'while :; do :; done']) for _ in range(2)]
    named = quiet = 0
    try:
        for trial in range(trials):
            common = ('--provider=perf', '-F', RATE, '-r', PAIRS, '--time=3600s', '-o', 'power', f'--seed={trial}')
            named += significant(scene, *common, f'./six {rounds}', f'./six-and-more {rounds}') == ['do_grow']
            quiet += significant(scene, *common, f'./six {rounds}', f'./six {rounds}') == []
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    return named, quiet


def power(checks, scene):
    counted(checks, scene)
    if FULL:
        sampled(checks, scene)
