// SPDX-License-Identifier: GPL-3.0-or-later
// A callgrind file does not divide a function's costs by call chain. A function that is called from both inside and
// outside the phase (the examined function or loop) belongs to it if the phase causes nearly all of its cost, as
// estimated from the costs of its callers.
#include "read/property/callgrind_phase.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

#include "profdiff/error.h"
#include "profdiff/profile.h"
#include "values/cycles.h"

namespace profdiff {
namespace {

using CallId = CallgrindSums::CallId;

class PhaseFinder {
 public:
  PhaseFinder(const CallgrindRun& run, const std::string& path, const MeasureOptions& options)
      : run_(run), names_(run.table.sums.names()), path_(path), options_(options) {}

  // If there is no function (no main, no --phase), everything belongs to the phase.
  CallgrindPhase Find() {
    FindFunction();
    if (options_.phase_line != 0) FindLoop();
    found_.has.assign(names_.size(), !found_.function.valid());
    AddUpCalls();
    FindReached();
    if (found_.function.valid()) LeaveOutShared();
    return std::move(found_);
  }

 private:
  [[noreturn]] void Fail(const std::string& reason, const Remedy& remedy = {}) const {
    throw Error(ErrorCode::kBadArgument, reason, path_, Place::Whole("callgrind"), remedy);
  }
  std::uint64_t CostOf(FunctionId f) const { return run_.costs.Inclusive(f).front(); }

  // Finds the phase's function. If several functions have its name, chooses the one with the largest cost.
  void FindFunction() {
    const std::string_view wanted = options_.phase.empty() ? "main" : std::string_view(options_.phase);
    FunctionId& found = found_.function;
    for (const FunctionId f : run_.order) {
      if (names_.NameOf(f) != wanted) continue;
      if (!found.valid() ||
          std::ranges::lexicographical_compare(run_.costs.Inclusive(found), run_.costs.Inclusive(f))) {
        found = f;
      }
    }
    if (!found.valid() && !options_.phase.empty())
      Fail("no function '" + options_.phase + "'", {RemedyKind::kChoosePhase, {}});
  }

  void FindLoop() {
    const CodeLoops& loops = run_.loops.loops();
    const std::string wanted = options_.phase + ":" + std::to_string(options_.phase_line);
    found_.loop = FindLoopAt(loops, found_.function, options_.phase_line);
    if (found_.loop) return;
    if (!loops.all().empty()) Fail(NoLoopAt(loops, found_.function, wanted));
    Fail("no loops for " + wanted + "; record with 'valgrind --tool=callgrind --dump-instr=yes --collect-jumps=yes'");
  }

  // Computes, for each call, the part of its inclusive cost (first column) that comes from the phase. The result is
  // used only for calls made by the phase's function.
  void AddUpCalls() {
    const CallgrindRows& all = run_.table.all.call_inclusive;
    if (!found_.loop) {
      for (std::size_t i = 0; i < all.size(); ++i) from_phase_.push_back(all[i].front());
      return;
    }
    from_phase_.assign(all.size(), 0);
    is_from_loop_.assign(all.size(), false);
    for (std::size_t i = 0; i < run_.table.sites.size(); ++i) {
      const auto& [call, spot] = run_.table.sites[i];
      if (run_.CallerOf(call) != found_.function || !found_.Has(run_, found_.function, spot.address)) continue;
      from_phase_[call] += run_.table.all.sites[i].front();
      is_from_loop_[call] = true;
    }
  }

  // Sets `found_.has` for the functions that the phase calls, at any depth, and for the phase itself if it is a
  // function.
  void FindReached() {
    if (!found_.function.valid()) return;
    std::vector<std::vector<FunctionId>> callees(names_.size());
    std::vector<FunctionId> open;
    const auto reach = [&](FunctionId f) {
      if (!found_.has[f.value]) open.push_back(f);
      found_.has[f.value] = true;
    };
    for (std::size_t i = 0; i < run_.is_inner.size(); ++i) {
      const auto call = static_cast<CallId>(i);
      callees[run_.CallerOf(call).value].push_back(run_.CalleeOf(call));
      if (found_.loop && is_from_loop_[i]) reach(run_.CalleeOf(call));
    }
    if (!found_.loop) reach(found_.function);
    while (!open.empty()) {
      const FunctionId next = open.back();
      open.pop_back();
      for (const FunctionId callee : callees[next.value]) reach(callee);
    }
  }

