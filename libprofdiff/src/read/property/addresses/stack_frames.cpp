// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/property/addresses/stack_frames.h"

#include <algorithm>

namespace profdiff {

void StackFrames::Execute(std::uint64_t address, std::uint64_t code, std::optional<std::uint64_t> written,
                          std::uint64_t next) {
  if (!frames_.empty() && frames_.back().return_address == address) frames_.pop_back();
  constexpr std::uint64_t kReturnAddress = 8;  // size in bytes
  if (!written) return;
  const auto first = std::ranges::lower_bound(arrays_, code, {}, &TraceImage::LocalArray::code);
  const auto end = std::ranges::upper_bound(first, arrays_.end(), code, {}, &TraceImage::LocalArray::code);
  if (first == end) return;
  const std::uint64_t cfa = *written + kReturnAddress;
  // The frames below have ended in another way, such as longjmp.
  while (!frames_.empty() && frames_.back().cfa <= cfa) frames_.pop_back();
  frames_.push_back(
      {cfa, next, static_cast<std::size_t>(first - arrays_.begin()), static_cast<std::size_t>(end - arrays_.begin())});
}

std::uint32_t StackFrames::ArrayAt(std::uint64_t address) const {
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (address >= frame->cfa) continue;
    for (std::size_t i = frame->first; i < frame->end; ++i) {
      const std::uint64_t begin = frame->cfa + static_cast<std::uint64_t>(arrays_[i].begin);
      if (address - begin < arrays_[i].bytes) return static_cast<std::uint32_t>(i);
    }
    break;
  }
  return TraceImage::kNoArray;
}

}  // namespace profdiff
