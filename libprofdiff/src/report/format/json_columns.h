// SPDX-License-Identifier: GPL-3.0-or-later
// JSON documents for pages: each table is an object of columns, and everything else is one object.
// Test: tests/unit/report/format/json_columns_test.cpp.
#ifndef PROFDIFF_REPORT_FORMAT_JSON_COLUMNS_H_
#define PROFDIFF_REPORT_FORMAT_JSON_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/format/table.h"

namespace profdiff {

// A JSON value in which "<" is escaped, so that it can be embedded in HTML.
struct JsonBlock {
  std::string name;  // "document", or the name of a table
  std::string text;
};

// Writes each table as columns, and everything else as one object. Names occur only once in a page, and numbers have no
// keys: for 100,000 functions, this takes a quarter of the space of one object per function. A page parses each block
// on demand. The block of a table is
// {"rows":N,"columns":{"KEY":VALUES,…}}, where VALUES are
//   [0.5,1,…]                           one value per row
//   5                                   all rows have this value, which is a number, a string, null, true or false
//   {"words":["a","b"],"rows":[0,1,…]}  up to 16 different values, and for each row the index of its value
//   {"as":"KEY"}                        the same values as the earlier column KEY
class JsonColumnsWriter : public TableWriter {
 public:
  bool IsDocument() const override { return true; }
  void AddValue(std::string_view key, const Cell& value) override;
  void StartTable(std::string_view name, std::span<const TableColumn> columns) override;
  void AddCell(const Cell& cell) override;
  void EndRow() override;
  void EndTable() override;

  // Returns a block with the document, then a block for each table, in order. May be called only once.
  std::vector<JsonBlock> TakeBlocks();

 private:
  struct Column {
    std::string key;
    std::vector<std::string> words;  // the different values so far; empty if there are more than 16
    // Values by row, each followed by a comma; empty while all values are the same.
    std::string values;
    std::string numbers;  // indices of the values in `words`, each followed by a comma
  };

  void AddTo(Column& column);
  std::string TextOf(const Column& column) const;

  std::string document_;
  std::string name_;  // name of the current table
  std::vector<Column> columns_;
  std::string cell_;  // buffer, reused for each cell
  std::size_t next_ = 0, rows_ = 0;
  std::vector<JsonBlock> tables_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_JSON_COLUMNS_H_
