// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/cli/did_you_mean.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace egprof {

TEST_CASE("The nearest word is suggested for a mistyped one, if one is near", "[help]") {
  const std::vector<std::string> words = {"trace", "diff", "help", "side-by-side"};
  CHECK(Nearest("trcae", words) == "trace");
  CHECK(Nearest("tarce", words) == "trace");
  CHECK(Nearest("dif", words) == "diff");
  CHECK(Nearest("sidebyside", words) == "side-by-side");
  CHECK(Nearest("dfff", words) == "diff");
  CHECK(Nearest("gmon.out", words).empty());
  CHECK(Nearest("", words).empty());
  CHECK(Nearest("xx", words).empty());
  CHECK(Nearest(std::string(100000, 'x'), words).empty());
  CHECK(DidYouMean("dif", words, "egprof ") == "; did you mean 'egprof diff'?");
  CHECK(DidYouMean("a.out", words, "egprof ").empty());
}

}  // namespace egprof
