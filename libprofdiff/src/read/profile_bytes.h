// SPDX-License-Identifier: GPL-3.0-or-later
// What gmon.out and the BSD formats share: addresses as wide as the profiled program's, and damage that is found late.
#ifndef PROFDIFF_READ_PROFILE_BYTES_H_
#define PROFDIFF_READ_PROFILE_BYTES_H_

#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "profdiff/gmon.h"

namespace profdiff {

// Every reader wants this many bytes before it looks at one.
inline constexpr std::size_t kSmallestProfile = 20;

inline std::size_t AddressBytes(const TargetLayout& layout) { return static_cast<std::size_t>(layout.address_bytes); }

// An address of the profiled program.
inline std::uint64_t ReadAddress(ByteCursor& cursor, const TargetLayout& layout) {
  std::uint64_t value = cursor.Number(AddressBytes(layout));
  if (layout.address_bytes != 4 || !layout.sign_extend) return value;
  return static_cast<std::uint64_t>(static_cast<std::int32_t>(static_cast<std::uint32_t>(value)));
}

// A count as wide as an address.
inline std::uint64_t ReadWord(ByteCursor& cursor, const TargetLayout& layout) {
  return cursor.Number(AddressBytes(layout));
}

// The last histogram's bins are not there in full: it leaves the file's histograms, and its outline stays for checks.
void CutLastHistogram(GmonFile& file, std::uint64_t announced_bins);

Error TooShort(const std::string& path);
Error BadMagic(const std::string& path);

// Reads old BSD and 4.4BSD profiles; `only_44` refuses old ones. Sets all of `file` but its path.
// Errors: kTooShort, kBadMagic; later damage goes into the file.
void ReadBsd(std::string_view bytes, const TargetLayout& layout, bool only_44, GmonFile& file);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILE_BYTES_H_
