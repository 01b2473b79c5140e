// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of operation n of the communicator with index c are matched in process (n + c) modulo the number of
// processes. Each call of a rank is sent in 10 to 15 bytes, as its differences from the rank's previous call.
// Tests: tests/unit/analyze/waits/mpi_test.cpp, tests/unit/analyze/waits/measured_parts_test.cpp.
#include "analyze/waits/mpi/collectives.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/mpi_name.h"

namespace profdiff {

// One call, stored as differences from the previous call in the list.
struct CollectiveCall {
  std::uint32_t call = 0;  // index into OwnCalls::calls
  std::int64_t begin = 0;  // nanoseconds
  std::int64_t duration = 0;
  std::uint32_t routine = 0;
  std::optional<std::uint32_t> root;
  bool is_open = false, is_played = false;
};

// The calls of one rank in one communicator that are matched in one process, in the order in which the rank made them.
struct RankCalls {
  std::size_t communicator = 0;
  std::uint32_t rank = 0;
  std::vector<CollectiveCall> calls;
};

// The lower rank for which a rank waited in a scan.
struct ScanAnswer {
  std::uint32_t rank = 0;
  std::int64_t until = 0;
  CallAddress last;
};

struct OperationAnswer {
  std::optional<std::int64_t> until;  // time until which calls waited, by corrected clocks; nullopt if no call waited
  CallAddress last;                   // the call that began at this time
  std::optional<std::uint32_t> root;
  bool is_played = false;
  std::vector<ScanAnswer> scan;  // sorted by rank
};

// The operations of one communicator that one process matched, in order.
struct Answers {
  std::size_t communicator = 0;
  std::vector<OperationAnswer> operations;
};

template <class Pack>
void Fields(Pack& pack, CollectiveCall& call) {
  pack(call.call, call.begin, call.duration, call.routine, call.root, call.is_open, call.is_played);
}
template <class Pack>
void Fields(Pack& pack, RankCalls& calls) {
  pack(calls.communicator, calls.rank, calls.calls);
}
template <class Pack>
void Fields(Pack& pack, ScanAnswer& answer) {
  pack(answer.rank, answer.until, answer.last.process, answer.last.call);
}
template <class Pack>
void Fields(Pack& pack, OperationAnswer& answer) {
  pack(answer.until, answer.last.process, answer.last.call, answer.root, answer.is_played, answer.scan);
}
template <class Pack>
void Fields(Pack& pack, Answers& answers) {
  pack(answers.communicator, answers.operations);
}

namespace {

using Kind = MpiRoutine::Kind;

bool IsForAll(Kind kind) { return kind == Kind::kBarrier || kind == Kind::kAllToAll; }

// Returns the call for which calls of an operation wait; null if no call waits.
const Participant* LastOf(const Operation& operation, const ClockFit& clocks) {
  if (operation.kind == Kind::kOneToAll) return operation.Root();
  const bool is_for_all = IsForAll(operation.kind) || operation.kind == Kind::kFence;
  if (!is_for_all && (operation.kind != Kind::kAllToOne || operation.Root() == nullptr)) return nullptr;
  return &*std::ranges::max_element(operation.calls, {},
                                    [&](const Participant& call) { return call.begin + clocks.OffsetOf(call.rank); });
}

// True for a fence that was a barrier, as MPI may skip it if ranks assert that there was no access before.
bool Meets(const Operation& operation, const ClockFit& clocks) {
  if (operation.kind != Kind::kFence) return false;
  const Participant* const last = LastOf(operation, clocks);
  const std::int64_t begin = last->begin + clocks.OffsetOf(last->rank);
  return std::ranges::all_of(operation.calls, [&](const Participant& call) {
    return call.end == kUnknownEnd || call.end + clocks.OffsetOf(call.rank) >= begin;
  });
}

// Returns for whom each rank of a scan waited: the last one to enter among those before it in `order`.
std::vector<ScanAnswer> AnswerToScan(const Operation& operation, const std::vector<std::uint32_t>& order,
                                     const ClockFit& clocks) {
  std::vector<ScanAnswer> answers;
  std::optional<ScanAnswer> last;
  for (const std::uint32_t rank : order) {
    const auto call = std::ranges::lower_bound(operation.calls, rank, {}, &Participant::rank);
    if (call == operation.calls.end() || call->rank != rank) return {};
    if (last) answers.push_back({rank, last->until, last->last});
    const std::int64_t begin = call->begin + clocks.OffsetOf(rank);
    if (!last || begin > last->until) last = ScanAnswer{rank, begin, call->call};
  }
  std::ranges::sort(answers, {}, &ScanAnswer::rank);
  return answers;
}

OperationAnswer AnswerTo(const Operation& operation, const std::vector<std::uint32_t>& order, const ClockFit& clocks) {
  OperationAnswer answer;
  if (operation.kind == Kind::kScan) answer.scan = AnswerToScan(operation, order, clocks);
  if (const Participant* const last = LastOf(operation, clocks)) {
    answer.until = last->begin + clocks.OffsetOf(last->rank);
    answer.last = last->call;
  }
  if (const Participant* const root = operation.Root()) answer.root = root->rank;
  answer.is_played = operation.IsPlayed();
  return answer;
}

// The smallest slack of each pair of ranks over all operations of a communicator. If the communicator has at most kFew
// ranks, all pairs are included; otherwise, only the pairs whose distance is a power of two. These pairs connect all
// ranks.
class PairSlacks {
 public:
  explicit PairSlacks(const std::vector<Participant>& calls) {
    constexpr std::size_t kFew = 512;
    const std::size_t count = calls.size();
    for (const Participant& call : calls) ranks_.push_back(call.rank);
    for (std::size_t step = 1; step < count; step = count <= kFew ? step + 1 : 2 * step) {
      steps_.push_back(step);
      if (count > kFew) steps_.push_back(count - step);
    }
    least_.assign(steps_.size() * count, kUnknownEnd);
  }

