#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the examples in README.md, and checks that the file shows egprof's actual output and has at most 150 lines.

The examples use the profiles of the paper's example, and stored traces and profiles. The recorded programs and their
recorder are stubs with known samples; how long their runs took differs each time, so the lines about it are not compared.

    tests/lint/readme_test.py --egprof build/egprof/egprof [--update]

--update writes the output of egprof into README.md.
"""
import gzip
import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'properties' / 'golden'))
from checks import TOP, Checks, parse_arguments, run  # noqa: E402
from paper_example import BASE, OTHER, trimmed, write_profile  # noqa: E402

from images import Builder  # noqa: E402

README = TOP / 'README.md'
MOST_LINES = 150
# A block that starts with `$ egprof`: the command and its output.
EXAMPLE = re.compile(r'^```\n\$ (egprof .*)\n((?:(?!```).*\n)*)```$', re.M)


def make_files(folder, image):
    shutil.copy(image.path, folder / 'program')
    write_profile(folder / 'before.gmon', image, BASE)
    write_profile(folder / 'after.gmon', image, OTHER)
    for name, recorded in (('before.trace', 'heat'), ('after.trace', 'heat2')):
        (folder / name).symlink_to(TOP / 'testdata/traces' / recorded)
    for name, recorded in (('before.perf', 'old'), ('after.perf', 'new')):
        packed = TOP / 'testdata/profiles/pairs' / f'{recorded}.perf.gz'
        (folder / name).write_bytes(gzip.decompress(packed.read_bytes()))
    for name, grown in (('old', 250), ('new', 330)):
        (folder / name).write_text('#!/bin/sh\n')
        (folder / name).chmod(0o755)
        (folder / f'{name}.samples').write_text(f'parse 900\nsort 500\nprint 300\ngrow {grown}\n')
    (folder / 'tools').mkdir()
    shutil.copy(TOP / 'tests/cli/record/perf', folder / 'tools/perf')


def without_times(lines):
    """Leaves out what depends on how long runs took: the lines "read" and those that continue it, and remarks."""
    kept, is_read = [], False
    for line in lines:
        is_read = line.startswith('read ') or (is_read and line.startswith(' ' * 13))
        is_remark = line.startswith((' ' * 13 + '- ', ' ' * 15))
        if not is_read and not is_remark:
            kept.append(line)
    return kept


def compared(command, lines):
    return without_times(lines) if command.startswith('egprof record') else lines


def main():
    update = '--update' in sys.argv
    sys.argv = [word for word in sys.argv if word != '--update']
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, readme = Checks(), README.read_text()
    checks.expect(readme.count('\n') <= MOST_LINES, f'README.md has at most {MOST_LINES} lines')
    with tempfile.TemporaryDirectory() as name:
        make_files(Path(name), Builder(arguments.data).get('paper'))
        os.environ['PATH'] = f'{name}/tools:{os.environ["PATH"]}'
        for example in EXAMPLE.finditer(readme):
            command, shown = example.groups()
            printed = run(arguments.egprof, *shlex.split(command)[1:], cwd=name)
            checks.equal((printed.status, printed.err), (0, ''), 'status', printed.command)
            lines = trimmed(printed.out.rstrip('\n'))
            checks.equal(compared(command, lines), compared(command, trimmed(shown)), 'what README.md shows',
                         printed.command)
            readme = readme.replace(example[0], '\n'.join(['```', f'$ {command}', *compared(command, lines), '```']))
    if update:
        README.write_text(readme)
    checks.finish()


main()
