// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as aligned text: columns of fixed width below two heading lines.
#ifndef PROFDIFF_REPORT_FORMAT_TEXT_TABLE_H_
#define PROFDIFF_REPORT_FORMAT_TEXT_TABLE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/format/table.h"

namespace profdiff {

// Returns a whole number in units of `size`, which is at least 1000, rounded to thousandths of a unit.
std::string InUnits(std::int64_t number, std::int64_t size);

// Writes tables as aligned text. A cell that is wider than its column is never cut; the rest of the row moves to the
// right.
class TextTableWriter : public TableWriter {
 public:
  // `drain`, if set, is called when `out` is long, like ListingOptions::drain.
  explicit TextTableWriter(std::string& out, std::function<void(std::string&)> drain = {})
      : out_(out), drain_(std::move(drain)) {}

  void StartTable(std::string_view name, std::span<const TableColumn> columns) override;
  void AddCell(const Cell& cell) override;
  void EndRow() override;

 private:
  std::string& out_;
  const std::function<void(std::string&)> drain_;
  std::vector<TableColumn> columns_;
  std::size_t next_ = 0;  // index of the next cell's column in columns_
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_TEXT_TABLE_H_
