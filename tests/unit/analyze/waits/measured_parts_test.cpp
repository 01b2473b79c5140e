// SPDX-License-Identifier: GPL-3.0-or-later
// A trace in parts has the measurements of the whole, for any division into parts; damaged bytes are refused.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "analyze/waits/trace_events.h"
#include "base/packing.h"
#include "profdiff/error.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"
#include "support/planted_waits.h"

using namespace profdiff;
using tests::AddThread;
using tests::PlantedRanks;

namespace {

Trace RankOf(const Trace& whole, std::uint32_t rank) {
  Trace part = whole;
  std::erase_if(part.threads, [&](const ThreadTrace& thread) { return thread.rank != rank; });
  part.paths = {"rank." + std::to_string(rank)};
  return part;
}

Trace Planted() {
  PlantedRanks planted(1, 4);
  for (int i = 0; i < 30; ++i) planted.Step(1'000'000);
  return planted.Build({0, 700'000'000, -5'000, 0});
}

std::string Text(Measurements run) {
  run.inputs = {"run"};
  std::string text;
  WriteFindings(text, {run, FindProperties(run, BuiltInProperties())});
  for (const Context& context : run.contexts) {
    text += std::to_string(context.region.value) + " " + std::to_string(*context.location.rank);
    for (const double value : context.values) text += " " + std::to_string(value);
  }
  for (const Region& region : run.regions) text += region.name + "," + region.callee + "\n";
  for (const Efficiency& efficiency : run.efficiencies) text += efficiency.name + std::to_string(efficiency.value);
  return text;
}

MeasuredParts PartsOf(const Trace& trace, std::vector<std::uint32_t> ranks) {
  MeasuredParts parts;
  for (const std::uint32_t rank : ranks) parts.Add(RankOf(trace, rank), rank);
  return parts;
}

}  // namespace

TEST_CASE("parts of a trace have the measurements of the whole", "[waits][parts]") {
  const Trace trace = Planted();
  const std::string whole = Text(MeasureTrace(trace));
  CHECK(whole.find("LateSender") != std::string::npos);
  CHECK(Text(PartsOf(trace, {0, 1, 2, 3}).Measure()) == whole);
  CHECK(Text(PartsOf(trace, {2, 0, 3, 1}).Measure()) == whole);
  MeasuredParts first = PartsOf(trace, {0, 2});
  first.Unpack(PartsOf(trace, {1, 3}).Pack());
  CHECK(Text(first.Measure()) == whole);
}

TEST_CASE("a part without the phase's function has no time in it", "[waits][parts]") {
  Trace trace;
  AddThread(trace, 0, {{"main", 0, 100}, {"MPI_Barrier", 20, 60}});
  AddThread(trace, 1, {{"helper", 0, 90}, {"MPI_Barrier", 50, 60}});
  const std::string whole = Text(MeasureTrace(trace));
  CHECK(Text(PartsOf(trace, {0, 1}).Measure()) == whole);
  MeasureOptions options;
  options.phase = "nobody";
  MeasuredParts none(options);
  none.Add(RankOf(trace, 0), 0);
  CHECK_THROWS_WITH(none.Measure(), "rank.0: no call of 'nobody' for --phase");
}

TEST_CASE("bytes that were cut, or are none of a part, are refused", "[waits][parts]") {
  const std::string bytes = PartsOf(Planted(), {1}).Pack();
  const auto refuses = [](std::string_view some) {
    try {
      MeasuredParts().Unpack(some);
    } catch (const Error& error) {
      return error.code() == ErrorCode::kBadTrace;
    }
    return false;
  };
  CHECK_FALSE(refuses(bytes));
  std::size_t refused = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) refused += refuses({bytes.data(), size}) ? 1 : 0;
  CHECK(refused == bytes.size());
  CHECK(refuses(bytes + '\0'));
  // Whatever a byte is changed to, the rest is used within bounds, or refused.
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
    MeasuredParts parts;
    try {
      parts.Unpack(changed);
      parts.Measure();
    } catch (const Error&) {
    }
  }
  MeasuredParts twice = PartsOf(Planted(), {1});
  CHECK_THROWS_AS(twice.Unpack(bytes), Error);
}

TEST_CASE("packed values are read back", "[parts]") {
  std::vector<std::optional<std::int64_t>> numbers = {0, -1, std::nullopt, 1'000'000'007}, read;
  std::string text = "a\0b", read_text;
  Packer packer;
  packer(numbers, text);
  const std::string bytes = packer.Take();
  CHECK(bytes.size() == 1 + 1 + 3 + 11 + 1 + 7 + 2 + text.size());
  Unpacker unpacker(bytes);
  unpacker(read, read_text);
  CHECK((read == numbers && read_text == text && unpacker.ok() && unpacker.at_end()));
  bool flag = false;
  Unpacker two("\x01\x02");
  two(flag);
  CHECK_FALSE(two.ok());
}
