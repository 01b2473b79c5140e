# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the tests of `egprof trace`: writing traces by hand, running the command, and reading its report."""
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'properties' / 'golden'))
from checks import TOP, run  # noqa: E402

MS = 1_000_000
RECORDED = TOP / 'testdata/traces'


class Calls(list):
    """The events of a trace in Chrome's format. The parameters `begin`, `end` and `at` are nanoseconds."""

    def call(self, name, begin, end, thread=1):
        self.append({'name': name, 'ph': 'X', 'pid': 1, 'tid': thread, 'ts': begin / 1000, 'dur': (end - begin) / 1000})
        return self

    def begin(self, name, at, thread=1):
        self.append({'name': name, 'ph': 'B', 'pid': 1, 'tid': thread, 'ts': at / 1000})
        return self


def nested(text, duration=1000, at=0):
    """Makes calls from text such as "m(c(a),a)". Each leaf takes `duration` nanoseconds, and so does the time before
    and after the callees of each call."""
    calls = Calls()

    def parse(i, now):
        while i < len(text) and text[i] not in ')':
            if text[i] == ',':
                i += 1
            name = re.match(r'\w+', text[i:]).group()
            i += len(name)
            begin, now = now, now + duration
            place = len(calls)
            if i < len(text) and text[i] == '(':
                i, now = parse(i + 1, now)
                now += duration
                i += 1
            calls.insert(place, None)
            calls[place] = Calls().call(name, begin, now)[0]
        return i, now

    parse(0, at)
    return calls


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, folder

    def write(self, name, calls):
        (self.folder / name).write_text(json.dumps({'traceEvents': calls}))
        return name

    def trace(self, *arguments):
        return run(self.egprof, 'trace', *arguments, cwd=self.folder)

    def report(self, *arguments):
        """Returns the report with all of its tables."""
        return self.trace('--table=threads', '--table=functions', *arguments)


def lines_of(text):
    """Returns the numbers in the lines for scripts, such as {'equal': (calls, nanoseconds), ..., 'residual': N,
    'score': N}."""
    found = {}
    for what, calls, seconds in re.findall(r'^(equal|different|only in A|only in B): (\d+) calls, (-?\d+\.\d{9}) s$',
                                           text, re.M):
        found[what] = (int(calls), round(float(seconds) * 1e9))
    for what, number, _ in re.findall(r'^(residual|score): (-?\d+)( ns)?$', text, re.M):
        found[what] = int(number)
    return found


def counts(lines):
    return [lines[what][0] for what in ('equal', 'different', 'only in A', 'only in B')]


def functions(text):
    """Returns the numbers in the table of functions: {name: [self A, self B, A - B, inclusive, matched, different, only
    A, only B]}."""
    table = text.split('function\n', 1)[1].split('\n\n', 1)[0]
    return {row.split(None, 8)[8]: [float(cell) for cell in row.split()[:8]] for row in table.splitlines()
            if len(row.split(None, 8)) == 9}


def unit_of(text):
    """Returns the number of nanoseconds in the unit of times that the report uses."""
    return {'ns': 1, 'us': 1000, 'ms': MS, 's': 1000 * MS}[re.search(r'^difference +\S+ (ns|us|ms|s)  ', text, re.M)[1]]


def rows(text):
    """Returns the rows of calls: (mark, A, B, A - B, calls, path), with None for the time of a side without the call; with
    noise, it is before the calls."""
    found, columns = [], 0
    for line in text.splitlines():
        if re.search(r'^ +A (us|ms|s) .* calls  call', line):
            columns = len(re.split(' {2,}', line.strip()))
        elif columns and not line:
            break
        elif columns:
            mark = line[0]
            *numbers, calls, path = re.split(' {2,}', line[1:].strip(), maxsplit=columns - 1 - (mark in '+-'))
            if mark in '+-':
                numbers.insert(0 if mark == '+' else 1, None)
            found.append((mark, *(number and float(number.lstrip('~')) for number in numbers), calls, path))
    return found
