// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks are read independently, each with its own names and arguments; joining renumbers both. Calls are not moved;
// only their function ids are rewritten in place.
#include "values/join_ranks.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace profdiff {
namespace {

// Replaces counter ids of a rank with ids for the whole trace.
void RenumberCounters(const std::vector<Counter>& counters, std::vector<ThreadTrace>& threads, Trace& whole) {
  std::vector<CounterId> ids;
  for (const Counter& counter : counters) {
    const auto found = std::ranges::find(whole.counters, counter.name, &Counter::name);
    ids.emplace_back(static_cast<std::size_t>(found - whole.counters.begin()));
    if (found == whole.counters.end()) whole.counters.push_back(counter);
  }
  for (ThreadTrace& thread : threads) {
    for (std::vector<CounterId>& set : thread.counters.sets) {
      for (CounterId& counter : set) counter = ids[counter.value];
    }
  }
}

}  // namespace

void RankJoiner::Add(Trace rank) {
  std::vector<NameId> ids;
  for (const std::string& name : rank.names) ids.push_back(names_.Intern(name).id);
  for (std::size_t i = 0; i < rank.definitions.size(); ++i) {
    if (whole_.definitions.size() <= ids[i].value) whole_.definitions.resize(ids[i].value + std::size_t{1});
    CallDefinition& known = whole_.definitions[ids[i].value];
    const bool says_more = rank.definitions[i].role != CallRole::kFunction || known.file.empty();
    if (known.role == CallRole::kFunction && says_more) known = std::move(rank.definitions[i]);
  }
  RenumberCounters(rank.counters, rank.threads, whole_);
  const std::vector<std::uint32_t> numbers = value_names_.Merge(rank.value_names);
  for (ThreadTrace& thread : rank.threads) {
    for (NameId& function : thread.calls.function) function = ids[function.value];
    RenumberValues(numbers, thread.values);
    whole_.threads.push_back(std::move(thread));
  }
  std::ranges::move(rank.ends, std::back_inserter(whole_.ends));
  std::ranges::move(rank.paths, std::back_inserter(whole_.paths));
  std::ranges::move(rank.missing, std::back_inserter(whole_.missing));
  std::ranges::move(rank.remarks, std::back_inserter(whole_.remarks));
}

Trace RankJoiner::Take() {
  whole_.names = names_.Take();
  whole_.value_names = value_names_.Take();
  if (!whole_.definitions.empty()) whole_.definitions.resize(whole_.names.size());
  return std::move(whole_);
}

}  // namespace profdiff
