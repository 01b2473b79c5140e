// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that measuring a trace in parts gives the same result as measuring the whole trace, however the trace is
// divided into parts and among processes. Damaged bytes must be rejected.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "base/packing.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"
#include "support/peers.h"
#include "support/planted_waits.h"
#include "tests/support/messages.h"

namespace profdiff::measured_parts_test {

using tests::AddThread;
using tests::PlantedRanks;
using tests::TimedCall;

namespace {

Trace RankOf(const Trace& whole, std::uint32_t rank) {
  Trace part = whole;
  std::erase_if(part.threads, [&](const ThreadTrace& thread) { return thread.rank != rank; });
  part.paths = {"rank." + std::to_string(rank)};
  return part;
}

// Adds two counters that are read before each call; rank 3 has only the first one.
void AddReadings(Trace& trace) {
  trace.counters = {{"PAPI_TOT_INS", "#"}, {"energy", "J"}};
  for (ThreadTrace& thread : trace.threads) {
    CounterReadings& readings = thread.counters;
    readings.sets = {{CounterId(0)}};
    if (thread.rank != 3) readings.sets[0].emplace_back(1);
    for (std::size_t row = 0; row < thread.calls.size(); ++row) {
      readings.set.push_back(0);
      readings.call.push_back(row == 0 ? CallId() : CallId(0));
      readings.next.emplace_back(row);
      readings.time.push_back(thread.calls.start[row]);
      readings.counts.push_back(static_cast<double>(row * 1000 + thread.rank));
      if (thread.rank != 3) readings.counts.push_back(0.1 * static_cast<double>(row));
    }
  }
}

Trace Planted() {
  PlantedRanks planted(1, 4);
  for (int i = 0; i < 30; ++i) planted.Step(1'000'000);
  Trace trace = planted.Build({0, 700'000'000, -5'000, 0});
  AddReadings(trace);
  return trace;
}

std::string Text(Measurements run) {
  run.inputs = {"run"};
  std::string text;
  WriteFindings(text, *FindTableFormat("text"), {run, FindProperties(run, BuiltInProperties())});
  for (const Context& context : run.contexts) {
    text += std::to_string(context.region.value) + " " + std::to_string(*context.location.rank);
    for (const double value : context.values) text += " " + std::to_string(value);
  }
  for (const Region& region : run.regions) text += region.name + "," + region.callee + "\n";
  for (const Efficiency& efficiency : run.efficiencies) text += efficiency.name + std::to_string(efficiency.value);
  return text;
}

MeasuredParts PartsOf(const Trace& trace, const std::vector<std::uint32_t>& ranks, const MeasureOptions& options = {}) {
  MeasuredParts parts(options);
  for (const std::uint32_t rank : ranks) parts.Add(RankOf(trace, rank), rank);
  return parts;
}

// Returns the ranks of `process`, where rank r belongs to process r modulo `processes`.
std::vector<std::uint32_t> Dealt(const Trace& trace, std::size_t process, std::size_t processes) {
  std::vector<std::uint32_t> own;
  for (const ThreadTrace& thread : trace.threads) {
    const bool is_new = std::ranges::find(own, thread.rank) == own.end();
    if (is_new && thread.rank % processes == process) own.push_back(thread.rank);
  }
  return own;
}

// Measures with several processes; `group` has the same number of processes.
Measurements MeasureInProcesses(const Trace& trace, tests::PeerGroup& group, std::size_t processes,
                                const MeasureOptions& options = {}) {
  std::vector<MeasuredParts> parts;
  for (std::size_t i = 0; i < processes; ++i) parts.push_back(PartsOf(trace, Dealt(trace, i, processes), options));
  group.Run([&](const Peers& peers) { parts[peers.own].Gather(peers); });
  return parts.front().Measure();
}

std::string TextOfProcesses(const Trace& trace, std::size_t processes) {
  tests::PeerGroup group(processes);
  return Text(MeasureInProcesses(trace, group, processes));
}

}  // namespace

TEST_CASE("parts of a trace have the measurements of the whole", "[waits][parts]") {
  const Trace trace = Planted();
  const std::string whole = Text(MeasureTrace(trace));
  CHECK(whole.find("LateSender") != std::string::npos);
  CHECK(MeasureTrace(trace).FindMetric("energy"));
  CHECK(Text(PartsOf(trace, {0, 1, 2, 3}).Measure()) == whole);
  CHECK(Text(PartsOf(trace, {2, 0, 3, 1}).Measure()) == whole);
  for (const std::size_t processes : {2U, 3U, 4U, 5U}) CHECK(TextOfProcesses(trace, processes) == whole);
}

TEST_CASE("processes find all errors that one process finds", "[waits][parts]") {
  Trace trace;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    std::vector<TimedCall> calls = {{"main", 2000, 12000}};
    for (std::int64_t i = 0; i < 9; ++i) {
      const bool is_other = i % 3 == 1 && rank == static_cast<std::uint32_t>(i / 3);
      const std::int64_t begin = 2500 + 100 * i;
      calls.push_back({is_other ? "MPI_Barrier" : "MPI_Bcast", begin, begin + 50, {{4, i == 5 ? rank : 0}, {5, 1}}});
    }
    AddThread(trace, rank, calls);
  }
  const Measurements whole = MeasureTrace(trace);
  CHECK(whole.errors.size() == 4);
  for (const std::size_t processes : {2U, 3U, 4U}) CHECK(TextOfProcesses(trace, processes) == Text(whole));
}

TEST_CASE("processes that share random runs have the measurements of one", "[waits][parts]") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    const std::size_t ranks = 2 + seed % 7;
    PlantedRanks planted(seed, ranks);
    for (int i = 0; i < 40; ++i) planted.Step(100'000);
    std::vector<std::int64_t> shifts(ranks);
    if (seed % 2 == 1) {
      std::mt19937 random(seed);
      for (std::int64_t& shift : shifts) shift = std::uniform_int_distribution<std::int64_t>(0, 1'000'000'000)(random);
    }
    const Trace trace = planted.Build(shifts);
    const Measurements whole = MeasureTrace(trace);
    CHECK(std::ranges::any_of(whole.efficiencies, [](const Efficiency& each) { return each.name == "transfer"; }));
    for (const std::size_t processes : {2U, 3U}) CHECK(TextOfProcesses(trace, processes) == Text(whole));
  }
}

TEST_CASE("processes agree on what cannot be matched", "[waits][parts]") {
  const std::vector<TimedCall> main = {{"main", 1000, 9000}};
  const auto text_of = [&](std::vector<std::vector<TimedCall>> ranks, const std::string& reason) {
    Trace trace;
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
      ranks[rank].insert(ranks[rank].begin(), main.begin(), main.end());
      AddThread(trace, rank, ranks[rank]);
    }
    const Measurements whole = MeasureTrace(trace);
    bool is_said = std::ranges::any_of(
        whole.remarks, [&](const Message& remark) { return remark.cause.find(reason) != std::string::npos; });
    for (const auto& [metric, why] : whole.absent) is_said = is_said || why.find(reason) != why.npos;
    CHECK(is_said);
    tests::PeerGroup group(2);
    const Measurements shared = MeasureInProcesses(trace, group, 2);
    CHECK(shared.remarks == whole.remarks);
    CHECK(shared.absent == whole.absent);
    CHECK(Text(shared) == Text(whole));
  };
  text_of({{{"MPI_Barrier", 2000, 2100}}, {{"MPI_Barrier", 2000, 2100}}, {{"MPI_Allreduce", 2000, 2100}}},
          "ranks 0 and 1 call MPI_Barrier and rank 2 calls MPI_Allreduce");
  text_of({{{"MPI_Barrier", 2000, 2100}, {"MPI_Barrier", 2200, 2300}}, {{"MPI_Barrier", 2000, 2100}}},
          "the first 1 are compared");
  text_of({{{"MPI_Send", 2000, 2010, {{4, 1}}}, {"MPI_Send", 2100, 2110, {{4, 9}}}}, {{"MPI_Init", 2000, 2010}}},
          "2 messages were sent");
  text_of({{{"MPI_Recv", 2000, 2010, {{4, 1}}}}, {{"MPI_Recv", 2000, 2010, {{4, 7}}}}}, "2 messages were received");
  text_of({{{"MPI_Send", 2000, 2010}}, {{"MPI_Recv", 2000, 2010}}}, "no arguments");
  text_of({{{"MPI_Recv", 2000, 2100, {{4, 1}}}, {"MPI_Send", 3000, 3100, {{4, 1}}}},
           {{"MPI_Recv", 2000, 2100, {{4, 0}}}, {"MPI_Send", 3000, 3100, {{4, 0}}}}},
          "clocks of ranks contradict");
}

TEST_CASE("the size of the sums for the first process does not grow with calls", "[waits][parts]") {
  std::size_t bytes[2] = {};
  for (const std::size_t steps : {200U, 1600U}) {
    PlantedRanks planted(3, 4);
    for (std::size_t i = 0; i < steps; ++i) planted.Step(100'000);
    tests::PeerGroup group(4);
    MeasureInProcesses(planted.Build(), group, 4);
    for (const std::string& each : group.received(0).back()) bytes[steps == 1600 ? 1 : 0] += each.size();
  }
  CHECK(bytes[0] > 500);
  CHECK(bytes[1] < bytes[0] * 5 / 4);
}

TEST_CASE("a part without the phase's function has no time in the phase", "[waits][parts]") {
  Trace trace;
  AddThread(trace, 0, {{"main", 0, 100}, {"MPI_Barrier", 20, 60}});
  AddThread(trace, 1, {{"helper", 0, 90}, {"MPI_Barrier", 50, 60}});
  const std::string whole = Text(MeasureTrace(trace));
  CHECK(Text(PartsOf(trace, {0, 1}).Measure()) == whole);
  MeasureOptions options;
  options.phase = "nobody";
  MeasuredParts none(options);
  none.Add(RankOf(trace, 0), 0);
  CHECK_THROWS_WITH(none.Measure(), "no call of 'nobody'");
}

TEST_CASE("truncated or changed bytes of another process are refused, or used within bounds", "[waits][parts]") {
  const Trace trace = Planted();
  tests::PeerGroup group(2);
  MeasureInProcesses(trace, group, 2);
  const tests::Received& received = group.received(0);
  const auto measures = [&](const tests::Received& bytes) {
    MeasuredParts parts = PartsOf(trace, Dealt(trace, 0, 2));
    try {
      parts.Gather(tests::Replayed(0, 2, bytes));
      parts.Measure();
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kBadTrace);
      return false;
    } catch (const std::runtime_error&) {
      // The peers of Replayed() throw this if process 0 asks for more exchanges than were recorded.
      return false;
    }
    return true;
  };
  CHECK(measures(received));
  for (std::size_t exchange = 0; exchange < received.size(); ++exchange) {
    const std::string& bytes = received[exchange][1];
    for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 60) {
      tests::Received cut = received, changed = received;
      cut[exchange][1].resize(at);
      if (at > 0) CHECK_FALSE(measures(cut));
      changed[exchange][1][at] = static_cast<char>(changed[exchange][1][at] ^ (1 << at % 8));
      measures(changed);
    }
    tests::Received longer = received;
    longer[exchange][1] += '\0';
    if (!bytes.empty()) CHECK_FALSE(measures(longer));
  }
  // Both processes have rank 1.
  tests::PeerGroup twice(2);
  CHECK_THROWS_AS(twice.Run([&](const Peers& peers) { PartsOf(trace, {1}).Gather(peers); }), Error);
}

