// SPDX-License-Identifier: GPL-3.0-or-later
// Reads benchmark results as CSV with a header:
//   Google Benchmark   name, iterations, real_time, cpu_time, time_unit, … and a column for each counter
//   hyperfine          command, mean, stddev, median, user, system, min, max, parameter_NAME…
//   anything else      name, value; perhaps unit and metric; each other column is a parameter
// Empty cells are missing values. Rows with the same name and parameters are repetitions.
// Sources: the programs' output; RFC 4180.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/parse_text.h"
#include "read/benchmarks/google.h"
#include "read/benchmarks/readers.h"
#include "read/benchmarks/results.h"
#include "read/file/csv_rows.h"

namespace profdiff {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kParameterOfHyperfine = "parameter_";

std::string_view WithoutMark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

class BenchmarkTable {
 public:
  BenchmarkTable(std::string_view text, const std::string& path, BenchmarkResults& results)
      : rows_(text, path), results_(results), google_(results) {}

  void Read() {
    rows_.Next(header_);
    for (std::size_t i = 0; i < header_.size(); ++i) {
      if (std::ranges::count(header_, header_[i]) > 1) rows_.Fail("two columns '" + header_[i] + "'");
    }
    CsvCells row;
    while (rows_.Next(row)) {
      if (row.size() != header_.size()) {
        rows_.Fail(std::to_string(row.size()) + " cells, but " + std::to_string(header_.size()) + " columns");
      }
      AddRow(row);
    }
    google_.Finish();
  }

 private:
  bool Has(std::string_view column) const { return std::ranges::find(header_, column) != header_.end(); }

  std::string Cell(const CsvCells& row, std::string_view column) const {
    const auto found = std::ranges::find(header_, column);
    return found == header_.end() ? std::string() : row[static_cast<std::size_t>(found - header_.begin())];
  }

  void AddRow(const CsvCells& row) {
    if (Has("time_unit")) return AddOfGoogle(row);
    Has("command") ? AddOfHyperfine(row) : AddValue(row);
  }

  std::optional<double> Number(const std::string& cell) const {
    if (cell.empty()) return std::nullopt;
    const std::optional<double> number = NumberFrom<double>(cell);
    if (!number) rows_.Fail("'" + cell.substr(0, 40) + "' is no number");
    return number;
  }

  void AddOfGoogle(const CsvCells& row) {
    constexpr std::array<std::string_view, 7> kNoValues = {"name",           "iterations",    "time_unit", "label",
                                                           "error_occurred", "error_message", "threads"};
    GoogleRow made;
    made.name = Cell(row, "name");
    made.aggregate = TakeAggregate(made.name);
    made.time_unit = Cell(row, "time_unit");
    if (Cell(row, "error_occurred") == "true") made.error = Cell(row, "error_message") + " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (std::ranges::find(kNoValues, header_[i]) != kNoValues.end()) continue;
      if (const std::optional<double> number = Number(row[i])) made.values.emplace_back(header_[i], *number);
    }
    google_.Add(made);
  }

  // The runs themselves are not in the table, only their mean.
  void AddOfHyperfine(const CsvCells& row) {
    BenchmarkCase of{Cell(row, "command"), {}};
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!header_[i].starts_with(kParameterOfHyperfine)) continue;
      const std::string name = header_[i].substr(kParameterOfHyperfine.size());
      of.name = WithoutValue(of.name, name, row[i]);
      of.Set(name, row[i]);
    }
    for (const char* column : {"mean", "user", "system"}) {
      const std::optional<double> number = Number(Cell(row, column));
      if (number) results_.Add(of, column == std::string_view("mean") ? "time" : column, *number, "s");
    }
  }

  void AddValue(const CsvCells& row) {
    constexpr std::array<std::string_view, 4> kOwn = {"name", "value", "unit", "metric"};
    BenchmarkCase of{Cell(row, "name"), {}};
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (std::ranges::find(kOwn, header_[i]) == kOwn.end()) of.Set(header_[i], row[i]);
    }
    const std::string unit = Cell(row, "unit"), metric = Cell(row, "metric");
    const std::optional<double> value = Number(Cell(row, "value"));
    if (!value) return results_.LeaveOut("without a value", of.name);
    results_.Add(of, metric.empty() ? "value" : metric, *value, unit);
  }

  CsvRows rows_;
  BenchmarkResults& results_;
  GoogleResults google_;
  CsvCells header_;
};

}  // namespace

// True if the first line has the columns of one of the tables.
bool IsBenchmarkTable(const FirstBytes& file) {
  const std::string_view text = WithoutMark(file.bytes);
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  const auto has = [&line](std::string_view column) {
    for (std::string_view rest = line; !rest.empty();) {
      std::string_view cell = TakeUpTo(rest, ',');
      if (cell.size() > 1 && cell.starts_with('"') && cell.ends_with('"')) cell = cell.substr(1, cell.size() - 2);
      if (cell == column) return true;
    }
    return false;
  };
  return (has("name") && has("value")) || (has("name") && has("real_time") && has("time_unit")) ||
         (has("command") && has("mean") && has("user"));
}

// True if the first two lines have the same number of cells, and only the second line has numbers.
bool IsOtherTable(const FirstBytes& file) {
  std::string_view rest = WithoutMark(file.bytes);
  std::size_t cells[2] = {}, numbers[2] = {};
  for (std::size_t line = 0; line < 2; ++line) {
    std::string_view text = Trimmed(TakeUpTo(rest, '\n'));
    for (; !text.empty(); ++cells[line]) {
      if (NumberFrom<double>(TakeUpTo(text, ','))) ++numbers[line];
    }
  }
  return cells[0] > 1 && cells[0] == cells[1] && numbers[0] == 0 && numbers[1] != 0;
}

void ReadBenchmarkTable(ByteSource& source, const std::string& path, ObservationBuilder& builder) {
  const std::string text = ReadSmallText(source, path);
  BenchmarkResults results(path, builder);
  BenchmarkTable(WithoutMark(text), path, results).Read();
  results.Finish();
}

}  // namespace profdiff
