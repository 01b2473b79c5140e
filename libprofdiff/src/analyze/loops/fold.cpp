// SPDX-License-Identifier: GPL-3.0-or-later
// Folds the threads of traces in parallel, each with its own loop indices. Afterwards, loops are renumbered in order of
// runs and threads, so the result depends neither on scheduling nor on the distribution of threads among processes.
// Loops that were found while folding but do not occur in a result get no index.
// Tests: tests/unit/analyze/loops/fold_test.cpp.
#include "analyze/loops/fold.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "analyze/loops/folding.h"
#include "analyze/loops/nlr_stack.h"
#include "base/in_order.h"

namespace profdiff {
namespace {

// A thread, identified by the index of its run and its index in that run.
struct Piece {
  std::size_t run, thread;
};

// The result of a pass over one thread. New loops are numbered separately for each thread, beginning after the known
// loops.
struct FoldedPiece {
  std::vector<NlrItem> items;
  LoopTable found;
  std::uint64_t calls = 0;
};

// Numbers the loops of the result in order of their first occurrence; nested loops come before the loop that contains
// them.
class Numbering {
 public:
  Numbering(const LoopTable& loops, std::vector<std::vector<FoldedEntry>>& result) : loops_(loops), result_(result) {}

  // Recursive for nested loops. Each level of nesting at least doubles the number of calls, and a thread has at most
  // 2^33 calls, so there are at most 33 levels.
  FoldedEntry EntryOf(const NlrItem& item) {
    FoldedEntry entry;
    entry.count = item.count;
    if (!item.is_loop()) {
      entry.function = NameId(std::size_t{item.symbol});
    } else if (const auto known = ids_.find(item.loop()); known != ids_.end()) {
      entry.loop = known->second;
    } else {
      std::vector<FoldedEntry> body;
      for (const NlrItem& inner : loops_.Body(item.loop())) body.push_back(EntryOf(inner));
      entry.loop = LoopId(result_.size());
      result_.push_back(std::move(body));
      ids_.emplace(item.loop(), entry.loop);
    }
    return entry;
  }

 private:
  const LoopTable& loops_;
  std::vector<std::vector<FoldedEntry>>& result_;
  std::unordered_map<std::uint32_t, LoopId> ids_;
};

FoldedPiece FoldCalls(const CallTree& tree, const std::vector<NameId>& names, NameId returns, const RankFilter& filter,
                      const LoopTable* known) {
  NlrStack stack(filter.longest_body, known);
  FoldedPiece folded;
  auto enter = [&](std::uint32_t, NameId name) {
    stack.Push(name.value);
    ++folded.calls;
  };
  if (filter.drop_returns) {
    WalkKeptCalls(tree, names, enter);
  } else {
    WalkKept(tree, names, enter, [&](std::uint32_t) { stack.Push(returns.value); });
  }
  folded.items = stack.Items();
  folded.found = stack.TakeFound();
  return folded;
}

// Folds each thread of each run, and calls finish(piece, folded) in order of runs and threads.
template <class Finish>
void FoldThreads(Runs runs, const KeptNames& names, const RankFilter& filter, unsigned threads, const LoopTable* known,
                 const Finish& finish) {
  std::vector<Piece> pieces;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (std::size_t thread = 0; thread < runs[run]->threads.size(); ++thread) pieces.push_back({run, thread});
  }
  std::vector<FoldedPiece> folded(pieces.size());
  const auto fold = [&](std::size_t i) {
    const CallTree& tree = runs[pieces[i].run]->threads[pieces[i].thread].calls;
    folded[i] = FoldCalls(tree, names.runs[pieces[i].run], names.returns, filter, known);
  };
  WorkInOrder(pieces.size(), threads, fold, [&](std::size_t i) {
    finish(pieces[i], folded[i]);
    folded[i] = {};
  });
}

// Adds the threads of a share (the folded threads of one process) to `runs`, and the new loops of the share (those from
// index `known` on) to `all`.
void AddShare(FoldedShare share, std::uint32_t known, LoopTable& all, std::vector<std::vector<FoldedItems>>& runs) {
  Renumbering numbers;
  numbers.first = known;
  MergeLoops(share.loops, known, numbers, all);
  for (std::size_t run = 0; run < share.runs.size(); ++run) {
    for (FoldedItems& thread : share.runs[run]) {
      numbers.Apply(thread.items);
      runs[run].push_back(std::move(thread));
    }
  }
}

}  // namespace

