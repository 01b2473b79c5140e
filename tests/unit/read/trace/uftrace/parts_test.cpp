// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the text files in uftrace's folders.
#include <catch2/catch.hpp>

#include "read/trace/uftrace/addresses.h"
#include "read/trace/uftrace/arguments.h"
#include "read/trace/uftrace/info.h"
#include "read/trace/uftrace/pattern.h"
#include "read/trace/uftrace/schedule.h"
#include "read/trace/uftrace/symbols.h"
#include "read/trace/uftrace/tasks.h"
#include "support/uftrace_bytes.h"

namespace profdiff::parts_test {
namespace {

ErrorCode CodeOf(std::string bytes) {
  try {
    ParseUftraceInfo(bytes, "info");
  } catch (const Error& error) {
    CHECK(TextOf(error.message()).starts_with("info: "));
    return error.code();
  }
  FAIL("no error");
  return ErrorCode::kSystem;
}

using Sizes = std::vector<std::uint32_t>;
Sizes SizesOf(const UftraceLayout& layout) {
  Sizes sizes;
  for (const UftraceValue& value : layout) sizes.push_back(value.size);
  return sizes;
}

}  // namespace

TEST_CASE("uftrace's info describes the layout of values", "[uftrace]") {
  const std::string lines =
      "exename:/p\nargspec:lines=4\nargspec:f@arg1\nretspec:g@retval/s\nargauto:m@arg1/u;\nretauto:m@retval/p;\n";
  const UftraceInfo info = ParseUftraceInfo(tests::UftraceInfoBytes(lines), "info");
  CHECK(info.relative_symbols);
  CHECK(info.word_bytes == 8);
  CHECK(info.arguments == std::vector<std::string>{"f@arg1", "m@arg1/u;"});
  CHECK(info.results == std::vector<std::string>{"g@retval/s", "m@retval/p;"});
}

TEST_CASE("uftrace's info has the time and status of a program's end", "[uftrace]") {
  const auto parse = [](const std::string& lines) { return ParseUftraceInfo(tests::UftraceInfoBytes(lines), "info"); };
  const auto elapsed = [&](const std::string& value) { return parse("elapsed_time:" + value + "\n").elapsed; };
  CHECK(elapsed("0.242787464 sec") == 242787464);
  CHECK(elapsed("20.000000005 sec") == 20000000005);
  CHECK(elapsed("18446744072.999999999 sec") == 18446744072999999999U);
  for (const char* none : {"", "sec", " sec", "1.5", "-1.000000000 sec", "1.0000000000 sec sec", "1.1000000000 sec",
                           "18446744073.000000000 sec", "0x1.5 sec", "1.x sec", "nan sec"}) {
    CHECK_FALSE(elapsed(none));
  }
  const auto status = [&](const std::string& value) { return parse("exit_status:" + value + "\n").exit_status; };
  CHECK(status("0") == 0);
  CHECK(status("768") == 3 * 256);
  CHECK(status("11") == 11);
  CHECK(status("139") == 11);  // signal 11, with the bit that indicates a core dump
  CHECK(status("-1") == -1);   // the recorder itself was killed
  for (const char* none : {"", "65536", "1 ", "4294967296", "18446744073709551616", "x"}) CHECK_FALSE(status(none));
  CHECK_FALSE(parse("exename:/p\n").elapsed);
  CHECK_FALSE(parse("exename:/p\n").exit_status);
}

TEST_CASE("a file that is not uftrace's info is refused", "[uftrace]") {
  const std::string good = tests::UftraceInfoBytes("");
  CHECK(CodeOf("") == ErrorCode::kNotATrace);
  CHECK(CodeOf("Ftrace?") == ErrorCode::kNotATrace);
  CHECK(CodeOf(good.substr(0, 30)) == ErrorCode::kTruncated);
  CHECK(CodeOf(tests::UftraceInfoBytes("", 5)) == ErrorCode::kUnsupported);
  std::string big = good;
  big[14] = 2;
  CHECK(CodeOf(big) == ErrorCode::kUnsupported);
}

TEST_CASE("functions with recorded arguments are also found by their demangled names", "[uftrace]") {
  const auto values = [](const char* name, const char* list) {
    UftraceInfo info;
    info.arguments = {list};
    UftracePlace place;
    place.function.name = name;
    const std::optional<UftraceLayout> layout = FindUftraceLayout(info, place, false);
    return layout ? layout->size() : 0;
  };
  CHECK(values("f", "g@arg1;f@arg1,arg2/s") == 2);
  CHECK(values("_Z1fi", "_Z1fi@arg1") == 1);
  CHECK(values("_ZNK2ns1a4nameIiEEc", "name@arg1") == 0);
  // The demangled name of this template function begins with its result type.
  CHECK(values("_ZNK2ns1a4nameIiEEic", "int ns::a::name@arg1") == 1);
  CHECK(values("_ZN2ns1a4nameEc", "ns::a::name@arg1") == 1);
  CHECK(values("_ZN12_GLOBAL__N_11fEi", "(anonymous namespace)::f@arg1,arg2") == 2);
  CHECK(values("_ZN1aclEi", "a::operator()@arg1,arg2") == 2);
  CHECK(values("_ZlsRSoi", "operator<<@arg2") == 1);
  CHECK(values("_ZN1aIiEltEi", "a::operator<@arg2") == 1);
  CHECK(values("_ZN10cooperatorIiE1fEi", "cooperator::f@arg2") == 1);
}

TEST_CASE("uftrace's tasks list the programs that each thread ran", "[uftrace]") {
  const UftraceTasks tasks = ParseUftraceTasks(
      "SESS timestamp=1.000000005 pid=10 sid=aa exename=\"/a b\"\n"
      "TASK timestamp=1.5 tid=10 pid=10\n"
      "TASK timestamp=1.6 tid=12 pid=10\n"
      "FORK timestamp=2.000000000 pid=11 ppid=10\n"
      "SESS timestamp=3.000000000 pid=11 sid=bb exename=\"/b\"\n"
      "SESS timestamp=4.000000000 pid=10 sid=cc exename=\"/c\"\n"
      "DLOP timestamp=1.7 tid=10 sid=aa base=7f00 libname=\"./lib x.so\"\n"
      "nonsense\n");
  REQUIRE(tasks.sessions.size() == 3);
  CHECK(tasks.sessions[0].time == 1000000005);
  REQUIRE(tasks.loadings.size() == 1);
  CHECK(tasks.loadings[0].base == 0x7f00);
  CHECK(tasks.loadings[0].library == "./lib x.so");
  auto stays = [&](std::uint64_t thread) {
    std::vector<std::pair<std::uint64_t, std::size_t>> pairs;
    for (const UftraceTasks::Stay& stay : tasks.StaysOf(thread)) pairs.emplace_back(stay.time, stay.session);
    return pairs;
  };
  using Pairs = std::vector<std::pair<std::uint64_t, std::size_t>>;
  CHECK(stays(10) == Pairs{{0, 0}, {4000000000, 2}});
  CHECK(stays(12) == stays(10));
  // The child process, 11, runs its parent's program first, and then another one.
  CHECK(stays(11) == Pairs{{0, 0}, {3000000000, 1}});
  CHECK(stays(99) == Pairs{{0, 0}});
}

TEST_CASE("a process that is its own ancestor ends nothing", "[uftrace]") {
  const UftraceTasks tasks = ParseUftraceTasks("FORK timestamp=1.0 pid=1 ppid=2\nFORK timestamp=1.0 pid=2 ppid=1\n");
  CHECK(tasks.StaysOf(1).empty());
}

TEST_CASE("threads are sorted by creation, even if numbers start again", "[uftrace]") {
  UftraceTasks tasks = ParseUftraceTasks(
      "SESS timestamp=1.0 pid=4194300 sid=aa exename=\"/p\"\nTASK timestamp=1.0 tid=4194300 pid=4194300\n"
      "TASK timestamp=1.9 tid=4194302 pid=4194300\nTASK timestamp=1.1 tid=301 pid=4194300\n"
      "FORK timestamp=1.0 pid=4194301 ppid=4194300\n");
  std::vector<std::uint64_t> threads = {301, 4194300, 4194301, 4194302};
  tasks.SortByCreation(threads);
  CHECK(threads == std::vector<std::uint64_t>{4194300, 4194302, 301, 4194301});
}

TEST_CASE("an address is in the symbol before it, if that is a function", "[uftrace]") {
  const UftraceSymbolTable table(
      "# path name: /p\n0000000000000100 d data\n0000000000000200 T first\n0000000000000200 t alias\n"
      "0000000000000300 P plt\n0000000000000380 ? __end\n0000000000000400 t f._omp_fn.0\n",
      "# path name: /p\nF: 200 first\nL: 1 p.c\nA: @arg1/i32\nR: @retval\nF: 400 f\n");
  CHECK(table.Find(0x1ff).name.empty());
  CHECK(table.Find(0x200).name == "first");
  CHECK(table.Find(0x2ff).name == "first");
  CHECK(table.Find(0x2ff).address == 0x200);
  CHECK(table.Find(0x310).name == "plt");
  CHECK(table.Find(0x380).name.empty());
  CHECK(table.Find(0x500).name == "f._omp_fn.0");
  CHECK(table.SignatureOf(0x200).arguments == "@arg1/i32");
  CHECK(table.SignatureOf(0x200).result == "@retval");
  CHECK(table.SignatureOf(0x200).file == "p.c");
  CHECK(table.SignatureOf(0x200).line == 1);
  CHECK(table.SignatureOf(0x400).line == 0);
  CHECK(table.SignatureOf(0x400).arguments.empty());
}

TEST_CASE("symbols can have sizes, as uftrace 0.17 writes them", "[uftrace]") {
  const UftraceSymbolTable table(
      "# path name: /p\n0000000000000100 00000010 P free\n0000000000000200 00000022 T main\n"
      "0000000000000300 00000000 t unsized\n0000000000000400 0000000g T bad\nfffffffffffffff0 ffffffff t last\n",
      "");
  CHECK(table.Find(0x10f).name == "free");
  CHECK(table.Find(0x110).name.empty());
  CHECK(table.Find(0x221).name == "main");
  CHECK(table.Find(0x222).name.empty());
  CHECK(table.Find(0x4000).name == "unsized");
  CHECK(table.Find(0xffffffffffffffff).name == "last");
}

TEST_CASE("a library is found where and when it was loaded", "[uftrace]") {
  tests::TemporaryFolder folder;
  folder.Write("p.sym", "# path name: /p\n0000000000000100 T f\n");
  folder.Write("one.so.sym", "# path name: ./one.so\n0000000000000100 T one\n");
  // This file states no path, so the library is identified by its file name only.
  folder.Write("two.so.sym", "0000000000000100 T two\n");
  UftraceSymbolFiles files(folder.path());
  const std::vector<UftraceLoading> loadings = {
      {10, 0x9000, "aa", "./one.so"}, {20, 0x9000, "aa", "./two.so"}, {30, 0x9000, "aa", "./one.so"}};
  const UftraceAddresses addresses(
      ParseUftraceMap("1000-1100 r--p 0 00:00 0 /p\n1100-2000 r-xp 0 00:00 0   /p build-id:12\nbad\n"
                      "3000-4000 r-xp 0 00:00 0 /no symbols\n"),
      loadings, true, files);
  CHECK(addresses.Find(0x1100, 5).Name() == "f");
  CHECK(addresses.Find(0x1080, 5).Name() == "p+0x80");
  CHECK(addresses.Find(0x2000, 5).Name() == "0x2000");
  CHECK(addresses.Find(0x3010, 5).Name() == "no symbols+0x10");
  CHECK(addresses.Find(0x3010, 5).symbols == nullptr);
  CHECK(addresses.Find(0x9100, 5).module == nullptr);
  CHECK(addresses.Find(0x9100, 15).Name() == "one");
  CHECK(addresses.Find(0x9100, 25).Name() == "two");
  CHECK(addresses.Find(0x9100, 35).Name() == "one");
  CHECK(addresses.Find(0x9100, 35).module->shares_begin);
}

TEST_CASE("the specification determines the length of values", "[uftrace]") {
  auto sizes = [](const char* text) { return SizesOf(ParseUftraceLayout(text, 8)); };
  CHECK(sizes("@arg1,arg2/i32,arg3/c,arg4/u16,fparg1,fparg2/32,fparg3/80%stack+1,arg5/p,arg6/e:Color") ==
        Sizes{8, 4, 1, 2, 8, 4, 10, 8, 8});
  CHECK(sizes("arg1/s,arg2/S%rdi,arg3/t40:Point%stack+1,retval/f64,filter") ==
        Sizes{UftraceValue::kText, UftraceValue::kText, 40, 8});
  CHECK(SizesOf(ParseUftraceLayout("arg1", 4)) == Sizes{4});
}

TEST_CASE("values are padded to four bytes each, and to eight in total", "[uftrace]") {
  const std::string bytes = std::string("\5\0hello", 7) + std::string(100, 'x');
  auto size = [&](const char* text, std::size_t there) {
    return SizeOfValues(ParseUftraceLayout(text, 8), std::string_view(bytes).substr(0, there));
  };
  CHECK(size("arg1/s", 107) == 8);
  CHECK(size("arg1/s,arg2/c", 107) == 16);
  CHECK(size("arg1/s,arg2", 16) == 16);
  CHECK_FALSE(size("arg1/s,arg2", 15));
  CHECK_FALSE(size("arg1/s", 1));
  CHECK(size("arg1/t0", 0) == 0);
}

namespace {

bool Matches(std::string_view pattern, std::string_view name,
             UftracePatterns patterns = UftracePatterns::kExpressions) {
  return UftracePattern(pattern, patterns).Matches(name);
}

}  // namespace

TEST_CASE("functions are selected by name or by simple expressions", "[uftrace]") {
  CHECK(Matches("f", "f"));
  CHECK_FALSE(Matches("f", "ff"));
  CHECK(Matches("^f.*o$", "fxxo"));
  CHECK(Matches("o.*", "foo"));
  CHECK_FALSE(Matches("^o.*", "foo"));
  CHECK_FALSE(Matches("x*$y", "x"));
  CHECK(Matches(".*.*.*.*.*", "x"));
  CHECK_FALSE(Matches("", "x"));
}

TEST_CASE("functions are selected by extended regular expressions", "[uftrace]") {
  auto matching = [](const char* pattern) {
    std::string names;
    for (const char* name : {"MPI_Send", "MPI_Ssend", "MPI_Recv", "PMPI_Send", "a-b", "std::vector"}) {
      if (Matches(pattern, name)) names += std::string(names.empty() ? "" : " ") + name;
    }
    return names;
  };
  CHECK(matching("MPI_(Send|Ssend)") == "MPI_Send MPI_Ssend PMPI_Send");
  CHECK(matching("^MPI_S?(s|S)end$") == "MPI_Send MPI_Ssend");
  CHECK(matching("^(P?MPI_)+[RS][^s]") == "MPI_Send MPI_Recv PMPI_Send");
  CHECK(matching("^[[:upper:]]{4}_") == "PMPI_Send");
  CHECK(matching("^([A-Z]{1,2}){2,}_") == "MPI_Send MPI_Ssend MPI_Recv PMPI_Send");
  CHECK(matching("^.{3}$|v{0,0}x") == "a-b");
  CHECK(matching("[]-]b|:{2}v") == "a-b std::vector");
  CHECK(matching("a\\-b") == "a-b");
  CHECK(matching("^[a\\]-b") == "a-b");
  CHECK(matching("^a{,1}-") == "a-b");
  CHECK(matching("^a*?-b") == "a-b");
  CHECK(matching("^[^a-zM]") == "PMPI_Send");
  CHECK(matching("()|x") == "MPI_Send MPI_Ssend MPI_Recv PMPI_Send a-b std::vector");
  for (const char* none : {"(", ")", "a)", "[", "[[:no:]]", "[z-a]", "a{2", "a{3,2}", "a{9999}", "*a", "a|+", "\\",
                           "(a)\\1", "\\w", "a{x}", "a{}", "[[=a=]]", "((a{255}){255}){255}"}) {
    CHECK(matching(none).empty());
    CHECK(Matches(none, none));  // an invalid pattern matches only the identical name
  }
  const std::string deep(100000, '(');
  CHECK_FALSE(Matches(deep, "a"));
  // Other matchers take exponential time for these patterns.
  CHECK_FALSE(Matches("^(((a*)*)*)*b", std::string(500, 'a')));
  CHECK_FALSE(Matches("(a|a)*(a?){200}b", std::string(500, 'a')));
}

TEST_CASE("functions are selected by globs, or by their names only, if the recording says so", "[uftrace]") {
  auto glob = [](const char* pattern, const char* name) { return Matches(pattern, name, UftracePatterns::kGlobs); };
  CHECK(glob("MPI_*", "MPI_Send"));
  CHECK_FALSE(glob("MPI_*", "PMPI_Send"));
  CHECK(glob("?PI_[!R]end", "MPI_Send"));
  CHECK_FALSE(glob("?PI_[^S]end", "MPI_Send"));
  CHECK(glob("a.\\*", "a.*"));
  CHECK_FALSE(glob("a.\\*", "a.b"));
  CHECK_FALSE(glob("a[", "ab"));
  CHECK_FALSE(glob(std::string(30, '*').append("b").c_str(), std::string(300, 'a').c_str()));
  CHECK_FALSE(Matches("a.*", "ab", UftracePatterns::kNames));
  const auto patterns = [](const char* line) {
    return ParseUftraceInfo(tests::UftraceInfoBytes(line), "info").patterns;
  };
  CHECK(patterns("pattern_type:regex\n") == UftracePatterns::kExpressions);
  CHECK(patterns("pattern_type:glob\n") == UftracePatterns::kGlobs);
  CHECK(patterns("pattern_type:simple\n") == UftracePatterns::kNames);
  CHECK(patterns("") == UftracePatterns::kExpressions);
}

TEST_CASE("the values of all patterns that select a function follow its records", "[uftrace]") {
  // The expected sizes are those that uftrace 0.13 writes.
  const auto sizes = [](const char* list) {
    UftraceInfo info;
    info.arguments = {list};
    UftracePlace place;
    place.function.name = "MPI_Allreduce";
    const std::optional<UftraceLayout> layout = FindUftraceLayout(info, place, false);
    return layout ? SizesOf(*layout) : Sizes();
  };
  CHECK(sizes("MPI_Allreduce@arg1/s;MPI_.*@arg1/i32,arg2/i32") == Sizes{UftraceValue::kText, 4});
  CHECK(sizes("MPI_.*@arg1/i32;MPI_Allreduce@arg1/p") == Sizes{8});
  CHECK(sizes("MPI_.*@arg1/i32;MPI_All.*@arg1/p") == Sizes{8});
  CHECK(sizes("MPI_Allreduce@arg1/i32;MPI_Allreduce@arg1/p") == Sizes{8});
  CHECK(sizes("MPI_.*@arg2/i64;MPI_.*@arg1/i32") == Sizes{8, 4});
  CHECK(sizes("MPI_.*@fparg1/32,arg1/i32;MPI_All.*@fparg1/64,fparg2/32") == Sizes{8, 4, 4});
  CHECK(sizes("MPI_All.*$@arg1/i32%stack+1;MPI_Al.*@arg2/i64%stack+1") == Sizes{8});
  CHECK(sizes("MPI_Send@arg1").empty());
}

TEST_CASE("the scheduler's records become off_cpu", "[uftrace]") {
  auto change = [](std::uint64_t thread, std::uint64_t time, bool out) {
    return tests::UftraceRecords()
        .Number(14, 4)
        .Number(out ? 0x2000 : 0, 2)
        .Number(24, 2)
        .Number(1, 4)
        .Number(thread, 4)
        .Number(time, 8)
        .bytes();
  };
  const std::string other = tests::UftraceRecords().Number(3, 4).Number(0, 2).Number(16, 2).Number(9, 8).bytes();
  const std::string bytes = change(10, 50, false) + other + change(10, 100, true) + change(10, 200, false) +
                            change(11, 120, true) + change(10, 300, true);
  UftraceSchedule schedule;
  Damages damages;
  AddUftraceSchedule(bytes, "perf", schedule, damages);
  REQUIRE(schedule.size() == 2);
  const std::vector<OffCpuInterval> off_cpu = FindOffCpu(schedule[10], 350);
  REQUIRE(off_cpu.size() == 2);
  CHECK(off_cpu[0].begin == 100);
  CHECK(off_cpu[0].end == 200);
  CHECK(off_cpu[1].begin == 300);
  CHECK(off_cpu[1].end == 350);
  CHECK(FindOffCpu(schedule[10], 250).size() == 1);
  CHECK(FindOffCpu({{5, true}, {6, true}, {6, false}, {7, false}}, 9).size() == 1);

  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    UftraceSchedule part;
    // The file ends between two records, which is not an error.
    if (cut == 24 || cut == 40 || cut == 64 || cut == 88 || cut == 112) continue;
    CHECK_THROWS_AS(AddUftraceSchedule(std::string_view(bytes).substr(0, cut), "perf", part, damages), Error);
    Damages salvage{true, {}};
    AddUftraceSchedule(std::string_view(bytes).substr(0, cut), "perf", part, salvage);
    CHECK(salvage.missing.size() == 1);
  }
  UftraceSchedule none;
  CHECK_THROWS_AS(AddUftraceSchedule(std::string(8, '\0'), "perf", none, damages), Error);
}

