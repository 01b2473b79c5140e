#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that bash, zsh and fish complete every command of egprof, its options, and option values that are words, and
that all of them offer the same options."""
import argparse
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


class Shells:
    """Runs the shells in a folder with three files. The completion scripts are those in the folder of the built
    program."""

    def __init__(self, folder, scratch):
        self.bash_script = os.path.join(folder, 'completion.bash')
        self.fish_script = os.path.join(folder, 'completion.fish')
        self.zsh_folder = scratch
        self.environment = {**os.environ, 'PATH': f'{folder}:{os.environ["PATH"]}'}
        self.store = os.path.join(scratch, 'runs.db')
        self.zsh_driver = None
        self.files = os.path.join(scratch, 'files')
        os.mkdir(self.files)
        for name in ('track', 'other', 'different'):
            open(os.path.join(self.files, name), 'x', encoding='utf-8').close()
        shutil.copy(os.path.join(folder, 'completion.zsh'), os.path.join(scratch, '_egprof'))

    def bash(self, line):
        words = [word for word in re.split(r' |(=)', line) if word] + ([''] if line[-1] in ' ' else [])
        run = subprocess.run(['bash', os.path.join(HERE, 'bash_driver.sh'), self.bash_script, *words],
                             cwd=self.files, env=self.environment, capture_output=True, text=True, check=True)
        assert not run.stderr, run.stderr
        return set(run.stdout.split())

    def zsh(self, line):
        if self.zsh_driver is None:
            self.zsh_driver = subprocess.Popen(['zsh', '-f', os.path.join(HERE, 'zsh_driver.zsh'), self.zsh_folder],
                                               cwd=self.files, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        print(line, file=self.zsh_driver.stdin, flush=True)
        printed = ''.join(itertools.takewhile(lambda printed: printed != '<DONE>\n', self.zsh_driver.stdout))
        return set(re.findall(r'<([^<>\s]+)>', printed)) - {'END'}

    def close(self):
        if self.zsh_driver is not None:
            self.zsh_driver.communicate(timeout=60)

    def fish(self, line):
        run = subprocess.run(['fish', '--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', self.fish_script, line],
                             cwd=self.files, env=self.environment, capture_output=True, text=True, timeout=60, check=True)
        return {re.sub('^(--[^=]*)=(.+)$', r'\2', offer.split('\t')[0]) for offer in run.stdout.splitlines()}


def has_terminals():
    """True if pseudo-terminals are available. zsh completes only on a terminal, and a minimal system may have none."""
    try:
        for end in os.openpty():
            os.close(end)
    except OSError:
        return False
    return True


def options_of_help(egprof, *command):
    """Returns the options in the output of --help with their values, for example {"--min-count": "=N", "-B": ""}. An
    option is listed by its letter only if it has no long name."""
    text = subprocess.run([egprof, *command, '--help'], capture_output=True, text=True, check=True).stdout
    long_options = dict(re.findall(r'^ {2,6}(?:-\w, )?(--[\w-]+)(\[?=[^\s\]]+\]?)?', text, re.M))
    letters = {letter: value for letter, value in re.findall(r'^  (-\w)(?: (\S+))?(?=\s)', text, re.M)}
    return {**long_options, **letters}


def commands_of_help(egprof):
    """Returns the words listed by --help under "Commands"."""
    text = subprocess.run([egprof, '--help'], capture_output=True, text=True, check=True).stdout
    listed = re.search(r'^Commands.*?:\n((?:  .*\n)+)', text, re.M).group(1)
    return re.findall(r'^  ([a-z]+) ', listed, re.M)


def words_of(value):
    return set(value.strip('[]=').split('|')) if '|' in value else set()


def check_shell(offers, command, options, ends_with_equals):
    """Yields (description, error) for each checked completion; the error is empty if the completion is right."""
    long_options = {name for name in options if name.startswith('--')}
    found = offers(f'{command} --')
    expected = {name + '=' if ends_with_equals and options[name].startswith('=') else name for name in long_options}
    yield f'all long options of {command}', '' if found == expected else f'{sorted(found ^ expected)}'
    for name in sorted(long_options):
        words = words_of(options[name])
        if words:
            found = offers(f'{command} {name}=')
            yield f'{command} {name}', '' if found == words else f'{sorted(found)}, not {sorted(words)}'


def check_lines(offers, lines):
    """Yields (line, error) for each command line and its expected completions."""
    for line, expected in lines:
        found = offers(line)
        yield line, '' if found == expected else f'{sorted(found)}, not {sorted(expected)}'


BASH_LINES = (
    ('egprof -O 4', {'4.4bsd'}), ('egprof -O ', {'auto', 'magic', 'bsd', '4.4bsd'}), ('egprof --symbols g', {'gprof'}),
    ('egprof pro', {'default'}), ('egprof -S x', {'default'}), ('egprof -R ', {'default'}), ('egprof -- --s', {'default'}),
    ('egprof --min-count=', set()), ('egprof --demangle g', {'default'}), ('egprof -b --subt', {'--subtract'}),
    ('egprof --gml=', {'default'}),
    ('egprof ', {'check', 'diff', 'trace', 'rank', 'record', 'search', 'model', 'prune', 'select', 'db', 'help', 'track', 'other', 'different'}), ('egprof trac', {'trace', 'track'}),
    ('egprof dif', {'diff', 'different'}), ('egprof diff --by=n', {'namespace'}), ('egprof diff dif', {'default'}),
    ('egprof diff -- --t', {'default'}), ('egprof -b diff --by n', {'default'}), ('egprof -b trac', {'default'}),
    ('egprof trace ', {'default'}), ('egprof trace x', {'default'}), ('egprof trace --by s', {'subtree'}),
    ('egprof trace --timeline=', {'default'}), ('egprof trace --blocks=', {'default'}), ('egprof trace --score=', set()),
    ('egprof trace -- --t', {'default'}), ('egprof -b trace --by s', {'default'}), ('egprof help t', {'trace'}),
    ('egprof help --', {'--help', '--version'}))

ZSH_LINES = (
    ('egprof -O ', {'auto', 'magic', 'bsd', '4.4bsd'}), ('egprof -O4', {'4.4bsd'}), ('egprof --symbols g', {'gprof'}),
    ('egprof -bp --subt', {'--subtract'}),
    ('egprof dif', {'diff', 'different'}), ('egprof diff dif', {'different'}), ('egprof diff --by n', {'namespace'}),
    ('egprof trac', {'trace', 'track'}), ('egprof -b trac', {'track'}), ('egprof trace trac', {'track'}),
    ('egprof trace --by s', {'subtree'}), ('egprof trace --timeline=trac', {'track'}), ('egprof help tra', {'trace'}))

FISH_LINES = (
    ('egprof --symbols=g', {'gprof'}), ('egprof dif', {'diff', 'different'}), ('egprof diff --by=n', {'namespace'}),
    ('egprof help tra', {'trace'}), ('egprof trace --by=s', {'subtree'}))


VERBS = {'add', 'list', 'diff', 'export', 'import', 'remove', 'history'}
TRIALS = {'app/main/v1', 'app/main/v2', 'app/other/v1'}


def make_store(egprof, store):
    """Makes a store. A shell would not read the last of its paths as it is."""
    lines = [{'application': application, 'experiment': experiment, 'trial': trial, 'function': 'f', 'metric': 'self', 'values': [1]}
             for application, experiment, trial in (*(path.split('/') for path in sorted(TRIALS)), ('app', '$(touch made)', "a b;'c"))]
    text = ''.join(json.dumps(line) + '\n' for line in lines)
    subprocess.run([egprof, 'db', 'import', store], input=text, text=True, check=True, capture_output=True)


def store_lines(store, files):
    """Returns the lines for `db`: a verb, a store, and paths in it. `files` are what is offered for a file."""
    return (('egprof db h', {'history'}), (f'egprof db diff {store} ', TRIALS), (f'egprof db diff {store} app/main/v1 app/m', TRIALS - {'app/other/v1'}),
            (f'egprof db history {store} ', {'app/main', 'app/other'}), (f'egprof db history --min-change=5% {store} app/o', {'app/other'}),
            (f'egprof db add {store} app/m', {'app/main'}), (f'egprof db add {store} app/main/v3 tra', files), ('egprof db list tra', files),
            (f'egprof db remove {store} app/o', {'app/other/v1'}))


def check_options(offers, tables, ends_with_equals):
    """Checks all options of all commands. `tables` contains them by command, for example {"": {"--brief": ""}, "trace":
    {...}}."""
    for word, options in tables.items():
        yield from check_shell(offers, f'egprof {word}'.strip(), options, ends_with_equals)


def check_bash(shells, tables):
    yield from check_options(shells.bash, tables, True)
    yield from check_lines(shells.bash, (*BASH_LINES, ('egprof db ', VERBS), ('egprof db diff no-store ', set()), *store_lines(shells.store, {'default'})))
    letters = {name for name in tables[''] if not name.startswith('--')}
    found = shells.bash('egprof -')
    yield 'letters without long option', '' if letters <= found else f'missing: {sorted(letters - found)}'


def check_zsh(shells, tables):
    yield from check_options(shells.zsh, tables, False)
    yield from check_lines(shells.zsh, (*ZSH_LINES, ('egprof db ', VERBS), *store_lines(shells.store, {'track'})))


def check_fish(shells, tables):
    yield from check_options(shells.fish, tables, True)
    yield from check_lines(shells.fish, (*FISH_LINES, *store_lines(shells.store, {'track'})))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--egprof', required=True)
    egprof = os.path.abspath(parser.parse_args().egprof)
    words = commands_of_help(egprof)
    assert {'diff', 'trace', 'help'} <= set(words), words
    tables = {'': options_of_help(egprof), **{word: options_of_help(egprof, word) for word in words}}
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as scratch:
        shells = Shells(os.path.dirname(egprof), scratch)
        make_store(egprof, shells.store)
        for name, check in (('bash', check_bash), ('zsh', check_zsh), ('fish', check_fish)):
            if not shutil.which(name) or (name == 'zsh' and not has_terminals()):
                print(f'SKIPPED: there is no {name}, or no terminal for it')
                skipped += 1
                continue
            for question, wrong in check(shells, tables):
                passed, failed = (passed, failed + 1) if wrong else (passed + 1, failed)
                if wrong:
                    print(f'FAILED: {name}: {question}: {wrong}')
        shells.close()
    if passed < 15:
        print('FAILED: too little was compared')
        failed += 1
    print(f'{passed} passed, {failed} failed' + (f', {skipped} skipped' if skipped else ''))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
