# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of options: drawn at random from the table of options, or read from testdata/cases/options.txt.

The table comes from the program: `egprof --help` under the name gprof lists gprof's options. KINDS defines which
values an option takes and how often it is drawn; an option that is not in KINDS stops the run. A set consists of
words with placeholders, for example {f0}, so one set suits every image; Names fills them in.
"""
import random
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

CASES = Path(__file__).resolve().parents[2] / 'testdata' / 'cases'

# An option takes no value, an optional value that is attached to the option, or a required value.
NONE, OPTIONAL, REQUIRED = 'none', 'optional', 'required'
OPERANDS = '{operands}'  # placeholder for the image and its profiles
# Placeholders for the two parts of {operands}, used if options are between them.
IMAGE, PROFILES = '{image}', '{profiles}'

VALUES = {
    'style': ['none', 'auto', 'gnu-v3', 'java', 'gnat', 'dlang', 'rust', 'nosuch', '{empty}'],
    'width': ['80', '1', '0', '-5', '20', '40', '79', '100', '133', '300', 'wide'],
    'count': ['0', '1', '2', '3', '5', '10', '100', '-1', '12x', 'many', '4294967296'],
    'format': ['auto', 'magic', 'bsd', '4.4bsd', 'a', 'b', '4', 'm', 'prof', 'nosuch', '{empty}'],
    'folders': ['src', 'nosuch', 'src:nosuch', 'nosuch:src', ':src', '.', '', 'src/..'],
    'table': ['nm.txt', 'nm.txt', 'nm.odd', 'nm.few', 'nosuch', 'args.empty'],
    'map': ['map.txt', 'map.txt', 'map.part', 'map.one', 'map.other', 'nosuch'],
    'level': ['0', '1', '4', '128', '4096', '-1', 'x'],
}

# Maps an option's letter (its long name if it has no letter) to the kind of its value and the weight with which the
# option is drawn.
KINDS = {
    'b': ('', 30), 'p': ('spec', 10), 'P': ('spec', 4), 'q': ('graph spec', 10), 'Q': ('graph spec', 4), 'B': ('', 3),
    'C': ('spec', 6), 'Z': ('spec', 3), 'A': ('spec', 6), 'J': ('spec', 3), 'x': ('', 4), 'y': ('', 4),
    'm': ('count', 3), 't': ('count', 3), 'r': ('', 3), 'R': ('map', 2), 'i': ('', 3), 's': ('', 4), 'a': ('', 5),
    'D': ('', 5), 'S': ('table', 2), 'l': ('', 8), 'c': ('', 5), 'e': ('spec', 4), 'E': ('spec', 4), 'f': ('spec', 4),
    'F': ('spec', 4), 'k': ('arc', 5), 'n': ('spec', 4), 'N': ('spec', 4), 'z': ('', 8), 'T': ('', 8),
    'w': ('width', 4), 'L': ('', 4), 'demangle': ('style', 4), 'no-demangle': ('', 4), 'inline-file-names': ('', 5),
    'I': ('folders', 3), 'O': ('format', 2), 'd': ('level', 1), 'h': ('', 0.5), 'v': ('', 0.5),
}


@dataclass(frozen=True)
class Option:
    letter: str  # empty if the option has no letter
    long: str    # empty if there is none
    takes: str
    shortest: int = 0  # length of the shortest abbreviation of the long name that is accepted, in letters

    @property
    def key(self):
        return self.letter or self.long

    @property
    def kind(self):
        return KINDS[self.key][0]

    @property
    def weight(self):
        return KINDS[self.key][1]


class UnknownOption(Exception):
    pass


def read_table(egprof):
    """Returns gprof's options, as the program lists them."""
    text = subprocess.run(['gprof', '--help'], executable=egprof, capture_output=True, text=True, check=True).stdout
    options = []
    for line in text.splitlines():
        found = re.match(r' {2,6}(?:-(?P<letter>\w))?(?:, )?(?:--(?P<long>[a-z][a-z-]*))?'
                         r'(?P<value>\[?=\S+| [A-Z/]+)?(?: {2}|$)', line)
        if found and (found['letter'] or found['long']):
            takes = NONE if not found['value'] else OPTIONAL if found['value'][0] == '[' else REQUIRED
            options.append(Option(found['letter'] or '', found['long'] or '', takes))
    unknown = [o.key for o in options if o.key not in KINDS]
    unlisted = sorted(set(KINDS) - {o.key for o in options})
    if unknown or unlisted:
        raise UnknownOption(f'options without a kind of value: {unknown}; kinds without an option: {unlisted}')
    names = [o.long for o in options if o.long]
    return [Option(o.letter, o.long, o.takes, _shortest(o.long, names)) for o in options]


