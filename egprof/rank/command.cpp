// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof rank`: read runs, select calls, fold loops, rank threads, write. If there is only one run, it
// is folded and shown.
// Tests: tests/cli/rank/run.py.
#include "egprof/rank/command.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "egprof/commands.h"
#include "egprof/executions/copies.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/file_plan.h"
#include "egprof/process/threads.h"
#include "egprof/rank/options.h"
#include "egprof/rank/outputs.h"
#include "egprof/rank/stacks.h"
#include "profdiff/error.h"
#include "profdiff/ranking.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

using profdiff::Input;
using profdiff::Trace;

constexpr std::size_t kNamed = 5;  // number of threads that the message of a gate names

// Loads a run. Missing parts of a good run affect the exit status; those of a bad run are only noted.
Trace Load(const ThreadRankOptions& options, const Input& input, bool is_good, Console& console) {
  Trace trace = profdiff::ReadTrace(input, RankReadingOf(options, is_good));
  if (ReportMissing(trace, input.path(), console.messages) && is_good) console.status.LeaveOut();
  Trace selected = profdiff::SelectCalls(std::move(trace), options.filter).trace;
  CountCalls(selected, console.stages.sizes);
  return selected;
}

std::vector<Trace> LoadAll(const ThreadRankOptions& options, const std::vector<Input>& inputs, bool is_good,
                           Console& console) {
  std::vector<Trace> traces;
  for (const Input& input : inputs) traces.push_back(Load(options, input, is_good, console));
  return traces;
}

std::vector<const Trace*> PointersTo(const std::vector<Trace>& traces) {
  std::vector<const Trace*> pointers;
  for (const Trace& trace : traces) pointers.push_back(&trace);
  return pointers;
}

bool Holds(const profdiff::Gate& gate, double change, double noise, double beyond) {
  profdiff::Gate::Figures figures;
  figures.change.more = change;
  figures.noise.more = noise;
  figures.beyond.more = beyond;
  return gate.Holds(figures);
}

// True if a condition holds for a thread; nullopt if this depends on a change that is unknown.
std::optional<bool> Holds(const profdiff::Gate& gate, const profdiff::RankedThread& thread) {
  if (thread.is_known) return Holds(gate, thread.change, thread.noise, thread.beyond);
  constexpr int kSteps = 100;
  int held = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double change = static_cast<double>(i) / kSteps;
    held += Holds(gate, change, thread.noise, std::max(0.0, change - thread.noise)) ? 1 : 0;
  }
  if (held != 0 && held <= kSteps) return {};
  return held != 0;
}

void CheckGates(const ThreadRankOptions& options, const profdiff::Ranking& ranking, const GateLog& log) {
  for (const profdiff::Gate& gate : options.gates) {
    std::vector<profdiff::ThreadKey> offenders;
    std::size_t unknown = 0;
    for (const profdiff::RankedThread& thread : ranking.threads) {
      const std::optional<bool> holds = Holds(gate, thread);
      if (holds.value_or(false)) offenders.push_back(thread.id);
      if (!holds) ++unknown;
    }
    const auto name = [&](std::size_t i) {
      return std::to_string(offenders[i].rank) + "." + std::to_string(offenders[i].thread);
    };
    log.Fail(gate.text(), "thread", offenders.size(), name, kNamed);
    if (!offenders.empty() || unknown == 0) continue;
    log.NoteBlind(gate.text() + ": cannot tell for " + profdiff::Plural(unknown, "thread") +
                  ", because functions are known only by their addresses");
  }
}

profdiff::ThreadRanking LoadAndRank(const ThreadRankOptions& options, Console& console) {
  const std::vector<Trace> good = LoadAll(options, options.good, true, console);
  const std::vector<Trace> bad = LoadAll(options, options.bad, false, console);
  console.stages.Begin(Stage::kAnalyse);
  const profdiff::RankOptions ranking = RankingOptions(options);
  return bad.empty() ? profdiff::DescribeThreads(good.front(), ranking)
                     : profdiff::RankThreads(PointersTo(good), PointersTo(bad), ranking);
}

// Returns the command that shows what the first suspect did; empty if no good run has that thread.
std::string HintFor(const profdiff::ThreadRanking& result) {
  if (result.suspects.empty()) return "";
  const profdiff::ThreadKey id = result.suspects.front();
  if (std::ranges::find(result.ranking.threads, id, &profdiff::RankedThread::id) == result.ranking.threads.end()) {
    return "";
  }
  const std::string name = std::to_string(id.rank) + "." + std::to_string(id.thread);
  return "'egprof rank --diffnlr=" + name + " ...' shows the calls of " + name + " beside those of a good run";
}

