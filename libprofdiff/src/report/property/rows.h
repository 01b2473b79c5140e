// SPDX-License-Identifier: GPL-3.0-or-later
// What findings have, as text and as fields of tables.
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

// Names from the phase to the region, with ";" between them, as in folded stacks.
std::string PathText(const Measurements& measurements, RegionId region);

// "3 properties", "1 miss"; "79.8 %".
std::string Counted(std::uint64_t count, const std::string& noun);
std::string Percent(double share);

// A demangled name of a function or an array.
std::string NameText(const std::string& linkage_name);

// "main"; "the whole program". And the paths of the recordings.
std::string PhaseText(const Measurements& measurements);
std::string InputsText(const Measurements& measurements);

// "rank 1, thread 2"; empty for all.
std::string LocationText(const Location& location);

// "onlyBase"
std::string_view NameOf(PropertyChange::Status status);

// The instance of the largest severity, the first one of several; null if instances were not asked for.
const InstanceSeverity* WorstInstance(const Finding& finding);

Fields<Finding> FindingFields(const Measurements& measurements);
Fields<NotApplicable> NotApplicableFields(const Measurements& measurements);
Fields<PropertyChange> ChangeFields(const PropertyDifferenceView& view);

// "no hypothesis is left": how a sentence goes on after "The search ended as".
std::string_view StopText(SearchStop stop);

// What a document, or tables, of findings, of a difference and of a search hold.
void AddRun(TableWriter& writer, const Measurements& measurements);  // the phase and the inputs of a document
void AddFindings(TableWriter& writer, const PropertyView& view);
void AddChanges(TableWriter& writer, const PropertyDifferenceView& view);
void AddSearch(TableWriter& writer, const Search& search);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PROPERTY_ROWS_H_
