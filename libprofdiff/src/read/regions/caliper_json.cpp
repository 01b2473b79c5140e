// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Caliper's JSON of the kind "json-split":
//   data             [[cell…]…]   a row: numbers, and indices into `nodes` or null
//   columns          [name…]
//   column_metadata  [{is_value, attribute.unit}…]   is_value is false for columns of indices
//   nodes            [{label, column, parent}…]      a node stands for its path; parent is missing at the top
// Other keys of the object are values of the whole run. The path of regions is the column "path"; without it, a column
// of indices, such as a call path that was sampled. Tests: tests/unit/read/regions/caliper_test.cpp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "read/profiles/json_states.h"
#include "read/regions/caliper_rows.h"
#include "read/regions/readers.h"
#include "read/regions/region_table.h"

namespace profdiff {
namespace {

class CaliperJsonSink : public JsonStates {
 public:
  struct ColumnOfFile {
    std::string name, unit;
    bool is_value = true;
  };
  struct NodeOfFile {
    std::string label;
    std::int64_t parent = JsonValue::kNoIndex;
  };

  std::vector<double> cells;          // of all rows, one after the other; NaN for null and for texts
  std::vector<std::size_t> row_ends;  // end of each row's cells
  std::vector<std::string> names;     // of columns
  std::vector<ColumnOfFile> about;    // `column_metadata`
  std::vector<NodeOfFile> nodes;
  std::string version;

 private:
  enum State { kFile = 1, kData, kRow, kNames, kColumns, kColumn, kNodes, kNode };

  int Enter(int outer, std::string_view field) override {
    switch (outer) {
      case kOutside:
        return kFile;
      case kFile:
        if (field == "data") return kData;
        if (field == "columns") return kNames;
        return field == "column_metadata" ? kColumns : field == "nodes" ? kNodes : kSkipped;
      case kData:
        return kRow;
      case kColumns:
        about.emplace_back();
        return kColumn;
      case kNodes:
        nodes.emplace_back();
        return kNode;
      default:
        return kSkipped;
    }
  }

  void Leave(int state) override {
    if (state == kRow) row_ends.push_back(cells.size());
  }

  // Notes the literal, which Take() otherwise receives as null.
  void Boolean(bool value) override {
    literal_ = value;
    JsonSink::Boolean(value);
    literal_.reset();
  }

  void Take(int state, std::string_view field, const JsonValue& value) override {
    constexpr double kNull = std::numeric_limits<double>::quiet_NaN();
    if (state == kRow) cells.push_back(value.kind == JsonValue::Kind::kNumber ? value.number : kNull);
    if (state == kNames) names.emplace_back(value.text);
    if (state == kColumn && field == "is_value" && literal_) about.back().is_value = *literal_;
    if (state == kColumn && field == "attribute.unit") about.back().unit = value.text;
    if (state == kNode && field == "label") nodes.back().label = value.text;
    if (state == kNode && field == "parent") nodes.back().parent = value.Index();
    if (state == kFile && field == "cali.caliper.version") version = value.text;
  }

  std::optional<bool> literal_;
};

class CaliperJsonAdder {
 public:
  using Column = CaliperJsonSink::ColumnOfFile;

  CaliperJsonAdder(const StackInput& input, const CaliperJsonSink& sink, const RegionSelection& selection)
      : input_(input),
        sink_(sink),
        selection_(selection),
        rows_(selection),
        regions_(sink.nodes.size()),
        states_(sink.nodes.size()) {}

  void AddAll() {
    FindColumns();
    rows_.table.values.reserve(sink_.row_ends.size() *
                               static_cast<std::size_t>(std::ranges::count_if(sink_.about, &Column::is_value)));
    std::size_t begin = 0;
    for (const std::size_t end : sink_.row_ends) {
      ++row_;
      if (end - begin != sink_.names.size()) {
        Fail("a row of " + std::to_string(end - begin) + " cells, not " + std::to_string(sink_.names.size()));
      }
      AddRow(begin);
      begin = end;
    }
  }

  RegionTable Take() { return rows_.Take(sink_.version, input_.path); }

 private:
  [[noreturn]] void Fail(const std::string& reason) const {
    const std::string where = row_ == 0 ? "" : "row " + std::to_string(row_) + ": ";
    throw FileError(input_, ErrorCode::kBadProfile, where + reason);
  }

  void FindColumns() {
    if (sink_.names.empty()) Fail("no columns");
    if (sink_.about.size() != sink_.names.size()) Fail("the numbers of columns and of their descriptions differ");
    for (std::size_t i = 0; i < sink_.names.size(); ++i) {
      const CaliperJsonSink::ColumnOfFile& about = sink_.about[i];
      columns_.push_back(about.is_value ? rows_.AddColumn(sink_.names[i], about.unit) : 0);
      if (about.is_value) continue;
      const bool is_path = sink_.names[i] == "path",
                 is_call_path = sink_.names[i].find("callpath") != std::string::npos;
      const int rank = is_path ? 3 : is_call_path ? 2 : 1;
      if (rank > path_rank_) path_ = i;
      path_rank_ = std::max(path_rank_, rank);
    }
  }

