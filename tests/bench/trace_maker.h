// SPDX-License-Identifier: GPL-3.0-or-later
// Input of the trace benchmarks: lists of symbols and pairs of call trees, with edits.
#ifndef TESTS_BENCH_TRACE_MAKER_H_
#define TESTS_BENCH_TRACE_MAKER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "profdiff/trace.h"
#include "values/shape.h"

namespace profdiff {

using Symbols = std::vector<std::uint32_t>;
inline constexpr std::uint32_t kFunctions = 100;

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::uint32_t Below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  Symbols List(std::size_t size) {
    Symbols list(size);
    for (std::uint32_t& symbol : list) symbol = Below(kFunctions);
    return list;
  }

  // Returns the list with random edits: replacements, deletions and insertions are equally frequent. `rate` is the
  // share of elements that are edited.
  Symbols Edited(const Symbols& list, double rate) {
    Symbols edited;
    for (std::uint32_t symbol : list) {
      const std::uint32_t kind = IsEdit(rate) ? Below(3) : 3;
      if (kind == 0) edited.push_back(Below(kFunctions));
      if (kind == 1) edited.push_back((symbol + 1 + Below(kFunctions - 1)) % kFunctions);
      if (kind != 1 && kind != 2) edited.push_back(symbol);
    }
    return edited;
  }

  bool IsEdit(double rate) { return static_cast<double>(random_() >> 11) * 0x1p-53 < rate; }

 private:
  std::mt19937_64 random_;
};

// Makes pairs of call trees that differ by edits. The length of a list of calls is the splitting factor, `factor`. The
// end and the shape hash of a call are set after its callees have been added, because both depend on the callees.
class TreePairMaker {
 public:
  TreePairMaker(std::uint32_t factor, double rate, std::uint32_t seed)
      : factor_(factor), rate_(rate), generator_(seed) {
    for (std::uint32_t i = 0; i < kFunctions; ++i) names_.push_back("function_" + std::to_string(i));
    for (const std::string& name : names_) hashes_.push_back(HashName(name));
  }

  void Make(std::size_t calls, Trace& a, Trace& b) {
    a.names = b.names = names_;
    a.threads.resize(1);
    b.threads.resize(1);
    Reserve(a.threads[0].calls, calls);
    Reserve(b.threads[0].calls, calls + calls / 8);
    a_ = &a.threads[0].calls;
    b_ = &b.threads[0].calls;
    std::size_t levels = 1, leaves = calls;
    while (leaves > factor_) {
      leaves /= factor_;
      ++levels;
    }
    std::uint64_t a_hash = 0, b_hash = 0;
    AddList(levels, calls, a_hash, b_hash);
  }

 private:
  static void Reserve(CallTree& tree, std::size_t calls) {
    tree.function.reserve(calls);
    tree.end.reserve(calls);
    tree.start.reserve(calls);
    tree.duration.reserve(calls);
    tree.shape.reserve(calls);
  }

  // The lists on the lowest level are full; the list on the top level has the remaining calls.
  void AddList(std::size_t levels, std::size_t calls, std::uint64_t& a_hash, std::uint64_t& b_hash) {
    const std::size_t below = levels == 1 ? 0 : FullTree(levels - 1), each = below + 1;
    for (std::size_t done = 0; done < calls; done += each) {
      AddEdited(levels, std::min(below, calls - done - 1), a_hash, b_hash);
    }
  }

  std::size_t FullTree(std::size_t levels) const {
    std::size_t calls = 0;
    for (std::size_t level = 0; level < levels; ++level) calls = (calls + 1) * factor_;
    return calls;
  }

  void AddEdited(std::size_t levels, std::size_t below, std::uint64_t& a_hash, std::uint64_t& b_hash) {
    const std::uint32_t symbol = generator_.Below(kFunctions);
    const std::uint32_t kind = generator_.IsEdit(rate_) ? generator_.Below(3) : 3;
    if (kind == 0) AddLeaf(*b_, generator_.Below(kFunctions), b_hash);
    if (kind == 2 && below == 0) {
      AddLeaf(*a_, symbol, a_hash);
      return;
    }
    const std::uint32_t other = kind == 1 ? generator_.Below(kFunctions) : symbol;
    if (below == 0) {
      AddLeaf(*a_, symbol, a_hash);
      AddLeaf(*b_, other, b_hash);
      return;
    }
    const std::size_t a_row = Enter(*a_, symbol), b_row = Enter(*b_, other);
    std::uint64_t a_own = hashes_[symbol], b_own = hashes_[other];
    AddList(levels - 1, below, a_own, b_own);
    Leave(*a_, a_row, a_own, a_hash);
    Leave(*b_, b_row, b_own, b_hash);
  }

  std::size_t Enter(CallTree& tree, std::uint32_t symbol) {
    tree.function.emplace_back(std::size_t{symbol});
    tree.end.push_back(0);
    tree.start.push_back(++now_);
    tree.duration.push_back(0);
    tree.shape.push_back(0);
    return tree.size() - 1;
  }

  void Leave(CallTree& tree, std::size_t row, std::uint64_t own, std::uint64_t& hash) {
    tree.end[row] = static_cast<std::uint32_t>(tree.size());
    now_ += 1 + generator_.Below(100);
    tree.duration[row] = now_ - tree.start[row];
    tree.shape[row] = EndShape(own);
    hash = AddShape(hash, tree.shape[row]);
  }

  void AddLeaf(CallTree& tree, std::uint32_t symbol, std::uint64_t& hash) {
    Leave(tree, Enter(tree, symbol), hashes_[symbol], hash);
  }

  const std::uint32_t factor_;
  const double rate_;
  Generator generator_;
  std::vector<std::string> names_;
  std::vector<std::uint64_t> hashes_;
  std::uint64_t now_ = 0;
  CallTree *a_ = nullptr, *b_ = nullptr;
};

}  // namespace profdiff

#endif  // TESTS_BENCH_TRACE_MAKER_H_
