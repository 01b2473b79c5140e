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
  CHECK(Format("Function Stack,CPU Time:Self,Module\nTotal,0,\n") == "vtune");
}

TEST_CASE("similar files are something else", "[foreign]") {
  CHECK(Format("v 10400 x3\n") == "none");
  CHECK(Format("v 3\n") == "folded");
  CHECK(Format("<?xml version=\"1.0\"?>\n<sir/>") == "none");
  CHECK(Format("FLR;main 3\n") == "folded");
  CHECK(Format("{)") == "none");
}

TEST_CASE("each of them has a command", "[foreign]") {
  for (const char* name : {"jfr", "ghc", "heaptrack", "xctrace", "sample", "pstats", "vtune"}) {
    const InputFormat* const format = FindInputFormat(name);
    REQUIRE(format != nullptr);
    CHECK_FALSE(format->is_read);
    CHECK(format->advice.remedy == RemedyKind::kConvertWith);
    CHECK(format->advice.text.find("{}") != std::string_view::npos);
  }
}

}  // namespace profdiff::foreign_test
