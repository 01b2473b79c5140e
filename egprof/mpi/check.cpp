// SPDX-License-Identifier: GPL-3.0-or-later
// `egprof check` of shared ranks: a request is the path of a recording, and its answer the measured parts.
// Tests: tests/cli/check/distributed.py.
#include <string>

#include "egprof/check/command.h"
#include "egprof/mpi/commands.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"

namespace egprof {
namespace {

using profdiff::MeasuredParts;
using profdiff::MeasureOptions;

profdiff::Measurements Measure(Agents& agents, const Messages& messages, const std::string& path,
                               const MeasureOptions& options) {
  if (!profdiff::IsTracePath(path)) return profdiff::LoadMeasurements(path, options);
  MeasuredParts parts(options);
  agents.Ask(
      path, [&] { profdiff::LoadMeasuredParts(path, options, OwnRanks(messages), parts); },
      [&](const std::string& answer) { parts.Unpack(answer); });
  profdiff::Measurements measurements = parts.Measure();
  measurements.inputs = {path};
  return measurements;
}

// Reads the ranks of this process, and packs them.
std::string MeasureOwn(const Messages& messages, const std::string& path, const CheckOptions& options) {
  MeasureOptions measure = options.measure;
  measure.salvage = options.salvage;
  MeasuredParts parts(measure);
  profdiff::LoadMeasuredParts(path, measure, OwnRanks(messages), parts);
  return parts.Pack();
}

}  // namespace

void RunSharedCheck(Agents& agents, const Messages& messages, const CheckOptions& options, Output& output) {
  const auto load = [&](const std::string& path, const MeasureOptions& measure) {
    return Measure(agents, messages, path, measure);
  };
  RunCheckWith(load, options, output);
}

void ServeSharedCheck(Messages& messages, const CheckOptions& options) {
  AnswerRequests(messages, [&](const std::string& request) { return MeasureOwn(messages, request, options); });
}

}  // namespace egprof
