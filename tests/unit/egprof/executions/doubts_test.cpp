// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings about files that are hardly meant.
#include "egprof/executions/doubts.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace egprof {
namespace {

// Code from 0x1000 to 0x2000, with a main and, behind .text, a _fini.
profdiff::Image SmallImage() {
  profdiff::Image image;
  image.text_begin = 0x1000;
  image.text_end = 0x2000;
  for (std::uint64_t address : {0x1000U, 0x2000U}) {
    profdiff::Function function;
    function.address = address;
    function.end = address + 0xfff;
    image.functions.functions.push_back(function);
  }
  return image;
}

profdiff::Records WithHistogram(std::uint64_t low, std::uint64_t high) {
  profdiff::Records records;
  profdiff::Histogram histogram;
  histogram.low = low;
  histogram.high = high;
  histogram.bins = {0, 3};
  records.histograms.push_back(histogram);
  records.has_histogram = true;
  return records;
}

std::string Warning(const profdiff::Records& records) {
  Output output;
  DoubtProfile({"prog", {"one", "two"}}, SmallImage(), records, true, output);
  return output.notes.empty() ? "" : output.notes.front();
}

}  // namespace

TEST_CASE("A profile of the image itself raises no doubt", "[doubts]") {
  CHECK(Warning(WithHistogram(0x1000, 0x2010)).empty());
  CHECK(Warning(WithHistogram(0x1000, 0x2000)).empty());
  CHECK(Warning({}).empty());
}

TEST_CASE("A profile of which nothing lies in the image", "[doubts]") {
  CHECK(Warning(WithHistogram(0x8000, 0x9000)) ==
        "warning: nothing in one, two matches prog: it seems to be another program's profile");
  profdiff::Records arcs;
  arcs.arcs.push_back({0x9000, 0x9100, 1});
  CHECK(Warning(arcs).find("nothing in one, two matches prog") != std::string::npos);
}

constexpr const char* kMisfit =
    "warning: one, two does not fit the code of prog: it may be the profile of another program or of another build";

TEST_CASE("Samples that end before the code does", "[doubts]") {
  CHECK(Warning(WithHistogram(0x1000, 0x1f00)) == kMisfit);
  CHECK(Warning(WithHistogram(0x1000, 0x3000)).empty());
}

TEST_CASE("Samples that end elsewhere than at the label that the C library samples up to", "[doubts]") {
  profdiff::Image image = SmallImage();
  profdiff::Function label;
  label.name = "etext";
  label.address = 0x2345;
  image.functions.functions.push_back(label);
  for (std::uint64_t high : {0x2348U, 0x2000U, 0x2004U}) {
    Output output;
    DoubtProfile({"prog", {"one", "two"}}, image, WithHistogram(0, high), true, output);
    CHECK(output.notes.empty());
  }
  for (std::uint64_t high : {0x2344U, 0x2360U, 0x1ff0U}) {
    Output output;
    DoubtProfile({"prog", {"one", "two"}}, image, WithHistogram(0, high), true, output);
    CHECK(output.notes == std::vector<std::string>{kMisfit});
  }
}

TEST_CASE("Calls that enter functions in their middle", "[doubts]") {
  profdiff::Records records = WithHistogram(0x1000, 0x2010);
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

TEST_CASE("A profile on both sides", "[doubts]") {
  Output output;
  DoubtFiles({"prog", {"/tmp/a", "/tmp/b"}}, {"prog", {"/tmp/c"}}, output);
  CHECK(output.notes.empty());
  DoubtFiles({"prog", {"/tmp/a", "/tmp/b"}}, {"prog", {"/tmp/b", "/tmp/a"}}, output);
  CHECK(output.notes == std::vector<std::string>{"warning: the same file is on both sides: /tmp/a"});
  CHECK(IsSameFile("/tmp", "/tmp/../tmp/."));
  CHECK_FALSE(IsSameFile("/tmp/no", "/tmp/../tmp/no"));
}

std::vector<std::string> CompareSamples(double base, double other) {
  profdiff::Image image;
  Output output;
  DoubtComparison(image, image, base, other, output);
  return output.notes;
}

TEST_CASE("far fewer samples on one side are told of") {
  CHECK(CompareSamples(10, 1000) ==
        std::vector<std::string>{"warning: the base has 10 samples against 1000: it shows little of what the "
                                 "program does"});
  CHECK(CompareSamples(1000, 50).size() == 1);
  CHECK(CompareSamples(1000, 51).empty());
  CHECK(CompareSamples(1, 50).empty());
  CHECK(CompareSamples(0, 0).empty());
}

TEST_CASE("different machines are told of") {
  profdiff::Image base, other;
  base.path = "a";
  base.architecture_name = "i386:x86-64";
  other.path = "b";
  other.architecture_name = "aarch64";
  Output output;
  DoubtComparison(base, other, 1, 1, output);
  CHECK(output.notes ==
        std::vector<std::string>{"warning: a is for i386:x86-64, b for aarch64: their times are those of different "
                                 "machines"});
}

}  // namespace egprof
