// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for styles of parts of reports.
#include "report/format/styles.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::styles_test {
namespace {

const TextStyles kStyles = {"<v>", "<m>", "<l>", "<n>", "</>"};

TEST_CASE("A style surrounds what was appended, without its line feed", "[styles]") {
  std::string out = "before ";
  const std::size_t begin = out.size();
  out += "part\n";
  ApplyStyle(out, begin, kStyles.more, kStyles);
  CHECK(out == "before <m>part</>\n");
  ApplyStyle(out, out.size(), kStyles.more, kStyles);
  ApplyStyle(out, 0, "", kStyles);
  ApplyStyle(out, 0, TextStyles().noise, TextStyles());
  CHECK(out == "before <m>part</>\n");
}

TEST_CASE("A negative difference is what the other side takes more", "[styles]") {
  CHECK(StyleOfDifference("-0.01", kStyles) == "<m>");
  CHECK(StyleOfDifference("12.0", kStyles) == "<l>");
  CHECK(StyleOfDifference("0.00", kStyles).empty());
  CHECK(StyleOfDifference("-0.00", kStyles).empty());
  CHECK(StyleOfDifference("-", kStyles).empty());
  CHECK(StyleOfDifference("", kStyles).empty());
}

}  // namespace
}  // namespace profdiff::styles_test
