// SPDX-License-Identifier: GPL-3.0-or-later
// Combines several files, the parts, into one execution: every path of every part is added to one tree, in which
// functions with the same name and image are the same function. For formats with counts instead of stacks, counts are
// added by function and by arc. Each part can then be given the function ids of the sum.
// Tests: tests/unit/analyze/context_tree/add_test.cpp, renumber_test.cpp.
#include <algorithm>
#include <utility>

#include "analyze/context_tree/inclusive.h"
#include "values/context_builder.h"
#include "values/loading_stacks.h"
#include "values/profile_sum.h"

namespace profdiff {
namespace {

const StackEvent& EventOf(const StackProfile& stacks) { return stacks.events[stacks.event]; }

// Ticks of different units cannot be added. Nor can stacks be added to counts, since counts have no paths.
void RequireAlike(const StackProfile& first, const StackProfile& next) {
  if (EventOf(first).unit != EventOf(next).unit) {
    throw Error(ErrorCode::kIncompatible,
                "measured in " + EventOf(next).unit + ", but " + first.path + " in " + EventOf(first).unit, next.path);
  }
  if (first.counted.has_value() != next.counted.has_value()) {
    throw Error(ErrorCode::kIncompatible, "cannot be added to " + first.path + ": one of them has no stacks",
                next.path);
  }
}

[[noreturn]] void FailOfSize(const StackProfile& part) {
  throw Error(ErrorCode::kOverflow, "the numbers are too large to add up", part.path);
}

// Adds a part's functions to `names`; returns their joined ids.
std::vector<FunctionId> JoinNames(const FunctionTable& functions, NamedFunctions& names) {
  std::vector<FunctionId> ids;
  for (const Function& function : functions.functions) {
    ids.push_back(names.Intern(function.name, functions.UnitName(function)));
  }
  return ids;
}

// Adds a node's own samples. Returns false if a sum overflows.
bool AddNode(const ContextTree& tree, std::uint32_t node, ContextBuilder& builder, ContextBuilder::Node to) {
  const std::uint64_t samples = tree.samples.empty() ? 0 : tree.samples[node];
  if (!tree.calls.empty() && !builder.AddCalls(to, tree.calls[node])) return false;
  if (tree.squares.empty()) return builder.Add(to, tree.self[node], samples);
  return builder.AddUneven(to, {tree.self[node], samples, tree.squares[node], 0});
}

void AddTree(const StackProfile& part, const std::vector<FunctionId>& ids, ContextBuilder& builder) {
  const ContextTree& tree = part.contexts;
  std::vector<ContextBuilder::Node> nodes(tree.size());
  WalkTree(
      tree.end,
      [&](std::uint32_t node, std::uint32_t parent) {
        const ContextBuilder::Node above = parent == kNoParent ? ContextBuilder::Root(0) : nodes[parent];
        if (!builder.Child(above, ids[tree.function[node].value], nodes[node])) FailOfSize(part);
        if (!AddNode(tree, node, builder, nodes[node])) FailOfSize(part);
      },
      [](std::uint32_t) {});
  // Adds the part's samples without a stack to the root.
  if (tree.stackless == 0 && tree.stackless_samples == 0) return;
  if (!builder.Add(ContextBuilder::Root(0), tree.stackless, tree.stackless_samples)) FailOfSize(part);
}

template <class Value>
std::vector<Value> Spread(const std::vector<Value>& values, const std::vector<FunctionId>& numbers, std::size_t size) {
  std::vector<Value> spread(size);
  for (std::size_t f = 0; f < numbers.size(); ++f) spread[numbers[f].value] += values[f];
  return spread;
}

// Returns a part's counts, indexed by the function ids of the sum. `numbers` maps the function ids of the part to ids
// of the sum; `size` is the number of ids of the sum.
Profile Renumbered(const StackProfile& part, const std::vector<FunctionId>& numbers, std::size_t size) {
  Profile profile = ProfileOfStacks(part);
  profile.self_ticks = Spread(profile.self_ticks, numbers, size);
  profile.calls = Spread(profile.calls, numbers, size);
  profile.self_calls = Spread(profile.self_calls, numbers, size);
  if (profile.exact) profile.exact->total_ticks = Spread(profile.exact->total_ticks, numbers, size);
  for (Arc& arc : profile.arcs) arc = {numbers[arc.caller.value], numbers[arc.callee.value], arc.count};
  return profile;
}

void AddCounts(std::span<const StackProfile> parts, const NamedFunctions& names,
               const std::vector<std::vector<FunctionId>>& ids, StackProfile& sum) {
  SortedFunctions order = SortFunctions(names, std::vector<bool>(names.size(), true));
  ProfileSum counts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::vector<FunctionId> numbers;
    for (FunctionId id : ids[i]) numbers.push_back(order.id_of[id.value]);
    counts.Add(Renumbered(parts[i], numbers, order.table.size()));
  }
  sum.counted = counts.Take();
  sum.functions = std::move(order.table);
}

void AddTrees(std::span<const StackProfile> parts, const NamedFunctions& names,
              const std::vector<std::vector<FunctionId>>& ids, StackProfile& sum) {
  ContextBuilder builder;
  for (std::size_t i = 0; i < parts.size(); ++i) AddTree(parts[i], ids[i], builder);
  BuiltContexts built = builder.Build(0, names);
  sum.functions = std::move(built.functions);
  sum.contexts = std::move(built.contexts);
  // The number of calls is unknown if a part with stacks has not counted them.
  const auto lacks_calls = [](const StackProfile& part) {
    return part.contexts.calls.empty() && part.contexts.size() != 0;
  };
  if (std::ranges::any_of(parts, lacks_calls)) sum.contexts.calls.clear();
}

// Returns, for each function of the part, its id in `functions`, the table of the sum. Both tables are sorted by name
// and image, so their common functions are in the same order. One pass over both tables therefore finds the ids, and
// the children of a node keep their order.
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

}  // namespace

