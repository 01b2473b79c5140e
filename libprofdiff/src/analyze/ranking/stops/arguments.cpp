// SPDX-License-Identifier: GPL-3.0-or-later
// Compares recorded arguments of MPI calls with those of the same thread in good runs: the root of its k-th collective
// operation, and the partners and tags of its messages. Good runs count only if all of them recorded arguments.
// Tests: tests/unit/analyze/ranking/stops/waiting_test.cpp.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyze/ranking/stops/stops.h"

namespace profdiff {
namespace {

using Messages = std::set<std::pair<std::int64_t, std::int64_t>>;  // partner and tag

Messages MessagesOf(const SyncState& sync, bool receives) {
  Messages messages;
  for (const auto& [key, count] : receives ? sync.received : sync.sent) messages.emplace(key.partner, key.tag);
  if (sync.open.kind == SyncKind::kCollective) return messages;
  for (const MessageKey& key : receives ? sync.open.receives : sync.open.sends) messages.emplace(key.partner, key.tag);
  return messages;
}

std::vector<MadeCollective> CollectivesOf(const SyncState& sync) {
  std::vector<MadeCollective> calls;
  for (const MadeCollectives& of_communicator : sync.collectives) {
    calls.insert(calls.end(), of_communicator.calls.begin(), of_communicator.calls.end());
  }
  return calls;
}

// A thread of a bad run, and the same thread in all good runs.
class ArgumentComparer {
 public:
  ArgumentComparer(std::span<const RunSummary> good, const RunSummary& bad, const ThreadSummary& thread)
      : bad_(bad), thread_(thread) {
    for (const RunSummary& run : good) {
      const auto same = std::ranges::lower_bound(run.threads, thread.id, {}, &ThreadSummary::id);
      if (same == run.threads.end() || same->id != thread.id) continue;
      good_.push_back(&*same);
    }
  }

  std::string Find() const {
    if (good_.empty()) return {};
    std::string text = FindRoot();
    if (text.empty()) text = FindMessage(false);
    return text.empty() ? FindMessage(true) : text;
  }

 private:
  std::string FindRoot() const {
    const std::vector<MadeCollective> calls = CollectivesOf(thread_.sync);
    std::vector<std::vector<MadeCollective>> in_good;
    for (const ThreadSummary* good : good_) in_good.push_back(CollectivesOf(good->sync));
    for (std::size_t k = 0; k < calls.size(); ++k) {
      std::set<std::int64_t> roots;
      for (const std::vector<MadeCollective>& good : in_good) {
        roots.insert(k < good.size() ? good[k].root : MessageKey::kUnknown);
      }
      if (calls[k].root < 0 || roots.size() != 1 || *roots.begin() < 0 || *roots.begin() == calls[k].root) continue;
      return bad_.NameOf(calls[k].name) + " has root " + std::to_string(calls[k].root) + ", in good runs " +
             std::to_string(*roots.begin());
    }
    return {};
  }

  std::string FindMessage(bool receives) const {
    Messages known;
    for (const ThreadSummary* good : good_) {
      const Messages messages = MessagesOf(good->sync, receives);
      if (messages.empty()) return {};
      known.insert(messages.begin(), messages.end());
    }
    for (const auto& [partner, tag] : MessagesOf(thread_.sync, receives)) {
      if (known.contains({partner, tag}) || partner == MessageKey::kUnknown) continue;
      return std::string(receives ? "receives from rank " : "sends to rank ") + std::to_string(partner) + " with tag " +
             std::to_string(tag) + ", in no good run";
    }
    return {};
  }

  const RunSummary& bad_;
  const ThreadSummary& thread_;
  std::vector<const ThreadSummary*> good_;
};

}  // namespace

void AddArgumentReasons(std::span<const RunSummary> good, const RunSummary& bad, std::size_t run,
                        std::vector<Reason>& reasons) {
  for (const ThreadSummary& thread : bad.threads) {
    const bool is_known =
        std::ranges::any_of(reasons, [&](const Reason& reason) { return reason.run == run && reason.id == thread.id; });
    std::string text = is_known ? "" : ArgumentComparer(good, bad, thread).Find();
    if (text.empty()) continue;
    Reason& reason = reasons.emplace_back();
    reason.run = run;
    reason.id = thread.id;
    reason.kind = Reason::Kind::kArgument;
    reason.text = std::move(text);
  }
}

}  // namespace profdiff