def _shortest(name, names):
    others = [n for n in names if n != name]
    return next((n for n in range(1, len(name)) if not any(o.startswith(name[:n]) for o in others)), len(name))


@dataclass(frozen=True)
class OptionSet:
    number: int
    words: tuple         # with placeholders
    name: str = 'gprof'  # argv[0]
    environment: tuple = ()
    written: bool = False

    @property
    def is_slow(self):
        """True if gprof examines every byte of the text or every source file."""
        return any(re.match(r'-[bzaDTLcxyirpqBCs]*[lsA]|--(li|su|an)', word) for word in self.words)

    @property
    def reads_unset_memory(self):
        """True if gprof's output depends on uninitialised memory. With -R, gprof does not initialise the flags that
        mark symbols listed in the map; with -S, it does not initialise the end of the last symbol."""
        return any(re.match(r'-[bzaDTLlscrixyB]*[RS]|--file-o|--ex', word) for word in self.words)


# --- drawing --------------------------------------------------------------------------------------------------------
class Drawer:
    def __init__(self, seed, table):
        self.rng = random.Random(f'options {seed}')
        self.table = table

    def draw(self, number):
        rng = self.rng
        count = rng.choice([1, 2, 2, 3, 3, 4, 5, 7])
        options = rng.choices(self.table, [o.weight for o in self.table], k=count)
        words = self._join_flags([self._spell(o) for o in options])
        if rng.random() < 0.6 and ['-b'] not in words:
            words.insert(0, ['-b'])
        # The options -h and -v and the short form -s have other meanings under the name egprof, so they are used only
        # under the name gprof.
        strict = any(o.key in 'shvd' for o in options) or rng.random() < 0.75
        environment = []
        if rng.random() < 0.05:
            environment.append(('POSIXLY_CORRECT', '1'))
        if rng.random() < 0.05:
            environment.append(('GPROF_PATH', rng.choice(VALUES['folders'])))
        name = 'gprof' if strict else 'egprof'
        return OptionSet(number, tuple(self._place_operands(words)), name, tuple(environment))

    def _spell(self, option):
        rng = self.rng
        has_value = option.takes == REQUIRED or (option.takes == OPTIONAL and rng.random() < 0.4)
        value = self._value(option.kind) if has_value else None
        if rng.choice([s for s in (option.letter, option.long) if s]) == option.letter and option.letter:
            # An empty value cannot be attached to a letter.
            if value is None or (value not in ('', '{empty}') and (option.takes == OPTIONAL or rng.random() < 0.5)):
                return ['-' + option.letter + (value or '')]
            return ['-' + option.letter, value] if option.takes == REQUIRED else ['-' + option.letter]
        short = rng.randint(option.shortest, len(option.long)) if rng.random() < 0.3 else len(option.long)
        name = '--' + option.long[:short]
        if value is None:
            return [name]
        return [name, value] if option.takes == REQUIRED and rng.random() < 0.3 else [f'{name}={value}']

    def _join_flags(self, words):
        """Sometimes joins -b -z -p to -bzp."""
        joined = []
        for option in words:
            last = joined[-1] if joined else None
            if (last and len(last) == 1 and len(last[0]) == 2 and last[0][1] in 'bzaDTLBlscrixy'
                    and option[0][0] == '-' and option[0][1:2] != '-' and self.rng.random() < 0.3):
                joined[-1] = [last[0] + option[0][1:], *option[1:]]
            else:
                joined.append(option)
        return joined

    def _value(self, kind):
        rng = self.rng
        if kind in VALUES:
            return rng.choice(VALUES[kind])
        if kind == 'arc' or (kind == 'graph spec' and rng.random() < 0.3):
            return self._one_spec() + '/' + self._one_spec() if rng.random() < 0.95 else self._one_spec()
        return self._one_spec()

    def _one_spec(self):
        rng = self.rng
        n, m = rng.randrange(12), rng.randrange(12)
        return rng.choice([
            f'{{f{n}}}', f'{{f{n}}}', f'{{f{n}}}', f'{{f{n % 4}}}', f'{{file{n}}}', f'{{file{n}}}:{{f{n}}}',
            f'{{file{n}}}:{{line{n}}}', f'{{line{n}}}', f'{{file{m}}}:{{f{n}}}', f':{{f{n}}}',
            rng.choice(['', '0', ':', 'nosuch', 'nosuch.c', 'nosuch.c:main', 'main', 'main', 'mcount', '99999', '7x',
                        '.', f'{{file{n}}}:'])])

    def _place_operands(self, options):
        """Mixes options and operands; getopt allows operands anywhere."""
        rng = self.rng
        if rng.random() < 0.6:
            return [w for o in options for w in o] + (['--'] if rng.random() < 0.05 else []) + [OPERANDS]
        words, at = list(options), 0
        for operand in (IMAGE, PROFILES):
            at = rng.randint(at, len(words))
            words.insert(at, [operand])
            at += 1
        return [w for o in words for w in o]


