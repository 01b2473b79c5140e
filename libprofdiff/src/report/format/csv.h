// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as CSV, RFC 4180.
#ifndef PROFDIFF_REPORT_FORMAT_CSV_H_
#define PROFDIFF_REPORT_FORMAT_CSV_H_

#include <functional>
#include <string>
#include <string_view>

#include "report/format/table.h"

namespace profdiff {

// Writes tables as CSV, with an empty line between them.
//
// A string that begins with one of = + - @ ' or with a tab or a carriage return is preceded by an apostrophe, because a
// spreadsheet would read it as a formula. A reader that removes one leading apostrophe gets the original string. Real
// numbers are the shortest decimals that read back as the same number; numbers that are not finite are empty cells.
class CsvWriter : public TableWriter {
 public:
  // `drain`, if set, is called when `out` is long, like ListingOptions::drain.
  explicit CsvWriter(std::string& out, std::function<void(std::string&)> drain = {})
      : out_(out), drain_(std::move(drain)) {}

  void StartTable(std::string_view name, std::span<const TableColumn> columns) override;
  void AddCell(const Cell& cell) override;
  void EndRow() override;

 private:
  void StartCell();
  void AppendText(std::string_view text);

  std::string& out_;
  const std::function<void(std::string&)> drain_;
  bool row_started_ = false;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_CSV_H_
