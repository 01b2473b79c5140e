// SPDX-License-Identifier: GPL-3.0-or-later
// How long alignments take, as tables in Markdown: sequences beside Hirschberg's algorithm in the same run, and call
// trees by splitting factor, which is the length of each list of calls. Not a test: it neither passes nor fails.
//
//   align_bench quick|full [THREADS]
//
// What one thread does is measured in the processor's time, which others on the machine change less.
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
#include <random>
#include <string>
#include <vector>

#include "base/shape.h"
#include "profdiff/alignment.h"
#include "profdiff/trace_difference.h"

namespace profdiff {
namespace {

using Symbols = std::vector<std::uint32_t>;
constexpr std::uint32_t kFunctions = 100;

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

// Hirschberg's algorithm with the paper's scores, as it is told in textbooks; gives the score.
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

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::uint32_t Below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  Symbols List(std::size_t size) {
    Symbols list(size);
    for (std::uint32_t& symbol : list) symbol = Below(kFunctions);
    return list;
  }

  // A third each replaced, left out, put in.
  Symbols Edited(const Symbols& list, double rate) {
    Symbols edited;
    for (std::uint32_t symbol : list) {
      const std::uint32_t kind = IsEdit(rate) ? Below(3) : 3;
      if (kind == 0) edited.push_back(Below(kFunctions));
      if (kind == 1) edited.push_back((symbol + 1 + Below(kFunctions - 1)) % kFunctions);
      if (kind != 1 && kind != 2) edited.push_back(symbol);
    }
    return edited;
  }

  bool IsEdit(double rate) { return static_cast<double>(random_() >> 11) * 0x1p-53 < rate; }

 private:
  std::mt19937_64 random_;
};

// Trees whose lists of calls are as long as the splitting factor, built from their ends on: the end of a row is known
// when its calls are, and the shape with it.
class TreePairMaker {
 public:
  TreePairMaker(std::uint32_t factor, double rate, std::uint32_t seed)
      : factor_(factor), rate_(rate), generator_(seed) {
    for (std::uint32_t i = 0; i < kFunctions; ++i) names_.push_back("function_" + std::to_string(i));
    for (const std::string& name : names_) hashes_.push_back(HashName(name));
  }

  void Make(std::size_t calls, Trace& a, Trace& b) {
    a.names = b.names = names_;
    a.threads.resize(1);
    b.threads.resize(1);
    Reserve(a.threads[0].calls, calls);
    Reserve(b.threads[0].calls, calls + calls / 8);
    a_ = &a.threads[0].calls;
    b_ = &b.threads[0].calls;
    std::size_t levels = 1, leaves = calls;
    while (leaves > factor_) {
      leaves /= factor_;
      ++levels;
    }
    std::uint64_t a_hash = 0, b_hash = 0;
    AddList(levels, calls, a_hash, b_hash);
  }

 private:
  static void Reserve(CallTree& tree, std::size_t calls) {
    tree.function.reserve(calls);
    tree.end.reserve(calls);
    tree.start.reserve(calls);
    tree.duration.reserve(calls);
    tree.shape.reserve(calls);
  }

  // The lists on the lowest level are full, the one on top level has what is left.
  void AddList(std::size_t levels, std::size_t calls, std::uint64_t& a_hash, std::uint64_t& b_hash) {
    const std::size_t below = levels == 1 ? 0 : FullTree(levels - 1), each = below + 1;
    for (std::size_t done = 0; done < calls; done += each) {
      AddEdited(levels, std::min(below, calls - done - 1), a_hash, b_hash);
    }
  }

  std::size_t FullTree(std::size_t levels) const {
    std::size_t calls = 0;
    for (std::size_t level = 0; level < levels; ++level) calls = (calls + 1) * factor_;
    return calls;
  }

  void AddEdited(std::size_t levels, std::size_t below, std::uint64_t& a_hash, std::uint64_t& b_hash) {
    const std::uint32_t symbol = generator_.Below(kFunctions);
    const std::uint32_t kind = generator_.IsEdit(rate_) ? generator_.Below(3) : 3;
    std::uint64_t unused = 0;
    if (kind == 0) AddLeaf(*b_, generator_.Below(kFunctions), b_hash);
    if (kind == 2 && below == 0) {
      AddLeaf(*a_, symbol, a_hash);
      return;
    }
    const std::uint32_t other = kind == 1 ? generator_.Below(kFunctions) : symbol;
    if (below == 0) {
      AddLeaf(*a_, symbol, a_hash);
      AddLeaf(*b_, other, b_hash);
      return;
    }
    const std::size_t a_row = Enter(*a_, symbol), b_row = Enter(*b_, other);
    std::uint64_t a_own = hashes_[symbol], b_own = hashes_[other];
    AddList(levels - 1, below, a_own, b_own);
    Leave(*a_, a_row, a_own, a_hash);
    Leave(*b_, b_row, b_own, b_hash);
    (void)unused;
  }

  std::size_t Enter(CallTree& tree, std::uint32_t symbol) {
    tree.function.emplace_back(std::size_t{symbol});
    tree.end.push_back(0);
    tree.start.push_back(++now_);
    tree.duration.push_back(0);
    tree.shape.push_back(0);
    return tree.size() - 1;
  }

  void Leave(CallTree& tree, std::size_t row, std::uint64_t own, std::uint64_t& hash) {
    tree.end[row] = static_cast<std::uint32_t>(tree.size());
    now_ += 1 + generator_.Below(100);
    tree.duration[row] = now_ - tree.start[row];
    tree.shape[row] = EndShape(own);
    hash = AddShape(hash, tree.shape[row]);
  }

  void AddLeaf(CallTree& tree, std::uint32_t symbol, std::uint64_t& hash) {
    Leave(tree, Enter(tree, symbol), hashes_[symbol], hash);
  }

  const std::uint32_t factor_;
  const double rate_;
  Generator generator_;
  std::vector<std::string> names_;
  std::vector<std::uint64_t> hashes_;
  std::uint64_t now_ = 0;
  CallTree *a_ = nullptr, *b_ = nullptr;
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
    for (std::size_t size : {2000u, 5000u, 20000u}) MeasureSequences(size, rate, full || size < 20000);
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
