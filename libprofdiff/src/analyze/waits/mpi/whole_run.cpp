// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/measured_parts_test.cpp.
#include "analyze/waits/mpi/whole_run.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace profdiff {

// The number of collective operations that one rank called in one communicator.
struct CollectiveCount {
  std::uint64_t communicator = 0;
  std::uint32_t rank = 0;
  std::uint64_t calls = 0;
};

// A summary of the calls of one process.
struct MpiSummary {
  std::vector<std::uint32_t> ranks;
  std::vector<std::string> phases;       // name of the phase in each part
  std::vector<std::uint32_t> instances;  // number of instances of the phase in each part
  bool has_mpi = false;
  TransferGaps gaps;
  std::vector<CollectiveCount> counts;  // sorted by communicator, then by rank
  std::vector<std::string> routines;
  std::vector<std::uint32_t> finalized;  // ranks that called MPI_Finalize
  std::vector<RankCommunicators> communicators;
};

template <class Pack>
void Fields(Pack& pack, CollectiveCount& count) {
  pack(count.communicator, count.rank, count.calls);
}
template <class Pack>
void Fields(Pack& pack, MpiSummary& summary) {
  pack(summary.ranks, summary.phases, summary.instances, summary.has_mpi, summary.gaps, summary.counts,
       summary.routines, summary.finalized, summary.communicators);
}

namespace {

MpiSummary Summarize(const std::vector<TraceEvents>& parts) {
  MpiSummary summary;
  std::set<std::uint32_t> ranks, finalized;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint64_t> counts;
  std::set<std::string> routines;
  for (const TraceEvents& part : parts) {
    for (const ThreadEvents& thread : part.threads) ranks.insert(thread.rank);
    summary.phases.push_back(part.phase);
    summary.instances.push_back(part.instances);
    summary.has_mpi = summary.has_mpi || part.has_mpi;
    summary.gaps.Add(part.transfers.gaps);
    const std::vector<RankCommunicators>& communicators = part.transfers.communicators;
    summary.communicators.insert(summary.communicators.end(), communicators.begin(), communicators.end());
    for (const MpiCall& call : part.calls) {
      if (call.routine.kind == MpiRoutine::Kind::kFinalize) finalized.insert(call.rank);
      if (!call.routine.is_collective()) continue;
      ++counts[{call.communicator, call.rank}];
      routines.insert(part.names[call.function.value]);
    }
  }
  summary.ranks.assign(ranks.begin(), ranks.end());
  for (const auto& [key, calls] : counts) summary.counts.push_back({key.first, key.second, calls});
  summary.finalized.assign(finalized.begin(), finalized.end());
  summary.routines.assign(routines.begin(), routines.end());
  return summary;
}

// Returns the communicators with more than one rank, since a single rank does not wait.
std::vector<Communicator> CommunicatorsOf(const std::vector<MpiSummary>& summaries) {
  std::map<std::uint64_t, Communicator> found;
  for (const MpiSummary& summary : summaries) {
    for (const CollectiveCount& count : summary.counts) {
      Communicator& communicator = found[count.communicator];
      communicator.id = count.communicator;
      communicator.fewest = communicator.ranks.empty() ? count.calls : std::min(communicator.fewest, count.calls);
      communicator.most = std::max(communicator.most, count.calls);
      communicator.ranks.push_back(count.rank);
    }
  }
  std::vector<Communicator> communicators;
  for (auto& [id, communicator] : found) {
    if (communicator.ranks.size() < 2) continue;
    std::ranges::sort(communicator.ranks);
    communicators.push_back(std::move(communicator));
  }
  return communicators;
}

// Returns the operations without which ranks end. If there is only one communicator, all ranks belong to it.
std::vector<Desertion> DesertionsOf(const std::vector<MpiSummary>& summaries, const WholeRun& run) {
  const TransferGaps& gaps = run.gaps;
  if (gaps.splits_communicators && !gaps.tells_apart) return {};
  std::map<std::uint64_t, std::map<std::uint32_t, std::uint64_t>> calls;  // by communicator and rank
  std::set<std::uint32_t> finalized;
  for (const MpiSummary& summary : summaries) {
    for (const CollectiveCount& count : summary.counts) calls[count.communicator][count.rank] = count.calls;
    finalized.insert(summary.finalized.begin(), summary.finalized.end());
  }
  std::vector<Desertion> found;
  for (auto& [communicator, counts] : calls) {
    if (gaps.most_communicators == 1) {
      for (const std::uint32_t rank : finalized) counts.try_emplace(rank, 0);
    }
    const std::vector<FoundCommunicator>& known = run.communicator_map.found();
    if (communicator < known.size()) {
      for (const std::uint32_t rank : known[communicator].ranks) {
        if (finalized.contains(rank)) counts.try_emplace(rank, 0);
      }
    }
    Desertion desertion{communicator, ~std::uint64_t{0}, {}, {}};
    for (const auto& [rank, count] : counts) {
      if (finalized.contains(rank)) desertion.operation = std::min(desertion.operation, count);
    }
    for (const auto& [rank, count] : counts) {
      if (count > desertion.operation) desertion.inside.push_back(rank);
      if (count == desertion.operation && finalized.contains(rank)) desertion.left.push_back(rank);
    }
    if (!desertion.inside.empty() && !desertion.left.empty()) found.push_back(std::move(desertion));
  }
  return found;
}

bool IsWindow(std::uint64_t number) { return number != kUnnamedCommunicator && (number & kWindowBit) != 0; }

// Finds out which communicators of different ranks are the same one, and renumbers those of the summaries.
void TellApart(std::vector<MpiSummary>& summaries, WholeRun& run) {
  if (run.gaps.most_communicators > 1 || run.gaps.has_windows) {
    std::vector<std::uint32_t> ranks;
    for (const auto& [rank, process] : run.process_of) ranks.push_back(rank);
    std::vector<RankCommunicators> logs;
    for (MpiSummary& summary : summaries) {
      for (RankCommunicators& log : summary.communicators) Exchange::Require(run.ProcessOf(log.rank).has_value());
      std::ranges::move(summary.communicators, std::back_inserter(logs));
    }
    run.communicator_map = CommunicatorMap(logs, ranks);
    run.gaps.tells_apart = run.communicator_map.is_known();
  }
  for (MpiSummary& summary : summaries) {
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint64_t> counts;  // by communicator and rank
    for (const CollectiveCount& count : summary.counts) {
      if (!run.gaps.tells_apart && IsWindow(count.communicator)) continue;
      counts[{run.CommunicatorOf(count.rank, count.communicator), count.rank}] += count.calls;
    }
    summary.counts.clear();
    for (const auto& [key, calls] : counts) summary.counts.push_back({key.first, key.second, calls});
  }
}

}  // namespace

