// SPDX-License-Identifier: GPL-3.0-or-later
// The profiles of BSD systems, in the byte order and address width of the profiled program:
//   address low, address high, u32 size      (the old header ends here; size counts the header and the bins)
//   u32 0x51879, u32 rate, 12 spare bytes    (4.4BSD alone)
//   bins * u16, then arcs to the end: address from, address self, count as wide as an address
// A partial last arc does not count.
// Tests: tests/unit/read/bsd_test.cpp.
#include <string>
#include <utility>

#include "read/profile_bytes.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kMark44 = 0x51879;
constexpr std::size_t kSpareBytes = 12;

struct BsdHeader {
  Histogram histogram;
  std::uint32_t size = 0;    // bytes of header and bins
  std::size_t bytes = 0;     // of the header itself
  bool states_rate = false;  // 4.4BSD
};

BsdHeader ReadHeader(ByteCursor& cursor, const TargetLayout& layout, const std::string& path) {
  BsdHeader header;
  header.histogram.low = ReadAddress(cursor, layout);
  header.histogram.high = ReadAddress(cursor, layout);
  header.histogram.dimension = "seconds";
  header.size = cursor.U32();
  header.bytes = cursor.offset();
  ByteCursor after_old_header = cursor;
  header.states_rate = cursor.U32() == kMark44;
  if (header.states_rate) header.histogram.rate = cursor.U32();
  if (!cursor.ok()) throw TooShort(path);
  if (!header.states_rate) {
    cursor = after_old_header;
    return header;
  }
  header.bytes = cursor.offset() + kSpareBytes;
  cursor.Take(kSpareBytes);
  return header;
}

// How many bins the header announces; a size smaller than the header itself cannot be met.
std::uint64_t AnnouncedBins(const BsdHeader& header) {
  auto bytes = static_cast<std::int32_t>(header.size - static_cast<std::uint32_t>(header.bytes));
  return bytes < 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(bytes) / 2;
}

// What is wrong with a file whose last histogram holds as many bins as there are; `offset` is where they end.
Error WhyCut(const GmonFile& file, std::uint64_t announced, std::size_t offset) {
  const Histogram& histogram = file.histograms.back();
  if (histogram.low > histogram.high || announced == ~std::uint64_t{0}) {
    return Error(ErrorCode::kBadMagic, "file '" + file.path + "' does not appear to be in gmon.out format", file.path,
                 0);
  }
  // The first number is one less than the bins read, -1 for none: that is gprof's message.
  std::string got = std::to_string(static_cast<std::int64_t>(histogram.bins.size()) - 1);
  return Error(ErrorCode::kTruncated, "unexpected EOF after reading " + got + "/" + std::to_string(announced) + " bins",
               file.path, offset);
}

void ReadArcs(ByteCursor& cursor, const TargetLayout& layout, GmonFile& file) {
  file.arcs.reserve(cursor.remaining() / (3 * AddressBytes(layout)));
  while (cursor.remaining() >= 3 * AddressBytes(layout)) {
    ArcRecord arc;
    arc.from = ReadAddress(cursor, layout);
    arc.self = ReadAddress(cursor, layout);
    arc.count = ReadWord(cursor, layout);
    file.arcs.push_back(arc);
  }
}

}  // namespace

void ReadBsd(std::string_view bytes, const TargetLayout& layout, bool only_44, GmonFile& file) {
  ByteCursor cursor(bytes, layout.big_endian);
  BsdHeader header = ReadHeader(cursor, layout, file.path);
  if (only_44 && !header.states_rate) throw BadMagic(file.path);
  file.version = 0;
  file.bsd = true;
  file.states_rate = header.states_rate;

  std::uint64_t announced = AnnouncedBins(header);
  cursor.AppendU16s(announced, header.histogram.bins);
  std::uint64_t got = header.histogram.bins.size();
  bool is_reversed = header.histogram.low > header.histogram.high;
  file.histograms.push_back(std::move(header.histogram));
  if (got == announced && !is_reversed) return ReadArcs(cursor, layout, file);

  file.damage = WhyCut(file, announced, cursor.offset());
  CutLastHistogram(file, announced);
}

}  // namespace profdiff
