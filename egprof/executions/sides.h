// SPDX-License-Identifier: GPL-3.0-or-later
// Classifies each file of a command line as an image or a profile, and assigns it to a side.
// Test: tests/unit/egprof/executions/sides_test.cpp, a table of command lines.
#ifndef EGPROF_EXECUTIONS_SIDES_H_
#define EGPROF_EXECUTIONS_SIDES_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "egprof/cli/command_line.h"
#include "profdiff/difference.h"
#include "profdiff/input.h"

namespace egprof {

using profdiff::Input;
using Side = profdiff::ExecutionFiles;

struct Sides {
  Side base;
  std::optional<Side> other;  // the execution that is subtracted
  bool sum = false;           // true if an -s requests gprof's sum of profiles
  bool sum_between = false;   // true if such an -s is between profiles, where --subtract was probably meant
};

inline constexpr const char* kDefaultImage = "a.out";

// An operand, and the input that it names. The input of an option such as --subtract is empty.
struct LineItem {
  Operand operand;
  Input input;
};

// Makes the input of each file, once for the whole run.
std::vector<LineItem> ItemsOf(std::span<const Operand> operands,
                              const std::function<Input(const std::string& path)>& make);

// Determines the image and the profiles of each side.
//
// Each --base or --subtract selects the side to which the files after it belong. The first file of a side may be its
// image; the rest are profiles. Without these options, the files have the same meaning as for gprof: an image, then its
// profiles. A lone -s (not part of a cluster such as -bs) may divide the files into two sides. It does so only if
// `short_form` is set, there are files before and after it, and one of these conditions holds:
//   (i)   The first file is not an image.
//   (ii)  The first file after the -s is an image.
//   (iii) There is no other -s. The -s directly precedes a profile, and a lone -b precedes the first profile.
// gprof rejects command lines that meet (i) or (ii), and a -b as in (iii) has no meaning for gprof. If a condition
// holds, this -s and any lone -s after it mean --subtract.
// Defaults: image a.out, profile gmon.out. The other side has the base's image and no default profile. If the first
// file is another profiler's profile, there is no image.
// Errors: kBadArgument if a side lacks its profile.
Sides ChooseSides(std::span<const LineItem> line, bool short_form);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_SIDES_H_
