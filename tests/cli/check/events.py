# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the events of uftrace recordings and of OTF2 archives, independently of egprof, and shifts their clocks."""
import bisect
import struct

# Number of bytes of arguments that follow the record of a call, as requested by record_waits.sh.
ARGUMENT_BYTES = {'MPI_Send': 24, 'MPI_Ssend': 24, 'MPI_Recv': 24, 'MPI_Bcast': 16, 'MPI_Reduce': 16,
                  'MPI_Allreduce': 8, 'MPI_Barrier': 8, 'pthread_mutex_lock': 8,
                  'pthread_mutex_unlock': 8}
MESSAGES = ('MPI_Send', 'MPI_Ssend', 'MPI_Recv')
ROOTED = ('MPI_Bcast', 'MPI_Reduce')


class Call:
    """A call. MPI calls also have the other rank and the tag of a message, or the root of a collective operation. Only
    OTF2 archives have byte counts. Calls that take or release a mutex have its address."""

    def __init__(self, name, around, begin):
        self.name, self.around, self.begin, self.end = name, around, begin, begin
        self.partner = self.tag = self.root = self.bytes = self.mutex = None

    @property
    def caller(self):
        return self.around[-1] if self.around else None


def _records(data, folder):
    """Yields, for each record of one thread, its offset, its time, whether it begins a call, the name of the function,
    and its arguments."""
    lines = [line.split() for line in next(folder.glob('*.sym')).read_text().splitlines() if line[0] != '#']
    symbols = sorted((int(line[0], 16), line[2]) for line in lines if line[1] in 'tTP')
    base = int(next(folder.glob('*.map')).read_text().split('-')[0], 16)
    at = 0
    while at < len(data):
        time, word = struct.unpack_from('<QQ', data, at)
        name = symbols[bisect.bisect_right(symbols, ((word >> 16) - base, '\x7f')) - 1][1]
        size = ARGUMENT_BYTES[name] if word & 4 else 0
        yield at, time, word & 3 == 0, name, data[at + 16:at + 16 + size]
        at += 16 + size


def read_calls(path):
    """Returns the calls of one thread, each with the names of its enclosing calls."""
    calls, stack = [], []
    for _, time, is_begin, name, arguments in _records(path.read_bytes(), path.parent):
        if not is_begin:
            stack.pop().end = time
            continue
        stack.append(Call(name, tuple(call.name for call in stack), time))
        calls.append(stack[-1])
        if arguments and name in MESSAGES:
            _, stack[-1].partner, stack[-1].tag = struct.unpack_from('<iii', arguments)
        if arguments and name.startswith('pthread_mutex_'):
            stack[-1].mutex, = struct.unpack('<Q', arguments)
        if arguments and name in ROOTED:
            stack[-1].root, = struct.unpack_from('<i', arguments)
    return calls


def read_folder(folder):
    """Returns the calls of each thread of a uftrace recording."""
    return [read_calls(path) for path in sorted(folder.glob('[0-9]*.dat'), key=lambda path: int(path.stem))]


def read_ranks(folder):
    """Returns the calls of each rank of a run recorded by uftrace, in folders named rank.N."""
    return [read_folder(folder / f'rank.{rank}')[0] for rank in range(len(list(folder.glob('rank.*'))))]


def shift_ranks(folder, shifts):
    """Adds nanoseconds to the clock of each rank."""
    for rank, shift in enumerate(shifts):
        path = next((folder / f'rank.{rank}').glob('[0-9]*.dat'))
        data = bytearray(path.read_bytes())
        for at, time, *_ in list(_records(bytes(data), path.parent)):
            struct.pack_into('<Q', data, at, time + shift)
        path.write_bytes(data)


# Types of records in files of OTF2 3.0. Source: <otf2/OTF2_GeneralDefinitions.h>, and OTF2_Buffer.h and otf2_records in
# the library's sources.
ENDS, TIMESTAMP = (0, 1, 2), 5  # ENDS: nothing, end of a chunk, end of the file
STRING, LOCATION, REGION = 10, 14, 15
ENTER, LEAVE, SEND, RECEIVE, COLLECTIVE_END = 12, 13, 14, 18, 23
UNDEFINED = 0xff


