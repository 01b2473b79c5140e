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

std::string Shown(const std::vector<Operand>& files) {
  std::string text;
  for (const Operand& file : files) text += (text.empty() ? "" : ", ") + file.text;
  return text;
}

// Returns the index of the first file of the other side. The files must be [IMAGE] PROFILE [IMAGE] PROFILE.
std::size_t PlaceBetween(const std::vector<Operand>& files, const FileTests& tests) {
  const std::size_t first = tests.is_image(files.front().text) ? 1 : 0;
  const std::size_t rest = files.size() - std::min(files.size(), first + 1);
  if (rest == 1 || (rest == 2 && tests.is_image(files[first + 1].text))) return first + 1;
  if (rest == 0) {
    throw Error(ErrorCode::kBadArgument,
                "only one execution (" + Shown(files) + "): name the profile to compare it with");
  }
  throw Error(ErrorCode::kBadArgument,
              "cannot tell which profiles are the other side; put -- or --subtract before them: " + Shown(files) +
                  " are more than two profiles");
}

// Parses [IMAGE] PROFILE... as one side; the profiles are the ranks of one execution.
Side OneSide(const std::vector<Operand>& files, const FileTests& tests) {
  Side side{kDefaultImage, {}};
  auto profile = files.begin();
  if (tests.is_stacks && tests.is_stacks(profile->text)) side.image.clear();
  if (tests.is_image(profile->text)) side.image = (profile++)->text;
  for (; profile != files.end(); ++profile) side.profiles.push_back(profile->text);
  if (side.profiles.empty()) {
    throw Error(ErrorCode::kBadArgument, "no profiles of any ranks (" + side.image + " is an image)");
  }
  return side;
}

}  // namespace

Sides ChooseDiffSides(const DiffOptions& options, const FileTests& tests) {
  std::vector<Operand> files = options.operands;
  const bool parted = std::ranges::any_of(files, [](const Operand& o) { return o.kind == Kind::kSubtract; });
  if (options.rank_pair && !parted) return {OneSide(files, tests), std::nullopt, false};
  if (!parted && !options.baseline.empty()) {
    files.insert(files.begin(), Operand{Kind::kSubtract, "", 0, true});
  } else if (!parted) {
    const auto place = static_cast<std::ptrdiff_t>(PlaceBetween(files, tests));
    files.insert(files.begin() + place, Operand{Kind::kSubtract, "", 0, true});
  }
  return ChooseSides(files, /*short_form=*/false, tests);
}

}  // namespace egprof
