# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads gcov's JSON, one document per line, and prints the coverage of each floor and the missed lines of read/.

    gcov --json-format --stdout … | coverage.py TOP LEAST     status 1 if a floor has less than LEAST per cent

The floors are egprof/ and the folders below libprofdiff/src/.
"""
import json
import sys
from collections import defaultdict
from pathlib import Path


def read(top):
    """Returns {(file, line): count} and {floor: [branches taken, branches]}. A line of a template is covered if any
    copy of it ran."""
    lines, branches = defaultdict(int), defaultdict(lambda: [0, 0])
    for document in sys.stdin:
        for file in json.loads(document)['files']:
            path = Path(file['file'])
            path = path if path.is_absolute() else Path.cwd() / path
            if not path.is_relative_to(top / 'libprofdiff') and not path.is_relative_to(top / 'egprof'):
                continue
            name = str(path.resolve().relative_to(top))
            for line in file['lines']:
                lines[name, line['line_number']] += line['count']
                for branch in line['branches']:
                    if not branch['throw']:
                        branches[floor_of(name)][0] += branch['count'] > 0
                        branches[floor_of(name)][1] += 1
    return lines, branches


def floor_of(name):
    parts = name.split('/')
    return parts[0] if parts[0] == 'egprof' else parts[2]


def main():
    top, least = Path(sys.argv[1]).resolve(), float(sys.argv[2])
    lines, branches = read(top)
    floors = defaultdict(list)
    for (name, _), count in lines.items():
        floors[floor_of(name)].append(count > 0)
    low = []
    for floor, reached in sorted(floors.items()):
        share = 100 * sum(reached) / len(reached)
        taken, all_branches = branches[floor]
        print(f'{floor:10} {share:5.1f} % of {len(reached)} lines, '
              f'{100 * taken / max(1, all_branches):5.1f} % of {all_branches} branches')
        low += [floor] if share < least else []
    missed = defaultdict(list)
    for (name, line), count in sorted(lines.items()):
        if count == 0 and floor_of(name) == 'read':
            missed[name].append(line)
    for name, numbers in missed.items():
        print(f'  not reached: {name}:{",".join(map(str, numbers))}')
    sys.exit(1 if low else 0)


main()
