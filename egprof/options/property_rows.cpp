// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/options/property_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/parse_text.h"
#include "egprof/cli/values.h"
#include "egprof/options/values.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

// Parses a fraction such as "0.02" or "2%".
void SetShare(CommandLine& line, const char* option, const char* value, double& share) {
  std::string_view text = value;
  const bool is_percent = text.ends_with('%');
  if (is_percent) text.remove_suffix(1);
  const double number =
      profdiff::NumberFrom<double>(text, std::chars_format::fixed).value_or(-1) / (is_percent ? 100 : 1);
  if (!(number >= 0 && number <= 1)) {
    return FailWithUsage(line, std::string("option '") + option +
                                   "' needs a number from 0 to 1, or from 0% to 100%, not '" + value + "'");
  }
  share = number;
}

void SetFile(CommandLine& line, const char* option, const char* value, std::string& file) {
  if (*value == '\0') return FailWithUsage(line, std::string("option '") + option + "' needs a file");
  file = value;
}

// Parses the region given with --phase, such as "main", or "main:12" for the loop of main on line 12.
void SetPhase(FindingOptions& options, const char* value) {
  const std::string_view text = value;
  const std::size_t colon = text.rfind(':');
  options.measure.phase = text;
  if (colon == std::string_view::npos || colon == 0 || text[colon - 1] == ':') return;
  const std::uint32_t line = profdiff::NumberFrom<std::uint32_t>(text.substr(colon + 1)).value_or(0);
  if (line == 0) return;
  options.measure.phase = text.substr(0, colon);
  options.measure.phase_line = line;
}

// Parses one or two cache shapes, such as "32768,8,64" or "32768,8,64,8388608,16,64".
void SetCaches(CommandLine& line, CacheOptions& options, const char* value) {
  const std::optional<std::vector<int>> numbers = ParseIntegers(value);
  const bool is_shape = numbers && (numbers->size() == 3 || numbers->size() == 6) &&
                        std::ranges::all_of(*numbers, [](int number) { return number > 0; });
  if (!is_shape) {
    return FailWithUsage(line, std::string("option '--cache' needs size, ways and line size of the first cache, and "
                                           "optionally those of the last, such as 32768,8,64,8388608,16,64, not '") +
                                   value + "'");
  }
  const auto shape = [&](std::size_t i) {
    return CacheShape{static_cast<std::uint64_t>((*numbers)[i]), static_cast<std::uint64_t>((*numbers)[i + 1]),
                      static_cast<std::uint64_t>((*numbers)[i + 2])};
  };
  options.first_cache = shape(0);
  options.last_cache = numbers->size() == 6 ? std::optional(shape(3)) : std::nullopt;
}

}  // namespace

std::string CacheShape::Text() const {
  return std::to_string(size) + "," + std::to_string(ways) + "," + std::to_string(line);
}

bool PropertyGate::Holds(double value) const {
  if (relation == ">") return value > limit;
  if (relation == ">=") return value >= limit;
  return relation == "<" ? value < limit : value <= limit;
}

PropertyGate ParsePropertyGate(std::string_view text) {
  const auto fail = [&] {
    throw profdiff::Error(
        profdiff::ErrorCode::kBadArgument,
        "option '--fail-if' needs a condition such as 'severity > 5%', not '" + std::string(text) + "'");
  };
  PropertyGate gate;
  gate.text = text;
  if (profdiff::Trimmed(text) == kErrors) {
    gate.name = kErrors;
    gate.relation = ">";
    return gate;
  }
  const std::size_t mark = text.find_first_of("<>");
  if (mark == std::string_view::npos) fail();
  gate.name = profdiff::Trimmed(text.substr(0, mark));
  gate.relation = text.substr(mark, text.substr(mark + 1).starts_with('=') ? 2 : 1);
  std::string_view number = profdiff::Trimmed(text.substr(mark + gate.relation.size()));
  const bool is_percent = number.ends_with('%');
  if (is_percent) number.remove_suffix(1);
  const std::optional<double> limit = profdiff::NumberFrom<double>(number, std::chars_format::fixed);
  // Infinity and NaN are refused: a condition with them either always holds or never.
  if (gate.name.empty() || !limit || !std::isfinite(*limit)) fail();
  gate.limit = limit.value_or(0) / (is_percent ? 100 : 1);
  return gate;
}

