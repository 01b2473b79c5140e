// SPDX-License-Identifier: GPL-3.0-or-later
// ID.index: "CUBEX.INDEX", u32 1, u16 version, u8 kind (1: the rows that exist), u32 N, N u32 positions. The first
// number shows the byte order of both files.
// ID.data: "CUBEX.DATA" and N rows; or "ZCUBEX.DATA", u64 N, N times the position of a row in the unpacked data, its
// position in the packed data, and its packed size, each a u64, and then N streams of zlib (RFC 1950).
#include "read/cube/values.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "profdiff/error.h"
#include "read/file/zlib_block.h"

namespace profdiff {
namespace {

// Reads numbers from bytes in memory.
class CubeBytes {
 public:
  CubeBytes(std::string_view bytes, bool is_big) : bytes_(bytes), is_big_(is_big) {}

  // Reads an unsigned number of `size` bytes at an offset that must be inside.
  std::uint64_t At(std::size_t offset, std::size_t size) const {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t place = is_big_ ? offset + i : offset + size - 1 - i;
      number = number << 8 | static_cast<unsigned char>(bytes_[place]);
    }
    return number;
  }

 private:
  std::string_view bytes_;
  bool is_big_;
};

double CubeNumber(const CubeBytes& bytes, std::size_t offset, CubeNumbers numbers) {
  const std::uint64_t bits = bytes.At(offset, numbers.size);
  if (numbers.is_real) return std::bit_cast<double>(bits);
  if (!numbers.is_signed) return static_cast<double>(bits);
  const auto unused = static_cast<int>(64 - 8 * numbers.size);
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

class CubeValues {
 public:
  CubeValues(const CubeFiles& files, CubeNumbers numbers, std::size_t locations, const std::string& path)
      : files_(files), numbers_(numbers), locations_(locations), path_(path) {}

  template <class Use>
  void Read(const Use& use) {
    ReadIndex();
    constexpr std::string_view kPlain = "CUBEX.DATA", kPacked = "ZCUBEX.DATA";
    const bool is_packed = files_.data.starts_with(kPacked);
    if (!is_packed && !files_.data.starts_with(kPlain)) Fail(ErrorCode::kBadProfile, "has no mark of Cube's data");
    const std::string_view rest = files_.data.substr((is_packed ? kPacked : kPlain).size());
    std::vector<double> values(locations_);
    for (std::size_t row = 0; row < positions_.size(); ++row) {
      const std::string bytes = is_packed ? PackedRow(rest, row) : std::string(PlainRow(rest, row));
      if (bytes.empty()) continue;
      const CubeBytes numbers(bytes, is_big_);
      for (std::size_t i = 0; i < locations_; ++i) values[i] = CubeNumber(numbers, i * numbers_.size, numbers_);
      use(positions_[row], values);
    }
  }

 private:
  [[noreturn]] void Fail(ErrorCode code, const std::string& reason) const {
    throw Error(code, files_.name + " " + reason, path_, Place::Whole("cube"));
  }

  std::size_t RowSize() const { return locations_ * numbers_.size; }

  void ReadIndex() {
    constexpr std::string_view kMark = "CUBEX.INDEX";
    constexpr std::size_t kHead = kMark.size() + 4 + 2 + 1 + 4;
    const std::string_view index = files_.index;
    if (!index.starts_with(kMark)) Fail(ErrorCode::kBadProfile, "has no index");
    if (index.size() < kHead) Fail(ErrorCode::kTruncated, "has an index that ends early");
    is_big_ = CubeBytes(index, false).At(kMark.size(), 4) != 1;
    const CubeBytes numbers(index, is_big_);
    if (numbers.At(kMark.size(), 4) != 1) Fail(ErrorCode::kBadProfile, "has an index of unknown byte order");
    if (numbers.At(kMark.size() + 6, 1) != 1)
      Fail(ErrorCode::kUnsupported, "has a kind of index that is not known here");
    const std::uint64_t count = numbers.At(kMark.size() + 7, 4);
    if (index.size() - kHead < 4 * count) Fail(ErrorCode::kTruncated, "has an index that ends early");
    for (std::uint64_t i = 0; i < count; ++i) {
      positions_.push_back(static_cast<std::uint32_t>(numbers.At(kHead + 4 * i, 4)));
    }
  }

  std::string_view PlainRow(std::string_view rows, std::size_t row) const {
    const std::string_view bytes = rows.substr(std::min(row * RowSize(), rows.size()), RowSize());
    if (bytes.size() != RowSize()) FailAt(ErrorCode::kTruncated, row, "is not complete");
    return bytes;
  }

  [[noreturn]] void FailAt(ErrorCode code, std::size_t row, const std::string& reason) const {
    Fail(code, "row " + std::to_string(row + 1) + " of " + std::to_string(positions_.size()) + " " + reason);
  }

  // Returns the unpacked row; empty if the file has none.
  std::string PackedRow(std::string_view bytes, std::size_t row) const {
    constexpr std::size_t kEntry = 24;  // bytes
    const CubeBytes numbers(bytes, is_big_);
    if (bytes.size() < 8) Fail(ErrorCode::kTruncated, "ends early");
    const std::uint64_t count = numbers.At(0, 8);
    if ((bytes.size() - 8) / kEntry < count) Fail(ErrorCode::kTruncated, "ends early");
    if (row >= count) return {};
    const std::size_t entry = 8 + row * kEntry;
    const std::uint64_t packed_at = numbers.At(entry + 8, 8), size = numbers.At(entry + 16, 8);
    if (size == 0) return {};
    const std::string_view packed = bytes.substr(8 + count * kEntry);
    if (packed_at > packed.size() || packed.size() - packed_at < size) {
      FailAt(ErrorCode::kTruncated, row, "is not complete");
    }
    std::optional<std::string> unpacked = UnpackZlib(packed.substr(packed_at, size), RowSize());
    if (!unpacked) FailAt(ErrorCode::kBadCompression, row, "cannot be unpacked");
    return std::move(*unpacked);
  }

  const CubeFiles& files_;
  const CubeNumbers numbers_;
  const std::size_t locations_;
  const std::string& path_;
  bool is_big_ = false;
  std::vector<std::uint32_t> positions_;  // by row
};

}  // namespace

CubeNumbers CubeNumbersOf(std::string_view name) {
  struct Type {
    std::string_view name;
    CubeNumbers numbers;
  };
  constexpr Type kTypes[] = {
      {"INT8", {1, false, true}},     {"UINT8", {1, false, false}},  {"INT16", {2, false, true}},
      {"UINT16", {2, false, false}},  {"INT32", {4, false, true}},   {"UINT32", {4, false, false}},
      {"INT64", {8, false, true}},    {"UINT64", {8, false, false}}, {"DOUBLE", {8, true, true}},
      {"FLOAT", {8, true, true}},     {"INTEGER", {8, false, true}}, {"INT", {4, false, true}},
      {"SHORT INT", {2, false, true}}};
  for (const Type& type : kTypes) {
    if (type.name == name) return type.numbers;
  }
  return {};
}

void ReadCubeValues(const CubeFiles& files, CubeNumbers numbers, std::size_t locations, const std::string& path,
                    const std::function<void(std::uint32_t position, const std::vector<double>& values)>& use) {
  CubeValues(files, numbers, locations, path).Read(use);
}

}  // namespace profdiff
