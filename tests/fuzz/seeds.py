#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the initial inputs of every fuzzer: testdata/fuzz/NAME/seed-*.

    seeds.py [FOLDER]

The executables among them are compiled with the installed compilers, so they are not the same everywhere.
"""
import gzip
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

LAYOUTS = [("<", "Q"), ("<", "I"), (">", "Q"), (">", "I")]  # byte order and size of addresses; used below by index

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


def ld_profile(order, word):
    """Returns a profile of a shared library, as glibc writes it for LD_PROFILE."""
    bins = struct.pack(order + "I2%s2I15sc4H" % word, 0, 0x1000, 0x1010, 4, 100, b"seconds", b"s", 1, 0, 65535, 4)
    arcs = b"".join(struct.pack(order + "2%sI" % word, *one) for one in ((0, 4, 3), (2, 8, 7)))
    return b"gmon" + struct.pack(order + "I12x", 0x1ffff) + bins + struct.pack(order + "2I", 1, 2) + arcs + b"\0" * 16


def gmon_seeds():
    for number, (order, word) in enumerate(LAYOUTS):
        yield "ld-profile-%d" % number, bytes([(word == "I") + 2 * (order == ">")]) + ld_profile(order, word)
        options = (word == "I") + 2 * (order == ">")
        for version in (0, 1):
            yield "version-%d-%d" % (version, number), bytes([options]) + gmon(order, word, version)
        yield "bsd-%d" % number, bytes([options + 16]) + bsd(order, word, False)
        yield "bsd44-%d" % number, bytes([options + 24]) + bsd(order, word, True)


def member(plain):
    """Returns a gzip stream. Byte 9, which names the system, is set to Unix, because its value depends on the version
    of Python."""
    packed = gzip.compress(plain, mtime=0)
    return packed[:9] + b"\3" + packed[10:]


def gzip_seeds():
    plain = gmon("<", "Q")
    packed = member(plain)
    yield "member", b"\0" + packed
    yield "members", b"\0" + packed + member(b"") + packed
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
                       "-Wl,-z,noseparate-code", f"-fdebug-prefix-map={folder}=/programs/source", "-o", "a.out",
                       "a.c"]
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
        # Small bytes encode small numbers and known names. They are drawn more often, because they are more useful.
        yield "%02d" % number, bytes(source.choice([source.randrange(40), source.randrange(256)]) for _ in range(500))


def ranking_seeds():
    for number in range(10):
        source = random.Random(number)
        yield "%02d" % number, bytes([number, 40, 1 + number % 2, number % 2]) + bytes(
            source.choice([source.randrange(16), source.randrange(60)]) for _ in range(600))


def rules_seeds():
    yield "renames", b"n_ZN1a1bEv\nr^old$=new\nr(a+)b\\=c=$1\ndf::(.*)<=$&\nr[=x\nr(a*)*$=b\nr=\n"
    yield "gates", (b"gself > +5% and self > 0.05s and not significant\ngtotal<=-3ms or (calls!=7 and only-base)\n"
                    b"gprogram >= 1e3us or only-other\ng((\ngself > 5 %\ngcalls = 0\n")
    yield "columns", b"cimpact,self,interval,deviation,total,share,ratio,per-call,calls\ncself,self\nc,\nauto\nrust\n"
    yield "codes", (b"f11.mpi.ompcrit.0K10\ne(a|MPI_)*$\nf(14)01.mem.mpicol.cust.0K3\nf11.1K10000\nf11.0K1\n"
                    b"f11.mpi.mpi.0K1\ne[\nf10.cust.0K2\n")
    yield "names", b"n_ZNSt6vectorIiSaIiEE9push_backEOi\nn_RNvC6_123foo3bar\nn_D3foo3barFZv\nnfoo__bar\nn..$_Z1fv@@V\n"
    yield "file", b"--rename=^a$=b\n# a comment\n\n--rename-demangled=c=d\ne=f\n"


def export_seeds():
    head = b'{"application": "a", "experiment": "e", "trial": "t", "metadata": {"m": "1"}, "parameters": {"n": 1.5}'
    yield "trial", (head + b', "runs": [{"period": 0.01, "unit": "seconds", "flags": 7, "total": 3}, {}]}\n' +
                    head + b', "function": "f", "file": "x.c", "metric": "self", "values": [0.5, null]}\n' +
                    head + b', "function": "f", "number": 1, "metric": "calls", "values": [3, -0.0]}\n' +
                    head + b', "caller": 0, "callee": 1, "counts": [3, null], "seconds": [0.25, 0]}\n' +
                    head + b', "run": 1, "invocation": 1, "start": 1e-9, "seconds": 2}\n')
    yield "two", (head + b', "function": "f", "metric": "m", "values": [1]}\n' +
                  head.replace(b'"t"', b'"u"') + b', "function": "f", "metric": "m", "values": [2]}\n')


def manifest_seeds():
    head = (b'{"schema":"egprof-record-1","egprof":"1.0.0","created":"2026-11-29T12:00:00Z","directory":"/d","state":"complete",'
            b'"machine":{"host":"h","cpus":2,"aslr":2,"paranoid":-1},"options":{"seed":"7"},"recorder":{"name":"perf","words":["record"],'
            b'"event":"cpu-clock","frequency":3999,"period":0.00025,"callGraph":"fp"},"commands":[{"name":"old","command":"./old 20",'
            b'"words":["./old","20"],"program":"/d/old","sha256":"ab","parameters":{"n":"20"}},{"name":"new"}],"runs":[')

    def run(number, pair, command, more):
        return (b'{"run":%d,"pair":%d,"command":%d,"position":%d,"wall":%d.5,"state":"ok"' %
                (number, pair, command, 1 + number % 2, number % 7) + more + b"}")

    full = (b',"warmup":true,"started":"2026-11-29T12:00:01Z","user":0.25,"sys":0.125,"maxRss":4096,"minorFaults":9,"load":0.5,'
            b'"involuntarySwitches":1,"status":3,"signal":0,"profile":"runs/0001-b.pb.gz","samples":900,"lost":0,"launcherSamples":3,'
            b'"stdout":{"bytes":5,"sha256":"ab"}')
    yield "full", head + run(1, 0, 1, full) + b"," + run(2, 1, 0, b"") + b"," + run(3, 1, 1, b"") + b"]}"
    pairs = [run(2 * pair + command, pair, command, b',"user":%d.25,"sys":0' % (1 + pair % 3))
             for pair in range(1, 10) for command in (0, 1)]
    yield "pairs", head + b",".join(pairs) + b"]}"
    yield "outside", head + run(1, 1, 0, b',"profile":"runs/../../x"') + b"]}"
    yield "states", (head.replace(b'"complete"', b'"interrupted"') + run(1, 1, 0, b"").replace(b'"ok"', b'"timeout"') + b"," +
                     run(2, 1, 1, b"").replace(b'"ok"', b'"killed"') + b"]}")


def uftrace_record(time, kind, depth, address, more=0):
    return struct.pack("<QQ", time, kind | more << 2 | 5 << 3 | depth << 6 | address << 16)


def uftrace_calls(calls):
    """Makes records from calls such as "m(a,a)"; functions are 64 bytes apart, and records are one nanosecond apart."""
    records, open_calls = b"", []
    for time, letter in enumerate(calls):
        if letter in "),":
            records += uftrace_record(time, 1, len(open_calls) - 1, open_calls.pop())
        elif letter != "(":
            open_calls.append(0x40100e + 64 * (ord(letter) - ord("a")))
            records += uftrace_record(time, 0, len(open_calls) - 1, open_calls[-1])
    return records


def uftrace_seeds():
    tasks = (b'SESS timestamp=0.000000001 pid=10 sid=aa exename="/p"\nTASK timestamp=0.000000002 tid=10 pid=10\n'
             b'FORK timestamp=0.000000003 pid=11 ppid=10\nDLOP timestamp=0.000000004 tid=10 sid=aa base=600000 libname="./p"\n')
    symbols = b"# path name: /p\n" + b"".join(b"%016x T %c\n" % (0x1000 + 64 * i, 97 + i) for i in range(26))
    symbols += b"0000000000001680 t _setjmp\n00000000000016c0 ? __func_end\n"
    schedule = b"".join(struct.pack("<IHHIIQ", 14, flags, 24, 10, 10, time) for flags, time in ((0x2000, 2), (0, 5)))
    event = uftrace_record(50, 3, 0, 100001, 1) + struct.pack("<H30x", 24) + uftrace_record(51, 3, 0, 200002)
    values = uftrace_record(60, 0, 0, 0x40100e, 1) + b"\3\0abc\0\0\0" + uftrace_record(61, 1, 0, 0x40100e, 1) + bytes(8)
    info = b"argspec:a@arg1/s\nretspec:a@retval/f64\nargauto:^b.*@arg1/i32;\n"
    info += b"exit_status:11\nelapsed_time:0.000000099 sec\n"
    whole = [info, tasks, b"400000-500000 r-xp 0 00:00 0 /p\n", symbols, b"F: 1000 a\nA: @arg1/s\nR: @retval\n", schedule]
    end = b"\xff\xfe\xfd"
    patterns = b"argspec:^(a|b)[c-z]?{0,2}$@arg1/s,arg1/i32;a@arg2/s\nretspec:[[:alpha:]]+@retval/f64\npattern_type:"
    calls = uftrace_calls("m(c(a),a)")
    again = uftrace_record(20, 0, 0, 0x40130e) + uftrace_record(21, 0, 1, 0x40100e)
    lost = again + uftrace_record(22, 2, 0, 7) + uftrace_record(23, 0, 4, 0x40104e) + uftrace_record(24, 1, 0, 0x40130e)
    jumps = again + uftrace_record(22, 1, 1, 0x401688) + uftrace_record(23, 1, 0, 0x40130e)
    forked = uftrace_record(5, 1, 2, 0x40100e) + uftrace_record(9, 0, 2, 0x40104e)
    for name, records in (("calls", calls), ("values", calls + event + values), ("lost", calls + lost),
                          ("jumps", calls + jumps), ("cut", calls[:-9])):
        yield name, b"\0" + end.join(whole + [records])
        yield name + "-salvaged", b"\1" + end.join(whole + [records, forked])
    texts = uftrace_record(60, 0, 0, 0x40100e, 1) + b"\1\0ab\1\0cd" + uftrace_record(61, 1, 0, 0x40100e, 1) + bytes(8)
    for kind in (b"regex\n", b"glob\n"):
        missing = [patterns + kind, tasks.replace(b"FORK", b"TASK")]
        yield "patterns-" + kind.decode().strip(), b"\0" + end.join(missing + whole[2:] + [calls + texts])


def chrome_seeds():
    begin = b'{"ph":"B","pid":1,"tid":1,"ts":1,"name":"m"},{"ph":"E","pid":1,"tid":1,"ts":2.5}'
    whole = b'{"ph":"X","pid":1,"tid":"t","ts":1,"dur":9,"name":"m"},{"ph":"X","pid":1,"tid":"t","ts":"1.25","dur":1e0,"name":"a"}'
    name = b'{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"main","x":[{"ph":"B"}]}}'
    yield "array", b"\0[" + begin + b"," + whole + b"]"
    yield "object", b'\0{"other":{"a":[1]},"traceEvents":[' + name + b"," + begin + b'],"displayTimeUnit":"ns"}'
    yield "open", b"\1[" + begin + b",\n"
    yield "cut", b"\1[" + whole[:-9]
    ring = b'{"ph":"E","tid":1,"ts":-3,"name":"m"},{"ph":"B","tid":1,"ts":-2,"name":"m"},' + begin.split(b"},")[0] + b"}"
    yield "ring", b"\0[" + ring + b',{"ph":"E","tid":1,"ts":3,"name":"m"}]'
    yield "packed", b"\0" + member(b"[" + whole + b"]")


def proto_field(number, content):
    """Returns a field of a protocol buffers message. The content is a number below 128, or fewer than 128 bytes."""
    return bytes([number << 3, content]) if isinstance(content, int) else bytes([number << 3 | 2, len(content)]) + content


def proto(*fields):
    return b"".join(proto_field(number, content) for number, content in fields)


def proto_long(number, content):
    """Returns a field whose content may have up to 16,383 bytes."""
    if len(content) < 128:
        return proto_field(number, content)
    return bytes([number << 3 | 2, len(content) & 127 | 128, len(content) >> 7]) + content


LISTING = (b"Flat profile:\n\nEach sample counts as 0.01 seconds.\n  %   cumulative   self              self     total           \n"
           b" time   seconds   seconds    calls  ms/call  ms/call  name    \n"
           b" 75.00      0.03     0.03        4     7.50     7.50  leaf\n 25.00      0.04     0.01                             main\n\n"
           b"\t\t     Call graph\n\n\ngranularity: each sample hit covers 2 byte(s) for 25.00% of 0.04 seconds\n\n"
           b"index % time    self  children    called     name\n                                                 <spontaneous>\n"
           b"[1]    100.0    0.01    0.03                 main [1]\n                0.03    0.00       4/4           leaf [2]\n"
           b"-----------------------------------------------\n                                   2             leaf [2]\n"
           b"                0.03    0.00       4/4           main [1]\n[2]     75.0    0.03    0.00       4+2       leaf [2]\n"
           b"-----------------------------------------------\n\nIndex by function name\n\n   [2] leaf (a.c)              [1] main\n")


def tar(*members):
    archive = b""
    for name, content in members:
        header = name.encode().ljust(124, b"\0") + b"%011o\0" % len(content) + b"\0" * 20 + b"0"
        archive += header.ljust(257, b"\0") + b"ustar".ljust(255, b"\0") + content.ljust(-(-len(content) // 512) * 512, b"\0")
    return archive + b"\0" * 1024


def stacks_seeds():
    head = b"prog 1 7/8 [003] 12.100000:    1000000 cpu-clock:u: "
    stack = b"\t  40 leaf+0x1f (inlined)\n\t  40 operator() (int) const+0x1f (/dir/x.so (deleted))\n\t 50 main+0x2 ([unknown])\n"
    yield "perf", b"\0" + head + b"\n" + stack + b"\n" + head.replace(b"12.1", b"12.2") + b"\n" + stack[40:] + b"\n"
    yield "perf-frames", b"\2" + head.replace(b"prog", b"   cc1") + b"  ffffffff81 do_syscall_64+0x1 ([kernel.kallsyms])\n" * 2
    yield "perf-cut", b"\1" + head + b"\n" + stack[:-9]
    folded = b"main;hide;a b 12\nmain;a b;f(int, int) 8\nmain_[k] 4\n"
    yield "folded", b"\0" + folded
    yield "folded-ms", b"\6" + folded.replace(b"12", b"1.25")
    austin = b"# austin: 3.4.0\n# mode: full\nP7;T0:8;a.py:<module>:3;a.py:f:12;:GC: 105,0,-8\nP7;T0:8;a.py:f;L3 9,1,4\nP7;T7 20\n"
    yield "austin", b"\0" + austin
    yield "austin-cut", b"\1" + austin.replace(b",0,-8", b"").replace(b"full", b"cpu")[:-4]
    yield "packed", b"\1" + member(folded)[:-9]
    costs = (b"creator: callgrind-3\nevent: E = Ir + 2 Dr : e\nevents: Ir Dr\nob=(1) /p\nfl=(1) a.c\nfn=(1) main\n10 5 1\n+2 3\n"
             b"cob=(2) /l.so.6\ncfn=(2) f\ncalls=4 0\n* 40 2\nfn=(2)\n1 30 2\ncfn=(3) f'2\ncalls=2 1\n1 10\n"
             b"fn=(3)\n1 10\ncfn=(3)\ncalls=9 1\n1 4\ntotals: 48 3\n")
    yield "callgrind", b"\0" + costs
    yield "callgrind-cut", b"\1" + costs[:-20]
    texts = (b"", b"samples", b"count", b"cpu", b"nanoseconds", b"main", b"f", b"/p")
    pprof = proto((1, proto((1, 1), (2, 2))), (1, proto((1, 3), (2, 4))), (2, proto((1, 9), (1, 8), (2, 3), (2, 30))),
                  (2, proto((1, bytes([8])), (2, bytes([1, 10])), (3, proto((1, 5), (3, 6))))), (3, proto((1, 2), (5, 7))),
                  (4, proto((1, 8), (2, 2), (4, proto((1, 5))))), (4, proto((1, 9), (2, 2), (4, proto((1, 6))), (4, proto((1, 5))))),
                  (5, proto((1, 5), (2, 5))), (5, proto((1, 6), (2, 6), (3, 6))), *((6, text) for text in texts), (14, 3))
    yield "pprof", b"\0" + pprof
    yield "pprof-cut", b"\3" + pprof[:-7]
    frames = b'"shared":{"frames":[{"name":"main"},{"name":"f"}]}'
    sampled = b'{"type":"sampled","name":"t","unit":"milliseconds","samples":[[0,1],[0],[]],"weights":[1,2.5,1]}'
    evented = (b'{"type":"evented","name":"u","unit":"none","events":[{"type":"O","at":1,"frame":0},{"type":"O","at":2,"frame":1},'
               b'{"type":"C","at":4,"frame":1},{"type":"C","at":5,"frame":0}]}')
    yield "speedscope", b'\0{"$schema":"x",' + frames + b',"profiles":[' + sampled + b"," + evented + b"]}"
    yield "speedscope-cut", b"\1{" + frames + b',"profiles":[' + sampled[:-3]
    tables = (b'"stackTable":{"prefix":[null,0],"frame":[0,1]},"frameTable":{"inlineDepth":[0,1],"func":[0,1]},"funcTable":'
              b'{"name":[0,1],"resource":[0,-1]},"resourceTable":{"lib":[0]},"stringArray":["main","f"]')
    thread = b'{"name":"t","pid":"7","tid":7,"samples":{"stack":[1,0,null],"weight":[1,2,1],"weightType":"samples"}'
    start = b'\0{"meta":{"interval":1.5},"libs":[{"name":"p","path":"/p"}],"threads":['
    yield "firefox", start + thread + b"," + tables + b"}]}"
    yield "firefox-shared", start + thread.replace(b'"samples"}', b'"bytes"}') + b'}],"shared":{' + tables + b"}}"
    nodes = (b'{"id":1,"callFrame":{"functionName":"(root)","url":""},"children":[5]},{"id":5,"callFrame":{"functionName":"f",'
             b'"url":"a.js"}},{"id":6,"callFrame":{"functionName":""},"parent":5}')
    rows = (b'"stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1],[1,2]]},"frameTable":{"data":[[0],[1],[2]],'
            b'"schema":{"location":0}},"stringTable":["main","0x11","f (a.js:1:2)"]')
    raw = b'{"name":"t","pid":7,"samples":{"schema":{"time":1,"stack":0},"data":[[1,2],[2],[null,3]]},' + rows + b"}"
    yield "gecko", start.replace(b'"/p"', b'"/p","start":16,"end":32') + raw + b'],"processes":[{"threads":[' + raw + b"]}]}"
    yield "gecko-panel", b'\0{"label":"","duration":1.5,"markers":[],"profile":' + start[1:] + raw + b"]},\"version\":2}"
    offsets = tables.replace(b'"prefix":[null,0]', b'"prefixOffset":[0,1]').replace(b'"func"', b'"lib":[-1,0],"func"')
    yield "firefox-offsets", start + thread + b"," + offsets + b"}]}"
    yield "dhat", (b'\0{"dhatFileVersion":2,"bklt":true,"pps":[{"tb":9,"tbk":2,"gb":1,"gbk":1,"eb":0,"ebk":0,"fs":[1,2,3]},'
                   b'{"tb":3,"tbk":1,"fs":[0,2]}],"ftbl":["[root]","0x1: malloc (in /l.so)","0x2: f (a.c:3)","0x2: ??? (b.c:1:2)"]}')
    tau = (b'4 templated_functions_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute><name>'
           b'TAU_CALLPATH_DEPTH</name><value>3</value></attribute></metadata>\n"main() [{a.c} {1,1}-{2,1}]" 1 1 3 10 0 '
           b'GROUP="TAU_USER"\n"f" 2 0 7 7 0 GROUP="MPI"\n"main() [{a.c} {1,1}-{2,1}] => f" 2 0 7 7 0 '
           b'GROUP="TAU_CALLPATH|MPI"\n"f [ <n> = <1> ]" 1 0 1 1 0 GROUP="TAU_PARAM"\n0 aggregates\n2 userevents\n# e\n'
           b'"size" 2 4 1 2 9\n"size : main() => f" 1 4 4 4 16\n')
    yield "tau", b"\0" + tau
    yield "tau-cut", b"\1" + tau[:-60]
    yield "caliper", (b"\0__rec=node,id=15,attr=10,data=268,parent=3\n__rec=node,id=20,attr=8,data=function,parent=15\n__rec=node,id=22,"
                      b"attr=8,data=sum#time.duration,parent=5\n__rec=node,id=23,attr=8,data=inclusive#time,parent=5\n__rec=node,id=30,"
                      b"attr=20,data=main\n__rec=node,id=31,attr=20,data=a\\,b,parent=30\n__rec=ctx,ref=30=31,attr=22=23,data=2.5=7\n"
                      b"__rec=globals,ref=30\n")
    yield "caliper-json", (b'\0{"data":[[1.5,0,0],[2,1,1],[3,0,null]],"columns":["time","mpi.rank","path"],"column_metadata":[{"is_value":'
                           b'true,"attribute.unit":"sec"},{"is_value":true},{"is_value":false}],"nodes":[{"label":"f","parent":1},'
                           b'{"label":"main"}]}')
    anchor = (b'<cube><metrics><metric id="1" type="INCLUSIVE"><uniq_name>time</uniq_name><dtype>INT8</dtype><uom>sec</uom></metric>'
              b'</metrics><program><region id="0" mod="a.c"><name>f</name></region><cnode calleeId="0"><cnode calleeId="0"/></cnode>'
              b'</program><system><locationgroup><rank>0</rank><location><name>t</name><rank>0</rank></location></locationgroup>'
              b'</system></cube>')
    index = b"CUBEX.INDEX\1\0\0\0\0\0\1\2\0\0\0\0\0\0\0\1\0\0\0"
    cube = tar(("1.index", index), ("1.data", b"CUBEX.DATA\7\3"), ("anchor.xml", anchor))
    yield "cube", b"\0" + cube
    yield "cube-cut", b"\1" + cube[:1600]
    yield "listing", b"\0" + LISTING
    yield "listing-cut", b"\1" + LISTING[:-90]
    heap = b"heap profile: 3: 300 [5: 700] @ heap/1024\n2: 200 [3: 500] @ 0x401000 0x401040\n1: 100 [2: 200] @ 0x500010 0x1\n"
    yield "heap", b"\0" + heap + b"\nMAPPED_LIBRARIES:\n00400000-00410000 r-xp 00000000 08:01 7 /p\nbuild=/l\n00500000-00510000 r-xp 0 00:00 0 $build/x.so\n"
    yield "heap-go", b"\0" + heap + b"#\t0x401000\tmain.f+0x10\t/a.go:3\n#\t0x1\tmain.main+0x2\t/a.go:9\n\n# runtime.MemStats\n"
    yield "contention", (b"\0--- contentionz 1 ---\nformat = java\nresolution = microseconds\nsampling period = 100\nms since reset = 6\n"
                         b"14 1 @ 0x2 0x3\n9 2 @ 0x3\n   0x2 java.lang.A.f (A.java:26)\n   0x3 main (a.so)\n")
    yield "threadz", (b"\0--- threadz 1 ---\n\n--- Thread 7f1 (name: main/14) stack: ---\n  PC: 0x401000: f\n  0x401040: main\n  creator: 0x1\n"
                      b"--- Thread 7f2 (name: w/15) stack: ---\n  [same as previous thread]\n--- Thread 7f3 (name: x/16) stack: ---\n"
                      b"  PC: 0x401000 0x401050\n--- Memory map: ---\n  00400000-00410000: /p (deleted)\n")
    yield "goroutine", b"\0goroutine profile: total 3\n2 @ 0x401000 0x401040\n#\t0x401000\tmain.f+0x10\t/a.go:3\n\n1 @ 0x401040\n#\t0x401040\tmain.main+0x2\t/a.go:9\n"
    dictionary = proto((1, proto()), (1, proto((1, 16), (2, 99), (4, 1))), (2, proto()), (2, proto((1, 1), (2, 20), (3, proto((1, 1))))),
                       (2, proto((2, 40), (3, proto((1, 2))), (3, proto((1, 1))))), (3, proto()), (3, proto((1, 2))), (3, proto((1, 3))),
                       *((5, text) for text in (b"", b"/p", b"main", b"f", b"cpu", b"nanoseconds", b"thread.name")),
                       (6, proto()), (6, proto((1, 6), (2, proto((1, b"w"))))), (7, proto()), (7, proto((1, bytes([2, 1])))), (7, proto((1, bytes([1])))))
    samples = ((2, proto((1, 1), (2, bytes([1])), (4, bytes([9, 8])))), (2, proto((1, 2), (5, struct.pack("<2Q", 7, 8)))))
    profile = proto((1, proto((1, 4), (2, 5))), *samples, (5, proto((1, 4), (2, 5))), (6, 10))
    otlp = proto_long(1, proto_long(2, proto_long(2, profile))) + proto_long(2, dictionary)
    yield "otlp", b"\0" + otlp
    yield "otlp-cut", b"\1" + otlp[:-9]
    chunk = (b'{"ph":"P","name":"ProfileChunk","pid":1,"tid":2,"id":"0x1","ts":5,"args":{"data":{"cpuProfile":{"nodes":[{"id":1,"callFrame":'
             b'{"functionName":"(root)"}},{"id":2,"parent":1,"callFrame":{"functionName":"f","url":"a.js"}}],"samples":[2,1,2]},'
             b'"timeDeltas":[1,20,-3]}}}')
    trace = (b'{"traceEvents":[{"ph":"X","pid":1,"tid":2,"ts":1,"dur":5,"name":"m"},{"ph":"P","name":"Profile","pid":1,"tid":2,"id":"0x1","ts":1,'
             b'"args":{"data":{"startTime":1}}},' + chunk + b"]}")
    yield "chrome-samples", b"\0" + trace
    yield "chrome-samples-cut", b"\1" + trace[:-40]
    yield "hermes", (b'\0{"traceEvents":[],"samples":[{"cpu":"-1","name":"","ts":"7","pid":1,"tid":"2","weight":"1","sf":2}],"stackFrames":{"1":'
                     b'{"name":"[root]","category":"root"},"2":{"name":"f(a.js:1:2)","category":"JavaScript","parent":1}}}')
    yield "cpuprofile", b'\0{"nodes":[' + nodes + b'],"startTime":10,"endTime":99,"samples":[5,6,5],"timeDeltas":[1,20,-3]}'


def properties_seeds():
    asl = (b"LET f(x) = IF(x > 1, MIN(x, 2, 3), -x) + 5%; // a function\nTEMPLATE T<a, b>(M m) { LET lost = a; CONDITION: "
           b"share >= min_share AND NOT severity <= threshold; CONFIDENCE: .5; SEVERITY: ABS(a) / (b + 3ms); }\n"
           b"PROPERTY Q(M m) REFINES P HINT \"a hint\" IS T<m.Ir - m.Dr.max, f(m.selfIr)>;\n"
           b"METAPROPERTY A(M m) = P(m) AND (Q(m) OR NOT P(m));\n")
    costs = (b"events: Ir Dr D1mr\nob=(1) /p\nfl=(1) a.c\nfn=(1) main\n10 5 1\n+2 3 2 1\ncfi=(2) b.c\ncfn=(2) f\ncalls=4 0\n"
             b"* 40 2\nfl=(2)\nfn=(2)\n1 30 2\ncfn=(3) f'2\ncalls=2 1\n-1 10\nfn=(3)\n1 10\ncfn=(3)\ncalls=9 1\n1 4\n"
             b"totals: 48 5 1\n")
    loops = (b"positions: instr line\nevents: Ir Dr\nob=(1) /p\nfl=(1) a.c\nfn=(1) f\n0x10 6 1\n+4 7 2 1\njfi=(2) b.c\njump=5 * 7\n* *\n"
             b"cfn=(2) g\ncalls=2 0x40 3\n* * 9 1\n+4 7 3\njcnd=3/4 0x10 6\n* *\n-2 9 1\njfn=(2)\njcnd=1/2 -8 2\n* *\n")
    parts = b"part: 1\n" + loops + b"part: 2\n" + loops.replace(b"7 3\n", b"7 4\n")
    trace = (b"==1== Lackey\n==1== Command: ./p\nI  00000ff0,5\nI  00401000,4\n S 1fff0008,8\n L 00500010,8\n M 0050003c,8\nwords\n"
             b"I  00401040,3\n L 00500400,8\n S 00500810,4\nI  00401044,2\n L 00000001,1\nI  00000ff5,3\n==1== Exit code:       0\n")
    structure = (b"<?xml version='1.0'?><sir><region kind='function' name='f' file='a.c'><array name='un'/><region kind='loop' "
                 b"name='f' line='7' number='2'><region kind='line' name='f' line='7'/></region></region></sir>")
    table = b'metric,region,file,line,rank,thread,value\nIr,f,a.c,7,0,1,12\nD-r,"g, ""h""",,,1,,3e2\nDr,,,,,,5\n'
    for name, recording in (("callgrind", costs), ("table", table)):
        yield name, b"\0" + asl + b"\0" + recording
        yield name + "-cut", b"\1" + asl[:-9] + b"\0" + recording[:-15]
        yield name + "-phase", b"\2\0" + recording
    yield "loops", b"\6" + asl + b"\0" + loops
    yield "parts", b"\12" + asl + b"\0" + parts
    yield "parts-cut", b"\11\0" + parts[:-4]
    yield "trace", b"\0" + asl + b"\0" + trace
    yield "trace-phase", b"\2\0" + trace
    yield "trace-cut", b"\1\0" + trace[:-30]
    yield "structure", b"\20" + structure + b"\0" + loops
    yield "structure-table", b"\20" + structure + b"\0" + table
    yield "structure-cut", b"\20" + structure[:-9] + b"\0" + table


