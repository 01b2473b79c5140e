// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a file, unpacked if compressed with gzip. The first bytes can be inspected before reading.
// Tests: tests/unit/read/profiles/read_stacks_test.cpp.
#ifndef PROFDIFF_READ_FILE_UNPACKED_H_
#define PROFDIFF_READ_FILE_UNPACKED_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "profdiff/error.h"
#include "read/file/byte_source.h"
#include "read/file/byte_stream.h"
#include "read/file/inflate.h"

namespace profdiff {

class UnpackedSource : public ByteSource {
 public:
  // A damaged stream ends at the damage instead of throwing an error if `salvage` is true.
  // Errors: kBadCompression from Read, also for more than `largest` bytes.
  UnpackedSource(ByteSource& file, const std::string& path, std::uint64_t largest, bool salvage)
      : packed_(file, packed_buffer_, false) {
    if (!IsGzip(packed_.Peek(kGzipMarkBytes))) {
      stream_ = &packed_;
      return;
    }
    gzip_.emplace(packed_, path, largest);
    if (salvage) gzip_->EndWhereDamaged();
    unpacked_.emplace(*gzip_, buffer_, false);
    stream_ = &*unpacked_;
  }

  // Returns the next bytes: at least `wanted`, fewer only at the end. Valid until the next call.
  std::string_view First(std::size_t wanted) { return stream_->Peek(wanted); }
  std::size_t Read(char* buffer, std::size_t size) override {
    const std::string_view ahead = stream_->Peek(1);
    const std::size_t got = std::min(size, ahead.size());
    if (got != 0) std::memcpy(buffer, ahead.data(), got);
    stream_->Skip(got);
    return got;
  }
  bool is_packed() const { return gzip_.has_value(); }
  // The reason why the stream ended early; nullopt if it did not end early, or without `salvage`.
  std::optional<Error> damage() const { return gzip_ ? gzip_->damage() : std::nullopt; }

 private:
  ReadBuffer packed_buffer_, buffer_;
  ByteStream packed_;
  std::optional<GzipSource> gzip_;
  std::optional<ByteStream> unpacked_;
  ByteStream* stream_ = nullptr;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_UNPACKED_H_
