# SPDX-License-Identifier: GPL-3.0-or-later
"""Defines the intended differences between the classic listings of egprof and gprof. The manual's table of deviations
has the same rows.

A row explains a difference only if its test accepts both outcomes; a difference that no row explains is a failure.
"""
import os
import re
import signal
from dataclasses import dataclass, replace
from typing import Callable

from gmon import EndOfFile, read
from options import read_debug_options
from sums import same_sums


@dataclass(frozen=True)
class Comparison:
    case: object
    theirs: object  # gprof's outcome
    ours: object    # egprof's outcome
    gprof: object   # the programs, to run them again
    egprof: object


@dataclass(frozen=True)
class Deviation:
    name: str
    reason: str
    explains: Callable  # (comparison) -> bool


# --- tests ----------------------------------------------------------------------------------------------------------
def _directory_as_image(c):
    return (c.ours.status == c.theirs.status == 1 and not c.ours.stdout and not c.ours.files and
            c.theirs.stderr.replace(b': Success\n', b': Is a directory\n') == c.ours.stderr)


def _pipe(c):
    return c.case.pipe and c.theirs.stderr == b'-: Illegal seek\n' and c.ours.status == 0 and not c.ours.stderr


def _cut_block_record(c):
    return (c.ours.status == c.theirs.status == 1 and not c.ours.stdout and not c.ours.files and
            re.sub(rb'^[^\n]*: (\S+: )unexpected end of file\n\Z', rb'\1', c.ours.stderr, flags=re.M) ==
            re.sub(rb'^(\S+: )(Success|No such file or directory)\n\Z', rb'\1', c.theirs.stderr, flags=re.M))


def _empty_map(c):
    """gprof crashes, or prints the contents of uninitialised memory on a line of its own."""
    if not any(os.path.isfile(c.case.folder / word) and (c.case.folder / word).stat().st_size == 0
               for word in map(_map_name, c.case.arguments)) or c.ours.status != 0:
        return False
    if c.theirs.status == -signal.SIGSEGV:
        return bool(re.fullmatch(rb'(\S+: warning: ignoring basic-block exec counts [^\n]*\n)?', c.ours.stderr))
    lines = c.theirs.stdout.split(b'\n')
    return (c.theirs.status == 0 and c.theirs.stderr == c.ours.stderr and c.theirs.files == c.ours.files and
            any(lines[:n] + lines[n + 1:] == c.ours.stdout.split(b'\n') for n in range(len(lines))))


def _map_name(word):
    """Returns the part of an argument that can name a map: all of it, or the text after -R or an equals sign."""
    return re.sub(r'^(-[bzaDTLlscrixyB]*R|--file-o[a-z]*=)(?=.)', '', word)


def _calls_in_large_code(c):
    """gprof searches for calls outside of the code: it crashes, or finds calls in unrelated memory."""
    if not any(re.match(r'-[bzaDTLlsrixyB]*c|--st', word) for word in c.case.arguments):
        return False
    if c.theirs.status == -signal.SIGSEGV:
        return c.ours.status == 0
    return any(c.gprof.run(c.case) == c.ours for _ in range(3))


def _map_without_blank(c):
    """A line of a map is invalid: gprof reports some such lines and crashes on others."""
    return (c.theirs.status == -signal.SIGSEGV and c.ours.status == 1 and not c.ours.stdout and
            re.fullmatch(rb'\S+: unable to parse mapping file \S+\.\n', c.ours.stderr))


def _bad_bsd_header(c):
    """gprof interprets some bytes as a size, and runs out of memory; with enough memory, it would print the same as
    egprof."""
    wanted = rb'\n(\S+): out of memory allocating \d+ bytes after a total of \d+ bytes\n\Z'
    return (c.theirs.status == c.ours.status == 1 and c.theirs.stdout == c.ours.stdout and
            re.sub(wanted, b'', c.theirs.stderr) ==
            re.sub(rb"\S+: file '\S+' does not appear to be in gmon.out format\n\Z", b'', c.ours.stderr) and
            re.search(wanted, c.theirs.stderr))


def _big_endian_blocks(c):
    return (c.case.layout.order == 'big' and c.theirs.status == 1 and b'unexpected' not in c.ours.stderr and
            re.search(rb'^\S*(blocks|random\S*): (Success|No such file or directory)\n\Z', c.theirs.stderr, re.M))


