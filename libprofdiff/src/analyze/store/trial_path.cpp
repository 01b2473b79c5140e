// SPDX-License-Identifier: GPL-3.0-or-later
// Parses paths in stores: APPLICATION/EXPERIMENT/TRIAL, with or without a file before it. Test: tests/cli/db/run.py.
#include <algorithm>
#include <array>

#include "profdiff/store.h"

namespace profdiff {
namespace {

// The form of paths of one depth.
struct PathShape {
  std::size_t least, most;  // smallest and largest number of names in the path
  const char* text;
};

const PathShape& ShapeOf(PathDepth depth) {
  // Shapes of paths, indexed by PathDepth.
  static constexpr PathShape kShapes[] = {{1, 3, "APPLICATION[/EXPERIMENT[/TRIAL]]"},
                                          {2, 2, "APPLICATION/EXPERIMENT"},
                                          {2, 3, "APPLICATION/EXPERIMENT[/TRIAL]"},
                                          {3, 3, "APPLICATION/EXPERIMENT/TRIAL"}};
  return kShapes[static_cast<std::size_t>(depth)];
}

}  // namespace

std::string TrialPath::Text() const {
  return application + (experiment.empty() ? "" : "/" + experiment) + (trial.empty() ? "" : "/" + trial);
}

bool TrialPath::Holds(const TrialPath& other) const {
  if (application.empty()) return true;
  if (application != other.application || (!experiment.empty() && experiment != other.experiment)) return false;
  return trial.empty() || trial == other.trial;
}

TrialPath ParseTrialPath(std::string_view text, PathDepth depth) {
  std::array<std::string, 3> names;
  std::size_t count = 0;
  bool is_good = true;
  for (std::string_view rest = text;; ++count) {
    const std::size_t slash = rest.find('/');
    if (count == names.size() || slash == 0 || rest.empty()) {
      is_good = false;
      break;
    }
    names[count] = rest.substr(0, slash);
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
  }
  // Rejects control characters in names, as they would be written to reports and terminals.
  is_good = is_good && std::ranges::none_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  const PathShape& shape = ShapeOf(depth);
  if (is_good && count + 1 >= shape.least && count + 1 <= shape.most) return {names[0], names[1], names[2]};
  throw Error(ErrorCode::kBadArgument, "'" + std::string(text) + "': a path in a store is " + shape.text);
}

StoredPath ParseStoredPath(std::string_view text, PathDepth depth) {
  // Splits at the last colon, as file names can contain colons.
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) {
    throw Error(ErrorCode::kBadArgument,
                "'" + std::string(text) + "': a store and a path in it are FILE:" + ShapeOf(depth).text);
  }
  return {std::string(text.substr(0, colon)), ParseTrialPath(text.substr(colon + 1), depth)};
}

}  // namespace profdiff