std::uint64_t WholeRun::CommunicatorOf(std::uint32_t rank, std::uint64_t number) const {
  const bool is_world = number == kUnnamedCommunicator && gaps.most_communicators <= 1;
  if (!gaps.tells_apart || is_world) return number == kUnnamedCommunicator ? 0 : number;
  if (number != kUnnamedCommunicator) number &= ~kWindowBit;
  constexpr unsigned kUnknown = 63, kRank = 31;
  const auto found = communicator_map.Find(rank, number);
  return found ? *found : std::uint64_t{1} << kUnknown | std::uint64_t{rank} << kRank | (number & 0x7fffffff);
}

// A communicator of all ranks is taken for MPI_COMM_WORLD, or for a copy of it.
std::vector<std::uint32_t> WholeRun::OrderOf(const Communicator& communicator) const {
  const std::vector<FoundCommunicator>& found = communicator_map.found();
  if (communicator.id < found.size()) {
    const FoundCommunicator& known = found[communicator.id];
    return known.is_ordered ? known.ranks : std::vector<std::uint32_t>();
  }
  return communicator.ranks.size() == process_of.size() ? communicator.ranks : std::vector<std::uint32_t>();
}

std::optional<std::size_t> WholeRun::ProcessOf(std::uint32_t rank) const {
  const auto found = process_of.find(rank);
  return found == process_of.end() ? std::nullopt : std::optional(found->second);
}

WholeRun DescribeRun(const std::vector<TraceEvents>& parts, const MeasureOptions& options, const Exchange& exchange) {
  std::vector<MpiSummary> summaries = exchange.Share(Summarize(parts));
  WholeRun run;
  std::vector<std::string> phases;
  for (std::size_t process = 0; process < summaries.size(); ++process) {
    MpiSummary& summary = summaries[process];
    for (const std::uint32_t rank : summary.ranks) Exchange::Require(run.process_of.emplace(rank, process).second);
    for (const CollectiveCount& count : summary.counts) {
      Exchange::Require(run.ProcessOf(count.rank) == process);
    }
    Exchange::Require(summary.instances.size() == summary.phases.size());
    std::ranges::copy(summary.phases, std::back_inserter(phases));
    run.has_mpi = run.has_mpi || summary.has_mpi;
    run.gaps.Add(summary.gaps);
    run.routines.push_back(std::move(summary.routines));
  }
  TellApart(summaries, run);
  run.phase = PhaseOfRun(phases, options);
  for (const MpiSummary& summary : summaries) {
    for (std::size_t part = 0; part < summary.phases.size(); ++part) {
      if (summary.phases[part] == run.phase) run.instances = std::max(run.instances, summary.instances[part]);
    }
  }
  run.gaps.has_many_ranks = !run.process_of.empty() && run.process_of.rbegin()->first >= kMostFortranRanks;
  run.communicators = CommunicatorsOf(summaries);
  run.desertions = DesertionsOf(summaries, run);
  return run;
}

