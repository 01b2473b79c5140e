// SPDX-License-Identifier: GPL-3.0-or-later
// Writes stacks as text: the answer first, then the tree of all stacks.
// Tests: tests/unit/report/ranking/stacks_test.cpp.
#include "report/ranking/stacks.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/text.h"
#include "profdiff/stacks.h"
#include "report/format/styles.h"
#include "report/ranking/evidence.h"
#include "report/ranking/names.h"
#include "values/walk_tree.h"

namespace profdiff {
namespace {

constexpr std::size_t kListed = 12;  // maximum number of ranks, or of threads and ranges of threads, in a list
constexpr std::size_t kCycleLines = 2, kSuspectLines = 2, kWaitLines = 2;
constexpr std::size_t kPathCharacters = 64;
constexpr std::size_t kDeepest = 20;  // nodes below are not indented further

std::string StackOf(const std::vector<std::string>& frames) {
  return StackText(frames, DemangleStyle::kNone, kPathCharacters);
}

std::string RanksText(const std::vector<std::uint32_t>& ranks) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kListed, ranks.size()); ++i) text += " " + std::to_string(ranks[i]);
  if (ranks.size() > kListed) text += " and " + std::to_string(ranks.size() - kListed) + " more";
  return text;
}

class StackAnswer {
 public:
  StackAnswer(std::string& out, const StackView& view) : out_(out), view_(view), stacks_(view.stacks) {}

  void Write() {
    const std::size_t begin = out_.size();
    Line(KindText());
    ApplyStyle(out_, begin, view_.styles.verdict, view_.styles);
    WriteCycles();
    WriteSuspects();
    WriteWaits();
    WriteAlone();
    WriteFrames();
    if (stacks_.mixes_sources) {
      Line("note: the good snapshots come from another program, which may name inlined functions differently");
    }
  }

 private:
  void Line(const std::string& line) { AppendWrapped(out_, line, view_.columns, 4); }

  std::string SnapshotsText() const { return Plural(stacks_.snapshots, "snapshot"); }

  std::string KindText() const {
    switch (stacks_.verdict) {
      case RankVerdict::kStopped:
        return stacks_.cycles.empty()
                   ? "stopped: no thread of " + Plural(stacks_.ranks, "rank") + " moved in " + SnapshotsText()
                   : "stopped: threads wait for each other";
      case RankVerdict::kNone: {
        std::vector<ThreadKey> moving;
        for (const StackedThread& thread : stacks_.threads) {
          if (thread.moves) moving.push_back(thread.id);
        }
        return "not stopped: " + std::to_string(moving.size()) + " of " + Plural(stacks_.threads.size(), "thread") +
               " moved in " + SnapshotsText() + ": " + ThreadsText(moving, kListed);
      }
      default:
        return CannotTellText();
    }
  }

  std::string CannotTellText() const {
    if (stacks_.snapshots == 1) {
      return "cannot tell: 1 snapshot does not show whether threads move; take 3 snapshots, a second apart";
    }
    if (stacks_.snapshots < 3) {
      return "cannot tell: no thread moved in " + SnapshotsText() + ", which may be chance; take 3, a second apart";
    }
    if (stacks_.gaps.size() == stacks_.ranks)
      return "cannot tell: no rank has frames in all snapshots; take them again";
    return "cannot tell: " + Plural(stacks_.gaps.size(), "rank") + (stacks_.gaps.size() == 1 ? " lacks" : " lack") +
           " frames in some snapshots; take them again:" + RanksText(stacks_.gaps);
  }

  void SayMore(std::size_t count, std::size_t most, std::string_view what) {
    if (count > most) Line("and " + Plural(count - most, what));
  }

  void WriteCycles() {
    for (std::size_t i = 0; i < std::min(kCycleLines, stacks_.cycles.size()); ++i) {
      Line("deadlock: " + CycleText(stacks_.waits, stacks_.cycles[i], DemangleStyle::kNone));
    }
    SayMore(stacks_.cycles.size(), kCycleLines, "other deadlock");
  }

  const StackedThread& Thread(ThreadKey id) const {
    return *std::ranges::lower_bound(stacks_.threads, id, {}, &StackedThread::id);
  }

  void WriteSuspects() {
    if (stacks_.verdict != RankVerdict::kStopped) return;
    if (stacks_.suspects.empty()) return Line(NoSuspectText());
    std::vector<std::pair<std::vector<std::string>, std::vector<ThreadKey>>> groups;  // by frames, in order of ids
    for (const ThreadKey id : stacks_.suspects) {
      const std::vector<std::string>& frames = Thread(id).frames;
      const auto same = std::ranges::find_if(groups, [&](const auto& group) { return group.first == frames; });
      same != groups.end() ? same->second.push_back(id) : groups.push_back({frames, {id}});
    }
    for (std::size_t i = 0; i < std::min(kSuspectLines, groups.size()); ++i) {
      const auto& [frames, ids] = groups[i];
      Line((ids.size() == 1 ? "suspect: " : "suspects: ") + ThreadsText(ids, kListed) + ", in " +
           (frames.empty() ? "an unknown function" : StackOf(frames)) + OtherRankText(ids) + WhyText());
    }
    SayMore(groups.size(), kSuspectLines, "other suspected stack");
  }

