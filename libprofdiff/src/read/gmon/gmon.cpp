// SPDX-License-Identifier: GPL-3.0-or-later
// Reads gmon.out, versions 1 and 0 (GPROF.md, section 4.2): a header of 20 bytes ("gmon", u32 version, 12 spare), then
// records until the end of the file; there is no count of records and no end mark. Each record is a tag byte and, in
// the byte order and address width of the profiled program, without padding:
//   0 histogram   address low, address high, u32 bins, u32 rate, 15 bytes dimension, 1 byte abbreviation, bins * u16
//   1 arc         address from, address self, u32 count
//   2 blocks      u32 n, n * (address, address-sized count)
//     version 0   u32 n, text, n * (u64 count, u64 address, text, text, u32 line); text ends with a zero byte
// Tests: tests/unit/read/gmon/gmon_test.cpp.
#include "profdiff/gmon.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "read/file/byte_stream.h"
#include "read/file/file.h"
#include "read/file/inflate.h"
#include "read/gmon/profile_bytes.h"

namespace profdiff {
namespace {

constexpr std::string_view kMagic = "gmon";
constexpr std::size_t kVersionBytes = 4;
constexpr std::size_t kSpareBytes = 12;
constexpr std::size_t kDimensionBytes = 15;
constexpr char kArcTag = 1;

// Returns the dimension of a histogram without zeros at its end. The field is not always a C string: it may use all 15
// bytes, and bytes after a zero byte are kept, as gprof writes them to gmon.sum.
std::string WithoutTrailingZeros(std::string_view field) {
  return std::string(field.substr(0, field.find_last_not_of('\0') + 1));
}

// Walks over the records of one gmon.out file.
class RecordReader {
 public:
  RecordReader(ByteStream& bytes, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink)
      : bytes_(bytes), layout_(format.layout), salvage_(format.salvage), outline_(outline), sink_(sink) {}

  void ReadAll() {
    while (!outline_.damage && !bytes_.AtEnd()) ReadRecord();
  }

 private:
  // Complete arcs, which make up most of a file, are read many at a time. Only a truncated arc reaches the switch
  // statement.
  void ReadRecord() {
    std::string_view ahead = bytes_.Peek(arc_bytes_);
    if (ahead.size() >= arc_bytes_ && ahead.front() == kArcTag) return ReadArcs(ahead);
    record_offset_ = bytes_.offset();
    std::uint8_t tag = bytes_.U8();
    switch (tag) {
      case 0:
        return ReadHistogram();
      case kArcTag:
        CutRecord("call-graph record", ahead.size(), arc_bytes_);
        bytes_.Take(arc_bytes_);
        return Truncated();
      case 2:
        return ReadBlocks();
      default:
        Miss("all that follows byte " + std::to_string(record_offset_) + ", where a record of unknown kind " +
             std::to_string(tag) + " begins");
        Damage(ErrorCode::kBadTag, "found bad tag " + std::to_string(tag) + " (file corrupted?)");
    }
  }

  void ReadHistogram() {
    Histogram histogram;
    histogram.offset = record_offset_;
    histogram.low = ReadAddress(bytes_, layout_);
    histogram.high = ReadAddress(bytes_, layout_);
    std::uint32_t bins = bytes_.U32();
    histogram.rate = bytes_.U32();
    histogram.dimension = WithoutTrailingZeros(bytes_.Take(kDimensionBytes));
    histogram.abbreviation = static_cast<char>(bytes_.U8());
    if (!bytes_.ok()) {
      outline_.lacks_times = true;
      // The header has 25 bytes besides the two addresses: tag, number of bins, rate, dimension and abbreviation.
      CutRecord("header of a histogram record", bytes_.offset() - record_offset_, 2 * AddressBytes(layout_) + 25);
      return Truncated();
    }
    Bins& sums = sink_.OpenHistogram(histogram, bins);
    const bool has_room = !sums.empty();
    const std::uint64_t got = bytes_.AddU16s(bins, sums);
    if (got == bins) {
      sink_.CloseHistogram(HistogramEnd::kWhole);
      return CountHistogram(outline_, histogram);
    }
    EndCutHistogram(histogram, {bins, got, has_room}, salvage_, outline_, sink_);
    Damage(ErrorCode::kTruncated,
           "unexpected EOF after reading " + std::to_string(got) + " of " + std::to_string(bins) + " samples");
  }

