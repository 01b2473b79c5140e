// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof check`. It looks for performance properties in recordings: what is wrong, where, and what that
// costs.
#ifndef EGPROF_CHECK_COMMAND_H_
#define EGPROF_CHECK_COMMAND_H_

#include <functional>
#include <string>

#include "egprof/check/options.h"
#include "egprof/cli/command.h"
#include "egprof/console/output.h"
#include "profdiff/properties.h"

namespace egprof {

const Command& CheckCommand();

// Reads a recording as profdiff::LoadMeasurements does.
using RunLoader =
    std::function<profdiff::Measurements(const std::string& path, const profdiff::MeasureOptions& options)>;

// Runs the command with another way to load recordings. Errors: profdiff::Error.
void RunCheckWith(const RunLoader& load, CheckOptions options, Output& output);

}  // namespace egprof

#endif  // EGPROF_CHECK_COMMAND_H_
