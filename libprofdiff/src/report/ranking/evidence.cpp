// SPDX-License-Identifier: GPL-3.0-or-later
// Names of signals are those of Linux on all machines: recordings of uftrace come from Linux.
#include "report/ranking/evidence.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "report/format/styles.h"
#include "report/ranking/names.h"
#include "report/trace/names.h"

namespace profdiff {
namespace {

constexpr std::size_t kStackCharacters = 48;
constexpr std::size_t kCycleThreads = 12;  // maximum number of threads and ranges of threads in a list
constexpr std::size_t kMembers = 8;        // maximum number of members of a cycle that are written one by one

std::string Tenths(std::uint64_t nanoseconds) { return FixedText(static_cast<double>(nanoseconds) / 1e9, 1) + " s"; }

const ThreadEnd* FindEnd(const RankingView& view, std::size_t run, ThreadKey id) {
  const std::vector<ThreadEnd>& ends = view.ranking.stops.runs[view.ranking.ranking.good + run];
  const auto found = std::ranges::lower_bound(ends, id, {}, &ThreadEnd::id);
  return found != ends.end() && found->id == id ? &*found : nullptr;
}

const ThreadWait* FindWait(const std::vector<ThreadWait>& waits, std::size_t run, ThreadKey id) {
  for (const ThreadWait& wait : waits) {
    if (wait.run == run && wait.id == id) return &wait;
  }
  return nullptr;
}

// True if a rank of the run was ended from outside.
bool WereEnded(const RankingView& view, std::size_t run) {
  return std::ranges::any_of(view.ranking.stops.ends, [run](const BadEnd& end) {
    return end.run == run && end.how == EndKind::kOutside && !end.is_first;
  });
}

// Returns "0.2 (holds 0x404140)", "0.0 (MPI_Recv, rank 3, tag 7)" or "0.1".
std::string MemberText(const std::vector<ThreadWait>& waits, std::size_t run, ThreadKey id, DemangleStyle style) {
  const ThreadWait* const wait = FindWait(waits, run, id);
  std::string text = ThreadText(id);
  if (wait == nullptr) return text;
  if (!wait->holds.empty()) {
    text += " (holds ";
    for (std::size_t i = 0; i < wait->holds.size(); ++i) text += (i == 0 ? "" : ", ") + wait->holds[i];
    return text + ")";
  }
  text += " (" + ReadableName(wait->call, style);
  return text + (wait->what.empty() ? "" : ", " + wait->what) + ")";
}

}  // namespace

std::string SignalText(int signal) {
  constexpr std::array<std::string_view, 32> kNames = {
      "",        "SIGHUP",  "SIGINT",  "SIGQUIT", "SIGILL",   "SIGTRAP", "SIGABRT", "SIGBUS",
      "SIGFPE",  "SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2",  "SIGPIPE", "SIGALRM", "SIGTERM",
      "",        "SIGCHLD", "SIGCONT", "SIGSTOP", "SIGTSTP",  "SIGTTIN", "SIGTTOU", "SIGURG",
      "SIGXCPU", "SIGXFSZ", "",        "SIGPROF", "SIGWINCH", "SIGIO",   "SIGPWR",  "SIGSYS"};
  const auto index = static_cast<std::size_t>(signal);
  if (signal > 0 && index < kNames.size() && !kNames[index].empty()) return std::string(kNames[index]);
  return "signal " + std::to_string(signal);
}

std::string FirstEndText(const RankingView& view, const BadEnd& end) {
  std::string text = end.signal != 0 ? SignalText(end.signal) : "ended with code " + std::to_string(end.code);
  const ThreadEnd* const thread = end.thread ? FindEnd(view, end.run, *end.thread) : nullptr;
  if (thread != nullptr && !thread->open.empty()) {
    text += " in " + StackText(thread->open, view.demangle, kStackCharacters);
  } else if (thread != nullptr && !thread->after.empty()) {
    text += " after " + ReadableName(thread->after, view.demangle);
  }
  if (!end.thread_is_certain) text += " (thread not certain)";
  if (!end.before_others) return text;
  return text + ", " + Tenths(*end.before_others) +
         (WereEnded(view, end.run) ? " before mpirun ended the others" : " before all others");
}

std::string CycleText(const std::vector<ThreadWait>& waits, const WaitCycle& cycle, DemangleStyle style) {
  std::string text;
  if (cycle.threads.size() <= kMembers) {
    for (const ThreadKey id : cycle.threads) text += MemberText(waits, cycle.run, id, style) + " -> ";
    text += ThreadText(cycle.threads.front());
  } else {
    text = ThreadsText(cycle.threads, kCycleThreads) + " wait for each other";
  }
  const std::set<ThreadKey> members(cycle.threads.begin(), cycle.threads.end());
  std::vector<ThreadKey> others;
  for (const ThreadWait& wait : waits) {
    const auto is_member = [&](ThreadKey id) { return members.contains(id); };
    if (wait.run != cycle.run || members.contains(wait.id)) continue;
    if (std::ranges::any_of(wait.for_threads, is_member)) others.push_back(wait.id);
  }
  if (others.empty()) return text;
  return text + "; " + ThreadsText(others, kCycleThreads) + (others.size() == 1 ? " waits for them" : " wait for them");
}

std::string ReasonText(const RankingView& view, const Reason& reason) {
  if (reason.kind == Reason::Kind::kArgument) return reason.text;
  const auto name = [&](const std::string& function) { return ReadableName(function, view.demangle); };
  std::string text;
  if (!reason.caller.empty()) text = "in " + name(reason.caller);
  if (!reason.before.empty()) text += (text.empty() ? "" : " ") + ("after " + name(reason.before));
  if (text.empty()) text = "at the start";
  const auto does = [&](const std::string& call) {
    return call.empty() ? std::string("return") : "call " + name(call);
  };
  if (reason.in_good.empty()) {
    text += ": no good run gets here; ";
  } else {
    constexpr std::size_t kCalls = 3;
    text += ", good runs ";
    for (std::size_t i = 0; i < std::min(kCalls, reason.in_good.size()); ++i) {
      text += (i == 0 ? "" : " or ") + does(reason.in_good[i]);
    }
    if (reason.in_good.size() > kCalls) text += " or others";
    text += "; ";
  }
  text += "here ";
  text += reason.call.empty() ? "it returns" : name(reason.call);
  text += " (call " + std::to_string(reason.number + 1);
  if (reason.time) text += ", " + SecondsText(*reason.time);
  return text + ")";
}

std::string SlowerText(const RankingView& view, const SlowerFunction& slower) {
  std::string text = ThreadText(slower.id) + " in " + ReadableName(slower.name, view.demangle) + ": ";
  switch (slower.what) {
    case SlowerFunction::What::kLonger:
      return text + SecondsText(slower.bad) + ", in good runs at most " + SecondsText(slower.most);
    case SlowerFunction::What::kSelf:
      return text + SecondsText(slower.bad) + ", in other threads at most " + SecondsText(slower.most);
    case SlowerFunction::What::kCalls:
      return text + Plural(slower.bad, "call") + ", in other threads at least " + std::to_string(slower.most);
  }
  return text;
}

const Reason* FindReason(const RankingView& view, ThreadKey id) {
  const auto found = std::ranges::find(view.ranking.stops.reasons, id, &Reason::id);
  return found == view.ranking.stops.reasons.end() ? nullptr : &*found;
}

bool LacksNames(const ThreadRanking& ranking) {
  const std::vector<std::string>& names = ranking.folded.front().names;
  return std::ranges::any_of(names, [](const std::string& name) {
    const std::size_t at = name.rfind("0x");
    return at != std::string::npos && (at == 0 || name[at - 1] == '+') && at + 2 < name.size() &&
           name.find_first_not_of("0123456789abcdef", at + 2) == std::string::npos;
  });
}

std::size_t CountUnknown(const Ranking& ranking) {
  return static_cast<std::size_t>(std::ranges::count(ranking.threads, false, &RankedThread::is_known));
}

std::string UnknownText(std::size_t unknown) {
  return "changes of " + Plural(unknown, "thread") +
         " are unknown, because functions are known only by their addresses";
}

void WriteRankVerdict(std::string& out, const RankingView& view) {
  std::string text;
  const std::size_t answer = AppendRankVerdict(text, view);
  // A line that was broken continues after four blanks; lines about it begin with two.
  std::size_t end = text.find('\n', answer);
  while (end != std::string::npos && text.compare(end + 1, 4, "    ") == 0) end = text.find('\n', end + 1);
  const std::string rest = end == std::string::npos ? "" : text.substr(end + 1);
  text.resize(std::min(end, text.size() - 1) + 1);
  ApplyStyle(text, answer, view.styles.verdict, view.styles);
  out += text + rest;
}

}  // namespace profdiff
