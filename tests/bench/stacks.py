# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the time and memory that egprof needs to read the text of perf script from files in memory, and to list
it."""
import random
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from measure import in_turn

# Properties of a real recording: the numbers of samples (424 bytes each), names and paths, and the frames per path.
SAMPLES, NAMES, PATHS, FRAMES = 120515, 526, 3067, 5.5
COLLAPSE_SECONDS = 2.0  # processor seconds of stackcollapse-perf.pl for this recording
LIBRARIES = ('/usr/lib/libstdc++.so.6.0.30', '/usr/lib/x86_64-linux-gnu/libc.so.6', '/opt/bin/program')
MOST = 64  # MB of memory, not counting the file, that reading a million samples may take


def write_perf_text(path, samples, seed=1):
    """Writes stacks of the same size as the recording's: names like those of C++, with parameters and template
    arguments."""
    rng = random.Random(seed)
    names = [f'_ZN3app{len(str(i)) + 4}work{i}{"IiE" * (i % 3)}Ev' for i in range(NAMES)]
    frames = [f'\t{rng.randrange(1 << 44):16x} {name}+0x{rng.randrange(4096):x} ({rng.choice(LIBRARIES)})\n'
              for name in names]
    paths = [''.join(rng.choices(frames, k=max(1, round(rng.gauss(FRAMES, 2))))) + '\n' for _ in range(PATHS)]
    with open(path, 'w', encoding='ascii') as file:
        for begin in range(0, samples, 10000):
            file.write(''.join(f'program {4000 + i % 8}/{4100 + i % 8} {25000 + i / 4000:.6f}:    1001001 cpu-clock:u: \n'
                               f'{paths[rng.randrange(PATHS)]}' for i in range(begin, min(begin + 10000, samples))))


@dataclass
class Measured:
    seconds: float
    processor: float
    peak: float  # MB


@dataclass
class StackBench:
    work: Path
    stopwatch: object
    egprof: str
    full: bool
    rounds: int

    def run(self):
        print('| perf text | size, MB | s | peak, MB |\n|---|--:|--:|--:|')
        once, twice = (self._row(count) for count in (SAMPLES, 2 * SAMPLES))
        million = self._row(1000000) if self.full else None
        print(f'\nTwice the samples: {twice.seconds / once.seconds:.2f} times as long (asked: 2).')
        if million:
            print(f'A million: {million.peak:.0f} MB of memory (asked: {MOST}).')
        self._beside_others(once)
        self._two_sides(once)
        self._stages()
        self._instructions()

    def _file(self, samples):
        path = self.work / f'{samples}.perf'
        if not path.exists():
            write_perf_text(path, samples)
        return path

    def _measured(self, program, *arguments):
        runs, = in_turn(self.stopwatch, [program], arguments, self.work, self.rounds, digest=False)
        assert all(run.status == 0 for run in runs)
        return Measured(self.stopwatch.median(runs), min(run.processor for run in runs),
                        max(run.kilobytes for run in runs) / 1024)

    def _row(self, samples):
        path = self._file(samples)
        found = self._measured(self.egprof, '-b', '-p', path.name)
        print(f'| {samples:,} samples | {path.stat().st_size / 1e6:.1f} | {found.seconds:.3f} | {found.peak:.1f} |',
              flush=True)
        return found

    def _beside_others(self, once):
        """Compares the processor time with that of stackcollapse-perf.pl or, if that program is not installed, with its
        time on another machine. egprof should take at most a tenth of that time."""
        collapse, known = shutil.which('stackcollapse-perf.pl'), COLLAPSE_SECONDS
        if collapse:
            known = self._measured(collapse, f'{SAMPLES}.perf').processor
        print(f'Processor: {once.processor:.3f} s; stackcollapse-perf.pl {known:.2f} s' + ('' if collapse else ' (elsewhere)')
              + f', {known / once.processor:.0f} times as long (asked: 10).')

    def _two_sides(self, once):
        """Measures a difference of two recordings, which are read on two threads: it should take hardly longer than one
        recording."""
        name = f'{SAMPLES}.perf'
        both = self._measured(self.egprof, '-b', '-p', name, '--subtract', name)
        print(f'Two sides: {both.seconds:.3f} s, {both.seconds / once.seconds:.2f} times one.')

    def _stages(self):
        """Prints the times and the peak memory that egprof itself reports."""
        words = [self.egprof, '--timing', '-b', '-p', f'{SAMPLES}.perf']
        told = subprocess.run(words, cwd=self.work, capture_output=True, text=True, check=True).stderr
        stages = re.findall(r': (read profiles|analyse|write listings|peak memory) +([\d.]+ \w+)$', told, re.M)
        print('--timing: ' + ', '.join(f'{stage} {value}' for stage, value in stages) + '.')

    def _instructions(self):
        """Prints the number of instructions for each additional sample, counted by Callgrind. This number does not
        depend on other work on the machine."""
        if not shutil.which('valgrind'):
            return
        counts = []
        for samples in (10000, 20000):
            name = self._file(samples).name
            words = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', self.egprof, '-b', '-p', name]
            done = subprocess.run(words, cwd=self.work, capture_output=True, text=True, check=True)
            counts.append(int(re.search(r'Collected : (\d+)', done.stderr)[1]))
        print(f'Instructions: {(counts[1] - counts[0]) / 10000:.0f} for each further sample.\n')
