#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes GML of real and generated executions, and reads it with networkx, igraph and Graphviz (gml_readers.py)."""
import random
import re
import shutil

from checks import Checks, parse_arguments, run

import gml_readers
from images import Builder
from listings import read_gml_graph
from random_profiles import Family

IMAGES = ['statics-O0-g', 'cycles-O0-g', 'objects-O0-g', 'modules-O0-g', 'aliases-O0-g', 'chain-O2-g',
          'foreign-powerpc']
OPTIONS = [[], ['--gml-nodes=5'], ['--gml-nodes=0', '-z'], ['--gml-size=time'], ['--no-demangle'], ['-a'],
           ['--symbols=gprof'], ['--symbols=all']]


def check(checks, egprof, arguments, path):
    shown = run(egprof, '--gml', *arguments)
    if not checks.equal(shown.status, 0, f'status, {shown.err!r}', shown.command):
        return
    path.write_text(shown.out)
    nodes, edges = read_gml_graph(shown.out)
    for breach in gml_readers.Check(str(path), len(nodes), len(edges)) or [None]:
        checks.expect(breach is None, breach, shown.command)
    left_out, of = map(int, re.search(r'Left out: (\d+) of (\d+) nodes', shown.out).groups())
    checks.equal(of - left_out, len(nodes), 'nodes left out in the Comment', shown.command)
    checks.expect(not left_out or re.search(rf'\b{left_out}\b', shown.err),
                  f'standard error says that {left_out} were left out: {shown.err!r}', shown.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, builder = Checks(), Builder(arguments.data)
    folder = arguments.data / 'gml'
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in IMAGES:
        image = builder.get(name)
        rng = random.Random(f'{arguments.seed} {name}')
        family = Family(rng, image)
        for n in range(2):
            family.write_file(image.folder / f'gml.{n}')
        pairs = [('gml.0', 'gml.1')] + ([('gmon.out', 'gmon.2')] if image.profiles else [])
        for n, options in enumerate(OPTIONS):
            for base, other in pairs:
                one = [*options, image.path, image.folder / base]
                check(checks, arguments.egprof, one, folder / f'{name}.{n}.{base}.gml')
                check(checks, arguments.egprof, [*one, '--subtract', image.folder / other],
                      folder / f'{name}.{n}.{base}-{other}.gml')
    checks.finish()


if __name__ == '__main__':
    main()