  void Add(const std::vector<Participant>& calls) {
    begins_.clear();
    ends_.clear();
    for (const Participant& call : calls) begins_.push_back(call.begin);
    for (int twice = 0; twice < 2; ++twice) {
      for (const Participant& call : calls) ends_.push_back(call.end);
    }
    for (std::size_t row = 0; row < steps_.size(); ++row) {
      std::int64_t* const least = &least_[row * calls.size()];
      const std::int64_t* const ends = &ends_[steps_[row]];
      for (std::size_t i = 0; i < calls.size(); ++i) {
        least[i] = std::min(least[i], ends[i] == kUnknownEnd ? kUnknownEnd : ends[i] - begins_[i]);
      }
    }
  }

  void AddTo(ClockBounds& bounds) const {
    const std::size_t count = ranks_.size();
    for (std::size_t row = 0; row < steps_.size(); ++row) {
      for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t least = least_[row * count + i];
        if (least != kUnknownEnd) bounds.Add({ranks_[(i + steps_[row]) % count], ranks_[i], least});
      }
    }
  }

 private:
  std::vector<std::uint32_t> ranks_;
  // Distances of pairs: the index of the rank that leaves minus the index of the rank that enters, modulo the number of
  // ranks.
  std::vector<std::size_t> steps_;
  std::vector<std::int64_t> least_;  // nanoseconds, by index into steps_, then by index of the rank that enters
  // Times of one operation; ends are stored twice, so that indices need no modulo.
  std::vector<std::int64_t> begins_, ends_;
};

// Adds the bound for the rank that enters last and the rank that leaves first. This pair may not be among the pairs of
// PairSlacks if there are many ranks.
void AddLatest(const std::vector<Participant>& calls, ClockBounds& bounds) {
  const Participant& last = *std::ranges::max_element(calls, {}, &Participant::begin);
  const Participant& first = *std::ranges::min_element(calls, {}, &Participant::end);
  bounds.AddOrder(last.rank, last.begin, first.rank, first.end);
}

void AddRootBounds(const Operation& operation, ClockBounds& bounds) {
  const Participant* const root = operation.Root();
  if (root == nullptr) return;
  for (const Participant& call : operation.calls) {
    if (operation.kind == Kind::kOneToAll) bounds.AddOrder(root->rank, root->begin, call.rank, call.end);
    if (operation.kind == Kind::kAllToOne) bounds.AddOrder(call.rank, call.begin, root->rank, root->end);
  }
}

}  // namespace

