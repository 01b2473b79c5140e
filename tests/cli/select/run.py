#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof select on published models, on two families of dummy functions, and on bad input. In each family of
dummy functions, a different function is the fastest below and above x = 2.

    tests/cli/select/run.py --egprof build/egprof/egprof
"""
import csv
import io
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
from checks import TOP, Checks, parse_arguments, parsed_document, run  # noqa: E402



def families(members, **more):
    named = [{'name': name, 'members': [{'name': each, **({'time': time} if isinstance(time, str) else time)}
                                        for each, time in of.items()]} for name, of in members.items()]
    return {'schema': 'egprof-families-1', 'families': named, **more}


FLUX = families({'Flux': {'EFM': '-8.13 + 0.16*Q', 'Godunov': '-963 + 0.315*Q'}}, unit='us', inputs={'Q': [1000, 100000]})
DUMMIES = families({'A': {'A1': '2*x', 'A2': 'x^2'}, 'B': {'B1': 'x^3', 'B2': '2*x^2'}}, inputs={'x': [1, 3, 2]})


class Scene:
    def __init__(self, egprof, folder):
        self.egprof, self.folder = egprof, Path(folder)

    def select(self, document, *arguments):
        text = document if isinstance(document, str) else json.dumps(document)
        (self.folder / 'f.json').write_text(text)
        return run(self.egprof, 'select', *arguments, 'f.json', cwd=self.folder)

    def document(self, checks, families_document, *arguments):
        return parsed_document(checks, self.select(families_document, '--format=json', *arguments))


def choices(document):
    return [each['choice'] for each in document['selections']]


def published(checks, scene):
    """Compares two published models, Godunov 0.315 Q - 963 and EFM 0.16 Q - 8.13, which intersect at Q = 6160.45. A
    member whose predicted time is negative is never chosen."""
    document = scene.document(checks, FLUX, '--over=Q=10:100000', '--set=Q=10,1000,5000,100000')
    checks.equal(choices(document), [None, {'Flux': 'EFM'}, {'Flux': 'Godunov'}, {'Flux': 'EFM'}], 'choices')
    checks.equal(document['selections'][0]['flags'], ['negative: EFM', 'negative: Godunov', 'undecided'], 'flags')
    at = [each['at'] for each in document['crossovers']]
    for found, expected in zip(at, [50.8125, 963 / .315, (963 - 8.13) / (.315 - .16)]):
        checks.equal(abs(found / expected - 1) < 1e-9, True, f'crossover at {expected}, not {found}')
    checks.equal(len(at), 3, 'crossovers', str(at))
    checks.equal(round(at[-1], 4), 6160.4516, 'the last crossover')


def measured(checks, scene):
    """Fits models to times (us) computed from the models in Trebon's thesis (see analyze/model/forms.cpp). The two
    times for each size have the mean and the standard deviation of these models; `states` has only a mean."""
    def value(coefficients, q):
        return sum(c * q ** power for power, c in enumerate(coefficients))
    means = {'efm': [-8.13, .16], 'godunov': [-963, .315]}
    deviations = {'efm': [66.7, -.015, 9.24e-7, -1.12e-11, 3.85e-17], 'godunov': [-526, .152]}
    rows = []
    for q in [5000, *range(15000, 150001, 15000)]:  # sizes at which no deviation is negative
        rows.append(('states', q, math.exp(1.19 * math.log(q) - 3.68)))
        for name, mean in means.items():
            half = value(deviations[name], q) / math.sqrt(2)
            rows += [(name, q, value(mean, q) + half), (name, q, value(mean, q) - half)]
    (scene.folder / 'measured.jsonl').write_text(''.join(
        json.dumps({'params': {'Q': q}, 'callpath': name, 'metric': 'time', 'value': time * 1e-6}) + '\n'
        for name, q, time in rows))
    at = [50.8, 50.9, 3057.1, 3057.2, 8117, 8118, 11481, 11482]
    shown = run(scene.egprof, 'model', '--format=json', '--unit=us', '--statistic=mean,deviation', '--forms=linear,power,poly4',
                *[f'--predict=Q={q}' for q in at], 'measured.jsonl', cwd=scene.folder)
    if 'compiled without' in shown.err:
        print('skipped: models of measured times (this build makes none)')
        return
    checks.equal((shown.status, shown.err), (0, ''), 'egprof model', shown.command)
    found = {(each['function'], each['statistic']): each for each in json.loads(shown.out)['models']}
    for key, form, wanted in (
            (('states', 'mean'), 'power', [1.19, -3.68]), (('efm', 'mean'), 'linear', means['efm']),
            (('godunov', 'mean'), 'linear', means['godunov']), (('efm', 'deviation'), 'poly4', deviations['efm']),
            (('godunov', 'deviation'), 'linear', deviations['godunov'])):
        model = found[key]
        close = all(abs(a / b - 1) < 1e-6 for a, b in zip(model['coefficients'], wanted, strict=True))
        checks.equal((model['form'], close), (form, True), f'coefficients of {key}', model['expression'])
    for key, negative in ((('efm', 'mean'), at[:1]), (('godunov', 'mean'), at[:3]), (('efm', 'deviation'), [8118, 11481])):
        checks.equal([each['at']['Q'] for each in found[key]['predictions'] if each['negative']], negative, f'negative: {key}')
    (scene.folder / 'm.json').write_text(shown.out)
    flux = families({'Flux': {'EFM': {'model': 'efm'}, 'Godunov': {'model': 'godunov'}}}, unit='us', inputs={'Q': [5000, 100000]})
    document = scene.document(checks, flux, '--models=m.json', '--over=Q=10:100000')
    checks.equal(choices(document), [{'Flux': 'Godunov'}, {'Flux': 'EFM'}], 'choices by models')
    last = document['crossovers'][-1]
    checks.equal((round(last['at'], 4), last['after']), (6160.4516, {'Flux': 'EFM'}), 'EFM wins above', str(last))


def dummies(checks, scene):
    document = scene.document(checks, DUMMIES, '--over=x=0.5:8')
    low, high = {'A': 'A2', 'B': 'B1'}, {'A': 'A1', 'B': 'B2'}
    checks.equal(choices(document), [low, high, {'A': 'A1', 'B': 'B1'}], 'choices; ties: the first')
    checks.equal([each['choice'] for each in document['ranges']][::len(document['ranges']) - 1], [low, high], 'ranges')
    checks.equal(all(abs(each['at'] - 2) < 1e-9 for each in document['crossovers']), True, 'crossovers at 2')
    first = document['selections'][0]
    checks.equal((first['time'], first['next']['time']), (2, 3), 'times')
    rows = list(csv.DictReader(io.StringIO(scene.select(DUMMIES, '--format=csv').out)))
    checks.equal(rows[0]['choice'], 'A=A2 B=B1', 'CSV')
    shown = scene.select(DUMMIES, '--over=x=0.5:8')
    checks.equal(shown.out.splitlines()[0], 'x from 0.5 to 2: A=A2 B=B1', 'text')


def ties(checks, scene):
    """At x = 2, both members of both families are even: this is no range of its own."""
    two = {'schema': 'egprof-families-1', 'inputs': {'x': [1]}, 'families': [
        {'name': 'A', 'members': [{'name': 'A1', 'time': '2*x'}, {'name': 'A2', 'time': 'x^2'}]},
        {'name': 'B', 'members': [{'name': 'B1', 'time': 'x^3'}, {'name': 'B2', 'time': '2*x^2'}]}]}
    document = scene.document(checks, two, '--over=x=0.5:8')
    checks.equal([(each['low'], each['high'], each['choice']) for each in document['ranges']],
                 [(0.5, 2, {'A': 'A2', 'B': 'B1'}), (2, 8, {'A': 'A1', 'B': 'B2'})], 'two ranges')
    checks.equal([each['at'] for each in document['crossovers']], [2], 'one crossover')


def recorded_dummies(checks, scene):
    """Tests a new recording of functions that only sleep: the models of A and B intersect near 2. Other work on the
    machine can prolong sleeps, so there are three attempts."""
    if os.environ.get('PROFDIFF_TEST_FULL') != '1' or shutil.which('uftrace') is None:
        print('skipped: recorded dummies (needs PROFDIFF_TEST_FULL=1 and uftrace)')
        return
    names = ('A1', 'A2', 'B1', 'B2')
    source = TOP / 'testdata' / 'programs' / 'dummies.c'
    subprocess.run(['gcc', '-O1', '-pg', '-fno-inline', '-w', '-o', 'dummies', source], cwd=scene.folder, check=True)
    two = families({family: {name: {'model': name} for name in names if name[0] == family} for family in 'AB'},
                   inputs={'x': [1.5, 3]})
    for attempt in range(3):
        made = subprocess.run(['uftrace', 'record', '--force', '--no-libcall', '--no-event', '-d', 'dummies.trace',
                               *[f'--argument={name}@fparg1/64' for name in names], './dummies', *'3 1 1.5 2 3 4'.split()],
                              cwd=scene.folder, capture_output=True, text=True)
        if made.returncode:
            print('skipped: recorded dummies (uftrace cannot record here)')
            return
        modelled = run(scene.egprof, 'model', '--format=json', '--statistic=min', *[f'--param={name}@fparg1=x' for name in names],
                       'dummies.trace', cwd=scene.folder)
        if 'compiled without' in modelled.err:
            print('skipped: recorded dummies (this build makes no models)')
            return
        checks.equal((modelled.status, modelled.err), (0, ''), 'egprof model', modelled.command)
        (scene.folder / 'm.json').write_text(modelled.out)
        document = scene.document(checks, two, '--models=m.json', '--over=x=1.2:4')
        at = [each['at'] for each in document['crossovers']]
        if attempt == 2 or (len(at) == 2 and all(abs(each / 2 - 1) < .05 for each in at)):
            break
    checks.equal(choices(document), [{'A': 'A2', 'B': 'B1'}, {'A': 'A1', 'B': 'B2'}], 'choices by recorded dummies')
    checks.equal((len(at), all(abs(each / 2 - 1) < .05 for each in at)), (2, True), 'crossovers near 2', str(at))


def emitted(checks, scene):
    scene.select(FLUX, '--over=Q=10:100000', '--emit=choose.h')
    (scene.folder / 'main.c').write_text('#include "choose.h"\n#include <stdio.h>\nint main(void) {\n'
                                         '  printf("%d %d %d %d\\n", egprof_choose_Flux(20), egprof_choose_Flux(1000),\n'
                                         '         egprof_choose_Flux(5000), egprof_choose_Flux(1e6));\n  return 0;\n}\n')
    made = subprocess.run(['cc', '-std=c99', '-Wall', '-Wextra', '-Werror', '-o', 'chooser', 'main.c'], cwd=scene.folder,
                          capture_output=True, text=True)
    checks.equal((made.returncode, made.stderr), (0, ''), 'the header compiles')
    shown = subprocess.run([scene.folder / 'chooser'], capture_output=True, text=True)
    checks.equal(shown.stdout, '-1 0 1 0\n', 'what it chooses')


def requirements(checks, scene):
    quality = families({'A': {'fast': {'time': '1', 'quality': {'accuracy': 1}},
                              'good': {'time': '9', 'quality': {'accuracy': 3}}},
                        'B': {'fast': {'time': '1', 'quality': {'accuracy': 2}},
                              'good': {'time': '5', 'quality': {'accuracy': 4}}}},
                       quality={'accuracy': 'min'}, interactions=[{'between': ['A=good', 'B=fast'], 'time': '3'}])
    document = scene.document(checks, quality, '--require=accuracy >= 2')
    checks.equal(choices(document), [{'A': 'good', 'B': 'fast'}], 'accuracy 2')
    checks.equal((document['selections'][0]['time'], document['selections'][0]['quality']), (13, {'accuracy': 2}), 'time')
    document = scene.document(checks, quality, '--require=accuracy >= 5')
    checks.equal((choices(document), document['selections'][0]['flags']), ([None], ['undecided', 'unmet']), 'unmet')
    large = families({f'F{i}': {'a': '3', 'b': '2', 'c': '4'} for i in range(20)})
    document = scene.document(checks, large)
    checks.equal((document['configurations'], document['selections'][0]['time']), (3486784401, 40), '3^20')
    larger = families({f'F{i}': {'a': '3', 'b': '2', 'c': '4'} for i in range(60)})
    checks.equal(scene.document(checks, larger)['configurations'], str(3 ** 60), '3^60')


def models_and_calls(checks, scene):
    calls = families({'Flux': {'EFM': {'model': 'efm'}, 'Other': '1'}, 'Rest': {'X': '1'}}, unit='us', inputs={'Q': 100},
                     calls=[{'family': 'Flux', 'count': '10', 'inputs': {'Q': 'Q/2'}}])
    model = {'function': 'efm', 'metric': 'time', 'parameters': ['Q'], 'form': 'pmnf', 'expression': '0',
             'terms': ['1', 'Q^1.5'], 'coefficients': [1e-7, 2e-9]}
    (scene.folder / 'm.json').write_text(json.dumps({'kind': 'models', 'unit': 's', 'models': [
        {**model, 'statistic': 'deviation', 'coefficients': [9, 9]}, {**model, 'statistic': 'median'}]}))
    document = scene.document(checks, calls, '--models=m.json')
    checks.equal(choices(document), [{'Flux': 'EFM'}], 'a model')
    expected = 10 * (.1 + 2e-3 * 50 ** 1.5)
    checks.equal(abs(document['selections'][0]['time'] / expected - 1) < 1e-9, True, 'its time in us')
    checks.equal(document['insignificant'], ['Rest'], 'insignificant')


def calls_of_a_core(checks, scene):
    """Tests --graph: a call of a method or of a modelled function counts as often as the core contains it, and pruned
    calls do not count."""
    def call(name, start, time):
        return {'ph': 'X', 'name': name, 'pid': 1, 'tid': 1, 'ts': start, 'dur': time}
    trace = [call('main', 0, 1000), call('ns::EFM::compute(int)', 10, 200), call('ns::EFM::compute(int)', 310, 200),
             call('sort_old', 520, 300), call('Tiny::compute()', 900, 1)]
    (scene.folder / 'graph.json').write_text(json.dumps(trace))
    three = families({'Flux': {'EFM': {'time': {'compute': '7'}}, 'Godunov': {'time': {'compute': '5'}}},
                      'Sort': {'Old': {'model': 'sort_old'}, 'New': '100'}, 'Rest': {'Tiny': {'model': 'tiny'}, 'Small': '1'}}, unit='us', inputs={'n': 20})
    model = {'function': 'sort_old', 'metric': 'time', 'statistic': 'median', 'parameters': ['n'], 'form': 'pmnf',
             'expression': '0', 'terms': ['1', 'n'], 'coefficients': [0, 2e-6]}
    (scene.folder / 'm.json').write_text(json.dumps({'kind': 'models', 'unit': 's', 'models': [model]}))
    document = scene.document(checks, three, '--models=m.json', '--graph=graph.json')
    checks.equal(choices(document), [{'Flux': 'Godunov', 'Sort': 'Old'}], 'choices by a core')
    checks.equal(abs(document['selections'][0]['time'] - (2 * 5 + 2 * 20)) < 1e-9, True, 'two calls and one',
                 str(document['selections']))
    checks.equal(document['insignificant'], ['Rest'], 'what was pruned')
    shown = scene.select(families({'A': {'A1': '1'}}), '--graph=graph.json')
    checks.equal((shown.status, 'no call in the core belongs to a member of f.json' in shown.err), (1, True), 'no call', shown.err)


def trace_of(times):
    """Returns calls (function, n, microseconds), one after another, in Chrome's JSON format."""
    events, now = [], 0
    for function, n, time in times:
        events.append({'ph': 'X', 'name': function, 'pid': 1, 'tid': 1, 'ts': now, 'dur': time, 'args': {'n': n}})
        now += time + 1
    return json.dumps(events)


