// SPDX-License-Identifier: GPL-3.0-or-later
// Writes documents with chosen rows to a writer that has already been started. Pages embed such documents. Tests:
// tests/unit/report/page/page_test.cpp.
#ifndef PROFDIFF_REPORT_MACHINE_DOCUMENTS_H_
#define PROFDIFF_REPORT_MACHINE_DOCUMENTS_H_

#include <span>
#include <string>

#include "profdiff/significance.h"
#include "report/format/table.h"
#include "report/machine/rows.h"

namespace profdiff {

// An execution, its label, and the style of its names.
struct ExecutionSource {
  const Execution& execution;
  const std::string& label;
  DemangleStyle demangle;
  bool shortens_names = false;  // see FunctionTexts::Name
};

// A difference, its labels, and the style of its names. `significance` and `conclusion` may be null.
struct DifferenceSource {
  const Difference& difference;
  const SideLabels& labels;
  const Significance* significance;
  DemangleStyle demangle;
  RemedyWords words;
  const Conclusion* conclusion = nullptr;
  bool shortens_names = false;  // see FunctionTexts::Name
};

// Write all values and tables of the document except "listings". The functions have the order of the flat listing.
void WriteDocument(TableWriter& writer, const ExecutionSource& source, const MachineRows& rows,
                   MachineListings listings);
void WriteDocument(TableWriter& writer, const DifferenceSource& source, const MachineRows& rows,
                   MachineListings listings);

// Write a table of functions with these columns.
void WriteFlatRows(TableWriter& writer, const ExecutionSource& source, std::span<const FunctionId> rows,
                   std::span<const TableColumn> columns);
void WriteFlatRows(TableWriter& writer, const DifferenceSource& source, std::span<const FunctionId> rows,
                   std::span<const TableColumn> columns);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_DOCUMENTS_H_
