// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a command line into two executions.
// Test: tests/unit/egprof/executions/sides_test.cpp.
#include "egprof/executions/sides.h"

#include <algorithm>

#include "profdiff/error.h"

namespace egprof {
namespace {

using Kind = Operand::Kind;
using Files = std::vector<const Operand*>;

bool Has(std::span<const Operand> operands, Kind kind) {
  return std::any_of(operands.begin(), operands.end(), [kind](const Operand& o) { return o.kind == kind; });
}

Files FilesIn(std::span<const Operand> operands) {
  Files files;
  for (const Operand& operand : operands) {
    if (operand.kind == Kind::kFile) files.push_back(&operand);
  }
  return files;
}

std::vector<std::string> Names(Files::const_iterator begin, Files::const_iterator end) {
  std::vector<std::string> names;
  std::transform(begin, end, std::back_inserter(names), [](const Operand* file) { return file->text; });
  return names;
}

bool BeginsWithStacks(const Files& files, const FileTests& tests) {
  return !files.empty() && tests.is_stacks && tests.is_stacks(files.front()->text);
}

// Returns the files as one side, as gprof does: the first file is the image, and all others are its profiles. There is
// no image if the first file is another profiler's profile.
Side GprofSide(const Files& files, const FileTests& tests) {
  Side side;
  if (BeginsWithStacks(files, tests)) return {"", Names(files.begin(), files.end())};
  side.image = files.empty() ? kDefaultImage : files.front()->text;
  side.profiles = files.size() < 2 ? std::vector<std::string>{"gmon.out"} : Names(files.begin() + 1, files.end());
  return side;
}

Side SideWithDefaultImage(const Files& files, const std::string& image, const FileTests& tests) {
  if (BeginsWithStacks(files, tests)) return {"", Names(files.begin(), files.end())};
  bool has_image = !files.empty() && tests.is_image(files.front()->text);
  Side side;
  side.image = has_image ? files.front()->text : image;
  side.profiles = Names(files.begin() + (has_image ? 1 : 0), files.end());
  return side;
}

[[noreturn]] void NothingToSubtract(const Files& files, const std::string& option) {
  std::string text = "nothing to subtract: no profile after " + option;
  if (!files.empty()) text += " (" + files.front()->text + " is an image)";
  throw profdiff::Error(profdiff::ErrorCode::kBadArgument, text);
}

Sides MakeDifference(const Files& base, const Files& other, const std::string& option, const FileTests& tests) {
  Sides sides;
  sides.base = SideWithDefaultImage(base, kDefaultImage, tests);
  if (sides.base.profiles.empty()) sides.base.profiles.push_back("gmon.out");
  const std::string& image = sides.base.image;
  sides.other = SideWithDefaultImage(other, image.empty() ? kDefaultImage : image, tests);
  const bool is_named = !base.empty() && base.front()->text == image;
  if (sides.other->image.empty() && is_named) sides.other->image = image;
  if (sides.other->profiles.empty()) NothingToSubtract(other, option);
  return sides;
}

// Splits the line at --base and --subtract.
Sides SplitByMarkers(std::span<const Operand> operands, const FileTests& tests) {
  if (!Has(operands, Kind::kSubtract)) {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "--base without --subtract; put the files to subtract after --subtract");
  }
  Files base, other;
  Files* current = &base;
  for (const Operand& operand : operands) {
    if (operand.kind == Kind::kBase) current = &base;
    if (operand.kind == Kind::kSubtract) current = &other;
    if (operand.kind == Kind::kFile) current->push_back(&operand);
  }
  Sides sides = MakeDifference(base, other, "--subtract", tests);
  sides.sum = Has(operands, Kind::kSum);
  return sides;
}

// True if a lone -b (not part of a cluster such as -bs) precedes the profile, so that it can mean the base, as in
// `prog -b base.out` or `-b prog base.out`.
bool BriefBefore(std::span<const Operand> operands, const Operand& profile) {
  return std::ranges::any_of(
      operands, [&profile](const Operand& o) { return o.kind == Kind::kBrief && o.alone && o.place < profile.place; });
}

// True if the operand with this index is an -s that is the short form of --subtract.
bool Splits(std::span<const Operand> operands, std::size_t index, const FileTests& tests) {
  const Operand& sum = operands[index];
  if (sum.kind != Kind::kSum || !sum.alone) return false;
  const Files before = FilesIn(operands.first(index)), after = FilesIn(operands.subspan(index));
  if (before.empty() || after.empty()) return false;
  if (!tests.is_image(before.front()->text) || tests.is_image(after.front()->text)) return true;
  const bool directly = after.front()->place == sum.place + 1;
  const bool is_only = std::ranges::count(operands, Kind::kSum, &Operand::kind) == 1;
  return directly && is_only && before.size() >= 2 && BriefBefore(operands, *before[1]);
}

// Files before the operand with the index `split` belong to the base, and files after it to the other side. After that
// operand, a lone -s only repeats --subtract. Any other -s requests a sum.
Sides SplitAt(std::span<const Operand> operands, std::size_t split, const FileTests& tests) {
  Sides sides = MakeDifference(FilesIn(operands.first(split)), FilesIn(operands.subspan(split)), "-s", tests);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Operand& operand = operands[i];
    if (operand.kind == Kind::kSum && (i < split || !operand.alone)) sides.sum = true;
  }
  return sides;
}

}  // namespace

Sides ChooseSides(std::span<const Operand> operands, bool short_form, const FileTests& tests) {
  if (Has(operands, Kind::kBase) || Has(operands, Kind::kSubtract)) return SplitByMarkers(operands, tests);
  if (short_form && Has(operands, Kind::kSum)) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (Splits(operands, i, tests)) return SplitAt(operands, i, tests);
    }
  }
  Sides sides;
  sides.base = GprofSide(FilesIn(operands), tests);
  sides.sum = Has(operands, Kind::kSum);
  return sides;
}

}  // namespace egprof
