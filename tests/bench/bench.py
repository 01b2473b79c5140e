# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the speed of egprof with that of the installed gprof: runs both in turn on the same files and prints tables
in Markdown.

Times are elapsed times, with the output written to a file in memory. A ratio is the median, over pairs of runs, of
gprof's time divided by egprof's. Memory is the peak. Files are kept in the folder given by --work and are made again
only if they are missing."""
import argparse
import dataclasses
import json
import os
import platform
import statistics
import tempfile
from pathlib import Path

import memory
from cases import CASES, DIFFERENCES, hello
from make_cases import make
from measure import Run, Stopwatch, exponent, in_turn
from stacks import StackBench
from traces import TraceBench

# The growth of egprof's time is judged only if even the shortest run takes at least this many times as long as hello
# world.
STARTUP_TIMES = 8


def _arguments():
    parser = argparse.ArgumentParser(prog='bash tests/bench/run.sh', description=__doc__)
    parser.add_argument('mode', choices=('quick', 'full'))
    parser.add_argument('cases', nargs='*', metavar='CASE',
                        help='A to S, hello, difference, traces, stacks, growth; without one all, quick all but growth')
    parser.add_argument('--slow', action='store_true', help='full: run gprof, once, where it needs minutes')
    parser.add_argument('--rounds', type=int, help='how often each runs; 5, full 3')
    parser.add_argument('--timeout', type=int, default=300, help='processor seconds after which a run is ended; 300')
    parser.add_argument('--processor', action='store_true', help='processor seconds, for a machine with other work')
    parser.add_argument('--work', type=Path, default=Path(tempfile.gettempdir()) / 'egprof-bench',
                        help='folder of the files; it stays')
    parser.add_argument('--remember', type=Path,
                        help="file that keeps gprof's minutes, so that they need not be repeated")
    options = parser.parse_intermixed_args()
    options.rounds = options.rounds or (5 if options.mode == 'quick' else 3)
    return options


class Bench:
    def __init__(self, options):
        options.work.mkdir(parents=True, exist_ok=True)
        self.options = options
        self.egprof, self.gprof = os.path.abspath(os.environ['EGPROF']), os.environ.get('GPROF', 'gprof')
        self.stopwatch = Stopwatch(options.work, options.timeout, options.processor)
        self.full = options.mode == 'full'
        self.remembered = {}
        if options.remember and options.remember.exists():
            self.remembered = json.loads(options.remember.read_text())

    def wanted(self, name):
        return not self.options.cases or name in self.options.cases

    def size(self, case):
        return case.full if self.full else case.quick

    def files(self, case, size):
        folder = self.options.work / f'{case.name}-{size}'
        return folder, make(case, folder, size)

    def seconds(self, run):
        return self.stopwatch.seconds_of(run)

    # Returns the run of gprof for a case in which gprof needs minutes. The run is measured once, and only on request;
    # otherwise, an earlier measurement is read from a file.
    def slow_gprof(self, case, folder, arguments):
        key = f'{case.name}-{self.size(case)}'
        if key not in self.remembered and self.options.slow:
            run = self.stopwatch.run(self.gprof, arguments, folder)
            self.remembered[key] = dataclasses.asdict(run)
            if self.options.remember:
                self.options.remember.write_text(json.dumps(self.remembered, indent=1) + '\n')
        if key not in self.remembered:
            return []
        run = Run(**self.remembered[key])
        return [dataclasses.replace(run, wall=run.processor)]

    def pair(self, case):
        folder, arguments = self.files(case, self.size(case))
        if self.full and case.slow:
            egprof, = in_turn(self.stopwatch, [self.egprof], arguments, folder, self.options.rounds)
            return folder, arguments, self.slow_gprof(case, folder, arguments), egprof
        gprof, egprof = in_turn(self.stopwatch, [self.gprof, self.egprof], arguments, folder, self.options.rounds)
        return folder, arguments, gprof, egprof

    def row(self, case):
        folder, arguments, gprof, egprof = self.pair(case)
        limit, peak = memory.bound(folder, arguments) / memory.MB, _megabytes(egprof)
        known = gprof and not gprof[0].crashed and not gprof[0].out_of_time
        cells = [
            case.name, case.what, f'{self.size(case):,} {case.unit}', self.gprof_time(gprof),
            f'{self.stopwatch.median(egprof):.3f}', self.ratio(gprof, egprof), case.asked,
            f'{_megabytes(gprof):.0f}' if known else '', f'{peak:.0f}',
            f'{limit:.0f}' + ('' if peak <= limit else ', above'), _equality(gprof if known else [], egprof)]
        print('| ' + ' | '.join(cells) + ' |', flush=True)

    def gprof_time(self, gprof):
        if not gprof:
            return ''
        if gprof[0].crashed:
            return 'crash'
        return f'> {self.options.timeout}' if gprof[0].out_of_time else f'{self.stopwatch.median(gprof):.3f}'

    def ratio(self, gprof, egprof):
        if not gprof or gprof[0].crashed:
            return ''
        pairs = zip(gprof, egprof) if len(gprof) == len(egprof) else ((gprof[0], run) for run in egprof)
        value = statistics.median(self.seconds(one) / self.seconds(other) for one, other in pairs)
        return ('> ' if gprof[0].out_of_time else '') + (f'{value:.1f}' if value < 100 else f'{value:.0f}')

    def compare(self):
        chosen = [case for case in CASES if self.wanted(case.name)]
        if not chosen:
            return
        print('| | what | size | gprof, s | egprof, s | ratio | asked | gprof, MB | egprof, MB | at most, MB | bytes |')
        print('|---|---|---|--:|--:|--:|--:|--:|--:|--:|---|')
        for case in chosen:
            self.row(case)
        print('\nAt most: 16 MB + 4 times the profiles and the symbol tables, with `-l` the debug information too, + '
              f'{memory.KEPT} bytes\nand the name of each symbol, with `-l` of each line of the line table. '
              'Where gprof needs minutes it ran once,\nand its processor seconds are shown.\n')

    def growth_row(self, case, startup):
        sizes = [int(self.size(case) / part) for part in (8, 4, 2, 1)]
        if not all(sizes):
            return
        seconds = []
        for size in sizes:
            folder, arguments = self.files(case, size)
            runs, = in_turn(self.stopwatch, [self.egprof], arguments, folder, self.options.rounds + 2, digest=False)
            seconds.append(min(map(self.seconds, runs)))
        doubt = '' if seconds[0] > STARTUP_TIMES * startup else ' (too small to say)'
        fitted = exponent(sizes, [max(second - startup, 1e-5) for second in seconds])
        cells = [case.name, *(f'{second:.4f}' for second in seconds), f'{fitted:.2f}{doubt}']
        print('| ' + ' | '.join(cells) + ' |', flush=True)

    def growth(self):
        """Prints how egprof's time grows: the minimum of several runs at each of four sizes, minus the time of hello
        world."""
        folder, arguments = self.files(hello, 1)
        runs, = in_turn(self.stopwatch, [self.egprof], arguments, folder, 30, digest=False)
        startup = statistics.median(map(self.seconds, runs))
        print('| egprof, s | size / 8 | / 4 | / 2 | size | exponent |\n|---|--:|--:|--:|--:|--:|')
        for case in CASES:
            if self.wanted(case.name) or 'growth' in self.options.cases:
                self.growth_row(case, startup)
        print(f'\nThe least of {self.options.rounds + 2} runs; the exponent is of the time above that of hello world, '
              f'{1000 * startup:.1f} ms.\n')

    def difference_row(self, case):
        folder, words = self.files(case, self.size(case))
        options, base, other = words[:-4], words[-4:-2], words[-2:]
        lines = [[*options, *base], [*options, *other], [*options, *base, '--subtract', *other]]
        runs = [[self.stopwatch.run(self.egprof, line, folder, digest=False) for line in lines]
                for _ in range(self.options.rounds + 2)]
        assert all(run.status == 0 for three in runs for run in three)
        ratio = statistics.median(self.seconds(three[2]) / (self.seconds(three[0]) + self.seconds(three[1]))
                                  for three in runs)
        times = [f'{self.stopwatch.median(column):.3f}' for column in zip(*runs)]
        peak = max(run.kilobytes for three in runs for run in three) / 1024
        print('| ' + ' | '.join([case.what, f'{self.size(case):,} {case.unit}', *times, f'{ratio:.2f}', f'{peak:.0f}'])
              + ' |', flush=True)

    def differences(self):
        print('| difference | size | base, s | other, s | difference, s | ratio (asked: 1.3) | MB |')
        print('|---|---|--:|--:|--:|--:|--:|')
        for case in DIFFERENCES:
            self.difference_row(case)
        print()

    def hello_world(self):
        folder, arguments = self.files(hello, 1)
        rounds = 300 if self.full else 100
        gprof, egprof = in_turn(self.stopwatch, [self.gprof, self.egprof], arguments, folder, rounds)
        ratio = statistics.median(self.seconds(one) / self.seconds(other) for one, other in zip(gprof, egprof))
        print(f'Hello world, {rounds} pairs: gprof {1000 * self.stopwatch.median(gprof):.2f} ms, '
              f'egprof {1000 * self.stopwatch.median(egprof):.2f} ms, ratio {ratio:.2f}, '
              f'memory {_megabytes(gprof):.1f} and {_megabytes(egprof):.1f} MB, bytes '
              f'{_equality(gprof, egprof)}.\n', flush=True)

    def traces(self):
        options = self.options
        TraceBench(options.work, self.stopwatch, self.egprof, self.full, options.rounds).run()

    def stacks(self):
        options = self.options
        StackBench(options.work, self.stopwatch, self.egprof, self.full, options.rounds).run()

    def everything(self):
        print(_machine(self.gprof) + (' Processor seconds.' if self.options.processor else '') + '\n', flush=True)
        self.compare()
        parts = {'hello': self.hello_world, 'difference': self.differences, 'traces': self.traces,
                 'stacks': self.stacks, 'growth': self.growth}
        for name, part in parts.items():
            if self.wanted(name) and (self.full or name != 'growth' or name in self.options.cases):
                part()


def _megabytes(runs):
    return max(run.kilobytes for run in runs) / 1024


def _equality(gprof, egprof):
    """Returns a short text that states whether outputs and exit statuses agree."""
    failed = [run.status for run in egprof if run.status != 0]
    if failed:
        return f'egprof: status {failed[0]}'
    if len({(run.status, run.digest) for run in gprof + egprof}) > 1:
        return 'DIFFERENT'
    return 'equal' if gprof else ''


def _machine(gprof):
    version = os.popen(f'{gprof} --version').readline().strip()
    total = os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / (1 << 30)
    return (f'{os.cpu_count()} cores, {total:.0f} GB of memory, {platform.system()} {platform.release()}, {version}.')


def main():
    bench = Bench(_arguments())
    try:
        bench.everything()
    finally:
        bench.stopwatch.close()


main()
