#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests functions that were renamed between two builds: the user's rules, files of rules, suggestions.

    tests/properties/trust/renames.py --egprof build/egprof/egprof
"""
import re
import shlex
import tempfile
from pathlib import Path

from programs import Difference, program
from checks import Checks, parse_arguments, run
from renamed_versions import SOURCES, Truth, build, readable

OLD = ['main', 'parse_input', 'old_sort', 'old_merge', 'kept', '_ZN5store4LoadEi', '_ZN5store4SaveEi', 'a$b', 'lonely']
NEW = ['main', 'parse_text', 'new_sort', 'new_merge', 'kept', '_ZN7archive4LoadEi', '_ZN7archive4SaveEi', 'c$1',
       'new_kept']
RENAMED = dict(zip(OLD, NEW))


class Scene:
    def __init__(self, checks, egprof, folder):
        self.checks, self.egprof, self.folder = checks, egprof, folder
        old, new = program(folder, 'old', {'a.c': OLD}), program(folder, 'new', {'a.c': NEW})
        calls = [('main', 1, 3), ('main', 2, 40), (2, 3, 400), (1, 5, 9), (1, 6, 8), (3, 4, 2), (3, 7, 5)]
        self.base = [old.path, old.profile(folder / 'base', {n: 10 * n + 10 for n in range(9)}, calls)]
        self.other = [new.path, new.profile(folder / 'other', {n: 11 * n + 10 for n in range(9)}, calls)]

    def matches(self, *options):
        """Returns {base name: (other name, rule)} of the functions on both sides."""
        outcome = run(self.egprof, '--explain-matches', '--no-demangle', *options, *self.base, '--subtract', *self.other)
        found = {}
        for line in outcome.out.splitlines()[1:]:
            rule, names = line[:13].strip(), line[13:].split(' -> ')
            if not rule.startswith('only') and names[0] != '_edata':
                found[names[0]] = (names[-1], rule)
        return found, outcome

    def expect_matches(self, wanted, *options):
        """Expects that rules match exactly the pairs `wanted`, and that all other matches have unchanged names."""
        found, outcome = self.matches(*options)
        wanted = {**{old: (new, 'rename') for old, new in wanted.items()}, 'main': ('main', 'name'),
                  'kept': ('kept', 'name')}
        self.checks.equal(found, wanted, f'{options}', outcome.command)
        joined = Difference(self.egprof, self.base, self.other, *options)
        both = {f['linkageName']: f['match'] for f in joined.functions if f['base'] and f['other']}
        self.checks.equal(sorted(both.values()), sorted(rule for _, rule in wanted.values()),
                          f'{options}: rules in JSON', joined.command)
        presence = joined.data['presence']['functions']
        self.checks.equal(presence, {'both': len(wanted), 'onlyBase': 9 - len(wanted), 'onlyOther': 9 - len(wanted)},
                          f'{options}: presence', joined.command)


def rules(scene):
    sorts = {'old_sort': 'new_sort', 'old_merge': 'new_merge'}
    archive = {name: RENAMED[name] for name in OLD if name.startswith('_Z')}
    scene.expect_matches({})
    scene.expect_matches(sorts, '--rename=^old_(.*)$=new_$1')
    scene.expect_matches(sorts, '--rename=old=new')
    scene.expect_matches(archive, '--rename-demangled=store::=archive::')
    scene.expect_matches(archive, '--rename=5store=7archive')
    scene.expect_matches({}, '--rename-demangled=5store=7archive')
    scene.expect_matches({}, '--rename=store::=archive::')
    scene.expect_matches({**sorts, 'parse_input': 'parse_text'}, '--rename=old_=new_', '--rename=_input$=_text')
    scene.expect_matches({'parse_input': 'parse_text'}, '--rename=input=words', '--rename=words=text')
    scene.expect_matches({'a$b': 'c$1'}, r'--rename=a\$b=c$$1')


def exact_names_come_first(scene):
    """A rule has no effect on a function that has a match by name, and never maps two functions to one."""
    scene.expect_matches({}, '--rename=^kept$=new_kept')
    scene.expect_matches({}, '--rename=^lonely$=kept')
    scene.expect_matches({'lonely': 'new_kept'}, '--rename=^lonely$=new_kept')
    scene.expect_matches({}, '--rename=^old_.*=new_sort')  # rejected, since the rule maps two functions to one


def files(scene):
    path = scene.folder / 'rules'
    path.write_bytes(b'# names of the old days\n\n--rename=^old_=new_\r\n--rename-demangled=store=archive\n'
                     b'parse_input=parse_text')
    wanted = {name: RENAMED[name] for name in OLD if name.startswith(('old_', '_Z', 'parse'))}
    scene.expect_matches(wanted, f'--rename-file={path}')
    second = scene.folder / 'second'
    second.write_text('lonely=new_kept\n')
    scene.expect_matches({**wanted, 'lonely': 'new_kept'}, f'--rename-file={path}', f'--rename-file={second}')


def suggestions(scene):
    """Checks that the suggestions, saved to a file, are valid rules, and that these rules match the suggested pairs."""
    outcome = run(scene.egprof, '--suggest-renames', '--no-demangle', *scene.base, '--subtract', *scene.other)
    lines = outcome.out.splitlines()
    comments, ready = lines[0::2], lines[1::2]
    scene.checks.expect(len(ready) >= 5 and all(line.startswith('# 0.') or line.startswith('# 1.') for line in comments)
                        and all(line.startswith("--rename='^") for line in ready), f'suggestions: {outcome.out}',
                        outcome.command)
    suggested = {}
    for comment in comments:
        old, new = comment.split(' ', 2)[2].rsplit(': ', 1)[0].split(' -> ')
        suggested[old] = new
    seconds = [float(comment.rsplit(': ', 1)[1].split()[0]) for comment in comments]
    scene.checks.equal(seconds, sorted(seconds, reverse=True), 'those of most time first', outcome.command)
    # These functions can be recognised by their callers and callees.
    for old in ('parse_input', 'old_sort', 'old_merge', '_ZN5store4LoadEi', '_ZN5store4SaveEi'):
        scene.checks.equal(suggested.get(old), RENAMED[old], f'suggestion for {old}', outcome.command)
    path = scene.folder / 'suggested'
    path.write_text(outcome.out)
    scene.expect_matches(suggested, f'--rename-file={path}')
    again = run(scene.egprof, '--suggest-renames', f'--rename-file={path}', *scene.base, '--subtract', *scene.other)
    scene.checks.expect(not any(f' {old} -> ' in again.out for old in suggested), 'nothing is suggested twice',
                        again.command)
    # Each suggested line is an option in shell syntax.
    scene.expect_matches(suggested, *(word for line in ready for word in shlex.split(line)))
    readable = run(scene.egprof, '--suggest-renames', *scene.base, '--subtract', *scene.other)
    scene.checks.expect(' store::Load(int) -> archive::Load(int): ' in readable.out, 'demangled names', readable.command)
    scene.checks.equal(readable.out.splitlines()[1::2], ready, 'the same rules', readable.command)


def joined_as_if_named_alike(scene):
    """The difference with the rules equals the difference of builds in which the functions have the same names."""
    alike = program(scene.folder, 'alike', {'a.c': NEW})
    profile = scene.folder / 'base'
    renamed = Difference(scene.egprof, scene.base, scene.other, '--rename=old_=new_', '--rename=parse_input=parse_text',
                         '--rename=5store=7archive', r'--rename=^a\$b$=c$$1', '--rename=lonely=new_kept',
                         listings=('-p', '-q'))
    direct = Difference(scene.egprof, [alike.path, profile], scene.other, listings=('-p', '-q'))
    for ours, theirs in zip(renamed.rows(), direct.rows()):
        for side in ('base', 'other', 'difference', 'impact', 'status'):
            scene.checks.equal(ours[side], theirs[side], f'{side} of {ours["linkageName"]}', renamed.command)
        scene.checks.equal(RENAMED.get(ours['linkageName'], ours['linkageName']), theirs['linkageName'],
                           'order of rows', renamed.command)
    scene.checks.equal(len(renamed.data['arcs']), len(direct.data['arcs']), 'arcs', renamed.command)


def versions(scene):
    """Programs in two versions: nearly all suggestions are right, and wrong ones do not have a high score."""
    suggested = right = 0
    for source in sorted(SOURCES.glob('*.cc')):
        truth, (base, other) = Truth(source), build(source, scene.folder)
        names = ('--no-demangle', *base, '--subtract', *other)
        outcome = run(scene.egprof, '--suggest-renames', *names)
        pairs = re.findall(r'(?m)^# (\d\.\d+) (\S+) -> (\S+): ', outcome.out)
        matched = run(scene.egprof, '--explain-matches', *names)
        changed = re.findall(r'(?m)^(?:signature|generated) +(\S+) -> (\S+)$', matched.out)
        texts = readable(sorted({name for _, *both in pairs for name in both} | {n for both in changed for n in both}))
        scene.checks.expect(len(pairs) >= 5, f'{source.name}: only {len(pairs)} suggestions', outcome.command)
        for score, old, new in pairs:
            is_right = truth.is_one(texts[old], texts[new])
            suggested, right = suggested + 1, right + is_right
            scene.checks.expect(is_right or float(score) <= 0.8,
                                f'{source.name}: {score} {texts[old][1]} -> {texts[new][1]}', outcome.command)
        for old, new in changed:
            scene.checks.expect(truth.is_one(texts[old], texts[new]), f'{source.name}: {old} -> {new}', matched.command)
    scene.checks.expect(right >= 0.95 * suggested, f'{right} of {suggested} suggestions are right', 'versions')


def signatures(scene):
    """Checks that JSON names the rule of a match: `signature` for equal names with different parameters, and `rename`
    for the user's rules, which are tried first."""
    old = program(scene.folder, 'before', {'a.cc': ['main', '_ZN7Builder13FinishCommandEi', '_Z1fi']})
    new = program(scene.folder, 'after', {'a.cc': ['main', '_ZN7Builder13FinishCommandEib', '_Z1fl', '_Z1gi']})
    base, other = ([p.path, p.profile(p.path.with_suffix('.out'), {1: 10}, [('main', 1, 2), ('main', 2, 3)])]
                   for p in (old, new))
    for rules, wanted in (((), {'_ZN7Builder13FinishCommandEi': 'signature', '_Z1fi': 'signature'}),
                          (('--rename=1f=1g',), {'_ZN7Builder13FinishCommandEi': 'signature', '_Z1gi': 'rename'})):
        joined = Difference(scene.egprof, base, other, *rules)
        found = {f['linkageName']: f['match'] for f in joined.functions if f['base'] and f['other']}
        scene.checks.equal({k: found.get(k) for k in wanted}, wanted, f'{rules}', joined.command)
    outcome = run(scene.egprof, '--explain-matches', *base, '--subtract', *other)
    line = 'signature    Builder::FinishCommand(int) -> Builder::FinishCommand(int, bool)\n'
    scene.checks.expect(line in outcome.out, outcome.out, outcome.command)


def mistakes(scene):
    """Invalid rules lead to a one-line error before any image is read."""
    bad = scene.folder / 'bad'
    bad.write_text('# fine\nno equals sign\n')
    for option, words in (('--rename=nothing', 'nothing'), ('--rename=(=x', '(=x'), ('--rename==x', '=x'),
                          ('--rename-demangled=[=y', '[=y'), (f'--rename-file={bad}', 'no equals sign'),
                          (f'--rename-file={scene.folder}/none', 'none')):
        outcome = run(scene.egprof, '-p', option, scene.folder / 'absent', scene.folder / 'too', '--subtract',
                      scene.folder / 'gone')
        # A file of rules is read after the names of profiles were checked.
        first = 'absent' if option.startswith('--rename-file') else words
        scene.checks.expect((outcome.status, outcome.out) == (1, '') and first in outcome.err
                            and len(outcome.err.splitlines()) == 1,
                            f'{option}: {outcome.err}', outcome.command)


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(checks, arguments.egprof, Path(folder))
        for test in (rules, exact_names_come_first, files, suggestions, joined_as_if_named_alike, signatures, versions, mistakes):
            test(scene)
    checks.finish()


if __name__ == '__main__':
    main()
