// SPDX-License-Identifier: GPL-3.0-or-later
// A call graph in the terms of the callgrind format: functions with costs by line, and calls that cost something.
#ifndef PROFDIFF_REPORT_COST_CALLGRIND_GRAPH_H_
#define PROFDIFF_REPORT_COST_CALLGRIND_GRAPH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/listing.h"

namespace profdiff {

inline constexpr const char* kUnknownPlace = "???";  // an unknown file or object, as callgrind writes it

struct CallgrindCall {
  std::uint32_t line = 0;         // of the caller, 0 when unknown
  std::uint32_t callee = 0;       // position in CallgrindGraph::functions
  std::uint32_t callee_line = 0;  // 0 when unknown
  std::uint64_t count = 1;        // never 0: readers would take the cost for self time; 1 where it is not known
  std::int64_t cost = 0;          // inclusive
};

struct CallgrindFunction {
  struct Cost {
    std::uint32_t line = 0;
    std::int64_t cost = 0;
  };
  std::string file, name;  // no two functions have both in common
  std::string object;      // image; empty: the profiled program
  std::vector<Cost> costs;
  std::vector<CallgrindCall> calls;
};

// Units: nanoseconds, or what another profiler counts.
struct CallgrindGraph {
  std::vector<CallgrindFunction> functions;
  std::int64_t total = 0;  // all self time
};

CallgrindGraph MakeCallgrindGraph(const Execution& execution, DemangleStyle demangle);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_COST_CALLGRIND_GRAPH_H_
