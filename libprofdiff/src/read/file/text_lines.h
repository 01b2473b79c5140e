// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of text from a ByteSource.
// Tests: tests/unit/read/file/text_lines_test.cpp.
#ifndef PROFDIFF_READ_FILE_TEXT_LINES_H_
#define PROFDIFF_READ_FILE_TEXT_LINES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "read/file/byte_source.h"

namespace profdiff {

// Removes and returns the next word of a line. Words are separated by blanks and tabs. Words are short, so a search for
// each byte in a set, such as find_first_of, takes three times as long as these loops.
inline std::string_view TakeWord(std::string_view& line) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  std::size_t begin = 0;
  while (begin < line.size() && is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_blank(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

class TextLines {
 public:
  // Enough for the longest stacks seen, and a memory limit for a pipe without line feeds.
  static constexpr std::size_t kLongestLine = std::size_t{1} << 26;

  explicit TextLines(ByteSource& source) : source_(source), bytes_(kPiece) {}

  // Sets `line` to the next line without its line ending, which is a line feed, or a carriage return and a line feed;
  // the last line of the source may have no line ending. Returns false after the last line. A line is valid until the
  // next call. Lines longer than kLongestLine are divided.
  bool Next(std::string_view& line);

  // Number of the last line read, starting from 1.
  std::uint64_t number() const { return number_; }
  // True if the last line read had a line feed: the last line of a file that ends early often has none.
  bool has_feed() const { return has_feed_; }

 private:
  static constexpr std::size_t kPiece = std::size_t{256} * 1024;

  // Reads more bytes. Returns false at the end of the source.
  bool Fill();

  ByteSource& source_;
  std::vector<char> bytes_;
  std::size_t begin_ = 0, end_ = 0;  // range of bytes that have been read but not yet used
  std::uint64_t number_ = 0;
  bool has_feed_ = false;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_TEXT_LINES_H_
