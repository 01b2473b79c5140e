# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long `egprof trace` takes to read uftrace files that are already in memory and to write the report."""
import subprocess
from dataclasses import dataclass
from pathlib import Path

from measure import in_turn

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
FACTORS = (10, 100, 1000, 10000, 100000, 1000000)
RATES = (0.001, 0.05)


@dataclass
class TraceBench:
    work: Path
    stopwatch: object
    egprof: str
    full: bool
    rounds: int

    def run(self):
        """Measures the whole command, and then the alignment alone if it was built with `cmake --build build --target
        align_bench`."""
        self._build_writer()
        calls = 16_000_000 if self.full else 1_000_000
        print('| egprof trace | splitting factor | edits | files, MB | s | peak, MB | peak by files |')
        print('|---|--:|--:|--:|--:|--:|--:|')
        for rate in RATES:
            for factor in FACTORS:
                self._row(calls, factor, rate)
        print()
        bench = Path(self.egprof).parents[1] / 'tests/align_bench'
        if bench.exists():
            subprocess.run([bench, 'full' if self.full else 'quick'], check=True)

    def _build_writer(self):
        libprofdiff = TOP / 'libprofdiff'
        includes = [f'-I{folder}' for folder in (TOP / 'tests', libprofdiff / 'include', libprofdiff / 'src')]
        writer = self.work / 'write_traces'
        subprocess.run(['c++', '-std=c++20', '-O2', *includes, '-o', writer, HERE / 'write_traces.cpp'], check=True)

    def _row(self, calls, factor, rate):
        folder = self.work / 'traces'
        subprocess.run([self.work / 'write_traces', folder, str(calls), str(factor), str(rate)], check=True)
        size = sum(path.stat().st_size for path in folder.rglob('*') if path.is_file()) / (1 << 20)
        runs, = in_turn(self.stopwatch, [self.egprof], ['trace', 'a', 'b'], folder, self.rounds)
        assert all(run.status == 0 for run in runs)
        peak = max(run.kilobytes for run in runs) / 1024
        print(f'| {calls:,} calls a side | {factor:,} | {rate:.1%} | {size:.0f} | {self.stopwatch.median(runs):.3f} | '
              f'{peak:.0f} | {peak / size:.2f} |', flush=True)
