// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the time line as a page. The style, the body and the program of the page are the files
// libprofdiff/page/timeline.*, which are compiled into the library. The data consists of arrays without keys, because
// there are up to 100,000 bars.
//
// Tests: tests/unit/report/trace/page_test.cpp, tests/cli/pictures_test.sh.
#include "base/seeded_hash.h"
#include "profdiff/alignment.h"
#include "profdiff/formats.h"
#include "report/format/html.h"

#ifdef PROFDIFF_HAS_D3
#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "report/format/json_text.h"
#include "report/trace/aligned_calls.h"
#include "report/trace/paths.h"
#include "report/trace/timeline_bars.h"
#include "report/trace/timeline_files.h"  // generated at build time
#include "report/trace/timeline_rows.h"

namespace profdiff {
namespace {

// Numbers the names in order of their first use, so that each name is written only once.
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

// Writes the data block of the page, which timeline.js reads.
class DataWriter {
 public:
  DataWriter(std::string& out, const AlignedTraces& traces, const TracePageOptions& options)
      : out_(out),
        traces_(traces),
        options_(options),
        a_(traces.a, options.demangle),
        b_(traces.b, options.demangle),
        clock_(a_.begin, b_.begin) {
    // The limits on parts and bars apply to the whole page, so they are divided among the pairs of threads. Each pair
    // has at least 50 parts of the time line, so that its picture is readable.
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
    json.Key("changes");
    WriteChanges();
    json.End();
  }

 private:
  // A path whose calls changed, and where the call that differs most begins on the common time line.
  struct Change {
    PathRow row;
    std::uint64_t common = 0;
    std::uint32_t depth = 0;
  };

  // Writes [thread, begin, end, depth, mark, time in A, time in B, calls in A, calls in B, path] for the paths whose
  // calls changed most. The place is that of the call that differs most.
  void WriteChanges() {
    if (options_.difference == nullptr) {
      out_ += "[]";
      return;
    }
    std::vector<Change> changes;
    for (const PathRow& row : ChoosePaths(*options_.difference, CallTime::kSelf, options_.top).rows) {
      changes.push_back({row});
    }
    for (std::size_t t = 0; t < traces_.alignment.threads.size(); ++t) FindPlaces(t, changes);
    PathNames paths(traces_.alignment, *options_.difference, a_, b_);
    std::string_view separator = "[";
    for (const Change& change : changes) {
      constexpr std::size_t kColumns = 120;
      const PathDifference& path = *change.row.path;
      const std::uint64_t length = std::max(DurationOf(a_, traces_.alignment.threads[path.thread].a, path.a),
                                            DurationOf(b_, traces_.alignment.threads[path.thread].b, path.b));
      AppendArray(out_, separator, path.thread, change.common, change.common + length, change.depth,
                  static_cast<int>(path.mark), change.row.a, change.row.b, path.calls_a, path.calls_b);
      out_.back() = ',';
      AppendJsonString(out_, paths.Text(change.row, kColumns));
      out_ += ']';
      separator = ",\n";
    }
    out_ += changes.empty() ? "[]" : "]";
  }

  void FindPlaces(std::size_t thread, std::vector<Change>& changes) {
    const auto is_here = [thread](const Change& change) { return change.row.path->thread == thread; };
    if (std::ranges::none_of(changes, is_here)) return;
    const ThreadAlignment& pair = traces_.alignment.threads[thread];
    const SideOfPair a(a_, pair.a), b(b_, pair.b);
    const auto take = [&](const AlignedCall& call) {
      for (Change& change : changes) {
        const PathDifference& path = *change.row.path;
        if (path.thread != thread || (path.a.valid() ? path.a != call.a : path.b != call.b)) continue;
        change.common = call.common;
        change.depth = call.depth;
      }
    };
    AlignedWalk(a.calls, b.calls, clock_, take).Run(pair.blocks);
  }

  static std::uint64_t DurationOf(const NamedTrace& named, ThreadId thread, CallId call) {
    return call.valid() ? named.trace.threads[thread.value].calls.duration[call.value] : 0;
  }

  void WritePair(const ThreadAlignment& pair) {
    const SideOfPair a(a_, pair.a), b(b_, pair.b);
    const TimelineBars bars = MakeBars(a.calls, b.calls, pair, clock_, limits_);
    JsonObject json(out_);
    json.Text("a", a.label).Text("b", b.label).Count("length", bars.length);
    json.Count("levels", std::uint64_t{bars.levels}).Count("leftOut", std::uint64_t{bars.left_out}).Key("barsA");
    WriteBars(bars.a, a, b, true);
    json.Key("barsB");
    WriteBars(bars.b, a, b, false);
    json.Key("rows");
    WriteRows(pair, a, b);
    json.End();
  }

  // Writes [depth, begin, end, mark, calls, name, name of the match, time in A, time in B] for each bar. The mark is 4
  // if the calls of a bar have several marks. A name is the index of a string, or -1 if there is none.
  void WriteBars(const std::vector<TimelineBar>& bars, const SideOfPair& a, const SideOfPair& b, bool is_a) {
    constexpr int kMixed = 4;
    std::string_view separator;
    out_ += '[';
    for (const TimelineBar& bar : bars) {
      const int mark = bar.mixed ? kMixed : static_cast<int>(bar.mark);
      const std::int64_t name_a = NumberOf(a, bar.a), name_b = NumberOf(b, bar.b);
      const std::int64_t own = is_a ? name_a : name_b, beside = is_a ? name_b : name_a;
      AppendArray(out_, separator, bar.depth, bar.begin, bar.end, mark, bar.calls, own, bar.calls > 1 ? kNone : beside,
                  bar.time_a, bar.time_b);
      separator = ",";
    }
    out_ += ']';
  }

  // Writes [start on the common time line, mark, calls in A, calls in B, self time in A, self time in B, name in A,
  // name in B, difference] for each row, as described in profdiff/trace_listing.h.
  void WriteRows(const ThreadAlignment& pair, const SideOfPair& a, const SideOfPair& b) {
    std::string_view separator;
    out_ += '[';
    const auto write = [&](const TimelineRow& row) {
      AppendArray(out_, separator, row.common, static_cast<int>(row.largest.mark), row.calls_a, row.calls_b, row.self_a,
                  row.self_b, NumberOf(a, row.largest.a), NumberOf(b, row.largest.b), row.largest_difference);
      separator = ",";
    };
    const bool are_single = CountAligned(pair) <= limits_.parts;
    TimelineRows(a.calls, b.calls, pair, clock_).ForEach(are_single ? 0 : limits_.parts, write);
    out_ += ']';
  }

  std::int64_t NumberOf(const SideOfPair& side, CallId call) {
    return call.valid() ? static_cast<std::int64_t>(numbers_.NumberOf(side.NameOf(call))) : kNone;
  }

  static constexpr std::int64_t kNone = -1;

  std::string& out_;
  const AlignedTraces& traces_;
  const TracePageOptions& options_;
  NamedTrace a_, b_;
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
