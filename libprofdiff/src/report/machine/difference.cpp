// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a difference as tables and as a document. Each number is declared once, as a name and a function that reads
// the number, and becomes a member of the objects `base`, `other` and `difference` of each row. profdiff/formats.h
// describes the columns.
//
// Tests: tests/unit/report/machine/csv_test.cpp, tests/unit/report/machine/json_test.cpp.
#include "profdiff/significance.h"
#include "report/gprof/amounts.h"
#include "report/machine/conclusion.h"
#include "report/machine/contexts.h"
#include "report/machine/documents.h"
#include "report/machine/fields.h"
#include "report/machine/record.h"
#include "values/known_calls.h"

namespace profdiff {
namespace {

// The columns as "heading=key|otherwise" (see ListColumns): CSV has flat headings, while the fields have nested keys.
// Fields that a difference does not have, for example because there are no samples or no significance, have no column.
constexpr std::string_view kDifferenceFlat =
    "impact baseSelf=base.self otherSelf=other.self diffSelf=difference.self baseTotal=base.total "
    "otherTotal=other.total diffTotal=difference.total baseCalls=base.calls otherCalls=other.calls "
    "diffCalls=difference.calls baseSelfCalls=base.selfCalls otherSelfCalls=other.selfCalls "
    "diffSelfCalls=difference.selfCalls baseSamples=base.samples otherSamples=other.samples "
    "diffSamples=difference.samples baseTotalSamples=base.totalSamples otherTotalSamples=other.totalSamples "
    "diffTotalSamples=difference.totalSamples diffSelfLow=significance.low diffSelfHigh=significance.high "
    "p=significance.p q=significance.q significant=significance.significant baseMean=significance.baseMean "
    "otherMean=significance.otherMean baseDeviation=significance.baseDeviation "
    "otherDeviation=significance.otherDeviation baseCallsLow=significance.baseCallsLow "
    "baseCallsHigh=significance.baseCallsHigh otherCallsLow=significance.otherCallsLow "
    "otherCallsHigh=significance.otherCallsHigh diffTotalLow=totalSignificance.low "
    "diffTotalHigh=totalSignificance.high totalP=totalSignificance.p totalQ=totalSignificance.q "
    "totalSignificant=totalSignificance.significant baseTotalMean=totalSignificance.baseMean "
    "otherTotalMean=totalSignificance.otherMean baseTotalDeviation=totalSignificance.baseDeviation "
    "otherTotalDeviation=totalSignificance.otherDeviation status=flatStatus match cycle id line file image linkageName "
    "name";

// The rows are functions, cycles and arcs. A column "graphSelf|self" shows graphSelf for functions and cycles: the part
// of their self time that the selection keeps. Arcs have no field graphSelf; for them, the column shows self.
constexpr std::string_view kDifferenceGraph =
    "row impact=graphImpact baseSelf=base.graphSelf|base.self otherSelf=other.graphSelf|other.self "
    "diffSelf=difference.graphSelf|difference.self baseTotal=base.graphTotal|base.total "
    "otherTotal=other.graphTotal|other.total diffTotal=difference.graphTotal|difference.total "
    "baseCalls=base.calls otherCalls=other.calls diffCalls=difference.calls baseSelfCalls=base.selfCalls "
    "otherSelfCalls=other.selfCalls diffSelfCalls=difference.selfCalls baseSamples=base.samples "
    "otherSamples=other.samples diffSamples=difference.samples baseTotalSamples=base.totalSamples "
    "otherTotalSamples=other.totalSamples diffTotalSamples=difference.totalSamples status=graphStatus|status match "
    "number cycle id=id|callee callerId=caller line file image callerLinkageName linkageName caller=callerName name";

constexpr std::string_view kDifferenceCounts =
    "baseCalls=base.calls otherCalls=other.calls diffCalls=difference.calls status=countStatus match id line file "
    "image linkageName name";

Cell SideCell(const std::string& label, const SideTotals& side) {
  const bool is_whole = AreWhole(side.origin, side.dimension);
  Cell::Record totals = {{"label", AsUtf8(label)},
                         {"unit", AsUtf8(side.dimension)},
                         {"seconds", AmountCell(side.seconds, is_whole)},
                         {"unattributed", AmountCell(side.unattributed_seconds, is_whole)},
                         // Profiles from other profilers have no common rate; AddOrigin writes their number of
                         // samples instead.
                         {"samplesPerSecond", side.origin ? Cell() : Cell(side.rate)},
                         {"hasHistogram", side.has_histogram},
                         {"hasCallGraph", side.has_arcs}};
  AddOrigin(totals, side.origin, side.is_exact, side.calls_known);
  if (side.origin) totals.push_back({"listsAllFunctions", side.ListsAllFunctions()});
  AddLoss(totals, side.loss);
  return totals;
}

Cell TotalsCell(const Difference& difference) {
  const double base = difference.base.seconds;
  const double seconds = SecondsDifference(base, difference.other.seconds);
  const bool is_whole = AreWhole(difference);
  return Cell::Record{{"seconds", AmountCell(seconds, is_whole)},
                      // Null if the base has no time, because the percentage is undefined.
                      {"percent", base > 0 ? Cell(100.0 * seconds / base) : Cell()},
                      {"sumOfChanges", AmountCell(difference.sum_abs_self, is_whole)}};
}

Cell PresenceCell(const Presence& presence) {
  return Cell::Record{{"both", presence.both}, {"onlyBase", presence.only_base}, {"onlyOther", presence.only_other}};
}

const char* NameOf(Evidence evidence) {
  constexpr const char* kNames[] = {"sampling", "negativeBinomial", "counted", "moderated", "none", "pairedModerated"};
  return kNames[static_cast<std::size_t>(evidence)];
}

Cell EvidenceCell(const Significance& significance, const RemedyWords& words) {
  const Evidence evidence = significance.evidence;
  // Variation between runs is known only if several runs were compared.
  const bool runs = evidence == Evidence::kNegativeBinomial || evidence == Evidence::kModerated;
  Cell::List remarks;
  for (const std::vector<Message>* messages : {&significance.remarks, &significance.grounds}) {
    for (const Message& message : *messages) remarks.push_back(AsUtf8(TextOf(message, words)));
  }
  return Cell::Record{{"evidence", NameOf(evidence)},
                      {"baseRuns", significance.base_runs},
                      {"otherRuns", significance.other_runs},
                      {"runVariation", runs ? Cell(significance.run_variation) : Cell()},
                      {"remarks", std::move(remarks)}};
}

// A number that is written for both sides, together with its difference. Exactly one of `seconds` and `calls` is set.
template <class Side>
struct Number {
  const char* name;
  double (*seconds)(const Side& side);
  std::uint64_t (*calls)(const Side& side) = nullptr;
  // Member that is true for sides that have the number; null if all sides have it.
  bool SideTotals::*known = nullptr;
};

constexpr Number<SideNumbers> kNumbers[] = {
    {"self", [](const SideNumbers& side) { return side.self; }},
    {"total", [](const SideNumbers& side) { return side.total; }},
    {"graphSelf", [](const SideNumbers& side) { return side.kept_self; }},
    {"graphTotal", [](const SideNumbers& side) { return side.KeptTotal(); }},
    {"calls", nullptr, [](const SideNumbers& side) { return side.calls; }, &SideTotals::calls_known},
    {"selfCalls", nullptr, [](const SideNumbers& side) { return side.self_calls; }, &SideTotals::calls_known}};

constexpr Number<SideArc> kArcNumbers[] = {
    {"self", [](const SideArc& side) { return side.self; }, nullptr, &SideTotals::arc_self_known},
    {"total", [](const SideArc& side) { return side.Total(); }},
    {"calls", nullptr, [](const SideArc& side) { return std::uint64_t{side.count}; }, &SideTotals::calls_known}};

// Makes the cells of a number for both sides and for their difference.
template <class Side>
class NumberCells {
 public:
  NumberCells(const Number<Side>& number, const Difference& difference)
      : number_(number),
        base_known_(number.known == nullptr || difference.base.*number.known),
        other_known_(number.known == nullptr || difference.other.*number.known),
        is_whole_(AreWhole(difference)) {}

