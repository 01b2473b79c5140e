// SPDX-License-Identifier: GPL-3.0-or-later
// Adds calls found in the code as arcs with count 0: function by function, in order of address, after all recorded
// arcs. These arcs propagate no time, but they can close cycles.
// Source: GPROF.md, section 9 (gprof 2.40), and the behaviour of gprof 2.44 with -c.
// Tests: tests/unit/analyze/profile/static_calls_test.cpp.
#include "values/static_calls.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/seeded_hash.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

// Addresses [low, high).
struct FunctionRange {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

class StaticArcs {
 public:
  StaticArcs(Profile& profile, const FunctionTable& table, const Records& records, CodeRules rules)
      : profile_(profile), table_(table), records_(records), rules_(rules) {
    for (const Arc& arc : profile.arcs) known_.insert(KeyOf(arc.caller, arc.callee));
  }

  void AddCallsOf(FunctionId caller, const std::vector<StaticCall>& calls) {
    FunctionRange range = CodeOf(caller);
    auto call = std::ranges::lower_bound(calls, range.low, {}, &StaticCall::site);
    for (; call != calls.end() && LastOf(*call) < range.high; ++call) {
      FunctionId callee = CalleeOf(*call);
      if (callee.valid()) Add(caller, callee);
    }
  }

 private:
  static std::uint64_t KeyOf(FunctionId caller, FunctionId callee) {
    return std::uint64_t{caller.value} << 32 | callee.value;
  }

  // Returns the address that must be inside the caller: the address of the call or, for gprof 2.44, the address `reach`
  // bytes after it.
  std::uint64_t LastOf(const StaticCall& call) const {
    return call.site + (rules_ == CodeRules::kGprof244 ? call.reach : 0);
  }

  FunctionRange CodeOf(FunctionId f) const {
    bool last = f.value + 1 == table_.size();
    FunctionRange whole{table_[f].address, last ? kEnd : table_[FunctionId(f.value + 1)].address};
    return rules_ == CodeRules::kExact ? whole : CodeInHistogram(whole);
  }

  // Returns the part of a function that the first overlapping histogram covers, as gprof scans only this part. For the
  // last function, gprof reads the end from the slot after its table, which contains 0, so the last function is never
  // scanned.
  FunctionRange CodeInHistogram(const FunctionRange& whole) const {
    for (const Histogram& histogram : records_.histograms) {
      std::uint64_t low = std::max(whole.low, histogram.low);
      std::uint64_t high = std::min(whole.high == kEnd ? 0 : whole.high, histogram.high);
      if (low < high) return {low, high};
    }
    return {};
  }

  // Returns the called function; invalid for calls that make no arc. A target must be the start of a function or, on
  // Alpha, the instruction after the code at the start that loads the global pointer. In gprof's modes only, calls
  // through a register have a separate callee; its id follows the ids of the table's rows.
  FunctionId CalleeOf(const StaticCall& call) const {
    if (call.indirect) return rules_ != CodeRules::kExact ? FunctionId(table_.size()) : FunctionId();
    if (rules_ != CodeRules::kExact && !InHistogram(call.target)) return {};
    FunctionId callee = table_.Find(call.target);
    if (!callee.valid()) return {};
    if (rules_ == CodeRules::kExact && table_.by_line && !table_[callee].is_function) return {};
    std::uint64_t inside = call.target - table_[callee].address;
    return inside == 0 || inside == call.prologue ? callee : FunctionId();
  }

  // Truncates the address to 32 bits for this comparison, as gprof does (GPROF.md, section 9).
  bool InHistogram(std::uint64_t address) const {
    std::uint64_t low_half = address & 0xffffffff;
    return std::ranges::any_of(records_.histograms,
                               [low_half](const Histogram& h) { return h.low <= low_half && low_half < h.high; });
  }

  void Add(FunctionId caller, FunctionId callee) {
    if (!known_.insert(KeyOf(caller, callee)).second) return;
    profile_.arcs.push_back({caller, callee, 0});
    if (callee.value < profile_.calls.size()) return;
    // Adds an element for the callee of calls through a register, which has no row in the table.
    profile_.self_ticks.push_back(0);
    profile_.calls.push_back(0);
    profile_.self_calls.push_back(0);
  }

  Profile& profile_;
  const FunctionTable& table_;
  const Records& records_;
  CodeRules rules_;
  HashSet<std::uint64_t> known_;
};

}  // namespace

void AddStaticCalls(Profile& profile, const FunctionTable& table, const Records& records,
                    const std::vector<StaticCall>& calls, CodeRules rules) {
  StaticArcs arcs(profile, table, records, rules);
  for (std::size_t f = 0; f < table.size(); ++f) arcs.AddCallsOf(FunctionId(f), calls);
}

}  // namespace profdiff