TEST_CASE("texts of MPI's routines in Fortran are the integers to which arguments point", "[uftrace]") {
  using Values = std::vector<std::pair<std::uint32_t, std::int64_t>>;
  const auto values = [](const char* name, const char* list, const std::string& bytes) {
    UftraceInfo info;
    info.arguments = {list};
    UftracePlace place;
    place.function.name = name;
    const std::optional<UftraceLayout> layout = FindUftraceLayout(info, place, false);
    REQUIRE(layout);
    std::vector<CallValue> found;
    AppendValues(*layout, bytes, CallId(std::size_t{0}), nullptr, found);
    Values numbers;
    for (const CallValue& value : found) numbers.emplace_back(value.argument, std::get<std::int64_t>(value.value));
    return numbers;
  };
  const auto text = [](const std::string& characters) {
    std::string bytes{static_cast<char>(characters.size()), '\0'};
    bytes += characters;
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return bytes;
  };
  const std::string address("\x10\x40\0\0\0\0\0\0", 8);
  const char* const list = "mpi_send_@arg4/s,arg5/s,arg6/s,arg7/p";
  CHECK(values("mpi_send_", list, text("\x03") + text(",\x01") + text("") + address) ==
        Values{{4, 3}, {5, 300}, {6, 0}, {7, 0x4010}});
  // A negative number has no byte of 0, so the text goes on after it.
  CHECK(values("mpi_send_", list, text("\xfe\xff\xff\xff") + text("\xff\xff\xff\xff,\x01") + text("") + address) ==
        Values{{4, -2}, {5, -1}, {6, 0}, {7, 0x4010}});
  CHECK(values("mpi_send_", "mpi_send_@arg4/s,arg5/s", text("<0x1234>") + text("\x01")) == Values{{5, 1}});
  CHECK(values("mpi_send_", "mpi_send_@arg4/i32,arg7/p", std::string(4, '\1') + address) == Values{{7, 0x4010}});
  CHECK(values("MPI_Send", "MPI_Send@arg4/s,arg7/p", text("\x03") + address) == Values{{7, 0x4010}});
}