  Cell OfBase(const Side& side) const { return Of(side, base_known_); }
  Cell OfOther(const Side& side) const { return Of(side, other_known_); }
  // Returns null if the number is unknown on a side, because 0 would be taken for "equal".
  Cell Subtract(const Side& base, const Side& other) const {
    if (!base_known_ || !other_known_) return {};
    if (number_.calls != nullptr) return CountDifference(number_.calls(base), number_.calls(other));
    return AmountCell(SecondsDifference(number_.seconds(base), number_.seconds(other)), is_whole_);
  }

 private:
  Cell Of(const Side& side, bool is_known) const {
    if (!side.present || !is_known) return {};
    return number_.seconds != nullptr ? AmountCell(number_.seconds(side), is_whole_) : Cell(number_.calls(side));
  }

  const Number<Side>& number_;
  bool base_known_, other_known_, is_whole_;
};

// A kind of sample count, with its values for a function on both sides.
struct Samples {
  const char* name;
  std::uint64_t SampleNumbers::*base;
  std::uint64_t SampleNumbers::*other;
};
constexpr Samples kSamples[] = {{"samples", &SampleNumbers::base, &SampleNumbers::other},
                                {"totalSamples", &SampleNumbers::base_total, &SampleNumbers::other_total}};

// Adds the numbers of samples of functions to `object`, which is "base", "other" or "difference". Rows of cycles and
// arcs have no samples.
void AddSamples(Fields<FunctionId>& fields, const std::string& object, const Difference& difference) {
  if (difference.samples.empty()) return;
  for (const Samples& kind : kSamples) {
    fields.Add(object + "." + kind.name, [&kind, &difference, object](FunctionId f) -> Cell {
      const SampleNumbers& numbers = difference.samples[f.value];
      const Difference::Row& row = difference.functions[f.value];
      if (object == "difference") return CountDifference(numbers.*kind.base, numbers.*kind.other);
      const bool is_base = object == "base";
      if (!(is_base ? row.base : row.other).present) return {};
      return is_base ? numbers.*kind.base : numbers.*kind.other;
    });
  }
}

template <class Id>
void AddSamples(Fields<Id>&, const std::string&, const Difference&) {}

// Adds each number to the objects "base", "other" and "difference". row_of(id) returns the numbers of both sides.
template <class Id, class Side, std::size_t kCount, class RowOf>
void AddNumbers(Fields<Id>& fields, const Difference& difference, const Number<Side> (&numbers)[kCount], RowOf row_of) {
  const auto add = [&](const std::string& object, auto cell_of) {
    for (const Number<Side>& number : numbers) {
      const NumberCells<Side> cells(number, difference);
      fields.Add(object + "." + number.name, [cells, row_of, cell_of](Id id) { return cell_of(cells, row_of(id)); });
    }
    AddSamples(fields, object, difference);
  };
  add("base", [](const auto& cells, const auto& row) { return cells.OfBase(row.base); });
  add("other", [](const auto& cells, const auto& row) { return cells.OfOther(row.other); });
  add("difference", [](const auto& cells, const auto& row) { return cells.Subtract(row.base, row.other); });
}

void AddVerdicts(Fields<FunctionId>& fields, const std::string& object, Evidence evidence,
                 const std::vector<Verdict>& verdicts, const Difference& difference) {
  const auto add = [&](const char* name, auto Verdict::*member, bool known = true) {
    fields.Add(object + "." + name,
               [&verdicts, member, known](FunctionId f) { return known ? Cell(verdicts[f.value].*member) : Cell(); });
  };
  // Without an interval, the values from `low` to `q` are null; means and deviations still exist.
  const bool has_interval = HasInterval(evidence);
  add("low", &Verdict::low, has_interval);
  add("high", &Verdict::high, has_interval);
  add("p", &Verdict::p, has_interval);
  add("q", &Verdict::q, has_interval);
  add("significant", &Verdict::significant);
  add("baseMean", &Verdict::base_mean);
  add("otherMean", &Verdict::other_mean);
  add("baseDeviation", &Verdict::base_deviation);
  add("otherDeviation", &Verdict::other_deviation);
  add("baseCallsLow", &Verdict::base_calls_low, difference.base.calls_known);
  add("baseCallsHigh", &Verdict::base_calls_high, difference.base.calls_known);
  add("otherCallsLow", &Verdict::other_calls_low, difference.other.calls_known);
  add("otherCallsHigh", &Verdict::other_calls_high, difference.other.calls_known);
}

// Returns a change as a percentage of the sum of all absolute changes. The divisor is not the net difference, because
// that can be 0 although all functions change.
double ImpactOf(const Difference& difference, double base_seconds, double other_seconds) {
  double sum = difference.sum_abs_self;
  return sum > 0 ? 100.0 * SecondsDifference(base_seconds, other_seconds) / sum : 0;
}

bool CallsDiffer(const SideNumbers& base, const SideNumbers& other) {
  return base.calls != other.calls || base.self_calls != other.self_calls;
}

// True if the numbers of the sides differ. Calls are compared only if both sides counted them. Times that differ by
// less than half a nanosecond count as equal (SecondsDifference).
bool Differs(const SideNumbers& base, const SideNumbers& other, bool calls_known) {
  return SecondsDifference(base.self, other.self) != 0 || SecondsDifference(base.total, other.total) != 0 ||
         (calls_known && CallsDiffer(base, other));
}

bool KeptDiffers(const SideNumbers& base, const SideNumbers& other, bool calls_known) {
  return SecondsDifference(base.kept_self, other.kept_self) != 0 ||
         SecondsDifference(base.KeptTotal(), other.KeptTotal()) != 0 || (calls_known && CallsDiffer(base, other));
}

bool Differs(const SideArc& base, const SideArc& other, bool calls_known) {
  return SecondsDifference(base.self, other.self) != 0 || SecondsDifference(base.Total(), other.Total()) != 0 ||
         (calls_known && base.count != other.count);
}

// The fields of all kinds of rows, and the listings and documents that contain them. The fields refer to this object,
// so it is never copied or moved.
class DifferenceListing {
 public:
  DifferenceListing(const DifferenceSource& source, const MachineRows& rows)
      : difference_(source.difference),
        significance_(source.significance),
        conclusion_(source.conclusion),
        words_(source.words),
        rows_(rows),
        texts_(source.difference.match.functions, source.demangle, source.shortens_names) {
    AddFunctions();
    AddCycles();
    AddArcs();
    graph_.AddKinds(rows, difference_.components);
  }

