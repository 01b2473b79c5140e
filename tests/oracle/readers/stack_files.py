#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An independent reader of other profilers' files: what testdata/profiles/record.sh puts beside each recording.

    stack_files.py FILE

Prints, sorted, "F name image self total samples" for each function and "A caller callee self total" for each arc of a
perf script; "F name image self total calls" and "A caller callee calls total" for a callgrind.out file. Everything is
found sample by sample and line by line, as the definitions say it, without a tree.
"""
import collections
import re
import sys

HEAD = re.compile(r"^\S.*\s\d+(?:/\d+)?\s+\d+\.\d+:\s+(\d+) (\S+): $")
FRAME = re.compile(r"^\s+[0-9a-f]+ (.*?)(?:\+0x[0-9a-f]+)? \((.*)\)$")


def perf_samples(text):
    """Each sample: its period, and its (name, image) frames, the outermost first."""
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line]
        if lines:
            period = int(HEAD.match(lines[0]).group(1))
            frames = [FRAME.match(line).groups() for line in lines[1:]]
            yield period, [(name, "" if image == "[unknown]" else image) for name, image in reversed(frames)]


def read_perf(text):
    own, total, count = collections.Counter(), collections.Counter(), collections.Counter()
    arc_own, arc_total = collections.Counter(), collections.Counter()
    for period, frames in perf_samples(text):
        own[frames[-1]] += period
        for frame in set(frames):
            total[frame] += period
            count[frame] += 1
        arcs = list(zip(frames, frames[1:]))
        for arc in set(arcs):
            arc_total[arc] += period
        if arcs:
            arc_own[arcs[-1]] += period
    for frame in total:
        yield "F %s %s %d %d %d" % (*frame, own[frame], total[frame], count[frame])
    for arc in arc_total:
        yield "A %s %s %d %d" % (arc[0][0], arc[1][0], arc_own[arc], arc_total[arc])


def split_level(name):
    level = re.search(r"'(\d+)$", name)
    return (name[:level.start()], int(level.group(1))) if level else (name, 1)


def callgrind_records(text):
    """("self", function, cost) and ("call", caller, callee, count, cost); a function is (name, image, level)."""
    names, now, called = collections.defaultdict(dict), {}, {}
    count = None
    for line in text.split("\n"):
        key, _, value = line.partition("=")
        if key in ("fn", "cfn", "ob", "cob"):
            number, name = re.match(r"(?:\((\d+)\))? ?(.*)", value).groups()
            table = names[key[-2:]]
            if name:
                table[number] = name
            (called if key[0] == "c" else now)[key[-2:]] = table[number] if not name else name
        elif key == "calls":
            count = int(value.split()[0])
        elif re.match(r"[0-9+*-]", line):
            cost = int(line.split()[1]) if len(line.split()) > 1 else 0
            name, level = split_level(now["fn"])
            caller = (name, now.get("ob", ""), level)
            if count is None:
                yield "self", caller, cost
            else:
                name, level = split_level(called["fn"])
                yield "call", caller, (name, called.get("ob", now.get("ob", "")), level), count, cost
                count, called = None, {}


def read_callgrind(text):
    own, total, calls = collections.Counter(), collections.Counter(), collections.Counter()
    arc_calls, arc_total = collections.Counter(), collections.Counter()
    for kind, function, *rest in callgrind_records(text):
        cost = rest[-1]
        own[function[:2]] += cost if kind == "self" else 0
        if function[2] == 1:
            total[function[:2]] += cost
        if kind == "call":
            callee, count = rest[:2]
            arc = (function[:2], callee[:2])
            arc_calls[arc] += count
            own[callee[:2]] += 0
            arc_total[arc] += cost if 1 in (function[2], callee[2]) else 0
            if arc[0] != arc[1]:
                calls[callee[:2]] += count
    for function in own:
        yield "F %s %s %d %d %d" % (*function, own[function], total[function], calls[function])
    for arc in arc_calls:
        yield "A %s %s %d %d" % (arc[0][0], arc[1][0], arc_calls[arc], arc_total[arc])


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    read = read_callgrind if text.startswith("# callgrind") else read_perf
    print("\n".join(sorted(read(text))))


if __name__ == "__main__":
    main()
