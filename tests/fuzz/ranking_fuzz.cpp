// SPDX-License-Identifier: GPL-3.0-or-later
// Up to two good runs and two bad ones of up to four threads, from bytes to every text of their ranking. A run's end
// may be cut off, or known.
#include <optional>
#include <string>
#include <vector>

#include "fuzz/input.h"
#include "profdiff/formats.h"
#include "profdiff/ranking.h"
#include "support/trace_builder.h"

namespace {

using namespace profdiff;

constexpr const char* kNames[] = {
    "MPI_Init",       "MPI_Recv", "MPI_Allreduce", "GOMP_critical_start", "a", "b", "f@plt",
    "_ZN1a1bIiEEvT_", "L0^7",     "return",        "\xff\x1b</script>"};

// Calls of one thread: a byte each, which opens a call, repeats the last one many times, or returns.
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
  WriteRankVerdict(verdict, view);
  fuzz::Require(!verdict.empty() && verdict.find('\x1b') == std::string::npos);
  WriteFoldedTraces(out, view);
  WriteThreadClasses(out, view);
  for (const TableFormat& format : TableFormats()) {
    if (format.available()) WriteRanking(out, format, view, {true, {{0, 0}}});
  }
  for (const AttributeRow& row : view.options.rows) {
    WriteContextCsv(out, view, row);
    WriteSimilaritiesCsv(out, view, row);
    fuzz::Accepts([&] { WriteLatticeGml(out, view, row); });
  }
  if (view.good.empty()) return;
  WriteRankTable(out, view);
  fuzz::Accepts([&] { WriteDiffNlr(out, view, {0, 0}); });
  fuzz::Accepts([&] { WritePairDiffNlr(out, view, {0, 0}, {1, 0}); });
  fuzz::Accepts([&] { WriteRankingPage(out, view); });
}

// What was folded comes back.
void CheckFolding(const FoldedTraces& folded, bool has_returns) {
  for (const std::vector<FoldedThread>& run : folded.runs) {
    for (const FoldedThread& thread : run) {
      const std::size_t length = Unfold(folded, thread.entries).size();
      fuzz::Require(length == (has_returns ? 2 : 1) * thread.calls);
    }
  }
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
  WriteTexts({*ranking, options, good, bad, std::vector<std::string>(good.size(), "good \xff"),
              std::vector<std::string>(bad.size(), "bad"), DemangleStyle::kAuto, columns[input.Below(4)]});
  return 0;
}
