// SPDX-License-Identifier: GPL-3.0-or-later
// Checks whether a profile and an image belong together, using only the addresses of samples and calls.
// Test: tests/unit/analyze/significance/plausibility_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "profdiff/significance.h"
#include "values/loading_profiles.h"

namespace profdiff {
namespace {

// Number of bytes after a function's entry within which its call to mcount is expected: about 30 on x86-64, more on
// architectures that save registers one by one.
constexpr std::uint64_t kBeginning = 128;

// The C library rounds up the end of a histogram by fewer than this number of bytes.
constexpr std::uint64_t kEndRounding = 16;

constexpr std::uint64_t kPage = 0x1000;

// A side has far fewer samples than the other if it has less than a twentieth of the other side's samples, and the
// other side has at least a hundred.
constexpr double kFarFewer = 20;
constexpr double kWorthWhile = 100;

bool IsCode(const Image& image, std::uint64_t address) { return image.functions.Find(address).valid(); }

// True if a bin with samples touches a function. Looks up only the two ends of a bin, since functions fill the code
// without gaps (GPROF.md, section 5.6).
bool TouchesCode(const Image& image, const Histogram& histogram) {
  const double width = static_cast<double>(histogram.high - histogram.low) / static_cast<double>(histogram.bins.size());
  // A double of 2^64 or more cannot be converted to an integer (undefined behaviour); a bin of that width covers all
  // code.
  bool touches = width >= 0x1p63;  // half of all addresses
  histogram.bins.ForEach([&](std::size_t i, std::uint64_t) {
    if (touches) return;
    std::uint64_t begin = histogram.low + static_cast<std::uint64_t>(width * static_cast<double>(i));
    std::uint64_t last = begin + static_cast<std::uint64_t>(width);
    touches = IsCode(image, begin) || IsCode(image, last);
  });
  return touches;
}

bool HasSamples(const Histogram& histogram) {
  bool any = false;
  histogram.bins.ForEach([&any](std::size_t, std::uint64_t) { any = true; });
  return any;
}

// True if there are samples or calls, but none of them is in a function. Uses the records rather than the profile,
// since a selection such as -F may have removed every function from the profile.
bool LiesElsewhere(const Image& image, const Records& records) {
  const auto is_inside = [&image](const ArcRecord& arc) { return IsCode(image, arc.self); };
  const auto touches = [&image](const Histogram& histogram) { return TouchesCode(image, histogram); };
  const bool any = !records.arcs.empty() || std::ranges::any_of(records.histograms, HasSamples);
  return any && std::ranges::none_of(records.arcs, is_inside) && std::ranges::none_of(records.histograms, touches);
}

// True if the histogram starts where the C library's profiling start-up code starts it: at the headers of the program
// file, a page or more below the first code. Such a histogram ends at the label `etext`, which profiled programs
// contain.
bool IsSampledByTheCLibrary(const Image& image, const Histogram& histogram) {
  return histogram.low + kPage <= image.functions.functions.front().address;
}

// True if the histogram's first and last bins have samples, and each bin with samples begins in a function. OpenOCD
// writes such histograms, whose range says nothing about the range of the code.
bool IsCutToSamples(const Image& image, const Histogram& histogram) {
  const std::size_t bins = histogram.bins.size();
  if (bins < 2 || histogram.bins[0] == 0 || histogram.bins[bins - 1] == 0) return false;
  const double width = static_cast<double>(histogram.high - histogram.low) / static_cast<double>(bins);
  bool is_all_code = width < 0x1p63;
  histogram.bins.ForEach([&](std::size_t i, std::uint64_t) {
    const auto offset = static_cast<std::uint64_t>(is_all_code ? width * static_cast<double>(i) : 0);
    is_all_code = is_all_code && IsCode(image, histogram.low + offset);
  });
  return is_all_code;
}

// True if the histogram does not end where the code of this image ends. Some linkers define `etext` after the constants
// rather than after the code, so both ends are accepted. The expected end is unknown if there is no `etext`, or if the
// histogram does not start where the C library starts it. Then only a histogram that ends before the code is
// suspicious.
bool EndsElsewhere(const Image& image, const Histogram& histogram) {
  const auto& functions = image.functions.functions;
  const auto label = std::ranges::find(functions, std::string_view("etext"), &Function::name);
  if (label == functions.end() || !IsSampledByTheCLibrary(image, histogram)) return histogram.high < image.text_end;
  auto ends_at = [&histogram](std::uint64_t end) {
    return histogram.high >= end && histogram.high - end < kEndRounding;
  };
  return !ends_at(label->address) && !ends_at(image.text_end);
}

// True if at least a quarter of the call records have a callee address that is not at or just after the start of a
// function. A quarter is enough, because addresses from another build can match starts of functions by chance. If there
// are many records, only every n-th record is looked up, at most 10,000 in all.
bool EntersElsewhere(const Image& image, const Records& records) {
  constexpr std::size_t kEnough = 10000;
  const std::size_t step = 1 + records.arcs.size() / kEnough;
  std::size_t asked = 0, astray = 0;
  for (std::size_t i = 0; i < records.arcs.size(); i += step, ++asked) {
    const std::uint64_t entered = records.arcs[i].self;
    const FunctionId callee = image.functions.Find(entered);
    if (!callee.valid() || entered - image.functions[callee].address > kBeginning) ++astray;
  }
  return asked != 0 && astray * 4 >= asked;
}

void CompareSamples(double base, double other, Diagnostics& diagnostics) {
  const auto [fewer, more] = std::minmax(base, other);
  if (fewer * kFarFewer > more || more < kWorthWhile) return;
  diagnostics.Warn("the " + std::string(base < other ? "base" : "other side") + " has " +
                   std::to_string(std::llround(fewer)) + " samples against " + std::to_string(std::llround(more)) +
                   ": it shows little of what the program does");
}

}  // namespace

void CheckFit(const Image& image, const Records& records, const std::string& names, bool all_functions,
              Diagnostics& diagnostics) {
  const auto ends_elsewhere = [&image](const Histogram& histogram) {
    return EndsElsewhere(image, histogram) && !IsCutToSamples(image, histogram);
  };
  const bool lies_elsewhere = LiesElsewhere(image, records);
  const bool ends = records.histograms.size() == 1 && ends_elsewhere(records.histograms.front());
  if (!lies_elsewhere && !ends && !(all_functions && EntersElsewhere(image, records))) return;
  if (const auto shift = FindAddressShift(image, records); shift && *shift != 0) {
    diagnostics.Warn(Message("the addresses in " + names + " are those of " + image.path + " plus " +
                                 ShiftText(*shift) + ": the program was loaded at another address than it was linked " +
                                 "for, which linking with -no-pie prevents",
                             {}, {}, {RemedyKind::kSubtractShift, {}}));
  } else if (lies_elsewhere) {
    diagnostics.Warn("nothing in " + names + " matches " + image.path + ": it seems to be another program's profile");
  } else {
    diagnostics.Warn(names + " does not fit the code of " + image.path +
                     ": it may be the profile of another program or of another build");
  }
}

void CheckComparable(const RunTable& base, const RunTable& other, Diagnostics& diagnostics) {
  if (base.kind != TimesOf::kSamples || other.kind != TimesOf::kSamples) return;
  CompareSamples(base.total_samples + base.unattributed_samples, other.total_samples + other.unattributed_samples,
                 diagnostics);
}

void CheckComparable(const Image& base, const Image& other, double base_samples, double other_samples,
                     Diagnostics& diagnostics) {
  if (base.architecture_name != other.architecture_name) {
    diagnostics.Warn(base.path + " is for " + base.architecture_name + ", " + other.path + " for " +
                     other.architecture_name + ": their times were measured on different machines");
  }
  CompareSamples(base_samples, other_samples, diagnostics);
}

}  // namespace profdiff
