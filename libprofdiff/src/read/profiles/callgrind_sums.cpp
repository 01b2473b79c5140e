// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a call is inclusive. The inclusive cost of a function is the self cost of its outermost level of
// recursion plus the cost of that level's calls, because these calls contain the inner levels. The cost of an arc
// between two inner levels is already part of an outer arc.
//
// If levels are not separated (--separate-recs=1), mutually recursive functions form a cycle: a function's calls to
// others in the cycle may lead back to it, so only calls from outside are added up. The sum is exact for direct
// recursion, and too low if the cycle is entered through another function.
#include "read/profiles/callgrind_sums.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/parse_text.h"
#include "profdiff/profile.h"
#include "values/arc_index.h"
#include "values/cycles.h"
#include "values/shape.h"

namespace profdiff {
namespace {

// Splits a name into a function and its level of recursion; for example, "f'2" into "f" and 2. Other names have level
// 1. Names in OCaml and Haskell can contain apostrophes too, so the test is strict: only digits may follow the last
// apostrophe, and the level must be at least 2, because Callgrind never writes "f'1".
std::pair<std::string_view, std::uint64_t> SplitLevel(std::string_view name) {
  constexpr std::size_t kMostDigits = 18;
  const std::size_t mark = name.rfind('\'');
  const std::string_view digits = mark == std::string_view::npos ? std::string_view() : name.substr(mark + 1);
  if (mark == 0 || digits.empty() || digits.size() > kMostDigits) return {name, 1};
  const std::uint64_t level = NumberFrom<std::uint64_t>(digits).value_or(1);
  return level < 2 ? std::pair(name, std::uint64_t{1}) : std::pair(name.substr(0, mark), level);
}

bool AddTo(std::uint64_t& sum, std::uint64_t more) {
  return !__builtin_add_overflow(sum, more, &sum) && sum >> 63 == 0;
}

}  // namespace

CallgrindSums::Level CallgrindSums::Find(std::string_view name, std::string_view image) {
  const auto [plain, number] = SplitLevel(name);
  // Valgrind writes "???" for an unknown object.
  const OfLevel wanted{names_.Intern(plain, image == "???" ? std::string_view() : image), number};
  const Level level = level_ids_.Find(Mix(Mix(number) ^ wanted.function.value), [&](std::uint32_t known) {
    return levels_[known].function == wanted.function && levels_[known].number == wanted.number;
  });
  if (level == levels_.size()) levels_.push_back(wanted);
  return level;
}

bool CallgrindSums::AddSelf(Level level, std::uint64_t cost) {
  levels_[level].self += cost;  // at most the total, so it cannot overflow
  return AddTo(total_, cost);
}

CallgrindSums::CallId CallgrindSums::FindCall(Level caller, Level callee) {
  // The hash is a bijection of the pair of ids, so no comparison is needed.
  const CallId id = call_ids_.Find(Mix(std::uint64_t{caller} << 32 | callee), [](std::uint32_t) { return true; });
  if (id == calls_.size()) calls_.push_back({caller, callee});
  return id;
}

bool CallgrindSums::AddCall(CallId call, std::uint64_t count, std::uint64_t inclusive) {
  calls_[call].count += count;  // at most the number of all calls, so it cannot overflow
  calls_[call].inclusive += inclusive;
  return AddTo(counted_, count) && AddTo(included_, inclusive);
}

// Returns a total for each level. The total of a function's outermost level is its self cost plus the cost of its
// calls; the totals of inner levels are 0.
std::vector<std::uint64_t> CallgrindSums::TotalsOfLevels(std::span<const std::uint64_t> self,
                                                         std::span<const std::uint64_t> inclusive) const {
  std::vector<std::uint64_t> totals(self.begin(), self.end());
  for (std::size_t i = 0; i < calls_.size(); ++i) totals[calls_[i].caller] += inclusive[i];
  for (Level level = 0; level < levels_.size(); ++level) {
    if (!IsOutermost(level)) totals[level] = 0;
  }
  return totals;
}

// Returns a total for each level; requires that each function has only one level. If a function in a cycle is called
// from outside the cycle, its total is the cost of the calls from outside. The total of any other function is its self
// cost plus the cost of its calls, except calls within its cycle.
std::vector<std::uint64_t> CallgrindSums::TotalsOfKnots(std::span<const std::uint64_t> self,
                                                        std::span<const std::uint64_t> inclusive,
                                                        const std::vector<bool>& is_inner) const {
  std::vector<bool> in_knot(levels_.size()), is_entered(levels_.size());
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    if (is_inner[i]) in_knot[calls_[i].caller] = in_knot[calls_[i].callee] = true;
  }
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    if (!is_inner[i] && in_knot[calls_[i].callee]) is_entered[calls_[i].callee] = true;
  }
  std::vector<std::uint64_t> totals(levels_.size());
  for (Level level = 0; level < levels_.size(); ++level) totals[level] = is_entered[level] ? 0 : self[level];
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const Call& call = calls_[i];
    if (is_inner[i]) continue;
    if (is_entered[call.callee]) totals[call.callee] += inclusive[i];
    if (!is_entered[call.caller]) totals[call.caller] += inclusive[i];
  }
  return totals;
}

