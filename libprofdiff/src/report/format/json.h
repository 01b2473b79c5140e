// SPDX-License-Identifier: GPL-3.0-or-later
// Writes documents as JSON, with each row of a table on its own line.
#ifndef PROFDIFF_REPORT_FORMAT_JSON_H_
#define PROFDIFF_REPORT_FORMAT_JSON_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/format/table.h"

namespace profdiff {

// The separators between the parts of a document, which are values, lists and tables.
struct JsonLayout {
  // `open` precedes the first key, `next_key` each further key, `end` ends the document; `colon` follows each key.
  std::string_view open, next_key, colon, end;
  std::string_view first_row, next_row, last_row;
  std::string_view next_member, member_colon;  // within rows
  bool for_scripts;                            // true to escape "<" and other characters that could end a script
};
// Each key and each row has its own line.
inline constexpr JsonLayout kJsonLines = {"{\n", ",\n", ": ", "\n}\n", "[\n  {", ",\n  {", "\n]", ",", ":", false};
// Only the rows of tables have their own lines.
inline constexpr JsonLayout kJsonRows = {"{", ", ", ": ", "}\n", "[\n{", ",\n{", "\n]", ", ", ": ", true};

// Appends a cell's value as JSON that is safe within an HTML script. Numbers that are not finite become null.
void AppendScriptJson(std::string& out, const Cell& cell);

// Writes documents as JSON. Numbers that are not finite become null.
class JsonWriter : public TableWriter {
 public:
  // `drain`, if set, is called when `out` is long, like ListingOptions::drain.
  explicit JsonWriter(std::string& out, const JsonLayout& layout = kJsonLines,
                      std::function<void(std::string&)> drain = {})
      : out_(out), layout_(layout), drain_(std::move(drain)) {}

  bool IsDocument() const override { return true; }
  void AddValue(std::string_view key, const Cell& value) override;
  void StartTable(std::string_view name, std::span<const TableColumn> columns) override;
  void AddCell(const Cell& cell) override;
  void EndRow() override;
  void EndTable() override;
  void Finish() override { out_ += layout_.end; }

 private:
  // The text before each cell of a column. Each cell becomes a member of an object.
  struct Member {
    std::string before;  // separator, and the key of a nested object if one begins here
    std::string key;     // such as "\"self\":"
    bool opens, closes;  // true if a nested object begins or ends here
  };

  void StartKey(std::string_view key);

  std::string& out_;
  const JsonLayout& layout_;
  const std::function<void(std::string&)> drain_;
  bool has_keys_ = false, has_rows_ = false;
  std::vector<Member> members_;  // by column of the current table
  // State of the current row.
  std::size_t next_ = 0;     // index of the next member
  std::size_t object_ = 0;   // position in out_ at which the current nested object begins
  bool has_values_ = false;  // true if the current nested object has a value other than null
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_JSON_H_
