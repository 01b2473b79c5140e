// SPDX-License-Identifier: GPL-3.0-or-later
// The k-th collective operation of a communicator must be the same operation, with the same root, in all its ranks. The
// majority proves nothing: a single rank may be the only one that is right.
#include "analyze/ranking/stops/communicators.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/mpi_name.h"
#include "base/text.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostErrors = 20;  // one mistake may affect all ranks

// True for routines that make communicators, which only recorded arguments can tell from MPI_COMM_WORLD.
bool MakesCommunicator(const std::string& name) {
  const std::string operation = ParseMpiName(name).operation;
  constexpr std::array<std::string_view, 8> kBegins = {"Comm_split", "Comm_dup",   "Comm_create", "Cart_create",
                                                       "Cart_sub",   "Intercomm_", "Graph_",      "Comm_spawn"};
  return std::ranges::any_of(kBegins, [&](std::string_view begin) { return operation.starts_with(begin); });
}

std::string RanksText(const std::vector<std::uint32_t>& ranks) {
  constexpr std::size_t kMost = 4;
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < std::min(kMost, ranks.size()); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
  }
  return ranks.size() > kMost ? text + " and " + std::to_string(ranks.size() - kMost) + " more" : text;
}

class CallErrorFinder {
 public:
  CallErrorFinder(const RunSummary& summary, std::size_t run, const Communicators& communicators)
      : summary_(summary), run_(run), communicators_(communicators) {}

  std::vector<CallError> LeftOver() {
    AddLeftOver();
    return std::move(errors_);
  }

  std::vector<CallError> Find() {
    for (std::size_t i = 0; i < communicators_.size(); ++i) {
      if (communicators_.CanMatch()) CompareCollectives(i);
    }
    FindUnreceived();
    AddLeftOver();
    return std::move(errors_);
  }

 private:
  // Finds the first operation in which the ranks of a communicator disagree.
  void CompareCollectives(std::size_t index) {
    std::size_t most = 0;
    std::map<std::uint32_t, const MadeCollectives*> all;
    for (const std::uint32_t rank : communicators_.RanksOf(index)) {
      const MadeCollectives* const calls = communicators_.Find(rank, index);
      if (calls == nullptr || calls->calls.empty()) continue;
      all[rank] = calls;
      most = std::max(most, calls->calls.size());
    }
    for (std::size_t k = 0; k < most; ++k) {
      std::map<std::string, std::vector<std::uint32_t>> by_name;
      std::map<std::int64_t, std::vector<std::uint32_t>> by_root;
      for (const auto& [rank, calls] : all) {
        if (k >= calls->calls.size()) continue;
        const MadeCollective& call = calls->calls[k];
        by_name[OperationOf(call)].push_back(rank);
        if (call.root >= 0) by_root[call.root].push_back(rank);
      }
      if (by_name.size() > 1) return AddDisagreement(CallError::Kind::kCollective, "calls", by_name);
      if (by_root.size() > 1) {
        std::map<std::string, std::vector<std::uint32_t>> named;
        for (auto& [root, ranks] : by_root) named["root " + std::to_string(root)] = std::move(ranks);
        return AddDisagreement(CallError::Kind::kRoot, by_name.begin()->first + " has", named);
      }
    }
  }

  std::string OperationOf(const MadeCollective& call) const {
    return "MPI_" + ParseMpiName(summary_.NameOf(call.name)).operation;
  }

  // Writes "rank 0 calls MPI_Barrier, rank 1 calls MPI_Bcast" or "MPI_Reduce has root 0 in rank 0, root 1 in rank 1".
  void AddDisagreement(CallError::Kind kind, const std::string& verb,
                       const std::map<std::string, std::vector<std::uint32_t>>& sides) {
    CallError error{run_, kind, {}, {}};
    std::vector<std::pair<std::vector<std::uint32_t>, std::string>> order;
    for (const auto& [what, ranks] : sides) order.emplace_back(ranks, what);
    std::ranges::sort(order);
    for (const auto& [ranks, what] : order) {
      error.ranks.insert(error.ranks.end(), ranks.begin(), ranks.end());
      if (kind == CallError::Kind::kRoot) {
        error.text += (error.text.empty() ? verb + " " : ", ") + what + " in " + RanksText(ranks);
      } else {
        error.text +=
            (error.text.empty() ? "" : ", ") + RanksText(ranks) + (ranks.size() == 1 ? " calls " : " call ") + what;
      }
    }
    std::ranges::sort(error.ranks);
    errors_.push_back(std::move(error));
  }

