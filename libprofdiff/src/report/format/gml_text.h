// SPDX-License-Identifier: GPL-3.0-or-later
// The syntax of GML for strict readers: 7-bit strings with entities, numbers in fixed notation, short lines.
#ifndef PROFDIFF_REPORT_FORMAT_GML_TEXT_H_
#define PROFDIFF_REPORT_FORMAT_GML_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "base/utf8.h"

namespace profdiff {

// Returns the size in bytes of a character as written in a GML string.
std::size_t GmlSize(Utf8Character character);

// Appends `text`, escaped for use between the quotes of a GML string.
void AppendGmlText(std::string& out, std::string_view text);

// Writes keys and values, one per line, indented by depth.
class GmlWriter {
 public:
  explicit GmlWriter(std::string& out) : out_(out) {}

  void Open(std::string_view key);
  void Close();
  void Integer(std::string_view key, std::int64_t value);
  // Writes a number with up to nine decimals; writes 0.0 for numbers that are not finite.
  void Real(std::string_view key, double value);
  // Writes a count as an integer or as a real number. Counts above 2^31 do not fit into the integers of all readers; if
  // a key has such a count, all its values are written as real numbers, because a key must keep its type throughout a
  // file.
  template <class Number>
  void Count(std::string_view key, Number value, bool as_real) {
    StartLine(key);
    AppendCount(out_, value);
    out_ += as_real ? ".0\n" : "\n";
  }
  // Writes a string of any length, for keys whose value must not be cut.
  void LongText(std::string_view key, std::string_view text);
  // Writes `text`, whose middle is cut if necessary so that the key, `text` and `suffix` fit into a line of 254 bytes.
  void Text(std::string_view key, std::string_view text, std::string_view suffix = {});

 private:
  void StartLine(std::string_view key);

  std::string& out_;
  std::size_t depth_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_GML_TEXT_H_
