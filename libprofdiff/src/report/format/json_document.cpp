// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of all JSON documents. Its keys are described in libprofdiff/schema/egprof-1.schema.json.
// Test: tests/unit/report/machine/json_test.cpp.
#ifdef PROFDIFF_HAS_JSON
#include "report/format/json_document.h"

namespace profdiff {
namespace {

bool IsListOfObjects(const Json& value) { return value.is_array() && !value.empty() && value.front().is_object(); }

}  // namespace

Json StartDocument(const char* kind) { return {{"schema", "egprof-1"}, {"version", "1.0"}, {"kind", kind}}; }

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
