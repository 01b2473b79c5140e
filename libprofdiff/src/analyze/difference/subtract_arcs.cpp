// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the arcs of both sides by sorting and merging. Function ids are small numbers, so arcs are sorted by counting,
// in linear time. The rows of the joined arcs may not fit the cache, so each row is written only once, with the values
// of both sides, instead of once for each side.
#include "analyze/difference/subtract_arcs.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "base/index_by_end.h"
#include "values/cycle_finder.h"

namespace profdiff {
namespace {

// An arc of one side, with the joined ids of its functions.
struct SideCall {
  FunctionId caller, callee;
  std::uint64_t count = 0;

  // Compares caller and callee only, not counts.
  std::strong_ordering operator<=>(const SideCall& that) const {
    const auto order = caller.value <=> that.caller.value;
    return std::is_neq(order) ? order : callee.value <=> that.callee.value;
  }
};

// Sorts arcs by caller or by callee, whichever `end` selects, with a stable counting sort.
std::vector<SideCall> SortBy(FunctionId SideCall::*end, std::span<const SideCall> arcs, std::size_t functions) {
  return PlaceByNumber(
      arcs.size(), CountByEnd(functions, arcs, end), [&](std::size_t i) { return (arcs[i].*end).value; },
      [&](std::size_t i) { return arcs[i]; });
}

// Returns the arcs of one side sorted by joined caller, then callee. Sorts by callee first, then by caller with a
// stable sort (radix sort).
std::vector<SideCall> InOrder(const Profile& profile, const std::vector<FunctionId>& joined, std::size_t functions) {
  std::vector<SideCall> arcs;
  arcs.reserve(profile.arcs.size());
  for (const Arc& arc : profile.arcs) {
    arcs.push_back({joined[arc.caller.value], joined[arc.callee.value], arc.count});
  }
  arcs = SortBy(&SideCall::callee, arcs, functions);
  return SortBy(&SideCall::caller, arcs, functions);
}

// Calls use(arc, base, other) for each joined arc in order; `base` or `other` is null if that side lacks the arc.
template <class Use>
void ForEachJoined(std::span<const SideCall> base, std::span<const SideCall> other, Use use) {
  for (std::size_t i = 0, k = 0; i < base.size() || k < other.size();) {
    const bool from_base = k == other.size() || (i < base.size() && base[i] <= other[k]);
    const bool from_other = i == base.size() || (k < other.size() && other[k] <= base[i]);
    use(from_base ? base[i] : other[k], from_base ? &base[i] : nullptr, from_other ? &other[k] : nullptr);
    i += from_base ? 1 : 0;
    k += from_other ? 1 : 0;
  }
}

// Arcs of both sides whose callers are in one range of joined ids.
struct Part {
  std::span<const SideCall> base, other;
  Presence presence = {};

  void CountPresence() {
    ForEachJoined(base, other, [this](const SideCall&, const SideCall* in_base, const SideCall* in_other) {
      presence.Count(in_base != nullptr, in_other != nullptr);
    });
  }
  std::size_t Rows() const { return presence.both + presence.only_base + presence.only_other; }
};

// Splits the arcs into two chunks of about equal size, so that two threads can work on them. All arcs of a caller are
// in one chunk, and the joined rows of the first chunk precede those of the second.
std::array<Part, 2> Split(std::span<const SideCall> base, std::span<const SideCall> other) {
  const std::span<const SideCall> longer = base.size() < other.size() ? other : base;
  if (longer.empty()) return {};
  const std::uint32_t middle = longer[longer.size() / 2].caller.value;
  const auto before = [middle](std::span<const SideCall> arcs) {
    const auto end = std::ranges::partition_point(arcs, [&](const SideCall& arc) { return arc.caller.value < middle; });
    return static_cast<std::size_t>(end - arcs.begin());
  };
  const std::size_t b = before(base), o = before(other);
  return {Part{base.first(b), other.first(o)}, Part{base.subspan(b), other.subspan(o)}};
}

void AppendRows(const Part& part, std::vector<Difference::ArcRow>& rows) {
  ForEachJoined(part.base, part.other, [&rows](const SideCall& arc, const SideCall* in_base, const SideCall* in_other) {
    Difference::ArcRow& row = rows.emplace_back();
    row.caller = arc.caller;
    row.callee = arc.callee;
    for (auto [call, side] : {std::pair(in_base, &row.base), std::pair(in_other, &row.other)}) {
      side->present = call != nullptr;
      side->count = call != nullptr ? call->count & SideArc::kMostCalls : 0;
    }
  });
}

// Writes to each page of the reserved but unused elements from `first` on. The page faults of new memory take longer
// than filling the memory with rows, so one of two threads triggers the page faults while the other one appends the
// preceding rows.
template <class Value>
void TouchReserved(std::vector<Value>& values, std::size_t first) {
  constexpr std::size_t kPage = 4096;
  const auto begin = reinterpret_cast<volatile char*>(values.data());
  for (std::size_t at = first * sizeof(Value); at < values.capacity() * sizeof(Value); at += kPage) begin[at] = 0;
}

// The callees of rows that are sorted by caller and callee. The callees of a caller are listed from its last row to its
// first, because gprof visits the most recently added arc first.
struct RowCallees {
  std::span<const Difference::ArcRow> rows;
  const std::vector<std::uint32_t>& first;  // indexed by caller: its first row

  std::size_t Count(FunctionId f) const { return first[f.value + 1] - first[f.value]; }
  FunctionId Callee(FunctionId f, std::size_t i) const { return rows[first[f.value + 1] - 1 - i].callee; }
};

}  // namespace

std::vector<Difference::ArcRow> JoinArcs(const Profile& base, const Profile& other, const Match& match,
                                         unsigned threads, Presence& presence) {
  std::vector<SideCall> first, second;
  const unsigned at_a_time = ThreadsFor(base.arcs.size() + other.arcs.size(), threads);
  DoBoth(
      at_a_time, [&] { first = InOrder(base, match.from_base, match.pairs.size()); },
      [&] { second = InOrder(other, match.from_other, match.pairs.size()); });
  auto parts = Split(first, second);
  DoBoth(
      at_a_time, [&] { parts[0].CountPresence(); }, [&] { parts[1].CountPresence(); });
  for (const Part& part : parts) presence.Add(part.presence);
  std::vector<Difference::ArcRow> rows;
  rows.reserve(parts[0].Rows() + parts[1].Rows());
  const auto prepare_others = [&] {
    if (at_a_time > 1) TouchReserved(rows, parts[0].Rows());
  };
  DoBoth(
      at_a_time, [&] { AppendRows(parts[0], rows); }, prepare_others);
  AppendRows(parts[1], rows);
  return rows;
}

void IndexRows(std::size_t functions, std::span<const Difference::ArcRow> rows, unsigned threads, Adjacency& adjacency,
               Components& components) {
  using Row = Difference::ArcRow;
  auto id_of = [](std::size_t i) { return ArcId(i); };
  adjacency.first_child = CountByEnd(functions, rows, &Row::caller);
  DoBoth(
      ThreadsFor(rows.size(), threads),
      [&] {
        adjacency.first_parent = CountByEnd(functions, rows, &Row::callee);
        adjacency.parents = IndexByEnd(rows, &Row::callee, adjacency.first_parent, id_of);
        adjacency.children = IndexByEnd(rows, &Row::caller, adjacency.first_child, id_of);
      },
      [&] {
        components = CycleFinder(functions, RowCallees{rows, adjacency.first_child}).Run();
      });
}

}  // namespace profdiff
