// SPDX-License-Identifier: GPL-3.0-or-later
// The steps in all processes are: describe the run, match messages and collective operations, fit clocks (in the first
// process), find waits, and replay the run without transfers.
// Tests: tests/unit/analyze/waits/mpi_test.cpp, tests/unit/analyze/waits/measured_parts_test.cpp.
#include "analyze/waits/mpi/matching.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "analyze/waits/causes/causes.h"
#include "analyze/waits/causes/share.h"
#include "analyze/waits/mpi/any_waits.h"
#include "analyze/waits/mpi/collectives.h"
#include "analyze/waits/mpi/disagreements.h"
#include "analyze/waits/mpi/messages.h"
#include "analyze/waits/mpi/replay.h"
#include "analyze/waits/mpi/waits.h"
#include "analyze/waits/mpi/whole_run.h"
#include "analyze/waits/mpi/window_locks.h"
#include "base/name_parts.h"

namespace profdiff {

// Message from each process to the first process.
struct MatchReport {
  std::vector<ClockBound> message_bounds, collective_bounds;
  std::vector<Disagreement> disagreements;
  std::uint64_t unsent = 0, unreceived = 0;  // numbers of receives without a send, and of sends without a receive
  std::uint64_t unjudged = 0;                // number of messages that receives from unknown senders may have received
  std::uint64_t left_out = 0;                // as in OwnCalls
  std::vector<PlacedError> errors;           // errors in messages
  std::vector<std::vector<PlacedError::Where>> desertions;  // calls of this process for each WholeRun::desertions
};

// The decision of the first process for all processes.
struct MatchDecision {
  std::map<std::uint32_t, std::int64_t> offsets;  // clock offsets in nanoseconds, by rank; empty if the clocks agree
  std::uint64_t half_width = 0;
  std::optional<std::string> clock_problem, collective_problem;
  std::uint64_t left_out = 0;  // as in OwnCalls, of the whole run
};

template <class Pack>
void Fields(Pack& pack, MatchReport& report) {
  pack(report.message_bounds, report.collective_bounds, report.disagreements, report.unsent, report.unreceived,
       report.unjudged, report.left_out, report.errors, report.desertions);
}
template <class Pack>
void Fields(Pack& pack, MatchDecision& decision) {
  pack(decision.offsets, decision.half_width, decision.clock_problem, decision.collective_problem, decision.left_out);
}

namespace {

// Adds a remark that counts the messages whose send or receive is missing from the recording. `done` and `missing` are
// "sent" and "received", in either order.
void RemarkOn(std::uint64_t count, const char* done, const char* missing, std::vector<Message>& remarks) {
  if (count == 0) return;
  remarks.emplace_back(std::to_string(count) + (count == 1 ? " message was " : " messages were ") + done +
                       ", but the recording has no call in which " + (count == 1 ? "it was " : "they were ") + missing +
                       ": waits for " + (count == 1 ? "it" : "them") + " are not counted");
}

class Matching {
 public:
  Matching(std::vector<TraceEvents>& parts, const MeasureOptions& options, const Exchange& exchange)
      : parts_(parts),
        exchange_(exchange),
        is_cut_(options.from != 0 || options.to != MeasureOptions::kWholeTrace),
        run_(DescribeRun(parts, options, exchange)) {
    for (TraceEvents& part : parts_) {
      if (part.phase != run_.phase) LeavePhase(part);
    }
    own_ = TakeCalls(parts_, run_, exchange.own());
  }

