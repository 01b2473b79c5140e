// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for references by address: sums, ranges of the heap, and bounded memory.
#include "read/property/addresses/address_histogram.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/properties.h"
#include "support/references.h"

namespace profdiff::address_histogram_test {

using tests::Measure;

namespace {

// Returns a line for each bucket with array, range in bytes, reads, writes and misses, such as "un[0,256) 3r 1w 2m".
std::string Text(const std::vector<AddressBucket>& buckets) {
  std::string text;
  for (const AddressBucket& bucket : buckets) {
    text += bucket.data_structure + "[" + std::to_string(bucket.begin) + "," + std::to_string(bucket.end) + ") " +
            std::to_string(bucket.reads) + "r " + std::to_string(bucket.writes) + "w " +
            std::to_string(bucket.misses()) + "m\n";
  }
  return text;
}

}  // namespace

TEST_CASE("Buckets of an array contain all of its references", "[properties]") {
  const tests::ReferencesProgram program;
  MeasureOptions options = program.Options();
  const Measurements without = Measure(tests::ReferencesTrace(), options);
  CHECK(without.histogram.empty());
  for (const std::size_t buckets : {1U, 2U, 7U, 4096U}) {
    options.buckets = buckets;
    const Measurements measured = Measure(tests::ReferencesTrace(), options);
    std::uint64_t writes = 0, misses = 0, end = 0;
    for (const AddressBucket& bucket : measured.histogram) {
      CHECK(bucket.misses() == bucket.compulsory + bucket.capacity + bucket.conflict);
      if (bucket.data_structure != "vn") continue;
      CHECK(bucket.begin == end);
      end = bucket.end;
      writes += bucket.writes;
      misses += bucket.write_misses;
    }
    CHECK(end == 12 * 32 * sizeof(double));
    CHECK(writes == 144);
    CHECK(misses == 24);
  }
  // A row of the array has 256 bytes. The program uses the first 96 bytes, which are 12 elements. Two buckets divide a
  // row.
  options.buckets = 2 * 12;
  const std::string text = Text(Measure(tests::ReferencesTrace(), options).histogram);
  CHECK(text.find("un[0,128) 12r 12w 14m\nun[128,256) 0r 0w 0m\nun[256,384) 12r 12w 14m\n") != std::string::npos);
}

TEST_CASE("Distant parts of the heap are ranges of their own, and memory is bounded", "[properties]") {
  const tests::ReferencesProgram program;
  const TraceImage image(program.path());
  AddressHistogram histogram(image, 64);
  const auto heap = static_cast<std::uint32_t>(image.arrays().size() + 1);
  const AddressCounts read = {1};
  histogram.Add(heap, 0x10000010, read);
  histogram.Add(heap, 0x10000020, read);
  histogram.Add(heap, 0x10001000, read);
  histogram.Add(heap, 0x20000000, read);
  histogram.Add(TraceImage::kNoArray, 0x30000000, read);
  CHECK(Text(histogram.Find(2)) == "heap[0,4096) 2r 0w 0m\nheap[4096,8192) 1r 0w 0m\nheap[0,4096) 1r 0w 0m\n");
  AddressHistogram large(image, 64);
  for (std::uint64_t page = 0; page < (std::uint64_t{3} << 30); page += 4096) large.Add(heap, page, read);
  CHECK(Text(large.Find(2)) == "heap[0,1610612736) 393216r 0w 0m\nheap[1610612736,3221225472) 393216r 0w 0m\n");
  for (std::uint64_t i = 0; i < 20000; ++i) histogram.Add(heap, ~std::uint64_t{0} - (i << 44), read);
  std::uint64_t reads = 0;
  for (const AddressBucket& bucket : histogram.Find(1)) reads += bucket.reads;
  CHECK(reads == 20004);
  CHECK(histogram.Find(1).size() <= 4096);
}

}  // namespace profdiff::address_histogram_test
