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
RankShare LoadShare(const Messages& messages, const ThreadRankOptions& options) {
  std::vector<std::string> paths = options.good;
  paths.insert(paths.end(), options.bad.begin(), options.bad.end());
  RankShare share(paths.size(), RankingOptions(options), options.filter);
  for (std::size_t run = 0; run < paths.size(); ++run) {
    profdiff::TraceOptions reading;
    reading.threads = options.threads;
    reading.salvage = options.Salvages(run < options.good.size());
    LoadRankShare(paths[run], run, reading, OwnRanks(messages), share);
  }
  return share;
}

// Answers requests. The ranks are loaded at the first request, so that an error can be sent as an answer.
Answerer AnswererFor(const Messages& messages, const ThreadRankOptions& options, std::optional<RankShare>& share) {
  return [&](const std::string& request) {
    if (!share) share.emplace(LoadShare(messages, options));
    return share->Answer(request);
  };
}

void Report(const ThreadRankOptions& options, const std::vector<profdiff::SharedRun>& runs, Output& output) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool is_good = i < options.good.size();
    const std::string& path = is_good ? options.good[i] : options.bad[i - options.good.size()];
    if (ReportMissing(runs[i].missing, runs[i].remarks, path, output) && is_good) output.status = kPartialStatus;
    output.stages.sizes.functions += runs[i].functions;
    output.stages.sizes.trace_threads += runs[i].threads;
    output.stages.sizes.calls += runs[i].calls;
  }
}

profdiff::ThreadRanking Rank(Agents& agents, const Messages& messages, const ThreadRankOptions& options,
                             Output& output) {
  std::optional<RankShare> share;
  const Answerer own = AnswererFor(messages, options, share);
  const auto ask = [&](const std::string& request) {
    std::vector<std::string> answers(1);
    agents.Ask(
        request, [&] { answers[0] = own(request); }, [&](const std::string& answer) { answers.push_back(answer); });
    return answers;
  };
  const std::size_t good = options.bad.empty() ? 0 : options.good.size(),
                    bad = options.bad.size() + (good == 0 ? 1 : 0);
  profdiff::SharedRanking shared = RankShares(ask, good, bad, RankingOptions(options));
  Report(options, shared.runs, output);
  return std::move(shared.ranking);
}

}  // namespace

void RunSharedRank(Agents& agents, const Messages& messages, const ThreadRankOptions& options, Output& output) {
  const auto rank = [&](const ThreadRankOptions& planned, Output& out) { return Rank(agents, messages, planned, out); };
  RunRankWith(rank, options, output);
}

void ServeSharedRank(Messages& messages, const ThreadRankOptions& options) {
  std::optional<RankShare> share;
  AnswerRequests(messages, AnswererFor(messages, options, share));
}

}  // namespace egprof
