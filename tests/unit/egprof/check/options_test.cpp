// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the command lines of `egprof check`.
#include "egprof/check/options.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace egprof::options_test {
namespace {

CheckOptions Parse(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream in("egprof check " + line);
  for (std::string word; in >> word;) words.push_back(word);
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  return ParseCheckOptions(arguments, {});
}

}  // namespace

TEST_CASE("Runs, and after --subtract those of the other side", "[check options]") {
  const CheckOptions options =
      Parse("a b --subtract c --threshold=2% --min-share .5 --min-confidence=0 --phase=n::f:12");
  CHECK(PathsOf(options.base) == std::vector<std::string>{"a", "b"});
  CHECK(PathsOf(options.other) == std::vector<std::string>{"c"});
  CHECK(options.properties.threshold == 0.02);
  CHECK(options.properties.min_share == 0.5);
  CHECK(options.properties.min_confidence == 0);
  CHECK(options.measure.phase == "n::f");
  CHECK(options.measure.phase_line == 12);
  CHECK(Parse("a --phase=n::f").measure.phase == "n::f");
  CHECK(Parse("a --table b").table);
  const PropertyGate gate = Parse("a --fail-if=P>=5%").gates.at(0);
  CHECK((gate.name == "P" && gate.relation == ">=" && gate.limit == 0.05));
  CHECK((gate.Holds(0.05) && !gate.Holds(0.04)));
  for (const char* wrong :
       {"", "--subtract a", "a --subtract", "a --subtract b --subtract c", "a --subtract b --table", "a --threshold=2",
        "a --threshold=x", "a --fail-if=severity", "a --fail-if=>1", "a --fail-if=severity>x",
        "a --fail-if=severity>1%%", "a --min-share=-1", "a --threshold=1e-3"}) {
    INFO(wrong);
    CHECK(Parse(wrong).task != CommandLine::Task::kRun);
  }
}

TEST_CASE("A condition needs a finite limit", "[check options]") {
  for (const char* limit : {"inf", "-inf", "infinity", "nan", "nan%", "INF%"}) {
    const std::string condition = std::string("severity>") + limit;
    CHECK(Parse("a --fail-if=" + condition).failure ==
          "egprof: option '--fail-if' needs a condition such as 'severity > 5%', not '" + condition + "'\n");
  }
}

TEST_CASE("A histogram needs a number of buckets, and a mistake is reported once", "[check options]") {
  CHECK(Parse("a --histogram").measure.buckets == 32);
  CHECK(Parse("a --histogram=4096").measure.buckets == 4096);
  for (const char* wrong : {"x", "0", "4097", "1x", "-1", ""}) {
    const CheckOptions options = Parse(std::string("a --histogram=") + wrong);
    CHECK(options.failure ==
          "egprof: option '--histogram' needs a number from 1 to 4096, not '" + std::string(wrong) + "'\n");
    CHECK(options.task == CommandLine::Task::kFailWithUsage);
  }
}

}  // namespace egprof::options_test