namespace {

// Replaces numbers of communicators, and ranks in them, where only argument values were recorded. Leaves out what was
// sent or received in communicators whose ranks are unknown.
class Translation {
 public:
  Translation(const WholeRun& run, OwnCalls& own) : run_(run), own_(own) {}

  void Run() {
    for (MpiCall& call : own_.calls) {
      if (call.routine.is_collective()) Translate(call);
    }
    if (!run_.gaps.tells_apart) return;
    Translate(own_.transfers.sends, &MessageEnd::source, &MessageEnd::destination);
    Translate(own_.transfers.receives, &MessageEnd::destination, &MessageEnd::source);
    TranslateLocks();
  }

 private:
  // Returns the rank in MPI_COMM_WORLD of a rank in a communicator; nullopt if it is unknown.
  std::optional<std::uint32_t> WorldRank(std::uint64_t communicator, std::uint32_t rank) const {
    const std::vector<FoundCommunicator>& found = run_.communicator_map.found();
    if (communicator >= found.size() || !found[communicator].is_ordered) return std::nullopt;
    const std::vector<std::uint32_t>& ranks = found[communicator].ranks;
    return rank < ranks.size() ? std::optional(ranks[rank]) : std::nullopt;
  }

  void Translate(MpiCall& call) {
    call.communicator = run_.CommunicatorOf(call.rank, call.communicator);
    if (!run_.gaps.tells_apart) return;
    if (call.root) call.root = WorldRank(call.communicator, *call.root);
    const std::vector<FoundCommunicator>& found = run_.communicator_map.found();
    const bool has_ranks = call.communicator < found.size();
    const bool needs_order = call.routine.kind == MpiRoutine::Kind::kScan && has_ranks;
    const bool lacks_order = needs_order && !found[call.communicator].is_ordered;
    if (!has_ranks || lacks_order || (call.routine.partner != 0 && !call.root)) ++own_.left_out;
  }

  void Translate(std::vector<MessageEnd>& ends, std::uint32_t MessageEnd::*own, std::uint32_t MessageEnd::*partner) {
    const auto is_unknown = [&](MessageEnd& end) {
      end.communicator = run_.CommunicatorOf(end.*own, end.communicator);
      const auto rank = WorldRank(end.communicator, end.*partner);
      if (rank) end.*partner = *rank;
      return !rank;
    };
    own_.left_out += std::erase_if(ends, is_unknown);
  }

  void TranslateLocks() {
    own_.left_out += std::erase_if(own_.transfers.locks, [&](WindowLock& lock) {
      lock.window = run_.CommunicatorOf(lock.rank, lock.window);
      const auto rank = WorldRank(lock.window, lock.target);
      if (rank) lock.target = *rank;
      return !rank;
    });
  }

  const WholeRun& run_;
  OwnCalls& own_;
};

}  // namespace

OwnCalls TakeCalls(std::vector<TraceEvents>& parts, const WholeRun& run, std::size_t process) {
  const std::vector<std::string>& routines = run.routines[process];
  OwnCalls own;
  std::size_t count = 0;
  for (const TraceEvents& part : parts) count += part.calls.size();
  if (count >= std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::kOverflow, "more than 4,294,967,294 calls of MPI in one process: use more processes");
  }
  own.calls.reserve(count);
  own.parts.reserve(count);
  own.routines.reserve(count);
  for (std::uint32_t part = 0; part < parts.size(); ++part) {
    // Index of each name in `routines`, by NameId; 0 for a name that is not in `routines`.
    std::vector<std::uint32_t> routine_of;
    for (const std::string& name : parts[part].names) {
      const auto found = std::ranges::lower_bound(routines, name);
      const bool is_known = found != routines.end() && *found == name;
      routine_of.push_back(is_known ? static_cast<std::uint32_t>(found - routines.begin()) : 0);
    }
    for (auto* ends : {&parts[part].transfers.sends, &parts[part].transfers.receives}) {
      for (MessageEnd& end : *ends) {
        end.call += own.calls.size();
        if (end.start) *end.start += own.calls.size();
      }
    }
    for (PostedReceive& posted : parts[part].transfers.posted) posted.call += own.calls.size();
    for (AnyWait& wait : parts[part].transfers.any_waits) wait.call += own.calls.size();
    for (WindowLock& lock : parts[part].transfers.locks) {
      lock.lock += own.calls.size();
      if (lock.unlock) *lock.unlock += own.calls.size();
    }
    for (Poll& poll : parts[part].transfers.polls) {
      for (PolledSpan& span : poll.spans) span.call += own.calls.size();
    }
    own.transfers.Append(std::move(parts[part].transfers));
    for (const MpiCall& call : parts[part].calls) {
      own.calls.push_back(call);
      own.parts.push_back(part);
      own.routines.push_back(routine_of[call.function.value]);
    }
    parts[part].calls = std::vector<MpiCall>();  // assigning {} would keep the memory
    parts[part].transfers = {};
  }
  own.polls = std::move(own.transfers.polls);
  Translation(run, own).Run();
  return own;
}

}  // namespace profdiff
