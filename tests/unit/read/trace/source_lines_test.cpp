// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/trace/source_lines.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::source_lines_test {
namespace {

NameId Name(std::size_t number) { return NameId(number); }

std::string Taken(SourceLines lines, std::size_t names) {
  std::string text;
  for (const CallDefinition& line : lines.Take(names)) text += line.file + ":" + std::to_string(line.line) + " ";
  return text;
}

}  // namespace

TEST_CASE("a name with several source lines has none", "[source_lines]") {
  SourceLines lines;
  CHECK(Taken(lines, 3).empty());
  lines.Add(Name(1), "a.c", 3);
  lines.Add(Name(1), "a.c", 3);
  lines.Add(Name(0), "", 3);
  lines.Add(Name(0), "b.c", 0);
  CHECK(Taken(lines, 3) == ":0 a.c:3 :0 ");
  lines.Add(Name(1), "b.c", 3);
  CHECK(Taken(lines, 3).empty());
  lines.Add(Name(1), "b.c", 3);
  lines.Add(Name(2), "b.c", 4);
  CHECK(Taken(lines, 3) == ":0 :0 b.c:4 ");
}

TEST_CASE("source lines of threads are joined", "[source_lines]") {
  SourceLines whole, one, two;
  one.Add(Name(0), "a.c", 1);
  one.Add(Name(1), "b.c", 2);
  two.Add(Name(0), "b.c", 9);
  two.Add(Name(1), "c.c", 3);
  two.Add(Name(1), "c.c", 4);
  whole.Merge(one, {Name(0), Name(1)});
  CHECK(Taken(whole, 3) == "a.c:1 b.c:2 :0 ");
  whole.Merge(two, {Name(1), Name(2)});
  CHECK(Taken(whole, 3) == "a.c:1 :0 :0 ");
}

}  // namespace profdiff::source_lines_test