def families_seeds():
    families = (b'{"schema":"egprof-families-1","unit":"us","constants":{"cache":9},"inputs":{"Q":[1,1000]},"families":['
                b'{"name":"A","members":[{"name":"a","time":"if(Q > cache, Q^2, 3)","quality":{"q":1}},{"name":"b","model":"f"}]},'
                b'{"name":"B","members":[{"name":"c","time":{"go":"2*Q"}}]}],"calls":[{"family":"A","count":"10","inputs":'
                b'{"Q":"Q/2"}},{"family":"B","method":"go"}],"fixed":"1","interactions":[{"between":["A=a","B=c"],"time":"Q"}],'
                b'"quality":{"q":"min"},"require":["q >= 1"]}')
    models = (b'{"kind":"models","unit":"s","models":[{"function":"f","metric":"time","statistic":"median","parameters":["Q"],'
              b'"form":"pmnf","expression":"1","terms":["1","Q^1.5"],"coefficients":[0.5,2e-6]}]}')
    yield "models", families + b"\0" + models
    yield "cut", families[:-20]
    yield "own", families.replace(b'"model":"f"', b'"time":"5"')
    yield "expression", b"-2^-3^2 + max(1, if(n <= 4 * (cache - 1), Log2(n), .5e3), 7) / sqrt(2)"


