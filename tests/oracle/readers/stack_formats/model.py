# SPDX-License-Identifier: GPL-3.0-or-later
"""The results of reading other profilers' files: the stacks in a file, and their sums."""
import collections
import re
from dataclasses import dataclass, field

Frame = collections.namedtuple('Frame', 'name image inlined', defaults=('', False))
# frames: the outermost first. weight: nanoseconds, or the event's unit. count: number of samples.
Stack = collections.namedtuple('Stack', 'weight count frames event thread labels', defaults=(None, ('', '', ''), ()))
Thread = collections.namedtuple('Thread', 'name process number', defaults=('', ''))

USER_REGIONS = ('[vdso', '[vsyscall', '[unknown', '[heap', '[stack', '[anon', '[JIT', '[uprobes', '[vectors')


@dataclass
class Wanted:
    """Selects stacks and frames of a file; the fields have the names of the egprof options with the same effect."""
    event: str = ''
    unit: str = ''
    threads: tuple = ()
    processes: tuple = ()
    labels: tuple = ()  # pairs (key, regular expression for the value)
    no_kernel: bool = False
    no_inline: bool = False
    hide: tuple = ()


@dataclass
class Recording:
    """The contents of one file."""
    format: str
    units: dict                                 # {event: unit}, in the order of the file
    stacks: list = field(default_factory=list)  # stacks of all events
    preferred: str = ''                         # the event that the format itself prefers
    sampled: bool = True                        # if false, weights are sums that were not made from counted samples
    sums: dict = None                           # {event: Sums} for callgrind, which has no stacks

    def event(self, wanted=''):
        if wanted:
            return next((name for name in self.units if name == wanted),
                        next((name for name in self.units if name.startswith(wanted + ':')), None))
        if self.preferred:
            return self.preferred
        clocks = [name for name, unit in self.units.items() if unit == 'seconds']
        cycles = [name for name in self.units if re.match(r'(\w+/)?(cpu-)?cycles\b|Ir$', name, re.I)]
        return (clocks + cycles + list(self.units))[0]


@dataclass
class Sums:
    """Sums of stacks. Keys of functions are (name, image), keys of arcs (caller, callee), and paths are tuples of
    functions."""
    own: collections.Counter = field(default_factory=collections.Counter)
    total: collections.Counter = field(default_factory=collections.Counter)
    samples: collections.Counter = field(default_factory=collections.Counter)
    total_samples: collections.Counter = field(default_factory=collections.Counter)
    arc_own: collections.Counter = field(default_factory=collections.Counter)
    arc_total: collections.Counter = field(default_factory=collections.Counter)
    paths: collections.Counter = field(default_factory=collections.Counter)
    calls: collections.Counter = None      # only for callgrind
    arc_calls: collections.Counter = None
    whole: int = 0                         # sum of all stacks, including empty ones
    count: int = 0                         # number of samples
    weights: list = field(default_factory=list)

    def functions(self):
        return sorted(set(self.own) | set(self.total))


def is_kernel(frame):
    if not frame.image:
        return frame.name.endswith('_[k]')
    if frame.image.startswith('['):
        return not frame.image.startswith(USER_REGIONS)
    return re.match(r'(.*/)?(vmlinux[^/]*|[^/]*\.ko(\.[^/]*)?)$', frame.image) is not None


def _is_hidden(frame, wanted):
    return (wanted.no_kernel and is_kernel(frame)) or (wanted.no_inline and frame.inlined) or \
        any(re.search(expression, frame.name) for expression in wanted.hide)


def _counts(stack, wanted):
    def is_one_of(expressions, number):
        return not expressions or any(re.search(expression, text) for expression in expressions
                                      for text in (stack.thread[0], number) if text)
    by_key = collections.defaultdict(list)
    for key, expression in wanted.labels:
        by_key[key].append(expression)
    labels = all(any(key == name and re.search(expression, value) for name, value in stack.labels
                     for expression in expressions) for key, expressions in by_key.items())
    return is_one_of(wanted.threads, stack.thread[2]) and is_one_of(wanted.processes, stack.thread[1]) and labels


def add_up(recording, wanted=Wanted()):
    event = recording.event(wanted.event)
    if recording.sums is not None:
        return recording.sums[event]
    sums, counts = Sums(), collections.Counter()
    for stack in recording.stacks:
        if stack.event == event and _counts(stack, wanted):
            path = tuple((frame.name, frame.image) for frame in stack.frames if not _is_hidden(frame, wanted))
            sums.paths[path] += stack.weight
            counts[path] += stack.count
            sums.weights.append(stack.weight)
    for path, weight in sums.paths.items():
        if weight or (counts[path] and recording.sampled):  # a path without weight and samples is omitted
            _add(sums, path, weight, counts[path])
    return sums


def _add(sums, path, weight, count):
    sums.whole += weight
    sums.count += count
    if not path:
        return
    sums.own[path[-1]] += weight
    sums.samples[path[-1]] += count
    for function in set(path):
        sums.total[function] += weight
        sums.total_samples[function] += count
    arcs = list(zip(path, path[1:]))
    for arc in set(arcs):
        sums.arc_total[arc] += weight
    if arcs:
        sums.arc_own[arcs[-1]] += weight
