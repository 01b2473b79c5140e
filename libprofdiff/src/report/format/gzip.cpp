// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a gzip member (RFC 1952) with zlib, in pieces of bounded size.
#include "report/format/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr int kGzip = 16;  // added to zlib's window bits to get a gzip header instead of zlib's own
// The default memory level according to zlib's manual.
constexpr int kDefaultMemory = 8;

// Owns zlib's state, which must be freed on every path.
class Deflater {
 public:
  Deflater() {
    const int status = deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, kDefaultMemory,
                                    Z_DEFAULT_STRATEGY);
    if (status != Z_OK) throw Error(ErrorCode::kSystem, "not enough memory to compress the output");
  }
  ~Deflater() { deflateEnd(&stream_); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  void Append(std::string& out, std::string_view bytes) {
    // zlib counts input in 32 bits, so longer input is passed in parts. The loop also runs once for empty input, which
    // gives a valid empty member.
    do {
      const std::size_t size = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib does not write there
      stream_.avail_in = static_cast<uInt>(size);
      bytes.remove_prefix(size);
      Run(out, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    } while (!bytes.empty());
  }

 private:
  void Run(std::string& out, int flush) {
    std::array<char, std::size_t{1} << 15> room;
    // A full buffer means that zlib may have more output, so zlib is called again until some room is left.
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(room.data());
      stream_.avail_out = static_cast<uInt>(room.size());
      deflate(&stream_, flush);
      out.append(room.data(), room.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_ = {};
};

}  // namespace

void AppendGzip(std::string& out, std::string_view bytes) { Deflater().Append(out, bytes); }

}  // namespace profdiff
