// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of any kind, with values that every format can write. A file that writes a subject (such as sales) declares
// the fields of its rows once, and lists the columns of each of its tables. A format receives columns and cells.
// Subjects and formats are independent of each other: a subject is one file; a format is one file and a row in
// report/format/formats.cpp.
//
//   struct Sale { std::string what; double net, gross; };
//
//   void WriteSales(TableWriter& writer, const std::vector<Sale>& sales) {
//     Fields<Sale> fields;
//     fields.Add("what", [](const Sale& sale) { return sale.what; });
//     fields.Add("price.net", [](const Sale& sale) { return sale.net; });
//     fields.Add("price.gross", [](const Sale& sale) { return sale.gross; });
//     if (writer.IsDocument()) {
//       WriteDocumentHead(writer, "sales");
//       WriteObjects(writer, "sales", fields, sales);
//     } else {
//       WriteRows(writer, "sales", ListColumns("gross=price.gross what"), fields, sales);
//     }
//     writer.Finish();
//   }
//
// CSV then has the heading "gross,what" and a line for each sale. JSON has
// {"what":"tea","price":{"net":1.0,"gross":1.2}}.
// Test: tests/unit/report/format/table_test.cpp, which adds a format and a subject.
#ifndef PROFDIFF_REPORT_FORMAT_TABLE_H_
#define PROFDIFF_REPORT_FORMAT_TABLE_H_

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace profdiff {

// The value of a cell in a table, or of a key in a document.
class Cell {
 public:
  using List = std::vector<Cell>;
  // Keys and values of an object. The keys must outlive the record.
  using Record = std::vector<std::pair<std::string_view, Cell>>;
  // std::monostate is an unknown value: an empty cell in a table, null in a document.
  using Value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, List, Record>;

  Cell();
  Cell(const Cell& other);
  Cell(Cell&& other) noexcept;
  Cell& operator=(const Cell& other);
  Cell& operator=(Cell&& other) noexcept;
  ~Cell();
  template <std::same_as<bool> Flag>
  Cell(Flag flag) : value_(flag) {}
  template <std::signed_integral Count>
  Cell(Count count) : value_(std::int64_t{count}) {}
  template <std::unsigned_integral Count>
  requires(!std::same_as<Count, bool>) Cell(Count count) : value_(std::uint64_t{count}) {}
  Cell(double number) : value_(number) {}
  // `text` must be UTF-8.
  Cell(std::string text) : value_(std::move(text)) {}
  Cell(std::string_view text) : value_(std::string(text)) {}
  Cell(const char* text) : value_(std::string(text)) {}
  Cell(List list) : value_(std::move(list)) {}
  Cell(Record record) : value_(std::move(record)) {}

  bool empty() const { return value_.index() == 0; }
  const Value& value() const { return value_; }

 private:
  Value value_;
};

// Returns an empty cell for an absent number.
template <class Number>
Cell OrNull(const std::optional<Number>& number) {
  return number ? Cell(*number) : Cell();
}

// Return an empty cell for an empty string, and for 0 if numbers start at 1.
inline Cell UnlessEmpty(std::string text) { return text.empty() ? Cell() : Cell(std::move(text)); }
inline Cell UnlessZero(std::int64_t number) { return number == 0 ? Cell() : Cell(number); }

// Returns the cell of a count, which is given as decimal digits. The cell is a number up to 2^53, which doubles
// represent exactly; above that, it is a string of digits.
Cell CountCell(const std::string& digits);

// Returns the values of a range as a list of cells, each made by cell_of(value).
template <class Values, class CellOf>
Cell::List ListOf(const Values& values, CellOf cell_of) {
  Cell::List list;
  for (const auto& value : values) list.push_back(cell_of(value));
  return list;
}

// A column of a table. Only formats for human readers use the members from `unit` on.
struct TableColumn {
  std::string_view heading;
  std::string_view key = heading;  // key of the field whose values fill the column
  // Key of a second field, for rows that do not have the first one.
  std::string_view otherwise = {};
  // True if an empty cell is shown as 0, for example the time on a side that does not have the function.
  bool zero = false;
  std::string_view unit = {};  // text below the heading
  int width = 0;               // in characters, without `gap`; 0 for the last column
  int gap = 1;                 // number of blanks before the column
  int digits = 2;              // number of digits after the point
  // If not 0, signed counts are shown in units of this size, with exactly three decimals. For example, 1000 shows 5 as
  // 0.005.
  std::int64_t unit_size = 0;
  bool left = false;  // true if left-aligned
};

// Parses a list of columns, separated by blanks: "heading", "heading=key" or "heading=key|otherwise". The columns refer
// to the characters of `list`, which must outlive them.
std::vector<TableColumn> ListColumns(std::string_view list);

// The interface of a writer for one format. Its functions are called in the order in which they are declared below.
class TableWriter {
 public:
  virtual ~TableWriter() = default;

  // A document has values and lists of objects; other formats have tables only.
  virtual bool IsDocument() const { return false; }
  virtual void AddValue(std::string_view /*key*/, const Cell& /*value*/) {}

  // StartTable is followed by the rows. A row consists of one AddCell per column and EndRow. In a document, rows are
  // objects whose members are named by the columns' keys: "base.self" is `self` in the object `base`, which is null if
  // all its members are empty.
  virtual void StartTable(std::string_view name, std::span<const TableColumn> columns) = 0;
  virtual void AddCell(const Cell& cell) = 0;
  virtual void EndRow() = 0;
  virtual void EndTable() {}

  // Called after the last table.
  virtual void Finish() {}
};

// The fields of one kind of row: for each key, a function that returns the value of that field in a row.
template <class Row>
class Fields {
 public:
  using Reader = std::function<Cell(const Row&)>;

  void Add(std::string key, Reader read) { fields_.push_back({std::move(key), std::move(read), true}); }
  // Adds a field that occurs only in tables, not in documents.
  void AddForTables(std::string key, Reader read) { fields_.push_back({std::move(key), std::move(read), false}); }

  // Returns the function that reads a field; null if there is none with this key.
  const Reader* Find(std::string_view key) const {
    for (const Field& field : fields_) {
      if (field.key == key) return &field.read;
    }
    return nullptr;
  }
  const Reader* Find(const TableColumn& column) const {
    const Reader* found = Find(column.key);
    return found != nullptr ? found : Find(column.otherwise);
  }

  // Returns a column for each field of documents, in the order in which the fields were added.
  std::vector<TableColumn> Columns() const {
    std::vector<TableColumn> columns;
    for (const Field& field : fields_) {
      if (field.in_documents) columns.push_back({.heading = field.key});
    }
    return columns;
  }

 private:
  struct Field {
    std::string key;
    Reader read;
    bool in_documents;
  };

  std::vector<Field> fields_;
};

// Adds rows of one kind to a table that has been started with `columns`.
template <class Row>
class RowWriter {
 public:
  RowWriter(TableWriter& writer, std::span<const TableColumn> columns, const Fields<Row>& fields) : writer_(writer) {
    for (const TableColumn& column : columns) readers_.push_back({fields.Find(column), column.zero});
  }

  void Write(const Row& row) {
    for (const ColumnReader& column : readers_) {
      const Cell cell = column.read != nullptr ? (*column.read)(row) : Cell();
      if (column.zero && cell.empty()) {
        writer_.AddCell(Cell(0.0));
      } else {
        writer_.AddCell(cell);
      }
    }
    writer_.EndRow();
  }

 private:
  struct ColumnReader {
    const typename Fields<Row>::Reader* read;  // null if the rows have no field for this column
    bool zero;
  };

  TableWriter& writer_;
  std::vector<ColumnReader> readers_;  // by column
};

// Returns the columns for which at least one kind of row has a field.
template <class... Rows>
std::vector<TableColumn> KnownColumns(std::span<const TableColumn> columns, const Fields<Rows>&... fields) {
  std::vector<TableColumn> known;
  for (const TableColumn& column : columns) {
    if (((fields.Find(column) != nullptr) || ...)) known.push_back(column);
  }
  return known;
}

// Writes a whole table with rows of one kind.
template <class Row, class Rows>
void WriteRows(TableWriter& writer, std::string_view name, std::span<const TableColumn> columns,
               const Fields<Row>& fields, const Rows& rows) {
  const std::vector<TableColumn> known = KnownColumns(columns, fields);
  writer.StartTable(name, known);
  RowWriter<Row> row_writer(writer, known, fields);
  for (const auto& row : rows) row_writer.Write(row);
  writer.EndTable();
}

// Writes a list of objects, each with all fields, as a value of a document.
template <class Row, class Rows>
void WriteObjects(TableWriter& writer, std::string_view name, const Fields<Row>& fields, const Rows& rows) {
  WriteRows(writer, name, fields.Columns(), fields, rows);
}

// Adds the keys with which every document begins. libprofdiff/schema/egprof-1.schema.json describes them.
inline void WriteDocumentHead(TableWriter& writer, std::string_view kind) {
  writer.AddValue("schema", "egprof-1");
  writer.AddValue("version", "1.1");
  writer.AddValue("kind", kind);
}

// Appends a cell as text without quotes. Numbers have full precision, numbers that are not finite are left empty, and
// the values of a list are separated by blanks.
void AppendCellText(std::string& out, const Cell& cell);
inline std::string CellText(const Cell& cell) {
  std::string text;
  AppendCellText(text, cell);
  return text;
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_TABLE_H_
