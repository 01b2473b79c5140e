# SPDX-License-Identifier: GPL-3.0-or-later
"""Known bugs of gprof that egprof reproduces in listings of one execution, but not in differences."""
import re
import subprocess

from scene import gmon, new_rows

ROWS, row = new_rows()

FUNCTIONS = '''
int leaf(int x) { return x + 1; }
int other(int x) { return x + 2; }
int caller(int x) { return leaf(x) + other(x); }
int main(void) { return caller(2) - 7; }
'''


def functions_scene(scene):
    """Makes a program `many` with two profiles, base.out and other.out, in which every function has samples and
    calls."""
    scene.compile('many', FUNCTIONS)
    symbols = scene.symbols = scene.symbols_of('many')
    scene.low, scene.high = symbols['leaf'] & ~15, (symbols['main'] + 63) & ~15
    for name, factor in (('base.out', 4), ('other.out', 1)):
        ticks = {'leaf': 5 * factor, 'other': 3 * factor, 'caller': 2 * factor, 'main': factor}
        scene.profile(name, [scene.histogram(ticks), gmon.Arc(symbols['main'] + 4, symbols['caller'], factor),
                             gmon.Arc(symbols['caller'] + 4, symbols['leaf'], 2 * factor),
                             gmon.Arc(symbols['caller'] + 4, symbols['other'], 3 * factor)])


def single(scene, *options):
    """Lists base.out alone with both programs; returns (gprof's outcome, egprof's)."""
    return scene.both('-b', *options, 'many', 'base.out')


def difference(scene, *options):
    return scene.run(scene.egprof, ['-b', *options, 'many', 'base.out', '--subtract', 'other.out'])



@row('several -k of one caller')
def several_arcs(scene):
    functions_scene(scene)
    options = ['-q', '-k', 'caller/leaf', '-k', 'caller/other']
    theirs, ours = single(scene, *options)
    kept = re.findall(r'\d+/\d+ +(?:leaf|other) ', ours.stdout)
    yield 'alone only the last counts', theirs == ours and bool(kept) and all('leaf' in line for line in kept)
    result = difference(scene, *options)
    yield 'in a difference all count', result.status == 0 and not re.search(r'\d+/\d+ +(?:leaf|other) ', result.stdout)


@row('specs that overlap')
def overlapping(scene):
    functions_scene(scene)
    options = ['-pmany.c', '-pleaf']
    theirs, ours = single(scene, *options)
    names = lambda outcome: set(re.findall(r' (leaf|other|caller|main)$', outcome.stdout, re.M))
    yield 'alone the second hides functions of the first', theirs == ours and names(ours) == {'leaf'}
    yield 'in a difference it does not', names(difference(scene, *options)) == {'leaf', 'other', 'caller', 'main'}


@row('backward calls with -c')
def backward_calls(scene):
    functions_scene(scene)
    symbols = scene.symbols
    for name in ('base.out', 'other.out'):
        scene.profile(name, [scene.histogram({'leaf': 5}), gmon.Arc(symbols['main'] + 4, symbols['caller'], 1)])
    theirs, ours = single(scene, '-q', '-z', '-c')
    yield 'alone they are not found', theirs == ours and '0/0' not in ours.stdout
    result = difference(scene, '-q', '-z', '-c')
    yield 'in a difference they are', re.search(r'0/0 +leaf ', result.stdout) is not None and result.status == 0


@row('numbers above 9999')
def large_numbers(scene):
    count, at = 10005, 0x1000
    scene.write('symbols', ''.join(f'{at + 16 * i:x} T f{i:05}\n' for i in range(count)))
    for name, calls in (('base.out', 3), ('other.out', 1)):
        arcs = [gmon.Arc(at, at + 16 * i, calls) for i in range(1, count)]
        scene.profile(name, [gmon.Histogram(at, at + 64, [calls] * 32), *arcs])
    options = ['-q', '-S', 'symbols', 'program']
    theirs, ours = scene.both('-b', *options, 'base.out')
    yield 'alone the bracket is lost', theirs == ours and re.search(r'^\[10001 ', ours.stdout, re.M) is not None
    result = scene.run(scene.egprof, ['-b', *options, 'base.out', '--subtract', 'other.out'])
    yield 'in a difference it is not', re.search(r'^\[10001\] ', result.stdout, re.M) is not None


