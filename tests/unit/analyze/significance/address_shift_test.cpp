// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for finding the shift between the addresses of a profile and those of an image.
#include <catch2/catch.hpp>
#include <initializer_list>
#include <random>

#include "profdiff/significance.h"
#include "values/loading_profiles.h"

namespace profdiff::address_shift_test {
namespace {

// Returns an image with `count` functions of various sizes from 0x401000 on.
Image ImageOf(std::size_t count, std::uint64_t least_size = 16) {
  Image image;
  image.text_begin = 0x401000;
  std::minstd_rand random(1);
  std::uint64_t next = image.text_begin;
  for (std::size_t i = 0; i < count; ++i) {
    Function& function = image.functions.functions.emplace_back();
    function.address = next;
    next += least_size + 16 * (random() % 64);
    function.end = next - 1;
  }
  image.text_end = next;
  return image;
}

// Returns calls of every `step`th function, recorded nine bytes after its start.
Records CallsIn(const Image& image, std::size_t step, std::uint64_t shift) {
  Records records;
  for (std::size_t i = 0; i < image.functions.size(); i += step) {
    const std::uint64_t address = image.functions.functions[i].address;
    records.arcs.push_back({image.text_begin + 4 + shift, address + 9 + shift, 1});
  }
  records.has_arcs = true;
  return records;
}

constexpr std::uint64_t kNegative = 0 - std::uint64_t{0x300000};

}  // namespace

TEST_CASE("The shift is found by the starts of called functions", "[address_shift]") {
  const Image image = ImageOf(1000);
  for (std::uint64_t shift : std::initializer_list<std::uint64_t>{0, 0x1000, 0x10000, 0x555555554000, kNegative}) {
    CHECK(FindAddressShift(image, CallsIn(image, 1, shift)) == shift);
    CHECK(FindAddressShift(image, CallsIn(image, 50, shift)) == shift);
  }
  CHECK(FindAddressShift(image, CallsIn(image, 20, 0x20340)) != 0x20340);  // not a multiple of a page
}

TEST_CASE("Samples must be in the code as well", "[address_shift]") {
  const Image image = ImageOf(40);
  Records records = CallsIn(image, 8, 0x10000);
  Histogram histogram;
  histogram.low = image.text_begin + 0x10000;
  histogram.high = image.text_end + 0x20000;
  histogram.bins.resize((histogram.high - histogram.low) / 4);
  records.histograms = {histogram};
  records.histograms[0].bins.Add(10, 3);
  CHECK(FindAddressShift(image, records) == 0x10000);
  records.histograms[0].bins.Add(histogram.bins.size() - 1, 3);
  CHECK_FALSE(FindAddressShift(image, records));
}

TEST_CASE("Without calls, the end of the histogram shows the shift", "[address_shift]") {
  const Image image = ImageOf(100);
  Records records;
  Histogram histogram;
  histogram.low = 0x400000 + 0x7000;
  histogram.high = ((image.text_end + 15) & ~15U) + 0x7000;
  histogram.bins.resize((histogram.high - histogram.low) / 2);
  histogram.bins.Add(histogram.bins.size() - 20, 3);
  records.histograms = {histogram};
  CHECK(FindAddressShift(image, records) == 0x7000);
  records.histograms[0].high += 0x300;
  CHECK_FALSE(FindAddressShift(image, records));
}

TEST_CASE("No shift is found if several fit equally well, or none does", "[address_shift]") {
  Image regular;  // a function at every page
  for (std::uint64_t i = 0; i < 100; ++i) {
    Function& function = regular.functions.functions.emplace_back();
    function.address = 0x401000 + 0x1000 * i;
    function.end = function.address + 0xfff;
  }
  regular.text_begin = 0x401000;
  regular.text_end = 0x401000 + 0x64000;
  Records few = CallsIn(regular, 1, 0x50000);
  few.arcs.resize(10);
  CHECK_FALSE(FindAddressShift(regular, few));
  CHECK(FindAddressShift(regular, CallsIn(regular, 1, 0x50000)) == 0x50000);

  const Image image = ImageOf(1000, 400);
  std::mt19937 random(2);
  for (int trial = 0; trial < 20; ++trial) {  // the calls of other programs
    Records other;
    for (int i = 0; i < 40; ++i) other.arcs.push_back({0x900000, 0x900000 + random() % 0x60000, 1});
    CHECK_FALSE(FindAddressShift(image, other));
  }
  CHECK_FALSE(FindAddressShift(Image(), few));
  CHECK_FALSE(FindAddressShift(image, Records()));
  CHECK_FALSE(FindAddressShift(image, CallsIn(image, 500, 0x10000)));  // two calls are too few
}

TEST_CASE("A shift is subtracted from every address", "[address_shift]") {
  Records records;
  records.arcs = {{0x5000, 0x6000, 2}};
  records.blocks = {{0x7000, 3}};
  records.histograms.resize(1);
  records.histograms[0].low = 0x4000;
  records.histograms[0].high = 0x8000;
  SubtractShift(records, 0x3000);
  CHECK(records.arcs[0].from == 0x2000);
  CHECK(records.arcs[0].self == 0x3000);
  CHECK(records.blocks[0].address == 0x4000);
  CHECK(records.histograms[0].low == 0x1000);
  CHECK(records.histograms[0].high == 0x5000);
  SubtractShift(records, 0 - std::uint64_t{0x10});
  CHECK(records.arcs[0].from == 0x2010);
  CHECK(ShiftText(0x3000) == "0x3000");
  CHECK(ShiftText(0 - std::uint64_t{0x10}) == "-0x10");
}

}  // namespace profdiff::address_shift_test
