// SPDX-License-Identifier: GPL-3.0-or-later
// Counts references by address within arrays, the stack and the heap.
// Tests: tests/unit/read/property/address_histogram_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_HISTOGRAM_H_
#define PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_HISTOGRAM_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "profdiff/properties.h"
#include "read/property/addresses/address_sums.h"
#include "read/property/addresses/trace_image.h"

namespace profdiff {

class AddressHistogram {
 public:
  // `line`: size of a cache line in bytes, which is the smallest width of a bucket.
  AddressHistogram(const TraceImage& image, std::uint64_t line) : image_(image), line_(line) {}

  // `array`: as in AddressSums::Sum. `address`: an address in the image for an array, an address in memory for the
  // stack and the heap.
  void Add(std::uint32_t array, std::uint64_t address, const AddressCounts& counts);
  // Adds another histogram of the same image.
  void Add(const AddressHistogram& more);

  // Returns at most `buckets` buckets of equal width for each array, and for each contiguous range of the stack and the
  // heap. Arrays without references are omitted, but buckets without references are not.
  std::vector<AddressBucket> Find(std::size_t buckets) const;

 private:
  // Counts of references by cell, a range of addresses. All cells have the same width: the initial width times a power
  // of two.
  struct Cells {
    std::uint64_t base = 0, width = 0;
    std::map<std::uint64_t, AddressCounts> counts;  // by (address - base) / width

    void Add(std::uint64_t address, const AddressCounts& more);
    void Add(const Cells& more);
    void Widen();
    // Returns the ranges of used cells, [first, end). Unused gaps of more than 256 KiB separate ranges.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> Ranges() const;
    // Returns at most `buckets` buckets of equal width, without names, for the cells [first, end).
    std::vector<AddressBucket> Divide(std::uint64_t first, std::uint64_t end, std::size_t buckets) const;
  };

  Cells CellsOf(std::uint32_t array) const;

  const TraceImage& image_;
  const std::uint64_t line_;
  std::map<std::uint32_t, Cells> cells_;  // by array
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_HISTOGRAM_H_
