// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the JSON of Google Benchmark: {"context": {…}, "benchmarks": [row…]}. A row has
//   name, run_name      "BM_fill/1024/c:4"; the name of an aggregate has a suffix, such as "_mean"
//   run_type            "iteration" or "aggregate"; missing before version 1.5
//   aggregate_name      "mean", "median", "stddev", "cv", "BigO", "RMS", or one that the program defines
//   real_time, cpu_time, time_unit
//   error_occurred, error_message, skipped, skip_message
//   further numbers     counters of the program
// Repetitions are rows of one name. Source: Google Benchmark's user guide and output of version 1.7.1.
#include "read/benchmarks/google.h"

#include <algorithm>
#include <array>

#include "read/benchmarks/readers.h"

namespace profdiff {
namespace {

constexpr std::array<std::string_view, 9> kNoCounters = {
    "family_index", "per_family_instance_index", "repetitions",     "repetition_index", "threads", "iterations",
    "rms",          "cpu_coefficient",           "real_coefficient"};

bool IsTrue(const DocumentValue& object, std::string_view name) {
  const DocumentValue* const value = object.Find(name);
  return value != nullptr && (value->is_true || value->kind == DocumentValue::Kind::kText);
}

GoogleRow RowOf(const DocumentValue& object) {
  GoogleRow row;
  row.name = TextOf(object, "name");
  row.aggregate = TakeAggregate(row.name);
  if (const std::string run = TextOf(object, "run_name"); !run.empty()) row.name = run;
  if (const std::string type = TextOf(object, "run_type"); !type.empty()) {
    row.aggregate = type == "aggregate" ? TextOf(object, "aggregate_name") : "";
    if (type == "aggregate" && row.aggregate.empty()) row.aggregate = "aggregate";
  }
  row.time_unit = TextOf(object, "time_unit");
  if (IsTrue(object, "error_occurred")) row.error = TextOf(object, "error_message");
  if (IsTrue(object, "skipped")) row.error = TextOf(object, "skip_message");
  if ((IsTrue(object, "error_occurred") || IsTrue(object, "skipped")) && row.error.empty()) row.error = "failed";
  for (const DocumentValue& member : object.members) {
    const bool is_number = member.kind == DocumentValue::Kind::kNumber;
    if (is_number && std::ranges::find(kNoCounters, member.name) == kNoCounters.end()) {
      row.values.emplace_back(member.name, member.number);
    }
  }
  return row;
}

}  // namespace

std::string TakeAggregate(std::string& name) {
  constexpr std::array<std::string_view, 6> kAggregates = {"mean", "median", "stddev", "cv", "BigO", "RMS"};
  for (const std::string_view aggregate : kAggregates) {
    const std::string suffix = "_" + std::string(aggregate);
    if (!name.ends_with(suffix)) continue;
    name.resize(name.size() - suffix.size());
    return std::string(aggregate);
  }
  return "";
}

void GoogleResults::Add(const GoogleRow& row) {
  if (!row.error.empty()) return results_.LeaveOut("marked as failed or skipped", row.name + " (" + row.error + ")");
  if (row.aggregate.empty()) {
    means_[row.name].clear();
    means_[row.name].emplace_back();  // a row without values marks that there are measurements
    return AddValues(row);
  }
  if (row.aggregate != "mean") return;
  std::vector<GoogleRow>& means = means_[row.name];
  if (means.empty() || !means.front().values.empty()) means.push_back(row);
}

void GoogleResults::Finish() {
  for (const auto& [name, means] : means_) {
    for (const GoogleRow& row : means) AddValues(row);
  }
}

void GoogleResults::AddValues(const GoogleRow& row) {
  if (row.values.empty()) return;
  const BenchmarkCase of = SplitBenchmarkName(row.name);
  for (const auto& [metric, value] : row.values) {
    const bool is_time = metric == "real_time" || metric == "cpu_time";
    results_.Add(of, metric, value, is_time ? (row.time_unit.empty() ? "ns" : row.time_unit) : "");
  }
}

void ReadGoogleBenchmark(ByteSource& source, const std::string& path, ObservationBuilder& builder) {
  const DocumentValue document = ParseJsonDocument(ReadSmallText(source, path), path);
  BenchmarkResults results(path, builder);
  GoogleResults rows(results);
  for (const DocumentValue& row : ListIn(document, "benchmarks", path).members) rows.Add(RowOf(row));
  rows.Finish();
  results.Finish();
}

}  // namespace profdiff
