// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of all JSON documents. Its keys are described in libprofdiff/schema/egprof-1.schema.json.
// Test: tests/unit/report/machine/json_test.cpp.
#ifdef PROFDIFF_HAS_JSON
#include "report/format/json_document.h"

namespace profdiff {
namespace {

Json IdsAsJson(const std::vector<FunctionId>& functions) {
  Json ids = Json::array();
  for (FunctionId f : functions) ids.push_back(IdOf(f));
  return ids;
}

Json EntriesAsJson(const std::vector<MachineEntry>& entries) {
  Json list = Json::array();
  for (const MachineEntry& entry : entries) {
    Json element = {{"number", entry.number}};
    entry.cycle.valid() ? element["cycle"] = NumberOf(entry.cycle) : element["function"] = IdOf(entry.function);
    list.push_back(std::move(element));
  }
  return list;
}

bool IsListOfObjects(const Json& value) { return value.is_array() && !value.empty() && value.front().is_object(); }

}  // namespace

Json StartDocument(const char* kind) { return {{"schema", "egprof-1"}, {"version", "1.0"}, {"kind", kind}}; }

Json NamesAsJson(const FunctionTexts& texts, FunctionId f) {
  return {{"id", IdOf(f)},
          {"name", texts.Name(f)},
          {"linkageName", texts.LinkageName(f)},
          {"file", OrNull(texts.File(f))},
          {"line", OrNull(std::int64_t{texts.Line(f)})}};
}

Json ListingsAsJson(const MachineRows& rows, MachineListings listings) {
  Json json = Json::object();
  if (listings.flat) json["flat"] = {{"leftOut", rows.left_out.flat}, {"functions", IdsAsJson(rows.flat)}};
  if (listings.graph) json["graph"] = {{"leftOut", rows.left_out.graph}, {"entries", EntriesAsJson(rows.entries)}};
  if (listings.counts) json["counts"] = {{"leftOut", rows.left_out.counts}, {"functions", IdsAsJson(rows.counts)}};
  return json;
}

Json MembersAsJson(const Components& components, CycleId cycle) { return IdsAsJson(components.members[cycle.value]); }

void AppendDocument(std::string& out, const Json& document) {
  const char* separator = "{\n";
  for (const auto& item : document.items()) {
    out.append(separator).append(Json(item.key()).dump()).append(": ");
    separator = ",\n";
    if (!IsListOfObjects(item.value())) {
      out += item.value().dump();
      continue;
    }
    const char* comma = "[\n";
    for (const Json& element : item.value()) {
      out.append(comma).append("  ").append(element.dump());
      comma = ",\n";
    }
    out += "\n]";
  }
  out += "\n}\n";
}

}  // namespace profdiff
#endif
