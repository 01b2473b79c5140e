// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <sstream>

#include "support/stack_files.h"

namespace profdiff::gprof_listing_test {

using tests::ErrorText;
using tests::ReadText;

namespace {

const std::string kFlat =
    "Flat profile:\n\nEach sample counts as 0.01 seconds.\n"
    "  %   cumulative   self              self     total           \n"
    " time   seconds   seconds    calls  us/call  us/call  name    \n"
    " 92.31      0.24     0.24     5600    46.50    46.50  leaf(int, char) const\n"
    "  7.69      0.26     0.02                             main\n"
    "  0.00      0.26     0.00     1600     0.00    46.50  ping\n";

const std::string kGraph =
    "\f\n\t\t     Call graph\n\n\n"
    "granularity: each sample hit covers 2 byte(s) for 3.84% of 0.26 seconds\n\n"
    "index % time    self  children    called     name\n"
    "                                                 <spontaneous>\n"
    "[1]    100.0    0.02    0.24                 main [1]\n"
    "                0.24    0.00    5600/5600        leaf(int, char) const [2]\n"
    "                0.00    0.00     400/400         ping <cycle 1> [4]\n"
    "-----------------------------------------------\n"
    "                0.24    0.00    5600/5600        main [1]\n"
    "[2]     92.3    0.24    0.00    5600+7       leaf(int, char) const [2]\n"
    "                                   7             leaf(int, char) const [2]\n"
    "-----------------------------------------------\n"
    "[3]      0.0    0.00    0.00     400+2400    <cycle 1 as a whole> [3]\n"
    "                0.00    0.00    1600             ping <cycle 1> [4]\n"
    "-----------------------------------------------\n"
    "                                1200             pong <cycle 1> [5]\n"
    "                0.00    0.00     400/400         main [1]\n"
    "[4]      0.0    0.00    0.00    1600         ping <cycle 1> [4]\n"
    "                                1200             pong <cycle 1> [5]\n"
    "-----------------------------------------------\n"
    "                                1200             ping <cycle 1> [4]\n"
    "[5]      0.0    0.00    0.00    1200         pong <cycle 1> [5]\n"
    "                                1200             ping <cycle 1> [4]\n"
    "-----------------------------------------------\n"
    "\n\f\nIndex by function name\n\n"
    "   [2] leaf(int, char) const   [1] main                    [4] ping (gp.c)\n"
    "   [5] pong                    [3] <cycle 1>\n";

// Returns a line for each function: its time in seconds, its calls from others and from itself; and one for each arc.
std::string Numbers(const StackProfile& stacks) {
  REQUIRE(stacks.counted.has_value());
  const Profile& profile = *stacks.counted;
  std::ostringstream text;
  const auto name = [&](FunctionId f) {
    const Function& function = stacks.functions[f];
    const std::string unit(stacks.functions.UnitName(function));
    return std::string(function.name) + (unit.empty() ? "" : "@" + unit);
  };
  for (std::size_t f = 0; f < stacks.functions.size(); ++f) {
    text << name(FunctionId(f)) << ' ' << profile.Seconds(profile.self_ticks[f]) << ' ' << profile.calls[f] << ' '
         << profile.self_calls[f] << '\n';
  }
  for (const Arc& arc : profile.arcs) text << name(arc.caller) << "->" << name(arc.callee) << ' ' << arc.count << '\n';
  return text.str();
}

}  // namespace

TEST_CASE("a flat profile has times and calls", "[listing]") {
  const StackProfile stacks = ReadText(kFlat);
  CHECK(stacks.format->name == "listing");
  CHECK(Numbers(stacks) == "leaf(int, char) const 0.24 5600 0\nmain 0.02 0 0\nping 0 1600 0\n");
  CHECK(stacks.counted->rate == 100);
  CHECK_FALSE(stacks.counted->has_arcs);
  CHECK(stacks.events[0].count == 26);
  REQUIRE(stacks.remarks.size() == 1);
  CHECK(stacks.remarks[0].cause.find("without a call graph") != std::string::npos);
}

TEST_CASE("a call graph has recursive calls, arcs and source files", "[listing]") {
  const std::string expected =
      "leaf(int, char) const 0.24 5600 7\nmain 0.02 0 0\nping@gp.c 0 1600 0\npong 0 1200 0\n"
      "main->leaf(int, char) const 5600\nmain->ping@gp.c 400\nleaf(int, char) const->leaf(int, char) const 7\n"
      "pong->ping@gp.c 1200\nping@gp.c->pong 1200\n";
  CHECK(Numbers(ReadText(kFlat + "\n" + kGraph)) == expected);
  const StackProfile alone = ReadText(kGraph.substr(2));
  CHECK(Numbers(alone) == expected);
  CHECK(alone.counted->rate == 100);
  CHECK(alone.remarks.empty());
}

TEST_CASE("functions of one name in a flat profile are added up", "[listing]") {
  const StackProfile stacks = ReadText(kFlat + "  0.00      0.26     0.00       10     0.00     0.00  main\n");
  CHECK(Numbers(stacks) == "leaf(int, char) const 0.24 5600 0\nmain 0.02 10 0\nping 0 1600 0\n");
  REQUIRE(stacks.remarks.size() == 2);
  CHECK(stacks.remarks[1].cause.starts_with("1 row of functions with the name of another one"));
}

TEST_CASE("damaged listings are refused with their line", "[listing]") {
  CHECK(ErrorText(kFlat + "7 words\n") == "file: listing, line 9: no row of a flat profile");
  CHECK(ErrorText(kFlat.substr(0, kFlat.find("Each")) + kFlat.substr(kFlat.find("  %"))).find("number of samples") !=
        std::string::npos);
  const std::string cut = kGraph.substr(2, kGraph.find("[2]  ") + 20);
  CHECK(ErrorText(cut).starts_with("file: listing, line"));
  std::string other = kGraph.substr(2);
  other.replace(other.find("5600/5600        main"), 4, "5601");
  CHECK(ErrorText(other).find("different numbers of calls") != std::string::npos);
  CHECK(ErrorText("Flat profile:\n\ncpu-clock of perf, 7 samples, 0.07 seconds in all.\n").find("another profiler") !=
        std::string::npos);
}

TEST_CASE("listings by source line have no identity", "[listing]") {
  const std::string text = kFlat + "  0.00      0.26     0.00                             main (a.c:3 @ 401136)\n";
  CHECK(ErrorText(text).find("by source line") != std::string::npos);
}

}  // namespace profdiff::gprof_listing_test
