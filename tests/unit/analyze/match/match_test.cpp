// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for matching functions: each rule, and the pairs that must not be made.
#include "profdiff/match.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/example_runs.h"
#include "values/state_names.h"

namespace profdiff::match_test {
namespace {

using Lines = std::vector<std::string>;

// Identifies a function of a test by its address, written as one hexadecimal digit: 0 for the first function, 1 for the
// next, and so on.
std::string Digit(const FunctionTable& table, FunctionId id) {
  return id.valid() ? std::string(1, "0123456789abcdef"[(table[id].address >> 4) & 15]) : "-";
}

std::string RuleName(MatchRule rule) {
  constexpr const char* kNames[] = {"unmatched", "same symbol", "name",      "file",  "clone",
                                    "line",      "rename",      "signature", "image", "generated"};
  return kNames[static_cast<int>(rule)];
}

// Writes one line for each joined function: name, base function, other function, rule.
Lines Describe(const Match& match, const FunctionTable& base, const FunctionTable& other) {
  Lines lines;
  for (std::size_t i = 0; i < match.pairs.size(); ++i) {
    const Match::Pair& pair = match.pairs[i];
    lines.push_back(std::string(match.functions.functions[i].name) + " " + Digit(base, pair.base) +
                    Digit(other, pair.other) + " " + RuleName(pair.rule));
  }
  return lines;
}

// Matches in both directions and checks that exchanging the sides exchanges the sides of each pair and changes nothing
// else.
Lines MatchBothWays(const ProfileBuilder& base_builder, const ProfileBuilder& other_builder) {
  FunctionTable base = base_builder.Build().functions;
  FunctionTable other = other_builder.Build().functions;
  Match match = MatchFunctions(base, other, false);
  Match mirrored = MatchFunctions(other, base, false);
  Lines lines = Describe(match, base, other);
  for (Match::Pair& pair : mirrored.pairs) std::swap(pair.base, pair.other);
  CHECK(Describe(mirrored, base, other) == lines);
  CHECK(mirrored.functions.files == match.functions.files);
  return lines;
}

ProfileBuilder GlobalThenStatic(const std::string& name, const std::string& unit) {
  return ProfileBuilder().Function(name).Static(name, unit);
}

TEST_CASE("the same name, once on each side, is the same function at any address") {
  CHECK(MatchBothWays(ProfileBuilder().Function("main").Function("leaf"),
                      ProfileBuilder().Function("leaf").Function("added").Function("main")) ==
        Lines{"added -1 unmatched", "leaf 10 name", "main 02 name"});
}

TEST_CASE("one image on both sides: symbol by symbol, twins included") {
  FunctionTable table = ProfileBuilder().Static("twin", "").Static("twin", "").Function("f").Build().functions;
  Match match = MatchFunctions(table, table, true);
  CHECK(Describe(match, table, table) == Lines{"f 22 same symbol", "twin 00 same symbol", "twin 11 same symbol"});
}

TEST_CASE("a static function that moved to another file is found by its unique name") {
  CHECK(MatchBothWays(ProfileBuilder().Static("init", "a.c"), ProfileBuilder().Static("init", "b.c")) ==
        Lines{"init 00 name"});
}

TEST_CASE("static functions of one name are distinguished by their file") {
  CHECK(MatchBothWays(ProfileBuilder().Static("init", "a.c").Static("init", "b.c"),
                      ProfileBuilder().Static("init", "b.c").Static("init", "a.c")) ==
        Lines{"init 01 file", "init 10 file"});
}

TEST_CASE("a name that one side has once and the other twice goes to its own file") {
  CHECK(MatchBothWays(ProfileBuilder().Static("init", "b.c"),
                      ProfileBuilder().Static("init", "a.c").Static("init", "b.c")) ==
        Lines{"init -0 unmatched", "init 01 file"});
}

TEST_CASE("no static function is matched with one of another file") {
  CHECK(MatchBothWays(ProfileBuilder().Static("init", "a.c").Static("init", "b.c"),
                      ProfileBuilder().Static("init", "b.c").Static("init", "c.c")) ==
        Lines{"init 0- unmatched", "init 10 file", "init -1 unmatched"});
}

TEST_CASE("several of one name in one file are paired in order of address; the rest remain alone") {
  CHECK(MatchBothWays(ProfileBuilder().Static("inner", "a.c").Static("inner", "a.c").Static("inner", "a.c"),
                      ProfileBuilder().Static("inner", "a.c").Static("inner", "a.c")) ==
        Lines{"inner 00 file", "inner 11 file", "inner 2- unmatched"});
}

TEST_CASE("files of debug information are used if there is no file symbol") {
  CHECK(MatchBothWays(ProfileBuilder().Static("init", "").At("/v1/a.c", 9).Static("init", "").At("/v1/b.c", 3),
                      ProfileBuilder().Static("init", "").At("/v2/b.c", 3).Static("init", "").At("/v2/a.c", 8)) ==
        Lines{"init 01 file", "init 10 file"});
}

TEST_CASE("whole paths distinguish files of one name") {
  CHECK(MatchBothWays(ProfileBuilder().Static("init", "x.c").At("net/x.c", 1).Static("init", "x.c").At("ui/x.c", 1),
                      ProfileBuilder().Static("init", "x.c").At("ui/x.c", 1)) ==
        Lines{"init 0- unmatched", "init 10 file"});
}

TEST_CASE("file symbols distinguish copies of one header's function") {
  CHECK(MatchBothWays(ProfileBuilder().Static("min", "a.c").At("min.h", 1).Static("min", "b.c").At("min.h", 1),
                      ProfileBuilder().Static("min", "b.c").At("min.h", 1)) ==
        Lines{"min 0- unmatched", "min 10 file"});
}

TEST_CASE("a global function is found among static functions of its name, and matches none of them") {
  CHECK(MatchBothWays(ProfileBuilder().Static("run", "a.c").Function("x").Static("run", "b.c"),
                      ProfileBuilder().Static("run", "c.c").Static("run", "d.c").Static("run", "")) ==
        Lines{"run -2 unmatched", "run 0- unmatched", "run 2- unmatched", "run -0 unmatched", "run -1 unmatched",
              "x 1- unmatched"});
  ProfileBuilder base = GlobalThenStatic("run", "a.c");
  ProfileBuilder other = GlobalThenStatic("run", "b.c");
  CHECK(MatchBothWays(base, other) == Lines{"run 00 name", "run 1- unmatched", "run -1 unmatched"});
  CHECK(
      MatchBothWays(GlobalThenStatic("run", ""), ProfileBuilder().Function("y").Static("run", "").Static("run", "")) ==
      Lines{"run 0- unmatched", "run 11 file", "run -2 unmatched", "y -0 unmatched"});
}

TEST_CASE("static functions of unknown files are paired in order only if none were added or removed, or none moved") {
  CHECK(MatchBothWays(ProfileBuilder().Static("init", "").Static("init", ""),
                      ProfileBuilder().Function("x").Static("init", "").Static("init", "")) ==
        Lines{"init 01 file", "init 12 file", "x -0 unmatched"});
  CHECK(MatchBothWays(ProfileBuilder().Static("init", "").Static("init", ""), ProfileBuilder().Static("init", "")) ==
        Lines{"init 00 file", "init 1- unmatched"});
  CHECK(MatchBothWays(ProfileBuilder().Static("init", "").Static("init", ""),
                      ProfileBuilder().Function("x").Static("y", "").Static("init", "")) ==
        Lines{"init 0- unmatched", "init 1- unmatched", "init -2 unmatched", "x -0 unmatched", "y -1 unmatched"});
}

TEST_CASE("clones are found by name and kinds of suffix, under the smaller of both names") {
  CHECK(MatchBothWays(ProfileBuilder().Static("f.isra.0", "a.c").Static("g.part.3.cold", "a.c"),
                      ProfileBuilder().Static("f.isra.1", "a.c").Static("g.part.0.cold", "a.c")) ==
        Lines{"f.isra.0 00 clone", "g.part.0.cold 11 clone"});
}

TEST_CASE("clones of other kinds, in another order or with several candidates remain alone") {
  CHECK(MatchBothWays(ProfileBuilder().Static("f.isra.0", "").Static("g.isra.0.cold", ""),
                      ProfileBuilder().Static("f.part.0", "").Static("g.cold.isra.0", "")) ==
        Lines{"f.isra.0 0- unmatched", "f.part.0 -0 unmatched", "g.cold.isra.0 -1 unmatched",
              "g.isra.0.cold 1- unmatched"});
  CHECK(MatchBothWays(ProfileBuilder().Static("f.isra.0", ""),
                      ProfileBuilder().Static("f.isra.1", "").Static("f.isra.2", "")) ==
        Lines{"f.isra.0 0- unmatched", "f.isra.1 -0 unmatched", "f.isra.2 -1 unmatched"});
  CHECK(MatchBothWays(ProfileBuilder().Static("f.isra.0", ""), ProfileBuilder().Function("f")) ==
        Lines{"f -0 unmatched", "f.isra.0 0- unmatched"});
}

TEST_CASE("a clone's number does not bind it to another file") {
  CHECK(MatchBothWays(ProfileBuilder().Static("f.lto_priv.0", "a.c").Static("f.lto_priv.1", "b.c"),
                      ProfileBuilder().Static("f.lto_priv.0", "b.c").Static("f.lto_priv.1", "a.c")) ==
        Lines{"f.lto_priv.0 01 clone", "f.lto_priv.0 10 clone"});
}

TEST_CASE("tables with nothing in common, and empty tables") {
  CHECK(MatchBothWays(ProfileBuilder().Function("a"), ProfileBuilder().Function("b")) ==
        Lines{"a 0- unmatched", "b -0 unmatched"});
  CHECK(MatchBothWays(ProfileBuilder(), ProfileBuilder().Function("b")) == Lines{"b -0 unmatched"});
  CHECK(MatchBothWays(ProfileBuilder(), ProfileBuilder()) == Lines{});
}

TEST_CASE("the joined table is ordered by name, source file, address") {
  CHECK(MatchBothWays(ProfileBuilder().Function("b").Static("t", "z.c").Static("t", "y.c").Static("t", "y.c"),
                      ProfileBuilder().Function("a").Function("_c")) == Lines{"_c -1 unmatched", "a -0 unmatched",
                                                                              "b 0- unmatched", "t 2- unmatched",
                                                                              "t 3- unmatched", "t 1- unmatched"});
}

TEST_CASE("a joined function takes the lower address and the line that comes first") {
  FunctionTable base = ProfileBuilder().Function("f").At("src/f.c", 12).Build().functions;
  FunctionTable other = ProfileBuilder().Function("x").Function("f").At("src/f.c", 10).Build().functions;
  Match match = MatchFunctions(base, other, false);
  FunctionId f = match.from_base[0];
  CHECK(match.functions[f].address == 0x1000);
  CHECK(match.functions[f].end == 0x100f);
  CHECK(match.functions[f].line == 10);
  CHECK(match.functions.FilePath(f) == "src/f.c");
  CHECK(match.from_other[1] == f);
  CHECK(match.functions.files == std::vector<std::string>{"src/f.c"});
}

TEST_CASE("every function of random tables is in exactly one pair, to which its id leads") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    TestPair runs = RandomPair(seed);
    Match match = MatchFunctions(runs.base.functions, runs.other.functions, false);
    std::size_t base = 0, other = 0;
    for (std::size_t i = 0; i < match.pairs.size(); ++i) {
      const Match::Pair& pair = match.pairs[i];
      base += pair.base.valid() ? 1 : 0;
      other += pair.other.valid() ? 1 : 0;
      if (pair.base.valid()) REQUIRE(match.from_base[pair.base.value] == FunctionId(i));
      if (pair.other.valid()) REQUIRE(match.from_other[pair.other.value] == FunctionId(i));
    }
    REQUIRE(base == runs.base.functions.size());
    REQUIRE(other == runs.other.functions.size());
  }
}

}  // namespace
}  // namespace profdiff::match_test
