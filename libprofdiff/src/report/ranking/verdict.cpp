// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the verdict of a ranking as text: what happened, which threads to examine, why, and which threads are only
// affected. All lists are bounded, because runs can have thousands of threads.
//
// Tests: tests/unit/report/ranking/texts_test.cpp; tests/cli/rank/run.py tests verdicts on recordings.
#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "report/ranking/evidence.h"
#include "report/ranking/names.h"
#include "report/trace/names.h"
#include "values/thread_attributes.h"
#include "values/thread_scores.h"

namespace profdiff {
namespace {

// Maximum number of groups of suspected threads that are explained; the remaining suspects are only listed.
constexpr std::size_t kGroups = 3;
constexpr std::size_t kThreads = 24;  // maximum number of threads and ranges of threads on a line
constexpr std::size_t kNames = 12;    // maximum number of function names on a line
// Maximum number of listed places where threads stopped, and of listed ranks that ended early.
constexpr std::size_t kPlaces = 8;

// Suspected threads that stopped at the same place, or that lost and gained the same functions. They share one
// explanation.
struct SuspectGroup {
  std::vector<ThreadKey> ids;
  const StopPlace* place = nullptr;
  const RankedThread* first = nullptr;  // result for the first of `ids`; null if no good run has that thread
  const BadEnd* end = nullptr;          // set if the threads ended their rank first
};

std::string RangeText(std::uint64_t least, std::uint64_t most) {
  return least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
}

class VerdictWriter {
 public:
  VerdictWriter(std::string& out, const RankingView& view)
      : out_(out), view_(view), result_(view.ranking), names_(result_.folded.front(), view.demangle) {}

  std::size_t Write() {
    view_.ranking.ranking.good == 0 ? WriteOneRun() : WriteRuns();
    return answer_;
  }

 private:
  void WriteRuns() {
    WriteHead();
    WriteMissingRanks();
    WriteKind();
    WriteSuspects();
    WriteUnlikePeers();
    WriteContradictions();
    if (LacksNames(result_) && result_.verdict != RankVerdict::kUnknown) {
      Line("unnamed: some functions are known only by their addresses, which count neither as new nor as lost");
    }
    WriteOthers();
    WriteSimilarity();
    WriteMissing();
  }

  // Appends a line, broken at the terminal's width and indented by four blanks.
  void Line(const std::string& line) { AppendWrapped(out_, line, view_.columns, 4); }

  void WriteHead() {
    std::set<std::uint32_t> ranks;
    for (const RankedThread& thread : result_.ranking.threads) ranks.insert(thread.id.rank);
    Line(Plural(view_.ranking.ranking.good, "good run") + ", " + std::to_string(view_.ranking.ranking.bad) + " bad; " +
         Plural(ranks.size(), "rank") + ", " + Plural(result_.ranking.threads.size(), "thread") + "; filter " +
         result_.folded.front().filter.code);
  }

  // Writes the text for a single run that is not compared with any other run.
  void WriteOneRun() {
    const FoldedTraces& folded = result_.folded.front();
    const std::vector<FoldedThread>& threads = folded.runs.front();
    std::set<std::uint32_t> ranks;
    for (const FoldedThread& thread : threads) ranks.insert(thread.id.rank);
    Line(Plural(ranks.size(), "rank") + ", " + Plural(threads.size(), "thread") + ", " +
         Plural(folded.loops.size(), "loop") + "; filter " + folded.filter.code);
    const ThreadAttributes attributes = FindAttributes(folded, kPlainEntries);
    const Similarities similarities = FindSimilarities(attributes.runs.front());
    Line("classes: " + std::to_string(similarities.classes()) + " of threads that call the same functions and loops");
    answer_ = out_.size();
    Line("ends: " + StatesText());
    WriteEnds();
    if (result_.verdict == RankVerdict::kSlower || result_.verdict == RankVerdict::kDiffers) WriteSlower();
    WriteContradictions();
    std::size_t count = 0;
    for (const StopPlace& place : result_.stops.places) {
      if (++count > kPlaces) continue;
      const std::string where = place.where.empty() ? "no call" : StackText(place.where, view_.demangle, 48);
      Line((place.state == EndState::kWaits ? "waiting: " : "silent: ") + Plural(place.threads.size(), "thread") +
           " in " + where + ": " + ThreadsText(place.threads, kThreads));
    }
    SayMore(count);
  }

