// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of names and sources by which functions are matched. GCC and LLVM make clones of functions (split-off
// parts, versions with fewer parameters, cold paths) and append a suffix with a serial number to the name. The number
// depends on the rest of the compiled code, so it cannot be compared between builds.
// Test: tests/unit/analyze/match/match_names_test.cpp.
#include "analyze/match/match_names.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/image_name.h"
#include "base/text.h"

namespace profdiff {
namespace {

constexpr std::array<std::string_view, 6> kCloneKinds = {"part", "isra", "constprop", "cold", "lto_priv", "llvm"};

bool IsNumber(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Removes ".word" from the end and returns the word; returns an empty word if there is no dot.
std::string_view TakeWord(std::string_view& name) {
  std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  std::string_view word = name.substr(dot + 1);
  name.remove_suffix(word.size() + 1);
  return word;
}

// Removes one clone suffix from the end and returns its kind; without a suffix, returns an empty kind and leaves `name`
// unchanged.
std::string_view TakeCloneSuffix(std::string_view& name) {
  std::string_view rest = name;
  std::string_view word = TakeWord(rest);
  if (IsNumber(word)) word = TakeWord(rest);
  if (rest.empty() || std::ranges::find(kCloneKinds, word) == kCloneKinds.end()) return {};
  name = rest;
  return word;
}

}  // namespace

// Ignores file symbols that are not names of files, such as "<artificial>" from link-time optimisation.
std::string_view SourceUnit(const FunctionTable& table, FunctionId id) {
  const std::string_view unit = table.UnitName(table[id]);
  return table.units_are_images || unit.starts_with('<') ? std::string_view() : unit;
}

std::string_view SourceFileName(const FunctionTable& table, FunctionId id) {
  std::string_view unit = SourceUnit(table, id);
  return BaseName(unit.empty() ? table.FilePath(id) : unit);
}

std::string_view ImageName(const FunctionTable& table, FunctionId id) {
  if (!table.units_are_images) return {};
  return ImageStem(table.UnitName(table[id]));
}

std::string ClonePattern(std::string_view name) {
  std::vector<std::string_view> kinds;  // kinds of the suffixes without numbers, last suffix first
  for (std::string_view kind = TakeCloneSuffix(name); !kind.empty(); kind = TakeCloneSuffix(name)) {
    kinds.push_back(kind);
  }
  if (kinds.empty()) return {};
  std::string pattern(name);
  for (auto kind = kinds.rbegin(); kind != kinds.rend(); ++kind) pattern.append(".").append(*kind);
  return pattern;
}

}  // namespace profdiff
