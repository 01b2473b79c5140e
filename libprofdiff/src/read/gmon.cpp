// SPDX-License-Identifier: GPL-3.0-or-later
// gmon.out, versions 1 and 0: a header of 20 bytes ("gmon", u32 version, 12 spare), then records until the end. Each is
// a tag byte and, in the byte order and address width of the profiled program:
//   0 histogram   address low, address high, u32 bins, u32 rate, 15 bytes dimension, 1 byte abbreviation, bins * u16
//   1 arc         address from, address self, u32 count
//   2 blocks      u32 n, n * (address, count as wide as an address)
//     version 0   u32 n, text, n * (u64 count, u64 address, text, text, u32 line); text ends with a zero byte
// Tests: tests/unit/read/gmon_test.cpp.
#include "profdiff/gmon.h"

#include <string_view>
#include <utility>

#include "base/bytes.h"
#include "read/file.h"
#include "read/inflate.h"
#include "read/profile_bytes.h"

namespace profdiff {
namespace {

constexpr std::string_view kMagic = "gmon";
constexpr std::size_t kVersionBytes = 4;
constexpr std::size_t kSpareBytes = 12;
constexpr std::size_t kDimensionBytes = 15;

std::string WithoutTrailingZeros(std::string_view field) { return std::string(field.substr(0, field.find('\0'))); }

// The records of one gmon.out file, appended to a GmonFile.
class RecordReader {
 public:
  RecordReader(ByteCursor cursor, const TargetLayout& layout, GmonFile& file)
      : cursor_(cursor), layout_(layout), file_(file) {}

  void ReadAll() {
    while (cursor_.remaining() > 0 && !file_.damage) ReadRecord();
  }

 private:
  void ReadRecord() {
    record_offset_ = cursor_.offset();
    std::uint8_t tag = cursor_.U8();
    switch (tag) {
      case 0:
        return ReadHistogram();
      case 1:
        return ReadArc();
      case 2:
        return ReadBlocks();
      default:
        Damage(ErrorCode::kBadTag, file_.path + ": found bad tag " + std::to_string(tag) + " (file corrupted?)");
    }
  }

  void ReadHistogram() {
    Histogram histogram;
    histogram.offset = record_offset_;
    histogram.low = ReadAddress(cursor_, layout_);
    histogram.high = ReadAddress(cursor_, layout_);
    std::uint32_t bins = cursor_.U32();
    histogram.rate = cursor_.U32();
    histogram.dimension = WithoutTrailingZeros(cursor_.Take(kDimensionBytes));
    histogram.abbreviation = static_cast<char>(cursor_.U8());
    if (!cursor_.ok()) return Truncated();
    cursor_.AppendU16s(bins, histogram.bins);
    std::size_t got = histogram.bins.size();
    file_.histograms.push_back(std::move(histogram));
    if (got == bins) return;
    CutLastHistogram(file_, bins);
    Damage(ErrorCode::kTruncated, file_.path + ": unexpected EOF after reading " + std::to_string(got) + " of " +
                                      std::to_string(bins) + " samples");
  }

  void ReadArc() {
    ArcRecord arc;
    arc.from = ReadAddress(cursor_, layout_);
    arc.self = ReadAddress(cursor_, layout_);
    arc.count = cursor_.U32();
    if (!cursor_.ok()) return Truncated();
    file_.arcs.push_back(arc);
  }

  void ReadBlocks() {
    std::uint32_t count = cursor_.U32();
    if (file_.version == 0) cursor_.ZeroTerminated();
    if (!cursor_.ok()) return Truncated();
    ++file_.block_records;
    for (std::uint32_t i = 0; i < count && cursor_.ok(); ++i) ReadBlock();
    if (!cursor_.ok()) Truncated();
  }

  void ReadBlock() {
    BlockRecord block;
    if (file_.version == 0) {
      block.count = cursor_.U64();
      block.address = cursor_.U64();
      cursor_.ZeroTerminated();
      cursor_.ZeroTerminated();
      cursor_.U32();
    } else {
      block.address = ReadAddress(cursor_, layout_);
      block.count = ReadWord(cursor_, layout_);
    }
    if (!cursor_.ok()) return;
    if (file_.blocks.empty()) file_.first_block_offset = record_offset_;
    file_.blocks.push_back(block);
  }

  void Truncated() { Damage(ErrorCode::kTruncated, file_.path + ": unexpected end of file"); }

  void Damage(ErrorCode code, std::string message) {
    file_.damage.emplace(code, std::move(message), file_.path, cursor_.offset());
  }

  ByteCursor cursor_;
  const TargetLayout& layout_;
  GmonFile& file_;
  std::uint64_t record_offset_ = 0;
};

void ReadMagic(std::string_view bytes, const TargetLayout& layout, GmonFile& file) {
  ByteCursor cursor(bytes, layout.big_endian);
  cursor.Take(kMagic.size());
  file.version = static_cast<std::int32_t>(cursor.U32());
  if (file.version != 0 && file.version != 1) {
    throw Error(ErrorCode::kBadVersion,
                "file `" + file.path + "' has unsupported version " + std::to_string(file.version), file.path,
                cursor.offset() - kVersionBytes);
  }
  cursor.Take(kSpareBytes);
  RecordReader(cursor, layout, file).ReadAll();
}

GmonFile Parse(std::string_view bytes, const std::string& path, const TargetLayout& layout, GmonFormat format) {
  GmonFile file;
  file.path = path;
  if (bytes.size() < kSmallestProfile) throw TooShort(path);
  bool wants_bsd = format == GmonFormat::kBsd || format == GmonFormat::kBsd44;
  bool has_magic = bytes.starts_with(kMagic);
  if (format == GmonFormat::kMagic && !has_magic) throw BadMagic(path);
  if (wants_bsd || !has_magic) {
    ReadBsd(bytes, layout, format == GmonFormat::kBsd44, file);
  } else {
    ReadMagic(bytes, layout, file);
  }
  return file;
}

}  // namespace

void CutLastHistogram(GmonFile& file, std::uint64_t announced_bins) {
  file.cut_histogram = std::move(file.histograms.back());
  file.cut_histogram->bins.clear();
  file.cut_bins = announced_bins;
  file.histograms.pop_back();
}

Error TooShort(const std::string& path) {
  return Error(ErrorCode::kTooShort, path + ": file too short to be a gmon file", path);
}

Error BadMagic(const std::string& path) {
  return Error(ErrorCode::kBadMagic, "file `" + path + "' has bad magic cookie", path, 0);
}

GmonFile ReadGmon(const std::string& path, const TargetLayout& layout, GmonFormat format) {
  std::string bytes = ReadWholeFile(path);
  if (!IsGzip(bytes)) return Parse(bytes, path, layout, format);
  return Parse(Gunzip(bytes, path), path, layout, format);
}

}  // namespace profdiff
