// SPDX-License-Identifier: GPL-3.0-or-later
// The tables and lines that are the same in reports on one trace and on two traces.
// Tests: tests/unit/report/trace/text_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_TABLES_H_
#define PROFDIFF_REPORT_TRACE_TABLES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "report/format/limit.h"
#include "report/format/text_table.h"

namespace profdiff {

// Returns the time from the start of the first call to the end of the last one. Units: nanoseconds.
std::uint64_t Span(const Trace& trace);

// Appends a line "note: …" for each remark of a trace.
void AppendRemarks(std::string& out, const Trace& trace, const RemedyWords& words);

// Returns the number of pairs of different functions, not counting the calls below them.
inline std::uint64_t DifferentPairs(const ThreadAlignment& thread) {
  return static_cast<std::uint64_t>(std::ranges::count(thread.blocks, Mark::kDifferent, &AlignmentBlock::mark));
}

// A sum that a recording has beside its calls, in both traces. Units: nanoseconds.
struct MatchedSum {
  std::string name;  // in UTF-8
  std::optional<std::int64_t> a, b;

  std::int64_t Difference() const { return a.value_or(0) - b.value_or(0); }
};

// Matches sums by name; the largest difference comes first.
std::vector<MatchedSum> MatchSums(const std::vector<TraceSum>& a, const std::vector<TraceSum>& b);

// Appends the dropped functions: start-up functions one by one, and only the number of the functions that the user's
// filters drop. `b` is null for a single trace.
void AppendDropped(std::string& out, const std::vector<DroppedFunction>& a, const std::vector<DroppedFunction>* b,
                   DemangleStyle style, const RemedyWords& words);

// Appends a short report on two traces, in Markdown.
void WriteTraceText(std::string& out, const TraceComparison& comparison, const TraceListingOptions& options);
void WriteTraceComment(std::string& out, const TraceComparison& comparison, const TraceListingOptions& options);

// Appends an empty line and a table.
template <class Row, class Rows>
void WriteTraceTable(std::string& out, const TraceListingOptions& options, std::span<const TableColumn> columns,
                     const Fields<Row>& fields, const Rows& rows) {
  out += '\n';
  TextTableWriter writer(out, options.drain);
  WriteRows(writer, "", columns, fields, rows);
}

// Appends a table of functions in descending order of a key. Functions with equal keys keep their order in the
// difference, which is sorted by name. Returns the number of functions omitted because of `options.limit`.
template <class KeyOf>
std::size_t WriteFunctionTable(std::string& out, const TraceDifference& difference, const TraceListingOptions& options,
                               std::span<const TableColumn> columns, const Fields<const FunctionDifference*>& fields,
                               KeyOf key_of) {
  std::vector<const FunctionDifference*> rows;
  for (const FunctionDifference& function : difference.functions) rows.push_back(&function);
  std::ranges::stable_sort(rows, std::greater<>(), key_of);
  const std::size_t left_out = CutRows(rows, options.limit);
  WriteTraceTable(out, options, columns, fields, rows);
  if (left_out != 0) out += std::to_string(left_out) + " more functions left out\n";
  return left_out;
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_TABLES_H_
