// SPDX-License-Identifier: GPL-3.0-or-later
// Chains of functions for link orders: each call, the most frequent first, wants its two functions side by side.
//
// A function has two sides. A call joins a function without neighbours to the nearer end of the other function's
// chain; a call between two functions that both have neighbours comes too late. So chains grow by one function at an
// end, never by another chain, and a function's place in its chain is a number that stays: the distance to either end
// is a subtraction.
// Source: gprof 2.40, function and file ordering. Tests: tests/unit/analyze/link_order/chain_placer_test.cpp.
#ifndef PROFDIFF_ANALYZE_LINK_ORDER_CHAIN_PLACER_H_
#define PROFDIFF_ANALYZE_LINK_ORDER_CHAIN_PLACER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace profdiff {

class ChainPlacer {
 public:
  using Node = std::uint32_t;  // a function, or a place of a symspec
  static constexpr Node kNone = 0xffffffff;

  struct Call {
    Node caller, callee;
    std::uint64_t count;
    bool done = false;  // has joined its two, or never shall
  };

  // Which calls of a list are tried.
  enum class Mode {
    kTop,  // functions that make up the first 99 % of `total`
    kAll,  // all; what still has no place at the end goes out as it is, callers alone
  };

  // Nodes from `walked_from` on may begin with a neighbour: see Tie.
  ChainPlacer(std::size_t nodes, std::size_t walked_from, std::uint64_t total);

  // Puts `after` behind a walked node, without putting the node before it. Chains of such nodes can run together and
  // close to rings; their ends are found by walking. (There gprof may never end; this does.)
  void Tie(Node node, Node after);

  std::size_t nodes() const { return placed_.size(); }
  bool Placed(Node node) const { return placed_[node]; }
  // Takes a node out of the play, or back into it.
  void SetPlaced(Node node, bool placed) { placed_[node] = placed; }
  // The next in order.
  void Put(Node node);

  // Joins the calls of `list` (indices into `calls`) to chains, puts the chains that came of it, and returns the calls
  // that are left over.
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
  bool Link(Node caller, Node callee);
  void SetNeighbours(Node before, Node after);
  void PutChain(Node start);

  std::size_t walked_from_;
  double total_;
  std::vector<bool> placed_;
  std::vector<Node> before_, after_;
  std::vector<std::int32_t> position_;  // in its chain, from any origin
  std::vector<Node> chain_;             // number of its chain
  std::vector<Node> first_, last_;      // by chain
  std::vector<Node> order_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_LINK_ORDER_CHAIN_PLACER_H_
