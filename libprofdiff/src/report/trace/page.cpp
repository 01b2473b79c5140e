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
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "report/format/json_text.h"
#include "report/trace/aligned_calls.h"
#include "report/trace/page_paths.h"
#include "report/trace/paths.h"
#include "report/trace/tables.h"
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
    if (options_.difference != nullptr) WriteDifference(json);
    json.Key("names");
    numbers_.Append(out_);
    json.Key("sourcesA");
    WriteSources(sources_[0]);
    json.Key("sourcesB");
    WriteSources(sources_[1]);
    json.End();
  }

 private:
  // Writes the totals, the paths of calls, and the rows of the list.
  void WriteDifference(JsonObject& json) {
    const TraceDifference& difference = *options_.difference;
    const TraceTotals& all = difference.all;
    std::uint64_t different = 0;
    for (const ThreadAlignment& pair : traces_.alignment.threads) different += DifferentPairs(pair);
    json.Key("totals");
    AppendArray(out_, "", all.total_a, all.total_b, all.equal_a.calls, different, all.only_a.calls, all.only_b.calls);
    const std::vector<PathRow> rows = ChoosePaths(difference, CallTime::kSelf, options_.top).rows;
    std::vector<PlacedPath> paths = ChoosePagePaths(difference, rows, options_.paths);
    PlacePaths(traces_, difference, a_, b_, paths);
    json.Count("pathsLeftOut", std::uint64_t{difference.paths.size() - paths.size()}).Key("paths");
    WritePaths(paths);
    json.Key("changes");
    WriteChanges(rows, paths);
    json.Count("runsA", std::uint64_t{options_.noise == nullptr ? 1 : options_.noise->runs_a});
    json.Count("runsB", std::uint64_t{options_.noise == nullptr ? 1 : options_.noise->runs_b});
  }

  // Writes [thread, depth, mark, calls in A, calls in B, time in A, time in B, part of the difference, noise, name in
  // A, name in B, calls below without paths, begin, start in A, start in B, duration in A, duration in B] for each
  // path. The last five values are those of the call that differs most. Noise is 1 if it explains the part of the
  // difference, 2 if it explains that of the inclusive times, 3 for both.
  void WritePaths(const std::vector<PlacedPath>& paths) {
    std::string_view separator = "[";
    for (const PlacedPath& place : paths) {
      const PathDifference& path = options_.difference->paths[place.path];
      const ThreadAlignment& pair = traces_.alignment.threads[path.thread];
      AppendArray(out_, separator, path.thread, path.depth, static_cast<int>(path.mark), path.calls_a, path.calls_b,
                  path.inclusive_a, path.inclusive_b, path.part_a - path.part_b, NoiseOf(place.path),
                  NumberOf(a_, pair.a, path.a), NumberOf(b_, pair.b, path.b), std::max(path.below_a, path.below_b),
                  place.begin, place.start_a, place.start_b, place.time_a, place.time_b);
      separator = ",\n";
      DrainIfLong(out_, options_.drain);
    }
    out_ += paths.empty() ? "[]" : "]";
  }
  int NoiseOf(std::size_t path) const {
    if (options_.noise == nullptr) return 0;
    return (options_.noise->paths[path].HidesDifference() ? 1 : 0) +
           (options_.noise->inclusive[path].HidesDifference() ? 2 : 0);
  }

  // Writes [index of the path, time in A, time in B, text] for the paths whose calls changed most.
  void WriteChanges(const std::vector<PathRow>& rows, const std::vector<PlacedPath>& paths) {
    PathNames names(traces_.alignment, *options_.difference, a_, b_);
    std::string_view separator = "[";
    for (const PathRow& row : rows) {
      constexpr std::size_t kColumns = 120;
      const auto place = std::ranges::lower_bound(paths, row.index, {}, &PlacedPath::path);
      AppendArray(out_, separator, place - paths.begin(), row.a, row.b);
      out_.back() = ',';
      AppendJsonString(out_, names.Text(row, kColumns));
      out_ += ']';
      separator = ",\n";
    }
    out_ += rows.empty() ? "[]" : "]";
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

  // Writes [depth, begin, end, mark, calls, name, name of the match, time in A, time in B, begin and end on the clock
  // of the side] for each bar. The mark is 4 if the calls of a bar have several marks. A name is the index of a string,
  // or -1 if there is none.
  void WriteBars(const std::vector<TimelineBar>& bars, const SideOfPair& a, const SideOfPair& b, bool is_a) {
    constexpr int kMixed = 4;
    std::string_view separator;
    const std::uint64_t zero = is_a ? a_.begin : b_.begin;
    out_ += '[';
    for (const TimelineBar& bar : bars) {
      const int mark = bar.mixed ? kMixed : static_cast<int>(bar.mark);
      const std::int64_t name_a = NumberOf(a, bar.a), name_b = NumberOf(b, bar.b);
      const std::int64_t own = is_a ? name_a : name_b, beside = is_a ? name_b : name_a;
      AppendArray(out_, separator, bar.depth, bar.begin, bar.end, mark, bar.calls, own, bar.calls > 1 ? kNone : beside,
                  bar.time_a, bar.time_b, bar.own_begin - zero, bar.own_end - zero);
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
    return call.valid() ? NumberOf(side.trace, side.calls.function[call.value]) : kNone;
  }

  std::int64_t NumberOf(NamedTrace& named, ThreadId thread, CallId call) {
    if (!call.valid()) return kNone;
    return NumberOf(named, named.trace.threads[thread.value].calls.function[call.value]);
  }

  std::int64_t NumberOf(NamedTrace& named, NameId name) {
    const std::size_t number = numbers_.NumberOf(named.names[name]);
    if (!named.trace.definitions.empty()) {
      sources_[&named == &a_ ? 0 : 1].try_emplace(number, SourceOf(named.trace, name));
    }
    return static_cast<std::int64_t>(number);
  }

  // Writes the source lines of a side by the index of the name.
  void WriteSources(const std::map<std::size_t, std::string>& sources) {
    out_ += '{';
    std::string_view separator;
    for (const auto& [number, source] : sources) {
      if (source.empty()) continue;
      (out_.append(separator) += '"').append(std::to_string(number)) += "\":";
      AppendJsonString(out_, source);
      separator = ",";
    }
    out_ += '}';
  }

  static constexpr std::int64_t kNone = -1;

  std::string& out_;
  const AlignedTraces& traces_;
  const TracePageOptions& options_;
  NamedTrace a_, b_;
  const CommonClock clock_;
  BarLimits limits_;
  NameNumbers numbers_;
  std::map<std::size_t, std::string> sources_[2];  // source lines of functions of A and of B
};

}  // namespace

void WriteTracePage(std::string& out, const AlignedTraces& traces, const TracePageOptions& options) {
  RequireTreesAligned(traces);
  std::string program;
  for (const std::string_view part : {kTimelineDataJs, kTimelineJs, kTimelineFlameJs, kTimelinePageJs}) program += part;
  const HtmlData data{"data", [&](std::string& text) { DataWriter(text, traces, options).Run(); }};
  WriteHtml(out, {"egprof trace", kTimelineCss, kTimelineHtml, program}, std::span(&data, 1));
}

}  // namespace profdiff

#else

namespace profdiff {

void WriteTracePage(std::string&, const AlignedTraces&, const TracePageOptions&) { RequirePages(); }

}  // namespace profdiff
#endif
