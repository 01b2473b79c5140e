// SPDX-License-Identifier: GPL-3.0-or-later
// A difference as tables and as a document. Columns: profdiff/formats.h.
// Tests: tests/unit/report/machine/csv_test.cpp, tests/unit/report/machine/json_test.cpp.
#include "profdiff/significance.h"
#include "report/machine/fields.h"

namespace profdiff {
namespace {

constexpr std::string_view kFlat =
    "impact baseSelf=base.self otherSelf=other.self diffSelf=difference.self baseTotal=base.total "
    "otherTotal=other.total diffTotal=difference.total baseCalls=base.calls otherCalls=other.calls "
    "diffCalls=difference.calls baseSelfCalls=base.selfCalls otherSelfCalls=other.selfCalls "
    "diffSelfCalls=difference.selfCalls diffSelfLow=significance.low diffSelfHigh=significance.high "
    "p=significance.p q=significance.q significant=significance.significant baseMean=significance.baseMean "
    "otherMean=significance.otherMean baseDeviation=significance.baseDeviation "
    "otherDeviation=significance.otherDeviation baseCallsLow=significance.baseCallsLow "
    "baseCallsHigh=significance.baseCallsHigh otherCallsLow=significance.otherCallsLow "
    "otherCallsHigh=significance.otherCallsHigh diffTotalLow=totalSignificance.low "
    "diffTotalHigh=totalSignificance.high totalP=totalSignificance.p totalQ=totalSignificance.q "
    "totalSignificant=totalSignificance.significant baseTotalMean=totalSignificance.baseMean "
    "otherTotalMean=totalSignificance.otherMean baseTotalDeviation=totalSignificance.baseDeviation "
    "otherTotalDeviation=totalSignificance.otherDeviation status=flatStatus match cycle id line file linkageName name";

constexpr std::string_view kGraph =
    "row impact=graphImpact baseSelf=base.graphSelf|base.self otherSelf=other.graphSelf|other.self "
    "diffSelf=difference.graphSelf|difference.self baseTotal=base.graphTotal|base.total "
    "otherTotal=other.graphTotal|other.total diffTotal=difference.graphTotal|difference.total "
    "baseCalls=base.calls otherCalls=other.calls diffCalls=difference.calls baseSelfCalls=base.selfCalls "
    "otherSelfCalls=other.selfCalls diffSelfCalls=difference.selfCalls status=graphStatus|status match number "
    "cycle id=id|callee callerId=caller line file callerLinkageName linkageName caller=callerName name";

constexpr std::string_view kCounts =
    "baseCalls=base.calls otherCalls=other.calls diffCalls=difference.calls status=countStatus match id line file "
    "linkageName name";

Cell SideCell(const std::string& label, const SideTotals& side) {
  return Cell::Record{{"label", AsUtf8(label)},        {"unit", AsUtf8(side.dimension)},
                      {"seconds", side.seconds},       {"unattributed", side.unattributed_seconds},
                      {"samplesPerSecond", side.rate}, {"hasHistogram", side.has_histogram},
                      {"hasCallGraph", side.has_arcs}};
}

Cell TotalsCell(const Difference& difference) {
  const double base = difference.base.seconds;
  const double seconds = SecondsDifference(base, difference.other.seconds);
  return Cell::Record{{"seconds", seconds},
                      {"percent", base > 0 ? Cell(100.0 * seconds / base) : Cell()},
                      {"sumOfChanges", difference.sum_abs_self}};
}

Cell PresenceCell(const Presence& presence) {
  return Cell::Record{{"both", presence.both}, {"onlyBase", presence.only_base}, {"onlyOther", presence.only_other}};
}

const char* NameOf(Evidence evidence) {
  switch (evidence) {
    case Evidence::kSampling:
      return "sampling";
    case Evidence::kNegativeBinomial:
      return "negativeBinomial";
    case Evidence::kCounted:
      return "counted";
    case Evidence::kModerated:
      return "moderated";
    case Evidence::kNone:
      break;
  }
  return "none";
}

Cell EvidenceCell(const Significance& significance) {
  const Evidence evidence = significance.evidence;
  const bool runs = evidence == Evidence::kNegativeBinomial || evidence == Evidence::kModerated;
  Cell::List remarks = ListOf(significance.remarks, AsUtf8);
  for (const std::string& line : significance.grounds) remarks.push_back(AsUtf8(line));
  return Cell::Record{{"evidence", NameOf(evidence)},
                      {"baseRuns", significance.base_runs},
                      {"otherRuns", significance.other_runs},
                      {"runVariation", runs ? Cell(significance.run_variation) : Cell()},
                      {"remarks", std::move(remarks)}};
}

// A number that both sides have and that is subtracted: of seconds or of calls, the other one is null.
template <class Side>
struct Number {
  const char* name;
  double (*seconds)(const Side& side);
  std::uint64_t (*calls)(const Side& side) = nullptr;

