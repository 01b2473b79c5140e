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

#include "analyze/loops/fold.h"
#include "analyze/ranking/call_counts.h"
#include "analyze/ranking/changes.h"
#include "analyze/ranking/first_difference.h"
#include "analyze/ranking/pair_scores.h"
#include "analyze/ranking/stops/blocking.h"
#include "analyze/ranking/stops/stops.h"
#include "base/in_order.h"
#include "profdiff/error.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

using Changes = std::map<ThreadKey, ChangeSum>;

// A `beyond` up to this value is not a difference if there are enough good runs. Good runs of measured programs differ
// from each other by at most .07 in processes and .31 in threads.
constexpr double kNotDifferent = 0.1;
constexpr std::size_t kFewestForSuspects = 2, kFewestForNone = 3;  // numbers of good runs

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
    FindGoodBeyond();
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
    AddMissingRanks(bad);
  }

  // A rank without a recording in any bad run has changed entirely, so that conditions hold for it.
  void AddMissingRanks(const std::set<ThreadKey>& bad) {
    for (const ThreadKey id : ranking_.only_good) {
      const auto first = bad.lower_bound({id.rank, 0});
      const bool has_rank = first != bad.end() && first->rank == id.rank;
      const bool in_all = std::ranges::all_of(runs_.first(good_runs_), [id](const RunSummary& run) {
        return std::ranges::binary_search(run.threads, id, {}, &ThreadSummary::id);
      });
      if (has_rank || !in_all) continue;
      RankedThread& thread = ranking_.threads.emplace_back();
      thread.id = id;
      thread.change = thread.beyond = 1;
      missing_.insert(id);
    }
    std::ranges::sort(ranking_.threads, {}, &RankedThread::id);
  }

  void FindRows() {
    const std::size_t rows = options_.rows.size(), count = options_.filters.size() * rows;
    ranking_.rows.resize(count);
    std::vector<Changes> changes(count);
    good_changes_.resize(good_runs_ >= kFewestForNone ? good_runs_ : 0);
    std::vector<std::vector<Changes>> of_good(count);
    // Rows are independent of each other. Their sums are added in the order of rows, so that the last digits do not
    // depend on the number of threads.
    WorkInOrder(
        count, options_.threads,
        [&](std::size_t i) { FindRow(i / rows, options_.rows[i % rows], i, changes[i], of_good[i]); },
        [&](std::size_t i) {
          for (const auto& [id, change] : changes[i]) changes_[id].Add(change);
          for (std::size_t run = 0; run < of_good[i].size(); ++run) {
            for (const auto& [id, change] : of_good[i][run]) good_changes_[run][id].Add(change);
          }
          of_good[i].clear();
        });
    for (std::size_t i = 0; i < count; ++i) ranking_.by_b_score.push_back(i);
    // Sorts by ascending score, so that the rows whose clusterings differ most come first. Rows without a score come
    // last, since scores are at most 1.
    std::ranges::stable_sort(ranking_.by_b_score, {},
                             [&](std::size_t i) { return ranking_.rows[i].b_score.value_or(2); });
  }

  void FindRow(std::size_t filter, AttributeRow attributes_of, std::size_t place, Changes& changes,
               std::vector<Changes>& of_good) {
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
    of_good = FindGoodChanges(folded, attributes, good_runs_);
  }

  void FindGoodBeyond() {
    for (const Changes& run : good_changes_) {
      for (const auto& [id, sum] : run) {
        result_.good_beyond = std::max(result_.good_beyond, sum.beyond / static_cast<double>(sum.count));
      }
    }
  }

  void ExplainThreads() {
    const CallCounts counts(result_.folded);
    const DifferenceFinder finder(good_runs_, result_.folded[0], counts);
    std::set<ThreadKey> stopped;
    for (const auto& suspects : result_.stops.suspects) stopped.insert(suspects.begin(), suspects.end());
    auto explain = [&](std::size_t i) {
      RankedThread& thread = ranking_.threads[i];
      if (missing_.contains(thread.id)) return;
      counts.Compare(good_runs_, thread);
      // Turns sums into means over rows and bad runs.
      if (const auto known = changes_.find(thread.id); known != changes_.end()) {
        const auto rows = static_cast<double>(known->second.count);
        thread.noise = known->second.noise / rows;
        thread.change = thread.is_known ? known->second.change / rows : 0;
        thread.beyond = thread.is_known ? known->second.beyond / rows : 0;
      }
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
  // waited. If there are no such suspects, the threads with new steps are suspected; if there are none, the threads
  // that changed; then the thread that differs most from its peers or slowed down most.
  void Judge() {
    const Stops& stops = result_.stops;
    std::set<ThreadKey> suspects, missing;
    for (std::size_t run = 0; run < stops.suspects.size(); ++run) {
      const std::vector<ThreadKey> ranks = FindMissingRanks(stops.runs[good_runs_ + run]);
      missing.insert(ranks.begin(), ranks.end());
      if (stops.stopped) suspects.insert(stops.suspects[run].begin(), stops.suspects[run].end());
    }
    if (suspects.empty()) suspects = SuspectsByCalls();
    const bool has_evidence = !suspects.empty() || !missing.empty();
    const bool is_starved = !stops.slower.empty() && stops.slower[0].what == SlowerFunction::What::kCalls;
    if (!has_evidence && !stops.stopped && !stops.slower.empty()) suspects.insert(stops.slower[0].id);
    if (stops.stopped) {
      result_.verdict = RankVerdict::kStopped;
    } else if (has_evidence || is_starved) {
      result_.verdict = RankVerdict::kDiffers;
    } else if (!stops.slower.empty()) {
      result_.verdict = RankVerdict::kSlower;
    } else {
      result_.verdict = VerdictWithoutSuspects();
    }
    // A rank without a recording comes first: nothing is known about it, so the others may only have waited for it.
    result_.suspects.assign(missing.begin(), missing.end());
    for (const ThreadKey id : suspects) {
      if (!missing.contains(id)) result_.suspects.push_back(id);
    }
  }

  std::set<ThreadKey> SuspectsByCalls() const {
    std::set<ThreadKey> suspects;
    for (const Reason& reason : result_.stops.reasons) suspects.insert(reason.id);
    if (!suspects.empty() || good_runs_ < kFewestForSuspects || LacksNames()) return suspects;
    for (const RankedThread& thread : ranking_.threads) {
      if (thread.beyond > 0 && thread.beyond >= options_.suspect && !missing_.contains(thread.id)) {
        suspects.insert(thread.id);
      }
    }
    return suspects;
  }

  // Threads that exist on only one side also count as a difference.
  RankVerdict VerdictWithoutSuspects() const {
    if (!ranking_.only_good.empty() || !ranking_.only_bad.empty()) return RankVerdict::kDiffers;
    if (LacksNames() || !std::ranges::all_of(ranking_.threads, &RankedThread::is_known)) return RankVerdict::kUnknown;
    const double most = ranking_.ranked.empty() ? 0 : ranking_.threads[ranking_.ranked.front()].beyond;
    const bool is_noise = good_runs_ >= kFewestForNone && most <= std::max(kNotDifferent, result_.good_beyond);
    return most == 0 || is_noise ? RankVerdict::kNone : RankVerdict::kUnknown;
  }

  // True if functions of a bad run are known only by their addresses, so that calls cannot be compared.
  bool LacksNames() const {
    return std::ranges::any_of(runs_.subspan(good_runs_),
                               [](const RunSummary& run) { return std::ranges::any_of(run.names, IsUnnamed); });
  }

  const std::span<const RunSummary> runs_;  // good runs first, then bad runs
  const std::size_t good_runs_;
  const RankOptions& options_;
  Changes changes_;
  std::vector<Changes> good_changes_;  // by good run, compared with the other good runs
  std::set<ThreadKey> missing_;        // threads of ranks without a recording in any bad run
  ThreadRanking result_;
  Ranking& ranking_ = result_.ranking;
};

std::vector<FoldedTraces> FoldByFilters(Runs runs, const RankOptions& options) {
  std::vector<FoldedTraces> all;
  for (const RankFilter& filter : options.filters)
    RequireCalls(all.emplace_back(FoldTraces(runs, filter, options.threads)));
  return all;
}

// Fills the rows of a run that is not compared with others: there are no scores.
void AddRowsOfOneRun(const RankOptions& options, ThreadRanking& result) {
  for (std::size_t filter = 0; filter < options.filters.size(); ++filter) {
    for (const AttributeRow attributes_of : options.rows) {
      const ThreadAttributes attributes = FindAttributes(result.folded[filter], attributes_of);
      ScoreRow& row = result.ranking.rows.emplace_back();
      row.filter = filter;
      row.attributes = attributes_of;
      row.classes.push_back(FindSimilarities(attributes.runs.front()).classes());
      if (options.count_concepts) row.concepts.push_back(CountConcepts(ContextOf(attributes, 0)));
    }
  }
}

bool HasPlace(const RankedThread& thread) { return thread.first && thread.first->function.valid(); }

constexpr std::array<std::string_view, 5> kVerdictNames = {"none", "unknown", "differs", "stopped", "slower"};

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
  AddRowsOfOneRun(options, result);
  const Stops& stops = result.stops;
  if (stops.stopped) {
    result.verdict = RankVerdict::kStopped;
    result.suspects = stops.suspects.front();
  } else if (!stops.slower.empty()) {
    const bool is_starved = stops.slower[0].what == SlowerFunction::What::kCalls;
    result.verdict = is_starved ? RankVerdict::kDiffers : RankVerdict::kSlower;
    result.suspects = {stops.slower[0].id};
  }
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
  std::vector<std::map<std::uint32_t, RankClock>> times;
  for (const RunSummary& run : runs) times.push_back(FindRankClocks(run));
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
