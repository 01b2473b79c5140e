// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a table of properties and programs, as in Figure 6 of the Periscope paper. A cell contains the number of
// regions in which a property holds.
//
// Test: tests/unit/report/property/texts_test.cpp.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/formats.h"
#include "report/format/text_table.h"
#include "report/property/rows.h"

namespace profdiff {
namespace {

struct PropertyCounts {
  std::string name;
  // Number of regions in each run; nullopt if the property is not applicable in a run.
  std::vector<std::optional<std::uint64_t>> found;
};

std::vector<PropertyCounts> CountsOf(const std::vector<PropertyView>& runs) {
  std::map<std::string, std::vector<std::uint64_t>> counts;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const Finding& finding : runs[run].findings.properties) {
      std::vector<std::uint64_t>& found = counts[finding.name];
      found.resize(runs.size());
      // Only leaves (the most specific findings) are counted. Otherwise, a region would be counted again for each more
      // general property that a leaf refines.
      if (finding.leaf) ++found[run];
    }
  }
  std::vector<PropertyCounts> rows;
  for (const auto& [name, found] : counts) {
    PropertyCounts& row = rows.emplace_back(PropertyCounts{name, {found.begin(), found.end()}});
    for (std::size_t run = 0; run < runs.size(); ++run) {
      if (runs[run].findings.unjudged.contains(name)) row.found[run].reset();
    }
  }
  return rows;
}

// A property that is not applicable in a run, and the reason.
struct Gap {
  std::string_view input, name, reason;
};

std::vector<Gap> GapsOf(const std::vector<PropertyView>& runs, const std::vector<std::string>& names,
                        const std::vector<PropertyCounts>& rows) {
  std::vector<Gap> gaps;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const PropertyCounts& row : rows) {
      if (!row.found[run]) gaps.push_back({names[run], row.name, runs[run].findings.unjudged.at(row.name)});
    }
  }
  return gaps;
}

Fields<Gap> GapFields() {
  Fields<Gap> fields;
  fields.Add("input", [](const Gap& gap) { return Cell(gap.input); });
  fields.Add("name", [](const Gap& gap) { return Cell(gap.name); });
  fields.Add("reason", [](const Gap& gap) { return Cell(AsUtf8(std::string(gap.reason))); });
  return fields;
}

// Appends the properties that are not applicable, grouped by run and reason.
void AppendGaps(std::string& out, const std::vector<Gap>& gaps) {
  std::vector<std::pair<std::string, std::vector<std::string_view>>> entries;
  for (const Gap& gap : gaps) {
    std::string head = "  " + std::string(gap.input) + ": " + std::string(gap.reason) + ":\n";
    const auto known = std::ranges::find(entries, head, [](const auto& entry) { return entry.first; });
    if (known == entries.end()) {
      entries.push_back({std::move(head), {gap.name}});
    } else {
      known->second.push_back(gap.name);
    }
  }
  if (!entries.empty()) out += "\n- not applicable\n";
  for (const auto& [head, names] : entries) {
    out += head;
    AppendNames(out, names);
  }
}

std::vector<std::string> Names(const std::vector<PropertyView>& runs) {
  std::vector<std::string> names;
  for (const PropertyView& view : runs) names.push_back(AsUtf8(view.measurements.inputs.front()));
  return names;
}

// Writes the table. cell_of(count) returns the cell of a count.
template <class CellOf>
void Write(TableWriter& writer, std::span<const TableColumn> columns, const std::vector<PropertyCounts>& rows,
           CellOf cell_of) {
  writer.StartTable("counts", columns);
  for (const PropertyCounts& row : rows) {
    for (const std::optional<std::uint64_t> found : row.found) writer.AddCell(cell_of(found));
    writer.AddCell(row.name);
    writer.EndRow();
  }
  writer.EndTable();
}

void WriteText(std::string& out, const std::vector<PropertyView>& runs) {
  std::vector<std::string> names = Names(runs);
  for (std::string& name : names) name = WithoutControls(std::string(BaseName(name)));
  std::vector<TableColumn> columns;
  for (const std::string& name : names) {
    columns.push_back({.heading = name, .width = static_cast<int>(std::max<std::size_t>(name.size(), 4))});
  }
  columns.push_back({.heading = "property"});
  const std::vector<PropertyCounts> rows = CountsOf(runs);
  TextTableWriter writer(out);
  Write(writer, columns, rows, [](std::optional<std::uint64_t> found) {
    return !found ? Cell("-") : *found == 0 ? Cell() : Cell(*found);
  });
  AppendGaps(out, GapsOf(runs, names, rows));
}

}  // namespace

void WritePropertyTable(std::string& out, const TableFormat& format, const std::vector<PropertyView>& runs) {
  if (format.is_text) return WriteText(out, runs);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  const std::vector<std::string> names = Names(runs);
  const std::vector<PropertyCounts> rows = CountsOf(runs);
  const std::vector<Gap> gaps = GapsOf(runs, names, rows);
  if (!format.is_document) {
    std::vector<TableColumn> columns;
    for (const std::string& name : names) columns.push_back({.heading = name});
    columns.push_back({.heading = "property"});
    Write(*writer, columns, rows, OrNull<std::uint64_t>);
    if (!gaps.empty())
      WriteRows(*writer, "notApplicable", ListColumns("input property=name reason"), GapFields(), gaps);
  } else {
    Fields<PropertyCounts> fields;
    fields.Add("name", [](const PropertyCounts& row) { return Cell(row.name); });
    fields.Add("found", [](const PropertyCounts& row) { return ListOf(row.found, OrNull<std::uint64_t>); });
    WriteDocumentHead(*writer, "propertyTable");
    writer->AddValue("inputs", ListOf(names, std::identity()));
    WriteObjects(*writer, "counts", fields, rows);
    WriteObjects(*writer, "notApplicable", GapFields(), gaps);
  }
  writer->Finish();
}

}  // namespace profdiff
