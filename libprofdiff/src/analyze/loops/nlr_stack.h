// SPDX-License-Identifier: GPL-3.0-or-later
// Folds a sequence of functions into loops, one function at a time.
// Tests: tests/unit/analyze/loops/fold_test.cpp.
#ifndef PROFDIFF_ANALYZE_LOOPS_NLR_STACK_H_
#define PROFDIFF_ANALYZE_LOOPS_NLR_STACK_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analyze/loops/loop_table.h"

namespace profdiff {

class NlrStack {
 public:
  // `known` may be null. A loop in `known` is recognised after two equal blocks, a new loop after three. New loops are
  // stored in this object, and numbered after the loops of `known`.
  NlrStack(std::uint32_t longest_body, const LoopTable* known);

  void Push(std::uint32_t function);

  std::vector<NlrItem> Items() const;
  LoopTable TakeFound() { return std::move(found_); }  // moves out the new loops, which are not in `known`

 private:
  // An item on the stack.
  struct Slot {
    NlrItem item;
    std::uint32_t body_length = 0;  // length of the body of a loop; 0 for a function
    std::uint64_t hash = 0;         // hash of all items below this one
  };

  bool FoldOnce();
  bool ExtendLoop(std::size_t k);
  bool MakeLoop(std::size_t k);
  void Append(NlrItem item);
  std::uint64_t HashOf(std::size_t k, std::size_t before) const;
  bool IsRepeated(std::size_t k, std::size_t before) const;
  bool IsBody(std::uint32_t loop, std::size_t k) const;
  std::span<const NlrItem> CopyLast(std::size_t k);
  std::span<const NlrItem> Body(std::uint32_t loop) const;
  std::uint64_t HashOfBody(std::uint32_t loop) const;

  const LoopTable* const known_;
  const std::uint32_t known_size_;
  LoopTable found_;
  std::vector<std::uint64_t> powers_;  // powers of kBlockFactor, by exponent
  // The first size_ slots are in use, and the next one has the hash of all their items. Each slot has the hash of the
  // items below it, so decreasing size_ is enough to remove items.
  std::vector<Slot> slots_;
  std::size_t size_ = 0;
  std::vector<NlrItem> copy_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_LOOPS_NLR_STACK_H_
