// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/format/chunks.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace profdiff::chunks_test {

using Cuts = std::vector<std::size_t>;

TEST_CASE("a chunk has the wanted number of lines, or more until its last entry ends", "[chunks]") {
  const std::vector<std::size_t> lines = {1, 1, 5, 1, 1, 1, 3};
  const auto cut = [&](std::size_t count, std::size_t wanted) {
    return CutIntoChunks(count, wanted, [&](std::size_t i) { return lines[i]; });
  };
  CHECK(cut(7, 3) == Cuts{0, 3, 6, 7});
  CHECK(cut(6, 3) == Cuts{0, 3, 6});
  CHECK(cut(7, 1) == Cuts{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(cut(7, 100) == Cuts{0, 7});
  CHECK(cut(1, 1) == Cuts{0, 1});
  CHECK(cut(0, 1) == Cuts{0, 0});
}

TEST_CASE("text in chunks is the text of one chunk after the other", "[chunks]") {
  constexpr std::size_t kEntries = 200;
  std::string wanted = "before ";
  for (std::size_t i = 0; i < kEntries; ++i) wanted += std::to_string(i) + ' ';
  std::atomic<bool> are_empty = true;
  const auto write = [&](std::string& text, std::size_t begin, std::size_t end) {
    if (!text.empty()) are_empty = false;
    for (std::size_t i = begin; i < end; ++i) text += std::to_string(i) + ' ';
  };
  for (unsigned threads : {1U, 2U, 7U}) {
    for (std::size_t lines : {std::size_t{1}, std::size_t{9}, kEntries}) {
      ListingOptions options;
      options.threads = threads;
      std::string out = "before ";
      WriteInChunks(out, options, CutIntoChunks(kEntries, lines, [](std::size_t) { return std::size_t{1}; }), write);
      CHECK(out == wanted);
    }
  }
  CHECK(are_empty);
}

TEST_CASE("long text in chunks is drained meanwhile", "[chunks]") {
  constexpr std::size_t kChunks = 8, kBytes = std::size_t{3} << 20;
  std::string drained, out;
  std::size_t most = 0;
  ListingOptions options;
  options.threads = 2;
  options.drain = [&](std::string& text) {
    most = std::max(most, text.size());
    drained += text.substr(0, text.size() - 1);
    text.erase(0, text.size() - 1);
  };
  const auto write = [](std::string& text, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) text.append(kBytes, static_cast<char>('a' + i));
  };
  WriteInChunks(out, options, CutIntoChunks(kChunks, 1, [](std::size_t) { return std::size_t{1}; }), write);
  drained += out;
  REQUIRE(drained.size() == kChunks * kBytes);
  for (std::size_t i = 0; i < kChunks; ++i) {
    const auto letter = static_cast<char>('a' + i);
    CHECK(drained[i * kBytes] == letter);
    CHECK(drained.find_first_not_of(letter, i * kBytes) == (i + 1 < kChunks ? (i + 1) * kBytes : std::string::npos));
  }
  CHECK(most < kChunks * kBytes);
}

}  // namespace profdiff::chunks_test
