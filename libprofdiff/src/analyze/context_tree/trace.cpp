// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a tree of the calls of a trace: calls with the same path become one node, and their order is lost. The self
// time of a call is its duration minus the durations of its direct callees.
// Tests: tests/unit/analyze/context_tree/trace_test.cpp.
#include "profdiff/trace.h"

#include <utility>
#include <vector>

#include "analyze/context_tree/inclusive.h"
#include "values/context_builder.h"

namespace profdiff {
namespace {

[[noreturn]] void FailOfSize() { throw Error(ErrorCode::kOverflow, "the times of a trace are too large to add up"); }

// Returns, for each name in the trace, its id in `functions`; invalid for names that are never called.
std::vector<FunctionId> IdsOf(const Trace& trace, const FunctionTable& functions, NamedFunctions& names) {
  for (const Function& function : functions.functions) names.Intern(function.name, {});
  std::vector<FunctionId> ids;
  for (const std::string& name : trace.names) {
    const FunctionId id = names.Intern(name, {});
    ids.push_back(id.value < functions.size() ? id : FunctionId());
  }
  return ids;
}

void AddCalls(const CallTree& calls, const std::vector<FunctionId>& ids, ContextBuilder& builder) {
  std::vector<ContextBuilder::Node> nodes(calls.size());
  std::vector<std::uint64_t> own = calls.duration;
  WalkTree(
      calls.end,
      [&](std::uint32_t call, std::uint32_t caller) {
        // Subtracts unsigned integers, for which wrapping around is defined: in a damaged trace, callees may take
        // longer than their caller. The difference then becomes negative when it is converted to a signed integer.
        if (caller != kNoParent) own[caller] -= calls.duration[call];
        const ContextBuilder::Node above = caller == kNoParent ? ContextBuilder::Root(0) : nodes[caller];
        if (!builder.Child(above, ids[calls.function[call].value], nodes[call])) FailOfSize();
      },
      [&](std::uint32_t call) {
        if (!builder.Add(nodes[call], static_cast<std::int64_t>(own[call]), 0)) FailOfSize();
      });
}

}  // namespace

// The result has the ids of the table. The builder assigns ids only to functions that occur, so its ids are mapped back
// by name.
ContextTree ContextsOfTrace(const Trace& trace, const FunctionTable& functions) {
  NamedFunctions names;
  const std::vector<FunctionId> ids = IdsOf(trace, functions, names);
  ContextBuilder builder;
  for (const ThreadTrace& thread : trace.threads) AddCalls(thread.calls, ids, builder);
  BuiltContexts built = builder.Build(0, names);
  std::vector<FunctionId> id_of;  // ids in the table, indexed by ids in the tree
  for (const Function& function : built.functions.functions) id_of.push_back(names.Intern(function.name, {}));
  for (FunctionId& function : built.contexts.function) function = id_of[function.value];
  return std::move(built.contexts);
}

}  // namespace profdiff
