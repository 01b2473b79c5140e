// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::callgrind_test {

using tests::ErrorText;
using tests::ReadText;

namespace {

std::string Whole(double value) { return std::to_string(static_cast<long long>(value)); }

// Returns a line "f@image self total calls+self_calls" for each function and a line "f>g count total" for each arc.
std::string DescribeCounts(const StackProfile& stacks) {
  REQUIRE(stacks.counted);
  const Profile& profile = *stacks.counted;
  std::string out;
  for (std::size_t f = 0; f < stacks.functions.size(); ++f) {
    const Function& function = stacks.functions.functions[f];
    out += std::string(function.name) + (function.unit.valid() ? "@" : "") +
           std::string(stacks.functions.UnitName(function)) + " " + Whole(profile.self_ticks[f]) + " " +
           Whole(profile.exact->total_ticks[f]) + " " + std::to_string(profile.calls[f]) + "+" +
           std::to_string(profile.self_calls[f]) + "\n";
  }
  for (std::size_t i = 0; i < profile.arcs.size(); ++i) {
    const Arc& arc = profile.arcs[i];
    out += std::string(stacks.functions[arc.caller].name) + ">" + std::string(stacks.functions[arc.callee].name) + " " +
           std::to_string(arc.count) + " " + Whole(profile.exact->arcs[i].total) + "\n";
  }
  return out;
}

const std::string kHead = "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\nevents: Ir Dr\n";

}  // namespace

TEST_CASE("costs belong to the function or to a call", "[callgrind-file]") {
  const std::string text = kHead +
                           "ob=(1) /bin/prog\nfl=(1) prog.c\nfn=(1) main\n10 5 1\n+2 3\n"
                           "cob=(2) /lib/libm.so.6\ncfi=(2) ???\ncfn=(2) sqrt\ncalls=4 0\n* 40 2\n"
                           "fi=(3) inline.h\n-1 2\nfe=(1)\n"
                           "cfn=(3) work\ncalls=1 20\n12 7 7\n\n"
                           "fn=(3)\n20 7 7\njump=2 21\n21\n"
                           "ob=(2)\nfn=(2)\n0 40 2\n\ntotals: 57 10\n";
  StackProfile stacks = ReadText(text);
  CHECK(stacks.format->name == "callgrind");
  CHECK(DescribeCounts(stacks) ==
        "main@/bin/prog 10 57 0+0\nsqrt@/lib/libm.so.6 40 40 4+0\nwork@/bin/prog 7 7 1+0\n"
        "main>sqrt 4 40\nmain>work 1 7\n");
  CHECK(stacks.counted->dimension == "Ir");
  CHECK(stacks.counted->calls_known);
  CHECK_FALSE(stacks.counted->exact->arc_self_known);
  StackOptions options;
  options.event = "Dr";
  CHECK(DescribeCounts(ReadText(text, options)).starts_with("main@/bin/prog 1 10 0+0\n"));
  options.event = "Dw";
  CHECK(ErrorText(text, options) == "file: callgrind: no event 'Dw'; events are: Ir, Dr");
}

TEST_CASE("levels of recursion are one function, and are counted once", "[callgrind-file]") {
  // sort calls itself recursively: its self cost is 10 at the first level of recursion and 30 at the levels below.
  const StackProfile stacks = ReadText(
      "events: Ir\nfn=main\n1 5\ncfn=sort\ncalls=1 1\n1 60\n"
      "fn=sort\n1 10\ncfn=sort'2\ncalls=2 1\n1 50\n"
      "fn=sort'2\n1 30\ncfn=sort'2\ncalls=3 1\n1 40\ncfn=leaf\ncalls=4 1\n1 20\n"
      "fn=leaf\n1 20\n");
  CHECK(DescribeCounts(stacks) ==
        "leaf 20 20 4+0\nmain 5 65 0+0\nsort 40 60 1+5\n"
        "main>sort 1 60\nsort>sort 5 50\nsort>leaf 4 20\n");
  CHECK(stacks.remarks.empty());
}

TEST_CASE("without levels a cycle of calls is counted from outside, and this is reported", "[callgrind-file]") {
  const StackProfile stacks = ReadText(
      "events: Ir\nfn=main\n1 5\ncfn=f\ncalls=1 1\n1 60\n"
      "fn=f\n1 20\ncfn=f\ncalls=3 1\n1 90\ncfn=g\ncalls=4 1\n1 70\n"
      "fn=g\n1 40\ncfn=f\ncalls=2 1\n1 50\n");
  CHECK(DescribeCounts(stacks).starts_with("f 20 60 3+3\ng 40 40 4+0\nmain 5 65 0+0\n"));
  CHECK(stacks.remarks.size() == 1);
}

