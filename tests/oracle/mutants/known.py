# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists reasons why egprof may differ from gprof for a damaged profile, in addition to the oracle's table for undamaged
profiles.

If possible, a row of the list removes the cause from gprof's input; the two programs must then agree.
"""
import json
import re
from dataclasses import replace

from compare import compare_outcomes
from deviations import Comparison, Deviation
from deviations import explain as explain_as_oracle
from fields import fields_of


def _no_memory(c):
    """gprof allocates memory for all bins that a record announces, before it finds that the file does not contain
    them."""
    theirs = re.search(rb'\n\S+: out of memory allocating (\d+) bytes after a total of \d+ bytes\n\Z', c.theirs.stderr)
    ours = re.search(rb'\S+: \S+: unexpected EOF after reading \d+ of (\d+) samples\n\Z', c.ours.stderr)
    return (theirs and ours and int(theirs[1]) == 4 * int(ours[1]) and c.theirs.status == c.ours.status == 1 and
            c.theirs.stdout == c.ours.stdout and not c.ours.files and
            c.theirs.stderr[:theirs.start()] == c.ours.stderr[:ours.start()])


def _cut_after_others(c):
    """True if the output of -i is the same up to the truncated profile. The oracle's table accepts a different
    message about this profile only if there is no output, so the output is removed from both outcomes."""
    if not c.theirs.stdout or c.theirs.stdout != c.ours.stdout:
        return False
    return explain_as_oracle(replace(c, theirs=replace(c.theirs, stdout=b''), ours=replace(c.ours, stdout=b''))) == CUT


def _swapped_block_numbers(c):
    """If the bytes of each block count are reversed, gprof reads the same values as egprof."""
    if c.case.layout.order != 'big' or not re.search(rb'(Success|No such file or directory)\n\Z', c.theirs.stderr):
        return False
    files = [(name, _swap_block_numbers(data, c.case.layout)) for name, data in c.case.files]
    return files != list(c.case.files) and _same(c, c.gprof.run(replace(c.case, files=tuple(files))))


def _swap_block_numbers(data, layout):
    swapped = bytearray(data)
    for field in fields_of(data, layout):
        if field.kind == 'number of blocks':
            swapped[field.at:field.at + field.size] = data[field.at:field.at + field.size][::-1]
    return bytes(swapped)


def _last_function(c):
    """gprof reads the end of the last symbol from the memory after its symbol table. Either only this symbol's time
    differs, or gprof prints the same as egprof if that memory has other contents."""
    theirs, ours = (_own_times(program.run(_flat(c.case))) for program in (c.gprof, c.egprof))
    if theirs != ours:
        last = _last_symbol(c)
        return theirs.pop(last, None) != ours.pop(last, None) in (None, '0.00') and theirs == ours
    looks = [c.theirs] + [c.gprof.run(replace(c.case, environment=(*c.case.environment, *contents)))
                          for contents in ((), (('MALLOC_PERTURB_', '255'),), (('MALLOC_PERTURB_', '85'),))]
    return any(look != c.theirs for look in looks) and any(_same(c, look) for look in looks)


def _last_symbol(c):
    """Returns the last of the symbols that gprof considers to be functions."""
    symbols = json.loads(((c.case.folder / 'a.out').resolve().parent / 'symbols.json').read_text())
    addresses = {name: address for name, _, address, *_ in symbols}
    return max(_own_times(c.gprof.run(_flat(c.case, '-z'))), key=lambda name: addresses.get(name, 0), default='')


def _flat(case, *more):
    """Returns a case with the same profiles, whose output is only the flat profile."""
    given = dict(case.files)
    form = ['-O', case.arguments[case.arguments.index('-O') + 1]] if '-O' in case.arguments else []
    return replace(case, arguments=('-b', '-p', '--no-demangle', *more, *form, 'a.out',
                                    *(word for word in case.arguments if word in given)))


def _own_times(outcome):
    """Returns {name: own seconds} of a flat profile."""
    rows = re.findall(rb'^ *[-\d.naif]+ +[-\d.naif]+ +([-\d.naif]+)  ?[^a-zA-Z_]* (\S+)$', outcome.stdout, re.M)
    return {name.decode(): own.decode() for own, name in rows}


def _same(c, look):
    """True if egprof's outcome is explained by `look`, gprof's outcome after the cause of the difference was removed:
    the two are equal, or they differ for a known reason."""
    result = compare_outcomes(c.case, look, c.ours)
    again = replace(c, theirs=look)
    return not result.differences or bool(explain_as_oracle(again)) or _cut_after_others(again)


def _no_unit(c):
    """True if no unit suits the times per call. In this case, gprof reads a unit from beyond the end of its table of
    units, and egprof uses the largest unit."""
    theirs, ours = (re.search(HEADING, o.stdout, re.M) for o in (c.theirs, c.ours))
    if not theirs or not ours or ours[2] != b'T' or theirs[2] in UNITS:
        return False
    theirs, ours = (replace(o, stdout=_without_unit(o.stdout)) for o in (c.theirs, c.ours))
    return _same(replace(c, ours=ours), theirs)


def _without_unit(text):
    """Removes the unit and the times per call of the flat profile."""
    heading = re.search(HEADING, text, re.M)
    rows, *rest = re.split(rb'(\n\n|\n\f)', text[heading.end():], maxsplit=1)
    rows = re.sub(rb'^( *\S+ +\S+ +\S+ +\d+) +\S+ +\S+(  .*)$', rb'\1\2', rows, flags=re.M)
    return text[:heading.start()] + b''.join([heading[1], heading[3], heading[4], rows, *rest])


def _no_sum(c):
    """The call counts add up to more than a profile file can hold: egprof refuses to write the sum, gprof writes the
    lower 32 bits of each count."""
    if not c.ours.stderr.endswith(b': the sum has call counts that no profile file can hold\n') or c.ours.files:
        return False
    counts = [f.number(data, c.case.layout) for _, data in c.case.files for f in fields_of(data, c.case.layout)
              if f.kind == 'count']
    return c.ours.status == 1 and c.theirs.status == 0 and 'gmon.sum' in c.theirs.files and sum(counts) >= 2**52


def _overflow(c):
    """The sum of the counts does not fit into 64 bits: egprof refuses the counts, and in gprof their sum overflows."""
    if not c.ours.stderr.endswith(b' add up to more than 64 bits can hold\n') or c.ours.files:
        return False
    sums = {'count': 0, 'block count': 0}
    for _, data in c.case.files:
        for field in fields_of(data, c.case.layout, most=len(data)):
            if field.kind in sums:
                sums[field.kind] += field.number(data, c.case.layout)
    return c.ours.status == 1 and max(sums.values()) >= 2**64


# The heading of the flat profile around its one-character unit. The text after the unit is one character shorter if the
# abbreviation is a zero byte.
HEADING = rb'^( time .* calls +)(.)((?:[^ ]?/call)? +)[^ ]((?:[^ ]?/call)? +name *)$'
UNITS = (b'T', b'G', b'M', b'K', b' ', b'm', b'u', b'n', b'p', b'f', b'a')
CUT = 'profile cut short'
# Rows of the manual's table of deviations, with the same names. The first row is not in the manual, because it is due
# to the memory limit that run.py sets.
KNOWN = [
    Deviation('memory limit of this test', 'gprof allocates what a damaged record announces', _no_memory),
    Deviation(CUT, 'gprof names whatever error came last', _cut_after_others),
    Deviation('blocks of big-endian machines', 'gprof swaps their number twice', _swapped_block_numbers),
    Deviation('tiny and huge units', 'gprof reads beyond its table of units', _no_unit),
    Deviation('counts above 64 bits', 'sums wrap around in gprof', _overflow),
    Deviation('large numbers in gmon.sum', 'gprof cuts them off', _no_sum),
    Deviation('last function', 'gprof does not know its end, and reads memory that it never set', _last_function),
]


def explain(case, theirs, ours, gprof, egprof):
    """Returns the name of the row that explains a difference; empty if none does."""
    comparison = Comparison(case, theirs, ours, gprof, egprof)
    return explain_as_oracle(comparison) or next((d.name for d in KNOWN if d.explains(comparison)), '')
