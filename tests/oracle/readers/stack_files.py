#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what an independent reader finds in another profiler's file; testdata/profiles/record.sh stores this output
next to the file.

    stack_files.py FILE

Prints sorted lines: "F name image self total samples" for each function and "A caller callee self total" for each
arc. For a callgrind.out file, these are "F name image self total calls" and "A caller callee calls total".
"""
import sys

from stack_formats import sums_of


def lines_of(sums):
    is_counted = sums.calls is not None
    last, arcs = (sums.calls, sums.arc_calls) if is_counted else (sums.total_samples, sums.arc_own)
    for key in sums.functions():
        yield 'F %s %s %d %d %d' % (*key, sums.own[key], sums.total[key], last[key])
    for arc in sums.arc_calls if is_counted else sums.arc_total:
        yield 'A %s %s %d %d' % (arc[0][0], arc[1][0], arcs[arc], sums.arc_total[arc])


if __name__ == '__main__':
    print('\n'.join(sorted(lines_of(sums_of(sys.argv[1])))))
