// SPDX-License-Identifier: GPL-3.0-or-later
// Computes how much differences vary between runs. Each further run of a side is aligned with the trace of the other
// side, so that a path of the difference has a time in each run of each side; a path that a run lacks has the time 0.
// Paths of different alignments are the same if the thread of the side that both have in common, the mark and the names
// on the path are the same, which a hash tells.
// Tests: tests/unit/analyze/trace_difference/noise_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/mix.h"
#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "values/shape.h"

namespace profdiff {
namespace {

enum class Side { kA, kB };

std::uint64_t NameHash(const Trace& trace, ThreadId thread, CallId call) {
  if (!call.valid()) return 0;
  return HashName(trace.names[trace.threads[thread.value].calls.function[call.value].value]);
}

// Returns a key for each path, by its index. `fixed` is the side that is the same in all alignments.
std::vector<std::uint64_t> KeysOf(const Trace& a, const Trace& b, const Alignment& alignment,
                                  const TraceDifference& difference, Side fixed) {
  std::vector<std::uint64_t> keys;
  std::vector<std::size_t> open;
  // Threads that the fixed side lacks are counted.
  std::vector<std::uint64_t> threads;
  std::uint64_t more = std::uint64_t{1} << 32;
  for (const ThreadAlignment& pair : alignment.threads) {
    const ThreadId thread = fixed == Side::kA ? pair.a : pair.b;
    threads.push_back(thread.valid() ? std::uint64_t{thread.value} : more++);
  }
  for (std::size_t i = 0; i < difference.paths.size(); ++i) {
    const PathDifference& path = difference.paths[i];
    open.resize(path.depth);
    const ThreadAlignment& pair = alignment.threads[path.thread];
    std::uint64_t key = open.empty() ? Mix(threads[path.thread] + 1) : keys[open.back()];
    key = Mix(key ^ NameHash(a, pair.a, path.a));
    key = Mix(key ^ NameHash(b, pair.b, path.b)) + static_cast<std::uint64_t>(path.mark);
    keys.push_back(key);
    open.push_back(i);
  }
  return keys;
}

// The times of one side in all of its runs: in total, and by path of the difference.
struct SideTimes {
  using ByPath = std::vector<std::vector<double>>;  // by run, then by path
  std::vector<double> totals;                       // by run
  ByPath parts, inclusive;
};

double PartOf(const PathDifference& path, Side side) {
  return static_cast<double>(side == Side::kA ? path.part_a : path.part_b);
}

double InclusiveOf(const PathDifference& path, Side side) {
  return static_cast<double>(side == Side::kA ? path.inclusive_a : path.inclusive_b);
}

double TotalOf(const TraceDifference& difference, Side side) {
  return static_cast<double>(side == Side::kA ? difference.all.total_a : difference.all.total_b);
}

// Student's t for 95 %, by degrees of freedom.
double Quantile(std::size_t degrees) {
  constexpr double kFirst[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};
  if (degrees <= std::size(kFirst)) return kFirst[degrees - 1];
  const auto n = static_cast<double>(degrees);
  // The first terms of the expansion around the normal distribution; the error is below 0.001.
  return 1.95996 + 2.37228 / n + 2.8225 / (n * n) + 2.5559 / (n * n * n);
}

template <class ValuesA, class ValuesB>
TraceNoise::Interval IntervalOf(const ValuesA& a, const ValuesB& b, std::size_t runs_a, std::size_t runs_b) {
  const auto mean_of = [](const auto& values, std::size_t runs) {
    double sum = 0;
    for (std::size_t i = 0; i < runs; ++i) sum += values(i);
    return sum / static_cast<double>(runs);
  };
  const double mean_a = mean_of(a, runs_a), mean_b = mean_of(b, runs_b);
  double squares = 0;
  for (std::size_t i = 0; i < runs_a; ++i) squares += (a(i) - mean_a) * (a(i) - mean_a);
  for (std::size_t i = 0; i < runs_b; ++i) squares += (b(i) - mean_b) * (b(i) - mean_b);
  const std::size_t degrees = runs_a + runs_b - 2;
  const double variance = squares / static_cast<double>(degrees);
  const double deviation = std::sqrt(variance / static_cast<double>(runs_a) + variance / static_cast<double>(runs_b));
  return {mean_a - mean_b, Quantile(degrees) * deviation};
}

class NoiseFinder {
 public:
  NoiseFinder(const Trace& a, const Trace& b, const Alignment& alignment, const TraceDifference& difference,
              const AlignOptions& options)
      : a_(a), b_(b), alignment_(alignment), difference_(difference), options_(options) {}

