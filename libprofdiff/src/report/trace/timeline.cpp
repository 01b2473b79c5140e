// SPDX-License-Identifier: GPL-3.0-or-later
// The same rows in two formats. Tests: tests/unit/report/trace/timeline_test.cpp.
#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/trace_listing.h"
#include "report/format/csv.h"
#include "report/format/json_text.h"
#include "report/trace/names.h"
#include "report/trace/timeline_rows.h"
#include "values/first_start.h"

namespace profdiff {
namespace {

// A row with all that its cells are made of.
struct Cells {
  const TimelineRow& row;
  const SideOfPair &a, &b;
  std::uint64_t begin_a, begin_b;
  std::string_view name_a, name_b;

  bool has_a() const { return row.largest.a.valid(); }
  bool has_b() const { return row.largest.b.valid(); }
  std::uint64_t StartA() const { return a.calls.start[row.largest.a.value] - begin_a; }
  std::uint64_t StartB() const { return b.calls.start[row.largest.b.value] - begin_b; }
  std::uint64_t DurationA() const { return has_a() ? a.calls.duration[row.largest.a.value] : 0; }
  std::uint64_t DurationB() const { return has_b() ? b.calls.duration[row.largest.b.value] : 0; }
  std::int64_t Difference() const { return static_cast<std::int64_t>(DurationA() - DurationB()); }
  std::string_view Thread() const { return a.label.empty() ? b.label : a.label; }
};

void AppendCsv(std::string& out, const Cells& cells) {
  CsvWriter csv(out);
  const TimelineRow& row = cells.row;
  const auto side = [&csv](bool there, auto value) { there ? csv.Count(value) : csv.Empty(); };
  csv.Text(MarkName(row.largest.mark)).Count(row.calls_a).Count(row.calls_b).Count(row.common);
  side(row.calls_a != 0, row.self_a);
  side(row.calls_b != 0, row.self_b);
  csv.Count(row.self_a - row.self_b);
  side(cells.has_a(), cells.has_a() ? cells.StartA() : 0);
  side(cells.has_b(), cells.has_b() ? cells.StartB() : 0);
  side(cells.has_a(), cells.DurationA());
  side(cells.has_b(), cells.DurationB());
  csv.Count(cells.Difference()).Count(std::uint64_t{row.largest.depth});
  csv.Text(cells.Thread()).Text(cells.name_a).Text(cells.name_b);
  csv.EndRow();
}

void AppendJson(std::string& out, const Cells& cells) {
  JsonObject json(out);
  const TimelineRow& row = cells.row;
  const auto side = [&json](std::string_view key, bool there, auto value) {
    there ? json.Count(key, value) : json.Null(key);
  };
  const auto name = [&json](std::string_view key, bool there, std::string_view text) {
    there ? json.Text(key, text) : json.Null(key);
  };
  json.Text("mark", MarkName(row.largest.mark)).Count("callsA", row.calls_a).Count("callsB", row.calls_b);
  json.Count("common", row.common);
  side("selfA", row.calls_a != 0, row.self_a);
  side("selfB", row.calls_b != 0, row.self_b);
  json.Count("selfDifference", row.self_a - row.self_b);
  side("startA", cells.has_a(), cells.has_a() ? cells.StartA() : 0);
  side("startB", cells.has_b(), cells.has_b() ? cells.StartB() : 0);
  side("durationA", cells.has_a(), cells.DurationA());
  side("durationB", cells.has_b(), cells.DurationB());
  json.Count("difference", cells.Difference()).Count("depth", std::uint64_t{row.largest.depth});
  json.Text("thread", cells.Thread());
  name("nameA", cells.has_a(), cells.name_a);
  name("nameB", cells.has_b(), cells.name_b);
  json.End();
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

  // Gives the cells of each row to `write`.
  template <class Write>
  void Run(Write write) {
    for (const ThreadAlignment& pair : traces_.alignment.threads) {
      const SideOfPair a(traces_.a, pair.a), b(traces_.b, pair.b);
      const TimelineRows rows(a.calls, b.calls, pair, CommonClock(begin_a_, begin_b_));
      const auto write_row = [&](const TimelineRow& row) {
        write(Cells{row, a, b, begin_a_, begin_b_, NameA(a.calls, row), NameB(b.calls, row)});
      };
      if (rows_ == 0 || all_rows_ <= rows_) {
        rows.ForEach(write_row);
      } else {
        for (const TimelineRow& row : rows.SumUp(Parts())) write_row(row);
      }
    }
  }

 private:
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
  CsvWriter csv(out);
  csv.StartTable();
  csv.Texts({"mark", "callsA", "callsB", "common", "selfA", "selfB", "selfDifference", "startA", "startB", "durationA",
             "durationB", "difference", "depth", "thread", "nameA", "nameB"});
  csv.EndRow();
  Timeline(traces, options).Run([&](const Cells& cells) {
    AppendCsv(out, cells);
    DrainIfLong(out, options.drain);
  });
}

void WriteTimelineJson(std::string& out, const AlignedTraces& traces, const TimelineOptions& options) {
  RequireTreesAligned(traces);
  JsonObject json(out);
  json.Text("schema", "egprof-1").Text("version", "1.0").Text("kind", "timeline");
  json.Text("labelA", AsUtf8(traces.label_a)).Text("labelB", AsUtf8(traces.label_b)).Key("rows");
  std::string_view separator = "[\n";
  Timeline(traces, options).Run([&](const Cells& cells) {
    out += separator;
    separator = ",\n";
    AppendJson(out, cells);
    DrainIfLong(out, options.drain);
  });
  out += separator.front() == '[' ? "[]" : "\n]";
  json.End();
  out += '\n';
}

}  // namespace profdiff
