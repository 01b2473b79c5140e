// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a gzip member (RFC 1952) with zlib, through a buffer of 32 KiB.
#include "report/format/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr int kGzip = 16;  // added to zlib's window bits to get a gzip header instead of zlib's own
// The default memory level according to zlib's manual.
constexpr int kDefaultMemory = 8;

}  // namespace

void AppendGzip(std::string& out, std::string_view bytes) {
  z_stream stream = {};
  const int status =
      deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, kDefaultMemory, Z_DEFAULT_STRATEGY);
  if (status != Z_OK) throw Error(ErrorCode::kSystem, "not enough memory to compress the output");
  const std::unique_ptr<z_stream, decltype(&deflateEnd)> owner(&stream, deflateEnd);
  std::array<char, std::size_t{1} << 15> room;
  // zlib counts input in 32 bits, so longer input is passed in parts. The loop also runs once for empty input, which
  // gives a valid empty member.
  do {
    const std::size_t size = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib does not write to next_in
    stream.avail_in = static_cast<uInt>(size);
    bytes.remove_prefix(size);
    // A full buffer means that zlib may have more output, so zlib is called again until some room is left.
    do {
      stream.next_out = reinterpret_cast<Bytef*>(room.data());
      stream.avail_out = static_cast<uInt>(room.size());
      deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
      out.append(room.data(), room.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  } while (!bytes.empty());
}

}  // namespace profdiff
