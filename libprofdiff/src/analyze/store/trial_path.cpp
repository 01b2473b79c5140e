// SPDX-License-Identifier: GPL-3.0-or-later
// Parses paths in stores: APPLICATION/EXPERIMENT/TRIAL, with or without a file before it. Test: tests/cli/db/run.py.
#include <algorithm>
#include <array>

#include "profdiff/store.h"

namespace profdiff {
namespace {

std::string ShapeOf(PathDepth depth) {
  switch (depth) {
    case PathDepth::kAny:
      return "APPLICATION[/EXPERIMENT[/TRIAL]]";
    case PathDepth::kExperiment:
      return "APPLICATION/EXPERIMENT";
    case PathDepth::kExperimentOrTrial:
      return "APPLICATION/EXPERIMENT[/TRIAL]";
    case PathDepth::kTrial:
      break;
  }
  return "APPLICATION/EXPERIMENT/TRIAL";
}

bool Fits(std::size_t names, PathDepth depth) {
  switch (depth) {
    case PathDepth::kAny:
      return names >= 1 && names <= 3;
    case PathDepth::kExperiment:
      return names == 2;
    case PathDepth::kExperimentOrTrial:
      return names == 2 || names == 3;
    case PathDepth::kTrial:
      break;
  }
  return names == 3;
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
  if (is_good && Fits(count + 1, depth)) return {names[0], names[1], names[2]};
  throw Error(ErrorCode::kBadArgument, "'" + std::string(text) + "': a path in a store is " + ShapeOf(depth));
}

StoredPath ParseStoredPath(std::string_view text, PathDepth depth) {
  // Splits at the last colon, as file names can contain colons.
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) {
    throw Error(ErrorCode::kBadArgument,
                "'" + std::string(text) + "': a store and a path in it are FILE:" + ShapeOf(depth));
  }
  return {std::string(text.substr(0, colon)), ParseTrialPath(text.substr(colon + 1), depth)};
}

}  // namespace profdiff
