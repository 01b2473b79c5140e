// SPDX-License-Identifier: GPL-3.0-or-later
// The inputs of a command line, and options that do not apply to them.
// Tests: tests/cli/stacks/run.py.
#ifndef EGPROF_EXECUTIONS_KINDS_H_
#define EGPROF_EXECUTIONS_KINDS_H_

#include <functional>
#include <span>
#include <string>

#include "egprof/executions/sides.h"
#include "egprof/options/options.h"

namespace egprof {

// Returns a function that makes the input of a path. The format that --input-format or -O names takes precedence over
// the content.
std::function<Input(const std::string& path)> InputMaker(const InputOptions& input, const FileOptions& files);

// Throws for the first file of the line that does not exist, or that is none of the kinds that the command takes. Does
// nothing with --keep-going, which leaves such files out. Errors: those of profdiff::WrongKind.
void RequireInputs(std::span<const LineItem> line, std::span<const profdiff::InputNeed> takes,
                   const FileOptions& files = {});

// Throws for a profile that needs an image if none is named and there is no a.out, and for an image that is something
// else. Errors: those of profdiff::WrongKind.
void RequireImages(const Sides& sides, std::span<const profdiff::InputNeed> takes);

// Throws for options that have no effect on these sides: options that need addresses, source lines or blocks that a
// side lacks, and options for other profilers' files if there is no such file. Errors: kBadArgument.
void RefuseForKinds(const CommandLine& line, const Sides& sides);

// Throws for options that need data that trials of a store lack. Errors: kBadArgument.
void RefuseForTrials(const CommandLine& line, const Sides& sides);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_KINDS_H_
