# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions whose names change between builds without a change of the program: hashes, numbers, parameters; names that
the user's substitutions make equal; names that are shortened in reports."""
import re

HASHES = ('91c4e2d7a60b5f38', '3f6a1c9d2e4b7081', '0d5512aa93f4e77b', 'c8e01f6b7a2d4953')
HELLO = '_ZN5hello5greet17h{}E', '_ZN4core3fmt5print17h{}E'


def _perf(stacks):
    """Returns perf's text: `count` samples of each stack, innermost function first; frames are (name, image)."""
    lines, time = [], 0
    for count, frames in stacks:
        for _ in range(count):
            time += 1
            lines.append(f'app 7/7 {time // 1000}.{time % 1000:03}000:    1000000 cpu-clock:u: ')
            lines += [f'\t    {0x5500 + i:x} {name}+0x10 ({image})' if name != '[unknown]' else
                      f'\t    {0x5500 + i:x} [unknown] ({image})' for i, (name, image) in enumerate(frames)]
            lines.append('')
    return '\n'.join(lines) + '\n'


def _matches(scene, base, other, *options):
    """Returns {(base name, other name): rule} for functions on both sides, and the names on one side only."""
    shown = scene.egprof_of('diff', '--explain-matches', '--no-demangle', *options, base, other)
    assert shown.status == 0, shown.command + '\n' + shown.err
    both, alone = {}, set()
    for line in shown.out.splitlines()[1:]:
        rule, names = line[:13].strip(), line[13:].split(' -> ')
        if rule.startswith('only'):
            alone.add(names[0])
        else:
            both[names[0], names[-1]] = rule
    return both, alone


def rebuilt_rust(checks, scene):
    """The same program, built in another folder: all hashes differ, but no function is gone or new."""
    sides = []
    for side, hashes in (('old', HASHES[:2]), ('new', HASHES[2:])):
        greet, show = (name.format(digits) for name, digits in zip(HELLO, hashes))
        image = f'/{side}/release/hello'
        frames = [(greet, image), ('main', image), ('__libc_start_call_main', '/lib/libc.so.6')]
        sides.append(scene.write(f'{side}.rust.perf', _perf([(60, [(show, image), *frames]), (30, frames)])))
    both, alone = _matches(scene, *sides)
    checks.equal(alone, set(), 'every function has a match')
    checks.equal(sorted(both.values()), ['generated', 'generated', 'name', 'name'], 'by these rules')
    report = scene.egprof_of('diff', *sides)
    checks.expect(not re.search(r'\((gone|new|was)\b', report.out), report.out, report.command)
    rows = scene.difference(*sides).rows()
    checks.expect(all(row.base.self == row.other.self for row in rows.values()), 'no difference')


def no_image_matches_itself(checks, scene):
    for side, program in (('base', '/bin/p'), ('other', '/bin/p2')):
        stacks = [(8, [('[unknown]', '[unknown]'), ('main', '/bin/p')]), (8, [('[unknown]', program), ('main', '/bin/p')])]
        scene.write(f'{side}.unknown.perf', _perf(stacks))
    sides = scene.folder / 'base.unknown.perf', scene.folder / 'other.unknown.perf'
    both, alone = _matches(scene, *sides)
    checks.equal((alone, both), (set(), {('[unknown]', '[unknown]'): 'image', ('main', 'main'): 'name'}),
                 'each unknown function has a match')


def parameters_of_readable_names(checks, scene):
    """Names of callgrind and of folded stacks are demangled; changed parameters do not make another function."""
    base = scene.write('base.folded', 'main;ns::C::f(int*) 100\nmain;ns::C::g(int) 5\nmain;ns::C::g(long) 5\n')
    other = scene.write('other.folded', 'main;ns::C::f(int const*) 100\nmain;ns::C::g(char) 5\nmain;ns::C::g(long) 5\n')
    both, alone = _matches(scene, base, other)
    checks.equal(both.get(('ns::C::f(int*)', 'ns::C::f(int const*)')), 'signature', 'same name, other parameters')
    checks.equal(alone, {'ns::C::g(int)', 'ns::C::g(char)'}, 'overloads are not told apart')
    calls = 'events: Ir\nfl=a.cc\nfn=main\n1 10\ncfn={0}\ncalls=1 5\n2 400\n\nfn={0}\n5 400\n'
    base = scene.write('base.callgrind', '# callgrind format\n' + calls.format('ns::C::f(int*)'))
    other = scene.write('other.callgrind', '# callgrind format\n' + calls.format('ns::C::f(int const*)'))
    both, alone = _matches(scene, base, other)
    checks.equal((both.get(('ns::C::f(int*)', 'ns::C::f(int const*)')), alone), ('signature', set()), 'callgrind')


