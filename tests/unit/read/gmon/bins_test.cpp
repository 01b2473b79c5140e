// SPDX-License-Identifier: GPL-3.0-or-later
// Compares Bins with a plain vector of wide counts.
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/gmon.h"

namespace profdiff::bins_test {
namespace {

std::vector<std::pair<std::size_t, std::uint64_t>> NonZero(const Bins& bins) {
  std::vector<std::pair<std::size_t, std::uint64_t>> found;
  bins.ForEach([&found](std::size_t bin, std::uint64_t count) { found.emplace_back(bin, count); });
  return found;
}

}  // namespace

TEST_CASE("counts are the sums of what was added, narrow or wide", "[bins]") {
  std::mt19937_64 random(1);
  Bins bins(10000);
  std::vector<std::uint64_t> plain(10000);
  for (int i = 0; i < 20000; ++i) {
    const std::size_t bin = random() % 5000;  // the other bins stay zero
    const std::uint64_t count = random() >> (30 + random() % 34);
    bins.Add(bin, count);
    plain[bin] += count;
  }
  std::size_t different = 0;
  std::vector<std::pair<std::size_t, std::uint64_t>> expected;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (bins[i] != plain[i]) ++different;
    if (plain[i] != 0) expected.emplace_back(i, plain[i]);
  }
  CHECK(different == 0);
  CHECK(NonZero(bins) == expected);
}

TEST_CASE("numbers of two bytes in either order, at any place, narrow or wide", "[bins]") {
  std::mt19937 random(2);
  for (bool big_endian : {false, true}) {
    Bins bins(1000);
    std::vector<std::uint64_t> plain(1000);
    for (int i = 0; i < 300; ++i) {
      const std::size_t first = random() % 1000, count = random() % (1000 - first);
      std::string numbers;
      for (std::size_t k = first; k < first + count; ++k) {
        const auto number = static_cast<std::uint32_t>(random() % 4 == 0 ? random() % (i < 100 ? 9 : 65536) : 0);
        const char low = static_cast<char>(number & 0xff), high = static_cast<char>(number >> 8);
        numbers += big_endian ? high : low;
        numbers += big_endian ? low : high;
        plain[k] += number;
      }
      bins.AddU16s(first, numbers, big_endian);
    }
    std::size_t different = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) different += bins[i] != plain[i];
    CHECK(different == 0);
  }
}

TEST_CASE("sums of bins", "[bins]") {
  Bins a = {1, 65535, 0, 7};
  a.Add(Bins{0, 1, 0, 5});
  CHECK(a == Bins{1, 65536, 0, 12});
  a.Add(Bins{~std::uint64_t{0} - 1, 0, 0, 0});
  CHECK(a[0] == ~std::uint64_t{0});
}

TEST_CASE("bins that are cut off are zero when they are added again", "[bins]") {
  Bins bins = {1, 2, 3};
  bins.resize(1);
  bins.resize(3);
  CHECK(bins == Bins{1, 0, 0});
  CHECK(Bins(3) == Bins{0, 0, 0});
  CHECK(!(Bins(3) == Bins(2)));
}

}  // namespace profdiff::bins_test
