// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the calls below some calls. Tests: tests/unit/analyze/trace/root_calls_test.cpp.
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/name_parts.h"
#include "base/parse_text.h"
#include "base/text.h"
#include "profdiff/error.h"
#include "profdiff/trace.h"

namespace profdiff {
namespace {

struct RootCall {
  std::uint64_t start;
  std::size_t thread;
  std::uint32_t row;

  friend auto operator<=>(const RootCall&, const RootCall&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14
};

// Returns all calls of the functions with a name, in the order of their starts.
std::vector<RootCall> CallsOf(const Trace& trace, const std::string& name) {
  std::vector<bool> has_name;
  for (const std::string& linkage_name : trace.names) {
    has_name.push_back(linkage_name == name || DemangledName(linkage_name) == name);
  }
  std::vector<RootCall> found;
  for (std::size_t t = 0; t < trace.threads.size(); ++t) {
    const CallTree& calls = trace.threads[t].calls;
    for (std::uint32_t row = 0; row < calls.size(); ++row) {
      if (has_name[calls.function[row].value]) found.push_back({calls.start[row], t, row});
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<RootCall> FindRoots(const Trace& trace, const std::string& root) {
  std::vector<RootCall> calls = CallsOf(trace, root);
  if (!calls.empty()) return calls;
  const std::string path = trace.paths.empty() ? "" : trace.paths.front();
  const std::size_t sign = root.rfind('#');
  const auto number =
      sign == std::string::npos ? std::nullopt : NumberFrom<std::uint64_t>(std::string_view(root).substr(sign + 1));
  if (!number) throw Error(ErrorCode::kBadArgument, "no call of '" + root + "'", path);
  const std::string name = root.substr(0, sign);
  calls = CallsOf(trace, name);
  if (*number == 0 || *number > calls.size()) {
    throw Error(ErrorCode::kBadArgument,
                "no call '" + root + "': there " + (calls.size() == 1 ? "is " : "are ") + Plural(calls.size(), "call") +
                    " of '" + name + "'",
                path);
  }
  return {calls[*number - 1]};
}

// Moves the rows below each root to the front; a root within another one is no root.
void KeepRows(CallTree& calls, std::vector<std::uint32_t>& roots) {
  std::ranges::sort(roots);
  CallTree kept;
  std::uint32_t end = 0;
  for (const std::uint32_t root : roots) {
    if (root < end) continue;
    end = calls.end[root];
    const auto shift = root - static_cast<std::uint32_t>(kept.size());
    for (std::uint32_t row = root; row < end; ++row) {
      kept.function.push_back(calls.function[row]);
      kept.end.push_back(calls.end[row] - shift);
      kept.start.push_back(calls.start[row]);
      kept.duration.push_back(calls.duration[row]);
      kept.shape.push_back(calls.shape[row]);
    }
    for (const CallId open : calls.open) {
      if (open.value >= root && open.value < end) kept.open.emplace_back(std::size_t{open.value - shift});
    }
  }
  calls = std::move(kept);
}

void RemoveUnusedNames(Trace& trace) {
  std::vector<NameId> ids(trace.names.size());
  std::vector<std::string> names;
  std::vector<CallDefinition> definitions;
  for (ThreadTrace& thread : trace.threads) {
    for (NameId& function : thread.calls.function) {
      NameId& id = ids[function.value];
      if (!id.valid()) {
        id = NameId(names.size());
        names.push_back(trace.names[function.value]);
        if (function.value < trace.definitions.size()) definitions.push_back(trace.definitions[function.value]);
      }
      function = id;
    }
  }
  trace.names = std::move(names);
  trace.definitions = std::move(definitions);
}

}  // namespace

Trace KeepRoot(Trace trace, const std::string& root) {
  std::vector<std::vector<std::uint32_t>> roots(trace.threads.size());
  for (const RootCall& call : FindRoots(trace, root)) roots[call.thread].push_back(call.row);
  std::vector<ThreadTrace> threads;
  for (std::size_t t = 0; t < trace.threads.size(); ++t) {
    if (roots[t].empty()) continue;
    ThreadTrace& thread = threads.emplace_back(std::move(trace.threads[t]));
    KeepRows(thread.calls, roots[t]);
    thread.values.clear();
    thread.communications.clear();
    thread.counters = {};
  }
  trace.threads = std::move(threads);
  RemoveUnusedNames(trace);
  return trace;
}

}  // namespace profdiff