void RunRank(ThreadRankOptions options, Console& console) {
  if (options.threads == 0) options.threads = OwnThreads();
  RunRankWith(LoadAndRank, std::move(options), console);
}

std::vector<HelpWord> FilterWords() {
  std::vector<HelpWord> words;
  for (const profdiff::FilterGroup& group : profdiff::FilterGroups()) {
    // The group without expressions has those that the user gives.
    const std::string meaning = group.expression.empty()
                                    ? "the expressions of --cust"
                                    : std::string(group.meaning) + ": " + std::string(group.expression);
    words.push_back({std::string(group.name), meaning});
  }
  return words;
}

constexpr profdiff::InputNeed kRankTakes[] = {{profdiff::InputKind::kTrace}};

}  // namespace

profdiff::TraceOptions RankReadingOf(const ThreadRankOptions& options, bool is_good) {
  profdiff::TraceOptions reading;
  reading.threads = options.threads;
  reading.salvage = options.Salvages(is_good);
  reading.values = reading.communications = true;
  return reading;
}

profdiff::RankOptions RankingOptions(const ThreadRankOptions& options) {
  profdiff::RankOptions ranking = options.ranking;
  ranking.threads = options.threads;
  ranking.count_concepts = options.WritesDocument();
  return ranking;
}

void RunRankWith(const RunRanker& rank, ThreadRankOptions options, Console& console) {
  if (options.TakesStacks()) return RunStacks(options, console);
  if (options.page) profdiff::RequirePages();
  for (const auto* runs : {&options.good, &options.bad}) profdiff::RequireKinds(*runs, kRankTakes);
  RefuseTwins(options.good);
  PlanRankFiles(options, console.files);
  console.stages.Begin(Stage::kReadTraces);
  console.stages.sizes.traces = options.good.size() + options.bad.size();
  const profdiff::ThreadRanking result = rank(options, console);

  console.stages.Begin(Stage::kWrite);
  // In a report about a single run, that run is shown as the bad one.
  const bool alone = options.bad.empty();
  const profdiff::RankingView view{result,
                                   options.ranking,
                                   alone ? std::vector<std::string>() : PathsOf(options.good),
                                   PathsOf(alone ? options.good : options.bad),
                                   options.listing.names.demangle,
                                   console.out.columns};
  WriteRankOutputs(options, view, console.out, console.files);
  if (options.WritesText() && !options.HasOtherText() && !ReplacesReport(options)) {
    console.hint = HintFor(result);
  }
  CheckGates(options, result.ranking, console.gate_log());
}

constexpr Command kRankCommand = {
    .word = "rank",
    .summary = "finds the thread that behaves differently",
    .operands =
        "[OPTION]... GOOD... --against BAD...\n[OPTION]... RUN\n--stacks DIR... [--against DIR...]\n--attach=PID,... "
        "[--against DIR...]",
    .about =
        "Compares recordings of a parallel program that hangs, crashes, is wrong or slow with recordings of good "
        "runs: it shows which process and thread to look at, from which call on it differs, where it stopped, and "
        "which threads wait with it. A single run is folded and printed. A run is a trace that 'egprof trace' can "
        "read: a directory recorded by uftrace, a directory of such directories, one for each rank; an OTF2 archive; "
        "or a file in Chrome's JSON format. Stacks of a program that hangs need no recording.",
    .notes =
        "A CODE such as 11.mpi.ompcrit.cust.0K10 has two digits, 1 to drop returns and 1 to drop stubs (.plt); "
        "groups of functions; 1 for every function or 0 for only those of the groups; and, after K, the longest loop "
        "body. See egprof-rank(1) for more.",
    .words_heading = "Groups of a CODE, and the expressions of their functions",
    .words = FilterWords,
    .operand = "run",
    .takes = Taking<kRankTakes>,
    .examples =
        "rank good.1 good.2 --against hang\twhich thread to look at, and from which call on\n"
        "rank --diffnlr=2.3 good.1 good.2 --against hang\tthread 3 of rank 2 beside the same one of a good run\n"
        "rank --attach=17,18\twhere running processes wait, and for whom",
    .page = "egprof-rank",
    .rows = RankRows,
    .parse = ParseTo<ThreadRankOptions, ParseRankOptions>,
    .run = RunOn<ThreadRankOptions, RunRank>,
};

}  // namespace egprof
