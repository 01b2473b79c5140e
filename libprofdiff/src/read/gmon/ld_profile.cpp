// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the profiles of shared libraries that glibc's dynamic linker writes if LD_PROFILE is set. After the magic
// number, the version and the spare bytes of gmon.out, in the byte order and address width of the library, without
// padding:
//   u32 0, address low, address high, u32 bins, u32 rate, 15 bytes dimension, 1 byte abbreviation, bins * u16
//   u32 1, u32 n, n * (address from, address self, u32 count)
//   room for further arcs
// The addresses of the histogram are those of the library's file; the addresses of arcs count from `low`. `from` is 0
// for a call from outside of the library. A further run adds to the bins and appends arcs.
// Source: glibc's elf/dl-profile.c. Tests: tests/unit/read/gmon/ld_profile_test.cpp.
#include <algorithm>
#include <string>

#include "read/gmon/profile_bytes.h"
#include "values/outside_calls.h"

namespace profdiff {
namespace {

constexpr std::size_t kLibraryDimension = 15;

// Returns false if the file ends within the record, or if the record is of another kind.
bool OpensRecord(ByteStream& bytes, std::uint32_t kind, GmonOutline& outline) {
  const std::uint64_t offset = bytes.offset();
  const std::uint32_t found = bytes.U32();
  if (bytes.ok() && found == kind) return true;
  if (bytes.ok()) {
    outline.damage.emplace(ErrorCode::kBadTag, "found bad tag " + std::to_string(found) + " (file corrupted?)",
                           outline.path, Place::Byte(offset));
  } else {
    outline.damage.emplace(ErrorCode::kTruncated, "unexpected end of file", outline.path, Place::Byte(bytes.offset()));
  }
  return false;
}

// Reads the histogram, and sets `low`. Returns false if the file is damaged.
bool ReadBinsOfLibrary(ByteStream& bytes, const ProfileFormat& format, std::uint64_t& low, GmonOutline& outline,
                       RecordSink& sink) {
  Histogram histogram;
  histogram.offset = bytes.offset();
  if (!OpensRecord(bytes, 0, outline)) return false;
  histogram.low = ReadAddress(bytes, format.layout);
  histogram.high = ReadAddress(bytes, format.layout);
  const std::uint32_t bins = bytes.U32();
  histogram.rate = bytes.U32();
  const std::string_view dimension = bytes.Take(kLibraryDimension);
  histogram.dimension = dimension.substr(0, dimension.find_last_not_of('\0') + 1);
  histogram.abbreviation = static_cast<char>(bytes.U8());
  if (!bytes.ok()) {
    outline.damage.emplace(ErrorCode::kTruncated, "unexpected end of file", outline.path, Place::Byte(bytes.offset()));
    return false;
  }
  low = histogram.low;
  Bins& sums = sink.OpenHistogram(histogram, bins);
  const bool has_room = !sums.empty();
  const std::uint64_t got = bytes.AddU16s(bins, sums);
  if (got == bins) {
    sink.CloseHistogram(HistogramEnd::kWhole);
    CountHistogram(outline, histogram);
    return true;
  }
  EndCutHistogram(histogram, {bins, got, has_room}, format.salvage, outline, sink);
  outline.damage.emplace(
      ErrorCode::kTruncated,
      "unexpected EOF after reading " + std::to_string(got) + " of " + std::to_string(bins) + " samples", outline.path,
      Place::Byte(bytes.offset()));
  return false;
}

void ReadArcsOfLibrary(ByteStream& bytes, const ProfileFormat& format, std::uint64_t low, GmonOutline& outline,
                       RecordSink& sink) {
  const std::size_t word = AddressBytes(format.layout), size = 2 * word + sizeof(std::uint32_t);
  const std::uint32_t arcs = bytes.U32();
  sink.ExpectArcs(std::min<std::uint64_t>(arcs, bytes.Left() / size));
  for (std::uint32_t i = 0; i < arcs; ++i) {
    const std::string_view record = bytes.Take(size);
    if (!bytes.ok()) {
      if (format.salvage) {
        outline.missing = std::to_string(arcs - i) + " of " + std::to_string(arcs) + " call-graph records";
      }
      outline.damage.emplace(ErrorCode::kTruncated, "unexpected end of file", outline.path,
                             Place::Byte(bytes.offset()));
      return;
    }
    ArcRecord arc{LoadAddress(record.data(), format.layout), low + LoadAddress(record.data() + word, format.layout),
                  LoadNumber<std::uint32_t>(record.data() + 2 * word, format.layout.big_endian)};
    arc.from = arc.from == 0 ? kOutsideCaller : arc.from + low;
    outline.calls += arc.count;  // at most 2^32 records of 32 bits
    ++outline.arc_records;
    sink.AddArcs({&arc, 1});
  }
}

}  // namespace

void ReadLdProfile(ByteStream& bytes, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink) {
  std::uint64_t low = 0;
  if (!ReadBinsOfLibrary(bytes, format, low, outline, sink) || !OpensRecord(bytes, 1, outline)) return;
  ReadArcsOfLibrary(bytes, format, low, outline, sink);
}

}  // namespace profdiff
