// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks gzip-compressed files as they are read.
// Tests: tests/unit/read/file/inflate_test.cpp.
#ifndef PROFDIFF_READ_FILE_INFLATE_H_
#define PROFDIFF_READ_FILE_INFLATE_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "profdiff/error.h"
#include "read/file/byte_source.h"
#include "read/file/byte_stream.h"

struct z_stream_s;  // zlib's state

namespace profdiff {

// The number of bytes that IsGzip needs.
inline constexpr std::size_t kGzipMarkBytes = 3;

// True if the bytes begin like a gzip stream (RFC 1952). No profile begins like this: gmon.out begins with "gmon", and
// the BSD formats begin with an even address, whose low byte cannot be 0x1f.
bool IsGzip(std::string_view bytes);

// Limit for profiles and traces, needed because a few megabytes can unpack to gigabytes. A profile of gprof is not
// larger than the code that it samples; a larger profile or trace of another tool can be unpacked first.
inline constexpr std::uint64_t kLargestUnpacked = std::uint64_t{1} << 30;

// Unpacks a gzip stream of one or more members. `path` is for messages.
// Errors: kBadCompression from Read, also for more than `largest` bytes.
class GzipSource : public ByteSource {
 public:
  GzipSource(ByteStream& packed, const std::string& path, std::uint64_t largest = kLargestUnpacked);

  std::size_t Read(char* buffer, std::size_t size) override;

  // Treats damage that is found later as the end of the stream instead of as an error; damage() returns the reason.
  void EndWhereDamaged() { ends_where_damaged_ = true; }
  const std::optional<Error>& damage() const { return damage_; }

  // Unpacks the rest of the stream to check it.
  void CheckRest();

 private:
  struct EndStream {
    void operator()(z_stream_s* stream) const;
  };

  [[noreturn]] void Fail(const std::string& reason) const;
  // Unpacks some bytes and returns their number, which can be 0 even before the end.
  std::size_t Step(char* buffer, std::size_t size);
  void EndMember();

  ByteStream& packed_;
  std::string path_;
  std::uint64_t largest_;
  std::uint64_t written_ = 0;
  bool at_end_ = false;
  bool ends_where_damaged_ = false;
  std::optional<Error> damage_;
  std::unique_ptr<z_stream_s, EndStream> stream_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_INFLATE_H_
