// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the state of each thread at the end of its run. uftrace writes a call only when the call or one below it
// returns, so the call that hangs may be missing if the program was killed. Therefore, a thread also counts as waiting
// if it is silent at a point where the next call blocks in all good runs. A silent thread has paused for much longer
// than ever before, and for much longer than the threads with its number did in good runs. Tests:
// tests/unit/analyze/ranking/stops/stops_test.cpp.
#include <algorithm>
#include <array>
#include <map>

#include "analyze/ranking/stops/blocking.h"
#include "analyze/ranking/stops/next_calls.h"
#include "analyze/ranking/stops/stops.h"
#include "base/in_order.h"
#include "values/thread_scores.h"

namespace profdiff {
namespace {

// A thread is silent if its last pause is more than this many times its own longest earlier pause, and more than this
// many times the longest pause of threads with its number in good runs.
constexpr std::uint64_t kPauses = 3;
// Shortest silence, in nanoseconds: shorter ones occur because recordings end a few milliseconds late.
constexpr std::uint64_t kLeastSilence = 50'000'000;
// Number of threads of other ranks with which a thread is compared if its own rank is of no help.
constexpr std::size_t kMostOfNumber = 256;

// The data of one thread, and its state once it has been compared with the threads of good runs.
struct Draft {
  std::size_t run = 0;
  const ThreadSummary* thread = nullptr;
  const FoldedThread* folded = nullptr;
  ThreadEnd end;
  RankClock times;
  bool blocks = false;  // true if an open call blocks
};

class EndFinder {
 public:
  EndFinder(const FoldedTraces& folded, std::span<const RunSummary> runs, std::size_t good_runs, const GoodSteps& steps,
            unsigned threads)
      : folded_(folded), runs_(runs), good_runs_(good_runs), steps_(steps), threads_(threads) {}

  std::vector<std::vector<ThreadEnd>> Find() {
    ListThreads();
    ForEachDraft([this](Draft& draft) { ReadThread(draft); });
    for (const Draft& draft : drafts_) {
      std::uint64_t& longest = longest_pauses_[draft.end.id.thread];
      if (draft.run < good_runs_) longest = std::max(longest, draft.thread->longest_pause);
    }
    // A second pass is needed because states depend on the pauses of all good runs.
    ForEachDraft([this](Draft& draft) { FindState(draft); });
    std::vector<std::vector<ThreadEnd>> ends(runs_.size());
    for (Draft& draft : drafts_) ends[draft.run].push_back(std::move(draft.end));
    AddMissing(ends);
    return ends;
  }

 private:
  template <class Work>
  void ForEachDraft(const Work& work) {
    WorkInOrder(
        drafts_.size(), threads_, [&](std::size_t i) { work(drafts_[i]); }, [](std::size_t) {});
  }

  void ListThreads() {
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      const std::map<std::uint32_t, RankClock> times = FindRankClocks(runs_[run]);
      for (const ThreadSummary& thread : runs_[run].threads) {
        Draft& draft = drafts_.emplace_back();
        draft.run = run;
        draft.thread = &thread;
        draft.folded = folded_.Find(run, thread.id);
        draft.end.id = thread.id;
        draft.times = times.at(thread.id.rank);
        if (run >= good_runs_) continue;
        good_threads_[thread.id].emplace_back(folded_, *draft.folded);
        std::vector<FoldedCallCursor>& of_number = good_numbers_[thread.id.thread];
        if (of_number.size() < kMostOfNumber) of_number.emplace_back(folded_, *draft.folded);
      }
    }
  }

  void ReadThread(Draft& draft) {
    const RunSummary& run = runs_[draft.run];
    const ThreadSummary& thread = *draft.thread;
    ThreadEnd& end = draft.end;
    for (const NameTime& call : thread.open) end.open.push_back(run.NameOf(call.name));
    if (thread.left.valid()) end.after = run.NameOf(thread.left);
    end.calls = draft.folded->calls;
    const std::size_t blocking = FindBlocking(end.open);
    draft.blocks = blocking < end.open.size();
    // A waiting thread has waited since its call began; any other thread has been silent since its last record.
    const std::uint64_t since = draft.blocks ? thread.open[blocking].time : thread.last_record;
    end.since = draft.times.SinceBegin(since);
    end.silent = draft.times.end - std::min(since, draft.times.end);
  }

  void FindState(Draft& draft) const {
    ThreadEnd& end = draft.end;
    // A rank with exit status 0 ended normally, even if its threads have open calls: exit() does not wait for them.
    if (end.open.empty() || EndsThread(end.open.back()) || draft.times.exit_status == 0) {
      end.state = EndState::kFinished;
    } else if (draft.blocks) {
      end.state = EndState::kWaits;
      end.done =
          draft.run >= good_runs_ && LastIsKept(draft) && IsComplete({folded_, *draft.folded}, GoodThreads(end.id));
    } else {
      if (draft.run >= good_runs_) FindNext(draft);
      const bool all_block =
          std::ranges::all_of(end.next, [](const std::string& name) { return Blocks(name); }) && !end.next.empty();
      if (!IsSilent(draft)) {
        end.state = EndState::kRuns;
      } else {
        const bool waits = draft.run >= good_runs_ && (FindPending(draft) || all_block) && CanWait(draft);
        end.state = waits ? EndState::kWaits : EndState::kStopped;
        if (!waits) end.pending.clear();
      }
    }
  }

