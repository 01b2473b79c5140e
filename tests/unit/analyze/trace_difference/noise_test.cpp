// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the noise of differences of traces.
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "support/trace_builder.h"

namespace profdiff::noise_test {
namespace {

Trace Run(int f, int g) {
  return TraceBuilder().Thread("m:10(f:" + std::to_string(f) + ",g:" + std::to_string(g) + ")").Build();
}

TraceNoise NoiseOf(const std::vector<Trace>& a, const std::vector<Trace>& b) {
  const Alignment alignment = Align(a[0], b[0]);
  const TraceDifference difference = SubtractTraces(a[0], b[0], alignment);
  std::vector<const Trace*> more_a, more_b;
  for (std::size_t i = 1; i < a.size(); ++i) more_a.push_back(&a[i]);
  for (std::size_t i = 1; i < b.size(); ++i) more_b.push_back(&b[i]);
  return FindTraceNoise(a[0], b[0], alignment, difference, more_a, more_b, {});
}

}  // namespace

TEST_CASE("the interval of each path comes from the runs of both sides", "[trace_noise]") {
  // f: 100, 104, 96 against 200, 204, 196: pooled variance 16, deviation sqrt(16 * 2 / 3), t with 4 degrees 2.776.
  const TraceNoise noise =
      NoiseOf({Run(100, 50), Run(104, 50), Run(96, 50)}, {Run(200, 50), Run(204, 50), Run(196, 50)});
  CHECK((noise.runs_a == 3 && noise.runs_b == 3 && noise.paths.size() == 3));
  CHECK(noise.paths[1].middle == Approx(-100));
  CHECK(noise.paths[1].half == Approx(2.776 * 3.26599).epsilon(1e-4));
  CHECK_FALSE(noise.paths[1].HidesDifference());
  CHECK((noise.paths[2].middle == 0 && noise.paths[2].half == 0 && noise.paths[2].HidesDifference()));
  CHECK(noise.total.middle == Approx(-100));
  CHECK((noise.paths[0].middle == 0 && noise.inclusive[0].middle == Approx(-100)));
  CHECK(noise.inclusive[0].half == Approx(noise.paths[1].half));
}

TEST_CASE("a run without a path has no time there", "[trace_noise]") {
  const Trace without = TraceBuilder().Thread("m:10(f:100)").Build();
  const TraceNoise noise = NoiseOf({Run(100, 50), without}, {Run(100, 50)});
  CHECK(noise.paths[2].middle == Approx(-25));
  CHECK(noise.paths[2].HidesDifference());
}

TEST_CASE("noise needs several runs", "[trace_noise]") { CHECK_THROWS_AS(NoiseOf({Run(1, 1)}, {Run(1, 1)}), Error); }

TEST_CASE("an interval contains no difference in 95 % of comparisons of one program", "[trace_noise]") {
  std::mt19937 random(5);
  std::normal_distribution<double> times(1000, 50);
  const auto runs = [&] {
    std::vector<Trace> traces;
    for (int i = 0; i < 3; ++i) traces.push_back(Run(static_cast<int>(times(random)), 50));
    return traces;
  };
  int hidden = 0;
  constexpr int kRounds = 400;
  for (int round = 0; round < kRounds; ++round) hidden += NoiseOf(runs(), runs()).paths[1].HidesDifference();
  CHECK((hidden >= 0.92 * kRounds && hidden <= 0.98 * kRounds));
}

}  // namespace profdiff::noise_test
