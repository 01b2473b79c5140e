// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a difference as tables and as a document. Each number is declared once, as a name and a function that reads
// the number, and becomes a member of the objects `base`, `other` and `difference` of each row. profdiff/formats.h
// describes the columns.
//
// Tests: tests/unit/report/machine/csv_test.cpp, tests/unit/report/machine/json_test.cpp.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/significance.h"
#include "report/columns/row_numbers.h"
#include "report/gprof/amounts.h"
#include "report/machine/conclusion.h"
#include "report/machine/contexts.h"
#include "report/machine/documents.h"
#include "report/machine/fields.h"
#include "report/machine/record.h"
#include "values/evidence.h"
#include "values/known_calls.h"

namespace profdiff {
namespace {

// The columns as "heading=key|otherwise" (see ListColumns): CSV has flat headings, while the fields have nested keys.
// Fields that a difference does not have, for example because there are no samples or no significance, have no column.
// The columns of numbers come after the impact, those of samples after the numbers.
constexpr std::string_view kAfterNumbers =
    "baseSamples=base.samples otherSamples=other.samples "
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

// Returns the columns of a function's row: "baseSelf=base.self otherSelf=other.self diffSelf=difference.self" for each
// number.
std::string FlatColumns() {
  std::string list = "impact ";
  for (const RowNumber& number : RowNumbers()) {
    if (!number.in.tables) continue;
    const std::string key(number.key);
    std::string word = key;
    word[0] = static_cast<char>(word[0] - 'a' + 'A');  // keys begin with a lower-case ASCII letter
    list.append("base" + word + "=base." + key + " other" + word + "=other." + key);
    list.append(" diff" + word + "=difference." + key + " ");
  }
  return list.append(kAfterNumbers);
}

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

// The cells of a number for both sides and for their difference.
template <class Side>
struct NumberCells {
  std::string_view key;
  std::function<Cell(const Side&side)> base, other;
  std::function<Cell(const Side& base, const Side& other)> difference;
};

// Makes the cells of a number of functions and cycles.
NumberCells<SideNumbers> CellsOf(const RowNumber& number, const Difference& difference) {
  const SideTotals &base = difference.base, &other = difference.other;
  const bool is_whole = AreWhole(difference), is_amount = number.kind == NumberKind::kAmount;
  const auto value = [&number, is_whole](const SideNumbers& side, const SideTotals& totals) {
    return number.value(side, totals, is_whole);
  };
  const auto cell_of = [&number, value, is_whole, is_amount](const SideNumbers& side, const SideTotals& totals) {
    if (!side.present || !number.IsKnown(totals)) return Cell();
    if (number.count != nullptr) return Cell(number.count(side));
    const std::optional<double> found = value(side, totals);
    return found ? AmountCell(*found, is_whole && is_amount) : Cell();
  };
  // Returns null if the number is unknown on a side, because 0 would be taken for "equal".
  const bool known = number.IsKnown(base) && number.IsKnown(other);
  const auto subtract = [=, &number, &base, &other](const SideNumbers& first, const SideNumbers& second) {
    if (!known) return Cell();
    if (number.count != nullptr) return Cell(CountDifference(number.count(first), number.count(second)));
    const std::optional<double> of_base = value(first, base), of_other = value(second, other);
    if (is_amount) return AmountCell(SecondsDifference(of_base.value_or(0), of_other.value_or(0)), is_whole);
    return first.present && second.present && of_base && of_other ? Cell(*of_base - *of_other) : Cell();
  };
  return {number.key, [=, &base](const SideNumbers& side) { return cell_of(side, base); },
          [=, &other](const SideNumbers& side) { return cell_of(side, other); }, subtract};
}

std::vector<NumberCells<SideNumbers>> NumbersOfRows(const Difference& difference) {
  std::vector<NumberCells<SideNumbers>> cells;
  for (const RowNumber& number : RowNumbers()) {
    if (number.in.documents) cells.push_back(CellsOf(number, difference));
  }
  return cells;
}

// Makes the cells of a time of arcs; `known` is false for a side that does not know it.
NumberCells<SideArc> ArcTime(std::string_view key, double (*time)(const SideArc& arc), const Difference& difference,
                             bool base_known = true, bool other_known = true) {
  const bool is_whole = AreWhole(difference);
  const auto of = [time, is_whole](bool known) {
    return [=](const SideArc& arc) { return arc.present && known ? AmountCell(time(arc), is_whole) : Cell(); };
  };
  return {key, of(base_known), of(other_known), [=](const SideArc& base, const SideArc& other) {
            return base_known && other_known ? AmountCell(SecondsDifference(time(base), time(other)), is_whole)
                                             : Cell();
          }};
}

std::vector<NumberCells<SideArc>> NumbersOfArcs(const Difference& difference) {
  const SideTotals &base = difference.base, &other = difference.other;
  const auto count = [](bool known) {
    return [known](const SideArc& arc) { return arc.present && known ? Cell(std::uint64_t{arc.count}) : Cell(); };
  };
  const bool known = CallsKnown(difference);
  return {
      ArcTime(
          "self", [](const SideArc& arc) { return arc.self; }, difference, base.arc_self_known, other.arc_self_known),
      ArcTime(
          "total", [](const SideArc& arc) { return arc.Total(); }, difference),
      {"calls", count(base.calls_known), count(other.calls_known), [known](const SideArc& a, const SideArc& b) {
         return known ? Cell(CountDifference(a.count, b.count)) : Cell();
       }}};
}

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
template <class Id, class Side, class RowOf>
void AddNumbers(Fields<Id>& fields, const Difference& difference, const std::vector<NumberCells<Side>>& numbers,
                RowOf row_of) {
  const auto add = [&](const std::string& object, auto cell_of) {
    for (const NumberCells<Side>& number : numbers) {
      fields.Add(object + "." + std::string(number.key), cell_of(number));
    }
    AddSamples(fields, object, difference);
  };
  add("base", [row_of](const auto& cells) { return [row_of, of = cells.base](Id id) { return of(row_of(id).base); }; });
  add("other",
      [row_of](const auto& cells) { return [row_of, of = cells.other](Id id) { return of(row_of(id).other); }; });
  add("difference", [row_of](const auto& cells) {
    return [row_of, of = cells.difference](Id id) { return of(row_of(id).base, row_of(id).other); };
  });
}

void AddVerdicts(Fields<FunctionId>& fields, const std::string& object, Evidence evidence,
                 const std::vector<Verdict>& verdicts, const Difference& difference) {
  const auto add = [&](const char* name, auto Verdict::*member, bool known = true) {
    fields.Add(object + "." + name,
               [&verdicts, member, known](FunctionId f) { return known ? Cell(verdicts[f.value].*member) : Cell(); });
  };
  // Without an interval, the values from `low` to `q` are null; means and deviations still exist.
  const auto add_judged = [&](const char* name, double Verdict::*member) {
    fields.Add(object + "." + name, [&verdicts, member, evidence](FunctionId f) {
      const Verdict& verdict = verdicts[f.value];
      return HasInterval(evidence) && IsJudged(evidence, verdict) ? Cell(verdict.*member) : Cell();
    });
  };
  add_judged("low", &Verdict::low);
  add_judged("high", &Verdict::high);
  add_judged("p", &Verdict::p);
  add_judged("q", &Verdict::q);
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
    const std::string flat = FlatColumns();
    if (listings.flat) WriteFlat(writer, rows_.flat, ListColumns(flat));
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
    if (conclusion_ != nullptr) AddConclusion(writer, *conclusion_, difference_, words_);
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
    AddNumbers(fields, difference_, NumbersOfRows(difference_), row_of);
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
    AddNumbers(graph_.arcs, difference_, NumbersOfArcs(difference_), arc_of);
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
