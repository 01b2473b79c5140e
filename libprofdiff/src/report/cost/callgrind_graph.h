// SPDX-License-Identifier: GPL-3.0-or-later
// A call graph in terms of the callgrind format: functions with costs by line, and calls with costs.
#ifndef PROFDIFF_REPORT_COST_CALLGRIND_GRAPH_H_
#define PROFDIFF_REPORT_COST_CALLGRIND_GRAPH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/listing.h"

namespace profdiff {

inline constexpr const char* kUnknownPlace = "???";  // an unknown file or object, in callgrind's spelling

struct CallgrindCall {
  std::uint32_t line = 0;         // line of the call in the caller; 0 if unknown
  std::uint32_t callee = 0;       // index in CallgrindGraph::functions
  std::uint32_t callee_line = 0;  // 0 if unknown
  // Number of calls; 1 if unknown. Never 0, because readers would treat the cost as self time.
  std::uint64_t count = 1;
  std::int64_t cost = 0;  // inclusive cost of the calls
};

struct CallgrindFunction {
  struct Cost {
    std::uint32_t line = 0;
    std::int64_t cost = 0;
  };
  std::string file, name;   // no two functions have both the same file and the same name
  std::string object = {};  // program or library; empty for the profiled program
  std::vector<Cost> costs = {};
  std::vector<CallgrindCall> calls = {};
};

// A graph whose costs are nanoseconds, or counts from another profiler.
struct CallgrindGraph {
  std::vector<CallgrindFunction> functions;
  std::int64_t total = 0;  // sum of all self costs
};

CallgrindGraph MakeCallgrindGraph(const Execution& execution, DemangleStyle demangle);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_COST_CALLGRIND_GRAPH_H_