  // A receive that waits, although its source has sent a message with another tag that no call receives.
  void FindUnreceived() {
    for (const ThreadSummary& thread : summary_.threads) {
      const OpenSync& open = thread.sync.open;
      if (open.kind == SyncKind::kCollective) continue;
      for (const MessageKey& wanted : open.receives) {
        if (wanted.partner < 0 || wanted.tag < 0 || !IsWorld(thread.id.rank, wanted.communicator)) continue;
        if (const auto tag = FindOtherTag(thread, wanted)) AddTag(thread.id.rank, wanted, *tag);
      }
    }
  }
  bool IsWorld(std::uint32_t rank, std::uint64_t communicator) const {
    return communicators_.IndexOf(rank, communicator).value_or(0) == 0;
  }

  // Returns the tag of a message that the source has sent, or waits to send, and that the receiver has not received.
  std::optional<std::int64_t> FindOtherTag(const ThreadSummary& receiver, const MessageKey& wanted) const {
    const auto to = static_cast<std::int64_t>(receiver.id.rank);
    std::map<std::int64_t, std::int64_t> left;  // number of messages by tag
    for (const ThreadSummary& thread : summary_.threads) {
      if (thread.id.rank == wanted.partner) {
        for (const auto& [key, count] : thread.sync.sent) {
          if (key.partner == to && IsWorld(thread.id.rank, key.communicator)) left[key.tag] += Signed(count);
        }
        for (const MessageKey& key : thread.sync.open.sends) {
          if (key.partner == to && IsWorld(thread.id.rank, key.communicator)) ++left[key.tag];
        }
      }
      if (thread.id.rank != receiver.id.rank) continue;
      for (const auto& [key, count] : thread.sync.received) {
        if (key.partner == wanted.partner) left[key.tag] -= Signed(count);
        if (key.partner < 0 || key.tag < 0)
          return {};  // a receive of any rank or tag: which message it took is unknown
      }
    }
    const auto own = left.find(wanted.tag);
    if (own != left.end() && own->second > 0) return {};  // the message is on its way
    for (const auto& [tag, count] : left) {
      if (count > 0 && tag >= 0) return tag;
    }
    return {};
  }
  // Messages that are left over when their receiver ends. Sends of a rank that failed may not have arrived.
  void AddLeftOver() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::int64_t, std::int64_t>> left;  // ranks; tags
    std::set<std::uint32_t> ended, uncertain;
    for (const ThreadSummary& thread : summary_.threads) {
      const std::uint32_t rank = thread.id.rank;
      if (thread.sync.in_finalize) ended.insert(rank);
      if (thread.sync.may_receive) uncertain.insert(rank);
      for (const auto& [key, count] : thread.sync.sent) {
        const bool is_known = key.partner >= 0 && key.tag >= 0 && IsWorld(rank, key.communicator);
        if (is_known) left[{rank, static_cast<std::uint32_t>(key.partner)}][key.tag] += Signed(count);
      }
      for (const auto& [key, count] : thread.sync.received) {
        const bool is_known = key.partner >= 0 && key.tag >= 0 && IsWorld(rank, key.communicator);
        if (!is_known) uncertain.insert(rank);
        if (is_known) left[{static_cast<std::uint32_t>(key.partner), rank}][key.tag] -= Signed(count);
      }
    }
    for (const auto& [ranks, tags] : left) {
      if (ended.contains(ranks.second) && !uncertain.contains(ranks.second)) AddLeftOverOf(ranks, tags);
    }
  }

  // Messages of one pair of ranks make one error.
  void AddLeftOverOf(const std::pair<std::uint32_t, std::uint32_t>& ranks,
                     const std::map<std::int64_t, std::int64_t>& tags) {
    std::uint64_t count = 0;
    std::optional<std::int64_t> first;
    for (const auto& [tag, left] : tags) {
      if (left <= 0) continue;
      if (!first) first = tag;
      count += static_cast<std::uint64_t>(left);
    }
    if (!first || errors_.size() >= kMostErrors) return;
    CallError error{run_, CallError::Kind::kUnreceived, {ranks.first, ranks.second}, {}};
    error.text = "rank " + std::to_string(ranks.second) + " ends without having received " + Plural(count, "message") +
                 " of rank " + std::to_string(ranks.first) + ", tag " + std::to_string(*first);
    std::ranges::sort(error.ranks);
    errors_.push_back(std::move(error));
  }

  static std::int64_t Signed(std::uint64_t count) { return static_cast<std::int64_t>(count); }

  void AddTag(std::uint32_t rank, const MessageKey& wanted, std::int64_t sent) {
    CallError error{run_, CallError::Kind::kTag, {rank, static_cast<std::uint32_t>(wanted.partner)}, {}};
    error.text = "rank " + std::to_string(rank) + " receives tag " + std::to_string(wanted.tag) + " of rank " +
                 std::to_string(wanted.partner) + ", which sends tag " + std::to_string(sent);
    std::ranges::sort(error.ranks);
    const bool is_new = std::ranges::find(errors_, error.text, &CallError::text) == errors_.end();
    if (is_new) errors_.push_back(std::move(error));
  }

  const RunSummary& summary_;
  const std::size_t run_;
  const Communicators& communicators_;
  std::vector<CallError> errors_;
};

