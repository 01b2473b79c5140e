# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests options for files from other profilers: ways to read them, the inventory, refused options, and gates."""
import gzip
import os
import re
import threading

from stack_formats import Wanted

from scene import PAIRS, sums_of

ALIKE = ('old.perf.gz', 'old.callgrind.gz', 'old.folded.gz', 'old.speedscope.gz', 'old.firefox.gz', 'go_old.cpu.pb.gz',
         'node_old.cpuprofile.gz')
NAMED = {'pb': 'pprof'}


def ways_in(checks, scene):
    """Checks that a file gives the same numbers however it is read: compressed or not, by name, from a pipe or from
    standard input, and with --input-format."""
    for name in ALIKE:
        expected = scene.document(name).json
        plain = scene.unpacked(name)
        bytes_of = {True: (PAIRS / name).read_bytes(), False: plain.read_bytes()}
        found = [('unpacked', scene.document(plain).json)]
        for is_packed, data in bytes_of.items():
            found.append((f'standard input, packed: {is_packed}', _from_standard_input(scene, data)))
        pipe = scene.folder / 'pipe'
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_bytes, args=(bytes_of[False],))
        writer.start()
        found.append(('a pipe', scene.document(pipe).json))
        writer.join()
        pipe.unlink()
        kind = plain.suffix[1:]
        found.append(('--input-format', scene.document(f'--input-format={NAMED.get(kind, kind)}', plain).json))
        for what, document in found:
            document['profile']['label'] = expected['profile']['label']
            checks.equal(document, expected, f'{name}: {what}')


def _from_standard_input(scene, data):
    return scene.document('-', stdin=data).json


def told_by_hand(checks, scene):
    shown = scene.egprof_of('--input-format=folded', 'old.perf.gz')
    checks.expect(shown.status == 1 and 'folded, line 1' in shown.err, f'--input-format decides: {shown.err}')
    shown = scene.egprof_of('--input-format=nothing', 'old.perf.gz')
    checks.expect(shown.status == 1 and 'needs gmon, ld-profile, perf.data, speedscope, firefox, ' in shown.err,
                  f'the names: {shown.err}')
    shown = scene.egprof_of('--classic', 'old.perf.gz')
    checks.equal((shown.status, shown.out), (1, ''), 'not with --classic', shown.command)


def inventory(checks, scene):
    """-i lists format, events, samples and threads."""
    for name, lines in {
            'old.perf.gz': [r"`old.perf.gz' \(perf\)", r'event cpu-clock:u in seconds, {samples} samples',
                            r'thread worker 2 12345 \d+ of process \d+, \d+ samples', r'{functions} functions',
                            r'{paths} paths'],
            'go_old.heap.pb.gz': [r'\(pprof\)', r'event alloc_objects in alloc_objects',
                                  r'event inuse_space in bytes \(read\)'],
            'threads.callgrind.out-01.gz': [r'\(callgrind\)', r'event Ir in Ir \(read\)', r'event DLmw in DLmw'],
            'old.speedscope.gz': [r'\(speedscope\)', r'event time in seconds', r'thread worker 1, \d+ samples'],
            'old.firefox.gz': [r'\(firefox\)', r'thread worker 1 \d+ of process \d+, \d+ samples'],
            'node_old.cpuprofile.gz': [r'\(cpuprofile\)', r'event time in seconds, {samples} samples']}.items():
        sums = sums_of(name)
        shown = scene.egprof_of('-i', name)
        checks.equal(shown.status, 0, f'-i {name}', shown.err)
        for line in lines:
            line = line.replace('{samples}', str(sums.count)).replace('{functions}', str(len(sums.functions())))
            line = line.replace('{paths}', r'\d+')
            checks.expect(re.search(line, shown.out), f'-i {name}: {line}', shown.out)


