// SPDX-License-Identifier: GPL-3.0-or-later
// Compresses bytes with gzip for tests.
#ifndef TESTS_SUPPORT_GZIP_H_
#define TESTS_SUPPORT_GZIP_H_

#include <zlib.h>

#include <stdexcept>
#include <string>

namespace tests {

// Returns one gzip member that unpacks to `bytes`.
inline std::string Gzip(std::string bytes) {
  z_stream stream = {};
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2");
  }
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  bool complete = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (!complete) throw std::runtime_error("deflate");
  return packed;
}

}  // namespace tests

#endif  // TESTS_SUPPORT_GZIP_H_