  // Appends the number of list entries that were not written because there are more than kPlaces.
  void SayMore(std::size_t count) {
    if (count > kPlaces) Line("and " + std::to_string(count - kPlaces) + " more");
  }

  void WriteKind() {
    answer_ = out_.size();
    switch (result_.verdict) {
      case RankVerdict::kNone:
        Line("none: no thread differs by more than good runs do");
        return;
      case RankVerdict::kUnknown:
        Line(CannotTellText());
        return;
      case RankVerdict::kDiffers:
        if (IsUnlikePeers()) return WriteSlower();
        Line(result_.suspects.empty() ? "differs: not all threads are on both sides"
                                      : "differs: " + Plural(result_.suspects.size(), "thread") + " of " +
                                            std::to_string(result_.ranking.threads.size()));
        return;
      case RankVerdict::kStopped:
        Line("stopped: " + StatesText());
        return;
      case RankVerdict::kSlower:
        WriteSlower();
        return;
    }
  }

  // Returns text such as "8 threads wait, 32 run on" about the run that the verdict explains (StoppedRun).
  std::string StatesText() const {
    std::array<std::size_t, 5> counts{};
    for (const ThreadEnd& end : EndsOfBad()) ++counts[static_cast<std::size_t>(end.state)];
    constexpr std::array<std::array<const char*, 2>, 5> kVerbs = {{{"finished", "finished"},
                                                                   {"waits", "wait"},
                                                                   {"stopped", "stopped"},
                                                                   {"runs on", "run on"},
                                                                   {"is missing", "are missing"}}};
    std::string text;
    for (const EndState state :
         {EndState::kWaits, EndState::kStopped, EndState::kRuns, EndState::kFinished, EndState::kMissing}) {
      const std::size_t count = counts[static_cast<std::size_t>(state)];
      if (count == 0) continue;
      text += text.empty() ? Plural(count, "thread") + " " : ", " + std::to_string(count) + " ";
      text += kVerbs[static_cast<std::size_t>(state)][count == 1 ? 0 : 1];
    }
    return text;
  }

  // Returns the first bad run with suspected threads. The verdict explains only one run, because runs can stop for
  // different reasons.
  std::size_t StoppedRun() const {
    for (std::size_t run = 0; run < result_.stops.suspects.size(); ++run) {
      if (!result_.stops.suspects[run].empty()) return run;
    }
    return 0;
  }
  std::span<const ThreadEnd> EndsOfBad() const { return result_.stops.runs[view_.ranking.ranking.good + StoppedRun()]; }

  // True if the only evidence is that a thread makes fewer calls than others with the same work.
  bool IsUnlikePeers() const {
    const auto& slower = result_.stops.slower;
    return result_.suspects.size() == 1 && !slower.empty() && slower[0].id == result_.suspects[0] &&
           slower[0].what == SlowerFunction::What::kCalls && FindReason(view_, slower[0].id) == nullptr &&
           (Ranked(slower[0].id) == nullptr || Ranked(slower[0].id)->beyond < view_.options.suspect);
  }

  void WriteSlower() {
    switch (result_.stops.slower.front().what) {
      case SlowerFunction::What::kLonger:
        Line("slower: " + Plural(result_.stops.slower.size(), "function") + " took more time than in any good run");
        break;
      case SlowerFunction::What::kSelf:
        Line("slower: " + ThreadText(result_.stops.slower.front().id) +
             " takes longer than threads with the same work");
        break;
      case SlowerFunction::What::kCalls:
        Line("differs: " + ThreadText(result_.stops.slower.front().id) +
             " makes fewer calls than threads with the same work");
        break;
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(3, result_.stops.slower.size()); ++i) {
      Line("  " + SlowerText(view_, result_.stops.slower[i]));
    }
  }