  bool IsSilent(const Draft& draft) const {
    std::uint64_t longest = draft.thread->longest_pause;
    const auto in_good = longest_pauses_.find(draft.end.id.thread);
    if (in_good != longest_pauses_.end()) longest = std::max(longest, in_good->second);
    return draft.end.silent > std::max(kPauses * longest, kLeastSilence);
  }

  std::vector<FoldedCallCursor> GoodThreads(ThreadKey id) const {
    const auto known = good_threads_.find(id);
    return known == good_threads_.end() ? std::vector<FoldedCallCursor>() : known->second;
  }

  // True if the filter keeps the innermost open call. If the filter drops that call, the folded calls do not show
  // whether all calls were made.
  bool LastIsKept(const Draft& draft) const { return std::ranges::binary_search(folded_.names, draft.end.open.back()); }

  // Finds the calls that good runs make at this point down to one that blocks. Returns false if there are none, or if
  // good runs may do something else.
  bool FindPending(Draft& draft) const {
    const ThreadSummary& thread = *draft.thread;
    const RunSummary& run = runs_[draft.run];
    if (!thread.first.valid() || thread.open.empty()) return false;
    // A call that did not return was written when its last callee returned, or when a signal came.
    const std::string before = thread.ends_in_entry || !thread.left.valid() ? "" : run.NameOf(thread.left);
    const std::string caller = run.NameOf(thread.open.back().name);
    const auto paths = steps_.PathsToBlocking(run.NameOf(thread.first), caller, before);
    if (paths.empty()) return false;
    draft.end.pending = paths.front();
    return true;
  }

  // False if the thread would wait for a lock that no other thread of its process holds.
  bool CanWait(const Draft& draft) const {
    const std::string& call = draft.end.pending.empty() ? draft.end.next.front() : draft.end.pending.back();
    const SyncRoutine routine = SyncRoutineOf(call);
    if (routine.kind != SyncKind::kLock) return true;
    return std::ranges::any_of(runs_[draft.run].threads, [&](const ThreadSummary& other) {
      const bool is_other = other.id.rank == draft.end.id.rank && other.id != draft.end.id;
      return is_other && std::ranges::count(other.sync.held, routine.family, &HeldLock::family) != 0;
    });
  }

  void FindNext(Draft& draft) const {
    const std::vector<FoldedCallCursor> good = GoodThreads(draft.end.id);
    const auto of_number = good_numbers_.find(draft.end.id.thread);
    const std::vector<FoldedCallCursor> none, &others = of_number == good_numbers_.end() ? none : of_number->second;
    for (const NameId name : NextCalls({folded_, *draft.folded}, good, others)) {
      draft.end.next.push_back(folded_.names[name.value]);
    }
  }

  // Adds missing threads, which only good runs have. Sets ThreadEnd::usual for unfinished threads that do not finish in
  // any good run either, and for missing threads that not all good runs have.
  void AddMissing(std::vector<std::vector<ThreadEnd>>& ends) const {
    struct InGood {
      std::size_t runs = 0, finished = 0;
    };
    std::map<ThreadKey, InGood> in_good;
    for (std::size_t run = 0; run < good_runs_; ++run) {
      for (const ThreadEnd& end : ends[run]) {
        ++in_good[end.id].runs;
        in_good[end.id].finished += end.state == EndState::kFinished ? 1 : 0;
      }
    }
    for (std::size_t run = good_runs_; run < ends.size(); ++run) {
      std::map<ThreadKey, InGood> missing = in_good;
      for (ThreadEnd& end : ends[run]) {
        const auto good = missing.extract(end.id);
        end.usual = end.state != EndState::kFinished && !good.empty() && good.mapped().finished == 0;
      }
      for (const auto& [id, good] : missing) {
        ThreadEnd& end = ends[run].emplace_back();
        end.id = id;
        end.state = EndState::kMissing;
        end.usual = good.runs < good_runs_;
      }
      std::ranges::sort(ends[run], {}, &ThreadEnd::id);
    }
  }

  const FoldedTraces& folded_;
  const std::span<const RunSummary> runs_;  // good runs first, then bad runs
  const std::size_t good_runs_;
  const GoodSteps& steps_;
  const unsigned threads_;
  std::vector<Draft> drafts_;
  std::map<ThreadKey, std::vector<FoldedCallCursor>> good_threads_;
  std::map<std::uint32_t, std::vector<FoldedCallCursor>> good_numbers_;  // by thread number, from any rank
  std::map<std::uint32_t, std::uint64_t> longest_pauses_;  // longest pauses in good runs, by thread number
};

constexpr std::array<std::string_view, 5> kNames = {"finished", "waits", "stopped", "runs", "missing"};

}  // namespace

std::string_view NameOf(EndState state) { return kNames[static_cast<std::size_t>(state)]; }

std::vector<std::vector<ThreadEnd>> FindThreadEnds(const FoldedTraces& folded, std::span<const RunSummary> runs,
                                                   std::size_t good_runs, const GoodSteps& steps, unsigned threads) {
  return EndFinder(folded, runs, good_runs, steps, threads).Find();
}

}  // namespace profdiff
