#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the recipes of egprof-ci(7) and the action for GitHub with the variables that these systems set, on a repository
with a change that makes a function slower.

    tests/cli/ci/run.py --egprof build/egprof/egprof
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
from checks import TOP, Checks, parse_arguments  # noqa: E402

ACTION = TOP / '.github/actions/egprof'
MANUAL = TOP / 'man/egprof-ci.7'
PROGRAM = '''#include <time.h>
static volatile long sink;
#define FOR(MS) for (clock_t end = clock() + MS * (CLOCKS_PER_SEC / 1000); clock() < end;) for (int i = 0; i < 9999; ++i) sink += i
void fixed(void) { FOR(100); }
void slower(void) { FOR(%d); }
int main(void) { fixed(); slower(); return 0; }
'''
MAKEFILE = 'prog: prog.c\n\tgcc -g -O1 -pg -no-pie -fno-inline -o prog prog.c\n'
CONDITION = 'self > 5% and significant'


def recipe(name):
    """Returns a block of the manual page, without roff's escapes."""
    text = re.search(rf'^\.\\" recipe: {name}\n\.Bd .*\n((?:.*\n)*?)\.Ed$', MANUAL.read_text(), re.M)[1]
    return text.replace('\\e', '\\')


def git(folder, *words):
    identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main']
    subprocess.run(['git', *identity, *words], cwd=folder, check=True, capture_output=True)


class Repository:
    """A repository whose branch `change` makes a function slower, and its clone, where a job runs."""

    def __init__(self, egprof, folder):
        self.folder, self.clone = Path(folder), Path(folder) / 'work'
        self.tools = self.folder / 'tools'
        self.tools.mkdir()
        (self.tools / 'egprof').symlink_to(egprof)
        self.write('curl', '#!/bin/sh\nfor word in "$@"; do echo "$word"; done >>"$CURL_LOG"\n')
        origin = self.folder / 'origin'
        origin.mkdir()
        git(origin, 'init', '-q')
        for message, work in (('base', 50), ('change', 300)):
            (origin / 'prog.c').write_text(PROGRAM % work)
            (origin / 'Makefile').write_text(MAKEFILE)
            if message == 'change':
                git(origin, 'checkout', '-q', '-b', 'change')
            git(origin, 'add', '.')
            git(origin, 'commit', '-q', '-m', message)
        git(self.folder, 'clone', '-q', str(origin), 'work')

    def write(self, name, text):
        (self.tools / name).write_text(text)
        (self.tools / name).chmod(0o755)

    def environment(self, **variables):
        kept = {name: value for name, value in os.environ.items() if name.split('_')[0] not in ('GITHUB', 'CI', 'EGPROF')}
        return kept | {'PATH': f'{self.tools}:{os.environ["PATH"]}', 'CI': 'true'} | variables

    def script(self, text, shell=('bash', '-eo', 'pipefail'), **variables):
        """Runs a script as a file, as runners do."""
        (self.folder / 'script').write_text(text)
        return subprocess.run([*shell, str(self.folder / 'script')], cwd=self.clone, env=self.environment(**variables),
                              capture_output=True, text=True, check=False)


def expect_report(checks, text, what):
    lines = text.splitlines()
    checks.expect(lines and re.fullmatch(r'\*\*other takes .* more .*\*\*', lines[0]), f'{what}: the answer is first', text)
    checks.expect(f'- **failed**: `{CONDITION}`: `slower`' in lines, f'{what}: the condition', text)


def shell(checks, repository):
    git(repository.clone, 'worktree', 'add', 'base', 'origin/main')
    for side in ('base', '.'):
        subprocess.run(['make', '-s', 'prog'], cwd=repository.clone / side, check=True)
    done = repository.script(recipe('shell'), ('sh',), BASE='base', OTHER='.')
    checks.equal(done.returncode, 3, 'shell: the status', done.stderr)
    comment = (repository.clone / 'comment.md').read_text()
    expect_report(checks, comment, 'shell')
    checks.expect(done.stdout.endswith(comment), 'shell: it is shown', done.stdout)
    checks.expect((repository.clone / 'page.html').read_text().startswith('<!'), 'shell: the page')


def gitlab(checks, repository, yaml):
    job = yaml.safe_load(recipe('gitlab'))['profile']
    git(repository.clone, 'checkout', '-q', '--detach')  # as GitLab's runner does
    log = repository.folder / 'curl.log'
    done = repository.script('\n'.join(job['script']), ('bash', '-eo', 'pipefail'), GITLAB_CI='true', CURL_LOG=str(log),
                             CI_MERGE_REQUEST_TARGET_BRANCH_NAME='main', CI_MERGE_REQUEST_IID='17', CI_PROJECT_ID='4',
                             CI_API_V4_URL='https://gitlab.example/api/v4', EGPROF_TOKEN='glpat-1')
    checks.equal(done.returncode, 3, 'GitLab: the status', done.stderr)
    expect_report(checks, (repository.clone / 'comment.md').read_text(), 'GitLab')
    words = log.read_text().splitlines()
    checks.equal(words[-1], 'https://gitlab.example/api/v4/projects/4/merge_requests/17/notes', 'GitLab: the comment', words)
    checks.expect('body@comment.md' in words and 'PRIVATE-TOKEN: glpat-1' in words, 'GitLab: what is sent', words)
    for path in job['artifacts']['paths']:
        checks.expect((repository.clone / path).is_file(), f'GitLab: {path} is kept')


