// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a difference. Columns: profdiff/formats.h. Test: tests/unit/report/machine/csv_test.cpp.
#include "profdiff/significance.h"
#include "report/format/csv.h"
#include "report/machine/rows.h"

namespace profdiff {
namespace {

// The numbers of a row: of functions and cycles whole or as kept, of arcs.
struct Numbers {
  bool present = false;
  double self = 0, total = 0;
  std::uint64_t calls = 0, self_calls = 0;
};

Numbers Whole(const SideNumbers& side) { return {side.present, side.self, side.total, side.calls, side.self_calls}; }

Numbers Kept(const SideNumbers& side) {
  return {side.present, side.kept_self, side.KeptTotal(), side.calls, side.self_calls};
}

Numbers OfArc(const SideArc& side) { return {side.present, side.self, side.Total(), side.count, 0}; }

class Tables {
 public:
  Tables(std::string& out, const Difference& difference, const Significance* significance,
         const ListingOptions& options)
      : csv_(out),
        difference_(difference),
        significance_(significance),
        texts_(difference.match.functions, options.names.demangle) {}

  void WriteFlat(const MachineRows& rows) {
    csv_.StartTable();
    csv_.Text("impact");
    WriteNumberHeadings();
    if (significance_ != nullptr) {
      csv_.Texts({"diffSelfLow", "diffSelfHigh", "p", "q", "significant", "baseMean", "otherMean", "baseDeviation",
                  "otherDeviation", "baseCallsLow", "baseCallsHigh", "otherCallsLow", "otherCallsHigh"});
    }
    csv_.Texts({"status", "match", "cycle", "id", "line", "file", "linkageName", "name"});
    csv_.EndRow();
    for (FunctionId f : rows.flat) WriteFlatRow(f);
  }

  void WriteGraph(const MachineRows& rows) {
    csv_.StartTable();
    csv_.Texts({"row", "impact"});
    WriteNumberHeadings();
    csv_.Texts({"status", "match", "number", "cycle", "id", "callerId", "line", "file", "callerLinkageName",
                "linkageName", "caller", "name"});
    csv_.EndRow();
    for (const MachineEntry& entry : rows.entries) entry.cycle.valid() ? WriteCycle(entry) : WriteFunction(entry);
    for (ArcId id : rows.arcs) WriteArc(difference_.arcs[id.value]);
  }

  void WriteCounts(const MachineRows& rows) {
    csv_.StartTable();
    csv_.Texts(
        {"baseCalls", "otherCalls", "diffCalls", "status", "match", "id", "line", "file", "linkageName", "name"});
    csv_.EndRow();
    for (FunctionId f : rows.counts) {
      const Difference::Row& row = difference_.functions[f.value];
      WriteCount(row.base.present, row.base.calls);
      WriteCount(row.other.present, row.other.calls);
      csv_.Count(CountDifference(row.base.calls, row.other.calls));
      csv_.Text(StatusName(row.base.present, row.other.present, row.base.calls != row.other.calls));
      csv_.Text(MatchOf(f)).Count(IdOf(f));
      WriteNames(f);
    }
  }

 private:
  std::string_view MatchOf(FunctionId f) const { return MatchName(difference_.match.pairs[f.value]); }

  std::int64_t CycleNumberOf(FunctionId f) const {
    CycleId cycle = difference_.components.cycle[f.value];
    return cycle.valid() ? NumberOf(cycle) : 0;
  }

  void WriteNumberHeadings() {
    csv_.Texts({"baseSelf", "otherSelf", "diffSelf", "baseTotal", "otherTotal", "diffTotal", "baseCalls", "otherCalls",
                "diffCalls", "baseSelfCalls", "otherSelfCalls", "diffSelfCalls"});
  }

  void WriteReal(bool present, double value) { present ? csv_.Real(value) : csv_.Empty(); }
  void WriteCount(bool present, std::uint64_t value) { present ? csv_.Count(value) : csv_.Empty(); }

  void WriteSeconds(const Numbers& base, const Numbers& other, double Numbers::*member) {
    WriteReal(base.present, base.*member);
    WriteReal(other.present, other.*member);
    csv_.Real(SecondsDifference(base.*member, other.*member));
  }

  void WriteCalls(const Numbers& base, const Numbers& other, std::uint64_t Numbers::*member) {
    WriteCount(base.present, base.*member);
    WriteCount(other.present, other.*member);
    csv_.Count(CountDifference(base.*member, other.*member));
  }

