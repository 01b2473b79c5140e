// SPDX-License-Identifier: GPL-3.0-or-later
// Chains of functions for link orders. Calls are processed in order of frequency, the most frequent first; each call
// places its caller and callee next to each other.
//
// A call joins a function without neighbours to the nearer end of the other function's chain; a call between two
// functions that both have neighbours has no effect. Chains therefore grow by one function at an end, never by another
// chain, and the position of a function in its chain never changes. This makes it possible to compute the distance to
// either end by a subtraction, whereas gprof walks the chain.
// Source: GPROF.md, section 14.1. Tests: tests/unit/analyze/link_order/chain_placer_test.cpp.
#ifndef PROFDIFF_ANALYZE_LINK_ORDER_CHAIN_PLACER_H_
#define PROFDIFF_ANALYZE_LINK_ORDER_CHAIN_PLACER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace profdiff {

class ChainPlacer {
 public:
  using Node = std::uint32_t;  // a function, or a place as defined for SpecCalls
  static constexpr Node kNone = 0xffffffff;

  struct Call {
    Node caller, callee;
    std::uint64_t count;
    // True if the call has joined its caller and callee, or must not join them.
    bool done = false;
  };

  // The calls of a list that Place() tries.
  enum class Mode {
    kTop,  // the first calls of the list, as long as their counts add up to at most 99 % of `total`
    kAll,  // all calls; afterwards, appends the caller of each call whose functions are both still unplaced
  };

  // Nodes from `walked_from` on (the walked nodes) can have a successor before any call is placed; see Tie.
  ChainPlacer(std::size_t nodes, std::size_t walked_from, std::uint64_t total);

  // Makes `after` the successor of `node`, a walked node, without making `node` the predecessor of `after`. Chains of
  // such nodes can merge and form rings, so their ends are found by walking. gprof may not terminate in a ring; this
  // class always does.
  void Tie(Node node, Node after);

  std::size_t nodes() const { return placed_.size(); }
  bool Placed(Node node) const { return placed_[node]; }
  // Marks a node as placed, so that chains leave it out, or as not placed.
  void SetPlaced(Node node, bool placed) { placed_[node] = placed; }
  // Appends a node to the order.
  void Put(Node node);

  // Joins functions by the calls in `list` (indices into `calls`), appends the resulting chains to the order, and
  // returns the remaining calls.
  std::vector<std::uint32_t> Place(std::span<Call> calls, std::span<const std::uint32_t> list, Mode mode);

  const std::vector<Node>& order() const { return order_; }

 private:
  struct End {
    Node node;
    std::int64_t distance;
  };

  bool Free(Node node) const { return before_[node] == kNone && after_[node] == kNone; }
  End StartOf(Node node) const;
  End FinishOf(Node node) const;
  End WalkFrom(Node node, const std::vector<Node>& next) const;
  bool Join(Call& call);
  void SetNeighbours(Node before, Node after);
  void PutChain(Node start);

  std::size_t walked_from_;
  double total_;
  std::vector<bool> placed_;
  std::vector<Node> before_, after_;
  std::vector<std::int32_t> position_;  // indexed by node: position in its chain, counted from any origin
  std::vector<Node> chain_;             // indexed by node: its chain
  std::vector<Node> first_, last_;      // indexed by chain: its first and last node
  std::vector<Node> order_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_LINK_ORDER_CHAIN_PLACER_H_
