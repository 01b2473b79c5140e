// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the verdicts of Judge() on stacks that are drawn from known paths. Prints one line for self times and
// one line for inclusive times:
//
//   TIMES COVERAGE ALARMS FALSE POWER
//
//   judge_contexts TRIALS RUNS VARIATION WEIGHTS CALLERS FACTOR [SEED]
//
// Each trial has a random program: a few functions with which all stacks begin, below them a random tree of 40
// functions, with recursion, and a mean number of samples for each path. In a run, the time of each function is its
// mean multiplied by a gamma variate with the coefficient of variation VARIATION; samples are a Poisson count with this
// mean. All samples have the same weight or, with WEIGHTS above 0, log-normal weights with that deviation around a
// median for each function. On the other side, one function in ten takes FACTOR times as long.
//
// COVERAGE is the share of intervals that contain the true difference, over all functions with samples. ALARMS is the
// share of trials with a significant verdict for a function that does not differ. FALSE is the mean share of such
// verdicts among all significant ones. POWER is the share of true differences that are significant, over functions with
// at least 100 samples per side and a difference of a tenth or more.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/significance.h"
#include "values/loading_stacks.h"

namespace {

using profdiff::ContextTree;
using profdiff::FunctionId;
using Random = std::mt19937_64;

constexpr std::size_t kBelow = 40;
constexpr double kSamples = 3000;  // mean number of samples of a run
constexpr double kTicks = 1e7;     // typical weight of a sample, in nanoseconds

const profdiff::StackEvent kEvent{.name = "cpu-clock", .unit = "seconds", .rate = 1e9};

// A tree of calls, and the mean number of samples that end in each node.
struct Program {
  ContextTree tree;
  std::vector<double> means;
  std::vector<double> weights;  // by function: median of its samples' weights

  std::size_t functions() const { return weights.size(); }
};

class Builder {
 public:
  Builder(Random& random, std::size_t callers) : random_(random), callers_(callers) {}

  Program Build(double weights) {
    for (std::uint32_t f = 0; f < callers_; ++f) Add(f, 0);
    Grow(0);
    for (std::uint32_t& end : program_.tree.end)
      end = end == 0 ? static_cast<std::uint32_t>(program_.means.size()) : end;
    double sum = 0;
    for (double mean : program_.means) sum += mean;
    for (double& mean : program_.means) mean *= kSamples / sum;
    for (std::size_t f = 0; f < callers_ + kBelow; ++f) program_.weights.push_back(std::exp(weights * Normal()));
    return std::move(program_);
  }

 private:
  double Normal() { return std::normal_distribution(0.0, 1.0)(random_); }

  std::size_t Add(std::uint32_t function, double mean) {
    program_.tree.function.push_back(FunctionId(function));
    program_.tree.end.push_back(0);
    program_.means.push_back(mean);
    return program_.means.size() - 1;
  }

  void Grow(int depth) {
    auto function = static_cast<std::uint32_t>(callers_);
    while (true) {
      function += 1 + static_cast<std::uint32_t>(random_() % 20);
      if (function > callers_ + kBelow) return;
      const std::size_t node = Add(function - 1, std::exp(1.5 * Normal()));
      if (depth < 7 && random_() % 3 != 0) Grow(depth + 1);
      program_.tree.end[node] = static_cast<std::uint32_t>(program_.means.size());
    }
  }