// A body contains only loops with smaller indices, so their new indices are known when the body is renumbered.
void Renumbering::Apply(std::vector<NlrItem>& items) const {
  for (NlrItem& item : items) {
    if (!item.is_loop()) {
      if (!functions.empty()) item.symbol = functions[item.symbol].value;
    } else if (item.loop() >= first) {
      item.symbol = NlrItem::kFirstLoop + loops[item.loop() - first];
    }
  }
}

void MergeLoops(const LoopTable& from, std::uint32_t begin, Renumbering& numbers, LoopTable& all) {
  for (std::uint32_t loop = begin; loop < from.size(); ++loop) {
    std::vector<NlrItem> body(from.Body(loop).begin(), from.Body(loop).end());
    numbers.Apply(body);
    numbers.loops.push_back(all.FindOrAdd(HashBlock(body), body));
  }
}

// The first pass yields only the table of loops. A loop that any thread repeats three times in a row is a known loop
// for all threads in the second pass, in which two rounds in a row suffice.
LoopTable FindLoops(Runs runs, const KeptNames& names, const RankFilter& filter, unsigned threads) {
  LoopTable loops;
  FoldThreads(runs, names, filter, threads, nullptr, [&](const Piece&, const FoldedPiece& folded) {
    Renumbering numbers;
    MergeLoops(folded.found, 0, numbers, loops);
  });
  return loops;
}

FoldedShare FoldShare(Runs runs, const KeptNames& names, const RankFilter& filter, const LoopTable& known,
                      unsigned threads) {
  FoldedShare share;
  share.loops = known;
  share.runs.resize(runs.size());
  std::vector<std::vector<ThreadKey>> keys;
  for (const Trace* run : runs) keys.push_back(ThreadKeys(*run));
  FoldThreads(runs, names, filter, threads, &known, [&](const Piece& piece, FoldedPiece& folded) {
    Renumbering numbers;
    numbers.first = static_cast<std::uint32_t>(known.size());
    MergeLoops(folded.found, 0, numbers, share.loops);
    numbers.Apply(folded.items);
    const ThreadTrace& trace = runs[piece.run]->threads[piece.thread];
    FoldedItems& made = share.runs[piece.run].emplace_back();
    made.thread = {keys[piece.run][piece.thread], trace.calls.size(), trace.lost_records, folded.calls, {}};
    made.items = std::move(folded.items);
  });
  return share;
}

FoldedTraces JoinShares(const RankFilter& filter, std::vector<std::string> names, const LoopTable& known,
                        std::vector<FoldedShare> shares) {
  LoopTable all = known;
  std::vector<std::vector<FoldedItems>> runs(shares.empty() ? 0 : shares.front().runs.size());
  for (FoldedShare& share : shares) {
    AddShare(std::move(share), static_cast<std::uint32_t>(known.size()), all, runs);
  }
  FoldedTraces result{filter, std::move(names), {}, {}};
  Numbering numbering(all, result.loops);
  for (std::vector<FoldedItems>& run : runs) {
    // Threads are sorted by id before loops are numbered, so that shares can be joined in any order.
    std::ranges::sort(run, {}, [](const FoldedItems& items) { return items.thread.id; });
    std::vector<FoldedThread>& threads = result.runs.emplace_back();
    for (FoldedItems& items : run) {
      FoldedThread& thread = threads.emplace_back(std::move(items.thread));
      for (const NlrItem& item : items.items) thread.entries.push_back(numbering.EntryOf(item));
    }
  }
  return result;
}

std::vector<ThreadKey> ThreadKeys(const Trace& trace) {
  std::vector<ThreadKey> keys;
  for (const ThreadTrace& thread : trace.threads) {
    const bool same_rank = !keys.empty() && keys.back().rank == thread.rank;
    keys.push_back({thread.rank, same_rank ? keys.back().thread + 1 : 0});
  }
  return keys;
}

FoldedTraces FoldTraces(Runs runs, const RankFilter& filter, unsigned threads) {
  KeptNames names = FindKeptNames(runs, filter);
  const LoopTable known = FindLoops(runs, names, filter, threads);
  std::vector<FoldedShare> shares;
  shares.push_back(FoldShare(runs, names, filter, known, threads));
  return JoinShares(filter, std::move(names.names), known, std::move(shares));
}

}  // namespace profdiff
