// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by commands that look for performance properties: their files, and the conditions of --fail-if.
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

// Errors: kBadArgument for a property that is in no file, and for "growth" of one side.
void CheckGateNames(std::span<const PropertyGate> gates, const profdiff::PropertySet& set, bool has_two_sides);

// Judges the conditions of --fail-if on properties and efficiencies. Adds a line for each that holds, with the worst
// findings, and for each that nothing in the run can be judged by; sets the exit status. A limit below --threshold
// takes its place. Of two sides the other one is judged. `is_one_of_several`: lines name the run.
void CheckPropertyGates(const FindingOptions& options, const profdiff::PropertySet& set,
                        const profdiff::PropertyView& view, Output& output, bool is_one_of_several = false);
void CheckPropertyGates(const FindingOptions& options, const profdiff::PropertySet& set,
                        const profdiff::PropertyDifferenceView& view, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_PROPERTY_GATES_H_
