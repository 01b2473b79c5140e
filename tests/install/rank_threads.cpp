// SPDX-License-Identifier: GPL-3.0-or-later
// Names the threads that behave differently in one recorded execution than in others, or those that are the cause if a
// running program stopped.
//   rank_threads GOOD... BAD
//   rank_threads --stacks DIRECTORY...
#include <profdiff/alignment.h>
#include <profdiff/ranking.h>
#include <profdiff/stacks.h>
#include <profdiff/trace.h>

#include <iostream>
#include <string_view>
#include <vector>

using namespace profdiff;

static void WriteSuspects(RankVerdict verdict, const std::vector<ThreadKey>& suspects) {
  std::cout << NameOf(verdict) << '\n';
  for (const ThreadKey id : suspects) std::cout << "suspect: " << id.rank << '.' << id.thread << '\n';
}

static void RankStacks(char** directories, int count) {
  const StackFindings found = CompareStacks(ReadStackSnapshots({directories, directories + count}));
  WriteSuspects(found.verdict, found.suspects);
}

static void Rank(char** paths, int count) {
  std::vector<Trace> traces;
  for (int i = 0; i < count; ++i) traces.push_back(SelectCalls(ReadTrace(paths[i]), {}).trace);
  std::vector<const Trace*> runs;
  for (const Trace& trace : traces) runs.push_back(&trace);
  const Runs good = Runs(runs).first(runs.size() - 1), bad = Runs(runs).last(1);
  const ThreadRanking ranking = RankThreads(good, bad);
  WriteSuspects(ranking.verdict, ranking.suspects);
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  try {
    argv[1] == std::string_view("--stacks") ? RankStacks(argv + 2, argc - 2) : Rank(argv + 1, argc - 1);
  } catch (const Error& error) {
    std::cerr << TextOf(error.message()) << '\n';
    return 1;
  }
}
