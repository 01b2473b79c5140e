// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the shift of a profile's addresses. Every shift that puts all addresses into the code is tried. The cost of a
// shift is the sum of the distances of callees from the starts of their functions: profiling code records an address in
// the first instructions of a function, so that the right shift costs a few bytes per callee.
// Test: tests/unit/analyze/significance/address_shift_test.cpp.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "profdiff/significance.h"
#include "values/loading_profiles.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kShiftStep = 0x1000;  // programs are loaded at multiples of it
constexpr std::uint64_t kMostShifts = 1 << 16;
constexpr std::size_t kMostCallees = 1000;
constexpr std::size_t kFewCallees = 3;    // needed to tell several possible shifts apart
constexpr std::uint64_t kMeanStart = 32;  // greatest plausible mean of these distances
constexpr std::uint64_t kStart = 128;     // greatest distance in bytes of a recorded callee from its function's start

// What is known about the addresses of a profile.
struct Addresses {
  std::uint64_t low = ~std::uint64_t{0}, high = 0;  // lowest and highest one
  std::vector<std::uint64_t> callees;               // ascending, without duplicates

  void Add(std::uint64_t address) {
    low = std::min(low, address);
    high = std::max(high, address);
  }
};

Addresses AddressesOf(const Records& records) {
  Addresses all;
  for (const ArcRecord& arc : records.arcs) {
    all.Add(arc.self);
    all.callees.push_back(arc.self);
  }
  std::ranges::sort(all.callees);
  all.callees.erase(std::unique(all.callees.begin(), all.callees.end()), all.callees.end());
  for (const Histogram& histogram : records.histograms) {
    const double width =
        static_cast<double>(histogram.high - histogram.low) / static_cast<double>(histogram.bins.size());
    if (width >= 0x1p63) continue;
    histogram.bins.ForEach([&](std::size_t i, std::uint64_t) {
      all.Add(histogram.low + static_cast<std::uint64_t>(width * static_cast<double>(i)));
    });
  }
  return all;
}

// Returns the cost of a shift; nullopt if more than one callee in 16 is not near the start of a function.
std::optional<std::uint64_t> CostOf(const FunctionTable& functions, const Addresses& addresses, std::uint64_t shift) {
  const std::size_t step = 1 + addresses.callees.size() / kMostCallees;
  std::uint64_t cost = 0;
  std::size_t astray = 0;
  for (std::size_t i = 0; i < addresses.callees.size(); i += step) {
    const std::uint64_t address = addresses.callees[i] - shift;
    const FunctionId callee = functions.Find(address);
    const std::uint64_t distance = callee.valid() ? address - functions[callee].address : kStart;
    cost += std::min(distance, kStart);
    if (distance >= kStart && ++astray * 16 > addresses.callees.size() / step) return std::nullopt;
  }
  return cost;
}

// A shift is right only if all other possible shifts have at least twice its cost.
class BestShift {
 public:
  void Add(std::uint64_t shift, std::uint64_t cost) {
    if (shift_ && cost >= cost_) {
      second_ = std::min(second_, cost);
      return;
    }
    if (shift_) second_ = cost_;
    shift_ = shift;
    cost_ = cost;
  }
  // `most` is the greatest plausible cost.
  std::optional<std::uint64_t> Get(std::uint64_t most) const {
    return cost_ <= most && second_ > 0 && second_ / 2 >= cost_ ? shift_ : std::nullopt;
  }

 private:
  std::optional<std::uint64_t> shift_;
  std::uint64_t cost_ = 0, second_ = ~std::uint64_t{0};
};

// Calls try_shift(shift) for the multiples of a page that put all addresses into the functions. Returns their number; 0
// if there are none or too many.
template <class Try>
std::uint64_t ForEachShift(const FunctionTable& functions, const Addresses& addresses, Try try_shift) {
  const std::uint64_t begin = functions.functions.front().address, last = functions.functions.back().end;
  if (last < begin || addresses.high < addresses.low || addresses.high - addresses.low > last - begin) return 0;
  const std::uint64_t lowest = addresses.high - last;  // modulo 2^64, as the shift may be negative
  const std::uint64_t range = last - begin - (addresses.high - addresses.low);
  const std::uint64_t first = (0 - lowest) % kShiftStep;  // 2^64 is a multiple of a page
  if (first > range || (range - first) / kShiftStep >= kMostShifts) return 0;
  for (std::uint64_t offset = first; offset <= range; offset += kShiftStep) try_shift(lowest + offset);
  return 1 + (range - first) / kShiftStep;
}

// Returns the only multiple of a page with which the histogram covers the code and ends with it, as the C library's
// does.
std::optional<std::uint64_t> ShiftOfEnd(const Image& image, const Records& records, const Addresses& addresses) {
  constexpr std::uint64_t kRounding = 16;
  if (records.histograms.size() != 1) return std::nullopt;
  std::vector<std::uint64_t> found;
  ForEachShift(image.functions, addresses, [&](std::uint64_t shift) {
    const Histogram& histogram = records.histograms.front();
    const std::uint64_t low = histogram.low - shift, high = histogram.high - shift;
    const auto& functions = image.functions.functions;
    if (low > functions.front().address) return;
    const auto label = std::ranges::find(functions, std::string_view("etext"), &Function::name);
    const std::uint64_t end = label == functions.end() ? image.text_end : label->address;
    if (high - end < kRounding || high - image.text_end < kRounding) found.push_back(shift);
  });
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> FindAddressShift(const Image& image, const Records& records) {
  const FunctionTable& functions = image.functions;
  const Addresses addresses = AddressesOf(records);
  if (functions.functions.empty()) return std::nullopt;
  if (addresses.callees.empty()) return ShiftOfEnd(image, records, addresses);
  BestShift best;
  const std::uint64_t shifts = ForEachShift(functions, addresses, [&](std::uint64_t shift) {
    if (const auto cost = CostOf(functions, addresses, shift)) best.Add(shift, *cost);
  });
  const std::size_t callees = std::min(addresses.callees.size(), kMostCallees);
  return shifts == 1 || callees >= kFewCallees ? best.Get(kMeanStart * callees) : std::nullopt;
}

void SubtractShift(Records& records, std::uint64_t shift) {
  for (Histogram& histogram : records.histograms) {
    histogram.low -= shift;
    histogram.high -= shift;
  }
  for (ArcRecord& arc : records.arcs) {
    arc.from -= shift;
    arc.self -= shift;
  }
  for (BlockRecord& block : records.blocks) block.address -= shift;
}

std::string ShiftText(std::uint64_t shift) {
  const bool is_negative = shift >> 63 != 0;
  std::string text = is_negative ? "-0x" : "0x";
  AppendHex(text, is_negative ? 0 - shift : shift);
  return text;
}

}  // namespace profdiff