  // Calls that differ decide the verdict, but do not say that a thread also takes much longer than its peers.
  void WriteUnlikePeers() {
    if (result_.verdict != RankVerdict::kDiffers || IsUnlikePeers() || result_.stops.slower.empty()) return;
    const SlowerFunction& first = result_.stops.slower.front();
    if (first.what == SlowerFunction::What::kLonger) return;
    const bool is_slow = first.what == SlowerFunction::What::kSelf;
    Line((is_slow ? "slower: " : "fewer calls: ") + SlowerText(view_, first));
  }

  // Says why good runs do not decide.
  std::string CannotTellText() const {
    if (LacksNames(result_)) return "cannot tell: functions are known only by their addresses";
    const std::vector<std::size_t>& order = result_.ranking.ranked;
    const std::size_t good = result_.ranking.good;
    std::string text = "cannot tell: " + Plural(good, "good run");
    if (good == 1) {
      text += ", noise unknown";
    } else if (good == 2) {
      text += ", too few to know the noise";
    } else {
      text += ", which differ by up to " + FixedText(result_.good_beyond, 2);
    }
    if (order.empty()) return text;
    const RankedThread& largest = result_.ranking.threads[order.front()];
    return text + "; largest beyond " + FixedText(largest.beyond, 2) + " (" + ThreadText(largest.id) + ")";
  }

  // Names the ranks that every good run recorded, but the bad run did not.
  void WriteMissingRanks() {
    std::set<std::uint32_t> ranks, missing;
    for (const ThreadEnd& end : EndsOfBad()) {
      ranks.insert(end.id.rank);
      if (end.id.thread == 0 && end.state == EndState::kMissing && !end.usual) missing.insert(end.id.rank);
    }
    if (missing.empty()) return;
    std::string line = std::to_string(ranks.size() - missing.size()) + " of " + Plural(ranks.size(), "rank") + ": ";
    std::size_t count = 0;
    for (const std::uint32_t rank : missing) {
      if (++count <= kPlaces)
        line += (count == 1 ? (missing.size() == 1 ? "rank " : "ranks ") : ", ") + std::to_string(rank);
    }
    if (count > kPlaces) line += " and " + std::to_string(count - kPlaces) + " more";
    Line(line + (missing.size() == 1 ? " has no recording" : " have no recording"));
  }

  // Writes cycles of waits, and calls of ranks that contradict each other.
  void WriteContradictions() {
    std::size_t count = 0;
    for (const WaitCycle& cycle : result_.stops.cycles) {
      if (++count <= kPlaces) Line("deadlock: " + CycleText(result_.stops.waits, cycle, view_.demangle));
    }
    for (const CallError& error : result_.stops.errors) {
      if (++count <= kPlaces) Line("error: " + error.text);
    }
    SayMore(count);
  }

  void WriteSuspects() {
    const std::vector<SuspectGroup> groups = GroupSuspects();
    std::vector<ThreadKey> others;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (i < kGroups) {
        WriteGroup(groups[i]);
      } else {
        others.insert(others.end(), groups[i].ids.begin(), groups[i].ids.end());
      }
    }
    if (!others.empty()) Line("suspects too: " + ThreadsText(others, kThreads));
  }

  // Groups suspects with the same reason, in the order of the first suspect of each group.
  std::vector<SuspectGroup> GroupSuspects() const {
    std::vector<SuspectGroup> groups;
    for (const ThreadKey id : result_.suspects) {
      const SuspectGroup suspect{{id}, PlaceOf(id), Ranked(id), FirstEndOf(id)};
      auto same =
          std::ranges::find_if(groups, [&](const SuspectGroup& group) { return HaveOneReason(group, suspect); });
      same != groups.end() ? same->ids.push_back(id) : groups.push_back(suspect);
    }
    return groups;
  }

