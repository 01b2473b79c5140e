// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/search/checks.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <optional>

#include "egprof/cli/did_you_mean.h"
#include "egprof/listings/property_gates.h"
#include "egprof/process/program.h"
#include "profdiff/error.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

// Checks that a command can be started, and that its program can be read: recorders read the program, and egprof reads
// it to find out how it was built. If there is a launcher, only the launcher is checked: the program may be on another
// machine, or its path may be relative to another directory.
void RequireProgram(const std::vector<std::string>& command) {
  const LaunchLine line = SplitLaunchLine(command);
  const std::string& program = line.launcher.empty() ? line.program.front() : line.launcher.front();
  const std::optional<std::string> file = FindProgram(program);
  if (!file) throw Error(ErrorCode::kBadArgument, "'" + program + "' is not a program that can be started");
  if (!line.launcher.empty() || access(file->c_str(), R_OK) == 0) return;
  throw Error(ErrorCode::kBadArgument, "'" + program + "' can be started but not read; recorders read it");
}

bool Measures(const MonitorRow& row, const PropertyGate& gate, const profdiff::PropertySet& set) {
  if (IsEfficiency(gate.name)) {
    return std::ranges::find(row.efficiencies, gate.name) != row.efficiencies.end();
  }
  const auto property = std::ranges::find_if(
      set.properties, [&](const profdiff::AslProperty& each) { return each.head.name == gate.name; });
  if (property == set.properties.end()) return true;  // "severity", or a property that is made of several properties
  const profdiff::Monitor monitor = MonitorOf(row, set);
  for (const profdiff::AslModel& model : set.models) {
    if (model.head.name != property->head.type) continue;
    return std::ranges::any_of(model.metrics, [&](const std::string& metric) {
      return std::ranges::find(monitor.metrics, metric) != monitor.metrics.end();
    });
  }
  return false;
}

}  // namespace

void RequirePrograms(const SearchOptions& options) {
  RequireProgram(options.command);
  if (!options.array_command.empty()) RequireProgram(options.array_command);
}

void RequireJudgedGates(std::span<const PropertyGate> gates, const profdiff::PropertySet& set,
                        const std::vector<const MonitorRow*>& monitors) {
  for (const PropertyGate& gate : gates) {
    const auto measures = [&](const MonitorRow* row) { return Measures(*row, gate, set); };
    if (std::ranges::any_of(monitors, measures)) continue;
    std::string chosen, others;
    for (const MonitorRow* row : monitors) chosen += (chosen.empty() ? "" : ", ") + std::string(row->name);
    for (const MonitorRow& row : MonitorRows()) {
      if (Measures(row, gate, set)) others += (others.empty() ? "" : ", ") + std::string(row.name);
    }
    throw Error(
        ErrorCode::kBadArgument,
        "--fail-if '" + gate.text + "': " + gate.name + " cannot be measured with " + chosen +
            (others.empty() ? "" : ", but with " + others + ": see 'What it records with' in egprof-search(1)"));
  }
}

std::string HintAtMark(const LaunchLine& line) {
  for (std::size_t i = 1; i < line.program.size(); ++i) {
    if (!FindProgram(line.program[i])) continue;
    try {
      const auto word = line.program.begin() + static_cast<std::ptrdiff_t>(i);
      const LaunchLine rest = SplitLaunchLine({word, line.program.end()});
      return "; put {} before '" + rest.program.front() + "' if that is the program to record";
    } catch (const Error&) {
      continue;  // the remaining words are a launcher without a program
    }
  }
  return "";
}

std::string AdviceOnWaits(const SearchOptions& options, const ProgramTraits& traits) {
  if (!traits.is_parallel || traits.is_traced || !options.providers.empty()) return "";
  return "'" + SplitLaunchLine(options.command).program.front() +
         "' calls MPI or OpenMP, but its waits cannot be measured: compile it with -pg, so that uftrace can record its "
         "calls";
}

std::string UnknownPhase(const std::string& phase, const std::string& program) {
  std::vector<std::string> names;
  try {
    profdiff::ImageOptions all;
    all.symbols = profdiff::SymbolPolicy::kAll;
    profdiff::Diagnostics diagnostics;
    const profdiff::Image image = profdiff::ReadImage(program, all, diagnostics);
    for (const profdiff::Function& function : image.functions.functions) names.emplace_back(function.name);
  } catch (const Error&) {
    names.clear();  // nothing can be suggested if the program cannot be read or has no symbols
  }
  if (std::ranges::find(names, phase) != names.end()) return "";
  return "no function '" + phase + "' was called" + DidYouMean(phase, names);
}

}  // namespace egprof
