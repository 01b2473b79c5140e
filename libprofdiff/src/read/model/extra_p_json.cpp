// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Extra-P's JSON in both layouts.
//   newer  {"parameters": ["p", "n"], "measurements": {CALLPATH: {METRIC: [{"point": [4, 8], "values": [1.5]}…]}}}
//   older  {"parameters": [{"id": 1, "name": "p"}…], "callpaths": [{id, name}…], "metrics": [{id, name}…],
//           "coordinates": [{"id": 1, "parameter_value_pairs": [{"parameter_id": 1, "parameter_value": 4}…]}…],
//           "measurements": [{callpath_id, metric_id, coordinate_id, value}…]}
// A value is identified by its depth and the keys around it: key(0) is the outermost key; elements of lists have empty
// keys. Keys may come in any order, so references are resolved at the end.
// Source: Extra-P's file format documentation. Tests: tests/unit/read/model/read_observations_test.cpp.
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "read/model/json_values.h"

namespace profdiff {
namespace {

class ExtraPJson : public JsonValues {
 public:
  ExtraPJson(const Characters& characters, const std::string& path, ObservationBuilder& builder)
      : JsonValues(characters, path), builder_(builder) {}

  void Finish() {
    if (parameters_.empty() && named_parameters_.empty()) Fail("no parameters");
    if (!named_parameters_.empty()) ResolveOld();
    for (const Row& row : rows_) AddRow(row);
    if (rows_.empty()) Fail("no measurements");
  }

 private:
  struct Row {
    std::string function, metric;
    std::vector<double> point, values;
  };
  // A measurement in the older layout, which refers to other objects by id; -1 if an id is missing.
  struct Reference {
    double callpath = -1, coordinate = -1, metric = -1;
    std::optional<double> value;
  };

  // Depth 6: a number in the points or values of the newer layout. Depth 3: a member of an object in the older layout.
  // Depth 5: a number in a coordinate of the older layout.
  void Number(double value) override {
    if (depth() == 6 && key(0) == "measurements") {
      if (key(4) == "point" || key(4) == "values") list_.push_back(value);
      return;
    }
    if (depth() == 3) return OldNumber(value);
    if (depth() == 5 && key(0) == "coordinates" && key(2) == "parameter_value_pairs") {
      if (key(4) == "parameter_id") pair_.first = value;
      if (key(4) == "parameter_value") pair_.second = value;
    }
  }

  void OldNumber(double value) {
    if (key(2) == "id") id_ = value;
    if (key(0) != "measurements") return;
    if (key(2) == "callpath_id") reference_.callpath = value;
    if (key(2) == "coordinate_id") reference_.coordinate = value;
    if (key(2) == "metric_id") reference_.metric = value;
    if (key(2) == "value") reference_.value = value;
  }

  void String(const std::string& text) override {
    if (depth() == 2 && key(0) == "parameters") parameters_.push_back(text);
    if (depth() == 3 && key(2) == "name") name_ = text;
    if (depth() == 6 && key(0) == "measurements") Fail("a string instead of a number");
  }
  void Other(const char* what) override {
    if (depth() == 6 && key(0) == "measurements") Fail(std::string(what) + " instead of a number");
  }

  // Resets the state for the object or list that begins here.
  void Opened() override {
    if (depth() == 6) list_.clear();
    if (depth() == 5) {
      row_ = {};
      pair_ = {};
    }
    if (depth() == 3) {
      id_ = -1;
      name_.clear();
      reference_ = {};
      coordinate_.clear();
    }
  }

  void Closed() override {
    if (depth() == 6 && key(0) == "measurements") {
      if (key(4) == "point") row_.point = std::move(list_);
      if (key(4) == "values") row_.values = std::move(list_);
      list_.clear();
    }
    if (depth() == 5 && key(0) == "measurements") EndPoint();
    if (depth() == 5 && key(0) == "coordinates") coordinate_[pair_.first] = pair_.second;
    if (depth() == 3) EndOldObject();
  }

  void EndPoint() {
    if (row_.point.empty()) Fail("measurements without a point");
    if (row_.values.empty()) Fail("a point without values");
    row_.function = key(1);
    row_.metric = key(2);
    rows_.push_back(std::move(row_));
  }

  void EndOldObject() {
    if (key(0) == "parameters") named_parameters_[id_] = name_;
    if (key(0) == "callpaths") callpaths_[id_] = name_;
    if (key(0) == "metrics") metrics_[id_] = name_;
    if (key(0) == "coordinates") coordinates_[id_] = coordinate_;
    if (key(0) == "measurements" && reference_.value) references_.push_back(reference_);
  }

  // Resolves the references of the older layout. Parameters are ordered by id. Measurements with equal references are
  // repeated measurements of one point.
  void ResolveOld() {
    for (const auto& [id, name] : named_parameters_) parameters_.push_back(name);
    std::map<std::tuple<double, double, double>, std::size_t> known;
    for (const Reference& reference : references_) {
      const auto function = callpaths_.find(reference.callpath);
      const auto metric = metrics_.find(reference.metric);
      const auto coordinate = coordinates_.find(reference.coordinate);
      if (function == callpaths_.end() || metric == metrics_.end() || coordinate == coordinates_.end()) {
        Fail("a measurement refers to an unknown call path, metric or coordinate");
      }
      const auto entry =
          known.emplace(std::tuple(reference.callpath, reference.metric, reference.coordinate), rows_.size());
      if (entry.second) rows_.push_back({function->second, metric->second, PlaceOf(coordinate->second), {}});
      rows_[entry.first->second].values.push_back(*reference.value);
    }
  }

  std::vector<double> PlaceOf(const std::map<double, double>& coordinate) const {
    std::vector<double> place;
    for (const auto& [id, name] : named_parameters_) {
      const auto found = coordinate.find(id);
      if (found == coordinate.end()) Fail("a coordinate without the parameter " + name);
      place.push_back(found->second);
    }
    return place;
  }

  void AddRow(const Row& row) {
    if (row.point.size() != parameters_.size()) {
      Fail("a point of " + std::to_string(row.point.size()) + " numbers, but there are " +
           std::to_string(parameters_.size()) + " parameters");
    }
    ParameterValues at;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (!builder_.Takes(parameters_[i], row.point[i])) Fail(kNoParameter);
      at.push_back({parameters_[i], row.point[i]});
    }
    builder_.Add(row.function, row.metric, at, row.values);
  }

  ObservationBuilder& builder_;
  std::vector<std::string> parameters_;
  std::vector<Row> rows_;
  Row row_;
  std::vector<double> list_;
  // Tables of the older layout, by id. Ids are doubles, like all numbers from the parser; they are small, and only
  // compared for equality.
  std::map<double, std::string> named_parameters_, callpaths_, metrics_;
  std::map<double, std::map<double, double>> coordinates_;
  std::map<double, double> coordinate_;
  std::vector<Reference> references_;
  Reference reference_;
  std::pair<double, double> pair_;
  double id_ = -1;
  std::string name_;
};

}  // namespace

void ReadExtraPJson(ByteSource& source, const std::string& path, ObservationBuilder& builder) {
  RequireJson(path);
  Characters characters(source);
  ExtraPJson sink(characters, path, builder);
  ParseJson(characters, sink);
  sink.Finish();
}

}  // namespace profdiff
