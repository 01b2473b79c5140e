// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of small numbers, stored as rows of bits.
// Tests: tests/unit/analyze/ranking/lattice_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_BIT_ROWS_H_
#define PROFDIFF_ANALYZE_RANKING_BIT_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace profdiff {

// All rows have the same number of words, at least one.
class BitRows {
 public:
  explicit BitRows(std::size_t bits) : words_(bits / 64 + 1) {}

  std::size_t words() const { return words_; }
  std::size_t size() const { return bits_.size() / words_; }
  void AddEmpty() { bits_.resize(bits_.size() + words_); }
  void Add(std::span<const std::uint64_t> row) { bits_.insert(bits_.end(), row.begin(), row.end()); }
  // Sets a bit in the last row.
  void Set(std::size_t bit) { bits_[bits_.size() - words_ + bit / 64] |= std::uint64_t{1} << (bit % 64); }
  std::span<const std::uint64_t> operator[](std::size_t row) const { return {bits_.data() + row * words_, words_}; }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

inline bool IsSubset(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & ~b[i]) != 0) return false;
  }
  return true;
}

// Calls visit(bit) for each bit of a row, ascending.
template <class Visit>
void ForEachBit(std::span<const std::uint64_t> row, const Visit& visit) {
  for (std::size_t word = 0; word < row.size(); ++word) {
    for (std::uint64_t rest = row[word]; rest != 0; rest &= rest - 1) {
      visit(word * 64 + static_cast<std::size_t>(__builtin_ctzll(rest)));
    }
  }
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_BIT_ROWS_H_
