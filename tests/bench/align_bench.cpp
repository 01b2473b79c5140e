// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long alignments take, and prints tables in Markdown: one for sequences, compared with Hirschberg's
// algorithm in the same run, and one for call trees. The splitting factor of a call tree is the length of its lists of
// calls. Not a test: it neither passes nor fails.
//
//   align_bench quick|full [THREADS]
//
// Work on one thread is measured in processor time, which other programs on the machine affect less.
//
// Source of the cases: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm,
// Figs 7 and 8.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <numeric>
#include <vector>

#include "bench/trace_maker.h"
#include "profdiff/alignment.h"

namespace profdiff {
namespace {

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

// Hirschberg's algorithm as in textbooks, with the paper's scores. Only the total score is returned, not the alignment.
class Hirschberg {
 public:
  std::int64_t Align(const Symbols& a, const Symbols& b) { return AlignPart(a.data(), a.size(), b.data(), b.size()); }

 private:
  template <bool kBackwards>
  static void LastRow(const std::uint32_t* a, std::size_t n, const std::uint32_t* b, std::size_t m,
                      std::vector<std::int32_t>& row) {
    row.resize(m + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::int32_t& score : row) score = -score;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t symbol = kBackwards ? a[n - 1 - i] : a[i];
      std::int32_t diagonal = row[0];
      --row[0];
      for (std::size_t j = 1; j <= m; ++j) {
        const std::int32_t pair = diagonal + (symbol == (kBackwards ? b[m - j] : b[j - 1]) ? 2 : -1);
        diagonal = row[j];
        row[j] = std::max(pair, std::max(row[j], row[j - 1]) - 1);
      }
    }
  }

  std::int64_t AlignPart(const std::uint32_t* a, std::size_t n, const std::uint32_t* b, std::size_t m) {
    if (n == 0 || m == 0) return -static_cast<std::int64_t>(n + m);
    if (n == 1) {
      const bool match = std::find(b, b + m, *a) != b + m;
      return (match ? 2 : -1) - static_cast<std::int64_t>(m - 1);
    }
    LastRow<false>(a, n / 2, b, m, before_);
    LastRow<true>(a + n / 2, n - n / 2, b, m, behind_);
    std::size_t best = 0;
    for (std::size_t j = 1; j <= m; ++j) {
      if (before_[j] + behind_[m - j] > before_[best] + behind_[m - best]) best = j;
    }
    return AlignPart(a, n / 2, b, best) + AlignPart(a + n / 2, n - n / 2, b + best, m - best);
  }

  std::vector<std::int32_t> before_, behind_;
};

void MeasureSequences(std::size_t size, double rate, bool beside) {
  Generator generator(static_cast<unsigned>(size));
  const Symbols a = generator.List(size), b = generator.Edited(a, rate);
  ThreadAlignment alignment;
  const double seconds = Seconds(true, [&] { alignment = AlignSequences(a, b); });
  std::printf("| %zu x %zu | %g %% | %.4f s |", a.size(), b.size(), rate * 100, seconds);
  if (beside) {
    std::int64_t score = 0;
    const double plain = Seconds(true, [&] { score = Hirschberg().Align(a, b); });
    std::printf(" %.3f s | %.0f |%s\n", plain, plain / seconds, score == alignment.score ? "" : " SCORES DIFFER");
  } else {
    std::printf(" - | - |\n");
  }
  std::fflush(stdout);
}

void MeasureTrees(std::size_t calls, std::uint32_t factor, double rate, unsigned threads) {
  Trace a, b;
  TreePairMaker(factor, rate, factor).Make(calls, a, b);
  AlignOptions options;
  options.threads = threads;
  Alignment alignment;
  const double seconds = Seconds(threads == 1, [&] { alignment = Align(a, b, options); });
  const ThreadAlignment& thread = alignment.threads[0];
  TraceDifference difference;
  const double subtracting = Seconds(true, [&] { difference = SubtractTraces(a, b, alignment); });
  std::printf("| %zu | %u | %g %% | %.3f s | %.3f s | %zu | %llu |%s\n", a.threads[0].calls.size(), factor, rate * 100,
              seconds, subtracting, thread.blocks.size(), static_cast<unsigned long long>(thread.cut_lists),
              difference.all.Residual() == 0 ? "" : " RESIDUAL");
  std::fflush(stdout);
}

int Main(bool full, unsigned threads) {
  std::printf("| sequences | differences | alignment | Hirschberg | times |\n|---|---|---|---|---|\n");
  for (double rate : {0.02, 0.2}) {
    for (std::size_t size : {2000U, 5000U, 20000U}) MeasureSequences(size, rate, full || size < 20000);
  }
  MeasureSequences(full ? 1000000 : 100000, 0.01, false);
  std::printf("\n| calls a side | splitting factor | edits | alignment | subtraction | blocks | cut lists |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  const std::size_t calls = full ? 16000000 : 1000000;
  for (double rate : {0.001, 0.05}) {
    for (std::uint32_t factor = 10; factor <= 1000000; factor *= 10) MeasureTrees(calls, factor, rate, threads);
  }
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace profdiff

int main(int argc, char** argv) {
  if (argc < 2 || (std::strcmp(argv[1], "quick") != 0 && std::strcmp(argv[1], "full") != 0)) {
    std::fprintf(stderr, "usage: align_bench quick|full [THREADS]\n");
    return 2;
  }
  return profdiff::Main(std::strcmp(argv[1], "full") == 0, argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 2);
}
