// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the calls of two aligned threads by path, that is, by the functions from the top level to the call.
// Tests: tests/unit/analyze/trace_difference/difference_test.cpp.
#ifndef PROFDIFF_ANALYZE_TRACE_DIFFERENCE_PATH_TREE_H_
#define PROFDIFF_ANALYZE_TRACE_DIFFERENCE_PATH_TREE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/mix.h"
#include "base/seeded_hash.h"
#include "profdiff/alignment.h"

namespace profdiff {

// The paths of one pair of threads. Paths are nodes of a tree. A path with another mark is another node.
// Cost: constant for each call: calls often follow each other in the same order, so that the next node is guessed.
class PathTree {
 public:
  static constexpr std::uint32_t kTop = 0;  // the caller of calls that have none

  PathTree() : nodes_(1), slots_(16) {}

  // Returns the node for calls with a mark below a caller. Symbols are ranks of names, as in TreePair; the symbol of a
  // side without a call is kNoSymbol.
  std::uint32_t Find(std::uint32_t caller, Mark mark, std::uint32_t symbol_a, std::uint32_t symbol_b) {
    Node& above = nodes_[caller];
    const Key key{caller, static_cast<std::uint32_t>(mark), symbol_a, symbol_b};
    const std::uint32_t guess = nodes_[above.last_child].follower;
    if (guess != 0 && nodes_[guess].key == key) return above.last_child = guess;
    return FindSlowly(key);
  }
  static constexpr std::uint32_t kNoSymbol = 0xffffffff;

  // The sums of a node; see PathDifference.
  PathDifference& At(std::uint32_t node) { return nodes_[node].sums; }

  // Returns all paths in the order of first calls, each before those below it.
  std::vector<PathDifference> Take(std::size_t thread);

 private:
  struct Key {
    std::uint32_t caller = 0, mark = 0, symbol_a = 0, symbol_b = 0;

    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Node {
    Key key;
    std::uint32_t first_child = 0, newest_child = 0, next_sibling = 0;
    std::uint32_t last_child = 0;  // the child that was found last
    std::uint32_t follower = 0;    // the sibling that was found after this node
    PathDifference sums;
  };

  // A place in the hash table of nodes, which is free if its node is kTop. The hash is the lower half of the key's.
  struct Slot {
    std::uint32_t node = kTop, hash = 0;
  };

  std::uint32_t FindSlowly(Key key);
  std::uint64_t HashOf(const Key& key) const {
    const std::uint64_t symbols = std::uint64_t{key.mark} << 32 | key.symbol_b;
    return Mix(Mix((std::uint64_t{key.caller} << 32 | key.symbol_a) ^ seed_) + symbols);
  }
  // Returns the slot of a key, or the free slot for it.
  Slot& SlotOf(const Key& key);
  void Grow();

  std::vector<Node> nodes_;  // the first node is kTop
  std::vector<Slot> slots_;  // at most half of them are in use
  std::uint64_t seed_ = NewHashSeed();
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_TRACE_DIFFERENCE_PATH_TREE_H_
