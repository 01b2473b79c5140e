// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/stack_files.h"

namespace profdiff::pprof_test {

using tests::Describe;
using tests::ErrorText;
using tests::ProtoBytes;
using tests::ReadText;

#ifdef PROFDIFF_HAS_PPROF
namespace {

// The string table: 1 samples, 2 count, 3 cpu, 4 nanoseconds, 5 main, 6 _Z1fv, 7 f(), 8 /bin/prog, 9 key, 10 value.
constexpr const char* kTexts[] = {"",      "samples", "count",     "cpu", "nanoseconds", "main",
                                  "_Z1fv", "f()",     "/bin/prog", "key", "value"};

// The locations: 10 is main, 11 is f inlined in main, 12 has no functions; all are in the only mapping, whose id is 3.
ProtoBytes Tables() {
  ProtoBytes file;
  file.Bytes(3, ProtoBytes().Number(1, 3).Number(5, 8).text());
  const auto line = [](std::uint64_t function) { return ProtoBytes().Number(1, function).Number(2, 77).text(); };
  file.Bytes(4, ProtoBytes().Number(1, 10).Number(2, 3).Bytes(4, line(1)).text());
  file.Bytes(4, ProtoBytes().Number(1, 11).Number(2, 3).Number(3, 0x1234).Bytes(4, line(2)).Bytes(4, line(1)).text());
  file.Bytes(4, ProtoBytes().Number(1, 12).Number(2, 3).text());
  file.Bytes(5, ProtoBytes().Number(1, 1).Number(2, 5).text());
  file.Bytes(5, ProtoBytes().Number(1, 2).Number(2, 7).Number(3, 6).text());
  for (const char* text : kTexts) file.Bytes(6, text);
  return file;
}

std::string Types() {
  return ProtoBytes()
      .Bytes(1, ProtoBytes().Number(1, 1).Number(2, 2).text())
      .Bytes(1, ProtoBytes().Number(1, 3).Number(2, 4).text())
      .text();
}

std::string Sample(const std::vector<std::uint64_t>& places, std::int64_t count, std::int64_t cpu,
                   const std::string& more = "") {
  ProtoBytes packed, sample;
  std::string numbers;
  for (std::uint64_t place : places) sample.Number(1, place);
  sample.Number(2, static_cast<std::uint64_t>(count)).Number(2, static_cast<std::uint64_t>(cpu));
  return ProtoBytes().Bytes(2, sample.text() + more).text();
}

}  // namespace

TEST_CASE("stacks are added up, and inlined calls are functions of one location", "[pprof]") {
  const std::string text = Types() + Sample({11, 10}, 3, 30) + Sample({12, 10}, 1, 10) + Tables().text();
  StackProfile stacks = ReadText(text);
  CHECK(Describe(stacks) ==
        "main@/bin/prog;[unknown]@/bin/prog 10 1\nmain@/bin/prog;main@/bin/prog;_Z1fv@/bin/prog 30 3\n");
  CHECK(stacks.format->name == "pprof");
  CHECK(stacks.events[1].name == "cpu");
  CHECK(stacks.events[1].unit == "seconds");
  CHECK(stacks.events[1].count == 4);
  CHECK(stacks.contexts.squares.empty());
  StackOptions options;
  options.event = "samples";
  options.no_inline = true;
  stacks = ReadText(text, options);
  CHECK(Describe(stacks) == "main@/bin/prog;[unknown]@/bin/prog 1 1\nmain@/bin/prog;main@/bin/prog 3 3\n");
  CHECK(stacks.events[0].unit == "samples");
}

TEST_CASE("the file may name the default value; packed numbers are read", "[pprof]") {
  const std::string sample("\x12\x08\x0a\x02\x0b\x0a\x12\x02\x03\x1e", 10);
  const std::string text = Types() + sample + Tables().Number(14, 1).text();
  CHECK(Describe(ReadText(text)) == "main@/bin/prog;main@/bin/prog;_Z1fv@/bin/prog 3 3\n");
}

// A file with functions of these names: name, system name, source file. Each has a sample of its own, whose
// values are a power of 2 and 10 times as much; the mapping is that of image, or none.
std::string WithFunctions(const std::vector<std::array<std::string, 3>>& functions, const std::string& image) {
  ProtoBytes file;
  std::vector<std::string> texts{"", "samples", "count", "cpu", "nanoseconds", image};
  const auto text = [&texts](const std::string& word) {
    texts.push_back(word);
    return texts.size() - 1;
  };
  if (!image.empty()) file.Bytes(3, ProtoBytes().Number(1, 1).Number(5, 5).text());
  std::string all = Types();
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const std::uint64_t id = i + 1;
    ProtoBytes function;
    function.Number(1, id).Number(2, text(functions[i][0])).Number(3, text(functions[i][1]));
    file.Bytes(5, function.Number(4, text(functions[i][2])).text());
    ProtoBytes location;
    location.Number(1, id).Number(2, image.empty() ? 0 : 1).Bytes(4, ProtoBytes().Number(1, id).text());
    file.Bytes(4, location.text());
    all += Sample({id}, 1 << i, 10 * (1 << i));
  }
  for (const std::string& word : texts) file.Bytes(6, word);
  return all + file.text();
}