  // Returns text about threads in a call of MPI: the stacks do not show the other rank of a message.
  std::string OtherRankText(const std::vector<ThreadKey>& ids) const {
    const StackedThread& thread = Thread(ids.front());
    if (!thread.waits || !thread.frames.back().starts_with("MPI_") || thread.frames.back() == "MPI_Finalize") return "";
    return ids.size() == 1 ? ", or the other rank" : ", or the other ranks";
  }

  std::string WhyText() const {
    if (!stacks_.cycles.empty()) return "";
    if (!stacks_.collective.empty()) {
      return "; " + Plural(stacks_.in_collective, "rank") + (stacks_.in_collective == 1 ? " is in " : " are in ") +
             stacks_.collective;
    }
    return stacks_.good != 0 ? "; no good snapshot has this stack" : "; other threads wait for it";
  }

  std::string NoSuspectText() const {
    if (!stacks_.collective.empty() && stacks_.in_collective == stacks_.ranks) {
      return "cannot tell who: all ranks are in " + stacks_.collective +
             "; a recording shows their arguments, and whether a rank is missing";
    }
    if (stacks_.good == 0 && stacks_.in_collective != 0) {
      return "cannot tell who: ranks are in different collective operations; snapshots of a good run would help";
    }
    if (stacks_.good == 0) {
      return "cannot tell who: the stacks do not show for whom threads wait; snapshots of a good run would help";
    }
    return "cannot tell who: the good snapshots do not set some threads apart; more of them, or a recording, would "
           "help";
  }

  // Writes in which functions threads wait, with the most threads first.
  void WriteWaits() {
    std::map<std::string, std::vector<ThreadKey>> by_name;
    for (const StackedThread& thread : stacks_.threads) {
      if (thread.waits) by_name[thread.frames.back()].push_back(thread.id);
    }
    std::vector<std::pair<std::string, std::vector<ThreadKey>>> waits(by_name.begin(), by_name.end());
    std::ranges::stable_sort(waits, [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
    for (std::size_t i = 0; i < std::min(kWaitLines, waits.size()); ++i) {
      const auto& [name, ids] = waits[i];
      Line("waiting: " + std::to_string(ids.size()) + " in " + StackOf({name}) + ": " + ThreadsText(ids, kListed));
    }
    SayMore(waits.size(), kWaitLines, "other function");
  }

  // Writes the first threads whose stack no other thread has. That is no suspicion, only a place to look at.
  void WriteAlone() {
    constexpr std::size_t kFewest = 3, kMost = 3;
    std::vector<const StackClass*> alone;
    for (const StackClass& each : stacks_.classes) {
      if (each.ids.size() == 1) alone.push_back(&each);
    }
    if (stacks_.threads.size() < kFewest || alone.empty() || alone.size() == stacks_.classes.size()) return;
    std::string line = "alone:";
    for (std::size_t i = 0; i < std::min(kMost, alone.size()); ++i) {
      line += (i == 0 ? " " : "; ") + ThreadText(alone[i]->ids.front()) + " in " + StackOf(alone[i]->frames);
    }
    if (alone.size() > kMost) line += " and " + std::to_string(alone.size() - kMost) + " more";
    Line(line);
  }

  void WriteFrames() {
    const std::uint64_t out = stacks_.starts + stacks_.inner + stacks_.middle;
    std::string line = "read: " + SnapshotsText() + ", " + Plural(stacks_.ranks, "rank") + ", " +
                       Plural(stacks_.threads.size(), "thread") + "; " + Plural(stacks_.frames, "frame") + " = " +
                       std::to_string(stacks_.frames - out) + " compared + " + std::to_string(stacks_.starts) +
                       " that start threads + " + std::to_string(stacks_.inner) + " inside of waits";
    if (stacks_.middle != 0) line += " + " + std::to_string(stacks_.middle) + " in the middle of long stacks";
    if (stacks_.unnamed != 0) line += "; " + std::to_string(stacks_.unnamed) + " without names";
    if (stacks_.without_frames != 0) line += "; " + Plural(stacks_.without_frames, "stack") + " without frames";
    if (stacks_.without_callers != 0) line += "; " + Plural(stacks_.without_callers, "stack") + " without outer frames";
    if (stacks_.good != 0) line += "; " + Plural(stacks_.good, "good snapshot");
    Line(line);
  }

  std::string& out_;
  const StackView& view_;
  const StackFindings& stacks_;
};

}  // namespace

void AppendStackAnswer(std::string& out, const StackView& view) { StackAnswer(out, view).Write(); }

void WriteStackText(std::string& out, const StackView& view) {
  constexpr std::size_t kLongestThreads = 6;
  AppendStackAnswer(out, view);
  if (view.stacks.tree.empty()) return;
  out += "\nthreads  stacks of the last snapshot\n";
  std::vector<std::uint32_t> ends;
  ends.reserve(view.stacks.tree.size());
  for (const StackNode& node : view.stacks.tree) ends.push_back(node.end);
  std::size_t depth = 0;
  WalkTree(
      ends,
      [&](std::uint32_t index, std::uint32_t) {
        const StackNode& node = view.stacks.tree[index];
        std::string line;
        AppendCount(line, std::uint64_t{node.ids.size()}, 7);
        line.append(2 + 2 * std::min(depth, kDeepest), ' ');
        line += StackOf(node.frames) + ": " + ThreadsText(node.ids, kLongestThreads);
        out += CutLine(std::move(line), view.columns) + "\n";
        ++depth;
      },
      [&](std::uint32_t) { --depth; });
}

}  // namespace profdiff
