// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of loading measurements of traces and ranks that no command calls.
#ifndef PROFDIFF_VALUES_LOADING_TRACES_H_
#define PROFDIFF_VALUES_LOADING_TRACES_H_

#include <span>
#include <string>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/models.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"

namespace profdiff {

// Reads the same recordings as ReadTrace, one rank after another in ascending order. A recording that is neither a
// directory of ranks nor an OTF2 archive has only rank 0. Returns a trace without threads, with the values common to
// all ranks: paths, `missing` and `remarks`.
// Cost: memory is proportional to the size of the largest rank.
Trace ReadTraceByRank(const Input& input, const TraceOptions& options, const RankReading& ranks);

// Reads the recordings of the processes of one run as if they were in one directory of ranks. Numbers at the end of the
// paths are ranks, or define the order of ranks. If the paths do not end in numbers, ranks are in the order of the
// paths. A single path may be any recording.
// Errors: kIncompatible if one of several recordings itself has several ranks.
Trace ReadTraceByRank(const std::vector<Input>& inputs, const TraceOptions& options, const RankReading& ranks);

// Observes the calls of a trace. Each call is one observation of its times; `calls` has one observation for the whole
// trace. The parameters of a function are `at` and its recorded arguments (ThreadTrace::values). Functions without
// parameters are left out.
//
// `time` is inclusive; `self` excludes callees; `mpi` is the time of the outermost MPI functions (^P?MPI_) within the
// call; `compute` is the rest of `time`.
// Errors: kBadArgument for other metrics, for rules that match no call, and if an argument named by a rule is 0 or less
// in a call.
Observations ObserveTrace(const Trace& trace, const ParameterValues& at, const ObservationOptions& options);

// Observes the functions of a profile that have time or calls. The profile is one run, which is one observation of each
// function, or of each caller or path of calls of a function (ObservationOptions::by). Paths are those of `contexts`.
// The metrics `mpi` and `compute` are not available.
// Errors: kBadArgument for unknown metrics, and if `at` is empty; kUnsupported for paths of a profile without stacks.
Observations ObserveProfile(const FunctionTable& functions, const Profile& profile, const ParameterValues& at,
                            const ObservationOptions& options, const ScaledContexts& contexts = {});

// Joins observations. Points with the same parameters become one point.
Observations JoinObservations(std::vector<Observations> parts);

// Measures profiles of the processes of one program, one per rank. Regions are the functions with self time or calls.
// Metrics are "self" in seconds, "calls", "rankTotal" (seconds of all functions of a rank), and "evenChance" (the
// probability that numbers of samples differ at least this much between ranks with equal work). Shape: each region has
// a context for each rank.
Measurements MeasureRanks(const FunctionTable& functions, std::span<const Profile> ranks,
                          std::span<const std::string> paths);

// Adds the efficiency loadBalance (mean useful time of locations divided by the largest useful time) if the run lacks
// it. This is possible for tables that have the metric "useful" at several locations.
void AddLoadBalance(Measurements& run);

// Adds the efficiencies that counters of the phase give, replacing those that the run has: "ipc" (instructions per
// cycle), "frequency" (cycles in a nanosecond on the processor), and "instructionBalance" (mean number of instructions
// of locations divided by the largest number).
void AddCounterEfficiencies(Measurements& run);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_LOADING_TRACES_H_
