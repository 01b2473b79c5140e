// SPDX-License-Identifier: GPL-3.0-or-later
// Reads tables of metrics as CSV (RFC 4180), for the counters of any tool. The columns are region, file, line, rank,
// thread, metric and value, in any order; region, metric and value are required. Values of rows with equal keys are
// added up. Spreadsheets may write a byte order mark before the text.
// Tests: tests/unit/read/property/metric_table_test.cpp.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "base/parse_text.h"
#include "profdiff/error.h"
#include "read/file/csv_rows.h"
#include "read/file/file.h"
#include "read/property/metric_rows.h"
#include "read/property/providers.h"

namespace profdiff {
namespace {

class MetricTable {
 public:
  MetricTable(std::string_view text, const std::string& path, const MeasureOptions& options)
      : rows_(text, path), made_(path, options) {}

  Measurements Make() {
    CsvCells row;
    rows_.Next(row);
    FindColumns(row);
    while (rows_.Next(row)) AddRow(row);
    if (made_.empty()) rows_.Fail("no values");
    return made_.Take();
  }

 private:
  enum Column { kRegion, kFile, kLine, kRank, kThread, kMetric, kValue };

  // Unknown columns are ignored, because tools may write more than is needed here.
  void FindColumns(const CsvCells& header) {
    constexpr std::string_view kNames[] = {"region", "file", "line", "rank", "thread", "metric", "value"};
    for (std::size_t i = 0; i < std::size(kNames); ++i) {
      const auto found = std::ranges::find(header, kNames[i]);
      const std::string name(kNames[i]);
      if (std::ranges::count(header, name) > 1) rows_.Fail("two columns '" + name + "'");
      const bool is_required = i == kRegion || i == kMetric || i == kValue;
      if (found != header.end()) {
        places_[i] = static_cast<std::size_t>(found - header.begin());
      } else if (is_required) {
        rows_.Fail("no column '" + name + "': the first row must name region, metric and value");
      }
    }
    width_ = header.size();
  }

  std::string Cell(const CsvCells& row, Column column) const {
    return places_[column] ? row[*places_[column]] : std::string();
  }

  std::optional<std::uint32_t> Number(const CsvCells& row, Column column, const char* what) const {
    const std::string text = Cell(row, column);
    if (text.empty()) return std::nullopt;
    const auto number = NumberFrom<std::uint32_t>(text);
    if (!number) rows_.Fail(std::string("the ") + what + " is not a 32-bit number");
    return number;
  }

  double Value(const CsvCells& row) const {
    const auto value = NumberFrom<double>(Cell(row, kValue));
    if (!value || !std::isfinite(*value)) rows_.Fail("the value is not a number");
    return *value;
  }

  void AddRow(const CsvCells& row) {
    if (row.size() != width_)
      rows_.Fail("a row of " + std::to_string(row.size()) + " cells, not " + std::to_string(width_));
    const std::string metric = Cell(row, kMetric);
    if (metric.empty()) rows_.Fail("a metric without a name");
    made_.Add({Cell(row, kRegion),
               Cell(row, kFile),
               Number(row, kLine, "line").value_or(0),
               {Number(row, kRank, "rank"), Number(row, kThread, "thread")},
               metric,
               Value(row)});
  }

  CsvRows rows_;
  MetricRows made_;
  std::optional<std::size_t> places_[7];  // by Column
  std::size_t width_ = 0;
};

}  // namespace

// Recognises a table by words in its first line; FindColumns later looks for the exact names.
bool IsMetricTable(const FirstBytes& file) {
  const std::string_view line = file.bytes.substr(0, file.bytes.find('\n'));
  const auto has = [line](std::string_view word) { return line.find(word) != std::string_view::npos; };
  return has("region") && has("metric") && has("value") && has(",");
}

Measurements ReadMetricTable(ByteSource& source, const std::string& path, const MeasureOptions& options) {
  constexpr std::uint64_t kLargestTable = std::uint64_t{1} << 30;  // bytes
  const std::string all = ReadRest(source, 0, kLargestTable);
  if (all.size() > kLargestTable) throw Error(ErrorCode::kUnsupported, "more than 1 GiB of text", path);
  std::string_view text = all;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // UTF-8's byte order mark
  return MetricTable(text, path, options).Make();
}

}  // namespace profdiff
