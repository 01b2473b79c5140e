// SPDX-License-Identifier: GPL-3.0-or-later
// The ranks of one execution, or of two, as JSON. Its keys are described in libprofdiff/schema/egprof-1.schema.json.
// Tests: tests/unit/report/ranks/ranks_test.cpp, tests/properties/trust.
#include "profdiff/ranks.h"
#include "report/format/refuse_json.h"
#include "report/machine/rows.h"

#ifdef PROFDIFF_HAS_JSON
#include "report/machine/json_parts.h"
#include "report/ranks/rows.h"

namespace profdiff {
namespace {

Json SpreadAsJson(const Spread& spread) {
  return {{"mean", spread.mean()},           {"min", spread.min()},
          {"minRank", spread.min_rank()},    {"max", spread.max()},
          {"maxRank", spread.max_rank()},    {"deviation", spread.Deviation()},
          {"imbalance", spread.Imbalance()}, {"lost", spread.Lost()}};
}

Json TotalsAsJson(const RankStatistics& ranks, const std::string& label) {
  return {{"label", AsUtf8(label)},
          {"ranks", ranks.ranks},
          {"seconds", SpreadAsJson(ranks.total_seconds)},
          {"lost", ranks.Lost()}};
}

Json DifferenceAsJson(const RankPair& pair) {
  return {{"lost", pair.base.Lost() - pair.other.Lost()},
          {"mean", pair.base.mean() - pair.other.mean()},
          {"max", pair.base.max() - pair.other.max()}};
}

}  // namespace

std::size_t WriteRanksJson(std::string& out, const FunctionTable& table, const RankStatistics& ranks,
                           const std::string& label, const ListingOptions& options) {
  const FunctionTexts texts(table, options.names.demangle);
  const RankRows rows = RowsOf(ranks, options);
  Json json = StartDocument("ranks");
  json["profile"] = TotalsAsJson(ranks, label);
  json["leftOut"] = rows.left_out;
  json["functions"] = Json::array();
  for (FunctionId f : rows.functions) {
    Json element = NamesAsJson(texts, f);
    element["address"] = OrNull(texts.Address(f));
    element["seconds"] = SpreadAsJson(ranks.seconds[f.value]);
    element["calls"] = SpreadAsJson(ranks.calls[f.value]);
    json["functions"].push_back(std::move(element));
  }
  AppendDocument(out, json);
  return rows.left_out;
}

std::size_t WriteRanksJson(std::string& out, const Match& match, const RankStatistics& base,
                           const RankStatistics& other, const SideLabels& labels, const ListingOptions& options) {
  const FunctionTexts texts(match.functions, options.names.demangle);
  const RankRows rows = RowsOf(match, base, other, options);
  Json json = StartDocument("rankDifference");
  json["base"] = TotalsAsJson(base, labels.base);
  json["other"] = TotalsAsJson(other, labels.other);
  json["leftOut"] = rows.left_out;
  json["functions"] = Json::array();
  for (FunctionId f : rows.functions) {
    const RankPair pair = PairOf(match, base, other, f);
    Json element = NamesAsJson(texts, f);
    element["match"] = OrNull(std::string(MatchName(match.pairs[f.value])));
    element["status"] = pair.Status();
    element["base"] = pair.in_base ? SpreadAsJson(pair.base) : Json();
    element["other"] = pair.in_other ? SpreadAsJson(pair.other) : Json();
    element["difference"] = DifferenceAsJson(pair);
    json["functions"].push_back(std::move(element));
  }
  AppendDocument(out, json);
  return rows.left_out;
}

}  // namespace profdiff

#else

namespace profdiff {

std::size_t WriteRanksJson(std::string&, const FunctionTable&, const RankStatistics&, const std::string&,
                           const ListingOptions&) {
  RefuseJson();
}

std::size_t WriteRanksJson(std::string&, const Match&, const RankStatistics&, const RankStatistics&, const SideLabels&,
                           const ListingOptions&) {
  RefuseJson();
}

}  // namespace profdiff

#endif
