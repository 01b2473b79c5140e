# SPDX-License-Identifier: GPL-3.0-or-later
"""Deviations in calculations and listings."""
import os
import shutil
import subprocess

from scene import GPROF, gmon, new_rows  # also makes the modules of tests/cli/files importable
from elf_image import doubling_name

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', 'testdata', 'programs')

ROWS, row = new_rows()


@row('last function')
def last_function(scene):
    last = max(address for name, address in scene.symbols.items() if name in ('main', 'middle', 'leaf'))
    scene.write('symbols', f'{scene.symbols["leaf"]:x} T leaf\n{last:x} T last\n')
    scene.profile('late', [gmon.Histogram(scene.low, scene.high, [1] * ((scene.high - scene.low) // 2))])
    ours = scene.ours('-b', '-p', '-z', '-S', 'symbols', 'program', 'late')
    yield 'egprof gives it no samples', [line.split()[-1] for line in ours.stdout.splitlines()
                                        if line.startswith('  0.00')] == ['last']
    yield 'they still count in the total', '100.00' not in ours.stdout and ours.status == 0


@row('lines that many units describe')
def crowded_lines(scene):
    scene.write('body.h', 'inline int body(int n) {\n' + '  __asm__("nop");\n' * 600 + '  return n;\n}\n')
    units = [f'unit{i}.cc' for i in range(24)]
    for i, unit in enumerate(units):
        scene.write(unit, f'#include "body.h"\nint use{i}(int n) {{ return body(n); }}\n')
    scene.compile('units', '#include "body.h"\nint main() { return body(0); }\n', *units, compiler='g++', suffix='.cc')
    last = scene.symbols_of('units')['_Z4bodyi'] + 32 | 0xff
    scene.profile('each', [gmon.Histogram(last, last + 2, [2])])
    theirs, ours = scene.both('-b', '-l', '-p', 'units', 'each')
    release = subprocess.run([GPROF, '--version'], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    # From release 2.44 on, libbfd finds the line in some builds.
    is_early = [int(number) for number in release.split()[-1].split('.')[:2]] < [2, 44]
    yield 'libbfd finds no line before release 2.44', not is_early or f'@ {last:x})' not in theirs.stdout
    yield 'egprof finds it', f'@ {last:x})' in ours.stdout


@row('names that double')
def doubling(scene):
    name = doubling_name(15)
    scene.write('symbols', f'{scene.symbols["leaf"]:x} T {name}\n{scene.symbols["main"]:x} T main\n')
    theirs, ours = scene.both('-b', '-p', '-S', 'symbols', 'program', scene.profile())
    yield 'gprof makes a megabyte of 175 bytes', len(theirs.stdout) > 10**6 and 'std::pair<int, int>' in theirs.stdout
    yield 'egprof prints the 175', ours.status == 0 and f' {name}\n' in ours.stdout and len(ours.stdout) < 1000


@row('tiny and huge units')
def units(scene):
    scene.profile(records=[scene.histogram({'leaf': 1}, rate=0xffffffff), gmon.Arc(scene.symbols['main'], scene.symbols['leaf'], 0xffffffff)])
    theirs, ours = scene.both('-b', '-p', 'program')
    yield 'gprof reads beyond its table of units', '<s/call' in theirs.stdout or theirs.stdout != ours.stdout
    yield 'egprof takes the largest', 'Ts/call' in ours.stdout


@row('-l and -s on optimised C++')
def miscounted(scene):
    scene.compile('optimised', CPP, '-O2', compiler='g++', suffix='.cpp')
    symbols = scene.symbols_of('optimised')
    low = symbols['main'] & ~15
    scene.profile('cpp.out', [gmon.Histogram(low, low + 256, [1] * 128)])
    theirs, ours = scene.both('-b', '-p', '-l', 'optimised', 'cpp.out')
    yield 'gprof gives up', theirs.status == 1 and 'somebody miscounted' in theirs.stderr
    yield 'egprof lists lines', ours.status == 0 and 'optimised.cpp:' in ours.stdout


CPP = '''
#include <map>
#include <string>
#include <vector>
namespace {
struct Item { std::string name; int value; };
template <class T> int Sum(const T& items) { int sum = 0; for (auto& item : items) sum += item.value; return sum; }
}
int main(int argc, char** argv) {
  std::vector<Item> items;
  std::map<std::string, int> seen;
  for (int i = 0; i < argc; ++i) { items.push_back({argv[i], i}); seen[argv[i]] = i; }
  return Sum(items) + static_cast<int>(seen.size());
}
'''


@row('samples beyond 32 bits')
def many_samples(scene):
    low = scene.symbols['leaf']
    full = gmon.Histogram(low, low + 2, [65535])
    scene.profile('many', [full] * 70000)
    theirs, ours = scene.both('-b', '-p', 'program', 'many')
    yield 'gprof loses count', '45874500.00' not in theirs.stdout and theirs.status == 0
    yield 'egprof does not', ours.stdout.splitlines()[-1].split()[:3] == ['100.00', '45874500.00', '45874500.00']


def read_sum(scene):
    """Returns the total samples and calls in the folder's gmon.sum."""
    records = gmon.read(open(scene.path('gmon.sum'), 'rb').read())
    return (sum(sum(record.bins) for record in records if isinstance(record, gmon.Histogram)),
            sum(record.count for record in records if isinstance(record, gmon.Arc)))


@row('large numbers in gmon.sum')
def large_sums(scene):
    scene.profile('one', [scene.histogram({'leaf': 60000}), *scene.arcs(0x7fffffff)])
    right = (120000, 6 * 0x7fffffff)
    scene.gprof('-s', 'program', 'one', 'one')
    yield 'gprof cuts them off', read_sum(scene) != right
    ours = scene.ours('-s', 'program', 'one', 'one')
    yield 'egprof spreads them over more records', ours.status == 0 and read_sum(scene) == right
    again = scene.ours('-b', 'program', 'gmon.sum')
    direct = scene.ours('-b', '-p', '-q', 'program', 'one', 'one')
    yield 'and reads them back', again == direct and '1200.00' in direct.stdout


@row('header of gmon.sum')
def sum_header(scene):
    scene.profile()
    scene.gprof('-s', 'program', environment={'MALLOC_PERTURB_': '85'})
    theirs = open(scene.path('gmon.sum'), 'rb').read()
    scene.ours('-s', 'program')
    ours = open(scene.path('gmon.sum'), 'rb').read()
    yield 'the rest is the same', theirs[:8] + theirs[20:] == ours[:8] + ours[20:] and len(ours) > 100
    yield 'the spare bytes are zero', ours[8:20] == bytes(12)


@row('-R with an empty map')
def empty_map(scene):
    scene.profile()
    scene.write('map', '')
    theirs, ours = scene.both('-R', 'map', 'program')
    yield 'gprof crashes', theirs.status < 0
    yield 'egprof has nothing to order', ours.status == 0 and not ours.stderr


@row('-R with a file in several places')
def repeated_file(scene):
    scene.profile()
    scene.write('map', 'a.o:text leaf\na.o:text main\na.o:text middle\nb.o:text _start\n')
    zeroed = {'MALLOC_PERTURB_': '255'}  # makes uninitialised memory zero for gprof
    theirs, ours = scene.both('-R', 'map', 'program', environment=zeroed)
    yield 'gprof with clean memory lists it once', theirs.status == 0 and theirs.stdout.count('a.o\n') == 1
    yield 'so does egprof, always', ours == theirs


@row('-R map line without a blank')
def map_without_blank(scene):
    scene.profile()
    scene.write('map', 'a.o:leaf\n')
    theirs, ours = scene.both('-R', 'map', 'program')
    yield 'gprof crashes', theirs.status < 0
    yield 'egprof refuses it as gprof refuses other lines that it cannot parse', \
        ours.status == 1 and ours.stderr == f'{GPROF}: unable to parse mapping file map.\n'


@row('-r and -R with a call, as of -k')
def endless_order(scene):
    for name in os.listdir(PROGRAMS):
        if name in ('cycles.c', 'work.h'):
            shutil.copy(os.path.join(PROGRAMS, name), scene.folder)
    subprocess.run(['gcc', '-O0', '-g', '-pg', '-no-pie', '-o', 'cycles', 'cycles.c'], cwd=scene.folder, check=True)
    subprocess.run(['./cycles'], cwd=scene.folder, check=True, stdout=subprocess.DEVNULL)
    arguments = ['-l', '-r', '-k', 'cycles.c:Chain4/cycles.c', 'cycles']
    theirs = subprocess.run(f'timeout 5 {GPROF} {" ".join(arguments)} | head -c 1000000 | wc -c', shell=True,
                            cwd=scene.folder, capture_output=True, check=True)
    yield 'gprof goes round in a circle', int(theirs.stdout) == 1000000
    ours = scene.ours(*arguments)
    names = ours.stdout.split('\n')
    yield 'egprof ends', ours.status == 0 and {'main', 'Chain3', 'Chain4'} <= set(names) and len(names) < 1000
