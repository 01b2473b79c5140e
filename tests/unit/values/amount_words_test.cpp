// SPDX-License-Identifier: GPL-3.0-or-later
#include "values/amount_words.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::amount_words_test {

TEST_CASE("amounts are called times, or what was counted", "[amount words]") {
  for (const char* unit : {"seconds", "s", "ms", "us", "ns"}) {
    CHECK(AmountsWord(unit) == "times");
    CHECK(AmountWord(unit) + " " + std::string(IsOrAre(unit)) == "time is");
  }
  CHECK(AmountsWord("bytes") == "bytes");
  CHECK(AmountWord("bytes") + " " + std::string(IsOrAre("bytes")) == "bytes are");
  CHECK(AmountsWord("count") == "counts");
  CHECK(AmountsWord("Ir") == "Ir");
  CHECK(AmountsWord("samples") == "numbers");
  CHECK(AmountWord("samples") == "samples");
  CHECK(AmountsWord("none") == "values");
}

}  // namespace profdiff::amount_words_test
