// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the phase (the examined function or loop of a callgrind file), and the functions that belong to it.
// Tests: tests/unit/read/property/callgrind_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_CALLGRIND_PHASE_H_
#define PROFDIFF_READ_PROPERTY_CALLGRIND_PHASE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/properties.h"
#include "read/property/callgrind_loops.h"
#include "read/property/callgrind_table.h"
#include "read/property/callgrind_values.h"

namespace profdiff {

// The common input of all steps from a callgrind file to regions.
struct CallgrindRun {
  const CallgrindTable& table;
  const CallgrindLoops& loops;
  const std::vector<bool>& is_inner;     // by call: result of CallgrindSums::InnerCalls
  const CallgrindCostsOf& costs;         // costs of the whole file
  const std::vector<FunctionId>& order;  // functions sorted by name

  FunctionId CallerOf(CallgrindSums::CallId call) const {
    return table.sums.FunctionOf(table.sums.calls()[call].caller);
  }
  FunctionId CalleeOf(CallgrindSums::CallId call) const {
    return table.sums.FunctionOf(table.sums.calls()[call].callee);
  }
};

struct CallgrindPhase {
  FunctionId function;              // invalid if the phase is everything recorded
  std::optional<std::size_t> loop;  // loop of that function; nullopt for the whole function
  std::vector<bool> has;            // by function: true for the phase and the functions that it calls
  std::vector<Message> remarks;

  // True if the instruction of function `f` at `address` belongs to the phase.
  bool Has(const CallgrindRun& run, FunctionId f, std::uint64_t address) const {
    if (has[f.value]) return true;
    if (!loop || f != function) return false;
    const CodeLoop& within = run.loops.all()[*loop];
    return within.first <= address && address <= within.last;
  }
};

// Finds the phase. Errors: kBadArgument for an unknown function or loop; in the file `path`.
CallgrindPhase FindPhase(const CallgrindRun& run, const std::string& path, const MeasureOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_CALLGRIND_PHASE_H_
