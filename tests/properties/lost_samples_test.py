#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants losses in recordings of perf: what the loss explains is never told as a difference, and what it does not
explain still is.

    tests/properties/lost_samples_test.py --egprof build/egprof/egprof

Both sides are recordings of one program. A part of the samples of one side is lost, in bursts, and perf says how many.
The seeds are fixed. PROFDIFF_TEST_FULL=1 tests ten times as many pairs.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / 'golden'))
from checks import Checks, parse_arguments  # noqa: E402

FUNCTIONS = {'parse': 10, 'sort': 6, 'hash': 3, 'copy': 1}
SAMPLES = 1500
LONGEST_BURST = 40
LOSSES = (0.05, 0.2, 0.4)
PAIRS = 400 if os.environ.get('PROFDIFF_TEST_FULL') == '1' else 12


def recording(chance, samples, lost=0.0, slower=()):
    """Returns a text of perf script, without the samples of some bursts. A burst is of one phase of the program, so
    its samples are often of one function."""
    weights = [share * (2 if name in slower else 1) for name, share in FUNCTIONS.items()]
    count = round(chance.gauss(samples * sum(weights) / sum(FUNCTIONS.values()), samples ** 0.5))
    names = sorted(chance.choices(list(FUNCTIONS), weights, k=count), key=lambda name: (name, chance.random()))
    missing = set()
    while len(missing) < lost * count:
        start = chance.randrange(count)
        missing.update(range(start, min(count, start + chance.randint(1, LONGEST_BURST))))
    text, gap = [], 0
    for number, name in enumerate(names):
        head = f'prog 7/7 {number / 1000 + 5:.6f}:'
        if number in missing:
            gap += 1
            continue
        if gap != 0:
            text.append(f'{head} PERF_RECORD_LOST lost {gap}\n')
            gap = 0
        text.append(f'{head} 1000000 cpu-clock: \n\t 40 {name}+0x4 (/bin/prog)\n\t 50 main+0x8 (/bin/prog)\n'
                    '\t 60 _start+0x2 (/bin/prog)\n\n')
    if gap != 0:
        text.append(f'prog 7/7 99.000000: PERF_RECORD_LOST lost {gap}\n')
    return ''.join(text)


class Pair:
    def __init__(self, egprof, folder, base, other):
        self.paths = [folder / 'base.perf', folder / 'other.perf']
        for path, text in zip(self.paths, (base, other)):
            path.write_text(text)
        self.egprof = egprof

    def run(self, *options):
        return subprocess.run([self.egprof, 'diff', *options, *self.paths], capture_output=True, text=True)

    def told(self):
        """Returns what the report tells of the total, and its text."""
        text = ' '.join(self.run().stdout.split())
        said = text.split('difference ', 1)[1].split(' comparable')[0]
        if 'cannot tell' in said:
            return 'unknown', text
        if 'noise explains' in said or 'same' in said:
            return 'noise', text
        return ('less' if ' less' in said else 'more'), text

    def significant(self):
        """Returns the functions that changed significantly, in self or inclusive time."""
        document = json.loads(self.run('--format=json', '-p').stdout)
        return {function['name'] for function in document['functions']
                if any((function.get(key) or {}).get('significant') for key in ('significance', 'totalSignificance'))}


def unequal_losses(checks, egprof, folder):
    for lost in LOSSES:
        for seed in range(PAIRS):
            chance = random.Random(f'{lost} {seed}')
            sides = [recording(chance, SAMPLES, lost), recording(chance, SAMPLES)]
            pair = Pair(egprof, folder, *(sides if seed % 2 == 0 else reversed(sides)))
            what, text = pair.told()
            checks.expect(what in ('unknown', 'noise'), f'{lost} lost, seed {seed}: {what}', text)
            checks.expect('the profiler lost' in text, f'{lost} lost, seed {seed}: the loss is told', text)
            if seed < PAIRS // 4:
                checks.equal(pair.significant(), set(), f'functions, {lost} lost, seed {seed}')
                gate = pair.run('--fail-if=self > 5% and significant')
                checks.expect(gate.returncode != 3, f'a gate, {lost} lost, seed {seed}', gate.stderr)


def changes_beyond_the_loss(checks, egprof, folder):
    """A loss that does not explain a change does not hide it; nor does an equal loss."""
    for seed in range(PAIRS // 4):
        chance = random.Random(f'slower {seed}')
        slower = {'slower': ('parse', 'sort', 'hash', 'copy')}
        for base, other in ((0.05, 0), (0.2, 0.2), (0, 0.05)):
            pair = Pair(egprof, folder, recording(chance, SAMPLES, base), recording(chance, SAMPLES, other, **slower))
            what, text = pair.told()
            checks.equal(what, 'more', f'twice as slow, {base} and {other} lost, seed {seed}', text)
            checks.expect('the profiler lost' in text, f'{base} and {other} lost: the loss is told', text)
        gate = pair.run('--fail-if=self > 5% and significant')
        checks.equal(gate.returncode, 3, f'a gate on twice the time, seed {seed}', gate.stderr)


def hidden_changes(checks, egprof, folder):
    """If the slower side lost what it takes more, equal times are no evidence, and a gate is not passed."""
    for seed in range(PAIRS // 4):
        chance = random.Random(f'hidden {seed}')
        pair = Pair(egprof, folder, recording(chance, SAMPLES), recording(chance, 2 * SAMPLES, 0.5))
        what, text = pair.told()
        checks.equal(what, 'unknown', f'a hidden slowdown, seed {seed}', text)
        for condition in ('program > 20%', 'self > 20% and significant'):
            gate = pair.run(f'--fail-if={condition}')
            checks.equal(gate.returncode, 1, f'{condition}, seed {seed}', gate.stderr)


def main():
    arguments = parse_arguments(__doc__)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        for part in (unequal_losses, changes_beyond_the_loss, hidden_changes):
            part(checks, arguments.egprof, Path(folder))
    checks.finish()


if __name__ == '__main__':
    main()
