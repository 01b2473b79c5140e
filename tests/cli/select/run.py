#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""egprof select on published models, on dummies whose best choice changes at 2, and on bad input.

    tests/cli/select/run.py --egprof build/egprof/egprof
"""
import csv
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
from checks import TOP, Checks, parse_arguments, run  # noqa: E402

SCHEMA = json.loads((TOP / 'libprofdiff' / 'schema' / 'egprof-1.schema.json').read_text())


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
        import jsonschema
        shown = self.select(families_document, '--format=json', *arguments)
        checks.equal((shown.status, shown.err), (0, ''), 'status', shown.command)
        document = json.loads(shown.out)
        jsonschema.validate(document, SCHEMA)
        return document


def choices(document):
    return [each['choice'] for each in document['selections']]


def published(checks, scene):
    """Both models meet at Q = 6160.45 (Godunov 0.315 Q - 963, EFM 0.16 Q - 8.13); negative times never win."""
    document = scene.document(checks, FLUX, '--over=Q=10:100000', '--set=Q=10,1000,5000,100000')
    checks.equal(choices(document), [None, {'Flux': 'EFM'}, {'Flux': 'Godunov'}, {'Flux': 'EFM'}], 'choices')
    checks.equal(document['selections'][0]['flags'], ['negative: EFM', 'negative: Godunov', 'undecided'], 'flags')
    at = [each['at'] for each in document['crossovers']]
    for found, expected in zip(at, [50.8125, 963 / .315, (963 - 8.13) / (.315 - .16)]):
        checks.equal(abs(found / expected - 1) < 1e-9, True, f'crossover at {expected}, not {found}')
    checks.equal(len(at), 3, 'crossovers', str(at))
    checks.equal(round(at[-1], 4), 6160.4516, 'the last crossover')


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
    refused(families({'A': {'A1': 'n'}}), "there is no value of 'n'")
    refused(families({'A': {'A1': {'time': {'go': '1'}}}}), 'A=A1 has no time of a call without method')
    refused(families({'A': {'A1': {'model': 'f'}}}), "A=A1 needs the model of 'f': say --models=FILE")
    refused(families(one, colour='red'), 'f.json: colour: unknown key')
    refused(families(one, calls=[{'family': 'C'}]), "calls[0].family: there is no family 'C'")
    refused(families(one, interactions=[{'between': ['A=A1', 'A=A1'], 'time': '1'}]), 'members of two families')
    refused(families(one, quality={'q': 'mean'}), "quality.q: expected min, max, sum or product, not 'mean'")
    refused(families(one, inputs={'x': []}), 'f.json: inputs.x: expected a number')
    refused(families(one), "--require: column 1: there is no value of 'q'", '--require=q > 1')
    refused(families(one, inputs={'x': [1, 2], 'y': [1, 2]}), "'y' has several values", '--over=x=1:2')
    refused('{"schema":"egprof-families-1","families":' + '[' * 40 + ']' * 40 + '}', 'nested over 32 deep')


def main():
    options = parse_arguments(__doc__)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(options.egprof, folder)
        for part in (published, dummies, emitted, requirements, models_and_calls, bad):
            part(checks, scene)
    return checks.finish()


if __name__ == '__main__':
    sys.exit(main())
