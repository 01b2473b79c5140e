// SPDX-License-Identifier: GPL-3.0-or-later
// Resolves symspecs to sets of functions. gprof keeps each set as ranges of addresses, with visible effects: ranges of
// different specs may overlap and hide each other, and only the first one added of several ranges with the same start
// is kept. SpecRules::kGprof reproduces these effects for byte-equal listings; SpecRules::kExact avoids them, so every
// spec has an effect.
// Source: GPROF.md, sections 2.3 and 2.4. Tests: tests/unit/analyze/profile/select_test.cpp.
#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "analyze/profile/symbol_spec.h"
#include "profdiff/profile.h"

namespace profdiff {
namespace {

// Adjacent functions that one spec matches: ids [first, last].
struct Run {
  std::size_t first = 0;
  std::size_t last = 0;
};

// A parsed spec, and the functions that its sides match.
struct ReadySpec {
  SpecTable table;
  bool include;
  PatternMatcher caller;                      // the part before the slash; the whole spec if it has no slash
  std::optional<PatternMatcher> callee = {};  // the part after the slash
  std::vector<Run> runs = {}, callee_runs = {};
};

// The address range of a run of functions that a spec adds to one half (include or exclude) of a table.
struct Range {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  const ReadySpec* spec = nullptr;
};

// Returns the bit of one half in Selection::bits. Each table has two bits; the bit of the include half comes first.
std::uint16_t Bit(SpecTable table, bool include) {
  return static_cast<std::uint16_t>(1u << (2 * static_cast<int>(table) + (include ? 0 : 1)));
}

void Append(std::size_t function, std::vector<Run>& runs) {
  if (!runs.empty() && runs.back().last + 1 == function) {
    runs.back().last = function;
  } else {
    runs.push_back({function, function});
  }
}

// Finds the runs of all specs in one pass over the functions. Names are scattered in memory, so reading them takes most
// of the time.
void FindRuns(const FunctionTable& table, std::vector<ReadySpec>& specs) {
  NameLengths lengths;
  for (const ReadySpec& spec : specs) {
    spec.caller.AddNameLengths(lengths);
    if (spec.callee) spec.callee->AddNameLengths(lengths);
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Function& function = table.functions[i];
    if (!lengths.Has(function.name.size())) continue;
    for (ReadySpec& spec : specs) {
      if (spec.caller.Matches(function)) Append(i, spec.runs);
      if (spec.callee && spec.callee->Matches(function)) Append(i, spec.callee_runs);
    }
  }
}

// Parses the text of a spec; `text` must outlive the result.
ReadySpec Prepare(const FunctionTable& table, SpecTable half, bool include, std::string_view text, SpecRules rules) {
  std::size_t slash = text.find('/');
  ReadySpec ready{half, include, PatternMatcher(table, ParsePattern(text.substr(0, slash)), rules)};
  if (slash != std::string_view::npos) ready.callee.emplace(table, ParsePattern(text.substr(slash + 1)), rules);
  return ready;
}

// Prepares specs in the order in which gprof adds them: functions of the profiling runtime first, then the specs of the
// command line from the last to the first (GPROF.md, section 2.3). The runtime's specs apply to three tables, but are
// matched only once.
std::vector<ReadySpec> PrepareAll(const FunctionTable& table, const std::vector<SymbolSpec>& specs, SpecRules rules) {
  std::vector<ReadySpec> distinct;
  distinct.reserve(kRuntimeFunctions.size() + specs.size());
  for (std::string_view name : kRuntimeFunctions) {
    distinct.push_back(Prepare(table, SpecTable::kGraph, false, name, rules));
  }
  const std::size_t runtime = distinct.size();
  for (auto spec = specs.rbegin(); spec != specs.rend(); ++spec) {
    distinct.push_back(Prepare(table, spec->table, spec->include, spec->text, rules));
  }
  FindRuns(table, distinct);

  std::vector<ReadySpec> ready;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    if (i >= runtime) {
      ready.push_back(std::move(distinct[i]));
    } else {
      for (SpecTable half : kRuntimeTables) ready.emplace_back(distinct[i]).table = half;
    }
  }
  return ready;
}

// Returns the ranges of one half, ascending; if several ranges have the same start, only the first one added is kept.
std::vector<Range> RangesOf(const FunctionTable& table, const std::vector<ReadySpec>& specs, SpecTable half,
                            bool include) {
  std::vector<Range> ranges;
  for (const ReadySpec& spec : specs) {
    if (spec.table != half || spec.include != include) continue;
    for (const Run& run : spec.runs) {
      ranges.push_back({table.functions[run.first].address, table.functions[run.last].end, &spec});
    }
  }
  std::ranges::stable_sort(ranges, {}, &Range::low);
  auto same_start = [](const Range& a, const Range& b) { return a.low == b.low; };
  ranges.erase(std::unique(ranges.begin(), ranges.end(), same_start), ranges.end());
  // The end of an image's last symbol may be below its address; gprof drops such a range.
  std::erase_if(ranges, [](const Range& range) { return range.high < range.low; });
  return ranges;
}

// Sets a bit for each function that starts inside a range. Only the last range that begins at or before this start is
// tested, even if an earlier range extends further; in this way, overlapping ranges hide functions in gprof.
void MarkByRanges(const FunctionTable& table, const std::vector<Range>& ranges, std::uint16_t bit, Selection& out) {
  auto next = ranges.begin();
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::uint64_t address = table.functions[i].address;
    while (next != ranges.end() && next->low <= address) ++next;
    if (next != ranges.begin() && address <= std::prev(next)->high) out.bits[i] |= bit;
  }
}