def windows_scene(scene):
    """Makes a program `windows.exe` from a file with debug information and one without. Each has a function `shared`,
    so that libbfd takes the lines of one file for those of the other."""
    target = ['clang', '--target=x86_64-w64-mingw32', '-c', '-O1', '-ffreestanding', '-fno-builtin', '-gdwarf-4']
    scene.write('one.c', 'volatile int v;\n#define APART __attribute__((noinline))\n'
                'APART static int hidden(int x) { return x + v; }\nAPART static int shared(int x) { return x * v; }\n'
                'int caller(int x) { return hidden(x) + shared(x); }\nint entry(void) { return caller(v); }\n')
    scene.write('two.c', 'extern volatile int v;\n#define APART __attribute__((noinline))\n'
                'APART int quiet(int x) { return x + v * 7; }\nAPART int shared(int x) { return quiet(x) * v; }\n')
    for words in ([*target, '-o', 'one.obj', 'one.c'], [*target, '-g0', '-o', 'two.obj', 'two.c'],
                  ['ld', '-m', 'i386pep', '-e', 'entry', '-o', 'windows.exe', 'two.obj', 'one.obj']):
        subprocess.run(words, cwd=scene.folder, check=True)
    symbols = scene.symbols_of('windows.exe')
    scene.profile('one', [gmon.Histogram(symbols['quiet'], symbols['quiet'] + 256, [5] + [0] * 127),
                          gmon.Arc(symbols['caller'] + 4, symbols['hidden'], 7)])
    return scene.both('-b', '-q', 'windows.exe', 'one')


def windows_difference(scene, *options):
    return scene.run(scene.egprof, ['diff', *options, 'windows.exe', 'one', 'one'])


@row('static functions of Windows')
def windows_statics(scene):
    theirs, ours = windows_scene(scene)
    yield 'alone the function before it gets the calls', theirs == ours and '7 ' in ours.stdout and \
        re.search(r'7/7 +hidden ', ours.stdout) is None
    yield 'in a difference it gets them', re.search(r'"calls":7[,}]', windows_difference(scene, '--format=json').stdout.split(
        '"name":"hidden"')[-1].split('\n')[0]) is not None


@row('code without lines of Windows')
def windows_lines(scene):
    windows_scene(scene)
    theirs, ours = scene.both('-b', '-l', '-p', '-z', 'windows.exe', 'one')
    yield 'alone it can have other lines', theirs == ours
    lines = windows_difference(scene, '--by=line', '--format=json').stdout
    row = lines.split('"name":"quiet"')[-1].split('\n')[0]
    yield 'in a difference it has none', '"line":null' in row and '"self":0.05' in row


# GCC in Debian's standard packages makes no programs for Windows.
NEED_CLANG = (windows_statics, windows_lines)


@row('code outside of .text')
def other_sections(scene):
    functions_scene(scene)
    subprocess.run(['objcopy', '--rename-section', '.text=.fast', 'many'], cwd=scene.folder, check=True)
    theirs, ours = single(scene, '-p')
    yield 'alone it is an error', theirs == ours and theirs.status == 1 and "can't find .text section" in theirs.stderr
    result = difference(scene, '-p')
    yield 'in a difference it is used', result.status == 0 and re.search(r' leaf$', result.stdout, re.M) is not None \
        and 'objcopy --rename-section .fast=.text' in result.stderr


@row('stripped programs')
def stripped(scene):
    functions_scene(scene)
    for words in (['--only-keep-debug', 'many', 'many.debug'], ['--strip-all', '--add-gnu-debuglink=many.debug', 'many']):
        subprocess.run(['objcopy', *words], cwd=scene.folder, check=True)
    theirs, ours = single(scene, '-p')
    yield 'alone they have no symbols', theirs == ours and theirs.status == 1 and 'no symbols' in theirs.stderr
    result = difference(scene, '-p')
    yield 'in a difference they have those of the debug file', \
        result.status == 0 and re.search(r' leaf$', result.stdout, re.M) is not None and 'many.debug' in result.stderr
