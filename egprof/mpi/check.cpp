// SPDX-License-Identifier: GPL-3.0-or-later
// `egprof check` with the ranks shared among processes. The first process sends two requests for each run. The first
// request contains the paths of the run's recordings, from which each process reads its own ranks. The second request
// makes the processes match MPI calls and send their sums to the first process.
// Tests: tests/cli/check/distributed.py.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "egprof/check/command.h"
#include "egprof/mpi/commands.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"

namespace egprof {
namespace {

using profdiff::MeasuredParts;
using profdiff::MeasureOptions;
using profdiff::PackValues;

// A request: the paths of the recordings to read. A request without paths is the second request of a run; it makes each
// process call Gather.
using Paths = std::vector<std::string>;

profdiff::Peers PeersOf(Messages& messages) {
  return {messages.own(), messages.count(),
          [&messages](std::vector<std::string> outgoing) { return messages.Exchange(std::move(outgoing)); }};
}

void Gather(Messages& messages, MeasuredParts& parts) {
  DoTogether([&] { parts.Gather(PeersOf(messages)); });
}

profdiff::Measurements Measure(Agents& agents, Messages& messages, const Paths& paths, const MeasureOptions& options) {
  MeasuredParts parts(options);
  const auto ignore = [](const std::string&) {};
  agents.Ask(
      PackValues(paths), [&] { profdiff::LoadMeasuredParts(paths, options, OwnRanks(messages), parts); }, ignore);
  agents.Ask(
      PackValues(Paths()), [&] { Gather(messages, parts); },
      [&](const std::string& answer) { agents.AddTravelled(Unpacked<std::uint64_t>(answer)); });
  profdiff::Measurements measurements = parts.Measure();
  measurements.inputs = paths;
  return measurements;
}

}  // namespace

void RunSharedCheck(Agents& agents, Messages& messages, const CheckOptions& options, Output& output) {
  const auto load = [&](const Paths& paths, const MeasureOptions& measure) {
    return Measure(agents, messages, paths, measure);
  };
  RunCheckWith(load, options, output);
}

void ServeSharedCheck(Messages& messages, const CheckOptions& options) {
  MeasureOptions measure = options.measure;
  measure.salvage = options.salvage;
  MeasuredParts parts(measure);
  AnswerRequests(messages, [&](const std::string& request) {
    Paths paths;
    DoTogether([&] { paths = Unpacked<Paths>(request); });
    if (!paths.empty()) {
      parts = MeasuredParts(measure);
      profdiff::LoadMeasuredParts(paths, measure, OwnRanks(messages), parts);
      return std::string();
    }
    const std::uint64_t before = messages.exchanged();
    Gather(messages, parts);
    return PackValues(messages.exchanged() - before);
  });
}

}  // namespace egprof
