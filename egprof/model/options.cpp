// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof model` and their effects.
#include "egprof/model/options.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/parse_text.h"
#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/parameter_row.h"
#include "egprof/options/shared_rows.h"

namespace egprof {
namespace {

std::vector<std::string> WordsOf(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) words.emplace_back(profdiff::TakeUpTo(list, ','));
  return words;
}

void SetStatistics(CommandLine& line, ModelOptions& options, const char* value) {
  options.models.statistics.clear();
  for (const std::string& word : WordsOf(value)) {
    const auto statistic = profdiff::FindPointStatistic(word);
    if (!statistic) {
      return FailWithUsage(
          line, "option '--statistic' needs one or more of median, mean, min, max and deviation, not '" + word + "'");
    }
    options.models.statistics.push_back(*statistic);
  }
}

void SetForms(CommandLine& line, ModelOptions& options, const char* value) {
  options.models.forms = WordsOf(value);
  for (const std::string& form : options.models.forms) {
    const auto known = profdiff::ModelForms();
    if (std::ranges::find(known, form) != known.end()) continue;
    return FailWithUsage(line, "option '--forms' needs one or more of " +
                                   Alternatives(std::vector<std::string>(known.begin(), known.end())) + ", not '" +
                                   form + "'");
  }
}

void SetChoice(CommandLine& line, ModelOptions& options, std::string_view value) {
  using ChooseBy = profdiff::ModelOptions::ChooseBy;
  if (value == "error") {
    options.models.choose_by = ChooseBy::kError;
  } else if (value == "smape") {
    options.models.choose_by = ChooseBy::kSmape;
  } else if (value == "rss") {
    options.models.choose_by = ChooseBy::kRss;
  } else {
    FailWithUsage(line, "option '--choose-by' needs 'error', 'smape' or 'rss', not '" + std::string(value) + "'");
  }
}

void SetWeights(CommandLine& line, ModelOptions& options, std::string_view value) {
  using Weights = profdiff::ModelOptions::Weights;
  if (value == "root") {
    options.models.weights = Weights::kRoot;
  } else if (value == "relative") {
    options.models.weights = Weights::kRelative;
  } else if (value == "none") {
    options.models.weights = Weights::kNone;
  } else {
    FailWithUsage(line, "option '--weights' needs 'root', 'relative' or 'none', not '" + std::string(value) + "'");
  }
}

void SetFlat(CommandLine& line, ModelOptions& options, std::string_view value) {
  std::string_view number = value;
  if (number.ends_with('%')) number.remove_suffix(1);
  const auto percent = profdiff::NumberFrom<double>(number);
  if (percent && *percent >= 0 && std::isfinite(*percent)) {
    options.models.flat = *percent;
  } else {
    FailWithUsage(line, "option '--flat' needs a percentage such as 10%, not '" + std::string(value) + "'");
  }
}

void SetUnit(CommandLine& line, ModelOptions& options, std::string_view value) {
  for (const std::string_view known : {"s", "ms", "us", "ns"}) {
    if (value == known) options.models.unit = value;
  }
  if (options.models.unit != value) {
    FailWithUsage(line, "option '--unit' needs 's', 'ms', 'us' or 'ns', not '" + std::string(value) + "'");
  }
}

// Splits a list at commas that are outside of parentheses, and adds its expressions.
void AddTerms(ModelOptions& options, std::string_view list) {
  std::string term;
  int depth = 0;
  for (const char c : list) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth == 0) {
      options.models.terms.push_back(std::exchange(term, {}));
    } else if (c != ' ' || !term.empty()) {
      term += c;
    }
  }
  options.models.terms.push_back(term);
}

void SetFormat(CommandLine& line, ModelOptions& options, const char* value) {
  options.extra_p = std::string_view(value) == "extra-p";
  if (!options.extra_p) TableFormatRow().act(line, TableFormatRow(), value);
}

// clang-format off
constexpr OptionRow kAtRow = {
  .name = "at", .value = kMust, .metavar = "NAME=VALUE[,...]",
  .help = "parameters of the files that follow, up to the next --at; a text, 0 or less only with --each",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) {
    Try(line, [&] { o.sizes.push_back({o.operands.size(), profdiff::ParseParametersOfFile(v)}); });
  }};

