// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/measured_runs.h"

#include "values/loading_stacks.h"

using namespace profdiff;

namespace tests {
namespace {

constexpr std::string_view kBase = "main;init 10\nmain;parse 21\nmain;parse;parse;scan 30\nmain;scan 40\n";
constexpr std::string_view kOther = "main;parse 5\nmain;parse;parse;scan 15\nmain;scan 41\n";

StackOptions Milliseconds() {
  StackOptions options;
  options.unit = "ms";
  return options;
}

constexpr std::string_view kCallgrindHead =
    "# callgrind format\nversion: 1\nevents: Ir\nob=(1) /bin/prog\nfl=(1) prog.c\n";

}  // namespace

TestExecution RunOf(std::string_view bytes, const StackOptions& options) {
  const StackProfile stacks = ReadText(bytes, options);
  TestExecution run;
  run.functions = stacks.functions;
  run.profile = ProfileOfStacks(stacks);
  run.selection = Select(run.functions, {}, SpecRules::kGprof);
  return run;
}

TestExecution StacksBase() { return RunOf(kBase); }
TestExecution StacksOther() { return RunOf(kOther); }
TestExecution TimedStacksBase() { return RunOf(kBase, Milliseconds()); }
TestExecution TimedStacksOther() { return RunOf(kOther, Milliseconds()); }

TestExecution CountedBase() {
  return RunOf(std::string(kCallgrindHead) +
               "fn=(1) main\n1 1000000000\ncob=(2) /lib/libw.so.1\ncfn=(2) work\ncalls=3 0\n1 3500000000\n\n"
               "ob=(2)\nfn=(2)\n0 3000000000\ncfn=(3) work'2\ncalls=5 0\n0 500000000\n\n"
               "fn=(3)\n0 500000000\n\ntotals: 4500000000\n");
}

TestExecution CountedOther() {
  return RunOf(std::string(kCallgrindHead) +
               "fn=(1) main\n1 1000000000\ncob=(2) /lib/libw.so.2\ncfn=(2) work\ncalls=2 0\n1 2000000000\n\n"
               "ob=(2)\nfn=(2)\n0 2000000000\n\ntotals: 3000000000\n");
}

}  // namespace tests
