// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for executions loaded from other profilers' profiles: single profiles, sums, separate runs, selection by specs,
// and comparison with gprof's profiles.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/difference.h"
#include "support/elf_bytes.h"
#include "support/gmon_bytes.h"
#include "support/stack_files.h"
#include "support/temporary_file.h"

namespace profdiff::stacks_test {
namespace {

using tests::TemporaryFile;

const std::string kFirst = "main;f;g 3\nmain;g 1\nmain 1\n";
const std::string kSecond = "main;f;g 1\nmain;h 4\n";

LoadedExecution Load(const std::vector<std::string>& paths, const LoadingOptions& options = {}) {
  Diagnostics diagnostics;
  return LoadExecution({"", {paths.begin(), paths.end()}}, options, diagnostics);
}

// Returns the self and inclusive ticks of each function, such as "f 0/3 g 4/4".
std::string Times(const LoadedExecution& execution) {
  std::string text;
  const Profile& profile = execution.profile;
  for (std::size_t f = 0; f < execution.functions->size(); ++f) {
    text += (f == 0 ? "" : " ") + std::string(execution.functions->functions[f].name) + " " +
            std::to_string(std::llround(profile.self_ticks[f])) + "/" +
            std::to_string(std::llround(profile.exact->total_ticks[f]));
  }
  return text;
}

LoadingOptions With(SpecTable table, bool include, const std::string& spec) {
  LoadingOptions options;
  options.specs.push_back({table, include, spec});
  return options;
}

TEST_CASE("one execution from files without an image", "[load stacks]") {
  const TemporaryFile first(kFirst), second(kSecond);
  const LoadedExecution one = Load({first.path()});
  CHECK(Times(one) == "f 0/3 g 4/4 main 1/5");
  CHECK_FALSE(one.image);
  CHECK_FALSE(one.profile.calls_known);
  REQUIRE(one.profile.origin);
  CHECK(one.profile.origin->format == "folded");
  CHECK(one.profile.origin->event == "samples");
  CHECK(one.profile.origin->samples == 5);
  CHECK(one.has_histogram);
  CHECK(one.has_arcs);
  CHECK(Times(Load({first.path(), second.path()})) == "f 0/4 g 5/5 h 4/4 main 1/10");
}

TEST_CASE("runs are kept separate, and their mean is the execution", "[load stacks]") {
  const TemporaryFile first(kFirst), second(kSecond);
  LoadingOptions options;
  options.runs = options.keep_runs = true;
  const LoadedExecution runs = Load({first.path(), second.path()}, options);
  CHECK(runs.runs.runs == 2);
  CHECK(runs.profile.self_ticks == std::vector<double>{0, 2.5, 2, 0.5});
  CHECK(runs.context_scale == Approx(0.5));
  const FunctionId h(2);
  CHECK(runs.runs.Seconds(h)[0] == 0);
  CHECK(runs.runs.Seconds(h)[1] == 4);
  REQUIRE(runs.each.size() == 2);
  CHECK(runs.each[1].exact->total_ticks == std::vector<double>{1, 1, 4, 5});
}

TEST_CASE("specs select stacks", "[load stacks]") {
  const TemporaryFile file(kFirst);
  CHECK(Times(Load({file.path()}, With(SpecTable::kTime, true, "f"))) == "f 0/3 g 3/3 main 0/3");
  CHECK(Times(Load({file.path()}, With(SpecTable::kTime, false, "f"))) == "f 0/0 g 1/1 main 1/2");
  const LoadedExecution fewer = Load({file.path()}, With(SpecTable::kArcs, false, "main/g"));
  CHECK(Times(fewer) == "f 0/3 g 4/4 main 1/5");
  CHECK(fewer.profile.arcs.size() == 2);
  CHECK(fewer.profile.exact->arcs.size() == 2);
  const TemporaryFile counted("events: Ir\nfn=main\n1 5\ncfn=f\ncalls=1 1\n1 60\nfn=f\n1 60\n");
  CHECK_THROWS_WITH(Load({counted.path()}, With(SpecTable::kTime, true, "f")), "has no stacks");
}

TEST_CASE("a spec for functions that only one side has counts on both", "[load stacks]") {
  const TemporaryFile first(kFirst), second("main;h 4\n");
  Diagnostics diagnostics;
  const LoadedExecutions both =
      LoadExecutions({"", {first.path()}}, {"", {second.path()}}, With(SpecTable::kTime, true, "f"), diagnostics);
  CHECK(Times(both.base) == "f 0/3 g 3/3 main 0/3");
  CHECK(Times(both.other) == "h 0/0 main 0/0");
}

TEST_CASE("unusable files are skipped, or are an error", "[load stacks]") {
  const TemporaryFile good(kFirst), bad("main;f x\n");
  LoadingOptions options;
  CHECK_THROWS_AS(Load({good.path(), bad.path()}, options), Error);
  const InputFormat* const folded = FindInputFormat("folded");
  options.keep_going = true;
  Diagnostics diagnostics;
  CHECK(Times(LoadExecution({"", {Input(bad.path(), folded), good.path()}}, options, diagnostics)) ==
        "f 0/3 g 4/4 main 1/5");
  CHECK(diagnostics.warnings.size() == 1);
  CHECK_THROWS_AS(Load({bad.path()}, options), Error);
}

TEST_CASE("perf's own files are read by the command that the options name", "[load stacks]") {
  const TemporaryFile file(std::string("PERFILE2") + std::string(100, '\0'));
  CHECK_THROWS_AS(Load({file.path()}), Error);
  LoadingOptions options;
  std::string asked;
  options.perf_script = [&](const std::string& path) {
    asked = path;
    std::string text = tests::AsPerfScript({{{"main", "f"}, 2}});
    PerfText perf;
    perf.text = [text](char* buffer, std::size_t size) mutable {
      const std::size_t got = text.copy(buffer, size);
      text.erase(0, got);
      return got;
    };
    perf.lost = {{"page-faults", 7}, {"cpu-clock", 3}};
    perf.throttles = 2;
    return perf;
  };
  const LoadedExecution loaded = Load({file.path()}, options);
  CHECK(loaded.profile.origin->samples == 2);
  CHECK(loaded.profile.loss.samples == 3);
  CHECK(loaded.profile.loss.throttles == 2);
  // The lost samples last a millisecond each, as those that were read; a pause lasts 10 ms at most.
  CHECK(loaded.profile.missing_ticks == 3 * tests::kSampleNanoseconds + 2 * 10'000'000);
  REQUIRE(loaded.stacks->remarks.size() == 1);
  CHECK(TextOf(loaded.stacks->remarks[0]) == file.path() + ": perf's own data, as 'perf script' prints it");
  CHECK(asked == file.path());
}

TEST_CASE("pprof locations without a name are looked up in the image", "[load stacks]") {
  using tests::ElfBytes;
  using tests::ProtoBytes;
  const TemporaryFile image(
      ElfBytes().Global("main", ElfBytes::kTextBegin).Global("f", ElfBytes::kTextBegin + 0x10).bytes());
  Diagnostics diagnostics;
  const std::uint64_t offset = ReadImage(image.path(), {}, diagnostics).text_offset;
  const auto profile = [&](const std::string& mapped) {
    return ProtoBytes()
        .Bytes(1, ProtoBytes().Number(1, 1).Number(2, 2).text())
        .Bytes(2, ProtoBytes().Number(1, 1).Number(2, 7).text())
        .Bytes(3, ProtoBytes().Number(1, 1).Number(2, 0x70000).Number(4, offset).Number(5, 3).text())
        .Bytes(4, ProtoBytes().Number(1, 1).Number(2, 1).Number(3, 0x70014).text())
        .Bytes(6, "")
        .Bytes(6, "samples")
        .Bytes(6, "count")
        .Bytes(6, mapped)
        .text();
  };
  const TemporaryFile named(profile("/elsewhere/" + image.path().substr(image.path().rfind('/') + 1)));
  const TemporaryFile foreign(profile("/elsewhere/another"));
  LoadingOptions options;
  const auto name_of = [&](const TemporaryFile& file) {
    const LoadedExecution loaded = LoadExecution({image.path(), {file.path()}}, options, diagnostics);
    return std::string(loaded.functions->functions[0].name);
  };
#ifdef PROFDIFF_HAS_PPROF
  CHECK(name_of(named) == "f");
  CHECK(name_of(foreign) == "[unknown]");
#else
  CHECK_THROWS_AS(name_of(named), Error);
  CHECK_THROWS_AS(name_of(foreign), Error);
#endif
}

TEST_CASE("gprof's times beside measured ones lead to a warning, other units to an error unless shares are compared",
          "[load stacks]") {
  const TemporaryFile seconds("main;f 900\n"), samples("main;f 6\n");
  LoadingOptions options;
  Diagnostics diagnostics;
  LoadedExecutions both = LoadExecutions({"", {seconds.path()}}, {"", {samples.path()}}, options, diagnostics);
  both.base.profile.dimension = "seconds";
  CHECK_THROWS_AS(Subtract(both, diagnostics), Error);
  CHECK(NormalizeTimes(both) == Approx(900.0 / 6));
  const Difference difference = Subtract(both, diagnostics);
  CHECK(difference.other.dimension == "seconds");
  REQUIRE(difference.contexts);
  CHECK(difference.contexts->joined.size() == 2);
  CHECK(difference.contexts->other.scale == Approx(900.0 / 6));
  REQUIRE(difference.samples.size() == 2);
  CHECK(difference.samples[0].base_total + difference.samples[0].other_total > 0);
}

}  // namespace
}  // namespace profdiff::stacks_test
