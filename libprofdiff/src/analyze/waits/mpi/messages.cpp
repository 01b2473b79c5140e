// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#include "analyze/waits/mpi/messages.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace profdiff {

// The send of a message.
struct SentMessage {
  std::uint32_t call = 0;  // index into OwnCalls::calls of the sender's process
  std::uint32_t source = 0, destination = 0, tag = 0;
  std::uint64_t communicator = 0;
  std::uint64_t index = 0;  // index into the sender's Transfers::sends
  std::int64_t begin = 0, duration = 0;
  bool is_open = false, is_blocking = false, is_synchronous = false, is_played = false;
  bool has_finalized = false;  // true if the source has called MPI_Finalize since
};

// The reply to the sender of a message, which states where and when the message was received.
struct Delivery {
  std::uint64_t index = 0;  // index into the sender's Transfers::sends
  std::uint32_t receive = 0;
  bool is_played = false;
  std::optional<std::uint32_t> start;
  std::int64_t start_begin = 0;
  bool start_is_played = false;
  bool is_seen = true;
};

template <class Pack>
void Fields(Pack& pack, SentMessage& sent) {
  pack(sent.call, sent.source, sent.destination, sent.tag, sent.communicator, sent.index, sent.begin, sent.duration,
       sent.is_open, sent.is_blocking, sent.is_synchronous, sent.is_played, sent.has_finalized);
}
template <class Pack>
void Fields(Pack& pack, Delivery& delivery) {
  pack(delivery.index, delivery.receive, delivery.is_played, delivery.start, delivery.start_begin,
       delivery.start_is_played, delivery.is_seen);
}

namespace {

// The maximum number of errors in the messages to the ranks of a process. One mistake may affect all ranks.
constexpr std::size_t kMostErrors = 20;

// A sent message after its transfer to the receiver's process.
struct Arrived {
  std::uint32_t process = 0;
  SentMessage message;
};

// Returns the index of a call in OwnCalls, which has fewer than 2^32 calls.
std::uint32_t Index(std::size_t call) { return static_cast<std::uint32_t>(call); }

// Messages that have been sent from one rank to another in one communicator, but not yet received.
class Channel {
 public:
  void Send(std::size_t arrived, std::uint32_t tag) { by_tag_[tag].push_back(arrived); }

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

  // Returns the message that Receive would take; nullopt if there is none.
  std::optional<std::size_t> Probe(std::uint32_t tag) const {
    if (tag == MessageEnd::kAnyTag) return FirstLeft();
    const auto found = by_tag_.find(tag);
    return found == by_tag_.end() || found->second.empty() ? std::nullopt : std::optional(found->second.front());
  }

  // Returns the first message that is left; nullopt if there is none.
  std::optional<std::size_t> FirstLeft() const {
    std::optional<std::size_t> first;
    for (const auto& [tag, sends] : by_tag_) {
      if (!sends.empty() && (!first || sends.front() < *first)) first = sends.front();
    }
    return first;
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

  std::map<std::uint32_t, std::deque<std::size_t>> by_tag_;  // indices of messages by tag, in the order of sending
};

using ChannelKey = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;  // source, destination and communicator

ChannelKey KeyOf(const MessageEnd& end) { return {end.source, end.destination, end.communicator}; }

class MessageMatcher {
 public:
  MessageMatcher(const OwnCalls& own, const WholeRun& run, const Exchange& exchange)
      : own_(own), run_(run), exchange_(exchange) {}

  MatchedMessages Match() {
    TakeSent();
    std::vector<std::vector<Delivery>> answers(exchange_.count());
    const std::vector<MessageEnd> known = KnownReceives();
    for (const MessageEnd& receive : known) AddReceive(receive, answers);
    for (const auto& [key, channel] : channels_) AddLeft(key, channel);
    for (const MessageEnd* receive : unmatched_) AddTagError(*receive);
    std::ranges::stable_sort(matched_.received, {}, &ReceivedMessage::receive);
    for (std::vector<Delivery>& each : answers) std::ranges::stable_sort(each, {}, &Delivery::receive);
    answers = exchange_.Swap(std::move(answers));
    for (std::uint32_t process = 0; process < answers.size(); ++process) {
      for (const Delivery& answer : answers[process]) AddDelivery(process, answer);
    }
    return std::move(matched_);
  }

