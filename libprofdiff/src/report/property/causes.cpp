// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/report/property/causes_test.cpp.
#include "report/property/causes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "report/format/limit.h"
#include "report/format/text_table.h"
#include "report/property/rows.h"

namespace profdiff {
namespace {

std::string Seconds(double seconds) { return FixedText(seconds, 3) + " s"; }

// Returns the place of work, such as "rank 2 in main > solve". Threads are named only if they are not the first.
template <class Row>
std::string WhereText(const Row& row) {
  Location location = row.location;
  if (location.thread == 0U) location.thread.reset();
  return LocationText(location) + " in " + JoinPath(row.path, NameText);
}

double Part(double part, double whole) { return whole > 0 ? part / whole : 0; }

double LengthOf(const WaitCauses& waits) {
  double length = 0;
  for (const CriticalPart& part : waits.critical_path) length += part.seconds;
  return length;
}

template <class Row>
void AddPlace(Fields<Row>& fields) {
  fields.Add("rank", [](const Row& row) { return OrNull(row.location.rank); });
  fields.Add("thread", [](const Row& row) { return OrNull(row.location.thread); });
  fields.Add("path", [](const Row& row) { return Cell(JoinPath(row.path, AsUtf8)); });
  fields.AddForTables("where", [](const Row& row) { return Cell(WhereText(row)); });
}

Fields<WaitCause> CauseFields(double seconds) {
  Fields<WaitCause> fields;
  AddPlace(fields);
  fields.Add("direct", [](const WaitCause& cause) { return Cell(cause.direct); });
  fields.Add("indirect", [](const WaitCause& cause) { return Cell(cause.indirect); });
  fields.Add("total", [](const WaitCause& cause) { return Cell(cause.total()); });
  fields.Add("share", [seconds](const WaitCause& cause) { return Cell(Part(cause.total(), seconds)); });
  return fields;
}

Fields<CriticalPart> CriticalFields(double length) {
  Fields<CriticalPart> fields;
  AddPlace(fields);
  fields.Add("seconds", [](const CriticalPart& part) { return Cell(part.seconds); });
  fields.Add("share", [length](const CriticalPart& part) { return Cell(Part(part.seconds, length)); });
  fields.Add("imbalance", [](const CriticalPart& part) { return Cell(part.imbalance); });
  return fields;
}

// Returns the first rows, up to a row with less than the least share. Rows are sorted by value.
template <class Row, class ValueOf>
std::vector<Row> Largest(const std::vector<Row>& rows, std::size_t limit, double whole, ValueOf value_of) {
  std::vector<Row> largest;
  for (const Row& row : First(rows, limit)) {
    if (Part(value_of(row), whole) >= kLeastShare) largest.push_back(row);
  }
  return largest;
}

void AppendCauseTable(std::string& out, const WaitCauses& waits, std::size_t limit) {
  const auto total_of = [](const WaitCause& cause) { return cause.total(); };
  out += "\nCauses of " + Seconds(waits.seconds) + " of waits between ranks, " + Seconds(waits.unexplained) +
         " unexplained\n";
  const TableColumn columns[] = {{.heading = "total", .width = 10, .gap = 0, .digits = 6},
                                 {.heading = "direct", .width = 10, .digits = 6},
                                 {.heading = "indirect", .width = 10, .digits = 6},
                                 {.heading = "share", .width = 6, .digits = 4},
                                 {.heading = "who, and where", .key = "where"}};
  TextTableWriter writer(out);
  WriteRows(writer, "causes", columns, CauseFields(waits.seconds),
            Largest(waits.causes, limit, waits.seconds, total_of));
}

void AppendCriticalPath(std::string& out, const WaitCauses& waits, std::size_t limit) {
  const double length = LengthOf(waits);
  out += "\nCritical path, " + Seconds(length) + "\n";
  const TableColumn columns[] = {{.heading = "seconds", .width = 10, .gap = 0, .digits = 6},
                                 {.heading = "share", .width = 6, .digits = 4},
                                 {.heading = "imbalance", .width = 10, .digits = 6},
                                 {.heading = "who, and where", .key = "where"}};
  TextTableWriter writer(out);
  WriteRows(writer, "criticalPath", columns, CriticalFields(length),
            Largest(waits.critical_path, limit, length, [](const CriticalPart& part) { return part.seconds; }));
}

std::size_t CountRanks(const Measurements& measurements) {
  std::set<std::optional<std::uint32_t>> ranks;
  for (const Context& context : measurements.contexts) ranks.insert(context.location.rank);
  return ranks.size();
}

bool AreWaitsLong(const Measurements& measurements) {
  const double all = measurements.seconds.value_or(0) * static_cast<double>(CountRanks(measurements));
  return measurements.wait_causes && measurements.wait_causes->seconds > kLeastShare * all;
}

// Work that delays ranks on either side: seconds of waits that it caused.
struct CauseChange {
  Location location;
  std::vector<std::string> path;
  double base = 0, other = 0;

