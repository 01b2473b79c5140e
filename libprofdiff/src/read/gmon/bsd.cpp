// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the profiles of BSD systems (GPROF.md, section 4.3), in the byte order and address width of the profiled
// program:
//   address low, address high, u32 size      (the old header ends here; size counts the header and the bins)
//   u32 0x51879, u32 rate, 12 spare bytes    (4.4BSD only)
//   bins * u16, then arcs up to the end: address from, address self, address-sized count
// An incomplete last arc is ignored.
// Tests: tests/unit/read/gmon/bsd_test.cpp.
#include <algorithm>
#include <array>
#include <string>

#include "read/gmon/profile_bytes.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kMark44 = 0x51879;
constexpr std::size_t kBsdSpareBytes = 12;

struct BsdHeader {
  Histogram histogram;
  std::uint32_t size = 0;    // size of header and bins in bytes
  std::size_t bytes = 0;     // size of the header alone in bytes
  bool states_rate = false;  // true for 4.4BSD, whose header contains the rate
};

BsdHeader ReadHeader(ByteStream& bytes, const TargetLayout& layout, const std::string& path) {
  BsdHeader header;
  header.histogram.low = ReadAddress(bytes, layout);
  header.histogram.high = ReadAddress(bytes, layout);
  header.histogram.dimension = "seconds";
  header.size = bytes.U32();
  header.bytes = 2 * AddressBytes(layout) + sizeof header.size;
  // Only a 4.4BSD header continues with this mark; after an old header, these four bytes may be the first two bins.
  std::string_view more = bytes.Peek(sizeof kMark44);
  if (more.size() < sizeof kMark44) throw TooShort(path);
  header.states_rate = LoadNumber<std::uint32_t>(more.data(), layout.big_endian) == kMark44;
  if (!header.states_rate) return header;
  bytes.U32();
  header.histogram.rate = bytes.U32();
  if (!bytes.ok()) throw TooShort(path);
  header.bytes += 2 * sizeof(std::uint32_t) + kBsdSpareBytes;
  bytes.Take(kBsdSpareBytes);
  return header;
}

// Returns the number of bins announced by the header; an impossibly large number if the size is smaller than the
// header.
std::uint64_t AnnouncedBins(const BsdHeader& header) {
  auto bytes = static_cast<std::int32_t>(header.size - static_cast<std::uint32_t>(header.bytes));
  return bytes < 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(bytes) / 2;
}

// Returns the error for a file that ends at `offset`, after `got` of the announced bins.
Error WhyCut(const std::string& path, const Histogram& histogram, std::uint64_t announced, std::uint64_t got,
             std::uint64_t offset) {
  if (histogram.low > histogram.high || announced == ~std::uint64_t{0}) {
    return Error(ErrorCode::kNotGmon, "does not appear to be in gmon.out format", path, Place::Byte(0));
  }
  // gprof's message contains the index of the last bin read, which is -1 if there is none.
  std::string last = std::to_string(static_cast<std::int64_t>(got) - 1);
  return Error(ErrorCode::kTruncatedBins,
               "unexpected EOF after reading " + last + "/" + std::to_string(announced) + " bins", path,
               Place::Byte(offset));
}

void ReadArcs(ByteStream& bytes, const TargetLayout& layout, GmonOutline& outline, RecordSink& sink) {
  const std::size_t word = AddressBytes(layout);
  std::array<ArcRecord, 256> arcs;
  sink.ExpectArcs(bytes.Left() / (3 * word));
  while (true) {
    std::string_view ahead = bytes.Peek(3 * word);
    const std::size_t count = std::min(arcs.size(), ahead.size() / (3 * word));
    if (count == 0) return;
    const char* record = ahead.data();
    for (std::size_t i = 0; i < count; ++i, record += 3 * word) {
      arcs[i] = {LoadAddress(record, layout), LoadAddress(record + word, layout), LoadWord(record + 2 * word, layout)};
    }
    for (std::size_t i = 0; i < count; ++i) {
      AddCount(outline.calls, arcs[i].count, outline.path, bytes.offset() + 3 * word * (i + 1));
    }
    bytes.Skip(3 * word * count);
    outline.arc_records += count;
    sink.AddArcs({arcs.data(), count});
  }
}

}  // namespace

void ReadBsd(ByteStream& bytes, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink) {
  BsdHeader header = ReadHeader(bytes, format.layout, outline.path);
  if (format.format == GmonFormat::kBsd44 && !header.states_rate) throw BadMagic(outline.path);
  outline.version = 0;
  outline.bsd = true;
  outline.states_rate = header.states_rate;

  const Histogram& histogram = header.histogram;
  const std::uint64_t announced = AnnouncedBins(header);
  const std::uint64_t got = bytes.AddU16s(announced, sink.OpenHistogram(histogram, announced));
  if (got != announced || histogram.low > histogram.high) {
    outline.damage = WhyCut(outline.path, histogram, announced, got, bytes.offset());
    // If the format was only guessed (kAuto), damaged files are not salvaged, because any file can look like the
    // beginning of a BSD profile.
    const bool salvage = format.salvage && format.format != GmonFormat::kAuto && histogram.low <= histogram.high &&
                         announced != ~std::uint64_t{0};
    return EndCutHistogram(histogram, {announced, got}, salvage, outline, sink);
  }
  sink.CloseHistogram(HistogramEnd::kWhole);
  CountHistogram(outline, histogram);
  ReadArcs(bytes, format.layout, outline, sink);
}

}  // namespace profdiff
