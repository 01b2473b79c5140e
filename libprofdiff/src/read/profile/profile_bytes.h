// SPDX-License-Identifier: GPL-3.0-or-later
// What gmon.out and the BSD formats share: addresses as wide as the profiled program's, and errors.
#ifndef PROFDIFF_READ_PROFILE_PROFILE_BYTES_H_
#define PROFDIFF_READ_PROFILE_PROFILE_BYTES_H_

#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "profdiff/gmon.h"
#include "read/file/byte_stream.h"
#include "read/profile/record_sink.h"

namespace profdiff {

// Every reader wants this many bytes before it looks at one.
inline constexpr std::size_t kSmallestProfile = 20;

inline std::size_t AddressBytes(const TargetLayout& layout) { return static_cast<std::size_t>(layout.address_bytes); }

// A count as wide as an address, from bytes that are there.
inline std::uint64_t LoadWord(const char* bytes, const TargetLayout& layout) {
  if (layout.address_bytes == 8) return LoadNumber<std::uint64_t>(bytes, layout.big_endian);
  return LoadNumber<std::uint32_t>(bytes, layout.big_endian);
}

// An address of the profiled program, from bytes that are there.
inline std::uint64_t LoadAddress(const char* bytes, const TargetLayout& layout) {
  const std::uint64_t value = LoadWord(bytes, layout);
  if (layout.address_bytes != 4 || !layout.sign_extend) return value;
  return static_cast<std::uint64_t>(static_cast<std::int32_t>(static_cast<std::uint32_t>(value)));
}

// The same from a stream, 0 past its end.
inline std::uint64_t ReadWord(ByteStream& bytes, const TargetLayout& layout) {
  std::string_view digits = bytes.Take(AddressBytes(layout));
  return digits.empty() ? 0 : LoadWord(digits.data(), layout);
}
inline std::uint64_t ReadAddress(ByteStream& bytes, const TargetLayout& layout) {
  std::string_view digits = bytes.Take(AddressBytes(layout));
  return digits.empty() ? 0 : LoadAddress(digits.data(), layout);
}

Error TooShort(const std::string& path);
Error BadMagic(const std::string& path);

// Adds a count to a sum of one file. No other sum of counts is larger than that of all of them, so none can overflow
// once these are checked. `offset`: where the record ends.
inline void AddCount(std::uint64_t& sum, std::uint64_t count, const std::string& path, std::uint64_t offset) {
  sum += count;
  if (sum >= count) return;
  throw Error(ErrorCode::kOverflow,
              path + ": counts up to the record that ends at byte " + std::to_string(offset) +
                  " add up to more than 64 bits hold",
              path, offset);
}

// One more histogram that is there in full.
void CountHistogram(GmonOutline& outline, const Histogram& histogram);

// How one profile is read.
struct ProfileFormat {
  TargetLayout layout;
  GmonFormat format = GmonFormat::kAuto;
  bool salvage = false;  // what is there of a damaged file counts
};

// Reads the profile at outline.path: its records to the sink, what else it says to the outline, which is new.
// Errors: those of ReadGmon.
void ReadProfile(ReadBuffer& buffer, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink);

// Reads old BSD and 4.4BSD profiles; kBsd44 refuses old ones.
// Errors: kTooShort, kBadMagic; later damage goes into the outline.
void ReadBsd(ByteStream& bytes, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink);

// The bins of a histogram that has not got all.
struct CutBins {
  std::uint64_t announced = 0, got = 0;
  bool has_room = false;  // for all of them, as one like it came before
};

// Ends such a histogram, and says what is missing if the rest is to be saved.
void EndCutHistogram(const Histogram& histogram, const CutBins& bins, bool salvage, GmonOutline& outline,
                     RecordSink& sink);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILE_PROFILE_BYTES_H_