  void WriteNumbers(const Numbers& base, const Numbers& other) {
    WriteSeconds(base, other, &Numbers::self);
    WriteSeconds(base, other, &Numbers::total);
    WriteCalls(base, other, &Numbers::calls);
    WriteCalls(base, other, &Numbers::self_calls);
  }

  void WriteNames(FunctionId f) {
    csv_.Number(texts_.Line(f)).Text(texts_.File(f)).Text(texts_.LinkageName(f)).Text(texts_.Name(f));
    csv_.EndRow();
  }

  void WriteFlatRow(FunctionId f) {
    const Difference::Row& row = difference_.functions[f.value];
    csv_.Real(ImpactOf(difference_, row.base.self, row.other.self));
    WriteNumbers(Whole(row.base), Whole(row.other));
    if (significance_ != nullptr) WriteVerdict(significance_->functions[f.value]);
    csv_.Text(StatusName(row.base.present, row.other.present, Differs(row.base, row.other)));
    csv_.Text(MatchOf(f)).Number(CycleNumberOf(f)).Count(IdOf(f));
    WriteNames(f);
  }

  void WriteVerdict(const Verdict& verdict) {
    csv_.Real(verdict.low).Real(verdict.high).Real(verdict.p).Real(verdict.q).Flag(verdict.significant);
    csv_.Real(verdict.base_mean).Real(verdict.other_mean);
    csv_.Real(verdict.base_deviation).Real(verdict.other_deviation);
    csv_.Count(verdict.base_calls_low).Count(verdict.base_calls_high);
    csv_.Count(verdict.other_calls_low).Count(verdict.other_calls_high);
  }

  // What functions and cycles begin with.
  void WriteEntry(std::string_view kind, const Difference::Row& row) {
    csv_.Text(kind).Real(ImpactOf(difference_, row.base.KeptTotal(), row.other.KeptTotal()));
    WriteNumbers(Kept(row.base), Kept(row.other));
    csv_.Text(StatusName(row.base.present, row.other.present, KeptDiffers(row.base, row.other)));
  }

  void WriteFunction(const MachineEntry& entry) {
    FunctionId f = entry.function;
    WriteEntry("function", difference_.functions[f.value]);
    csv_.Text(MatchOf(f)).Count(std::int64_t{entry.number}).Number(CycleNumberOf(f)).Count(IdOf(f)).Empty();
    csv_.Number(texts_.Line(f)).Text(texts_.File(f)).Empty().Text(texts_.LinkageName(f)).Empty().Text(texts_.Name(f));
    csv_.EndRow();
  }

  void WriteCycle(const MachineEntry& entry) {
    WriteEntry("cycle", difference_.cycles[entry.cycle.value]);
    csv_.Empty().Count(std::int64_t{entry.number}).Count(NumberOf(entry.cycle)).Empty(8);
    csv_.EndRow();
  }

  void WriteArc(const Difference::ArcRow& arc) {
    csv_.Text("arc").Empty();
    Numbers base = OfArc(arc.base);
    Numbers other = OfArc(arc.other);
    WriteSeconds(base, other, &Numbers::self);
    WriteSeconds(base, other, &Numbers::total);
    WriteCalls(base, other, &Numbers::calls);
    csv_.Empty(3).Text(StatusName(base.present, other.present, Differs(arc.base, arc.other)));
    csv_.Empty(3).Count(IdOf(arc.callee)).Count(IdOf(arc.caller));
    csv_.Number(texts_.Line(arc.callee)).Text(texts_.File(arc.callee));
    csv_.Text(texts_.LinkageName(arc.caller)).Text(texts_.LinkageName(arc.callee));
    csv_.Text(texts_.Name(arc.caller)).Text(texts_.Name(arc.callee));
    csv_.EndRow();
  }

  CsvWriter csv_;
  const Difference& difference_;
  const Significance* significance_;
  FunctionTexts texts_;
};

}  // namespace

MachineLeftOut WriteCsv(std::string& out, const Difference& difference, const Significance* significance,
                        MachineListings listings, const ListingOptions& options) {
  MachineRows rows = ChooseRows(difference, listings, options);
  Tables tables(out, difference, significance, options);
  if (listings.flat) tables.WriteFlat(rows);
  if (listings.graph) tables.WriteGraph(rows);
  if (listings.counts) tables.WriteCounts(rows);
  return rows.left_out;
}

}  // namespace profdiff
