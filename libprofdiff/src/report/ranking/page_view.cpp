// SPDX-License-Identifier: GPL-3.0-or-later
// Lists are bounded: traces are shown for a few threads, and only the beginning and the end of equal parts.
//
// Tests: tests/unit/report/ranking/texts_test.cpp, tests/cli/page/threads.py.
#include "report/ranking/page_view.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "report/ranking/names.h"
#include "values/diff_nlr.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostTraces = 8;         // maximum number of threads whose traces are shown
constexpr std::size_t kMostEntries = 2000;     // maximum number of entries of a trace that are shown
constexpr std::size_t kMostEqual = 6;          // maximum number of entries shown of an equal part
constexpr std::size_t kMostCharacters = 2000;  // maximum length of a stack

class PageView {
 public:
  PageView(TableWriter& writer, const RankingView& view)
      : writer_(writer),
        view_(view),
        result_(view.ranking),
        folded_(result_.folded.front()),
        names_(folded_, view.demangle),
        bad_run_(result_.ranking.good + StoppedRun()) {}

  void Write() {
    writer_.AddValue("good", ListOf(view_.good_labels, AsUtf8));
    writer_.AddValue("bad", AsUtf8(RunText(view_, bad_run_)));
    writer_.AddValue("kind", NameOf(result_.verdict));
    writer_.AddValue("suspects", ListOf(result_.suspects, [](ThreadKey id) { return Cell(ThreadText(id)); }));
    WriteEnds();
    WriteTraces();
  }

 private:
  // What threads have in common that ended at the same place.
  using Place = std::tuple<EndState, std::vector<std::string>, std::string, std::vector<std::string>>;

  // Returns the first bad run with suspected threads, which the verdict explains.
  std::size_t StoppedRun() const {
    const auto& suspects = result_.stops.suspects;
    const auto found = std::ranges::find_if(suspects, [](const auto& ids) { return !ids.empty(); });
    return found == suspects.end() ? 0 : static_cast<std::size_t>(found - suspects.begin());
  }

  std::span<const ThreadEnd> Ends() const {
    if (bad_run_ >= result_.stops.runs.size()) return {};
    return result_.stops.runs[bad_run_];
  }

  // Writes places: [state, stack, last completed call, what good runs call next, threads, number of threads]; and ends,
  // by thread: [rank, thread, place, beyond, seconds until the end of the recording].
  void WriteEnds() {
    std::map<Place, std::vector<ThreadKey>> places;
    for (const ThreadEnd& end : Ends()) places[PlaceOf(end)].push_back(end.id);
    std::map<Place, std::size_t> numbers;
    for (const auto& [place, ids] : places) numbers.emplace(place, numbers.size());
    writer_.AddValue("places", ListOf(places, [&](const auto& entry) {
                       const auto& [state, open, after, next] = entry.first;
                       return Cell(Cell::List{NameOf(state), AsUtf8(StackText(open, view_.demangle, kMostCharacters)),
                                              AsUtf8(NamesText({after}, view_.demangle, 1)),
                                              AsUtf8(NamesText(next, view_.demangle, 12)),
                                              ThreadsText(entry.second, 60), entry.second.size()});
                     }));
    std::map<ThreadKey, double> beyond;
    for (const RankedThread& thread : result_.ranking.threads) {
      if (thread.is_known) beyond.emplace(thread.id, thread.beyond);
    }
    writer_.AddValue("ends", ListOf(Ends(), [&](const ThreadEnd& end) {
                       const auto known = beyond.find(end.id);
                       return Cell(Cell::List{end.id.rank, end.id.thread, numbers.at(PlaceOf(end)),
                                              known == beyond.end() ? Cell() : Cell(known->second),
                                              static_cast<double>(end.silent) / 1e9});
                     }));
  }

  static Place PlaceOf(const ThreadEnd& end) {
    return {end.state, end.open, end.after, end.pending.empty() ? end.next : end.pending};
  }

  // Returns the suspects, and then the threads that changed most.
  std::vector<ThreadKey> Interesting() const {
    std::vector<ThreadKey> ids = result_.suspects;
    for (const std::size_t i : result_.ranking.ranked) ids.push_back(result_.ranking.threads[i].id);
    std::vector<ThreadKey> chosen;
    for (const ThreadKey id : ids) {
      if (chosen.size() < kMostTraces && std::ranges::find(chosen, id) == chosen.end() && HasBoth(id))
        chosen.push_back(id);
    }
    return chosen;
  }

  std::optional<std::size_t> GoodRunOf(ThreadKey id) const {
    return MostSimilarRun(folded_, result_.ranking.good, bad_run_, id);
  }
  bool HasBoth(ThreadKey id) const {
    return result_.ranking.good > 0 && folded_.Find(bad_run_, id) != nullptr && GoodRunOf(id).has_value();
  }

  // Writes, for each thread, [mark, entries on the left, entries on the right, number of equal entries that are left
  // out] for each block of its two traces.
  void WriteTraces() {
    writer_.AddValue("traces", ListOf(Interesting(), [this](ThreadKey id) { return TraceCell(id); }));
  }

  Cell TraceCell(ThreadKey id) const {
    const std::size_t good_run = *GoodRunOf(id);
    const FoldedThread& good = *folded_.Find(good_run, id);
    const FoldedThread& bad = *folded_.Find(bad_run_, id);
    constexpr const char* kMarks[] = {"equal", "count", "left", "right"};
    Cell::List blocks;
    std::size_t used = 0, left_out = 0;
    for (const NlrBlock& block : DiffNlr(folded_, good.entries, bad.entries)) {
      if (used >= kMostEntries) {
        ++left_out;
        continue;
      }
      const auto left = std::span(good.entries).subspan(block.left, block.left_count);
      const auto right = std::span(bad.entries).subspan(block.right, block.right_count);
      const std::size_t hidden =
          block.mark == NlrMark::kEqual && left.size() > kMostEqual + 2 ? left.size() - kMostEqual : 0;
      blocks.emplace_back(Cell::List{kMarks[static_cast<std::size_t>(block.mark)], EntryList(left, hidden),
                                     EntryList(right, hidden), hidden});
      used += std::max(left.size(), right.size()) - hidden;
    }
    return Cell::Record{{"id", ThreadText(id)},
                        {"good", AsUtf8(RunText(view_, good_run))},
                        {"leftOut", left_out},
                        {"blocks", std::move(blocks)}};
  }

  // Returns the names of entries, without `hidden` ones in the middle.
  Cell EntryList(std::span<const FoldedEntry> entries, std::size_t hidden) const {
    Cell::List list;
    const auto add = [&](std::span<const FoldedEntry> part) {
      for (const FoldedEntry& entry : part) list.emplace_back(AsUtf8(names_.Entry(entry)));
    };
    if (hidden == 0) {
      add(entries.first(std::min(entries.size(), kMostEntries)));
    } else {
      add(entries.first(kMostEqual / 2));
      add(entries.last(kMostEqual - kMostEqual / 2));
    }
    return list;
  }

  TableWriter& writer_;
  const RankingView& view_;
  const ThreadRanking& result_;
  const FoldedTraces& folded_;
  const EntryNames names_;
  const std::size_t bad_run_;  // index into FoldedTraces::runs
};

}  // namespace

void AddPageView(TableWriter& writer, const RankingView& view) { PageView(writer, view).Write(); }

}  // namespace profdiff