def observed(checks, scene):
    """Tests models written by egprof model: fast grows with n, steep with n^2; both take 1000 us at n = 10."""
    sizes, noise = {10: 1.002, 20: .998, 40: 1.001, 80: .997, 160: 1.002}, (.99, 1, 1.02)
    (scene.folder / 'past.json').write_text(trace_of(
        [(name, n, time(n) * of * part) for n, of in sizes.items() for part in noise
         for name, time in (('fast', lambda n: 100 * n), ('steep', lambda n: 10 * n * n))]))
    modelled = run(scene.egprof, 'model', '--format=json', '--predict=n=30', 'past.json', cwd=scene.folder)
    checks.equal((modelled.status, modelled.err), (0, ''), 'egprof model')
    (scene.folder / 'm.json').write_text(modelled.out)
    two = families({'F': {'Fast': {'model': 'fast'}, 'Steep': {'model': 'steep'}}}, unit='us', inputs={'n': [5, 30]})
    document = scene.document(checks, two, '--models=m.json')
    checks.equal(choices(document), [{'F': 'Steep'}, {'F': 'Fast'}], 'by models')
    checks.equal('observed' in document, False, 'there are no observations')
    predictions = {model['function']: model['predictions'][0] for model in json.loads(modelled.out)['models']
                   if model['statistic'] == 'median'}
    at_30 = predictions['fast']
    checks.equal(abs(document['selections'][1]['time'] / (at_30['value'] * 1e6) - 1) < 1e-9, True, 'its time')

    # Slow calls are reported only if another member is faster. At n = 5, steep() takes 250 us, less than fast(); at n =
    # 30, it takes 9000 us.
    slow = [('fast', 30, 5000), ('fast', 5, 900), ('fast', 5, 800), ('fast', 5, 1000),
            ('steep', 30, 9900), ('steep', 5, 200)]
    (scene.folder / 'now.json').write_text(trace_of(slow))
    arguments = ['--models=m.json', '--observed=now.json']
    document = scene.document(checks, two, *arguments)
    found = {(each['member'], each['inputs']['n']): each for each in document['observed']}
    checks.equal(sorted(found), [('Fast', 5), ('Steep', 30)], 'slow members')
    fast, steep = found['Fast', 5], found['Steep', 30]
    checks.equal((fast['family'], fast['count'], fast['faster']), ('F', 3, 'Steep'), 'the faster one')
    checks.equal((abs(fast['time'] - 900) < 1e-6, abs(fast['fasterTime'] - 250) < 25), (True, True), 'times', str(fast))
    checks.equal((steep['count'], steep['faster']), (1, 'Fast'), 'the faster one at 30')
    checks.equal(abs(steep['fasterTime'] - 3000) < 150, True, 'its time', str(steep))
    for key in ('bandLow', 'bandHigh'):
        expected = predictions['steep'][key] * 1e6
        checks.equal(abs(steep[key] / expected - 1) < 1e-9, True, f'{key} as egprof model has it')
    shown = scene.select(two, *arguments)
    checks.equal(shown.out.startswith('F=Fast was slow at n=5: 900 us, band '), True, 'text', shown.out)
    checks.equal('F=Steep was slow at n=30: 9900 us' in shown.out.splitlines()[1], True, 'text', shown.out)
    table = scene.select(two, '--format=csv', *arguments).out
    checks.equal('family,member,inputs,count,time,bandLow,bandHigh,faster,fasterTime' in table, True, 'CSV', table)
    checks.equal('F,Fast,n=5,3,900' in table, True, 'a row of CSV', table)
    (scene.folder / 'now.json').write_text(trace_of([('fast', 30, 2900), ('fast', 5, 200)]))
    shown = scene.select(two, *arguments)
    checks.equal(shown.out.splitlines()[0], 'No member was slower than its band where another takes less; '
                 'compared at 2 points.', 'nothing slow')

    # The prediction band of a power law is computed from logarithms. --param maps names of arguments to names of
    # parameters of the models.
    power = run(scene.egprof, 'model', '--format=json', '--forms=power', '--predict=n=30', 'past.json',
                cwd=scene.folder)
    (scene.folder / 'm.json').write_text(power.out)
    (scene.folder / 'now.json').write_text(trace_of(slow).replace('"n"', '"size"'))
    document = scene.document(checks, two, *arguments, '--param=steep@size=n', '--param=fast@size=n')
    by_power = [each for each in document['observed'] if each['member'] == 'Steep']
    predicted = next(model for model in json.loads(power.out)['models'] if model['function'] == 'steep')
    checks.equal(predicted['form'], 'power', 'a power')
    for each in by_power:
        expected = predicted['predictions'][0]['bandHigh'] * 1e6
        checks.equal(abs(each['bandHigh'] / expected - 1) < 1e-9, True, 'bandHigh of a power')
    checks.equal(len(by_power), 1, 'slow by a power')

    for document, message, more in (
            (two, '--observed needs --models=FILE', ['--observed=now.json']),
            (two, 'now.json: nothing to compare', arguments),
            (families({'F': {'Fast': '1'}}), 'no model of a member has a band', arguments)):
        shown = scene.select(document, *more)
        checks.equal((shown.status, shown.out, message in shown.err), (1, '', True), message, shown.err)


