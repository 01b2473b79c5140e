#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what egprof does with folders of recorded runs: their report, its properties, and damaged manifests.

    tests/cli/record_folder/run.py --egprof build/egprof/egprof
"""
import json
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / 'properties' / 'golden')]
from checks import Checks, parse_arguments, parsed_document, run  # noqa: E402
from folders import Folder, folded  # noqa: E402

PROGRAM = {'parse': 900, 'sort': 500, 'print': 300, 'hash': 200, 'copy': 120, 'grow': 250, 'rare': .2}
GROWN = {**PROGRAM, 'grow': 350}


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder, self.count = egprof, Path(folder), 0

    def record(self, programs, pairs, **more):
        self.count += 1
        return Folder(self.folder / f'record-{self.count}', programs, pairs, **more)

    def diff(self, *arguments):
        return run(self.egprof, 'diff', *arguments, cwd=self.folder)

    def document(self, checks, *arguments):
        shown = self.diff(*arguments, '--json=out.json')
        checks.equal(shown.status, 0, 'status of --json', shown.command)
        import jsonschema
        from checks import TOP
        document = json.loads((self.folder / 'out.json').read_text())
        jsonschema.validate(document, json.loads((TOP / 'libprofdiff/schema/egprof-1.schema.json').read_text()))
        return document


def significant(document):
    return sorted(each['name'] for each in document['functions'] if each['significance']['significant'])


def planted(checks, scene):
    """A function that grows is named, and nothing else; it is near the top of the report."""
    record = scene.record([PROGRAM, GROWN], 12)
    document = scene.document(checks, record.path)
    checks.equal(significant(document), ['grow'], 'significant functions')
    checks.equal(document['significance']['evidence'], 'pairedModerated', 'evidence')
    checks.equal(document['verdict']['kind'], 'more', 'verdict')
    about = document['record']
    checks.equal((about['pairs'], about['recorder'], about['state'], about['runsFailed'], about['sameOutput']),
                 (12, 'perf', 'complete', 0, True), 'record')
    measures = {each['name']: each for each in document['measures']}
    checks.equal(list(measures), ['cpu', 'wall', 'user', 'maxRss'], 'measures')  # sys is 0
    checks.equal(measures['cpu']['significant'], True, 'cpu time')
    checks.expect(measures['cpu']['low'] < 100 * 100 / 2271 < measures['cpu']['high'], 'interval of cpu time')
    shown = scene.diff(record.path)
    checks.equal((shown.status, shown.err), (0, ''), 'status of the report', shown.command)
    markdown = scene.diff(record.path, '--markdown')
    checks.equal((markdown.status, markdown.err), (0, ''), 'status of --markdown', markdown.command)
    checks.expect('| grow' in markdown.out.replace('`', ''), 'grow in Markdown', markdown.out)
    checks.expect('12 pairs in' in shown.out and 'perf cpu-clock at 4000 Hz; record-' in shown.out, 'pairs', shown.out)
    checks.expect('grow' in shown.out, 'grow in the report', shown.out)
    checks.expect('1 function has under one sample a run: not judged' in shown.out, 'rare', shown.out)
    rare = next(each for each in document['functions'] if each['name'] == 'rare')['significance']
    checks.equal([rare[key] for key in ('low', 'high', 'p', 'q', 'significant')], [None] * 4 + [False],
                 'a function that was not judged')
    every = scene.diff(record.path, '--top=0')
    checks.expect('within noise, or not judged (-):' in every.out, 'heading of rows that were not judged', every.out)
    checks.equal([line.split()[3] for line in every.out.splitlines() if ' rare ' in line], ['-'], 'its interval')
    checks.expect('base          0.' in shown.out and ': base\n' in shown.out, 'names of the commands', shown.out)
    checks.expect(shown.out.index('base s') < 1000 and shown.out.index('grow') < 1200, 'grow near the top', shown.out)


def unmeasured(checks, scene):
    """Only what was measured is said to be within noise."""
    record = scene.record([PROGRAM, PROGRAM], 6, seed=7)
    shown = scene.diff(record.path)
    checks.expect('; wall time and memory: nothing beyond noise' in shown.out, 'both were measured', shown.out)
    for each in record.manifest['runs']:
        del each['maxRss']
    record.save()
    shown = scene.diff(record.path)
    checks.expect('; wall time: nothing beyond noise' in shown.out, 'memory was not', shown.out)


def properties(checks, scene):
    """A command against itself has no significant row, and swapped commands mirror the difference."""
    record = scene.record([PROGRAM, GROWN], 10, seed=3)
    there = scene.document(checks, record.path)
    for each in record.manifest['runs']:
        each['command'] = 1 - each['command']
    record.save()
    back = scene.document(checks, record.path)
    checks.equal(significant(there), significant(back), 'significant functions of swapped commands')
    of = [{each['name']: each['difference']['self'] for each in document['functions']} for document in (there, back)]
    for name, change in of[0].items():
        checks.expect(abs(change + of[1][name]) < 1e-9, f'{name}: {change} and {of[1][name]}')
    checks.expect(abs(there['verdict']['low'] + back['verdict']['high']) < .05 * abs(there['verdict']['low']) + .005,
                  f"mirrored interval: {there['verdict']} and {back['verdict']}")
    same = scene.record([PROGRAM, PROGRAM], 10, seed=4)
    document = scene.document(checks, same.path)
    checks.equal(significant(document), [], 'significant functions of a program against itself')
    checks.equal(document['verdict']['kind'], 'noise', 'verdict on a program against itself')


def gates(checks, scene):
    for programs, status in (([PROGRAM, GROWN], 3), ([PROGRAM, PROGRAM], 0)):
        record = scene.record(programs, 10, seed=5)
        shown = scene.diff(record.path, '--fail-if=self > 5% and significant')
        checks.equal(shown.status, status, 'status of a gate', shown.command)


def states(checks, scene):
    """Half a pair is never judged, and a recording that was not completed is reported as such."""
    record = scene.record([PROGRAM, GROWN], 6)
    record.manifest['runs'][-1].update({'state': 'failed', 'status': 1})
    record.manifest['state'] = 'failed'
    record.save()
    document = scene.document(checks, record.path)
    checks.equal((document['record']['pairs'], document['record']['runsFailed']), (5, 1), 'pairs of a failed recording')
    checks.expect('the recording was not completed' in scene.diff(record.path).out, 'failed recording')
    for each in record.manifest['runs']:
        each['state'] = 'killed'
    record.save()
    shown = scene.diff(record.path)
    checks.equal(shown.status, 1, 'status without pairs', shown.command)
    checks.expect('no complete pairs' in shown.err and shown.err.count('\n') == 1, 'message without pairs', shown.err)


def shapes(checks, scene):
    """One command, three commands, other formats, two folders."""
    one = scene.record([PROGRAM], 3)
    shown = scene.diff(one.path)
    checks.equal(shown.status, 0, 'one command', shown.command)
    checks.expect('parse' in shown.out, 'profile of one command', shown.out)
    three = scene.record([PROGRAM, GROWN, PROGRAM], 8, seed=9)
    shown = scene.diff(three.path)
    checks.equal(shown.status, 0, 'three commands', shown.command)
    checks.expect('other against base\n' in shown.out and 'other2 against base\n' in shown.out, 'reports', shown.out)
    checks.equal(scene.diff(three.path, '--json=three.json').status, 1, 'one file for two reports')
    stacks = scene.record([PROGRAM, GROWN], 8, write=folded, extension='.folded')
    checks.equal(significant(scene.document(checks, stacks.path)), ['grow'], 'folded stacks')
    stacks.manifest['recorder']['period'] = 0.00025
    stacks.save()
    timed = scene.document(checks, stacks.path)
    grow = next(each for each in timed['functions'] if each['name'] == 'grow')
    checks.equal(significant(timed), ['grow'], 'folded stacks with the time of a sample')
    checks.expect(abs(grow['base']['self'] - grow['base']['samples'] * .00025 / 8) < 1e-9, 'their times', str(grow))
    other = scene.record([GROWN], 8, seed=12)
    base = scene.record([PROGRAM], 8, seed=11)
    document = scene.document(checks, base.path, '--subtract', other.path)
    checks.equal(document['significance']['evidence'], 'negativeBinomial', 'evidence of two folders')
    checks.equal((document['significance']['baseRuns'], document['significance']['otherRuns']), (8, 8), 'runs')
    shown = scene.diff(three.path, '--subtract', base.path)
    checks.equal(shown.status, 1, 'a folder of several commands beside another one', shown.command)


def sizes(checks, scene):
    """Runs of one command at several values are observations at these values."""
    values = (100, 200, 400, 800, 1600)
    record = scene.record([{'linear': 2 * n, 'fixed': 500} for n in values], 3, own=.005, drift=.001,
                          names=[f'n{n}' for n in values])
    for command, n in zip(record.manifest['commands'], values):
        command['parameters'] = {'n': str(n)}
    record.save()
    shown = run(scene.egprof, 'model', record.path, '--format=json', cwd=scene.folder)
    checks.equal(shown.status, 0, 'status of model', shown.command + shown.err)
    models = [each for each in json.loads(shown.out or '{"models": []}')['models'] if each['statistic'] != 'deviation']
    linear = next((each for each in models if each['function'] == 'linear'), {'points': [], 'exponent': 0})
    checks.equal([(each['at'], each['count']) for each in linear['points']], [({'n': n}, 3) for n in values], 'points')
    checks.expect(.9 < linear['exponent'] < 1.1, f"exponent of linear: {linear['exponent']}")


def stored(checks, scene):
    """Each command becomes a trial, whose runs are those of the command."""
    record = scene.record([PROGRAM, GROWN], 4, names=['old', 'new/x'])
    shown = run(scene.egprof, 'db', 'add', 'store', 'app/nightly', record.path, cwd=scene.folder)
    checks.equal((shown.status, shown.err), (0, ''), 'status of db add', shown.command)
    checks.expect('app/nightly/old: 4 runs' in shown.out and 'app/nightly/new_x: 4 runs' in shown.out, 'trials',
                  shown.out)
    again = run(scene.egprof, 'db', 'add', 'store', 'app/nightly', record.path, cwd=scene.folder)
    checks.equal((again.status, again.out), (1, ''), 'trials that exist', again.command)
    shown = run(scene.egprof, 'db', 'add', 'store', 'app/nightly/trial', record.path, cwd=scene.folder)
    checks.equal(shown.status, 1, 'one trial for two commands', shown.command)
    last = max(path for path in (record.path / 'runs').iterdir() if '-b.' in path.name)
    last.write_bytes(last.read_bytes()[:-20])
    bad = run(scene.egprof, 'db', 'add', 'store', 'app/again', record.path, cwd=scene.folder)
    checks.equal((bad.status, bad.out), (1, ''), 'a profile that is cut off', bad.err)
    listed = run(scene.egprof, 'db', 'list', 'store', cwd=scene.folder)
    checks.expect('app/nightly/old' in listed.out and 'app/again' not in listed.out, 'no command is added then', listed.out)


def damage(checks, scene):
    record = scene.record([PROGRAM, GROWN], 3)
    whole = json.dumps(record.manifest)

    def refused(text, words):
        (record.path / 'manifest.json').write_text(text)
        shown = scene.diff(record.path)
        checks.equal(shown.status, 1, words, shown.command)
        checks.expect(words in shown.err and shown.err.count('\n') == 1 and not shown.out, words, shown.err + shown.out)

    refused(whole[:len(whole) // 2], 'not JSON, or damaged')
    for path in ('../secret', '/etc/passwd', 'runs/../../x'):
        refused(whole.replace(record.manifest['runs'][0]['profile'], path), 'leads out of the folder')
    refused(whole.replace('"command": 1', '"command": 7'), 'out of range')
    (record.path / 'manifest.json').write_text(whole)
    profile = record.path / record.manifest['runs'][0]['profile']
    os.rename(profile, record.path / 'moved')
    shown = scene.diff(record.path)
    checks.equal(shown.status, 1, 'a missing profile', shown.command)
    profile.symlink_to('../moved')
    refused(whole, 'a symbolic link')


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob('*') if path.is_file()}


def lost_manifest(checks, scene):
    """Without a whole manifest, nothing is added and nothing is lost; the message says what can still be done."""
    program = scene.folder / 'marks'
    program.write_text('#!/bin/sh\ntouch was-run\n')
    program.chmod(0o755)
    record = scene.record([PROGRAM, GROWN], 2)
    manifest = record.path / 'manifest.json'
    whole = manifest.read_bytes()
    for state, text in (('missing', None), ('empty', b''), ('cut', whole[:len(whole) // 2]), ('cut early', whole[:10])):
        manifest.unlink(missing_ok=True)
        if text is not None:
            manifest.write_bytes(text)
        before = contents(record.path)
        shown = run(scene.egprof, 'record', '--provider=time', '-r', '1', '-o', record.path, '--append', './marks', './marks',
                    cwd=scene.folder)
        words = f'{manifest}: ', f'the profiles in {record.path}/runs can be compared', 'record into a new directory'
        checks.equal((shown.status, shown.out, shown.err.count('\n')), (1, '', 1), f'{state}: refused', shown.command)
        checks.expect(all(each in shown.err for each in words), f'{state}: what can be done', shown.err)
        checks.equal((contents(record.path), (scene.folder / 'was-run').exists()), (before, False), f'{state}: as before')
        shown = scene.diff(record.path)
        checks.equal((shown.status, shown.out), (1, ''), f'{state}: no report', shown.command)
        checks.expect(all(each in shown.err for each in words[:2]), f'{state}: the file and what is left', shown.err)
    # What the message advises works.
    sides = [sorted(str(each) for each in (record.path / 'runs').glob(f'*-{letter}.*')) for letter in 'ab']
    shown = scene.diff(*sides[0], '--', *sides[1])
    checks.expect(shown.status == 0 and 'grow' in shown.out, 'the profiles as files', shown.err + shown.out)
    shown = run(scene.egprof, 'record', '--provider=time', '-o', 'none', '--append', './marks', './marks', cwd=scene.folder)
    checks.expect(shown.status == 1 and 'none/manifest.json: No such file or directory' in shown.err and
                  'record into a new directory' in shown.err, 'no folder', shown.err)


def main():
    egprof = parse_arguments(__doc__).egprof
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(egprof, folder)
        for part in (planted, unmeasured, properties, gates, states, shapes, sizes, stored, damage, lost_manifest):
            part(checks, scene)
    checks.finish()


if __name__ == '__main__':
    main()
