// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks up to two good runs and two bad ones of up to four threads each, made from bytes, and writes every text of the
// ranking. The ranking must be the same if two processes share the runs. Damaged messages between the processes must be
// refused or have no effect.
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "analyze/loops/fold.h"
#include "fuzz/input.h"
#include "profdiff/formats.h"
#include "profdiff/parts.h"
#include "profdiff/ranking.h"
#include "support/peers.h"
#include "support/trace_builder.h"

namespace {

using namespace profdiff;

constexpr const char* kNames[] = {
    "MPI_Init",       "MPI_Recv", "MPI_Allreduce", "GOMP_critical_start", "a", "b", "f@plt",
    "_ZN1a1bIiEEvT_", "L0^7",     "return",        "\xff\x1b</script>"};

// Returns the calls of one thread: each byte adds a call, opens a call, returns from a call, or repeats two calls many
// times.
std::string CallsFrom(fuzz::Input& input) {
  std::string calls = "main(x";
  std::size_t depth = 1;
  for (std::size_t left = input.Byte(); left > 0; --left) {
    const std::size_t what = input.Below(16);
    if (what < std::size(kNames)) {
      calls.append(",").append(kNames[what]);
    } else if (what < 13 && depth < 20) {
      calls += ",c(y";
      ++depth;
    } else if (what < 15 && depth > 1) {
      calls += ")";
      --depth;
    } else {
      for (std::size_t i = input.Below(40); i > 0; --i) calls += ",a,b";
    }
  }
  return calls + std::string(depth, ')');
}

Trace RunFrom(fuzz::Input& input) {
  TraceBuilder builder;
  std::uint32_t rank = 0;
  for (std::size_t threads = input.Below(5); threads > 0; --threads) {
    builder.Thread(CallsFrom(input), rank);
    rank += static_cast<std::uint32_t>(input.Below(3));
  }
  return builder.Build();
}

void WriteTexts(const RankingView& view) {
  std::string verdict, out;
  WriteRanking(verdict, *FindTableFormat("text"), view);
  fuzz::Require(!verdict.empty() && verdict.find('\x1b') == std::string::npos);
  WriteFoldedTraces(out, view);
  WriteThreadClasses(out, view);
  for (const TableFormat& format : TableFormats()) WriteRanking(out, format, view, {true, {{0, 0}}});
  for (const AttributeRow& row : view.options.rows) {
    WriteContextCsv(out, view, row);
    WriteSimilaritiesCsv(out, view, row);
    fuzz::Accepts([&] { WriteLatticeGml(out, view, row); });
  }
  if (view.ranking.ranking.good == 0) return;
  WriteRankTable(out, view);
  fuzz::Accepts([&] { WriteDiffNlr(out, view, {0, 0}); });
  fuzz::Accepts([&] { WritePairDiffNlr(out, view, {0, 0}, {1, 0}); });
  fuzz::Accepts([&] { WriteRankingPage(out, view); });
}

// Checks that unfolding restores the calls that were folded.
void CheckFolding(const FoldedTraces& folded, bool has_returns) {
  for (const std::vector<FoldedThread>& run : folded.runs) {
    for (const FoldedThread& thread : run) {
      const std::size_t length = Unfold(folded, thread.entries).size();
      fuzz::Require(length == (has_returns ? 2 : 1) * thread.calls);
    }
  }
}

// Returns the part of a trace that one of two processes reads: the even ranks (0) or the odd ranks (1).
Trace ShareOf(const Trace& whole, std::uint32_t share) {
  Trace part = whole;
  std::erase_if(part.threads, [&](const ThreadTrace& thread) { return thread.rank % 2 != share; });
  return part;
}

// Changes a byte, or cuts off the bytes from there on.
void Damage(fuzz::Input& input, std::string& bytes) {
  if (bytes.empty()) return;
  const std::size_t place = input.Number() % bytes.size();
  const std::uint8_t byte = input.Byte();
  if (byte == 0) return bytes.resize(place);
  bytes[place] = static_cast<char>(bytes[place] ^ byte);
}

// Ranks runs that two processes share. Damages the answer with the index `damaged`, counted from 1; none if `damaged`
// is 0.
ThreadRanking RankInShares(fuzz::Input& input, const std::vector<Trace>& runs, std::size_t good,
                           const RankOptions& options, std::size_t damaged) {
  std::vector<RankShare> shares;
  for (std::uint32_t share = 0; share < 2; ++share) {
    shares.emplace_back(runs.size(), options);
    for (std::size_t run = 0; run < runs.size(); ++run) shares[share].Add(run, ShareOf(runs[run], share));
  }
  const auto ask = [&](const std::string& request) {
    std::vector<std::string> answers;
    for (RankShare& share : shares) {
      answers.push_back(share.Answer(request));
      if (damaged > 0 && --damaged == 0) Damage(input, answers.back());
    }
    return answers;
  };
  return RankShares(ask, good, runs.size() - good, options).ranking;
}

std::string VerdictOf(const ThreadRanking& ranking, const RankOptions& options) {
  std::string text;
  WriteRanking(text, *FindTableFormat("text"),
               {ranking, options, std::vector<std::string>(ranking.ranking.good, "good"),
                std::vector<std::string>(ranking.ranking.bad, "bad")});
  return text;
}

void CheckShares(fuzz::Input& input, const std::vector<Trace>& runs, const ThreadRanking& whole,
                 const RankOptions& options) {
  const std::size_t good = whole.ranking.good;
  const std::vector<Trace> ranked(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(good + whole.ranking.bad));
  fuzz::Accepts([&] {
    const ThreadRanking shared = RankInShares(input, ranked, good, options, 0);
    fuzz::Require(VerdictOf(shared, options) == VerdictOf(whole, options));
  });
  fuzz::Accepts([&] { RankInShares(input, ranked, good, options, 1 + input.Below(8)); });
}

// Returns what a process measures in its share of the trace: the even ranks (process 0) or the odd ranks (process 1).
MeasuredParts PartsOf(const Trace& trace, std::uint32_t process) {
  MeasuredParts parts;
  const Trace share = ShareOf(trace, process);
  std::set<std::uint32_t> ranks;
  for (const ThreadTrace& thread : share.threads) ranks.insert(thread.rank);
  for (const std::uint32_t rank : ranks) {
    Trace part = share;
    std::erase_if(part.threads, [&](const ThreadTrace& thread) { return thread.rank != rank; });
    parts.Add(part, rank);
  }
  return parts;
}

// Measures a trace with two processes. Then repeats the work of process 0, with one of the messages from process 1
// damaged.
void CheckMeasuredParts(fuzz::Input& input, const Trace& trace) {
  std::vector<MeasuredParts> parts;
  if (!fuzz::Accepts([&] { parts.push_back(PartsOf(trace, 0)), parts.push_back(PartsOf(trace, 1)); })) return;
  tests::PeerGroup group(2);
  fuzz::Accepts([&] {
    group.Run([&](const Peers& peers) { parts[peers.own].Gather(peers); });
    parts[0].Measure();
  });
  tests::Received received = group.received(0);
  if (received.empty()) return;
  Damage(input, received[input.Below(received.size())][1]);
  fuzz::Accepts([&] {
    MeasuredParts own = PartsOf(trace, 0);
    try {
      own.Gather(tests::Replayed(0, 2, received));
    } catch (const std::runtime_error&) {
      return;  // thrown if Gather() needs more exchanges than were recorded
    }
    own.Measure();
  });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr const char* kCodes[] = {"11.1K10", "01.1K3", "11.mpi.0K1", "10.mpi.ompcrit.cust.0K50"};
  fuzz::Input input(data, size);
  RankOptions options;
  options.filters = {ParseRankFilter(kCodes[input.Below(4)], {"a|b"})};
  options.suspect = static_cast<double>(input.Below(101)) / 100;
  options.count_concepts = true;
  const std::size_t goods = input.Below(3), bads = 1 + input.Below(2);
  std::vector<Trace> traces;
  for (std::size_t i = 0; i < goods + bads; ++i) traces.push_back(RunFrom(input));
  std::vector<const Trace*> runs;
  for (const Trace& trace : traces) runs.push_back(&trace);
  const Runs good = Runs(runs).first(goods), bad = Runs(runs).subspan(goods, goods == 0 ? 1 : bads);
  std::optional<ThreadRanking> ranking;
  if (!fuzz::Accepts(
          [&] { ranking = goods == 0 ? DescribeThreads(*bad.front(), options) : RankThreads(good, bad, options); })) {
    return 0;
  }
  for (const FoldedTraces& folded : ranking->folded) CheckFolding(folded, !folded.filter.drop_returns);
  const std::size_t columns[] = {0, 1, 20, 100};
  WriteTexts({*ranking, options, std::vector<std::string>(good.size(), "good \xff"),
              std::vector<std::string>(bad.size(), "bad"), DemangleStyle::kAuto, columns[input.Below(4)]});
  CheckShares(input, traces, *ranking, options);
  CheckMeasuredParts(input, traces.front());
  return 0;
}
