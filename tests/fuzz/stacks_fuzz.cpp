// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a file from another profiler. Bits of the first byte: 1 salvage, 2 filters, 4 a unit; the higher bits select a
// format, or are 0 to recognise the format by content. The stacks are added to themselves, joined with themselves, and
// converted to a profile.
#include <string_view>
#include <vector>

#include "fuzz/input.h"
#include "profdiff/context_tree.h"
#include "support/stack_files.h"
#include "values/loading_stacks.h"

namespace {

profdiff::StackOptions OptionsOf(std::uint8_t byte) {
  profdiff::StackOptions options;
  options.salvage = (byte & 1) != 0;
  if ((byte & 2) != 0) {
    options.no_kernel = options.no_inline = true;
    options.hide = {"^h"};
  }
  if ((byte & 4) != 0) options.unit = "ms";
  const std::vector<const profdiff::InputFormat*> formats = profdiff::InputFormats();
  const std::size_t format = byte >> 3;
  if (format != 0 && format <= formats.size()) options.format = formats[format - 1];
  return options;
}

void Use(const profdiff::StackProfile& stacks) {
  using namespace profdiff;
  fuzz::Require(tests::IsSound(stacks));
  const Profile profile = ProfileOfStacks(stacks);
  fuzz::Require(profile.self_ticks.size() == stacks.functions.size());
  fuzz::Require(profile.exact ? profile.exact->arcs.size() == profile.arcs.size() : stacks.counted.has_value());
  const Match match = MatchFunctions(stacks.functions, stacks.functions, true);
  fuzz::Require(JoinContexts(stacks.contexts, stacks.contexts, match).size() == stacks.contexts.size());
  ShareOfBrokenStacks(stacks);
  const std::vector<StackProfile> twice = {stacks, stacks};
  fuzz::Accepts([&] { fuzz::Require(tests::IsSound(AddStacks(twice))); });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const profdiff::StackOptions options = OptionsOf(input.Byte());
  fuzz::Accepts([&] { Use(tests::ReadText(input.Rest(), options)); });
  return 0;
}