def bad(checks, scene):
    def refused(document, message, *arguments):
        shown = scene.select(document, *arguments)
        checks.equal((shown.status, shown.out), (1, ''), 'status', shown.command)
        checks.equal(len(shown.err.splitlines()) == 1 and message in shown.err, True, message, shown.err)
    one = {'A': {'A1': '1'}}
    refused('[', 'f.json: not JSON')
    refused({'schema': 'x', 'families': []}, 'f.json: schema: expected "egprof-families-1"')
    refused(families({}), 'f.json: families: expected at least one family')
    refused(families({'A': {'A1': '1 +'}}), "f.json: families[0].members[0].time: '1 +', column 4: expected")
    refused(families({'A': {'A1': 'n'}}), "there is no value for 'n'")
    refused(families({'A': {'A1': {'time': {'go': '1'}}}}), 'A=A1 has no time for a call without a method')
    refused(families({'A': {'A1': {'model': 'f'}}}), "A=A1 needs the model of 'f': name its file with --models=FILE")
    refused(families(one, colour='red'), 'f.json: colour: unknown key')
    refused(families(one, calls=[{'family': 'C'}]), "calls[0].family: there is no family 'C'")
    refused(families(one, interactions=[{'between': ['A=A1', 'A=A1'], 'time': '1'}]), 'members of two families')
    refused(families(one, quality={'q': 'mean'}), "quality.q: expected min, max, sum or product, not 'mean'")
    refused(families(one, inputs={'x': []}), 'f.json: inputs.x: expected a number')
    refused(families(one), "--require: column 1: there is no value for 'q'", '--require=q > 1')
    refused(families(one, inputs={'x': [1, 2], 'y': [1, 2]}), "'y' has several values", '--over=x=1:2')
    refused('{"schema":"egprof-families-1","families":' + '[' * 40 + ']' * 40 + '}', 'nested more than 32 levels deep')


def main():
    options = parse_arguments(__doc__)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(options.egprof, folder)
        for part in (published, measured, dummies, ties, recorded_dummies, emitted, requirements, models_and_calls, calls_of_a_core,
                     observed, bad):
            part(checks, scene)
    return checks.finish()


if __name__ == '__main__':
    sys.exit(main())
