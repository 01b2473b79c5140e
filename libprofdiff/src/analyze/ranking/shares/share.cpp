// SPDX-License-Identifier: GPL-3.0-or-later
// Answers the four requests of a distributed ranking, using the traces of this process. Results of other processes
// arrive only in the requests, so the answers do not depend on the number of processes.
// Tests: tests/unit/analyze/ranking/shares_test.cpp.
#include <utility>
#include <vector>

#include "analyze/ranking/rank.h"
#include "analyze/ranking/shares/messages.h"
#include "profdiff/parts.h"
#include "values/first_start.h"

namespace profdiff {

struct RankShare::State {
  RankOptions options;
  CallFilter filter;
  std::vector<Trace> traces;  // indexed by run
  std::vector<std::vector<RankNotes>> notes;
  std::vector<KeptNames> names;  // indexed by filter
  RankStep next = RankStep::kDescribe;

  std::vector<const Trace*> Runs() const {
    std::vector<const Trace*> runs;
    for (const Trace& trace : traces) runs.push_back(&trace);
    return runs;
  }

  std::string Describe() const {
    std::vector<RunDescription> runs;
    for (std::size_t run = 0; run < traces.size(); ++run) {
      RunDescription& made = runs.emplace_back();
      made.begin = FindFirstStart(traces[run]);
      made.threads = traces[run].threads.size();
      made.notes = notes[run];
    }
    return PackValues(std::move(runs));
  }

  // Selects calls by time since the start of the whole run. That start is known only after the answers of all shares to
  // the first request have been joined.
  void Select(const RunBegins& begins) {
    if (begins.size() != traces.size()) RefuseMessage();
    for (std::size_t run = 0; run < traces.size(); ++run) {
      filter.begin = begins[run];
      traces[run] = SelectCalls(std::move(traces[run]), filter).trace;
    }
  }

  // Makes the first pass of folding, over this share's threads alone.
  std::string FindLoopsOfFilters() const {
    std::vector<KnownLoops> found;
    const std::vector<const Trace*> runs = Runs();
    for (const RankFilter& code : options.filters) {
      KeptNames kept = FindKeptNames(runs, code);
      const LoopTable loops = FindLoops(runs, kept, code, options.threads);
      found.push_back({std::move(kept.names), BodiesOf(loops, 0)});
    }
    return PackValues(std::move(found));
  }

  // Makes the second pass of folding, with the loops and function names of all shares, so that an id means the same
  // function in every share.
  std::string Fold(std::vector<KnownLoops> known) {
    if (known.size() != options.filters.size()) RefuseMessage();
    const std::vector<const Trace*> runs = Runs();
    FoldedAnswer answer;
    for (std::size_t i = 0; i < known.size(); ++i) {
      names.push_back(FindKeptNames(runs, options.filters[i], known[i].names));
      // Refuses a request whose names are not sorted, or that lacks a name that this share keeps.
      if (names.back().names != known[i].names) RefuseMessage();
      SequenceBounds(known[i].names.size()).AddLoops(known[i].bodies);
      LoopTable loops;
      AddBodies(known[i].bodies, loops);
      FoldedShare folded = FoldShare(runs, names.back(), options.filters[i], loops, options.threads);
      answer.filters.push_back({BodiesOf(folded.loops, loops.size()), std::move(folded.runs)});
    }
    answer.summaries = SummarizeRuns(runs, options.threads);
    return PackValues(std::move(answer));
  }

  std::string Answer(std::string_view request) {
    Unpacker unpacker(request);
    RankStep step{};
    unpacker(step);
    // Refuses requests that are out of order, as each step uses results of earlier steps.
    if (step != next) RefuseMessage();
    next = static_cast<RankStep>(static_cast<int>(step) + 1);
    switch (step) {
      case RankStep::kDescribe:
        UnpackMessage(request, step);
        return Describe();
      case RankStep::kFindLoops: {
        RunBegins begins;
        UnpackMessage(request, step, begins);
        Select(begins);
        return FindLoopsOfFilters();
      }
      case RankStep::kFold: {
        std::vector<KnownLoops> known;
        UnpackMessage(request, step, known);
        return Fold(std::move(known));
      }
      case RankStep::kFindStarts: {
        std::vector<CallPlace> places;
        UnpackMessage(request, step, places);
        return PackValues(FindStarts(Runs(), names.front(), places, options.threads));
      }
    }
    RefuseMessage();
  }
};

RankShare::RankShare(std::size_t runs, RankOptions options, CallFilter filter) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
  state_->filter = std::move(filter);
  state_->traces.resize(runs);
  state_->notes.resize(runs);
}
RankShare::~RankShare() = default;
RankShare::RankShare(RankShare&&) noexcept = default;
RankShare& RankShare::operator=(RankShare&&) noexcept = default;

void RankShare::Add(std::size_t run, Trace ranks, std::vector<RankNotes> notes) {
  state_->traces.at(run) = std::move(ranks);
  state_->notes.at(run) = std::move(notes);
}

std::string RankShare::Answer(std::string_view request) { return state_->Answer(request); }

}  // namespace profdiff
