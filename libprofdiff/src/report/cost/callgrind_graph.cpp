// SPDX-License-Identifier: GPL-3.0-or-later
// Ensures that the inclusive costs computed by readers of the callgrind format equal the propagated times of the call
// graph. A reader computes the inclusive cost of a called function from the lines of its callers, and the cost of any
// other function from the function's own lines. Cycles and time without a caller therefore need additional functions
// (see profdiff/formats.h).
//
// Test: tests/unit/report/cost/callgrind_test.cpp.
#include "report/cost/callgrind_graph.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "profdiff/error.h"
#include "report/gprof/amounts.h"
#include "report/machine/rows.h"

namespace profdiff {
namespace {

constexpr double kNanosecondsASecond = 1e9;
constexpr std::uint32_t kNoNode = 0xffffffff;

// Replaces control characters by text such as \x09, because a name ends at the end of its line.
std::string OnOneLine(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string line;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      line += c;
    } else {
      line.append("\\x").append(1, kDigits[byte >> 4]).append(1, kDigits[byte & 15]);
    }
  }
  return line;
}

class Builder {
 public:
  Builder(const Execution& execution, DemangleStyle demangle)
      : functions_(execution.functions),
        profile_(execution.profile),
        graph_(execution.graph),
        scale_(AreWhole(execution.profile.origin, execution.profile.dimension) ? 1 : kNanosecondsASecond),
        texts_(execution.functions, demangle),
        node_of_(execution.functions.size(), kNoNode),
        cycle_node_(execution.graph.cycles.size(), kNoNode) {}

  CallgrindGraph Make() {
    RequireRoom();
    for (std::size_t f = 0; f < functions_.size(); ++f) AddFunction(FunctionId(f));
    for (std::size_t i = 0; i < profile_.arcs.size(); ++i) AddArc(ArcId(i));
    for (std::size_t c = 0; c < cycle_node_.size(); ++c) AddCallsOfCycle(CycleId(c));
    AddSpontaneousTime();
    if (std::int64_t rest = CostOf(profile_.unattributed_ticks); rest > 0) {
      made_.functions[AddNode(kUnknownPlace, "<no function>")].costs.push_back({0, rest});
    }
    for (const CallgrindFunction& function : made_.functions) {
      for (const CallgrindFunction::Cost& cost : function.costs) made_.total += cost.cost;
    }
    return std::move(made_);
  }

 private:
  // Refuses total costs above 10^18 (32 years in nanoseconds), so that no cost and no sum of costs reaches 2^63: none
  // of them exceeds a few times the total.
  void RequireRoom() const {
    constexpr double kMost = 1e18;
    double ticks = profile_.unattributed_ticks;
    for (double own : profile_.self_ticks) ticks += std::abs(own);
    const double cost = profile_.Seconds(ticks) * scale_;
    if (!std::isfinite(cost) || cost <= kMost) return;
    throw Error(ErrorCode::kOverflow, scale_ == 1
                                          ? "callgrind files cannot hold costs of more than 1,000,000,000,000,000,000"
                                          : "callgrind files cannot hold more than 1,000,000,000 seconds");
  }

  // The sum of a function's costs in the lines of its callers; `any` is true if there are such lines.
  struct Called {
    bool any = false;
    std::int64_t cost = 0;
  };

  std::int64_t CostOf(double ticks) const {
    const double seconds = profile_.Seconds(ticks);
    return std::isfinite(seconds) ? std::llround(seconds * scale_) : 0;
  }

  std::uint32_t AddNode(std::string file, std::string name) {
    made_.functions.push_back({.file = std::move(file), .name = std::move(name)});
    called_.emplace_back();
    return static_cast<std::uint32_t>(made_.functions.size() - 1);
  }

  // Returns the node of a row of the function table. In a table by source line, all rows of a function have the same
  // node.
  std::uint32_t NodeOf(FunctionId f) {
    std::uint32_t& node = node_of_[f.value];
    if (node != kNoNode) return node;
    std::string file = OnOneLine(texts_.File(f));
    if (file.empty()) file = kUnknownPlace;
    std::string name = OnOneLine(texts_.Name(f));
    Named& named = named_[std::pair(file, name)];
    if (functions_.by_line && named.times != 0) return node = named.node;
    // Readers identify functions by file and name. If several functions have the same pair, all but the first get a
    // suffix such as " [2]".
    if (++named.times > 1) name += " [" + std::to_string(named.times) + "]";
    node = named.node = AddNode(std::move(file), std::move(name));
    made_.functions[node].object = OnOneLine(texts_.Image(f));
    return node;
  }

  std::uint32_t NodeOf(CycleId cycle) {
    std::uint32_t& node = cycle_node_[cycle.value];
    if (node == kNoNode) node = AddNode(kUnknownPlace, "<cycle " + std::to_string(NumberOf(cycle)) + ">");
    return node;
  }

