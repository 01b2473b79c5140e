# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads stacks from the output of perf script and from folded stacks, line by line with regular expressions."""
import collections
import functools
import re
import statistics

from .model import Frame, Recording, Stack, Thread

HEAD = re.compile(r'^\s*(?P<comm>\S.*?|)\s+(?P<ids>\d+(?:/\d+)?)\s+(?:\[\d+\]\s+)?(?P<time>\d+\.\d+:)\s+'
                  r'(?:(?P<period>\d+)\s+)?(?P<event>\S+):(?:\s+(?P<rest>.*)|$)')
FRAME = re.compile(r'^\s*(?P<address>[0-9a-f]+) (?P<name>.*?)(?:\+0x[0-9a-f]+)? \((?P<image>(?:[^()]|\([^()]*\))*)\)$')
UNITS = {'ns': 1, 'us': 1e3, 'ms': 1e6, 's': 1e9}


def _head(line):
    """Matches the first line of a sample. If several words of the line look like a timestamp, the last possible one
    is used."""
    for time in reversed(list(re.finditer(r'(?<=\s)\d+\.\d+:(?=\s)', line))):
        found = HEAD.match(line[:time.start()] + '0.0:' + line[time.end():])
        if found:
            return found
    return None


def read_perf(text):
    recording = Recording('perf', {})
    for block in re.split(r'\n\s*\n', text):
        lines = [line for line in block.split('\n') if line.strip() and not line.startswith('#')]
        while lines:
            head, lines = _head(lines[0].rstrip('\r')), lines[1:]
            if head['rest']:  # recorded without stacks: this line ends with the only frame
                _add(recording, head, [head['rest'].rstrip('\r')])
            else:
                frames = [line.rstrip('\r') for line in lines]
                _add(recording, head, frames)
                break
    return recording


def _add(recording, head, lines):
    event = head['event']
    is_clock = re.match(r'(cpu|task)-clock\b', event)
    recording.units.setdefault(event, 'seconds' if is_clock and head['period'] else event.split(':')[0])
    process, _, number = head['ids'].partition('/')
    thread = Thread(head['comm'].strip(), process, number or process)
    recording.stacks.append(Stack(int(head['period'] or 1), 1, _frames(lines)[::-1], event, thread))


def _frames(lines):
    """Returns the frames, the innermost first as in the file."""
    found = [match.groups() for match in map(_frame, lines) if match]
    frames = []
    for place, (address, name, image) in enumerate(found):
        if image != 'inlined':
            frames.append(_named(name, image))
            continue
        outer = next((frame for frame in found[place:] if frame[2] != 'inlined'), None)
        is_within = outer is not None and outer[0] == address
        frames.append(Frame(name, '' if not is_within or outer[2] == '[unknown]' else outer[2], True))
    return frames


@functools.lru_cache(maxsize=None)
def _frame(line):
    return FRAME.match(line)


def _named(name, image):
    return Frame(name, '' if image == '[unknown]' else image)


def read_folded(text, unit=''):
    numbers = [re.match(r'(.*)[ \t](\S+)$', line.rstrip()).groups() for line in text.split('\n') if line.strip()]
    scale = UNITS.get(unit, 1)
    sums = collections.Counter()
    for stack, number in numbers:
        sums[stack] += float(number)
    median = statistics.median_low([number for number in sums.values() if number] or [0])
    sampled = unit == 'samples' or not unit and median <= 1000
    recording = Recording('folded', {unit or 'samples': 'seconds' if unit in UNITS else unit or 'samples'},
                          sampled=sampled)
    for stack, number in numbers:
        weight = round(float(number) * scale) if unit else int(number)
        frames = [Frame(name, '', name.endswith('_[i]')) for name in stack.split(';')]
        recording.stacks.append(Stack(weight, weight if sampled else 0, frames, unit or 'samples'))
    return recording


def write_perf(stacks, event):
    """Returns the text that perf script prints for stacks; a stack is (period, frames with the outermost first)."""
    lines = []
    for period, frames in stacks:
        lines.append(f'prog 7/8 1.5: {period:10} {event}: \n')
        lines += [f'\t{40:16x} {name}+0x1 ({image or "[unknown]"})\n' for name, image in reversed(frames)]
        lines.append('\n')
    return ''.join(lines)


def write_folded(stacks):
    return ''.join(f'{";".join(name for name, _ in frames)} {weight}\n' for weight, frames in stacks)
