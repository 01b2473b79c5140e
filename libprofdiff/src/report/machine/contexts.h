// SPDX-License-Identifier: GPL-3.0-or-later
// Writes call paths as a table or as an array of a document. A row represents all stacks that begin with its path.
// Tests: tests/unit/report/machine/contexts_test.cpp.
#ifndef PROFDIFF_REPORT_MACHINE_CONTEXTS_H_
#define PROFDIFF_REPORT_MACHINE_CONTEXTS_H_

#include <cstdint>
#include <vector>

#include "profdiff/listing.h"
#include "report/format/table.h"
#include "report/machine/rows.h"

namespace profdiff {

// Return the stacks of an execution or a difference. Errors: kMissingRecords if there are none.
const ScaledContexts& RequireContexts(const Execution& execution);
const ContextDifference& RequireContexts(const Difference& difference);

// The fields of a row in a tree of call paths. Rows are numbered from 0. All arguments of the constructor must outlive
// the object.
class ContextFields {
 public:
  ContextFields(const Execution& execution, const ContextRows& rows, const FunctionTexts& texts);
  ContextFields(const Difference& difference, const ContextRows& rows, const FunctionTexts& texts);

  // Writes the table "tree", or the array "contexts" of a document.
  void Write(TableWriter& writer) const;

  Fields<std::uint32_t> fields;
  std::vector<std::uint32_t> numbers;  // the numbers of all rows: 0, 1, …

 private:
  void AddPlaces(const ContextRows& rows);
  void AddNumbers(const ContextRows& rows, const char* object, ContextNumbers ContextRow::*side);
  void AddDifferences(const ContextRows& rows);

  bool has_other_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_CONTEXTS_H_
