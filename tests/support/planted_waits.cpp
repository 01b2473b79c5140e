// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/planted_waits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

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

namespace {

std::string Text(const std::optional<std::int64_t>& lost) { return lost ? std::to_string(*lost) : "nothing"; }

std::string Text(const LossPlace& place) {
  return place.property + " in " + place.function + ":" + std::to_string(place.line) + " " + place.callee +
         " (kind of region " + std::to_string(static_cast<int>(place.kind)) + ") at " + std::to_string(place.rank) +
         "." + std::to_string(place.thread);
}

std::string Text(const std::pair<std::uint32_t, std::uint32_t>& location) {
  return std::to_string(location.first) + "." + std::to_string(location.second);
}

std::string Text(const std::optional<PhaseTimes>& times) {
  if (!times) return "nothing";
  return std::to_string(times->useful) + " useful, " + std::to_string(times->waits) + " waits, " +
         std::to_string(times->runtime) + " runtime";
}

template <class Map>
std::string WrongEntries(const Map& found, const Map& planted) {
  using Value = std::optional<typename Map::mapped_type>;
  std::map<typename Map::key_type, std::pair<Value, Value>> sides;
  for (const auto& [key, value] : found) sides[key].first = value;
  for (const auto& [key, value] : planted) sides[key].second = value;
  std::string text;
  for (const auto& [key, side] : sides) {
    if (side.first == side.second) continue;
    text += Text(key) + ": " + Text(side.first) + " instead of " + Text(side.second) + "\n";
  }
  return text;
}

}  // namespace

std::string WrongLosses(const Losses& found, const Losses& planted) { return WrongEntries(found, planted); }

std::string WrongTimes(const LocatedTimes& found, const LocatedTimes& planted) { return WrongEntries(found, planted); }

Losses FindLosses(const Measurements& measurements) {
  PropertyOptions options;
  options.threshold = options.min_share = options.min_confidence = 0;
  Losses losses;
  for (const Finding& finding : FindProperties(measurements, BuiltInProperties(), options).properties) {
    const Region& region = measurements.regions[finding.region.value];
    const bool is_outer = region.kind == RegionKind::kFunction || region.kind == RegionKind::kProgram;
    if (is_outer || finding.name.ends_with("Overhead") || finding.name == "ManySmallMessages") continue;
    for (const LocatedSeverity& place : finding.locations) {
      const std::int64_t lost = std::llround(place.lost.value_or(0) * 1e9);
      if (lost == 0) continue;
      losses[{finding.name, region.kind, region.name, region.callee, place.location.rank.value_or(0),
              place.location.thread.value_or(0), region.line}] += lost;
    }
  }
  return losses;
}

bool EqualsItself(const profdiff::Measurements& measurements) {
  profdiff::PropertyOptions options;
  options.threshold = options.min_share = 0;
  const auto changes =
      profdiff::SubtractProperties(measurements, measurements, profdiff::BuiltInProperties(), options).changes;
  return std::ranges::all_of(changes, [](const profdiff::PropertyChange& change) {
    return change.status == profdiff::PropertyChange::Status::kBoth && change.base == change.other;
  });
}

LocatedTimes PhaseTimesOf(const Measurements& measurements) {
  LocatedTimes times;
  for (const Context& context : measurements.contexts) {
    if (context.region != measurements.phase) continue;
    const auto value = [&](const char* metric) {
      return std::llround(context.values[*measurements.FindMetric(metric)] * 1e9);
    };
    times[{context.location.rank.value_or(0), context.location.thread.value_or(0)}] = {value("useful"), value("waits"),
                                                                                       value("runtime")};
  }
  return times;
}

PlantedRanks::PlantedRanks(unsigned seed, std::size_t ranks)
    : random_(seed), now_(ranks, kBegin), calls_(ranks), received_(ranks), in_mpi_(ranks) {}

std::int64_t PlantedRanks::Below(std::int64_t limit) {
  return std::uniform_int_distribution<std::int64_t>(0, limit - 1)(random_);
}

void PlantedRanks::Call(std::size_t rank, const std::string& name, std::int64_t end,
                        std::vector<std::pair<std::uint32_t, std::int64_t>> arguments) {
  calls_[rank].push_back({function_, now_[rank] - 1, end});
  calls_[rank].push_back({name, now_[rank], end, std::move(arguments)});
  in_mpi_[rank] += end - now_[rank];
  now_[rank] = end;
}

LossPlace PlantedRanks::PlaceOf(const std::string& kind, const std::string& callee, std::size_t rank) const {
  return {kind, RegionKind::kMpi, function_, callee, static_cast<std::uint32_t>(rank)};
}