 private:
  // Exchanges the sent messages. A message to a rank without a recording counts as not received.
  void TakeSent() {
    for (const MpiCall& call : own_.calls) {
      if (call.routine.kind == MpiRoutine::Kind::kFinalize) finalized_.insert(call.rank);
      if (call.routine.may_receive) uncertain_.insert(call.rank);
    }
    std::vector<std::vector<SentMessage>> sent(exchange_.count());
    for (std::size_t i = 0; i < own_.transfers.sends.size(); ++i) {
      const MessageEnd& send = own_.transfers.sends[i];
      const MpiCall& call = own_.calls[send.call];
      const std::optional<std::size_t> process = run_.ProcessOf(send.destination);
      if (!process) {
        ++matched_.unreceived;
        continue;
      }
      const bool is_blocking = call.routine.kind == MpiRoutine::Kind::kSend;
      const bool is_synchronous = call.routine.kind == MpiRoutine::Kind::kSynchronousSend;
      sent[*process].push_back({Index(send.call), send.source, send.destination, send.tag, send.communicator, i,
                                call.begin, call.end - call.begin, call.is_open, is_blocking, is_synchronous,
                                call.instance == 1, finalized_.contains(send.source)});
    }
    sent = exchange_.Swap(std::move(sent));
    for (std::uint32_t process = 0; process < sent.size(); ++process) {
      for (const SentMessage& message : sent[process]) {
        Exchange::Require(run_.ProcessOf(message.source) == process);
        Exchange::Require(process == exchange_.own() || Exchange::IsInterval(message.begin, message.duration));
        channels_[{message.source, message.destination, message.communicator}].Send(arrived_.size(), message.tag);
        arrived_.push_back({process, message});
      }
    }
  }

  // Returns the receives, with the senders of those that have only a start. Leaves out the channels to
  // which such receives may belong if this is uncertain.
  std::vector<MessageEnd> KnownReceives() {
    std::map<std::uint32_t, std::uint64_t> unknown;  // number of such receives, by destination
    std::map<ChannelKey, std::uint64_t> received;
    for (const MessageEnd& receive : own_.transfers.receives) {
      if (receive.is_probe) continue;
      receive.source == MessageEnd::kUnknownRank ? ++unknown[receive.destination] : ++received[KeyOf(receive)];
    }
    if (unknown.empty()) return own_.transfers.receives;
    std::map<std::uint32_t, std::vector<ChannelKey>> surplus = SurplusOf(received);
    for (auto& [destination, keys] : surplus) {
      const bool is_certain =
          keys.size() == 1 && channels_.at(keys[0]).left() - received[keys[0]] == unknown[destination];
      if (is_certain || !unknown.contains(destination)) continue;
      for (const ChannelKey& key : keys) LeaveOut(key);
      keys.clear();
    }
    std::vector<MessageEnd> known;
    for (MessageEnd receive : own_.transfers.receives) {
      const bool is_unknown = receive.source == MessageEnd::kUnknownRank;
      const std::vector<ChannelKey>& keys = surplus[receive.destination];
      if (is_unknown && keys.empty()) continue;
      if (is_unknown) std::tie(receive.source, std::ignore, receive.communicator) = keys[0];
      if (!left_out_.contains(KeyOf(receive))) known.push_back(receive);
    }
    return known;
  }

  // Returns the channels in which more messages were sent than received, by destination.
  std::map<std::uint32_t, std::vector<ChannelKey>> SurplusOf(std::map<ChannelKey, std::uint64_t>& received) const {
    std::map<std::uint32_t, std::vector<ChannelKey>> surplus;
    for (const auto& [key, channel] : channels_) {
      if (channel.left() > received[key]) surplus[std::get<1>(key)].push_back(key);
    }
    return surplus;
  }

  void LeaveOut(const ChannelKey& key) {
    matched_.unjudged += channels_.at(key).left();
    channels_.erase(key);
    left_out_.insert(key);
  }

  void AddReceive(const MessageEnd& receive, std::vector<std::vector<Delivery>>& answers) {
    const auto channel = channels_.find(KeyOf(receive));
    if (receive.is_probe) {
      const auto probed = channel == channels_.end() ? std::nullopt : channel->second.Probe(receive.tag);
      if (probed && receive.poll) AddPolled(receive, *probed);
      if (probed && !receive.poll) matched_.received.push_back(MessageOf(receive, *probed));
      return;
    }
    const auto match = channel == channels_.end() ? std::nullopt : channel->second.Receive(receive.tag);
    if (!match) {
      ++matched_.unsent;
      if (own_.calls[receive.call].is_open) unmatched_.push_back(&receive);
      return;
    }
    if (receive.poll) AddPolled(receive, *match);
    const auto& [process, sent] = arrived_[*match];
    ReceivedMessage message = MessageOf(receive, *match);
    const std::optional<std::uint32_t> start = message.start;
    if (receive.is_seen) message.replayed = message.receive;
    if (receive.is_seen) {
      matched_.received.push_back(message);
    } else {
      ++matched_.unseen;
      matched_.unseen_messages.push_back(message);
    }
    Delivery answer;
    answer.is_seen = receive.is_seen;
    answer.index = sent.index;
    answer.receive = Index(receive.call);
    answer.is_played = own_.calls[receive.call].instance == 1;
    if (start) {
      answer.start = start;
      answer.start_begin = own_.calls[*start].begin;
      answer.start_is_played = own_.calls[*start].instance == 1;
    }
    answers[process].push_back(answer);
  }

