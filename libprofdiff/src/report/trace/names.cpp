// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the names of functions and threads of traces safe for text.
//
// Tests: tests/unit/report/trace/names_test.cpp.
#include "report/trace/names.h"

#include "base/name_parts.h"
#include "base/text.h"
#include "base/utf8.h"

namespace profdiff {

std::string ReadableName(const std::string& linkage_name, DemangleStyle style) {
  const std::string name = DemangledName(linkage_name, style);
  return name.empty() ? "?" : WithoutControls(AsUtf8(name));
}

const std::string& TraceNames::operator[](NameId name) {
  std::string& readable = readable_[name.value];
  if (readable.empty()) readable = ReadableName(trace_.names[name.value], style_);
  return readable;
}

SourcePlace PlaceOf(const Trace& trace, NameId name) {
  if (name.value >= trace.definitions.size()) return {};
  const CallDefinition& definition = trace.definitions[name.value];
  if (definition.file.empty() || definition.line == 0) return {};
  return {WithoutControls(AsUtf8(definition.file)), definition.line};
}

std::string SourceOf(const Trace& trace, NameId name) {
  const SourcePlace place = PlaceOf(trace, name);
  return place.line == 0 ? "" : place.file + ":" + std::to_string(place.line);
}

std::string ThreadLabel(const Trace& trace, ThreadId thread) {
  if (!thread.valid()) return {};
  const std::string& label = trace.threads[thread.value].label;
  return label.empty() ? "thread " + std::to_string(thread.value) : WithoutControls(AsUtf8(label));
}

std::string PairLabel(const Trace& a, const Trace& b, const ThreadAlignment& pair) {
  const std::string label_a = ThreadLabel(a, pair.a), label_b = ThreadLabel(b, pair.b);
  if (!pair.b.valid()) return label_a + ", only in A";
  if (!pair.a.valid()) return label_b + ", only in B";
  return label_a == label_b ? label_a : label_a + " | " + label_b;
}

}  // namespace profdiff