  void WriteFlat(TableWriter& writer, std::span<const FunctionId> rows, std::span<const TableColumn> columns) const {
    WriteRows(writer, "flat", columns, graph_.functions, rows);
  }

  void WriteTables(TableWriter& writer, MachineListings listings) const {
    if (listings.flat) WriteFlat(writer, rows_.flat, ListColumns(kDifferenceFlat));
    if (listings.graph) graph_.WriteTable(writer, ListColumns(kDifferenceGraph), rows_);
    if (listings.counts) WriteRows(writer, "counts", ListColumns(kDifferenceCounts), graph_.functions, rows_.counts);
    if (listings.tree) ContextFields(difference_, rows_.contexts, texts_).Write(writer);
    if (conclusion_ != nullptr) WriteConclusionTable(writer, *conclusion_, difference_, words_);
  }

  void WriteDocument(TableWriter& writer, const SideLabels& labels, MachineListings listings, bool has_listings) const {
    const MachineMembers members = MembersOf(rows_, difference_);
    WriteDocumentHead(writer, "difference");
    WriteTotals(writer, labels);
    if (listings.record != nullptr) AddRecord(writer, *listings.record, words_);
    // Pages embed the document without "listings", because their scripts sort the functions.
    if (has_listings) writer.AddValue("listings", ListingsCell(rows_, listings));
    WriteObjects(writer, "functions", graph_.functions, members.functions);
    WriteObjects(writer, "cycles", graph_.cycles, members.cycles);
    if (listings.graph) WriteObjects(writer, "arcs", graph_.arcs, rows_.arcs);
    if (listings.tree) ContextFields(difference_, rows_.contexts, texts_).Write(writer);
  }

