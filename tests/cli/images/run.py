#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests differences of programs for which gprof's rules lose time or calls: programs of microcontrollers, of Windows,
stripped ones, and ones that were loaded at another address.

    tests/cli/images/run.py --egprof build/egprof/egprof
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
from checks import GPROF, Checks, parse_arguments, run  # also makes tests/oracle importable

from gmon import Arc, Histogram, Layout, write

# Freestanding, so that no other symbol follows the last function.
SOURCE = '''
#define APART __attribute__((noinline, noclone))
volatile unsigned ticks;
APART static unsigned scale(unsigned x) { for (int i = 0; i < 9; ++i) x = x * 3 + ticks; return x; }
APART static unsigned spare(unsigned x) { for (int i = 0; i < 3; ++i) x = x * 5 + ticks; return x; }
APART unsigned filter(unsigned x) { for (int i = 0; i < 7; ++i) x ^= ticks + (x >> 3); return scale(x); }
APART void wait_long(unsigned n) { while (n--) ++ticks; }
APART unsigned entry(void) { wait_long(100); return filter(5) + scale(3) + spare(4); }
APART void copy_last(volatile char* to, unsigned n) { while (n--) *to++ = (char)ticks; }
'''
NAMES = ('scale', 'filter', 'wait_long', 'entry', 'copy_last')
SCRIPT = '''
SECTIONS {
  . = 0x8000000; .text : { *(.text*) }
  . = 0x20000000; .data : { *(.data*) } .bss : { *(.bss*) *(COMMON) }
  /DISCARD/ : { *(.note*) *(.comment) *(.eh_frame*) }
}
'''


def tool(folder, *words):
    subprocess.run([str(word) for word in words], cwd=folder, check=True, capture_output=True)


