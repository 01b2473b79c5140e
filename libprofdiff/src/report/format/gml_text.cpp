// SPDX-License-Identifier: GPL-3.0-or-later
// GML after Himsolt's report (1997), narrowed to what networkx, igraph, Graphviz, Gephi, Cytoscape, OGDF and yEd all
// read: no exponents, no ".5", no byte above 126, "[" and "]" at the end of a line.
// Tests: tests/unit/report/format/gml_text_test.cpp.
#include "report/format/gml_text.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace profdiff {
namespace {

constexpr std::size_t kLineBytes = 254;  // without the line feed

// How many bytes follow the first one of a character, by that byte; 0 for one byte and for bytes that start none.
std::size_t FollowingBytes(unsigned char first) {
  if (first >= 0xc2 && first < 0xe0) return 1;
  if (first >= 0xe0 && first < 0xf0) return 2;
  if (first >= 0xf0 && first < 0xf5) return 3;
  return 0;
}

bool IsScalarValue(char32_t code, std::size_t following) {
  constexpr char32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
  return code >= kSmallest[following] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

// `"` and `&` have names; backslash, control characters and everything above 126 have numbers.
std::string Encode(char32_t code) {
  if (code == U'"') return "&quot;";
  if (code == U'&') return "&amp;";
  if (code >= 0x20 && code < 0x7f && code != U'\\') return std::string(1, static_cast<char>(code));
  std::string text = "&#";
  AppendCount(text, std::uint64_t{code});
  return text + ';';
}

std::size_t One(Utf8Character) { return 1; }

}  // namespace

Utf8Character FirstCharacter(std::string_view text) {
  auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  Utf8Character as_byte{1, byte(0)};
  std::size_t following = FollowingBytes(byte(0));
  if (following == 0 || following >= text.size()) return as_byte;
  char32_t code = byte(0) & (0x3fU >> following);
  for (std::size_t i = 1; i <= following; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return as_byte;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  if (!IsScalarValue(code, following)) return as_byte;
  return {following + 1, code};
}

std::size_t GmlSize(Utf8Character character) { return Encode(character.code).size(); }

void AppendGmlText(std::string& out, std::string_view text) {
  while (!text.empty()) {
    Utf8Character character = FirstCharacter(text);
    out += Encode(character.code);
    text.remove_prefix(character.bytes);
  }
}

std::string CutMiddle(std::string_view text, std::size_t limit, std::size_t (*cost)(Utf8Character),
                      std::string_view mark) {
  std::vector<std::size_t> ends{0}, costs{0};  // by number of characters: bytes and cost up to there
  while (ends.back() < text.size()) {
    Utf8Character character = FirstCharacter(text.substr(ends.back()));
    ends.push_back(ends.back() + character.bytes);
    costs.push_back(costs.back() + cost(character));
  }
  if (costs.back() <= limit) return std::string(text);
  std::size_t size = 0;
  for (std::string_view rest = mark; !rest.empty(); rest.remove_prefix(FirstCharacter(rest).bytes)) {
    size += cost(FirstCharacter(rest));
  }
  const std::size_t kept = limit > size ? limit - size : 0;
  std::size_t head = 0, tail = ends.size() - 1;
  while (costs[head + 1] <= kept - kept / 2) ++head;
  while (costs.back() - costs[tail - 1] <= kept / 2) --tail;
  return std::string(text.substr(0, ends[head])).append(mark).append(text.substr(ends[tail]));
}

std::string CutToCharacters(std::string_view text, std::size_t limit, std::string_view mark) {
  return CutMiddle(text, limit, One, mark);
}

std::size_t CountCharacters(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(FirstCharacter(text).bytes);
  return count;
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

void GmlWriter::Real(std::string_view key, double value) {
  StartLine(key);
  AppendFixed(out_, std::isfinite(value) ? value : 0.0, 0, 9);
  std::size_t last = out_.find_last_not_of('0');
  out_.resize(out_[last] == '.' ? last + 2 : last + 1);
  out_ += '\n';
}

void GmlWriter::Count(std::string_view key, std::uint64_t value, bool as_real) {
  StartLine(key);
  AppendCount(out_, value);
  out_ += as_real ? ".0\n" : "\n";
}

void GmlWriter::Count(std::string_view key, std::int64_t value, bool as_real) {
  StartLine(key);
  AppendCount(out_, value);
  out_ += as_real ? ".0\n" : "\n";
}

void GmlWriter::LongText(std::string_view key, std::string_view text) {
  StartLine(key);
  out_ += '"';
  AppendGmlText(out_, text);
  out_ += "\"\n";
}

void GmlWriter::Text(std::string_view key, std::string_view text, std::string_view suffix) {
  std::size_t around = 2 * depth_ + key.size() + 3;  // blank and quotes
  std::string end;
  AppendGmlText(end, suffix);
  LongText(key, CutMiddle(text, kLineBytes - around - end.size(), GmlSize).append(suffix));
}

}  // namespace profdiff
