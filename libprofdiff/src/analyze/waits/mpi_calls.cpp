// SPDX-License-Identifier: GPL-3.0-or-later
// Messages match in order: the n-th one of a source, a destination, a tag and a communicator that was sent is the n-th
// one that was received. Collective operations match in order by communicator, and all ranks have to call the same.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#include "analyze/waits/mpi_calls.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "analyze/waits/transfers.h"
#include "base/mpi_name.h"

namespace profdiff {
namespace {

// Messages from one rank to another one in one communicator that have not been received.
class Channel {
 public:
  void Send(std::size_t send, std::uint32_t tag) { by_tag_[tag].push_back(send); }

  std::optional<std::size_t> Receive(std::uint32_t tag) {
    if (tag != MessageEnd::kAnyTag) {
      const auto found = by_tag_.find(tag);
      return found == by_tag_.end() ? std::nullopt : TakeFirst(found->second);
    }
    std::deque<std::size_t>* first = nullptr;
    for (auto& [number, sends] : by_tag_) {
      if (!sends.empty() && (first == nullptr || sends.front() < first->front())) first = &sends;
    }
    return first == nullptr ? std::nullopt : TakeFirst(*first);
  }

  std::size_t left() const {
    std::size_t sum = 0;
    for (const auto& [tag, sends] : by_tag_) sum += sends.size();
    return sum;
  }

 private:
  static std::optional<std::size_t> TakeFirst(std::deque<std::size_t>& sends) {
    if (sends.empty()) return std::nullopt;
    const std::size_t first = sends.front();
    sends.pop_front();
    return first;
  }

  std::map<std::uint32_t, std::deque<std::size_t>> by_tag_;  // entries of Transfers::sends
};

class MpiFinder {
 public:
  MpiFinder(std::vector<MpiCall> calls, std::vector<std::uint32_t> ranks, const std::vector<std::string>& names)
      : names_(names) {
    mpi_.calls = std::move(calls);
    mpi_.ranks = std::move(ranks);
    for (MpiCall& call : mpi_.calls) {
      call.rank = static_cast<std::uint32_t>(std::ranges::lower_bound(mpi_.ranks, call.rank) - mpi_.ranks.begin());
    }
  }

  MpiCalls Find(const Transfers& transfers) {
    mpi_.message_problem = transfers.gaps.MessageProblem();
    mpi_.root_problem = transfers.gaps.RootProblem();
    if (!mpi_.message_problem) MatchMessages(transfers);
    MatchCollectives();
    return std::move(mpi_);
  }

 private:
  void MatchMessages(const Transfers& transfers) {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, Channel> channels;
    for (std::size_t i = 0; i < transfers.sends.size(); ++i) {
      const MessageEnd& send = transfers.sends[i];
      channels[{send.source, send.destination, send.communicator}].Send(i, send.tag);
      ++mpi_.sent_messages;
      mpi_.sent_bytes += send.bytes;
    }
    std::size_t unsent = 0, unreceived = 0;
    for (const MessageEnd& receive : transfers.receives) {
      const auto channel = channels.find({receive.source, receive.destination, receive.communicator});
      const auto send = channel == channels.end() ? std::nullopt : channel->second.Receive(receive.tag);
      if (!send) {
        ++unsent;
        continue;
      }
      const MessageEnd& sent = transfers.sends[*send];
      mpi_.messages.push_back({sent.call, receive.call, receive.start, sent.bytes});
    }
    for (const auto& [key, channel] : channels) unreceived += channel.left();
    Remark(unreceived, "sent", "received");
    Remark(unsent, "received", "sent");
  }

  void Remark(std::size_t count, const char* done, const char* missing) {
    if (count == 0) return;
    mpi_.remarks.push_back(std::to_string(count) + (count == 1 ? " message was " : " messages were ") + done +
                           ", and the recording has no call in which " + (count == 1 ? "it was " : "they were ") +
                           missing + ": waits for " + (count == 1 ? "it" : "them") + " are not counted");
  }

  // Matches the calls of all ranks of each communicator, in order. A single rank does not wait.
  void MatchCollectives() {
    std::map<std::uint64_t, std::vector<std::vector<std::size_t>>> by_communicator;
    for (std::size_t i = 0; i < mpi_.calls.size(); ++i) {
      const MpiCall& call = mpi_.calls[i];
      if (!call.routine.is_collective()) continue;
      std::vector<std::vector<std::size_t>>& ranks = by_communicator[call.communicator];
      ranks.resize(mpi_.ranks.size());
      ranks[call.rank].push_back(i);
    }
    for (auto& [communicator, ranks] : by_communicator) {
      std::erase_if(ranks, [](const std::vector<std::size_t>& calls) { return calls.empty(); });
      if (ranks.size() > 1) MatchInOrder(ranks);
    }
    if (mpi_.collective_problem) mpi_.collectives.clear();
  }

  void MatchInOrder(const std::vector<std::vector<std::size_t>>& ranks) {
    std::size_t fewest = std::numeric_limits<std::size_t>::max(), most = 0;
    for (const std::vector<std::size_t>& calls : ranks) {
      fewest = std::min(fewest, calls.size());
      most = std::max(most, calls.size());
    }
    for (std::size_t n = 0; n < fewest; ++n) {
      MpiCollective collective;
      for (const std::vector<std::size_t>& calls : ranks) collective.calls.push_back(calls[n]);
      if (!Agree(collective, n)) return;
      mpi_.collectives.push_back(std::move(collective));
    }
    if (fewest != most) {
      mpi_.remarks.push_back("ranks made from " + std::to_string(fewest) + " to " + std::to_string(most) +
                             " calls of collective operations of one communicator: the first " +
                             std::to_string(fewest) + " are compared");
    }
  }

  const std::string& NameOf(std::size_t call) const { return names_[mpi_.calls[call].function.value]; }

  bool Agree(const MpiCollective& collective, std::size_t n) {
    const std::size_t first = collective.calls.front();
    const auto differs = [&](std::size_t call) {
      return NameOf(call) != NameOf(first) &&
             ParseMpiName(NameOf(call)).operation != ParseMpiName(NameOf(first)).operation;
    };
    const auto other = std::ranges::find_if(collective.calls, differs);
    if (other == collective.calls.end()) return true;
    mpi_.collective_problem = "ranks call different collective operations: as their " + std::to_string(n + 1) +
                              ". one, rank " + std::to_string(mpi_.ranks[mpi_.calls[first].rank]) + " calls " +
                              NameOf(first) + " and rank " + std::to_string(mpi_.ranks[mpi_.calls[*other].rank]) +
                              " calls " + NameOf(*other);
    return false;
  }

  const std::vector<std::string>& names_;
  MpiCalls mpi_;
};

}  // namespace

MpiCalls MatchMpiCalls(std::vector<MpiCall> calls, std::vector<std::uint32_t> ranks, const Transfers& transfers,
                       const std::vector<std::string>& names) {
  return MpiFinder(std::move(calls), std::move(ranks), names).Find(transfers);
}

}  // namespace profdiff
