// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof check`. It looks for performance properties in recordings: what is wrong, where, and what that
// costs.
#ifndef EGPROF_CHECK_COMMAND_H_
#define EGPROF_CHECK_COMMAND_H_

#include <functional>
#include <string>
#include <vector>

#include "egprof/check/options.h"
#include "egprof/cli/command.h"
#include "egprof/console/output.h"
#include "profdiff/properties.h"

namespace egprof {

const Command& CheckCommand();

// Reads the traces of a run's processes as profdiff::LoadTraceMeasurements does.
using TraceLoader = std::function<profdiff::Measurements(const std::vector<std::string>& paths,
                                                         const profdiff::MeasureOptions& options)>;

// Runs the command with another way to load traces. Errors: profdiff::Error.
void RunCheckWith(const TraceLoader& load, CheckOptions options, Output& output);

}  // namespace egprof

#endif  // EGPROF_CHECK_COMMAND_H_
