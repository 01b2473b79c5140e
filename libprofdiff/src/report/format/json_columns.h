// SPDX-License-Identifier: GPL-3.0-or-later
// Documents as JSON for pages: what is no table is one object, and each table is an object of columns.
// Test: tests/unit/report/format/json_columns_test.cpp.
#ifndef PROFDIFF_REPORT_FORMAT_JSON_COLUMNS_H_
#define PROFDIFF_REPORT_FORMAT_JSON_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/format/table.h"

namespace profdiff {

// A text of JSON in which "<" is escaped.
struct JsonBlock {
  std::string name;  // "document", else that of a table
  std::string text;
};

// Names are once in a page, and numbers without keys: of 100,000 functions a quarter of the size of as many objects,
// and a block is parsed when it is needed.
// Shape of a table's block: {"rows":N,"columns":{"KEY":VALUES,…}}, where VALUES are
//   [0.5,1,…]                          a value for each row
//   null                               anything without brackets: all rows have this value
//   {"words":["a","b"],"rows":[0,1,…]}  few different texts, and which of them each row has
//   {"as":"KEY"}                       the same as that column, which comes before
class JsonColumnsWriter : public TableWriter {
 public:
  bool IsDocument() const override { return true; }
  void AddValue(std::string_view key, const Cell& value) override;
  void StartTable(std::string_view name, std::span<const TableColumn> columns) override;
  void AddCell(const Cell& cell) override;
  void EndRow() override;
  void EndTable() override;

  // The document first, then its tables in their order. Once.
  std::vector<JsonBlock> TakeBlocks();

 private:
  struct Column {
    std::string key;
    std::vector<std::string> words;  // the different values so far; none once there are too many
    std::string values;              // a comma behind each; empty while all rows have the same
    std::string numbers;             // the same as positions in `words`
  };

  void AddTo(Column& column);
  std::string TextOf(const Column& column) const;

  std::string document_;
  std::string name_;  // of the table that is written
  std::vector<Column> columns_;
  std::string cell_;  // whose memory is used again
  std::size_t next_ = 0, rows_ = 0;
  std::vector<JsonBlock> tables_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_JSON_COLUMNS_H_