  SideTimes TimesOf(Side side, const std::vector<const Trace*>& more) const {
    SideTimes times;
    times.totals.push_back(TotalOf(difference_, side));
    times.parts.emplace_back();
    times.inclusive.emplace_back();
    for (const PathDifference& path : difference_.paths) {
      times.parts[0].push_back(PartOf(path, side));
      times.inclusive[0].push_back(InclusiveOf(path, side));
    }
    if (more.empty()) return times;
    const Side fixed = side == Side::kA ? Side::kB : Side::kA;
    const std::vector<std::uint64_t> keys = KeysOf(a_, b_, alignment_, difference_, fixed);
    std::unordered_map<std::uint64_t, std::size_t> by_key;
    for (std::size_t i = 0; i < keys.size(); ++i) by_key.emplace(keys[i], i);
    for (const Trace* run : more) {
      const Trace &a = side == Side::kA ? *run : a_, &b = side == Side::kA ? b_ : *run;
      const Alignment alignment = Align(a, b, options_);
      TraceDifferenceOptions counting;
      counting.threads = options_.threads;
      const TraceDifference found = SubtractTraces(a, b, alignment, counting);
      times.totals.push_back(TotalOf(found, side));
      std::vector<double>& parts = times.parts.emplace_back(difference_.paths.size());
      std::vector<double>& inclusive = times.inclusive.emplace_back(difference_.paths.size());
      const std::vector<std::uint64_t> keys_of_run = KeysOf(a, b, alignment, found, fixed);
      for (std::size_t i = 0; i < keys_of_run.size(); ++i) {
        const auto known = by_key.find(keys_of_run[i]);
        if (known == by_key.end()) continue;
        parts[known->second] += PartOf(found.paths[i], side);
        inclusive[known->second] += InclusiveOf(found.paths[i], side);
      }
    }
    return times;
  }

 private:
  const Trace &a_, &b_;
  const Alignment& alignment_;
  const TraceDifference& difference_;
  const AlignOptions& options_;
};

}  // namespace

TraceNoise FindTraceNoise(const Trace& a, const Trace& b, const Alignment& alignment, const TraceDifference& difference,
                          const std::vector<const Trace*>& more_a, const std::vector<const Trace*>& more_b,
                          const AlignOptions& options) {
  if (more_a.empty() && more_b.empty()) throw Error(ErrorCode::kBadArgument, "noise needs several runs");
  const NoiseFinder finder(a, b, alignment, difference, options);
  const SideTimes times_a = finder.TimesOf(Side::kA, more_a), times_b = finder.TimesOf(Side::kB, more_b);
  TraceNoise noise;
  noise.runs_a = more_a.size() + 1;
  noise.runs_b = more_b.size() + 1;
  const auto interval = [&noise](const auto& of_a, const auto& of_b) {
    return IntervalOf(of_a, of_b, noise.runs_a, noise.runs_b);
  };
  noise.total = interval([&](std::size_t run) { return times_a.totals[run]; },
                         [&](std::size_t run) { return times_b.totals[run]; });
  const auto of_path = [&](SideTimes::ByPath SideTimes::*times, std::size_t path) {
    return interval([&](std::size_t run) { return (times_a.*times)[run][path]; },
                    [&](std::size_t run) { return (times_b.*times)[run][path]; });
  };
  for (std::size_t i = 0; i < difference.paths.size(); ++i) {
    noise.paths.push_back(of_path(&SideTimes::parts, i));
    noise.inclusive.push_back(of_path(&SideTimes::inclusive, i));
  }
  return noise;
}

}  // namespace profdiff