def substitutions(checks, scene):
    base = scene.write('base.sub.folded', 'main;run_v1;Job@1f3a 30\nmain;run_v1;Job@2b4c 20\nmain;keep 10\n')
    other = scene.write('other.sub.folded', 'main;run_v2;Job@77aa 60\nmain;keep 10\n')
    options = ('--substitute=s/_v[0-9]+$//', '--substitute=s|@[0-9a-f]+|@|')
    both, alone = _matches(scene, base, other, *options)
    checks.equal((set(both), alone), ({(name, name) for name in ('main', 'run', 'Job@', 'keep')}, set()),
                 'the names of both sides change')
    rows = {key[0]: row for key, row in scene.difference(base, other, *options).rows().items()}
    checks.equal((rows['Job@'].base.self, rows['Job@'].other.self), (50, 60), 'functions of one name are one')
    checks.equal((rows['run'].base.total, rows['run'].other.total), (50, 60), 'and so are their stacks')
    checks.expect(scene.egprof_of('diff', base, other).out.count('(') != 0, 'without them, names differ')
    for rule, words in (('s/(/x/', 's/(/x/'), ('a=b', 'a=b'), ('s/a/b', "third '/'"), ('s/a/b/q', "flag 'q'")):
        shown = scene.egprof_of('diff', f'--substitute={rule}', base, other)
        checks.expect(shown.status == 1 and words in shown.err and shown.out == '', shown.err, shown.command)


def short_names(checks, scene):
    """Reports keep what tells names apart."""
    lines = ['fmt.(*pp).doPrint', 'net/http.(*conn).serve', 'net/http.(*Server).serve',
             'Table<int, Hash<int> >::find(int)', 'Table<int, Tree<int> >::find(int)',
             'a::long_namespace::another_long_namespace::one_more_namespace::Widget::repaint_everything_again(int)']
    base = scene.write('base.short.folded', ''.join(f'main;{line} {40 + i}\n' for i, line in enumerate(lines)))
    other = scene.write('other.short.folded', ''.join(f'main;{line} {140 + 2 * i}\n' for i, line in enumerate(lines)))
    shown = scene.egprof_of('diff', '--top=20', base, other)
    for name in ('fmt.(*pp).doPrint', 'net/http.(*conn).serve', 'net/http.(*Server).serve', 'Table<…, Hash<…>>::find',
                 'Table<…, Tree<…>>::find', '::repaint_everything_again'):
        checks.expect(name in shown.out, f'{name} in\n{shown.out}', shown.command)


def addresses_for_names(checks, scene):
    """A note names the share of functions without names, and what to do about it."""
    lines = ''.join(f'main;0x55d0{i:04x} 3\n' for i in range(100))
    base, other = scene.write('base.hex.folded', lines + 'main;f 100\n'), scene.write('other.hex.folded', 'main;f 100\n')
    shown = scene.egprof_of('diff', base, other)
    told = ' '.join((shown.out + shown.err).split())
    checks.expect("75% of the base's samples are in 100 functions that have an address" in told, told,
                  shown.command)
    checks.expect("the other side's samples" not in told, told, shown.command)
    lost = scene.write('lost.perf', _perf([(50, [('work', '/bin/p'), ('deep', '/bin/p')])]))
    shown = scene.egprof_of('-p', lost)
    checks.expect('--call-graph dwarf' in shown.err and '-fno-omit-frame-pointer' in shown.err, shown.err, shown.command)


def stripped_programs(checks, scene):
    """Says how much time is in functions without a name, above 10 %, and in which program."""
    for name, count in (('few', 1), ('many', 7), ('most', 9)):
        start = ('__libc_start_call_main', '/lib/libc.so.6')
        scene.write(f'{name}.unnamed.perf', _perf([(count, [('[unknown]', '/usr/bin/tool'), start]),
                                                   (10 - count, [('[unknown]' if name == 'most' else 'f', '/lib/libf.so'), start])]))
    kernel = scene.write('kernel.unnamed.perf', _perf([(9, [('[unknown]', '[kernel.kallsyms]'), ('main', '/bin/p')])]))
    few, many, most = (scene.folder / f'{name}.unnamed.perf' for name in ('few', 'many', 'most'))
    for files, told in (((few,), ''), ((many,), '70% of the time is in functions without a name, most of it in tool;'),
                        (('diff', many, most), "70% of the base's time and 100% of the other side's is in functions without a "
                                               'name, most of it in tool;'),
                        (('diff', few, few), ''), ((kernel,), '')):
        shown = scene.egprof_of(*files)
        text = ' '.join((shown.out + shown.err).split())
        checks.expect(told in text if told else 'without a name' not in text, f'{told!r} in {text[:700]}', shown.command)


FUNCTION_NAMES = (rebuilt_rust, no_image_matches_itself, parameters_of_readable_names, substitutions, short_names,
                  addresses_for_names, stripped_programs)
