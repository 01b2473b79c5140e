// SPDX-License-Identifier: GPL-3.0-or-later
// egprof-mpi: `egprof check` with the ranks of a recording shared by the processes that mpirun starts. The first one
// runs the command and prints the same output as egprof; the others read their ranks on its request.
// Tests: tests/cli/check/distributed.py.
#include <string>
#include <utility>

#include "egprof/check/command.h"
#include "egprof/mpi/agents.h"
#include "egprof/program.h"
#include "profdiff/error.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"

namespace {

using egprof::Agents;
using egprof::CheckOptions;
using egprof::Messages;
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

void Perform(Messages& messages, Agents& agents, const egprof::CommandLine& line, egprof::Output& output) {
  const auto* const options = dynamic_cast<const CheckOptions*>(&line);
  if (options == nullptr) {
    output.house_style = true;
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument, "egprof-mpi runs only 'check'; use egprof");
  }
  const auto load = [&](const std::string& path, const MeasureOptions& measure) {
    return Measure(agents, messages, path, measure);
  };
  RunCheckWith(load, *options, output);
  output.notes.push_back(agents.Summary());
}

void Serve(Messages& messages, const egprof::CommandLine& line) {
  AnswerRequests(messages, [&](const std::string& request) {
    return MeasureOwn(messages, request, dynamic_cast<const CheckOptions&>(line));
  });
}

}  // namespace

int main(int argc, char** argv) {
  static char name[] = "egprof-mpi";
  Messages messages;
  if (argc > 0) argv[0] = name;
  if (messages.own() != 0) {
    Serve(messages, *egprof::ReadProgramLine(argc, argv).line);
    return 0;
  }
  Agents agents(messages);
  return egprof::RunProgram(argc, argv,
                            [&](const egprof::Command&, const egprof::CommandLine& line, egprof::Output& output) {
                              Perform(messages, agents, line, output);
                            });
}
