# SPDX-License-Identifier: GPL-3.0-or-later
"""The memory that an analysis may take: 16 MB, plus four times the size of its input, plus the memory for the symbols
that it keeps."""
import os
import subprocess

import images

MB = 1 << 20
KEPT = 128  # bytes kept for each symbol or line, in addition to its name
_SYMBOLS = ('.symtab', '.strtab', '.dynsym', '.dynstr')
_LINES = ('.debug_info', '.debug_line', '.debug_line_str', '.debug_str', '.debug_abbrev', '.debug_ranges',
          '.debug_rnglists', '.debug_aranges')


def _sections(image):
    lines = subprocess.run(['readelf', '-SW', image], check=True, capture_output=True, text=True).stdout.splitlines()
    rows = [line.split(']', 1)[1].split() for line in lines if line.lstrip().startswith('[') and '0' in line]
    return {row[0]: int(row[4], 16) for row in rows if len(row) > 5 and row[0].startswith('.')}


def input_bytes(folder, arguments):
    """Returns the size of the profiles, the image's symbols and, with -l, its debug information about functions and
    lines."""
    files = [word for word in arguments if not word.startswith('-')]
    sections = _sections(os.path.join(folder, files[0]))
    names = _SYMBOLS + (_LINES if '-l' in arguments else ())
    profiles = sum(os.path.getsize(os.path.join(folder, name)) for name in files[1:])
    return profiles + sum(sections.get(name, 0) for name in names)


def _kept(folder, arguments):
    image = os.path.join(folder, 'image')
    addresses, names = images.functions(image)
    if '-l' not in arguments:
        return KEPT * len(addresses) + sum(map(len, names))
    lines = subprocess.run(['readelf', '--debug-dump=decodedline', image], check=True, capture_output=True,
                           text=True).stdout
    return KEPT * lines.count('\n') + sum(map(len, names))


def bound(folder, arguments):
    """Returns how much memory a command may take, in bytes."""
    return 16 * MB + 4 * input_bytes(folder, arguments) + _kept(folder, arguments)
