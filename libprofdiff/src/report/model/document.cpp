// SPDX-License-Identifier: GPL-3.0-or-later
// Writes models as tables or documents, and observations as Extra-P's JSON.
//
// Source: Extra-P's documentation of file formats. Tests: tests/unit/report/model/texts_test.cpp.
#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "profdiff/formats.h"
#include "profdiff/models.h"
#include "report/format/json_text.h"
#include "report/model/rows.h"

namespace profdiff {
namespace {

using Names = std::vector<std::string>;

// Returns the most common list of parameters. An Extra-P file has one list for all measurements, so series with other
// parameters are omitted.
Names CommonParameters(const Observations& observations) {
  std::map<Names, std::size_t> counts;
  for (const ObservedSeries& series : observations.series) ++counts[series.parameters];
  if (counts.empty()) throw Error(ErrorCode::kBadArgument, "there are no observations");
  return std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; })->first;
}

void AppendNumbers(std::string& out, const std::vector<double>& numbers) {
  AppendJsonList(out, numbers, [&out](double number) { out += CellText(Cell(number)); });
}

// Appends {"METRIC": [{"point": [x, …], "values": [v, …]}, …]} without the outer braces. The list has one element per
// set of parameter values; "values" contains all repetitions.
void AppendSeries(std::string& out, const ObservedSeries& series) {
  out += "\n      ";
  AppendJsonString(out, AsUtf8(series.metric));
  out += ": [";
  for (const ObservedPoint& point : series.points) {
    out += &point == series.points.data() ? "\n" : ",\n";
    out += "        {\"point\": ";
    AppendNumbers(out, point.at);
    out += ", \"values\": ";
    AppendNumbers(out, point.values);
    out += '}';
  }
  out += "\n      ]";
}

}  // namespace

void WriteModels(std::string& out, const TableFormat& format, const Models& models, const Models* other,
                 std::size_t limit, const TextStyles& styles) {
  if (format.is_text) return WriteModelText(out, models, other, limit, styles);
  if (format.is_comment) return WriteModelComment(out, models, other);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  AddModels(*writer, models, other);
  writer->Finish();
}

// Writes {"parameters": [...], "measurements": {"FUNCTION": {"METRIC": [...]}}}. The series are sorted by function, so
// all series of a function are adjacent.
void WriteExtraP(std::string& out, const Observations& observations) {
  const Names parameters = CommonParameters(observations);
  out += "{\n  \"parameters\": ";
  AppendJsonList(out, parameters, [&out](const std::string& name) { AppendJsonString(out, AsUtf8(name)); });
  out += ",\n  \"measurements\": {";
  const std::string* function = nullptr;
  for (const ObservedSeries& series : observations.series) {
    if (series.parameters != parameters) continue;
    if (function != nullptr && *function == series.function) {
      out += ',';
    } else {
      out += function == nullptr ? "\n    " : "\n    },\n    ";
      AppendJsonString(out, AsUtf8(series.function));
      out += ": {";
      function = &series.function;
    }
    AppendSeries(out, series);
  }
  out += "\n    }\n  }\n}\n";
}

}  // namespace profdiff
