// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the command line of `egprof model`.
#include "egprof/model/options.h"

#include <catch2/catch.hpp>

namespace egprof::options_test {
namespace {

ModelOptions Parse(std::vector<const char*> words) {
  words.insert(words.begin(), {"egprof", "model"});
  return ParseModelOptions(words, {});
}

}  // namespace

TEST_CASE("option --at applies to the files after it", "[models]") {
  const ModelOptions options = Parse({"prog", "--at=n=1", "a", "b", "--at=n=2", "c", "--subtract", "d"});
  REQUIRE(options.base.size() == 4);
  CHECK(options.base[0].at.empty());
  CHECK(options.base[2].at == profdiff::ParameterValues{{"n", 1}});
  CHECK(options.base[3].at == profdiff::ParameterValues{{"n", 2}});
  CHECK(options.other.at(0).at == profdiff::ParameterValues{{"n", 2}});
}

TEST_CASE("the parameter of --each may have any value", "[models]") {
  const ModelOptions options = Parse({"prog", "--at=mode=seq,n=1", "a", "--at=mode=0,n=2", "b", "--each=mode"});
  REQUIRE(options.base.size() == 3);
  CHECK(options.base[1].at == profdiff::ParameterValues{{"mode", 0, "seq"}, {"n", 1}});
  CHECK(options.base[2].at == profdiff::ParameterValues{{"mode", 0}, {"n", 2}});
}

TEST_CASE("Mistakes are found before files are read", "[models]") {
  for (const std::vector<const char*>& words : std::vector<std::vector<const char*>>{{},
                                                                                     {"--at=n=0", "a"},
                                                                                     {"--at=n=some", "a"},
                                                                                     {"--each=m", "--at=n=x", "a"},
                                                                                     {"a", "--at=n=1"},
                                                                                     {"--forms=cubic", "a"},
                                                                                     {"--statistic=mode", "a"},
                                                                                     {"--unit=h", "a"},
                                                                                     {"--weights=all", "a"},
                                                                                     {"--flat=some", "a"},
                                                                                     {"--by=function", "a"},
                                                                                     {"--choose-by=x", "a"},
                                                                                     {"--param=f", "a"},
                                                                                     {"--fail-if=x", "a"},
                                                                                     {"a", "--subtract"}}) {
    CHECK(Parse(words).task != CommandLine::Task::kRun);
  }
}

}  // namespace egprof::options_test
