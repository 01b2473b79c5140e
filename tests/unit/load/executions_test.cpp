// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/difference.h"
#include "support/elf_bytes.h"
#include "support/gmon_bytes.h"
#include "support/temporary_file.h"

namespace profdiff::executions_test {
namespace {

using tests::ElfBytes;
using tests::GmonBytes;
using tests::TemporaryFile;

constexpr std::uint64_t kText = ElfBytes::kTextBegin;
constexpr FunctionId kF(1);

// Returns a program in which `main` has the first 16 bytes of the text, `f` the next 16, and `g` the rest.
TemporaryFile Program() {
  return TemporaryFile(ElfBytes().Global("main", kText).Global("f", kText + 0x10).Global("g", kText + 0x20).bytes());
}

// Returns a profile with the given numbers of samples of `f` and of calls of `f` from `main`.
TemporaryFile Run(int samples, std::uint64_t calls, std::uint32_t rate = 100) {
  std::vector<int> bins(ElfBytes::kTextBytes / 0x10);
  bins[1] = samples;
  return TemporaryFile(GmonBytes()
                           .Header()
                           .Histogram(kText, kText + ElfBytes::kTextBytes, rate, bins)
                           .Arc(kText + 4, kText + 0x10, calls)
                           .bytes());
}

double Seconds(const LoadedExecution& execution) {
  return execution.profile.Seconds(execution.profile.self_ticks[kF.value]);
}

LoadedExecution Load(const ExecutionFiles& files, const LoadingOptions& options = {}) {
  Diagnostics diagnostics;
  return LoadExecution(files, options, diagnostics);
}

TEST_CASE("one execution from its files", "[load]") {
  const TemporaryFile image = Program(), first = Run(200, 3), second = Run(100, 4);
  const LoadedExecution execution = Load({image.path(), {first.path(), second.path()}});
  CHECK(execution.functions->functions[kF.value].name == "f");
  CHECK(Seconds(execution) == Approx(3));
  CHECK(execution.profile.calls[kF.value] == 7);
  CHECK(execution.runs.runs == 1);
  CHECK(execution.has_histogram);
  CHECK(execution.has_arcs);
}

TEST_CASE("the mean of runs that were sampled at different rates is in seconds", "[load]") {
  const TemporaryFile image = Program(), slow = Run(100, 1), fast = Run(200, 2, 1000);
  LoadingOptions options;
  options.runs = true;
  for (unsigned threads : {0U, 1U, 4U}) {
    options.threads = threads;
    const LoadedExecution execution = Load({image.path(), {slow.path(), fast.path()}}, options);
    CHECK(Seconds(execution) == Approx(0.6));
    CHECK(execution.runs.runs == 2);
    CHECK(execution.runs.Seconds(kF)[1] == Approx(0.2));
    CHECK(execution.profile.calls[kF.value] == 2);
  }
}

TEST_CASE("a run without data that the others have is refused", "[load]") {
  const TemporaryFile image = Program(), whole = Run(100, 1);
  const std::vector<int> bins(ElfBytes::kTextBytes / 0x10);
  const TemporaryFile half(GmonBytes().Header().Histogram(kText, kText + ElfBytes::kTextBytes, 100, bins).bytes());
  LoadingOptions options;
  options.runs = true;
  CHECK_THROWS_WITH(Load({image.path(), {whole.path(), half.path()}}, options),
                    "no call-graph data, which other runs of its side have");
}

TEST_CASE("profiles that cannot be used are left out, but not all", "[load]") {
  const TemporaryFile image = Program(), good = Run(100, 1), bad("gmon and no more");
  LoadingOptions options;
  options.keep_going = true;
  for (bool runs : {false, true}) {
    options.runs = runs;
    Diagnostics diagnostics;
    const LoadedExecution execution =
        LoadExecution({image.path(), {bad.path(), good.path(), bad.path()}}, options, diagnostics);
    CHECK(Seconds(execution) == Approx(1));
    CHECK(execution.runs.runs == 1);
    REQUIRE(diagnostics.warnings.size() == 2);
    CHECK(TextOf(diagnostics.warnings[0]).find(bad.path() + ": left out: ") == 0);
    CHECK_THROWS_AS(Load({image.path(), {bad.path(), bad.path()}}, options), Error);
  }
  CHECK_THROWS_AS(Load({image.path(), {bad.path(), good.path()}}), Error);
}

TEST_CASE("two executions are loaded, scaled and subtracted", "[load]") {
  const TemporaryFile image = Program(), copy = Program(), before = Run(300, 3), after = Run(100, 5);
  LoadingOptions options;
  for (unsigned threads : {1U, 4U}) {
    options.threads = threads;
    for (const TemporaryFile* other : {&image, &copy}) {
      Diagnostics diagnostics;
      LoadedExecutions sides =
          LoadExecutions({image.path(), {before.path()}}, {other->path(), {after.path()}}, options, diagnostics);
      CHECK(sides.same_image == (other == &image));
      const Difference difference = Subtract(sides, diagnostics);
      CHECK(diagnostics.warnings.empty());
      CHECK(difference.base.seconds - difference.other.seconds == Approx(2));
      CHECK(difference.function_presence.both == 1);
      CHECK(NormalizeTimes(sides) == Approx(3));
      CHECK(Seconds(sides.other) == Approx(3));
      CHECK(sides.other.profile.calls[kF.value] == 5);
      sides.base.profile.self_ticks.assign(3, 0);
      CHECK(NormalizeTimes(sides) == 1);
    }
  }
}

TEST_CASE("functions that only one side selects count on both", "[load]") {
  const TemporaryFile image(ElfBytes().Global("main", kText).Global("only", kText + 0x10).bytes());
  const TemporaryFile other = Program(), run = Run(100, 1);
  LoadingOptions options;
  options.specs = {{SpecTable::kFlat, true, "only"}};
  Diagnostics diagnostics;
  const LoadedExecutions sides =
      LoadExecutions({image.path(), {run.path()}}, {other.path(), {run.path()}}, options, diagnostics);
  CHECK(sides.base.selection.Selects(SpecTable::kFlat, kF));
  CHECK_FALSE(sides.other.selection.Selects(SpecTable::kFlat, kF));
}

TEST_CASE("warnings and errors are in the same order as if one side were loaded after the other", "[load]") {
  const TemporaryFile image = Program(), copy = Program(), bad("gmon and no more");
  const TemporaryFile foreign(GmonBytes().Header().Histogram(0x10, 0x50, 100, {9, 9, 9, 9}).bytes());
  for (unsigned threads : {1U, 4U}) {
    LoadingOptions options;
    options.threads = threads;
    Diagnostics diagnostics;
    LoadExecutions({image.path(), {foreign.path()}}, {copy.path(), {foreign.path()}}, options, diagnostics);
    REQUIRE(diagnostics.warnings.size() == 2);
    CHECK(TextOf(diagnostics.warnings[0]).find(image.path()) != std::string::npos);
    CHECK(TextOf(diagnostics.warnings[1]).find(copy.path()) != std::string::npos);
    diagnostics = {};
    CHECK_THROWS_AS(LoadExecutions({image.path(), {foreign.path()}}, {copy.path(), {bad.path()}}, options, diagnostics),
                    Error);
    REQUIRE_FALSE(diagnostics.warnings.empty());
    CHECK(TextOf(diagnostics.warnings[0]).find(image.path()) != std::string::npos);
  }
}

}  // namespace
}  // namespace profdiff::executions_test
