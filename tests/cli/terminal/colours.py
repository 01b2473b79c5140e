# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests colours, widths and hints of reports: on a terminal, in pipes, and with the variables about them. Outputs for
programs, and listings, are the same everywhere."""
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import tarfile
import termios
import threading

from checks import TOP

PAIRS = TOP / 'testdata/profiles/pairs'
CRYSTAL = [str(TOP / f'testdata/properties/crystal{i}.callgrind.gz') for i in (1, 2)]
SEQUENCE = re.compile('\x1b\\[(?:0|1|2|35|36)m')
MODELS = 'PARAMETER p\nPOINTS (4) (8) (16) (32) (64)\n\nREGION f\nMETRIC time\nDATA 4 4\nDATA 8 8\nDATA 16 16\nDATA 32 32\nDATA 64 64\n'
VARIABLES = ({'COLUMNS': '40'}, {'NO_COLOR': '1'}, {'CLICOLOR_FORCE': '1'}, {'CLICOLOR_FORCE': '1', 'COLUMNS': '200'})


def environment(**variables):
    return {'PATH': os.environ['PATH'], 'HOME': '/', 'LC_ALL': 'C', 'TERM': 'xterm', **variables}


def in_pipe(command, folder, **variables):
    done = subprocess.run(command, cwd=folder, env=environment(**variables), capture_output=True, check=False)
    return done.stdout.decode(errors='replace'), done.stderr.decode(errors='replace')


def on_terminal(command, folder, columns=100, **variables):
    """Runs a command with both outputs on a terminal of its own each; returns (standard output, standard error)."""
    texts, threads, ends = [[], []], [], []
    for text in texts:
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack('HHHH', 50, columns, 0, 0))

        def read(leader=leader, text=text):
            try:
                while part := os.read(leader, 65536):
                    text.append(part)
            except OSError:  # raised when the terminal is closed
                pass
            os.close(leader)
        threads.append(threading.Thread(target=read, daemon=True))
        threads[-1].start()
        ends.append(follower)
    subprocess.run(command, cwd=folder, env=environment(**variables), stdout=ends[0], stderr=ends[1], check=False)
    for end in ends:
        os.close(end)
    for thread in threads:
        thread.join()
    return [b''.join(text).decode(errors='replace').replace('\r\n', '\n') for text in texts]


def reports(egprof, folder):
    """Makes inputs. Returns the command lines of reports, and for each the sequences that it must contain."""
    with tarfile.open(TOP / 'testdata/traces/rank/recordings.tar.xz') as archive:
        archive.extractall(folder)
    (folder / 'models.txt').write_text(MODELS)
    with (folder / 'trials.jsonl').open('w') as out:
        for trial in range(12):
            values = [10 + trial % 3 / 10 + (5 if trial > 6 else 0), 10.1 + (5 if trial > 6 else 0)]
            line = {'application': 'a', 'experiment': 'e', 'trial': f't {trial}', 'function': 'f', 'metric': 'self', 'values': values}
            out.write(json.dumps(line) + '\n')
    subprocess.run([egprof, 'db', 'import', 'store.db', 'trials.jsonl'], cwd=folder, check=True, capture_output=True)
    traces = [str(TOP / 'testdata/traces' / name) for name in ('heat', 'heat2')]
    return {
        'diff': ([str(PAIRS / 'old.perf.gz'), str(PAIRS / 'new.perf.gz')], {'1', '2', '35'}),
        'rank': (['--filter=11.mpi.ompcrit.0K10', 'tours/good.1', 'tours/good.2', '--against', 'tours/bug.9'], {'1'}),
        'check': ([CRYSTAL[0], '--subtract', CRYSTAL[1]], {'1', '36'}),
        'trace': (traces, {'1', '35', '36'}),
        'model': (['models.txt'], {'1', '35'}),
        'db history': (['store.db', 'a/e'], {'1', '35'}),
    }


def colours(checks, egprof, folder, lines):
    for word, (words, wanted) in lines.items():
        command = [egprof, *word.split(), *words]
        with_option = lambda value: [egprof, *word.split(), f'--color={value}', *words]  # noqa: E731
        plain, _ = in_pipe(command, folder, COLUMNS='100')
        shown, _ = on_terminal(command, folder)
        checks.equal(SEQUENCE.sub('', shown), plain, f'{word}: colours add nothing', command)
        checks.expect('\x1b' not in SEQUENCE.sub('', shown), f'{word}: only these sequences', command)
        found = set(re.findall('\x1b\\[(\\d+)m', shown))
        checks.expect(wanted <= found, f'{word}: {sorted(wanted)} in {sorted(found)}', command)
        open_now = 0
        for code in re.findall('\x1b\\[(\\d+)m', shown):
            open_now = 0 if code == '0' else open_now + 1
        checks.equal(open_now, 0, f'{word}: the end is plain', command)
        for variables, coloured in (({'NO_COLOR': '1'}, False), ({'NO_COLOR': ''}, True), ({'TERM': 'dumb'}, False),
                                    ({'NO_COLOR': '1', 'CLICOLOR_FORCE': '1'}, False)):
            checks.equal('\x1b' in on_terminal(command, folder, **variables)[0], coloured, f'{word}: {variables}', command)
        for variables, coloured in (({}, False), ({'CLICOLOR_FORCE': '1'}, True), ({'CLICOLOR_FORCE': '0'}, False)):
            checks.equal('\x1b' in in_pipe(command, folder, **variables)[0], coloured, f'{word}: {variables} in a pipe', command)
        checks.equal(in_pipe(with_option('always'), folder, NO_COLOR='1', COLUMNS='100')[0], shown, f'{word}: always', command)
        checks.equal(on_terminal(with_option('never'), folder, CLICOLOR_FORCE='1')[0], plain, f'{word}: never', command)
        checks.equal(in_pipe(with_option('auto'), folder, COLUMNS='100')[0], plain, f'{word}: auto', command)
        wrong = in_pipe(with_option('red'), folder)
        checks.expect(wrong[0] == '' and "needs 'auto', 'always' or 'never', not 'red'" in wrong[1], f'{word}: red', wrong)


def unchanged(checks, egprof, folder, lines, image, profile):
    """What programs read, and listings, do not depend on terminals and variables."""
    classic = [[egprof, '-b', image, profile], [egprof, '-b', image, profile, '--subtract', image, profile], [folder / 'gprof', '-b', image, profile]]
    classic += [[egprof, *words, image, profile] for words in
                (['--format=csv'], ['--format=json'], ['--gml'], ['--callgrind'], ['--folded', '-b'])]
    machine = []
    for word, (words, _) in lines.items():
        outputs = ['--format=csv', '--format=json', '--markdown']
        if word == 'diff':
            outputs += ['--gml', '-p', '--side-by-side']
        machine += [[egprof, *word.split(), output, *words] for output in outputs]
    for command in classic + machine:
        plain = in_pipe(command, folder)[0]
        checks.expect(plain, 'an output', command)
        for variables in VARIABLES:
            checks.equal(in_pipe(command, folder, **variables)[0], plain, f'the same with {variables}', command)
        for variables in ({}, {'CLICOLOR_FORCE': '1'}):
            shown = on_terminal(command, folder, 40, **variables)[0]
            checks.equal(shown, plain, f'the same on a terminal with {variables}', command)
    checks.expect(in_pipe([egprof, '-b', '--color=always', image, profile], folder)[0] == '', 'no option of listings')


def widths(checks, egprof, folder, lines):
    for word in lines:
        command = [egprof, *word.split(), *lines[word][0]]
        wide = in_pipe(command, folder)[0]
        for columns in (50, 64, 80, 140):
            piped = in_pipe(command, folder, COLUMNS=str(columns))[0]
            shown = on_terminal(command, folder, columns, NO_COLOR='1')[0]
            checks.equal(piped, shown, f'{word}: COLUMNS={columns} is like a terminal', command)
            # The answer is there as a whole, however it is broken.
            answer = {'diff': r'^difference +\S+ s +(.*(?:\n {15,}.*)*)', 'rank': r'^((?:differs|stopped): .*(?:\n {4}.*)*)',
                      'trace': r'^difference +\S+ \S+  (.*(?:\n {15,}.*)*)'}.get(word, r'^(.*(?:\n {4}\S.*)*)')
            find = lambda text: ' '.join(re.search(answer, text, re.M)[1].split())  # noqa: E731, B023
            checks.equal(find(piped), find(wide), f'{word}: the answer in {columns} columns', command)
            prose = [line for line in piped.splitlines() if not re.match(r'^[ !+-]* *-?\d', line)]
            longest = max(map(len, prose), default=0)
            checks.expect(longest <= columns or word not in ('diff', 'rank'), f'{word}: {longest} characters in {columns} columns', command)
        for wrong in ('0', '19', '1001', 'x', '', '-80', '80 '):
            checks.equal(in_pipe(command, folder, COLUMNS=wrong)[0], wide, f'{word}: COLUMNS={wrong!r}', command)


def narrow_names(checks, egprof, folder):
    """On narrow lines, names get the room of callers."""
    name = 'evaluate_boundary_conditions'
    for side, ticks in (('a', (50, 70)), ('b', (90, 40))):
        (folder / f'{side}.folded').write_text(f'main;the_caller_of_it;{name}_one {ticks[0]}\nmain;another_caller;{name}_two {ticks[1]}\n')
    command = [egprof, 'diff', 'a.folded', 'b.folded']
    for columns, has_callers in ((80, False), (90, False), (140, True)):
        shown = in_pipe(command, folder, COLUMNS=str(columns))[0]
        checks.equal('mostly for' in shown, has_callers, f'callers in {columns} columns', shown)
        checks.expect(f'{name}_one' in shown and f'{name}_two' in shown, f'whole names in {columns} columns', shown)


def hints(checks, egprof, folder, lines):
    wanted = {'diff': 'hint: .*egprof (diff --html|record )', 'rank': "hint: 'egprof rank --diffnlr=2[.]3 ", 'trace': "hint: 'egprof trace --tree ",
              'model': "hint: 'egprof model --predict=p=N ", 'db history': "hint: egprof db diff store.db 'a/e/t 6' 'a/e/t 7'\n"}
    for word, hint in wanted.items():
        words = lines[word][0]
        command = [egprof, *word.split(), *words]
        shown = on_terminal(command, folder)
        checks.expect(re.search(f'^{hint}', shown[1], re.M) and shown[1].count('hint: ') == 1, f'{word}: {shown[1]!r}', command)
        checks.expect('hint: ' not in shown[0], f'{word}: not in the report', command)
        quiet = on_terminal([egprof, *word.split(), '--no-hints', *words], folder)
        checks.equal('hint: ' in quiet[1], False, f'{word}: off', command)
        checks.equal(quiet[0], shown[0], f'{word}: the report is the same', command)
        checks.equal('hint: ' in in_pipe(command, folder)[1], False, f'{word}: not in a pipe', command)
        json_shown = on_terminal([egprof, *word.split(), '--format=json', *words], folder)
        checks.equal('hint: ' in json_shown[1], False, f'{word}: not with JSON', command)
    # The last hint can be typed as it is.
    hint = re.search('^hint: (.*)$', on_terminal([egprof, 'db', 'history', *lines['db history'][0]], folder)[1], re.M)[1]
    done = subprocess.run(['sh', '-c', hint.replace('egprof', egprof.as_posix(), 1)], cwd=folder, capture_output=True, check=False)
    checks.equal(done.returncode, 0, 'the hint is a command', hint)


def run_all(checks, egprof, folder, image, profile):
    lines = reports(egprof, folder)
    colours(checks, egprof, folder, lines)
    unchanged(checks, egprof, folder, lines, image, profile)
    widths(checks, egprof, folder, lines)
    narrow_names(checks, egprof, folder)
    hints(checks, egprof, folder, lines)
