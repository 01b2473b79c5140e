// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks gzip-compressed files in memory.
// Tests: tests/unit/read/inflate_test.cpp.
#ifndef PROFDIFF_READ_INFLATE_H_
#define PROFDIFF_READ_INFLATE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace profdiff {

// True if the bytes begin as a gzip stream does (RFC 1952). A profile begins with "gmon", or in the BSD formats with an
// address, which is even: its low byte cannot be 0x1f.
bool IsGzip(std::string_view bytes);

// A few hundred kilobytes can unpack to any amount of zeros; no profile is larger than the text it samples.
inline constexpr std::size_t kLargestUnpacked = std::size_t{1} << 30;

// The bytes that a gzip stream of one or more members holds. `path` stands in messages.
// Errors: kBadCompression, for more than `largest` bytes as well.
std::string Gunzip(std::string_view bytes, const std::string& path, std::size_t largest = kLargestUnpacked);

}  // namespace profdiff

#endif  // PROFDIFF_READ_INFLATE_H_
