// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the index below a call graph: names in alphabetical order with the numbers of their entries, then cycles. It
// lists functions with time or calls, whether or not their entries are printed.
//
// Source: GPROF.md, section 11.4. Tests: tests/unit/report/gprof/listing_test.cpp and tests/oracle.
#include <span>
#include <utility>
#include <vector>

#include "base/name_key.h"
#include "profdiff/listing.h"
#include "report/gprof/classic_lines.h"
#include "report/gprof/listed.h"
#include "report/gprof/names.h"

namespace profdiff {
namespace {

std::vector<FunctionId> IndexedFunctions(const Execution& execution, const ListingOptions& options) {
  std::vector<NamedPlace> found;
  for (std::size_t f = 0; f < execution.functions.size(); ++f) {
    if (options.show_unused || IsUsed(execution.profile, FunctionId(f))) {
      found.push_back({0, static_cast<std::uint32_t>(f)});
    }
  }
  // gprof compares linkage names even if the cell shows the demangled name. Ties are broken by id; ids are in the order
  // of addresses.
  const auto name_of = [&](std::uint32_t f) { return execution.functions[FunctionId(f)].name; };
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    const int order = name_of(a).compare(name_of(b));
    return order != 0 ? order < 0 : a < b;
  };
  SortByName(std::span(found), name_of, less, options.threads);
  std::vector<FunctionId> functions;
  functions.reserve(found.size());
  for (const NamedPlace& place : found) functions.push_back(FunctionId(place.at));
  return functions;
}

}  // namespace

void WriteIndex(std::string& out, const Execution& execution, const EntryOrder& order, const ListingOptions& options) {
  const CallGraph& graph = execution.graph;
  FunctionNames names(execution.functions, StyleFor(options.names, options.traditional));
  std::vector<IndexCell> cells;
  for (FunctionId f : IndexedFunctions(execution, options)) {
    std::string name = options.traditional ? std::string(names.Raw(f)) : names.IndexName(f);
    cells.push_back({order.function_number[f.value], graph.functions[f.value].shown, std::move(name)});
  }
  for (std::size_t c = 0; c < graph.cycles.size(); ++c) {
    cells.push_back({order.cycle_number[c], graph.cycles[c].shown, "<cycle " + std::to_string(c + 1) + ">"});
  }
  AppendIndex(out, options.traditional, options.index_width, cells, options.drain);
}

}  // namespace profdiff
