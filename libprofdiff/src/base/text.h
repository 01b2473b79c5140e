// SPDX-License-Identifier: GPL-3.0-or-later
// Formats values into a growing buffer, with the output of printf's %*.*f, %*d and %-*s, but faster and without a
// locale.
// Tests: tests/unit/base/text_test.cpp compares with snprintf.
#ifndef PROFDIFF_BASE_TEXT_H_
#define PROFDIFF_BASE_TEXT_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace profdiff {

// Formats like "%*.*f", but a number that rounds to zero has no sign.
void AppendFixed(std::string& out, double value, int width, int precision);
std::string FixedText(double value, int precision);

// Formats like "%g".
void AppendGeneral(std::string& out, double value);
std::string GeneralText(double value);

// Returns the shortest text that is read back as the same number; it does not depend on the locale.
std::string ShortestText(double value);

// Formats like "%*lld", or like "%-*lld" if the width is negative.
void AppendCount(std::string& out, std::int64_t value, int width = 0);
void AppendCount(std::string& out, std::uint64_t value, int width = 0);

// Returns text such as "1 miss", "2 calls", "3 misses" or "4 properties".
std::string Plural(std::uint64_t count, std::string_view noun);

// Formats like "%llx".
void AppendHex(std::string& out, std::uint64_t value);

// Write decimal digits (at most 20) or hexadecimal digits (at most 16) from right to left, so that the last digit is
// just before `end`. Return a pointer to the first digit.
char* PutDigits(char* end, std::uint64_t value);
char* PutHex(char* end, std::uint64_t value);

// Format like "%*s" and "%-*s"; strings are never cut.
void AppendRight(std::string& out, std::string_view text, int width);
void AppendLeft(std::string& out, std::string_view text, int width);

// Format like "%*.*s" and "%-*.*s" with equal width and precision: strings are padded or cut to exactly `width` bytes.
void AppendRightCut(std::string& out, std::string_view text, int width);
void AppendLeftCut(std::string& out, std::string_view text, int width);

// A line of at most 80 characters with fixed columns, for listings of millions of lines. It initially consists of
// blanks, over which numbers are written. A number that is too wide makes the whole line unusable; in that case, the
// caller appends the columns one by one.
class Columns {
 public:
  Columns() { line_.fill(' '); }

  // Write a right-aligned number with `width` characters that end at `end` (exclusive).
  void Fixed(std::size_t end, std::size_t width, double value, int precision);
  void Count(std::size_t end, std::size_t width, std::int64_t value) { Put(end, width, PutCount(value)); }
  void Count(std::size_t end, std::size_t width, std::uint64_t value) { Put(end, width, PutCount(value)); }
  // Writes a left-aligned number that starts at `begin`.
  template <class Integer>
  void CountLeft(std::size_t begin, std::size_t width, Integer value) {
    const char* digits = PutCount(value);
    Put(begin + static_cast<std::size_t>(digits_.data() + digits_.size() - digits), width, digits);
  }
  void Set(std::size_t place, char c) { line_[place] = c; }
  // Fills a column with blanks, which is required before another number is written there.
  void Clear(std::size_t end, std::size_t width) { std::fill_n(line_.begin() + (end - width), width, ' '); }

  bool fits() const { return fits_; }
  std::string_view Line(std::size_t size) const { return {line_.data(), size}; }

 private:
  const char* PutCount(std::int64_t value);
  const char* PutCount(std::uint64_t value);
  void Put(std::size_t end, std::size_t width, const char* text);

  std::array<char, 80> line_;
  std::array<char, 24> digits_;  // digits of one number, at the right end
  bool fits_ = true;
};

// True for line controls, which end a line or a paragraph, U+2028 and U+2029 in UTF-8, and for direction controls,
// U+061C, U+200E, U+200F, U+202A to U+202E and U+2066 to U+2069. The latter change the direction of text around them,
// so one name can look like another.
bool IsTextControl(std::string_view character);

// Replaces each control character with a question mark, for formats that cannot contain them: C0 and C1 controls, DEL,
// line controls and direction controls. A byte from 0x80 to 0x9f that is not part of a UTF-8 character is a C1 control,
// too, because terminals that do not use UTF-8 obey it.
std::string WithoutControls(std::string text);

// Replaces all characters except ASCII letters and digits with "_".
std::string WithUnderscores(std::string text);

// Converts text to UTF-8 for HTML and XML, and replaces invisible characters (the same as WithoutControls) with their
// numbers, such as U+000A.
std::string WithNumberedControls(std::string_view text);

// Returns a path without its directory, for example "name" for "dir/name".
std::string_view BaseName(std::string_view path);

// Passes the output to `drain` if the output is long and `drain` is set. `drain` leaves the last character in place, so
// that StartSection finds that the output is not empty.
template <class Drain>
void DrainIfLong(std::string& out, const Drain& drain) {
  constexpr std::size_t kLong = std::size_t{256} * 1024;
  if (out.size() >= kLong && drain) drain(out);
}

// Appends a string that may be much longer than the limit of `out`, and drains `out` in between.
template <class Drain>
void AppendInParts(std::string& out, std::string_view text, const Drain& drain) {
  constexpr std::size_t kPart = std::size_t{1} << 20;
  for (std::size_t at = 0; at < text.size(); at += kPart) {
    out += text.substr(at, kPart);
    DrainIfLong(out, drain);
  }
}

// Starts a section of a listing: appends a form feed on its own line unless the output is still empty.
void StartSection(std::string& out);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_TEXT_H_
