// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the functions of a page, alternately from two lists, because one list is not enough: the flat listing lacks
// callers without self time, and a list sorted by inclusive time begins with all callers of one hot function.
//
// Test: tests/unit/report/page/page_test.cpp.
#include "report/page/choice.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "profdiff/listing.h"
#include "report/machine/contexts.h"
#include "report/page/writing.h"

namespace profdiff {
namespace {

using Kept = std::vector<char>;  // by FunctionId: 1 if the page has the function, otherwise 0

// Chooses about `limit` functions, alternately from the flat listing and from the entries of the call graph. The
// functions in `needed` are always kept; they count towards the limit.
Kept ChooseFunctions(const MachineRows& rows, std::size_t functions, std::size_t limit,
                     std::span<const FunctionId> needed) {
  Kept kept(functions);
  std::size_t count = 0;
  const auto keep = [&](FunctionId f) {
    if (!f.valid() || kept[f.value] != 0) return;
    kept[f.value] = 1;
    ++count;
  };
  for (const FunctionId f : needed) keep(f);
  for (std::size_t i = 0; i < std::max(rows.flat.size(), rows.entries.size()) && count < limit; ++i) {
    if (i < rows.flat.size()) keep(rows.flat[i]);
    if (i < rows.entries.size() && count < limit) keep(rows.entries[i].function);
  }
  return kept;
}

// Removes the rows of functions that are not kept, and adds up their self times, which the page shows as one row.
// self_of(f) returns the self times of base and other.
template <class SelfOf>
void KeepFunctions(PageRows& page, const Kept& kept, SelfOf self_of) {
  MachineRows& rows = page.rows;
  const auto is_left_out = [&kept](FunctionId f) { return f.valid() && kept[f.value] == 0; };
  for (const FunctionId f : rows.flat) {
    if (!is_left_out(f)) continue;
    const auto [base, other] = self_of(f);
    page.base_left_out += std::isfinite(base) ? base : 0;
    page.other_left_out += std::isfinite(other) ? other : 0;
  }
  rows.left_out.flat = std::erase_if(rows.flat, is_left_out);
  rows.left_out.graph =
      std::erase_if(rows.entries, [&](const MachineEntry& entry) { return is_left_out(entry.function); });
}

// Keeps only arcs whose caller and callee are on the page. Sorts them by callee, because the page needs the arcs to
// each function to be adjacent.
template <class Arcs>
void KeepArcs(MachineRows& rows, const Arcs& arcs, const Kept& kept) {
  std::erase_if(rows.arcs, [&](ArcId id) {
    return kept[arcs[id.value].caller.value] == 0 || kept[arcs[id.value].callee.value] == 0;
  });
  std::ranges::stable_sort(rows.arcs, {}, [&arcs](ArcId id) { return arcs[id.value].callee; });
}

// Limits the tree to two paths per function. This is enough for the large boxes of the flame graph, and bounds the
// number of paths.
ContextChoice PathsOf(std::size_t limit) {
  constexpr std::size_t kPathsPerFunction = 2;
  return {TreeDirection::kDown, kPathsPerFunction * limit, /*adds_up=*/true};
}

// Chooses all rows of a page. choose_contexts(choice) returns the call paths of the flame graph.
template <class Source, class Arcs, class SelfOf, class ChooseTree>
PageRows Choose(const Source& source, const Arcs& arcs, std::size_t functions, const ReportPageOptions& options,
                std::span<const FunctionId> needed, SelfOf self_of, bool has_stacks, ChooseTree choose_contexts) {
  PageRows page;
  page.listings = {.flat = true, .graph = true};
  // All rows are needed to compute the sums of omitted rows, so --limit is applied afterwards.
  ListingOptions all = options.listing;
  all.limit = 0;
  page.rows = ChooseRows(source, page.listings, all);
  const std::size_t limit = SmallerLimit(options.listing.limit, options.functions);
  Kept kept(functions, 1);
  if (limit != 0) kept = ChooseFunctions(page.rows, functions, limit, needed);
  KeepFunctions(page, kept, self_of);
  KeepArcs(page.rows, arcs, kept);
  if (!has_stacks) return page;
  page.listings.tree = TreeDirection::kDown;
  page.rows.contexts = choose_contexts(PathsOf(limit));
  page.rows.left_out.tree = page.rows.contexts.left_out;
  return page;
}

}  // namespace

PageRows ChoosePageRows(const Execution& execution, const ReportPageOptions& options,
                        std::span<const FunctionId> needed) {
  const bool has_stacks = execution.contexts != nullptr && execution.contexts->tree != nullptr;
  const auto self_of = [&](FunctionId f) {
    return std::pair(execution.profile.Seconds(execution.profile.self_ticks[f.value]), 0.0);
  };
  return Choose(execution, execution.profile.arcs, execution.graph.functions.size(), options, needed, self_of,
                has_stacks,
                [&](const ContextChoice& choice) { return ChooseContexts(RequireContexts(execution), choice); });
}

PageRows ChoosePageRows(const Difference& difference, const ReportPageOptions& options,
                        std::span<const FunctionId> needed) {
  const auto self_of = [&](FunctionId f) {
    const Difference::Row& row = difference.functions[f.value];
    return std::pair(row.base.self, row.other.self);
  };
  return Choose(difference, difference.arcs, difference.functions.size(), options, needed, self_of,
                difference.contexts != nullptr, [&](const ContextChoice& choice) {
                  return ChooseContexts(RequireContexts(difference), difference.match, choice);
                });
}

}  // namespace profdiff
