// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the rows of a time line as CSV and JSON. Tests: tests/unit/report/trace/timeline_test.cpp.
#include <algorithm>

#include "base/utf8.h"
#include "profdiff/trace_listing.h"
#include "report/format/csv.h"
#include "report/format/json.h"
#include "report/trace/names.h"
#include "report/trace/timeline_rows.h"
#include "values/first_start.h"

namespace profdiff {
namespace {

// A row with the data for its cells.
struct Line {
  const TimelineRow& row;
  const SideOfPair &a, &b;
  std::uint64_t begin_a, begin_b;
  std::string_view name_a, name_b;

  bool has_a() const { return row.largest.a.valid(); }
  bool has_b() const { return row.largest.b.valid(); }
  std::uint64_t DurationA() const { return has_a() ? a.calls.duration[row.largest.a.value] : 0; }
  std::uint64_t DurationB() const { return has_b() ? b.calls.duration[row.largest.b.value] : 0; }
};

// Returns the value of a side; empty if the side has no call.
template <class Value>
Cell If(bool there, Value value) {
  return there ? Cell(value) : Cell();
}

Cell StartOf(const SideOfPair& side, CallId call, std::uint64_t begin) {
  return call.valid() ? Cell(side.calls.start[call.value] - begin) : Cell();
}

Fields<Line> LineFields() {
  Fields<Line> fields;
  fields.Add("mark", [](const Line& line) { return MarkName(line.row.largest.mark); });
  fields.Add("callsA", [](const Line& line) { return line.row.calls_a; });
  fields.Add("callsB", [](const Line& line) { return line.row.calls_b; });
  fields.Add("common", [](const Line& line) { return line.row.common; });
  fields.Add("selfA", [](const Line& line) { return If(line.row.calls_a != 0, line.row.self_a); });
  fields.Add("selfB", [](const Line& line) { return If(line.row.calls_b != 0, line.row.self_b); });
  fields.Add("selfDifference", [](const Line& line) { return line.row.self_a - line.row.self_b; });
  fields.Add("startA", [](const Line& line) { return StartOf(line.a, line.row.largest.a, line.begin_a); });
  fields.Add("startB", [](const Line& line) { return StartOf(line.b, line.row.largest.b, line.begin_b); });
  fields.Add("durationA", [](const Line& line) { return If(line.has_a(), line.DurationA()); });
  fields.Add("durationB", [](const Line& line) { return If(line.has_b(), line.DurationB()); });
  fields.Add("difference",
             [](const Line& line) { return static_cast<std::int64_t>(line.DurationA() - line.DurationB()); });
  fields.Add("depth", [](const Line& line) { return line.row.largest.depth; });
  fields.Add("thread", [](const Line& line) { return line.a.label.empty() ? line.b.label : line.a.label; });
  fields.Add("nameA", [](const Line& line) { return If(line.has_a(), line.name_a); });
  fields.Add("nameB", [](const Line& line) { return If(line.has_b(), line.name_b); });
  return fields;
}

class Timeline {
 public:
  Timeline(const AlignedTraces& traces, const TimelineOptions& options)
      : traces_(traces),
        rows_(options.rows),
        begin_a_(FirstStart(traces.a)),
        begin_b_(FirstStart(traces.b)),
        names_a_(traces.a, options.demangle),
        names_b_(traces.b, options.demangle) {
    for (const ThreadAlignment& pair : traces.alignment.threads) all_rows_ += CountAligned(pair);
  }

  void Write(TableWriter& writer) {
    const Fields<Line> fields = LineFields();
    const std::vector<TableColumn> columns = fields.Columns();
    writer.StartTable("rows", columns);
    RowWriter row_writer(writer, columns, fields);
    for (const ThreadAlignment& pair : traces_.alignment.threads) {
      const SideOfPair a(traces_.a, pair.a), b(traces_.b, pair.b);
      const TimelineRows rows(a.calls, b.calls, pair, CommonClock(begin_a_, begin_b_));
      const auto write_row = [&](const TimelineRow& row) {
        row_writer.Write(Line{row, a, b, begin_a_, begin_b_, NameA(a.calls, row), NameB(b.calls, row)});
      };
      // Either all rows are written, or the rows of every pair of threads are summed up, because a picture must not mix
      // single rows and sums.
      if (rows_ == 0 || all_rows_ <= rows_) {
        rows.ForEach(write_row);
      } else {
        for (const TimelineRow& row : rows.SumUp(Parts())) write_row(row);
      }
    }
    writer.EndTable();
  }

 private:
  // Returns the number of parts. Each part has up to four rows, one per mark.
  std::uint64_t Parts() const { return std::max<std::uint64_t>(1, rows_ / 4 / traces_.alignment.threads.size()); }
  std::string_view NameA(const CallTree& calls, const TimelineRow& row) {
    return row.largest.a.valid() ? std::string_view(names_a_[calls.function[row.largest.a.value]]) : "";
  }
  std::string_view NameB(const CallTree& calls, const TimelineRow& row) {
    return row.largest.b.valid() ? std::string_view(names_b_[calls.function[row.largest.b.value]]) : "";
  }

  const AlignedTraces& traces_;
  const std::uint64_t rows_;
  const std::uint64_t begin_a_, begin_b_;
  TraceNames names_a_, names_b_;
  std::uint64_t all_rows_ = 0;
};

}  // namespace

void WriteTimelineCsv(std::string& out, const AlignedTraces& traces, const TimelineOptions& options) {
  RequireTreesAligned(traces);
  CsvWriter writer(out, options.drain);
  Timeline(traces, options).Write(writer);
}

void WriteTimelineJson(std::string& out, const AlignedTraces& traces, const TimelineOptions& options) {
  RequireTreesAligned(traces);
  JsonWriter writer(out, kJsonRows, options.drain);
  WriteDocumentHead(writer, "timeline");
  writer.AddValue("labelA", AsUtf8(traces.label_a));
  writer.AddValue("labelB", AsUtf8(traces.label_b));
  Timeline(traces, options).Write(writer);
  writer.Finish();
}

}  // namespace profdiff
