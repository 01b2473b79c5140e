// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a directory of experiments as Extra-P expects it: each experiment is a directory [PREFIX.]NAMEvalue…[.rN] with
// .cubex files. Between the prefix and ".rN", names of parameters alternate with their values, which consist of digits,
// dots and commas; a comma is a decimal point. Files of one set of parameters are repetitions. Parameters that never
// change are left out. A value is the sum over all locations, for strong scaling, or that of one location, for weak
// scaling.
// Source: Extra-P's documentation of file formats. Tests: tests/unit/read/cube/cube_test.cpp.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/parse_text.h"
#include "read/cube/readers.h"
#include "read/regions/region_table.h"
#include "read/trace/folder.h"

namespace profdiff {
namespace {

struct SetExperiment {
  ParameterValues at;
  std::string path;  // of a .cubex file
};

// Parses the parameters in the name of a directory; nullopt if there are none.
std::optional<ParameterValues> ParametersIn(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789", kOfValue = "0123456789.,";
  // The number of the repetition is at the end.
  if (const std::size_t run = name.rfind(".r"); run != std::string_view::npos) {
    const std::string_view number = name.substr(run + 2);
    if (!number.empty() && number.find_first_not_of(kDigits) == std::string_view::npos) name = name.substr(0, run);
  }
  const std::size_t dot = name.find('.');
  const bool has_prefix =
      dot != std::string_view::npos && name.substr(0, dot).find_first_of(kDigits) == std::string_view::npos;
  if (has_prefix) name.remove_prefix(dot + 1);
  ParameterValues at;
  while (!name.empty()) {
    const std::size_t begin = name.find_first_of(kDigits);
    if (begin == 0 || begin == std::string_view::npos) return std::nullopt;
    const std::size_t end = std::min(name.find_first_not_of(kOfValue, begin), name.size());
    std::string value(name.substr(begin, end - begin));
    while (value.ends_with('.') || value.ends_with(',')) value.pop_back();
    std::ranges::replace(value, ',', '.');
    const auto number = NumberFrom<double>(value);
    if (!number) return std::nullopt;
    at.push_back({std::string(name.substr(0, begin)), *number});
    name.remove_prefix(end);
  }
  return at.empty() ? std::nullopt : std::optional(std::move(at));
}

// Returns the experiments of a set, in the order of their names.
std::vector<SetExperiment> ExperimentsIn(const std::string& folder) {
  std::vector<SetExperiment> found;
  for (const std::string& name : NamesInFolder(folder)) {
    const auto at = ParametersIn(name);
    const std::string path = JoinPath(folder, name);
    if (!at || !IsFolder(path)) continue;
    for (const std::string& file : NamesInFolder(path)) {
      if (file.ends_with(".cubex")) found.push_back({*at, JoinPath(path, file)});
    }
  }
  return found;
}

// Throws unless all experiments have the same parameters, and removes those that never change.
void KeepVariedParameters(std::vector<SetExperiment>& experiments, const std::string& folder) {
  const ParameterValues first = experiments.front().at;
  std::vector<bool> varies(first.size());
  for (const SetExperiment& experiment : experiments) {
    const auto name_of = [](const ParameterValue& parameter) { return parameter.name; };
    if (!std::ranges::equal(experiment.at, first, {}, name_of, name_of)) {
      throw Error(ErrorCode::kIncompatible, "its name has other parameters than that of " + experiments.front().path,
                  experiment.path);
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
      varies[i] = varies[i] || experiment.at[i].value != first[i].value;
      if (experiment.at[i].value > 0) continue;
      throw Error(ErrorCode::kBadProfile, "the parameter " + first[i].name + " in its name is not above 0",
                  experiment.path);
    }
  }
  if (std::ranges::find(varies, true) == varies.end()) {
    throw Error(ErrorCode::kBadArgument, "all experiments have the same parameters", folder);
  }
  for (SetExperiment& experiment : experiments) {
    ParameterValues kept;
    for (std::size_t i = 0; i < varies.size(); ++i) {
      if (varies[i]) kept.push_back(experiment.at[i]);
    }
    experiment.at = std::move(kept);
  }
}

// Sums of one function over all locations, by metric.
struct FunctionSums {
  std::vector<double> self, inclusive;
};

// Returns for each node whether its function does not occur further up on the path.
std::vector<bool> OutermostNodes(const RegionTable& table) {
  std::vector<std::vector<std::uint32_t>> children(table.nodes.size());
  std::vector<std::uint32_t> open;  // nodes to enter; a node is left when it is met again
  for (std::uint32_t node = 0; node < table.nodes.size(); ++node) {
    const std::uint32_t parent = table.nodes[node].parent;
    (parent == RegionTable::kNone ? open : children[parent]).push_back(node);
  }
  std::vector<bool> is_outermost(table.nodes.size()), is_entered(table.nodes.size());
  std::vector<std::uint32_t> depth(table.names.size());  // by function: number of its open nodes
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    std::uint32_t& own = depth[table.nodes[node].function.value];
    if (is_entered[node]) {
      --own;
      open.pop_back();
      continue;
    }
    is_entered[node] = true;
    is_outermost[node] = own++ == 0;
    open.insert(open.end(), children[node].begin(), children[node].end());
  }
  return is_outermost;
}

// Returns the sums of each function over some values of a table. A function has the inclusive values of its outermost
// calls.
std::map<std::string, FunctionSums> SumsOf(const RegionTable& table, const std::vector<bool>& is_outermost,
                                           std::span<const RegionValue> values) {
  const std::size_t metrics = table.metrics.size();
  std::vector<std::vector<double>> self(table.nodes.size(), std::vector<double>(metrics));
  for (const RegionValue& value : values) {
    if (value.metric != RegionTable::kNone && value.node != RegionTable::kNone) {
      self[value.node][value.metric] += value.self;
    }
  }
  std::vector<std::vector<double>> inclusive = self;
  std::map<std::string, FunctionSums> sums;
  for (std::size_t node = table.nodes.size(); node-- > 0;) {
    const RegionTable::Node& own = table.nodes[node];
    FunctionSums& function = sums[std::string(table.names.NameOf(own.function))];
    function.self.resize(metrics);
    function.inclusive.resize(metrics);
    for (std::size_t metric = 0; metric < metrics; ++metric) {
      function.self[metric] += self[node][metric];
      if (is_outermost[node]) function.inclusive[metric] += inclusive[node][metric];
      if (own.parent != RegionTable::kNone) inclusive[own.parent][metric] += inclusive[node][metric];
    }
  }
  return sums;
}

void Add(const RegionTable& table, const std::map<std::string, FunctionSums>& sums, const ParameterValues& at,
         ObservationBuilder& builder) {
  for (const auto& [name, function] : sums) {
    for (std::size_t metric = 0; metric < table.metrics.size(); ++metric) {
      const StackEvent& event = table.metrics[metric].event;
      const double scale = table.metrics[metric].ticks / event.rate;
      const double own = function.self[metric] * scale, all = function.inclusive[metric] * scale;
      const std::string unit = event.unit == "seconds" ? "s" : event.unit == event.name ? "" : event.unit;
      builder.Add(name, event.name, at, {&all, 1}, 0, unit);
      builder.Add(name, event.name == "time" ? "self" : "self " + event.name, at, {&own, 1}, 0, unit);
    }
  }
}

// Adds the values of an experiment: one for each function and metric, or one for each location. A location without
// values has zeros, as rows of zeros are not in the file.
void Observe(RegionTable table, const ParameterValues& at, ObservationBuilder& builder) {
  const std::vector<bool> is_outermost = OutermostNodes(table);
  if (builder.locations == ObservedLocations::kSum) {
    return Add(table, SumsOf(table, is_outermost, table.values), at, builder);
  }
  std::ranges::stable_sort(table.values, {}, &RegionValue::location);
  const std::span<const RegionValue> values = table.values;
  std::size_t begin = 0;
  for (std::uint32_t location = 0; location < table.locations.size(); ++location) {
    std::size_t end = begin;
    while (end < values.size() && values[end].location == location) ++end;
    Add(table, SumsOf(table, is_outermost, values.subspan(begin, end - begin)), at, builder);
    begin = end;
  }
}

}  // namespace

bool IsCubeSet(const FirstBytes& file) { return file.is_folder && !ExperimentsIn(file.path).empty(); }

void ObserveCubeSet(ByteSource& /*source*/, const std::string& path, ObservationBuilder& builder) {
  std::vector<SetExperiment> experiments = ExperimentsIn(path);
  KeepVariedParameters(experiments, path);
  const RegionSelection everything{StackOptions()};
  for (const SetExperiment& experiment : experiments) {
    Observe(ReadCubeFile(experiment.path, everything), experiment.at, builder);
  }
}

void ListCubeSetFiles(const std::string& path, std::vector<std::string>& files) {
  for (const SetExperiment& experiment : ExperimentsIn(path)) files.push_back(experiment.path);
}

}  // namespace profdiff