  // Reads the adjacent arcs at the start of `ahead`, at least one. Most of a large profile is read here; therefore arcs
  // are read in arrays, with a separate loop for each address width.
  void ReadArcs(std::string_view ahead) {
    if (outline_.arc_records == 0) sink_.ExpectArcs(bytes_.Left() / arc_bytes_);
    const std::size_t count = layout_.address_bytes == 8 ? DecodeArcs<8>(ahead) : DecodeArcs<4>(ahead);
    bytes_.Skip(count * arc_bytes_);
    outline_.arc_records += count;
    // The sum cannot overflow: 64 bits hold the sum of 2^32 records with counts of 32 bits.
    for (std::size_t i = 0; i < count; ++i) outline_.calls += arcs_[i].count;
    sink_.AddArcs({arcs_.data(), count});
  }

  template <std::size_t kAddressBytes>
  std::size_t DecodeArcs(std::string_view ahead) {
    constexpr std::size_t kArcBytes = 1 + 2 * kAddressBytes + 4;
    const TargetLayout layout = {static_cast<int>(kAddressBytes), layout_.big_endian, layout_.sign_extend};
    const std::size_t most = std::min(arcs_.size(), ahead.size() / kArcBytes);
    const char* record = ahead.data();
    std::size_t count = 0;
    for (; count < most && *record == kArcTag; ++count, record += kArcBytes) {
      arcs_[count] = {LoadAddress(record + 1, layout), LoadAddress(record + 1 + kAddressBytes, layout),
                      LoadNumber<std::uint32_t>(record + 1 + 2 * kAddressBytes, layout.big_endian)};
    }
    return count;
  }

  // gprof reads the count in a way that works only if the target has the host's byte order (GPROF.md, section 4.2);
  // here it is read in the target's order, like all other numbers.
  void ReadBlocks() {
    std::uint32_t count = bytes_.U32();
    if (outline_.version == 0) bytes_.SkipText();
    if (!bytes_.ok()) {
      Miss("a record of basic blocks that begins at byte " + std::to_string(record_offset_));
      return Truncated();
    }
    ++outline_.block_records;
    std::uint32_t got = 0;
    while (got < count && ReadBlock()) ++got;
    if (bytes_.ok()) return;
    Miss(std::to_string(count - got) + " of " + std::to_string(count) + " basic blocks of the record at byte " +
         std::to_string(record_offset_));
    Truncated();
  }

  // Reads a block. Returns false at the end of the file.
  bool ReadBlock() {
    BlockRecord block;
    if (outline_.version == 0) {
      block.count = bytes_.U64();
      block.address = bytes_.U64();
      bytes_.SkipText();
      bytes_.SkipText();
      bytes_.U32();
    } else {
      block.address = ReadAddress(bytes_, layout_);
      block.count = bytes_.Number(AddressBytes(layout_));
    }
    if (!bytes_.ok()) return false;
    AddCount(outline_.executions, block.count, outline_.path, bytes_.offset());
    if (outline_.first_block_offset == GmonOutline::kNoOffset) outline_.first_block_offset = record_offset_;
    sink_.AddBlock(block);
    return true;
  }

  void CutRecord(const std::string& what, std::uint64_t got, std::uint64_t bytes) {
    Miss(std::to_string(bytes - got) + " of the " + std::to_string(bytes) + " bytes of the " + what + " at byte " +
         std::to_string(record_offset_) + ", and everything after it");
  }

  void Miss(std::string what) {
    if (salvage_) outline_.missing = std::move(what);
  }

  void Truncated() { Damage(ErrorCode::kTruncated, "unexpected end of file"); }

  void Damage(ErrorCode code, std::string cause) {
    outline_.damage.emplace(code, std::move(cause), outline_.path, Place::Byte(bytes_.offset()));
  }

