// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the ranking is the same however the ranks of runs are divided into shares, and that a share with invalid
// bytes is rejected.
#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/parts.h"
#include "profdiff/ranking.h"
#include "support/stopped_trace.h"
#include "support/trace_builder.h"
#include "tests/support/messages.h"

namespace profdiff::shares_test {
namespace {

constexpr std::uint32_t kRanks = 5;

// Returns a run with loops and a few extra calls. If `stops` is true, one thread stops in its last call.
Trace RandomRun(std::mt19937& random, bool stops) {
  const auto below = [&](int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random); };
  TraceBuilder builder;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    for (int thread = 0; thread < 2; ++thread) {
      std::string calls = "main(MPI_Init";
      const std::string odd = "only" + std::to_string(below(4));
      for (int i = 0; i < 4; ++i) {
        for (int round = 2 + below(3); round > 0; --round) calls += i % 2 == 0 ? ",a:9,b" : ",MPI_Recv,c(a)";
        if (below(3) == 0) calls += "," + odd;
      }
      builder.Thread(calls + ")", rank);
    }
  }
  Trace trace = builder.Build();
  if (stops) LeaveOpen(trace.threads[3].calls, 2);
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) trace.ends.push_back({rank, 4000 + rank, stops ? 9 : 0});
  return trace;
}

Trace RanksOf(const Trace& whole, std::size_t share, std::size_t shares) {
  Trace part = whole;
  std::erase_if(part.threads, [&](const ThreadTrace& thread) { return thread.rank % shares != share; });
  std::erase_if(part.ends, [&](const RankEnd& end) { return end.rank % shares != share; });
  return part;
}

struct Scene {
  std::vector<Trace> runs;
  std::size_t good = 0;
  RankOptions options;
  CallFilter filter;

  std::string Text(const ThreadRanking& ranking) const {
    std::vector<std::string> labels(runs.size(), "run");
    const RankingView view{ranking,
                           options,
                           {labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(good)},
                           {labels.begin() + static_cast<std::ptrdiff_t>(good), labels.end()}};
    std::string out;
    WriteRanking(out, *FindTableFormat("text"), view);
    WriteRanking(out, *FindTableFormat("csv"), view);
    WriteFoldedTraces(out, view);
    if (good > 0) WriteRankTable(out, view);
    return out;
  }

  std::string Whole() const {
    std::vector<Trace> selected;
    for (const Trace& run : runs) selected.push_back(SelectCalls(run, filter).trace);
    std::vector<const Trace*> pointers;
    for (const Trace& run : selected) pointers.push_back(&run);
    const Runs all = pointers;
    return Text(good == 0 ? DescribeThreads(*all.front(), options)
                          : RankThreads(all.first(good), all.subspan(good), options));
  }

  // Ranks the runs in `count` shares. Calls change(bytes) for each answer before it is used.
  SharedRanking Shared(std::size_t count, const std::function<void(std::string&)>& change = {}) const {
    std::vector<RankShare> shares;
    for (std::size_t share = 0; share < count; ++share) {
      shares.emplace_back(runs.size(), options, filter);
      for (std::size_t run = 0; run < runs.size(); ++run) shares[share].Add(run, RanksOf(runs[run], share, count));
    }
    const auto ask = [&](const std::string& request) {
      std::vector<std::string> answers;
      for (RankShare& share : shares) {
        answers.push_back(share.Answer(request));
        if (change) change(answers.back());
      }
      return answers;
    };
    return RankShares(ask, good, runs.size() - good, options);
  }
};

Scene RandomScene(unsigned seed) {
  std::mt19937 random(seed);
  Scene scene;
  const bool stops = seed % 3 == 0;
  for (int run = 0; run < 3; ++run) scene.runs.push_back(RandomRun(random, stops && run == 2));
  scene.good = 2;
  scene.options.count_concepts = true;
  scene.options.filters = {ParseRankFilter(seed % 2 == 0 ? "11.1K10" : "01.1K10"), ParseRankFilter("11.mpi.0K10")};
  if (seed % 4 == 0) scene.filter.from = 5, scene.filter.to = 30;
  return scene;
}

}  // namespace