  static bool HaveOneReason(const SuspectGroup& a, const SuspectGroup& b) {
    if (a.end != nullptr || b.end != nullptr) return a.end == b.end;
    if (a.place != nullptr || b.place != nullptr) return a.place == b.place;
    if (a.first == nullptr || b.first == nullptr) return false;
    const bool any = !a.first->lost.empty() || !a.first->added.empty();
    return any && a.first->lost == b.first->lost && a.first->added == b.first->added;
  }

  void WriteGroup(const SuspectGroup& group) {
    std::string line = (group.ids.size() == 1 ? "suspect: " : "suspects: ") + ThreadsText(group.ids, kThreads);
    if (group.end != nullptr) {
      Line(line + ", " + FirstEndText(view_, *group.end));
    } else if (IsMissing(group.ids.front())) {
      Line(line + ", no recording");
      return;
    } else if (group.place != nullptr) {
      Line(line + ", " + PlaceText(group));
      WriteSince(group.ids.front());
    } else if (group.first != nullptr && group.first->beyond > 0) {
      Line(line + ", " + BeyondText(group));
    } else {
      Line(line);
    }
    if (const Reason* const reason = FindReason(view_, group.ids.front())) Line("  " + ReasonText(view_, *reason));
    // If a thread was cut off, it lacks all later calls, so the missing calls do not explain why it stopped.
    if (group.first != nullptr) WriteReason(*group.first, group.place != nullptr || group.end != nullptr);
  }

  bool IsMissing(ThreadKey id) const {
    return std::ranges::any_of(EndsOfBad(), [id](const ThreadEnd& end) {
      return end.id == id && end.state == EndState::kMissing && !end.usual;
    });
  }

  std::string BeyondText(const SuspectGroup& group) const {
    double least = group.first->beyond, most = least;
    for (ThreadKey id : group.ids) {
      least = std::min(least, Ranked(id)->beyond);
      most = std::max(most, Ranked(id)->beyond);
    }
    std::string text = "beyond " + FixedText(least, 2);
    if (FixedText(least, 2) != FixedText(most, 2)) return text + " to " + FixedText(most, 2);
    if (group.ids.size() > 1) return text;
    return text + " (change " + FixedText(group.first->change, 2) + ", noise " + FixedText(group.first->noise, 2) + ")";
  }

  // Returns text such as "the only one of 8 in main > a > MPI_Recv" or "4 of 8 in …". The counts cover the threads with
  // the same thread number on all ranks, because these threads do the same work.
  std::string PlaceText(const SuspectGroup& group) const {
    const StopPlace& place = *group.place;
    std::set<std::uint32_t> numbers;
    for (const ThreadKey id : place.threads) numbers.insert(id.thread);
    const auto of = std::ranges::count_if(EndsOfBad(), [&](const ThreadEnd& end) {
      return numbers.contains(end.id.thread) && end.state != EndState::kMissing;
    });
    std::string text =
        place.threads.size() == 1 ? "the only one of " + std::to_string(of) : std::to_string(place.threads.size());
    if (place.threads.size() > 1 && group.ids.size() < place.threads.size()) {
      text = "first of " + text;
    } else if (place.threads.size() > 1) {
      text += " of " + std::to_string(of);
    }
    text += place.state == EndState::kStopped ? ", silent in " : " in ";
    return text + (place.where.empty() ? "no call" : StackText(place.where, view_.demangle, 64)) + AfterText(place);
  }

  // Returns text such as "; good runs call MPI_Recv next" if the innermost recorded call is not a blocking one. uftrace
  // writes a call when it returns, so the call that hangs is missing.
  std::string AfterText(const StopPlace& place) const {
    if (place.next.empty() || (!place.where.empty() && Blocks(place.where.back()))) return "";
    return "; good runs call " + NamesText(place.next, view_.demangle, kNames) + " next";
  }

