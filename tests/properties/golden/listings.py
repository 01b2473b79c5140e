# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of the output of egprof and gprof, for tests that check numbers. They share no code with libprofdiff.

Names must not contain blanks: use --no-demangle. Numbers must not be wider than their columns.
"""
import re
from dataclasses import dataclass, field

NUMBER = r'-?\d+\.\d+'


@dataclass
class FlatRow:
    percent: float
    cumulative: float
    self: float
    calls: int = None        # None if the column is blank
    self_per_call: float = None
    total_per_call: float = None
    name: str = ''


def read_flat(text):
    """Returns the rows of a flat profile in the classic layout."""
    rows, lines = [], iter(text.splitlines())
    for line in lines:
        if re.match(r' time +\S+ +\S+ +calls ', line):
            break
    for line in lines:
        words = line.split()
        if not words or '\f' in line:
            break
        numbers, name = words[:-1], words[-1]
        row = FlatRow(*map(float, numbers[:3]), name=name)
        if len(numbers) > 3:
            row.calls = int(numbers[3])
        if len(numbers) > 4:
            row.self_per_call, row.total_per_call = map(float, numbers[4:])
        rows.append(row)
    return rows


@dataclass
class Arc:
    name: str
    number: int = 0
    self: float = None       # None for a line with only a count, within a cycle
    children: float = None
    count: int = 0
    of: int = None           # number after the slash


@dataclass
class Entry:
    number: int
    percent: float
    self: float
    children: float
    calls: int = None
    self_calls: int = 0
    name: str = ''
    cycle: int = 0           # number of the function's cycle, or of the cycle that this entry describes; 0: none
    whole: bool = False      # true for a cycle as a whole
    callers: list = field(default_factory=list)
    callees: list = field(default_factory=list)  # the members of the cycle if `whole`

    @property
    def total(self):
        return self.self + self.children


NAME = r'(?P<name>\S+)(?: <cycle (?P<cycle>\d+)>)? [\[(](?P<number>\d+)[\])]'
PRIMARY = re.compile(rf'\[\d+\]? +(?P<percent>{NUMBER}) +(?P<self>{NUMBER}) +(?P<children>{NUMBER}) +'
                     rf'(?:(?P<calls>-?\d+)(?:[+](?P<self_calls>-?\d+))? +)?'
                     rf'(?:<cycle (?P<whole>\d+) as a whole> \[(?P<whole_number>\d+)\]|{NAME})$')
ARC = re.compile(rf' +(?:(?P<self>{NUMBER}) +(?P<children>{NUMBER}) +)?(?P<count>-?\d+)'
                 rf'(?:/(?P<of>-?\d+)|[+](?P<plus>-?\d+))? +{NAME}$')


def read_graph(text):
    """Returns the entries of a call graph in the classic layout."""
    entries, above, entry = [], [], None
    body = text.split('index % time ', 1)[-1].split('\n', 1)[-1]
    for line in body.splitlines():
        if line == '\f' or line.startswith('\fIndex') or line.startswith('Index by'):
            break
        if line.startswith('-' * 40):
            entry, above = None, []
        elif line.startswith('['):
            entry = _read_primary(line)
            entry.callers = above
            entries.append(entry)
        elif '<spontaneous>' not in line and line.strip():
            (entry.callees if entry else above).append(_read_arc(line))
    return entries


def _read_primary(line):
    found = PRIMARY.match(line)
    if not found:
        raise ValueError(f'not an entry of a call graph: {line!r}')
    whole = found['whole'] is not None
    return Entry(int(found['whole_number'] if whole else found['number']), float(found['percent']),
                 float(found['self']), float(found['children']),
                 None if found['calls'] is None else int(found['calls']), int(found['self_calls'] or 0),
                 found['name'] or '', int(found['whole'] or found['cycle'] or 0), whole)


def _read_arc(line):
    found = ARC.match(line)
    if not found:
        raise ValueError(f'not a line of a call graph: {line!r}')
    times = (None, None) if found['self'] is None else (float(found['self']), float(found['children']))
    return Arc(found['name'], int(found['number']), *times, int(found['count']), found['of'] and int(found['of']))


# --- side by side ---------------------------------------------------------------------------------------------------
@dataclass
class SideRow:
    base: float   # seconds; None for an empty cell
    other: float
    diff: float
    base_calls: str  # as printed, for example '-', '12' or '4+16'
    other_calls: str
    diff_calls: str
    sides: str    # XX, X-, -X
    name: str
    impact: float = None


def _cell(text):
    return float(text) if text.strip() else None


def read_side_flat(text):
    rows = []
    for line in re.split(r'^impact .*\n', text, maxsplit=1, flags=re.M)[1].splitlines():
        impact = re.match(r' *-?\d+\.\d\d', line)
        if not impact:
            break
        # Keeps the following columns in place if the impact is -100.00, which is one character wider than its column.
        line = line[impact.end() - 6:]
        rows.append(SideRow(_cell(line[6:15]), _cell(line[15:24]), float(line[24:33]), line[33:44].strip(),
                            line[44:54].strip(), line[54:64].strip(), line[64:68].strip(), line[70:],
                            float(impact[0])))
    return rows


@dataclass
class SideEntry:
    number: int
    row: SideRow
    name: str
    cycle: int
    whole: bool
    callers: list = field(default_factory=list)
    callees: list = field(default_factory=list)


SIDE_NAME = re.compile(r'(?:<cycle (?P<whole>\d+) as a whole>|(?P<name>\S+)(?: <cycle (?P<cycle>\d+)>)?)'
                       r' [\[(](?P<number>\d+)[\])]$')


def read_side_graph(text):
    """Returns SideEntry objects; callers and callees are (name, SideRow) pairs."""
    entries, above, entry = [], [], None
    for line in text.split('calls     calls     calls  +-  name\n', 1)[1].splitlines():
        if not line.strip() or '\f' in line:
            break
        if line.startswith('-' * 40):
            entry, above = None, []
            continue
        if '<spontaneous>' in line:
            continue
        row = _read_side_line(line)
        found = SIDE_NAME.match(row.name.strip())
        if not found:
            raise ValueError(f'not a line of a call graph side by side: {line!r}')
        if line.startswith('['):
            entry = SideEntry(int(found['number']), row, found['name'] or '',
                              int(found['whole'] or found['cycle'] or 0), found['whole'] is not None, above)
            entries.append(entry)
        else:
            (entry.callees if entry else above).append((found['name'], row))
    return entries


SIDE_LINE = re.compile(r'(.{7})(.{9})(.{9})(.{9}) *(\S+) +(\S+) +(\S+) +(XX|X-|-X|--)?  (.*)')


def _read_side_line(line):
    """Parses a row: times are in fixed columns, which may be empty; call counts may be wider than their columns."""
    found = SIDE_LINE.match(line)
    if not found:
        raise ValueError(f'not a line of a call graph side by side: {line!r}')
    _, base, other, diff, base_calls, other_calls, diff_calls, sides, name = found.groups()
    return SideRow(_cell(base), _cell(other), _cell(diff), base_calls, other_calls, diff_calls, sides or '', name)


TOTALS = re.compile(
    rf'base (?P<base>{NUMBER}) seconds, other (?P<other>{NUMBER}) seconds, difference (?P<diff>{NUMBER}) seconds'
    r'(?:: (?P<verdict>.*))?\n'
    rf'(?:samples in no function: base (?P<no_base>{NUMBER}) seconds, other (?P<no_other>{NUMBER}) seconds\n)?'
    r'functions: (?P<f_both>\d+) on both sides, (?P<f_base>\d+) only in the base, (?P<f_other>\d+) only in the other\n'
    r'arcs: (?P<a_both>\d+) on both sides, (?P<a_base>\d+) only in the base, (?P<a_other>\d+) only in the other\n')


def read_totals(text):
    found = TOTALS.search(text)
    if not found:
        raise ValueError('no totals at the end of a difference')
    return {k: v if k == 'verdict' else float(v or 0) for k, v in found.groupdict().items()}


# --- GML ------------------------------------------------------------------------------------------------------------
def read_gml(text):
    """Returns a list of (key, value); a value is a number, a string, or another such list."""
    words = re.findall(r'"[^"]*"|[^\s"]+', text)
    values, at = _read_list(words, 0)
    if at != len(words):
        raise ValueError('more brackets are closed than opened')
    return values


def _read_list(words, at):
    values = []
    while at < len(words) and words[at] != ']':
        key, word, at = words[at], words[at + 1], at + 2
        if word == '[':
            value, at = _read_list(words, at)
            at += 1
        elif word.startswith('"'):
            value = re.sub(r'&(?:quot|amp|#(\d+));', lambda m: chr(int(m[1])) if m[1] else
                           {'&amp;': '&', '&quot;': '"'}[m[0]], word[1:-1])
        else:
            value = float(word) if '.' in word else int(word)
        values.append((key, value))
    return values, at


def read_gml_graph(text):
    """Returns (nodes by id, edges) of the only graph in a file; each node and edge is a dictionary."""
    graph = dict(read_gml(text))['graph']
    nodes = [dict(value) for key, value in graph if key == 'node']
    edges = [dict(value) for key, value in graph if key == 'edge']
    return {n['id']: n for n in nodes}, edges
