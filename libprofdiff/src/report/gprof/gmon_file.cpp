// SPDX-License-Identifier: GPL-3.0-or-later
// Writes gmon.out version 1 and the BSD layouts. Format of version 1: "gmon", u32 version, 12 zero bytes (gprof leaves
// them uninitialised); then records that begin with a tag byte: 0 = histogram (low, high, u32 number of bins, u32 rate,
// 15 bytes dimension, 1 byte abbreviation, u16 bins), 1 = arc (from, self, u32 count), 2 = blocks (u32 number, then
// pairs of address and count). Addresses have the target's width, and all numbers have its byte order.
//
// The sums of several profiles can be too large for their fields. gprof truncates them (90000 becomes 24464); here they
// are split into several records of the same address, which all readers add up again.
//
// Source: GPROF.md, sections 4.2, 4.3 and 16. Tests: tests/unit/report/gprof/gmon_file_test.cpp reads written files
// back.
#include <algorithm>
#include <limits>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/profile.h"
#include "values/cycles.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kLargestBin = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint64_t kLargestCount = std::numeric_limits<std::uint32_t>::max();
// Maximum number of additional records for counts that do not fit into one record. Real runs need only a few; without
// the limit, a damaged 64-bit count would fill the disk.
constexpr std::uint64_t kMostExtraRecords = std::uint64_t{1} << 20;
constexpr std::size_t kSpareHeaderBytes = 12;
constexpr std::size_t kDimensionBytes = 15;
constexpr std::uint32_t kBsd44Magic = 0x00051879;  // the second u32 after the addresses; the old layout has none
constexpr double kOldBsdRate = 100;                // the old layout has no rate; readers assume 100

class GmonEncoder {
 public:
  GmonEncoder(const FunctionTable& table, const Profile& profile, const Records& records, const TargetLayout& target)
      : table_(table), profile_(profile), records_(records), target_(target) {}

  std::string Encode() {
    out_ = "gmon";
    Number(1, 4);
    out_.append(kSpareHeaderBytes, '\0');
    for (const Histogram& histogram : records_.histograms) AddHistogram(histogram);
    ForEachArc([this](const Arc& arc) { AddArc(arc); });
    if (records_.has_blocks) AddBlocks();
    return std::move(out_);
  }

  // Format: low, high, u32 size of header and bins together. In the 4.4BSD layout, magic, rate and 12 spare bytes
  // follow. Counts of arcs are as wide as addresses. The format has room for only one histogram: gprof writes the first
  // one, with each bin truncated to 16 bits.
  std::string EncodeBsd(bool bsd44) {
    Histogram empty;
    const Histogram& histogram = records_.histograms.empty() ? empty : records_.histograms.front();
    bool rate_in_header = bsd44 || profile_.rate != kOldBsdRate;
    auto address_bytes = static_cast<std::size_t>(target_.address_bytes);
    std::size_t header = 2 * address_bytes + (rate_in_header ? 24 : 4);
    Address(histogram.low);
    Address(histogram.high);
    Number(header + 2 * histogram.bins.size(), 4);
    if (rate_in_header) {
      Number(kBsd44Magic, 4);
      Number(static_cast<std::uint64_t>(profile_.rate), 4);
    }
    out_.resize(header, '\0');
    for (std::size_t i = 0; i < histogram.bins.size(); ++i) Number(histogram.bins[i] & kLargestBin, 2);
    ForEachArc([this](const Arc& arc) {
      Split(arc.count, LargestWord(), [&](std::uint64_t part) {
        Address(table_[arc.caller].address);
        Address(table_[arc.callee].address);
        Address(part);
      });
    });
    return std::move(out_);
  }

 private:
  void Number(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      int shift = 8 * (target_.big_endian ? bytes - 1 - i : i);
      out_ += static_cast<char>(value >> shift & 0xff);
    }
  }

  void Address(std::uint64_t value) { Number(value, target_.address_bytes); }

  // Returns the largest count that fits into a field as wide as an address.
  std::uint64_t LargestWord() const {
    return target_.address_bytes == 4 ? kLargestCount : std::numeric_limits<std::uint64_t>::max();
  }

  // Divides a count into parts of at most `largest`, and calls `visit` with each part. A count of 0 has one part,
  // because arcs that -c adds with a count of 0 are written as well.
  template <class Visit>
  void Split(std::uint64_t count, std::uint64_t largest, Visit visit) {
    if (count > largest) extra_records_ += (count - 1) / largest;
    if (extra_records_ > kMostExtraRecords) {
      throw Error(ErrorCode::kUnsupported, "the sum has call counts that no profile file can hold");
    }
    do {
      std::uint64_t part = std::min(count, largest);
      visit(part);
      count -= part;
    } while (count != 0);
  }

  // Writes a record, and further records as long as a bin has a remainder. Readers add up histograms of the same range
  // bin by bin.
  void AddHistogram(const Histogram& histogram) {
    const Bins& bins = histogram.bins;
    std::uint64_t most = 0;
    bins.ForEach([&most](std::size_t, std::uint64_t count) { most = std::max(most, count); });
    for (std::uint64_t written = 0; written == 0 || written < most; written += kLargestBin) {
      AddHistogramHeader(histogram);
      for (std::size_t i = 0; i < bins.size(); ++i) {
        Number(bins[i] > written ? std::min(bins[i] - written, kLargestBin) : 0, 2);
      }
    }
  }

  void AddHistogramHeader(const Histogram& histogram) {
    Number(0, 1);
    Address(histogram.low);
    Address(histogram.high);
    Number(histogram.bins.size(), 4);
    Number(static_cast<std::uint64_t>(profile_.rate), 4);
    std::string dimension = records_.histograms.front().dimension;
    dimension.resize(kDimensionBytes, '\0');
    out_.append(dimension).append(1, profile_.abbreviation);
  }

  void AddArc(const Arc& arc) {
    Split(arc.count, kLargestCount, [&](std::uint64_t part) {
      Number(1, 1);
      Address(table_[arc.caller].address);
      Address(table_[arc.callee].address);
      Number(part, 4);
    });
  }

  void AddBlocks() {
    std::vector<BlockRecord> parts;
    for (const BlockCount& block : profile_.blocks) {
      Split(block.count, LargestWord(), [&](std::uint64_t part) { parts.push_back({block.address, part}); });
    }
    Number(2, 1);
    Number(parts.size(), 4);
    for (const BlockRecord& part : parts) {
      Address(part.address);
      Address(part.count);
    }
  }

  // Visits arcs in gprof's order: sorted by the caller's address and, for each caller, with the most recently added arc
  // first (GPROF.md, section 16). A program that reads such a file again gets the arcs in reverse order, which affects
  // ties.
  template <class Visit>
  void ForEachArc(Visit visit) const {
    Adjacency adjacency = IndexArcs(table_.size(), profile_.arcs);
    for (ArcId id : adjacency.children) visit(profile_.arcs[id.value]);
  }

  const FunctionTable& table_;
  const Profile& profile_;
  const Records& records_;
  const TargetLayout& target_;
  std::string out_;
  std::uint64_t extra_records_ = 0;
};

}  // namespace

std::string EncodeGmon(const FunctionTable& table, const Profile& profile, const Records& records,
                       const TargetLayout& target, GmonLayout layout) {
  GmonEncoder encoder(table, profile, records, target);
  return layout == GmonLayout::kMagic ? encoder.Encode() : encoder.EncodeBsd(layout == GmonLayout::kBsd44);
}

}  // namespace profdiff