  ByteStream& bytes_;
  const TargetLayout& layout_;
  const bool salvage_;
  GmonOutline& outline_;
  RecordSink& sink_;
  const std::size_t arc_bytes_ = 1 + 2 * AddressBytes(layout_) + sizeof(std::uint32_t);
  std::uint64_t record_offset_ = 0;
  std::array<ArcRecord, 256> arcs_;
};

void ReadMagic(ByteStream& bytes, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink) {
  bytes.Take(kMagic.size());
  outline.version = static_cast<std::int32_t>(bytes.U32());  // signed, like the number in gprof's message
  if (outline.version != 0 && outline.version != 1 && outline.version != kLdProfileVersion) {
    throw Error(ErrorCode::kBadVersion, "unsupported version " + std::to_string(outline.version), outline.path,
                Place::Byte(bytes.offset() - kVersionBytes));
  }
  bytes.Take(kSpareBytes);
  if (outline.version == kLdProfileVersion) return ReadLdProfile(bytes, format, outline, sink);
  RecordReader(bytes, format, outline, sink).ReadAll();
}

void Parse(ByteStream& bytes, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink) {
  // gprof requires the size of the new header even for old formats (GPROF.md, section 4.1).
  std::string_view ahead = bytes.Peek(kSmallestProfile);
  if (ahead.size() < kSmallestProfile) throw TooShort(outline.path);
  bool wants_bsd = format.format == GmonFormat::kBsd || format.format == GmonFormat::kBsd44;
  bool has_magic = ahead.starts_with(kMagic);
  if (format.format == GmonFormat::kMagic && !has_magic) throw BadMagic(outline.path);
  if (wants_bsd || !has_magic) {
    ReadBsd(bytes, format, outline, sink);
  } else {
    ReadMagic(bytes, format, outline, sink);
  }
}

// An unpacking error takes precedence over errors in the unpacked data, because it is their cause. The rest is unpacked
// even if no record needs it, because the checksum is at the end.
void ParsePacked(ByteStream& packed, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink) {
  GzipSource source(packed, outline.path);
  if (format.salvage) source.EndWhereDamaged();
  ReadBuffer buffer;
  ByteStream bytes(source, buffer, format.layout.big_endian);
  try {
    Parse(bytes, format, outline, sink);
  } catch (const Error&) {
    source.CheckRest();
    if (source.damage()) throw Error(*source.damage());
    throw;
  }
  source.CheckRest();
  if (!source.damage()) return;
  if (!outline.damage) outline.missing = "anything after the last complete record";
  outline.damage = source.damage();
}

// Stores the records unchanged.
class FileSink : public RecordSink {
 public:
  explicit FileSink(GmonFile& file) : file_(file) {}

  Bins& OpenHistogram(const Histogram& outline, std::uint64_t announced) override {
    file_.cut_bins = announced;
    return file_.histograms.emplace_back(outline).bins;
  }

  void CloseHistogram(HistogramEnd end) override {
    if (end == HistogramEnd::kPadded) file_.histograms.back().bins.resize(file_.cut_bins);
    if (end != HistogramEnd::kCut) return;
    file_.cut_histogram = std::move(file_.histograms.back());
    file_.cut_histogram->bins.clear();
    file_.histograms.pop_back();
  }

  void ExpectArcs(std::uint64_t count) override { file_.arcs.reserve(std::min(count, kMostExpectedArcs)); }
  void AddArcs(std::span<const ArcRecord> arcs) override {
    file_.arcs.insert(file_.arcs.end(), arcs.begin(), arcs.end());
  }
  void AddBlock(const BlockRecord& block) override { file_.blocks.push_back(block); }

 private:
  GmonFile& file_;
};

}  // namespace

Error TooShort(const std::string& path) {
  return Error(ErrorCode::kTooShort, "file too short to be a gmon file", path);
}

Error BadMagic(const std::string& path) {
  return Error(ErrorCode::kBadMagic, "bad magic cookie", path, Place::Byte(0));
}

void CountHistogram(GmonOutline& outline, const Histogram& histogram) {
  if (outline.histogram_records++ == 0) outline.rate = histogram.rate;
}

void EndCutHistogram(const Histogram& histogram, const CutBins& bins, bool salvage, GmonOutline& outline,
                     RecordSink& sink) {
  // Limits the memory for bins that a header announces but the file lacks: memory stays proportional to the bytes that
  // actually exist.
  constexpr std::uint64_t kMostUnproved = std::uint64_t{1} << 20;
  const auto [announced, got, has_room] = bins;
  const bool pads = salvage && (has_room || announced <= kMostUnproved + 16 * got);
  sink.CloseHistogram(pads ? HistogramEnd::kPadded : HistogramEnd::kCut);
  if (pads) CountHistogram(outline, histogram);
  if (!salvage) return;
  outline.lacks_times = true;
  outline.missing = std::to_string(pads ? announced - got : announced) + " of " + std::to_string(announced) +
                    " bins of the histogram at byte " + std::to_string(histogram.offset) + ", and everything after it";
}

void ReadProfile(ReadBuffer& buffer, const ProfileFormat& format, GmonOutline& outline, RecordSink& sink) {
  FileSource file(outline.path);
  ByteStream bytes(file, buffer, format.layout.big_endian);
  if (IsGzip(bytes.Peek(kGzipMarkBytes))) {
    ParsePacked(bytes, format, outline, sink);
  } else {
    Parse(bytes, format, outline, sink);
  }
  outline.bytes = bytes.offset();
  // The C library writes the histogram first: if it was read, only calls and blocks are missing.
  outline.lacks_times = !outline.missing.empty() && (outline.lacks_times || outline.histogram_records == 0);
}

GmonFile ReadGmon(const std::string& path, const TargetLayout& layout, GmonFormat format) {
  GmonFile file;
  file.path = path;
  ReadBuffer buffer;
  FileSink sink(file);
  ReadProfile(buffer, {layout, format}, file, sink);
  return file;
}

}  // namespace profdiff