const Participant* Operation::Root() const {
  const std::optional<std::uint32_t>& root = calls.front().root;
  if (!root) return nullptr;
  const auto found = std::ranges::lower_bound(calls, *root, {}, &Participant::rank);
  return found != calls.end() && found->rank == *root ? &*found : nullptr;
}

bool Operation::IsPlayed() const {
  if (IsForAll(kind) || meets) return std::ranges::all_of(calls, &Participant::is_played);
  if (kind != Kind::kOneToAll && kind != Kind::kAllToOne) return false;
  const Participant* const root = Root();
  return root != nullptr && root->is_played && std::ranges::count_if(calls, &Participant::is_played) > 1;
}

ReplayRole RoleOf(Kind kind, bool is_root, bool is_played) {
  if (IsForAll(kind) || kind == Kind::kFence) return {is_played, is_played};
  if (kind == Kind::kOneToAll) return {is_played && is_root, is_played && !is_root};
  if (kind == Kind::kAllToOne) return {is_played && !is_root, is_played && is_root};
  return {};
}

Collectives::Collectives(const OwnCalls& own, const WholeRun& run, const Exchange& exchange)
    : own_(own), run_(run), exchange_(exchange) {
  std::map<std::uint64_t, std::size_t> communicators;
  for (std::size_t i = 0; i < run.communicators.size(); ++i) communicators.emplace(run.communicators[i].id, i);
  for (std::uint32_t i = 0; i < own.calls.size(); ++i) {
    const MpiCall& call = own.calls[i];
    const auto communicator = communicators.find(call.communicator);
    if (!call.routine.is_collective() || communicator == communicators.end()) continue;
    own_calls_[{communicator->second, call.rank}].push_back(i);
  }
  std::vector<std::vector<RankCalls>> outgoing(exchange.count());
  for (std::size_t process = 0; process < exchange.count(); ++process) {
    for (const auto& [key, calls] : own_calls_) {
      const std::uint64_t count = CountOf(process, key.first);
      if (count == 0) continue;
      RankCalls& sent = outgoing[process].emplace_back(RankCalls{key.first, key.second, {}});
      std::uint32_t index_before = 0;
      std::int64_t begin_before = 0;
      std::uint64_t n = FirstOf(process, key.first);
      for (std::uint64_t left = count; left > 0; --left, n += exchange.count()) {
        const std::uint32_t index = calls[static_cast<std::size_t>(n)];
        const MpiCall& call = own.calls[index];
        sent.calls.push_back({index - index_before, call.begin - begin_before, call.end - call.begin,
                              own.routines[index], call.root, call.is_open, call.instance == 1});
        index_before = index;
        begin_before = call.begin;
      }
    }
  }
  for (const std::vector<std::string>& names : run.routines) {
    std::vector<Kind>& kinds = kinds_.emplace_back();
    for (const std::string& name : names) kinds.push_back(IsMpiName(name) ? MpiRoutineOf(name).kind : Kind::kOther);
  }
  TakeCalls(exchange.Swap(std::move(outgoing)));
}

// Returns the first operation of a communicator that is matched in a process.
std::uint64_t Collectives::FirstOf(std::size_t process, std::size_t communicator) const {
  const std::size_t count = exchange_.count();
  return (process + count - communicator % count) % count;
}

std::uint64_t Collectives::CountOf(std::size_t process, std::size_t communicator) const {
  const std::uint64_t all = run_.communicators[communicator].fewest, first = FirstOf(process, communicator);
  return all <= first ? 0 : (all - first - 1) / exchange_.count() + 1;
}