  MpiResult Match() {
    result_.message_problem = run_.gaps.MessageProblem();
    result_.root_problem = run_.gaps.RootProblem();
    result_.fence_problem = run_.gaps.FenceProblem();
    result_.lock_problem = run_.gaps.LockProblem();
    result_.counts_elements = run_.gaps.counts_elements;
    if (!run_.has_mpi) return std::move(result_);
    MatchedMessages messages;
    if (!result_.message_problem) messages = MatchMessages(own_, run_, exchange_);
    const std::vector<PostedReceive> posted = std::move(own_.transfers.posted);
    const std::vector<AnyWait> any_waits = std::move(own_.transfers.any_waits);
    const std::vector<WindowLock> locks = std::move(own_.transfers.locks);
    own_.transfers = {};
    Collectives collectives(own_, run_, exchange_);
    Decide(messages, collectives);
    const ClockFit& clocks = result_.clocks;
    if (!clocks.problem) CompleteAny(own_, posted, any_waits, clocks, messages);
    RemarkOnUnseen(messages.unseen);
    std::vector<MatchedCall> calls;
    if (!result_.collective_problem) calls = collectives.Answer(clocks);
    std::vector<WindowWait> lock_waits;
    if (!clocks.problem && !result_.lock_problem) lock_waits = FindWindowWaits(own_, locks, run_, clocks, exchange_);
    for (MpiCall& call : own_.calls) {
      call.begin += clocks.OffsetOf(call.rank);
      call.end += clocks.OffsetOf(call.rank);
    }
    if (!clocks.problem) FindWaits(messages, calls, lock_waits);
    AddSent(messages);
    for (const std::optional<std::string>& problem :
         {clocks.problem, result_.message_problem, result_.collective_problem}) {
      if (problem) result_.ideal_problem = *problem;
    }
    MarkRendezvous(messages);
    if (result_.ideal_problem.empty()) PlayIdeally({own_, messages, calls, collectives.operations()});
    return std::move(result_);
  }

 private:
  void Decide(const MatchedMessages& messages, Collectives& collectives) {
    ClockBounds by_messages, by_collectives;
    for (const ReceivedMessage& message : messages.received) AddBounds(message, by_messages);
    if (!AgreeEverywhere(by_messages, collectives)) collectives.AddBounds(by_collectives);
    const std::vector<MatchReport> reports = exchange_.Gather(
        MatchReport{by_messages.List(), by_collectives.List(), collectives.TakeDisagreements(), messages.unsent,
                    messages.unreceived, messages.unjudged, own_.left_out, messages.errors, DesertionPlaces()});
    std::vector<MatchDecision> decisions(exchange_.count());
    if (exchange_.own() == 0) decisions.assign(exchange_.count(), DecisionOn(reports));
    const MatchDecision decision = exchange_.Swap(std::move(decisions)).front();
    result_.collective_problem = decision.collective_problem;
    if (decision.left_out != 0) result_.ideal_problem = "the ranks of some communicators are unknown";
    result_.clocks = {decision.offsets, decision.half_width, {}, decision.clock_problem};
    PlaceErrors();
  }

  std::vector<std::vector<PlacedError::Where>> DesertionPlaces() const {
    std::vector<std::vector<PlacedError::Where>> places;
    for (const Desertion& found : run_.desertions) places.push_back(PlacesOf(found, own_, exchange_.own()));
    return places;
  }

  // Adds the operations without which ranks end, unless ranks disagree on operations anyway.
  void AddDesertions(const std::vector<MatchReport>& reports) {
    std::vector<PlacedError> placed;
    for (std::size_t i = 0; i < run_.desertions.size(); ++i) {
      std::vector<PlacedError::Where> places;
      for (const MatchReport& report : reports) {
        Exchange::Require(report.desertions.size() == run_.desertions.size());
        places.insert(places.end(), report.desertions[i].begin(), report.desertions[i].end());
      }
      placed.push_back(PlacedErrorOf(run_.desertions[i], std::move(places)));
    }
    errors_.insert(errors_.begin(), placed.begin(), placed.end());
  }

  // Adds the paths of calls to the errors. The first process asks the others for the paths of their calls.
  void PlaceErrors() {
    std::vector<std::vector<std::uint32_t>> wanted(exchange_.count());
    for (const PlacedError& placed : errors_) {
      for (const PlacedError::Where& place : placed.places) wanted[place.call.process].push_back(place.call.call);
    }
    wanted = exchange_.Swap(std::move(wanted));
    std::vector<std::string> own;
    for (const std::uint32_t call : wanted.front()) own.push_back(PathText(call));
    const std::vector<std::vector<std::string>> paths = exchange_.Gather(std::move(own));
    std::vector<std::size_t> next(exchange_.count());
    for (PlacedError& placed : errors_) {
      std::string text;
      for (const PlacedError::Where& place : placed.places) {
        const std::size_t process = place.call.process;
        Exchange::Require(next[process] < paths[process].size());
        text += (text.empty() ? "" : "; ") + ("rank " + std::to_string(place.rank)) + " in " +
                paths[process][next[process]++];
      }
      placed.error.text += " (" + text + ")";
      result_.errors.push_back(std::move(placed.error));
    }
  }

