// SPDX-License-Identifier: GPL-3.0-or-later
// Collects columns row by row, both as values and, while there are at most kMostWords different values, as indices into
// a list of the different values (`words`). The shorter form is written. A page of two executions with 100,000
// functions, 200,000 arcs and 200,000 paths takes 24 MB, instead of 43 MB with each value written out. Test:
// tests/unit/report/format/json_columns_test.cpp.
#include "report/format/json_columns.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "report/format/json.h"
#include "report/format/json_text.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostWords = 16;  // maximum number of different values in a column that is written as words

// Removes the ".0" of a real number without a fraction: JavaScript does not distinguish "5.0" from "5".
void CutFraction(std::string& number) {
  if (number.ends_with(".0") && number.front() != '"') number.resize(number.size() - 2);
}

void AppendAll(std::string& out, std::string_view value, std::size_t times) {
  for (std::size_t i = 0; i < times; ++i) (out += value) += ',';
}

}  // namespace

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
  cell_.clear();
  AppendScriptJson(cell_, cell);
  CutFraction(cell_);
  AddTo(columns_[next_++]);
}

// Adds `cell_` to a column. While all rows have the same value, only this value is stored, as a word. When the first
// value that differs is added, the stored value is repeated for all earlier rows. Words are no longer used once there
// are more than kMostWords different values.
void JsonColumnsWriter::AddTo(Column& column) {
  const bool has_words = rows_ == 0 || !column.words.empty();
  const auto known = std::ranges::find(column.words, cell_);
  const auto number = static_cast<std::size_t>(known - column.words.begin());
  if (has_words && known == column.words.end()) {
    if (column.words.size() == 1) {  // `cell_` is the first value that differs
      AppendAll(column.values, column.words.front(), rows_);
      AppendAll(column.numbers, "0", rows_);
    }
    column.words.push_back(cell_);
  }
  if (column.words.size() == 1) return;
  (column.values += cell_) += ',';
  if (column.words.size() > kMostWords) {
    column.words.clear();
    column.numbers = {};
  } else if (!column.words.empty()) {
    AppendCount(column.numbers, number);
    column.numbers += ',';
  }
}

void JsonColumnsWriter::EndRow() {
  ++rows_;
  next_ = 0;
}

// Returns a column as JSON in its shortest form: one value for all rows, words with indices, or a list of values.
std::string JsonColumnsWriter::TextOf(const Column& column) const {
  if (rows_ == 0) return "null";
  if (column.values.empty()) return column.words.front();
  const auto bracketed = [](const std::string& list) {
    return "[" + list.substr(0, list.size() - 1) + "]";  // without the trailing comma
  };
  std::string values = bracketed(column.values);
  if (column.words.empty()) return values;
  std::string list;
  for (const std::string& word : column.words) (list += word) += ',';
  std::string words = R"({"words":)" + bracketed(list) + R"(,"rows":)" + bracketed(column.numbers) + "}";
  return words.size() < values.size() ? words : values;
}

void JsonColumnsWriter::EndTable() {
  std::string text = "{\"rows\":";
  AppendCount(text, rows_);
  text += ",\"columns\":{";
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i != 0) text += ',';
    AppendJsonString(text, columns_[i].key);
    text += ':';
    // A column with the same values as an earlier one is written as a reference to it.
    const auto end = columns_.begin() + static_cast<std::ptrdiff_t>(i);
    const auto same = std::ranges::find(columns_.begin(), end, columns_[i].values, &Column::values);
    if (same != end && !columns_[i].values.empty()) {
      AppendJsonString(text += R"({"as":)", same->key);
      text += '}';
    } else {
      text += TextOf(columns_[i]);
    }
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