  Cell Of(const Side& side) const {
    if (!side.present) return {};
    return seconds != nullptr ? Cell(seconds(side)) : Cell(calls(side));
  }
  Cell Subtract(const Side& base, const Side& other) const {
    if (seconds != nullptr) return SecondsDifference(seconds(base), seconds(other));
    return CountDifference(calls(base), calls(other));
  }
};

constexpr Number<SideNumbers> kNumbers[] = {
    {"self", [](const SideNumbers& side) { return side.self; }},
    {"total", [](const SideNumbers& side) { return side.total; }},
    {"graphSelf", [](const SideNumbers& side) { return side.kept_self; }},
    {"graphTotal", [](const SideNumbers& side) { return side.KeptTotal(); }},
    {"calls", nullptr, [](const SideNumbers& side) { return side.calls; }},
    {"selfCalls", nullptr, [](const SideNumbers& side) { return side.self_calls; }}};

constexpr Number<SideArc> kArcNumbers[] = {
    {"self", [](const SideArc& side) { return side.self; }},
    {"total", [](const SideArc& side) { return side.Total(); }},
    {"calls", nullptr, [](const SideArc& side) { return std::uint64_t{side.count}; }}};

// Each number of the objects base, other and difference. row_of(id) has both sides.
template <class Id, class Side, std::size_t kCount, class RowOf>
void AddNumbers(Fields<Id>& fields, const Number<Side> (&numbers)[kCount], RowOf row_of) {
  for (const Number<Side>& number : numbers) {
    fields.Add(std::string("base.") + number.name, [&number, row_of](Id id) { return number.Of(row_of(id).base); });
  }
  for (const Number<Side>& number : numbers) {
    fields.Add(std::string("other.") + number.name, [&number, row_of](Id id) { return number.Of(row_of(id).other); });
  }
  for (const Number<Side>& number : numbers) {
    fields.Add(std::string("difference.") + number.name,
               [&number, row_of](Id id) { return number.Subtract(row_of(id).base, row_of(id).other); });
  }
}

void AddVerdicts(Fields<FunctionId>& fields, const std::string& object, Evidence evidence,
                 const std::vector<Verdict>& verdicts) {
  const auto add = [&](const char* name, auto Verdict::*member) {
    fields.Add(object + "." + name, [&verdicts, member](FunctionId f) { return verdicts[f.value].*member; });
  };
  const bool known = HasInterval(evidence);
  const auto add_chance = [&](const char* name, double Verdict::*member) {
    fields.Add(object + "." + name,
               [&verdicts, member, known](FunctionId f) { return known ? Cell(verdicts[f.value].*member) : Cell(); });
  };
  add_chance("low", &Verdict::low);
  add_chance("high", &Verdict::high);
  add_chance("p", &Verdict::p);
  add_chance("q", &Verdict::q);
  add("significant", &Verdict::significant);
  add("baseMean", &Verdict::base_mean);
  add("otherMean", &Verdict::other_mean);
  add("baseDeviation", &Verdict::base_deviation);
  add("otherDeviation", &Verdict::other_deviation);
  add("baseCallsLow", &Verdict::base_calls_low);
  add("baseCallsHigh", &Verdict::base_calls_high);
  add("otherCallsLow", &Verdict::other_calls_low);
  add("otherCallsHigh", &Verdict::other_calls_high);
}

class Listing {
 public:
  Listing(const Difference& difference, const Significance* significance, const MachineRows& rows,
          const ListingOptions& options)
      : difference_(difference),
        significance_(significance),
        rows_(rows),
        texts_(difference.match.functions, options.names.demangle) {
    AddFunctions();
    AddCycles();
    AddArcs();
    graph_.AddKinds(rows, difference.components);
  }

  void WriteTables(TableWriter& writer, MachineListings listings) const {
    if (listings.flat) WriteRows(writer, "flat", ListColumns(kFlat), graph_.functions, rows_.flat);
    if (listings.graph) graph_.WriteTable(writer, ListColumns(kGraph), rows_);
    if (listings.counts) WriteRows(writer, "counts", ListColumns(kCounts), graph_.functions, rows_.counts);
  }