  void AddFunction(FunctionId f) {
    const Propagated& times = graph_.functions[f.value];
    bool used = times.Total() != 0 || profile_.calls[f.value] != 0 || profile_.self_calls[f.value] != 0;
    if (times.shown && used) made_.functions[NodeOf(f)].costs.push_back({texts_.Line(f), CostOf(times.Self())});
  }

  void AddCall(std::uint32_t caller, const CallgrindCall& call) {
    made_.functions[caller].calls.push_back(call);
    called_[call.callee].any = true;
    called_[call.callee].cost += call.cost;
  }

  void AddArc(ArcId id) {
    const Arc& arc = profile_.arcs[id.value];
    // Arcs with count 0 come from call instructions in the code (-c) that were not executed. They are omitted, because
    // a reader would treat their cost as self time.
    const bool was_made = arc.count != 0 || !profile_.calls_known;
    if (!was_made || arc.callee.value >= functions_.size() || !graph_.functions[arc.caller.value].shown) return;
    CycleId cycle = graph_.CycleOf(arc.callee);
    bool enters_cycle = cycle.valid() && cycle != graph_.CycleOf(arc.caller);
    CallgrindCall call;
    // A call into a cycle goes to the cycle's node, which has no self time and calls the members. A call within the
    // cycle has cost 0, because the graph propagates no time along it.
    call.line = texts_.Line(arc.caller);
    call.callee = enters_cycle ? NodeOf(cycle) : NodeOf(arc.callee);
    call.callee_line = enters_cycle ? 0 : texts_.Line(arc.callee);
    call.count = std::max<std::uint64_t>(arc.count, 1);
    call.cost = arc.caller == arc.callee ? 0 : CostOf(graph_.TimeOf(arc).Total());
    AddCall(NodeOf(arc.caller), call);
    if (enters_cycle) entries_[arc.callee.value] += arc.count;
  }

  // Adds a call from a cycle's node to each listed member. The cost of the call is the inclusive cost of the member's
  // node (OwnCost); the count is the number of calls that enter the cycle at this member. If no call enters the cycle
  // there, the count is 1: without a call, the member's cost would not be reachable from the cycle's node.
  void AddCallsOfCycle(CycleId cycle) {
    for (FunctionId member : graph_.components.members[cycle.value]) {
      if (!graph_.functions[member.value].shown) continue;
      const std::uint32_t node = NodeOf(member);
      const auto entries = entries_.find(member.value);
      const std::uint64_t count = entries == entries_.end() ? 1 : entries->second;
      AddCall(NodeOf(cycle), {0, node, texts_.Line(member), count, OwnCost(node)});
    }
  }

  // Returns the inclusive cost that a reader computes from a node's own lines: the self cost plus the cost of calls.
  std::int64_t OwnCost(std::uint32_t node) const {
    std::int64_t cost = 0;
    for (const CallgrindFunction::Cost& line : made_.functions[node].costs) cost += line.cost;
    for (const CallgrindCall& call : made_.functions[node].calls) cost += call.cost;
    return cost;
  }

  // The shortest time in nanoseconds for which AddSpontaneousTime adds a call; rounding errors are far smaller. For
  // counts, which are not rounded, the limit is 1.
  static constexpr std::int64_t kMicrosecond = 1000;

  // Adds calls from "<spontaneous>" for the part of a called function's inclusive cost that is not in the lines of its
  // callers. Without these calls, readers would omit this part.
  void AddSpontaneousTime() {
    std::uint32_t spontaneous = kNoNode;
    for (std::uint32_t node = 0, count = static_cast<std::uint32_t>(called_.size()); node < count; ++node) {
      std::int64_t missing = OwnCost(node) - called_[node].cost;
      if (!called_[node].any || missing < (scale_ == 1 ? 1 : kMicrosecond)) continue;
      if (spontaneous == kNoNode) spontaneous = AddNode(kUnknownPlace, "<spontaneous>");
      AddCall(spontaneous, {.callee = node, .cost = missing});
    }
  }

  struct Named {
    std::uint32_t times = 0;
    std::uint32_t node = 0;
  };

  const FunctionTable& functions_;
  const Profile& profile_;
  const CallGraph& graph_;
  // Factor from seconds to nanoseconds; 1 for counts from another profiler.
  double scale_;
  FunctionTexts texts_;
  CallgrindGraph made_;
  std::vector<Called> called_;             // by node
  std::vector<std::uint32_t> node_of_;     // index in made_.functions, by FunctionId
  std::vector<std::uint32_t> cycle_node_;  // index in made_.functions, by CycleId
  // Number of calls from outside a cycle, by the FunctionId of the member that they enter.
  std::map<std::uint32_t, std::uint64_t> entries_;
  std::map<std::pair<std::string, std::string>, Named> named_;
};

}  // namespace

CallgrindGraph MakeCallgrindGraph(const Execution& execution, DemangleStyle demangle) {
  return Builder(execution, demangle).Make();
}

}  // namespace profdiff
