// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and fields of findings.
// Tests: tests/unit/report/property/texts_test.cpp.
#ifndef PROFDIFF_REPORT_PROPERTY_ROWS_H_
#define PROFDIFF_REPORT_PROPERTY_ROWS_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/properties.h"
#include "profdiff/search.h"
#include "report/format/limit.h"
#include "report/format/table.h"

namespace profdiff {

// Returns a share as a percentage, such as "79.8 %".
std::string Percent(double share);

// Returns the demangled name of a function or an array.
std::string NameText(const std::string& linkage_name);

// Returns the name of the phase, such as "main", or "the whole program".
std::string PhaseText(const Measurements& measurements);
std::string InputsText(const Measurements& measurements);

// Returns a location, such as "rank 1, thread 2"; empty for all locations.
std::string LocationText(const Location& location);

// Returns the name of a status, such as "onlyBase".
std::string_view NameOf(PropertyChange::Status status);

// Returns the efficiencies that cannot be computed from the recording, with the reason for each; empty if the recording
// has no efficiencies at all.
std::vector<std::pair<std::string, std::string>> UnknownEfficiencies(const Measurements& measurements);

// Appends names, separated by commas, in indented lines of at most 100 characters.
void AppendNames(std::string& out, const std::vector<std::string_view>& names);

// Returns the first instance with the largest severity; null if instances were not requested.
const InstanceSeverity* WorstInstance(const Finding& finding);

Fields<Finding> FindingFields(const Measurements& measurements);
Fields<NotApplicable> NotApplicableFields(const Measurements& measurements);
Fields<PropertyChange> ChangeFields(const PropertyDifferenceView& view);

// A property that could not be evaluated on one side of a difference.
struct SideNotApplicable {
  std::string_view side;  // "base" or "other"
  const NotApplicable* entry;
};
std::vector<SideNotApplicable> NotApplicableOf(const PropertyDifference& difference);
Fields<SideNotApplicable> SideNotApplicableFields(const PropertyDifferenceView& view);

// Returns the end of the sentence "The search ended because …", such as "no hypothesis is left".
std::string_view StopText(SearchStop stop);

// Write findings as text, for people.
void WriteFindingsText(std::string& out, const PropertyView& view, std::size_t limit);
void WriteFindingsText(std::string& out, const PropertyDifferenceView& view, std::size_t limit);

// Add values to documents, or rows to tables. AddRun is used by documents of all kinds. The other functions add
// findings, a difference and a search, respectively.
void AddRun(TableWriter& writer, const Measurements& measurements);  // documents only: the phase and the inputs
// If `limit` is 0, all rows are written.
void AddFindings(TableWriter& writer, const PropertyView& view, std::size_t limit = 0);
void AddChanges(TableWriter& writer, const PropertyDifferenceView& view, std::size_t limit = 0);
void AddSearch(TableWriter& writer, const Search& search, std::size_t limit = 0);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PROPERTY_ROWS_H_
