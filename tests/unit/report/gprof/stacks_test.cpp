// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for gprof's listings of other profilers' measurements: complete texts, worked out by hand.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/listing.h"
#include "support/measured_runs.h"

namespace profdiff::stacks_test {
namespace {

struct Listings {
  std::string flat, graph, index, counts;

  explicit Listings(const TestExecution& run, const ListingOptions& options) {
    const CallGraph calls = MakeCallGraph(run.profile, run.selection);
    const Execution execution{run.functions, run.profile, calls, run.selection};
    const EntryOrder order = NumberEntries(execution);
    WriteFlatProfile(flat, execution, order, options);
    WriteCallGraph(graph, execution, order, options);
    WriteIndex(index, execution, order, options);
    WriteExecCounts(counts, execution, options);
  }
};

ListingOptions Brief() {
  ListingOptions options;
  options.brief = true;
  return options;
}

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a flat profile of stacks: unknown calls are dashes, samples are whole", "[stacks]") {
  const Listings listings(tests::StacksBase(), Brief());
  CHECK(listings.flat == R"(Flat profile:

samples of folded, 101 samples in all.
  %   cumulative   self              self     total           
 time   samples   samples    calls per call per call  name    
 69.31        70       70        -        -        -  scan
 20.79        91       21        -        -        -  parse
  9.90       101       10        -        -        -  init
  0.00       101        0        -        -        -  main
)");
  CHECK(Listings(tests::TimedStacksBase(), Brief()).flat == R"(Flat profile:

ms of folded, 0.10 seconds in all.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  Ts/call  Ts/call  name    
 69.31      0.07     0.07        -        -        -  scan
 20.79      0.09     0.02        -        -        -  parse
  9.90      0.10     0.01        -        -        -  init
  0.00      0.10     0.00        -        -        -  main
)");
}

TEST_CASE("a call graph of stacks has measured times, also of recursion", "[stacks]") {
  const Listings listings(tests::StacksBase(), Brief());
  CHECK(listings.graph == R"(			Call graph


granularity: samples of folded, 101 samples in all

index % time    self  children    called     name
                                                 <spontaneous>
[1]    100.0       0     101       -         main [1]
                  21      30       -             parse [3]
                  40       0       -             scan [2]
                  10       0       -             init [4]
-----------------------------------------------
                  30       0       -             parse [3]
                  40       0       -             main [1]
[2]     69.3      70       0       -         scan [2]
-----------------------------------------------
                   0      30       -             parse [3]
                  21      30       -             main [1]
[3]     50.5      21      30       -         parse [3]
                   0      30       -             parse [3]
                  30       0       -             scan [2]
-----------------------------------------------
                  10       0       -             main [1]
[4]      9.9      10       0       -         init [4]
-----------------------------------------------
)");
  CHECK(Has(listings.index, "[1] main"));  // main is listed although it has neither self time nor calls
  CHECK(listings.counts == "Calls were not counted.\n");
}

TEST_CASE("callgrind's counts: calls are known, self costs of calls are not, columns are wide", "[stacks]") {
  const Listings listings(tests::CountedBase(), Brief());
  CHECK(listings.flat == R"(Flat profile:

Ir of callgrind, 4500000000 Ir in all.
  %     cumulative     self                self       total           
 time          Ir          Ir    calls   per call   per call  name    
 77.78  3500000000 3500000000        3 1166666667 1166666667  work
 22.22  4500000000 1000000000                                 main
)");
  CHECK(listings.graph == R"(			Call graph


granularity: Ir of callgrind, 4500000000 Ir in all

index % time       self     children    called     name
                                                       <spontaneous>
[1]    100.0 1000000000 3500000000                 main [1]
                      - 3500000000       3/3           work [2]
-----------------------------------------------
                                         5             work [2]
                      - 3500000000       3/3           main [1]
[2]     77.8 3500000000          0       3+5       work [2]
                                         5             work [2]
-----------------------------------------------
)");
  CHECK(listings.counts == "/lib/libw.so.1: (work) 3 executions\n");
}

TEST_CASE("explanations of stacks describe how times were found, in as many lines", "[stacks]") {
  const TestExecution gprof = ProfileBuilder().Function("main", 1).Call("main", "leaf", 1).Build();
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  for (const bool traditional : {false, true}) {
    ListingOptions options = Brief();
    options.traditional = traditional;
    const Listings brief_stacks(tests::CountedBase(), options), brief_gprof(gprof, options);
    options.brief = false;
    const Listings stacks(tests::CountedBase(), options), usual(gprof, options);
    CHECK(lines(stacks.flat) - lines(brief_stacks.flat) == lines(usual.flat) - lines(brief_gprof.flat));
    CHECK(lines(stacks.graph) - lines(brief_stacks.graph) == lines(usual.graph) - lines(brief_gprof.graph));
    CHECK(Has(stacks.graph, "measured"));
    for (const char* untrue :
         {"in proportion", "a third", "byte(s)", "its own cycle", "for call counting", "seconds"}) {
      CAPTURE(untrue);
      CHECK_FALSE(Has(stacks.flat + stacks.graph, untrue));
    }
  }
}

}  // namespace profdiff::stacks_test
