# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every option of every command once, and every kind of condition, and checks that none of them crashes. Used for
an egprof without its optional libraries, which may refuse an option, but then names the Debian package that is missing.

    python3 tests/install/every_option.py EGPROF FOLDER

FOLDER has a program p with its gmon.out. Prints what is wrong.
"""
import re
import subprocess
import sys
from pathlib import Path

TRACES = Path(__file__).resolve().parents[2] / 'testdata/traces'
# Inputs of each command, alternatives included.
INPUTS = {
    '': [['p', 'gmon.out'], ['p', 'gmon.out', '--subtract', 'gmon.out'], ['a.folded'], ['a.folded', '--subtract', 'b.folded'],
         ['a.callgrind', '--subtract', 'b.callgrind']],
    'diff': [['p', 'gmon.out', 'gmon.out'], ['a.folded', 'b.folded'], ['a.folded', 'b.folded', '--', 'c.folded', 'd.folded'],
             ['a.callgrind', 'b.callgrind']],
    'trace': [[TRACES / 'simple', TRACES / 'simple2']],
    'rank': [[TRACES / 'heat', '--against', TRACES / 'heat2']],
    'check': [['a.callgrind'], ['a.callgrind', '--subtract', 'b.callgrind'], ['p', 'gmon.out']],
    'search': [['--', './p']],
    'model': [['a.folded'], [TRACES / 'simple']],
    'prune': [['a.folded'], [TRACES / 'simple'], ['p', 'gmon.out']],
    'select': [['families.json']],
    'db': [['list', 's.db'], ['add', 's.db', 'a/b/c', 'a.folded'], ['diff', 's.db', 'a/b/c', 'a/b/d'], ['history', 's.db', 'a/b'],
           ['export', 's.db'], ['import', 's.db', 'x'], ['remove', 's.db', 'a/b/c']],
    'help': [['diff']],
}
VALUES = {'FILE': 'out.file', 'REGEX': 'main', 'REGEX=NEW': '^main$=start', 'KEY=REGEX': 'a=b', 'NAME': 'main', 'N': '2',
          'TIME': '1ms', 'LIST': 'base,other', 'NAME=VALUE': 'n=2', 'CONDITION': 'self > 5% and significant'}
CONDITIONS = [f'{value} > 5%{end}' for value in ('self', 'total', 'calls', 'program')
              for end in ('', ' and significant', ' and not significant', ' or significant')]
CONDITIONS += ['significant', 'not significant', 'only-base', 'only-other and significant', 'unmatched > 1%',
               '(self > 1% or total > 1%) and significant', 'beyond > 0.5', 'change > 0.1 and noise < 0.5']


def options_of(egprof, command):
    """Yields each option of a command with a plausible value, as --help lists them."""
    shown = subprocess.run([egprof, *filter(None, [command]), '--help'], capture_output=True, text=True).stdout
    for name, may, metavar in re.findall(r'^ +(?:-\w, )? *--([\w-]+)(\[=|=)?([^\s\]]*)\]?', shown, re.M):
        if name in ('help', 'version'):
            continue
        word = VALUES.get(metavar, metavar.split('|')[0].split('[')[0].split(',')[0])
        if metavar:
            yield f'--{name}={word}'
        if not metavar or may == '[=':
            yield f'--{name}'


def crash_of(egprof, words, folder):
    """Returns what is wrong with a run; None if it succeeds or is refused."""
    try:
        done = subprocess.run([egprof, *map(str, words)], cwd=folder, capture_output=True, timeout=120,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return 'does not end'
    if b'compiled without' in done.stderr and b'(Debian: ' not in done.stderr:
        return 'does not name the missing package'
    if done.returncode in (0, 2, 3):
        return None
    if done.returncode == 1:
        return None if done.stderr.strip() else 'fails without a message'
    return f'status {done.returncode}'


def write_inputs(folder):
    for name, numbers in (('a', (300, 200)), ('b', (100, 400)), ('c', (90, 410)), ('d', (120, 380))):
        (folder / f'{name}.folded').write_text(f'main;work {numbers[0]}\nmain;rest {numbers[1]}\n')
        (folder / f'{name}.callgrind').write_text(
            f'# callgrind format\nevents: Ir\n\nfn=main\n1 {numbers[0]}\ncfn=work\ncalls=2 1\n2 {numbers[1]}\n\n'
            f'fn=work\n1 {numbers[1]}\n')


def main():
    egprof, folder = sys.argv[1], Path(sys.argv[2])
    write_inputs(folder)
    count = 0
    for command, inputs in INPUTS.items():
        options = [[option] for option in options_of(egprof, command)]
        if not options and command != 'help':
            print(f'no options of {command or "egprof"} found')
        if any(option[0].startswith('--fail-if') for option in options):
            options += [[f'--fail-if={condition}'] for condition in CONDITIONS]
        for operands in inputs:
            for option in [[], *options]:
                words = [*filter(None, [command]), *option, *operands]
                if command == 'db':
                    words = [command, operands[0], *option, *operands[1:]]
                what = crash_of(egprof, words, folder)
                count += 1
                if what:
                    print(f'{what}: egprof {" ".join(map(str, words))}')
    if count < 500:
        print(f'only {count} command lines')


if __name__ == '__main__':
    main()
