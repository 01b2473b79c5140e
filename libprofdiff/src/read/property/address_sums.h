// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over an address trace by code position and array, and the regions made from them.
// Tests: tests/unit/read/property/address_trace_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_ADDRESS_SUMS_H_
#define PROFDIFF_READ_PROPERTY_ADDRESS_SUMS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/data_cache.h"
#include "profdiff/properties.h"
#include "read/property/trace_image.h"
#include "values/named_functions.h"

namespace profdiff {

// By metric: kAddressMetrics.
using AddressCounts = std::array<std::uint64_t, 7>;

struct AddressMetric {
  const char* name;
  const char* unit;
};
inline constexpr std::array<AddressMetric, 7> kAddressMetrics = {{{"Dr", "references"},
                                                                  {"Dw", "references"},
                                                                  {"D1mr", "misses"},
                                                                  {"D1mw", "misses"},
                                                                  {"D1compulsory", "misses"},
                                                                  {"D1capacity", "misses"},
                                                                  {"D1conflict", "misses"}}};

class AddressSums {
 public:
  static constexpr std::uint32_t kElsewhere = 0xffffffff;  // code outside the program

  struct Sum {
    std::uint32_t row;    // index of the image's functions and lines, or kElsewhere
    std::uint32_t array;  // index in TraceImage::arrays, followed by the stack and the heap
    AddressCounts counts = {};
  };

  void Add(std::uint32_t row, std::uint32_t array, bool is_write, CacheMiss miss);
  const std::vector<Sum>& all() const { return sums_; }

 private:
  NumberSet ids_;
  std::vector<Sum> sums_;
};

// Regions: the phase, with all references while it ran; functions and lines, with their own references; and for each of
// these, parts by array. A part has the misses of its array and all references of its region, so that its miss rates
// relate to the region. An array has a part only if it causes nearly all misses of reads, of writes, or of one kind.
// `phase`: a function of the image; empty: the whole program.
Measurements MeasureAddresses(const AddressSums& sums, const TraceImage& image, const std::string& phase);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_ADDRESS_SUMS_H_
