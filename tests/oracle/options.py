# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of options: drawn at random from a table, or read from testdata/cases/options.txt.

OPTIONS is the table: what gprof accepts, in all its spellings. A new option is one row.
"""
from dataclasses import dataclass
from pathlib import Path

CASES = Path(__file__).resolve().parents[2] / 'testdata' / 'cases'

# How an option takes a value: not at all; attached, or not at all; always.
NONE, OPTIONAL, REQUIRED = 'none', 'optional', 'required'
STYLES = ['none', 'auto', 'gnu-v3', 'java', 'gnat', 'dlang', 'rust', 'nosuch', '']
WIDTHS = ['80', '1', '0', '-5', '20', '40', '79', '100', '133', '300', 'wide']


@dataclass(frozen=True)
class Option:
    short: str          # one letter; empty if there is none
    long: str           # empty if there is none
    abbreviation: str   # of the long name
    takes: str
    value: str = ''     # spec, function, arc, style, width
    weight: int = 4


OPTIONS = [
    Option('b', 'brief', 'br', NONE, weight=40),
    Option('p', 'flat-profile', 'fla', OPTIONAL, 'spec', 10),
    Option('P', 'no-flat-profile', 'no-f', OPTIONAL, 'spec'),
    Option('q', 'graph', 'g', OPTIONAL, 'graph spec', 10),
    Option('Q', 'no-graph', 'no-g', OPTIONAL, 'graph spec'),
    Option('B', '', '', NONE),
    Option('z', 'display-unused-functions', 'di', NONE, weight=6),
    Option('e', '', '', REQUIRED, 'spec'),
    Option('E', '', '', REQUIRED, 'spec'),
    Option('f', '', '', REQUIRED, 'spec'),
    Option('F', '', '', REQUIRED, 'spec'),
    Option('n', 'time', 'ti', REQUIRED, 'spec'),
    Option('N', 'no-time', 'no-ti', REQUIRED, 'spec'),
    Option('k', '', '', REQUIRED, 'arc'),
    Option('a', 'no-static', 'no-s', NONE, weight=6),
    Option('D', 'ignore-non-functions', 'ig', NONE, weight=6),
    Option('T', 'traditional', 'tr', NONE, weight=8),
    Option('w', 'width', 'w', REQUIRED, 'width'),
    Option('L', 'print-path', 'print-p', NONE),
    Option('', 'demangle', 'dem', OPTIONAL, 'style'),
    Option('', 'no-demangle', 'no-d', NONE),
]


class Drawer:
    """Draws words of a command line for one image."""

    def __init__(self, rng, image):
        self.rng, self.image = rng, image

    def draw_set(self):
        """A list of options, each a list of one or two words."""
        count = self.rng.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 7])
        options = self.rng.choices(OPTIONS, [o.weight for o in OPTIONS], k=count)
        return self._join_flags([self._spell(o) for o in options])

    def _spell(self, option):
        rng = self.rng
        has_value = option.takes == REQUIRED or (option.takes == OPTIONAL and rng.random() < 0.4)
        value = self._value(option.value) if has_value else None
        spellings = [s for s in (option.short, option.long) if s]
        if rng.choice(spellings) == option.short and option.short:
            # An empty value cannot stand attached to a letter.
            if value is None or (value and (option.takes == OPTIONAL or rng.random() < 0.5)):
                return ['-' + option.short + (value or '')]
            return ['-' + option.short, value] if option.takes == REQUIRED else ['-' + option.short]
        name = '--' + (option.abbreviation if rng.random() < 0.2 else option.long)
        if value is None:
            return [name]
        return [name, value] if option.takes == REQUIRED and rng.random() < 0.3 else [f'{name}={value}']

    def _join_flags(self, words):
        """Writes -b -z -p as -bzp now and then."""
        joined = []
        for option in words:
            last = joined[-1] if joined else None
            if (last and len(last) == 1 and len(last[0]) == 2 and last[0][1] in 'bzaDTLB' and option[0][0] == '-'
                    and option[0][1:2] != '-' and self.rng.random() < 0.3):
                joined[-1] = [last[0] + option[0][1:], *option[1:]]
            else:
                joined.append(option)
        return joined

    def _value(self, kind):
        rng = self.rng
        if kind == 'style':
            return rng.choice(STYLES)
        if kind == 'width':
            return rng.choice(WIDTHS)
        if kind == 'arc' or (kind == 'graph spec' and rng.random() < 0.3):
            return self._one_spec() + '/' + self._one_spec() if rng.random() < 0.95 else self._one_spec()
        return self._one_spec()

    def _one_spec(self):
        rng, functions = self.rng, self.image.functions
        own = [f for f in functions if f.file] or functions
        one = rng.choice(own if rng.random() < 0.8 else functions)
        return rng.choice([
            one.name, one.name, rng.choice(self.image.called or [one.name]), one.file or 'nosuch.c',
            f'{one.file}:{one.name}', f'{one.file}:{one.line}', str(one.line), f'{rng.choice(own).file}:{one.name}',
            ':' + one.name, rng.choice(['', '0', ':', 'nosuch', 'nosuch.c', 'nosuch.c:main', 'main', 'main', 'mcount',
                                        '99999', '7x', '.', one.file + ':'])])


def place_operands(rng, options, operands):
    """Options and operands mixed, each kept in its own order; getopt allows operands anywhere."""
    if rng.random() < 0.6 or not operands:
        return [w for o in options for w in o] + (['--'] if operands and rng.random() < 0.05 else []) + operands
    words, rest = list(options), list(operands)
    at = 0
    for operand in rest:
        at = rng.randint(at, len(words))
        words.insert(at, [operand])
        at += 1
    return [w for o in words for w in o]


def read_hard_sets(image):
    """The hand-written option sets, with this image's names filled in: {f0} to {f5} are functions, the most called
    first; {file} and {line} belong to {f0}, {other} is another file."""
    called = (image.called + [f.name for f in image.functions if f.kind != 'W'] * 6)[:6]
    first = next(f for f in image.functions if f.name == called[0])
    others = [f for f in image.files if f != first.file]
    names = {f'f{i}': name for i, name in enumerate(called)}
    names.update(file=first.file or 'none.c', line=first.line, other=others[0] if others else 'other.c')
    for line in (CASES / 'options.txt').read_text().splitlines():
        if not line.startswith('#'):
            yield [_fill(word, names) for word in line.split()]


def _fill(word, names):
    for name, value in names.items():
        word = word.replace('{' + name + '}', str(value))
    return word.replace('{empty}', '')
