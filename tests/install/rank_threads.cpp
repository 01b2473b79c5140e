// SPDX-License-Identifier: GPL-3.0-or-later
// Names the threads that behave differently in one recorded execution than in others.
//   rank_threads GOOD... BAD
#include <profdiff/alignment.h>
#include <profdiff/ranking.h>
#include <profdiff/trace.h>

#include <iostream>
#include <vector>

using namespace profdiff;

static void Rank(char** paths, int count) {
  std::vector<Trace> traces;
  for (int i = 0; i < count; ++i) traces.push_back(SelectCalls(ReadTrace(paths[i]), {}).trace);
  std::vector<const Trace*> runs;
  for (const Trace& trace : traces) runs.push_back(&trace);
  const Runs good = Runs(runs).first(runs.size() - 1), bad = Runs(runs).last(1);
  const ThreadRanking ranking = RankThreads(good, bad);
  std::cout << NameOf(ranking.verdict) << '\n';
  for (const ThreadKey id : ranking.suspects) std::cout << "suspect: " << id.rank << '.' << id.thread << '\n';
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  try {
    Rank(argv + 1, argc - 1);
  } catch (const Error& error) {
    std::cerr << TextOf(error.message()) << '\n';
    return 1;
  }
}
