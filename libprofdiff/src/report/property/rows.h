// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and fields of findings.
// Tests: tests/unit/report/property/texts_test.cpp.
#ifndef PROFDIFF_REPORT_PROPERTY_ROWS_H_
#define PROFDIFF_REPORT_PROPERTY_ROWS_H_

#include <string>
#include <string_view>

#include "profdiff/properties.h"
#include "profdiff/search.h"
#include "report/format/table.h"

namespace profdiff {

// "line 49 of bound.c (bound)", "call of bound at main.c:69", "function bound (bound.c)".
std::string RegionText(const Measurements& measurements, RegionId region);

// Names from the phase to the region, separated by ";" as in folded stacks.
std::string PathText(const Measurements& measurements, RegionId region);

// "3 properties", "1 miss"; "79.8 %".
std::string Counted(std::uint64_t count, const std::string& noun);
std::string Percent(double share);

// A demangled name of a function or an array.
std::string NameText(const std::string& linkage_name);

// "main" or "the whole program".
std::string PhaseText(const Measurements& measurements);
std::string InputsText(const Measurements& measurements);

// "rank 1, thread 2"; empty for all locations.
std::string LocationText(const Location& location);

// "onlyBase"
std::string_view NameOf(PropertyChange::Status status);

// The instance with the largest severity, the first one of several; null if instances were not requested.
const InstanceSeverity* WorstInstance(const Finding& finding);

Fields<Finding> FindingFields(const Measurements& measurements);
Fields<NotApplicable> NotApplicableFields(const Measurements& measurements);
Fields<PropertyChange> ChangeFields(const PropertyDifferenceView& view);

// "no hypothesis is left": the end of a sentence that starts with "The search ended as".
std::string_view StopText(SearchStop stop);

// Add the values of documents, or tables, for findings, a difference and a search.
void AddRun(TableWriter& writer, const Measurements& measurements);  // the phase and the inputs of a document
void AddFindings(TableWriter& writer, const PropertyView& view);
void AddChanges(TableWriter& writer, const PropertyDifferenceView& view);
void AddSearch(TableWriter& writer, const Search& search);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PROPERTY_ROWS_H_