constexpr std::array<std::string_view, 4> kErrorNames = {"collective", "root", "tag", "unreceived"};

}  // namespace

std::string_view NameOf(CallError::Kind kind) { return kErrorNames[static_cast<std::size_t>(kind)]; }

Communicators::Communicators(const RunSummary& run) {
  bool has_ids = false;
  for (const ThreadSummary& thread : run.threads) {
    std::vector<MadeCollectives>& of_rank = by_rank_[thread.id.rank];
    for (const MadeCollectives& calls : thread.sync.collectives) {
      has_ids = has_ids || calls.communicator != 0;
      auto known = std::ranges::find(of_rank, calls.communicator, &MadeCollectives::communicator);
      if (known == of_rank.end()) {
        of_rank.push_back(calls);
        continue;
      }
      // Several threads of a rank share a communicator; the one with most operations shows the rank's progress.
      const std::uint64_t first = std::min(known->first_use, calls.first_use);
      if (calls.count > known->count) *known = calls;
      known->first_use = first;
    }
  }
  for (auto& [rank, of_rank] : by_rank_) {
    std::ranges::stable_sort(of_rank, {}, &MadeCollectives::first_use);
    for (std::size_t i = 0; i < of_rank.size(); ++i) ranks_[i].insert(rank);
  }
  can_match_ = has_ids || std::ranges::none_of(run.names, MakesCommunicator);
}

std::optional<std::size_t> Communicators::IndexOf(std::uint32_t rank, std::uint64_t communicator) const {
  const auto of_rank = by_rank_.find(rank);
  if (of_rank == by_rank_.end()) return {};
  const auto found = std::ranges::find(of_rank->second, communicator, &MadeCollectives::communicator);
  if (found == of_rank->second.end()) return {};
  return static_cast<std::size_t>(found - of_rank->second.begin());
}

const MadeCollectives* Communicators::Find(std::uint32_t rank, std::size_t index) const {
  const auto of_rank = by_rank_.find(rank);
  return of_rank == by_rank_.end() || index >= of_rank->second.size() ? nullptr : &of_rank->second[index];
}

std::vector<CallError> FindLeftOver(const RunSummary& of_run) {
  const Communicators communicators(of_run);
  return CallErrorFinder(of_run, 0, communicators).LeftOver();
}

std::vector<CallError> FindCallErrors(const RunSummary& of_run, std::size_t run, const Communicators& communicators) {
  return CallErrorFinder(of_run, run, communicators).Find();
}

}  // namespace profdiff
