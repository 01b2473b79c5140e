// SPDX-License-Identifier: GPL-3.0-or-later
// Lines are views of a buffer, which grows only if a line does not fit. The cost is linear: each byte is compared with
// a line feed once, moved to the front of the buffer at most once, and copied when the buffer doubles.
#include "read/file/text_lines.h"

#include <cstring>

namespace profdiff {

bool TextLines::Fill() {
  if (begin_ != 0) {
    std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == bytes_.size()) bytes_.resize(std::min(2 * bytes_.size(), kLongestLine));
  const std::size_t got = end_ < bytes_.size() ? source_.Read(bytes_.data() + end_, bytes_.size() - end_) : 0;
  end_ += got;
  return got != 0;
}

// A line without a line feed is returned at the end of the source, or when the buffer has reached kLongestLine.
bool TextLines::Next(std::string_view& line) {
  std::size_t seen = 0;  // number of bytes known to have no line feed
  const char* feed = nullptr;
  for (;;) {
    const char* from = bytes_.data() + begin_ + seen;
    feed = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_ - seen));
    if (feed != nullptr) break;
    seen = end_ - begin_;
    if (!Fill()) break;
  }
  if (feed == nullptr && begin_ == end_) return false;
  const std::size_t size = feed != nullptr ? static_cast<std::size_t>(feed - bytes_.data()) - begin_ : end_ - begin_;
  line = {bytes_.data() + begin_, size};
  begin_ += size + (feed != nullptr ? 1 : 0);
  if (line.ends_with('\r')) line.remove_suffix(1);
  has_feed_ = feed != nullptr;
  ++number_;
  return true;
}

}  // namespace profdiff