  void WriteDocument(TableWriter& writer, const SideLabels& labels, MachineListings listings) const {
    const MachineMembers members = MembersOf(rows_, difference_);
    WriteDocumentHead(writer, "difference");
    WriteTotals(writer, labels);
    writer.AddValue("listings", ListingsCell(rows_, listings));
    WriteObjects(writer, "functions", graph_.functions, members.functions);
    WriteObjects(writer, "cycles", graph_.cycles, members.cycles);
    if (listings.graph) WriteObjects(writer, "arcs", graph_.arcs, rows_.arcs);
  }

 private:
  void WriteTotals(TableWriter& writer, const SideLabels& labels) const {
    writer.AddValue("base", SideCell(labels.base, difference_.base));
    writer.AddValue("other", SideCell(labels.other, difference_.other));
    writer.AddValue("difference", TotalsCell(difference_));
    writer.AddValue("presence", Cell::Record{{"functions", PresenceCell(difference_.function_presence)},
                                             {"arcs", PresenceCell(difference_.arc_presence)}});
    writer.AddValue("joinedCycles", ListOf(difference_.joined_cycles, AsUtf8));
    if (significance_ != nullptr) writer.AddValue("significance", EvidenceCell(*significance_));
  }

  // Status, impact, both sides and their difference; in a table a status is that of the table's own numbers.
  template <class Id>
  void AddSides(Fields<Id>& fields, const std::vector<Difference::Row>& rows) {
    const auto row_of = [&rows](Id id) -> const Difference::Row& { return rows[id.value]; };
    const auto status = [row_of](auto differs) {
      return [row_of, differs](Id id) {
        const Difference::Row& row = row_of(id);
        return StatusName(row.base.present, row.other.present, differs(row.base, row.other));
      };
    };
    using Side = SideNumbers;
    fields.Add("status", status([](const Side& base, const Side& other) {
                 return Differs(base, other) || KeptDiffers(base, other);
               }));
    fields.AddForTables("flatStatus", status([](const Side& base, const Side& other) { return Differs(base, other); }));
    fields.AddForTables("graphStatus", status(KeptDiffers));
    fields.AddForTables("countStatus",
                        status([](const Side& base, const Side& other) { return base.calls != other.calls; }));
    fields.Add("impact",
               [this, row_of](Id id) { return ImpactOf(difference_, row_of(id).base.self, row_of(id).other.self); });
    fields.Add("graphImpact", [this, row_of](Id id) {
      return ImpactOf(difference_, row_of(id).base.KeptTotal(), row_of(id).other.KeptTotal());
    });
    AddNumbers(fields, kNumbers, row_of);
  }

  void AddFunctions() {
    Fields<FunctionId>& functions = graph_.functions;
    AddNames(functions, texts_);
    functions.Add("cycle", [this](FunctionId f) { return CycleCell(difference_.components.cycle[f.value]); });
    functions.Add("match", [this](FunctionId f) { return MatchCell(difference_.match.pairs[f.value]); });
    AddSides(functions, difference_.functions);
    if (significance_ == nullptr) return;
    const Evidence evidence = significance_->evidence;
    AddVerdicts(functions, "significance", evidence, significance_->functions);
    if (!significance_->totals.empty()) AddVerdicts(functions, "totalSignificance", evidence, significance_->totals);
  }

  void AddCycles() {
    graph_.cycles.Add("cycle", NumberOf);
    graph_.cycles.Add("members", [this](CycleId cycle) { return MembersCell(difference_.components, cycle); });
    AddSides(graph_.cycles, difference_.cycles);
  }

  void AddArcs() {
    const auto arc_of = [this](ArcId id) -> const Difference::ArcRow& { return difference_.arcs[id.value]; };
    AddArcEnds(graph_.arcs, difference_.arcs, texts_);
    graph_.arcs.Add("status", [arc_of](ArcId id) {
      const Difference::ArcRow& arc = arc_of(id);
      return StatusName(arc.base.present, arc.other.present, Differs(arc.base, arc.other));
    });
    AddNumbers(graph_.arcs, kArcNumbers, arc_of);
  }

  const Difference& difference_;
  const Significance* significance_;
  const MachineRows& rows_;
  const FunctionTexts texts_;
  GraphFields graph_;
};

}  // namespace

MachineLeftOut WriteListings(std::string& out, const TableFormat& format, const Difference& difference,
                             const SideLabels& labels, const Significance* significance, MachineListings listings,
                             const ListingOptions& options) {
  const std::unique_ptr<TableWriter> writer = format.start(out);
  const MachineRows rows = ChooseRows(difference, listings, options);
  const Listing listing(difference, significance, rows, options);
  writer->IsDocument() ? listing.WriteDocument(*writer, labels, listings) : listing.WriteTables(*writer, listings);
  writer->Finish();
  return rows.left_out;
}

}  // namespace profdiff
