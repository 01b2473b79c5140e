// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of --ranks. Columns: profdiff/ranks.h. Tests: tests/unit/report/ranks/ranks_test.cpp,
// tests/properties/trust.
#include "report/format/csv.h"

#include "report/machine/rows.h"
#include "report/ranks/rows.h"

namespace profdiff {
namespace {

void WriteNames(CsvWriter& csv, const FunctionTexts& texts, FunctionId f) {
  csv.Number(texts.Line(f)).Text(texts.File(f)).Text(texts.LinkageName(f)).Text(texts.Name(f));
  csv.EndRow();
}

void WriteExtremes(CsvWriter& csv, const Spread& spread) {
  csv.Real(spread.mean()).Real(spread.min()).Count(std::uint64_t{spread.min_rank()});
  csv.Real(spread.max()).Count(std::uint64_t{spread.max_rank()});
}

// Base, other, and base minus other.
void WritePair(CsvWriter& csv, double base, double other) { csv.Real(base).Real(other).Real(base - other); }

}  // namespace

std::size_t WriteRanksCsv(std::string& out, const FunctionTable& table, const RankStatistics& ranks,
                          const ListingOptions& options) {
  CsvWriter csv(out);
  const FunctionTexts texts(table, options.names.demangle);
  csv.StartTable();
  csv.Texts({"lost", "mean", "min", "minRank", "max", "maxRank", "deviation", "imbalance", "callsMean", "callsMin",
             "callsMinRank", "callsMax", "callsMaxRank", "id", "address", "line", "file", "linkageName", "name"});
  csv.EndRow();
  const RankRows rows = RowsOf(ranks, options);
  for (FunctionId f : rows.functions) {
    const Spread& seconds = ranks.seconds[f.value];
    csv.Real(seconds.Lost());
    WriteExtremes(csv, seconds);
    csv.Real(seconds.Deviation()).Real(seconds.Imbalance());
    WriteExtremes(csv, ranks.calls[f.value]);
    csv.Count(IdOf(f)).Text(texts.Address(f));
    WriteNames(csv, texts, f);
  }
  return rows.left_out;
}

std::size_t WriteRanksCsv(std::string& out, const Match& match, const RankStatistics& base, const RankStatistics& other,
                          const ListingOptions& options) {
  CsvWriter csv(out);
  const FunctionTexts texts(match.functions, options.names.demangle);
  csv.StartTable();
  csv.Texts({"baseLost", "otherLost", "diffLost", "baseMean", "otherMean", "diffMean", "baseMax", "otherMax", "diffMax",
             "baseMaxRank", "otherMaxRank", "status", "match", "id", "line", "file", "linkageName", "name"});
  csv.EndRow();
  const RankRows rows = RowsOf(match, base, other, options);
  for (FunctionId f : rows.functions) {
    const RankPair pair = PairOf(match, base, other, f);
    WritePair(csv, pair.base.Lost(), pair.other.Lost());
    WritePair(csv, pair.base.mean(), pair.other.mean());
    WritePair(csv, pair.base.max(), pair.other.max());
    csv.Count(std::uint64_t{pair.base.max_rank()}).Count(std::uint64_t{pair.other.max_rank()});
    csv.Text(pair.Status()).Text(MatchName(match.pairs[f.value])).Count(IdOf(f));
    WriteNames(csv, texts, f);
  }
  return rows.left_out;
}

}  // namespace profdiff
