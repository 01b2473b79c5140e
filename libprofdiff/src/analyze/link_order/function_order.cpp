// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the order of functions. Hot functions, which many of the most frequent arcs enter, come first. Next are
// chains of functions that call each other most, then other called functions, and finally functions that are never
// called. Source: GPROF.md, section 14.1 (-r). Tests: tests/unit/analyze/link_order/function_order_test.cpp.
#include <algorithm>
#include <cstddef>
#include <numeric>

#include "analyze/link_order/chain_placer.h"
#include "analyze/link_order/order_calls.h"
#include "profdiff/profile.h"
#include "values/cycles.h"
#include "values/ordering.h"

namespace profdiff {
namespace {

using Node = ChainPlacer::Node;

constexpr double kUsedShare = 0.90;       // only the most frequent calls, up to this share of all calls, count as uses
constexpr std::size_t kPerHot = 80;       // at most one in this many called functions is hot
constexpr std::uint32_t kTooFewUses = 5;  // hot functions end at the first one with exactly this many uses, as in gprof

class FunctionOrder {
 public:
  FunctionOrder(std::size_t functions, const Profile& profile, const Adjacency& arcs, const SpecCalls& specs)
      : functions_(functions),
        profile_(profile),
        arcs_(arcs),
        source_(profile, specs),
        calls_(source_.calls),
        placer_(source_.MakePlacer()) {}

  std::vector<FunctionId> Run() {
    std::vector<std::uint32_t> by_count(calls_.size());
    std::iota(by_count.begin(), by_count.end(), 0u);
    SortByCount(by_count);
    std::vector<Node> called = CalledFunctions();
    PutHotFunctions(HotFunctions(called, UsesOf(by_count)));
    std::vector<std::uint32_t> left_over = placer_.Place(calls_, by_count, ChainPlacer::Mode::kTop);
    placer_.Place(calls_, left_over, ChainPlacer::Mode::kAll);
    return Finish(called);
  }

 private:
  using CallId = std::uint32_t;

  void SortByCount(std::vector<CallId>& list) const {
    std::ranges::stable_sort(list, std::greater<>(), [this](CallId id) { return calls_[id].count; });
  }

  // Returns the called functions. Marks all other functions as placed, so that chains leave them out.
  std::vector<Node> CalledFunctions() {
    std::vector<Node> called;
    for (std::size_t f = 0; f < functions_; ++f) {
      placer_.SetPlaced(static_cast<Node>(f), profile_.calls[f] == 0);
      if (profile_.calls[f] != 0) called.push_back(static_cast<Node>(f));
    }
    return called;
  }

  // Returns, for each node, the number of its callers among the most frequent arcs. The arc that makes the sum of
  // counts exceed kUsedShare does not count.
  std::vector<std::uint32_t> UsesOf(const std::vector<CallId>& by_count) const {
    std::vector<std::uint32_t> uses(placer_.nodes(), 0);
    std::uint64_t sum = 0;
    for (CallId id : by_count) {
      sum += calls_[id].count;
      if (static_cast<double>(sum) / static_cast<double>(source_.total) > kUsedShare) break;
      ++uses[calls_[id].callee];
    }
    return uses;
  }

  static std::vector<Node> HotFunctions(std::vector<Node> called, const std::vector<std::uint32_t>& uses) {
    std::ranges::stable_sort(called, std::greater<>(), [&uses](Node f) { return uses[f]; });
    called.resize(called.size() / kPerHot);
    auto end = std::ranges::find(called, kTooFewUses, [&uses](Node f) { return uses[f]; });
    called.erase(end, called.end());
    return called;
  }

  // Adds hot functions to the order without joining their calls. A special case is a call from or to a hot function if
  // both functions of the call are marked as placed (hot or never called): both marks are removed, and the caller is
  // put after the hot functions (GPROF.md, section 14.1, step 3). A caller can therefore appear twice in the order.
  void PutHotFunctions(const std::vector<Node>& hot) {
    if (hot.empty()) return;
    std::vector<CallId> freed;
    for (CallId id : CallsAround(hot)) {
      if (!placer_.Placed(calls_[id].caller) || !placer_.Placed(calls_[id].callee)) continue;
      placer_.SetPlaced(calls_[id].caller, false);
      placer_.SetPlaced(calls_[id].callee, false);
      freed.push_back(id);
    }
    // Leaves out the last hot function, as gprof does, and hot functions whose marks were removed.
    for (Node f : std::span(hot).first(hot.size() - 1)) {
      if (placer_.Placed(f)) placer_.Put(f);
    }
    SortByCount(freed);
    for (CallId id : freed) placer_.Put(calls_[id].caller);
  }

  // Returns the calls from and to hot functions, and marks them as done. A call between two hot functions is returned
  // twice.
  std::vector<CallId> CallsAround(const std::vector<Node>& hot) {
    std::vector<CallId> around;
    auto add = [&](std::span<const ArcId> arcs) {
      for (ArcId id : arcs) {
        const Arc& arc = profile_.arcs[id.value];
        if (arc.caller != arc.callee) around.push_back(source_.of_arc[id.value]);
      }
    };
    for (Node f : hot) {
      add(arcs_.Children(FunctionId(f)));
      add(arcs_.Parents(FunctionId(f)));
      placer_.SetPlaced(f, true);
    }
    for (CallId id : around) calls_[id].done = true;
    return around;
  }

  // Appends called functions that are not placed yet, then functions that are never called.
  std::vector<FunctionId> Finish(const std::vector<Node>& called) {
    for (Node f : called) {
      if (!placer_.Placed(f)) placer_.Put(f);
    }
    std::vector<FunctionId> order;
    for (Node node : placer_.order()) order.push_back(source_.FunctionOf(node));
    for (std::size_t f = 0; f < functions_; ++f) {
      if (profile_.calls[f] == 0) order.push_back(FunctionId(f));
    }
    return order;
  }

  std::size_t functions_;
  const Profile& profile_;
  const Adjacency& arcs_;
  OrderCalls source_;
  std::vector<ChainPlacer::Call>& calls_;
  ChainPlacer placer_;
};

}  // namespace

std::vector<FunctionId> FindFunctionOrder(const FunctionTable& table, const Profile& profile,
                                          const SpecCalls& spec_calls, const Adjacency* listed) {
  if (listed != nullptr) return FunctionOrder(table.size(), profile, *listed, spec_calls).Run();
  Adjacency newest_first = IndexArcs(profile.calls.size(), profile.arcs);
  return FunctionOrder(table.size(), profile, newest_first, spec_calls).Run();
}

}  // namespace profdiff