class Runner:
    """Runs steps as GitHub's runner does: its variables, its files, and commands in the log."""

    def __init__(self, checks, repository, yaml):
        self.checks, self.repository, self.yaml = checks, repository, yaml
        self.temporary = repository.folder / 'runner'
        self.temporary.mkdir(exist_ok=True)
        self.variables = {
            'GITHUB_ACTIONS': 'true', 'GITHUB_WORKSPACE': str(repository.clone), 'GITHUB_BASE_REF': 'main',
            'GITHUB_HEAD_REF': 'change', 'GITHUB_EVENT_NAME': 'pull_request', 'RUNNER_TEMP': str(self.temporary),
            'GITHUB_ACTION_PATH': str(ACTION)}

    def run(self, script, **variables):
        """Returns (status, outputs, summary, commands, text of the log)."""
        files = {}
        for name in ('GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'):
            files[name] = self.temporary / name
            files[name].write_text('')
        done = self.repository.script(script, **self.variables, **{name: str(path) for name, path in files.items()},
                                      **variables)
        outputs = dict(line.split('=', 1) for line in files['GITHUB_OUTPUT'].read_text().splitlines())
        log = done.stdout + done.stderr
        return done.returncode, outputs, files['GITHUB_STEP_SUMMARY'].read_text(), commands_of(done.stdout), log

    def use(self, inputs):
        """Runs the action with inputs. Returns the same as `run`."""
        action = self.yaml.safe_load((ACTION / 'action.yml').read_text())
        self.checks.equal(set(inputs) - set(action['inputs']), set(), 'known inputs')
        values = {name: inputs.get(name, each.get('default', '')) for name, each in action['inputs'].items()}
        step = action['runs']['steps'][0]
        fill = lambda text: re.sub(r'\$\{\{ inputs\.(\w+) \}\}', lambda match: values[match[1]], text)  # noqa: E731
        self.checks.expect('${{' not in step['run'], 'inputs are no part of a script')
        result = self.run(step['run'], **{name: fill(text) for name, text in step['env'].items()})
        promised = {re.search(r'outputs\.(\w+)', each['value'])[1] for each in action['outputs'].values()}
        self.checks.equal(promised - {'comment'} - set(result[1]), set(), 'outputs')
        return result


def commands_of(log):
    """Returns the commands in a log: (name, properties, message)."""
    found, token = [], None
    for line in log.splitlines():
        command = re.match(r'::([^ :]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$', line)
        if token is not None:
            token = None if line == f'::{token}::' else token
        elif command and command[1] == 'stop-commands':
            token = command[3]
        elif command:
            decode = lambda text: re.sub('%(25|0D|0A|3A|2C)', lambda match: chr(int(match[1], 16)), text)  # noqa: E731
            properties = dict(pair.split('=', 1) for pair in (command[2] or '').split(',') if pair)
            found.append((command[1], {name: decode(value) for name, value in properties.items()}, decode(command[3])))
    return found


def github(checks, repository, yaml):
    job = yaml.safe_load(recipe('github'))['jobs']['profile']
    runner = Runner(checks, repository, yaml)
    for step in job['steps']:
        if 'run' in step:
            status, _, _, _, log = runner.run(step['run'])
            checks.equal(status, 0, step['name'], log)
    step = next(step for step in job['steps'] if step.get('uses', '').startswith('OWNER/egprof/'))
    status, outputs, summary, commands, log = runner.use(step['with'])
    checks.equal((status, outputs.get('status'), outputs.get('verdict')), (3, '3', 'more'), 'GitHub: the answer', log)
    expect_report(checks, summary, 'GitHub')
    checks.equal(f'**{outputs.get("sentence")}**', summary.splitlines()[0], 'GitHub: the sentence', summary)
    checks.equal(Path(outputs['comment']).read_text(), summary, 'GitHub: the comment')
    checks.expect(Path(outputs['page']).read_text().startswith('<!'), 'GitHub: the page')
    errors = [(properties, text) for name, properties, text in commands if name == 'error']
    checks.equal([(each['file'], each['line']) for each, _ in errors], [('prog.c', '5')], 'GitHub: a mark in the source', log)
    checks.expect(errors and re.match(rf'slower: .* s before, .* s now; fails {re.escape(CONDITION)}$', errors[0][1]),
                  'GitHub: its text', log)
    inputs = {'base': 'base/prog\nbase/run.*.gmon', 'other': 'prog\nrun.*.gmon'}
    status, outputs, _, commands, log = runner.use(inputs | {'page': ''})
    checks.equal((status, 'page' in outputs, [name for name, _, _ in commands]), (0, False, ['warning']), 'without conditions', log)
    status, outputs, _, _, log = runner.use(inputs | {'conditions': CONDITION, 'fail': 'false', 'page': ''})
    checks.equal((status, outputs['status']), (0, '3'), 'a condition that does not fail the job', log)
    status, outputs, _, _, log = runner.use({'base': inputs['other'], 'other': inputs['base'], 'conditions': f'\n{CONDITION}\n\n',
                                             'options': '--top=3\n--by=file', 'page': ''})
    checks.equal((status, outputs['verdict']), (0, 'less'), 'the other way round', log)
    mistakes(checks, runner, inputs)


