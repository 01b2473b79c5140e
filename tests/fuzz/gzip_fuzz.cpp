// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a compressed profile. Depending on the first byte, the rest is a gzip file or is compressed here: as a whole,
// in two members, or cut short.
#include <algorithm>

#include "fuzz/input.h"
#include "profdiff/gmon.h"
#include "read/file/byte_stream.h"
#include "read/file/inflate.h"
#include "support/gzip.h"
#include "support/memory_source.h"

namespace {

using namespace profdiff;

std::string Packed(std::uint8_t options, std::string_view bytes) {
  switch (options & 3) {
    case 0:
      return std::string(bytes);
    case 1:
      return tests::Gzip(std::string(bytes));
    case 2:
      return tests::Gzip(std::string(bytes.substr(0, bytes.size() / 2))) +
             tests::Gzip(std::string(bytes.substr(bytes.size() / 2)));
    default:
      std::string packed = tests::Gzip(std::string(bytes));
      return packed.substr(0, packed.size() * (options >> 2) / 64);
  }
}

// Unpacks a stream that is read `chunk` bytes at a time. Returns the bytes before the first error; `whole` is true if
// there was no error.
std::string Unpack(const std::string& packed, std::size_t chunk, std::uint64_t largest, bool& whole) {
  tests::MemorySource memory(packed, chunk);
  ReadBuffer buffer;
  ByteStream stream(memory, buffer, false);
  GzipSource source(stream, "F", largest);
  std::string unpacked;
  whole = fuzz::Accepts([&] {
    char bytes[999];
    while (std::size_t got = source.Read(bytes, sizeof bytes)) unpacked.append(bytes, got);
  });
  return unpacked;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  fuzz::Input input(data, size);
  const std::uint8_t options = input.Byte();
  const std::string packed = Packed(options, input.Rest());
  constexpr std::uint64_t kLargest = 1 << 20;
  bool whole = false, whole_again = false;
  const std::string unpacked = Unpack(packed, std::string::npos, kLargest, whole);
  fuzz::Require(unpacked.size() <= kLargest);
  const std::string again = Unpack(packed, 1 + options, kLargest, whole_again);
  fuzz::Require(whole == whole_again && (!whole || unpacked == again));
  if ((options & 3) == 1 || (options & 3) == 2) fuzz::Require(whole && unpacked == input.Rest());
  fuzz::Accepts([&] { ReadGmon(file.Fill(packed), {(options & 4) != 0 ? 4 : 8, (options & 8) != 0, false}); });
  return 0;
}