def draw_sets(seed, table, count, first):
    drawer = Drawer(seed, table)
    sets = {}
    while len(sets) < count:
        one = drawer.draw(first + len(sets))
        sets.setdefault((one.words, one.name, one.environment), one)
    return list(sets.values())


# --- sets from the file ---------------------------------------------------------------------------------------------
def read_written_sets():
    """Yields one set per line. Words like NAME=value before the first option set environment variables. Operands are
    appended unless the line names a.out or contains operands itself."""
    seen = set()
    for line in (CASES / 'options.txt').read_text().splitlines():
        if line.startswith('#'):
            continue
        words, environment = line.split(), []
        while words and re.match(r'[A-Z][A-Z_]*=', words[0]):
            environment.append(tuple(words.pop(0).split('=', 1)))
        if not any(w in (OPERANDS, IMAGE, '{none}') or w == 'a.out' for w in words):
            words.append(OPERANDS)
        key = tuple(words), tuple(environment)
        if key not in seen:
            seen.add(key)
            yield OptionSet(len(seen) - 1, tuple(w for w in words if w != '{none}'), 'gprof', tuple(environment), True)


def options_of(words, table):
    """Returns the keys of the options among some arguments: the letter or, without a letter, the long name."""
    letters = {o.letter for o in table if o.letter}
    keys = set()
    for word in words:
        if word.startswith('--'):
            keys |= {o.key for o in table if o.long and word[2:].split('=')[0] == o.long}
        elif word.startswith('-') and word[1:2] in letters:
            keys.add(word[1])
    return keys


# --- placeholders of an image ---------------------------------------------------------------------------------------
class Names:
    """{f0} to {f5}: functions, the most frequently called first. {f6} to {f11}: any others. {file3}, {line3}: the place
    where {f3} begins. {file} and {line} are those of {f0}; {other} is another source file."""

    def __init__(self, image):
        functions = [f for f in image.functions if f.kind != 'W'] or image.functions
        by_name = {f.name: f for f in functions}
        called = [by_name[name] for name in image.called if name in by_name]
        chosen = (called + functions * 6)[:6]
        rng = random.Random(f'names {image.name}')
        own = [f for f in functions if f.file] or functions
        chosen += [rng.choice(own if rng.random() < 0.7 else image.functions) for _ in range(6)]
        files = [f for f in image.files if f != chosen[0].file]
        self.values = {'empty': '', 'other': files[0] if files else 'other.c'}
        for n, f in enumerate(chosen):
            self.values.update({f'f{n}': f.name, f'file{n}': f.file or 'none.c', f'line{n}': str(f.line)})
        self.values.update(file=self.values['file0'], line=self.values['line0'])

    def fill(self, word):
        return re.sub(r'\{(\w+)\}', lambda m: self.values[m[1]], word)


def uncovered(sets, table):
    """Returns the options that occur in fewer than three sets."""
    counts = defaultdict(int)
    for one in sets:
        for key in options_of(one.words, table):
            counts[key] += 1
    return [o.key for o in table if counts[o.key] < 3]


def read_debug_options(arguments):
    """Returns the arguments without -d and its variants, and whether there were any."""
    rest, found = [], False
    for word in arguments:
        plain = re.sub(r'^(-[bzaDTLlscrixyB]*)d.*', r'\1', word) if not word.startswith('--') else word
        if re.match(r'--deb(u|ug)?(=.*)?$', word) or (plain == '-' and word != '-'):
            found = True
        else:
            found = found or plain != word
            rest.append(plain)
    return tuple(rest), found
