# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers that search for phrases of gprof's explanations, so they need listings without -b.

Published programs search for these phrases; each reader names the programs. The text between the phrases is not
interpreted here, but returned as lines.
"""
import re

from habits import DASHES, need

GRAPH_BEGIN = 'index % time'
GRAPH_END = 'This table describes the call tree of the program, and was sorted by'  # searched for by marsp0's viewer.js
ROWS_BEGIN = ' time   seconds   seconds'
ROWS_END = ' %         the percentage of the total running time'

# Phrases in Vim's syntax/gprof.vim: without the end of an explanation, the rest of the file would be coloured as a
# comment.
EXPLANATIONS = [
    (r'^\s*%\s+the percentage of the total running time.*', r'^\s*the gprof listing if it were to be printed\.'),
    (r'This table describes the call tree of the program', r'^\s*the cycle\.$'),
]


def read_entries_to_sentence(text):
    """viewer.js reads blocks between lines of dashes, up to a line that contains the whole sentence GRAPH_END."""
    lines = iter(text.split('\n'))
    need(any(line.startswith(GRAPH_BEGIN) for line in lines), 'no header of a call graph')
    entries, entry = [], []
    for line in lines:
        if GRAPH_END in line:
            break
        if re.match('^--+$', line):
            entries.append(entry)
            entry = []
        else:
            entry.append(line)
    else:
        need(False, 'the sentence after the last entry is missing')
    need(entries and not any(entry), 'something stands between the last entry and the sentence')
    return entries


def read_graph_by_two_words(text):
    """Some scripts cut out the text from the header to "\\n This table"."""
    begin, end = text.find(GRAPH_BEGIN), text.find('\n This table')
    need(begin >= 0 and end > begin, 'no slice')
    graph = text[begin:end].rstrip('\n')
    need(graph.endswith(DASHES), 'the slice ends within the graph or behind it')
    return graph.split('\n')


def read_graph_by_three_words(text):
    """The template-based gprof2html reads all text between the header line and the last "This table describes"."""
    found = re.search(r'index % time [^\n]+\n(.*)This table describes', text, re.DOTALL)
    need(found, 'no graph')
    graph = found.group(1).rstrip()
    need(graph.endswith(DASHES), 'the graph has no end')
    return graph.split('\n')


def read_parts_by_copyright(text):
    """The template-based gprof2html finds rows, explanation and graph by a few words around them; "Copyright" ends
    the explanation and the graph."""
    flat = re.search(r'Flat profile:.*(Each sample counts.*)\n\n( %.*)Copyright.*Call graph', text, re.DOTALL)
    graph = re.search(r'Call graph.*(granularity.*)Copyright', text, re.DOTALL)
    need(flat and graph, 'no "Copyright" where an explanation ends')
    need('Call graph' not in flat.group(2) and 'Index by' not in graph.group(1), 'a part holds the next one')
    need(graph.group(1).startswith('granularity: each sample'), 'the graph begins in its explanation')
    return flat.group(1).split('\n'), flat.group(2).count('\n'), graph.group(1).count('\n')


def read_rows_to_percentage(text):
    """Scripts for flat profiles read rows from the second line of the heading to the first line of the explanation."""
    lines = iter(text.split('\n'))
    need(any(line.startswith(ROWS_BEGIN) for line in lines), 'no heading of a flat profile')
    rows = []
    for line in lines:
        if line.startswith(ROWS_END):
            need(rows and not rows[-1], 'no empty line below the rows')
            return rows[:-1]
        rows.append(line)
    need(False, 'the explanation does not begin')


def find_explanations(text):
    """Vim's colours depend on the first and the last line of each explanation, counted from 0."""
    lines, found = text.split('\n'), []
    for begin, end in EXPLANATIONS:
        first = next((n for n, line in enumerate(lines) if re.search(begin, line)), None)
        if first is None:
            continue
        last = next((n for n, line in enumerate(lines) if n >= first and re.search(end, line)), None)
        need(last is not None, f'the explanation that begins in line {first} has no end')
        found.append((first, last))
    need(found, 'no explanation')
    return found


def read_to_the_end(text):
    """TAU and Python's gprof2html read the graph's explanation like entries, so no line of it may look like an
    entry."""
    lines = iter(text.split('\n'))
    need(any(re.match('.?granularity: ', line) for line in lines), 'no call graph')
    found = []
    for line in lines:
        need(not re.match('.?granularity: ', line), 'a second call graph')
        if line.startswith('Index by function name'):
            break
        if line.startswith(('[', '-')) or line.endswith(']'):
            found.append(line)
    need(found, 'no entries')
    return found
