# SPDX-License-Identifier: GPL-3.0-or-later
"""Where egprof's classic listings differ from gprof's on purpose. The manual's table of deviations has the same rows.

A row explains a difference only if its test says so of both outcomes; a difference that no row explains is a failure.
"""
import re
import signal
from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Deviation:
    name: str
    reason: str
    explains: Callable  # (case, gprof's outcome, egprof's outcome) -> bool


DEVIATIONS = [
    Deviation('folder as image', 'gprof names an error that is none: "Success"',
              lambda case, theirs, ours: ours.status == 1 and not ours.stdout and
              theirs.stderr.replace(b': Success\n', b': Is a directory\n') == ours.stderr),
    Deviation('BSD profile from a pipe', 'gprof needs a file that it can seek in',
              lambda case, theirs, ours: case.pipe and theirs.stderr == b'-: Illegal seek\n' and ours.status == 0),
    Deviation('block record cut off', 'gprof names whatever error came last, "Success" for one',
              lambda case, theirs, ours: ours.status == theirs.status == 1 and not ours.stdout and
              re.sub(rb'^[^\n]*: (\S+: )unexpected end of file\n\Z', rb'\1', ours.stderr, flags=re.M) ==
              re.sub(rb'^(\S+: )(Success|No such file or directory)\n\Z', rb'\1', theirs.stderr, flags=re.M)),
    Deviation('gprof crashes', 'valid input that kills gprof is listed',
              lambda case, theirs, ours: theirs.status == -signal.SIGSEGV and ours.status == 0),
]


def explain(case, theirs, ours):
    """The name of the row that explains a difference; empty if none does."""
    return next((d.name for d in DEVIATIONS if d.explains(case, theirs, ours)), '')
