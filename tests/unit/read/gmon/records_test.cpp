// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for adding up profile files. Messages are those of gprof 2.40.
#include <catch2/catch.hpp>
#include <cmath>

#include "profdiff/gmon.h"
#include "support/gmon_bytes.h"
#include "support/temporary_file.h"
#include "values/loading_profiles.h"

namespace profdiff::records_test {

using tests::Describe;
using tests::GmonBytes;

namespace {

GmonFile Read(const std::string& bytes) {
  GmonFile file = ReadGmon(tests::TemporaryFile(bytes).path(), {});
  file.path = "F";
  return file;
}

Records Sum(const std::vector<GmonBytes>& files) {
  RecordAdder adder;
  for (const GmonBytes& file : files) adder.AddFile(Read(file.bytes()));
  return adder.Take();
}

// Returns the message that adding the files throws.
std::string ErrorOf(const std::vector<GmonBytes>& files, ErrorCode code) {
  try {
    Sum(files);
  } catch (const Error& error) {
    CHECK(error.code() == code);
    return TextOf(error.message());
  }
  return "none";
}

GmonBytes One(std::uint64_t low, std::uint64_t high, const std::vector<int>& bins, std::uint32_t rate = 100,
              std::string_view dimension = "seconds", char abbreviation = 's') {
  return GmonBytes().Header().Histogram(low, high, rate, bins, dimension, abbreviation);
}

GmonBytes Old(std::uint64_t low = 0x1000, std::uint64_t high = 0x1010) {
  return GmonBytes().OldBsd(low, high, {1, 2, 3, 4});
}

GmonBytes New44(std::uint32_t rate) { return GmonBytes().Bsd44(0x1000, 0x1010, rate, {1, 2, 3, 4}); }

GmonBytes Gmon(std::uint32_t rate = 100) { return One(0x1000, 0x1010, {1, 2, 3, 4}, rate); }

}  // namespace

TEST_CASE("the scale counts two-byte units by bin", "[records]") {
  Histogram histogram;
  histogram.low = 0x1000;
  histogram.high = 0x100f;
  histogram.bins.resize(4);
  CHECK(histogram.Scale() == 7.0 / 4);
  histogram.bins.clear();
  CHECK(std::isinf(histogram.Scale()));
  histogram.low = 0x2000;
  histogram.high = 0x1000;
  histogram.bins.resize(16);
  CHECK(histogram.Scale() == 576460752303423360.0);
}

TEST_CASE("bins of one range are added, arcs of two addresses too", "[records]") {
  Records sum = Sum({One(0x1000, 0x1010, {1, 2, 3, 65535}).Arc(1, 2, 0xffffffff).Arc(3, 4, 5).Arc(1, 2, 1),
                     One(0x1000, 0x1010, {1, 1, 1, 65535}, 50).Arc(5, 6, 7).Arc(3, 4, 1).Blocks({{8, 9}})});
  CHECK(Describe(sum) ==
        "histogram 0x1000-0x1010 100 seconds s: 2 3 4 131070\n"
        "arc 0x1 0x2 4294967296\n"
        "arc 0x3 0x4 6\n"
        "arc 0x5 0x6 7\n"
        "block 0x8 9\n");
  CHECK(sum.paths == std::vector<std::string>{"F", "F"});
  CHECK(sum.has_histogram);
  CHECK(sum.has_arcs);
  CHECK(sum.has_blocks);
}

TEST_CASE("counts of one block are added up, in the order of their first records", "[records]") {
  Records sum = Sum({GmonBytes().Header().Blocks({{9, 1}, {8, 2}, {9, 4}}),
                     GmonBytes().Header().Blocks({{8, 8}, {7, 1}}), GmonBytes().Header().Blocks({{7, 16}, {9, 32}})});
  CHECK(Describe(sum) == "block 0x9 37\nblock 0x8 10\nblock 0x7 17\n");
}

TEST_CASE("the existing part of a cut histogram counts together with a whole one before it", "[records]") {
  constexpr std::uint32_t kMany = 3 << 20;  // more bins than are allocated in advance
  GmonBytes whole = One(0x1000, 0x1000 + 2 * kMany, std::vector<int>(kMany, 1));
  const std::string cut =
      One(0x1000, 0x1000 + 2 * kMany, std::vector<int>(kMany, 4)).bytes().substr(0, 20 + 41 + 2 * 3);
  for (const bool has_whole : {true, false}) {
    const tests::TemporaryFile file((has_whole ? whole.bytes() : GmonBytes().Header().bytes()) + cut.substr(20));
    ReadingOptions options;
    options.salvage = true;
    std::string missing;
    const Records sum = ReadProfiles(std::vector<std::string>{file.path()}, options,
                                     [&](const GmonOutline& outline, const Error*) { missing = outline.missing; });
    CHECK(sum.histograms.size() == (has_whole ? 1 : 0));
    if (has_whole) {
      CHECK(sum.histograms[0].bins[2] == 5);
      CHECK(sum.histograms[0].bins[3] == 1);
    }
    CHECK_THAT(missing, Catch::StartsWith(has_whole ? "3145725 of 3145728 bins" : "3145728 of 3145728 bins"));
  }
}

TEST_CASE("records that no file contains do not exist", "[records]") {
  Records empty = Sum({GmonBytes().Header()});
  CHECK_FALSE(empty.has_histogram);
  CHECK_FALSE(empty.has_arcs);
  CHECK_FALSE(empty.has_blocks);
  CHECK(Sum({GmonBytes().Header().Blocks({})}).has_blocks);
}

TEST_CASE("disjoint ranges stay in the order in which they came", "[records]") {
  Records sum = Sum({One(0x2000, 0x2010, {1, 1, 1, 1}), One(0x1000, 0x1010, {2, 2, 2, 2}),
                     One(0x1010, 0x1020, {3, 3, 3, 3}), One(0x1000, 0x1010, {4, 4, 4, 4})});
  CHECK(Describe(sum) ==
        "histogram 0x2000-0x2010 100 seconds s: 1 1 1 1\n"
        "histogram 0x1000-0x1010 100 seconds s: 6 6 6 6\n"
        "histogram 0x1010-0x1020 100 seconds s: 3 3 3 3\n");
}

TEST_CASE("overlapping ranges cannot be added", "[records]") {
  GmonBytes first = One(0x1000, 0x1010, {1, 1, 1, 1});
  GmonBytes second = One(0x1020, 0x1030, {1, 1, 1, 1});
  const std::string refused = "F: overlapping histogram records";
  for (const GmonBytes& third :
       {One(0x1008, 0x1018, {1, 1, 1, 1}), One(0x1018, 0x1028, {1, 1, 1, 1}), One(0x1000, 0x1008, {1, 1}),
        One(0x1024, 0x1028, {1}), One(0xff0, 0x1040, std::vector<int>(20, 1)),
        One(0x100c, 0x1024, {1, 1, 1, 1, 1, 1})}) {
    CHECK(ErrorOf({first, second, third}, ErrorCode::kOverlap) == refused);
  }
  CHECK(Sum({first, second, One(0x1010, 0x1020, {1, 1, 1, 1})}).histograms.size() == 3);
  CHECK(Sum({first, One(0x1004, 0x1004, {})}).histograms.size() == 2);
}

TEST_CASE("dimension, abbreviation and scale are checked in this order", "[records]") {
  CHECK(ErrorOf({Gmon(), One(0x1000, 0x1010, {1, 2}, 100, "sxconds", 'z')}, ErrorCode::kOtherDimension) ==
        "F: dimension unit changed between histogram records from 'seconds' to 'sxconds'");
  CHECK(ErrorOf({Gmon(), One(0x1000, 0x1010, {1, 2}, 100, "seconds", 'z')}, ErrorCode::kOtherDimension) ==
        "F: dimension abbreviation changed between histogram records from 's' to 'z'");
  CHECK(ErrorOf({Gmon(), One(0x1000, 0x1010, {1, 2})}, ErrorCode::kOtherScale) ==
        "F: different scales in histogram records");
  CHECK(ErrorOf({Gmon(), One(0x1008, 0x1018, {1, 2})}, ErrorCode::kOtherScale) ==
        "F: different scales in histogram records");
}

TEST_CASE("errors are reported in the order of the bytes", "[records]") {
  GmonBytes incompatible_first = One(0x1008, 0x1018, {1, 1, 1, 1}).Number(77, 1);
  CHECK(ErrorOf({Gmon(), incompatible_first}, ErrorCode::kOverlap) == "F: overlapping histogram records");
  CHECK(ErrorOf({Gmon(), Gmon().Number(77, 1)}, ErrorCode::kBadTag).find("found bad tag 77") != std::string::npos);

  // The histogram of `cut` is rejected as overlapping before its missing bins are noticed.
  GmonBytes cut = GmonBytes().Header().Number(0, 1).Address(0x1008).Address(0x1018).Number(4, 4).Number(100, 4);
  cut.Text("seconds").Zeros(8).Text("s");
  CHECK(ErrorOf({Gmon(), cut}, ErrorCode::kOverlap) == "F: overlapping histogram records");
  CHECK(ErrorOf({cut}, ErrorCode::kTruncated).find("unexpected EOF after reading 0 of 4 samples") != std::string::npos);
}

TEST_CASE("an old BSD file gets the known rate, or 100", "[records]") {
  CHECK(Sum({Old()}).histograms[0].rate == 100);
  CHECK(Sum({New44(200), Old()}).histograms[0].rate == 200);
  CHECK(Sum({Gmon(50), Old()}).histograms[0].rate == 50);
  CHECK(Sum({Gmon(0), Old()}).histograms[0].rate == 100);
  CHECK(Sum({New44(0)}).histograms[0].rate == 100);
  CHECK(Describe(Sum({Old(), Gmon(), New44(100)})) == "histogram 0x1000-0x1010 100 seconds s: 3 6 9 12\n");
}

TEST_CASE("a 4.4BSD file must have the first file's rate", "[records]") {
  const std::string refused = "F: profiling rate incompatible with first gmon file";
  CHECK(ErrorOf({Old(), New44(200)}, ErrorCode::kIncompatibleFile) == refused);
  CHECK(ErrorOf({Gmon(), New44(0)}, ErrorCode::kIncompatibleFile) == refused);
  CHECK(Sum({Gmon(0), New44(0)}).histograms[0].rate == 100);
}

TEST_CASE("a BSD file must have the first histogram's range and bins", "[records]") {
  const std::string refused = "F: incompatible with first gmon file";
  CHECK(ErrorOf({Gmon(), Old(0x1000, 0x1012)}, ErrorCode::kIncompatibleFile) == refused);
  CHECK(ErrorOf({Gmon(), Old(0x1010, 0x1020)}, ErrorCode::kIncompatibleFile) == refused);
  CHECK(ErrorOf({Gmon(), GmonBytes().OldBsd(0x1000, 0x1010, {1, 2})}, ErrorCode::kIncompatibleFile) == refused);
  // After a profile, text that is not a profile is rejected with the same message as a BSD profile that does not fit.
  GmonBytes text = GmonBytes().Text("This is a text, not a profile of anything.");
  CHECK(ErrorOf({Gmon(), text}, ErrorCode::kIncompatibleFile) == refused);
  CHECK(ErrorOf({text}, ErrorCode::kNotGmon).find("does not appear to be in gmon.out format") != std::string::npos);
}

TEST_CASE("a BSD file claims histogram and arcs, and no blocks", "[records]") {
  Records sum = Sum({Gmon().Blocks({{1, 2}}), Old()});
  CHECK(sum.has_histogram);
  CHECK(sum.has_arcs);
  CHECK_FALSE(sum.has_blocks);
}

TEST_CASE("an adder starts again after its sum is taken", "[records]") {
  RecordAdder adder;
  adder.AddFile(Read(Gmon().Arc(1, 2, 3).bytes()));
  CHECK(adder.Take().arcs.size() == 1);
  adder.AddFile(Read(One(0x1008, 0x1018, {1, 1, 1, 1}).Arc(1, 2, 3).bytes()));
  CHECK(Describe(adder.Take()) == "histogram 0x1008-0x1018 100 seconds s: 1 1 1 1\narc 0x1 0x2 3\n");
}

}  // namespace profdiff::records_test