 private:
  void WriteTotals(TableWriter& writer, const SideLabels& labels) const {
    writer.AddValue("base", SideCell(labels.base, difference_.base));
    writer.AddValue("other", SideCell(labels.other, difference_.other));
    writer.AddValue("difference", TotalsCell(difference_));
    writer.AddValue("presence", Cell::Record{{"functions", PresenceCell(difference_.function_presence)},
                                             {"arcs", PresenceCell(difference_.arc_presence)}});
    writer.AddValue("joinedCycles", ListOf(difference_.joined_cycles, AsUtf8));
    if (conclusion_ != nullptr) AddConclusion(writer, *conclusion_, words_);
    if (significance_ != nullptr) writer.AddValue("significance", EvidenceCell(*significance_, words_));
  }

  // Adds status, impact, the numbers of both sides and their difference. Each table has a status of its own, in which
  // "changed" refers to the numbers in that table; the status in documents refers to all numbers.
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
    const bool calls = CallsKnown(difference_);
    const auto differs = [calls](const Side& base, const Side& other) { return Differs(base, other, calls); };
    const auto kept_differs = [calls](const Side& base, const Side& other) { return KeptDiffers(base, other, calls); };
    fields.Add("status", status([=](const Side& base, const Side& other) {
                 return differs(base, other) || kept_differs(base, other);
               }));
    fields.AddForTables("flatStatus", status(differs));
    fields.AddForTables("graphStatus", status(kept_differs));
    fields.AddForTables("countStatus", status([calls](const Side& base, const Side& other) {
                          return calls && base.calls != other.calls;
                        }));
    fields.Add("impact",
               [this, row_of](Id id) { return ImpactOf(difference_, row_of(id).base.self, row_of(id).other.self); });
    fields.Add("graphImpact", [this, row_of](Id id) {
      return ImpactOf(difference_, row_of(id).base.KeptTotal(), row_of(id).other.KeptTotal());
    });
    AddNumbers(fields, difference_, kNumbers, row_of);
  }

