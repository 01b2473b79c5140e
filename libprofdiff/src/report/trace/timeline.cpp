// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the rows of a time line as CSV and JSON. Tests: tests/unit/report/trace/timeline_test.cpp.
#include <algorithm>

#include "base/utf8.h"
#include "profdiff/alignment.h"
#include "profdiff/formats.h"
#include "report/format/csv.h"
#include "report/format/json.h"
#include "report/trace/timeline_rows.h"

namespace profdiff {
namespace {

// A row, together with the traces that its cells need.
struct Line {
  const TimelineRow& row;
  const SideOfPair &a, &b;
};

// Returns the value, or an empty cell if there is none.
template <class Value>
Cell If(bool there, Value value) {
  return there ? Cell(value) : Cell();
}

Cell StartOf(const SideOfPair& side, CallId call) { return call.valid() ? Cell(side.StartOf(call)) : Cell(); }
Cell NameOf(const SideOfPair& side, CallId call) { return call.valid() ? Cell(side.NameOf(call)) : Cell(); }
std::uint64_t DurationOf(const SideOfPair& side, CallId call) {
  return call.valid() ? side.calls.duration[call.value] : 0;
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
  fields.Add("startA", [](const Line& line) { return StartOf(line.a, line.row.largest.a); });
  fields.Add("startB", [](const Line& line) { return StartOf(line.b, line.row.largest.b); });
  const auto duration_a = [](const Line& line) { return DurationOf(line.a, line.row.largest.a); };
  const auto duration_b = [](const Line& line) { return DurationOf(line.b, line.row.largest.b); };
  fields.Add("durationA", [=](const Line& line) { return If(line.row.largest.a.valid(), duration_a(line)); });
  fields.Add("durationB", [=](const Line& line) { return If(line.row.largest.b.valid(), duration_b(line)); });
  fields.Add("difference",
             [=](const Line& line) { return static_cast<std::int64_t>(duration_a(line) - duration_b(line)); });
  fields.Add("depth", [](const Line& line) { return line.row.largest.depth; });
  fields.Add("thread", [](const Line& line) { return line.a.label.empty() ? line.b.label : line.a.label; });
  fields.Add("nameA", [](const Line& line) { return NameOf(line.a, line.row.largest.a); });
  fields.Add("nameB", [](const Line& line) { return NameOf(line.b, line.row.largest.b); });
  return fields;
}

class Timeline {
 public:
  Timeline(const AlignedTraces& traces, const TimelineOptions& options)
      : traces_(traces), rows_(options.rows), a_(traces.a, options.demangle), b_(traces.b, options.demangle) {}

  void Write(TableWriter& writer) {
    const Fields<Line> fields = LineFields();
    const std::vector<TableColumn> columns = fields.Columns();
    writer.StartTable("rows", columns);
    RowWriter row_writer(writer, columns, fields);
    const std::uint64_t parts = Parts();
    for (const ThreadAlignment& pair : traces_.alignment.threads) {
      const SideOfPair a(a_, pair.a), b(b_, pair.b);
      TimelineRows(a.calls, b.calls, pair, CommonClock(a_.begin, b_.begin)).ForEach(parts, [&](const TimelineRow& row) {
        row_writer.Write(Line{row, a, b});
      });
    }
    writer.EndTable();
  }

 private:
  // Returns the number of parts into which each time line is divided, or 0 if all rows are written. Either all pairs of
  // threads are summed up or none, because a picture must not mix single rows and sums. Each part has up to four rows,
  // one for each mark.
  std::uint64_t Parts() const {
    std::uint64_t all = 0;
    for (const ThreadAlignment& pair : traces_.alignment.threads) all += CountAligned(pair);
    if (rows_ == 0 || all <= rows_) return 0;
    return std::max<std::uint64_t>(1, rows_ / 4 / traces_.alignment.threads.size());
  }

  const AlignedTraces& traces_;
  const std::uint64_t rows_;
  NamedTrace a_, b_;
};

}  // namespace

void WriteTimeline(std::string& out, const TableFormat& format, const AlignedTraces& traces,
                   const TimelineOptions& options) {
  RequireTreesAligned(traces);
  if (!format.is_document) {
    CsvWriter writer(out, options.drain);
    return Timeline(traces, options).Write(writer);
  }
  JsonWriter writer(out, kJsonRows, options.drain);
  WriteDocumentHead(writer, "timeline");
  writer.AddValue("labelA", AsUtf8(traces.label_a));
  writer.AddValue("labelB", AsUtf8(traces.label_b));
  Timeline(traces, options).Write(writer);
  writer.Finish();
}

}  // namespace profdiff
