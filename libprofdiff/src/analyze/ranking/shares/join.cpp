// SPDX-License-Identifier: GPL-3.0-or-later
// Sends four requests to all shares, joins their answers and ranks the threads. A share is the part of the ranks that
// one process has read. The traces of the other processes are not needed here. Shares may be damaged or of another
// version, so their answers are checked before they are used.
// Tests: tests/unit/analyze/ranking/shares_test.cpp.
#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "analyze/ranking/rank.h"
#include "analyze/ranking/shares/messages.h"
#include "profdiff/parts.h"

namespace profdiff {
namespace {

class ShareRanker {
 public:
  ShareRanker(const AskShares& ask, std::size_t good, std::size_t bad, const RankOptions& options)
      : ask_(ask), good_(good), runs_(good + bad), options_(options) {}

  SharedRanking Run() {
    RunBegins begins = Describe();
    FindLoopsOfFilters(std::move(begins));
    std::vector<FoldedTraces> folded = Fold();
    Count(folded.front());
    result_.ranking = good_ == 0 ? DescribeFolded(std::move(folded), summaries_.front(), options_)
                                 : RankFolded(std::move(folded), summaries_, good_, options_);
    AddTimes();
    return std::move(result_);
  }

 private:
  // Sends a request to all shares, and calls take(answer) for each answer.
  template <class Answer, class Take, class... Values>
  void Ask(const Take& take, RankStep step, Values... values) {
    for (const std::string& bytes : ask_(PackValues(step, std::move(values)...))) {
      Answer answer;
      UnpackMessage(bytes, answer);
      take(answer);
    }
  }

  RunBegins Describe() {
    RunBegins begins(runs_);
    std::vector<std::vector<RankNotes>> notes(runs_);
    std::vector<std::uint64_t> threads(runs_);
    const auto take = [&](std::vector<RunDescription>& share) {
      if (share.size() != runs_) RefuseMessage();
      for (std::size_t run = 0; run < runs_; ++run) {
        if (share[run].begin) begins[run] = std::min(begins[run].value_or(*share[run].begin), *share[run].begin);
        threads[run] += share[run].threads;
        std::ranges::move(share[run].notes, std::back_inserter(notes[run]));
      }
    };
    Ask<std::vector<RunDescription>>(take, RankStep::kDescribe);
    for (std::size_t run = 0; run < runs_; ++run) {
      SharedRun& made = result_.runs.emplace_back(JoinNotes(std::move(notes[run])));
      // Reports the first damage as an error if no share could read any thread of a run, as the run cannot be ranked.
      if (threads[run] == 0 && !made.missing.empty()) throw Error(made.missing.front());
    }
    return begins;
  }

  // Joins notes in order of ranks. Notes without a rank are about the whole run. Every share has these notes, so they
  // are taken from one share only.
  static SharedRun JoinNotes(std::vector<RankNotes> notes) {
    std::ranges::stable_sort(notes, {}, &RankNotes::rank);
    SharedRun run;
    bool has_whole = false;
    for (RankNotes& each : notes) {
      if (!each.rank && std::exchange(has_whole, true)) continue;
      std::ranges::move(each.missing, std::back_inserter(run.missing));
      std::ranges::move(each.remarks, std::back_inserter(run.remarks));
    }
    return run;
  }

  // Joins the loops that the shares found in the first pass of folding. In the second pass, all shares fold with the
  // joined loops, so that they give the same result as a single process.
  void FindLoopsOfFilters(RunBegins begins) {
    const std::size_t filters = options_.filters.size();
    std::vector<std::vector<KnownLoops>> shares;
    const auto take = [&](std::vector<KnownLoops>& share) {
      if (share.size() != filters) RefuseMessage();
      shares.push_back(std::move(share));
    };
    Ask<std::vector<KnownLoops>>(take, RankStep::kFindLoops, std::move(begins));
    known_.resize(filters);
    for (std::size_t filter = 0; filter < filters; ++filter) {
      KnownLoops& known = known_[filter];
      for (const auto& share : shares) {
        std::ranges::copy(share[filter].names, std::back_inserter(known.names));
      }
      std::ranges::sort(known.names);
      known.names.erase(std::unique(known.names.begin(), known.names.end()), known.names.end());
      LoopTable loops;
      for (const auto& share : shares) AddLoops(share[filter], known.names, loops);
      known.bodies = BodiesOf(loops, 0);
    }
  }

