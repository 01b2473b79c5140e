#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares egprof's results for files of perf, Callgrind, pprof and other profilers with those of an independent
reader.

    tests/cli/stacks/run.py --egprof build/egprof/egprof
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from scene import FULL, TOP, Scene
from checks import Checks, parse_arguments
from counted_outputs import counted_stacks
from different_runs import copies, one_look_at_each, twins
from differences import each_pair, sides_without_samples
from function_names import FUNCTION_NAMES
from identities import (default_without_values, files_are_identity, not_taken_for_profiles, root_of_v8, unequal_weights,
                        weights_are_samples)
from folded_numbers import large_numbers, numbers_are_samples, other_units, two_columns, without_unit
from missed import broken_stacks, never_above_all, renamed_program, sort_of_libc, three_helpers
from odd_files import deep_stacks, line_ends, long_names, nothing_in_it, perf_lines
from perf_data import losses_in_text, losses_of_perf, perf_for_losses, perf_that_fails, recorded_by_perf, without_perf
from recorded import each_file, threads_of_callgrind
from regions import REGIONS
from refused_files import (events_that_are_not_there, huge_when_unpacked, kept_going, refused, salvaged,
                           unknown_file)
from stack_options import (gates, inventory, packed_again, refusals, runs_and_ranks, selections, told_by_hand, units,
                           ways_in)
from stack_outputs import folded, listing, other_outputs, pprof, tree
from told import told_by_the_tools

NUMBERS = (each_file, threads_of_callgrind, each_pair, sides_without_samples)
QUESTIONS = (refused, unknown_file, huge_when_unpacked, events_that_are_not_there, salvaged, kept_going, deep_stacks,
             long_names, line_ends, perf_lines, nothing_in_it, ways_in, told_by_hand, inventory, refusals, units,
             gates, runs_and_ranks, selections, packed_again, recorded_by_perf, without_perf, perf_that_fails,
             losses_of_perf, perf_for_losses, losses_in_text, listing, folded, pprof, tree, other_outputs,
             renamed_program, three_helpers, sort_of_libc, never_above_all, broken_stacks, files_are_identity, weights_are_samples,
             unequal_weights, default_without_values, root_of_v8, not_taken_for_profiles, numbers_are_samples,
             large_numbers, without_unit, other_units, two_columns, counted_stacks, twins, copies, one_look_at_each, *FUNCTION_NAMES, *REGIONS)
GPERFTOOLS = Path('/usr/include/gperftools/profiler.h')


def recorded_anew(checks, folder):
    """Checks the numbers of new recordings, if all profilers are installed. Performs only checks that do not depend on
    chance."""
    if not all(shutil.which(tool) for tool in ('perf', 'valgrind', 'go', 'node')) or not GPERFTOOLS.exists():
        print('New recordings need perf, valgrind, go, node and gperftools.')
        return
    done = subprocess.run(['bash', TOP / 'testdata/profiles/pairs/record.sh', folder], capture_output=True, text=True)
    if checks.expect(done.returncode == 0, 'record.sh', done.stderr[-2000:]):
        environment = {**os.environ, 'EGPROF_PAIRS': folder, 'PROFDIFF_TEST_FULL': '0'}
        done = subprocess.run([sys.executable, *sys.argv], env=environment, capture_output=True, text=True)
        print(done.stdout)
        checks.expect(done.returncode == 0, 'new recordings', done.stderr[-2000:])


def main():
    arguments = parse_arguments(__doc__)
    checks = Checks()
    told_by_the_tools(checks)
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(arguments.egprof, folder)
        for part in NUMBERS if 'EGPROF_PAIRS' in os.environ else NUMBERS + QUESTIONS:
            part(checks, scene)
    if FULL:
        with tempfile.TemporaryDirectory() as folder:
            recorded_anew(checks, folder)
    checks.finish()


if __name__ == '__main__':
    main()
