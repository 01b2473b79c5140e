// SPDX-License-Identifier: GPL-3.0-or-later
// The index below a call graph: names in alphabetical order with the numbers of their entries, then cycles.
// Source: gprof 2.40. Tests: tests/unit/report/listing_test.cpp and the oracle.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/name_key.h"
#include "base/text.h"
#include "profdiff/listing.h"
#include "report/classic_lines.h"
#include "report/names.h"

namespace profdiff {
namespace {

std::vector<FunctionId> SortByName(const FunctionTable& table, std::vector<FunctionId> functions) {
  auto name_of = [&](FunctionId f) { return table[f].name; };
  const std::size_t place = CommonBytes(functions, name_of);
  std::vector<std::pair<std::uint64_t, FunctionId>> keys;
  keys.reserve(functions.size());
  for (FunctionId f : functions) keys.emplace_back(NameKey(name_of(f), place), f);
  std::ranges::sort(keys, [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    const int order = name_of(a.second).compare(name_of(b.second));
    return order != 0 ? order < 0 : a.second < b.second;
  });
  std::ranges::transform(keys, functions.begin(), &std::pair<std::uint64_t, FunctionId>::second);
  return functions;
}

std::vector<FunctionId> IndexedFunctions(const Execution& execution, bool show_unused) {
  std::vector<FunctionId> found;
  for (std::size_t f = 0; f < execution.functions.size(); ++f) {
    if (show_unused || execution.profile.calls[f] != 0 || execution.profile.self_ticks[f] != 0) {
      found.push_back(FunctionId(f));
    }
  }
  return SortByName(execution.functions, std::move(found));
}

}  // namespace

void WriteIndex(std::string& out, const Execution& execution, const EntryOrder& order, const ListingOptions& options) {
  const CallGraph& graph = execution.graph;
  FunctionNames names(execution.functions, StyleFor(options.names, options.traditional));
  std::vector<IndexCell> cells;
  for (FunctionId f : IndexedFunctions(execution, options.show_unused)) {
    std::string name = options.traditional ? std::string(names.Raw(f)) : names.IndexName(f);
    cells.push_back({order.function_number[f.value], graph.functions[f.value].shown, std::move(name)});
  }
  for (std::size_t c = 0; c < graph.cycles.size(); ++c) {
    std::string name = "<cycle ";
    AppendCount(name, std::uint64_t{c + 1});
    cells.push_back({order.cycle_number[c], graph.cycles[c].shown, name + '>'});
  }
  AppendIndex(out, options.traditional, options.index_width, cells, options.drain);
}

}  // namespace profdiff
