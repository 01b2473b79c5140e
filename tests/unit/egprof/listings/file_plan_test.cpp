// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for command lines with several outputs on standard output, and for the messages about those that are rejected.
#include "egprof/listings/file_plan.h"

#include <catch2/catch.hpp>
#include <string>

#include "egprof/gprof/run.h"
#include "profdiff/error.h"
#include "unit/egprof/command_line.h"

namespace egprof::file_plan_test {
namespace {

// Returns the two outputs that cannot be combined, such as "--gml + --folded"; "" if the command line is accepted.
std::string Mixture(const std::string& line) {
  const GprofOptions options = Parse("egprof " + line + " prog ga");
  FileGuard files;
  try {
    const auto make = [](const std::string& path) {
      return Input(path, profdiff::FindInputFormat(path == "prog" ? "image" : "gmon"));
    };
    PlanGprofFiles(options, ChooseSides(ItemsOf(options.operands, make), true), files);
    return "";
  } catch (const profdiff::Error& error) {
    const std::string message = TextOf(error.message()), begin = "standard output: ", end = " cannot both go there";
    std::string both = message.substr(begin.size(), message.find(end) - begin.size());
    return both.replace(both.find(" and "), 5, " + ");
  }
}

}  // namespace

TEST_CASE("A format cannot share standard output", "[file plan]") {
  CHECK(Mixture("--gml --callgrind") == "--gml + --callgrind");
  CHECK(Mixture("--gml --folded=-") == "--gml + --folded");
  CHECK(Mixture("--format=json --gml") == "--format=json + --gml");
  CHECK(Mixture("--format=csv -p --folded") == "--format=csv + --folded");
  CHECK(Mixture("-p --gml") == "a listing + --gml");
  CHECK(Mixture("--suggest-renames --gml=/dev/stdout") == "a listing + --gml");
  CHECK(Mixture("--ranks --gml") == "a listing + --gml");
}

TEST_CASE("Listings follow each other, and formats have files", "[file plan]") {
  for (const char* line : {"", "-p -q -C -i", "-A -p", "-s -p", "--gml", "-s --gml", "--format=json -p -q",
                           "-A -y --gml", "--explain-matches --suggest-renames", "-p --gml=/nowhere/x",
                           "--format=csv --gml=/nowhere/x", "--gml --folded=/nowhere/x --callgrind=/nowhere/y"}) {
    INFO(line);
    CHECK(Mixture(line).empty());
  }
}

}  // namespace egprof::file_plan_test