  void AddFunctions() {
    Fields<FunctionId>& functions = graph_.functions;
    AddNames(functions, texts_);
    functions.Add("cycle", [this](FunctionId f) { return CycleCell(difference_.components.cycle[f.value]); });
    functions.Add("match", [this](FunctionId f) { return MatchCell(difference_.match.pairs[f.value]); });
    AddSides(functions, difference_.functions);
    if (significance_ == nullptr) return;
    const Evidence evidence = significance_->evidence;
    AddVerdicts(functions, "significance", evidence, significance_->functions, difference_);
    if (!significance_->totals.empty())
      AddVerdicts(functions, "totalSignificance", evidence, significance_->totals, difference_);
  }

  void AddCycles() {
    graph_.cycles.Add("cycle", NumberOf);
    graph_.cycles.Add("members", [this](CycleId cycle) { return MembersCell(difference_.components, cycle); });
    AddSides(graph_.cycles, difference_.cycles);
  }

  void AddArcs() {
    const auto arc_of = [this](ArcId id) -> const Difference::ArcRow& { return difference_.arcs[id.value]; };
    AddArcEnds(graph_.arcs, difference_.arcs, texts_);
    const bool calls = CallsKnown(difference_);
    graph_.arcs.Add("status", [arc_of, calls](ArcId id) {
      const Difference::ArcRow& arc = arc_of(id);
      return StatusName(arc.base.present, arc.other.present, Differs(arc.base, arc.other, calls));
    });
    AddNumbers(graph_.arcs, difference_, kArcNumbers, arc_of);
  }

  const Difference& difference_;
  const Significance* significance_;
  const Conclusion* conclusion_;
  const RemedyWords words_;
  const MachineRows& rows_;
  const FunctionTexts texts_;
  GraphFields graph_;
};

}  // namespace

void WriteDocument(TableWriter& writer, const DifferenceSource& source, const MachineRows& rows,
                   MachineListings listings) {
  DifferenceListing(source, rows).WriteDocument(writer, source.labels, listings, /*has_listings=*/false);
}

void WriteFlatRows(TableWriter& writer, const DifferenceSource& source, std::span<const FunctionId> rows,
                   std::span<const TableColumn> columns) {
  // Empty, because WriteFlat gets its rows from the caller.
  const MachineRows none;
  DifferenceListing(source, none).WriteFlat(writer, rows, columns);
}

MachineLeftOut WriteListings(std::string& out, const TableFormat& format, const Difference& difference,
                             const SideLabels& labels, const Significance* significance, MachineListings listings,
                             const ListingOptions& options, const Conclusion* conclusion) {
  const std::unique_ptr<TableWriter> writer = format.start(out);
  const MachineRows rows = ChooseRows(difference, listings, options);
  const DifferenceListing listing({difference, labels, significance, options.names.demangle, options.words, conclusion},
                                  rows);
  writer->IsDocument() ? listing.WriteDocument(*writer, labels, listings, /*has_listings=*/true)
                       : listing.WriteTables(*writer, listings);
  writer->Finish();
  return rows.left_out;
}

}  // namespace profdiff
