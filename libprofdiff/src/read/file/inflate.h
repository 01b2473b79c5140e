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

namespace profdiff {

// How many bytes IsGzip looks at.
inline constexpr std::size_t kGzipMarkBytes = 3;

// True if the bytes begin as a gzip stream does (RFC 1952). A profile begins with "gmon", or in the BSD formats with an
// address, which is even: its low byte cannot be 0x1f.
bool IsGzip(std::string_view bytes);

// A few hundred kilobytes can unpack to any amount of zeros; no profile is larger than the text it samples.
inline constexpr std::uint64_t kLargestUnpacked = std::uint64_t{1} << 30;

// The bytes that a gzip stream of one or more members holds. `path` stands in messages.
// Errors: kBadCompression from Read, for more than `largest` bytes as well.
class GzipSource : public ByteSource {
 public:
  GzipSource(ByteStream& packed, const std::string& path, std::uint64_t largest = kLargestUnpacked);
  ~GzipSource() override;
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t Read(char* buffer, std::size_t size) override;

  // From here on the stream ends where it cannot be unpacked any more, and this says why.
  void EndWhereDamaged() { ends_where_damaged_ = true; }
  const std::optional<Error>& damage() const { return damage_; }

  // Unpacks the rest, to see whether it can be.
  void CheckRest();

 private:
  class Inflater;

  [[noreturn]] void Fail(const std::string& reason) const;
  // The number of bytes unpacked, which may be 0 before the end as well.
  std::size_t Step(char* buffer, std::size_t size);
  void EndMember();

  ByteStream& packed_;
  std::string path_;
  std::uint64_t largest_;
  std::uint64_t written_ = 0;
  bool at_end_ = false;
  bool ends_where_damaged_ = false;
  std::optional<Error> damage_;
  std::unique_ptr<Inflater> inflater_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_INFLATE_H_
