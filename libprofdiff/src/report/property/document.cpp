// SPDX-License-Identifier: GPL-3.0-or-later
// Writes findings as tables, or as a document of the kind "properties" or "propertyDifference".
//
// Tests: tests/unit/report/property/texts_test.cpp, tests/cli/check/run.py.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "profdiff/formats.h"
#include "report/property/causes.h"
#include "report/property/comment.h"
#include "report/property/paths.h"
#include "report/property/rows.h"

namespace profdiff {
namespace {

std::size_t CountLocations(const Measurements& measurements) {
  std::set<Location> locations;
  for (const Context& context : measurements.contexts) locations.insert(context.location);
  // Some recordings measure a process as a whole, and others measure its threads. If a process is measured in both
  // ways, only its threads are counted. In the order of locations, the threads directly follow the process.
  std::size_t count = 0;
  for (auto at = locations.begin(); at != locations.end(); ++at) {
    const auto next = std::next(at);
    const bool is_whole = !at->thread && next != locations.end() && (!at->rank || at->rank == next->rank);
    if (!is_whole) ++count;
  }
  return count;
}

Cell PhaseCell(const Measurements& measurements) {
  return Cell::Record{{"region", AsUtf8(measurements.regions[measurements.phase.value].name)},
                      {"instances", measurements.instances},
                      {"seconds", OrNull(measurements.seconds)},
                      {"locations", CountLocations(measurements)}};
}

Cell SideCell(const Measurements& measurements) {
  return Cell::Record{{"phase", PhaseCell(measurements)}, {"inputs", ListOf(measurements.inputs, AsUtf8)}};
}

Cell StartUpCell(const Measurements& measurements) {
  if (!measurements.start_up) return Cell();
  return Cell::Record{{"seconds", measurements.start_up->seconds}, {"lost", measurements.start_up->lost}};
}

Cell LateStartCell(const std::optional<LateStart>& late) {
  if (!late) return Cell();
  return Cell::Record{{"rank", late->rank},
                      {"firstRank", late->first_rank},
                      {"seconds", late->seconds},
                      {"waits", late->waits},
                      {"from", late->from}};
}

Cell EfficiencyCell(const Measurements& measurements) {
  Cell::Record record;
  for (const Efficiency& efficiency : measurements.efficiencies) record.push_back({efficiency.name, efficiency.value});
  return record;
}

Cell EfficiencyReasonCell(const Measurements& measurements) {
  Cell::Record record;
  for (const auto& [name, reason] : UnknownEfficiencies(measurements)) record.push_back({name, AsUtf8(reason)});
  return record;
}

// Returns the clock offset of each rank, in nanoseconds; null for ranks without a recording.
Cell ClockCell(const ClockCorrection& clocks) {
  const bool corrected = !clocks.offsets.empty();
  return Cell::Record{{"corrected", corrected},
                      {"offsets", ListOf(clocks.offsets, OrNull<std::int64_t>)},
                      {"halfWidth", corrected ? Cell(clocks.half_width) : Cell()}};
}

Cell ErrorList(const Measurements& measurements) {
  return ListOf(measurements.errors, [](const RunError& error) {
    return Cell(
        Cell::Record{{"kind", error.kind},
                     {"ranks", ListOf(error.ranks, [](std::uint32_t rank) { return Cell(std::uint64_t{rank}); })},
                     {"text", AsUtf8(error.text)}});
  });
}

// Adds a table of efficiencies, if there are any, and a table of clock offsets, if the clocks were corrected.
void AddRunTables(TableWriter& writer, const Measurements& measurements) {
  Fields<Efficiency> efficiencies;
  efficiencies.Add("value", [](const Efficiency& efficiency) { return Cell(efficiency.value); });
  efficiencies.Add("efficiency", [](const Efficiency& efficiency) { return Cell(efficiency.name); });
  if (!measurements.efficiencies.empty()) {
    WriteRows(writer, "efficiencies", ListColumns("value efficiency"), efficiencies, measurements.efficiencies);
  }
  const ClockCorrection& correction = measurements.clocks;
  std::vector<std::size_t> ranks;
  for (std::size_t rank = 0; rank < correction.offsets.size(); ++rank) {
    if (correction.offsets[rank]) ranks.push_back(rank);
  }
  Fields<std::size_t> clocks;
  clocks.Add("rank", [](std::size_t rank) { return Cell(std::uint64_t{rank}); });
  clocks.Add("offset", [&](std::size_t rank) { return Cell(*correction.offsets[rank]); });
  clocks.Add("halfWidth", [&](std::size_t) { return Cell(correction.half_width); });
  if (!ranks.empty()) WriteRows(writer, "clocks", ListColumns("rank clockOffset=offset halfWidth"), clocks, ranks);
}

}  // namespace

void AddRun(TableWriter& writer, const Measurements& measurements) {
  writer.AddValue("phase", PhaseCell(measurements));
  writer.AddValue("inputs", ListOf(measurements.inputs, AsUtf8));
}

void AddFindings(TableWriter& writer, const PropertyView& view, std::size_t limit) {
  const auto shown = First(view.findings.properties, limit);
  const Fields<Finding> fields = FindingFields(view.measurements);
  const Fields<NotApplicable> others = NotApplicableFields(view.measurements);
  if (writer.IsDocument()) {
    WriteDocumentHead(writer, "properties");
    AddRun(writer, view.measurements);
    writer.AddValue("leftOut", view.findings.properties.size() - shown.size());
    writer.AddValue("errors", ErrorList(view.measurements));
    WriteObjects(writer, "properties", fields, shown);
    WriteObjects(writer, "notApplicable", others, view.findings.not_applicable);
    writer.AddValue("efficiencies", EfficiencyCell(view.measurements));
    writer.AddValue("efficiencyReasons", EfficiencyReasonCell(view.measurements));
    writer.AddValue("startUp", StartUpCell(view.measurements));
    writer.AddValue("lateStart", LateStartCell(view.measurements.late_start));
    writer.AddValue("clock", ClockCell(view.measurements.clocks));
    AddCauses(writer, view.measurements);
    AddPaths(writer, view.measurements);
  } else {
    const std::string columns =
        // The columns location, instance and instanceSeverity contain only the worst location and the worst instance; a
        // document contains lists of all locations and instances.
        "severity confidence share lost unit leaf location instance instanceSeverity callee dataStructure "
        "kind=region.kind "
        "line=region.line file=region.file "
        "property=name "
        "refines path=region.path region=region.name";
    WriteRows(writer, "properties", ListColumns(columns), fields, shown);
    std::vector<NotApplicable> not_applicable = view.findings.not_applicable;
    for (const auto& [name, reason] : UnknownEfficiencies(view.measurements)) {
      not_applicable.push_back({name, RegionId(), reason});
    }
    WriteRows(writer, "notApplicable",
              ListColumns("kind=region.kind line=region.line file=region.file property=name reason path=region.path "
                          "region=region.name"),
              others, not_applicable);
    AddRunTables(writer, view.measurements);
    AddCauses(writer, view.measurements);
    if (view.paths) AddPaths(writer, view.measurements);
  }
}

void AddChanges(TableWriter& writer, const PropertyDifferenceView& view, std::size_t limit) {
  const Fields<PropertyChange> fields = ChangeFields(view);
  const Fields<SideNotApplicable> others = SideNotApplicableFields(view);
  const std::vector<SideNotApplicable> not_applicable = NotApplicableOf(view.difference);
  const auto shown = First(view.difference.changes, limit);
  if (writer.IsDocument()) {
    WriteDocumentHead(writer, "propertyDifference");
    writer.AddValue("base", SideCell(view.base));
    writer.AddValue("other", SideCell(view.other));
    writer.AddValue("leftOut", view.difference.changes.size() - shown.size());
    WriteObjects(writer, "differences", fields, shown);
    WriteObjects(writer, "notApplicable", others, not_applicable);
    AddCauseChanges(writer, view);
  } else {
    WriteRows(writer, "differences",
              ListColumns("base other diff baseLost otherLost diffLost unit status callee dataStructure "
                          "kind=region.kind line=region.line "
                          "file=region.file property=name reason path=region.path region=region.name"),
              fields, shown);
    WriteRows(writer, "notApplicable",
              ListColumns("side kind=region.kind line=region.line file=region.file property=name reason "
                          "path=region.path region=region.name"),
              others, not_applicable);
    AddCauseChanges(writer, view);
  }
}

void WriteFindings(std::string& out, const TableFormat& format, const PropertyView& view, std::size_t limit) {
  if (format.is_text) return WriteFindingsText(out, view, limit);
  if (format.is_comment) return WriteFindingsComment(out, view);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  AddFindings(*writer, view, limit);
  writer->Finish();
}

void WriteFindings(std::string& out, const TableFormat& format, const PropertyDifferenceView& view, std::size_t limit) {
  if (format.is_text) return WriteFindingsText(out, view, limit);
  if (format.is_comment) return WriteFindingsComment(out, view);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  AddChanges(*writer, view, limit);
  writer->Finish();
}

}  // namespace profdiff
