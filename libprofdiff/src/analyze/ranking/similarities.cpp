// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the attributes that pairs of classes share, using bit sets. Attributes of a single class need no bit because
// no pair shares them; attributes of all classes need no bit because every pair does. Pairs are processed in square
// tiles that fit the processor's cache.
// Tests: tests/unit/analyze/ranking/lattice_test.cpp; tests/bench/rank_bench.cpp processes 134 million pairs of 1,024
// attributes in about a second.
#include <algorithm>
#include <unordered_map>

#include "analyze/ranking/bit_rows.h"
#include "analyze/ranking/classes.h"
#include "base/in_order.h"
#include "profdiff/error.h"
#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostClasses = std::size_t{1} << 15;  // tables for all pairs of this many classes take 2 GiB
constexpr std::size_t kSquare = 128;                        // number of rows and columns of a tile

// Returns the index of the pair (a, b), a >= b, in the lower triangle, which is stored row by row.
std::size_t PairPlace(std::size_t a, std::size_t b) { return a * (a + 1) / 2 + b; }

// The attributes of classes. `common` is the number of attributes that all classes have; bits mark the other attributes
// that several classes share.
struct ClassBits {
  BitRows rows{0};
  std::uint32_t common = 0;
};

ClassBits BitsOf(const std::vector<const AttributeSet*>& sets) {
  std::unordered_map<std::uint32_t, std::uint32_t> holders;  // number of classes that have each attribute
  for (const AttributeSet* set : sets) {
    for (const std::uint32_t attribute : *set) ++holders[attribute];
  }
  ClassBits bits;
  std::unordered_map<std::uint32_t, std::size_t> places;
  for (const auto& [attribute, count] : holders) {
    if (count == sets.size()) {
      ++bits.common;
    } else if (count > 1) {
      places.emplace(attribute, places.size());
    }
  }
  bits.rows = BitRows(places.size());
  for (const AttributeSet* set : sets) {
    bits.rows.AddEmpty();
    for (const std::uint32_t attribute : *set) {
      if (const auto place = places.find(attribute); place != places.end()) bits.rows.Set(place->second);
    }
  }
  return bits;
}

// Counts the attributes that each class from `first` to `end` - 1 shares with the classes before it. This function is
// inlined into both of its callers, which are compiled for different processors.
[[gnu::always_inline]] inline void CountSquares(const ClassBits& bits, std::size_t first, std::size_t end,
                                                std::vector<std::uint32_t>& shared) {
  const std::size_t words = bits.rows.words();
  for (std::size_t column = 0; column < end; column += kSquare) {
    for (std::size_t a = first; a < end; ++a) {
      const std::uint64_t* a_bits = bits.rows[a].data();
      const std::size_t b_end = std::min(column + kSquare, a);
      for (std::size_t b = column; b < b_end; ++b) {
        const std::uint64_t* b_bits = bits.rows[b].data();
        int count = 0;
        for (std::size_t i = 0; i < words; ++i) count += __builtin_popcountll(a_bits[i] & b_bits[i]);
        shared[PairPlace(a, b)] = bits.common + static_cast<std::uint32_t>(count);
      }
    }
  }
}

#if defined(__x86_64__)
// A version that is seven times as fast, for processors that count bits with one instruction. Processors since 2008
// have this instruction.
[[gnu::target("popcnt")]] void CountSquaresFast(const ClassBits& bits, std::size_t first, std::size_t end,
                                                std::vector<std::uint32_t>& shared) {
  CountSquares(bits, first, end, shared);
}
#endif

void CountSquaresPlain(const ClassBits& bits, std::size_t first, std::size_t end, std::vector<std::uint32_t>& shared) {
  CountSquares(bits, first, end, shared);
}

double Jaccard(std::size_t a, std::size_t b, std::size_t shared) {
  // The Jaccard index is the number of shared attributes divided by the number of attributes that at least one of the
  // two classes has. Two threads without attributes are equal.
  const std::size_t all = a + b - shared;
  return all == 0 ? 1 : static_cast<double>(shared) / static_cast<double>(all);
}

}  // namespace

Similarities FindSimilarities(std::span<const AttributeSet> objects, unsigned threads) {
  ObjectClasses classes = FindClasses(objects);
  const std::size_t count = classes.sets.size();
  if (count > kMostClasses) {
    throw Error(ErrorCode::kOverflow,
                std::to_string(count) + " threads that all behave differently are too many to compare");
  }
  Similarities similarities;
  similarities.class_of = std::move(classes.class_of);
  for (const AttributeSet* set : classes.sets) similarities.sizes.push_back(static_cast<std::uint32_t>(set->size()));
  // No locks are needed: each row of tiles of the triangle is written by only one thread.
  similarities.shared.resize(PairPlace(count, 0));
  for (std::size_t a = 0; a < count; ++a) similarities.shared[PairPlace(a, a)] = similarities.sizes[a];
  const ClassBits bits = BitsOf(classes.sets);
  auto* count_squares = CountSquaresPlain;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("popcnt") != 0) count_squares = CountSquaresFast;
#endif
  WorkInOrder(
      (count + kSquare - 1) / kSquare, threads,
      [&](std::size_t i) { count_squares(bits, i * kSquare, std::min((i + 1) * kSquare, count), similarities.shared); },
      [](std::size_t) {});
  return similarities;
}

double Similarities::OfClasses(std::size_t a, std::size_t b) const {
  return Jaccard(sizes[a], sizes[b], shared[PairPlace(std::max(a, b), std::min(a, b))]);
}

double Similarities::At(std::size_t a, std::size_t b) const { return OfClasses(class_of[a], class_of[b]); }

double Similarity(const AttributeSet& a, const AttributeSet& b) {
  std::size_t shared = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) ++shared;
    const bool next_a = a[i] <= b[j], next_b = b[j] <= a[i];
    i += next_a ? 1 : 0;
    j += next_b ? 1 : 0;
  }
  return Jaccard(a.size(), b.size(), shared);
}

}  // namespace profdiff
