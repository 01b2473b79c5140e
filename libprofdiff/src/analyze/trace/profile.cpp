// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a profile of a trace in one pass over the rows of each call tree. A stack holds the callers of the current row.
// The duration of a row is added to the self time of its function and subtracted from the self time of its caller.
// Tests: tests/unit/analyze/trace/profile_test.cpp.
#include <algorithm>
#include <memory>
#include <vector>

#include "profdiff/trace.h"
#include "values/arc_index.h"

namespace profdiff {
namespace {

// Assigns function ids to the names that are called, in alphabetical order.
class Naming {
 public:
  explicit Naming(const Trace& trace) : trace_(trace), ids_(trace.names.size()) {
    std::vector<bool> called(trace.names.size());
    for (const ThreadTrace& thread : trace.threads) {
      for (NameId name : thread.calls.function) called[name.value] = true;
    }
    for (std::size_t i = 0; i < called.size(); ++i) {
      if (called[i]) names_.emplace_back(i);
    }
    std::sort(names_.begin(), names_.end(),
              [&](NameId x, NameId y) { return trace.names[x.value] < trace.names[y.value]; });
    for (std::size_t f = 0; f < names_.size(); ++f) ids_[names_[f].value] = FunctionId(f);
  }

  FunctionId IdOf(NameId name) const { return ids_[name.value]; }

  FunctionTable MakeTable() const {
    FunctionTable table;
    table.has_addresses = false;
    table.functions.reserve(names_.size());
    for (NameId name : names_) {
      table.storage.push_back(std::make_shared<const std::string>(trace_.names[name.value]));
      table.functions.push_back({.name = *table.storage.back()});
    }
    return table;
  }

 private:
  const Trace& trace_;
  std::vector<FunctionId> ids_;  // FunctionId of each name, indexed by NameId
  std::vector<NameId> names_;    // name of each function, indexed by FunctionId
};

// Counts calls by caller and callee. The latest arc to each function is stored, which saves most lookups.
class ArcCounter {
 public:
  explicit ArcCounter(std::size_t functions) : latest_(functions) {}

  void Add(FunctionId caller, FunctionId callee) {
    ArcId& latest = latest_[callee.value];
    if (!latest.valid() || arcs_[latest.value].caller != caller) latest = ids_.FindOrAdd(caller, callee, arcs_);
    ++arcs_[latest.value].count;
  }
  std::vector<Arc> Take() { return std::move(arcs_); }

 private:
  std::vector<Arc> arcs_;
  ArcIndex ids_;
  // Indexed by callee: the latest arc to it, since the next call is usually from the same caller.
  std::vector<ArcId> latest_;
};

class Adder {
 public:
  Adder(const Naming& naming, std::size_t functions)
      : naming_(naming), self_(functions), calls_(functions), self_calls_(functions), arcs_(functions) {}

  void Add(const CallTree& tree) {
    std::vector<std::uint32_t> open;
    for (std::uint32_t row = 0; row < tree.size(); ++row) {
      while (!open.empty() && tree.end[open.back()] <= row) open.pop_back();
      AddCall(tree, row, open.empty() ? FunctionId() : naming_.IdOf(tree.function[open.back()]));
      // Leaves have no callees and need not be on the stack.
      if (tree.end[row] > row + 1) open.push_back(row);
    }
  }

  Profile Take() {
    Profile profile;
    for (std::uint64_t ticks : self_)
      profile.self_ticks.push_back(static_cast<double>(static_cast<std::int64_t>(ticks)));
    profile.calls = std::move(calls_);
    profile.self_calls = std::move(self_calls_);
    profile.arcs = arcs_.Take();
    profile.total_ticks = static_cast<double>(static_cast<std::int64_t>(total_));
    profile.rate = 1e9;
    profile.has_histogram = profile.has_arcs = true;
    return profile;
  }

 private:
  void AddCall(const CallTree& tree, std::uint32_t row, FunctionId caller) {
    const FunctionId callee = naming_.IdOf(tree.function[row]);
    (caller.valid() ? self_[caller.value] : total_) += caller.valid() ? 0 - tree.duration[row] : tree.duration[row];
    self_[callee.value] += tree.duration[row];
    ++(caller == callee ? self_calls_ : calls_)[callee.value];
    if (caller.valid()) arcs_.Add(caller, callee);
  }

  const Naming& naming_;
  // Self times modulo 2^64; negative values are temporary, unless the trace is inconsistent.
  std::vector<std::uint64_t> self_;
  std::vector<std::uint64_t> calls_, self_calls_;
  ArcCounter arcs_;
  std::uint64_t total_ = 0;
};

}  // namespace

TraceProfile ProfileOfTrace(const Trace& trace) {
  const Naming naming(trace);
  TraceProfile result{naming.MakeTable(), {}};
  Adder adder(naming, result.functions.size());
  for (const ThreadTrace& thread : trace.threads) adder.Add(thread.calls);
  result.profile = adder.Take();
  return result;
}

}  // namespace profdiff
