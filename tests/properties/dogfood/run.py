#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles egprof with egprof: two builds read the same few hundred profiles, and egprof shows their differences.

In the second build, the readers of profiles are compiled with -O2 instead of -O1. Checks that this difference has the
properties that every difference must have.

    tests/properties/dogfood/run.py --egprof build/egprof/egprof     BUILD_DIR names the build folder
"""
import os
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'golden'))
from checks import GPROF, TOP, Checks, parse_arguments, run  # noqa: E402
from difference_properties import Properties, against_itself  # noqa: E402
from gml_readers import Check as read_by_others  # noqa: E402
from listings import read_totals  # noqa: E402
from pairs import Pair, Side  # noqa: E402

BUILD = Path(os.environ.get('BUILD_DIR', TOP / 'build')).resolve()
IMAGES = [BUILD / 'tests' / 'properties' / 'dogfood' / f'egprof_pg_O{level}' for level in (1, 2)]
PROFILES = 400  # number of profiles read in one run, which takes about a second


def profiled(checks, image, folder, name, *arguments):
    """Runs an instrumented program; returns its outcome and keeps its profile under the given name."""
    done = run(image, *arguments, cwd=folder)
    checks.equal(done.status, 0, 'exit status', done.command)
    (folder / 'gmon.out').rename(folder / name)
    return done


def make_sides(checks, folder):
    """Profiles both builds while they print the call graph of the first build, from many copies of one profile."""
    profiled(checks, IMAGES[0], folder, 'help.gmon', '--help')
    work = ['-b', IMAGES[0]] + ['help.gmon'] * PROFILES
    texts = [profiled(checks, image, folder, f'O{level}.gmon', *work).out for level, image in enumerate(IMAGES, 1)]
    checks.expect(texts[0] == texts[1] != '', 'both builds print the same')
    return [Side(image, (folder / f'O{level}.gmon',)) for level, image in enumerate(IMAGES, 1)]


def show(egprof, pair):
    """Shows the human-readable report, cut to a readable width."""
    shown = run(egprof, '-b', '-p', '--side-by-side', '--limit=12', *pair.base.words(), '--subtract', *pair.other.words())
    print('\n'.join(line[:120] for line in shown.out.splitlines()))
    return shown


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    if not all(image.exists() for image in IMAGES):
        print('0 passed, 0 failed, 1 skipped')
        return
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pair = Pair('egprof -O1 and -O2', arguments.egprof, *make_sides(checks, folder))
        shown = show(arguments.egprof, pair)
        totals = read_totals(shown.out)
        checks.expect(totals['base'] > 0.1 and totals['other'] > 0.1, 'both builds took time', shown.command)
        checks.expect(totals['f_both'] > 100 and totals['a_both'] > 100, 'they have much in common', shown.command)
        checks.expect(re.search(r'\d\.\d\d +\d+\.\d\d +-?\d+\.\d\d +\d+ +\d+ +-?\d+  XX  profdiff::', shown.out),
                      "functions of the library took time on both sides", shown.command)
        for side in (pair.base, pair.other):
            ours, theirs = (run(program, '-b', *side.words()) for program in (arguments.egprof, GPROF))
            checks.expect(ours.out == theirs.out, 'lists one build as gprof does', ours.command)
        Properties(checks, pair).check_all()
        against_itself(checks, pair)
        graph = folder / 'graph.gml'
        graph.write_text(pair.show('--gml', '--gml-nodes=0').out)
        checks.equal(read_by_others(str(graph)), [], 'every reader of GML reads the difference')
    checks.finish()


main()
