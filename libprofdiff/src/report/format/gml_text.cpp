// SPDX-License-Identifier: GPL-3.0-or-later
// GML according to Himsolt's report (1997), restricted to what networkx, igraph, Graphviz, Gephi, Cytoscape, OGDF and
// yEd can all read: no exponents, no ".5", no byte above 126, "[" and "]" only at the end of a line. ARCHITECTURE.md
// lists the rules.
//
// Tests: tests/unit/report/format/gml_text_test.cpp.
#include "report/format/gml_text.h"

#include <cmath>

namespace profdiff {
namespace {

// Longest line that Himsolt's report allows, in bytes without the line feed.
constexpr std::size_t kLineBytes = 254;

// Encodes a character. `"` and `&` become named entities. Control characters, characters above 126, and the backslash,
// which some readers treat as an escape character, become numeric entities.
std::string Encode(char32_t code) {
  if (code == U'"') return "&quot;";
  if (code == U'&') return "&amp;";
  if (code >= 0x20 && code < 0x7f && code != U'\\') return std::string(1, static_cast<char>(code));
  std::string text = "&#";
  AppendCount(text, std::uint64_t{code});
  return text + ';';
}

}  // namespace

std::size_t GmlSize(Utf8Character character) { return Encode(character.code).size(); }

void AppendGmlText(std::string& out, std::string_view text) {
  while (!text.empty()) {
    Utf8Character character = FirstCharacter(text);
    out += Encode(character.code);
    text.remove_prefix(character.bytes);
  }
}

void GmlWriter::StartLine(std::string_view key) { out_.append(2 * depth_, ' ').append(key).append(" "); }

void GmlWriter::Open(std::string_view key) {
  StartLine(key);
  out_ += "[\n";
  ++depth_;
}

void GmlWriter::Close() {
  --depth_;
  out_.append(2 * depth_, ' ').append("]\n");
}

void GmlWriter::Integer(std::string_view key, std::int64_t value) {
  StartLine(key);
  AppendCount(out_, value);
  out_ += '\n';
}

// Uses fixed notation with at least one digit after the point: strict readers treat "5" as an integer, and all values
// of a key in a file must have the same type.
void GmlWriter::Real(std::string_view key, double value) {
  StartLine(key);
  AppendFixed(out_, std::isfinite(value) ? value : 0.0, 0, 9);
  std::size_t last = out_.find_last_not_of('0');
  out_.resize(out_[last] == '.' ? last + 2 : last + 1);
  out_ += '\n';
}

void GmlWriter::LongText(std::string_view key, std::string_view text) {
  StartLine(key);
  out_ += '"';
  AppendGmlText(out_, text);
  out_ += "\"\n";
}

// The suffix makes a label unique (for example " [7]"). If the line would be longer than kLineBytes, only `text` is
// shortened, never the suffix.
void GmlWriter::Text(std::string_view key, std::string_view text, std::string_view suffix) {
  std::size_t around = 2 * depth_ + key.size() + 3;  // the 3 bytes are a blank and two quotes
  std::string end;
  AppendGmlText(end, suffix);
  LongText(key, CutMiddle(text, kLineBytes - around - end.size(), GmlSize).append(suffix));
}

}  // namespace profdiff
