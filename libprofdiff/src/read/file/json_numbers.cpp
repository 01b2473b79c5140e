// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/file/json_numbers.h"

#include <algorithm>

namespace profdiff {
namespace {

constexpr std::string_view kWords[] = {"NaN", "Infinity", "-Infinity"};
constexpr std::size_t kLongestWord = 9;

}  // namespace

bool BeginsNotANumber(std::string_view token) { return token.ends_with('N') || token.ends_with('I'); }

// Keeps the last characters back until the next read, because a word can go on there.
std::size_t JsonNumbers::Read(char* buffer, std::size_t size) {
  while (!is_end_ && text_.size() < kLongestWord + size) {
    const std::size_t had = text_.size();
    text_.resize(had + size);
    const std::size_t more = source_.Read(text_.data() + had, size);
    text_.resize(had + more);
    is_end_ = more == 0;
  }
  Replace();
  const std::size_t passed = std::min(size, checked_);
  std::copy_n(text_.begin(), passed, buffer);
  text_.erase(0, passed);
  checked_ -= passed;
  return passed;
}

void JsonNumbers::Replace() {
  const std::size_t end = is_end_ ? text_.size() : text_.size() - std::min(text_.size(), kLongestWord);
  for (; checked_ < end; ++checked_) {
    const char c = text_[checked_];
    if (in_string_) {
      in_string_ = is_escaped_ || c != '"';
      is_escaped_ = !is_escaped_ && c == '\\';
    } else if (c == '"') {
      in_string_ = true;
    } else if (c == 'N' || c == 'I' || c == '-') {
      for (const std::string_view word : kWords) {
        if (std::string_view(text_).substr(checked_).starts_with(word)) {
          text_.replace(checked_, word.size(), "\"\"" + std::string(word.size() - 2, ' '));
          ++checked_;  // the second quotation mark must not begin a string
          break;
        }
      }
    }
  }
}

}  // namespace profdiff
