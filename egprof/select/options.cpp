// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof select` and their effects.
#include "egprof/select/options.h"

#include <string_view>
#include <utility>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/shared_rows.h"

namespace egprof {
namespace {

void AddInput(CommandLine& line, profdiff::SelectOptions& selection, std::string_view text) {
  const auto fail = [&] {
    FailWithUsage(line, "option '--set' needs NAME=VALUE, such as Q=1000,2000, not '" + std::string(text) + "'");
  };
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos || sign == 0) return fail();
  std::vector<double> values;
  std::string_view rest = text.substr(sign + 1);
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::optional<double> value = ParseFinite(rest.substr(0, comma));
    if (!value) return fail();
    values.push_back(*value);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  selection.set.emplace_back(text.substr(0, sign), std::move(values));
}

void AddRange(CommandLine& line, profdiff::SelectOptions& selection, std::string_view text) {
  const std::size_t sign = text.find('='), colon = text.find(':', sign == std::string_view::npos ? 0 : sign);
  if (sign != std::string_view::npos && sign != 0 && colon != std::string_view::npos) {
    const std::optional<double> low = ParseFinite(text.substr(sign + 1, colon - sign - 1)),
                                high = ParseFinite(text.substr(colon + 1));
    if (low && high && *low < *high) {
      selection.over.push_back({std::string(text.substr(0, sign)), *low, *high});
      return;
    }
  }
  FailWithUsage(line, "option '--over' needs NAME=LOW:HIGH, such as Q=1000:100000, not '" + std::string(text) + "'");
}

// clang-format off
constexpr OptionRow kInputRows[] = {
  {.name = "set", .value = kMust, .metavar = "NAME=VALUE[,VALUE...]",
   .help = "set an input or a constant, in place of its value in the file; repeatable",
   .act = [](CommandLine& line, SelectCommandOptions& o, const char* v) { AddInput(line, o.selection, v); }},
  {.name = "require", .value = kMust, .metavar = "EXPRESSION",
   .help = "allow only choices that fulfil it, for example 'accuracy >= 2'; repeatable",
   .act = [](CommandLine& line, SelectCommandOptions& o, const char* v) {
     Try(line, [&] { o.selection.require.push_back(profdiff::ParseExpression(v, {{}, profdiff::Place::Named("--require"), {}})); });
   }},
  {.name = "models", .value = kMust, .metavar = "FILE",
   .help = "models for members that name a model, as written by 'egprof model --format=json'",
   .act = [](SelectCommandOptions& o, const char* v) { o.models = v; }},
  {.name = "graph", .value = kMust, .metavar = "TRACE",
   .help = "take calls from the core of a trace, as 'egprof prune' finds it",
   .act = [](SelectCommandOptions& o, const char* v) { o.graph = v; }},
};

constexpr OptionRow kObservedRow = {
  .name = "observed", .value = kMust, .metavar = "TRACE",
  .help = "also report members that took longer in TRACE than the band of their model, if another member is faster; "
          "needs --models",
  .act = [](SelectCommandOptions& o, const char* v) { o.observed = v; }};

constexpr OptionRow kOverRows[] = {
  {.name = "over", .value = kMust, .metavar = "NAME=LOW:HIGH",
   .help = "also find the ranges of an input in which each choice is best; repeatable",
   .act = [](CommandLine& line, SelectCommandOptions& o, const char* v) { AddRange(line, o.selection, v); }},
  {.name = "emit", .value = kMust, .metavar = "FILE",
   .help = "write a C header that chooses at run time, for the range of --over",
   .act = [](SelectCommandOptions& o, const char* v) { o.emit = v; }},
};
// clang-format on

void CheckOperands(SelectCommandOptions& options) {
  if (options.operands.size() != 1) {
    FailWithUsage(options,
                  options.operands.empty() ? "no file of families given" : "only one file of families can be given");
  } else if (options.emit && options.selection.over.size() != 1) {
    Fail(options, "--emit needs one --over=NAME=LOW:HIGH");
  } else if (!options.observed.empty() && options.models.empty()) {
    Fail(options, "--observed needs --models=FILE, because it compares with the bands of models");
  }
}

}  // namespace

std::span<const OptionRow> SelectRows() {
  static const OptionRows rows = WithoutGprof(Join({
      UnderHeading("Inputs", {kInputRows}),
      UnderHeading("Ranges", {kOverRows}),
      UnderHeading("What was observed", {kObservedRow, kParamRow}),
      UnderHeading("The report", {WithHelp("format of the output", TableFormatRow())}),
      UnderHeading("Other", {kThreadsRow, kSafetyRows, kTimingRow, kHelpRow, kVersionRow}),
  }));
  return rows;
}

SelectCommandOptions ParseSelectOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  return ParseInSteps<SelectCommandOptions>(arguments, SelectRows(), rules, CheckOperands);
}

}  // namespace egprof
