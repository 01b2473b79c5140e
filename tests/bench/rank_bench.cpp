// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long it takes to fold traces into loops, to compare threads and to refuse a lattice that has too many
// concepts, and prints tables in Markdown. Not a test: it neither passes nor fails.
//
//   rank_bench [THREADS]
//
// Folding is measured in processor time of one thread, which other programs on the machine affect less.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "analyze/loops/fold.h"
#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

constexpr std::size_t kCalls = 8'000'000;

double Now(bool of_processor) {
  if (of_processor) return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Work>
double Seconds(bool of_processor, const Work& work) {
  const double begin = Now(of_processor);
  work();
  return Now(of_processor) - begin;
}

// One thread whose calls are all on the top level, one after another.
class FlatTrace {
 public:
  FlatTrace() {
    for (int i = 0; i < 1024; ++i) trace_.names.push_back("f" + std::to_string(i));
    trace_.threads.resize(1);
  }

  void Call(std::size_t name) {
    CallTree& calls = trace_.threads[0].calls;
    calls.function.emplace_back(name);
    calls.end.push_back(static_cast<std::uint32_t>(calls.size()));
  }
  std::size_t size() const { return trace_.threads[0].calls.size(); }
  const Trace& trace() const { return trace_; }

 private:
  Trace trace_;
};

FlatTrace NestedLoops(std::size_t calls) {
  FlatTrace trace;
  while (trace.size() < calls) {
    trace.Call(0);
    for (int i = 0; i < 10; ++i) {
      trace.Call(1);
      for (int j = 0; j < 10; ++j) trace.Call(2 + static_cast<std::size_t>(j) % 2);
    }
  }
  return trace;
}

FlatTrace LongPeriod(std::size_t calls) {
  FlatTrace trace;
  for (std::size_t i = 0; i < calls; ++i) trace.Call(i % 10);
  return trace;
}

FlatTrace VaryingLengths(std::size_t calls) {
  std::mt19937 random(1);
  FlatTrace trace;
  while (trace.size() < calls) {
    trace.Call(0);
    for (int i = std::uniform_int_distribution<int>(1, 20)(random); i > 0; --i) {
      trace.Call(1);
      trace.Call(2);
    }
  }
  return trace;
}

FlatTrace NoLoops(std::size_t calls) {
  std::mt19937 random(2);
  FlatTrace trace;
  for (std::size_t i = 0; i < calls; ++i) trace.Call(random() % 1024);
  return trace;
}

// Measures how long both passes of folding one trace take.
void MeasureFold(const char* what, FlatTrace (*make)(std::size_t), std::uint32_t longest_body, std::size_t calls) {
  const FlatTrace trace = make(calls);
  const std::vector<const Trace*> runs = {&trace.trace()};
  RankFilter filter;
  filter.longest_body = longest_body;
  std::size_t entries = 0;
  const double seconds = Seconds(true, [&] { entries = FoldTraces(runs, filter).runs[0][0].entries.size(); });
  std::printf("| %s | %u | %zu | %zu | %.2f s | %.1f |\n", what, longest_body, trace.size(), entries, seconds,
              static_cast<double>(trace.size()) / 1e6 / seconds);
  std::fflush(stdout);
}

void MeasureFolding() {
  std::printf("| folding | K | calls | entries | both passes | million calls a second |\n|---|---|---|---|---|---|\n");
  for (const std::uint32_t longest_body : {10U, 50U}) {
    MeasureFold("nested loops", NestedLoops, longest_body, kCalls);
    MeasureFold("nested loops, half", NestedLoops, longest_body, kCalls / 2);
    MeasureFold("one long period", LongPeriod, longest_body, kCalls);
    MeasureFold("loops of varying length", VaryingLengths, longest_body, kCalls);
    MeasureFold("no loops", NoLoops, longest_body, kCalls);
  }
}

std::vector<AttributeSet> RandomSets(std::size_t objects, std::uint32_t attributes) {
  std::mt19937 random(3);
  std::vector<AttributeSet> sets(objects);
  for (AttributeSet& set : sets) {
    for (std::uint32_t m = 0; m < attributes; ++m) {
      if (random() % 4 == 0) set.push_back(m);
    }
  }
  return sets;
}

void MeasureSimilarities(const char* what, const std::vector<AttributeSet>& sets, unsigned threads) {
  std::size_t classes = 0;
  const double seconds = Seconds(threads == 1, [&] { classes = FindSimilarities(sets, threads).classes(); });
  std::printf("| %s | %zu | %zu | %u | %.2f s |\n", what, sets.size(), classes, threads, seconds);
  std::fflush(stdout);
}

void MeasureLattice() {
  FormalContext context;
  context.objects.resize(24);
  for (std::uint32_t g = 0; g < 24; ++g) {
    context.attributes.push_back("m" + std::to_string(g));
    for (std::uint32_t m = 0; m < 24; ++m) {
      if (m != g) context.objects[g].push_back(m);
    }
  }
  bool refused = false;
  const double seconds = Seconds(true, [&] { refused = !MakeLattice(context); });
  std::printf("\n24 threads that each lack another one of 24 attributes: %s in %.2f s\n",
              refused ? "refused" : "NOT REFUSED", seconds);
}

int Main(unsigned threads) {
  MeasureFolding();
  std::printf("\n| similarities | threads | classes | at work | time |\n|---|---|---|---|---|\n");
  const std::vector<AttributeSet> sets = RandomSets(16384, 1024);
  MeasureSimilarities("1,024 attributes", sets, 1);
  if (threads > 1) MeasureSimilarities("1,024 attributes", sets, threads);
  std::vector<AttributeSet> alike(sets.begin(), sets.begin() + 64);
  while (alike.size() < sets.size()) alike.push_back(alike[alike.size() % 64]);
  MeasureSimilarities("the same, of 64 classes", alike, 1);
  MeasureLattice();
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace profdiff

int main(int argc, char** argv) { return profdiff::Main(argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 2); }