  double difference() const { return base - other; }
};

bool HasCauses(const PropertyDifferenceView& view) { return view.base.wait_causes && view.other.wait_causes; }

// Matches the causes of both sides by rank, thread and the names in their paths. The largest change comes first.
std::vector<CauseChange> CauseChanges(const PropertyDifferenceView& view) {
  std::map<std::pair<Location, std::vector<std::string>>, CauseChange> found;
  const auto at = [&](const WaitCause& cause) -> CauseChange& {
    CauseChange& change = found[{cause.location, cause.path}];
    change.location = cause.location;
    change.path = cause.path;
    return change;
  };
  for (const WaitCause& cause : view.base.wait_causes->causes) at(cause).base += cause.total();
  for (const WaitCause& cause : view.other.wait_causes->causes) at(cause).other += cause.total();
  std::vector<CauseChange> changes;
  for (auto& [key, change] : found) changes.push_back(std::move(change));
  std::ranges::stable_sort(changes, std::greater(),
                           [](const CauseChange& change) { return std::abs(change.difference()); });
  return changes;
}

double LongestWaits(const PropertyDifferenceView& view) {
  return std::max(view.base.wait_causes->seconds, view.other.wait_causes->seconds);
}

std::string SecondsChange(double base, double other) {
  return Seconds(std::abs(other - base)) + (other > base ? " more" : " less") + " (" + FixedText(base, 3) + " -> " +
         Seconds(other) + ")";
}

Fields<CauseChange> CauseChangeFields() {
  Fields<CauseChange> fields;
  AddPlace(fields);
  fields.Add("baseLost", [](const CauseChange& change) { return Cell(change.base); });
  fields.Add("otherLost", [](const CauseChange& change) { return Cell(change.other); });
  fields.Add("diffLost", [](const CauseChange& change) { return Cell(change.difference()); });
  return fields;
}

Cell WaitsCell(const Measurements& measurements) {
  if (!measurements.wait_causes) return Cell();
  return Cell::Record{{"seconds", measurements.wait_causes->seconds},
                      {"unexplained", measurements.wait_causes->unexplained}};
}

}  // namespace

void AppendMainChange(std::string& out, const PropertyDifferenceView& view) {
  if (!HasCauses(view) || !(AreWaitsLong(view.base) || AreWaitsLong(view.other))) return;
  const std::vector<CauseChange> changes = CauseChanges(view);
  const double base = view.base.wait_causes->seconds, other = view.other.wait_causes->seconds;
  if (changes.empty() || std::abs(other - base) < kLeastShare * LongestWaits(view)) return;
  out += "waits between ranks: " + SecondsChange(base, other) + "; most of all because of " +
         WhereText(changes.front()) + ": " + SecondsChange(changes.front().base, changes.front().other) + "\n";
}

void AppendCauseChanges(std::string& out, const PropertyDifferenceView& view, std::size_t limit) {
  if (!HasCauses(view)) return;
  const std::vector<CauseChange> largest =
      Largest(CauseChanges(view), limit, LongestWaits(view),
              [](const CauseChange& change) { return std::abs(change.difference()); });
  if (largest.empty()) return;
  out += "\nCauses of waits between ranks, in seconds: " + FixedText(view.base.wait_causes->seconds, 3) +
         " in the base, " + FixedText(view.other.wait_causes->seconds, 3) + " on the other side\n";
  const TableColumn columns[] = {{.heading = "base", .key = "baseLost", .width = 10, .gap = 0, .digits = 6},
                                 {.heading = "other", .key = "otherLost", .width = 10, .digits = 6},
                                 {.heading = "diff", .key = "diffLost", .width = 10, .digits = 6},
                                 {.heading = "who, and where", .key = "where"}};
  TextTableWriter writer(out);
  WriteRows(writer, "causes", columns, CauseChangeFields(), largest);
}

void AddCauseChanges(TableWriter& writer, const PropertyDifferenceView& view) {
  const std::vector<CauseChange> changes = HasCauses(view) ? CauseChanges(view) : std::vector<CauseChange>();
  if (writer.IsDocument()) {
    writer.AddValue("waits", Cell::Record{{"base", WaitsCell(view.base)}, {"other", WaitsCell(view.other)}});
    WriteObjects(writer, "causes", CauseChangeFields(), changes);
  } else if (!changes.empty()) {
    WriteRows(writer, "causes", ListColumns("baseLost otherLost diffLost rank thread path"), CauseChangeFields(),
              changes);
  }
}

void AppendMainCause(std::string& out, const Measurements& measurements) {
  if (!AreWaitsLong(measurements) || measurements.wait_causes->causes.empty()) return;
  const WaitCause& cause = measurements.wait_causes->causes.front();
  out +=
      Seconds(cause.total()) + " of " + Seconds(measurements.wait_causes->seconds) + " of waits: " + WhereText(cause);
  if (cause.indirect >= 0.0005) out += " (" + Seconds(cause.indirect) + " of it passed on by others)";
  out += "\n";
}

void AppendLateStart(std::string& out, const PropertyView& view) {
  const std::optional<LateStart>& late = view.measurements.late_start;
  if (late) out += TextOf(late->remark, view.words) + "\n";
}

void AppendCauses(std::string& out, const Measurements& measurements, std::size_t limit) {
  if (!measurements.wait_causes) return;
  const WaitCauses& waits = *measurements.wait_causes;
  if (!waits.causes.empty()) AppendCauseTable(out, waits, limit);
  if (!waits.critical_path.empty()) AppendCriticalPath(out, waits, limit);
}

void AddCauses(TableWriter& writer, const Measurements& measurements) {
  const WaitCauses waits = measurements.wait_causes.value_or(WaitCauses());
  const Fields<WaitCause> causes = CauseFields(waits.seconds);
  const Fields<CriticalPart> parts = CriticalFields(LengthOf(waits));
  if (writer.IsDocument()) {
    writer.AddValue("waits", WaitsCell(measurements));
    WriteObjects(writer, "causes", causes, waits.causes);
    WriteObjects(writer, "criticalPath", parts, waits.critical_path);
  } else if (measurements.wait_causes) {
    WriteRows(writer, "causes", ListColumns("total direct indirect share rank thread path"), causes, waits.causes);
    WriteRows(writer, "criticalPath", ListColumns("seconds share imbalance rank thread path"), parts,
              waits.critical_path);
  }
}

}  // namespace profdiff
