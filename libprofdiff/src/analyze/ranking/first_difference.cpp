// SPDX-License-Identifier: GPL-3.0-or-later
// Aligns a bad run with the most similar good run (diffNLR), and finds the first block in which they differ. A loop
// whose number of rounds is within the range of the good runs counts as equal. Folded entries have no times, so
// FindStarts looks up the times in the traces.
#include "analyze/ranking/first_difference.h"

#include <algorithm>
#include <map>

#include "analyze/ranking/entry_symbols.h"
#include "profdiff/alignment.h"
#include "values/diff_nlr.h"

namespace profdiff {
namespace {

// Returns the entry that is occurrence `number` of a symbol, counted from 0; null if there are fewer occurrences.
const FoldedEntry* FindOccurrence(const FoldedTraces& folded, const FoldedThread& thread, std::uint32_t symbol,
                                  std::size_t number) {
  for (const FoldedEntry& entry : thread.entries) {
    if (SymbolOf(folded, entry) == symbol && number-- == 0) return &entry;
  }
  return nullptr;
}

}  // namespace

std::uint64_t DifferenceFinder::LengthOf(const FoldedEntry& entry) const {
  return entry.loop.valid() ? lengths_[entry.loop.value] : 1;
}

std::optional<FirstDifference> DifferenceFinder::Find(ThreadKey id) const {
  for (std::size_t run = good_runs_; run < folded_.runs.size(); ++run) {
    if (auto first = FindInRun(run, id)) return first;
  }
  return {};
}

std::optional<FirstDifference> DifferenceFinder::FindInRun(std::size_t bad_run, ThreadKey id) const {
  const std::optional<std::size_t> good_run = finder_.Find(bad_run, id, id);
  if (!good_run) return {};
  std::uint64_t position = 0;
  auto first = FindPlace(*folded_.Find(bad_run, id), *folded_.Find(*good_run, id), position);
  if (!first) return {};
  first->bad_run = bad_run;
  first->good_run = *good_run;
  Locate(position, *folded_.Find(bad_run, id), *first);
  return first;
}

// Finds the place of the first difference and sets `position` to the number of calls and returns before it. Loops are
// not unfolded, since their lengths are known.
std::optional<FirstDifference> DifferenceFinder::FindPlace(const FoldedThread& bad, const FoldedThread& good,
                                                           std::uint64_t& position) const {
  std::map<std::uint32_t, std::size_t> seen;  // number of occurrences so far in the bad thread, by symbol
  for (const NlrBlock& block : DiffNlr(folded_, good.entries, bad.entries)) {
    FirstDifference first;
    if (block.right < bad.entries.size()) first.bad_entry = block.right;
    if (block.left < good.entries.size()) first.good_entry = block.left;
    if (block.mark == NlrMark::kLeft || block.mark == NlrMark::kRight) return first;
    const FoldedEntry& entry = bad.entries[block.right];
    if (block.mark == NlrMark::kCount &&
        SetRounds(entry, good.entries[block.left], bad.id, seen[SymbolOf(folded_, entry)], first)) {
      position += std::min(first.rounds, first.most_rounds) * LengthOf(entry);
      return first;
    }
    for (std::uint32_t i = 0; i < block.right_count; ++i) {
      const FoldedEntry& passed = bad.entries[block.right + i];
      ++seen[SymbolOf(folded_, passed)];
      position += passed.count * LengthOf(passed);
    }
  }
  return {};
}

// Sets the rounds of an entry, and the range of rounds over all good runs. The entry is occurrence `number` (from 0) of
// its symbol, and is compared with the same occurrence in each good run. Returns false if the rounds are within the
// range.
bool DifferenceFinder::SetRounds(const FoldedEntry& bad, const FoldedEntry& good, ThreadKey id, std::size_t number,
                                 FirstDifference& first) const {
  first.loop = bad.loop.valid() ? bad.loop : good.loop;
  first.rounds = bad.count;
  first.least_rounds = first.most_rounds = good.count;
  const std::uint32_t symbol = SymbolOf(folded_, bad);
  for (std::size_t run = 0; run < good_runs_; ++run) {
    const FoldedThread* thread = folded_.Find(run, id);
    const FoldedEntry* entry = thread == nullptr ? nullptr : FindOccurrence(folded_, *thread, symbol, number);
    if (entry == nullptr) continue;
    first.least_rounds = std::min(first.least_rounds, entry->count);
    first.most_rounds = std::max(first.most_rounds, entry->count);
  }
  return first.rounds < first.least_rounds || first.rounds > first.most_rounds;
}

// Finds the first call at or after a position in the sequence of calls and returns. Reading stops at that call, and the
// thread is not unfolded in memory.
void DifferenceFinder::Locate(std::uint64_t position, const FoldedThread& thread, FirstDifference& first) const {
  FoldedCursor cursor(folded_, thread.entries);
  std::uint64_t at = 0;
  for (NameId name = cursor.Next(); name.valid(); name = cursor.Next(), ++at) {
    if (name == returns_) continue;
    if (at >= position) {
      first.function = name;
      break;
    }
    ++first.call;
  }
  if (!first.function.valid()) return;
  const std::string& name = folded_.names[first.function.value];
  first.is_new = true;
  for (std::size_t run = 0; run < good_runs_; ++run) {
    first.is_new = first.is_new && !counts_.Calls(run, thread.id, name);
  }
}

}  // namespace profdiff
