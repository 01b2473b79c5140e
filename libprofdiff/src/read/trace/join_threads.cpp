// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread assigns its own name ids. They are replaced by common ids when all threads have been read, so that ids do
// not depend on the order of reading. The cost is one pass over the calls of each thread except the first.
#include "read/trace/join_threads.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/in_order.h"

namespace profdiff {
namespace {

// True if each id is its own index, as for the first thread and for threads that use the same names in the same order.
bool ChangesNothing(const std::vector<NameId>& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != NameId(i)) return false;
  }
  return true;
}

}  // namespace

ThreadJoiner::ThreadJoiner(std::size_t expected_threads) {
  trace_.threads.reserve(expected_threads);
  ids_.reserve(expected_threads);
}

void ThreadJoiner::Add(NamedThread thread) {
  std::vector<NameId>& ids = ids_.emplace_back(names_.Merge(thread.names));
  lines_.Merge(thread.lines, ids);
  if (ChangesNothing(ids)) ids = {};
  RenumberValues(value_names_.Merge(thread.value_names.Take()), thread.thread.values);
  std::ranges::move(thread.missing, std::back_inserter(trace_.missing));
  trace_.threads.push_back(std::move(thread.thread));
}

Trace ThreadJoiner::Take(unsigned workers) {
  auto renumber = [&](std::size_t i) {
    const std::vector<NameId>& ids = ids_[i];
    if (ids.empty()) return;
    for (NameId& function : trace_.threads[i].calls.function) function = ids[function.value];
  };
  WorkInOrder(trace_.threads.size(), workers, renumber, [](std::size_t) {});
  trace_.names = names_.Take();
  trace_.value_names = value_names_.Take();
  trace_.definitions = lines_.Take(trace_.names.size());
  return std::move(trace_);
}

}  // namespace profdiff
