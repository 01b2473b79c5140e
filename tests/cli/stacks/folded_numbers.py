# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what the numbers of folded stacks are taken for: samples, times, sums of periods, or two sides."""
import json
import re


def _diff(scene, *arguments):
    return scene.egprof_of('diff', '--format=json', *arguments)


def _samples(shown, side):
    return json.loads(shown.out)[side]['samples']


def numbers_are_samples(checks, scene):
    """No divisor is guessed: 300 samples against 500 are judged as such, whatever the numbers have in common."""
    old = scene.write('fifths.folded', 'main;step 200\nmain;load 100\n')
    for step in (200, 201):
        new = scene.write('more.folded', f'main;step {step}\nmain;load 300\n')
        shown = _diff(scene, old, new)
        checks.equal((_samples(shown, 'base'), _samples(shown, 'other')), (300, step + 300), 'samples', shown.command)
        report = scene.egprof_of('diff', old, new)
        checks.expect('more (95 % interval' in report.out, f'load grew beyond noise: {report.out}')
    # One more sample changes little.
    for load, median in ((1000, 500), (1001, 500)):
        first = scene.write('first.folded', f'main;load {load}\nmain;keep 500\n')
        second = scene.write('second.folded', 'main;load 1500\nmain;keep 500\n')
        shown = scene.egprof_of('diff', first, second)
        checks.expect('2000 samples' in shown.out and f'{load + 500} samples' in shown.out, f'samples: {shown.out}')
        checks.expect('more (95 % interval' in shown.out, f'{load} against 1500 is beyond noise: {shown.out}')


def large_numbers(checks, scene):
    """Numbers that may be times are shown, but not judged; options say what they are."""
    old = scene.write('times.folded', 'main;step 200000\nmain;load 100000\nmain;rare 5\n')
    new = scene.write('slower.folded', 'main;step 200000\nmain;load 300000\nmain;rare 5\n')
    shown = scene.egprof_of('diff', old, new)
    checks.expect(shown.status == 0 and '300,000' in shown.out.replace('300000', '300,000'), f'values: {shown.out}')
    checks.expect('95 % interval' not in shown.out and '--unit=samples' in shown.out.replace('\n', ' '),
                  f'no verdict, and a way out: {shown.out}')
    for options in (['--unit=samples'], ['--period=1000'], ['--unit=us', '--period=1000']):
        shown = scene.egprof_of('diff', *options, old, new)
        checks.expect('more (95 % interval' in shown.out, f'{options}: {shown.out}', shown.command)
    shown = _diff(scene, '--period=100', old, new)
    checks.equal((_samples(shown, 'base'), _samples(shown, 'other')), (3001, 5001), '--period=100', shown.command)
    shown = scene.egprof_of('diff', '--unit=us', old, new)
    checks.expect('95 % interval' not in shown.out, f'times have no samples: {shown.out}')
    # A side that has samples does not make the other one's numbers samples.
    few = scene.write('few.folded', 'main;step 200\nmain;load 300\n')
    shown = scene.egprof_of('diff', few, new)
    checks.expect('95 % interval' not in shown.out, f'one side has no samples: {shown.out}')
    for value in ('0', '-3', 'x', '1.5', ''):
        shown = scene.egprof_of(f'--period={value}', old)
        checks.equal((shown.status, shown.out), (1, ''), f'--period={value}', shown.command)
    shown = scene.egprof_of('diff', '--period=5', 'old.perf.gz', 'new.perf.gz')
    checks.equal(shown.status, 0, '--period has no effect on other formats, as --unit', shown.err)