TEST_CASE("events may be sums of columns, and costs of missing columns are 0", "[callgrind-file]") {
  StackOptions options;
  options.event = "Est";
  const std::string text =
      "event: Est = Ir + 10 Dr + 2 * Sum : cycles\nevent: Sum = Ir + Dr\npositions: instr line\nevents: Ir Dr\n"
      "fn=main\n0x10 1 5 1\n0x14 2 7\ntotals: 12 1\n";
  CHECK(ErrorText(text, options) ==
        "file: callgrind, line 6: the event 'Est = Ir + 10 Dr + 2 * Sum : cycles' cannot be understood");
  const std::string in_order =
      "event: Sum = Ir + Dr\nevent: Est = Ir + 10 Dr + 2 * Sum : cycles\nevent: Ir : Instructions\n"
      "positions: instr line\nevents: Ir Dr\nfn=main\n0x10 1 5 1\n0x14 2 7\ntotals: 12 1\n";
  CHECK(DescribeCounts(ReadText(in_order, options)) == "main 48 48 0+0\n");
}

TEST_CASE("damaged costs are reported with their line", "[callgrind-file]") {
  CHECK(ErrorText("events: Ir\nfn=(1)\n") == "file: callgrind, line 2: the name (1) is not defined");
  CHECK(ErrorText("events: Ir\n1 5\n") == "file: callgrind, line 2: costs before the first 'fn='");
  CHECK(ErrorText("# callgrind format\nfn=f\n1 5\n") == "file: callgrind: no event was recorded");
  CHECK(ErrorText("events: Ir\nfn=f\n1 18446744073709551616\n") ==
        "file: callgrind, line 3: costs that are not numbers, or exceed 64 bits");
  CHECK(ErrorText("events: Ir\nfn=f\n1 -5\n") ==
        "file: callgrind, line 3: costs that are not numbers, or exceed 64 bits");
  CHECK(ErrorText("events: Ir Dr\nfn=f\n1 5 1 7\n") == "file: callgrind, line 3: more costs than events in 'events:'");
  CHECK(ErrorText("events: Ir\nfn=f\n1 5\ncfn=g\ncalls=1 1\n1 5 7\n") ==
        "file: callgrind, line 6: more costs than events in 'events:'");
  CHECK(ErrorText("events: Ir\nfn=f\n1 5\ntotals: 5 1\n") ==
        "file: callgrind, line 4: more costs than events in 'events:'");
  CHECK(ErrorText("events: Ir\nfn=f\n1 9223372036854775807\n1 1\n") ==
        "file: callgrind, line 4: the numbers are too large to add up");
  CHECK(ErrorText("events: Ir\nfn=f\ncalls=1 1\n") ==
        "file: callgrind, line 3: a call before the first 'fn=' or 'cfn='");
  CHECK(ErrorText("events: Ir\nfn=f\n1 5\nwhat is this\n") == "file: callgrind, line 4: neither a name nor costs");
  CHECK(ErrorText(kHead + "fn=f\n1 5\n") == "file: callgrind, line 6: the file ends before its totals");
  CHECK(ErrorText(kHead + "fn=f\n1 5\ntotals: 6\n") ==
        "file: callgrind, line 7: costs add up to 5, not to the totals of 6: parts are missing");
  CHECK(ErrorText("events: Ir\n") == "file: callgrind: no costs");
  StackOptions options;
  options.salvage = true;
  CHECK(DescribeCounts(ReadText(kHead + "fn=f\n1 5\n", options)) == "f 5 5 0+0\n");
  CHECK(DescribeCounts(ReadText(kHead + "fn=f\n1 5\nevents:\nfn=g\n1 7\n", options)) == "f 5 5 0+0\n");
}

TEST_CASE("formats of the future are refused", "[callgrind-file]") {
  const std::string costs = "events: Ir\nfn=f\n1 5\n";
  for (const char* known : {"0", "1", "1.2", "0.9.6"}) {
    CHECK(DescribeCounts(ReadText("version: " + std::string(known) + "\n" + costs)) == "f 5 5 0+0\n");
  }
  for (const std::string later : {"2", "99", "99999999999", "-1"}) {
    CHECK(ErrorText("# callgrind format\nversion: " + later + "\n" + costs) ==
          "file: callgrind, line 2: version " + later + " of the format: only 0 and 1 are known");
  }
  CHECK(ErrorText("# callgrind format\nversion: new\n" + costs) ==
        "file: callgrind, line 2: 'version:' without a number");
}

TEST_CASE("there are no stacks to filter", "[callgrind-file]") {
  StackOptions options;
  options.hide = {"f"};
  CHECK(ErrorText(kHead + "fn=f\n1 5\ntotals: 5\n", options) ==
        "file: callgrind: has no stacks: frames cannot be left out");
}

}  // namespace profdiff::callgrind_test
