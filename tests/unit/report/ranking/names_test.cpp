// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for writing threads and stacks as text, and for breaking or shortening long lines.
#include "report/ranking/names.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace profdiff::names_test {
namespace {

std::string Wrapped(std::string_view line, std::size_t columns) {
  std::string out;
  AppendWrapped(out, line, columns, 2);
  return out;
}

}  // namespace

TEST_CASE("three or more threads in a row are a range, by rank or by thread", "[rank_report]") {
  using Ids = std::vector<ThreadKey>;
  CHECK(ThreadsText(Ids{}).empty());
  CHECK(ThreadsText(Ids{{2, 3}}) == "2.3");
  CHECK(ThreadsText(Ids{{0, 0}, {1, 0}, {3, 0}, {4, 0}, {5, 0}}) == "0.0 1.0 3.0 to 5.0");
  CHECK(ThreadsText(Ids{{2, 1}, {2, 2}, {2, 3}, {2, 4}}) == "2.1 to 2.4");
  CHECK(ThreadsText(Ids{{0, 0}, {0, 1}, {1, 0}, {1, 1}}) == "0.0 0.1 1.0 1.1");
  CHECK(ThreadText({2, 3}, '_') == "2_3");
}

TEST_CASE("long stacks lose the part between their ends", "[rank_report]") {
  const std::vector<std::string> open = {"main", "first", "second", "third", "MPI_Recv"};
  CHECK(StackText(open, DemangleStyle::kNone, 0) == "main > first > second > third > MPI_Recv");
  CHECK(StackText(open, DemangleStyle::kNone, 38) == "main > first > … > third > MPI_Recv");
  CHECK(StackText(open, DemangleStyle::kNone, 30) == "main > first > … > MPI_Recv");
  CHECK(StackText({"a_long_name", "x"}, DemangleStyle::kNone, 9).size() < 14);
}

TEST_CASE("lines are broken at blanks, and units stay with their number", "[rank_report]") {
  CHECK(Wrapped("one two three", 0) == "one two three\n");
  CHECK(Wrapped("one two three", 13) == "one two three\n");
  CHECK(Wrapped("one two three", 12) == "one two\n  three\n");
  CHECK(Wrapped("seven words 1.5 s) end", 17) == "seven words\n  1.5 s) end\n");
  CHECK(Wrapped("word_without_blanks", 12) == "word…nks\n");
  CHECK(Wrapped("one word_without_blanks three", 12) == "one word…nks\n  three\n");
  std::string words;
  for (int i = 0; i < 1000; ++i) words += "word ";
  const std::string lines = Wrapped(words, 20);
  CHECK(std::count(lines.begin(), lines.end(), '\n') <= 11);
  CHECK(lines.ends_with("…\n"));
}

TEST_CASE("long lists are cut, and the number of omitted items is shown", "[rank_report]") {
  using Ids = std::vector<ThreadKey>;
  const Ids ids = {{0, 0}, {1, 0}, {2, 0}, {4, 1}, {4, 7}, {5, 2}};
  CHECK(ThreadsText(ids, 2) == "0.0 to 2.0 4.1 … and 2 more");
  CHECK(ThreadsText(ids, 4) == "0.0 to 2.0 4.1 4.7 5.2");
  CHECK(NamesText({"a", "b", "c"}, DemangleStyle::kNone, 3) == "a, b, c");
  CHECK(NamesText({"a", "b", "c"}, DemangleStyle::kNone, 1) == "a and 2 more");
}

}  // namespace profdiff::names_test
