// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the time line as a page. Style, body and program are the files libprofdiff/page/timeline.*, which are compiled
// in. Data consists of arrays without keys, because there are up to 100,000 bars.
//
// Tests: tests/unit/report/trace/page_test.cpp, tests/cli/pictures_test.sh.
#include "base/seeded_hash.h"
#include "profdiff/formats.h"
#include "profdiff/trace_listing.h"
#include "report/format/html.h"

#ifdef PROFDIFF_HAS_D3
#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "report/format/json_text.h"
#include "report/trace/names.h"
#include "report/trace/timeline_bars.h"
#include "report/trace/timeline_files.h"  // generated at build time
#include "report/trace/timeline_rows.h"
#include "values/first_start.h"

namespace profdiff {
namespace {

// Numbers the names in order of their first use. Each name is written once.
class NameNumbers {
 public:
  std::size_t NumberOf(const std::string& name) {
    const auto [found, is_new] = numbers_.emplace(name, names_.size());
    if (is_new) names_.push_back(&found->first);
    return found->second;
  }
  void Append(std::string& out) const {
    out += '[';
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (i != 0) out += ',';
      AppendJsonString(out, *names_[i]);
    }
    out += ']';
  }

 private:
  HashMap<std::string, std::size_t> numbers_;
  std::vector<const std::string*> names_;
};

template <class... Integers>
void AppendArray(std::string& out, std::string_view separator, Integers... values) {
  out.append(separator) += '[';
  std::string_view comma;
  ((out.append(comma), AppendCount(out, static_cast<std::int64_t>(values)), comma = ","), ...);
  out += ']';
}

// Writes the block "data", the input of timeline.js.
class DataWriter {
 public:
  DataWriter(std::string& out, const AlignedTraces& traces, const TracePageOptions& options)
      : out_(out),
        traces_(traces),
        options_(options),
        names_a_(traces.a, options.demangle),
        names_b_(traces.b, options.demangle),
        clock_(FirstStart(traces.a), FirstStart(traces.b)) {
    // Limits apply to the whole page, so each pair of threads gets its share, but at least 50 parts for a readable
    // picture.
    const auto pairs = static_cast<std::uint32_t>(std::max<std::size_t>(1, traces.alignment.threads.size()));
    limits_ = {std::max(50U, options.parts / pairs), options.levels, options.bars / pairs};
  }

  void Run() {
    JsonObject json(out_);
    json.Text("a", WithoutControls(AsUtf8(traces_.label_a))).Text("b", WithoutControls(AsUtf8(traces_.label_b)));
    json.Key("threads");
    std::string_view separator = "[\n";
    for (const ThreadAlignment& pair : traces_.alignment.threads) {
      out_ += separator;
      separator = ",\n";
      WritePair(pair);
      DrainIfLong(out_, options_.drain);
    }
    out_ += separator.front() == '[' ? "[]" : "]";
    json.Key("names");
    numbers_.Append(out_);
    json.End();
  }

 private:
  void WritePair(const ThreadAlignment& pair) {
    const SideOfPair a(traces_.a, pair.a), b(traces_.b, pair.b);
    const TimelineBars bars = MakeBars(a.calls, b.calls, pair, clock_, limits_);
    JsonObject json(out_);
    json.Text("a", a.label).Text("b", b.label).Count("length", bars.length);
    json.Count("levels", std::uint64_t{bars.levels}).Count("leftOut", std::uint64_t{bars.left_out}).Key("barsA");
    WriteBars(bars.a, a.calls, b.calls, true);
    json.Key("barsB");
    WriteBars(bars.b, a.calls, b.calls, false);
    json.Key("rows");
    WriteRows(pair, a.calls, b.calls);
    json.End();
  }

  // Writes [depth, begin, end, mark, calls, name, name of the match, time in A, time in B] for each bar. Mark 4 means
  // several marks; name -1 means none.
  void WriteBars(const std::vector<TimelineBar>& bars, const CallTree& a, const CallTree& b, bool is_a) {
    constexpr int kMixed = 4;
    constexpr std::int64_t kNone = -1;
    std::string_view separator;
    out_ += '[';
    for (const TimelineBar& bar : bars) {
      const int mark = bar.mixed ? kMixed : static_cast<int>(bar.mark);
      const std::int64_t name_a = NameA(a, bar.a), name_b = NameB(b, bar.b);
      const std::int64_t own = is_a ? name_a : name_b, beside = is_a ? name_b : name_a;
      AppendArray(out_, separator, bar.depth, bar.begin, bar.end, mark, bar.calls, own, bar.calls > 1 ? kNone : beside,
                  bar.time_a, bar.time_b);
      separator = ",";
    }
    out_ += ']';
  }

  // Writes [common, mark, calls in A, calls in B, self time in A, self time in B, name in A, name in B, difference] for
  // each row, as described in profdiff/trace_listing.h.
  void WriteRows(const ThreadAlignment& pair, const CallTree& a, const CallTree& b) {
    std::string_view separator;
    out_ += '[';
    const auto write = [&](const TimelineRow& row) {
      const CallId call_a = row.largest.a, call_b = row.largest.b;
      AppendArray(out_, separator, row.common, static_cast<int>(row.largest.mark), row.calls_a, row.calls_b, row.self_a,
                  row.self_b, NameA(a, call_a), NameB(b, call_b), row.largest_difference);
      separator = ",";
    };
    const TimelineRows rows(a, b, pair, clock_);
    if (CountAligned(pair) <= limits_.parts) {
      rows.ForEach(write);
    } else {
      for (const TimelineRow& row : rows.SumUp(limits_.parts)) write(row);
    }
    out_ += ']';
  }

  std::int64_t NameA(const CallTree& calls, CallId call) {
    return call.valid() ? static_cast<std::int64_t>(numbers_.NumberOf(names_a_[calls.function[call.value]])) : -1;
  }
  std::int64_t NameB(const CallTree& calls, CallId call) {
    return call.valid() ? static_cast<std::int64_t>(numbers_.NumberOf(names_b_[calls.function[call.value]])) : -1;
  }

  std::string& out_;
  const AlignedTraces& traces_;
  const TracePageOptions& options_;
  TraceNames names_a_, names_b_;
  const CommonClock clock_;
  BarLimits limits_;
  NameNumbers numbers_;
};

}  // namespace

void WriteTracePage(std::string& out, const AlignedTraces& traces, const TracePageOptions& options) {
  RequireTreesAligned(traces);
  const HtmlData data{"data", [&](std::string& text) { DataWriter(text, traces, options).Run(); }};
  WriteHtml(out, {"egprof trace", kTimelineCss, kTimelineHtml, kTimelineJs}, std::span(&data, 1));
}

}  // namespace profdiff

#else

namespace profdiff {

void WriteTracePage(std::string&, const AlignedTraces&, const TracePageOptions&) { RequirePages(); }

}  // namespace profdiff
#endif
