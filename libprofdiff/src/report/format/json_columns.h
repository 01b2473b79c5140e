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

// A JSON text in which "<" is escaped.
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
//   {"words":["a","b"],"rows":[0,1,…]}  the few different values, and for each row the index of its value
//   {"as":"KEY"}                        the same values as the earlier column KEY
class JsonColumnsWriter : public TableWriter {
 public:
  bool IsDocument() const override { return true; }
  void AddValue(std::string_view key, const Cell& value) override;
  void StartTable(std::string_view name, std::span<const TableColumn> columns) override;
  void AddCell(const Cell& cell) override;
  void EndRow() override;
  void EndTable() override;

  // Returns the document, then its tables in order. Call it only once.
  std::vector<JsonBlock> TakeBlocks();

 private:
  struct Column {
    std::string key;
    std::vector<std::string> words;  // different values so far; empty if there are too many
    std::string values;              // values by row, each followed by a comma; empty while all are the same
    std::string numbers;             // the same values, as indices into `words`
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
