// SPDX-License-Identifier: GPL-3.0-or-later
// How threads, stacks and long lines are written.
#include "report/ranking/names.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace profdiff {
namespace {

std::string Wrapped(std::string_view line, std::size_t columns) {
  std::string out;
  AppendWrapped(out, line, columns, 2);
  return out;
}

}  // namespace

TEST_CASE("three threads and more in a row are a range, by rank or by thread", "[rank_report]") {
  using Ids = std::vector<ThreadKey>;
  CHECK(ThreadsText(Ids{}).empty());
  CHECK(ThreadsText(Ids{{2, 3}}) == "2.3");
  CHECK(ThreadsText(Ids{{0, 0}, {1, 0}, {3, 0}, {4, 0}, {5, 0}}) == "0.0 1.0 3.0 to 5.0");
  CHECK(ThreadsText(Ids{{2, 1}, {2, 2}, {2, 3}, {2, 4}}) == "2.1 to 2.4");
  CHECK(ThreadsText(Ids{{0, 0}, {0, 1}, {1, 0}, {1, 1}}) == "0.0 0.1 1.0 1.1");
  CHECK(ThreadText({2, 3}, '_') == "2_3");
}

TEST_CASE("long stacks lose what is between their ends", "[rank_report]") {
  const std::vector<std::string> open = {"main", "first", "second", "third", "MPI_Recv"};
  CHECK(StackText(open, DemangleStyle::kNone, 0) == "main > first > second > third > MPI_Recv");
  CHECK(StackText(open, DemangleStyle::kNone, 38) == "main > first > … > third > MPI_Recv");
  CHECK(StackText(open, DemangleStyle::kNone, 30) == "main > first > … > MPI_Recv");
  CHECK(StackText({"a_long_name", "x"}, DemangleStyle::kNone, 9).size() < 14);
}

TEST_CASE("lines go on at blanks, and units stay with their number", "[rank_report]") {
  CHECK(Wrapped("one two three", 0) == "one two three\n");
  CHECK(Wrapped("one two three", 13) == "one two three\n");
  CHECK(Wrapped("one two three", 12) == "one two\n  three\n");
  CHECK(Wrapped("seven words 1.5 s) end", 17) == "seven words\n  1.5 s) end\n");
  CHECK(Wrapped("word_without_blanks", 8) == "word_without_blanks\n");
}

}  // namespace profdiff
