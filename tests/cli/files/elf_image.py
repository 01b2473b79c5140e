# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes ELF images byte by byte, and makes names that no compiler or linker would produce."""
import struct

TEXT = 0x401000  # address of the code
DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'


def doubling_name(levels):
    """Returns the mangled name of a function whose parameter is a pair of pairs, nested `levels` deep. Each level
    refers twice to the previous one, so the demangled name doubles in length with each level."""
    return '_Z1fSt4pairIiiE' + ''.join(f'S_IS{DIGITS[i]}_S{DIGITS[i]}_E' for i in range(levels))


def write_image(path, symbols, wide=True, names=b'\0a\0', debug=None):
    """Writes an ELF file with one symbol per function: (offset of the name, address, size). `debug` maps names of
    additional sections to their contents."""
    form = '<IBBHQQ' if wide else '<IIIBBH'
    order = (lambda n, a, s: (n, 0x12, 0, 1, a, s)) if wide else (lambda n, a, s: (n, a, s, 0x12, 0, 1))
    table = bytes(struct.calcsize(form)) + b''.join(struct.pack(form, *order(*symbol)) for symbol in symbols)
    headings = b'\0.text\0.symtab\0.strtab\0.shstrtab\0'
    rows = [(1, 1, 6, TEXT, 0, 0, 0), (7, 2, 0, 0, 3, 1, struct.calcsize(form)), (15, 3, 0, 0, 0, 0, 0), (23, 3, 0, 0, 0, 0, 0)]
    for name in debug or {}:
        rows.append((len(headings), 1, 0, 0, 0, 0, 0))
        headings += name.encode() + b'\0'
    text = bytes(max((a + s - TEXT for _, a, s in symbols), default=0))
    contents = [text, table, names, headings, *(debug or {}).values()]
    section, header, at, offsets = ('<IIQQQQIIQQ', 64, 64, []) if wide else ('<10I', 52, 52, [])
    for content in contents:
        offsets.append(at)
        at += (len(content) + 7) & ~7
    packed = bytes(struct.calcsize(section)) + b''.join(
        struct.pack(section, name, kind, flags, address, offset, len(content), link, info, 8, size)
        for (name, kind, flags, address, link, info, size), offset, content in zip(rows, offsets, contents))
    begin = b'\x7fELF' + bytes([2 if wide else 1, 1, 1]) + bytes(9)
    begin += struct.pack('<HHIQQQIHHHHHH' if wide else '<HHIIIIIHHHHHH', 2, 62 if wide else 3, 1, TEXT, 0, at, 0, header, 0, 0,
                         struct.calcsize(section), len(contents) + 1, 4)
    path.write_bytes(begin + b''.join(content + bytes(-len(content) % 8) for content in contents) + packed)
    return len(table)
