// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/report/machine/json_test.cpp.
#ifdef PROFDIFF_HAS_JSON
#include "report/machine/json_parts.h"

#include <utility>

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

}  // namespace

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

}  // namespace profdiff
#endif
