// SPDX-License-Identifier: GPL-3.0-or-later
// Each format is recognised by a magic number, or by words of its first lines. Sources: the documentation of
// async-profiler, Austin, inferno, heaptrack and pyprof2calltree, which convert these files, and of the profilers.
#include "read/profiles/foreign.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/parse_text.h"
#include "profdiff/error.h"
#include "read/file/file.h"

namespace profdiff {
namespace {

std::string_view FirstLineOf(const FirstBytes& file) { return file.bytes.substr(0, file.bytes.find('\n')); }

bool IsHexNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool HasAll(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::all_of(words,
                             [text](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// Returns the first bytes of a file; empty if it cannot be read.
std::string BeginningOf(const std::string& path, std::size_t count) {
  try {
    return ReadFirst(path, count);
  } catch (const Error&) {
    return "";
  }
}

}  // namespace

// Either a text with numbers behind it, or a stream, whose version has the bits f0.
bool IsArtTrace(const FirstBytes& file) {
  return file.bytes.starts_with("*version\n") ||
         (file.bytes.starts_with("SLOW\xf2") || file.bytes.starts_with("SLOW\xf3"));
}

// A binary format, from version 4 on the default one. The next byte is the version.
bool IsAustinBinary(const FirstBytes& file) {
  return file.bytes.size() > 3 && file.bytes.starts_with("MOJ") && file.bytes[3] > '\0' && file.bytes[3] < ' ';
}

bool IsCleopatra(const FirstBytes& file) {
  constexpr std::size_t kHead = 200;
  return file.BeginsWithOneOf("{") && HasAll(file.bytes.substr(0, kHead), {"\"profileJSONWithSymbolicationTable,1\""});
}

// Each stack has lines "MODULE`FUNCTION+OFFSET", all indented, and then a line with the number of its samples.
// Without -q, DTrace prints the names of columns first. A script can print a head, which ends with an empty line.
bool IsDtraceStacks(const FirstBytes& file) {
  const std::string_view first = FirstLineOf(file);
  if (first.starts_with("CPU ") && Trimmed(first).ends_with("FUNCTION:NAME")) return true;
  bool may_be_head = true, has_frame = false, has_number = false;
  for (std::string_view rest = file.bytes; rest.find('\n') != std::string_view::npos;) {
    const std::string_view line = TakeUpTo(rest, '\n'), text = Trimmed(line);
    if (text.empty()) may_be_head = false;
    if (text.empty()) continue;
    const bool is_number = NumberFrom<std::uint64_t>(text).has_value();
    const bool is_frame = text.find('`') != std::string_view::npos || text.starts_with("0x");
    if (may_be_head && line[0] != ' ' && line[0] != '\t') continue;
    may_be_head = false;
    if (line[0] != ' ' && line[0] != '\t') return false;
    if (!is_number && !is_frame) return false;
    if (is_number && !has_frame) return false;
    has_frame = has_frame || text.find('`') != std::string_view::npos;
    has_number = has_number || is_number;
  }
  return has_frame && has_number;
}

bool IsFlightRecording(const FirstBytes& file) { return file.bytes.starts_with(std::string_view("FLR\0", 4)); }

bool IsGhcJson(const FirstBytes& file) {
  return file.BeginsWithOneOf("{") && HasAll(file.bytes, {"\"rts_arguments\"", "\"total_ticks\""});
}

bool IsGhcReport(const FirstBytes& file) {
  return FirstLineOf(file).find("Time and Allocation Profiling Report") != std::string_view::npos;
}

// The first line is "v VERSION FILE-VERSION", both in hexadecimal digits.
bool IsHeaptrack(const FirstBytes& file) {
  std::string_view line = FirstLineOf(file);
  if (TakeUpTo(line, ' ') != "v") return false;
  const std::string_view version = TakeUpTo(line, ' ');
  return IsHexNumber(version) && IsHexNumber(line);
}

bool IsHpcToolkit(const FirstBytes& file) {
  constexpr std::size_t kHead = 200;  // bytes of an XML declaration
  const auto is_head = [](std::string_view bytes) {
    return bytes.starts_with("HPCTOOLKIT") ||
           bytes.substr(0, kHead).find("<!DOCTYPE HPCToolkitExperiment") != std::string_view::npos;
  };
  if (!file.is_folder) return is_head(file.bytes);
  return std::ranges::any_of(std::initializer_list<const char*>{"/meta.db", "/experiment.xml"},
                             [&](const char* name) { return is_head(BeginningOf(file.path + name, kHead)); });
}

bool IsInstruments(const FirstBytes& file) {
  std::string_view path = file.path;
  while (path.ends_with('/')) path.remove_suffix(1);
  return file.is_folder && path.ends_with(".trace") && !BeginningOf(std::string(path) + "/form.template", 1).empty();
}

bool IsInstrumentsXml(const FirstBytes& file) {
  constexpr std::size_t kHead = 400;  // bytes of the declaration, and of blanks
  return file.bytes.starts_with("<?xml") &&
         file.bytes.substr(0, kHead).find("<trace-query-result") != std::string_view::npos;
}

bool IsMacSample(const FirstBytes& file) { return file.bytes.starts_with("Analysis of sampling "); }

// A dictionary of Python's module marshal, whose first key is a tuple of file, line and function. The upper bit of the
// types is a flag.
bool IsPstats(const FirstBytes& file) {
  constexpr unsigned char kFlag = 0x80;
  const auto is_type = [&](std::size_t at, char type) {
    return (static_cast<unsigned char>(file.bytes[at]) & ~kFlag) == static_cast<unsigned char>(type);
  };
  return file.bytes.size() > 3 && is_type(0, '{') && is_type(1, ')') && file.bytes[2] == 3;
}

// A recording saved by Safari's Web Inspector: {"version":1,"recording":{"displayName":…
bool IsSafariTimeline(const FirstBytes& file) {
  constexpr std::size_t kHead = 200;
  return file.BeginsWithOneOf("{") &&
         HasAll(file.bytes.substr(0, kHead), {"\"version\"", "\"recording\"", "\"displayName\""});
}

bool IsSimpleperfReport(const FirstBytes& file) { return file.bytes.starts_with("SIMPLEPERF"); }

// A dictionary of Ruby's module Marshal, version 4.8, or the same as JSON.
bool IsStackprof(const FirstBytes& file) {
  if (file.bytes.starts_with("\x04\x08{")) return true;
  return file.BeginsWithOneOf("{") && HasAll(file.bytes, {"\"mode\"", "\"missed_samples\"", "\"frames\""});
}

// A byte-order mark, and then a character of ASCII: all formats of text begin with one.
bool IsUtf16(const FirstBytes& file) {
  if (file.bytes.size() < 4) return false;
  const bool is_big = file.bytes.starts_with("\xfe\xff"), is_little = file.bytes.starts_with("\xff\xfe");
  const char high = file.bytes[is_big ? 2 : 3], low = file.bytes[is_big ? 3 : 2];
  return (is_big || is_little) && high == '\0' && static_cast<unsigned char>(low) < 0x80 && low != '\0';
}

bool IsV8Log(const FirstBytes& file) { return file.bytes.starts_with("v8-version,"); }

bool IsVisualStudioTable(const FirstBytes& file) {
  return FirstLineOf(file).find("Level,Function Name,Number of Calls,") < 4;  // perhaps after a byte-order mark
}

bool IsVtuneTable(const FirstBytes& file) { return file.bytes.starts_with("Function Stack,"); }

// The second mark is that of an archive without files.
bool IsZip(const FirstBytes& file) { return file.bytes.starts_with("PK\3\4") || file.bytes.starts_with("PK\5\6"); }

}  // namespace profdiff