  // Drops functions that are shared with the rest of the program, because their costs include costs from outside the
  // phase; a small share from outside is tolerated. The choice is a guess, so a remark reports it.
  void LeaveOutShared() {
    constexpr double kNearlyAll = 0.9;
    const std::vector<double> part = PartOfPhase();
    std::size_t left_out = 0;
    FunctionId example;
    for (const FunctionId f : run_.order) {
      if (!found_.has[f.value] || part[f.value] >= kNearlyAll) continue;
      found_.has[f.value] = false;
      if (left_out++ == 0 || CostOf(f) > CostOf(example)) example = f;
    }
    if (left_out == 0) return;
    const std::string name(names_.NameOf(found_.function));
    found_.remarks.emplace_back(
        (left_out == 1 ? "a function that is also" : std::to_string(left_out) + " functions that are also") +
        std::string(" called from outside ") + (found_.loop ? "the loop of " : "") + name + " " +
        (left_out == 1 ? "is" : "are") + " left out, for example " + std::string(names_.NameOf(example)) +
        (found_.loop ? "" : "; 'valgrind --toggle-collect=" + name + "' separates their calls"));
  }

  // Returns, by function, the fraction of its inclusive cost (first column) that comes from the phase. Each caller
  // passes on its own fraction, weighted by the cost of the call. Functions are processed after their callers:
  // components are numbered callees first, so they are processed in descending order. Calls within a cycle are ignored.
  // All functions of a cycle have the same fraction.
  std::vector<double> PartOfPhase() const {
    const std::vector<CallgrindSums::Call>& calls = run_.table.sums.calls();
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const auto call = static_cast<CallId>(i);
      arcs.push_back({run_.CallerOf(call), run_.CalleeOf(call), 1});
    }
    const std::vector<std::uint32_t> number = FindCycles(names_.size(), arcs).number;
    std::vector<std::size_t> by_callee(calls.size());
    std::iota(by_callee.begin(), by_callee.end(), std::size_t{0});
    std::ranges::sort(by_callee, std::ranges::greater(), [&](std::size_t i) { return number[arcs[i].callee.value]; });
    std::vector<double> within(names_.size() + 1), all(names_.size() + 1);  // by component
    const auto part_of = [&](FunctionId f) {
      if (f == found_.function) return 1.0;
      const std::uint32_t n = number[f.value];
      return all[n] > 0 ? within[n] / all[n] : found_.has[f.value] ? 1.0 : 0.0;
    };
    for (const std::size_t i : by_callee) {
      const std::uint32_t n = number[arcs[i].callee.value];
      if (number[arcs[i].caller.value] == n) continue;
      const auto cost = static_cast<double>(run_.table.all.call_inclusive[i].front());
      const bool is_of_phase = arcs[i].caller == found_.function;
      within[n] += is_of_phase ? static_cast<double>(from_phase_[i]) : cost * part_of(arcs[i].caller);
      all[n] += cost;
    }
    std::vector<double> part;
    for (std::size_t i = 0; i < names_.size(); ++i) part.push_back(part_of(FunctionId(i)));
    return part;
  }

  const CallgrindRun& run_;
  const NamedFunctions& names_;
  const std::string& path_;
  const MeasureOptions& options_;
  CallgrindPhase found_;
  std::vector<std::uint64_t> from_phase_;  // by call
  std::vector<bool> is_from_loop_;         // by call; used only if the phase is a loop
};

}  // namespace

CallgrindPhase FindPhase(const CallgrindRun& run, const std::string& path, const MeasureOptions& options) {
  return PhaseFinder(run, path, options).Find();
}

}  // namespace profdiff