def snapshots_seeds():
    elfutils = (b"PID 17 - process\nTID 17:\n#0  0x0000000000000001 epoll_wait\n#1  0x0000000000000002 PMPI_Barrier - /lib/libmpi.so\n"
                b"#2  0x0000000000000003 main\n#3  0x0000000000000004 __libc_start_main@@GLIBC_2.34\n    main.c:1:2\nTID 18:\n"
                b"#0  0x0000000000000005\n#1  0x0000000000000006 std::vector<int>::f(int) const\n#2  0x7 __clone3\n")
    gdb = (b'[New LWP 18]\n#0  f () at a.c:1\n\nThread 2 (Thread 0x7f (LWP 18) "a b"):\n#0  f (a=1, b="x (") at a.c:1\n'
           b"#1  0x0000000000000002 in ns::(anonymous namespace)::W<int>::operator()(int) (this=0x1) at a.cpp:2\n"
           b"#2  <signal handler called>\nBacktrace stopped: x\n\nThread 1 (Thread 0x7f (LWP 17)):\n"
           b"#0  0x0000000000000003 in ?? () from /lib/libc.so.6\n")
    yield "elfutils", b"\0" + elfutils + b"\0\1" + elfutils + b"\0\2" + elfutils
    yield "gdb", b"\0" + gdb + b"\0\20" + gdb.replace(b"f (", b"g (") + b"\0\3" + gdb
    yield "cut", b"\0" + elfutils[:-9] + b"\0\0" + gdb[:-40]
    yield "denied", b"\0ptrace: Operation not permitted.\n\0\0" + elfutils


