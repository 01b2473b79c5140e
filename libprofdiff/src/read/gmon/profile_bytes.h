// SPDX-License-Identifier: GPL-3.0-or-later
// Common parts of the readers for gmon.out and the BSD formats: numbers with the address width of the profiled program,
// and errors.
#ifndef PROFDIFF_READ_GMON_PROFILE_BYTES_H_
#define PROFDIFF_READ_GMON_PROFILE_BYTES_H_

#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "profdiff/gmon.h"
#include "read/file/byte_stream.h"
#include "read/gmon/record_sink.h"

namespace profdiff {

// The version of gmon.out in profiles that the dynamic linker writes.
inline constexpr std::int32_t kLdProfileVersion = 0x1ffff;

// Every reader requires at least this many bytes.
inline constexpr std::size_t kSmallestProfile = 20;

inline std::size_t AddressBytes(const TargetLayout& layout) { return static_cast<std::size_t>(layout.address_bytes); }

// Returns a count with the width of an address. `bytes` must contain all of it.
inline std::uint64_t LoadWord(const char* bytes, const TargetLayout& layout) {
  if (layout.address_bytes == 8) return LoadNumber<std::uint64_t>(bytes, layout.big_endian);
  return LoadNumber<std::uint32_t>(bytes, layout.big_endian);
}

// Returns an address of the profiled program. `bytes` must contain all of it.
inline std::uint64_t LoadAddress(const char* bytes, const TargetLayout& layout) {
  const std::uint64_t value = LoadWord(bytes, layout);
  if (layout.address_bytes != 4 || !layout.sign_extend) return value;
  return static_cast<std::uint64_t>(static_cast<std::int32_t>(static_cast<std::uint32_t>(value)));
}

// Reads an address from a stream; returns 0 beyond its end.
inline std::uint64_t ReadAddress(ByteStream& bytes, const TargetLayout& layout) {
  std::string_view digits = bytes.Take(AddressBytes(layout));
  return digits.empty() ? 0 : LoadAddress(digits.data(), layout);
}

Error TooShort(const std::string& path);
Error BadMagic(const std::string& path);

// Adds a count to a file's total. All other sums of counts are at most as large as the total, so they cannot overflow
// once the total has been checked. `offset`: end of the record.
inline void AddCount(std::uint64_t& sum, std::uint64_t count, const std::string& path, std::uint64_t offset) {
  sum += count;
  if (sum >= count) return;
  throw Error(
      ErrorCode::kOverflow,
      "counts up to the record that ends at byte " + std::to_string(offset) + " add up to more than 64 bits can hold",
      path, Place::Byte(offset));
}

// Counts a complete histogram. The first one determines the file's rate.
void CountHistogram(GmonOutline& outline, const Histogram& histogram);

// Options for reading one profile.
struct ProfileFormat {
  TargetLayout layout;
  GmonFormat format = GmonFormat::kAuto;
  bool salvage = false;  // true to use the intact part of a damaged file
};

// Reads the profile at outline.path. Its records go to the sink, and its other values to the outline, which must be
// new.
// Errors: as for ReadGmon.
void ReadProfile(ReadBuffer& buffer, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink);

// Reads old BSD and 4.4BSD profiles; kBsd44 rejects old ones.
// Errors: kTooShort, kBadMagic; later damage is stored in the outline.
void ReadBsd(ByteStream& bytes, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink);

// Reads the profile of a library from its first record on.
// Errors: later damage is stored in the outline.
void ReadLdProfile(ByteStream& bytes, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink);

// Numbers of bins of an incomplete histogram.
struct CutBins {
  std::uint64_t announced = 0, got = 0;
  bool has_room = false;  // true if all bins are already allocated, because of an earlier equal histogram
};

// Ends an incomplete histogram, and describes the missing part if the file is salvaged.
void EndCutHistogram(const Histogram& histogram, const CutBins& bins, bool salvage, GmonOutline& outline,
                     RecordSink& sink);

}  // namespace profdiff

#endif  // PROFDIFF_READ_GMON_PROFILE_BYTES_H_
