// SPDX-License-Identifier: GPL-3.0-or-later
// `egprof rank` with the ranks shared among processes: each process reads and folds its own ranks of every run.
// Tests: tests/cli/rank/distributed.py.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "egprof/executions/traces.h"
#include "egprof/mpi/commands.h"
#include "egprof/rank/command.h"
#include "profdiff/parts.h"

namespace egprof {
namespace {

using profdiff::RankShare;

// Loads the ranks of this process. Errors: those of LoadRankShare.
RankShare LoadShare(const Processes& processes, const ThreadRankOptions& options) {
  std::vector<profdiff::Input> inputs = options.good;
  inputs.insert(inputs.end(), options.bad.begin(), options.bad.end());
  RankShare share(inputs.size(), RankingOptions(options), options.filter);
  for (std::size_t run = 0; run < inputs.size(); ++run) {
    const profdiff::TraceOptions reading = RankReadingOf(options, run < options.good.size());
    LoadRankShare(inputs[run], run, reading, OwnRanks(processes), share);
  }
  return share;
}

// Answers requests. The ranks are loaded at the first request, so that an error can be sent as an answer.
Answerer AnswererFor(const Processes& processes, const ThreadRankOptions& options, std::optional<RankShare>& share) {
  return [&](const std::string& request) {
    if (!share) share.emplace(LoadShare(processes, options));
    return share->Answer(request);
  };
}

void Report(const ThreadRankOptions& options, const std::vector<profdiff::SharedRun>& runs, Console& console) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool is_good = i < options.good.size();
    const std::string& path = (is_good ? options.good[i] : options.bad[i - options.good.size()]).path();
    if (ReportMissing(runs[i].missing, runs[i].remarks, path, console.messages) && is_good) console.status.LeaveOut();
    console.stages.sizes.functions += runs[i].functions;
    console.stages.sizes.trace_threads += runs[i].threads;
    console.stages.sizes.calls += runs[i].calls;
  }
}

profdiff::ThreadRanking Rank(Agents& agents, const Processes& processes, const ThreadRankOptions& options,
                             Console& console) {
  std::optional<RankShare> share;
  const Answerer own = AnswererFor(processes, options, share);
  const auto ask = [&](const std::string& request) {
    std::vector<std::string> answers(1);
    agents.Ask(
        request, [&] { answers[0] = own(request); }, [&](const std::string& answer) { answers.push_back(answer); });
    return answers;
  };
  const std::size_t good = options.bad.empty() ? 0 : options.good.size(),
                    bad = options.bad.size() + (good == 0 ? 1 : 0);
  profdiff::SharedRanking shared = RankShares(ask, good, bad, RankingOptions(options));
  Report(options, shared.runs, console);
  return std::move(shared.ranking);
}

}  // namespace

void RunSharedRank(Agents& agents, const Processes& processes, const ThreadRankOptions& options, Console& console) {
  const auto rank = [&](const ThreadRankOptions& planned, Console& to) { return Rank(agents, processes, planned, to); };
  RunRankWith(rank, options, console);
}

void ServeSharedRank(Processes& processes, const ThreadRankOptions& options) {
  std::optional<RankShare> share;
  AnswerRequests(processes, AnswererFor(processes, options, share));
}

}  // namespace egprof
