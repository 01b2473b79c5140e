// SPDX-License-Identifier: GPL-3.0-or-later
// Measures false discoveries and power of Judge() on runs drawn from known distributions. Prints one line:
//
//   RUNS VARIATION COMMON SCENE TRIALS FDP POWER
//
// judge_simulation TRIALS RUNS VARIATION COMMON SCENE [SEED]
//
// Each side has RUNS runs of 100 functions. In each run, the time of a function is its mean, multiplied by a gamma
// variate and a normal variate. The gamma variate has the coefficient of variation VARIATION; the normal variate has
// the deviation COMMON and is the same for all functions of the run. The samples of a function are a Poisson count with
// this product as its mean.
//
// Scenes: in `none`, functions have mixed sizes and do not change; in `one2x`, one function with 1,000 samples takes
// twice as long; in `one10x`, one function with 200 samples takes ten times as long; in `five1.3x`, five functions with
// 1,000 samples take 1.3 times as long; in `mixed2x`, five functions of mixed sizes take twice as long, and those with
// 100 samples or more must be found; in `forty2x`, forty functions with 1,000 samples take twice as long.
//
// FDP is the mean over trials of the share of false verdicts among the significant ones. POWER is the share of changes
// that are found.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "profdiff/significance.h"

namespace {

using profdiff::FunctionId;

constexpr std::size_t kFunctions = 100;

struct Scene {
  double samples;  // per function and run; 0 for log-normal numbers with the median 100
  std::size_t changed;
  double factor;
};

const std::map<std::string, Scene> kScenes = {{"none", {0, 0, 1}},      {"one2x", {1000, 1, 2}},
                                              {"one10x", {200, 1, 10}}, {"five1.3x", {1000, 5, 1.3}},
                                              {"mixed2x", {0, 5, 2}},   {"forty2x", {1000, 40, 2}}};

using Random = std::mt19937_64;

profdiff::RunTable Draw(Random& random, const std::vector<double>& means, std::size_t runs, double variation,
                        double common) {
  std::vector<profdiff::Profile> profiles(runs);
  for (profdiff::Profile& profile : profiles) {
    profile.rate = 100;
    const double shared = common > 0 ? std::max(0.1, std::normal_distribution(1.0, common)(random)) : 1;
    for (double mean : means) {
      double mu = mean * shared;
      if (variation > 0) {
        const double shape = 1 / (variation * variation);
        mu *= std::gamma_distribution(shape, 1 / shape)(random);
      }
      profile.self_ticks.push_back(mu > 0 ? static_cast<double>(std::poisson_distribution<long>(mu)(random)) : 0);
    }
    profile.calls.resize(means.size());
  }
  return profdiff::MakeRunTable(profiles);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6 || !kScenes.contains(argv[5])) return 2;
  const int trials = std::atoi(argv[1]);
  const auto runs = static_cast<std::size_t>(std::atoi(argv[2]));
  const double variation = std::atof(argv[3]), common = std::atof(argv[4]);
  const Scene& scene = kScenes.at(argv[5]);
  Random random(argc > 6 ? std::strtoull(argv[6], nullptr, 10) : 1);
  profdiff::Difference difference;
  for (std::size_t f = 0; f < kFunctions; ++f) difference.match.pairs.push_back({FunctionId(f), FunctionId(f)});

  double false_share = 0;
  std::size_t there = 0, found = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> base(kFunctions, scene.samples);
    if (scene.samples == 0) {
      for (double& mean : base) mean = 100 * std::exp(std::normal_distribution(0.0, 1.0)(random));
    }
    std::vector<double> other = base;
    for (std::size_t f = 0; f < scene.changed; ++f) other[f] *= scene.factor;
    const profdiff::RunTable base_runs = Draw(random, base, runs, variation, common);
    const profdiff::RunTable other_runs = Draw(random, other, runs, variation, common);
    const profdiff::Significance judged = profdiff::Judge(difference, base_runs, other_runs);
    std::size_t called = 0, wrong = 0;
    for (std::size_t f = 0; f < kFunctions; ++f) {
      const bool is_to_be_found = f < scene.changed && (scene.samples > 0 || base[f] >= 100);
      there += is_to_be_found ? 1 : 0;
      if (!judged.functions[f].significant) continue;
      ++called;
      if (f >= scene.changed) ++wrong;
      found += is_to_be_found ? 1 : 0;
    }
    false_share += called > 0 ? static_cast<double>(wrong) / static_cast<double>(called) : 0;
  }
  std::printf("%zu %g %g %s %d %.4f %.4f\n", runs, variation, common, argv[5], trials, false_share / trials,
              there > 0 ? static_cast<double>(found) / static_cast<double>(there) : 1.0);
}