def mistakes(checks, runner, inputs):
    marker = runner.repository.clone / 'made'
    for wrong, part in (({'base': 'none\nnone.gmon'}, 'none'), ({'base': ' \n'}, 'no files of the base'),
                        ({'other': '--html=x'}, 'begins with a hyphen'), ({'conditions': 'self >'}, 'self >'),
                        ({'base': '$(touch made)\n`touch made`; touch made'}, 'touch made'),
                        ({'conditions': '$(touch made)'}, 'touch made'), ({'egprof': 'no-such-egprof'}, 'not in PATH')):
        values = {'page': '', **inputs, **wrong}
        status, outputs, summary, commands, log = runner_with(runner, values)
        checks.equal((status, outputs.get('verdict', ''), marker.exists()), (1, '', False), f'{wrong} is an error', log)
        checks.expect(part in log and any(name == 'error' for name, _, _ in commands), f'{part!r} is said', log)
        checks.expect(not summary or re.fullmatch(r'egprof could not .*\n\n(    .*\n)+\n', summary), 'the summary', summary)


def runner_with(runner, inputs):
    """Runs the script directly: outputs may be missing after an error."""
    names = {'egprof': 'EGPROF'} | {name: f'EGPROF_{name.upper()}' for name in ('base', 'other', 'conditions', 'options', 'page')}
    return runner.run('"$GITHUB_ACTION_PATH/compare.sh"', **{names[name]: value for name, value in inputs.items()})


def marks(checks, folder):
    """Names from untrusted input in marks, and files outside of the repository."""
    name = '\n::error::50 % of a:b,c\r\x1b[31m'
    function = lambda i, file, line: {  # noqa: E731
        'id': i, 'name': f'{name}{i}', 'linkageName': f'f{i}', 'file': file, 'line': line, 'base': {'self': 1.0},
        'other': {'self': 2.5}, 'difference': {'self': -1.5 + i / 1000}, 'significance': {'significant': i % 2 == 0}}
    files = [('a,b:c%25.c', 3), ('/etc/passwd', 3), ('../x.c', 3), (None, None), ('x.c', None), (f'{folder}/in/d.c', 4)]
    functions = [function(i, *place) for i, place in enumerate(files)] + [function(i, 'y.c', i) for i in range(6, 60)]
    difference = {'functions': functions, 'other': {'unit': 'seconds'},
                  'conditions': [{'text': 'self > 5%', 'result': 'failed', 'functions': [0, 1, 5]}]}
    (Path(folder) / 'd.json').write_text(json.dumps(difference))
    (Path(folder) / 'o.json').write_text(json.dumps({'functions': [{**function(5, f'{folder}/in/new.c', 9)}]}))
    environment = os.environ | {'GITHUB_WORKSPACE': str(folder)}
    done = subprocess.run(['/usr/bin/python3', str(ACTION / 'annotations.py'), 'd.json', 'o.json'], cwd=folder,
                          env=environment, capture_output=True, text=True, check=False)
    checks.equal((done.returncode, done.stderr), (0, ''), 'marks')
    commands = commands_of(done.stdout)
    checks.equal(len(commands), len(done.stdout.splitlines()), 'one command on each line', done.stdout)
    errors = [(properties['file'], properties['line'], text) for kind, properties, text in commands if kind == 'error']
    shown = name.replace('\x1b', '?')
    checks.equal(errors, [('a,b:c%25.c', '3', f'{shown}0: 1.000 s before, 2.500 s now; fails self > 5%'),
                          ('in/new.c', '9', f'{shown}5: 1.000 s before, 2.500 s now; fails self > 5%')], 'errors', done.stdout)
    checks.equal(sum(kind == 'warning' for kind, _, _ in commands), 10, 'at most ten warnings', done.stdout)


def main():
    arguments = parse_arguments(__doc__)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        marks(checks, folder)
    try:
        import yaml
    except ImportError:
        yaml = None
        print('skipped: GitHub and GitLab (package python3-yaml)')
    jobs = [shell] if yaml is None else [shell, lambda *words: gitlab(*words, yaml), lambda *words: github(*words, yaml)]
    for job in jobs:
        with tempfile.TemporaryDirectory() as folder:
            job(checks, Repository(Path(arguments.egprof).resolve(), folder))
    checks.finish()


if __name__ == '__main__':
    main()
