// SPDX-License-Identifier: GPL-3.0-or-later
// Turns symspecs with a slash into calls, for the link orders of -r and -R.
//
// gprof adds an entry to the spec's table for each run of adjacent functions that match. Afterwards it removes entries
// with equal starts, and moves the later entries up. A call refers to its caller by the position of an entry, so it may
// refer to another caller after the move. Positions beyond the new end of the table keep their old entries. Callees
// have a separate table, which does not change.
// Source: GPROF.md, sections 2.3, 2.4 and 14.1. Tests: tests/unit/analyze/profile/spec_calls_test.cpp.
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "analyze/profile/symbol_spec.h"
#include "values/ordering.h"

namespace profdiff {
namespace {

using PlaceId = std::uint32_t;

// The runs of functions that one side of a spec (before or after the slash) matches. A place is an entry of gprof's
// table.
class Side {
 public:
  Side(const FunctionTable& table, std::string_view text) : matcher_(table, ParsePattern(text), SpecRules::kGprof) {}

  // Adds a place if a run begins at this function, and links it to the place of the previous run of the same side. Must
  // be called for every function, in order.
  std::optional<PlaceId> AddPlaceAt(FunctionId f, const Function& function, std::vector<SpecCalls::Place>& all) {
    bool matched_before = std::exchange(matched_, matcher_.Matches(function));
    if (!matched_ || matched_before) return std::nullopt;
    auto id = static_cast<PlaceId>(all.size());
    all.push_back({f, places.empty() ? SpecCalls::kNone : places.back()});
    places.push_back(id);
    return id;
  }

  std::vector<PlaceId> places;

 private:
  PatternMatcher matcher_;
  bool matched_ = false;
};

struct CallSpec {
  std::size_t half;  // see HalfOf
  Side caller;
  std::optional<Side> callee;
};

// Returns the index of the include or the exclude half of a table, among the halves of all tables.
std::size_t HalfOf(SpecTable table, bool include) { return 2 * static_cast<std::size_t>(table) + (include ? 0 : 1); }

// Returns the specs in the order in which gprof processes them: the runtime's functions, then the specs of the command
// line from last to first.
std::vector<CallSpec> Prepare(const FunctionTable& table, const std::vector<SymbolSpec>& specs) {
  std::vector<CallSpec> ready;
  for (std::string_view name : kRuntimeFunctions) {
    for (SpecTable half : kRuntimeTables) ready.push_back({HalfOf(half, false), Side(table, name), std::nullopt});
  }
  for (auto spec = specs.rbegin(); spec != specs.rend(); ++spec) {
    std::string_view text = spec->text;
    std::size_t slash = text.find('/');
    ready.push_back({HalfOf(spec->table, spec->include), Side(table, text.substr(0, slash)), std::nullopt});
    if (slash != std::string_view::npos) ready.back().callee.emplace(table, text.substr(slash + 1));
  }
  return ready;
}

// Keeps the first of several ranges with the same start, and drops ranges that end before their start, which can happen
// for the last symbol (GPROF.md, section 5.6). Later entries move up; positions beyond the new end keep their old
// entries.
void DropDuplicates(const FunctionTable& table, const std::vector<PlaceId>& places,
                    std::vector<SpecCalls::Place>& all) {
  std::size_t kept = 0;
  for (PlaceId id : places) {
    FunctionId f = all[id].function;
    bool duplicate = kept > 0 && all[places[kept - 1]].function == f;
    if (!duplicate && table[f].end >= table[f].address) all[places[kept++]] = all[id];
  }
}

// Visits the runs in reverse order, because gprof's lists of arcs begin with the most recently added arc.
void AddCalls(const CallSpec& spec, std::vector<SpecCalls::Call>& calls) {
  if (!spec.callee) return;
  for (auto caller = spec.caller.places.rbegin(); caller != spec.caller.places.rend(); ++caller) {
    for (auto callee = spec.callee->places.rbegin(); callee != spec.callee->places.rend(); ++callee) {
      calls.push_back({*caller, *callee});
    }
  }
}

}  // namespace

SpecCalls FindSpecCalls(const FunctionTable& table, const std::vector<SymbolSpec>& specs) {
  std::vector<CallSpec> ready = Prepare(table, specs);
  std::array<std::vector<PlaceId>, std::size_t{2} * kSpecTables> tables;
  SpecCalls result;
  for (std::size_t f = 0; f < table.size(); ++f) {
    for (CallSpec& spec : ready) {
      auto place = spec.caller.AddPlaceAt(FunctionId(f), table.functions[f], result.places);
      if (place) tables[spec.half].push_back(*place);
      if (spec.callee) spec.callee->AddPlaceAt(FunctionId(f), table.functions[f], result.places);
    }
  }
  for (const CallSpec& spec : ready) AddCalls(spec, result.calls);
  for (const std::vector<PlaceId>& places : tables) DropDuplicates(table, places, result.places);
  return result;
}

}  // namespace profdiff
