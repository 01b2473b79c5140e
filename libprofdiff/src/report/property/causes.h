// SPDX-License-Identifier: GPL-3.0-or-later
// Writes why ranks waited for each other, and the critical path.
// Tests: tests/unit/report/property/causes_test.cpp.
#ifndef PROFDIFF_REPORT_PROPERTY_CAUSES_H_
#define PROFDIFF_REPORT_PROPERTY_CAUSES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profdiff/properties.h"
#include "report/format/table.h"

namespace profdiff {

inline constexpr double kLeastShare = 0.01;  // of the whole; smaller parts are left out of texts

// Returns the functions of a path, joined by " > ". `text_of` returns the text of a function.
template <class TextOf>
std::string JoinPath(const std::vector<std::string>& path, TextOf text_of) {
  std::string text;
  for (const std::string& name : path) text += (text.empty() ? "" : " > ") + text_of(name);
  return text;
}

// Appends a line with the largest cause of waits, unless waits take less than a hundredth of the time of all ranks.
void AppendMainCause(std::string& out, const Measurements& measurements);

// Appends a line if a rank was recorded late, so that the causes of waits are not all those of the program.
void AppendLateStart(std::string& out, const PropertyView& view);

// Appends the causes and the parts of the critical path that have at least a hundredth of the whole, `limit` of each at
// most; 0: all of them.
void AppendCauses(std::string& out, const Measurements& measurements, std::size_t limit);

// Appends a line with the change of waits and the cause that changed most, unless it is small or a side is unknown.
void AppendMainChange(std::string& out, const PropertyDifferenceView& view);

// Appends the changes of causes that are at least a hundredth of the waits of one side.
void AppendCauseChanges(std::string& out, const PropertyDifferenceView& view, std::size_t limit);

// Adds the keys `waits` and `causes` of a difference to a document; otherwise, adds a table if the causes are known on
// both sides.
void AddCauseChanges(TableWriter& writer, const PropertyDifferenceView& view);

// Adds the keys `waits`, `causes` and `criticalPath` to a document; otherwise, adds two tables if waits are known.
void AddCauses(TableWriter& writer, const Measurements& measurements);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PROPERTY_CAUSES_H_
