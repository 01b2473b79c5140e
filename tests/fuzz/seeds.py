#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the inputs that every fuzzer begins with: testdata/fuzz/NAME/seed-*.

    seeds.py [FOLDER]

The executables among them come from the compilers that are there, so they are not the same everywhere.
"""
import gzip
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

LAYOUTS = [("<", "Q"), ("<", "I"), (">", "Q"), (">", "I")]  # byte order and address, by number below

SOURCE = """
static volatile int result;
static inline __attribute__((always_inline)) int Small(int n) { return n * result; }
__attribute__((noinline)) static int Helper(int n) {
  return Small(n) + 1;
}
int Leaf(int n) { for (int i = 0; i < n; ++i) result += Helper(i); return n; }
void Start(void) { result = Leaf(3); for (;;) result++; }
"""

# Name, option byte of the fuzzer (1 all symbols, 2 and 4 positions, 8 lines, 16 no statics, 32 no labels, 64 code),
# compiler and its flags.
IMAGES = [
    ("x86-lines", 8, "gcc", "-g -O2"),
    ("x86-dwarf4-lines-code", 8 + 64 + 1, "gcc", "-gdwarf-4 -O1"),
    ("x86-positions", 4, "gcc", "-g -O1 -gz=none -fno-pie -no-pie"),
    ("x86-packed", 8 + 1, "gcc", "-g -O1 -gz"),
    ("mips", 8, "mips-linux-gnu-gcc", "-g -O1 -mno-abicalls -fno-pic"),
    ("i686-code", 64 + 16, "i686-linux-gnu-gcc", "-O1"),
]


def histogram(order, word, low, high, rate, bins):
    return struct.pack(order + "B2%sII15sc%dH" % (word, len(bins)), 0, low, high, len(bins), rate, b"seconds", b"s", *bins)


def arc(order, word, start, target, count):
    return struct.pack(order + "B2%sI" % word, 1, start, target, count)


def blocks(order, word, counts):
    packed = [struct.pack(order + "2" + word, address, count) for address, count in counts]
    return struct.pack(order + "BI", 2, len(counts)) + b"".join(packed)


def old_blocks(order, counts):
    packed = [struct.pack(order + "2Q", count, address) + b"f\0a.c\0" + struct.pack(order + "I", 7)
              for address, count in counts]
    return struct.pack(order + "BI", 2, len(counts)) + b"heading\0" + b"".join(packed)


def gmon(order, word, version=1):
    block = blocks(order, word, [(0x1004, 9), (0x1006, 3)]) if version else old_blocks(order, [(0x1004, 9)])
    return (b"gmon" + struct.pack(order + "I12x", version) + histogram(order, word, 0x1000, 0x1010, 100, [1, 0, 65535, 4]) +
            arc(order, word, 0x1002, 0x1008, 7) + block + histogram(order, word, 0x2000, 0x2008, 100, [8, 9]) +
            arc(order, word, 0x1002, 0x1008, 0xffffffff))


def bsd(order, word, is_44):
    bins = [1, 2, 3, 4]
    more = struct.pack(order + "2I12x", 0x51879, 100) if is_44 else b""
    outline = order + "2%sI" % word
    header = struct.pack(outline, 0x1000, 0x1010, struct.calcsize(outline) + len(more) + 2 * len(bins)) + more
    return header + struct.pack(order + "4H", *bins) + struct.pack(order + "3" + word, 0x1002, 0x1008, 5)


def gmon_seeds():
    for number, (order, word) in enumerate(LAYOUTS):
        options = (word == "I") + 2 * (order == ">")
        for version in (0, 1):
            yield "version-%d-%d" % (version, number), bytes([options]) + gmon(order, word, version)
        yield "bsd-%d" % number, bytes([options + 16]) + bsd(order, word, False)
        yield "bsd44-%d" % number, bytes([options + 24]) + bsd(order, word, True)


def gzip_seeds():
    plain = gmon("<", "Q")
    packed = gzip.compress(plain, mtime=0)
    yield "member", b"\0" + packed
    yield "members", b"\0" + packed + gzip.compress(b"", mtime=0) + packed
    yield "names", b"\0\x1f\x8b\x08\x1c\0\0\0\0\0\3\4\0extrname\0comment\0" + packed[10:]
    yield "tail", b"\0" + packed + b"tail"
    for options in (1, 2, 3 + 4 * 40):
        yield "packed-here-%d" % options, bytes([options]) + plain


def symbol_file_seeds():
    yield "nm", b"0000000000401010 t helper\n0000000000401040 T main\n0000000000401060 T leaf\n"
    yield "odd", b"0X401010 thelper rest\n\n401040\tT\tmain\nzz T x\n401050 D data\nffffffffffffffff T last\n10 T first"
    yield "same", b"401010 T a\n401010 T b\n401010 t c\n401011 T d\n401010 T a\n"


def order_map_seeds():
    yield "nm", b"a.o:00000010 t helper\na.o:00000000 T main\nb.o:00000020 T leaf\n"
    yield "odd", b"No symbols in x.o\na.o: helper\nb.o:helper\nlib.a:c.o:0 T label\na.o:0 T leaf\n\n"
    yield "broken", b"no colon\n"


def image_seeds():
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "a.c")
        source.write_text(SOURCE)
        for name, options, compiler, flags in IMAGES:
            command = [compiler, *flags.split(), *"-ffreestanding -nostdlib -static -fno-stack-protector -w -fno-ident".split(),
                       *"-fno-asynchronous-unwind-tables -Wl,-e,Start -Wl,--build-id=none -Wl,-z,max-page-size=512".split(),
                       "-Wl,-z,noseparate-code", "-o", "a.out", "a.c"]
            subprocess.run(command, check=True, cwd=folder)
            yield name, bytes([options]) + pathlib.Path(folder, "a.out").read_bytes()


def options_seeds():
    lines = [
        "-b -p --side-by-side prog a.out --subtract b.out", "-bq --limit=2 prog gmon.out", "prog -s gmon.1 gmon.2",
        "-pmain -Pf -qa.c:12 -Q f/g -kf/g --no-flat-profile=x prog", "-b prog a -s prog b --fail-if=self>5%",
        "--columns=self,calls --rename=^old$=new --rename-demangled a=b --ranks=1,2", "-I/a:b -I c -l -A -x -m 3 -t 5 -w 70",
        "-dv --version --help -z --format=json --gml=out.gml --gml-nodes=7", "-O bsd -S syms -R map -c -D -a -L -T -y -i",
        "-F f -f g -e h -E k -J a -C --threads=4 --demangle=rust --no-demangle --symbols=all -- -p file", "--sum --bogus -",
    ]
    for number, line in enumerate(lines):
        yield "%02d" % number, bytes([48 + number % 4]) + line.replace(" ", "\n").encode()


def pipeline_seeds():
    for number in range(12):
        source = random.Random(number)
        # Small bytes are small numbers and known names; of the others there are fewer.
        yield "%02d" % number, bytes(source.choice([source.randrange(40), source.randrange(256)]) for _ in range(500))


def rules_seeds():
    yield "renames", b"n_ZN1a1bEv\nr^old$=new\nr(a+)b\\=c=$1\ndf::(.*)<=$&\nr[=x\nr(a*)*$=b\nr=\n"
    yield "gates", (b"gself > +5% and self > 0.05s and not significant\ngtotal<=-3ms or (calls!=7 and only-base)\n"
                    b"gprogram >= 1e3us or only-other\ng((\ngself > 5 %\ngcalls = 0\n")
    yield "columns", b"cimpact,self,interval,deviation,total,share,ratio,per-call,calls\ncself,self\nc,\nauto\nrust\n"
    yield "names", b"n_ZNSt6vectorIiSaIiEE9push_backEOi\nn_RNvC6_123foo3bar\nn_D3foo3barFZv\nnfoo__bar\nn..$_Z1fv@@V\n"
    yield "file", b"--rename=^a$=b\n# a comment\n\n--rename-demangled=c=d\ne=f\n"


def main():
    top = pathlib.Path(__file__).resolve().parent.parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else top / "testdata" / "fuzz"
    for name, seeds in (("gmon", gmon_seeds), ("gzip", gzip_seeds), ("symbol_file", symbol_file_seeds),
                        ("order_map", order_map_seeds), ("image", image_seeds), ("options", options_seeds),
                        ("pipeline", pipeline_seeds), ("rules", rules_seeds)):
        (folder / name).mkdir(parents=True, exist_ok=True)
        for seed, content in seeds():
            (folder / name / ("seed-" + seed)).write_bytes(content)


main()
