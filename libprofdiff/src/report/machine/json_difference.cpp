// SPDX-License-Identifier: GPL-3.0-or-later
// A difference as JSON. Test: tests/unit/report/machine/json_test.cpp.
#ifdef PROFDIFF_HAS_JSON
#include "profdiff/significance.h"
#include "report/machine/json_parts.h"

namespace profdiff {
namespace {

Json SideAsJson(const std::string& label, const SideTotals& side) {
  return {{"label", AsUtf8(label)},        {"unit", AsUtf8(side.dimension)},
          {"seconds", side.seconds},       {"unattributed", side.unattributed_seconds},
          {"samplesPerSecond", side.rate}, {"hasHistogram", side.has_histogram},
          {"hasCallGraph", side.has_arcs}};
}

Json TotalsAsJson(const Difference& difference) {
  double seconds = SecondsDifference(difference.base.seconds, difference.other.seconds);
  Json percent = difference.base.seconds > 0 ? Json(100.0 * seconds / difference.base.seconds) : Json();
  return {{"seconds", seconds}, {"percent", std::move(percent)}, {"sumOfChanges", difference.sum_abs_self}};
}

Json PresenceAsJson(const Presence& presence) {
  return {{"both", presence.both}, {"onlyBase", presence.only_base}, {"onlyOther", presence.only_other}};
}

Json NumbersAsJson(const SideNumbers& side) {
  if (!side.present) return {};
  return {{"self", side.self},           {"total", side.total},
          {"graphSelf", side.kept_self}, {"graphTotal", side.KeptTotal()},
          {"calls", side.calls},         {"selfCalls", side.self_calls}};
}

Json DifferenceAsJson(const Difference::Row& row) {
  const SideNumbers& base = row.base;
  const SideNumbers& other = row.other;
  return {{"self", SecondsDifference(base.self, other.self)},
          {"total", SecondsDifference(base.total, other.total)},
          {"graphSelf", SecondsDifference(base.kept_self, other.kept_self)},
          {"graphTotal", SecondsDifference(base.KeptTotal(), other.KeptTotal())},
          {"calls", CountDifference(base.calls, other.calls)},
          {"selfCalls", CountDifference(base.self_calls, other.self_calls)}};
}

Json ArcAsJson(const SideArc& side) {
  if (!side.present) return {};
  return {{"self", side.self}, {"total", side.Total()}, {"calls", side.count}};
}

Json ArcAsJson(const Difference::ArcRow& arc) {
  Json change = {{"self", SecondsDifference(arc.base.self, arc.other.self)},
                 {"total", SecondsDifference(arc.base.Total(), arc.other.Total())},
                 {"calls", CountDifference(arc.base.count, arc.other.count)}};
  return {{"caller", IdOf(arc.caller)},
          {"callee", IdOf(arc.callee)},
          {"status", StatusName(arc.base.present, arc.other.present, Differs(arc.base, arc.other))},
          {"base", ArcAsJson(arc.base)},
          {"other", ArcAsJson(arc.other)},
          {"difference", std::move(change)}};
}

Json VerdictAsJson(const Verdict& verdict) {
  return {{"low", verdict.low},
          {"high", verdict.high},
          {"p", verdict.p},
          {"q", verdict.q},
          {"significant", verdict.significant},
          {"baseMean", verdict.base_mean},
          {"otherMean", verdict.other_mean},
          {"baseDeviation", verdict.base_deviation},
          {"otherDeviation", verdict.other_deviation},
          {"baseCallsLow", verdict.base_calls_low},
          {"baseCallsHigh", verdict.base_calls_high},
          {"otherCallsLow", verdict.other_calls_low},
          {"otherCallsHigh", verdict.other_calls_high}};
}

Json EvidenceAsJson(const Significance& significance) {
  bool runs = significance.evidence == Evidence::kNegativeBinomial;
  Json remarks = Json::array();
  for (const std::vector<std::string>* lines : {&significance.remarks, &significance.grounds}) {
    for (const std::string& line : *lines) remarks.push_back(AsUtf8(line));
  }
  return {{"evidence", runs ? "negativeBinomial" : "sampling"},
          {"baseRuns", significance.base_runs},
          {"otherRuns", significance.other_runs},
          {"runVariation", runs ? Json(significance.run_variation) : Json()},
          {"remarks", std::move(remarks)}};
}

class Document {
 public:
  Document(const Difference& difference, const Significance* significance, const ListingOptions& options)
      : difference_(difference),
        significance_(significance),
        texts_(difference.match.functions, options.names.demangle) {}

