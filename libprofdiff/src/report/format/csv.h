// SPDX-License-Identifier: GPL-3.0-or-later
// The syntax of CSV, RFC 4180.
#ifndef PROFDIFF_REPORT_FORMAT_CSV_H_
#define PROFDIFF_REPORT_FORMAT_CSV_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace profdiff {

// Writes tables cell by cell. Of several tables an empty line stands before every one but the first.
class CsvWriter {
 public:
  explicit CsvWriter(std::string& out) : out_(out) {}

  // Starts a table that goes to `out` behind what is there.
  void StartTable() {
    if (!out_.empty()) out_ += "\r\n";
  }

  // With an apostrophe before a text that begins with one of = + - @ ' or a tab or carriage return: a spreadsheet would
  // take it for a formula. A reader takes an apostrophe at the beginning away, and has the text.
  CsvWriter& Text(std::string_view text);
  CsvWriter& Texts(std::initializer_list<std::string_view> texts);
  // The shortest decimal that reads back as the same number; what is not finite is empty.
  CsvWriter& Real(double value);
  CsvWriter& Count(std::int64_t value);
  CsvWriter& Count(std::uint64_t value);
  // Empty for 0: numbers that count from 1.
  CsvWriter& Number(std::int64_t value);
  CsvWriter& Flag(bool value) { return Text(value ? "true" : "false"); }
  CsvWriter& Empty(int cells = 1);
  void EndRow();

 private:
  void StartCell();

  std::string& out_;
  bool row_started_ = false;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_CSV_H_