// clang-format off
constexpr OptionRow kPhaseRow = {
  .name = "phase", .value = kMust, .metavar = "FN[:LINE]",
  .help = "examine this function, or its loop at LINE; default: main, or the whole run if there is no main",
  .act = [](FindingOptions& o, const char* v) { SetPhase(o, v); }};

constexpr OptionRow kInstancesRow = {
  .name = "instances", .help = "also show how severe each property is in each call of the phase",
  .act = [](FindingOptions& o, const char*) { o.measure.instances = true; }};

constexpr OptionRow kCacheRow = {
  .name = "cache", .value = kMust, .metavar = "D1[,LL]",
  .help = "simulated data caches: size, ways and line size of the first and optionally of the last, sizes in bytes, "
          "such as 32768,8,64,8388608,16,64; default: the caches of this machine",
  .act = [](CommandLine& line, CacheOptions& o, const char* v) { SetCaches(line, o, v); }};

constexpr OptionRow kPropertyRows[4] = {
  {.name = "properties", .value = kMust, .metavar = "FILE",
   .help = "properties in ASL, which are added to the built-in properties or replace those of the same name; "
           "repeatable",
   .act = [](FindingOptions& o, const char* v) { o.property_files.emplace_back(v); }},
  {.name = "threshold", .value = kMust, .metavar = "X",
   .help = "the least severity that counts, in properties that use 'threshold'; default: 1%",
   .act = [](CommandLine& line, FindingOptions& o, const char* v) {
     SetShare(line, "--threshold", v, o.properties.threshold);
   }},
  {.name = "min-share", .value = kMust, .metavar = "X",
   .help = "the least share of the phase's loss at which a region counts, in properties that use 'min_share'; default: "
           "1%",
   .act = [](CommandLine& line, FindingOptions& o, const char* v) {
     SetShare(line, "--min-share", v, o.properties.min_share);
   }},
  {.name = "min-confidence", .value = kMust, .metavar = "X",
   .help = "the least confidence at which a property counts; default: 0.5",
   .act = [](CommandLine& line, FindingOptions& o, const char* v) {
     SetShare(line, "--min-confidence", v, o.properties.min_confidence);
   }},
};

constexpr OptionRow kPropertyPageRow = {
  .name = "html", .value = kMust, .metavar = "FILE",
  .help = "also write one HTML page: the answer, the tree of regions with their properties, a heat map of ranks and "
          "threads",
  .act = [](CommandLine& line, FindingOptions& o, const char* v) { SetFile(line, "--html", v, o.page.emplace()); }};

constexpr OptionRow kPropertyStoreRow = {
  .name = "db", .value = kMust, .metavar = "FILE:PATH",
  .help = "also add the findings to a store of 'egprof db', as the trial APPLICATION/EXPERIMENT/TRIAL",
  .act = [](CommandLine& line, FindingOptions& o, const char* v) {
    Try(line, [&] { o.store = profdiff::ParseStoredPath(v, profdiff::PathDepth::kTrial); });
  }};

constexpr OptionRow kStructureRow = {
  .name = "structure", .value = kMust, .metavar = "FILE",
  .help = "the program's regions as XML: if the file exists, it is read and sets the nesting of the regions that it "
          "names; otherwise it is written",
  .act = [](CommandLine& line, FindingOptions& o, const char* v) { SetFile(line, "--structure", v, o.structure); }};

constexpr OptionRow kPropertyGateRow = {
  .name = "fail-if", .value = kMust, .metavar = "CONDITION",
  .help = "exit status 3 if it holds for a finding, for example 'LC1MissesOverMemRef > 5%' or 'severity > 0.2', or "
          "if the run has 'errors'; repeatable",
  .act = [](CommandLine& line, FindingOptions& o, const char* v) {
    Try(line, [&] { o.gates.push_back(ParsePropertyGate(v)); });
  }};
// clang-format on

}  // namespace egprof
