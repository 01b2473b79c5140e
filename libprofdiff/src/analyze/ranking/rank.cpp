// SPDX-License-Identifier: GPL-3.0-or-later
// Each row, a filter with a kind of attributes, scores every thread; scores are averaged over rows. Where threads
// stopped is found independently of the rows and takes precedence in the verdict. Tests:
// tests/unit/analyze/ranking/rank_test.cpp.
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
#include "base/in_order.h"
#include "profdiff/error.h"
#include "profdiff/ranking.h"

namespace profdiff {
namespace {

using Changes = std::map<ThreadKey, ChangeSum>;

// Errors: kBadArgument for a filter that keeps no call.
std::vector<FoldedTraces> FoldByFilters(Runs runs, const RankOptions& options) {
  std::vector<FoldedTraces> all;
  for (const RankFilter& filter : options.filters) {
    const FoldedTraces& folded = all.emplace_back(FoldTraces(runs, filter, options.threads));
    if (folded.names.empty() || (folded.names.size() == 1 && folded.names[0] == FoldedTraces::kReturn)) {
      throw Error(ErrorCode::kBadArgument, "filter '" + filter.code + "' keeps no call of any thread");
    }
  }
  return all;
}

class Ranker {
 public:
  Ranker(Runs good, Runs bad, const RankOptions& options)
      : good_(good), bad_(bad), options_(options), runs_(good.begin(), good.end()) {
    runs_.insert(runs_.end(), bad.begin(), bad.end());
  }

  ThreadRanking Run() {
    if (good_.empty() || bad_.empty()) throw Error(ErrorCode::kBadArgument, "no executions to compare");
    ranking_.good = good_.size();
    ranking_.bad = bad_.size();
    PairThreads();
    result_.folded = FoldByFilters(runs_, options_);
    result_.stops = FindStops(good_, bad_, options_.filters[0], options_.threads);
    FindRows();
    ExplainThreads();
    SortThreads();
    result_.ranking = std::move(ranking_);
    Judge();
    return std::move(result_);
  }

 private:
  static std::set<ThreadKey> KeysOf(Runs runs) {
    std::set<ThreadKey> keys;
    for (const Trace* run : runs) {
      for (const ThreadKey id : ThreadKeys(*run)) keys.insert(id);
    }
    return keys;
  }

  void PairThreads() {
    const std::set<ThreadKey> good = KeysOf(good_), bad = KeysOf(bad_);
    std::ranges::set_difference(good, bad, std::back_inserter(ranking_.only_good));
    std::ranges::set_difference(bad, good, std::back_inserter(ranking_.only_bad));
    for (const ThreadKey id : good) {
      if (!bad.contains(id)) continue;
      ranking_.threads.emplace_back();
      ranking_.threads.back().id = id;
    }
    if (ranking_.threads.empty()) throw Error(ErrorCode::kBadArgument, "no thread is in good and bad executions");
  }

  void FindRows() {
    const std::size_t rows = options_.rows.size(), count = options_.filters.size() * rows;
    ranking_.rows.resize(count);
    std::vector<Changes> changes(count);
    WorkInOrder(
        count, options_.threads, [&](std::size_t i) { FindRow(i / rows, options_.rows[i % rows], i, changes[i]); },
        [&](std::size_t i) {
          for (const auto& [id, change] : changes[i]) changes_[id].Add(change);
        });
    for (std::size_t i = 0; i < count; ++i) ranking_.by_b_score.push_back(i);
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
    row.columns = ScorePairs(runs, good_.size(), options_.top);
    row.b_score = ScoreClusterings(runs, good_.size());
    changes = FindChanges(folded, attributes, attributes_of, good_.size(), result_.stops);
  }

  void ExplainThreads() {
    const CallCounts counts(result_.folded);
    const DifferenceFinder finder(runs_, good_.size(), result_.folded[0], counts);
    std::set<ThreadKey> stopped;
    for (const auto& suspects : result_.stops.suspects) stopped.insert(suspects.begin(), suspects.end());
    auto explain = [&](std::size_t i) {
      RankedThread& thread = ranking_.threads[i];
      if (const auto known = changes_.find(thread.id); known != changes_.end()) {
        const auto rows = static_cast<double>(known->second.count);
        thread.change = known->second.change / rows;
        thread.noise = known->second.noise / rows;
        thread.beyond = known->second.beyond / rows;
      }
      counts.Compare(good_.size(), thread);
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

  void Judge() {
    const Stops& stops = result_.stops;
    std::set<ThreadKey> suspects;
    for (const auto& of_run : stops.suspects) suspects.insert(of_run.begin(), of_run.end());
    const bool stop_explains = !suspects.empty() && stops.stopped;
    if (!stop_explains) {
      suspects.clear();
      for (const RankedThread& thread : result_.ranking.threads) {
        if (thread.beyond > 0 && thread.beyond >= options_.suspect) suspects.insert(thread.id);
      }
    }
    const bool same_threads = result_.ranking.only_good.empty() && result_.ranking.only_bad.empty();
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

  const Runs good_, bad_;
  const RankOptions& options_;
  std::vector<const Trace*> runs_;  // good ones, then bad ones
  Changes changes_;
  Ranking ranking_;
  ThreadRanking result_;
};

constexpr std::array<std::string_view, 4> kNames = {"same", "differs", "stopped", "slower"};

}  // namespace

std::string_view NameOf(RankVerdict verdict) { return kNames[static_cast<std::size_t>(verdict)]; }

ThreadRanking RankThreads(Runs good, Runs bad, const RankOptions& options) { return Ranker(good, bad, options).Run(); }

ThreadRanking DescribeThreads(const Trace& run, const RankOptions& options) {
  const Trace* const runs[] = {&run};
  ThreadRanking result;
  result.folded = FoldByFilters(runs, options);
  result.ranking.bad = 1;
  result.stops = FindStops({}, runs, options.filters.front(), options.threads);
  return result;
}

}  // namespace profdiff