void PlantedRanks::Lose(const std::string& kind, const std::string& callee, std::size_t rank, std::int64_t time) {
  if (time <= 0) return;
  lost[kind] += time;
  losses_[PlaceOf(kind, callee, rank)] += time;
}

void PlantedRanks::Step(std::int64_t longest) {
  for (std::int64_t& now : now_) now += 1 + Below(longest);
  function_ = "part" + std::to_string(steps_++ % 4);
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
      return Message(Below(2) == 0 ? "MPI_Ssend" : "MPI_Send", Below(2) == 0);
  }
}

void PlantedRanks::MeetAll(const std::string& kind, const std::string& name) {
  const std::int64_t last = std::ranges::max(now_);
  for (std::size_t rank = 0; rank < now_.size(); ++rank) {
    Lose(kind, name, rank, last - now_[rank]);
    Call(rank, name, last + kTransfer);
  }
}

void PlantedRanks::FromRoot() {
  const auto root = static_cast<std::size_t>(Below(static_cast<std::int64_t>(now_.size())));
  const std::int64_t begin = now_[root];
  for (std::size_t rank = 0; rank < now_.size(); ++rank) {
    Lose("LateBroadcast", "MPI_Bcast", rank, begin - now_[rank]);
    Call(rank, "MPI_Bcast", std::max(begin, now_[rank]) + kTransfer, {{4, static_cast<std::int64_t>(root)}});
  }
}

void PlantedRanks::ToRoot() {
  const auto root = static_cast<std::size_t>(Below(static_cast<std::int64_t>(now_.size())));
  const std::int64_t last = std::ranges::max(now_);
  Lose("EarlyReduce", "MPI_Reduce", root, last - now_[root]);
  for (std::size_t rank = 0; rank < now_.size(); ++rank) {
    Call(rank, "MPI_Reduce", (rank == root ? last : now_[rank]) + kTransfer, {{6, static_cast<std::int64_t>(root)}});
  }
}

void PlantedRanks::Message(const std::string& send, bool is_large) {
  const auto count = static_cast<std::int64_t>(now_.size());
  const std::int64_t from = Below(count), to = (from + 1 + Below(count - 1)) % count;
  const auto sender = static_cast<std::size_t>(from), receiver = static_cast<std::size_t>(to);
  const std::int64_t sent = now_[sender], posted = now_[receiver];
  Lose("LateSender", "MPI_Recv", receiver, sent - posted);
  received_[receiver].push_back({sent, sent - posted, PlaceOf("WrongOrder", "MPI_Recv", receiver)});
  const bool waits = is_large || send == "MPI_Ssend";
  if (waits) Lose("LateReceiver", send, sender, posted - sent);
  const std::int64_t tag = ++tag_ % 3;
  Call(sender, send, (waits ? std::max(sent, posted) : sent) + kTransfer, {{2, 10}, {4, to}, {5, tag}});
  // The receive ends kTransfer after both calls have begun. The sender of an eager message does not wait for the
  // receive.
  Call(receiver, "MPI_Recv", std::max(sent, posted) + kTransfer, {{4, from}, {5, tag}});
}

Losses PlantedRanks::AllLosses() const {
  Losses all = losses_;
  // A rank waits for messages in the wrong order if a message that it receives later was sent earlier.
  for (const std::vector<Received>& received : received_) {
    for (std::size_t i = 0; i < received.size(); ++i) {
      const auto is_earlier = [&](const Received& later) { return later.sent < received[i].sent; };
      const bool is_wrong = std::any_of(received.begin() + static_cast<std::ptrdiff_t>(i), received.end(), is_earlier);
      if (is_wrong && received[i].lost > 0) all[received[i].place] += received[i].lost;
    }
  }
  return all;
}

LocatedTimes PlantedRanks::Times() const {
  LocatedTimes times;
  const std::int64_t end = std::ranges::max(now_);
  for (std::size_t rank = 0; rank < now_.size(); ++rank) {
    PhaseTimes& own = times[{static_cast<std::uint32_t>(rank), 0}];
    for (const auto& [place, time] : losses_) own.waits += place.rank == rank ? time : 0;
    own.useful = now_[rank] + 10 - kBegin - in_mpi_[rank];
    // Includes the time from the end of this rank to the end of the last rank.
    own.runtime = in_mpi_[rank] - own.waits + end - now_[rank];
  }
  return times;
}

Trace PlantedRanks::Build(const std::vector<std::int64_t>& shifts) const {
  Trace trace;
  for (std::size_t rank = 0; rank < calls_.size(); ++rank) {
    const std::int64_t shift = rank < shifts.size() ? shifts[rank] : 0;
    std::vector<TimedCall> calls = {{"main", kBegin + shift, now_[rank] + 10 + shift}};
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
