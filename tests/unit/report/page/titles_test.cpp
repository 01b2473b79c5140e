// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the short titles of pages.
#include "report/page/titles.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::titles_test {
namespace {

// Returns both short labels, separated by a bar.
std::string Short(const std::string& base, const std::string& other) {
  const SideLabels labels = ShortLabels({base, other});
  return labels.base + "|" + labels.other;
}

}  // namespace

TEST_CASE("titles show what distinguishes the sides", "[page]") {
  CHECK(Short("runs/old.perf", "runs/new.perf") == "old.perf|new.perf");
  CHECK(Short("v1/lua, v1/run.1, v1/run.2", "v2/lua, v2/run.1, v2/run.2") == "v1|v2");
  CHECK(Short("a/perf.data.1, a/perf.data.2", "b/perf.data.1, b/perf.data.2") == "a|b");
  CHECK(Short("base0.folded, base1.folded", "other0.folded, other1.folded") == "base|other");
  CHECK(Short("/home/me/v1/out/perf.data", "/home/me/v2/out/perf.data") == "v1|v2");
  CHECK(Short("prog, one.gmon", "prog, two.gmon") == "one.gmon|two.gmon");
  CHECK(Short("prog, one.gmon", "prog, two.gmon, times x 1.5") == "one.gmon|two.gmon");
  CHECK(Short("one.folded", "two.folded, bytes x 0.333333") == "one.folded|two.folded");
  // Nothing distinguishes them.
  CHECK(Short("a/gmon.out", "a/gmon.out") == "gmon.out|gmon.out");
  CHECK(Short("", "") == "|");
}

TEST_CASE("the title of one execution is what its files have in common", "[page]") {
  CHECK(ShortLabel("a/b/gmon.out") == "gmon.out");
  CHECK(ShortLabel("lulesh/gmon.0, lulesh/gmon.1") == "gmon");
  CHECK(ShortLabel("/usr/bin/lua, gmon.out") == "lua");
}

TEST_CASE("titles are short, and on one line", "[page]") {
  CHECK(ShortLabel(std::string(500, 'x')).size() <= 50);
  CHECK(ShortLabel("a\nb").find('\n') == std::string::npos);
}

}  // namespace profdiff::titles_test
