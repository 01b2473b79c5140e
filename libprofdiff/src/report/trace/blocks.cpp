// SPDX-License-Identifier: GPL-3.0-or-later
// The alignment, block by block, as text and as CSV. A block is named after its first call on either side. Times of
// blocks are self times of their rows; of sequences they would be those of activations, and are left out.
// Test: tests/unit/report/trace/text_test.cpp.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "profdiff/trace_listing.h"
#include "report/format/csv.h"
#include "report/trace/lines.h"
#include "report/trace/tables.h"
#include "values/first_start.h"

namespace profdiff {
namespace {

std::string_view MarkText(Mark mark) {
  constexpr std::array<std::string_view, 4> kTexts = {"equal", "different", "only in A", "only in B"};
  return kTexts[static_cast<std::size_t>(mark)];
}

// One side of one pair of threads; of a thread that is not there, nothing is asked.
class BlockSide {
 public:
  BlockSide(const Trace& trace, ThreadId thread, bool flat, std::uint64_t first_start, TraceNames& names)
      : calls_(thread.valid() ? &trace.threads[thread.value].calls : nullptr),
        first_start_(first_start),
        names_(names) {
    if (flat && calls_ != nullptr) sequence_ = ActivationSequence(*calls_);
  }

  const std::string& Name(std::uint32_t row) const { return names_[calls_->function[Call(row).value]]; }
  std::int64_t Start(std::uint32_t row) const {
    return static_cast<std::int64_t>(calls_->start[Call(row).value] - first_start_);
  }

  // The self time of rows that follow each other.
  std::int64_t Time(std::uint32_t first, std::uint32_t count) const {
    std::int64_t time = 0;
    for (std::uint32_t row = first; row < first + count; ++row) time += SelfTime(*calls_, CallId(row));
    return time;
  }

 private:
  CallId Call(std::uint32_t row) const { return sequence_.empty() ? CallId(row) : sequence_[row]; }

  const CallTree* calls_;
  std::vector<CallId> sequence_;  // empty: rows are calls
  std::uint64_t first_start_;
  TraceNames& names_;
};

// Calls row(thread, block, side a, side b) for all blocks, thread by thread.
template <class Row>
void ForEachBlock(const TraceComparison& comparison, DemangleStyle style, Row row) {
  TraceNames names_a(comparison.a.trace, style), names_b(comparison.b.trace, style);
  const std::uint64_t first_a = FirstStart(comparison.a.trace), first_b = FirstStart(comparison.b.trace);
  const bool flat = comparison.alignment.flat;
  for (std::size_t t = 0; t < comparison.alignment.threads.size(); ++t) {
    const ThreadAlignment& thread = comparison.alignment.threads[t];
    const BlockSide a(comparison.a.trace, thread.a, flat, first_a, names_a);
    const BlockSide b(comparison.b.trace, thread.b, flat, first_b, names_b);
    for (const AlignmentBlock& block : thread.blocks) row(t, block, a, b);
  }
}

void AppendSide(std::string& out, const BlockSide& side, std::uint32_t first, std::uint32_t count,
                const TraceUnit& unit) {
  if (count == 0) return AppendRight(out, "", 32);
  AppendCell(out, std::uint64_t{first}, 11);
  AppendCell(out, std::uint64_t{count}, 10);
  unit.Append(out, side.Start(first));
}

void AppendNames(std::string& out, const AlignmentBlock& block, const BlockSide& a, const BlockSide& b) {
  out += "  ";
  if (block.a_count != 0) out += a.Name(block.a);
  if (block.mark == Mark::kDifferent) out += " | ";
  if (block.a_count == 0 || block.mark == Mark::kDifferent) out += b.Name(block.b);
  out += '\n';
}

void AppendCsvSide(CsvWriter& csv, const BlockSide& side, std::uint32_t first, std::uint32_t count, bool flat) {
  csv.Count(std::uint64_t{first}).Count(std::uint64_t{count});
  if (count == 0) {
    csv.Empty(3);
    return;
  }
  csv.Text(side.Name(first)).Count(side.Start(first));
  flat ? csv.Empty() : csv.Count(side.Time(first, count));
}

}  // namespace

void WriteAlignmentBlocks(std::string& out, const TraceComparison& comparison, const TraceListingOptions& options) {
  const TraceUnit unit(std::max(Span(comparison.a.trace), Span(comparison.b.trace)));
  const std::string_view counted = comparison.alignment.flat ? "position" : "call";
  AppendHeading(out,
                {{"thread", "", 6},
                 {"mark     ", "", 10},
                 {"first A", counted, 11},
                 {"count A", "", 10},
                 {"start A", unit.name(), 11},
                 {"first B", counted, 11},
                 {"count B", "", 10},
                 {"start B", unit.name(), 11}},
                "first call");
  ForEachBlock(comparison, options.demangle,
               [&](std::size_t thread, const AlignmentBlock& block, const BlockSide& a, const BlockSide& b) {
                 AppendCount(out, std::uint64_t{thread}, 6);
                 out += ' ';
                 AppendLeft(out, MarkText(block.mark), 9);
                 AppendSide(out, a, block.a, block.a_count, unit);
                 AppendSide(out, b, block.b, block.b_count, unit);
                 AppendNames(out, block, a, b);
                 DrainIfLong(out, options.drain);
               });
}

void WriteAlignmentBlocksCsv(std::string& out, const TraceComparison& comparison, const TraceListingOptions& options) {
  CsvWriter csv(out);
  csv.Texts({"thread", "mark", "first_a", "count_a", "function_a", "start_a_ns", "time_a_ns", "first_b", "count_b",
             "function_b", "start_b_ns", "time_b_ns"});
  csv.EndRow();
  const bool flat = comparison.alignment.flat;
  ForEachBlock(comparison, options.demangle,
               [&](std::size_t thread, const AlignmentBlock& block, const BlockSide& a, const BlockSide& b) {
                 csv.Count(std::uint64_t{thread}).Text(MarkText(block.mark));
                 AppendCsvSide(csv, a, block.a, block.a_count, flat);
                 AppendCsvSide(csv, b, block.b, block.b_count, flat);
                 csv.EndRow();
                 DrainIfLong(out, options.drain);
               });
}

}  // namespace profdiff
