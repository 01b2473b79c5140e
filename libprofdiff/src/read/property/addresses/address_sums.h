// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up an address trace by instruction and array, and makes regions from the sums.
// Tests: tests/unit/read/property/address_trace_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_SUMS_H_
#define PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_SUMS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/data_cache.h"
#include "profdiff/properties.h"
#include "read/property/addresses/address_loops.h"
#include "read/property/addresses/trace_image.h"
#include "values/named_functions.h"

namespace profdiff {

// Counts by metric, in the order of kAddressMetrics.
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

// Returns the counts of one reference.
AddressCounts CountsOf(bool is_write, CacheMiss miss);
void AddTo(AddressCounts& sums, const AddressCounts& counts);

// Returns the name of an array; "stack" and "heap" for the two indices after the arrays; then names of `outside`:
// arrays that have no address in the image.
std::string NameOfArray(const TraceImage& image, std::uint32_t array, const std::vector<std::string>& outside = {});

class AddressSums {
 public:
  static constexpr std::uint64_t kElsewhere = ~std::uint64_t{0};  // code outside the program

  struct Sum {
    std::uint64_t instruction;  // its address in the image, or kElsewhere
    std::uint32_t array;        // as for NameOfArray
    AddressCounts counts = {};
  };

  void Add(std::uint64_t instruction, std::uint32_t array, const AddressCounts& reference);
  void Add(const AddressSums& more);
  const std::vector<Sum>& all() const { return sums_; }

 private:
  NumberSet ids_;
  std::vector<Sum> sums_;
};

struct AddressPhase {
  std::string function;             // a function of the image; empty for the whole program
  std::optional<std::size_t> loop;  // index in AddressLoops::all; nullopt for the whole function
};

// Makes the regions: the phase (the examined region), with all references made while it ran; functions, loops and
// lines, with the references of their own code; and for each of these, parts by array. A part has the misses of its
// array but all references of its region, so its miss rate is its share of the region's miss rate. An array has a part
// only if it causes nearly all misses of reads, of writes, or of one kind. `sums`: the sums of the phase; `outside`: as
// for NameOfArray. Arrays with one name are one array.
Measurements MeasureAddresses(const AddressSums& sums, const AddressLoops& loops, const TraceImage& image,
                              const std::vector<std::string>& outside, const AddressPhase& phase);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_SUMS_H_
