// SPDX-License-Identifier: GPL-3.0-or-later
// Writes call paths as tables, and as an array within documents. A row stands for all stacks that begin with its path.
// Tests: tests/unit/report/machine/contexts_test.cpp.
#ifndef PROFDIFF_REPORT_MACHINE_CONTEXTS_H_
#define PROFDIFF_REPORT_MACHINE_CONTEXTS_H_

#include <cstdint>
#include <vector>

#include "profdiff/context_listing.h"
#include "report/format/table.h"
#include "report/machine/rows.h"

namespace profdiff {

// Return the stacks from which a tree is made. Errors: kMissingRecords if there are none.
const ScaledContexts& RequireContexts(const Execution& execution);
const ContextDifference& RequireContexts(const Difference& difference);

// The fields of a tree's rows, which are numbered from 0. The object keeps references to all arguments of its
// constructor.
class ContextFields {
 public:
  ContextFields(const Execution& execution, const ContextRows& rows, const FunctionTexts& texts);
  ContextFields(const Difference& difference, const ContextRows& rows, const FunctionTexts& texts);

  // Writes a table, or the array "contexts" of a document.
  void Write(TableWriter& writer) const;

  Fields<std::uint32_t> fields;
  std::vector<std::uint32_t> numbers;  // numbers of all rows

 private:
  void AddPlaces(const ContextRows& rows);
  void AddNumbers(const ContextRows& rows, const char* object, ContextNumbers ContextRow::*side);
  void AddDifferences(const ContextRows& rows);

  bool has_other_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_CONTEXTS_H_
