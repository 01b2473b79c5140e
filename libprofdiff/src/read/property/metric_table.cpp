// SPDX-License-Identifier: GPL-3.0-or-later
// Reads tables of metrics as CSV (RFC 4180), for the counters of any tool. The columns are region, file, line, rank,
// thread, metric and value, in any order; region, metric and value are required. Values of rows with equal keys are
// added up. Spreadsheets may write a byte order mark before the text.
// Tests: tests/unit/read/property/metric_table_test.cpp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "base/text.h"
#include "profdiff/error.h"
#include "read/file/csv_rows.h"
#include "read/file/file.h"
#include "read/property/providers.h"

namespace profdiff {
namespace {

class MetricTable {
 public:
  MetricTable(std::string_view text, const std::string& path, const MeasureOptions& options)
      : rows_(text, path), path_(path), options_(options) {}

  // Nesting and phase are determined at the end, since rows come in any order.
  Measurements Make() {
    made_.inputs = {path_};
    made_.regions.push_back({.kind = RegionKind::kProgram, .name = "program"});
    made_.phase = RegionId(std::size_t{0});
    CsvCells row;
    rows_.Next(row);
    FindColumns(row);
    while (rows_.Next(row)) AddRow(row);
    if (values_.empty()) rows_.Fail("no values");
    for (std::size_t i = 1; i < made_.regions.size(); ++i) Nest(RegionId(i));
    options_.phase.empty() ? AddProgram() : ChoosePhase();
    AddContexts();
    if (options_.instances) made_.remarks.emplace_back("in a table, calls of the phase cannot be distinguished");
    return std::move(made_);
  }

 private:
  enum Column { kRegion, kFile, kLine, kRank, kThread, kMetric, kValue };
  using Key = std::pair<RegionId, Location>;

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
    // Metric names in properties consist only of letters, digits and underscores, so perf's "cache-misses" becomes
    // "cache_misses".
    const std::size_t metric = FindMetric(WithUnderscores(Cell(row, kMetric)));
    const RegionId region = FindRegion(Cell(row, kRegion), Cell(row, kFile), Number(row, kLine, "line").value_or(0));
    const Location location{Number(row, kRank, "rank"), Number(row, kThread, "thread")};
    // The value is NaN if no row has the metric. It is not replaced by 0, so a property that needs the metric does not
    // apply.
    std::vector<double>& values = values_[{region, location}];
    values.resize(std::max(values.size(), metric + 1), kAbsent);
    values[metric] = std::isnan(values[metric]) ? Value(row) : values[metric] + Value(row);
  }

  std::size_t FindMetric(const std::string& name) {
    if (name.empty()) rows_.Fail("a metric without a name");
    const auto [found, is_new] = metric_ids_.try_emplace(name, made_.metrics.size());
    if (!is_new) return found->second;
    constexpr std::size_t kMostMetrics = 10'000;
    if (made_.metrics.size() == kMostMetrics) rows_.Fail("more than 10000 metrics");
    made_.metrics.push_back(name);
    made_.units.emplace_back();
    return found->second;
  }

  // Finds or adds a region; an empty name refers to the program.
  RegionId FindRegion(const std::string& name, const std::string& file, std::uint32_t line) {
    if (name.empty()) return made_.phase;
    const auto [found, is_new] = ids_.try_emplace({name, file, line}, made_.regions.size());
    if (is_new) {
      const RegionKind kind = line == 0 ? RegionKind::kFunction : RegionKind::kLine;
      made_.regions.push_back({.kind = kind, .name = name, .image = {}, .file = file, .line = line});
    }
    return RegionId(found->second);
  }

  // Nests a line in its function, that is, in the region with the same name, no line, and the same file or none. Nests
  // other regions in the program.
  void Nest(RegionId id) {
    Region& region = made_.regions[id.value];
    auto function = ids_.find({region.name, region.file, 0});
    if (function == ids_.end()) function = ids_.find({region.name, "", 0});
    region.parent = region.line != 0 && function != ids_.end() ? RegionId(function->second) : made_.phase;
    made_.nested.emplace_back(region.parent, id);
  }

  // Sets the phase (--phase): a function, or one of its lines.
  void ChoosePhase() {
    const auto found = std::ranges::find_if(made_.regions, [this](const Region& region) {
      return region.kind != RegionKind::kProgram && region.name == options_.phase && region.line == options_.phase_line;
    });
    if (found == made_.regions.end()) {
      const std::string line = options_.phase_line == 0 ? "" : ":" + std::to_string(options_.phase_line);
      throw Error(ErrorCode::kBadArgument, "no region '" + options_.phase + line + "'", path_, {},
                  {RemedyKind::kChoosePhase, {}});
    }
    KeepWithin(RegionId(static_cast<std::size_t>(found - made_.regions.begin())));
  }

  // Keeps only the phase and its lines, because a table does not show which functions a function calls.
  void KeepWithin(RegionId phase) {
    std::vector<Region> kept;
    std::vector<RegionId> ids(made_.regions.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (RegionId(i) != phase && made_.regions[i].parent != phase) continue;
      ids[i] = RegionId(kept.size());
      kept.push_back(std::move(made_.regions[i]));
    }
    for (Region& region : kept) region.parent = region.parent.valid() ? ids[region.parent.value] : RegionId();
    std::erase_if(made_.nested, [=](const auto& pair) { return pair.first != phase; });
    for (auto& [outer, inner] : made_.nested) {
      outer = ids[outer.value];
      inner = ids[inner.value];
    }
    std::map<Key, std::vector<double>> values;
    for (auto& [key, each] : values_) {
      const RegionId id = ids[key.first.value];
      if (id.valid()) values.emplace(Key{id, key.second}, std::move(each));
    }
    values_ = std::move(values);
    made_.regions = std::move(kept);
    made_.phase = ids[phase.value];
  }

  void AddContexts() {
    for (auto& [key, values] : values_) {
      values.resize(made_.metrics.size(), kAbsent);
      made_.contexts.push_back({key.first, key.second, std::move(values)});
    }
  }

  // If the program has no rows of its own, it gets the sums over the regions nested directly in it. Regions nested in
  // functions are left out, because the rows of a function are assumed to include its lines.
  void AddProgram() {
    const RegionId program = made_.phase;
    const auto is_of_program = [=](const auto& entry) { return entry.first.first == program; };
    if (std::ranges::any_of(values_, is_of_program)) return;
    std::map<Key, std::vector<double>> sums;
    for (const auto& [key, values] : values_) {
      if (made_.regions[key.first.value].parent != program) continue;
      std::vector<double>& sum = sums[{program, key.second}];
      sum.resize(made_.metrics.size(), kAbsent);
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isnan(values[i])) sum[i] = std::isnan(sum[i]) ? values[i] : sum[i] + values[i];
      }
    }
    values_.merge(sums);
  }

  static constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

  CsvRows rows_;
  const std::string& path_;
  const MeasureOptions& options_;
  Measurements made_;
  std::optional<std::size_t> places_[7];  // by Column
  std::size_t width_ = 0;
  std::map<std::tuple<std::string, std::string, std::uint32_t>, std::size_t> ids_;
  std::map<std::string, std::size_t> metric_ids_;
  std::map<Key, std::vector<double>> values_;
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
