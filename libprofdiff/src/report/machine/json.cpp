// SPDX-License-Identifier: GPL-3.0-or-later
// One execution as JSON. Test: tests/unit/report/machine/json_test.cpp.
#include "profdiff/formats.h"
#include "report/format/refuse_json.h"
#include "report/machine/rows.h"

#ifdef PROFDIFF_HAS_JSON
#include "report/machine/json_parts.h"

namespace profdiff {
namespace {

class Document {
 public:
  Document(const Execution& execution, const ListingOptions& options)
      : execution_(execution), texts_(execution.functions, options.names.demangle) {}

  Json Make(const std::string& label, const MachineRows& rows, MachineListings listings) const {
    MachineMembers members = MembersOf(rows, execution_);
    Json json = StartDocument("profile");
    json["profile"] = Totals(label);
    json["listings"] = ListingsAsJson(rows, listings);
    json["functions"] = Json::array();
    for (FunctionId f : members.functions) json["functions"].push_back(OfFunction(f));
    json["cycles"] = Json::array();
    for (CycleId cycle : members.cycles) json["cycles"].push_back(OfCycle(cycle));
    if (listings.graph) json["arcs"] = Arcs(rows);
    if (listings.counts) json["blocks"] = Blocks(rows);
    return json;
  }

 private:
  double Seconds(double ticks) const { return execution_.profile.Seconds(ticks); }

  Json Totals(const std::string& label) const {
    const Profile& profile = execution_.profile;
    double ticks = 0;
    for (double self_ticks : profile.self_ticks) ticks += self_ticks;
    return {{"label", AsUtf8(label)},           {"unit", AsUtf8(profile.dimension)},
            {"seconds", Seconds(ticks)},        {"unattributed", Seconds(profile.unattributed_ticks)},
            {"samplesPerSecond", profile.rate}, {"hasHistogram", profile.has_histogram},
            {"hasCallGraph", profile.has_arcs}};
  }

  static Json Numbers(const MachineTimes& whole, const MachineTimes& kept, std::uint64_t calls,
                      std::uint64_t self_calls) {
    return {{"self", whole.self},       {"total", whole.total}, {"graphSelf", kept.self},
            {"graphTotal", kept.total}, {"calls", calls},       {"selfCalls", self_calls}};
  }

  Json OfFunction(FunctionId f) const {
    const Profile& profile = execution_.profile;
    MachineTimes whole = FlatTimes(execution_, f);
    MachineTimes kept = GraphTimes(execution_, execution_.graph.functions[f.value]);
    CycleId cycle = execution_.graph.CycleOf(f);
    Json json = NamesAsJson(texts_, f);
    json["address"] = OrNull(texts_.Address(f));
    json["cycle"] = OrNull(cycle.valid() ? NumberOf(cycle) : 0);
    json["percent"] = whole.percent;
    json["graphPercent"] = kept.percent;
    json["numbers"] = Numbers(whole, kept, profile.calls[f.value], profile.self_calls[f.value]);
    return json;
  }

  Json OfCycle(CycleId cycle) const {
    const CallGraph& graph = execution_.graph;
    MachineTimes kept = GraphTimes(execution_, graph.cycles[cycle.value]);
    return {{"cycle", NumberOf(cycle)},
            {"members", MembersAsJson(graph.components, cycle)},
            {"graphPercent", kept.percent},
            {"numbers", Numbers(CycleTimes(execution_, cycle), kept, graph.cycles[cycle.value].calls,
                                graph.cycle_inner_calls[cycle.value])}};
  }

  Json Arcs(const MachineRows& rows) const {
    Json list = Json::array();
    for (ArcId id : rows.arcs) {
      const Arc& arc = execution_.profile.arcs[id.value];
      const ArcTime time = execution_.graph.TimeOf(arc);
      Json numbers = {{"self", Seconds(time.self)}, {"total", Seconds(time.Total())}, {"calls", arc.count}};
      list.push_back({{"caller", IdOf(arc.caller)}, {"callee", IdOf(arc.callee)}, {"numbers", std::move(numbers)}});
    }
    return list;
  }

  static Json Blocks(const MachineRows& rows) {
    Json list = Json::array();
    for (const BlockCount& block : rows.blocks) {
      list.push_back({{"function", IdOf(block.function)},
                      {"address", FunctionTexts::AddressText(block.address)},
                      {"count", block.count}});
    }
    return list;
  }

  const Execution& execution_;
  FunctionTexts texts_;
};

}  // namespace

bool CanWriteJson() { return true; }

MachineLeftOut WriteJson(std::string& out, const Execution& execution, const std::string& label,
                         MachineListings listings, const ListingOptions& options) {
  MachineRows rows = ChooseRows(execution, listings, options);
  AppendDocument(out, Document(execution, options).Make(label, rows, listings));
  return rows.left_out;
}

}  // namespace profdiff

#else

namespace profdiff {

bool CanWriteJson() { return false; }

MachineLeftOut WriteJson(std::string&, const Execution&, const std::string&, MachineListings, const ListingOptions&) {
  RefuseJson();
}

MachineLeftOut WriteJson(std::string&, const Difference&, const SideLabels&, const Significance*, MachineListings,
                         const ListingOptions&) {
  RefuseJson();
}

}  // namespace profdiff

#endif