TEST_CASE("packed values are read back", "[parts]") {
  std::vector<std::optional<std::int64_t>> numbers = {0, -1, std::nullopt, 1'000'000'007}, read;
  std::string text = "a\0b", read_text;
  Packer packer;
  double half = 0.5, read_half = 0;
  packer(numbers, text, half);
  const std::string bytes = packer.Take();
  CHECK(bytes.size() == 1 + 1 + 3 + 11 + 1 + 7 + 2 + text.size() + 9);
  Unpacker unpacker(bytes);
  unpacker(read, read_text, read_half);
  CHECK((read == numbers && read_text == text && read_half == half && unpacker.ok() && unpacker.at_end()));
  bool flag = false;
  Unpacker two("\x01\x02");
  two(flag);
  CHECK_FALSE(two.ok());
}

TEST_CASE("only the bytes of packed values can be unpacked", "[parts]") {
  const std::string bytes = PackValues(std::string("ab"), std::uint64_t{7});
  std::string text;
  std::uint64_t number = 0;
  CHECK((UnpackValues(bytes, text, number) && text == "ab" && number == 7));
  CHECK_FALSE(UnpackValues(bytes + '\0', text, number));
  CHECK_FALSE(UnpackValues(bytes.substr(1), text, number));
  CHECK_FALSE(UnpackValues(bytes.substr(0, bytes.size() - 1), text, number));
}

}  // namespace profdiff::measured_parts_test
