# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies a run recorded by uftrace. The copy has no information about the machine, and its times are whole
milliseconds.

    scrub.py RUN KEPT

RUN has a folder rank.N for each rank; KEPT receives the same folders. In KEPT, the first program of the run starts at
one second, and thread T of rank N has the id 100 N + 100 + T. Programs must be linked to fixed addresses.
"""
import pathlib
import re
import struct
import sys

STEP = 1_000_000  # nanoseconds
BEGIN = 1_000_000_000
HEADER_BYTES = 40
RECORD = struct.Struct("<QQ")
KEPT_LINES = (b"exit_status:", b"elapsed_time:", b"pattern_type:")


def nanoseconds(text):
    seconds, rest = re.search(r"(\d+)\.(\d{9})", text).groups()
    return int(seconds) * 1_000_000_000 + int(rest)


def as_seconds(time):
    return "%d.%09d" % divmod(time, 1_000_000_000)


class Rank:
    def __init__(self, folder, number):
        self.folder, self.number = folder, number
        lines = (folder / "task.txt").read_text().splitlines()
        self.session = next(line for line in lines if line.startswith("SESS"))
        self.tasks = [line for line in lines if line.startswith("TASK")]
        self.program = re.search(r'exename="(.*)"', self.session)[1]
        self.name = pathlib.Path(self.program).name
        # Sorts threads by creation. Thread ids below that of the process were assigned after ids wrapped around.
        pid = int(re.search(r" pid=(\d+)", self.session)[1])
        threads = [int(path.stem) for path in folder.glob("[0-9]*.dat")]
        threads.sort(key=lambda thread: (thread < pid, thread))
        self.numbers = {thread: 100 * (number + 1) + i for i, thread in enumerate(threads)}

    def write(self, kept, first):
        kept.mkdir(parents=True)
        clock = lambda time: (time - first) // STEP * STEP + BEGIN
        place = "/programs/" + self.name
        sid = "%016x" % self.number
        pid = min(self.numbers.values())
        time_in = lambda line: as_seconds(clock(nanoseconds(line)))
        tasks = ['SESS timestamp=%s pid=%d sid=%s exename="%s"' % (time_in(self.session), pid, sid, place)]
        for line in self.tasks:
            thread = int(re.search(r" tid=(\d+)", line)[1])
            if thread in self.numbers:
                tasks.append("TASK timestamp=%s tid=%d pid=%d" % (time_in(line), self.numbers[thread], pid))
        (kept / "task.txt").write_text("\n".join(tasks) + "\n")
        (kept / "info").write_bytes(self.info(place))
        for path in self.folder.glob("sid-*.map"):
            maps = [line.split()[:5] for line in path.read_text().splitlines() if self.program in line]
            (kept / ("sid-%s.map" % sid)).write_text("".join(" ".join(words) + " " + place + "\n" for words in maps))
        symbols = (self.folder / (self.name + ".sym")).read_text().splitlines()
        symbols = [line for line in symbols if not line.startswith("#")]
        (kept / (self.name + ".sym")).write_text("\n".join(["# path name: " + place] + symbols) + "\n")
        for thread, number in self.numbers.items():
            data = (self.folder / ("%d.dat" % thread)).read_bytes()
            whole = data[: len(data) // RECORD.size * RECORD.size]
            records = (RECORD.pack(clock(time), rest) for time, rest in RECORD.iter_unpack(whole))
            (kept / ("%d.dat" % number)).write_bytes(b"".join(records))

    def info(self, place):
        data = (self.folder / "info").read_bytes()
        lines = [line for line in data[HEADER_BYTES:].split(b"\n") if line.startswith(KEPT_LINES)]
        for i, line in enumerate(lines):
            if line.startswith(b"elapsed_time:"):
                time = -(-nanoseconds(line.decode()) // STEP) * STEP
                lines[i] = b"elapsed_time:%s sec" % as_seconds(time).encode()
        return data[:HEADER_BYTES] + b"\n".join([b"exename:" + place.encode()] + lines) + b"\n"


def main():
    run, kept = map(pathlib.Path, sys.argv[1:])
    folders = sorted(run.glob("rank.*"), key=lambda path: int(path.suffix[1:]))
    ranks = [Rank(folder, int(folder.suffix[1:])) for folder in folders]
    first = min(nanoseconds(rank.session) for rank in ranks)
    for rank in ranks:
        rank.write(kept / rank.folder.name, first)


main()
