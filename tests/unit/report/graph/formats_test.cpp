// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that every format of call graphs writes executions, and also differences if it supports them.
#include "profdiff/formats.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "report/format/cost_formats.h"
#include "support/example_runs.h"

namespace profdiff::formats_test {

TEST_CASE("formats of call graphs match their functions", "[graph formats]") {
  const TestExecution base = CycleBase(), other = CycleOther();
  const CallGraph graph = MakeCallGraph(base.profile, base.selection);
  const Execution execution{base.functions, base.profile, graph, base.selection};
  const Difference difference = SubtractTests(base, other);
  std::set<std::string> texts, differences;
#ifdef PROFDIFF_HAS_PPROF
  constexpr bool kWritesPprof = true;
#else
  constexpr bool kWritesPprof = false;
#endif
  for (const GraphFormat& format : GraphFormats()) {
    std::string text;
    if (format.name == "pprof" && !kWritesPprof) {
      CHECK_THROWS_AS(format.write(text, execution, "a.out", {}), Error);
      continue;
    }
    format.write(text, execution, "a.out", {});
    CHECK(texts.insert(text).second);
    CHECK(format.extension == "." + std::string(format.name));
    if (format.write_difference == nullptr) continue;
    text.clear();
    format.write_difference(text, difference, {});
    CHECK(differences.insert(text).second);
  }
  std::string gml, callgrind, folded;
  WriteGml(gml, execution, {});
  WriteCallgrind(callgrind, execution, "a.out");
  WriteFolded(folded, execution);
  std::set<std::string> expected = {gml, callgrind, folded};
  if (kWritesPprof) {
    std::string pprof;
    WritePprof(pprof, execution);
    expected.insert(pprof);
  }
  CHECK(texts == expected);
  CHECK(differences.size() == expected.size() - 1);
}

}  // namespace profdiff::formats_test
