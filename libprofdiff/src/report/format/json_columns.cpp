// SPDX-License-Identifier: GPL-3.0-or-later
// Columns are collected while rows come. Test: tests/unit/report/format/json_columns_test.cpp.
#include "report/format/json_columns.h"

#include <utility>

#include "base/text.h"
#include "report/format/json.h"
#include "report/format/json_text.h"

namespace profdiff {

void JsonColumnsWriter::AddValue(std::string_view key, const Cell& value) {
  document_ += document_.empty() ? '{' : ',';
  AppendJsonString(document_, key);
  document_ += ':';
  AppendScriptJson(document_, value);
}

void JsonColumnsWriter::StartTable(std::string_view name, std::span<const TableColumn> columns) {
  name_ = name;
  rows_ = next_ = 0;
  columns_.clear();
  for (const TableColumn& column : columns) columns_.emplace_back().key = column.key;
}

void JsonColumnsWriter::AddCell(const Cell& cell) {
  Column& column = columns_[next_++];
  cell_.clear();
  AppendScriptJson(cell_, cell);
  if (rows_ == 0) column.same = cell_;
  if (column.is_uniform && cell_ == column.same) return;
  if (column.is_uniform) {
    for (std::size_t i = 0; i < rows_; ++i) (column.values += column.same) += ',';
    column.is_uniform = false;
    column.same = {};
  } else {
    column.values += ',';
  }
  column.values += cell_;
}

void JsonColumnsWriter::EndRow() {
  ++rows_;
  next_ = 0;
}

void JsonColumnsWriter::EndTable() {
  std::string text = "{\"rows\":";
  AppendCount(text, rows_);
  text += ",\"columns\":{";
  for (Column& column : columns_) {
    if (&column != columns_.data()) text += ',';
    AppendJsonString(text, column.key);
    text += ':';
    column.is_uniform ? text.append(rows_ == 0 ? "null" : column.same)
                      : text.append("[").append(std::exchange(column.values, {})).append("]");
  }
  tables_.push_back({std::move(name_), text += "}}"});
  columns_.clear();
}

std::vector<JsonBlock> JsonColumnsWriter::TakeBlocks() {
  std::vector<JsonBlock> blocks = {{"document", (document_.empty() ? "{" : std::move(document_)) + "}"}};
  for (JsonBlock& table : tables_) blocks.push_back(std::move(table));
  tables_.clear();
  return blocks;
}

}  // namespace profdiff
