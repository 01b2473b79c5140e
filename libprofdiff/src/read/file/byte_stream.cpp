// SPDX-License-Identifier: GPL-3.0-or-later
// One buffer of fixed size: before more is read, unused bytes move to the front, so that each record is contiguous in
// memory.
#include "read/file/byte_stream.h"

#include <algorithm>
#include <cstring>

#include "base/bytes.h"

namespace profdiff {

std::string_view ByteStream::Peek(std::size_t wanted) {
  if (end_ - begin_ < wanted) Fill(wanted);
  return {buffer_.data() + begin_, end_ - begin_};
}

void ByteStream::Fill(std::size_t wanted) {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  passed_ += begin_;
  end_ -= begin_;
  begin_ = 0;
  // A pipe may deliver fewer bytes than requested, so one read may not be enough.
  while (end_ < wanted) {
    std::size_t got = source_.Read(buffer_.data() + end_, ReadBuffer::kSize - end_);
    if (got == 0) return;
    end_ += got;
  }
}

// A truncated record is skipped as a whole, so that the offset in the error message is the end of the file.
std::string_view ByteStream::Take(std::size_t count) {
  std::string_view ahead = Peek(count);
  if (ahead.size() < count) {
    ok_ = false;
    Skip(ahead.size());
    return {};
  }
  Skip(count);
  return ahead.substr(0, count);
}

std::uint64_t ByteStream::Number(std::size_t width) { return ToNumber(Take(width), big_endian_); }

void ByteStream::SkipText() {
  for (std::string_view ahead = Peek(1); !ahead.empty(); ahead = Peek(1)) {
    const std::size_t end = ahead.find('\0');
    if (end != std::string_view::npos) return Skip(end + 1);
    Skip(ahead.size());
  }
  ok_ = false;
}

// `sums` grows with the bytes that are actually read, not with `count`: the header of a damaged file can claim any
// number.
std::uint64_t ByteStream::AddU16s(std::uint64_t count, Bins& sums) {
  std::uint64_t done = 0;
  while (done < count) {
    std::string_view ahead = Peek(2);
    const std::size_t some = std::min<std::uint64_t>(ahead.size() / 2, count - done);
    if (some == 0) break;
    if (sums.size() < done + some) sums.resize(done + some);
    sums.AddU16s(done, ahead.substr(0, 2 * some), big_endian_);
    Skip(2 * some);
    done += some;
  }
  return done;
}

std::uint64_t ByteStream::Left() const {
  const std::uint64_t size = source_.Size();
  return size > offset() ? size - offset() : 0;
}

}  // namespace profdiff
