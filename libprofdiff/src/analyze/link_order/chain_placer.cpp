// SPDX-License-Identifier: GPL-3.0-or-later
// Builds chains of functions, call by call (GPROF.md, section 14.1, PLACE).
#include "analyze/link_order/chain_placer.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace profdiff {
namespace {

constexpr double kTopShare = 0.99;

}  // namespace

ChainPlacer::ChainPlacer(std::size_t nodes, std::size_t walked_from, std::uint64_t total)
    : walked_from_(walked_from),
      total_(static_cast<double>(total)),
      placed_(nodes, false),
      before_(nodes, kNone),
      after_(nodes, kNone),
      position_(nodes, 0),
      chain_(nodes) {
  std::iota(chain_.begin(), chain_.end(), Node{0});
  first_ = last_ = chain_;
}

void ChainPlacer::Tie(Node node, Node after) { after_[node] = after; }

void ChainPlacer::Put(Node node) {
  placed_[node] = true;
  order_.push_back(node);
}

// Returns the end of a chain of walked nodes, and the number of steps to it.
ChainPlacer::End ChainPlacer::WalkFrom(Node node, const std::vector<Node>& next) const {
  End end{node, 0};
  // Ends a walk after as many steps as there are walked nodes: a longer walk would only go round a ring.
  auto ring = static_cast<std::int64_t>(next.size() - walked_from_);
  while (next[end.node] != kNone && end.distance < ring) end = {next[end.node], end.distance + 1};
  return end;
}

ChainPlacer::End ChainPlacer::StartOf(Node node) const {
  if (node >= walked_from_) return WalkFrom(node, before_);
  Node first = first_[chain_[node]];
  return {first, position_[node] - position_[first]};
}

ChainPlacer::End ChainPlacer::FinishOf(Node node) const {
  if (node >= walked_from_) return WalkFrom(node, after_);
  Node last = last_[chain_[node]];
  return {last, position_[last] - position_[node]};
}

// Links two nodes. One of them must be free; it joins the chain of the other node, next to that node.
void ChainPlacer::SetNeighbours(Node before, Node after) {
  bool grows_back = Free(after);  // true: appends `after` to the chain of `before`; false: prepends `before`
  after_[before] = after;
  before_[after] = before;
  if (grows_back) {
    chain_[after] = chain_[before];
    position_[after] = position_[before] + 1;
    last_[chain_[after]] = after;
  } else {
    chain_[before] = chain_[after];
    position_[before] = position_[after] - 1;
    first_[chain_[before]] = before;
  }
}

bool ChainPlacer::Join(Call& call) {
  Node caller = call.caller;
  Node callee = call.callee;
  if (Free(caller)) {
    End start = StartOf(callee);
    End finish = FinishOf(callee);
    // Chooses the nearer end, or the start if both are equally near.
    callee = finish.distance < start.distance ? finish.node : start.node;
  } else if (Free(callee)) {
    End start = StartOf(caller);
    End finish = FinishOf(caller);
    // Chooses the nearer end, or (unlike above) the finish if both are equally near.
    caller = start.distance < finish.distance ? start.node : finish.node;
  } else {
    return false;
  }
  if (StartOf(caller).node == StartOf(callee).node) return false;  // same chain: the link would close a ring
  // The order of these conditions is gprof's: the caller's chain determines the side on which the callee is added. If
  // both functions are free, the caller comes first.
  if (after_[caller] == kNone && (before_[caller] != kNone || before_[callee] == kNone)) {
    SetNeighbours(caller, callee);
  } else {
    SetNeighbours(callee, caller);
  }
  call.done = true;
  return true;
}

void ChainPlacer::PutChain(Node start) {
  auto begin = static_cast<std::ptrdiff_t>(order_.size());
  for (Node node = start; node != kNone; node = after_[node]) {
    // Stops when a node is reached again, which closes a ring. Only walked nodes can form rings.
    bool ring = node >= walked_from_ && std::find(order_.begin() + begin, order_.end(), node) != order_.end();
    if (ring) break;
    Put(node);
  }
}

std::vector<std::uint32_t> ChainPlacer::Place(std::span<Call> calls, std::span<const std::uint32_t> list, Mode mode) {
  // Calls that are already done count towards the first 99 % as well, as in gprof.
  std::vector<std::uint32_t> left_over;
  std::uint64_t sum = 0;
  for (std::uint32_t id : list) {
    Call& call = calls[id];
    sum += call.count;
    if (call.done) continue;
    bool small = mode == Mode::kTop && static_cast<double>(sum) / total_ > kTopShare;
    if (small || placed_[call.caller] || placed_[call.callee] || !Join(call)) left_over.push_back(id);
  }
  for (std::uint32_t id : list) {
    const Call& call = calls[id];
    if (!placed_[call.caller] && !placed_[call.callee] && !Free(call.caller)) PutChain(StartOf(call.caller).node);
  }
  if (mode == Mode::kTop) return left_over;
  for (std::uint32_t id : list) {
    const Call& call = calls[id];
    if (!placed_[call.caller] && !placed_[call.callee]) Put(call.caller);
  }
  return left_over;
}

}  // namespace profdiff
