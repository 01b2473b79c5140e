// SPDX-License-Identifier: GPL-3.0-or-later
// Makes profile files in memory, in every format, address width and byte order:
//
//   std::string file =
//       GmonBytes().Header().Histogram(0x1000, 0x1010, 100, {1, 2, 3, 4}).Arc(0x1002, 0x1008, 7).bytes();
#ifndef TESTS_SUPPORT_GMON_BYTES_H_
#define TESTS_SUPPORT_GMON_BYTES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/gmon.h"

namespace tests {

class GmonBytes {
 public:
  explicit GmonBytes(profdiff::TargetLayout layout = {}) : layout_(layout) {}

  // Records of gmon.out.
  GmonBytes& Header(std::uint32_t version = 1);
  GmonBytes& Histogram(std::uint64_t low, std::uint64_t high, std::uint32_t rate, const std::vector<int>& bins,
                       std::string_view dimension = "seconds", char abbreviation = 's');
  GmonBytes& Arc(std::uint64_t from, std::uint64_t self, std::uint64_t count);
  GmonBytes& Blocks(const std::vector<profdiff::BlockRecord>& blocks);
  // Adds blocks in the format of version 0.
  GmonBytes& OldBlocks(const std::vector<profdiff::BlockRecord>& blocks);

  // BSD formats.
  GmonBytes& OldBsd(std::uint64_t low, std::uint64_t high, const std::vector<int>& bins);
  GmonBytes& Bsd44(std::uint64_t low, std::uint64_t high, std::uint32_t rate, const std::vector<int>& bins);
  GmonBytes& BsdArc(std::uint64_t from, std::uint64_t self, std::uint64_t count);

  // Parts of records, for incomplete and damaged ones.
  GmonBytes& Number(std::uint64_t value, int width);
  GmonBytes& Address(std::uint64_t value) { return Number(value, layout_.address_bytes); }
  GmonBytes& Text(std::string_view text);
  GmonBytes& Zeros(std::size_t count);

  const std::string& bytes() const { return bytes_; }

 private:
  GmonBytes& Bins(const std::vector<int>& bins);

  profdiff::TargetLayout layout_;
  std::string bytes_;
};

// Returns the layouts of both address widths, each in both byte orders.
std::vector<profdiff::TargetLayout> AllLayouts();

// Returns the contents of a profile file, one record per line: "histogram 0x1000-0x1010 100 seconds s: 1 2 3 4", "arc
// 0x1002 0x1008 7", "block 0x1004 9".
std::string Describe(const std::vector<profdiff::Histogram>& histograms, const std::vector<profdiff::ArcRecord>& arcs,
                     const std::vector<profdiff::BlockRecord>& blocks);
std::string Describe(const profdiff::GmonFile& file);
std::string Describe(const profdiff::Records& records);

}  // namespace tests

#endif  // TESTS_SUPPORT_GMON_BYTES_H_
