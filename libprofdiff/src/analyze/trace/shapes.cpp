// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/trace/shapes.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "values/shape.h"

namespace profdiff {
namespace {

// The callees of a row come after it, so their shapes are known in a walk from the last row to the first.
void FindShapesOf(CallTree& calls, const std::vector<std::uint64_t>& name_hashes) {
  for (std::size_t row = calls.size(); row-- > 0;) {
    std::uint64_t hash = name_hashes[calls.function[row].value];
    for (std::size_t below = row + 1; below < calls.end[row]; below = calls.end[below]) {
      hash = AddShape(hash, calls.shape[below]);
    }
    calls.shape[row] = EndShape(hash);
  }
}

}  // namespace

void FindShapes(Trace& trace) {
  std::vector<std::uint64_t> hashes;
  for (const std::string& name : trace.names) hashes.push_back(HashName(name));
  for (ThreadTrace& thread : trace.threads) FindShapesOf(thread.calls, hashes);
}

bool ChangeNames(Trace& trace, const std::function<std::string(const std::string& name)>& change) {
  HashMap<std::string, NameId> ids;
  std::vector<NameId> new_ids;  // by old id
  std::vector<std::string> names;
  std::vector<CallDefinition> definitions;
  for (std::size_t i = 0; i < trace.names.size(); ++i) {
    std::string name = change(trace.names[i]);
    const auto [entry, is_new] = ids.emplace(name, NameId(names.size()));
    new_ids.push_back(entry->second);
    if (!is_new) continue;
    names.push_back(std::move(name));
    // Names that became one have the definition of the first of them.
    if (i < trace.definitions.size()) definitions.push_back(trace.definitions[i]);
  }
  if (names == trace.names) return false;
  trace.names = std::move(names);
  trace.definitions = std::move(definitions);
  for (ThreadTrace& thread : trace.threads) {
    for (NameId& function : thread.calls.function) function = new_ids[function.value];
  }
  FindShapes(trace);
  return true;
}

}  // namespace profdiff
