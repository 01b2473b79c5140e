// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof rank`: read runs, select calls, fold loops, rank threads, write. If there is only one run, it
// is folded and shown.
// Tests: tests/cli/rank/run.py.
#include "egprof/rank/command.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "egprof/commands.h"
#include "egprof/executions/traces.h"
#include "egprof/process/threads.h"
#include "egprof/rank/options.h"
#include "egprof/rank/outputs.h"
#include "profdiff/error.h"
#include "profdiff/ranking.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

using profdiff::Trace;

constexpr std::size_t kNamed = 5;  // number of threads that the message of a gate names

// Loads a run. Missing parts of a good run affect the exit status; those of a bad run are only noted.
Trace Load(const ThreadRankOptions& options, const std::string& path, bool is_good, Output& output) {
  Trace trace = LoadTrace(path, options.Salvages(is_good), options.threads);
  if (ReportMissing(trace, path, output) && is_good) output.status = kPartialStatus;
  Trace selected = profdiff::SelectCalls(std::move(trace), options.filter).trace;
  CountCalls(selected, output.stages.sizes);
  return selected;
}

std::vector<Trace> LoadAll(const ThreadRankOptions& options, const std::vector<std::string>& paths, bool is_good,
                           Output& output) {
  std::vector<Trace> traces;
  for (const std::string& path : paths) traces.push_back(Load(options, path, is_good, output));
  return traces;
}

// Refuses a good run that is given twice, because the noise between good runs would then look smaller than it is.
void RefuseTwins(const std::vector<std::string>& good) {
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      std::error_code ignored;
      if (!std::filesystem::equivalent(good[i], good[j], ignored)) continue;
      throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                            good[i] + ": this good run is given twice; noise can only be measured from different runs",
                            good[i]);
    }
  }
}

std::vector<const Trace*> PointersTo(const std::vector<Trace>& traces) {
  std::vector<const Trace*> pointers;
  for (const Trace& trace : traces) pointers.push_back(&trace);
  return pointers;
}

void CheckGates(const ThreadRankOptions& options, const profdiff::Ranking& ranking, Output& output) {
  for (const profdiff::Gate& gate : options.gates) {
    std::vector<profdiff::ThreadKey> offenders;
    for (const profdiff::RankedThread& thread : ranking.threads) {
      profdiff::Gate::Figures figures;
      figures.beyond.more = thread.beyond;
      figures.change.more = thread.change;
      figures.noise.more = thread.noise;
      if (gate.Holds(figures)) offenders.push_back(thread.id);
    }
    const auto name = [&](std::size_t i) {
      return std::to_string(offenders[i].rank) + "." + std::to_string(offenders[i].thread);
    };
    output.FailGate(gate.text(), "thread", offenders.size(), name, kNamed);
  }
}

profdiff::ThreadRanking LoadAndRank(const ThreadRankOptions& options, Output& output) {
  const std::vector<Trace> good = LoadAll(options, options.good, true, output);
  const std::vector<Trace> bad = LoadAll(options, options.bad, false, output);
  output.stages.Begin(Stage::kAnalyse);
  const profdiff::RankOptions ranking = RankingOptions(options);
  return bad.empty() ? profdiff::DescribeThreads(good.front(), ranking)
                     : profdiff::RankThreads(PointersTo(good), PointersTo(bad), ranking);
}

void RunRank(ThreadRankOptions options, Output& output) {
  if (options.threads == 0) options.threads = OwnThreads();
  RunRankWith(LoadAndRank, std::move(options), output);
}

std::vector<HelpWord> FilterWords() {
  std::vector<HelpWord> words;
  for (const profdiff::FilterGroup& group : profdiff::FilterGroups()) {
    const std::string expression = group.expression.empty() ? "" : ": " + std::string(group.expression);
    words.push_back({std::string(group.name), std::string(group.meaning) + expression});
  }
  return words;
}

}  // namespace

profdiff::RankOptions RankingOptions(const ThreadRankOptions& options) {
  profdiff::RankOptions ranking = options.ranking;
  ranking.threads = options.threads;
  ranking.count_concepts = options.WritesDocument();
  return ranking;
}

void RunRankWith(const RunRanker& rank, ThreadRankOptions options, Output& output) {
  if (options.page) profdiff::RequirePages();
  RefuseTwins(options.good);
  PlanRankFiles(options, output.files);
  output.stages.Begin(Stage::kReadTraces);
  output.stages.sizes.traces = options.good.size() + options.bad.size();
  const profdiff::ThreadRanking result = rank(options, output);

  output.stages.Begin(Stage::kWrite);
  // In a report about a single run, that run is shown as the bad one.
  const bool alone = options.bad.empty();
  const profdiff::RankingView view{result,
                                   options.ranking,
                                   alone ? std::vector<std::string>() : options.good,
                                   alone ? options.good : options.bad,
                                   options.listing.names.demangle,
                                   output.columns};
  WriteRankOutputs(options, view, output);
  CheckGates(options, result.ranking, output);
}

constexpr Command kRankCommand = {
    .word = "rank",
    .summary = "finds the thread that behaves differently",
    .operands = "[OPTION]... GOOD... --against BAD...\n[OPTION]... RUN",
    .about =
        "Compares recordings of a parallel program that hangs, crashes, is wrong or slow with recordings of good "
        "runs: it shows which process and thread to look at, from which call on it differs, where it stopped, and "
        "which threads wait with it. A single run is folded and printed. A run is a trace that 'egprof trace' can "
        "read: a directory recorded by uftrace, a directory of such directories, one for each rank; an OTF2 archive; "
        "or a file "
        "in Chrome's JSON format.",
    .notes =
        "A CODE such as 11.mpi.ompcrit.cust.0K10 has two digits, 1 to drop returns and 1 to drop stubs (.plt); "
        "groups of functions; 1 for every function or 0 for only those of the groups; and, after K, the longest loop "
        "body. See egprof-rank(1) for more.",
    .words_heading = "Groups of a CODE, and the expressions of their functions",
    .words = FilterWords,
    .operand = "run",
    .page = "egprof-rank",
    .rows = RankRows,
    .parse = ParseTo<ThreadRankOptions, ParseRankOptions>,
    .run = RunOn<ThreadRankOptions, RunRank>,
};

}  // namespace egprof