def observations_seeds():
    yield "text", (b"PARAMETER p\nPOINTS (4) (8) (16)\n\nREGION example\nMETRIC time\nDATA 8.31 8.02\nDATA 22.74 22.66\n"
                   b"DATA 65.79 64.74\nREGION other\nDATA 1\nDATA 2\nDATA 3\n")
    yield "json", (b'{"parameters": ["x", "y"], "measurements": {"f": {"time": [{"point": [1, 2], "values": [3, 4]},\n'
                   b'{"point": [2, 2], "values": [5.5]}]}}}\n')
    yield "lines", (b'{"params":{"x":1,"y":2},"callpath":"f","metric":"m","value":2.5}\n'
                    b'{"params":{"x":2,"y":2},"callpath":"f","metric":"m","value":[3,4]}\n')
    yield "old", (b'{"callpaths":[{"id":1,"name":"f"}],"coordinates":[{"id":1,"parameter_value_pairs":[{"parameter_id":1,'
                  b'"parameter_value":4}]}],"measurements":[{"callpath_id":1,"coordinate_id":1,"id":1,"metric_id":1,'
                  b'"value":0.5}],"metrics":[{"id":1,"name":"time"}],"parameters":[{"id":1,"name":"p"}]}\n')


    times = b'"real_time":2.5,"cpu_time":2,"time_unit":"us"'
    yield "google", (b'{"context":{"num_cpus":2},"benchmarks":[{"name":"BM_f/8/threads:2","run_name":"BM_f/8/threads:2","run_type":"iteration",'
                     b'"repetitions":2,"repetition_index":0,"threads":2,"iterations":9,' + times + b',"items_per_second":7},'
                     b'{"name":"BM_f/8_mean","run_name":"BM_f/8","run_type":"aggregate","aggregate_name":"mean","iterations":2,' + times + b'}]}\n')
    yield "hyperfine", (b'{"results":[{"command":"./p 1","mean":0.5,"stddev":0.1,"times":[0.5,0.4,0.6],"exit_codes":[0,1,0],"parameters":'
                        b'{"n":"1"}}]}\n')
    yield "pytest", (b'{"machine_info":{},"benchmarks":[{"name":"test_f[8]","fullname":"a.py::test_f[8]","params":{"n":8},"stats":'
                     b'{"data":[0.5,0.25],"mean":0.375,"rounds":2}}],"version":"4.0.0"}\n')
    yield "table", b"name,value,unit,n,threads\nf,0.5,ms,100,1\nf,0.4,ms,100,1\n\"g, h\",0.75,us,200,2\n"
    yield "google-table", (b"name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message\n"
                           b'"BM_f/8",9,2.5,2,ns,,,,,\n"BM_f/64",9,25,20,ns,,7,"x",,\n')


