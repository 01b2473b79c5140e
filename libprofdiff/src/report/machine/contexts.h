// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of calls as tables and as an array of documents: whole stacks, each with all that begin so.
// Tests: tests/unit/report/machine/contexts_test.cpp.
#ifndef PROFDIFF_REPORT_MACHINE_CONTEXTS_H_
#define PROFDIFF_REPORT_MACHINE_CONTEXTS_H_

#include <cstdint>
#include <vector>

#include "profdiff/context_listing.h"
#include "report/format/table.h"
#include "report/machine/rows.h"

namespace profdiff {

// The stacks that a tree is made of. Errors: kMissingRecords where there are none.
const ScaledContexts& RequireContexts(const Execution& execution);
const ContextDifference& RequireContexts(const Difference& difference);

// What the rows of a tree have; they are numbered from 0. All that is given is needed as long as this.
class ContextFields {
 public:
  ContextFields(const Execution& execution, const ContextRows& rows, const FunctionTexts& texts);
  ContextFields(const Difference& difference, const ContextRows& rows, const FunctionTexts& texts);

  // A table, or the array "contexts" of a document.
  void Write(TableWriter& writer) const;

  Fields<std::uint32_t> fields;
  std::vector<std::uint32_t> numbers;  // of all rows

 private:
  void AddPlaces(const ContextRows& rows);
  void AddNumbers(const ContextRows& rows, const char* object, ContextNumbers ContextRow::*side);
  void AddDifferences(const ContextRows& rows);

  bool has_other_;
};

// "tree" of the listings of a document.
Cell TreeCell(const ContextRows& rows, TreeDirection direction);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_CONTEXTS_H_
