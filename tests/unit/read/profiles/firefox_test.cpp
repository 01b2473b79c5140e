// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::firefox_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

const std::string kTables =
    R"("stackTable":{"prefix":[null,0,1],"frame":[0,1,2],"length":3},)"
    R"("frameTable":{"address":[-1,16,32],"inlineDepth":[0,0,1],"func":[0,1,2],"length":3},)"
    R"("funcTable":{"name":[0,1,2],"resource":[0,0,-1],"length":3},"resourceTable":{"lib":[0],"name":[0]},)"
    R"("stringArray":["main","work","0x20"])";

std::string Thread(const std::string& samples, const std::string& tables, const std::string& number = "7") {
  return R"({"name":"prog","pid":"7","tid":)" + number + R"(,"samples":{)" + samples + "}" +
         (tables.empty() ? "" : "," + tables) + "}";
}

std::string File(const std::string& threads, const std::string& shared = "") {
  return R"({"meta":{"interval":2,"product":"prog"},"libs":[{"name":"prog","path":"/bin/prog"}],"threads":[)" +
         threads + "]" + (shared.empty() ? "" : ",\"shared\":{" + shared + "}") + "}";
}

}  // namespace

TEST_CASE("samples are stacks of a table, each for an interval", "[firefox]") {
  const std::string text =
      File(Thread(R"("stack":[2,1,null,2],"time":[1,2,3,4],"weight":null,"weightType":"samples")", kTables));
  const StackProfile stacks = ReadText(text);
  CHECK(Describe(stacks) ==
        "main@/bin/prog;work@/bin/prog 2000000 1\nmain@/bin/prog;work@/bin/prog;0x20 4000000 2\n- 2000000 1\n");
  CHECK(stacks.format->name == "firefox");
  CHECK(stacks.events[0].unit == "seconds");
  REQUIRE(stacks.threads.size() == 1);
  CHECK(stacks.threads[0].process == "7");
  CHECK(stacks.threads[0].samples == 4);
  std::string without_process = text;
  without_process.replace(without_process.find("\"7\""), 3, "null");
  CHECK(ReadText(without_process).threads[0].process.empty());
  StackOptions options;
  options.no_inline = true;
  CHECK(Describe(ReadText(text, options)) == "main@/bin/prog;work@/bin/prog 6000000 3\n- 2000000 1\n");
}

TEST_CASE("tables may be shared by all threads", "[firefox]") {
  const std::string samples = R"("stack":[0,1],"weight":[1,3])";
  const StackProfile stacks = ReadText(File(Thread(samples, "") + "," + Thread(samples, "", "8"), kTables));
  CHECK(Describe(stacks) == "main@/bin/prog 4000000 2\nmain@/bin/prog;work@/bin/prog 12000000 6\n");
  CHECK(stacks.contexts.squares.empty());
  CHECK(stacks.events[0].count == 8);
  CHECK(stacks.threads[0].samples == 4);
  StackOptions options;
  options.threads = {"8"};
  CHECK(Describe(ReadText(File(Thread(samples, "") + "," + Thread(samples, "", "8"), kTables), options)) ==
        "main@/bin/prog 2000000 1\nmain@/bin/prog;work@/bin/prog 6000000 3\n");
}

TEST_CASE("weights may be milliseconds or bytes", "[firefox]") {
  CHECK(Describe(ReadText(File(Thread(R"("stack":[0],"weight":[0.5],"weightType":"tracing-ms")", kTables)))) ==
        "main@/bin/prog 500000 0\n");
  const StackProfile bytes = ReadText(File(Thread(R"("stack":[0,1],"weight":[64,-16],"weightType":"bytes")", kTables)));
  CHECK(Describe(bytes) == "main@/bin/prog 64 0\nmain@/bin/prog;work@/bin/prog -16 0\n");
  CHECK(bytes.events[0].unit == "bytes");
}

TEST_CASE("libraries belong to threads below version 41", "[firefox]") {
  const auto thread = [](const std::string& library) {
    return R"({"name":"t","pid":"1","libs":[{"name":"x"},{"name":"lib","path":")" + library +
           R"("}],"samples":{"stack":[0]},"stackTable":{"prefix":[null],"frame":[0]},"frameTable":{"func":[0]},)"
           R"("funcTable":{"name":[0],"resource":[1]},"resourceTable":{"type":[5,1],"name":[0,0],"lib":[null,1]},)"
           R"("stringTable":["f"]})";
  };
  CHECK(Describe(ReadText(R"({"meta":{"interval":1,"preprocessedProfileVersion":24},"threads":[)" + thread("/a") + "," +
                          thread("/b") + "]}")) == "f@/a 1000000 1\nf@/b 1000000 1\n");
}

TEST_CASE("libraries may belong to frames, and callers may be told by their distance", "[firefox]") {
  const std::string tables =
      R"("stackTable":{"frame":[0,1,2,1],"prefixOffset":[0,1,1,3]},"frameTable":{"func":[0,1,2],"lib":[-1,0,0]},)"
      R"("funcTable":{"name":[0,1,2],"resource":[-1,0,-1],"source":[null,null,0]},"sources":{"filename":[3]},)"
      R"("resourceTable":{"name":[4],"type":[1],"host":[null]},"stringArray":["main","f","g","g.js","prog"])";
  const std::string thread = R"({"name":"t","pid":"1","tid":2,"samples":{"stack":[2,3,null,0],"weight":null}})";
  CHECK(Describe(ReadText(File(thread, tables))) ==
        "main 2000000 1\nmain;f@/bin/prog 2000000 1\nmain;f@/bin/prog;g@/bin/prog 2000000 1\n- 2000000 1\n");
  const auto with_offsets = [&](const std::string& offsets) {
    std::string changed = tables;
    changed.replace(changed.find("[0,1,1,3]"), 9, offsets);
    return ErrorText(File(thread, changed));
  };
  CHECK(with_offsets("[0,1,3,1]") == "file: firefox: thread 1: stack 2 has no caller before it");
  CHECK(with_offsets("[0,-1,1,1]") == "file: firefox: thread 1: stack 1 has no caller before it");
  CHECK(with_offsets("[0,1]") == "file: firefox: thread 1: a table of stacks with columns of different lengths");
}

