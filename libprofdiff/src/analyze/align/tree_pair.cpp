// SPDX-License-Identifier: GPL-3.0-or-later
// Two subtrees are equal if each pair of corresponding rows has the same function and the same subtree length. Rows are
// compared in groups: differences within a group are combined by OR, without a branch for each row, so that the
// compiler can vectorise the loop.
#include "analyze/align/tree_pair.h"

#include <algorithm>
#include <string_view>

namespace profdiff {
namespace {

constexpr std::uint32_t kGroup = 256;  // number of rows in a group

}  // namespace

NameRanks RankNames(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string_view> names(a.begin(), a.end());
  names.insert(names.end(), b.begin(), b.end());
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  auto ranks_of = [&](const std::vector<std::string>& side) {
    std::vector<std::uint32_t> ranks;
    ranks.reserve(side.size());
    for (const std::string& name : side) {
      ranks.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(names, name) - names.begin()));
    }
    return ranks;
  };
  // The rank of a name is its position among the sorted names. An index in order of appearance would depend on which
  // trace comes first.
  return {ranks_of(a), ranks_of(b)};
}

bool TreePair::HaveEqualRows(std::uint32_t a_row, std::uint32_t b_row) const {
  const std::uint32_t rows = a_.end[a_row] - a_row;
  if (b_.end[b_row] - b_row != rows) return false;
  const NameId *a_function = a_.function.data() + a_row, *b_function = b_.function.data() + b_row;
  const std::uint32_t *a_end = a_.end.data() + a_row, *b_end = b_.end.data() + b_row, further = b_row - a_row;
  const std::uint32_t *a_rank = ranks_.a.data(), *b_rank = ranks_.b.data();
  for (std::uint32_t begin = 0; begin < rows; begin += std::min(kGroup, rows - begin)) {
    const std::uint32_t end = begin + std::min(kGroup, rows - begin);
    std::uint32_t unlike = 0;
    for (std::uint32_t i = begin; i < end; ++i) {
      unlike |= (a_rank[a_function[i].value] ^ b_rank[b_function[i].value]) | (b_end[i] - a_end[i] - further);
    }
    if (unlike != 0) return false;
  }
  return true;
}

}  // namespace profdiff