  void WriteSince(ThreadKey id) {
    for (const ThreadEnd& end : EndsOfBad()) {
      if (end.id != id) continue;
      Line("  since " + SecondsText(end.since) + ", " + SecondsText(end.silent) + " before the end; " +
           Plural(end.calls, "call") + " kept");
    }
  }

  // Writes why a thread is suspected. If the thread was cut off, the functions that it did not reach are not listed as
  // lost.
  void WriteReason(const RankedThread& ranked, bool was_cut_off) {
    const bool lost = !ranked.lost.empty() && !was_cut_off;
    if (lost) Line("  lost: " + NamesText(ranked.lost, view_.demangle, kNames));
    if (!ranked.added.empty()) Line("  new: " + NamesText(ranked.added, view_.demangle, kNames));
    const bool has_step = FindReason(view_, ranked.id) != nullptr;
    if (ranked.first && !has_step && !LacksNames(result_) && AgreeAt(ranked.id, *ranked.first))
      Line("  " + FirstText(ranked.id, *ranked.first));
    if (lost || !ranked.added.empty() || was_cut_off || ranked.counts.empty()) return;
    const CountOutside& count = ranked.counts.front();
    Line("  " + ReadableName(count.name, view_.demangle) + ": " + Plural(count.bad, "call") + ", in good runs " +
         RangeText(count.least, count.most));
  }

  // True if good runs agree with each other up to the place of a difference: otherwise it is no reason. Different
  // numbers of rounds are compared with the range of all good runs.
  bool AgreeAt(ThreadKey id, const FirstDifference& first) const {
    if (first.rounds != 0 || !first.good_entry) return true;
    const FoldedTraces& folded = result_.folded.front();
    const FoldedThread* const good = folded.Find(first.good_run, id);
    for (std::size_t run = 0; run < result_.ranking.good; ++run) {
      const FoldedThread* const other = folded.Find(run, id);
      if (other == nullptr) continue;
      for (std::uint32_t i = 0; i <= *first.good_entry; ++i) {
        if (i >= other->entries.size() || names_.What(other->entries[i]) != names_.What(good->entries[i])) return false;
      }
    }
    return true;
  }

  // Returns the first difference from good runs. Example with a different number of rounds of a loop: "good runs: L0^8
  // to ^15 [a b]; here ^5, then MPI_Recv, never before (call 21, 8.544 s)". Example with different entries: "good runs:
  // f; here L3^2 [f g] (call 7, 1.000 s)".
  std::string FirstText(ThreadKey id, const FirstDifference& first) const {
    std::string text = "good runs: ";
    const bool is_end = !first.function.valid();
    if (first.rounds != 0) {
      text += RoundsText(id, first) + "; here ^" + std::to_string(first.rounds) + ", then ";
      if (!is_end) text += names_.Function(first.function);
    } else {
      text += EntryText(id, first.good_run, first.good_entry) + "; here ";
      if (!is_end) text += EntryText(id, first.bad_run, first.bad_entry);
    }
    if (is_end) return text + (first.call == 0 ? "no call" : "nothing more");
    text += std::string(first.is_new ? ", never before" : "") + " (call " + std::to_string(first.call + 1);
    if (first.time) text += ", " + SecondsText(*first.time);
    return text + ")";
  }

  // Returns a loop or a call with its numbers of rounds in good runs, such as "L0^8 to ^15 [a b]" or "f^8".
  std::string RoundsText(ThreadKey id, const FirstDifference& first) const {
    const FoldedThread* good = result_.folded.front().Find(first.good_run, id);
    const FoldedEntry& entry = good->entries[*first.good_entry];
    std::string text = names_.What(entry) + "^" + std::to_string(first.least_rounds);
    if (first.most_rounds != first.least_rounds) text += " to ^" + std::to_string(first.most_rounds);
    return text + (entry.loop.valid() ? " " + names_.Body(entry.loop) : "");
  }

