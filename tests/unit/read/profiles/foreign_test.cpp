// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <string>

#include "read/input/format_row.h"

namespace profdiff::foreign_test {
namespace {

std::string Format(std::string_view text) {
  const std::string path = "a file";
  const FormatRow* const row = FindRow({path, text, true});
  return row == nullptr ? "none" : std::string(row->format.name);
}

}  // namespace

TEST_CASE("files that are not read are recognised, so that the message can name their converter", "[foreign]") {
  CHECK(Format(std::string_view("FLR\0\0\2", 6)) == "jfr");
  CHECK(Format("\tSat Nov 28 10:00 2026 Time and Allocation Profiling Report  (Final)\n\n") == "ghc");
  CHECK(Format("v 10400 3\nX ./prog\n") == "heaptrack");
  CHECK(Format("<?xml version=\"1.0\"?>\n<trace-query-result>\n<node/>") == "xctrace");
  CHECK(Format("Analysis of sampling prog (pid 7) every 1 millisecond\n") == "sample");
  CHECK(Format("\xfb)\3\xfa\1~\xe9") == "pstats");
  CHECK(Format("{)\3s\1") == "pstats");
  CHECK(Format("{\n\"program\": \"p\",\n\"rts_arguments\": [\"-pj\"],\n\"total_ticks\": 798,\n") == "ghc-json");
  CHECK(Format(std::string_view("\xff\xfe"
                                "m\0;\0",
                                6)) == "utf-16");
  CHECK(Format(std::string_view("\xfe\xff"
                                "\0m\0;",
                                6)) == "utf-16");
  CHECK(Format("CPU     ID                    FUNCTION:NAME\n  0  64091      :tick-60s\n\n\n    unix`trap+0x2\n") ==
        "dtrace");
  CHECK(Format("\xef\xbb\xbfLevel,Function Name,Number of Calls,Elapsed Inclusive Time %\r\n0,\"a.exe\",0,1\r\n") ==
        "vsprof");
  CHECK(Format("Function Stack,CPU Time:Self,Module\nTotal,0,\n") == "vtune");
  CHECK(Format("a title\na second line\n\n\n  test`baz\n  test`main\n  1\n") == "dtrace");
  CHECK(Format("PK\3\4\x14") == "zip");
  CHECK(Format(std::string_view("PK\5\6\0\0", 6)) == "zip");
  CHECK(Format("v8-version,6,0,287,53,0\nshared-library,\"/usr/bin/node\",0x1,0x2,0\n") == "v8-log");
  CHECK(Format(R"({"version":1,"recording":{"displayName":"Timeline 1","startTime":4.1,"records":[]}})") == "safari");
  CHECK(Format("MOJ\1\1austin") == "austin-binary");
  CHECK(Format("*version\n3\ndata-file-overflow=false\nclock=dual\n") == "art");
  CHECK(Format(std::string_view("SLOW\xf3\0 \0", 8)) == "art");
  CHECK(Format("{\n  \"format\": \"profileJSONWithSymbolicationTable,1\",\n  \"meta\": {\"interval\": 1}") ==
        "cleopatra");
}

TEST_CASE("similar files are something else", "[foreign]") {
  CHECK(Format("v 10400 x3\n") == "none");
  CHECK(Format("v 3\n") == "folded");
  CHECK(Format("<?xml version=\"1.0\"?>\n<sir/>") == "none");
  CHECK(Format("FLR;main 3\n") == "folded");
  CHECK(Format("MOJ;main 3\n") == "folded");
  CHECK(Format("PK;main 3\n") == "folded");
  CHECK(Format("SLOW;main 3\n") == "folded");
  CHECK(Format("a title\n  test`baz\n  1\nno stack\n") == "none");
  CHECK(Format("a title\n\n  the word `main`\n") == "none");
  CHECK(Format(R"({"version":3,"sources":["a.ts"],"mappings":""})") == "none");
  CHECK(Format("{)") == "none");
  CHECK(Format("{\"rts_arguments\": []}") == "none");
  CHECK(Format(std::string_view("\xff\xfe\0\0m\0\0\0", 8)) == "none");
  CHECK(Format(std::string_view("\xff\xfe"
                                "m",
                                3)) == "none");
}

TEST_CASE("each of them has a command", "[foreign]") {
  for (const char* name :
       {"jfr", "austin-binary", "ghc", "vsprof", "dtrace", "heaptrack", "xctrace", "sample", "pstats", "vtune"}) {
    const InputFormat* const format = FindInputFormat(name);
    REQUIRE(format != nullptr);
    CHECK_FALSE(format->is_read);
    CHECK(format->advice.remedy == RemedyKind::kConvertWith);
    CHECK(format->advice.text.find("{}") != std::string_view::npos);
  }
}

}  // namespace profdiff::foreign_test
