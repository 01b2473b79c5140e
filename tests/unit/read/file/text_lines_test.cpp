// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/file/text_lines.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/memory_source.h"

namespace profdiff::text_lines_test {
namespace {

std::vector<std::string> Lines(const std::string& text, std::size_t piece = std::string::npos) {
  tests::MemorySource source(text, piece);
  TextLines reader(source);
  std::vector<std::string> lines;
  std::string_view line;
  while (reader.Next(line)) {
    lines.emplace_back(line);
    CHECK(reader.number() == lines.size());
  }
  return lines;
}

}  // namespace

TEST_CASE("lines end in line feeds, with carriage returns or without", "[lines]") {
  for (std::size_t piece : {std::size_t{1}, std::size_t{3}, std::string::npos}) {
    CHECK(Lines("a\nb\r\n\n c", piece) == std::vector<std::string>{"a", "b", "", " c"});
    CHECK(Lines("a\n", piece) == std::vector<std::string>{"a"});
    CHECK(Lines("", piece).empty());
  }
}

TEST_CASE("a line may be longer than a read", "[lines]") {
  const std::string longer(3'000'000, 'x');
  CHECK((Lines("a\n" + longer + "\nb\n", 100'000) == std::vector<std::string>{"a", longer, "b"}));
}

}  // namespace profdiff::text_lines_test
