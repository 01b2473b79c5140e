// SPDX-License-Identifier: GPL-3.0-or-later
// The formats of tables and documents. Each has its own file and a row in the list below. Test:
// tests/unit/report/format/table_test.cpp.
#include "profdiff/formats.h"

#include <algorithm>

#include "report/format/csv.h"
#include "report/format/json.h"
#include "report/format/markdown_table.h"
#include "report/format/text_table.h"

namespace profdiff {
namespace {

std::unique_ptr<TableWriter> StartText(std::string& out) { return std::make_unique<TextTableWriter>(out); }

std::unique_ptr<TableWriter> StartCsv(std::string& out) { return std::make_unique<CsvWriter>(out); }

std::unique_ptr<TableWriter> StartJson(std::string& out) { return std::make_unique<JsonWriter>(out); }

std::unique_ptr<TableWriter> StartMarkdown(std::string& out) { return std::make_unique<MarkdownTableWriter>(out); }

constexpr TableFormat kFormats[] = {
    {.name = "text", .extension = ".txt", .start = StartText, .is_text = true},
    {.name = "csv", .extension = ".csv", .start = StartCsv},
    {.name = "json", .extension = ".json", .start = StartJson, .is_document = true},
    {.name = "markdown",
     .extension = ".md",
     .start = StartMarkdown,
     .is_comment = true,
     .summary = "the answer in Markdown, for a comment on a change"},
};

}  // namespace

std::span<const TableFormat> TableFormats() { return kFormats; }

const TableFormat* FindTableFormat(std::string_view name) {
  const auto* found = std::ranges::find(kFormats, name, &TableFormat::name);
  return found != std::end(kFormats) ? found : nullptr;
}

}  // namespace profdiff
