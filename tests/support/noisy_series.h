// SPDX-License-Identifier: GPL-3.0-or-later
// Series of trials with planted levels and noise, the same on every machine.
#ifndef TESTS_SUPPORT_NOISY_SERIES_H_
#define TESTS_SUPPORT_NOISY_SERIES_H_

#include <cmath>
#include <cstddef>
#include <functional>
#include <random>
#include <vector>

#include "support/full_run.h"

namespace tests {

struct Noise {
  enum class Shape { kNormal, kSkewed, kStudent };  // Student's t with 3 degrees of freedom

  double deviation = 0.02;
  double memory = 0;  // correlation of successive values
  double spikes = 0;  // probability that a value is multiplied by 1.2
  Shape shape = Shape::kNormal;
};

using LevelOfTrial = std::function<double(std::size_t)>;

inline LevelOfTrial StepAt(std::size_t place, double after) {
  return [=](std::size_t t) { return t < place ? 1 : after; };
}
inline double Quiet(std::size_t) { return 1; }

inline double Uniform(std::mt19937_64& random) { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; }

// Uses the Box-Muller method, because std::normal_distribution gives different numbers in different libraries.
inline double Normal(std::mt19937_64& random) {
  const double size = std::sqrt(-2 * std::log(Uniform(random)));
  return size * std::cos(6.283185307179586 * Uniform(random));
}

// Returns noise with the mean 0 and the deviation 1.
inline double Fresh(std::mt19937_64& random, Noise::Shape shape) {
  const double normal = Normal(random);
  if (shape == Noise::Shape::kNormal) return normal;
  if (shape == Noise::Shape::kSkewed) return -std::log(Uniform(random)) - 1;
  double squares = 0;
  for (int i = 0; i < 3; ++i) squares += std::pow(Normal(random), 2);
  return normal / std::sqrt(squares);  // the deviation of t is sqrt(3)
}

inline std::vector<double> NoisySeries(std::mt19937_64& random, std::size_t size, const LevelOfTrial& level,
                                       const Noise& noise) {
  std::vector<double> values;
  double last = 0;
  for (std::size_t t = 0; t < size; ++t) {
    const double fresh = Fresh(random, noise.shape);
    last = t == 0 ? fresh : noise.memory * last + std::sqrt(1 - noise.memory * noise.memory) * fresh;
    const double spike = Uniform(random) < noise.spikes ? 1.2 : 1;
    values.push_back((1 + noise.deviation * last) * spike * level(t));
  }
  return values;
}

// Returns the percentage of series for which holds(values) is true: of `few` series, or of `many` in a full run.
template <class Holds>
double ShareOfSeries(std::size_t size, const LevelOfTrial& level, const Noise& noise, std::size_t few, std::size_t many,
                     const Holds& holds) {
  const std::size_t count = IsFullRun() ? many : few;
  std::mt19937_64 random(11);
  std::size_t held = 0;
  for (std::size_t i = 0; i < count; ++i) held += holds(NoisySeries(random, size, level, noise)) ? 1 : 0;
  return 100 * static_cast<double>(held) / static_cast<double>(count);
}

}  // namespace tests

#endif  // TESTS_SUPPORT_NOISY_SERIES_H_
