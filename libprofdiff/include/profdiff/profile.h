// SPDX-License-Identifier: GPL-3.0-or-later
// One execution: self times and calls by function.
#ifndef PROFDIFF_PROFILE_H_
#define PROFDIFF_PROFILE_H_

#include <cstdint>
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

  double Seconds(double ticks) const { return ticks / rate; }
};

// Credits samples to functions and arcs to pairs of functions.
// Functions that the selection leaves out of the flat profile get no time; arcs it leaves out are not counted.
// Works on up to `threads` threads; the result is the same for any number.
// Errors: kOverflow for 2^64 calls or more.
// Source: gprof-behaviour sections 7 and 8.1.
PROFDIFF_EXPORT Profile MakeProfile(const FunctionTable& table, const Records& records, const Selection& selection,
                                    unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_PROFILE_H_
