# SPDX-License-Identifier: GPL-3.0-or-later
"""An independent, non-recursive reader of Callgrind files: costs of functions, calls and lines, and the built-in
properties computed from these costs."""
import re
from collections import defaultdict


class Recording:
    def __init__(self, text):
        self.events, self.names = [], {}
        self.self_cost = defaultdict(lambda: defaultdict(int))
        self.inclusive = defaultdict(lambda: defaultdict(int))
        self.calls = defaultdict(lambda: defaultdict(int))  # (caller, file, line, callee)
        self.lines = defaultdict(lambda: defaultdict(int))  # (function, file, line)
        self.parse(text)

    def name(self, kind, text):
        found = re.fullmatch(r'\((\d+)\)(?: (.*))?', text)
        if found is None:
            return text
        if found[2] is not None:
            self.names[kind, found[1]] = found[2]
        return self.names[kind, found[1]]

    def parse(self, text):
        line, file, called, images = 0, '', None, {}
        function = callee = image = None
        for row in text.splitlines():
            if row.startswith('events: '):
                self.events = row.split()[1:]
            elif found := re.match(r'(fn|cfn|fl|fi|fe|cfi|cfl|ob|cob)=(.*)', row):
                key = found[1]
                name = self.name(key[-2] if key[-2:] in ('fn', 'ob') else 'file', found[2])
                if key == 'ob':
                    image = name
                elif key == 'cob':
                    images['callee'] = name
                elif key == 'fn':
                    function = (name, image)
                elif key == 'cfn':
                    callee = (name, images.pop('callee', image))
                elif key in ('fl', 'fi', 'fe'):
                    file = name
            elif row.startswith('calls='):
                called = callee
            elif row[:1].isdigit() or row[:1] in ('+', '-', '*'):
                position, *numbers = row.split()
                line = line if position == '*' else line + int(position) if position[0] in '+-' else int(position)
                for event, number in zip(self.events, numbers):
                    self.add(event, int(number), function, called, file, line)
                called = None

    def add(self, event, number, function, called, file, line):
        self.inclusive[function][event] += number
        if called:
            self.calls[function, file, line, called][event] += number
        else:
            self.self_cost[function][event] += number
            self.lines[function, file, line][event] += number

    def below_main(self):
        reached = [next(function for function in self.inclusive if function[0] == 'main')]
        for function in reached:
            reached += {callee for caller, _, _, callee in self.calls if caller == function} - set(reached)
        return reached

    def regions(self):
        """Yields (kind, name, line) and costs of each region. The first region is main, the phase."""
        functions = self.below_main()
        for function in functions:
            yield ('function', function[0], None), self.inclusive[function]
        for (caller, _, line, callee), costs in self.calls.items():
            if caller in functions:
                yield ('call', callee[0], line or None), costs
        for (function, _, line), costs in self.lines.items():
            if line and function in functions:
                yield ('line', function[0], line), costs


RATES = {
    'LC1MissesOverMemRef': (('D1mr', 'D1mw'), ('Dr', 'Dw')),
    'LC1ReadMissesOverMemRef': (('D1mr',), ('Dr', 'Dw')),
    'LC1WriteMissesOverMemRef': (('D1mw',), ('Dr', 'Dw')),
    'LC2MissesOverMemRef': (('DLmr', 'DLmw'), ('Dr', 'Dw')),
    'LC2ReadMissesOverMemRef': (('DLmr',), ('Dr', 'Dw')),
    'LC2WriteMissesOverMemRef': (('DLmw',), ('Dr', 'Dw')),
    'L1ReadMissesOverMemRef': (('D1mr',), ('Dr',)),
    'InstructionCacheMisses': (('I1mr',), ('Ir',)),
    'BranchMispredictions': (('Bcm', 'Bim'), ('Bc', 'Bi')),
}


def findings(recording, threshold=0.01, min_share=0.01):
    """Returns (property, kind, name, line), severity and share of each property that holds, sorted."""
    regions = list(recording.regions())
    phase = regions[0][1]
    found = []
    for name, (bad, every) in RATES.items():
        amount = lambda costs, events: sum(costs[event] for event in events)  # noqa: E731
        if amount(phase, bad) / amount(phase, every) < threshold / 10:
            continue
        for region, costs in regions:
            share = amount(costs, bad) / amount(phase, bad)
            if share < min_share or amount(costs, bad) / amount(costs, every) <= threshold:
                continue
            found.append(((name, *region), amount(costs, bad) / amount(costs, every), share))
    return sorted(found, key=str)
