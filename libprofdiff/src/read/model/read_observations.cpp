// SPDX-License-Identifier: GPL-3.0-or-later
// Detects which of Extra-P's formats a file has: text by its first word, JSON by the keys near its beginning.
// Tests: tests/unit/read/model/read_observations_test.cpp, tests/fuzz/observations_fuzz.cpp.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "profdiff/error.h"
#include "profdiff/models.h"
#include "read/file/file.h"
#include "read/model/json_values.h"
#include "read/model/readers.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t{1} << 30;
constexpr std::size_t kLooked = std::size_t{64} * 1024;  // number of bytes used to detect the format

using Reader = void (*)(ByteSource&, const std::string&, ObservationBuilder&);

bool Has(std::string_view text, std::string_view key) { return text.find(key) != std::string_view::npos; }

// Searches for keys as text, without parsing: the beginning of a file is not a complete document. If "traceEvents"
// comes first, the file is a Chrome trace, whose names may contain anything.
Reader FindJsonReader(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n", 1);
  const std::string_view keys = text.substr(std::min(first, text.size()));
  // Documents that begin with a schema, whether egprof's or not, are not measurements.
  if (keys.starts_with("\"schema\"") || keys.starts_with("\"$schema\"")) return nullptr;
  const std::size_t measurements = std::min(text.find("\"measurements\""), text.find("\"callpaths\""));
  if (text.find("\"traceEvents\"") < measurements) return nullptr;
  if (measurements != std::string_view::npos) return ReadExtraPJson;
  const std::string_view line = text.substr(0, text.find('\n'));
  const bool has_value = Has(line, "\"value\"") || Has(line, "\"values\"");
  if (has_value && (Has(line, "\"params\"") || Has(line, "\"parameters\""))) return ReadJsonLines;
  return nullptr;
}

// Detects the format by the first word outside comments. The word must be followed by a blank.
Reader FindTextReader(std::string_view text) {
  constexpr std::string_view kWords[] = {"PARAMETER", "POINTS", "METRIC", "REGION", "DATA"};
  while (text.starts_with('#')) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  }
  for (const std::string_view word : kWords) {
    const bool ends = text.size() > word.size() && (text[word.size()] == ' ' || text[word.size()] == '\t');
    if (ends && text.starts_with(word)) return ReadExtraPText;
  }
  return nullptr;
}

Reader FindReader(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text.starts_with('{') ? FindJsonReader(text) : FindTextReader(text);
}

}  // namespace

void FailAtLine(const std::string& path, std::uint64_t line, const std::string& reason) {
  throw Error(ErrorCode::kBadProfile, path + ":" + std::to_string(line) + ": " + reason, path, line);
}

void FailAtByte(const std::string& path, std::uint64_t offset, const std::string& reason) {
  throw Error(ErrorCode::kBadProfile, path + ": byte " + std::to_string(offset) + ": " + reason, path, offset);
}

// Models contain powers and logarithms of parameters, which are undefined for 0 and negative values.
bool CanBeParameter(double value) { return std::isfinite(value) && value > 0; }

void RequireJson(const std::string& path) {
  if (CanParseJson()) return;
  throw Error(ErrorCode::kUnsupported, path + ": this build cannot read JSON: it was compiled without nlohmann's json",
              path);
}

// A pipe never counts as a file of observations: bytes read from it here would be lost to the actual reader.
bool IsObservations(const std::string& path) {
  if (!IsRegularFile(path)) return false;
  try {
    return FindReader(ReadFirst(path, kLooked)) != nullptr;
  } catch (const Error&) {
    return false;
  }
}

Observations ReadObservations(const std::string& path) {
  const Reader read = FindReader(ReadFirst(path, kLooked));
  if (read == nullptr) {
    throw Error(ErrorCode::kBadMagic,
                path + ": not a file of measurements in Extra-P's text, JSON or JSON Lines format", path);
  }
  FileSource source(path, FileKind::kRegular);
  if (source.Size() > kLargest) {
    throw Error(ErrorCode::kUnsupported, path + ": more than 1 GiB of measurements", path);
  }
  ObservationBuilder builder;
  read(source, path, builder);
  Observations made = builder.Take();
  made.inputs = {path};
  return made;
}

}  // namespace profdiff
