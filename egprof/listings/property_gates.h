// SPDX-License-Identifier: GPL-3.0-or-later
// What commands that look for performance properties share: the files of properties, and the conditions of --fail-if.
// Tests: tests/cli/check/run.py, tests/cli/search/run.py.
#ifndef EGPROF_LISTINGS_PROPERTY_GATES_H_
#define EGPROF_LISTINGS_PROPERTY_GATES_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/console/output.h"
#include "egprof/options/property_rows.h"
#include "profdiff/properties.h"

namespace egprof {

// Built-in properties, and those of files, added to them or in their place.
// Errors: those of ReadProperties and CheckProperties.
profdiff::PropertySet LoadProperties(const std::vector<std::string>& files);

// Tells efficiencies ("loadBalance"), which describe a whole run, from properties.
bool IsEfficiency(std::string_view name);

// Checks the conditions on efficiencies. Errors: kBadArgument for an efficiency that the recording does not show.
void CheckEfficiencyGates(std::span<const PropertyGate> gates, const profdiff::Measurements& run, Output& output);

// Errors: kBadArgument for a property that is in no file, and for "growth" of one side.
void CheckGateNames(std::span<const PropertyGate> gates, const profdiff::PropertySet& set, bool has_two_sides);

// Each adds a line for each condition that holds, and sets the exit status. Of two sides the other one is judged.
void CheckPropertyGates(std::span<const PropertyGate> gates, const profdiff::Findings& findings, Output& output);
void CheckPropertyGates(std::span<const PropertyGate> gates, const profdiff::PropertyDifference& difference,
                        Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_PROPERTY_GATES_H_
