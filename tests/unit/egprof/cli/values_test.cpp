// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the values of options.
#include "egprof/cli/values.h"

#include <catch2/catch.hpp>

namespace egprof::values_test {

TEST_CASE("Times have units", "[option values]") {
  CHECK(ParseTime("0") == 0U);
  CHECK(ParseTime("2") == 2'000'000'000U);
  CHECK(ParseTime("0.5s") == 500'000'000U);
  CHECK(ParseTime("1.5ms") == 1'500'000U);
  CHECK(ParseTime("3us") == 3000U);
  CHECK(ParseTime("7ns") == 7U);
  CHECK(ParseTime("1.5min") == 90'000'000'000U);
  CHECK(ParseTime("2h") == 7'200'000'000'000U);
  for (const char* bad : {"", "s", "-1", "1d", "1 s", "1e300", "nan", "inf", "99999999999s"}) {
    INFO(bad);
    CHECK_FALSE(ParseTime(bad));
  }
}

TEST_CASE("An invalid value is named together with its option", "[option values]") {
  CommandLine line;
  line.program = "egprof";
  CHECK(Time(line, "--from", "20ms") == 20'000'000U);
  CHECK(line.task == CommandLine::Task::kRun);
  CHECK(Time(line, "--from", "x") == 0);
  CHECK(line.failure == "egprof: option '--from' needs a time such as 0.5s or 20ms, not 'x'\n");
  CHECK(line.task == CommandLine::Task::kFailWithUsage);
  CHECK(Count(line, "--top", "12") == 12);
  CHECK(Count(line, "--top", "1x") == 0);
  CHECK(IsFirst(line, "--by", "a", "a", "b"));
  CHECK_FALSE(IsFirst(line, "--by", "c", "a", "b"));
  CHECK(line.failure == "egprof: option '--by' needs 'a' or 'b', not 'c'\n");
}

TEST_CASE("Sizes have units of 1024, and are above 0") {
  CHECK(ParseSize("1") == 1U);
  CHECK(ParseSize("2k") == 2048U);
  CHECK(ParseSize("500M") == 500U << 20);
  CHECK(ParseSize("16777215T") == std::uint64_t{16777215} << 40);
  for (const char* text : {"", "0", "M", "-1", "1.5G", "2GB", "1K", "16777216T", "18446744073709551616"}) {
    INFO(text);
    CHECK_FALSE(ParseSize(text));
  }
}

}  // namespace egprof::values_test
