#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Folds ranks recorded by uftrace, and compares them thread by thread.

    fold_reader.py [--keep REGEX] [--nlr K] [--suspect X] [--folded] GOOD... --against BAD...

This slow implementation is independent of libprofdiff. It reads folders rank.N whose programs are linked to fixed
addresses, and drops returns. The values "change", "noise" and "beyond" of a thread are means over six kinds of
attributes. An attribute is an entry or a pair of entries, with its frequency, with the logarithm of its frequency, or
without a frequency.
"""
import argparse
import bisect
import collections
import itertools
import math
import pathlib
import re
import struct

ROWS = list(itertools.product(('sing', 'doub'), ('actual', 'log10', 'orig')))

# Calls that wait for other threads or ranks.
BLOCKS = re.compile(r'^(P?MPI_(Barrier|Bcast|Reduce|Allreduce|Send|Recv|Init|Finalize)|'
                    r'GOMP_(critical_start|barrier|parallel))$')
# Calls in which a thread waits after it has finished its own work.
JOINS = ('GOMP_parallel', 'MPI_Finalize')

Call = collections.namedtuple('Call', 'name path open')  # path: names from the outermost call to the call itself
Thread = collections.namedtuple('Thread', 'calls times')  # times: time of each record, in nanoseconds


# Reading


def read_symbols(folder):
    """Returns the sorted addresses of the functions, and the names of the functions in the same order."""
    lines = [line for path in folder.glob('*.sym') for line in path.read_text().splitlines() if line[0] != '#']
    symbols = (line.split(maxsplit=2) for line in lines)
    return list(zip(*sorted((int(address, 16), name) for address, kind, name in symbols if kind in 'tTP')))


def read_thread(path, base, symbols):
    calls, times, stack = [], [], []
    for time, word in struct.iter_unpack('<QQ', path.read_bytes()):
        kind, is_longer, magic, address = word & 3, word >> 2 & 1, word >> 3 & 7, word >> 16
        assert kind < 2 and not is_longer and magic == 5
        times.append(time)
        if kind == 1:
            call = stack.pop()
            calls[call] = calls[call]._replace(open=False)
            continue
        name = symbols[1][bisect.bisect_right(symbols[0], address - base) - 1]
        path = (calls[stack[-1]].path if stack else ()) + (name,)
        stack.append(len(calls))
        calls.append(Call(name, path, True))
    return Thread(calls, times)


def number_in(pattern, text):
    return int(''.join(re.search(pattern, text).groups()))


class Run:
    """One run: threads by (rank, index in the rank); ends and exit statuses by rank."""

    def __init__(self, folder):
        self.threads, self.ends, self.statuses, begins = {}, {}, {}, []
        for part in folder.glob('rank.*'):
            rank = int(part.suffix[1:])
            base = int(next(part.glob('sid-*.map')).read_text().split('-')[0], 16)
            symbols = read_symbols(part)
            for place, path in enumerate(sorted(part.glob('*.dat'), key=lambda path: int(path.stem))):
                self.threads[rank, place] = read_thread(path, base, symbols)
            info = (part / 'info').read_text('latin-1')
            begins.append(number_in(r'SESS timestamp=(\d+)\.(\d{9})', (part / 'task.txt').read_text()))
            self.ends[rank] = begins[-1] + number_in(r'elapsed_time:(\d+)\.(\d{9}) sec', info)
            self.statuses[rank] = number_in(r'exit_status:(\d+)', info)
        self.length = max(self.ends.values()) - min(begins)
        self.failed = any(self.statuses.values())


# Folding: an entry is a name, or a pair (id of a loop, number of rounds).


class Loops:
    def __init__(self, widest):
        self.widest, self.bodies, self.numbers = widest, [], {}

    def fold(self, names, known=frozenset()):
        stack = []
        for name in names:
            stack.append(name)
            while any(self.grow(stack, k) or self.begin(stack, k, known) for k in range(1, self.widest + 1)):
                pass
        return stack

    def grow(self, stack, k):
        loop = stack[-k - 1] if len(stack) > k else None
        if not isinstance(loop, tuple) or self.bodies[loop[0]] != tuple(stack[-k:]):
            return False
        stack[-k - 1:] = [(loop[0], loop[1] + 1)]
        return True

    def begin(self, stack, k, known):
        """Replaces the last blocks of k entries on the stack with a loop if they are equal. Three equal blocks are
        needed, or only two if the block is the body of a known loop."""
        body = tuple(stack[-k:])
        copies = 2 if body in known else 3
        if len(stack) < copies * k or tuple(stack[-copies * k:]) != body * copies:
            return False
        if body not in self.numbers:
            self.numbers[body] = len(self.bodies)
            self.bodies.append(body)
        stack[-copies * k:] = [(self.numbers[body], copies)]
        return True

    def fold_all(self, sequences):
        for names in sequences:
            self.fold(names)
        known = frozenset(self.numbers)
        return [self.fold(names, known) for names in sequences]

    def describe(self, entries):
        return ' '.join(entry if isinstance(entry, str) else 'L%d^%d' % entry for entry in entries)


# Attributes and similarities


def plain(loops, entry):
    """Returns the attribute of an entry and its frequency. The attribute of a loop of one function is the function."""
    if isinstance(entry, str):
        return entry, 1
    body = loops.bodies[entry[0]]
    return (body[0] if len(body) == 1 and isinstance(body[0], str) else entry[0]), entry[1]


def attributes(loops, entries, kind, frequency):
    counted = [plain(loops, entry) for entry in entries]
    counts = collections.Counter()
    if kind == 'sing':
        for entry, count in counted:
            counts[entry] += count
    else:
        counts.update((a[0], b[0]) for a, b in zip(counted, counted[1:]))
    scale = {'actual': int, 'log10': lambda count: int(math.log10(count)), 'orig': lambda count: 0}[frequency]
    return {(entry, scale(count)) for entry, count in counts.items()}


def jaccard(a, b):
    return len(a & b) / len(a | b) if a | b else 1.0


def mean(values):
    return sum(values) / len(values)


Compared = collections.namedtuple('Compared', 'change noise beyond lost')


def compare(goods, bad, keep, widest=10):
    """Returns a Compared for each thread, the folded entries of each (run, thread), and the loops. The index of the
    bad run follows those of the good runs."""
    loops, runs, numbers = Loops(widest), goods + [bad], range(len(goods))
    keys = [(r, t) for r, run in enumerate(runs) for t in sorted(run.threads)]
    kept = [[call.name for call in runs[r].threads[t].calls if keep.search(call.name)] for r, t in keys]
    folded, names = dict(zip(keys, loops.fold_all(kept))), dict(zip(keys, map(set, kept)))
    change, within = {}, {}  # by thread and kind of attributes (a row of ROWS)
    for row in ROWS:
        sets = {key: attributes(loops, entries, *row) for key, entries in folded.items()}
        for t in bad.threads:
            unlike = lambda r, others: 1 - max((jaccard(sets[r, t], sets[s, t]) for s in others), default=1)
            change[t, row] = unlike(len(goods), numbers)
            within[t, row] = max(unlike(r, [s for s in numbers if s != r]) for r in numbers)
    result = {}
    for t in bad.threads:
        # Frequencies of a thread that is still running are not compared, because they depend on how long it ran.
        rows = [row for row in ROWS if row[1] == 'orig' or not bad.failed or state(goods, bad, t)[0] != 'runs']
        noise = mean([max(within[u, row] for u in bad.threads if u[1] == t[1]) for row in rows])
        own = mean([change[t, row] for row in rows])
        lost = set.intersection(*(names[r, t] for r in numbers)) - names[len(goods), t]
        result[t] = Compared(own, noise, max(0, own - noise), sorted(lost))
    return result, folded, loops


# Where a run stopped


def longest_pause(thread, place):
    """Returns the longest time between two consecutive records of a thread, in nanoseconds. For thread 0 of a rank, the
    records of main and MPI_Init at the start are ignored."""
    times = thread.times[3:] if place == 0 else thread.times
    return max((b - a for a, b in zip(times, times[1:])), default=0)


def state(goods, bad, t):
    """Returns the state of a thread at the end, and the path of its innermost call."""
    thread = bad.threads[t]
    innermost = next((call for call in reversed(thread.calls) if call.open), None)
    if innermost is None:
        return 'finished', ()
    if BLOCKS.match(innermost.name):
        return 'waits', innermost.path
    there = [thread] + [run.threads[u] for run in goods for u in run.threads if u[1] == t[1]]
    silent = bad.ends[t[0]] - thread.times[-1]
    return ('stopped' if silent > 3 * max(longest_pause(other, t[1]) for other in there) else 'runs'), innermost.path


def find_stops(goods, bad):
    """Returns the suspect threads of a run that ended with an error, and the state of each thread."""
    states = {t: state(goods, bad, t) for t in sorted(bad.threads)}
    for rank, end in bad.ends.items():
        if bad.statuses[rank] and all(bad.ends[other] - end > 2e9 for other in bad.ends if other != rank):
            return [(rank, 0)], states
    still = {t: (kind, path) for t, (kind, path) in states.items() if kind in ('stopped', 'waits')}
    share = lambda t: mean([still.get(u, (0, 0))[1] == still[t][1] for u in states if u[1] == t[1]])
    order = {t: (path[-1] in JOINS, kind != 'stopped', share(t), len(bad.threads[t].calls))
             for t, (kind, path) in still.items()}
    return [t for t in order if order[t] == min(order.values())], states


def suspects_of(goods, bad, keep, widest=10, least=0.4):
    """Returns the verdict: how the bad run differs, and the suspect threads."""
    if bad.failed:
        return 'stopped', find_stops(goods, bad)[0]
    compared = compare(goods, bad, keep, widest)[0]
    suspects = sorted(t for t in compared if compared[t].beyond >= least)
    return ('differs' if suspects else 'none'), suspects


# The command


def name_all(threads):
    return ' '.join('%d.%d' % t for t in threads)


def print_comparison(goods, bad, arguments):
    compared, folded, loops = compare(goods, bad, re.compile(arguments.keep), arguments.nlr)
    ranked = sorted(compared, key=lambda t: -compared[t].beyond)
    for t in ranked[:10]:
        print('  %d.%d change %.2f noise %.2f beyond %.2f lost %s' % (*t, *compared[t]))
    print('  unlike good runs: ' + name_all(sorted(t for t in ranked if compared[t].beyond >= arguments.suspect)))
    if bad.failed:
        suspects, states = find_stops(goods, bad)
        print('  at the end: ' + str(dict(collections.Counter(kind for kind, path in states.values()))))
        print('  stopped: ' + ', '.join('%d.%d in %s' % (*t, ' > '.join(states[t][1])) for t in suspects))
    if arguments.folded:
        for t in sorted(bad.threads):
            print('  %d.%d %s' % (*t, loops.describe(folded[len(goods), t])))
        for number, body in enumerate(loops.bodies):
            print('  L%d = %s' % (number, loops.describe(body)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('good', nargs='+', type=pathlib.Path)
    parser.add_argument('--against', nargs='+', type=pathlib.Path, default=[])
    parser.add_argument('--keep', default='^P?MPI_|^GOMP_critical_(start|end)|^CPU_')
    parser.add_argument('--nlr', type=int, default=10)
    parser.add_argument('--suspect', type=float, default=0.4)
    parser.add_argument('--folded', action='store_true')
    arguments = parser.parse_args()
    goods = [Run(path) for path in arguments.good]
    for path in arguments.against:
        bad = Run(path)
        print('%s: %.1f s, statuses %s' % (path, bad.length / 1e9, sorted(set(bad.statuses.values()))))
        print_comparison(goods, bad, arguments)


if __name__ == '__main__':
    main()