  // Returns the path of a call of this process, such as "main > solve > MPI_Barrier".
  std::string PathText(std::uint32_t call) const {
    Exchange::Require(call < own_.calls.size());
    const std::uint32_t part = own_.parts[call];
    const auto first = std::ranges::lower_bound(own_.parts, part) - own_.parts.begin();
    const Timelines& timelines = parts_[part].timelines;
    const std::uint32_t path = timelines.PathOfCall(call - static_cast<std::uint32_t>(first));
    std::string text;
    for (const std::string& name : NamesOfPath(timelines.names, timelines.paths, path, run_.phase)) {
      text += (text.empty() ? "" : " > ") + DemangledName(name);
    }
    return text;
  }

  // True if the clocks of all processes need no correction. The bounds of collective operations are then not computed:
  // their number grows with the square of the number of ranks.
  bool AgreeEverywhere(const ClockBounds& by_messages, const Collectives& collectives) const {
    const auto holds = [](const ClockBound& bound) { return bound.slack >= 0; };
    return IsTrueEverywhere(std::ranges::all_of(by_messages.List(), holds) && collectives.AreOrdered());
  }

  void AddBounds(const ReceivedMessage& message, ClockBounds& bounds) const {
    const MpiCall& receive = own_.calls[message.receive];
    bounds.AddOrder(message.source, message.send_begin, receive.rank, receive.KnownEnd());
    if (message.is_synchronous && message.start) {
      bounds.AddOrder(receive.rank, own_.calls[*message.start].begin, message.source, message.send_end);
    }
  }

  // Must be called in the first process. If ranks disagree on collective operations, the clock bounds of these
  // operations are not used.
  MatchDecision DecisionOn(const std::vector<MatchReport>& reports) {
    DisagreementList list;
    std::uint64_t unsent = 0, unreceived = 0, unjudged = 0;
    MatchDecision decision;
    for (const MatchReport& report : reports) {
      for (const Disagreement& found : report.disagreements) list.Add(found);
      unsent += report.unsent;
      unreceived += report.unreceived;
      unjudged += report.unjudged;
      decision.left_out += report.left_out;
      errors_.insert(errors_.end(), report.errors.begin(), report.errors.end());
    }
    RemarkOn(unreceived, "sent", "received", result_.remarks);
    RemarkOn(unsent, "received", "sent", result_.remarks);
    if (unjudged != 0) {
      result_.remarks.emplace_back(
          std::to_string(unjudged) + (unjudged == 1 ? " message was" : " messages were") +
          " sent to ranks that started receives of which the recording has neither sender nor end: waits for " +
          (unjudged == 1 ? "it" : "them") + " are not counted");
    }
    if (decision.left_out != 0) {
      result_.remarks.emplace_back(
          std::to_string(decision.left_out) + (decision.left_out == 1 ? " call of MPI is" : " calls of MPI are") +
          " left out: the recording does not show all ranks of the communicator; record the arguments of the routines "
          "that create communicators, as in egprof-check(1), or use EZTrace");
    }
    decision.collective_problem = run_.gaps.CollectiveProblem();
    const std::vector<Disagreement> disagreements = list.Take();
    if (!decision.collective_problem && !disagreements.empty()) {
      decision.collective_problem = ErrorOf(disagreements.front()).text;
      std::vector<PlacedError> placed;
      for (const Disagreement& found : disagreements) placed.push_back(PlacedErrorOf(found));
      errors_.insert(errors_.begin(), placed.begin(), placed.end());
    }
    if (!decision.collective_problem) {
      AddDesertions(reports);
      RemarkOnCounts();
    }
    const ClockFit fit = FitClocks(Ranks(), JoinBounds(reports, !decision.collective_problem));
    decision.clock_problem = fit.problem;
    if (fit.unconnected) {
      result_.remarks.emplace_back("no recorded message or collective operation connects ranks " +
                                   std::to_string(Ranks().front()) + " and " + std::to_string(*fit.unconnected) +
                                   ": the difference of their clocks is unknown");
    }
    decision.half_width = fit.half_width;
    decision.offsets = fit.offsets;
    return decision;
  }

