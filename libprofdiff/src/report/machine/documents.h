// SPDX-License-Identifier: GPL-3.0-or-later
// Documents of rows that somebody else chose, by a writer that has been started. Pages hold them.
// Tests: tests/unit/report/page/page_test.cpp.
#ifndef PROFDIFF_REPORT_MACHINE_DOCUMENTS_H_
#define PROFDIFF_REPORT_MACHINE_DOCUMENTS_H_

#include <span>
#include <string>

#include "report/format/table.h"
#include "report/machine/rows.h"

namespace profdiff {

// An execution and how its functions are named.
struct ExecutionSource {
  const Execution& execution;
  const std::string& label;
  DemangleStyle demangle;
};

// `significance` may be null.
struct DifferenceSource {
  const Difference& difference;
  const SideLabels& labels;
  const Significance* significance;
  DemangleStyle demangle;
};

// The values and tables of the whole document but "listings": functions are in the order of the flat listing.
void WriteDocument(TableWriter& writer, const ExecutionSource& source, const MachineRows& rows,
                   MachineListings listings);
void WriteDocument(TableWriter& writer, const DifferenceSource& source, const MachineRows& rows,
                   MachineListings listings);

// A table of functions with columns of one's own.
void WriteFlatRows(TableWriter& writer, const ExecutionSource& source, std::span<const FunctionId> rows,
                   std::span<const TableColumn> columns);
void WriteFlatRows(TableWriter& writer, const DifferenceSource& source, std::span<const FunctionId> rows,
                   std::span<const TableColumn> columns);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_DOCUMENTS_H_
