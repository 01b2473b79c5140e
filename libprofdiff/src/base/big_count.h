// SPDX-License-Identifier: GPL-3.0-or-later
// Counts that may exceed 64 bits, such as numbers of paths through a call graph and numbers of combinations.
// Tests: tests/unit/analyze/pruning/prune_test.cpp.
#ifndef PROFDIFF_BASE_BIG_COUNT_H_
#define PROFDIFF_BASE_BIG_COUNT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace profdiff {

// A count of at most a thousand digits; larger results become the largest count.
class BigCount {
 public:
  BigCount() = default;
  explicit BigCount(std::uint64_t value) {
    for (; value != 0; value /= kBase) limbs_.push_back(static_cast<std::uint32_t>(value % kBase));
  }

  BigCount& operator+=(const BigCount& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < other.limbs_.size() || carry != 0; ++i) {
      if (i == limbs_.size()) limbs_.push_back(0);
      carry += std::uint64_t{limbs_[i]} + (i < other.limbs_.size() ? other.limbs_[i] : 0);
      limbs_[i] = static_cast<std::uint32_t>(carry % kBase);
      carry /= kBase;
    }
    return Bound();
  }

  BigCount& operator*=(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * factor;
      limb = static_cast<std::uint32_t>(carry % kBase);
      carry /= kBase;
    }
    for (; carry != 0; carry /= kBase) limbs_.push_back(static_cast<std::uint32_t>(carry % kBase));
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
    return Bound();
  }

  bool IsZero() const { return limbs_.empty(); }

  // Returns the count in decimal digits.
  std::string Text() const {
    if (limbs_.empty()) return "0";
    std::string text = std::to_string(limbs_.back());
    for (std::size_t i = limbs_.size() - 1; i-- > 0;) {
      const std::string digits = std::to_string(limbs_[i]);
      text.append(kDigits - digits.size(), '0').append(digits);
    }
    return text;
  }

 private:
  static constexpr std::uint64_t kBase = 1'000'000'000;
  static constexpr std::size_t kDigits = 9, kMostLimbs = 111;

  BigCount& Bound() {
    if (limbs_.size() > kMostLimbs) limbs_.assign(kMostLimbs, kBase - 1);
    return *this;
  }

  std::vector<std::uint32_t> limbs_;  // least significant limb first; the most significant one is not 0
};

}  // namespace profdiff

#endif  // PROFDIFF_BASE_BIG_COUNT_H_