TEST_CASE("functions with one system name and several names stay several", "[pprof]") {
  CHECK(Describe(ReadText(WithFunctions({{{"a.js:(anonymous):1", "(anonymous)", ""}},
                                         {{"b.js:(anonymous):7", "(anonymous)", ""}},
                                         {{"f()", "_Z1fv", ""}},
                                         {{"", "puts", ""}}},
                                        ""))) ==
        "_Z1fv 40 4\na.js:(anonymous):1 10 1\nb.js:(anonymous):7 20 2\nputs 80 8\n");
}

TEST_CASE("source files tell functions apart that no image tells apart", "[pprof]") {
  const std::vector<std::array<std::string, 3>> functions{
      {{"__init__", "__init__", "a.py"}}, {{"__init__", "__init__", "b.py"}}, {{"main", "main", "a.py"}}};
  CHECK(Describe(ReadText(WithFunctions(functions, ""))) == "__init__@a.py 10 1\n__init__@b.py 20 2\nmain@a.py 40 4\n");
  CHECK(Describe(ReadText(WithFunctions(functions, "/bin/python"))) ==
        "__init__@a.py 10 1\n__init__@b.py 20 2\nmain@/bin/python 40 4\n");
}

TEST_CASE("a default event without values is not read", "[pprof]") {
  const std::string tables = Tables().text();
  const std::string text = Types() + Sample({10}, 2, 0) + Sample({11}, 3, 0) + tables;
  StackProfile stacks = ReadText(text);
  CHECK(stacks.events[stacks.event].name == "samples");
  CHECK(stacks.events.size() == 2);
  CHECK(stacks.empty_default == "cpu");
  CHECK(ReadText(Types() + Sample({10}, 2, 1) + tables).empty_default.empty());
  StackOptions options;
  options.event = "cpu";
  stacks = ReadText(text, options);
  CHECK(stacks.empty_default.empty());
  CHECK(stacks.contexts.samples.size() == 2);  // samples that took no time
}

TEST_CASE("a file whose values are all zero is a profile", "[pprof]") {
  for (const std::string& samples : {Sample({10}, 0, 0), std::string()}) {
    const StackProfile stacks = ReadText(Types() + samples + Tables().text());
    CHECK(stacks.events[stacks.event].name == "cpu");
    CHECK(stacks.contexts.size() == 0);
    REQUIRE(stacks.remarks.size() == 1);
    CHECK(stacks.remarks[0].cause == "no sample has a value of cpu");
  }
}

TEST_CASE("values of a difference may be below 0", "[pprof]") {
  const StackProfile stacks = ReadText(Types() + Sample({12}, 5, 50) + Sample({10}, -2, -20) + Tables().text());
  CHECK(Describe(stacks) == "[unknown]@/bin/prog 50 0\nmain@/bin/prog -20 0\n");
  CHECK_FALSE(stacks.events[1].is_sampled);
  CHECK(stacks.events[1].count == 0);
}

