// SPDX-License-Identifier: GPL-3.0-or-later
// Folds traces in parallel, each with loop numbers of its own, and renumbers the loops in the order of runs and threads
// afterwards: the result does not depend on scheduling. Loops that only occur inside larger ones while folding get no
// number. Tests: tests/unit/analyze/loops/fold_test.cpp.
#include <memory>
#include <unordered_map>

#include "analyze/loops/kept_calls.h"
#include "analyze/loops/nlr_stack.h"
#include "base/in_order.h"
#include "profdiff/ranking.h"

namespace profdiff {
namespace {

// A thread of a run, by numbers.
struct Piece {
  std::size_t run, thread;
};

// A thread's trace when it is folded; its loops have numbers of their own.
struct FoldedPiece {
  std::vector<NlrItem> items;
  LoopTable found;
  std::uint64_t calls = 0;
};

// Gives loops their numbers in the result as they are met, inner ones first.
class Numbering {
 public:
  Numbering(const LoopTable& loops, std::vector<std::vector<FoldedEntry>>& result) : loops_(loops), result_(result) {}

  // Calls itself for a loop inside; each level at least doubles the calls of the outermost, so there are at most 33.
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

class Folder {
 public:
  Folder(Runs runs, const RankFilter& filter, unsigned threads)
      : runs_(runs), filter_(filter), threads_(threads), names_(FindKeptNames(runs, filter)) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
      for (std::size_t thread = 0; thread < runs[run]->threads.size(); ++thread) pieces_.push_back({run, thread});
    }
  }

  FoldedTraces Run() {
    LoopTable known;
    Pass(nullptr, [&](FoldedPiece& piece) { Merge(piece.found, 0, known); });
    LoopTable all = known;
    const auto known_size = static_cast<std::uint32_t>(known.size());
    std::vector<FoldedPiece> folded;
    Pass(&known, [&](FoldedPiece& piece) {
      const std::vector<std::uint32_t> numbers = Merge(piece.found, known_size, all);
      Renumber(piece.items, known_size, numbers);
      piece.found = {};
      folded.push_back(std::move(piece));
    });
    return Result(all, folded);
  }

 private:
  template <class Finish>
  void Pass(const LoopTable* known, const Finish& finish) {
    std::vector<FoldedPiece> folded(pieces_.size());
    WorkInOrder(
        pieces_.size(), threads_, [&](std::size_t i) { folded[i] = Fold(pieces_[i], known); },
        [&](std::size_t i) {
          finish(folded[i]);
          folded[i] = {};
        });
  }

  FoldedPiece Fold(const Piece& piece, const LoopTable* known) const {
    const CallTree& tree = runs_[piece.run]->threads[piece.thread].calls;
    const std::vector<NameId>& names = names_.runs[piece.run];
    NlrStack stack(filter_.longest_body, known);
    FoldedPiece folded;
    auto enter = [&](std::uint32_t, NameId name) {
      stack.Push(name.value);
      ++folded.calls;
    };
    if (filter_.drop_returns) {
      WalkKeptCalls(tree, names, enter);
    } else {
      WalkKept(tree, names, enter, [&](std::uint32_t) { stack.Push(names_.returns.value); });
    }
    folded.items = stack.Items();
    folded.found = stack.TakeFound();
    return folded;
  }

  // Adds a thread's loops, whose numbers begin at `first`, to those of all; gives their numbers there.
  static std::vector<std::uint32_t> Merge(const LoopTable& found, std::uint32_t first, LoopTable& all) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t loop = 0; loop < found.size(); ++loop) {
      std::vector<NlrItem> body(found.Body(loop).begin(), found.Body(loop).end());
      Renumber(body, first, numbers);
      numbers.push_back(all.FindOrAdd(HashBlock(body), body));
    }
    return numbers;
  }

  static void Renumber(std::vector<NlrItem>& items, std::uint32_t first, const std::vector<std::uint32_t>& numbers) {
    for (NlrItem& item : items) {
      if (item.is_loop() && item.loop() >= first) item.symbol = NlrItem::kFirstLoop + numbers[item.loop() - first];
    }
  }

  FoldedTraces Result(const LoopTable& all, const std::vector<FoldedPiece>& folded) {
    FoldedTraces result{filter_, std::move(names_.names), {}, {}};
    std::vector<std::vector<ThreadKey>> keys;
    for (const Trace* run : runs_) keys.push_back(ThreadKeys(*run));
    result.runs.resize(runs_.size());
    Numbering numbering(all, result.loops);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      FoldedThread thread{keys[pieces_[i].run][pieces_[i].thread], folded[i].calls, {}};
      for (const NlrItem& item : folded[i].items) thread.entries.push_back(numbering.EntryOf(item));
      result.runs[pieces_[i].run].push_back(std::move(thread));
    }
    return result;
  }

  const Runs runs_;
  const RankFilter& filter_;
  const unsigned threads_;
  KeptNames names_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::vector<ThreadKey> ThreadKeys(const Trace& trace) {
  std::vector<ThreadKey> keys;
  for (const ThreadTrace& thread : trace.threads) {
    const bool same_rank = !keys.empty() && keys.back().rank == thread.rank;
    keys.push_back({thread.rank, same_rank ? keys.back().thread + 1 : 0});
  }
  return keys;
}

FoldedTraces FoldTraces(Runs runs, const RankFilter& filter, unsigned threads) {
  return Folder(runs, filter, threads).Run();
}

}  // namespace profdiff
