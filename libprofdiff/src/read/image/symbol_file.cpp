// SPDX-License-Identifier: GPL-3.0-or-later
// Parses symbol files by the rules of gprof 2.40 (GPROF.md, section 5.7), except that a line with an invalid address is
// skipped, whereas gprof reuses the address of the previous line.
#include "read/image/symbol_file.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/parse_text.h"
#include "profdiff/error.h"
#include "read/file/file.h"

namespace profdiff {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

void SkipBlanks(std::string_view& line) {
  std::size_t start = line.find_first_not_of(kBlanks);
  line.remove_prefix(start == std::string_view::npos ? line.size() : start);
}

std::string_view TakeWord(std::string_view& line) {
  SkipBlanks(line);
  std::string_view word = line.substr(0, line.find_first_of(kBlanks));
  line.remove_prefix(word.size());
  return word;
}

// Parses a hexadecimal number up to the first other character; for example, "10f0:" gives 0x10f0.
std::optional<std::uint64_t> ParseHex(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  std::uint64_t value = 0;
  auto result = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

// Parses a line. The blank between letter and name is optional.
std::optional<Function> ParseLine(std::string_view line) {
  std::optional<std::uint64_t> address = ParseHex(TakeWord(line));
  SkipBlanks(line);
  if (!address || line.empty() || (line[0] != 't' && line[0] != 'T')) return std::nullopt;
  Function function;
  function.is_static = line[0] == 't';
  line.remove_prefix(1);
  function.name = TakeWord(line);
  function.address = *address;
  return function.name.empty() ? std::nullopt : std::optional(function);
}

}  // namespace

std::vector<Function> ParseSymbolFile(std::string_view text) {
  std::vector<Function> functions;
  while (!text.empty()) {
    if (std::optional<Function> function = ParseLine(TakeUpTo(text, '\n'))) functions.push_back(*function);
  }
  return functions;
}

std::string ReadSymbolFile(const std::string& path) {
  try {
    return ReadWholeFile(path);
  } catch (const Error&) {
    throw Error(ErrorCode::kBadSymbolFile, "could not open", path);
  }
}

}  // namespace profdiff
