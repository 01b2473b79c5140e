// SPDX-License-Identifier: GPL-3.0-or-later
// Writes JSON (RFC 8259) in chunks, so the document is never in memory as a whole.
// Tests: tests/unit/report/format/json_test.cpp, tests/unit/report/machine/json_test.cpp.
#include "report/format/json.h"

#include <charconv>
#include <cmath>
#include <iterator>

#include "base/text.h"
#include "report/format/json_text.h"

namespace profdiff {
namespace {

// Appends a real number with the fewest digits that read back as the same number, and always with a point or an
// exponent, so that readers do not take it for an integer.
void AppendJsonReal(std::string& out, double value) {
  if (!std::isfinite(value)) return void(out += "null");
  constexpr double kLeastFixed = 1e-4, kFirstScientific = 1e15;
  const double size = std::fabs(value);
  const bool is_fixed = size == 0 || (size >= kLeastFixed && size < kFirstScientific);
  char buffer[32];  // at most 24 characters: sign, 17 digits, point, exponent or 4 zeros
  const auto format = is_fixed ? std::chars_format::fixed : std::chars_format::scientific;
  const std::string_view text(buffer, std::to_chars(buffer, std::end(buffer), value, format).ptr);
  out += text;
  if (is_fixed && text.find('.') == text.npos) out += ".0";
}

// Escapes what RFC 8259 requires, in the short form if one exists; other characters are appended as UTF-8.
void AppendText(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef", kShort = "\b\f\n\r\t\"\\", kLetters = "bfnrt\"\\";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (const std::size_t at = kShort.find(c); at != std::string_view::npos) {
      out.append(1, '\\') += kLetters[at];
    } else if (byte < 0x20) {
      (out.append("\\u00") += kHex[byte >> 4]) += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

// Appends the value of a cell as JSON.
struct JsonAppender {
  std::string& out;
  bool for_scripts;

  void Append(const Cell& cell) const { std::visit(*this, cell.value()); }
  void AppendString(std::string_view text) const { for_scripts ? AppendJsonString(out, text) : AppendText(out, text); }

  void operator()(std::monostate) const { out += "null"; }
  void operator()(bool flag) const { out += flag ? "true" : "false"; }
  void operator()(std::int64_t count) const { AppendCount(out, count); }
  void operator()(std::uint64_t count) const { AppendCount(out, count); }
  void operator()(double number) const { AppendJsonReal(out, number); }
  void operator()(const std::string& text) const { AppendString(text); }
  void operator()(const Cell::List& list) const {
    out += '[';
    for (const Cell& element : list) {
      if (&element != list.data()) out += ',';
      Append(element);
    }
    out += ']';
  }
  void operator()(const Cell::Record& record) const {
    out += '{';
    for (const auto& member : record) {
      if (&member != record.data()) out += ',';
      AppendString(member.first);
      out += ':';
      Append(member.second);
    }
    out += '}';
  }
};

std::string Key(std::string_view key, std::string_view colon) {
  return std::string("\"").append(key).append("\"").append(colon);
}

}  // namespace

void AppendScriptJson(std::string& out, const Cell& cell) { JsonAppender{out, /*for_scripts=*/true}.Append(cell); }

void JsonWriter::StartKey(std::string_view key) {
  out_ += has_keys_ ? layout_.next_key : layout_.open;
  has_keys_ = true;
  out_ += Key(key, layout_.colon);
}

void JsonWriter::AddValue(std::string_view key, const Cell& value) {
  StartKey(key);
  JsonAppender{out_, layout_.for_scripts}.Append(value);
}

// Precomputes the text before each cell, as tables can have millions of cells. In a row, keys such as "base.self" and
// "base.calls" form one nested object. The first of these columns opens the object, and the last one closes it, so the
// columns of an object must be adjacent.
void JsonWriter::StartTable(std::string_view name, std::span<const TableColumn> columns) {
  StartKey(name);
  has_rows_ = false;
  members_.clear();
  const auto object_of = [columns](std::size_t i) {
    const std::size_t point = i < columns.size() ? columns[i].key.find('.') : std::string_view::npos;
    return point == std::string_view::npos ? std::string_view() : columns[i].key.substr(0, point);
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string_view object = object_of(i), key = columns[i].key.substr(object.empty() ? 0 : object.size() + 1);
    Member member;
    member.opens = !object.empty() && (i == 0 || object != object_of(i - 1));
    member.closes = !object.empty() && object != object_of(i + 1);
    if (i != 0) member.before = layout_.next_member;
    if (member.opens) member.before += Key(object, layout_.member_colon) + "{";
    member.key = Key(key, layout_.member_colon);
    members_.push_back(std::move(member));
  }
}

void JsonWriter::AddCell(const Cell& cell) {
  const Member& member = members_[next_++];
  if (next_ == 1) out_ += has_rows_ ? layout_.next_row : layout_.first_row;
  out_ += member.before;
  // "null" replaces a nested object without values, so the position at which the object begins is stored.
  if (member.opens) {
    object_ = out_.size() - 1;
    has_values_ = false;
  }
  out_ += member.key;
  JsonAppender{out_, layout_.for_scripts}.Append(cell);
  has_values_ = has_values_ || !cell.empty();
  if (!member.closes) return;
  has_values_ ? void(out_ += '}') : void(out_.replace(object_, std::string::npos, "null"));
}

void JsonWriter::EndRow() {
  out_ += '}';
  has_rows_ = true;
  next_ = 0;
  DrainIfLong(out_, drain_);
}

void JsonWriter::EndTable() { out_ += has_rows_ ? layout_.last_row : "[]"; }

}  // namespace profdiff