  void AddRow(std::size_t begin) {
    std::uint32_t region = RegionTable::kNone;
    RegionSelection::Labels labels;
    cells_.clear();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const double value = sink_.cells[begin + i];
      if (std::isnan(value)) continue;
      if (sink_.about[i].is_value) {
        cells_.push_back({columns_[i], value});
        continue;
      }
      const std::size_t node = NodeOf(value);
      if (i == path_) region = RegionOf(node);
      if (selection_.HasLabels()) AppendLabels(i, node, labels);
    }
    rows_.Add(region, {}, cells_, std::move(labels));
  }

  std::size_t NodeOf(double value) const {
    if (!(value >= 0 && value < static_cast<double>(sink_.nodes.size())) || value != std::floor(value)) {
      Fail("no node with this index in a table of size " + std::to_string(sink_.nodes.size()));
    }
    return static_cast<std::size_t>(value);
  }

  // Returns the path of regions of a node. Parents may come after their children in the file.
  std::uint32_t RegionOf(std::size_t node) {
    std::vector<std::size_t> open{node};
    while (!open.empty()) {
      const std::size_t at = open.back();
      const CaliperJsonSink::NodeOfFile& own = sink_.nodes[at];
      if (states_[at] == State::kDone) {
        open.pop_back();
        continue;
      }
      const bool is_top = own.parent == JsonValue::kNoIndex;
      if (!is_top && !Has(sink_.nodes, own.parent)) Fail("node " + std::to_string(at) + " has an unknown parent");
      const std::size_t parent = is_top ? 0 : static_cast<std::size_t>(own.parent);
      if (!is_top && states_[parent] != State::kDone) {
        if (states_[at] == State::kOpen) Fail("node " + std::to_string(at) + " is on its own path");
        states_[at] = State::kOpen;
        open.push_back(parent);
        continue;
      }
      const FunctionId function = rows_.table.FindFunction(own.label, {});
      rows_.table.kinds[function.value] = {CaliperRows::KindOf({}, own.label), {}};
      regions_[at] = rows_.table.FindNode(is_top ? RegionTable::kNone : regions_[parent], function);
      states_[at] = State::kDone;
      open.pop_back();
    }
    return regions_[node];
  }

  void AppendLabels(std::size_t column, std::size_t node, RegionSelection::Labels& labels) {
    RegionOf(node);  // checks the path
    for (auto at = static_cast<std::int64_t>(node); at != JsonValue::kNoIndex;) {
      const CaliperJsonSink::NodeOfFile& own = sink_.nodes[static_cast<std::size_t>(at)];
      labels.emplace_back(sink_.names[column], own.label);
      at = own.parent;
    }
  }

  enum class State : std::uint8_t { kNew, kOpen, kDone };

  const StackInput& input_;
  const CaliperJsonSink& sink_;
  const RegionSelection& selection_;
  CaliperRows rows_;
  std::vector<std::uint32_t> columns_;  // by column of the file: its column in `rows_`
  std::size_t path_ = 0;                // column of paths
  int path_rank_ = 0;                   // 0 if there is none
  std::vector<std::uint32_t> regions_;  // by node of the file
  std::vector<State> states_;           // by node of the file
  std::vector<CaliperRows::Cell> cells_;
  std::size_t row_ = 0;  // number of the row, from 1
};

RegionTable ReadCaliperJsonTable(const StackInput& input, const RegionSelection& selection) {
  CaliperJsonSink sink;
  std::vector<Message> missing;
  ParseOrSalvage(input, missing, [&] { sink.Parse(input); });
  CaliperJsonAdder adder(input, sink, selection);
  ParseOrSalvage(input, missing, [&] { adder.AddAll(); });
  RegionTable table = adder.Take();
  table.missing = std::move(missing);
  return table;
}

RegionTable ReadCaliperJsonTable(ByteSource& source, const std::string& path, bool salvage) {
  StackOptions options;
  options.salvage = salvage;
  const StackInput input{source, path, *FindInputFormat("caliper-json"), options};
  return ReadCaliperJsonTable(input, RegionSelection(options));
}

}  // namespace

// The rows may be long, so that the other keys are not among the first bytes.
bool IsCaliperJson(const FirstBytes& file) {
  if (!file.BeginsWithOneOf("{")) return false;
  if (file.bytes.find("\"column_metadata\"") != std::string_view::npos) return true;
  if (file.is_all || file.bytes.find("\"nodes\"") != std::string_view::npos) return false;
  std::string beginning;
  for (const char c : file.bytes.substr(0, 400)) {
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') beginning += c;
  }
  return beginning.starts_with("{\"data\":[[");
}

StackProfile ReadCaliperJson(const StackInput& input) {
  return StacksOfRegions(input, ReadCaliperJsonTable(input, RegionSelection(input.options)));
}

Measurements MeasureCaliperJson(ByteSource& source, const std::string& path, const MeasureOptions& options) {
  return MeasureRegions(ReadCaliperJsonTable(source, path, options.salvage), path, options);
}

std::vector<std::uint32_t> RanksOfCaliperJson(const std::string& path) {
  return WithUnpacked(
      path, [&](ByteSource& source) { return RanksOfRegions(ReadCaliperJsonTable(source, path, /*salvage=*/false)); });
}

}  // namespace profdiff