  Random& random_;
  std::size_t callers_;
  Program program_;
};

// Returns the profile of a run without random variation.
profdiff::Profile Truth(const Program& program, const std::vector<double>& factors) {
  ContextTree tree = program.tree;
  for (std::size_t node = 0; node < tree.size(); ++node) {
    const std::uint32_t function = tree.function[node].value;
    tree.self.push_back(std::llround(program.means[node] * factors[function] * program.weights[function] * kTicks));
  }
  return profdiff::ProfileOfContexts(tree, program.functions(), kEvent);
}

profdiff::Profile Draw(Random& random, const Program& program, const std::vector<double>& factors, double variation,
                       double weights) {
  std::vector<double> noise(program.functions(), 1);
  if (variation > 0) {
    const double shape = 1 / (variation * variation);
    for (double& factor : noise) factor = std::gamma_distribution(shape, 1 / shape)(random);
  }
  ContextTree tree = program.tree;
  std::normal_distribution normal(-weights * weights / 2, weights > 0 ? weights : 1);  // makes the mean weight 1
  for (std::size_t node = 0; node < tree.size(); ++node) {
    const std::uint32_t function = tree.function[node].value;
    const double mean = program.means[node] * factors[function] * noise[function];
    const long samples = mean > 0 ? std::poisson_distribution<long>(mean)(random) : 0;
    double ticks = 0, squares = 0;
    for (long i = 0; i < samples; ++i) {
      const double drawn =
          std::round(kTicks * program.weights[function] * (weights > 0 ? std::exp(normal(random)) : 1));
      ticks += drawn;
      squares += drawn * drawn;
    }
    tree.self.push_back(static_cast<std::int64_t>(ticks));
    tree.samples.push_back(static_cast<std::uint64_t>(samples));
    if (weights > 0) tree.squares.push_back(squares);
  }
  return profdiff::ProfileOfContexts(tree, program.functions(), kEvent);
}

struct Tally {
  std::size_t intervals = 0, right = 0, alarms = 0, there = 0, found = 0;
  double false_share = 0;

  void Add(const std::vector<profdiff::Verdict>& verdicts, const std::vector<double>& base,
           const std::vector<double>& other, const std::vector<double>& samples) {
    std::size_t called = 0, wrong = 0;
    for (std::size_t f = 0; f < verdicts.size(); ++f) {
      const profdiff::Verdict& verdict = verdicts[f];
      if (verdict.base_mean == 0 && verdict.other_mean == 0) continue;
      const double truth = (base[f] - other[f]) / kEvent.rate;
      ++intervals;
      right += verdict.low <= truth && truth <= verdict.high ? 1 : 0;
      const bool differs = std::abs(truth) > 1e-6;
      const bool is_to_be_found = std::abs(base[f] - other[f]) >= 0.1 * base[f] && samples[f] >= 100;
      there += is_to_be_found ? 1 : 0;
      if (!verdict.significant) continue;
      ++called;
      wrong += differs ? 0 : 1;
      found += is_to_be_found ? 1 : 0;
    }
    alarms += wrong > 0 ? 1 : 0;
    false_share += called > 0 ? static_cast<double>(wrong) / static_cast<double>(called) : 0;
  }

  void Print(const char* name, int trials) const {
    std::printf("%s %.4f %.4f %.4f %.4f\n", name, static_cast<double>(right) / static_cast<double>(intervals),
                static_cast<double>(alarms) / trials, false_share / trials,
                there > 0 ? static_cast<double>(found) / static_cast<double>(there) : 1.0);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7) return 2;
  const int trials = std::atoi(argv[1]);
  const auto runs = static_cast<std::size_t>(std::atoi(argv[2]));
  const double variation = std::atof(argv[3]), weights = std::atof(argv[4]), factor = std::atof(argv[6]);
  const auto callers = static_cast<std::size_t>(std::atoi(argv[5]));
  Random random(argc > 7 ? std::strtoull(argv[7], nullptr, 10) : 1);
  profdiff::Difference difference;
  for (std::size_t f = 0; f < callers + kBelow; ++f) difference.match.pairs.push_back({FunctionId(f), FunctionId(f)});

  Tally self, inclusive;
  for (int trial = 0; trial < trials; ++trial) {
    const Program program = Builder(random, callers).Build(weights);
    const std::vector<double> same(program.functions(), 1);
    std::vector<double> changed = same;
    for (std::size_t f = callers; f < program.functions(); f += 10) changed[f] = factor;
    const profdiff::Profile base = Truth(program, same), other = Truth(program, changed);
    const auto draw = [&](const std::vector<double>& factors) {
      std::vector<profdiff::Profile> profiles;
      for (std::size_t run = 0; run < runs; ++run) {
        profiles.push_back(Draw(random, program, factors, variation, weights));
      }
      return profdiff::MakeRunTable(profiles);
    };
    const profdiff::RunTable base_runs = draw(same), other_runs = draw(changed);
    const profdiff::Significance judged = profdiff::Judge(difference, base_runs, other_runs);
    self.Add(judged.functions, base.self_ticks, other.self_ticks, base_runs.samples);
    inclusive.Add(judged.totals, base.exact->total_ticks, other.exact->total_ticks, base_runs.inclusive_samples);
  }
  self.Print("self", trials);
  inclusive.Print("total", trials);
}
