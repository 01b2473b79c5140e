// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for options that apply to profiles from other profilers.
#include "egprof/options/stack_rows.h"

#include <catch2/catch.hpp>
#include <string>

#include "unit/egprof/command_line.h"

namespace egprof::stack_rows_test {

TEST_CASE("Choices of the input", "[stack rows]") {
  const GprofOptions options = Parse(
      "egprof --event=cycles --unit=ms --thread=worker --thread=io --process=12 --label=kind=a|b --label=x= "
      "--no-kernel --no-inline --hide=^std:: --input-format=perf x");
  CHECK(options.stacks.event == "cycles");
  CHECK(options.stacks.unit == "ms");
  CHECK(options.stacks.threads == std::vector<std::string>{"worker", "io"});
  CHECK(options.stacks.processes == std::vector<std::string>{"12"});
  CHECK(options.stacks.labels == std::vector<std::pair<std::string, std::string>>{{"kind", "a|b"}, {"x", ""}});
  CHECK(options.stacks.hide == std::vector<std::string>{"^std::"});
  CHECK(options.stacks.no_kernel);
  CHECK(options.stacks.no_inline);
  CHECK(options.told == profdiff::FindInputFormat("perf"));
}

TEST_CASE("The format of the last option counts", "[stack rows]") {
  CHECK(Parse("egprof --input-format=folded --input-format=gmon").told == profdiff::FindInputFormat("gmon"));
  CHECK(Parse("egprof --input-format=gmon --input-format=pprof").told == profdiff::FindInputFormat("pprof"));
}

TEST_CASE("Mistakes in these options", "[stack rows]") {
  CHECK(Parse("egprof --input-format=svg").failure ==
        "egprof: option '--input-format' needs gmon, ld-profile, perf.data, speedscope, firefox, caliper, "
        "caliper-json, cpuprofile, dhat, tau, cube, austin, callgrind, perf, listing, pprof-text, folded-base, "
        "folded-other, folded, otlp or pprof, not 'svg'\n");
  CHECK(Parse("egprof --period=0").failure ==
        "egprof: option '--period' needs a number from 1 to 4294967295, not '0'\n");
  CHECK(Parse("egprof --label=key").failure == "egprof: option '--label' needs KEY=REGEX, not 'key'\n");
  CHECK(Parse("egprof --label==x").failure == "egprof: option '--label' needs KEY=REGEX, not '=x'\n");
  for (const char* line : {"--hide=(", "--thread=[", "--process=*", "--label=k=("}) {
    INFO(line);
    CHECK(Parse(std::string("egprof ") + line).task == CommandLine::Task::kFail);
  }
}

}  // namespace egprof::stack_rows_test
