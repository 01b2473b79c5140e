// SPDX-License-Identifier: GPL-3.0-or-later
// So that names are numbered alike whatever thread is read first, each thread numbers its own, and they are renumbered
// when all are there: one pass over the rows, and none for the first thread.
#include "read/trace/join_threads.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/in_order.h"

namespace profdiff {
namespace {

bool ChangesNothing(const std::vector<NameId>& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != NameId(i)) return false;
  }
  return true;
}

void Renumber(CallTree& calls, const std::vector<NameId>& ids) {
  if (ChangesNothing(ids)) return;
  for (NameId& function : calls.function) function = ids[function.value];
}

}  // namespace

Trace JoinThreads(std::vector<std::unique_ptr<NamedThread>> threads, unsigned workers) {
  NameTable names;
  std::vector<std::vector<NameId>> ids;
  ids.reserve(threads.size());
  for (const std::unique_ptr<NamedThread>& thread : threads) ids.push_back(names.Merge(thread->names));
  Trace trace;
  trace.threads.resize(threads.size());
  auto move = [&](std::size_t i) {
    Renumber(threads[i]->thread.calls, ids[i]);
    trace.threads[i] = std::move(threads[i]->thread);
  };
  auto note = [&](std::size_t i) {
    std::ranges::move(threads[i]->missing, std::back_inserter(trace.missing));
    threads[i].reset();
  };
  WorkInOrder(threads.size(), workers, move, note);
  trace.names = names.Take();
  return trace;
}

}  // namespace profdiff