bool CallgrindSums::HasLevels() const {
  return std::ranges::any_of(levels_, [](const OfLevel& level) { return level.number != 1; });
}

std::vector<std::uint64_t> CallgrindSums::Totals(std::span<const std::uint64_t> self,
                                                 std::span<const std::uint64_t> inclusive,
                                                 const std::vector<bool>& is_inner) const {
  return HasLevels() ? TotalsOfLevels(self, inclusive) : TotalsOfKnots(self, inclusive, is_inner);
}

std::vector<bool> CallgrindSums::InnerCalls() const {
  std::vector<bool> is_inner;
  if (HasLevels()) {
    for (const Call& call : calls_) {
      is_inner.push_back(!IsOutermost(call.caller) && !IsOutermost(call.callee));
    }
    return is_inner;
  }
  std::vector<Arc> arcs;
  for (const Call& call : calls_) arcs.push_back({FunctionId(call.caller), FunctionId(call.callee), call.count});
  const Components components = FindCycles(levels_.size(), arcs);
  for (const Call& call : calls_) {
    const CycleId cycle = components.cycle[call.caller];
    is_inner.push_back(call.caller == call.callee || (cycle.valid() && cycle == components.cycle[call.callee]));
  }
  return is_inner;
}

// Joins the levels of recursion of each function, such as "f" and "f'2". Self costs and counts of calls are added up,
// but inclusive costs are taken only from the outermost level. Calls between levels of one function become recursive
// calls of that function.
CallgrindSums::Result CallgrindSums::Take(std::vector<Message>& remarks) const {
  SortedFunctions order = SortFunctions(names_, std::vector<bool>(names_.size(), true));
  const std::size_t functions = order.table.size();
  const auto function_of = [&](Level level) { return order.id_of[levels_[level].function.value]; };
  Profile profile;
  profile.self_ticks.resize(functions);
  profile.calls.resize(functions);
  profile.self_calls.resize(functions);
  for (Level level = 0; level < levels_.size(); ++level) {
    profile.self_ticks[function_of(level).value] += static_cast<double>(levels_[level].self);
  }
  ExactTimes exact;
  exact.arc_self_known = false;
  exact.total_ticks.resize(functions);
  std::vector<std::uint64_t> self, inclusive;
  for (const OfLevel& level : levels_) self.push_back(level.self);
  for (const Call& call : calls_) inclusive.push_back(call.inclusive);
  const std::vector<bool> is_inner = InnerCalls();
  const std::vector<std::uint64_t> totals = Totals(self, inclusive, is_inner);
  for (Level level = 0; level < levels_.size(); ++level) {
    exact.total_ticks[function_of(level).value] += static_cast<double>(totals[level]);
  }
  if (!HasLevels() && std::ranges::find(is_inner, true) != is_inner.end()) {
    remarks.emplace_back(
        "recursive functions without separate levels of recursion: "
        "only calls from outside their cycle are counted; --separate-recs=2 counts all");
  }
  ArcIndex arcs;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const Call& call = calls_[i];
    const FunctionId caller = function_of(call.caller), callee = function_of(call.callee);
    const ArcId id = arcs.FindOrAdd(caller, callee, profile.arcs);
    exact.arcs.resize(profile.arcs.size());
    profile.arcs[id.value].count += call.count;
    (caller == callee ? profile.self_calls : profile.calls)[callee.value] += call.count;
    if (!is_inner[i]) exact.arcs[id.value].total += static_cast<double>(call.inclusive);
  }
  profile.total_ticks = static_cast<double>(total_);
  profile.exact = std::move(exact);
  profile.has_histogram = true;
  profile.has_arcs = !profile.arcs.empty();
  return {std::move(order.table), std::move(profile)};
}

}  // namespace profdiff
