// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as CSV, RFC 4180.
#ifndef PROFDIFF_REPORT_FORMAT_CSV_H_
#define PROFDIFF_REPORT_FORMAT_CSV_H_

#include <functional>
#include <string>
#include <string_view>

#include "report/format/table.h"

namespace profdiff {

// An empty line separates tables.
//
// A text that begins with one of = + - @ ' or a tab or carriage return has an apostrophe before it: a spreadsheet would
// take it for a formula. A reader takes an apostrophe at the beginning away, and has the text. Real numbers are the
// shortest decimals that read back as the same; numbers that are not finite are empty cells.
class CsvWriter : public TableWriter {
 public:
  // `drain`, if there is one, takes long texts, as ListingOptions::drain does.
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
