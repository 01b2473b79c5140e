// SPDX-License-Identifier: GPL-3.0-or-later
// Classifies the files of a command line: image or profile, and the execution to which each belongs.
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

namespace egprof {

using Side = profdiff::ExecutionFiles;

struct Sides {
  Side base;
  std::optional<Side> other;  // what is subtracted
  bool sum = false;           // an -s that means gprof's sum
};

inline constexpr const char* kDefaultImage = "a.out";

// The kind of a file, by its content.
struct FileTests {
  using Test = std::function<bool(const std::string& path)>;

  Test is_image;
  Test is_stacks = {};  // another profiler's profile, which needs no image; without it there is none
};

// Sorts the files out.
//
// With --base and --subtract: each selects the side of the files after it. The first file of a side may be its
// image, the rest are profiles.
// Without: gprof's meaning, the image first, unless `short_form` is set and the line has files before and after an -s
// that stands alone, and
//   (i)   its first file is no image, or
//   (ii)  the first file after the -s is an image, or
//   (iii) it is the only -s, a -b that stands alone comes before the first profile, and the -s directly before a
//   profile.
// gprof refuses (i) and (ii); in (iii) it has no use for -b. Then that -s, and any after it, is --subtract.
// Defaults: image a.out, profile gmon.out; the other side has the base's image and no default profile. Where the first
// file is another profiler's profile, there is no image.
// Errors: kBadArgument where a side lacks its profile.
Sides ChooseSides(std::span<const Operand> operands, bool short_form, const FileTests& tests);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_SIDES_H_