def _number(data, at):
    """Reads a number, which is stored as its length and that many bytes. Returns the number, or None if it is
    undefined, and the offset after it."""
    length = data[at]
    if length == UNDEFINED:
        return None, at + 1
    return int.from_bytes(data[at + 1:at + 1 + length], 'little'), at + 1 + length


def _numbers(data, count, at=0):
    numbers = []
    for _ in range(count):
        number, at = _number(data, at)
        numbers.append(number)
    return numbers


def _otf2_records(data):
    """Yields the type of each record, its contents, and the offset of the time stamp before it. Records of enter and
    leave events have no length. Supports only files with one chunk and records of up to 255 bytes."""
    assert data[:2] == b'\x03B', 'chunk, little-endian'
    at, stamp = 18, None
    while at < len(data) and data[at] not in ENDS:
        kind = data[at]
        if kind == TIMESTAMP:
            stamp, at = at + 1, at + 9
            continue
        if kind in (ENTER, LEAVE):
            _, end = _number(data, at + 1)
            yield kind, data[at + 1:end], stamp
            at = end
            continue
        assert data[at + 1] != UNDEFINED, 'short records'
        yield kind, data[at + 2:at + 2 + data[at + 1]], stamp
        at += 2 + data[at + 1]


def _definitions(archive):
    """Returns the names of regions, and the rank of each location."""
    strings, regions, ranks = {}, {}, {}
    data = next(archive.glob('*.def')).read_bytes()
    at = 18
    while at < len(data) and data[at] not in ENDS:
        kind, contents = data[at], data[at + 2:at + 2 + data[at + 1]]
        if kind == STRING:
            number, end = _number(contents, 0)
            strings[number] = contents[end:].rstrip(b'\0').decode()
        elif kind == REGION:
            number, name = _numbers(contents, 2)
            regions[number] = name
        elif kind == LOCATION:
            number, end = _number(contents, 0)
            _, end = _number(contents, end)
            _, end = _number(contents, end + 1)  # skips the location's kind and its number of events
            ranks[number], _ = _number(contents, end)
        at += 2 + data[at + 1]
    return {number: strings[name] for number, name in regions.items()}, ranks


def read_archive(archive):
    """Returns the calls of each rank of an OTF2 archive. A call that ends before calls within it, as in archives
    written by EZTrace, also ends those calls."""
    regions, ranks = _definitions(archive)
    calls = {}
    for path in archive.glob('*/*.evt'):
        rank = ranks[int(path.stem)]
        data = path.read_bytes()
        own, stack = [], []
        for kind, contents, stamp in _otf2_records(data):
            time, = struct.unpack_from('<Q', data, stamp)
            if kind == ENTER:
                name = regions[_number(contents, 0)[0]]
                stack.append(Call(name, tuple(call.name for call in stack), time))
                own.append(stack[-1])
            elif kind == LEAVE:
                name = regions[_number(contents, 0)[0]]
                while name in [call.name for call in stack]:
                    stack[-1].end = time
                    if stack.pop().name == name:
                        break
            elif kind in (SEND, RECEIVE):
                stack[-1].partner, _, stack[-1].tag, stack[-1].bytes = _numbers(contents, 4)
            elif kind == COLLECTIVE_END:
                stack[-1].root = _numbers(contents, 2, 1)[1]
        calls[rank] = own
    return [calls[rank] for rank in sorted(calls)]


def shift_archive(archive, shifts):
    """Adds nanoseconds, which must not be negative, to the clock of each rank."""
    _, ranks = _definitions(archive)
    for path in archive.glob('*/*.evt'):
        data = bytearray(path.read_bytes())
        for stamp in {stamp for _, _, stamp in _otf2_records(bytes(data))}:
            time, = struct.unpack_from('<Q', data, stamp)
            struct.pack_into('<Q', data, stamp, time + shifts[ranks[int(path.stem)]])
        path.write_bytes(data)
