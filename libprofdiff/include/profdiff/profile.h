// SPDX-License-Identifier: GPL-3.0-or-later
// The profile of one execution: self times and calls by function.
#ifndef PROFDIFF_PROFILE_H_
#define PROFDIFF_PROFILE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/functions.h"
#include "profdiff/gmon.h"
#include "profdiff/loss.h"
#include "profdiff/selection.h"

namespace profdiff {

struct Arc {
  FunctionId caller;
  FunctionId callee;
  std::uint64_t count = 0;
};

// The number of executions of one basic block.
struct BlockCount {
  FunctionId function;
  std::uint64_t address = 0;
  std::uint64_t count = 0;
};

// Exact inclusive times. They are measured, not propagated along counted calls: they come from whole stacks or from a
// profiler that measures inclusive costs, such as callgrind. A stack counts once for each distinct function and arc on
// it.
// Shape: includes arcs from a function to itself. Units: ticks.
struct ExactTimes {
  struct OfArc {
    double self = 0;   // time of stacks that end with the arc
    double total = 0;  // time of stacks that contain the arc
  };
  std::vector<double> total_ticks;  // by FunctionId
  std::vector<OfArc> arcs;          // by ArcId
  bool arc_self_known = true;       // false if OfArc::self is unknown (and 0)
  // By FunctionId: number of samples whose stack ends in the function, and number of samples whose stack contains it.
  // Empty if times were not derived from counted samples.
  std::vector<std::uint64_t> samples, total_samples;
  // By FunctionId: sums of the squares of these samples' ticks. Empty if all samples have the same weight.
  std::vector<double> squares, total_squares;
};

// The origin of a profile that comes from another profiler.
struct ProfileOrigin {
  std::string format;               // InputFormat::name
  std::string event;                // the event that was read
  std::vector<std::string> events;  // all events of the file
  std::uint64_t samples = 0;        // number of the event's samples, after filters; 0 if times are sums without samples
};

// The profile of one execution, indexed by the functions of one table.
// Units: ticks, which are samples; ticks / `rate` is a time in the unit `dimension`.
struct Profile {
  std::vector<double> self_ticks;         // by FunctionId
  std::vector<std::uint64_t> calls;       // by FunctionId: number of calls from other functions
  std::vector<std::uint64_t> self_calls;  // by FunctionId: number of calls from the function itself
  std::vector<Arc> arcs;                  // by ArcId, in order of creation; includes arcs from a function to itself
  // sorted by function, at most ten for each, as in gprof; only with line granularity
  std::vector<BlockCount> blocks;
  // Number of samples in selected functions plus number of samples outside of all functions.
  double total_ticks = 0;
  double unattributed_ticks = 0;  // number of samples outside of all functions
  // Estimated number of samples that are missing, because they were lost or because a file ends early; not part of
  // `total_ticks`.
  double missing_ticks = 0;
  double rate = 0;   // samples per second; 0 without a histogram
  double scale = 0;  // number of two-byte units of code per bin of the histogram
  std::string dimension = "seconds";
  char abbreviation = 's';
  bool has_histogram = false;
  bool has_arcs = false;
  bool calls_known = true;              // false if all counts of calls are unknown (and 0)
  std::optional<ExactTimes> exact;      // nullopt if inclusive times are propagated
  std::optional<ProfileOrigin> origin;  // nullopt for profiles in gprof's format
  Loss loss;                            // what the files lack

  double Seconds(double ticks) const { return ticks / rate; }
};

// Attributes samples to functions, and arcs to pairs of functions. Functions that the selection excludes from the flat
// profile get no time; excluded arcs are not counted. Uses up to `threads` threads; the result does not depend on their
// number.
// Errors: kOverflow for 2^64 calls or more.
// Source: GPROF.md, sections 7 and 8.1.
PROFDIFF_EXPORT Profile MakeProfile(const FunctionTable& table, const Records& records, const Selection& selection,
                                    unsigned threads = 1);

// Several runs of one program, as separate observations for statistics or as an average.

// The measurements from which times are derived.
enum class TimesOf : std::uint8_t {
  kSamples,  // numbers of samples, which vary randomly
  kCounts,   // exact counts of events, as from callgrind
  kSums,     // sums of an unknown number of samples
};

// The runs of one side, as values by function and run.
// Shape: the values of function f in run r have the index f * runs + r. Units: seconds, calls, samples.
struct RunTable {
  TimesOf kind = TimesOf::kSamples;  // the least reliable kind of measurement among all runs
  // True if samples have different weights. Then `samples` is the effective sample size (sum of weights)^2 / sum of
  // squared weights, rounded down in each run.
  bool is_weighted = false;
  std::size_t functions = 0;
  std::size_t runs = 0;
  std::vector<double> seconds;
  std::vector<std::uint64_t> calls;
  std::vector<double> rates;      // samples per second, by run; 0 without a histogram
  std::vector<double> samples;    // by function: number of samples in all runs together; may be fractional
  double samples_per_second = 0;  // sum of `rates`
  double total_samples = 0;       // number of samples in all functions and runs
  // Time in no function, by run, and the number of its samples in all runs together.
  std::vector<double> unattributed_seconds;
  double unattributed_samples = 0;
  // Inclusive times and their samples, arranged as in `seconds` and `samples`; empty if inclusive times are propagated.
  // A sample counts for all functions on its stack.
  std::vector<double> inclusive_seconds, inclusive_samples;

  std::span<const double> Seconds(FunctionId function) const { return {seconds.data() + function.value * runs, runs}; }
  std::span<const std::uint64_t> Calls(FunctionId function) const {
    return {calls.data() + function.value * runs, runs};
  }
};

// Makes the table of several runs, one for each profile; all profiles must have the same function table. A function
// without time in a run counts as an observation of zero.
PROFDIFF_EXPORT RunTable MakeRunTable(std::span<const Profile> runs);

// Multiplies all times by `factor`, as if the clock had ticked `factor` times as often. Counts of calls do not change.
PROFDIFF_EXPORT void ScaleTimes(Profile& profile, double factor);

// Replaces the sum of several runs by their mean. Counts of calls are rounded to integers, but to at least 1 if they
// are above 0.
PROFDIFF_EXPORT void AverageRuns(Profile& sum, std::size_t runs);

}  // namespace profdiff

#endif  // PROFDIFF_PROFILE_H_