def _miscount(c):
    message = rb': somebody miscounted: ltab\.len=\d+ instead of \d+\n\Z'
    return (c.theirs.status == 1 and re.search(message, c.theirs.stderr) and
            c.ours.status in (0, 1) and b'miscounted' not in c.ours.stderr)


def _last_function(c):
    """gprof prints the same as egprof if zeros follow its table of symbols in memory. A setting of malloc ensures this:
    each memory block then has its own pages."""
    alone = replace(c.case, environment=(*c.case.environment, ('MALLOC_MMAP_THRESHOLD_', '1')))
    return c.theirs.status == c.ours.status == 0 and c.gprof.run(alone) == c.ours


def _help(c):
    """Both programs succeed and print nothing to standard error. Their outputs are the same up to the help text."""
    start = b'Usage: ' + c.case.name.encode()
    return (c.theirs.status == c.ours.status == 0 and c.theirs.stderr == c.ours.stderr == b'' and
            c.theirs.stdout.split(start)[0] == c.ours.stdout.split(start)[0] and start in c.theirs.stdout and
            start in c.ours.stdout)


def _version(c):
    """The first line equals gprof's if egprof runs under the name gprof; the rest describes egprof."""
    first, ours = (o.stdout.split(b'\n') for o in (c.theirs, c.ours))
    return (c.theirs.status == c.ours.status == 0 and c.theirs.stderr == c.ours.stderr == b'' and
            b'GNU gprof' in c.theirs.stdout and c.case.name == 'gprof' and
            first[:-3] == ours[:len(first) - 3] and len(ours) >= len(first))


def _debug(c):
    """Both outputs begin with the same debug-level lines. The rest of egprof's output is gprof's output without -d."""
    arguments, debug = read_debug_options(c.case.arguments)
    if not debug or c.theirs.status != c.ours.status or c.theirs.stderr != c.ours.stderr:
        return False
    levels = re.match(rb'(\[main\] debug-level=0x[0-9a-f]+\n)*', c.ours.stdout)[0]
    plain = c.gprof.run(replace(c.case, arguments=arguments))
    return (levels and c.theirs.stdout.startswith(levels) and c.ours.stdout == levels + plain.stdout and
            plain.status == c.ours.status)


def _large_numbers_in_sum(c):
    """gprof cuts bins to 16 bits and counts to 32 bits; otherwise nothing differs."""
    if 'gmon.sum' not in c.theirs.files or 'gmon.sum' not in c.ours.files:
        return False
    same = replace(c.ours, files={**c.ours.files, 'gmon.sum': c.theirs.files['gmon.sum']}) == c.theirs
    try:
        theirs, ours = (read(o.files['gmon.sum'], c.case.layout) for o in (c.theirs, c.ours))
        return same and same_sums(theirs, ours)
    except (EndOfFile, ValueError):
        return False


# The intended differences, in the order in which they are tried. The names are those of the manual's rows.
DEVIATIONS = [
    Deviation('a directory as image', 'gprof reports "Success" as the error', _directory_as_image),
    Deviation('BSD profile from a pipe', 'gprof needs a file that it can seek in', _pipe),
    Deviation('profile cut short', 'gprof names whatever error came last, "Success" for one', _cut_block_record),
    Deviation('bad BSD header', 'gprof asks for as much memory as a damaged file names', _bad_bsd_header),
    Deviation('blocks of big-endian machines', 'gprof swaps their number twice and finds no end', _big_endian_blocks),
    Deviation('calls in large code', 'gprof reads outside of the code and crashes', _calls_in_large_code),
    Deviation('-R with an empty map', 'gprof crashes, or prints what its memory holds', _empty_map),
    Deviation('-R map line without a blank', 'gprof crashes where it says of other lines that they cannot be parsed',
              _map_without_blank),
    Deviation('-l and -s on optimised C++', 'gprof gives up where libbfd answers twice in different ways', _miscount),
    Deviation('last function', 'gprof takes its end from behind its table of symbols', _last_function),
    Deviation('-h', 'the text is ours', _help),
    Deviation('-v', 'the text below the first line is ours', _version),
    Deviation('-d', 'it prints its level and nothing else', _debug),
    Deviation('large numbers in gmon.sum', 'gprof cuts bins to 16 bits and counts to 32; here the excess has '
              'records of its own', _large_numbers_in_sum),
]


def explain(comparison):
    """Returns the name of the row that explains a difference; empty if none does."""
    return next((d.name for d in DEVIATIONS if d.explains(comparison)), '')
