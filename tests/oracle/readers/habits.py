# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of gprof's text that work like the readers in published programs. Each relies on only one feature of the
layout.

A reader takes a listing and returns values; Unreadable means that the layout differs from the expected one.
"""
import re
import subprocess

DASHES = '-' * 47
FLAT_COLUMNS = (0, 6, 16, 25, 34, 43, 52)
GRAPH_COLUMNS = (0, 6, 12, 20, 28, 45)
GRAPH_HEADER = re.compile(r'^index\s+%\s+time\s+self\s+children\s+called\s+name')
LINES_TO_GRAPH = 40  # number of lines from the last row of the flat profile to the header of the call graph


class Unreadable(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Unreadable(what)


# --- the call graph by patterns -------------------------------------------------------------------------------------
PRIMARY = re.compile(r'^\[(\d+)\]?\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+(?:(\d+)(?:\+(\d+))?\s+)?(\S.*?)\s+\[(\d+)\]$')
RELATIVE = re.compile(r'^\s+(?:([\d.]+)\s+([\d.]+)\s+)?(\d+)(?:[/+](\d+))?\s+(\S.*?)\s+[\[(](\d+)[\])]$')
SPONTANEOUS = re.compile(r'^\s+<spontaneous>$')


def read_graph_by_patterns(text):
    """Reads from the header line to a line that contains only a form feed; entries end with a line of dashes."""
    lines = iter(text.split('\n'))
    need(any(GRAPH_HEADER.match(line) for line in lines), 'no header of a call graph')
    entries, entry = [], []
    for line in lines:
        if line == '\f':
            break
        if line == DASHES:
            entries.append([_read_graph_line(each) for each in entry])
            entry = []
        elif line.strip():
            entry.append(line)
    else:
        raise Unreadable('no form feed at the end')
    need(entries, 'no entries')
    for each in entries:
        need(sum(kind == 'primary' for kind, *_ in each) == 1, 'an entry without its function')
    return entries


def _read_graph_line(line):
    for kind, pattern in (('primary', PRIMARY), ('relative', RELATIVE), ('spontaneous', SPONTANEOUS)):
        found = pattern.match(line)
        if found:
            return kind, *found.groups()
    raise Unreadable(f'line of a call graph: {line!r}')


def read_named_indices(text):
    """Returns names and numbers of the lines that end in " [n]"; a number with two names is an error."""
    names = {}
    for line in _graph_lines(text):
        found = re.match(r'^(?:.{45}|.{49})(\S.*) \[(\d+)\]$', line)
        if found:
            name, number = found.groups()
            need(names.setdefault(number, name.strip()) == name.strip(), f'two names for [{number}]')
    need(names, 'no line ends in [n]')
    return names


# --- the call graph by columns --------------------------------------------------------------------------------------
def read_graph_by_columns(text):
    """Returns the cells of each line, cut at fixed columns. A cell of a numeric column must be a valid number."""
    rows = []
    for line in _graph_lines(text):
        if line == DASHES:
            rows.append('end')
        elif line:
            rows.append(_graph_cells(line))
    need(rows.count('end') > 0 and rows[-1] == 'end', 'no entries')
    return rows


def _graph_cells(line):
    index, share, own, children, called, name = (cell.strip() for cell in cut(line, GRAPH_COLUMNS))
    need(re.fullmatch(r'(\[\d+\]?)?', index), f'index {index!r}')
    if name.startswith('<spontaneous>'):
        need(not (index or share or own or children or called), f'times of nobody: {line!r}')
        return (name,)
    numbers = [float(cell) if re.fullmatch(r'\d+\.\d+|', cell) and cell else None for cell in (share, own, children)]
    filled = [cell != '' for cell in (share, own, children)]
    need(filled == [number is not None for number in numbers], f'times {line!r}')
    need(re.fullmatch(r'(\d+([/+]\d+)?)?', called), f'calls {called!r}')
    need((share == '') == (index == ''), f'share of time {line!r}')
    return index, *numbers, called, name


def _graph_lines(text):
    """Returns the lines of all entries, including dashes."""
    lines = text.split('\n')
    start = next((n for n, line in enumerate(lines) if GRAPH_HEADER.match(line)), None)
    need(start is not None, 'no header of a call graph')
    need(DASHES in lines[start:], 'no dashes')
    end = len(lines) - lines[::-1].index(DASHES)
    return lines[start + 1:end]


# --- the flat profile -----------------------------------------------------------------------------------------------
def read_flat_by_columns(text):
    rows = []
    for line in flat_rows(text):
        *cells, name = cut(line, FLAT_COLUMNS)
        need(name.startswith('  ') and name[2:3].strip(), f'name {name!r}')
        cells = [cell.strip() for cell in cells]
        need(all(re.fullmatch(r'\d+\.\d\d', cell) for cell in cells[:3]), f'times {line!r}')
        need(re.fullmatch(r'\d*', cells[3]), f'calls {line!r}')
        need(all(re.fullmatch(r'(\d+\.\d\d)?', cell) for cell in cells[4:]), f'times of a call {line!r}')
        need(len({bool(cell) for cell in cells[3:]}) == 1, f'calls without times {line!r}')
        rows.append((*map(float, cells[:3]), *(float(cell) if cell else None for cell in cells[3:]), name[2:]))
    need(rows, 'no rows')
    return rows


def flat_rows(text):
    """Returns the lines between the two header lines and the next empty line."""
    lines = text.split('\n')
    start = next((n for n, line in enumerate(lines) if re.match(r' time +\S+ +\S+ +calls ', line)), None)
    need(start is not None, 'no header of a flat profile')
    need(lines[start - 1].split() == ['%', 'cumulative', 'self', 'self', 'total'], 'the header has another first line')
    rows = []
    for line in lines[start + 1:]:
        if not line.strip() or not re.match(r' *\d', line[:6]):
            break
        rows.append(line)
    return rows


def cut(line, columns):
    return [line[a:b] for a, b in zip(columns, [*columns[1:], None])]


# --- counting lines, as awk scripts do --------------------------------------------------------------------------------------------
def read_graph_by_counting(text):
    """Expects the header of the graph a fixed number of lines below the last row of the flat profile."""
    lines, rows = text.split('\n'), flat_rows(text)
    need(rows, 'no rows')
    last = max(n for n, line in enumerate(lines) if line == rows[-1] and n < len(lines) - LINES_TO_GRAPH)
    header = lines[last + LINES_TO_GRAPH]
    need(GRAPH_HEADER.match(header), f'{LINES_TO_GRAPH} lines below the last row: {header!r}')
    entries = lines[last + LINES_TO_GRAPH + 1:]
    return entries[:entries.index(DASHES)]


def read_counts_with_awk(text):
    """Returns the functions and their numbers of calls from the output of -C."""
    command = ['awk', '-F', '[(): ]', '/executions/{print $5,$8}']
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    rows = [line.split(' ') for line in done.stdout.splitlines()]
    need(rows and all(len(row) == 2 and row[0] and row[1].isdigit() for row in rows), f'counts: {done.stdout[:200]!r}')
    return rows
