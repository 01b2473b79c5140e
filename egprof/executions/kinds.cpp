// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/executions/kinds.h"

#include <filesystem>
#include <string>
#include <system_error>

#include "egprof/executions/execution.h"
#include "egprof/options/stack_rows.h"
#include "profdiff/context_tree.h"
#include "profdiff/error.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

bool ComesOnce(const std::string& path) {
  std::error_code none;
  const std::filesystem::file_type type = std::filesystem::status(path, none).type();
  return type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::socket;
}

bool IsStacks(const ProfileOptions& options, const std::string& name) {
  if (options.only_gmon || options.format != profdiff::GmonFormat::kAuto) return false;
  const std::string path = name == "-" ? "/dev/stdin" : name;
  if (ComesOnce(path)) return true;
  if (!options.stacks.format && !LooksLikeStacks(path)) return false;
  return !profdiff::IsImage(path);
}

// Reports a file that is neither an image nor a profile of a known format. Without this check, the error message would
// be about a missing a.out, which the command line does not mention.
void RequireProfileOrImage(const Side& side) {
  std::error_code none;
  if (side.image != kDefaultImage || std::filesystem::exists(kDefaultImage, none)) return;
  throw Error(ErrorCode::kBadMagic, side.profiles.front() +
                                        ": neither an image nor a profile that names its functions; if it is a gprof "
                                        "profile, name its image before it");
}

}  // namespace

bool LooksLikeStacks(const std::string& path) {
  try {
    return profdiff::FormatOfStacks(path).has_value();
  } catch (const Error&) {
    return false;
  }
}

FileTests TestsOf(const ProfileOptions& options) {
  return {profdiff::IsImage, [&options](const std::string& path) { return IsStacks(options, path); }};
}

bool HasStacks(const ProfileOptions& options, const Side& side) {
  return profdiff::HasStacks(side, LoadingOf(options));
}

void RefuseForTrials(const CommandLine& line, const Sides& sides) {
  if (sides.base.store.empty() && (!sides.other || sides.other->store.empty())) return;
  const OptionRow* row = FirstThatNeeds(line, kAddresses);
  if (row == nullptr) return;
  throw Error(ErrorCode::kBadArgument,
              OptionName(*row) +
                  " needs addresses or source lines, which a store does not keep: compare the original profiles");
}

void RefuseForKinds(const CommandLine& line, const ProfileOptions& options, const Sides& sides) {
  RefuseForTrials(line, sides);
  const Side* stacks = HasStacks(options, sides.base) ? &sides.base : nullptr;
  if (stacks == nullptr && sides.other && HasStacks(options, *sides.other)) stacks = &*sides.other;
  if (stacks == nullptr) return RefuseThoseThatNeed(line, kOtherProfilers);
  RequireProfileOrImage(sides.base);
  if (sides.other) RequireProfileOrImage(*sides.other);
  const OptionRow* row = FirstThatNeeds(line, kAddresses);
  if (row == nullptr && !sides.sum) return;
  const std::string option = row != nullptr ? OptionName(*row) : "-s as a sum";
  throw Error(ErrorCode::kBadArgument, stacks->profiles.front() + ": " + option + " " + kAddresses.reminder);
}

}  // namespace egprof
