// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks threads. Each row, which combines a filter with a kind of attributes, scores every thread; scores are averaged
// over rows. The places where threads stopped are found independently of the rows; they take precedence in the verdict.
// Tests: tests/unit/analyze/ranking/rank_test.cpp.
#include "analyze/ranking/rank.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analyze/ranking/call_counts.h"
#include "analyze/ranking/changes.h"
#include "analyze/ranking/first_difference.h"
#include "analyze/ranking/pair_scores.h"
#include "analyze/ranking/stops/stops.h"
#include "base/in_order.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

using Changes = std::map<ThreadKey, ChangeSum>;

class Ranker {
 public:
  Ranker(std::vector<FoldedTraces> folded, std::span<const RunSummary> runs, std::size_t good_runs,
         const RankOptions& options)
      : runs_(runs), good_runs_(good_runs), options_(options) {
    result_.folded = std::move(folded);
  }

  ThreadRanking Run() {
    ranking_.good = good_runs_;
    ranking_.bad = runs_.size() - good_runs_;
    PairThreads();
    result_.stops = FindStops(result_.folded.front(), runs_, good_runs_, options_.threads);
    FindRows();
    ExplainThreads();
    SortThreads();
    Judge();
    return std::move(result_);
  }

 private:
  static std::set<ThreadKey> KeysOf(std::span<const RunSummary> runs) {
    std::set<ThreadKey> keys;
    for (const RunSummary& run : runs) {
      for (const ThreadSummary& thread : run.threads) keys.insert(thread.id);
    }
    return keys;
  }

  // Threads are the same if their ranks and numbers are equal. A thread is ranked if at least one good run and one bad
  // run have it.
  void PairThreads() {
    const std::set<ThreadKey> good = KeysOf(runs_.first(good_runs_)), bad = KeysOf(runs_.subspan(good_runs_));
    std::ranges::set_difference(good, bad, std::back_inserter(ranking_.only_good));
    std::ranges::set_difference(bad, good, std::back_inserter(ranking_.only_bad));
    for (const ThreadKey id : good) {
      if (!bad.contains(id)) continue;
      ranking_.threads.emplace_back();
      ranking_.threads.back().id = id;
    }
    if (ranking_.threads.empty()) throw Error(ErrorCode::kBadArgument, "no thread is in both good and bad executions");
  }

  void FindRows() {
    const std::size_t rows = options_.rows.size(), count = options_.filters.size() * rows;
    ranking_.rows.resize(count);
    std::vector<Changes> changes(count);
    // Rows are independent of each other. Their sums are added in the order of rows, so that the last digits do not
    // depend on the number of threads.
    WorkInOrder(
        count, options_.threads, [&](std::size_t i) { FindRow(i / rows, options_.rows[i % rows], i, changes[i]); },
        [&](std::size_t i) {
          for (const auto& [id, change] : changes[i]) changes_[id].Add(change);
        });
    for (std::size_t i = 0; i < count; ++i) ranking_.by_b_score.push_back(i);
    // Sorts by ascending score, so that the rows whose clusterings differ most come first. Rows without a score come
    // last, since scores are at most 1.
    std::ranges::stable_sort(ranking_.by_b_score, {},
                             [&](std::size_t i) { return ranking_.rows[i].b_score.value_or(2); });
  }

  void FindRow(std::size_t filter, AttributeRow attributes_of, std::size_t place, Changes& changes) {
    const FoldedTraces& folded = result_.folded[filter];
    const ThreadAttributes attributes = FindAttributes(folded, attributes_of);
    ScoreRow& row = ranking_.rows[place];
    row.filter = filter;
    row.attributes = attributes_of;
    std::vector<RunSimilarities> runs;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      RunSimilarities& similarities = runs.emplace_back();
      for (const FoldedThread& thread : folded.runs[run]) similarities.ids.push_back(thread.id);
      similarities.similarities = FindSimilarities(attributes.runs[run]);
      row.classes.push_back(similarities.similarities.classes());
      if (options_.count_concepts) row.concepts.push_back(CountConcepts(ContextOf(attributes, run)));
    }
    row.columns = ScorePairs(runs, good_runs_, options_.top);
    row.b_score = ScoreClusterings(runs, good_runs_);
    changes = FindChanges(folded, attributes, attributes_of, good_runs_, result_.stops);
  }

  void ExplainThreads() {
    const CallCounts counts(result_.folded);
    const DifferenceFinder finder(good_runs_, result_.folded[0], counts);
    std::set<ThreadKey> stopped;
    for (const auto& suspects : result_.stops.suspects) stopped.insert(suspects.begin(), suspects.end());
    auto explain = [&](std::size_t i) {
      RankedThread& thread = ranking_.threads[i];
      // Turns sums into means over rows and bad runs.
      if (const auto known = changes_.find(thread.id); known != changes_.end()) {
        const auto rows = static_cast<double>(known->second.count);
        thread.change = known->second.change / rows;
        thread.noise = known->second.noise / rows;
        thread.beyond = known->second.beyond / rows;
      }
      counts.Compare(good_runs_, thread);
      // Computes diffNLR, the costliest step, only for threads that a report explains.
      if (thread.beyond > 0 || stopped.contains(thread.id)) thread.first = finder.Find(thread.id);
    };
    WorkInOrder(ranking_.threads.size(), options_.threads, explain, [](std::size_t) {});
  }

  void SortThreads() {
    for (std::size_t i = 0; i < ranking_.threads.size(); ++i) {
      if (ranking_.threads[i].beyond > 0) ranking_.ranked.push_back(i);
    }
    std::ranges::stable_sort(ranking_.ranked, std::greater<>(),
                             [&](std::size_t i) { return ranking_.threads[i].beyond; });
  }

  // A stop with suspects explains a run better than similarities do, as the other threads changed only because they
  // waited. If there are no such suspects, the threads that changed are suspected. If no thread changed, the thread
  // that slowed down most is suspected.
  void Judge() {
    const Stops& stops = result_.stops;
    std::set<ThreadKey> suspects;
    for (const auto& of_run : stops.suspects) suspects.insert(of_run.begin(), of_run.end());
    const bool stop_explains = !suspects.empty() && stops.stopped;
    if (!stop_explains) {
      suspects.clear();
      for (const RankedThread& thread : ranking_.threads) {
        if (thread.beyond > 0 && thread.beyond >= options_.suspect) suspects.insert(thread.id);
      }
    }
    // Threads that exist on only one side also count as a difference, even if no thread that exists on both sides is
    // suspected.
    const bool same_threads = ranking_.only_good.empty() && ranking_.only_bad.empty();
    if (stops.stopped) {
      result_.verdict = RankVerdict::kStopped;
    } else if (!suspects.empty()) {
      result_.verdict = RankVerdict::kDiffers;
    } else if (!stops.slower.empty()) {
      result_.verdict = RankVerdict::kSlower;
      suspects.insert(stops.slower[0].id);
    } else {
      result_.verdict = same_threads ? RankVerdict::kSame : RankVerdict::kDiffers;
    }
    result_.suspects.assign(suspects.begin(), suspects.end());
  }

  const std::span<const RunSummary> runs_;  // good runs first, then bad runs
  const std::size_t good_runs_;
  const RankOptions& options_;
  Changes changes_;
  ThreadRanking result_;
  Ranking& ranking_ = result_.ranking;
};

