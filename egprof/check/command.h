// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof check`. It finds performance properties in recordings: what is wrong, where, and how much it
// costs.
#ifndef EGPROF_CHECK_COMMAND_H_
#define EGPROF_CHECK_COMMAND_H_

#include <functional>
#include <string>
#include <vector>

#include "egprof/check/options.h"
#include "egprof/console/console.h"
#include "profdiff/properties.h"

namespace egprof {

// Reads the traces of a run's processes, like profdiff::LoadTraceMeasurements.
using TraceLoader = std::function<profdiff::Measurements(const std::vector<profdiff::Input>& inputs,
                                                         const profdiff::MeasureOptions& options)>;

// Runs the command with `load` as the reader of traces. Errors: profdiff::Error.
void RunCheckWith(const TraceLoader& load, CheckOptions options, Console& console);

}  // namespace egprof

#endif  // EGPROF_CHECK_COMMAND_H_
