# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs gprof and egprof on the same files and measures their time and memory."""
import hashlib
import math
import os
import signal
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT_OF_TIME = 128 + signal.SIGXCPU


@dataclass
class Run:
    wall: float
    processor: float
    kilobytes: int
    status: int
    digest: str = ''

    @property
    def out_of_time(self):
        return self.status == OUT_OF_TIME

    @property
    def crashed(self):
        return self.status in (128 + signal.SIGSEGV, 128 + signal.SIGABRT, 128 + signal.SIGBUS)

    @property
    def ended_by_others(self):
        return self.status in (128 + signal.SIGTERM, 128 + signal.SIGKILL, 128 + signal.SIGINT)


class Stopwatch:
    """Runs programs one at a time. Their output goes to a file in memory if possible.

    The file keeps its memory from one run to the next, so the measurement does not include the allocation.
    """

    def __init__(self, work, seconds, processor_time):
        self.program = work / 'measure'
        subprocess.run(['c++', '-std=c++20', '-O2', '-o', self.program, HERE / 'measure.cpp'], check=True)
        memory = Path('/dev/shm')
        folder = memory if os.access(memory, os.W_OK) else work
        self.output = folder / f'egprof-bench-{os.getpid()}.out'
        self.errors = folder / f'egprof-bench-{os.getpid()}.err'
        self.seconds, self.processor_time = seconds, processor_time

    def run(self, program, arguments, folder, digest=True):
        command = [self.program, str(self.seconds), self.output, self.errors, program, *arguments]
        said = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.split()
        run = Run(float(said[0]), float(said[1]), int(said[2]), int(said[3]))
        if run.ended_by_others:
            raise RuntimeError(f'{program} was ended by another process')
        if digest:
            run.digest = self._digest(int(said[4]))
        return run

    def _digest(self, size):
        digest = hashlib.md5()
        with open(self.output, 'rb') as file:
            while part := file.read(min(size, 1 << 20)):
                digest.update(part)
                size -= len(part)
        return digest.hexdigest()

    def seconds_of(self, run):
        return run.processor if self.processor_time else run.wall

    def median(self, runs):
        return statistics.median(map(self.seconds_of, runs))

    def close(self):
        self.output.unlink(missing_ok=True)
        self.errors.unlink(missing_ok=True)


def in_turn(stopwatch, programs, arguments, folder, rounds, digest=True):
    """Runs each program once per round, in reverse order in every other round. Returns the runs of each program."""
    runs = [[] for _ in programs]
    for i in range(rounds):
        order = range(len(programs)) if i % 2 == 0 else reversed(range(len(programs)))
        for k in order:
            runs[k].append(stopwatch.run(programs[k], arguments, folder, digest))
    return runs


def exponent(sizes, seconds):
    """Returns the exponent of the power law of seconds over size, fitted to the logarithms by least squares."""
    return statistics.linear_regression(list(map(math.log, sizes)), list(map(math.log, seconds))).slope
