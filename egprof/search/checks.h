// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a search makes before the first run, and advice after a run without a usable recording.
// Tests: tests/unit/egprof/search/checks_test.cpp, tests/cli/search/run.py.
#ifndef EGPROF_SEARCH_CHECKS_H_
#define EGPROF_SEARCH_CHECKS_H_

#include <span>
#include <string>
#include <vector>

#include "egprof/options/property_rows.h"
#include "egprof/search/launch_line.h"
#include "egprof/search/monitors.h"
#include "egprof/search/options.h"
#include "profdiff/properties.h"

namespace egprof {

// Checks that the commands can be started. Errors: kBadArgument if a program, or the launcher before it, cannot be
// started, or if a program without a launcher cannot be read.
void RequirePrograms(const SearchOptions& options);

// Checks the names in the conditions of --fail-if. Errors: kBadArgument for a property or efficiency that no monitor
// measures.
void RequireJudgedGates(std::span<const PropertyGate> gates, const profdiff::PropertySet& set,
                        const std::vector<const MonitorRow*>& monitors);

// Returns text such as "; put {} before './p' if that is the program to record" if a word after the first one is a
// program; otherwise, an empty string.
std::string HintAtMark(const LaunchLine& line);

// Returns the advice to compile a parallel program so that its waits can be recorded. Returns an empty string if the
// program is not parallel, if it was compiled this way, or if the user chose the recorders.
std::string AdviceOnWaits(const SearchOptions& options, const ProgramTraits& traits);

// Returns text such as "no function 'wrok' was called; did you mean 'work'?"; empty if the program has a function with
// the name `phase`.
std::string UnknownPhase(const std::string& phase, const std::string& program);

}  // namespace egprof

#endif  // EGPROF_SEARCH_CHECKS_H_
