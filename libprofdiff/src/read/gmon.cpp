// SPDX-License-Identifier: GPL-3.0-or-later
// gmon.out, versions 1 and 0: a header of 20 bytes ("gmon", u32 version, 12 spare), then records until the end. Each is
// a tag byte and, in the byte order and address width of the profiled program:
//   0 histogram   address low, address high, u32 bins, u32 rate, 15 bytes dimension, 1 byte abbreviation, bins * u16
//   1 arc         address from, address self, u32 count
//   2 blocks      u32 n, n * (address, count as wide as an address)
//     version 0   u32 n, text, n * (u64 count, u64 address, text, text, u32 line); text ends with a zero byte
// Tests: tests/unit/read/gmon_test.cpp.
#include "profdiff/gmon.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "read/byte_stream.h"
#include "read/file.h"
#include "read/inflate.h"
#include "read/profile_bytes.h"

namespace profdiff {
namespace {

constexpr std::string_view kMagic = "gmon";
constexpr std::size_t kVersionBytes = 4;
constexpr std::size_t kSpareBytes = 12;
constexpr std::size_t kDimensionBytes = 15;
constexpr char kArcTag = 1;

std::string WithoutTrailingZeros(std::string_view field) { return std::string(field.substr(0, field.find('\0'))); }

// Walks over the records of one gmon.out file.
class RecordReader {
 public:
  RecordReader(ByteStream& bytes, const TargetLayout& layout, GmonOutline& outline, RecordSink& sink)
      : bytes_(bytes), layout_(layout), outline_(outline), sink_(sink) {}

  void ReadAll() {
    while (!outline_.damage && !bytes_.AtEnd()) ReadRecord();
  }

 private:
  void ReadRecord() {
    std::string_view ahead = bytes_.Peek(arc_bytes_);
    if (ahead.size() >= arc_bytes_ && ahead.front() == kArcTag) return ReadArcs(ahead);
    record_offset_ = bytes_.offset();
    std::uint8_t tag = bytes_.U8();
    switch (tag) {
      case 0:
        return ReadHistogram();
      case kArcTag:
        bytes_.Take(arc_bytes_);
        return Truncated();
      case 2:
        return ReadBlocks();
      default:
        Damage(ErrorCode::kBadTag, outline_.path + ": found bad tag " + std::to_string(tag) + " (file corrupted?)");
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
    if (!bytes_.ok()) return Truncated();
    std::uint64_t got = bytes_.AddU16s(bins, sink_.OpenHistogram(histogram, bins));
    sink_.CloseHistogram(got == bins);
    if (got == bins) return CountHistogram(outline_, histogram);
    Damage(ErrorCode::kTruncated, outline_.path + ": unexpected EOF after reading " + std::to_string(got) + " of " +
                                      std::to_string(bins) + " samples");
  }

  // The arcs at the beginning of what lies ahead, of which there is one at least: most of a large profile.
  void ReadArcs(std::string_view ahead) {
    if (outline_.arc_records == 0) sink_.ExpectArcs(bytes_.Left() / arc_bytes_);
    const std::size_t count = layout_.address_bytes == 8 ? DecodeArcs<8>(ahead) : DecodeArcs<4>(ahead);
    bytes_.Skip(count * arc_bytes_);
    outline_.arc_records += count;
    sink_.AddArcs({arcs_.data(), count});
  }

  template <int kAddressBytes>
  std::size_t DecodeArcs(std::string_view ahead) {
    constexpr std::size_t kArcBytes = 1 + 2 * kAddressBytes + 4;
    const TargetLayout layout = {kAddressBytes, layout_.big_endian, layout_.sign_extend};
    const std::size_t most = std::min(arcs_.size(), ahead.size() / kArcBytes);
    const char* record = ahead.data();
    std::size_t count = 0;
    for (; count < most && *record == kArcTag; ++count, record += kArcBytes) {
      arcs_[count] = {LoadAddress(record + 1, layout), LoadAddress(record + 1 + kAddressBytes, layout),
                      LoadNumber<std::uint32_t>(record + 1 + 2 * kAddressBytes, layout.big_endian)};
    }
    return count;
  }

  void ReadBlocks() {
    std::uint32_t count = bytes_.U32();
    if (outline_.version == 0) bytes_.SkipText();
    if (!bytes_.ok()) return Truncated();
    ++outline_.block_records;
    for (std::uint32_t i = 0; i < count && bytes_.ok(); ++i) ReadBlock();
    if (!bytes_.ok()) Truncated();
  }

  void ReadBlock() {
    BlockRecord block;
    if (outline_.version == 0) {
      block.count = bytes_.U64();
      block.address = bytes_.U64();
      bytes_.SkipText();
      bytes_.SkipText();
      bytes_.U32();
    } else {
      block.address = ReadAddress(bytes_, layout_);
      block.count = ReadWord(bytes_, layout_);
    }
    if (!bytes_.ok()) return;
    if (outline_.first_block_offset == Error::kNoOffset) outline_.first_block_offset = record_offset_;
    sink_.AddBlock(block);
  }

  void Truncated() { Damage(ErrorCode::kTruncated, outline_.path + ": unexpected end of file"); }

  void Damage(ErrorCode code, std::string message) {
    outline_.damage.emplace(code, std::move(message), outline_.path, bytes_.offset());
  }

  ByteStream& bytes_;
  const TargetLayout& layout_;
  GmonOutline& outline_;
  RecordSink& sink_;
  const std::size_t arc_bytes_ = 1 + 2 * AddressBytes(layout_) + sizeof(std::uint32_t);
  std::uint64_t record_offset_ = 0;
  std::array<ArcRecord, 256> arcs_;
};

void ReadMagic(ByteStream& bytes, const TargetLayout& layout, GmonOutline& outline, RecordSink& sink) {
  bytes.Take(kMagic.size());
  outline.version = static_cast<std::int32_t>(bytes.U32());
  if (outline.version != 0 && outline.version != 1) {
    throw Error(ErrorCode::kBadVersion,
                "file `" + outline.path + "' has unsupported version " + std::to_string(outline.version), outline.path,
                bytes.offset() - kVersionBytes);
  }
  bytes.Take(kSpareBytes);
  RecordReader(bytes, layout, outline, sink).ReadAll();
}

void Parse(ByteStream& bytes, const TargetLayout& layout, GmonFormat format, GmonOutline& outline, RecordSink& sink) {
  std::string_view ahead = bytes.Peek(kSmallestProfile);
  if (ahead.size() < kSmallestProfile) throw TooShort(outline.path);
  bool wants_bsd = format == GmonFormat::kBsd || format == GmonFormat::kBsd44;
  bool has_magic = ahead.starts_with(kMagic);
  if (format == GmonFormat::kMagic && !has_magic) throw BadMagic(outline.path);
  if (wants_bsd || !has_magic) {
    ReadBsd(bytes, layout, format == GmonFormat::kBsd44, outline, sink);
  } else {
    ReadMagic(bytes, layout, outline, sink);
  }
}

// What is wrong with the packing comes before anything that is wrong with what is packed.
void ParsePacked(ByteStream& packed, const TargetLayout& layout, GmonFormat format, GmonOutline& outline,
                 RecordSink& sink) {
  GzipSource source(packed, outline.path);
  ReadBuffer buffer;
  ByteStream bytes(source, buffer, layout.big_endian);
  try {
    Parse(bytes, layout, format, outline, sink);
  } catch (const Error&) {
    source.CheckRest();
    throw;
  }
  source.CheckRest();
}

// Keeps the records as they are.
class FileSink : public RecordSink {
 public:
  explicit FileSink(GmonFile& file) : file_(file) {}

