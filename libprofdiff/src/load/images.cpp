// SPDX-License-Identifier: GPL-3.0-or-later
// Images of different recordings are matched by base name without version, as in a difference of two profiles.
// Tests: tests/unit/load/images_test.cpp.
#include "load/images.h"

#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/image_name.h"
#include "base/seeded_hash.h"

namespace profdiff {
namespace {

using Paths = HashMap<std::string_view, std::string_view>;  // image paths, by the stem of the file name

// Returns the path of each image in the first recording that contains it. Omits images that share their stem with
// another image of the same recording, as their stems do not identify the corresponding images of other recordings.
Paths FirstPaths(const std::vector<StackProfile>& parts) {
  Paths first;
  std::set<std::string_view> ambiguous;
  for (const StackProfile& part : parts) {
    Paths own;
    for (const std::string_view path : part.functions.units) {
      const std::string_view stem = ImageStem(path);
      if (own.emplace(stem, path).first->second != path) ambiguous.insert(stem);
    }
    first.insert(own.begin(), own.end());
  }
  for (const std::string_view stem : ambiguous) first.erase(stem);
  return first;
}

// Replaces paths and returns true if any path changed. A new path is a view of another part's storage, so each part
// must own that storage.
bool Rename(const Paths& paths, FunctionTable& functions) {
  bool is_changed = false;
  for (std::string_view& path : functions.units) {
    const auto found = paths.find(ImageStem(path));
    if (found == paths.end() || found->second == path) continue;
    path = found->second;
    is_changed = true;
  }
  return is_changed;
}

}  // namespace

void GiveImagesOnePath(std::vector<StackProfile>& parts) {
  if (parts.size() < 2) return;
  const Paths paths = FirstPaths(parts);
  std::vector<std::shared_ptr<const std::string>> names;
  for (const StackProfile& part : parts) {
    names.insert(names.end(), part.functions.storage.begin(), part.functions.storage.end());
  }
  for (StackProfile& part : parts) {
    if (!Rename(paths, part.functions)) continue;
    part.functions.storage.insert(part.functions.storage.end(), names.begin(), names.end());
    part = AddStacks(std::span(&part, 1));  // sorts functions by their new names and copies the names
  }
}

}  // namespace profdiff
