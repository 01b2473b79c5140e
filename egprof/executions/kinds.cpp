// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/executions/kinds.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "egprof/executions/execution.h"
#include "egprof/options/stack_rows.h"
#include "profdiff/context_tree.h"
#include "profdiff/error.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

std::vector<Input> FilesOn(std::span<const LineItem> line) {
  std::vector<Input> files;
  for (const LineItem& item : line) {
    if (item.operand.kind == Operand::Kind::kFile) files.push_back(item.input);
  }
  return files;
}

bool Exists(const std::string& path) {
  std::error_code none;
  return std::filesystem::exists(path, none);
}

// Reports the profile of a side if its image is a missing a.out, which the command line does not mention; and an image
// that profiles with names do not need, and that is none.
void RequireImage(const Side& side, std::span<const profdiff::InputNeed> takes) {
  if (!side.store.empty() || side.image.empty()) return;
  const Input& profile = side.profiles.front();
  if (profdiff::HasStacks(side)) {
    if (!side.image.IsImage()) throw profdiff::WrongKind(side.image, takes);
  } else if (side.image.path() == kDefaultImage && !Exists(kDefaultImage) && Exists(profile.path())) {
    throw profdiff::WrongKind(profile, takes);
  }
}

}  // namespace

std::function<Input(const std::string&)> InputMaker(const InputOptions& input, const FileOptions& files) {
  const bool is_gmon = files.format != profdiff::GmonFormat::kAuto;
  const profdiff::InputFormat* const told = is_gmon ? profdiff::FindInputFormat("gmon") : input.told;
  return [told](const std::string& path) { return Input(path, told); };
}

void RequireInputs(std::span<const LineItem> line, std::span<const profdiff::InputNeed> takes,
                   const FileOptions& files) {
  if (!files.keep_going) profdiff::RequireKinds(FilesOn(line), takes);
}

void RequireImages(const Sides& sides, std::span<const profdiff::InputNeed> takes) {
  RequireImage(sides.base, takes);
  if (sides.other) RequireImage(*sides.other, takes);
}

void RefuseForTrials(const CommandLine& line, const Sides& sides) {
  if (sides.base.store.empty() && (!sides.other || sides.other->store.empty())) return;
  const OptionRow* row = FirstThatNeeds(line, kAddresses);
  if (row == nullptr) return;
  throw Error(ErrorCode::kBadArgument,
              OptionName(*row) +
                  " needs addresses or source lines, which a store does not keep: compare the original profiles");
}

void RefuseForKinds(const CommandLine& line, const Sides& sides) {
  RefuseForTrials(line, sides);
  const Side* stacks = profdiff::HasStacks(sides.base) ? &sides.base : nullptr;
  if (stacks == nullptr && sides.other && profdiff::HasStacks(*sides.other)) stacks = &*sides.other;
  if (stacks == nullptr) return RefuseThoseThatNeed(line, kOtherProfilers);
  const OptionRow* row = FirstThatNeeds(line, kAddresses);
  if (row == nullptr && !sides.sum) return;
  const std::string option = row != nullptr ? OptionName(*row) : "-s as a sum";
  throw Error(ErrorCode::kBadArgument, option + " " + kAddresses.reminder, stacks->profiles.front().path());
}

}  // namespace egprof