def refusals(checks, scene):
    """Refuses options that need the addresses of an image or basic blocks."""
    for option in ('-A', '-c', '-C', '-l', '-r', '-Rnames', '-s', '-Snames', '-x', '-y'):
        for name in ('old.perf.gz', 'old.folded.gz'):
            _refused(checks, scene, name, option)
    for option in ('-A', '-c', '-l', '-r', '-s', '-x', '-y'):
        _refused(checks, scene, 'old.callgrind.gz', option)
    shown = scene.egprof_of('-C', 'old.callgrind.gz')
    checks.expect(shown.status == 0 and 'app::parse' in shown.out, '-C lists calls that Callgrind counted', shown.err)
    for option, name, reason in (('--label=a=b', 'old.perf.gz', 'has no labels'),
                                 ('--thread=x', 'old.folded.gz', 'no threads or processes'),
                                 ('--hide=x', 'old.callgrind.gz', 'has no stacks'),
                                 ('--thread=nobody', 'old.perf.gz', 'no sample matches')):
        _refused(checks, scene, name, option, reason)
    for option in ('--thread=(', '--hide=[', '--label=x', '--label=k=('):
        shown = scene.egprof_of(option, 'old.perf.gz')
        checks.equal((shown.status, shown.out), (1, ''), f'{option} is no expression', shown.command)


def _refused(checks, scene, name, option, reason=''):
    shown = scene.egprof_of(option, name)
    lines = shown.err.splitlines()
    checks.equal((shown.status, shown.out, len(lines)), (1, '', 1), f'{option} on {name}: {shown.err}', shown.command)
    checks.expect(lines and name in lines[0] and (reason or option[:2]) in lines[0],
                  f'{option} on {name} says why: {lines}')
    checks.expect(not list(PAIRS.glob('gmon.sum')), f'{option} wrote nothing')


def units(checks, scene):
    """Refuses sides with different units; with --normalize, shares are compared."""
    shown = scene.egprof_of('diff', 'old.perf.gz', 'old.folded.gz')
    checks.expect(shown.status == 1 and 'seconds' in shown.err and 'samples' in shown.err,
                  f'different units: {shown.err}')
    shown = scene.document('--normalize', 'old.perf.gz', '--subtract', 'new.perf.gz')
    base, other = sums_of('old.perf.gz'), sums_of('new.perf.gz')
    for key, row in shown.rows().items():
        mine = base.own[key] or base.own[key[0], key[1].replace('_new', '_old')]
        share = mine - other.own[key] * base.whole / other.whole
        checks.expect(abs(row.difference['self'] * 1e9 - share) < 10,
                      f'--normalize: {key}: {row.difference["self"]}, not {share}')
    shown = scene.egprof_of('--normalize', 'old.perf.gz', '--subtract', 'new.folded.gz')
    checks.equal(shown.status, 0, '--normalize of different units', shown.err)


def gates(checks, scene):
    for condition, status in (('self > 5% and significant', 3), ('total > 5% and significant', 3), ('self > 500%', 0),
                              ('self < -5% and significant', 0)):
        for words in (('diff', f'--fail-if={condition}', 'old.perf.gz', 'new.perf.gz'),):
            shown = scene.egprof_of(*words)
            checks.equal(shown.status, status, condition, shown.command)
        shown = scene.egprof_of('diff', f'--fail-if={condition}', 'old.perf.gz', 'old.firefox.gz')
        checks.equal(shown.status, 0, f'nothing changed: {condition}', shown.command)
    for name, status in (('app::parse(unsigned int)', 3), ('msort_with_tmp.part.0', 0)):
        shown = scene.egprof_of('diff', f'--fail-on-function={name}', 'old.perf.gz', 'new.perf.gz')
        checks.equal(shown.status, status, f'--fail-on-function={name}', shown.command + '\n' + shown.err)
    shown = scene.egprof_of('diff', '--fail-if=calls > 5%', 'old.perf.gz', 'new.perf.gz')
    checks.expect(shown.status == 1 and 'calls' in shown.err, f'calls that nobody counted: {shown.err}', shown.command)
    shown = scene.egprof_of('diff', '--fail-if=calls > 5%', 'old.callgrind.gz', 'new.callgrind.gz')
    checks.equal(shown.status, 0, 'calls that Callgrind counted', shown.command)
    shown = scene.egprof_of('diff', '--fail-if=self > 5%', 'old.callgrind.gz', 'new.callgrind.gz')
    checks.equal(shown.status, 3, 'instructions that Callgrind counted', shown.command)


