// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises Extra-P's formats: text by its first word, JSON by the keys near its beginning.
// Tests: tests/unit/read/model/read_observations_test.cpp, tests/fuzz/observations_fuzz.cpp.
#include <algorithm>
#include <string_view>

#include "read/model/readers.h"

namespace profdiff {
namespace {

bool Has(std::string_view text, std::string_view key) { return text.find(key) != std::string_view::npos; }

// True for a JSON text that may contain measurements. Documents that begin with a schema, whether egprof's or not, are
// not measurements.
bool MayMeasure(const FirstBytes& file) {
  const std::size_t open = file.bytes.find_first_not_of(" \t\r\n");
  if (open == std::string_view::npos || file.bytes[open] != '{') return false;
  const std::size_t first = file.bytes.find_first_not_of(" \t\r\n", open + 1);
  const std::string_view keys = file.bytes.substr(std::min(first, file.bytes.size()));
  return !keys.starts_with("\"schema\"") && !keys.starts_with("\"$schema\"");
}

// For a first line that is longer than what is examined: true if its first key is one of a measurement.
bool BeginsLikeLine(std::string_view object) {
  constexpr std::string_view kKeys[] = {"params", "parameters", "callpath", "function", "metric", "value", "values"};
  object.remove_prefix(std::min(object.find_first_not_of(" \t\r\n", 1), object.size()));
  return std::ranges::any_of(kKeys, [object](std::string_view key) {
    return object.starts_with('"') && object.substr(1).starts_with(key) &&
           object.substr(1 + key.size()).starts_with('"');
  });
}

}  // namespace

// Searches for keys as text, without parsing: the beginning of a file is not a complete document. If "traceEvents"
// comes first, the file is a Chrome trace, whose names may contain anything.
bool IsExtraPJson(const FirstBytes& file) {
  const std::string_view text = file.bytes;
  const std::size_t measurements = std::min(text.find("\"measurements\""), text.find("\"callpaths\""));
  return measurements != std::string_view::npos && MayMeasure(file) && text.find("\"traceEvents\"") >= measurements;
}

bool IsJsonLines(const FirstBytes& file) {
  if (!MayMeasure(file)) return false;
  const std::string_view text = file.bytes.substr(file.bytes.find('{'));
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos && !file.is_all) return BeginsLikeLine(text);
  const std::string_view line = text.substr(0, end);
  const bool has_value = Has(line, "\"value\"") || Has(line, "\"values\"");
  return has_value && (Has(line, "\"params\"") || Has(line, "\"parameters\""));
}

// Looks at the first word outside comments. The word must be followed by a blank.
bool IsExtraPText(const FirstBytes& file) {
  constexpr std::string_view kWords[] = {"PARAMETER", "POINTS", "METRIC", "REGION", "DATA"};
  constexpr std::string_view kBlanks = " \t\r\n";
  std::string_view text = file.bytes;
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  while (text.starts_with('#')) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  }
  return std::ranges::any_of(kWords, [text](std::string_view word) {
    const bool ends = text.size() > word.size() && (text[word.size()] == ' ' || text[word.size()] == '\t');
    return ends && text.starts_with(word);
  });
}

}  // namespace profdiff
