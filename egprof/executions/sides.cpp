// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a command line into two executions.
// Test: tests/unit/egprof/executions/sides_test.cpp.
#include "egprof/executions/sides.h"

#include <algorithm>

#include "profdiff/error.h"

namespace egprof {
namespace {

using Kind = Operand::Kind;
using Line = std::span<const LineItem>;
using Files = std::vector<const LineItem*>;

bool Has(Line line, Kind kind) {
  return std::ranges::any_of(line, [kind](const LineItem& item) { return item.operand.kind == kind; });
}

Files FilesIn(Line line) {
  Files files;
  for (const LineItem& item : line) {
    if (item.operand.kind == Kind::kFile) files.push_back(&item);
  }
  return files;
}

std::vector<Input> InputsOf(Files::const_iterator begin, Files::const_iterator end) {
  std::vector<Input> inputs;
  std::transform(begin, end, std::back_inserter(inputs), [](const LineItem* file) { return file->input; });
  return inputs;
}

bool BeginsWithNames(const Files& files) { return !files.empty() && files.front()->input.MayHaveNames(); }

// Returns the files as one side, as gprof does: the first file is the image, and all others are its profiles. There is
// no image if the first file is another profiler's profile.
Side GprofSide(const Files& files) {
  Side side;
  if (BeginsWithNames(files)) return {"", InputsOf(files.begin(), files.end())};
  side.image = files.empty() ? Input(kDefaultImage) : files.front()->input;
  side.profiles = files.size() < 2 ? std::vector<Input>{"gmon.out"} : InputsOf(files.begin() + 1, files.end());
  return side;
}

Side SideWithDefaultImage(const Files& files, const Input& image) {
  if (BeginsWithNames(files)) return {"", InputsOf(files.begin(), files.end())};
  const bool has_image = !files.empty() && files.front()->input.IsImage();
  Side side;
  side.image = has_image ? files.front()->input : image;
  side.profiles = InputsOf(files.begin() + (has_image ? 1 : 0), files.end());
  return side;
}

[[noreturn]] void NothingToSubtract(const Files& files, const std::string& option) {
  std::string text = "nothing to subtract: no profile after " + option;
  if (!files.empty()) text += " (" + files.front()->operand.text + " is an image)";
  throw profdiff::Error(profdiff::ErrorCode::kBadArgument, text);
}

Sides MakeDifference(const Files& base, const Files& other, const std::string& option) {
  Sides sides;
  sides.base = SideWithDefaultImage(base, kDefaultImage);
  if (sides.base.profiles.empty()) sides.base.profiles.emplace_back("gmon.out");
  const Input& image = sides.base.image;
  sides.other = SideWithDefaultImage(other, image.empty() ? Input(kDefaultImage) : image);
  const bool is_named = !base.empty() && base.front()->input == image;
  if (sides.other->image.empty() && is_named) sides.other->image = image;
  if (sides.other->profiles.empty()) NothingToSubtract(other, option);
  return sides;
}

// Splits the line at --base and --subtract.
Sides SplitByMarkers(Line line) {
  if (!Has(line, Kind::kSubtract)) {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "--base without --subtract; put the files to subtract after --subtract");
  }
  Files base, other;
  Files* current = &base;
  for (const LineItem& item : line) {
    if (item.operand.kind == Kind::kBase) current = &base;
    if (item.operand.kind == Kind::kSubtract) current = &other;
    if (item.operand.kind == Kind::kFile) current->push_back(&item);
  }
  Sides sides = MakeDifference(base, other, "--subtract");
  sides.sum = Has(line, Kind::kSum);
  return sides;
}

// True if a lone -b (not part of a cluster such as -bs) precedes the profile, so that it can mean the base, as in
// `prog -b base.out` or `-b prog base.out`.
bool BriefBefore(Line line, const Operand& profile) {
  return std::ranges::any_of(line, [&profile](const LineItem& item) {
    return item.operand.kind == Kind::kBrief && item.operand.alone && item.operand.place < profile.place;
  });
}

// True if the operand with this index is an -s that is the short form of --subtract.
bool Splits(Line line, std::size_t index) {
  const Operand& sum = line[index].operand;
  if (sum.kind != Kind::kSum || !sum.alone) return false;
  const Files before = FilesIn(line.first(index)), after = FilesIn(line.subspan(index));
  if (before.empty() || after.empty()) return false;
  if (!before.front()->input.IsImage() || after.front()->input.IsImage()) return true;
  const bool directly = after.front()->operand.place == sum.place + 1;
  const auto is_sum = [](const LineItem& item) { return item.operand.kind == Kind::kSum; };
  const bool is_only = std::ranges::count_if(line, is_sum) == 1;
  return directly && is_only && before.size() >= 2 && BriefBefore(line, before[1]->operand);
}

// True if an operand is a lone -s between profiles: an image and a profile before it, a file after it.
bool IsBetweenProfiles(Line line, std::size_t index) {
  const Operand& sum = line[index].operand;
  return sum.kind == Kind::kSum && sum.alone && FilesIn(line.first(index)).size() > 1 &&
         !FilesIn(line.subspan(index)).empty();
}

// Files before the operand with the index `split` belong to the base, and files after it to the other side. After that
// operand, a lone -s only repeats --subtract. Any other -s requests a sum.
Sides SplitAt(Line line, std::size_t split) {
  Sides sides = MakeDifference(FilesIn(line.first(split)), FilesIn(line.subspan(split)), "-s");
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Operand& operand = line[i].operand;
    if (operand.kind == Kind::kSum && (i < split || !operand.alone)) sides.sum = true;
  }
  return sides;
}

}  // namespace

std::vector<LineItem> ItemsOf(std::span<const Operand> operands,
                              const std::function<Input(const std::string& path)>& make) {
  std::vector<LineItem> line;
  for (const Operand& operand : operands) {
    line.push_back({operand, operand.kind == Kind::kFile ? make(operand.text) : Input()});
  }
  return line;
}

Sides ChooseSides(std::span<const LineItem> line, bool short_form) {
  if (Has(line, Kind::kBase) || Has(line, Kind::kSubtract)) return SplitByMarkers(line);
  if (short_form && Has(line, Kind::kSum)) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (Splits(line, i)) return SplitAt(line, i);
    }
  }
  Sides sides;
  sides.base = GprofSide(FilesIn(line));
  sides.sum = Has(line, Kind::kSum);
  for (std::size_t i = 0; i < line.size(); ++i) sides.sum_between = sides.sum_between || IsBetweenProfiles(line, i);
  return sides;
}

}  // namespace egprof