  // `own` is the number of messages of this process that no call is seen to receive.
  void RemarkOnUnseen(std::uint64_t own) {
    std::uint64_t unseen = 0;
    for (const std::uint64_t count : exchange_.Gather(std::move(own))) unseen += count;
    if (unseen == 0) return;
    result_.remarks.emplace_back(
        std::to_string(unseen) + (unseen == 1 ? " message was" : " messages were") +
        " received in calls that the recording does not connect with the start of the receive, such as MPI_Waitany "
        "or MPI_Test: waits for " +
        (unseen == 1 ? "it" : "them") + " are not counted");
  }

  void RemarkOnCounts() {
    for (const Communicator& communicator : run_.communicators) {
      const std::string fewest = std::to_string(communicator.fewest);
      if (communicator.fewest == communicator.most) continue;
      result_.remarks.emplace_back("ranks made from " + fewest + " to " + std::to_string(communicator.most) +
                                   " calls of collective operations of one communicator: the first " + fewest +
                                   " are compared");
    }
  }

  std::vector<std::uint32_t> Ranks() const {
    std::vector<std::uint32_t> ranks;
    for (const auto& [rank, process] : run_.process_of) ranks.push_back(rank);
    return ranks;
  }

  ClockBounds JoinBounds(const std::vector<MatchReport>& reports, bool with_collectives) const {
    ClockBounds bounds;
    const auto add = [&](const std::vector<ClockBound>& list) {
      for (const ClockBound& bound : list) {
        Exchange::Require(run_.ProcessOf(bound.cause) && run_.ProcessOf(bound.effect));
        bounds.Add(bound);
      }
    };
    for (const MatchReport& report : reports) {
      add(report.message_bounds);
      if (with_collectives) add(report.collective_bounds);
    }
    return bounds;
  }

  // MPI_Send is synchronous if it waited for the receiver (rendezvous): it began before the receive began, and ended
  // after the receive began. In corrected time, a receive thus always begins later than a send that waits for it, so
  // such waits cannot form a cycle in the replay.
  void MarkRendezvous(MatchedMessages& messages) const {
    for (ReceivedMessage& message : messages.received) {
      if (!message.is_blocking || !message.start) continue;
      const std::int64_t begin = own_.calls[*message.start].begin - result_.clocks.OffsetOf(message.source);
      if (message.send_begin < begin && begin < message.send_end) message.is_synchronous = true;
    }
    for (DeliveredMessage& message : messages.delivered) {
      const MpiCall& send = own_.calls[message.send];
      if (send.routine.kind != MpiRoutine::Kind::kSend || !message.start) continue;
      const std::int64_t begin = message.start_begin + result_.clocks.OffsetOf(message.destination);
      if (send.begin < begin && begin < send.KnownEnd()) message.is_synchronous = true;
    }
  }

  void FindWaits(const MatchedMessages& messages, const std::vector<MatchedCall>& calls,
                 const std::vector<WindowWait>& locks) {
    std::vector<CallWait> waits = FindMpiWaits(own_, messages, calls, locks, result_.clocks);
    std::ranges::stable_sort(waits, {}, &CallWait::call);
    AddWaits(waits);
    AddPathSums(waits);
    if (run_.process_of.size() < 2) return;
    result_.causes = FindCauses(TakeHistory(parts_, own_, run_, result_.clocks, waits, messages), run_, exchange_);
  }

  // Adds up the waits within the phase by path.
  void AddPathSums(const std::vector<CallWait>& waits) {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::int64_t> sums;  // by part, kind and path
    std::size_t first = 0;  // index of the first call of the current part; waits are in the order of calls
    std::uint32_t part = 0;
    for (const CallWait& wait : waits) {
      for (; part < own_.parts[wait.call]; ++part) first += parts_[part].call_paths.size();
      if (own_.calls[wait.call].instance == 0) continue;
      const std::uint32_t path = parts_[part].call_paths[wait.call - first];
      if (path != kNoPath) sums[{part, static_cast<std::uint32_t>(wait.kind), path}] += wait.lost;
    }
    for (const auto& [key, lost] : sums) {
      const auto& [in, kind, path] = key;
      parts_[in].path_losses.sums.push_back({kind, path, true, lost});
    }
    for (TraceEvents& each : parts_) each.call_paths = std::vector<std::uint32_t>();
  }

