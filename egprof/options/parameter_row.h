// SPDX-License-Identifier: GPL-3.0-or-later
// The option that selects recorded arguments as parameters.
// Tests: tests/cli/model/run.py, tests/cli/select/run.py.
#ifndef EGPROF_OPTIONS_PARAMETER_ROW_H_
#define EGPROF_OPTIONS_PARAMETER_ROW_H_

#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/cli/values.h"
#include "profdiff/models.h"

namespace egprof {

struct ParameterOptions {
  std::vector<profdiff::ParameterRule> rules;  // --param
};

// clang-format off
inline constexpr OptionRow kParamRow = {
  .name = "param", .value = Value::kRequired, .metavar = "FN@ARG=NAME",
  .help = "use a recorded argument of a function as the parameter NAME, for example dot@arg1=n; default: all numeric "
          "arguments, by their own names; repeatable",
  .act = [](CommandLine& line, ParameterOptions& o, const char* v) {
    Try(line, [&] { o.rules.push_back(profdiff::ParseParameterRule(v)); });
  }};
// clang-format on

}  // namespace egprof

#endif  // EGPROF_OPTIONS_PARAMETER_ROW_H_
