# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes programs with a very large number of functions: assembly code like that of GCC, linked into real ELF files."""
import os
import subprocess
from dataclasses import dataclass

# The code that GCC 12 generates at -O0 for int f(int x) { return x + 1; }, with placeholders for its line entries.
_BODY = """{loc0}\tpushq %rbp
\tmovq %rsp, %rbp
\tmovl %edi, -4(%rbp)
{loc1}\tmovl -4(%rbp), %eax
\taddl $1, %eax
{loc2}\tpopq %rbp
\tret
"""

_ABBREVIATIONS = """\t.section .debug_abbrev,"",@progbits
.Labbrev:
\t.byte 1, 0x11, 1, 0x25, 8, 0x13, 0xb, 3, 8, 0x1b, 8, 0x11, 1, 0x12, 7, 0x10, 0x17, 0, 0
\t.byte 2, 0x2e, 1, 0x3f, 0x19, 3, 8, 0x3a, 5, 0x3b, 6, 0x49, 0x13, 0x11, 1, 0x12, 7, 0x40, 0x18, 0, 0
\t.byte 3, 5, 0, 3, 8, 0x3a, 5, 0x3b, 6, 0x49, 0x13, 2, 0x18, 0, 0
\t.byte 4, 0x24, 0, 0xb, 0xb, 0x3e, 0xb, 3, 8, 0, 0
\t.byte 5, 0x2e, 1, 0x3f, 0x19, 3, 8, 0x6e, 8, 0x3a, 5, 0x3b, 6, 0x49, 0x13, 0x11, 1, 0x12, 7, 0x40, 0x18, 0, 0
\t.byte 0
"""


def run(*command, **options):
    subprocess.run([str(part) for part in command], check=True, **options)


@dataclass
class Function:
    """A function of an image. Each of its blocks is the code that GCC generates for a function of three lines of C."""
    name: str
    file: int = 1
    line: int = 1
    blocks: int = 1
    rest: int = 0  # number of bytes of text after the blocks
    plain_name: str = ''  # the name before mangling; empty if `name` is not mangled
    alias: str = ''
    is_static: bool = False


def _loc(debug, function, line):
    return f'\t.loc {function.file} {function.line + line} 1\n' if debug else ''


def _text(function, debug, align):
    name, alias = function.name, function.alias
    body = ''.join(_BODY.format(loc0=_loc(debug, function, 3 * i), loc1=_loc(debug, function, 3 * i + 1),
                                loc2=_loc(debug, function, 3 * i + 2)) for i in range(function.blocks))
    rest = f'\t.skip {function.rest}, 0x90\n' if function.rest else ''
    other = f'\t.weak {alias}\n\t.set {alias}, {name}\n' if alias else ''
    linkage = '' if function.is_static else f'\t.globl {name}\n'
    return (f'\t.p2align {align}\n{linkage}\t.type {name}, @function\n{name}:\n{body}{rest}'
            f'.Le_{name}:\n\t.size {name}, .-{name}\n{other}')


def _die(function):
    name, place = function.name, f'\t.short {function.file}\n\t.long {function.line}'
    names = f'5\n\t.asciz "{function.plain_name}", "{name}"' if function.plain_name else f'2\n\t.asciz "{name}"'
    return (f'\t.byte {names}\n{place}, .Lint-.Linfo\n\t.quad {name}, .Le_{name}-{name}\n'
            f'\t.byte 1, 0x9c, 3, 0x78, 0\n{place}, .Lint-.Linfo\n\t.byte 2, 0x91, 0x6c, 0\n')


def _information(functions):
    head = """\t.section .debug_info,"",@progbits
.Linfo:
\t.long .Linfo_end-.Linfo_start
.Linfo_start:
\t.short 5
\t.byte 1, 8
\t.long .Labbrev
\t.byte 1
\t.asciz "GNU C17 12.2.0"
\t.byte 0x1d
\t.asciz "file_1.c"
\t.asciz "/src"
\t.quad .Ltext, .Ltext_end-.Ltext
\t.long .Lline
.Lint:
\t.byte 4, 4, 5
\t.asciz "int"
"""
    return head + ''.join(map(_die, functions)) + '\t.byte 0\n.Linfo_end:\n' + _ABBREVIATIONS


