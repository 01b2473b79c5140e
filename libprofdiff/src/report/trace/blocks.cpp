// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the alignment, block by block, as text and as CSV. A block is named after its first call on either side. Its
// times are the self times of its calls. The blocks of a flat alignment contain activations instead of calls: a call is
// activated when it is entered, and again whenever a call that it made returns. The times of activations are omitted.
// Test: tests/unit/report/trace/text_test.cpp.
#include <algorithm>
#include <array>

#include "profdiff/alignment.h"
#include "profdiff/formats.h"
#include "report/format/csv.h"
#include "report/format/text_table.h"
#include "report/trace/aligned_calls.h"
#include "report/trace/lines.h"
#include "report/trace/tables.h"

namespace profdiff {
namespace {

std::string_view MarkText(Mark mark) {
  constexpr std::array<std::string_view, 4> kTexts = {"equal", "different", "only in A", "only in B"};
  return kTexts[static_cast<std::size_t>(mark)];
}

// One side of a pair of threads. If the pair has no thread on this side, functions that take a row must not be called.
class BlockSide {
 public:
  BlockSide(NamedTrace& trace, ThreadId thread, bool flat) : side_(trace, thread) {
    if (flat) sequence_ = ActivationSequence(side_.calls);
  }

  const std::string& Name(std::uint32_t row) const { return side_.NameOf(Call(row)); }
  std::int64_t Start(std::uint32_t row) const { return side_.StartOf(Call(row)); }

  // Returns the sum of the self times of `count` rows from `first` on.
  std::int64_t Time(std::uint32_t first, std::uint32_t count) const {
    std::int64_t time = 0;
    for (std::uint32_t row = first; row < first + count; ++row) time += SelfTime(side_.calls, CallId(row));
    return time;
  }

 private:
  CallId Call(std::uint32_t row) const { return sequence_.empty() ? CallId(row) : sequence_[row]; }

  SideOfPair side_;
  std::vector<CallId> sequence_;  // for each row, the call to which the activation belongs; empty if rows are calls
};

struct Row {
  std::size_t thread;
  const AlignmentBlock& block;
  const BlockSide &a, &b;
  bool flat;
};

void AddSide(Fields<Row>& fields, const std::string& side, std::uint32_t AlignmentBlock::*first,
             std::uint32_t AlignmentBlock::*count, const BlockSide& (*side_of)(const Row& row)) {
  // If a block has no calls on a side, its function, start and time there are empty; `first` and `count` are always
  // given.
  const auto add = [&](const char* key, const char* unit, auto value) {
    fields.Add(key + side + unit,
               [count, value](const Row& row) { return row.block.*count == 0 ? Cell() : Cell(value(row)); });
  };
  fields.Add("first_" + side, [first](const Row& row) { return row.block.*first; });
  fields.Add("count_" + side, [count](const Row& row) { return row.block.*count; });
  add("function_", "", [=](const Row& row) { return Cell(side_of(row).Name(row.block.*first)); });
  add("start_", "_ns", [=](const Row& row) { return Cell(side_of(row).Start(row.block.*first)); });
  add("time_", "_ns",
      [=](const Row& row) { return row.flat ? Cell() : Cell(side_of(row).Time(row.block.*first, row.block.*count)); });
  // Columns of the text listing, in which these numbers are blank for a side without calls.
  add("shown_first_", "", [first](const Row& row) { return row.block.*first; });
  add("shown_count_", "", [count](const Row& row) { return row.block.*count; });
}

std::string NamesOf(const Row& row) {
  const AlignmentBlock& block = row.block;
  std::string names = block.a_count != 0 ? row.a.Name(block.a) : "";
  if (block.mark == Mark::kDifferent) names += " | ";
  if (block.a_count == 0 || block.mark == Mark::kDifferent) names += row.b.Name(block.b);
  return names;
}

Fields<Row> BlockFields() {
  Fields<Row> fields;
  fields.Add("thread", [](const Row& row) { return row.thread; });
  fields.Add("mark", [](const Row& row) { return MarkText(row.block.mark); });
  AddSide(fields, "a", &AlignmentBlock::a, &AlignmentBlock::a_count,
          [](const Row& row) -> const BlockSide& { return row.a; });
  AddSide(fields, "b", &AlignmentBlock::b, &AlignmentBlock::b_count,
          [](const Row& row) -> const BlockSide& { return row.b; });
  fields.Add("names", NamesOf);
  return fields;
}

void WriteBlocks(TableWriter& writer, std::span<const TableColumn> columns, const TraceComparison& comparison,
                 DemangleStyle style) {
  NamedTrace trace_a(comparison.a.trace, style), trace_b(comparison.b.trace, style);
  const bool flat = comparison.alignment.flat;
  const Fields<Row> fields = BlockFields();
  writer.StartTable("blocks", columns);
  RowWriter row_writer(writer, columns, fields);
  // Demangled names are cached for all threads. Sequences of activations exist only for the current thread, in `a` and
  // `b`.
  for (std::size_t t = 0; t < comparison.alignment.threads.size(); ++t) {
    const ThreadAlignment& thread = comparison.alignment.threads[t];
    const BlockSide a(trace_a, thread.a, flat), b(trace_b, thread.b, flat);
    for (const AlignmentBlock& block : thread.blocks) row_writer.Write({t, block, a, b, flat});
  }
  writer.EndTable();
}

// Writes blocks as text.
void WriteText(std::string& out, const TraceComparison& comparison, const TraceListingOptions& options) {
  const TraceUnit unit(std::max(Span(comparison.a.trace), Span(comparison.b.trace)));
  const std::string_view counted = comparison.alignment.flat ? "position" : "call";
  const std::vector<TableColumn> columns = {{.heading = "thread", .width = 6, .gap = 0},
                                            {.heading = "mark", .width = 9, .left = true},
                                            CountColumn("first A", "shown_first_a", counted, 11),
                                            CountColumn("count A", "shown_count_a", "", 10),
                                            unit.Column("start A", "start_a_ns"),
                                            CountColumn("first B", "shown_first_b", counted, 11),
                                            CountColumn("count B", "shown_count_b", "", 10),
                                            unit.Column("start B", "start_b_ns"),
                                            LastColumn("first call", "names")};
  out += '\n';
  TextTableWriter writer(out, options.drain);
  WriteBlocks(writer, columns, comparison, options.demangle);
}

}  // namespace

void WriteAlignmentBlocks(std::string& out, const TableFormat& format, const TraceComparison& comparison,
                          const TraceListingOptions& options) {
  if (format.is_text) return WriteText(out, comparison, options);
  CsvWriter writer(out, options.drain);
  const std::vector<TableColumn> columns = ListColumns(
      "thread mark first_a count_a function_a start_a_ns time_a_ns first_b count_b function_b start_b_ns time_b_ns");
  WriteBlocks(writer, columns, comparison, options.demangle);
}

}  // namespace profdiff