std::vector<FoldedTraces> FoldByFilters(Runs runs, const RankOptions& options) {
  std::vector<FoldedTraces> all;
  for (const RankFilter& filter : options.filters)
    RequireCalls(all.emplace_back(FoldTraces(runs, filter, options.threads)));
  return all;
}

bool HasPlace(const RankedThread& thread) { return thread.first && thread.first->function.valid(); }

constexpr std::array<std::string_view, 4> kVerdictNames = {"same", "differs", "stopped", "slower"};

}  // namespace

std::string_view NameOf(RankVerdict verdict) { return kVerdictNames[static_cast<std::size_t>(verdict)]; }

void RequireRuns(std::size_t good, std::size_t bad) {
  if (good == 0 || bad == 0) throw Error(ErrorCode::kBadArgument, "no executions to compare");
}

// A filter that keeps only returns is refused: returns are kept in addition to calls, not instead of them.
void RequireCalls(const FoldedTraces& folded) {
  if (!folded.names.empty() && (folded.names.size() > 1 || folded.names[0] != FoldedTraces::kReturn)) return;
  throw Error(ErrorCode::kBadArgument, "filter '" + folded.filter.code + "' keeps no call of any thread");
}

ThreadRanking RankFolded(std::vector<FoldedTraces> folded, std::span<const RunSummary> runs, std::size_t good_runs,
                         const RankOptions& options) {
  return Ranker(std::move(folded), runs, good_runs, options).Run();
}

ThreadRanking DescribeFolded(std::vector<FoldedTraces> folded, const RunSummary& run, const RankOptions& options) {
  ThreadRanking result;
  result.folded = std::move(folded);
  result.ranking.bad = 1;
  result.stops = FindStops(result.folded.front(), {&run, 1}, 0, options.threads);
  return result;
}

std::vector<CallPlace> PlacesOf(const Ranking& ranking) {
  std::vector<CallPlace> places;
  for (const RankedThread& thread : ranking.threads) {
    if (HasPlace(thread)) places.push_back({thread.first->bad_run, thread.id, thread.first->call});
  }
  return places;
}

// Times of calls are given relative to the start of their own rank, as clocks of ranks may differ.
void SetTimes(const CallStarts& starts, std::span<const RunSummary> runs, Ranking& ranking) {
  std::vector<std::map<std::uint32_t, RankTimes>> times;
  for (const RunSummary& run : runs) times.push_back(FindRankTimes(run));
  std::size_t place = 0;
  for (RankedThread& thread : ranking.threads) {
    if (!HasPlace(thread)) continue;
    const std::optional<std::uint64_t>& start = starts[place++];
    const std::optional<std::uint64_t> begin = times[thread.first->bad_run][thread.id.rank].begin;
    if (start && begin) thread.first->time = *start - *begin;
  }
}

ThreadRanking RankThreads(Runs good, Runs bad, const RankOptions& options) {
  RequireRuns(good.size(), bad.size());
  std::vector<const Trace*> runs(good.begin(), good.end());
  runs.insert(runs.end(), bad.begin(), bad.end());
  const std::vector<RunSummary> summaries = SummarizeRuns(runs, options.threads);
  ThreadRanking result = RankFolded(FoldByFilters(runs, options), summaries, good.size(), options);
  const std::vector<CallPlace> places = PlacesOf(result.ranking);
  // Looks up start times last, and only for first differences, since everything else needs only folded calls.
  if (places.empty()) return result;
  const KeptNames names = FindKeptNames(runs, options.filters.front());
  SetTimes(FindStarts(runs, names, places, options.threads), summaries, result.ranking);
  return result;
}

ThreadRanking DescribeThreads(const Trace& run, const RankOptions& options) {
  const Trace* const runs[] = {&run};
  return DescribeFolded(FoldByFilters(runs, options), SummarizeRun(run, options.threads), options);
}

}  // namespace profdiff
