// SPDX-License-Identifier: GPL-3.0-or-later
// The values of instrumented regions by path of calls and by location, as tools for parallel programs write them. The
// readers of such formats fill a table; profiles and measurements are made from it.
// Tests: tests/unit/read/regions/tau_test.cpp, caliper_test.cpp.
#ifndef PROFDIFF_READ_REGIONS_REGION_TABLE_H_
#define PROFDIFF_READ_REGIONS_REGION_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/name_patterns.h"
#include "profdiff/context_tree.h"
#include "profdiff/properties.h"
#include "read/file/file.h"
#include "read/file/unpacked.h"
#include "read/profiles/input.h"
#include "values/named_functions.h"

namespace profdiff {

// A metric, and the number of the event's ticks in a unit of its values.
struct RegionMetric {
  StackEvent event;
  double ticks = 1;
};

// Returns a metric whose values are times in a unit such as "us", or counts of anything else.
RegionMetric MetricOf(std::string name, std::string_view unit);

// Properties of a function.
struct RegionKinds {
  RegionKind kind = RegionKind::kFunction;
  std::string group;  // the tool's own groups, such as "MPI"; empty if unknown
};

// Values of one node at one location.
struct RegionValue {
  std::uint32_t node = 0;      // RegionTable::kNone for values outside all regions
  std::uint32_t location = 0;  // index into RegionTable::locations
  std::uint32_t metric = 0;    // RegionTable::kNone if the value has only calls, which then count for all metrics
  double self = 0;             // without callees
  double inclusive = 0;        // only if the table is no tree
  double calls = 0;
};

class RegionTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Node {
    std::uint32_t parent = kNone;  // a smaller index; kNone at the top
    FunctionId function;           // id in `names`
  };

  FunctionId FindFunction(std::string_view name, std::string_view file);
  // Finds or adds the node of a function below another node, or at the top.
  // Errors: kOverflow for more nodes than ids.
  std::uint32_t FindNode(std::uint32_t parent, FunctionId function);
  std::uint32_t FindLocation(const Location& location, std::string_view name);
  std::uint32_t FindMetric(const RegionMetric& metric);

  // Makes own values of the inclusive values of a metric, in a tree: the value of a node minus those of the nodes below
  // it. A node without a value has the sum of those, or 0.
  enum class WithoutValue : std::uint8_t { kIsSum, kIsZero };
  void SubtractCallees(std::uint32_t metric, WithoutValue without_value);

  NamedFunctions names;
  std::vector<RegionKinds> kinds;  // by id in `names`
  std::vector<Node> nodes;
  std::vector<Location> locations;
  std::vector<std::string> location_names;  // by location; empty if the location has no name
  std::vector<RegionMetric> metrics;
  std::vector<RegionValue> values;
  // True if a path of nodes is a path of calls. Otherwise, the top-level nodes are the functions, with their inclusive
  // values, and the nodes below one are its callees.
  bool is_tree = true;
  bool has_calls = false;
  std::optional<std::size_t> preferred;  // metric that is read unless the user chooses one
  std::vector<Message> missing, remarks;

 private:
  NumberSet node_ids_;
};

// Options that choose the values to read.
class RegionSelection {
 public:
  explicit RegionSelection(const StackOptions& options);

  using Labels = std::vector<std::pair<std::string_view, std::string>>;

  bool HasLabels() const { return !labels_.empty(); }
  // True if, for each key that the user names, a label with this key has a value that the user wants.
  bool Keeps(const Labels& labels) const;
  // True unless the filters for processes leave out this rank.
  bool KeepsRank(std::uint32_t rank) const { return ranks_.empty() || ranks_.Find(std::to_string(rank)); }
  bool salvages() const { return salvages_; }

 private:
  std::vector<std::pair<std::string, NamePatterns>> labels_;
  NamePatterns ranks_;
  bool salvages_;
};

// Returns the selection for measurements: everything.
RegionSelection SelectionOf(const MeasureOptions& options);

// Calls `use` with the unpacked bytes of a file, and returns its result.
template <class Use>
auto WithUnpacked(const std::string& path, const Use& use) {
  FileSource file(path, FileKind::kRegular);
  UnpackedSource unpacked(file, path, kLargestUnpacked, /*salvage=*/false);
  return use(unpacked);
}

// Makes the profile of the event that the options choose.
StackProfile StacksOfRegions(const StackInput& input, RegionTable table);

// Makes measurements. Regions are the functions, with their own values; metrics are the events, `calls`, and the times
// that the properties of ranks need.
// Errors: kBadArgument for an unknown phase.
Measurements MeasureRegions(RegionTable table, const std::string& path, const MeasureOptions& options);

// Returns the ranks of a table in ascending order, each once.
std::vector<std::uint32_t> RanksOfRegions(const RegionTable& table);

}  // namespace profdiff

#endif  // PROFDIFF_READ_REGIONS_REGION_TABLE_H_