def without_unit(checks, scene):
    """That numbers are samples is said where it is assumed; bytes, which are multiples, are not taken for samples."""
    old = scene.write('plain.folded', 'main;step 203\nmain;load 101\n')
    new = scene.write('plain2.folded', 'main;step 203\nmain;load 307\n')
    says = 'folded stacks do not say what their numbers are'
    shown = scene.egprof_of('diff', old, new)
    text = ' '.join(shown.out.split())
    checks.equal((text.count(says), '--unit=bytes' in text, '95 % interval' in text), (1, True, True), 'an assumption', shown.out)
    listed = scene.egprof_of('--significance', '--base', old, '--subtract', new)
    checks.equal(listed.err.count(says), 1, 'a note', listed.err)
    for option in ('--unit=samples', '--period=1'):
        checks.expect(says not in scene.egprof_of('diff', option, old, new).out, f'told: {option}')
    shown = scene.egprof_of('diff', '--runs', old, new, '--', new, old)
    checks.expect(says not in shown.out, f'runs show how much they vary: {shown.out}', shown.command)
    bytes_of = [scene.write(f'bytes{factor}.folded', ''.join(f'main;f{i} {8 * i * factor}\n' for i in range(1, 12)))
                for factor in (1, 2)]
    shown = scene.egprof_of('diff', *bytes_of)
    checks.expect('95 % interval' not in shown.out and 
                  'all numbers are multiples of 8, so they may be' in ' '.join(shown.out.split()),
                  f'bytes have no noise of samples: {shown.out}')
    new2 = scene.write('plain3.folded', 'main;step 207\nmain;load 301\n')
    large = scene.write('large.folded', 'main;f 5001\nmain;g 4000\nmain;h 7001\n')
    for sides in ((old, large), (large, old), ('--add', old, large, '--', new, new2)):
        text = ' '.join(scene.egprof_of('diff', *sides).out.split())
        checks.expect('large.folded: its numbers are not taken for samples: the median stack has 5001, more than 1000,'
                      in text and 'multiples' not in text, f'the reason that holds: {text}')


def other_units(checks, scene):
    """Sentences about amounts that are no times use the unit's word."""
    base = scene.write('bytes.folded', 'main;load 5000\nmain;draw 3000\nmain;keep 700\n')
    other = scene.write('bytes2.folded', 'main;load 9000\nmain;draw 3100\nmain;keep 700\n')
    for unit, is_time in (('bytes', False), ('blocks', False), ('us', True)):
        amounts = 'times' if is_time else unit
        for options in ([], ['--markdown'], ['--normalize'], ['--normalize', '--format=json'], ['--tree=down']):
            shown = scene.egprof_of('diff', f'--unit={unit}', *options, base, other)
            text = ' '.join((shown.out + shown.err).split())
            checks.equal((shown.status, bool(re.search(r'\btimes?\b', text))), (0, is_time), f'{options}: {text}', shown.command)
            expected = f"the other side's {amounts} were multiplied" if '--normalize' in options else f'{amounts} are sums without samples'
            checks.expect(expected in text, f'{expected}: {text}', shown.command)


def two_columns(checks, scene):
    """Two numbers in each line are the two sides of one comparison, and never the end of a name."""
    base = scene.write('one.folded', 'main;both 25\nmain;gone 9\nmain;f(int, int) 4\n')
    other = scene.write('two.folded', 'main;both 75\nmain;added 3\nmain;f(int, int) 4\n')
    written = scene.egprof_of('--folded', base, '--subtract', other)
    both = scene.write('both.folded', written.out)
    expected, found = _diff(scene, base, other), _diff(scene, both)
    checks.equal(found.status, 0, 'a difference is read', found.err)
    rows = [[(row['name'], row['base'], row['other']) for row in json.loads(shown.out)['functions']]
            for shown in (expected, found)]
    checks.equal(rows[1], rows[0], 'the same rows as those of the two files')
    checks.expect('same file' not in found.err, f'no warning about one file: {found.err}')
    for words in (['-b', '-p', both], ['-b', '-p', both, '--subtract', other], ['diff', both, other], ['prune', both],
                  ['diff', '--', both]):
        shown = scene.egprof_of(*words)
        checks.expect(shown.status == 1 and shown.out == '', f'refused: {shown.err}', shown.command)
        checks.expect(words[-1] != both or 'two numbers' in shown.err or words[1] == '--', f'and why: {shown.err}')
    for side, file in (('base', base), ('other', other)):
        shown = scene.egprof_of(f'--input-format=folded-{side}', '-b', '-p', both)
        checks.equal(shown.out.replace(f'folded-{side}', 'folded'), scene.egprof_of('-b', '-p', file).out,
                     f'one side: {side}', shown.command)
    names = scene.write('names.folded', 'worker 1 5\nworker 2 8\n')
    shown = scene.egprof_of('--input-format=folded', '-b', '-p', names)
    checks.expect('worker 1' in shown.out and 'worker 2' in shown.out, f'names that end in a number: {shown.out}')
    cut = scene.write('cut.folded', written.out * 4000 + 'main;both 3\n')
    shown = scene.egprof_of('diff', cut)
    checks.expect(shown.status == 1 and 'fewer than two numbers' in shown.err, f'a line with one number: {shown.err}')
