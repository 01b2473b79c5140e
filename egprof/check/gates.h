// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions on findings: "LC1MissesOverMemRef > 5%", "severity > 0.2", "growth >= 1%".
// Test: tests/unit/egprof/check/options_test.cpp.
#ifndef EGPROF_CHECK_GATES_H_
#define EGPROF_CHECK_GATES_H_

#include <span>
#include <string>
#include <string_view>

#include "egprof/console/output.h"
#include "profdiff/properties.h"

namespace egprof {

struct PropertyGate {
  std::string text;      // as the user wrote it
  std::string name;      // a property, "severity" of any property, or "growth": the other side's less the base's
  std::string relation;  // ">", ">=", "<", "<="
  double limit = 0;

  bool Holds(double value) const;
};

// Errors: kBadArgument, which quotes the text.
PropertyGate ParsePropertyGate(std::string_view text);

// Errors: kBadArgument for a property that is in no file, and for "growth" of one side.
void CheckGateNames(std::span<const PropertyGate> gates, const profdiff::PropertySet& set, bool has_two_sides);

// Each adds a line for each condition that holds, and sets the exit status. Of two sides the other one is judged.
void CheckPropertyGates(std::span<const PropertyGate> gates, const profdiff::Findings& findings, Output& output);
void CheckPropertyGates(std::span<const PropertyGate> gates, const profdiff::PropertyDifference& difference,
                        Output& output);

}  // namespace egprof

#endif  // EGPROF_CHECK_GATES_H_
