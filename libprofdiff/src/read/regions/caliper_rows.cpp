// SPDX-License-Identifier: GPL-3.0-or-later
// Caliper's names of metrics tell how they were made: "sum#inclusive#sum#time.duration" is the sum over processes of
// the inclusive value of the sum over calls of the time. A name's first part is the last step.
#include "read/regions/caliper_rows.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "base/parse_text.h"
#include "base/text.h"

namespace profdiff {
namespace {

bool Has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool StartsWithAny(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::ranges::any_of(starts, [text](std::string_view start) { return text.starts_with(start); });
}

// The second names are those that reports of Caliper give to its metrics.
bool IsInclusiveMetric(std::string_view name) {
  return Has(name, "inclusive") || Has(name, "(I)") || Has(name, "(inc)") || name == "Total time";
}

bool IsTimeMetric(std::string_view name) {
  return Has(name, "time.duration") || Has(name, "time.inclusive") || Has(name, "time.exclusive") || name == "time" ||
         StartsWithAny(name, {"Time", "Total time"});
}

CaliperRole RoleOf(std::string_view name) {
  if (name == "mpi.rank" || name == "rank") return CaliperRole::kRank;
  if (name == "omp.thread.num" || name == "thread.id" || name == "pthread.id") return CaliperRole::kThread;
  // "block" is the number of a piece of a time series.
  if (name == "Node order" || name == "block" || Has(name, "aggregate.slot") || Has(name, "highwatermark") ||
      Has(name, "%") || Has(name, "/")) {
    return CaliperRole::kOther;
  }
  if (StartsWithAny(name, {"min#", "max#", "avg#", "avg.", "Min ", "Max ", "Avg ", "ratio", "percent", "iteration#",
                           "timeseries.", "loop.start_iteration", "cali."})) {
    return CaliperRole::kOther;
  }
  return name.ends_with("region.count") ? CaliperRole::kCalls : CaliperRole::kMetric;
}

// True for version 2.2 and later ones.
bool CountsSeconds(std::string_view version) {
  const auto major = NumberFrom<unsigned>(TakeUpTo(version, '.'));
  const auto minor = NumberFrom<unsigned>(version.substr(0, version.find_first_not_of("0123456789")));
  return major && (*major > 2 || (*major == 2 && minor && *minor >= 2));
}

}  // namespace

RegionKind CaliperRows::KindOf(std::string_view attribute, std::string_view name) {
  if (attribute == "mpi.function" || name.starts_with("MPI_")) return RegionKind::kMpi;
  if (attribute == "loop") return RegionKind::kLoop;
  return attribute == "region" || attribute == "annotation" ? RegionKind::kUser : RegionKind::kFunction;
}

std::uint32_t CaliperRows::AddColumn(std::string_view name, std::string_view unit) {
  Column column{std::string(name), std::string(unit), RoleOf(name), RegionTable::kNone};
  if (column.role == CaliperRole::kMetric) {
    column.metric = table.FindMetric(MetricOf(column.name, column.name));
    is_inclusive_.resize(table.metrics.size());
    is_inclusive_[column.metric] = IsInclusiveMetric(name);
  }
  columns_.push_back(std::move(column));
  return static_cast<std::uint32_t>(columns_.size() - 1);
}

void CaliperRows::Add(std::uint32_t node, Location location, const std::vector<Cell>& cells,
                      RegionSelection::Labels labels) {
  for (const Cell& cell : cells) {
    const Column& column = columns_[cell.column];
    const bool is_index = cell.value >= 0 && cell.value <= 4e9;
    const auto index = static_cast<std::uint32_t>(is_index ? cell.value : 0);
    if (column.role == CaliperRole::kRank && is_index) location.rank = index;
    if (column.role == CaliperRole::kThread && is_index) location.thread = index;
    if (selection_.HasLabels()) labels.emplace_back(column.name, ShortestText(cell.value));
  }
  if (selection_.HasLabels() && !selection_.Keeps(labels)) return;
  if (location_ >= table.locations.size() || table.locations[location_] != location) {
    location_ = table.FindLocation(location, "");
  }
  for (const Cell& cell : cells) {
    const Column& column = columns_[cell.column];
    if (column.role == CaliperRole::kMetric) {
      table.values.push_back({node, location_, column.metric, cell.value, cell.value, 0});
    } else if (column.role == CaliperRole::kCalls) {
      table.has_calls = true;
      table.values.push_back({node, location_, RegionTable::kNone, 0, 0, cell.value});
    } else if (column.role == CaliperRole::kOther) {
      ++left_out_;
    }
  }
}

RegionTable CaliperRows::Take(std::string_view version, const std::string& path) {
  for (const Column& column : columns_) {
    if (column.metric == RegionTable::kNone) continue;
    const bool is_time = IsTimeMetric(column.name);
    std::string_view unit = column.unit;
    if (unit.empty() && is_time) unit = column.name.ends_with(".ns") ? "ns" : CountsSeconds(version) ? "s" : "us";
    if (!unit.empty()) table.metrics[column.metric] = MetricOf(column.name, unit);
  }
  for (std::uint32_t metric = 0; metric < table.metrics.size(); ++metric) {
    if (is_inclusive_[metric]) table.SubtractCallees(metric, RegionTable::WithoutValue::kIsSum);
  }
  // Own values come first: they are the ones that were measured.
  for (const bool inclusive : {true, false}) {
    for (std::size_t metric = table.metrics.size(); metric-- > 0;) {
      const bool is_time = table.metrics[metric].event.rate != 1;
      if (is_time && is_inclusive_[metric] == inclusive) table.preferred = metric;
    }
  }
  if (left_out_ != 0) {
    table.remarks.emplace_back(ErrorCode::kReading,
                               "left out: " + Plural(left_out_, "value") +
                                   " that cannot be added up, such as minima, maxima and means over ranks",
                               path);
  }
  return std::move(table);
}

}  // namespace profdiff
