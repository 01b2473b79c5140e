// SPDX-License-Identifier: GPL-3.0-or-later
// A table of properties and programs, as in Figure 6 of the Periscope paper: the number of regions in which a property
// holds.
//
// Test: tests/unit/report/property/texts_test.cpp.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
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
  std::vector<std::uint64_t> found;  // by run
};

std::vector<PropertyCounts> CountsOf(const std::vector<PropertyView>& runs) {
  std::map<std::string, std::vector<std::uint64_t>> counts;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const Finding& finding : runs[run].findings.properties) {
      std::vector<std::uint64_t>& found = counts[finding.name];
      found.resize(runs.size());
      // Only leaves count, so that a region is not counted once more for each property that a finding refines.
      if (finding.leaf) ++found[run];
    }
  }
  std::vector<PropertyCounts> rows;
  for (auto& [name, found] : counts) rows.push_back({name, std::move(found)});
  return rows;
}

std::vector<std::string> Names(const std::vector<PropertyView>& runs) {
  std::vector<std::string> names;
  for (const PropertyView& view : runs) names.push_back(AsUtf8(view.measurements.inputs.front()));
  return names;
}

void Write(TableWriter& writer, std::span<const TableColumn> columns, const std::vector<PropertyCounts>& rows) {
  writer.StartTable("counts", columns);
  for (const PropertyCounts& row : rows) {
    // Empty cells, as in the figure: zeros would hide the few numbers.
    for (const std::uint64_t found : row.found) writer.AddCell(found == 0 ? Cell() : Cell(found));
    writer.AddCell(row.name);
    writer.EndRow();
  }
  writer.EndTable();
}

}  // namespace

void WritePropertyTable(std::string& out, const std::vector<PropertyView>& runs) {
  std::vector<std::string> names = Names(runs);
  for (std::string& name : names) name = WithoutControls(std::string(BaseName(name)));
  std::vector<TableColumn> columns;
  for (const std::string& name : names) {
    columns.push_back({.heading = name, .width = static_cast<int>(std::max<std::size_t>(name.size(), 4))});
  }
  columns.push_back({.heading = "property"});
  TextTableWriter writer(out);
  Write(writer, columns, CountsOf(runs));
}

void WritePropertyTable(std::string& out, const TableFormat& format, const std::vector<PropertyView>& runs) {
  const std::unique_ptr<TableWriter> writer = format.start(out);
  const std::vector<std::string> names = Names(runs);
  const std::vector<PropertyCounts> rows = CountsOf(runs);
  if (!format.is_document) {
    std::vector<TableColumn> columns;
    for (const std::string& name : names) columns.push_back({.heading = name});
    columns.push_back({.heading = "property"});
    Write(*writer, columns, rows);
  } else {
    Fields<PropertyCounts> fields;
    fields.Add("name", [](const PropertyCounts& row) { return Cell(row.name); });
    fields.Add("found", [](const PropertyCounts& row) {
      return Cell(ListOf(row.found, [](std::uint64_t found) { return Cell(found); }));
    });
    WriteDocumentHead(*writer, "propertyTable");
    writer->AddValue("inputs", ListOf(names, [](const std::string& name) { return Cell(name); }));
    WriteObjects(*writer, "counts", fields, rows);
  }
  writer->Finish();
}

}  // namespace profdiff
