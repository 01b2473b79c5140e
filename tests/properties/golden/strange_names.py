# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a program and its profiles. The program's functions have names that are difficult for some readers."""
import codecs
import string
import subprocess

from gmon import Arc, Histogram, write

TEXT = 0x401000
ROOM = 16  # size of each function in bytes
NAMES = [name if isinstance(name, bytes) else name.encode() for name in (
    '\x1b[2Jgone', 'bell\a', '\r over', '\x7fdel', b'latin\xe9', 'csi\x9b31m', 'quote\'<&>', 'café', 'line\nfeed',
    'two\r\n\r\nlines', '"double"', 'a,b', 'a;b', 'back\\slash\\n', 'tab\there', '<b>bold</b>', '&quot;&#65;', '(1) main', '12',
    'end 12', '=1+1', b'short\xc0\xaf', b'half\xed\xa0\x80', b'cut\xe2\x82', '日本', '#hash', '[x]', '-[Class of]', '+1', '@at', "'mark",
    'user\u202ecod\u2066x\u2069', 'left\u200eright\u200farabic\u061c', 'line\u2028sep\u2029par\x85', 'x' * 1000000)]

codecs.register_error('latin-1', lambda error: (error.object[error.start:error.start + 1].decode('latin-1'), error.start + 1))


def text_of(name):
    """Returns a name as egprof prints it in UTF-8 formats: bytes that are not UTF-8 are interpreted as Latin-1."""
    return name.decode('utf-8', 'latin-1')


def make_image(path):
    """Makes an image whose functions have the names NAMES. Assemblers reject these, so placeholders are assembled
    and then replaced in the image."""
    stand_ins = [letter * len(name) for letter, name in zip(string.ascii_letters, NAMES)]
    lines = ['.text'] + [f'.globl {name}\n.type {name}, @function\n{name}: .skip {ROOM}' for name in stand_ins]
    source = path.with_suffix('.s')
    source.write_text('\n'.join(lines) + '\n.globl _start\n_start: ret\n')
    subprocess.run(['gcc', '-nostdlib', '-static', f'-Wl,-Ttext={TEXT:#x}', '-o', path, source], check=True)
    image = path.read_bytes()
    for stand_in, name in zip(stand_ins, NAMES):
        image = image.replace(b'\0' + stand_in.encode() + b'\0', b'\0' + name + b'\0')
    path.write_bytes(image)


def make_profile(path, calls):
    """Writes a profile in which every function has samples, and calls the next one `calls` times."""
    size = ROOM * len(NAMES)
    arcs = [Arc(TEXT + at + 2, TEXT + at + ROOM, calls) for at in range(0, size, ROOM)]
    path.write_bytes(write([Histogram(TEXT, TEXT + size, [calls] * (size // 2)), *arcs]))
