// SPDX-License-Identifier: GPL-3.0-or-later
// Source: the specification of GitHub Flavored Markdown 0.29, "Tables".
// Tests: tests/unit/report/format/markdown_table_test.cpp, tests/cli/markdown/run.py.
#include "report/format/markdown_table.h"

#include <cmath>

#include "base/text.h"
#include "base/utf8.h"
#include "report/format/markdown.h"
#include "report/format/text_table.h"

namespace profdiff {
namespace {

constexpr auto kText = MarkdownPlace::kText;
constexpr auto kCell = MarkdownPlace::kCell;

// In characters. kMostLine is for lines of the head and for paragraphs.
constexpr std::size_t kMostLine = 1500, kMostCell = 300, kMostName = 200, kMostLines = 16;

std::string Shorter(std::string_view text, std::size_t most) { return CutToCharacters(text, most, "…"); }

std::string NumberText(const TableColumn& column, const Cell& cell) {
  if (const auto* number = std::get_if<double>(&cell.value())) {
    return std::isfinite(*number) ? FixedText(*number, column.digits) : "";
  }
  const auto* whole = std::get_if<std::int64_t>(&cell.value());
  if (whole == nullptr || column.unit_size == 0) return CellText(cell);
  return InUnits(*whole, column.unit_size);
}

}  // namespace

void MarkdownTableWriter::StartTable(std::string_view /*name*/, std::span<const TableColumn> columns) {
  columns_.assign(columns.begin(), columns.end());
  std::string rule;
  for (const TableColumn& column : columns_) {
    std::string heading(column.heading);
    if (!column.unit.empty()) heading.append(heading.empty() ? "" : " ").append(column.unit);
    out_ += "| " + MarkdownWords(heading, kCell) + " ";
    rule += column.left || column.width == 0 ? "|:--" : "|--:";
  }
  out_ += "|\n" + rule + "|\n";
}

void MarkdownTableWriter::AddCell(const Cell& cell) {
  const TableColumn& column = columns_[next_++];
  out_ += "| ";
  const auto* text = std::get_if<std::string>(&cell.value());
  if (text == nullptr) {
    out_ += NumberText(column, cell) + " ";
  } else if (!text->empty()) {
    out_ +=
        (column.width == 0 ? MarkdownCode(*text, kCell, kMostName) : MarkdownWords(Shorter(*text, kMostCell), kCell)) +
        " ";
  }
}

void MarkdownTableWriter::EndRow() {
  out_ += "|\n";
  next_ = 0;
}

void MarkdownTableWriter::EndTable() { out_ += "\n"; }

void AppendCommentHead(std::string& out, std::string_view lines) {
  std::size_t count = 0;
  bool in_list = false;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const bool is_item = line.starts_with("  ");
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty() || ++count > kMostLines) continue;
    const std::string words = MarkdownWords(Shorter(line, kMostLine), kText);
    if (in_list && !is_item) out += "\n";
    in_list = is_item;
    out += count == 1 ? "**" + words + "**\n\n" : is_item ? "- " + words + "\n" : words + "\n\n";
  }
  if (in_list) out += "\n";
  if (count > kMostLines) AppendParagraph(out, "and " + Plural(count - kMostLines, "more line"));
}

void AppendParagraph(std::string& out, std::string_view sentence) {
  if (!sentence.empty()) out += MarkdownWords(Shorter(sentence, kMostLine), kText) + "\n\n";
}

}  // namespace profdiff
