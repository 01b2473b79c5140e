# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads egprof's machine-readable output with readers from other projects."""
import csv
import io
import re
import subprocess

csv.field_size_limit(1 << 24)


def read_rows(text):
    """Yields the rows of one table. An apostrophe before a text keeps spreadsheets from reading it as a formula."""
    for row in csv.DictReader(io.StringIO(without_verdict(text), newline=''), strict=True):
        if any(re.match(r"[=+@\t\r]|-(?![\d.])", cell) for cell in row.values()):
            raise ValueError(f'a formula: {row}')
        yield {key: cell.removeprefix("'") for key, cell in row.items()}


def read_csv(text):
    """Returns the tables of listings of an output, each as a list of dictionaries."""
    return [list(read_rows(table)) for table in without_verdict(text).split('\r\n\r\n')]


def without_verdict(text):
    """Removes the last table of a difference."""
    return text.partition('\r\n\r\nrow,result,low,high,')[0]


def read_folded(text):
    """Returns (frames, numbers) of every line."""
    return [(m[1].split(';'), [int(n) for n in m[2].split()])
            for m in re.finditer(r'^(.+?)((?: \d+)+)$', text, re.MULTILINE)]


def annotate(path, *options):
    """Returns the costs of functions printed by callgrind_annotate: (total, [(cost, function)])."""
    if 'summary: 0\n' in path.read_text():
        return 0, []  # callgrind_annotate would divide by the total, which is 0
    done = subprocess.run(['callgrind_annotate', '--threshold=100', '--auto=no', *options, path.name], cwd=path.parent,
                          capture_output=True, text=True, check=False)
    if done.returncode or done.stderr:
        raise ValueError(f'callgrind_annotate: {done.stderr}')
    rows = re.findall(r'^ *([\d,]+) \([ \d.]+%\)  (.*)$', done.stdout, re.MULTILINE)
    costs = [(int(cost.replace(',', '')), name) for cost, name in rows]
    # Removes "file:" before a name, and "[2]" and "[object]" after it, which newer versions of callgrind_annotate
    # print.
    name_of = lambda place: re.sub(r'(?: \[[^]]*\])+$', '', place.split(':', 1)[1])
    return costs[0][0], [(cost, name_of(place)) for cost, place in costs[1:]]
