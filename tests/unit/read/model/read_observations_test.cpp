// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for reading Extra-P's formats, which are recognised by content, and for files with errors.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/models.h"
#include "support/gzip.h"
#include "support/temporary_file.h"

namespace profdiff::read_observations_test {
namespace {

Observations Read(const std::string& text) {
  const tests::TemporaryFile file(text);
  CHECK(Input(file.path()).Gives(kGivesPoints));
  return ReadObservations(file.path());
}

std::string ReasonOf(const std::string& text) {
  const tests::TemporaryFile file(text);
  try {
    ReadObservations(file.path());
  } catch (const Error& error) {
    CHECK(TextOf(error.message()).find('\n') == std::string::npos);
    CHECK(TextOf(error.message()).starts_with(file.path()));
    return TextOf(error.message()).substr(file.path().size());
  }
  return "read";
}

const std::string kText =
    "# a comment\nPARAMETER p\nPARAMETER q\nPOINTS (1 2) ((2) (2))\n\nREGION f\nMETRIC time\nDATA 1 2\nDATA 3\n"
    "METRIC calls\nDATA 7\nDATA 8\n";

}  // namespace

TEST_CASE("Text, both layouts of JSON and JSON Lines are distinguished", "[models]") {
  const Observations text = Read(kText);
  REQUIRE(text.series.size() == 2);
  CHECK(text.series[1].metric == "time");
  CHECK(text.series[1].unit == "s");
  CHECK(text.series[0].unit.empty());
  CHECK(text.series[1].parameters == std::vector<std::string>{"p", "q"});
  CHECK(text.series[1].points[0].values == std::vector<double>{1, 2});
  CHECK(text.series[1].points[1].at == std::vector<double>{2, 2});
  std::string written;
  WriteExtraP(written, text);
  const Observations json = Read(written);
  REQUIRE(json.series.size() == 2);
  CHECK(json.series[1].points[0].values == std::vector<double>{1, 2});
  const Observations old = Read(
      R"({"measurements":[{"callpath_id":1,"coordinate_id":2,"metric_id":1,"value":4}],"callpaths":[{"id":1,"name":"f"}],)"
      R"("metrics":[{"id":1,"name":"time"}],"parameters":[{"id":1,"name":"p"}],"coordinates":)"
      R"([{"id":2,"parameter_value_pairs":[{"parameter_id":1,"parameter_value":16}]}]})");
  REQUIRE(old.series.size() == 1);
  CHECK(old.series[0].points[0].at == std::vector<double>{16});
  const Observations lines = Read(
      "{\"params\":{\"y\":2,\"x\":1},\"value\":[1,2]}\n\n"
      "{\"parameters\":{\"x\":1,\"y\":2},\"function\":\"f\",\"metric\":\"m\",\"values\":[3]}\n");
  REQUIRE(lines.series.size() == 2);
  CHECK(lines.series[0].function == "<root>");
  CHECK(lines.series[1].parameters == std::vector<std::string>{"x", "y"});
}

TEST_CASE("Measurements may be compressed with gzip", "[models]") {
  const Observations plain = Read(kText), packed = Read(tests::Gzip(kText));
  REQUIRE(packed.series.size() == plain.series.size());
  for (std::size_t i = 0; i < plain.series.size(); ++i) {
    CHECK(packed.series[i].function == plain.series[i].function);
    CHECK(packed.series[i].points.size() == plain.series[i].points.size());
  }
  const std::string bytes = tests::Gzip(kText);
  CHECK(ReasonOf(bytes.substr(0, bytes.size() - 9)).find("cannot unpack") != std::string::npos);
}

TEST_CASE("Invalid measurements lead to one line with their place", "[models]") {
  CHECK(ReasonOf("nothing") == ": in no known format; needed here: measurements for several sets of parameters");
  CHECK(ReasonOf(kText + "DATA 9\n") == ":13: more lines of DATA than the 2 points");
  CHECK(ReasonOf("PARAMETER p\nPOINTS 1 2\nREGION f\nDATA 1\nREGION g\n") ==
        ":5: 1 lines of DATA before it, but there are 2 points");
  CHECK(ReasonOf("PARAMETER p\nPOINTS 1 nan\n") == ":2: 'nan' is not a number");
  CHECK(ReasonOf("PARAMETER p\nPOINTS 1 0\n") == ":2: a parameter that is not above 0");
  CHECK(ReasonOf("PARAMETER p q\nPOINTS (1)\n") == ":2: a point of 1 numbers, but there are 2 parameters");
  CHECK(ReasonOf("PARAMETER p\nPOINTS 1\nDATA x\n") == ":3: 'x' is not a number");
  CHECK(ReasonOf("\n{\"params\":{\"n\":1},\"value\":1}\n\n\n{\"params\":{\"n\":1},\"value\":\"x\"}\n") ==
        ":5: a string instead of a number");
  CHECK(ReasonOf("PARAMETER p\nSPEED 1\n").starts_with(":2: expected PARAMETER"));
  CHECK(ReasonOf("PARAMETER p\nPOINTS (1\n") == ":2: an opening bracket in POINTS without a closing one");
  CHECK(ReasonOf("{\"params\":{\"x\":-1},\"value\":1}") == ":1: a parameter that is not above 0");
  CHECK(ReasonOf("{\"params\":{\"x\":1},\"value\":1}\n{\"value\":2}") == ":2: no parameters: expected \"params\"");
  CHECK(ReasonOf("{\"params\":{\"x\":1},\"value\":null}") == ":1: null, true or false instead of a number");
  CHECK(ReasonOf("{\"parameters\":[\"p\"],\"measurements\":{\"f\":{\"t\":[{\"point\":[1,2],\"values\":[1]}]}}}")
            .ends_with("a point of 2 numbers, but there are 1 parameters"));
  CHECK(ReasonOf("{\"parameters\":[\"p\"],\"measurements\":{").ends_with("damaged JSON, or its end is missing"));
  CHECK(ReasonOf("{\"measurements\":" + std::string(100000, '[') + "}").find("damaged") != std::string::npos);
}

}  // namespace profdiff::read_observations_test
