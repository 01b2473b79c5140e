// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that are wider than their columns move the rest of a line to the right, so words are counted, not columns.
// Only blank columns are told by their width: a function without calls has blanks for three columns.
// Source: GPROF.md, sections 10.2 and 11.2.
#include "read/listings/listing_lines.h"

#include "base/parse_text.h"
#include "read/file/text_lines.h"

namespace profdiff {
namespace {

constexpr std::size_t kBlankCalls = 28;   // of the flat profile: calls, and two times per call
constexpr std::size_t kBlankCalled = 16;  // of an entry: the numbers of calls

std::size_t BlanksBefore(std::string_view text) { return std::min(text.find_first_not_of(' '), text.size()); }

// Takes a word that is a number with a decimal point or without.
std::optional<double> TakeReal(std::string_view& line) {
  return NumberFrom<double>(TakeWord(line), std::chars_format::fixed);
}

// Parses a number in brackets; a bracket that gprof cut off may be missing at the end.
std::optional<std::uint32_t> NumberInBrackets(std::string_view text) {
  const char close = text.starts_with('[') ? ']' : text.starts_with('(') ? ')' : '\0';
  if (close == '\0') return std::nullopt;
  text.remove_prefix(1);
  if (text.ends_with(close)) text.remove_suffix(1);
  return NumberFrom<std::uint32_t>(text);
}

std::string_view WithoutCycle(std::string_view name) {
  constexpr std::string_view kCycle = " <cycle ";
  const std::size_t at = name.rfind(kCycle);
  if (at == std::string_view::npos || !name.ends_with('>')) return name;
  const std::string_view number = name.substr(at + kCycle.size(), name.size() - at - kCycle.size() - 1);
  return NumberFrom<std::uint32_t>(number) ? name.substr(0, at) : name;
}

}  // namespace

std::optional<ListedRow> ParseListedRow(std::string_view line) {
  ListedRow row;
  const std::optional<double> percent = TakeReal(line), cumulative = TakeReal(line), self = TakeReal(line);
  if (!percent || !cumulative || !self) return std::nullopt;
  row.cumulative = *cumulative;
  row.self = *self;
  if (BlanksBefore(line) < kBlankCalls) {
    row.calls = NumberFrom<std::uint64_t>(TakeWord(line));
    if (!row.calls || !TakeReal(line) || !TakeReal(line)) return std::nullopt;
  }
  row.name = Trimmed(line);
  return row.name.empty() ? std::nullopt : std::optional(row);
}

ListedName ParseListedName(std::string_view text) {
  text = Trimmed(text);
  const std::size_t blank = text.rfind(' ');
  if (blank == std::string_view::npos) return {text, 0};
  const std::optional<std::uint32_t> number = NumberInBrackets(text.substr(blank + 1));
  return number ? ListedName{WithoutCycle(text.substr(0, blank)), *number} : ListedName{text, 0};
}

std::optional<ListedEntry> ParseListedEntry(std::string_view line) {
  if (!line.starts_with('[')) return std::nullopt;
  const std::string_view tag = TakeWord(line);
  const std::optional<std::uint32_t> number = NumberInBrackets(tag);
  const std::optional<double> percent = TakeReal(line), self = TakeReal(line), children = TakeReal(line);
  if (!number || !percent || !self || !children) return std::nullopt;
  ListedEntry entry;
  entry.self = *self;
  if (BlanksBefore(line) < kBlankCalled) {
    std::string_view calls = TakeWord(line);
    entry.calls = NumberFrom<std::uint64_t>(TakeUpTo(calls, '+'));
    if (!entry.calls) return std::nullopt;
    if (!calls.empty()) {
      const std::optional<std::uint64_t> inner = NumberFrom<std::uint64_t>(calls);
      if (!inner) return std::nullopt;
      entry.self_calls = *inner;
    }
  }
  entry.of = ParseListedName(line);
  entry.is_cycle = entry.of.name.starts_with("<cycle ") && entry.of.name.ends_with(" as a whole>");
  if (entry.of.name.empty() || entry.of.number == 0) return std::nullopt;
  // The column has six characters, so of a number with more than four digits only the beginning is left.
  if (tag.ends_with(']') && entry.of.number != *number) return std::nullopt;
  return entry;
}

// A line has times and "COUNT/TOTAL", or no times and a count: calls within a cycle, and of a function by itself.
std::optional<ListedCall> ParseListedCall(std::string_view line) {
  if (!line.starts_with(' ')) return std::nullopt;
  if (Trimmed(line) == "<spontaneous>") return ListedCall{};
  ListedCall call;
  std::string_view rest = line;
  std::string_view word = TakeWord(rest);
  if (word.find('.') != std::string_view::npos) {
    if (!NumberFrom<double>(word, std::chars_format::fixed) || !TakeReal(rest)) return std::nullopt;
    word = TakeWord(rest);
    word = TakeUpTo(word, '/');
  }
  const std::optional<std::uint64_t> count = NumberFrom<std::uint64_t>(word);
  call.of = ParseListedName(rest);
  if (!count || call.of.name.empty() || call.of.number == 0) return std::nullopt;
  call.count = *count;
  return call;
}

}  // namespace profdiff