void Collectives::TakeCalls(const std::vector<std::vector<RankCalls>>& calls) {
  std::vector<std::vector<std::pair<std::uint32_t, const RankCalls*>>> by_communicator(run_.communicators.size());
  for (std::uint32_t process = 0; process < calls.size(); ++process) {
    for (const RankCalls& rank : calls[process]) {
      Exchange::Require(rank.communicator < by_communicator.size() && run_.ProcessOf(rank.rank) == process);
      Exchange::Require(rank.calls.size() == CountOf(exchange_.own(), rank.communicator));
      by_communicator[rank.communicator].emplace_back(process, &rank);
    }
  }
  for (std::size_t i = 0; i < by_communicator.size(); ++i) {
    first_.push_back(operations_.size());
    if (CountOf(exchange_.own(), i) == 0) continue;
    std::ranges::sort(by_communicator[i], {}, [](const auto& rank) { return rank.second->rank; });
    Exchange::Require(std::ranges::equal(by_communicator[i], run_.communicators[i].ranks, {},
                                         [](const auto& rank) { return rank.second->rank; }));
    AddOperations(i, by_communicator[i]);
  }
}

void Collectives::AddOperations(std::size_t communicator,
                                const std::vector<std::pair<std::uint32_t, const RankCalls*>>& calls) {
  std::vector<Participant> last(calls.size());
  const std::size_t count = calls.front().second->calls.size();
  for (std::size_t i = 0; i < count; ++i) {
    Operation& operation = operations_.emplace_back();
    operation.communicator = communicator;
    operation.index = FirstOf(exchange_.own(), communicator) + i * exchange_.count();
    operation.calls.reserve(calls.size());
    for (std::size_t rank = 0; rank < calls.size(); ++rank) {
      const auto& [process, from] = calls[rank];
      const CollectiveCall& call = from->calls[i];
      Participant& now = last[rank];
      const bool is_own = process == exchange_.own();
      Exchange::Require(is_own || (Exchange::IsInterval(now.begin, call.begin) &&
                                   Exchange::IsInterval(now.begin + call.begin, call.duration)));
      Exchange::Require(call.routine < run_.routines[process].size());
      now.rank = from->rank;
      now.call = {process, now.call.call + call.call};
      now.routine = call.routine;
      now.root = call.root;
      now.begin += call.begin;
      now.end = call.is_open ? kUnknownEnd : now.begin + call.duration;
      now.is_played = call.is_played;
      operation.calls.push_back(now);
    }
    SetKind(operation);
  }
}

const std::string& Collectives::NameOf(const Participant& call) const {
  return run_.routines[call.call.process][call.routine];
}

// Sets the kind of an operation and checks that all ranks call the same operation with the same root.
void Collectives::SetKind(Operation& operation) {
  const Participant& first = operation.calls.front();
  operation.kind = kinds_[first.call.process][first.routine];
  const auto is_other = [&](const Participant& call) {
    return NameOf(call) != NameOf(first) &&
           ParseMpiName(NameOf(call)).operation != ParseMpiName(NameOf(first)).operation;
  };
  if (std::ranges::any_of(operation.calls, is_other)) {
    return AddDisagreement(operation, false,
                           [&](const Participant& call) { return std::string(ParseMpiName(NameOf(call)).operation); });
  }
  if (operation.kind != Kind::kOneToAll && operation.kind != Kind::kAllToOne) return;
  const auto is_known = [&](const Participant& call) { return call.root && run_.ProcessOf(*call.root); };
  const auto has_other_root = [&](const Participant& call) {
    return call.root != first.root && is_known(call) && is_known(first);
  };
  if (std::ranges::none_of(operation.calls, has_other_root)) return;
  AddDisagreement(operation, true,
                  [&](const Participant& call) { return is_known(call) ? std::to_string(*call.root) : std::string(); });
}

// Adds what each rank does in an operation, except ranks for which what_of(call) is empty.
template <class WhatOf>
void Collectives::AddDisagreement(const Operation& operation, bool is_root, const WhatOf& what_of) {
  Disagreement found{operation.communicator, operation.index, 1, is_root, {}};
  std::map<std::string, std::size_t> sides;
  for (const Participant& call : operation.calls) {
    const std::string what = what_of(call);
    if (what.empty()) continue;
    const auto [at, is_new] = sides.try_emplace(what, found.sides.size());
    if (is_new) found.sides.push_back({is_root ? what : NameOf(call), {}, call.call});
    found.sides[at->second].ranks.push_back(call.rank);
  }
  disagreements_.Add(std::move(found));
}