TEST_CASE("texts become values whose names have the texts", "[uftrace]") {
  const auto text = [](const std::string& characters) {
    std::string bytes{static_cast<char>(characters.size()), '\0'};
    bytes += characters;
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return bytes;
  };
  const UftraceLayout layout = ParseUftraceLayout("arg1/s,arg2/i32,arg3/S,arg4/s,retval/s,arg5/t4", 8);
  const std::string bytes = text("rows") + std::string("\x07\0\0\0", 4) + text("\x1b[1m\xff") + text("<0x1234>") +
                            text("") + std::string(4, 'x');
  ValueNames names;
  std::vector<CallValue> values;
  AppendValues(layout, bytes, CallId(std::size_t{0}), &names, values);
  std::vector<std::uint32_t> numbers;
  for (const CallValue& value : values) numbers.push_back(value.argument);
  constexpr std::uint32_t kFirst = CallValue::kFirstNamed;
  CHECK(numbers == std::vector<std::uint32_t>{kFirst, 2, kFirst + 1, kFirst + 2, kFirst + 3});
  CHECK(names.Take() == std::vector<std::string>{"arg1\x1frows", "arg3\x1f\x1b[1m\xff", "arg4\x1f", "retval\x1f"});
}

}  // namespace profdiff::parts_test
