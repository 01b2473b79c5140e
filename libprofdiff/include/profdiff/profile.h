// SPDX-License-Identifier: GPL-3.0-or-later
// One execution: self times and calls by function.
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
#include "profdiff/selection.h"

namespace profdiff {

struct Arc {
  FunctionId caller;
  FunctionId callee;
  std::uint64_t count = 0;
};

// Executions of one basic block.
struct BlockCount {
  FunctionId function;
  std::uint64_t address = 0;
  std::uint64_t count = 0;
};

// What whole stacks give, and counts of calls cannot: inclusive times that are taken as they are, not propagated. A
// stack counts once for each function and each arc that it has.
// Shape: an arc of a function to itself counts too. Units: ticks.
struct ExactTimes {
  struct OfArc {
    double self = 0;   // of stacks that end with the arc
    double total = 0;  // of stacks that have it
  };
  std::vector<double> total_ticks;  // by FunctionId
  std::vector<OfArc> arcs;          // by ArcId
  bool arc_self_known = true;       // else OfArc::self is 0 and says nothing
  // By FunctionId: samples that end in the function, and that have it; empty where times are sums without samples.
  std::vector<std::uint64_t> samples, total_samples;
  // By FunctionId: sums of the squares of these samples' ticks; empty where all samples weigh the same.
  std::vector<double> squares, total_squares;
};

// What another profiler's file says of itself.
struct ProfileOrigin {
  std::string format;               // as StackFormatName
  std::string event;                // the one that was read
  std::vector<std::string> events;  // all that the file has
  std::uint64_t samples = 0;        // of the event, after filters; 0 where times are sums without samples
};

// One execution, keyed by the functions of one table.
// Units: ticks are samples; divide by `rate` for seconds (`dimension`).
struct Profile {
  std::vector<double> self_ticks;         // by FunctionId
  std::vector<std::uint64_t> calls;       // by FunctionId: calls from other functions
  std::vector<std::uint64_t> self_calls;  // by FunctionId: calls from itself
  std::vector<Arc> arcs;                  // by ArcId, in order of creation, arcs to itself included
  std::vector<BlockCount> blocks;         // by function; at most ten a function, as in gprof; line granularity alone
  double total_ticks = 0;                 // samples of selected functions and of no function
  double unattributed_ticks = 0;          // samples that lie in no function
  double rate = 0;                        // samples per second; 0 without a histogram
  double scale = 0;                       // two-byte units of text per bin
  std::string dimension = "seconds";
  char abbreviation = 's';
  bool has_histogram = false;
  bool has_arcs = false;
  bool calls_known = true;              // else all counts of calls are 0 and say nothing
  std::optional<ExactTimes> exact;      // else inclusive times are propagated
  std::optional<ProfileOrigin> origin;  // else it is gprof's

  double Seconds(double ticks) const { return ticks / rate; }
};

// Credits samples to functions and arcs to pairs of functions.
// Functions that the selection leaves out of the flat profile get no time; arcs it leaves out are not counted.
// Works on up to `threads` threads; the result is the same for any number.
// Errors: kOverflow for 2^64 calls or more.
// Source: GPROF.md, sections 7 and 8.1.
PROFDIFF_EXPORT Profile MakeProfile(const FunctionTable& table, const Records& records, const Selection& selection,
                                    unsigned threads = 1);

// Several runs of one program: kept apart for statistics, or brought to one measure.

// What times were made of.
enum class TimesOf : std::uint8_t {
  kSamples,  // chance decides how many there are
  kCounts,   // every event was counted, as callgrind does
  kSums,     // how many samples they consist of is unknown
};

// The runs of one side, function by function.
// Shape: values of function f in run r stand at f * runs + r. Units: seconds, calls, samples.
struct RunTable {
  TimesOf kind = TimesOf::kSamples;  // the least certain of all runs
  // Samples weigh differently. Then `samples` are as many of equal weight as would be equally certain, rounded down in
  // each run: (sum of weights)^2 / sum of squares.
  bool is_weighted = false;
  std::size_t functions = 0;
  std::size_t runs = 0;
  std::vector<double> seconds;
  std::vector<std::uint64_t> calls;
  std::vector<double> rates;      // of each run: samples a second; 0 without a histogram
  std::vector<double> samples;    // of each function over all runs; credits can be fractions
  double samples_per_second = 0;  // samples over all runs that one second of the mean run's time stands for
  double total_samples = 0;       // of all functions and runs
  // The same of inclusive times; empty where these are propagated. A sample counts for all functions of its stack.
  std::vector<double> inclusive_seconds, inclusive_samples;

  std::span<const double> Seconds(FunctionId function) const { return {seconds.data() + function.value * runs, runs}; }
  std::span<const std::uint64_t> Calls(FunctionId function) const {
    return {calls.data() + function.value * runs, runs};
  }
};

// Each profile is one run; all are of one table. A function without time in a run is an observation of zero there.
PROFDIFF_EXPORT RunTable MakeRunTable(std::span<const Profile> runs);

// Multiplies all times, as if the clock had ticked that much more often; calls stay.
PROFDIFF_EXPORT void ScaleTimes(Profile& profile, double factor);

// Makes of the sum of several runs their mean. Counts of calls are rounded to whole ones, those above 0
// to 1 at least.
PROFDIFF_EXPORT void AverageRuns(Profile& sum, std::size_t runs);

}  // namespace profdiff

#endif  // PROFDIFF_PROFILE_H_
