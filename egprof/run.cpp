// SPDX-License-Identifier: GPL-3.0-or-later
// One execution or two? Everything after that question is in run_classic.cpp and run_difference.cpp.
#include "egprof/run.h"

#include <cstdio>

#include "egprof/option_table.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

// --side-by-side and its like without a second execution.
void RefuseDifferenceOptions(const Options& options) {
  for (const char* name : {"side-by-side", "growth", "shrink"}) {
    if (!options.Used(name)) continue;
    throw Error(ErrorCode::kBadArgument,
                std::string("--") + name + " needs two executions: name the other one after --subtract");
  }
}

// Options that have no difference; an -s counts only where it does not split the line.
void RefuseClassicOptions(const Options& options, bool sum) {
  for (const OptionRow* row : options.used) {
    if (row->in_difference != InDifference::kError || (row->letter == 's' && !sum)) continue;
    std::string what = row->letter == 's' ? "-s, as a sum," : OptionName(*row);
    throw Error(ErrorCode::kBadArgument, what + " has no difference; use it for each execution alone");
  }
}

}  // namespace

// gprof prints each level at once; it prints much more after that, which nobody has asked for in earnest.
void ReportDebugLevels(const Options& options, Output& output) {
  for (unsigned level : options.debug_levels) {
    char line[40];
    std::snprintf(line, sizeof line, "[main] debug-level=0x%x\n", level);
    output.head += line;
  }
}

void RefuseWhatIsMissing(const Options& options, Styles styles) {
  auto refuse = [](bool wanted, const char* option) {
    if (wanted) throw Error(ErrorCode::kUnsupported, std::string(option) + " is not implemented yet");
  };
  refuse(styles.Has(Style::kFunctionOrder), "-r");
  refuse(styles.Has(Style::kFileOrder), "-R");
  refuse(styles.Has(Style::kSum), "-s, as a sum of profiles (--subtract makes a difference),");
  refuse(options.lines, "-l");
  refuse(options.static_arcs, "-c");
}

void Run(Options options, Output& output) {
  Sides sides = ChooseSides(options.operands, options.short_form, profdiff::IsImage);
  if (sides.other) {
    output.house_style = true;
    RefuseClassicOptions(options, sides.sum);
    return RunDifference(options, sides.base, *sides.other, output);
  }
  if (sides.sum) options.styles.Add(Style::kSum);
  RefuseDifferenceOptions(options);
  RunClassic(options, sides.base, output);
}

}  // namespace egprof