TEST_CASE("without a library, functions are told apart by resource and file", "[firefox]") {
  const auto text = [](const std::string& functions, const std::string& resources) {
    return File(Thread(R"("stack":[0,1,2])",
                       R"("stackTable":{"prefix":[null,null,null],"frame":[0,1,2]},"frameTable":{"func":[0,1,2]},)"
                       R"("funcTable":{"name":[0,0,0],)" +
                           functions + R"(},"resourceTable":{)" + resources +
                           R"(},"stringArray":["f","a","b","host"])"));
  };
  const std::string files = R"("resource":[0,1,2],"fileName":[1,2,null])";
  CHECK(Describe(ReadText(text(files, R"("name":[1,2,3],"type":[1,1,3],"lib":[null,null,null])"))) ==
        "f 2000000 1\nf@a 2000000 1\nf@b 2000000 1\n");
  CHECK(Describe(ReadText(text(files, R"("name":[3,3,3],"type":[3,3,3],"lib":[-1,-1,-1])"))) ==
        "f 2000000 1\nf@a 2000000 1\nf@b 2000000 1\n");
  CHECK(Describe(ReadText(text(files, R"("name":[3,3,3],"type":[3,3,3],"lib":[0])"))) ==
        "f 2000000 1\nf@/bin/prog 2000000 1\nf@b 2000000 1\n");
}

TEST_CASE("a newer version is read with a remark, and named if it cannot be read", "[firefox]") {
  const auto with_version = [](const std::string& version, const std::string& stack) {
    return R"({"meta":{"interval":2,"preprocessedProfileVersion":)" + version +
           R"(},"libs":[{"name":"prog","path":"/bin/prog"}],"threads":[)" +
           Thread("\"stack\":[" + stack + "]", kTables) + "]}";
  };
  CHECK(ReadText(with_version("70", "0")).remarks.empty());
  const StackProfile newer = ReadText(with_version("71", "0"));
  REQUIRE(newer.remarks.size() == 1);
  CHECK(newer.remarks[0].cause == "version 71 of its format is newer than 70, the newest that is known");
  CHECK(ErrorText(with_version("71", "9")) ==
        "file: firefox: no stack 9 in a table of size 3; version 71 of its format is newer than 70, the newest that is "
        "known");
}

TEST_CASE("indexes outside their tables are refused", "[firefox]") {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string tables = kTables;
    tables.replace(tables.find(from), from.size(), to);
    return File(Thread(R"("stack":[2])", tables));
  };
  CHECK(ErrorText(File(Thread(R"("stack":[3])", kTables))) == "file: firefox: no stack 3 in a table of size 3");
  CHECK(ErrorText(File(Thread(R"("stack":[-5])", kTables))) == "file: firefox: no stack -2 in a table of size 3");
  CHECK(ErrorText(with("[null,0,1]", "[null,2,1]")) == "file: firefox: stack 2 is its own caller");
  CHECK(ErrorText(with("[null,0,1]", "[null,0,9]")) == "file: firefox: no stack 9 in a table of size 3");
  CHECK(ErrorText(with("[0,1,2],\"length\"", "[0,1,5],\"length\"")) ==
        "file: firefox: thread 1: no frame 5 in a table of size 3");
  CHECK(ErrorText(with("\"func\":[0,1,2]", "\"func\":[0,1,6]")) ==
        "file: firefox: thread 1: no function 6 in a table of size 3");
  CHECK(ErrorText(with("\"name\":[0,1,2]", "\"name\":[0,1,7]")) ==
        "file: firefox: thread 1: no text 7 in a table of size 3");
  CHECK(ErrorText(with("[0,0,-1]", "[0,8,-1]")) == "file: firefox: thread 1: no resource 8 in a table of size 1");
  CHECK(ErrorText(with("\"lib\":[0]", "\"lib\":[4]")) == "file: firefox: thread 1: no library 4 in a table of size 1");
  CHECK(ErrorText(File(Thread(R"("stack":[0],"weight":[1,2])", kTables))) ==
        "file: firefox: thread 1: 1 samples, but 2 weights");
  CHECK(ErrorText(File(Thread(R"("stack":[0],"weight":[-1])", kTables))) ==
        "file: firefox: thread 1: a weight below 0");
  CHECK(ErrorText(File(Thread(R"("stack":[0],"weight":[1.5])", kTables))) ==
        "file: firefox: thread 1: a weight that is not a number of samples, or too large");
}

TEST_CASE("a list within a column is skipped", "[firefox]") {
  std::string tables = kTables;
  tables.replace(tables.find("[null,0,1]"), 10, "[null,[5],0,1]");
  CHECK(Describe(ReadText(File(Thread(R"("stack":[2])", tables)))) ==
        Describe(ReadText(File(Thread(R"("stack":[2])", kTables)))));
}

}  // namespace profdiff::firefox_test
