// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numbered_names.h"

#include <catch2/catch.hpp>

namespace profdiff::numbered_names_test {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<std::uint32_t>;

TEST_CASE("names that differ in one number alone have this number", "[numbered_names]") {
  CHECK(NumbersOfNames({"gmon.out.0", "gmon.out.1", "gmon.out.10", "gmon.out.2"}) == Numbers{0, 1, 10, 2});
  CHECK(NumbersOfNames({"gmon.out.41237", "gmon.out.41236"}) == Numbers{41237, 41236});
  CHECK(NumbersOfNames({"rank.10.folded.gz", "rank.11.folded.gz"}) == Numbers{10, 11});
  CHECK(NumbersOfNames({"rank7/gmon.out", "rank17/gmon.out"}) == Numbers{7, 17});
  CHECK(NumbersOfNames({"0", "12"}) == Numbers{0, 12});
  CHECK(NumbersOfNames({"p08.out", "p9.out", "p10.out"}) == Numbers{8, 9, 10});
}

TEST_CASE("digits that all names share belong to the number", "[numbered_names]") {
  CHECK(NumbersOfNames({"gmon.10", "gmon.11", "gmon.19"}) == Numbers{10, 11, 19});
  CHECK(NumbersOfNames({"a1.out", "a21.out", "a31.out"}) == Numbers{1, 21, 31});
}

TEST_CASE("other names have no numbers", "[numbered_names]") {
  for (const Names& names : {Names{},
                             {"gmon.out.7"},
                             {"old.out", "new.out"},
                             {"a.1", "b.2"},
                             {"gmon", "gmon.1"},
                             {"a.1", "a.1"},
                             {"a.1", "a.01"},
                             {"node1.0", "node1.1", "node2.0"},
                             {"a.4294967296", "a.1"},
                             {"a.-1", "a.2"},
                             {"", ""}}) {
    CAPTURE(names);
    CHECK(!NumbersOfNames(names));
  }
}

}  // namespace
}  // namespace profdiff::numbered_names_test
