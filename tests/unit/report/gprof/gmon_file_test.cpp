// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for sums of profiles as files, which are compared with bytes assembled by hand and are read back.
#include <catch2/catch.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "profdiff/formats.h"
#include "profdiff/gmon.h"
#include "support/gmon_bytes.h"
#include "support/tables.h"
#include "support/temporary_file.h"

namespace profdiff::gmon_file_test {

using tests::GmonBytes;

namespace {

FunctionTable Table() { return tests::TableOf({{"a", 0x1000}, {"b", 0x1010}, {"c", 0x1020}}, 0x1030); }

// The sum of one side's files, and the profile made from it.
struct Sum {
  FunctionTable table = Table();
  Records records;
  Profile profile;

  explicit Sum(const std::vector<GmonFile>& files) {
    RecordAdder adder;
    for (const GmonFile& file : files) adder.AddFile(file);
    records = adder.Take();
    profile = MakeProfile(table, records, Select(table, {}, SpecRules::kGprof));
  }
  Sum(const std::string& bytes, const TargetLayout& target) : Sum({Read(bytes, target)}) {}

  static GmonFile Read(const std::string& bytes, const TargetLayout& target, GmonFormat format = GmonFormat::kAuto) {
    return ReadGmon(tests::TemporaryFile(bytes).path(), target, format);
  }