  void AddPolled(const MessageEnd& receive, std::size_t match) {
    const auto& [process, sent] = arrived_[match];
    matched_.polled.push_back({*receive.poll, sent.source, sent.begin, {process, sent.call}});
  }

  ReceivedMessage MessageOf(const MessageEnd& receive, std::size_t match) const {
    const auto& [process, sent] = arrived_[match];
    std::optional<std::uint32_t> start;
    if (receive.start && !receive.is_probe) start = Index(*receive.start);
    const std::int64_t send_end = sent.is_open ? kUnknownEnd : sent.begin + sent.duration;
    return {Index(receive.call), start,    {process, sent.call}, sent.source,
            sent.begin,          send_end, sent.is_blocking,     sent.is_synchronous,
            sent.is_played};
  }

  // A rank hangs in a receive, the messages that are left for it have other tags, and the sender will send no more.
  void AddTagError(const MessageEnd& receive) {
    const auto channel = channels_.find(KeyOf(receive));
    const auto left = channel == channels_.end() ? std::nullopt : channel->second.FirstLeft();
    if (!left || receive.tag == MessageEnd::kAnyTag || !arrived_[*left].message.has_finalized) return;
    const auto& [process, sent] = arrived_[*left];
    const std::uint32_t tag = sent.tag;
    const std::string source = std::to_string(receive.source), destination = std::to_string(receive.destination);
    const RunError error{"tag",
                         {std::min(receive.source, receive.destination), std::max(receive.source, receive.destination)},
                         "rank " + destination + " waits for a message with tag " + std::to_string(receive.tag) +
                             " from rank " + source + ", which sent one with tag " + std::to_string(tag)};
    const CallAddress own{static_cast<std::uint32_t>(exchange_.own()), Index(receive.call)};
    matched_.errors.push_back({error, {{receive.destination, own}, {receive.source, {process, sent.call}}}});
  }

  // Counts the messages that are left in a channel. They are an error if the destination has received all messages that
  // it will ever receive.
  void AddLeft(const ChannelKey& key, const Channel& channel) {
    const auto first = channel.FirstLeft();
    if (!first) return;
    const std::uint32_t destination = std::get<1>(key);
    if (!finalized_.contains(destination) || uncertain_.contains(destination) ||
        matched_.errors.size() >= kMostErrors) {
      matched_.unreceived += channel.left();
      return;
    }
    const auto& [process, sent] = arrived_[*first];
    const std::uint64_t count = channel.left();
    const RunError error{"unreceived",
                         {std::min(sent.source, destination), std::max(sent.source, destination)},
                         "rank " + std::to_string(destination) + " ends without having received " +
                             Plural(count, "message") + " from rank " + std::to_string(sent.source) +
                             (count == 1 ? ", with tag " : ", the first one with tag ") + std::to_string(sent.tag)};
    matched_.errors.push_back({error, {{sent.source, {process, sent.call}}}});
  }

  void AddDelivery(std::uint32_t process, const Delivery& answer) {
    Exchange::Require(answer.index < own_.transfers.sends.size());
    Exchange::Require(process == exchange_.own() || Exchange::IsInterval(answer.start_begin, 0));
    const MessageEnd& send = own_.transfers.sends[answer.index];
    const MpiRoutine::Kind kind = own_.calls[send.call].routine.kind;
    const CallAddress receive{process, answer.receive};
    matched_.delivered.push_back({Index(send.call), send.bytes, receive, kind == MpiRoutine::Kind::kSynchronousSend,
                                  answer.is_played, answer.is_seen, send.destination, answer.start, answer.start_begin,
                                  answer.start_is_played, WaitingFor(send)});
  }

  static std::optional<std::uint32_t> WaitingFor(const MessageEnd& send) {
    return send.start ? std::optional(Index(*send.start)) : std::nullopt;
  }

  const OwnCalls& own_;
  const WholeRun& run_;
  const Exchange& exchange_;
  std::vector<Arrived> arrived_;
  std::vector<const MessageEnd*> unmatched_;  // receives that never ended and have no message
  std::map<ChannelKey, Channel> channels_;
  std::set<ChannelKey> left_out_;
  // Ranks of this process that called MPI_Finalize, and those that may have received messages in other ways.
  std::set<std::uint32_t> finalized_, uncertain_;
  MatchedMessages matched_;
};

}  // namespace

MatchedMessages MatchMessages(const OwnCalls& own, const WholeRun& run, const Exchange& exchange) {
  return MessageMatcher(own, run, exchange).Match();
}

}  // namespace profdiff