  // Adds up the waits within the phase, in the order of calls.
  void AddWaits(const std::vector<CallWait>& waits) {
    std::map<std::tuple<std::size_t, WaitKind, std::uint32_t, NameId, NameId, std::uint32_t>, std::size_t> places;
    for (const CallWait& wait : waits) {
      const MpiCall& call = own_.calls[wait.call];
      const std::size_t part = own_.parts[wait.call];
      if (call.instance == 0) continue;
      std::vector<Wait>& sums = parts_[part].mpi_waits;
      const auto [at, is_new] =
          places.try_emplace({part, wait.kind, call.thread, call.caller, call.function, call.instance}, sums.size());
      if (is_new) sums.push_back({wait.kind, call.thread, call.caller, call.function, call.instance, 0, false, 0});
      sums[at->second].lost += wait.lost;
      ++sums[at->second].count;
    }
  }

  // Adds up the messages that were sent within the phase and received.
  void AddSent(const MatchedMessages& messages) {
    std::map<std::tuple<std::size_t, std::uint32_t, NameId, NameId, std::uint32_t>, SentMessages> sums;
    for (const DeliveredMessage& message : messages.delivered) {
      const MpiCall& call = own_.calls[message.send];
      if (call.instance == 0 || (is_cut_ && call.begin == call.end)) continue;
      SentMessages& sum = sums[{own_.parts[message.send], call.thread, call.caller, call.function, call.instance}];
      sum = {call.thread, call.caller, call.function, call.instance, sum.messages + 1, sum.bytes + message.bytes};
    }
    for (const auto& [key, sum] : sums) parts_[std::get<0>(key)].sent.push_back(sum);
  }

  // Replays the run if the phase has only one instance and every rank is in it.
  void PlayIdeally(const MatchedShare& share) {
    std::map<std::uint32_t, TimeSpan> instance;
    std::map<std::uint32_t, const ThreadEvents*> first_threads;
    for (const TraceEvents& part : parts_) {
      for (const ThreadEvents& thread : part.threads) first_threads.try_emplace(thread.rank, &thread);
    }
    bool is_complete = run_.instances == 1;
    for (const auto& [rank, thread] : first_threads) {
      if (thread->intervals.empty()) {
        is_complete = false;
        continue;
      }
      const std::int64_t offset = result_.clocks.OffsetOf(rank);
      const TimeSpan& interval = thread->intervals.front();
      instance[rank] = {interval.begin + offset, interval.end + offset};
    }
    if (!IsTrueEverywhere(is_complete)) {
      result_.ideal_problem = run_.instances == 1 ? "a rank is never in the phase" : "the phase has several instances";
      return;
    }
    result_.ideal_length = ReplayIdeally(share, instance, exchange_);
    if (!result_.ideal_length)
      result_.ideal_problem =
          "calls wait for each other in a cycle; several threads of a rank may call MPI at the same time";
  }

  // Exchanges a flag with all processes. Packing needs references to values, which std::vector<bool> does not provide.
  bool IsTrueEverywhere(bool flag) const {
    const std::vector<std::uint8_t> flags = exchange_.Share(static_cast<std::uint8_t>(flag));
    return std::ranges::find(flags, 0) == flags.end();
  }

  std::vector<TraceEvents>& parts_;
  const Exchange& exchange_;
  const bool is_cut_;  // true if calls outside a part of the run take no time
  WholeRun run_;
  OwnCalls own_;
  std::vector<PlacedError> errors_;  // only in the first process
  MpiResult result_;
};

}  // namespace

MpiResult MatchMpiCalls(std::vector<TraceEvents>& parts, const MeasureOptions& options, const Exchange& exchange) {
  return Matching(parts, options, exchange).Match();
}

}  // namespace profdiff
