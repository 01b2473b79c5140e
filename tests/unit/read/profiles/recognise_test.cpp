// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "read/input/format_row.h"
#include "support/stack_files.h"

namespace profdiff::recognise_test {
namespace {

std::string Format(std::string_view text, bool is_all = true) {
  const std::string path = "a file";
  const FormatRow* const row = FindRow({path, text, is_all});
  return row == nullptr ? "none" : std::string(row->format.name);
}

}  // namespace

TEST_CASE("formats are recognised by their content", "[recognise]") {
  const std::vector<tests::SampledStack> stacks = tests::RandomStacks(1);
  CHECK(Format(tests::AsPerfScript(stacks)) == "perf");
  CHECK(Format(tests::AsFolded(stacks)) == "folded");
  CHECK(Format(tests::AsPprof(stacks)) == "pprof");
  CHECK(Format(tests::AsSpeedscope(stacks)) == "speedscope");
  CHECK(Format(tests::AsFirefox(stacks)) == "firefox");
  CHECK(Format("gmon_start;main 12\n") == "folded");
  CHECK(Format("main;a 1 2\n\nmain 0 7\r\n") == "folded-difference");
  CHECK(Format("main;a 1 2\nmain 7\n") == "folded");
  CHECK(Format("main;a 1 2\nmain;b", false) == "folded-difference");
  CHECK(Format("main;a;b", false) == "folded");
  CHECK(Format(R"({"version":1,"text":"a;b)", false) == "none");
  CHECK(Format(R"({"label":"","list":[1,"a","b",5,7,9)", false) == "none");
  CHECK(Format("PERFILE2\x68\0") == "perf.data");
  CHECK(Format("# callgrind format\nversion: 1\n") == "callgrind");
  CHECK(Format("version: 1\ncreator: xdebug\n\nevents: Time\n") == "callgrind");
  CHECK(Format(R"({"nodes":[{"id":1,"callFrame":{}}]})") == "cpuprofile");
  CHECK(Format(R"({"startTime":1,"timeDeltas":[]})") == "cpuprofile");
  CHECK(Format(R"({"exporter":"x","profiles":[{"type":"evented"}]})") == "speedscope");
  CHECK(Format(R"({"shared":{"frames":[]},"meta":{"interval":1}})") == "speedscope");
  CHECK(Format(R"({"counters":[{"mainThreadIndex":0}],"meta":{}})") == "firefox");
  CHECK(Format(R"({"meta":{"interval":1},"shared":{"stringArray":["frames"]},"threads":[]})") == "firefox");
  CHECK(Format(R"({"label":"","duration":1.5,"markers":[{"traceEvents":[]},{"name":"a)", false) == "firefox");
  CHECK(Format("# austin: 3.3.0\n# mode: wall\nP1;T1;a.py:f:1 12\n") == "austin");
  CHECK(Format("# captured on: x\n#\n\nprog 7 1.1: 10 cpu-clock: \n\t 40 f+0x1 (p)\n") == "perf");
  CHECK(Format("  cc1 7 1.1: 10 cycles:  40 f+0x1 (p)\n") == "perf");
  CHECK(Format("prog 7 1.1: 10 cycles: \n\nprog 7 1.1: 10 cycles: \n\n") == "perf");
  CHECK(Format(std::string_view("gmon\1\0\0\0", 8)) == "gmon");
  CHECK(Format("\x7f"
               "ELF") == "image");
  for (std::string_view json :
       {"{\"traceEvents\":[]}", "[{\"ph\":\"X\"}]", "{\"otherData\":{}}", "{\"a\":1, \"traceEvents\":[]}"}) {
    CHECK(Format(json) == "chrome");
  }
  CHECK(Format("[kernel];main 12\n{closure};main 3\n") == "folded");
  CHECK(Format("{closure};main 3\n") == "folded");
  CHECK(Format("Flat profile:\n\nEach sample counts as 0.01 seconds.\n") == "listing");
  CHECK(Format("PARAMETER p\nPOINTS 1 2\n") == "extra-p");
  CHECK(Format("region,metric,value\nmain,L1,3\n") == "metrics");
  CHECK(Format("==12== Lackey, an example Valgrind tool\n") == "lackey");
  CHECK(Format("SQLite format 3") == "store");
}

TEST_CASE("other files are not recognised", "[recognise]") {
  for (std::string_view text :
       {std::string_view(""), std::string_view("\0\0\0\0", 4), std::string_view("\n"), std::string_view("hello\n"),
        std::string_view("a b 12\nhello\n"), std::string_view("12.5: a log\nof something\n")}) {
    CAPTURE(text);
    CHECK(Format(text) == "none");
  }
}

TEST_CASE("JSON of other programs is not recognised by a key that they share", "[recognise]") {
  for (std::string_view text :
       {R"({"data":[[1,2]],"columns":["path","time"],"nodes":[{"label":"main","column":"path"}],"threads":1})",
        R"({"nodes":[],"links":[]})", R"({"meta":{"page":1},"data":[]})", R"({"threads":[{"title":"a"}]})",
        R"({"$schema":"https://json-schema.org/draft/2020-12/schema","profiles":[]})",
        R"({"profiles":[{"name":"dev"}],"libs":{}})", R"({"a":{"nodes":[{"callFrame":1}]}})", R"({"a":"nodes"})",
        R"({"label":"","duration":1,"marker":[]})", R"({"label":"","markers":[],"duration":1})",
        R"({"label":"","duration":1,"markers":2})", R"([{"name":"x"}])", "[]", "{}", "{"}) {
    CAPTURE(text);
    CHECK(Format(text) == "none");
    CHECK(Format(text, false) == "none");
  }
}

TEST_CASE("a text that begins with an empty line is not pprof", "[recognise]") {
  for (std::string_view text : {"\nthis\nis a log\n", "\n\nusage: a [-b]\n", "\n\n\n", "\n\tx\n", "\n"}) {
    CAPTURE(text);
    CHECK(Format(text) == "none");
    CHECK(Format(text, false) == "none");
  }
  CHECK(Format(std::string_view("\n\0\x32\0", 4)) == "pprof");  // a type without name and unit, and an empty text
  CHECK(Format("\n\4\x08\1\x10\2\x32\0") == "none");
  CHECK(Format(std::string_view("\n\4\x08\1\x10\2\x32\0", 8)) == "pprof");
}

TEST_CASE("the first bytes are enough", "[recognise]") {
  const std::vector<tests::SampledStack> stacks = tests::RandomStacks(2);
  for (const std::string& text : {tests::AsPerfScript(stacks), tests::AsFolded(stacks), tests::AsPprof(stacks),
                                  tests::AsSpeedscope(stacks), tests::AsFirefox(stacks)}) {
    CHECK(Format(text.substr(0, text.size() / 2), false) == Format(text));
  }
  CHECK(Format("main;" + std::string(70000, 'x'), false) == "folded");
  CHECK(Format("prog 7 1.1: 10 cycles: \n\t 40 " + std::string(70000, 'x'), false) == "perf");
}

TEST_CASE("formats have names", "[recognise]") {
  for (const InputFormat* format : InputFormats()) CHECK(FindInputFormat(format->name) == format);
  CHECK(FindInputFormat("gprof") == nullptr);
}

}  // namespace profdiff::recognise_test
