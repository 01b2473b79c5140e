// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof check`.
// Test: tests/unit/egprof/check/options_test.cpp.
#ifndef EGPROF_CHECK_OPTIONS_H_
#define EGPROF_CHECK_OPTIONS_H_

#include <span>
#include <string>
#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/options/options.h"
#include "egprof/options/property_rows.h"

namespace egprof {

struct CheckOptions : CommandLine,
                      WorkOptions,
                      LayoutOptions,
                      TableOptions,
                      CommentOptions,
                      FindingOptions,
                      CacheOptions {
  profdiff::Input reference;  // --reference
  bool table = false;         // --table
  bool histogram = false;     // --histogram
  bool paths = false;         // --paths

  std::vector<profdiff::Input> base, other;  // recordings; those after --subtract are in `other`
};

// Requires a run that is a trace of calls; used by --from and --to.
extern const Condition kATrace;
// Requires a run that is an address trace; used by --cache and --image.
extern const Condition kAddressTrace;

// The options after `check`, in the order of --help.
std::span<const OptionRow> CheckRows();

// Parses the command line. Files are not opened.
CheckOptions ParseCheckOptions(std::span<const char* const> arguments, const ParseRules& rules);

}  // namespace egprof

#endif  // EGPROF_CHECK_OPTIONS_H_