constexpr OptionRow kSubtractRow = {
  .name = "subtract", .help = "the files that follow are another execution: show models of both side by side",
  .marks = Operand::Kind::kSubtract};

constexpr OptionRow kMetricRow = {
  .name = "metric", .value = kMust, .metavar = "LIST",
  .help = "traces and profiles: time, self, mpi, compute, calls; default: time, or all metrics in a file of "
          "measurements",
  .act = [](ModelOptions& o, const char* v) { o.models.metrics = WordsOf(v); }};

constexpr OptionRow kStatisticRow = {
  .name = "statistic", .value = kMust, .metavar = "LIST",
  .help = "reduce the values of a size to median, mean, min, max, deviation; default: median,deviation",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) { SetStatistics(line, o, v); }};

constexpr OptionRow kEachRow = {
  .name = "each", .value = kMust, .metavar = "NAME",
  .help = "make a model for each value of this parameter, which may also be a text, 0 or less",
  .act = [](ModelOptions& o, const char* v) { o.models.each = v; }};

constexpr OptionRow kUnitRow = {
  .name = "unit", .value = kMust, .metavar = "s|ms|us|ns",
  .help = "unit of times in the output; default: s",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) { SetUnit(line, o, v); }};

constexpr OptionRow kFormsRow = {
  .name = "forms", .value = kMust, .metavar = "LIST",
  .help = "forms to try besides the constant: pmnf, linear, power, poly2, poly3, poly4; default: pmnf",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) { SetForms(line, o, v); }};

constexpr OptionRow kWeightsRow = {
  .name = "weights", .value = kMust, .metavar = "root|relative|none",
  .help = "minimize relative errors, with none absolute errors, with root what is between both; default: root",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) { SetWeights(line, o, v); }};

constexpr OptionRow kFlatRow = {
  .name = "flat", .value = kMust, .metavar = "P%",
  .help = "a value that certainly changes by no more than this over the measured range does not grow; default: 10%",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) { SetFlat(line, o, v); }};

constexpr OptionRow kScalingRow = {
  .name = "scaling", .value = kMust, .metavar = "strong|weak",
  .help = "the parameter is a number of ranks, which share one problem (strong) or have one each (weak): also show "
          "speed-up and efficiency",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) {
    using Scaling = profdiff::ModelOptions::Scaling;
    o.models.scaling = IsFirst(line, "--scaling", v, "strong", "weak") ? Scaling::kStrong : Scaling::kWeak;
  }};

constexpr OptionRow kByRow = {
  .name = "by", .value = kMust, .metavar = "caller|path",
  .help = "make a model of a function for each caller, or for each path of callers, which needs traces or stacks",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) {
    using By = profdiff::ObservationOptions::By;
    o.by = IsFirst(line, "--by", v, "caller", "path") ? By::kCaller : By::kPath;
  }};

constexpr OptionRow kChooseRow = {
  .name = "choose-by", .value = kMust, .metavar = "error|smape|rss",
  .help = "leave-one-out error by which the form is chosen; default: error",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) { SetChoice(line, o, v); }};

constexpr OptionRow kTermsRow = {
  .name = "terms", .value = kMust, .metavar = "EXPRESSIONS",
  .help = "also try sums of these expressions, separated by commas: 'n, if(8*n > cache, n, 0)'; repeatable",
  .act = [](ModelOptions& o, const char* v) { AddTerms(o, v); }};

constexpr OptionRow kSetRow = {
  .name = "set", .value = kMust, .metavar = "NAME=VALUE[,...]",
  .help = "constants of --terms; repeatable",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) {
    Try(line, [&] {
      for (const profdiff::ParameterValue& value : profdiff::ParseParameterValues(v)) o.models.constants.push_back(value);
    });
  }};

constexpr OptionRow kPredictRow = {
  .name = "predict", .value = kMust, .metavar = "NAME=VALUE[,...]",
  .help = "predict values at this point, with a band; repeatable",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) {
    Try(line, [&] { o.models.predictions.push_back(profdiff::ParseParameterValues(v)); });
  }};