class Program:
    """A linked program and its symbols, from which profiles are written."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        listed = subprocess.run(['nm', name], cwd=folder, check=True, capture_output=True, text=True).stdout
        rows = [line.split() for line in listed.splitlines()]
        self.at = {row[2]: int(row[0], 16) for row in rows if len(row) == 3}
        self.low = min(self.at[n] for n in NAMES if n in self.at) & ~15

    def histogram(self, ticks, length=0x200, **fields):
        """Returns a histogram with two bytes of code per bin, and with samples four bytes into each function."""
        bins = [0] * (length // 2)
        for name, count in ticks.items():
            bins[(self.at[name] + 4 - self.low) // 2] += count
        return Histogram(self.low, self.low + length, bins, **fields)

    def arcs(self, factor=1):
        at = self.at
        return [Arc(at['entry'] + 6, at['wait_long'] + 1, factor), Arc(at['entry'] + 9, at['filter'] + 1, factor),
                Arc(at['entry'] + 12, at['scale'] + 1, factor), Arc(at['filter'] + 8, at['scale'] + 1, 2 * factor)]

    def profile(self, file, records, layout=Layout()):
        (self.folder / file).write_bytes(write(records, layout))
        return file


def shifted(records, by):
    """Returns records whose addresses are larger by a number, modulo 2^64."""
    add = lambda address: (address + by) % 2**64
    return [Histogram(add(r.low), add(r.high), r.bins, r.rate) if isinstance(r, Histogram) else
            Arc(add(r.caller), add(r.callee), r.count) for r in records]


class Scene:
    def __init__(self, checks, egprof, folder):
        self.checks, self.egprof, self.folder = checks, egprof, Path(folder)
        (self.folder / 'part.c').write_text(SOURCE)
        (self.folder / 'script.ld').write_text(SCRIPT)
        tool(folder, 'gcc', '-c', '-O1', '-g', '-ffreestanding', '-fno-pic', '-fno-stack-protector', '-fcf-protection=none',
             '-fno-asynchronous-unwind-tables', '-mcmodel=small', 'part.c')
        tool(folder, 'ld', '-T', 'script.ld', '-e', 'entry', '--build-id=none', '-o', 'firmware', 'part.o')

    def run(self, *arguments):
        return run(self.egprof, *arguments, cwd=self.folder)

    def difference(self, *arguments):
        """Returns (seconds of base and other by function, calls of base by function, the outcome)."""
        shown = self.run('diff', '--format=json', *arguments)
        if not self.checks.equal(shown.status, 0, f'status ({shown.err})', shown.command):
            return {}, {}, shown
        rows = json.loads(shown.out)['functions']
        seconds = {row['name']: (row['base']['self'], row['other']['self']) for row in rows}
        calls = {row['name']: row['base']['calls'] for row in rows}
        return seconds, calls, shown

    def gprof(self, *arguments):
        return run(GPROF, *arguments, cwd=self.folder)


def last_function(checks, scene):
    """A difference counts the samples of the last function, up to the end of its section."""
    program = Program(scene.folder, 'firmware')
    ticks = {'scale': 20, 'wait_long': 300, 'copy_last': 500}
    program.profile('one', [program.histogram(ticks), *program.arcs()])
    program.profile('two', [program.histogram({**ticks, 'copy_last': 900}), *program.arcs()])
    seconds, _, shown = scene.difference('firmware', 'one', 'two')
    checks.equal(seconds.get('copy_last'), (5.0, 9.0), 'the last function', shown.command)
    checks.equal(seconds.get('wait_long'), (3.0, 3.0), 'another function', shown.command)
    gate = scene.run('--fail-if=self > 5%', '-p', 'firmware', 'one', '--subtract', 'two')
    checks.equal(gate.status, 3, 'status of a gate', gate.command)
    checks.expect('copy_last' in gate.err, f'the gate names the function: {gate.err}', gate.command)
    lines = scene.run('diff', '--by=line', '--format=json', 'firmware', 'one', 'two')
    rows = [row for row in json.loads(lines.out)['functions'] if row['name'] == 'copy_last']
    checks.equal((sum(row['base']['self'] for row in rows), sum(row['other']['self'] for row in rows)),
                 (5.0, 9.0), 'lines of the last function', lines.command)
    # Beyond the section, samples are in no function.
    program.at['behind'] = program.at['copy_last'] + 0x100
    program.profile('beyond', [program.histogram({**ticks, 'behind': 70}, 0x400), *program.arcs()])
    shown = scene.run('diff', '--format=json', 'firmware', 'one', 'beyond')
    checks.equal(json.loads(shown.out)['other']['unattributed'], 0.7, 'samples behind the section', shown.command)
    seconds, _, shown = scene.difference('firmware', 'one', 'beyond')
    checks.equal(seconds.get('copy_last'), (5.0, 5.0), 'the last function and samples behind it', shown.command)


def openocd(checks, scene):
    """OpenOCD's histograms begin at the first sample and end at the last one."""
    program = Program(scene.folder, 'firmware')

    def sampled(file, ticks):
        addresses = sorted(program.at[name] + 2 * i % 16 for name, count in ticks.items() for i in range(count))
        low, high = addresses[0], addresses[-1] + 1
        bins = [0] * ((high - low) // 2)
        for address in addresses:
            bins[min(len(bins) - 1, (address - low) * len(bins) // (high - low))] += 1
        return program.profile(file, [Histogram(low, high, bins)])

    sampled('one', {'scale': 50, 'filter': 300, 'entry': 20})
    sampled('two', {'scale': 90, 'filter': 300, 'entry': 40})
    _, _, shown = scene.difference('firmware', 'one', 'two')
    checks.expect('does not fit' not in shown.err, f'a profile of the right program: {shown.err}', shown.command)
    program.at['nothing'] = program.low - 0x4000
    sampled('elsewhere', {'nothing': 1, 'filter': 300, 'entry': 40})
    _, _, shown = scene.difference('firmware', 'one', 'elsewhere')
    checks.expect('elsewhere does not fit the code of firmware' in shown.err, f'samples outside the code: {shown.err}',
                  shown.command)


def shifts(checks, scene):
    """Addresses that are all larger by one constant."""
    program = Program(scene.folder, 'firmware')
    length = 0x100
    records = [program.histogram({'scale': 20, 'wait_long': 30, 'filter': 9}, length), *program.arcs()]
    program.profile('plain', records)
    expected, _, _ = scene.difference('firmware', 'plain', 'plain')
    for by in (0x555555554000, 0x10000, -0x7000000, 0x400000):
        program.profile('moved', shifted(records, by))
        text = f'{"-" if by < 0 else ""}{abs(by):#x}'
        seconds, _, shown = scene.difference('firmware', 'plain', 'moved')
        checks.expect(f'plus {text}: ' in shown.err and '-no-pie' in shown.err and '--shift=auto' in shown.err,
                      f'the shift is named: {shown.err}', shown.command)
        for value in ('auto', str(by), text):
            if value != 'auto' and by > 0:  # a number is subtracted from both sides
                program.profile('both', shifted(records, by))
                sides = ('moved', 'both')
            else:
                sides = ('plain', 'moved')
            if value != 'auto' and by < 0:
                continue
            seconds, calls, shown = scene.difference(f'--shift={value}', 'firmware', *sides)
            checks.equal(seconds, expected, f'times with --shift={value}', shown.command)
            checks.equal(calls.get('scale'), 3, f'calls with --shift={value}', shown.command)
            checks.expect(f'{text} from moved' in shown.err, f'what is subtracted: {shown.err}', shown.command)
    # Each run has a shift of its own.
    for i, by in enumerate((0x555555554000, 0x7ffff7dd0000, 0x10000)):
        program.profile(f'run.{i}', shifted(records, by))
    runs = [f'run.{i}' for i in range(3)]
    seconds, _, shown = scene.difference('--shift=auto', 'firmware', 'plain', '--', *runs)
    checks.equal(seconds, expected, 'runs with different shifts', shown.command)
    _, _, shown = scene.difference('firmware', 'plain', '--', *runs)
    checks.expect('run.0 are those of firmware plus 0x555555554000' in shown.err and 'other profiles of this side: 2' in shown.err,
                  f'the shifts of runs are named: {shown.err}', shown.command)
    seconds, _, shown = scene.difference('--shift=auto', '--add', 'firmware', 'plain', '--', *runs)
    checks.equal(seconds.get('scale'), (0.2, 0.6), 'the sum of runs with different shifts', shown.command)
    # A single execution in another format than gprof's.
    shown = scene.run('--format=json', 'firmware', 'run.0')
    checks.expect('plus 0x555555554000' in shown.err, f'one execution: {shown.err}', shown.command)
    shown = scene.run('-b', '-p', 'firmware', 'run.0')
    checks.equal((shown.err, shown.out), ('', scene.gprof('-b', '-p', 'firmware', 'run.0').out), 'a listing', shown.command)
    shown = scene.run('-b', '-p', '--shift=auto', 'firmware', 'run.0')
    checks.equal(shown.out, scene.gprof('-b', '-p', 'firmware', 'plain').out, 'a listing with --shift', shown.command)
    # What a shift cannot explain, or several can.
    program.profile('other', [Histogram(0x700000, 0x701000, [0, 3] * 1024),
                              *(Arc(0x700000 + 77 * i, 0x700050 + 331 * i, 1) for i in range(9))])
    _, _, shown = scene.difference('firmware', 'plain', 'other')
    checks.expect(' plus 0x' not in shown.err and 'nothing in other matches' in shown.err, f"another program's profile: {shown.err}",
                  shown.command)
    _, _, shown = scene.difference('--shift=auto', 'firmware', 'plain', 'other')
    checks.expect('other: no single shift' in shown.err, f'no shift is found: {shown.err}', shown.command)
    for wrong in ('', 'automatic', '12x', '99999999999999999999999'):
        shown = scene.run('diff', f'--shift={wrong}', 'firmware', 'plain', 'plain')
        checks.expect(shown.status == 1 and "needs 'auto' or a number" in shown.err, f'--shift={wrong}: {shown.err}', shown.command)
    shown = scene.run('diff', '--sh', 'firmware', 'plain', 'plain')
    checks.expect('shift' not in shown.err, f'--sh still means --shrink: {shown.err}', shown.command)


def sections(checks, scene):
    """Code in sections other than .text."""
    tool(scene.folder, 'objcopy', '--rename-section', '.text=.flash.text', 'firmware', 'flash')
    program = Program(scene.folder, 'firmware')
    ticks = {'scale': 20, 'wait_long': 300, 'copy_last': 500}
    program.profile('one', [program.histogram(ticks), *program.arcs()])
    program.profile('two', [program.histogram({**ticks, 'copy_last': 900}), *program.arcs()])
    expected, _, _ = scene.difference('firmware', 'one', 'two')
    seconds, _, shown = scene.difference('flash', 'one', 'two')
    checks.equal(seconds, expected, 'times of code in .flash.text', shown.command)
    checks.expect('.flash.text' in shown.err and 'objcopy --rename-section .flash.text=.text' in shown.err,
                  f'the section and the way out: {shown.err}', shown.command)
    lines = [json.loads(scene.run('diff', '--by=line', '--format=json', image, 'one', 'two').out)['functions']
             for image in ('firmware', 'flash')]
    checks.equal(lines[1], lines[0], 'lines of code in .flash.text')
    theirs, ours = scene.gprof('-b', '-p', 'flash', 'one'), scene.run('-b', '-p', 'flash', 'one')
    checks.equal((ours.status, ours.out), (theirs.status, theirs.out), 'a listing', ours.command)
    checks.expect("can't find .text section in flash" in ours.err, f"gprof's message: {ours.err}", ours.command)
    # The advice works.
    tool(scene.folder, 'objcopy', '--rename-section', '.flash.text=.text', 'flash', 'again')
    checks.equal(scene.gprof('-b', '-p', 'again', 'one').out, scene.gprof('-b', '-p', 'firmware', 'one').out, 'the advice')
    # Two code sections far apart; the last function is not in .text.
    (scene.folder / 'two.ld').write_text(SCRIPT.replace('*(.text*) }', '*(.text) }\n  .ram.text : { *(.text.*) }'))
    tool(scene.folder, 'gcc', '-c', '-O1', '-g', '-ffreestanding', '-fno-pic', '-fno-stack-protector', '-fcf-protection=none',
         '-fno-asynchronous-unwind-tables', '-ffunction-sections', '-o', 'sections.o', 'part.c')
    tool(scene.folder, 'objcopy', *(f'--rename-section=.text.{n}=.text' for n in NAMES[:3]), 'sections.o')
    tool(scene.folder, 'ld', '-T', 'two.ld', '-e', 'entry', '--build-id=none', '-o', 'split', 'sections.o')
    program = Program(scene.folder, 'split')
    program.profile('one', [program.histogram(ticks), *program.arcs()])
    seconds, _, shown = scene.difference('split', 'one', 'one')
    checks.equal(seconds.get('copy_last'), (5.0, 5.0), 'the last function behind .text', shown.command)
    checks.expect('objcopy' not in shown.err, f'a program with .text: {shown.err}', shown.command)
    tool(scene.folder, 'objcopy', '--rename-section', '.text=.data1,alloc,load,data', 'firmware', 'codeless')
    shown = scene.run('diff', 'codeless', 'one', 'one')
    checks.equal((shown.status, shown.err.count('codeless')), (1, 1), f'no code at all: {shown.err}', shown.command)


def debug_files(checks, scene):
    """A stripped program finds its symbols in its debug file."""
    folder = scene.folder
    program = Program(folder, 'firmware')
    ticks = {'scale': 20, 'wait_long': 300, 'copy_last': 500}
    program.profile('one', [program.histogram(ticks), *program.arcs()])
    program.profile('two', [program.histogram({**ticks, 'wait_long': 100}), *program.arcs()])
    expected, calls, _ = scene.difference('firmware', 'one', 'two')
    tool(folder, 'objcopy', '--only-keep-debug', 'firmware', 'firmware.debug')
    tool(folder, 'objcopy', '--strip-all', '--add-gnu-debuglink=firmware.debug', 'firmware', 'stripped')
    seconds, found_calls, shown = scene.difference('stripped', 'one', 'two')
    checks.equal((seconds, found_calls), (expected, calls), 'a debug file beside the program', shown.command)
    checks.expect('firmware.debug' in shown.err, f'the debug file is named: {shown.err}', shown.command)
    lines = [json.loads(scene.run('diff', '--by=line', '--format=json', image, 'one', 'two').out)['functions']
             for image in ('firmware', 'stripped')]
    checks.equal(lines[1], lines[0], 'lines from a debug file')
    (folder / '.debug').mkdir()
    shutil.move(folder / 'firmware.debug', folder / '.debug' / 'firmware.debug')
    seconds, _, shown = scene.difference('stripped', 'one', 'two')
    checks.equal(seconds, expected, 'a debug file in .debug', shown.command)
    theirs, ours = scene.gprof('-b', '-p', 'stripped', 'one'), scene.run('-b', '-p', 'stripped', 'one')
    checks.equal((ours.status, ours.out), (theirs.status, theirs.out), 'a listing', ours.command)
    with open(folder / '.debug' / 'firmware.debug', 'ab') as file:
        file.write(b'another build')  # its checksum is wrong
    shown = scene.run('diff', 'stripped', 'one', 'two')
    checks.expect(shown.status == 1 and 'no symbols' in shown.err, f'the debug file of another build: {shown.err}', shown.command)
    shutil.rmtree(folder / '.debug')
    shown = scene.run('diff', 'stripped', 'one', 'two')
    checks.expect(shown.status == 1 and 'no symbols' in shown.err, f'without a debug file: {shown.err}', shown.command)


def windows(checks, scene):
    """Images of Windows: listings are gprof's; static functions keep their calls in a difference."""
    if not shutil.which('clang'):
        return print('clang is not installed: no image of Windows is tested')
    folder = scene.folder
    target = ['clang', '--target=x86_64-w64-mingw32', '-c', '-O1', '-ffreestanding', '-fno-builtin']
    tool(folder, *target, '-g', '-gdwarf-4', '-o', 'lines.obj', 'part.c')
    # Code without lines, and a function with the name of a static function of the other file.
    (folder / 'quiet.c').write_text('__attribute__((noinline)) static int twice(volatile int* x) { return *x * 2; }\n'
                                    '__attribute__((noinline)) int spare(volatile int* x) { return *x * 3; }\n'
                                    'int quiet(int* x) { return twice(x) + 1; }\n'
                                    'int silent(int* x) { return twice(x) + spare(x); }\n')
    tool(folder, *target, '-o', 'quiet.obj', 'quiet.c')
    for files in (['lines.obj', 'quiet.obj'], ['quiet.obj', 'lines.obj']):
        tool(folder, 'ld', '-m', 'i386pep', '-e', 'entry', '-o', 'windows.exe', *files)
        windows_image(checks, scene)


def windows_image(checks, scene):
    program = Program(scene.folder, 'windows.exe')
    program.low = min(program.low, program.at['twice']) & ~15
    ticks = {'scale': 20, 'wait_long': 300, 'filter': 40, 'quiet': 30, 'silent': 8}
    arcs = [*program.arcs(), Arc(program.at['quiet'] + 5, program.at['twice'] + 1, 4)]
    program.profile('one', [program.histogram(ticks), *arcs])
    for options in ('-p', '-q', '-l', '-C', '-A', '-r', '-c -q', '-l -p -z', '-l -q', '-p --inline-file-names', '-C -l', '-a', '-D'):
        theirs, ours = (profiler('-b', *options.split(), 'windows.exe', 'one') for profiler in (scene.gprof, scene.run))
        checks.equal((ours.status, ours.out), (theirs.status, theirs.out), f'a listing with {options}', ours.command)
    _, calls, shown = scene.difference('windows.exe', 'one', 'one')
    checks.equal({name: calls.get(name) for name in ('scale', 'filter', 'twice')}, {'scale': 3, 'filter': 1, 'twice': 4},
                 'calls of static functions', shown.command)
    lines = scene.run('diff', '--by=line', '--format=json', 'windows.exe', 'one', 'one')
    quiet = [row for row in json.loads(lines.out)['functions'] if row['name'] in ('quiet', 'silent', 'twice')]
    checks.expect(len(quiet) == 3 and not any(row.get('line') for row in quiet), 'code without lines has no lines: ' +
                  ', '.join(f"{row['name']}:{row['line']}" for row in quiet), lines.command)


def main():
    arguments = parse_arguments(__doc__)
    checks = Checks()
    for part in (last_function, openocd, shifts, sections, debug_files, windows):
        with tempfile.TemporaryDirectory() as folder:
            part(checks, Scene(checks, arguments.egprof, folder))
    checks.finish()


if __name__ == '__main__':
    main()
