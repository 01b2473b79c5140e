// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for lists of the addresses at which the source line of code changes.
#include "read/image/dwarf/changes.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>

namespace profdiff::changes_test {
namespace {

std::string Text(const std::vector<LineChange>& changes) {
  std::ostringstream text;
  for (const LineChange& change : changes) text << change.address << ':' << change.line << ' ';
  return text.str();
}

std::vector<LineChange> EveryTenth(std::size_t count) {
  std::vector<LineChange> changes;
  for (std::size_t i = 1; i <= count; ++i) changes.push_back({10 * i, 0, static_cast<std::uint32_t>(i), 0});
  return changes;
}

}  // namespace

TEST_CASE("the last of several changes at one address counts, and changes without an effect are omitted", "[dwarf]") {
  std::vector<LineChange> changes;
  ChangeList list(changes);
  for (LineChange change : {LineChange{1, 0, 7, 0}, {2, 0, 7, 0}, {3, 0, 8, 0}, {3, 0, 9, 0}, {4, 0, 5, 0}}) {
    list.Add(change);
  }
  list.Add({4, 0, 9, 0});
  list.Add({5, 0, 9, 1});
  list.Finish();
  CHECK(Text(changes) == "1:7 3:9 5:9 ");
}

TEST_CASE("a list can be made from itself", "[dwarf]") {
  std::vector<LineChange> changes{{1, 0, 7, 0}, {2, 0, 7, 0}, {3, 0, 8, 0}, {4, 0, 9, 0}};
  ChangeList list(changes);
  for (std::size_t i = 0; i < changes.size(); ++i) list.Add(changes[i]);
  list.Finish();
  CHECK(Text(changes) == "1:7 3:8 4:9 ");
}

TEST_CASE("the change in effect at an address is found in any order of queries", "[dwarf]") {
  CHECK(ChangeFinder({}).Find(5) == nullptr);
  const std::vector<LineChange> changes = EveryTenth(100);
  ChangeFinder finder(changes);
  auto line_at = [&finder](std::uint64_t address) {
    const LineChange* change = finder.Find(address);
    return change != nullptr ? change->line : 0;
  };
  for (std::uint64_t address : {9U, 10U, 19U, 20U, 25U, 500U, 499U, 9U, 2000U, 1000U, 999U, 160U, 340U}) {
    CHECK(line_at(address) == std::min<std::uint64_t>(address / 10, 100));
  }
}

}  // namespace profdiff::changes_test
