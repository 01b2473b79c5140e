#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests egprof diff as users see it: golden reports of known programs, numbers as in --format=json, at most 100 columns
and 40 lines.

    tests/cli/diff/run.py --egprof build/egprof/egprof [--update]

--update writes the reports into golden/.
"""
import json
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'trust'))
from programs import Difference, program  # also makes tests/properties/golden and tests/oracle importable
from checks import Checks, parse_arguments, run

from beside import check_beside
from wording import check_wording
from gmon import Arc, Histogram, write

# Two versions of a C++ program with templates: a map is replaced by a hash table, one function is renamed, one is new,
# and there are overloads.
OLD = ['main', '_ZNSt3mapIiSt6vectorIdSaIdEESt4lessIiESaISt4pairIKiS2_EEE4findERS6_', '_ZN4text3MixEi', '_ZN4text3MixEd',
       '_ZlsRSoRK1P', '_ZZ4mainENKUliE_clEi', '_ZN12_GLOBAL__N_16RandomEv', '_ZNSt6vectorIiSaIiEE9push_backERKi', 'parse_old']
NEW = ['main', '_ZNSt13unordered_mapIiSt6vectorIdSaIdEESt4hashIiESt8equal_toIiESaISt4pairIKiS2_EEE4findERS8_',
       '_ZN4text3MixEi', '_ZN4text3MixEd', '_ZlsRSoRK1P', '_ZZ4mainENKUliE_clEi', '_ZN12_GLOBAL__N_16RandomEv',
       '_ZNSt6vectorIiSaIiEE9push_backERKi', 'parse_new']


class Scene:
    """Writes programs and their profiles into a folder."""

    def __init__(self, folder):
        self.folder = Path(folder)
        old, new = program(folder, 'old', {'old.cc': OLD}), program(folder, 'new', {'new.cc': NEW})
        shared = [('main', OLD[2], 1000), ('main', OLD[3], 10), (OLD[5], OLD[6], 2500000), ('main', OLD[5], 1)]
        old.profile(self.folder / 'old.gmon', dict(zip(OLD, [12, 400, 150, 40, 7, 90, 60, 33, 80])),
                    [('main', OLD[1], 70000), ('main', 'parse_old', 1), (OLD[2], OLD[7], 9000), *shared])
        new.profile(self.folder / 'new.gmon', dict(zip(NEW, [14, 120, 260, 38, 9, 95, 52, 30, 20])),
                    [('main', NEW[1], 70000), ('main', 'parse_new', 1), (NEW[2], NEW[7], 12000), *shared])
        self.make_ranks(folder)
        self.make_odd_ones(old)

    def make_ranks(self, folder):
        """Writes profiles like those of HPL, a solver for linear equations: four processes before and four after a
        change of the panel broadcast. One function has a long name."""
        names = ['main', 'HPL_pdgesv', 'HPL_pdupdateTT', 'HPL_pdpanel_bcast', 'HPL_dlaswp01N', 'dgemm_kernel', 'n' * 10000]
        hpl = program(folder, 'xhpl', {'hpl.c': names})
        for side, bcast in (('before', 90), ('after', 30)):
            for rank in range(4):
                samples = dict(zip(names, [1, 5, 70 + rank, bcast + 3 * rank, 44 - rank, 900 + 5 * rank, 6]))
                hpl.profile(self.folder / f'{side}.{rank}', samples, [
                    ('main', 'HPL_pdgesv', 1), ('HPL_pdgesv', 'HPL_pdpanel_bcast', bcast), ('HPL_pdgesv', 'HPL_pdupdateTT', 500),
                    ('HPL_pdupdateTT', 'dgemm_kernel', 500), ('HPL_pdupdateTT', 'HPL_dlaswp01N', 500)])

    def make_odd_ones(self, old):
        old.profile(self.folder / 'fast.gmon', {'main': 1000}, rate=1000)
        old.profile(self.folder / 'few.gmon', {'main': 2})
        old.profile(self.folder / 'no_samples.gmon', {}, [('main', OLD[2], 5)])
        old.profile(self.folder / 'no_arcs.gmon', {'main': 100})
        (self.folder / 'only_arcs.gmon').write_bytes(write([Arc(old.at('main') + 5, old.at(OLD[2]), 9)]))
        (self.folder / 'only_arcs2.gmon').write_bytes(write([Arc(old.at('main') + 5, old.at(OLD[2]), 4)]))
        (self.folder / 'nothing.gmon').write_bytes(write([]))


GOLDEN = {
    'templates': ['old', 'old.gmon', 'new', 'new.gmon', '--rename=parse_old=parse_new'],
    'templates_by_namespace': ['old', 'old.gmon', '--', 'new', 'new.gmon', '--by=namespace'],
    'templates_chosen': ['old', 'old.gmon', 'new', 'new.gmon', '--top=3', '--sort=other', '--ignore=^text::', '--min=20ms'],
    'ranks_as_runs': ['xhpl', *(f'before.{r}' for r in range(4)), '--', *(f'after.{r}' for r in range(4))],
    'ranks_added': ['xhpl', '--add', *(f'before.{r}' for r in range(4)), '--', *(f'after.{r}' for r in range(4))],
    'two_ranks': ['xhpl', '--ranks=0,3', *(f'before.{r}' for r in range(4))],
    'itself': ['old', 'old.gmon', 'old.gmon'],
    'other_rate': ['old', 'old.gmon', 'fast.gmon'],
    'few_samples': ['old', 'old.gmon', 'few.gmon'],
    'no_samples': ['old', 'no_samples.gmon', 'no_samples.gmon'],
    'no_arcs': ['old', 'old.gmon', 'no_arcs.gmon'],
    'calls_alone': ['old', 'only_arcs.gmon', 'only_arcs2.gmon'],
}


def check_golden(checks, egprof, scene, update):
    for name, words in GOLDEN.items():
        shown = run(egprof, 'diff', *words, cwd=scene.folder)
        checks.equal((shown.status, shown.err), (0, ''), name, shown.command)
        lines = shown.out.split('\n')
        checks.expect(len(lines) <= 41 and max(map(len, lines)) <= 100, f'{name}: 40 lines, 100 columns', shown.command)
        file = HERE / 'golden' / f'{name}.txt'
        if update:
            file.parent.mkdir(exist_ok=True)
            file.write_text(shown.out)
        checks.equal(shown.out.split('\n'), file.read_text().split('\n'), name, shown.command)


def rounded(value, digits):
    return re.sub(r'^-(0\.0*)$', r'\1', f'{value:.{digits}f}')


def check_numbers(checks, egprof, scene):
    """Every number in the report equals the corresponding number of --format=json, rounded."""
    for digits, least, words in ((2, 5, ['old', 'old.gmon', '--subtract', 'new', 'new.gmon']),
                          (3, 1, ['xhpl', *(f'before.{r}' for r in range(4)), '--subtract', *(f'after.{r}' for r in range(4))])):
        report = run(egprof, 'diff', '--top=0', '--no-demangle', '--full-names', *words, cwd=scene.folder)
        document = json.loads(run(egprof, 'diff', '--no-demangle', '--format=json', *words, cwd=scene.folder).out)
        seen = 0
        for function in document['functions']:
            name = re.escape(function['linkageName'])
            row = re.search(rf'^ *(\S+) +(\S+) +(\S+) +(\S+) +\S+ +{name}(?: \(.*\))?(?:  .*)?$', report.out, re.M)
            if row is None:
                continue
            seen += 1
            verdict = function['significance']
            side = lambda which: rounded(function[which]['self'], digits) if function[which] else '-'
            expected = (side('base'), side('other'), rounded(function['difference']['self'], digits),
                        rounded((verdict['high'] - verdict['low']) / 2, digits))
            checks.equal(row.groups(), expected, function['linkageName'], report.command)
            above = report.out[:row.start()]
            checks.equal('within noise:' in above, not verdict['significant'], 'within noise', report.command)
        checks.expect(seen >= least, f'{seen} rows compared', report.command)
        totals = re.findall(r'^(?:base|other|difference) +(-?[\d.]+) s', report.out, re.M)
        expected = [document[part]['seconds'] for part in ('base', 'other', 'difference')]
        checks.equal(totals, [rounded(value, digits) for value in expected], 'totals', report.command)


def check_outputs(checks, egprof, scene):
    """Other outputs equal those of egprof without `diff`. If a condition of --fail-if is met, the exit status is 3.
    Files are written in addition to the report."""
    words = ['old', 'old.gmon', '--subtract', 'new', 'new.gmon']
    for options in (['--side-by-side'], ['--format=csv'], ['--format=json'], ['-p', '--side-by-side']):
        plain = run(egprof, '--significance', *options, *words, cwd=scene.folder)
        shown = run(egprof, 'diff', *options, *words, cwd=scene.folder)
        checks.equal(shown.out, plain.out, f'{options} as in the gprof form', shown.command)
    for options in (['--gml'], ['--folded'], ['--growth', '--callgrind'], ['--shrink', '-p'], ['-q'], ['--explain-matches'],
                    ['--suggest-renames'], ['-C']):
        plain = run(egprof, *options, *words, cwd=scene.folder)
        shown = run(egprof, 'diff', *options, *words, cwd=scene.folder)
        checks.equal((shown.out, shown.err, shown.status), (plain.out, plain.err, plain.status), f'{options}', shown.command)
    ranks = ['--ranks', 'xhpl', *(f'before.{r}' for r in range(4)), '--subtract', *(f'after.{r}' for r in range(4))]
    checks.equal(run(egprof, 'diff', *ranks, cwd=scene.folder).out, run(egprof, *ranks, cwd=scene.folder).out, 'ranks')
    report = run(egprof, 'diff', *words, cwd=scene.folder).out
    beside = run(egprof, 'diff', *words, '--gml=graph.gml', '--fail-if=self > 0.5s', cwd=scene.folder)
    checks.equal(beside.out, report, 'the report comes beside a file', beside.command)
    checks.equal((beside.status, 'fail: self > 0.5s' in beside.err), (3, True), 'a gate', beside.command)
    plain = run(egprof, '--gml', '--fail-if=self > 0.5s', *words, cwd=scene.folder)
    checks.equal((scene.folder / 'graph.gml').read_text(), plain.out, 'the file', beside.command)


def check_mistakes(checks, egprof, scene):
    for words, part in ((['old', 'old.gmon', 'new.gmon', 'fast.gmon'], 'put -- or --subtract'),
                        (['old', 'old.gmon'], 'only one execution'),
                        (['old', 'old.gmon', 'new', 'new.gmon', '--by=library'], 'covers only the program itself'),
                        (['old', 'old.gmon', 'no-such-file'], 'no-such-file'),
                        (['old', 'nothing.gmon', 'nothing.gmon'], 'nothing to compare: nothing.gmon has nothing'),
                        (['old', 'only_arcs.gmon', 'nothing.gmon'], 'only_arcs.gmon has calls alone'),
                        (['old', 'old.gmon', 'new', 'new.gmon', '--focus=('], "expression '('"),
                        (['--ranks=0,9', 'xhpl', 'before.0', 'before.1'], 'there is no rank 9')):
        wrong = run(egprof, 'diff', *words, cwd=scene.folder)
        checks.equal((wrong.status, wrong.out), (1, ''), 'a mistake', wrong.command)
        checks.expect(part in wrong.err and wrong.err.count('\n') == 1, f'one line that says {part!r}: {wrong.err}', wrong.command)
    as_gprof = scene.folder / 'gprof'
    as_gprof.symlink_to(egprof)
    shown = run(as_gprof, 'diff', 'old.gmon', cwd=scene.folder)
    checks.expect('diff' in shown.err and shown.status == 1, 'under the name gprof the word is an image', shown.command)
    (scene.folder / 'diff').symlink_to('old')
    shown = run(egprof, '-b', '-p', 'old', 'old.gmon', cwd=scene.folder)
    checks.equal(run(egprof, 'diff', '-b', '-p', 'old.gmon', cwd=scene.folder).out, shown.out, 'an image called diff')


def main():
    update = '--update' in sys.argv
    sys.argv = [word for word in sys.argv if word != '--update']
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(folder)
        check_golden(checks, arguments.egprof, scene, update)
        check_numbers(checks, arguments.egprof, scene)
        check_outputs(checks, arguments.egprof, scene)
        check_beside(checks, arguments.egprof, scene)
        check_wording(checks, arguments.egprof, scene)
        check_mistakes(checks, arguments.egprof, scene)
    checks.finish()


main()