  Bins& OpenHistogram(const Histogram& outline, std::uint64_t announced) override {
    file_.cut_bins = announced;
    return file_.histograms.emplace_back(outline).bins;
  }

  void CloseHistogram(bool whole) override {
    if (whole) return;
    file_.cut_histogram = std::move(file_.histograms.back());
    file_.cut_histogram->bins.clear();
    file_.histograms.pop_back();
  }

  void ExpectArcs(std::uint64_t count) override { file_.arcs.reserve(count); }
  void AddArcs(std::span<const ArcRecord> arcs) override {
    file_.arcs.insert(file_.arcs.end(), arcs.begin(), arcs.end());
  }
  void AddBlock(const BlockRecord& block) override { file_.blocks.push_back(block); }

 private:
  GmonFile& file_;
};

}  // namespace

Error TooShort(const std::string& path) {
  return Error(ErrorCode::kTooShort, path + ": file too short to be a gmon file", path);
}

Error BadMagic(const std::string& path) {
  return Error(ErrorCode::kBadMagic, "file `" + path + "' has bad magic cookie", path, 0);
}

void CountHistogram(GmonOutline& outline, const Histogram& histogram) {
  if (outline.histogram_records++ == 0) outline.rate = histogram.rate;
}

void ReadProfile(ReadBuffer& buffer, const TargetLayout& layout, GmonFormat format, GmonOutline& outline,
                 RecordSink& sink) {
  FileSource file(outline.path);
  ByteStream bytes(file, buffer, layout.big_endian);
  if (IsGzip(bytes.Peek(kGzipMarkBytes))) {
    ParsePacked(bytes, layout, format, outline, sink);
  } else {
    Parse(bytes, layout, format, outline, sink);
  }
  outline.bytes = bytes.offset();
}

GmonFile ReadGmon(const std::string& path, const TargetLayout& layout, GmonFormat format) {
  GmonFile file;
  file.path = path;
  ReadBuffer buffer;
  FileSink sink(file);
  ReadProfile(buffer, layout, format, file, sink);
  return file;
}

}  // namespace profdiff