  std::string EntryText(ThreadKey id, std::size_t run, std::optional<std::uint32_t> entry) const {
    const FoldedThread* thread = result_.folded.front().Find(run, id);
    if (!entry || thread == nullptr || *entry >= thread->entries.size()) return "nothing more";
    const FoldedEntry& found = thread->entries[*entry];
    return names_.Entry(found) + (found.loop.valid() ? " " + names_.Body(found.loop) : "");
  }

  const StopPlace* PlaceOf(ThreadKey id) const {
    for (const StopPlace& place : result_.stops.places) {
      if (std::ranges::find(place.threads, id) != place.threads.end()) return &place;
    }
    return nullptr;
  }
  const RankedThread* Ranked(ThreadKey id) const {
    auto found = std::ranges::find(result_.ranking.threads, id, &RankedThread::id);
    return found != result_.ranking.threads.end() ? &*found : nullptr;
  }

  const BadEnd* FirstEndOf(ThreadKey id) const {
    const auto found = std::ranges::find_if(result_.stops.ends, [id](const BadEnd& end) {
      return end.is_first && end.thread.value_or(ThreadKey{end.rank, 0}) == id;
    });
    return found == result_.stops.ends.end() ? nullptr : &*found;
  }

  // Writes a line for each rank that failed first. Ranks that were ended by others, for example by mpirun, are omitted.
  void WriteEnds() {
    std::size_t count = 0;
    for (const BadEnd& end : result_.stops.ends) {
      if (!end.is_first || ++count > kPlaces) continue;
      Line("first: " + ThreadText(end.thread.value_or(ThreadKey{end.rank, 0})) + ", " + FirstEndText(view_, end));
    }
    SayMore(count);
  }

  // Writes the threads that wait for the suspects, so that users do not examine these threads first.
  void WriteOthers() {
    if (result_.verdict != RankVerdict::kStopped) return;
    std::size_t count = 0;
    for (const StopPlace& place : result_.stops.places) {
      if (place.run != StoppedRun()) continue;
      std::vector<ThreadKey> others;
      for (ThreadKey id : place.threads) {
        if (std::ranges::find(result_.suspects, id) == result_.suspects.end()) others.push_back(id);
      }
      if (others.empty() || ++count > kPlaces) continue;
      const std::string where = place.where.empty() ? "no call" : StackText(place.where, view_.demangle, 56);
      Line((place.state == EndState::kWaits ? "waiting too: " : "silent too: ") + std::to_string(others.size()) +
           " in " + where + AfterText(place) + ": " + ThreadsText(others, kThreads));
    }
    SayMore(count);
  }

  void WriteSimilarity() {
    const std::vector<std::size_t>& order = result_.ranking.ranked;
    if (order.empty() && CountUnknown(result_.ranking) != 0) return;  // another line says that names are missing
    std::string line = "similarity: ";
    if (order.empty()) {
      line += "no thread changed by more than good runs do";
    } else {
      const RankedThread& largest = result_.ranking.threads[order.front()];
      line += "largest beyond " + FixedText(largest.beyond, 2) + " (" + ThreadText(largest.id) + ")";
      if (order.size() > 1) {
        const RankedThread& next = result_.ranking.threads[order[1]];
        line += ", next " + FixedText(next.beyond, 2) + " (" + ThreadText(next.id) + ")";
      }
    }
    Line(line);
    // Noise is the difference between good runs, so it takes at least two of them.
    if (view_.ranking.ranking.good == 1) Line("noise: unknown, because there is only one good run; record several");
  }

  void WriteMissing() {
    if (!result_.ranking.only_good.empty())
      Line("only in good runs: " + ThreadsText(result_.ranking.only_good, kThreads));
    if (!result_.ranking.only_bad.empty()) Line("only in bad runs: " + ThreadsText(result_.ranking.only_bad, kThreads));
  }

  std::string& out_;
  const RankingView& view_;
  const ThreadRanking& result_;
  const EntryNames names_;
  std::size_t answer_ = 0;  // where the line with the answer begins
};

}  // namespace

std::size_t AppendRankVerdict(std::string& out, const RankingView& view) { return VerdictWriter(out, view).Write(); }

}  // namespace profdiff
