// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <map>

#include "support/stack_files.h"

namespace profdiff::join_test {

using tests::ReadText;

namespace {

// Writes each node of the joined tree, in order, as "main;f BASE OTHER", with "-" for a side that does not have the
// node.
std::string Joined(const StackProfile& base, const StackProfile& other, const Renames* renames = nullptr) {
  const Match match = MatchFunctions(base.functions, other.functions, false, renames);
  const JoinedContexts joined = JoinContexts(base.contexts, other.contexts, match);
  const auto ticks = [](const StackProfile& side, std::uint32_t node) {
    return node == JoinedContexts::kNone ? std::string("-") : std::to_string(side.contexts.self[node]);
  };
  std::string out;
  std::vector<std::uint32_t> open;
  std::vector<std::string> names;
  for (std::uint32_t node = 0; node < joined.size(); ++node) {
    while (!open.empty() && joined.end[open.back()] <= node) {
      open.pop_back();
      names.pop_back();
    }
    open.push_back(node);
    names.push_back((names.empty() ? "" : names.back() + ";") +
                    std::string(match.functions[joined.function[node]].name));
    out += names.back() + " " + ticks(base, joined.base[node]) + " " + ticks(other, joined.other[node]) + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("paths are the same if their functions are", "[join]") {
  const StackProfile base = ReadText("main;a 1\nmain;b;c 2\nold;a 3\n");
  const StackProfile other = ReadText("main;b;c 4\nmain;b;d 5\nmain;a;c 6\n");
  CHECK(Joined(base, other) ==
        "main 0 0\nmain;a 1 0\nmain;a;c - 6\nmain;b 0 0\nmain;b;c 2 4\nmain;b;d - 5\nold 0 -\nold;a 3 -\n");
}

TEST_CASE("renamed functions keep their paths", "[join]") {
  const Renames renames({{"^zz$=aa", false}});
  CHECK(Joined(ReadText("main;zz;x 1\n"), ReadText("main;aa;x 2\n"), &renames) ==
        "main 0 0\nmain;aa 0 0\nmain;aa;x 1 2\n");
}

TEST_CASE("each node of both trees is in the joined tree once", "[join]") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    const StackProfile base = ReadText(tests::AsFolded(tests::RandomStacks(seed)));
    const StackProfile other = ReadText(tests::AsFolded(tests::RandomStacks(seed + 500)));
    const Match match = MatchFunctions(base.functions, other.functions, false);
    const JoinedContexts joined = JoinContexts(base.contexts, other.contexts, match);
    std::map<std::uint32_t, int> in_base, in_other;
    for (std::uint32_t node = 0; node < joined.size(); ++node) {
      REQUIRE((joined.base[node] != JoinedContexts::kNone || joined.other[node] != JoinedContexts::kNone));
      if (joined.base[node] != JoinedContexts::kNone) {
        ++in_base[joined.base[node]];
        REQUIRE(match.from_base[base.contexts.function[joined.base[node]].value] == joined.function[node]);
      }
      if (joined.other[node] != JoinedContexts::kNone) ++in_other[joined.other[node]];
      REQUIRE(joined.end[node] > node);
    }
    REQUIRE(in_base.size() == base.contexts.size());
    REQUIRE(in_other.size() == other.contexts.size());
    const JoinedContexts self =
        JoinContexts(base.contexts, base.contexts, MatchFunctions(base.functions, base.functions, false));
    REQUIRE(self.base == self.other);
    REQUIRE(self.size() == base.contexts.size());
  }
}

}  // namespace profdiff::join_test