// Extends each range to the largest end so far. A binary search can then find whether any range that starts at or below
// an address contains it: unlike functions, arcs are tested against all ranges (GPROF.md, section 2.4).
void ExtendToEarlierEnds(std::vector<Selection::Addresses>& ranges) {
  for (std::size_t i = 1; i < ranges.size(); ++i) ranges[i].last = std::max(ranges[i].last, ranges[i - 1].last);
}

// Adds the arcs that a spec with a slash selects. If one side of the spec matches no function, it selects no arcs.
void AddArcs(const FunctionTable& table, std::vector<Selection::Addresses> callers, const ReadySpec& spec,
             Selection& out) {
  if (callers.empty() || spec.callee_runs.empty()) return;
  Selection::ArcSet& arcs = (spec.include ? out.included_arcs : out.excluded_arcs).emplace_back();
  arcs.callers = std::move(callers);
  for (const Run& run : spec.callee_runs) {
    arcs.callees.push_back({table.functions[run.first].address, table.functions[run.last].end});
  }
  ExtendToEarlierEnds(arcs.callers);
  ExtendToEarlierEnds(arcs.callees);
}

void SelectAsGprof(const FunctionTable& table, const std::vector<ReadySpec>& specs, Selection& out) {
  for (int half = 0; half < 2 * kSpecTables; ++half) {
    auto kind = static_cast<SpecTable>(half / 2);
    bool include = half % 2 == 0;
    std::vector<Range> ranges = RangesOf(table, specs, kind, include);
    if (ranges.empty()) continue;
    out.active |= Bit(kind, include);
    MarkByRanges(table, ranges, Bit(kind, include), out);
    if (kind != SpecTable::kArcs) continue;
    // gprof stores arcs with the caller's range, so a range dropped as a duplicate loses its arcs: with `-k f/x -k
    // f/y`, only the last spec has an effect.
    std::map<const ReadySpec*, std::vector<Selection::Addresses>> callers;
    for (const Range& range : ranges) callers[range.spec].push_back({range.low, range.high});
    for (auto& [spec, of_spec] : callers) AddArcs(table, std::move(of_spec), *spec, out);
  }
}

void SelectExactly(const FunctionTable& table, const std::vector<ReadySpec>& specs, Selection& out) {
  for (const ReadySpec& spec : specs) {
    std::uint16_t bit = Bit(spec.table, spec.include);
    if (!spec.runs.empty()) out.active |= bit;
    std::vector<Selection::Addresses> callers;
    for (const Run& run : spec.runs) {
      for (std::size_t i = run.first; i <= run.last; ++i) out.bits[i] |= bit;
      if (spec.table != SpecTable::kArcs) continue;
      callers.push_back({table.functions[run.first].address, table.functions[run.last].address});
    }
    if (spec.table == SpecTable::kArcs) AddArcs(table, std::move(callers), spec, out);
  }
}

bool AnyHolds(const std::vector<Selection::ArcSet>& sets, const Function& caller, const Function& callee) {
  return std::ranges::any_of(sets, [&](const Selection::ArcSet& arcs) { return arcs.Holds(caller, callee); });
}

// True if a range begins at or before `first` and reaches `last`. Requires ranges extended by ExtendToEarlierEnds.
bool AnyReaches(const std::vector<Selection::Addresses>& ranges, std::uint64_t first, std::uint64_t last) {
  const auto above = std::ranges::upper_bound(ranges, first, {}, &Selection::Addresses::first);
  return above != ranges.begin() && std::prev(above)->last >= last;
}

}  // namespace

bool Selection::ArcSet::Holds(const Function& caller, const Function& callee) const {
  return AnyReaches(callers, caller.address, caller.address) && AnyReaches(callees, callee.address, callee.end);
}

bool Selection::KeepsArc(const Function& caller, const Function& callee) const {
  if (AnyIncluded(SpecTable::kArcs)) return AnyHolds(included_arcs, caller, callee);
  return !AnyHolds(excluded_arcs, caller, callee);
}

Selection Select(const FunctionTable& table, const std::vector<SymbolSpec>& specs, SpecRules rules) {
  Selection selection;
  selection.bits.assign(table.size(), 0);
  std::vector<ReadySpec> ready = PrepareAll(table, specs, rules);
  rules == SpecRules::kGprof ? SelectAsGprof(table, ready, selection) : SelectExactly(table, ready, selection);
  return selection;
}

bool NeedsPositions(const SymbolSpec& spec) {
  std::string_view text = spec.text;
  std::size_t slash = text.find('/');
  SpecPattern caller = ParsePattern(text.substr(0, slash));
  SpecPattern callee = slash == std::string_view::npos ? SpecPattern{} : ParsePattern(text.substr(slash + 1));
  return !caller.file.empty() || caller.line != 0 || !callee.file.empty() || callee.line != 0;
}

}  // namespace profdiff
