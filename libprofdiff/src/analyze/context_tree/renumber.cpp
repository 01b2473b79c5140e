// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces the function ids of one of several profiles by the ids in their sum. Both tables are sorted by name and
// image, so the functions of a part are in the same order in the sum: a merge finds them, and the children of a node
// keep their order.
// Tests: tests/unit/analyze/context_tree/renumber_test.cpp.
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/context_tree.h"

namespace profdiff {
namespace {

// Returns for each function of the part its id in `functions`.
std::vector<FunctionId> NumbersIn(const FunctionTable& functions, const FunctionTable& part) {
  const auto key = [](const FunctionTable& table, std::size_t f) {
    const Function& function = table.functions[f];
    return std::pair(function.name, table.UnitName(function));
  };
  std::vector<FunctionId> numbers;
  numbers.reserve(part.size());
  std::size_t at = 0;
  for (std::size_t f = 0; f < part.size(); ++f) {
    while (at < functions.size() && key(functions, at) != key(part, f)) ++at;
    if (at == functions.size()) throw Error(ErrorCode::kBadArgument, "a function is missing in the sum");
    numbers.emplace_back(at);
  }
  return numbers;
}

template <class Value>
std::vector<Value> Spread(const std::vector<Value>& values, const std::vector<FunctionId>& numbers, std::size_t size) {
  if (values.empty()) return {};
  std::vector<Value> spread(size);
  for (std::size_t f = 0; f < numbers.size(); ++f) spread[numbers[f].value] = values[f];
  return spread;
}

}  // namespace

ContextTree ContextsOn(const FunctionTable& functions, const StackProfile& part) {
  const std::vector<FunctionId> numbers = NumbersIn(functions, part.functions);
  ContextTree contexts = part.contexts;
  for (FunctionId& function : contexts.function) function = numbers[function.value];
  return contexts;
}

Profile CountsOn(const FunctionTable& functions, const StackProfile& part) {
  if (!part.counted) throw Error(ErrorCode::kBadArgument, part.path + ": has stacks", part.path);
  const std::vector<FunctionId> numbers = NumbersIn(functions, part.functions);
  const std::size_t size = functions.size();
  Profile profile = ProfileOfStacks(part);
  profile.self_ticks = Spread(profile.self_ticks, numbers, size);
  profile.calls = Spread(profile.calls, numbers, size);
  profile.self_calls = Spread(profile.self_calls, numbers, size);
  profile.exact->total_ticks = Spread(profile.exact->total_ticks, numbers, size);
  for (Arc& arc : profile.arcs) arc = {numbers[arc.caller.value], numbers[arc.callee.value], arc.count};
  return profile;
}

}  // namespace profdiff