  // Adds the loops of a share, with function ids that are indices in `names`.
  static void AddLoops(const KnownLoops& share, const std::vector<std::string>& names, LoopTable& loops) {
    SequenceBounds(share.names.size()).AddLoops(share.bodies);
    Renumbering numbers;
    for (const std::string& name : share.names) {
      numbers.functions.emplace_back(static_cast<std::size_t>(std::ranges::lower_bound(names, name) - names.begin()));
    }
    LoopTable own;
    AddBodies(share.bodies, own);
    MergeLoops(own, 0, numbers, loops);
  }

  std::vector<FoldedTraces> Fold() {
    std::vector<FoldedAnswer> shares;
    const auto take = [&](FoldedAnswer& share) {
      Check(share);
      shares.push_back(std::move(share));
    };
    Ask<FoldedAnswer>(take, RankStep::kFold, known_);
    for (std::size_t run = 0; run < runs_; ++run) {
      std::vector<RunSummary> parts;
      for (FoldedAnswer& share : shares) parts.push_back(std::move(share.summaries[run]));
      CheckSummary(summaries_.emplace_back(JoinSummaries(std::move(parts))));
    }
    std::vector<FoldedTraces> folded;
    for (std::size_t filter = 0; filter < known_.size(); ++filter) folded.push_back(JoinFilter(filter, shares));
    return folded;
  }

  // Checks the sizes and indices of an answer, and that its summaries and its folded traces have the same threads.
  void Check(const FoldedAnswer& share) const {
    if (share.summaries.size() != runs_ || share.filters.size() != known_.size()) RefuseMessage();
    for (const RunSummary& run : share.summaries) CheckSummary(run);
    for (std::size_t filter = 0; filter < known_.size(); ++filter) {
      SequenceBounds bounds(known_[filter].names.size());
      bounds.AddLoops(known_[filter].bodies);
      bounds.AddLoops(share.filters[filter].bodies);
      const std::vector<std::vector<FoldedItems>>& runs = share.filters[filter].runs;
      if (runs.size() != runs_) RefuseMessage();
      for (std::size_t run = 0; run < runs_; ++run) {
        const auto id_of = [](const FoldedItems& items) { return items.thread.id; };
        if (!std::ranges::equal(runs[run], share.summaries[run].threads, {}, id_of, &ThreadSummary::id)) {
          RefuseMessage();
        }
        for (const FoldedItems& thread : runs[run]) bounds.Check(thread.items);
      }
    }
  }

  // Each share numbers its new loops independently, after the known ones; joining merges them into one table.
  FoldedTraces JoinFilter(std::size_t filter, std::vector<FoldedAnswer>& answers) const {
    LoopTable known;
    AddBodies(known_[filter].bodies, known);
    std::vector<FoldedShare> shares;
    for (FoldedAnswer& answer : answers) {
      FoldedByFilter& folded = answer.filters[filter];
      FoldedShare& share = shares.emplace_back(FoldedShare{known, std::move(folded.runs)});
      AddBodies(folded.bodies, share.loops);
    }
    FoldedTraces folded = JoinShares(options_.filters[filter], known_[filter].names, known, std::move(shares));
    RequireCalls(folded);
    return folded;
  }

  void Count(const FoldedTraces& folded) {
    for (std::size_t run = 0; run < runs_; ++run) {
      result_.runs[run].functions = summaries_[run].names.size();
      result_.runs[run].threads = folded.runs[run].size();
      for (const FoldedThread& thread : folded.runs[run]) result_.runs[run].calls += thread.recorded;
    }
  }

  void AddTimes() {
    std::vector<CallPlace> places = PlacesOf(result_.ranking.ranking);
    if (places.empty()) return;
    CallStarts starts(places.size());
    const auto take = [&](const CallStarts& share) {
      if (share.size() != starts.size()) RefuseMessage();
      // A thread is in only one share, so at most one answer has its start.
      for (std::size_t i = 0; i < share.size(); ++i) {
        if (share[i]) starts[i] = share[i];
      }
    };
    Ask<CallStarts>(take, RankStep::kFindStarts, std::move(places));
    SetTimes(starts, summaries_, result_.ranking.ranking);
  }

  const AskShares& ask_;
  const std::size_t good_, runs_;
  const RankOptions& options_;
  std::vector<KnownLoops> known_;      // indexed by filter
  std::vector<RunSummary> summaries_;  // indexed by run
  SharedRanking result_;
};

}  // namespace

SharedRanking RankShares(const AskShares& ask, std::size_t good, std::size_t bad, const RankOptions& options) {
  if (good != 0 || bad != 1) RequireRuns(good, bad);
  return ShareRanker(ask, good, bad, options).Run();
}

}  // namespace profdiff