def otf2_seeds():
    """Yields inputs of otf2_fuzz.cpp. Regions are [name, role, paradigm, file, line]; events are [location, kind,
    ticks, operands]."""
    def archive(regions, metrics, events, options=0, changes=(), locations=(0, 0, 1)):
        definitions = bytes([len(regions) - 1]) + b"".join(map(bytes, regions)) + bytes([len(metrics)]) + b"".join(metrics)
        ranks = bytes([len(locations) - 1, *locations])
        return (bytes([options, len(changes)]) + b"".join(map(bytes, changes)) + definitions + b"\0" + b"\1" + ranks +
                b"".join(map(bytes, events)))

    enter, leave, read, send, receive, collective = 0, 2, 4, 5, 6, 7
    regions = ([0, 1, 2, 1, 3], [8, 5, 3, 1, 9], [7, 3, 3, 1, 11], [2, 28, 4, 0, 0], [3, 28, 4, 0, 0], [4, 26, 4, 0, 0])
    counter = b"\1\1\0\0\1"  # a counter with one member: accumulated, base 10, exponent 0, name
    team = [[at, kind, 5, region] for region, kind in ((0, enter), (1, enter), (2, enter), (2, leave), (1, leave)) for at in (0, 1)]
    messages = [[0, enter, 1, 3], [0, send, 1, 1, 7, 64], [0, leave, 1, 3], [2, enter, 0, 0], [2, enter, 1, 4],
                [2, receive, 9, 0, 7, 64], [2, leave, 1, 4]]
    barrier = [[at, kind, 2, 5, *more] for kind, more in ((enter, []), (collective, [8]), (leave, [])) for at in (0, 2)]
    reads = [[0, read, 1, 0, 1, 4, 90], [0, enter, 1, 2], [0, read, 1, 0, 1, 4, 99], [0, leave, 1, 2]]
    ends = [[at, leave, 4, 0] for at in (0, 1, 2)]
    yield "team", archive(regions, [], team + ends)
    yield "messages", archive(regions, [], team + messages + barrier + ends)
    yield "counters", archive(regions, [counter], team + reads + ends)
    yield "salvaged", archive(regions, [counter], team + messages + reads, 1, [[1, 40, 0, 9], [2, 9, 0, 255]])
    for number in range(6):
        source = random.Random(number)
        yield "%02d" % number, bytes([number, number]) + bytes(
            source.choice([source.randrange(16), source.randrange(256)]) for _ in range(500))


def main():
    top = pathlib.Path(__file__).resolve().parent.parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else top / "testdata" / "fuzz"
    for name, seeds in (("gmon", gmon_seeds), ("gzip", gzip_seeds), ("symbol_file", symbol_file_seeds),
                        ("order_map", order_map_seeds), ("image", image_seeds), ("options", options_seeds),
                        ("pipeline", pipeline_seeds), ("ranking", ranking_seeds), ("rules", rules_seeds),
                        ("uftrace", uftrace_seeds), ("chrome", chrome_seeds), ("stacks", stacks_seeds),
                        ("properties", properties_seeds), ("observations", observations_seeds),
                        ("families", families_seeds), ("snapshots", snapshots_seeds), ("export", export_seeds), ("manifest", manifest_seeds),
                        ("otf2", otf2_seeds)):
        (folder / name).mkdir(parents=True, exist_ok=True)
        for seed, content in seeds():
            (folder / name / ("seed-" + seed)).write_bytes(content)


main()
