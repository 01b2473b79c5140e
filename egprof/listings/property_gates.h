// SPDX-License-Identifier: GPL-3.0-or-later
// Code shared by commands that look for performance properties: it reads files of properties, and checks the conditions
// of --fail-if.
// Tests: tests/cli/check/run.py, tests/cli/search/run.py.
#ifndef EGPROF_LISTINGS_PROPERTY_GATES_H_
#define EGPROF_LISTINGS_PROPERTY_GATES_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/console/gate_log.h"
#include "egprof/options/property_rows.h"
#include "profdiff/properties.h"

namespace egprof {

// Returns the built-in properties and the properties that the files define. A property in a file replaces a built-in
// property of the same name. Errors: those of ReadProperties and CheckProperties.
profdiff::PropertySet LoadProperties(const std::vector<std::string>& files);

// True for the name of an efficiency, such as "loadBalance". An efficiency describes a whole run, whereas a property is
// found in individual regions.
bool IsEfficiency(std::string_view name);

// Checks the names in conditions. Errors: kBadArgument for an unknown property, and for "growth" without a second side.
void CheckGateNames(std::span<const PropertyGate> gates, const profdiff::PropertySet& set, bool has_two_sides);

// Evaluates the conditions of --fail-if on properties and efficiencies. Adds a line with the worst findings for each
// condition that holds, and a line for each condition that cannot be evaluated for this run; sets the exit status. A
// limit below --threshold replaces the threshold. If there are two sides, conditions apply to the other side, except
// for "growth". If `is_one_of_several` is set, each line names its run.
void CheckPropertyGates(const FindingOptions& options, const profdiff::PropertySet& set,
                        const profdiff::PropertyView& view, const GateLog& log, bool is_one_of_several = false);
void CheckPropertyGates(const FindingOptions& options, const profdiff::PropertySet& set,
                        const profdiff::PropertyDifferenceView& view, const GateLog& log);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_PROPERTY_GATES_H_
