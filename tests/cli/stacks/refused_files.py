# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that unreadable files are refused with one line that gives the file, the format and the position, with status
1 and with nothing on standard output."""
import gzip
import json
import re
import struct

from stack_formats import Thread, write_firefox, write_pprof, write_speedscope
from stack_formats.pprof import message, number, varint

from scene import PAIRS

PERF = 'prog 7/8 1.5:    4000000 cpu-clock: \n\t    1135 f+0x1 (/bin/prog)\n\t    1140 main+0x2 (/bin/prog)\n\n'
CALLGRIND = '# callgrind format\nevents: Ir\n'
SPEEDSCOPE = 'https://www.speedscope.app/file-format-schema.json'
STACKS = [(5, [('main', '/bin/prog'), ('f', '/bin/prog')]), (7, [('main', '/bin/prog')])]


# One file of each format, to be damaged.

def _pprof():
    return gzip.decompress(write_pprof(STACKS, 'nanoseconds'))


def _without_texts(data):
    """Returns a file whose string table is empty."""
    types = message(1, number(1, 1) + number(2, 2))
    return types + message(2, message(1, varint(1)) + message(2, varint(1))) + message(6, b'') + data


def _sample_of(place):
    types = message(6, b'') + message(6, b'cpu') + message(6, b'count') + message(1, number(1, 1) + number(2, 2))
    return types + message(2, message(1, varint(place)) + message(2, varint(1)))


def _speedscope(**changes):
    data = json.loads(write_speedscope([(weight, frames, 't') for weight, frames in STACKS], 'nanoseconds'))
    data['profiles'][0].update(changes)
    return json.dumps(data)


def _firefox(change):
    data = json.loads(write_firefox([(1, frames, Thread('t', '1', '2')) for _, frames in STACKS], 1))
    change(data['threads'][0])
    return json.dumps(data)


def _node(number, children):
    return {'id': number, 'callFrame': {'functionName': f'f{number}', 'url': ''}, 'children': children}


def _cpu_profile(**changes):
    data = {'nodes': [_node(1, [2]), _node(2, [])],
            'startTime': 0, 'endTime': 30, 'samples': [1, 2], 'timeDeltas': [5, 10]}
    return json.dumps({**data, **changes})


def _set(table, column, values):
    def change(thread):
        thread[table][column][:len(values)] = values
    return change


def _gperftools():
    return struct.pack('<8Q', 0, 3, 0, 4000, 0, 1, 1, 0x1234) + struct.pack('<3Q', 0, 1, 0)


# Yields name, contents and expected message of each bad file.
def _bad_files():
    old = (PAIRS / 'old.perf.gz').read_bytes()
    yield 'cut.perf.gz', old[:len(old) // 2], r': perf, byte \d+: cannot unpack: the gzip stream ends early'
    pprof = (PAIRS / 'go_old.cpu.pb.gz').read_bytes()
    yield 'cut.pb.gz', pprof[:len(pprof) // 2], r'(: pprof, byte \d+)?: cannot unpack: the gzip stream ends early'
    whole = gzip.decompress(pprof)
    yield 'cut.pb', whole[:len(whole) // 2], r'pprof, byte \d+: the file ends early'
    yield 'texts.pb', _without_texts(b''), r'pprof: no text \d in a table of size \d'
    yield 'location.pb', _sample_of(9), r'pprof: no location has the id 9'
    yield 'function.pb', _sample_of(1) + message(4, number(1, 1) + message(4, number(1, 5))), \
        r'pprof: no function has the id 5'
    yield 'frame.speedscope', _speedscope(samples=[[0, 9], [0]]), r'speedscope: profile 1: a frame outside the table of 2'
    yield 'weights.speedscope', _speedscope(weights=[1]), r'speedscope: profile 1: 2 samples, but 1 weights'
    yield 'negative.speedscope', _speedscope(weights=[1, -4]), r'speedscope: profile 1: a weight below 0'
    yield 'large.speedscope', _speedscope(weights=[1, 1e30]), r'speedscope: profile 1: a number that is too large'
    yield 'nan.speedscope', _speedscope(weights=[1, None]), r'speedscope: profile 1: a number'
    yield 'stack.firefox', _firefox(_set('samples', 'stack', [77])), r'firefox: no stack 77 in a table of size 2'
    yield 'frame.firefox', _firefox(_set('stackTable', 'frame', [77])), r'firefox: thread 1: no frame 77 in a table of size 2'
    yield 'function.firefox', _firefox(_set('frameTable', 'func', [77])), r'firefox: thread 1: no function 77 in a table of size 2'
    yield 'text.firefox', _firefox(_set('funcTable', 'name', [77])), r'firefox: thread 1: no text 77 in a table of size 2'
    yield 'loop.firefox', _firefox(_set('stackTable', 'prefix', [1, 0])), r'firefox: stack \d+ is its own caller'
    yield 'loop.cpuprofile', _cpu_profile(nodes=[_node(1, [2]), _node(2, [1])]), \
        r'cpuprofile: stack \d+ is its own caller'
    yield 'node.cpuprofile', _cpu_profile(samples=[1, 5]), r'cpuprofile: no node has the id: 5'
    yield 'times.cpuprofile', _cpu_profile(timeDeltas=[5]), r'cpuprofile: 2 samples, but a different number of times: 1'
    yield 'deep.speedscope', '{"$schema":"' + SPEEDSCOPE + '","profiles":' + '[' * 100000 + ']' * 100000 + '}', \
        r'speedscope: no samples'
    yield 'deep.cpuprofile', '{"timeDeltas":[],"nodes":' + '[{"children":' * 100000 + '1' + '}]' * 100000 + '}', \
        r'cpuprofile: no samples'
    yield 'cut.speedscope', _speedscope()[:-40], r'speedscope, byte \d+: '
    yield 'negative.folded', 'a;b 3\na;c -5\n', r"folded, line 2: '-5' is not a number of samples"
    yield 'nan.folded', 'a;b 3\n' * 20000 + 'a;c nan\n', r'folded, line 20001: no number at the end'
    yield 'large.folded', 'a;b 3\na;c 99999999999999999999\n', r"folded, line 2: '9+' is not a number of samples"
    yield 'sum.folded', 'a;b 9000000000000000000\na;c 9000000000000000000\n', r'folded, line 2: the numbers are too large to add up'
    yield 'period.perf', PERF + PERF.replace('4000000', '9' * 19), r'perf, line \d+: .*63 bits'
    yield 'sum.perf', PERF.replace('4000000', '9' * 18) * 12, r'perf, line \d+: the numbers are too large to add up'
    yield 'line.perf', PERF + 'nonsense\n' + PERF, r"perf, line 5: neither a sample's first line nor a frame"
    yield 'recalled.callgrind', CALLGRIND + 'fn=(1) f\n1 5\ncfn=(7)\ncalls=1 1\n1 5\n', r'callgrind, line 5: '
    yield 'first.callgrind', CALLGRIND + '1 5\n', r'callgrind, line 3: '
    yield 'large.callgrind', CALLGRIND + 'fn=(1) f\n1 99999999999999999999\n', r'callgrind, line 4: '
    yield 'sum.callgrind', CALLGRIND + 'fn=(1) f\n' + '1 9000000000000000000\n' * 3, r'callgrind, line 5: '
    yield 'events.callgrind', '# callgrind format\nfn=(1) f\n1 5\n', r'callgrind.*event'
    yield 'cut.callgrind', CALLGRIND + 'fn=(1) f\n1 5\ntotals: 7\n', r'callgrind.*(totals|7)'
    yield 'gperftools.prof', _gperftools(), r"gperftools' own format.*pprof -proto"


def refused(checks, scene):
    """Each file is refused, both as the only execution and as the other side of a difference."""
    for name, data, expected in _bad_files():
        path = scene.write(name, data)
        for arguments in ((path,), ('diff', PAIRS / 'old.perf.gz', path)):
            shown = scene.egprof_of(*arguments)
            lines = [line for line in shown.err.splitlines() if 'do not begin at the start' not in line]
            checks.equal((shown.status, shown.out), (1, ''), f'{name} is refused',
                         shown.command + '\n' + shown.err[:300])
            checks.equal(len(lines), 1, f'one line about {name}', shown.command + '\n' + shown.err[:600])
            checks.expect(lines and str(path) + ':' in lines[0] and re.search(expected, lines[0]),
                          f'what is said of {name}: {lines[:1]}', shown.command)


def unknown_file(checks, scene):
    """The message names the file of unknown format; it does not demand an image, as it would for a gprof profile."""
    path = scene.write('notes.txt', 'parse got slower\n')
    for arguments in (('diff', 'old.perf.gz', path), ('diff', path, 'old.perf.gz'), ('old.perf.gz', '--subtract', path)):
        shown = scene.egprof_of(*arguments)
        checks.equal(shown.status, 1, 'an unknown file is refused', shown.command)
        checks.expect(f'{path}: in no known format; needed here: an image, ' in shown.err, f'it is named: {shown.err}', shown.command)


def huge_when_unpacked(checks, scene):
    """Tests a gigabyte of equal bytes, compressed to a megabyte. The bytes form a single line, or are blanks between
    the tokens of JSON."""
    piece = 1 << 24
    for name, head, filler in (('zeros.folded.gz', b'a;b 1\n', b'\0'),
                               ('blanks.speedscope.gz', _speedscope()[:-1].encode(), b' '),
                               ('zeros.perf.gz', PERF.encode(), b'\0'), ('zeros.callgrind.gz', CALLGRIND.encode(), b'\0')):
        path = scene.write(name, gzip.compress(head) + gzip.compress(filler * piece) * 64)
        seconds, kilobytes, shown = scene.measured(path)
        checks.equal(shown.status, 1, f'{name} is refused', shown.command + '\n' + shown.err)
        checks.equal(len(shown.err.splitlines()), 1, f'one line about {name}', shown.err[:600])
        checks.expect(kilobytes < 600 * 1024, f'{name}: {kilobytes} KB of memory', shown.command)
        checks.expect(seconds < 20, f'{name}: {seconds} s', shown.command)


def events_that_are_not_there(checks, scene):
    for name, named in (('old.perf.gz', 'cpu-clock:u'), ('events.perf.gz', 'page-faults, cpu-clock'),
                        ('go_old.heap.pb.gz', 'alloc_objects, alloc_space, inuse_objects, inuse_space'),
                        ('old.callgrind.gz', 'Ir')):
        shown = scene.egprof_of('--event=bytes-read', name)
        checks.equal((shown.status, shown.out), (1, ''), f'an unknown event of {name}', shown.command)
        checks.expect(f"no event 'bytes-read'; events are: {named}" in shown.err,
                      f'what is there of {name}: {shown.err}')


def salvaged(checks, scene):
    """With --salvage, the complete samples before the damage are used."""
    text = PERF * 5 + 'nonsense\n' + PERF
    path = scene.write('damaged.perf', text)
    shown = scene.document('--salvage', path)
    checks.equal(shown.whole, [20000000], 'five samples before the damage')
    data = gzip.compress((PERF * 20000).encode())
    path = scene.write('cut.perf.gz', data[:len(data) // 2])
    shown = scene.egprof_of('--salvage', '--format=json', '-p', path)
    checks.equal(shown.status, 0, 'half a packed file', shown.err)
    whole = json.loads(shown.out)['profile']['seconds'] if shown.out else 0
    checks.expect(0 < whole < 80 and len(shown.err.splitlines()) >= 1, f'half a packed file: {whole} s, {shown.err}')
    path = scene.write('damaged.folded', 'a;b 3\na;c x\na;d 5\n')
    shown = scene.egprof_of('--salvage', '--input-format=folded', '-b', '-p', path)
    checks.expect(shown.status == 0 and 'line 2' in shown.err, f'lines before the damage: {shown.err}', shown.command)


def kept_going(checks, scene):
    bad = scene.write('bad.perf', 'nonsense\n')
    for arguments in ((PAIRS / 'old.perf.gz', bad), (bad, PAIRS / 'old.perf.gz')):
        shown = scene.egprof_of('--input-format=perf', '--format=json', '-p', '--keep-going', *arguments)
        checks.expect(shown.out and json.loads(shown.out)['profile']['seconds'] > 2.5, 'a bad file is left out',
                      shown.command)
        checks.expect(str(bad) in shown.err, f'and named: {shown.err}', shown.command)
        shown = scene.egprof_of('--input-format=perf', *arguments)
        checks.equal((shown.status, shown.out), (1, ''), 'without --keep-going nothing is shown', shown.command)
