// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/planted_waits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/trace_builder.h"

namespace tests {

using namespace profdiff;

void AddThread(Trace& trace, std::uint32_t rank, const std::vector<TimedCall>& calls) {
  ThreadTrace thread;
  thread.rank = rank;
  TreeBuilder builder(trace);
  std::vector<std::int64_t> open;
  constexpr std::int64_t kBuilderStart = 1000;
  std::int64_t now = kBuilderStart;
  const auto pass_to = [&](std::int64_t time) {
    builder.Pass(static_cast<std::uint64_t>(time - now));
    now = time;
  };
  for (std::size_t row = 0; row < calls.size(); ++row) {
    while (!open.empty() && open.back() <= calls[row].begin) {
      pass_to(open.back());
      builder.Leave();
      open.pop_back();
    }
    pass_to(calls[row].begin);
    builder.Enter(calls[row].name);
    open.push_back(calls[row].end);
    for (const auto& [place, value] : calls[row].arguments) thread.values.push_back({CallId(row), place, value});
  }
  for (; !open.empty(); open.pop_back()) {
    pass_to(open.back());
    builder.Leave();
  }
  thread.calls = builder.Build();
  trace.threads.push_back(std::move(thread));
}

PlantedRanks::PlantedRanks(unsigned seed, std::size_t ranks)
    : random_(seed), now_(ranks, 5'000'000'000), calls_(ranks) {}

std::int64_t PlantedRanks::Below(std::int64_t limit) {
  return std::uniform_int_distribution<std::int64_t>(0, limit - 1)(random_);
}

void PlantedRanks::Call(std::size_t rank, const std::string& name, std::int64_t end,
                        std::vector<std::pair<std::uint32_t, std::int64_t>> arguments) {
  calls_[rank].push_back({name, now_[rank], end, std::move(arguments)});
  now_[rank] = end;
}

void PlantedRanks::Lose(const std::string& kind, std::size_t rank, std::int64_t time) {
  if (time <= 0) return;
  lost[kind] += time;
  lost_at[kind][static_cast<std::uint32_t>(rank)] += time;
}

void PlantedRanks::Step(std::int64_t longest) {
  for (std::int64_t& now : now_) now += 1 + Below(longest);
  switch (Below(6)) {
    case 0:
      return MeetAll("WaitAtBarrier", "MPI_Barrier");
    case 1:
      return MeetAll("WaitAtNxN", "MPI_Allreduce");
    case 2:
      return FromRoot();
    case 3:
      return ToRoot();
    default:
      return Message(Below(2) == 0);
  }
}

void PlantedRanks::MeetAll(const std::string& kind, const std::string& name) {
  const std::int64_t last = std::ranges::max(now_);
  for (std::size_t rank = 0; rank < now_.size(); ++rank) {
    Lose(kind, rank, last - now_[rank]);
    Call(rank, name, last + kTransfer);
  }
}

void PlantedRanks::FromRoot() {
  const auto root = static_cast<std::size_t>(Below(static_cast<std::int64_t>(now_.size())));
  const std::int64_t begin = now_[root];
  for (std::size_t rank = 0; rank < now_.size(); ++rank) {
    Lose("LateBroadcast", rank, begin - now_[rank]);
    Call(rank, "MPI_Bcast", std::max(begin, now_[rank]) + kTransfer, {{4, static_cast<std::int64_t>(root)}});
  }
}

void PlantedRanks::ToRoot() {
  const auto root = static_cast<std::size_t>(Below(static_cast<std::int64_t>(now_.size())));
  const std::int64_t last = std::ranges::max(now_);
  Lose("EarlyReduce", root, last - now_[root]);
  for (std::size_t rank = 0; rank < now_.size(); ++rank) {
    Call(rank, "MPI_Reduce", (rank == root ? last : now_[rank]) + kTransfer, {{6, static_cast<std::int64_t>(root)}});
  }
}

void PlantedRanks::Message(bool synchronous) {
  const auto count = static_cast<std::int64_t>(now_.size());
  const std::int64_t from = Below(count), to = (from + 1 + Below(count - 1)) % count;
  const auto sender = static_cast<std::size_t>(from), receiver = static_cast<std::size_t>(to);
  const std::int64_t sent = now_[sender], posted = now_[receiver];
  Lose("LateSender", receiver, sent - posted);
  if (synchronous) Lose("LateReceiver", sender, posted - sent);
  const std::int64_t tag = ++tag_ % 3;
  Call(sender, synchronous ? "MPI_Ssend" : "MPI_Send", (synchronous ? std::max(sent, posted) : sent) + kTransfer,
       {{2, 10}, {4, to}, {5, tag}});
  // A message that has been sent is received at once; an eager send has ended before a later receive begins.
  Call(receiver, "MPI_Recv", std::max(sent, posted) + kTransfer, {{4, from}, {5, tag}});
}

Trace PlantedRanks::Build(const std::vector<std::int64_t>& shifts) const {
  Trace trace;
  for (std::size_t rank = 0; rank < calls_.size(); ++rank) {
    const std::int64_t shift = rank < shifts.size() ? shifts[rank] : 0;
    std::vector<TimedCall> calls = {{"main", 5'000'000'000 + shift, now_[rank] + 10 + shift}};
    for (TimedCall call : calls_[rank]) {
      call.begin += shift;
      call.end += shift;
      calls.push_back(std::move(call));
    }
    AddThread(trace, static_cast<std::uint32_t>(rank), calls);
  }
  return trace;
}

double SumOf(const Measurements& measurements, const std::string& metric, RegionId region) {
  const auto index = measurements.FindMetric(metric);
  double sum = std::numeric_limits<double>::quiet_NaN();
  for (const Context& context : measurements.contexts) {
    if (context.region != region || !index) continue;
    sum = (std::isnan(sum) ? 0 : sum) + context.values[*index] * 1e9;
  }
  return sum;
}

}  // namespace tests
