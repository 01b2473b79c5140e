// SPDX-License-Identifier: GPL-3.0-or-later
// `egprof check` with the ranks shared among processes. The first process sends two requests for each run. The first
// request contains the paths of the run's recordings, from which each process reads its own ranks. The second request
// makes the processes match MPI calls and send their sums to the first process. Both are repeated for a part of the
// run. Tests: tests/cli/check/distributed.py.
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

using Paths = std::vector<std::string>;

// A request: the recordings to read. A request without paths follows each reading, and makes each process call Gather.
struct Request {
  Paths paths;
  bool is_part = false;  // true if the recordings are read again, to measure a part of the run (--from, --to)
};

template <class Pack>
void Fields(Pack& pack, Request& request) {
  pack(request.paths, request.is_part);
}

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
  MeasuredParts parts(options);
  const auto ignore = [](const std::string&) {};
  const auto measure = [&](bool is_part) {
    agents.Ask(
        PackValues(Request{paths, is_part}),
        [&] { profdiff::LoadMeasuredParts(InputsOf(paths), options, OwnRanks(processes), parts); }, ignore);
    agents.Ask(
        PackValues(Request()), [&] { Gather(processes, parts); },
        [&](const std::string& answer) { agents.AddTravelled(Unpacked<std::uint64_t>(answer)); });
    return parts.Measure();
  };
  profdiff::Measurements measurements = measure(false);
  if (options.from != 0 || options.to != MeasureOptions::kWholeTrace) {
    parts.Restrict();
    measurements = measure(true);
  }
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
    Request wanted;
    DoTogether([&] { wanted = Unpacked<Request>(request); });
    if (!wanted.paths.empty()) {
      if (wanted.is_part) {
        parts.Restrict();
      } else {
        parts = MeasuredParts(measure);
      }
      profdiff::LoadMeasuredParts(InputsOf(wanted.paths), measure, OwnRanks(processes), parts);
      return std::string();
    }
    const std::uint64_t before = processes.exchanged();
    Gather(processes, parts);
    return PackValues(processes.exchanged() - before);
  });
}

}  // namespace egprof
