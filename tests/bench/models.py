#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long egprof takes to model 5,000 functions at 7 points and to choose among 3^20 configurations, and how
long it takes for smaller and larger inputs.

    tests/bench/models.py [EGPROF [FUNCTIONS [POINTS]]]
"""
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
FORMS = (lambda n: 1, lambda n: n, lambda n: n ** 1.5, lambda n: n * n, lambda n: n ** 3)


def measurements(path, functions, points):
    """Writes measurements of functions as JSON Lines: five values for each point, with 3 % noise."""
    generator = random.Random(1)
    with open(path, 'w') as out:
        for f in range(functions):
            for point in range(points):
                n = 2 ** (point + 4)
                for _ in range(5):
                    value = (1 + FORMS[f % len(FORMS)](n)) * generator.gauss(1, 0.03)
                    out.write(json.dumps({'params': {'n': n}, 'callpath': f'f{f}', 'metric': 'time', 'value': value}) + '\n')


def chain(path, families):
    """Writes families of three members, with additional times for each pair of members of two neighbouring families."""
    generator = random.Random(1)
    document = {'schema': 'egprof-families-1', 'families': [
        {'name': f'F{f}', 'members': [{'name': m, 'time': f'{generator.uniform(1, 5):.3f}',
                                       'quality': {'accuracy': 3 if m == 'c' else generator.randrange(1, 4)}} for m in 'abc']}
        for f in range(families)], 'quality': {'accuracy': 'min'}, 'interactions': [
            {'between': [f'F{f}={a}', f'F{f + 1}={b}'], 'time': f'{generator.uniform(0, 2):.3f}'}
            for f in range(families - 1) for a in 'abc' for b in 'abc']}
    Path(path).write_text(json.dumps(document))


def timed(what, *command):
    before, user = time.time(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - user
    print(f'{what:44} {time.time() - before:7.2f} s, {user:7.2f} s of them in the processor', flush=True)
    return done.stdout


def main():
    egprof = sys.argv[1] if len(sys.argv) > 1 else str(TOP / 'build/egprof/egprof')
    functions, points = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((2, 5000), (3, 7)))
    with tempfile.TemporaryDirectory() as folder:
        values, choice = (str(Path(folder) / name) for name in ('values.jsonl', 'families.json'))
        for f, p in ((functions // 4, points), (functions // 2, points), (functions, points), (functions, 2 * points)):
            measurements(values, f, p)
            timed(f'models of {f} functions at {p} points', egprof, 'model', '--statistic=median', '--format=csv', values)
        for families in (5, 10, 20, 40):
            chain(choice, families)
            for what, more in (('', []), (', accuracy >= 2', ['--require=accuracy >= 2'])):
                if more and families > 20:
                    # With --require, the number of steps is proportional to the number of configurations, here more
                    # than twenty million.
                    continue
                shown = json.loads(timed(f'choice among 3^{families}{what}', egprof, 'select', '--format=json', *more, choice))
                print(f'{"":44} {shown["searched"]} steps')


if __name__ == '__main__':
    main()
