// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks are read independently, each with names and arguments of its own; joining renumbers both. Calls stay where they
// are: only their ids of functions are rewritten in place.
#include "values/join_ranks.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace profdiff {
namespace {

// Replaces argument indices by those of the whole trace. They count from 1 (CallValue::argument).
void RenumberValues(const std::vector<std::string>& names, std::vector<CallValue>& values, Trace& whole) {
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(whole.value_names, name);
    numbers.push_back(static_cast<std::uint32_t>(found - whole.value_names.begin()) + 1);
    if (found == whole.value_names.end()) whole.value_names.push_back(name);
  }
  for (CallValue& value : values) value.argument = numbers[value.argument - 1];
}

}  // namespace

void RankJoiner::Add(Trace rank) {
  std::vector<NameId> ids;
  for (const std::string& name : rank.names) ids.push_back(names_.Intern(name).id);
  for (ThreadTrace& thread : rank.threads) {
    for (NameId& function : thread.calls.function) function = ids[function.value];
    if (!rank.value_names.empty()) RenumberValues(rank.value_names, thread.values, whole_);
    whole_.threads.push_back(std::move(thread));
  }
  std::ranges::move(rank.ends, std::back_inserter(whole_.ends));
  std::ranges::move(rank.paths, std::back_inserter(whole_.paths));
  std::ranges::move(rank.missing, std::back_inserter(whole_.missing));
  std::ranges::move(rank.remarks, std::back_inserter(whole_.remarks));
}

Trace RankJoiner::Take() {
  whole_.names = names_.Take();
  return std::move(whole_);
}

}  // namespace profdiff