def _assemble(path, debug, first):
    run('as', *(['--gdwarf-5'] if debug else []), '-o', path + '.o', path + '.s')
    run('ld', '-e', first, '-o', path, path + '.o')
    for rest in ('.s', '.o'):
        os.remove(path + rest)


def program(path, functions, debug, files=1, align=0):
    """Writes a program whose section .text has these functions in this order. With `debug`, all functions have debug
    information, in one unit."""
    with open(path + '.s', 'w') as text:
        if debug:
            text.write('\t.file 0 "/src" "file_1.c"\n')
            text.writelines(f'\t.file {i} "file_{i}.c"\n' for i in range(1, files + 1))
        text.write('\t.text\n.Ltext:\n')
        text.writelines(_text(function, debug, align) for function in functions)
        text.write('.Ltext_end:\n')
        if debug:
            text.write(_information(functions) + '\t.section .debug_line,"",@progbits\n.Lline:\n')
        text.write('\t.section .note.GNU-stack,"",@progbits\n')
    _assemble(path, debug, functions[0].name)


def plain_functions(count, files=1, static=False):
    """Makes functions of one block each, distributed over `files` source files. With `static`, all except main are
    static."""
    per_file = -(-count // files)
    return [Function(f'function_{i}' if i else 'main', 1 + i // per_file, 1 + 4 * (i % per_file),
                     is_static=static and i > 0) for i in range(count)]


def mangled_functions(count, source, files=1):
    """Makes C++ member functions of one to eight blocks; every tenth is a constructor with two symbols (C1, C2)."""
    nouns = ('Buffer', 'Cursor', 'Layout', 'Module', 'Parser', 'Region', 'Symbol', 'Visitor', 'Worker', 'Allocator')
    verbs = ('create', 'emit', 'find', 'handle', 'lookup', 'merge', 'parse', 'release', 'resolve', 'visit')
    parameters = ('v', 'i', 'RKSs', 'PKcj', 'RKSt6vectorIiSaIiEE', 'St4pairIPvmE', 'RSoRKSs')
    made, per_file = [], -(-count // files)
    for i in range(count):
        noun, verb = nouns[i // 10 % 10] + str(i // 10), verbs[i % 10] + source.choice(('', '_next', '_all', '_of'))
        scope, tail = f'4core{len(noun)}{noun}', source.choice(parameters)
        file, line, blocks = 1 + i // per_file, 1 + 30 * (i % per_file), source.choice((1, 1, 1, 2, 2, 3, 5, 8))
        if i % 10:
            made.append(Function(f'_ZN{scope}{len(verb)}{verb}E{tail}', file, line, blocks, 0, verb))
        else:
            made.append(Function(f'_ZN{scope}C2E{tail}', file, line, blocks, 0, noun, f'_ZN{scope}C1E{tail}'))
    return made


def library_functions(count, source):
    """Makes functions like those of a library without debug information, with about two kilobytes of text each."""
    return [Function(f'library_{i}', rest=source.choice((60, 300, 900, 2000, 3000, 6000))) for i in range(count)]


def functions(path):
    """Returns the addresses and the names of a program's text symbols, sorted by address."""
    lines = subprocess.run(['nm', '-n', path], check=True, capture_output=True, text=True).stdout.splitlines()
    rows = [line.split(None, 2) for line in lines]
    rows = [(int(row[0], 16), row[2]) for row in rows if len(row) == 3 and row[1] in 'tTwW']
    return [row[0] for row in rows], [row[1] for row in rows]


def text_range(path):
    """Returns the start and end addresses of the section .text."""
    lines = subprocess.run(['readelf', '-SW', path], check=True, capture_output=True, text=True).stdout.splitlines()
    row = next(line.split(']', 1)[1].split() for line in lines if ' .text ' in line)
    start, size = int(row[2], 16), int(row[4], 16)
    return start, start + size
