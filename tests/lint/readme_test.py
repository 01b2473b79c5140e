#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the examples in README.md, and checks that the file shows egprof's actual output and has at most 150 lines.

The examples use the profiles of the paper's example, and stored traces and profiles.

    tests/lint/readme_test.py --egprof build/egprof/egprof [--update]

--update writes the output of egprof into README.md.
"""
import gzip
import re
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


def main():
    update = '--update' in sys.argv
    sys.argv = [word for word in sys.argv if word != '--update']
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks, readme = Checks(), README.read_text()
    checks.expect(readme.count('\n') <= MOST_LINES, f'README.md has at most {MOST_LINES} lines')
    with tempfile.TemporaryDirectory() as name:
        make_files(Path(name), Builder(arguments.data).get('paper'))
        for example in EXAMPLE.finditer(readme):
            command, shown = example.groups()
            printed = run(arguments.egprof, *command.split()[1:], cwd=name)
            checks.equal((printed.status, printed.err), (0, ''), 'status', printed.command)
            lines = trimmed(printed.out.rstrip('\n'))
            checks.equal(lines, trimmed(shown), 'what README.md shows', printed.command)
            readme = readme.replace(example[0], '\n'.join(['```', f'$ {command}', *lines, '```']))
    if update:
        README.write_text(readme)
    checks.finish()


main()
