# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads sums from callgrind.out files, whose calls and costs are exact; there are no stacks."""
import collections
import re

from .model import Recording, Sums

NAME = re.compile(r'(?:\((\d+)\))? ?(.*)')


def _split_level(name):
    level = re.search(r"'(\d+)$", name)
    return (name[:level.start()], int(level.group(1))) if level else (name, 1)


def _records(text):
    """Yields ('self', function, costs) and ('call', caller, callee, count, costs). A function is (name, image,
    recursion level); the level is 1 if the file has none."""
    names, now, called = collections.defaultdict(dict), {}, {}
    count = None
    for line in text.split('\n'):
        key, _, value = line.partition('=')
        if key in ('fn', 'cfn', 'ob', 'cob'):
            number, name = NAME.match(value).groups()
            table = names[key[-2:]]
            if name and number:
                table[number] = name
            name = name or table[number]
            (called if key[0] == 'c' else now)[key[-2:]] = '' if key[-2:] == 'ob' and name == '???' else name
        elif key == 'calls':
            count = int(value.split()[0])
        elif re.match(r'[0-9+*-]', line):
            costs = [int(word, 0) for word in line.split()[1:]]
            name, level = _split_level(now['fn'])
            caller = (name, now.get('ob', ''), level)
            if count is None:
                yield 'self', caller, costs
            else:
                name, level = _split_level(called['fn'])
                yield 'call', caller, (name, called.get('ob', now.get('ob', '')), level), count, costs
                count, called = None, {}


def read_callgrind(text):
    events = re.search(r'^events: *(.*)$', text, re.M).group(1).split()
    records = list(_records(text))
    levels = {function[2] for record in records for function in record[1:3] if isinstance(function, tuple)}
    inner = _between_inner_levels if levels - {1} else _Circles(records).is_inner
    sums = {event: _add_up(records, place, inner) for place, event in enumerate(events)}
    return Recording('callgrind', {event: event for event in events}, sampled=False, sums=sums)


def _between_inner_levels(caller, callee):
    return 1 not in (caller[2], callee[2])


class _Circles:
    """Finds recursive calls in files without recursion levels. If two functions can reach each other, the cost of a
    call between them is already included in that of the outer call."""

    def __init__(self, records):
        self.callees = collections.defaultdict(set)
        for record in records:
            if record[0] == 'call':
                self.callees[record[1]].add(record[2])
        self.reach = {caller: self._reached(caller) for caller in self.callees}

    def _reached(self, caller):
        found, waiting = set(), [caller]
        while waiting:
            new = self.callees.get(waiting.pop(), set()) - found
            found |= new
            waiting.extend(new)
        return found

    def is_inner(self, caller, callee):
        return caller in self.reach.get(callee, ())


def _add_up(records, place, is_inner):
    sums = Sums(calls=collections.Counter(), arc_calls=collections.Counter())
    entered, own, left = collections.Counter(), collections.Counter(), collections.Counter()
    circle = {function for record in records if record[0] == 'call' and is_inner(*record[1:3])
              for function in record[1:3] if record[1][2] == record[2][2] == 1}
    for kind, function, *rest in records:
        cost = rest[-1][place] if place < len(rest[-1]) else 0
        if kind == 'self':
            sums.own[function[:2]] += cost
            sums.whole += cost
            own[function] += cost
            continue
        callee, count = rest[:2]
        arc = (function[:2], callee[:2])
        sums.own[callee[:2]] += 0
        sums.arc_calls[arc] += count
        sums.calls[callee[:2]] += count if arc[0] != arc[1] else 0
        inner = is_inner(function, callee)
        sums.arc_total[arc] += 0 if inner else cost
        left[function] += 0 if inner and function in circle else cost
        if callee in circle and not inner:
            entered[callee] += cost
    for function in set(own) | set(left):
        if function[2] == 1:
            sums.total[function[:2]] += entered[function] if function in entered else own[function] + left[function]
    return sums


def add_threads(recordings):
    """Adds up the files of several threads."""
    first, *rest = recordings
    for other in rest:
        for event, sums in other.sums.items():
            mine = first.sums[event]
            mine.whole += sums.whole
            for name in ('own', 'total', 'calls', 'arc_calls', 'arc_total'):
                getattr(mine, name).update(getattr(sums, name))
    return first
