// SPDX-License-Identifier: GPL-3.0-or-later
// Inserts --subtract, which may be omitted, between two profiles. Everything else is as in the gprof-compatible form.
// Test: tests/unit/egprof/diff/options_test.cpp.
#include <algorithm>
#include <string>
#include <vector>

#include "egprof/diff/options.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using Kind = Operand::Kind;
using profdiff::Error;
using profdiff::ErrorCode;

using Line = std::vector<LineItem>;

std::string Shown(const Line& files) {
  std::string text;
  for (const LineItem& file : files) text += (text.empty() ? "" : ", ") + file.operand.text;
  return text;
}

// Throws for a file that cannot be one of several profiles: an image behind the last profile, or a file in an unknown
// format among known ones.
void RefuseOddFile(const Line& files, std::span<const profdiff::InputNeed> takes) {
  if (files.back().input.IsImage()) throw profdiff::WrongKind(files.back().input, takes);
  const auto is_unknown = [](const LineItem& file) { return file.input.format() == nullptr && !file.input.IsPipe(); };
  const auto odd = std::ranges::find_if(files, is_unknown);
  if (odd != files.end() && !std::ranges::all_of(files, is_unknown)) throw profdiff::WrongKind(odd->input, takes);
}

// Returns the index of the first file of the other side. The files must be [IMAGE] PROFILE [IMAGE] PROFILE.
std::size_t PlaceBetween(const Line& files, std::span<const profdiff::InputNeed> takes) {
  const std::size_t first = files.front().input.IsImage() ? 1 : 0;
  const std::size_t rest = files.size() - std::min(files.size(), first + 1);
  const bool begins_with_image = rest > 0 && files[first + 1].input.IsImage();
  if (rest == (begins_with_image ? 2 : 1)) return first + 1;
  if (rest <= 1) {
    throw Error(ErrorCode::kBadArgument,
                "only one execution (" + Shown(files) + "): name the profile to compare it with");
  }
  RefuseOddFile(files, takes);
  throw Error(ErrorCode::kBadArgument,
              "cannot tell which profiles are the other side; put -- or --subtract before them: " + Shown(files) +
                  " are more than two profiles");
}

// True for a single file that has both sides: folded stacks with two numbers in each line.
bool HasBothSides(const Line& files) {
  return files.size() == 1 && files.front().input.format() == profdiff::FindInputFormat("folded-difference");
}

Sides BothSidesOf(const std::string& path) {
  const auto side = [&path](const char* format) { return Side{"", {Input(path, profdiff::FindInputFormat(format))}}; };
  return {side("folded-base"), side("folded-other"), false};
}

// Parses [IMAGE] PROFILE... as one side; the profiles are the ranks of one execution.
Side OneSide(const Line& files) {
  Side side{kDefaultImage, {}};
  auto profile = files.begin();
  if (profile->input.MayHaveNames() || profile->input.kind() == profdiff::InputKind::kTrace) side.image = "";
  if (profile->input.IsImage()) side.image = (profile++)->input;
  for (; profile != files.end(); ++profile) side.profiles.push_back(profile->input);
  if (side.profiles.empty()) {
    throw Error(ErrorCode::kBadArgument, "no profiles of any ranks (" + side.image.path() + " is an image)");
  }
  return side;
}

bool IsSeparator(const LineItem& item) { return item.operand.kind == Kind::kSubtract; }

// True if both sides are traces.
bool AreTraces(const Line& files) {
  if (IsSeparator(files.front()) || IsSeparator(files.back())) return false;
  return std::ranges::all_of(files, [](const LineItem& item) {
    return IsSeparator(item) || item.input.kind() == profdiff::InputKind::kTrace;
  });
}

// Traces name their functions, so neither side has an image.
Sides SidesOfTraces(const Line& files) {
  Side sides[2] = {{"", {}}, {"", {}}};
  bool is_other = false;
  for (const LineItem& item : files) {
    if (IsSeparator(item)) {
      is_other = true;
    } else {
      sides[is_other].profiles.push_back(item.input);
    }
  }
  return {sides[0], sides[1], false};
}

}  // namespace

Sides ChooseDiffSides(const SideOptions& options, std::vector<LineItem> files,
                      std::span<const profdiff::InputNeed> takes) {
  const bool parted = std::ranges::any_of(files, IsSeparator);
  if (options.rank_pair && !parted) return {OneSide(files), std::nullopt, false};
  if (options.baseline.empty() && HasBothSides(files)) return BothSidesOf(files.front().input.path());
  const LineItem separator{Operand{Kind::kSubtract, "", 0, true}, {}};
  if (!parted && !options.baseline.empty()) {
    files.insert(files.begin(), separator);
  } else if (!parted) {
    files.insert(files.begin() + static_cast<std::ptrdiff_t>(PlaceBetween(files, takes)), separator);
  }
  if (options.baseline.empty() && AreTraces(files)) return SidesOfTraces(files);
  return ChooseSides(files, /*short_form=*/false);
}

}  // namespace egprof
