// SPDX-License-Identifier: GPL-3.0-or-later
// Writes JSON documents made from other profilers' recordings, one per line; tests/properties/machine/run.py
// validates them with the schema. Writes nothing in a build that cannot write JSON.
#include <algorithm>
#include <iostream>
#include <string>

#include "profdiff/formats.h"
#include "profdiff/ranks.h"
#include "support/measured_runs.h"

using namespace profdiff;

namespace {

void Print(std::string document) {
  std::ranges::replace(document, '\n', ' ');
  std::cout << document << '\n';
}

void WriteOne(const TableFormat& format, const TestExecution& run) {
  const CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  WriteListings(out, format, {run.functions, run.profile, graph, run.selection}, "one", {true, true, true}, {});
  Print(std::move(out));
}

void WriteTwo(const TableFormat& format, const TestExecution& base, const TestExecution& other) {
  std::string out;
  WriteListings(out, format, SubtractTests(base, other), {"base", "other"}, nullptr, {true, true, true}, {});
  Print(std::move(out));
}

void WriteRankDocuments(const TableFormat& format, const TestExecution& run) {
  RankStatistics ranks;
  for (std::uint32_t rank = 0; rank < 2; ++rank) ranks.Add(run.profile, rank);
  std::string one, two;
  WriteRanks(one, format, run.functions, ranks, "ranks", {});
  Print(std::move(one));
  WriteRanks(two, format, SubtractTests(run, run).match, ranks, ranks, {"base", "other"}, {});
  Print(std::move(two));
}

}  // namespace

int main() {
  const TableFormat& format = *FindTableFormat("json");
  const TestExecution gprof = ProfileBuilder().Function("scan", 0.07).Call("main", "scan", 7).Build();
  for (const TestExecution& run : {tests::StacksBase(), tests::TimedStacksBase(), tests::CountedBase()}) {
    WriteOne(format, run);
    WriteRankDocuments(format, run);
  }
  WriteTwo(format, tests::StacksBase(), tests::StacksOther());
  WriteTwo(format, tests::CountedBase(), tests::CountedOther());
  WriteTwo(format, tests::TimedStacksBase(), gprof);
  WriteTwo(format, gprof, tests::TimedStacksBase());
}