bool Collectives::AreOrdered() const {
  return std::ranges::all_of(operations_, [](const Operation& operation) {
    const Participant* const root = operation.Root();
    const auto last = std::ranges::max_element(operation.calls, {}, &Participant::begin)->begin;
    const auto first = std::ranges::min_element(operation.calls, {}, &Participant::end)->end;
    if (IsForAll(operation.kind)) return last <= first;
    if (operation.kind == Kind::kOneToAll && root != nullptr) return root->begin <= first;
    return operation.kind != Kind::kAllToOne || root == nullptr || last <= root->end;
  });
}

void Collectives::AddBounds(ClockBounds& bounds) const {
  std::map<std::size_t, PairSlacks> slacks;  // indexed by communicator
  for (const Operation& operation : operations_) {
    if (IsForAll(operation.kind)) {
      slacks.try_emplace(operation.communicator, operation.calls).first->second.Add(operation.calls);
      AddLatest(operation.calls, bounds);
    }
    AddRootBounds(operation, bounds);
  }
  for (const auto& [communicator, slack] : slacks) slack.AddTo(bounds);
}

std::vector<MatchedCall> Collectives::Answer(const ClockFit& clocks) {
  for (Operation& operation : operations_) operation.meets = Meets(operation, clocks);
  std::vector<std::vector<Answers>> outgoing(exchange_.count());
  for (std::size_t i = 0; i < run_.communicators.size(); ++i) {
    if (CountOf(exchange_.own(), i) == 0) continue;
    Answers answers{i, {}};
    const std::vector<std::uint32_t> order = run_.OrderOf(run_.communicators[i]);
    for (std::size_t at = first_[i]; at < operations_.size() && operations_[at].communicator == i; ++at) {
      answers.operations.push_back(AnswerTo(operations_[at], order, clocks));
    }
    std::vector<bool> is_told(exchange_.count());
    for (const std::uint32_t rank : run_.communicators[i].ranks) {
      const std::size_t process = *run_.ProcessOf(rank);
      if (!is_told[process]) outgoing[process].push_back(answers);
      is_told[process] = true;
    }
  }
  const std::vector<std::vector<Answers>> incoming = exchange_.Swap(std::move(outgoing));
  std::vector<MatchedCall> matches;
  for (std::uint32_t process = 0; process < incoming.size(); ++process) {
    for (const Answers& answers : incoming[process]) AddMatches(process, answers, matches);
  }
  std::ranges::sort(matches, {}, &MatchedCall::call);
  return matches;
}

void Collectives::AddMatches(std::uint32_t process, const Answers& answers, std::vector<MatchedCall>& matches) const {
  Exchange::Require(answers.communicator < run_.communicators.size());
  const std::uint64_t count = CountOf(process, answers.communicator), first = FirstOf(process, answers.communicator);
  Exchange::Require(answers.operations.size() == count);
  std::uint64_t first_operation = 0;
  for (std::size_t i = 0; i < answers.communicator; ++i) {
    first_operation += CountOf(process, i);
  }
  for (const std::uint32_t rank : run_.communicators[answers.communicator].ranks) {
    const auto calls = own_calls_.find({answers.communicator, rank});
    if (calls == own_calls_.end()) continue;
    for (std::size_t i = 0; i < answers.operations.size(); ++i) {
      const OperationAnswer& answer = answers.operations[i];
      const std::uint32_t call = calls->second[static_cast<std::size_t>(first + i * exchange_.count())];
      const bool is_root = answer.root == rank;
      const auto operation = static_cast<std::uint32_t>(first_operation + i);
      MatchedCall match{call, answer.until, answer.last, is_root, process, operation, {}};
      const auto scan = std::ranges::lower_bound(answer.scan, rank, {}, &ScanAnswer::rank);
      if (scan != answer.scan.end() && scan->rank == rank) {
        match.until = scan->until;
        match.last = scan->last;
      }
      if (answer.is_played) {
        match.role = RoleOf(own_.calls[call].routine.kind, is_root, own_.calls[call].instance == 1);
      }
      matches.push_back(match);
    }
  }
}

}  // namespace profdiff