TEST_CASE("shared ranks have the ranking of the whole runs", "[rank][parts]") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    INFO(seed);
    const Scene scene = RandomScene(seed);
    const std::string whole = scene.Whole();
    for (std::size_t shares = 1; shares <= 6; shares += 2) CHECK(scene.Text(scene.Shared(shares).ranking) == whole);
  }
}

TEST_CASE("shared ranks of one run are described as the whole run", "[rank][parts]") {
  Scene scene = RandomScene(0);
  scene.runs.erase(scene.runs.begin(), scene.runs.begin() + 2);
  scene.good = 0;
  const SharedRanking shared = scene.Shared(3);
  CHECK(scene.Text(shared.ranking) == scene.Whole());
  REQUIRE(shared.runs.size() == 1);
  CHECK(shared.runs[0].threads == 2 * kRanks);
}

TEST_CASE("notes about ranks are in the order of ranks, notes about the run occur once", "[rank][parts]") {
  const Scene scene = RandomScene(1);
  std::vector<RankShare> shares;
  for (std::uint32_t share = 0; share < 2; ++share) {
    shares.emplace_back(3, scene.options);
    for (std::size_t run = 0; run < 3; ++run) {
      std::vector<RankNotes> notes;
      for (std::uint32_t rank = share; rank < 4; rank += 2) {
        notes.push_back({rank, {Message("missing " + std::to_string(rank))}, {Message("odd " + std::to_string(rank))}});
      }
      notes.push_back({std::nullopt, {Message("the run")}, {}});
      shares[share].Add(run, RanksOf(scene.runs[run], share, 2), notes);
    }
  }
  const auto ask = [&](const std::string& request) {
    return std::vector<std::string>{shares[0].Answer(request), shares[1].Answer(request)};
  };
  const SharedRanking ranking = RankShares(ask, 2, 1, scene.options);
  CHECK(tests::TextsOf(ranking.runs[1].missing) ==
        std::vector<std::string>{"the run", "missing 0", "missing 1", "missing 2", "missing 3"});
  CHECK(tests::TextsOf(ranking.runs[1].remarks) == std::vector<std::string>{"odd 0", "odd 1", "odd 2", "odd 3"});
}

TEST_CASE("answers that do not come from a share are refused or have no effect", "[rank][parts]") {
  const Scene scene = RandomScene(2);
  std::mt19937 random(1);
  int refused = 0;
  for (int i = 0; i < 60; ++i) {
    const auto damage = [&](std::string& bytes) {
      if (bytes.empty() || random() % 4 != 0) return;
      if (random() % 2 == 0) return bytes.resize(random() % bytes.size());
      bytes[random() % bytes.size()] = static_cast<char>(random());
    };
    try {
      scene.Shared(2, damage);
    } catch (const Error&) {
      ++refused;
    }
  }
  CHECK(refused > 20);
}

TEST_CASE("requests out of order, and other bytes, are refused", "[rank][parts]") {
  for (const std::string& request :
       {std::string(), std::string("\1\2", 2), std::string("\1\1x", 3), std::string("x")}) {
    RankShare share(1, RankOptions());
    CHECK_THROWS_AS(share.Answer(request), Error);
  }
}

TEST_CASE("shares without a usable rank are an error with its cause", "[rank][parts]") {
  RankShare share(1, RankOptions());
  share.Add(0, Trace(), {{0, {Message("damaged", "r.0")}, {}}});
  const auto ask = [&](const std::string& request) { return std::vector<std::string>{share.Answer(request)}; };
  CHECK_THROWS_WITH(RankShares(ask, 0, 1, RankOptions()), "damaged");
}

}  // namespace profdiff::shares_test
