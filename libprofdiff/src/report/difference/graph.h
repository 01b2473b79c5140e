// SPDX-License-Identifier: GPL-3.0-or-later
// The call graph of a difference, for both of its layouts: numbers of entries, and the order of their lines.
#ifndef PROFDIFF_REPORT_DIFFERENCE_GRAPH_H_
#define PROFDIFF_REPORT_DIFFERENCE_GRAPH_H_

#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "profdiff/difference.h"
#include "report/gprof/names.h"

namespace profdiff {

class DifferenceGraph {
 public:
  // Functions and arcs that have neither time nor calls on either side are kept only if `keep_unused` is set.
  DifferenceGraph(const Difference& difference, bool keep_unused, EntrySort sort);

  // The entries in order. The first one has number 1.
  const std::vector<DifferenceEntry>& entries() const { return entries_; }

  // Returns the number of a function or a cycle. Functions and cycles without an entry have higher numbers than all
  // entries, because the lines of callers refer to them too.
  std::uint32_t NumberOf(FunctionId f) const { return ends_[f.value].number; }
  std::uint32_t NumberOf(CycleId c) const { return cycle_numbers_[c.value]; }
  bool HasEntry(std::uint32_t number) const { return number <= entries_.size(); }
  NameSuffix SuffixOf(FunctionId f) const;
  // Returns an upper bound on the number of lines of an entry.
  std::size_t LinesOf(const DifferenceEntry& entry) const;

  // Return the arcs into a function, the smallest change first, and the arcs out of it, the largest change first. A
  // function's calls to itself count as the smallest change, followed by calls within its cycle.
  std::vector<ArcId> Callers(FunctionId f) const;
  std::vector<ArcId> Callees(FunctionId f) const;
  // Returns the members of a cycle, the largest change first.
  std::vector<FunctionId> Members(CycleId c) const;

  // False for calls from a function to itself or within a cycle, because no time is propagated along them. With stacks,
  // the times of these calls are measured as well.
  bool IsTimed(ArcId id) const { return ClassOf(difference_.arcs[id.value]) == ArcClass::kTimed; }
  // Returns the difference in the number of calls of the arc's callee. If the callee is in a cycle, these are the calls
  // from outside into that cycle.
  std::int64_t CalleeCallsDifference(ArcId id) const { return ends_[difference_.arcs[id.value].callee.value].calls; }

 private:
  enum class ArcClass : std::uint8_t { kSelf, kWithinCycle, kTimed };

  // The size of a change, for sorting: first the class of the arc, then nanoseconds, then calls. Nanoseconds are
  // rounded to whole numbers, so that rounding errors do not decide the order of equal changes.
  using Key = std::tuple<ArcClass, double, std::uint64_t>;
  using SortedArc = std::pair<Key, ArcId>;

  // The data about the function at the other end of an arc, as shown on the arc's line.
  struct End {
    // Difference in the number of calls. For a member of a cycle, only calls from outside into the cycle count.
    std::int64_t calls;
    std::uint32_t number;
    CycleId cycle;
  };

  ArcClass ClassOf(const Difference::ArcRow& arc) const;
  Key KeyOfArc(const Difference::ArcRow& arc) const;
  Key KeyOfMember(FunctionId f) const;
  template <class Before>
  std::vector<ArcId> Listed(std::span<const ArcId> newest_first, Before before) const;
  void NumberAll();

  const Difference& difference_;
  bool keep_unused_;
  std::vector<DifferenceEntry> entries_;
  std::vector<End> ends_;                     // by FunctionId
  std::vector<std::uint32_t> cycle_numbers_;  // by CycleId
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIFFERENCE_GRAPH_H_
