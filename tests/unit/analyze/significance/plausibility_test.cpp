// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for warnings about files that are probably the wrong ones.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/significance.h"
#include "tests/support/messages.h"
#include "values/loading_profiles.h"

namespace profdiff::plausibility_test {
namespace {

// Returns an image with code from 0x1000 to 0x2000. It has a function main and, after .text, a function _fini.
Image SmallImage() {
  Image image;
  image.path = "prog";
  image.text_begin = 0x1000;
  image.text_end = 0x2000;
  for (std::uint64_t address : {0x1000U, 0x2000U}) {
    Function function;
    function.address = address;
    function.end = address + 0xfff;
    image.functions.functions.push_back(function);
  }
  return image;
}

Records WithHistogram(std::uint64_t low, std::uint64_t high) {
  Records records;
  Histogram histogram;
  histogram.low = low;
  histogram.high = high;
  histogram.bins = {0, 3};
  records.histograms.push_back(histogram);
  records.has_histogram = true;
  return records;
}

std::string Warning(const Records& records) {
  Diagnostics diagnostics;
  CheckFit(SmallImage(), records, "one, two", true, diagnostics);
  return diagnostics.warnings.empty() ? "" : TextOf(diagnostics.warnings.front());
}

}  // namespace

TEST_CASE("A profile of the image itself is plausible", "[plausibility]") {
  CHECK(Warning(WithHistogram(0x1000, 0x2010)).empty());
  CHECK(Warning(WithHistogram(0x1000, 0x2000)).empty());
  CHECK(Warning({}).empty());
}

TEST_CASE("A profile without any address in the image", "[plausibility]") {
  CHECK(Warning(WithHistogram(0x8000, 0x8800)) ==
        "nothing in one, two matches prog: it seems to be another program's profile");
  Records arcs;
  arcs.arcs.push_back({0x9000, 0x9100, 1});
  CHECK(Warning(arcs).find("nothing in one, two matches prog") != std::string::npos);
}

constexpr const char* kMisfit =
    "one, two does not fit the code of prog: it may be the profile of another program or of another build";

TEST_CASE("Samples that end before the code does", "[plausibility]") {
  CHECK(Warning(WithHistogram(0x1000, 0x1f00)) == kMisfit);
  CHECK(Warning(WithHistogram(0x1000, 0x3000)).empty());
}

TEST_CASE("Samples that do not end at the label up to which the C library samples", "[plausibility]") {
  Image image = SmallImage();
  Function label;
  label.name = "etext";
  label.address = 0x2345;
  image.functions.functions.push_back(label);
  for (std::uint64_t high : {0x2348U, 0x2000U, 0x2004U}) {
    Diagnostics diagnostics;
    CheckFit(image, WithHistogram(0, high), "one, two", true, diagnostics);
    CHECK(diagnostics.warnings.empty());
  }
  for (std::uint64_t high : {0x2344U, 0x2360U, 0x1ff0U}) {
    Diagnostics diagnostics;
    CheckFit(image, WithHistogram(0, high), "one, two", true, diagnostics);
    CHECK(tests::TextsOf(diagnostics.warnings) == std::vector<std::string>{kMisfit});
  }
}

TEST_CASE("A histogram from the first sample to the last one may end anywhere", "[plausibility]") {
  Records records = WithHistogram(0x1010, 0x1f00);
  records.histograms[0].bins = {2, 0, 3};
  CHECK(Warning(records).empty());
  records.histograms[0].bins = {2, 3, 0};
  CHECK(Warning(records) == kMisfit);
  records.histograms[0].bins = {0, 2, 3};
  CHECK(Warning(records) == kMisfit);
  records.histograms[0].bins = {2, 0, 3};
  records.histograms[0].low = 0xf00;  // the first sample is in no function
  CHECK(Warning(records) == kMisfit);
}

TEST_CASE("A shift of all addresses is named", "[plausibility]") {
  Image image = SmallImage();
  Records records;
  for (std::uint64_t callee : {0x1008U, 0x2009U}) records.arcs.push_back({0x1400 + 0x50000, callee + 0x50000, 1});
  Diagnostics diagnostics;
  CheckFit(image, records, "one", true, diagnostics);
  REQUIRE(diagnostics.warnings.size() == 1);
  CHECK(TextOf(diagnostics.warnings[0]) ==
        "the addresses in one are those of prog plus 0x50000: the program was loaded at another address than it was "
        "linked for, which linking with -no-pie prevents");
  CHECK(diagnostics.warnings[0].remedy.kind == RemedyKind::kSubtractShift);
}

TEST_CASE("Calls into the middle of functions", "[plausibility]") {
  Records records = WithHistogram(0x1000, 0x2010);
  for (int i = 0; i < 3; ++i) records.arcs.push_back({0x1400, 0x1020, 1});
  records.arcs.push_back({0x1400, 0x2080, 1});
  CHECK(Warning(records).empty());
  records.arcs.back().self = 0x2081;
  CHECK(Warning(records) == kMisfit);
  records.arcs.back().self = 0x500;
  CHECK(Warning(records) == kMisfit);
  records.arcs.push_back({0x1400, 0x1020, 1});
  CHECK(Warning(records).empty());
}

std::vector<std::string> CompareSamples(double base, double other) {
  Image image;
  Diagnostics diagnostics;
  CheckComparable(image, image, base, other, diagnostics);
  return tests::TextsOf(diagnostics.warnings);
}

TEST_CASE("Far fewer samples on one side are reported", "[plausibility]") {
  CHECK(CompareSamples(10, 1000) ==
        std::vector<std::string>{"the base has 10 samples against 1000: it shows little of what the "
                                 "program does"});
  CHECK(CompareSamples(1000, 50).size() == 1);
  CHECK(CompareSamples(1000, 51).empty());
  CHECK(CompareSamples(1, 50).empty());
  CHECK(CompareSamples(0, 0).empty());
}

TEST_CASE("Sides without images are compared by their samples, if they have any", "[plausibility]") {
  RunTable few, many;
  few.total_samples = 10;
  many.total_samples = 1000;
  Diagnostics diagnostics;
  CheckComparable(many, few, diagnostics);
  REQUIRE(diagnostics.warnings.size() == 1);
  CHECK(TextOf(diagnostics.warnings[0]).starts_with("the other side has 10 samples against 1000"));
  few.kind = TimesOf::kSums;
  CheckComparable(many, few, diagnostics);
  CHECK(diagnostics.warnings.size() == 1);
}

TEST_CASE("Different machines are reported", "[plausibility]") {
  Image base, other;
  base.path = "a";
  base.architecture_name = "i386:x86-64";
  other.path = "b";
  other.architecture_name = "aarch64";
  Diagnostics diagnostics;
  CheckComparable(base, other, 1, 1, diagnostics);
  CHECK(
      tests::TextsOf(diagnostics.warnings) ==
      std::vector<std::string>{"a is for i386:x86-64, b for aarch64: their times were measured on different machines"});
}

}  // namespace profdiff::plausibility_test
