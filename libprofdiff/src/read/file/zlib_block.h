// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks a block of known size.
// Tests: tests/unit/read/cube/cube_test.cpp.
#ifndef PROFDIFF_READ_FILE_ZLIB_BLOCK_H_
#define PROFDIFF_READ_FILE_ZLIB_BLOCK_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace profdiff {

// Unpacks a stream of zlib (RFC 1950) that has exactly `size` bytes; nullopt for any other stream.
std::optional<std::string> UnpackZlib(std::string_view packed, std::size_t size);

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_ZLIB_BLOCK_H_
