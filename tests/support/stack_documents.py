# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads JSON that egprof writes for profiles with exact times. Converts times to integers, in nanoseconds or the
event's unit."""
import collections
import json

Numbers = collections.namedtuple('Numbers', 'self total samples total_samples calls')
Row = collections.namedtuple('Row', 'base other difference verdict total_verdict match')


class Document:
    """The output of `egprof --format=json -p -q --no-demangle`; a function is a pair (name, image)."""

    def __init__(self, text):
        self.json = json.loads(text)
        self.is_difference = self.json['kind'] == 'difference'
        totals = [self.json[side] for side in (('base', 'other') if self.is_difference else ('profile',))]
        self.totals, self.unit = totals[0], totals[0]['unit']
        self.scale = 1e9 if self.unit == 'seconds' else 1
        self.whole = [self.ticks(total['seconds']) for total in totals]
        self.unattributed = [self.ticks(total['unattributed']) for total in totals]
        self.keys = {function['id']: (function['linkageName'], function['image'] or '')
                     for function in self.json['functions']}

    def ticks(self, value):
        return round(value * self.scale)

    def _numbers(self, numbers):
        if numbers is None:
            return None
        calls = numbers['calls'] if numbers['calls'] is None else numbers['calls'] + numbers['selfCalls']
        return Numbers(self.ticks(numbers['self']), self.ticks(numbers['total']), numbers.get('samples'),
                       numbers.get('totalSamples'), calls)

    def functions(self):
        """Returns the functions of one execution."""
        return {self.keys[f['id']]: self._numbers(f['numbers']) for f in self.json['functions']}

    def rows(self):
        """Returns the rows of a difference, by (displayed name, image)."""
        return {self.keys[f['id']]: Row(*(self._numbers(f[side]) for side in ('base', 'other')),
                                        {key: f['difference'][key] for key in ('self', 'total')},
                                        f.get('significance'), f.get('totalSignificance'), f['match'])
                for f in self.json['functions']}

    def arcs(self):
        """Returns the arcs of one execution: (own, total, calls) by caller and callee."""
        return {(self.keys[arc['caller']], self.keys[arc['callee']]): self._arc(arc['numbers'])
                for arc in self.json.get('arcs', ())}

    def _arc(self, numbers):
        own = numbers['self'] if numbers['self'] is None else self.ticks(numbers['self'])
        return own, self.ticks(numbers['total']), numbers['calls']

    def contexts(self):
        """Yields (path, row) for each row of the context tree; a path is a tuple of functions."""
        paths = []
        for row in self.json['contexts']:
            above = () if row['parent'] is None else paths[row['parent']]
            paths.append(above + (self.keys[row['function']],))
            yield paths[-1], row
