#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""egprof prune on a recorded trace, on folded stacks and on profiles, and on bad input.

    tests/cli/prune/run.py --egprof build/egprof/egprof
"""
import csv
import io
import json
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
from checks import TOP, Checks, parse_arguments, run  # noqa: E402

SCHEMA = json.loads((TOP / 'libprofdiff' / 'schema' / 'egprof-1.schema.json').read_text())
DATA = TOP / 'testdata'


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)

    def prune(self, *arguments):
        return run(self.egprof, 'prune', *map(str, arguments), cwd=self.folder)

    def document(self, checks, *arguments):
        import jsonschema
        shown = self.prune('--format=json', *arguments)
        checks.equal((shown.status, shown.err), (0, ''), 'status', shown.command)
        document = json.loads(shown.out)
        jsonschema.validate(document, SCHEMA)
        return document


def example(checks, scene):
    """Figure 6 of the paper as stacks."""
    (scene.folder / 'fig6.folded').write_text('A;B 988\nA;B;d 1\nA;B;e 1\nA;C 4\nA;C;f 6\n')
    document = scene.document(checks, '--sweep', 'fig6.folded')
    checks.equal([each['path'] for each in document['core']], [['A'], ['A', 'B']], 'core')
    checks.equal((document['nodes'], document['kept'], document['recovery']), (6, 2, 0.988), 'sums')
    checks.equal(len(document['sweep']), 9, 'sweep')
    rows = list(csv.DictReader(io.StringIO(scene.prune('--format=csv', 'fig6.folded').out)))
    checks.equal([row['path'] for row in rows], ['A', 'A;B'], 'CSV')
    text = scene.prune('fig6.folded').out.splitlines()[0]
    checks.equal(text, 'The core is 2 of 6 paths of calls and 2 of 6 functions: what they do themselves is 98.8 % of '
                       'the time.', 'text')


def recorded(checks, scene):
    document = scene.document(checks, DATA / 'traces' / 'heat', '--gml=g.gml')
    kept = {each['path'][-1] for each in document['core']}
    graph = (scene.folder / 'g.gml').read_text()
    nodes = dict(re.findall(r'\n    name "([^"]*)"(?:\n    [^\n]*)*?\n    kept ([01])', graph))
    checks.equal({name for name, value in nodes.items() if value == '1'}, kept, 'kept nodes')
    checks.equal(len(nodes), document['functions'], 'all nodes')
    whole = scene.document(checks, DATA / 'traces' / 'heat', '--alpha=1e-9', '--beta=1e-9')
    checks.equal((whole['kept'], round(whole['recovery'], 9)), (whole['nodes'], 1), 'everything')
    profile = scene.document(checks, DATA / 'profiles' / 'cycles1.callgrind')
    checks.equal(profile['recovery'] > .99, True, 'a profile with cycles')
    checks.equal(any('<cycle of ' in each['path'][-1] for each in profile['core']), True, 'a cycle is a node')


def bad(checks, scene):
    def refused(message, *arguments):
        shown = scene.prune(*arguments)
        checks.equal((shown.status, shown.out), (1, ''), 'status', shown.command)
        checks.equal(message in shown.err.splitlines()[0], True, message, shown.err)
    refused("option '--alpha' needs a number between 0 and 1, not '1'", '--alpha=1', 'x')
    refused("option '--sweep' needs at most 20 numbers", '--sweep=.1,2', 'x')
    refused('which trace or profile?')
    refused('--keep is for traces', '--keep=main', 'fig6.folded')
    refused('No such file', 'missing')


def main():
    options = parse_arguments(__doc__)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(options.egprof, folder)
        for part in (example, recorded, bad):
            part(checks, scene)
    return checks.finish()


if __name__ == '__main__':
    sys.exit(main())
