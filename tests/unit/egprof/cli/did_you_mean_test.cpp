// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/cli/did_you_mean.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace egprof::did_you_mean_test {

TEST_CASE("The nearest word is suggested for a mistyped one, if one is near", "[help]") {
  const std::vector<std::string> words = {"trace", "diff", "help", "side-by-side"};
  CHECK(DidYouMean("trcae", words) == "; did you mean 'trace'?");
  CHECK(DidYouMean("tarce", words) == "; did you mean 'trace'?");
  CHECK(DidYouMean("dif", words) == "; did you mean 'diff'?");
  CHECK(DidYouMean("sidebyside", words) == "; did you mean 'side-by-side'?");
  CHECK(DidYouMean("dfff", words) == "; did you mean 'diff'?");
  CHECK(DidYouMean("gmon.out", words).empty());
  CHECK(DidYouMean("", words).empty());
  CHECK(DidYouMean("xx", words).empty());
  CHECK(DidYouMean(std::string(100000, 'x'), words).empty());
  CHECK(DidYouMean("dif", words, "egprof ") == "; did you mean 'egprof diff'?");
  CHECK(DidYouMean("a.out", words, "egprof ").empty());
}

}  // namespace egprof::did_you_mean_test