constexpr OptionRow kPageRow = {
  .name = "html", .value = kMust, .metavar = "FILE",
  .help = "also write one HTML page: points, curves and bands of all models",
  .act = [](ModelOptions& o, const char* v) { o.page = v; }};

constexpr OptionRow kGateRow = {
  .name = "fail-if", .value = kMust, .metavar = "CONDITION",
  .help = "exit status 3 if a model meets it: 'exponent > 1.5', 'error > 10%' or 'predicted > 2s'; repeatable",
  .act = [](CommandLine& line, ModelOptions& o, const char* v) {
    Try(line, [&] { o.gates.push_back(profdiff::ParseModelGate(v)); });
  }};
// clang-format on

OptionRow FormatRow() {
  static const std::string words = std::string(TableFormatRow().metavar) + "|extra-p";
  OptionRow row = TableFormatRow();
  row.metavar = words.c_str();
  row.help = "format of the output; extra-p: the observations in Extra-P's JSON instead of models";
  row.act = [](CommandLine& line, ModelOptions& o, const char* v) { SetFormat(line, o, v); };
  return row;
}

// Powers and logarithms need numbers above 0; only a parameter that divides the models can have other values.
bool CheckSizes(ModelOptions& options) {
  for (const ModelOptions::Size& size : options.sizes) {
    for (const profdiff::ParameterValue& value : size.at) {
      if (value.name == options.models.each || (value.text.empty() && value.value > 0)) continue;
      FailWithUsage(options, "option '--at': the parameter " + value.name +
                                 " needs a number above 0; with --each=" + value.name + " it may be a text, 0 or less");
      return false;
    }
  }
  return true;
}

// Assigns each file to a side, and gives it the parameters of the last --at before it.
void SplitFiles(ModelOptions& options) {
  if (options.task == CommandLine::Task::kRun && !CheckSizes(options)) return;
  bool subtracts = false;
  for (std::size_t i = 0; i < options.operands.size() && options.task == CommandLine::Task::kRun; ++i) {
    const Operand& operand = options.operands[i];
    if (operand.kind == Operand::Kind::kSubtract) {
      if (subtracts) return FailWithUsage(options, "--subtract is given twice");
      subtracts = true;
      continue;
    }
    SizedFile file{operand.text, {}};
    for (const ModelOptions::Size& size : options.sizes) {
      if (size.place <= i) file.at = size.at;
    }
    (subtracts ? options.other : options.base).push_back(std::move(file));
  }
  if (options.base.empty()) return FailWithUsage(options, "no recordings given");
  if (subtracts && options.other.empty())
    return FailWithUsage(options, "no recordings to subtract: name them after --subtract");
  if (!options.sizes.empty() && options.sizes.back().place >= options.operands.size()) {
    return FailWithUsage(options, "no files after the last --at: put --at before its files");
  }
  if (options.markdown && options.extra_p) Fail(options, "--format=extra-p cannot be combined with --markdown");
  if (subtracts && options.extra_p) Fail(options, "--format=extra-p cannot be combined with --subtract");
}

}  // namespace

std::span<const OptionRow> ModelRows() {
  static const OptionRows rows = WithoutGprof(Join({
      UnderHeading("What was measured", {kAtRow, kParamRow, kSubtractRow, kMetricRow, kStatisticRow, kEachRow, kByRow,
                                         kScalingRow, kUnitRow}),
      UnderHeading("Which calls of traces", {kCallRows, kOffCpuRow}),
      UnderHeading("Which models", {kFormsRow, kTermsRow, kSetRow, kWeightsRow, kChooseRow, kFlatRow, kPredictRow}),
      UnderHeading("The report", {FormatRow(), CommentRow(), kPageRow,
                                  WithHelp("show only the first N rows of the table; 0: all", kLimitRow)}),
      UnderHeading(
          "Other",
          {kGateRow, WithHelp("use the intact parts of a damaged recording, report what is missing", kSalvageRow),
           kThreadsRow, kNoProgramsRow, kSafetyRows, kTerminalRows, kTimingRow, kHelpRow, kVersionRow}),
  }));
  return rows;
}

ModelOptions ParseModelOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  return ParseInSteps<ModelOptions>(arguments, ModelRows(), rules, SplitFiles);
}

}  // namespace egprof