TEST_CASE("samples are selected by label", "[pprof]") {
  const std::string text_label = ProtoBytes().Bytes(3, ProtoBytes().Number(1, 9).Number(2, 10).text()).text();
  const std::string number_label = ProtoBytes().Bytes(3, ProtoBytes().Number(1, 9).Number(3, 42).text()).text();
  const std::string text = Types() + Sample({10}, 1, 10, text_label) + Sample({11}, 2, 20, number_label) +
                           Sample({12}, 4, 40) + Tables().text();
  StackOptions options;
  options.labels = {{"key", "^val"}};
  CHECK(Describe(ReadText(text, options)) == "main@/bin/prog 10 1\n");
  options.labels = {{"key", "^val"}, {"key", "42"}};
  CHECK(Describe(ReadText(text, options)) == "main@/bin/prog 10 1\nmain@/bin/prog;_Z1fv@/bin/prog 20 2\n");
  options.labels = {{"other", ""}};
  CHECK(ErrorText(text, options) == "file: pprof: no sample matches the filters");
  options = {};
  options.threads = {"x"};
  CHECK(ErrorText(text, options) == "file: pprof: has no threads or processes to choose from");
}

TEST_CASE("messages that refer to nothing are refused", "[pprof]") {
  const std::string tables = Tables().text();
  CHECK(ErrorText(Types() + Sample({99}, 1, 1) + tables) == "file: pprof: no location has the id 99");
  CHECK(ErrorText(Types() + ProtoBytes().Bytes(2, ProtoBytes().Number(2, 1).text()).text() + tables) ==
        "file: pprof: a sample with 1 values instead of 2");
  const auto with_location = [&](const std::string& location) {
    return Types() + Sample({20}, 1, 1) + tables + ProtoBytes().Bytes(4, location).text();
  };
  CHECK(ErrorText(with_location(ProtoBytes().Number(1, 20).Number(2, 9).text())) ==
        "file: pprof: no mapping has the id 9");
  CHECK(ErrorText(with_location(ProtoBytes().Number(1, 20).Bytes(4, ProtoBytes().Number(1, 8).text()).text())) ==
        "file: pprof: no function has the id 8");
  CHECK(ErrorText(ProtoBytes().Bytes(1, ProtoBytes().Number(1, 70).text()).text() + Sample({}, 1, 1) + tables) ==
        "file: pprof: no text 70 in a table of size 11");
  const std::string good = Types() + Sample({10}, 1, 10) + tables;
  CHECK(ErrorText(good.substr(0, good.size() - 3)).starts_with("file: pprof, byte "));
  CHECK(ErrorText(good.substr(0, good.size() - 3)).ends_with(": the file ends early"));
  StackOptions options;
  options.salvage = true;
  CHECK(Describe(ReadText(good.substr(0, good.size() - 3), options)) == "main@/bin/prog 10 1\n");
}

TEST_CASE("fields of other kinds than the format's are skipped", "[pprof]") {
  const std::string fixed("\x21\1\2\3\4\5\6\7\x08\x25\1\2\3\4", 14);  // field 4 as numbers of 8 and of 4 bytes
  const std::string location = ProtoBytes().Bytes(4, ProtoBytes().Number(1, 20).text() + fixed).text();
  CHECK(Describe(ReadText(Types() + Sample({20}, 1, 10) + Tables().text() + location)) == "[unknown] 10 1\n");
  CHECK(ErrorText(Types() + Sample({20}, 1, 10, fixed.substr(0, 5)) + Tables().text()).ends_with("ends early"));
}

TEST_CASE("gperftools' own files are refused with a remedy", "[pprof]") {
  const std::string words("\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x10\x27\0\0\0\0\0\0", 32);
  try {
    ReadText(words);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.remedy() == Remedy{RemedyKind::kConvertWith, "pprof -proto PROGRAM file"});
  }
}
#endif

}  // namespace profdiff::pprof_test
