// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/mpi/any_waits.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

namespace profdiff {
namespace {

class AnyWaitFinder {
 public:
  AnyWaitFinder(const OwnCalls& own, const ClockFit& clocks, MatchedMessages& messages)
      : own_(own), clocks_(clocks), messages_(messages) {
    seen_ = messages.received.size();
    std::ranges::move(messages.unseen_messages, std::back_inserter(messages.received));
    messages.unseen_messages.clear();
    is_taken_.resize(messages.received.size());
    for (std::size_t i = 0; i < messages.received.size(); ++i) {
      const ReceivedMessage& message = messages.received[i];
      if (message.start && (i >= seen_ || *message.start != message.receive)) by_start_.emplace(*message.start, i);
      if (message.start && i < seen_) completed_.emplace_back(message.receive, *message.start);
    }
    std::ranges::sort(completed_);
  }

  void Run(const std::vector<PostedReceive>& posted, const std::vector<AnyWait>& waits) {
    auto next = posted.begin();
    auto completed = completed_.begin();
    std::uint32_t rank = ~std::uint32_t{0};
    for (const AnyWait& wait : waits) {
      if (own_.calls[wait.call].rank != rank) {
        active_.clear();
        requests_.clear();
      }
      rank = own_.calls[wait.call].rank;
      for (; next != posted.end() && next->call < wait.call; ++next) {
        for (; completed != completed_.end() && completed->first < next->call; ++completed) End(completed->second);
        if (own_.calls[next->call].rank == rank) Begin(static_cast<std::uint32_t>(next->call), next->request);
      }
      for (; completed != completed_.end() && completed->first < wait.call; ++completed) End(completed->second);
      Complete(wait);
    }
    LeaveRest();
  }

 private:
  void Begin(std::uint32_t start, std::int64_t request) {
    active_[request] = start;
    requests_.emplace(start, request);
  }

  // MPI_Startall starts several receives.
  void End(std::uint32_t start) {
    const auto [first, last] = requests_.equal_range(start);
    for (auto each = first; each != last; ++each) {
      const auto found = active_.find(each->second);
      if (found != active_.end() && found->second == start) active_.erase(found);
    }
    requests_.erase(first, last);
  }

  std::int64_t SentAt(std::size_t message) const {
    const ReceivedMessage& found = messages_.received[message];
    return found.send_begin + clocks_.OffsetOf(found.source);
  }

  void Complete(const AnyWait& wait) {
    const MpiCall& call = own_.calls[wait.call];
    const std::int64_t end = call.end + clocks_.OffsetOf(call.rank);
    std::vector<std::pair<std::int64_t, std::int64_t>> ready;  // time of sending and request
    for (auto at = active_.lower_bound(wait.request);
         at != active_.end() && IsInList(at->first, wait.request, wait.bytes); ++at) {
      const auto found = by_start_.find(at->second);
      if (found != by_start_.end() && SentAt(found->second) <= end)
        ready.emplace_back(SentAt(found->second), at->first);
    }
    std::ranges::sort(ready);
    if (!wait.takes_all && ready.size() > 1) ready.resize(1);
    for (const auto& [sent, request] : ready) {
      const std::size_t index = by_start_.at(active_.at(request));
      messages_.received[index].receive = static_cast<std::uint32_t>(wait.call);
      messages_.received[index].may_wait = sent == ready.front().first;
      is_taken_[index] = true;
      active_.erase(request);
    }
  }

  // Moves the messages that no call completes back to the unseen ones.
  void LeaveRest() {
    std::vector<ReceivedMessage> received;
    for (std::size_t i = 0; i < messages_.received.size(); ++i) {
      (i < seen_ || is_taken_[i] ? received : messages_.unseen_messages).push_back(messages_.received[i]);
    }
    messages_.unseen = messages_.unseen_messages.size();
    std::ranges::stable_sort(received, {}, &ReceivedMessage::receive);
    messages_.received = std::move(received);
  }

  const OwnCalls& own_;
  const ClockFit& clocks_;
  MatchedMessages& messages_;
  std::size_t seen_ = 0;  // number of messages that a call is seen to complete; the unseen ones follow
  std::vector<bool> is_taken_;
  std::unordered_map<std::uint32_t, std::size_t> by_start_;         // index of the message that a call started
  std::vector<std::pair<std::uint32_t, std::uint32_t>> completed_;  // the call that completes a receive, and its start
  std::map<std::int64_t, std::uint32_t> active_;                    // call that started the receive, by request
  std::unordered_multimap<std::uint32_t, std::int64_t> requests_;   // requests by the call that started the receive
};

}  // namespace

void CompleteAny(const OwnCalls& own, const std::vector<PostedReceive>& posted, const std::vector<AnyWait>& waits,
                 const ClockFit& clocks, MatchedMessages& messages) {
  if (!waits.empty()) AnyWaitFinder(own, clocks, messages).Run(posted, waits);
}

}  // namespace profdiff