StackProfile AddStacks(std::span<const StackProfile> parts) {
  if (parts.empty()) throw Error(ErrorCode::kBadArgument, "no profiles to add");
  StackProfile sum;
  NamedFunctions names;
  std::vector<std::vector<FunctionId>> ids;
  StackEvent event = EventOf(parts[0]);
  event.count = 0;
  for (const StackProfile& part : parts) {
    RequireAlike(parts[0], part);
    ids.push_back(JoinNames(part.functions, names));
    event.count += EventOf(part).count;
    // The sum has no statistics if any part is not sampled.
    event.is_sampled = event.is_sampled && EventOf(part).is_sampled;
    sum.threads.insert(sum.threads.end(), part.threads.begin(), part.threads.end());
    sum.loss.Add(part.loss);
    sum.other_records += part.other_records;
    sum.missing.insert(sum.missing.end(), part.missing.begin(), part.missing.end());
    sum.remarks.insert(sum.remarks.end(), part.remarks.begin(), part.remarks.end());
  }
  sum.path = parts[0].path;
  sum.format = parts[0].format;
  sum.empty_default = parts[0].empty_default;
  const auto unknown =
      std::ranges::find_if(parts, [](const StackProfile& part) { return part.unknown_unit.has_value(); });
  if (unknown != parts.end()) sum.unknown_unit = unknown->unknown_unit;
  sum.events.push_back(std::move(event));
  for (std::size_t i = 0; i < parts[0].events.size(); ++i) {
    if (i != parts[0].event) sum.events.push_back(parts[0].events[i]);
  }
  parts[0].counted ? AddCounts(parts, names, ids, sum) : AddTrees(parts, names, ids, sum);
  return sum;
}

ContextTree ContextsOn(const FunctionTable& functions, const StackProfile& part) {
  const std::vector<FunctionId> numbers = NumbersIn(functions, part.functions);
  ContextTree contexts = part.contexts;
  for (FunctionId& function : contexts.function) function = numbers[function.value];
  return contexts;
}

Profile CountsOn(const FunctionTable& functions, const StackProfile& part) {
  if (!part.counted) throw Error(ErrorCode::kBadArgument, "has stacks", part.path);
  return Renumbered(part, NumbersIn(functions, part.functions), functions.size());
}

}  // namespace profdiff
