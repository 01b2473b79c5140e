// SPDX-License-Identifier: GPL-3.0-or-later
// Storage of many small strings in a few large blocks.
#ifndef PROFDIFF_BASE_TEXT_BLOCKS_H_
#define PROFDIFF_BASE_TEXT_BLOCKS_H_

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace profdiff {

// Keeps copies of strings. The copies do not move during the lifetime of this object.
class TextBlocks {
 public:
  std::string_view Keep(std::string_view text) {
    constexpr std::size_t kBlock = std::size_t{64} * 1024;
    if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < text.size()) {
      blocks_.emplace_back().reserve(std::max(kBlock, text.size()));  // reserves enough that the copy never moves
    }
    std::string& block = blocks_.back();
    block += text;
    return std::string_view(block).substr(block.size() - text.size());
  }

 private:
  std::deque<std::string> blocks_;
};

}  // namespace profdiff

#endif  // PROFDIFF_BASE_TEXT_BLOCKS_H_
