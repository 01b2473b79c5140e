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
#include "profdiff/error.h"
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

std::vector<profdiff::Input> InputsOf(const Paths& paths) { return {paths.begin(), paths.end()}; }

profdiff::Peers PeersOf(Processes& processes) {
  return {processes.own(), processes.count(),
          [&processes](std::vector<std::string> outgoing) { return processes.Exchange(std::move(outgoing)); }};
}

void Gather(Processes& processes, MeasuredParts& parts) {
  DoTogether([&] { parts.Gather(PeersOf(processes)); });
}

profdiff::Measurements Measure(Agents& agents, Processes& processes, const Paths& paths,
                               const MeasureOptions& options) {
  if (options.from != 0 || options.to != MeasureOptions::kWholeTrace) {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "--from and --to are only possible in one process: use egprof check");
  }
  MeasuredParts parts(options);
  const auto ignore = [](const std::string&) {};
  agents.Ask(
      PackValues(paths), [&] { profdiff::LoadMeasuredParts(InputsOf(paths), options, OwnRanks(processes), parts); },
      ignore);
  agents.Ask(
      PackValues(Paths()), [&] { Gather(processes, parts); },
      [&](const std::string& answer) { agents.AddTravelled(Unpacked<std::uint64_t>(answer)); });
  profdiff::Measurements measurements = parts.Measure();
  measurements.inputs = paths;
  return measurements;
}

}  // namespace

void RunSharedCheck(Agents& agents, Processes& processes, const CheckOptions& options, Console& console) {
  const auto load = [&](const std::vector<profdiff::Input>& inputs, const MeasureOptions& measure) {
    return Measure(agents, processes, PathsOf(inputs), measure);
  };
  RunCheckWith(load, options, console);
}

void ServeSharedCheck(Processes& processes, const CheckOptions& options) {
  MeasureOptions measure = options.measure;
  measure.salvage = options.salvage;
  MeasuredParts parts(measure);
  AnswerRequests(processes, [&](const std::string& request) {
    Paths paths;
    DoTogether([&] { paths = Unpacked<Paths>(request); });
    if (!paths.empty()) {
      parts = MeasuredParts(measure);
      profdiff::LoadMeasuredParts(InputsOf(paths), measure, OwnRanks(processes), parts);
      return std::string();
    }
    const std::uint64_t before = processes.exchanged();
    Gather(processes, parts);
    return PackValues(processes.exchanged() - before);
  });
}

}  // namespace egprof