def runs_and_ranks(checks, scene):
    sums = sums_of('old.perf.gz')
    shown = scene.document('--runs', 'old.perf.gz', 'old.firefox.gz', '--subtract', 'new.perf.gz', 'new.firefox.gz')
    checks.equal(shown.whole[0], sums.whole, 'the mean of two equal runs')
    parse = next(row for key, row in shown.rows().items() if key[0] == '_ZN3app5parseEj')
    checks.equal(parse.base.self, sums.own['_ZN3app5parseEj', '/programs/prog_old'], 'of a function of two equal runs')
    shown = scene.egprof_of('--ranks', '--format=csv', 'old.perf.gz', 'old.firefox.gz')
    checks.expect(shown.status == 0 and re.search(r'app::parse', shown.out), 'two files as ranks', shown.err)
    mixed = scene.egprof_of('--ranks', '--base', 'old.perf.gz', '--subtract', 'old.callgrind.gz')
    checks.expect(mixed.status == 1 and 'measured in seconds, the other side in Ir' in mixed.err, 'ranks of two units', mixed.err)
    added = scene.document('old.perf.gz', 'old.perf.gz')
    checks.equal(added.whole, [2 * sums.whole], 'two files of one execution add up')
    checks.equal({key: value.self for key, value in added.functions().items() if value.self},
                 {key: 2 * value for key, value in sums.own.items() if value}, 'function by function')


def selections(checks, scene):
    """-F and -E keep and drop stacks, -p and -e choose rows, -k drops calls."""
    def keep(path):
        return any(name == '_ZN3app5orderEj' for name, _ in path)
    sums = sums_of('old.perf.gz')
    for option, holds in (('-F', keep), ('-E', lambda path: not keep(path))):
        shown = scene.document(option, '_ZN3app5orderEj', 'old.perf.gz')
        expected = sum(weight for path, weight in sums.paths.items() if path and holds(path))
        checks.equal(sum(value.self for value in shown.functions().values()), expected, f'{option} app::order')
    shown = scene.egprof_of('-F', 'main', 'old.callgrind.gz')
    checks.expect(shown.status == 1 and 'has no stacks' in shown.err, f'-F of sums: {shown.err}')
    whole = scene.document('old.perf.gz')
    cut = scene.document('-k', 'main/_ZN3app3runEj', 'old.perf.gz')
    checks.equal(set(whole.arcs()) - set(cut.arcs()),
                 {(('main', '/programs/prog_old'), ('_ZN3app3runEj', '/programs/prog_old'))},
                 '-k drops a call')
    hidden = scene.document('--hide=^_ZN3app', 'old.perf.gz')
    wanted = sums_of('old.perf.gz', Wanted(hide=('^_ZN3app',)))
    checks.equal({key: value.self for key, value in hidden.functions().items()},
                 {key: wanted.own[key] for key in hidden.functions()}, '--hide gives time to the caller')


def packed_again(checks, scene):
    """Reads a gzip file that consists of several members."""
    text = gzip.decompress((PAIRS / 'old.perf.gz').read_bytes())
    middle = text.index(b'\n\n', len(text) // 2) + 2
    path = scene.write('members.perf.gz', gzip.compress(text[:middle]) + gzip.compress(text[middle:]))
    checks.equal(scene.document(path).functions(), scene.document('old.perf.gz').functions(), 'two members')