  std::string Encode(const TargetLayout& target, GmonLayout layout = GmonLayout::kMagic) const {
    return EncodeGmon(table, profile, records, target, layout);
  }
  // Returns the sum after it is written and read back.
  Sum Again(const TargetLayout& target, GmonLayout layout = GmonLayout::kMagic) const {
    return Sum(Encode(target, layout), target);
  }
  std::uint64_t Samples() const {
    std::uint64_t samples = 0;
    for (const Histogram& h : records.histograms) {
      h.bins.ForEach([&samples](std::size_t, std::uint64_t count) { samples += count; });
    }
    return samples;
  }
};

std::string Named(const TargetLayout& target) {
  return std::to_string(target.address_bytes) + (target.big_endian ? " bytes, big end first" : " bytes");
}

constexpr std::uint64_t kMost = 0xffffffff;

}  // namespace

TEST_CASE("histograms, then calls between functions, the newest of a caller first", "[gmon_file]") {
  for (const TargetLayout& target : tests::AllLayouts()) {
    INFO(Named(target));
    std::string read = GmonBytes(target)
                           .Header()
                           .Arc(0x1012, 0x1020, 5)
                           .Histogram(0x1010, 0x1018, 100, {4, 0})
                           .Arc(0x1004, 0x1010, 7)
                           .Histogram(0x1000, 0x1008, 100, {1, 2})
                           .Arc(0x1004, 0x1020, 8)
                           .Arc(0x1024, 0x1020, 9)
                           .Arc(0x1006, 0x1010, 1)
                           .bytes();
    std::string expected = GmonBytes(target)
                               .Header()
                               .Histogram(0x1010, 0x1018, 100, {4, 0})
                               .Histogram(0x1000, 0x1008, 100, {1, 2})
                               .Arc(0x1000, 0x1020, 8)
                               .Arc(0x1000, 0x1010, 8)
                               .Arc(0x1010, 0x1020, 5)
                               .Arc(0x1020, 0x1020, 9)
                               .bytes();
    CHECK(Sum(read, target).Encode(target) == expected);
  }
}

TEST_CASE("rate and unit are those of the first histogram", "[gmon_file]") {
  std::string read = GmonBytes()
                         .Header()
                         .Histogram(0x1000, 0x1008, 50, {1, 2}, "ticks", 't')
                         .Histogram(0x1010, 0x1018, 60, {1, 2}, "ticks", 't')
                         .bytes();
  std::string expected = GmonBytes()
                             .Header()
                             .Histogram(0x1000, 0x1008, 50, {1, 2}, "ticks", 't')
                             .Histogram(0x1010, 0x1018, 50, {1, 2}, "ticks", 't')
                             .bytes();
  CHECK(Sum(read, {}).Encode({}) == expected);
}

TEST_CASE("bytes after the text of a unit are written as they were read", "[gmon_file]") {
  const std::string_view unit("seconds\0x", 9);
  const Sum sum(GmonBytes().Header().Histogram(0x1000, 0x1008, 100, {1, 2}, unit).bytes(), {});
  CHECK(sum.Encode({}) == GmonBytes().Header().Histogram(0x1000, 0x1008, 100, {1, 2}, unit).bytes());
  CHECK(sum.profile.dimension == "seconds");
}

TEST_CASE("an empty sum is a header", "[gmon_file]") {
  CHECK(Sum(GmonBytes().Header().bytes(), {}).Encode({}) == GmonBytes().Header().bytes());
}

TEST_CASE("bins above 16 bits continue in further records of their range", "[gmon_file]") {
  for (const TargetLayout& target : tests::AllLayouts()) {
    INFO(Named(target));
    std::string one = GmonBytes(target).Header().Histogram(0x1000, 0x1008, 100, {65535, 3}).bytes();
    GmonFile file = Sum::Read(one, target);
    Sum sum({file, file, file});
    CHECK(sum.Encode(target) == GmonBytes(target)
                                    .Header()
                                    .Histogram(0x1000, 0x1008, 100, {65535, 9})
                                    .Histogram(0x1000, 0x1008, 100, {65535, 0})
                                    .Histogram(0x1000, 0x1008, 100, {65535, 0})
                                    .bytes());
    CHECK(sum.Again(target).Samples() == 3 * 65538);
    CHECK(tests::Describe(sum.Again(target).records) == tests::Describe(sum.records));
  }
}

TEST_CASE("counts of calls above 32 bits continue in further records", "[gmon_file]") {
  for (const TargetLayout& target : tests::AllLayouts()) {
    INFO(Named(target));
    std::string one = GmonBytes(target).Header().Arc(0x1000, 0x1010, kMost).bytes();
    GmonFile file = Sum::Read(one, target);
    Sum sum({file, file, file});
    CHECK(sum.Encode(target) == GmonBytes(target)
                                    .Header()
                                    .Arc(0x1000, 0x1010, kMost)
                                    .Arc(0x1000, 0x1010, kMost)
                                    .Arc(0x1000, 0x1010, kMost)
                                    .bytes());
    CHECK(sum.Again(target).profile.calls[1] == 3 * kMost);
  }
}

TEST_CASE("a count that would need millions of records is refused", "[gmon_file]") {
  auto sum_of = [](std::uint64_t count) {
    Sum sum(GmonBytes().Header().Arc(0x1000, 0x1010, 1).bytes(), {});
    sum.profile.arcs.front().count = count;
    return sum;
  };
  CHECK(sum_of(1000 * kMost).Again({}).profile.calls[1] == 1000 * kMost);
  CHECK_THROWS_AS(sum_of(~std::uint64_t{0}).Encode({}), Error);
  CHECK(sum_of(~std::uint64_t{0}).Again({}, GmonLayout::kBsd44).profile.calls[1] == ~std::uint64_t{0});
}

TEST_CASE("a call with count 0 is kept", "[gmon_file]") {
  std::string bytes = GmonBytes().Header().Arc(0x1000, 0x1010, 0).bytes();
  CHECK(Sum(bytes, {}).Encode({}) == bytes);
}

TEST_CASE("blocks follow the calls in one record, by function", "[gmon_file]") {
  for (const TargetLayout& target : tests::AllLayouts()) {
    INFO(Named(target));
    Sum sum(GmonBytes(target).Header().Blocks({{0x1014, 3}, {0x1002, 4}}).Blocks({{0x1014, 5}}).bytes(), target);
    sum.table.by_line = true;
    sum.profile = MakeProfile(sum.table, sum.records, Select(sum.table, {}, SpecRules::kGprof));
    CHECK(sum.Encode(target) == GmonBytes(target).Header().Blocks({{0x1002, 4}, {0x1014, 8}}).bytes());
  }
}

TEST_CASE("a record of blocks is written wherever one was read", "[gmon_file]") {
  std::string bytes = GmonBytes().Header().Blocks({}).bytes();
  CHECK(Sum(bytes, {}).Encode({}) == bytes);
}

TEST_CASE("counts of blocks above 32 bits are divided among records if addresses are that wide", "[gmon_file]") {
  TargetLayout narrow{4, false, false};
  Sum sum(GmonBytes(narrow).Header().Blocks({{0x1014, kMost}, {0x1014, 2}}).bytes(), narrow);
  sum.table.by_line = true;
  sum.profile = MakeProfile(sum.table, sum.records, Select(sum.table, {}, SpecRules::kGprof));
  CHECK(sum.Encode(narrow) == GmonBytes(narrow).Header().Blocks({{0x1014, kMost}, {0x1014, 2}}).bytes());
  CHECK(sum.Encode({}) == GmonBytes().Header().Blocks({{0x1014, kMost + 2}}).bytes());
}

TEST_CASE("BSD layouts: one histogram, calls as wide as addresses", "[gmon_file]") {
  for (const TargetLayout& target : tests::AllLayouts()) {
    INFO(Named(target));
    GmonFile file =
        Sum::Read(GmonBytes(target).OldBsd(0x1000, 0x1008, {40000, 2}).BsdArc(0x1004, 0x1010, 7).bytes(), target);
    Sum sum({file, file});
    std::string old = GmonBytes(target).OldBsd(0x1000, 0x1008, {80000 % 65536, 4}).BsdArc(0x1000, 0x1010, 14).bytes();
    std::string with_rate =
        GmonBytes(target).Bsd44(0x1000, 0x1008, 100, {80000 % 65536, 4}).BsdArc(0x1000, 0x1010, 14).bytes();
    CHECK(sum.Encode(target, GmonLayout::kBsd) == old);
    CHECK(sum.Encode(target, GmonLayout::kBsd44) == with_rate);
    CHECK(sum.Again(target, GmonLayout::kBsd44).profile.calls[1] == 14);
  }
}

TEST_CASE("old BSD files cannot state a rate: rates other than 100 get the header of 4.4BSD", "[gmon_file]") {
  std::string bytes = GmonBytes().Bsd44(0x1000, 0x1008, 60, {1, 2}).BsdArc(0x1000, 0x1010, 7).bytes();
  CHECK(Sum(bytes, {}).Encode({}, GmonLayout::kBsd) == bytes);
}

TEST_CASE("calls in BSD layouts are divided among records if a count does not fit", "[gmon_file]") {
  TargetLayout narrow{4, true, false};
  GmonFile file =
      Sum::Read(GmonBytes(narrow).OldBsd(0x1000, 0x1008, {1}).BsdArc(0x1000, 0x1010, kMost).bytes(), narrow);
  Sum sum({file, file});
  CHECK(sum.Again(narrow, GmonLayout::kBsd).profile.calls[1] == 2 * kMost);
}

}  // namespace profdiff::gmon_file_test
