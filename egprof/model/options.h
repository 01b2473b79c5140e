// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof model`.
// Test: tests/unit/egprof/model/options_test.cpp.
#ifndef EGPROF_MODEL_OPTIONS_H_
#define EGPROF_MODEL_OPTIONS_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/options/options.h"
#include "egprof/options/parameter_row.h"
#include "profdiff/models.h"

namespace egprof {

// A file on the command line, and its parameters.
struct SizedFile {
  profdiff::Input input;
  profdiff::ParameterValues at;
};

struct ModelOptions : CommandLine,
                      WorkOptions,
                      LayoutOptions,
                      TableOptions,
                      CommentOptions,
                      CallOptions,
                      ParameterOptions {
  // The values of one --at, and the number of operands before it.
  struct Size {
    std::size_t place = 0;
    profdiff::ParameterValues at;
  };

  profdiff::ModelOptions models;
  std::vector<Size> sizes;                                                            // --at
  std::vector<profdiff::ModelGate> gates;                                             // --fail-if
  std::optional<std::string> page;                                                    // --html
  bool extra_p = false;                                                               // --format=extra-p
  profdiff::ObservationOptions::By by = profdiff::ObservationOptions::By::kFunction;  // --by

  std::vector<SizedFile> base, other;  // files before and after --subtract
};

// The options after `model`, in the order of --help.
std::span<const OptionRow> ModelRows();

// Parses the options after `model` without opening files.
ModelOptions ParseModelOptions(std::span<const char* const> arguments, const ParseRules& rules);

}  // namespace egprof

#endif  // EGPROF_MODEL_OPTIONS_H_