  Json Make(const SideLabels& labels, const MachineRows& rows, MachineListings listings) const {
    MachineMembers members = MembersOf(rows, difference_);
    Json json = StartDocument("difference");
    AddTotals(json, labels);
    json["listings"] = ListingsAsJson(rows, listings);
    json["functions"] = Json::array();
    for (FunctionId f : members.functions) json["functions"].push_back(OfFunction(f));
    json["cycles"] = Json::array();
    for (CycleId cycle : members.cycles) json["cycles"].push_back(OfCycle(cycle));
    if (!listings.graph) return json;
    json["arcs"] = Json::array();
    for (ArcId id : rows.arcs) json["arcs"].push_back(ArcAsJson(difference_.arcs[id.value]));
    return json;
  }

 private:
  void AddTotals(Json& json, const SideLabels& labels) const {
    json["base"] = SideAsJson(labels.base, difference_.base);
    json["other"] = SideAsJson(labels.other, difference_.other);
    json["difference"] = TotalsAsJson(difference_);
    json["presence"] = {{"functions", PresenceAsJson(difference_.function_presence)},
                        {"arcs", PresenceAsJson(difference_.arc_presence)}};
    json["joinedCycles"] = Json::array();
    for (const std::string& line : difference_.joined_cycles) json["joinedCycles"].push_back(AsUtf8(line));
    if (significance_ != nullptr) json["significance"] = EvidenceAsJson(*significance_);
  }

  // Status, impact, both sides and their difference.
  void AddNumbers(Json& json, const Difference::Row& row) const {
    bool differs = Differs(row.base, row.other) || KeptDiffers(row.base, row.other);
    json["status"] = StatusName(row.base.present, row.other.present, differs);
    json["impact"] = ImpactOf(difference_, row.base.self, row.other.self);
    json["graphImpact"] = ImpactOf(difference_, row.base.KeptTotal(), row.other.KeptTotal());
    json["base"] = NumbersAsJson(row.base);
    json["other"] = NumbersAsJson(row.other);
    json["difference"] = DifferenceAsJson(row);
  }

  Json OfFunction(FunctionId f) const {
    CycleId cycle = difference_.components.cycle[f.value];
    Json json = NamesAsJson(texts_, f);
    json["cycle"] = OrNull(cycle.valid() ? NumberOf(cycle) : 0);
    json["match"] = OrNull(std::string(MatchName(difference_.match.pairs[f.value])));
    AddNumbers(json, difference_.functions[f.value]);
    if (significance_ != nullptr) json["significance"] = VerdictAsJson(significance_->functions[f.value]);
    return json;
  }

  Json OfCycle(CycleId cycle) const {
    Json json = {{"cycle", NumberOf(cycle)}, {"members", MembersAsJson(difference_.components, cycle)}};
    AddNumbers(json, difference_.cycles[cycle.value]);
    return json;
  }

  const Difference& difference_;
  const Significance* significance_;
  FunctionTexts texts_;
};

}  // namespace

MachineLeftOut WriteJson(std::string& out, const Difference& difference, const SideLabels& labels,
                         const Significance* significance, MachineListings listings, const ListingOptions& options) {
  MachineRows rows = ChooseRows(difference, listings, options);
  AppendDocument(out, Document(difference, significance, options).Make(labels, rows, listings));
  return rows.left_out;
}

}  // namespace profdiff
#endif
