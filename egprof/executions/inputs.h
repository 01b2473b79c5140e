// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the files of a command line into memory, for one execution or for both sides of a difference.
#ifndef EGPROF_EXECUTIONS_INPUTS_H_
#define EGPROF_EXECUTIONS_INPUTS_H_

#include <functional>
#include <string>
#include <vector>

#include "egprof/console/load_log.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
#include "values/ordering.h"
#include "values/static_calls.h"

namespace egprof {

// Reads the file of -R, which maps functions to object files. Errors in the image take precedence over errors in the
// map. Errors: those of profdiff::ReadOrderMap, and those of profdiff::ReadImage that occur before symbols are
// examined.
profdiff::OrderMap LoadOrderMap(const std::string& path, const std::string& image_path, Messages& messages);

// Returns the user's rules for functions that have another name on the other side. Rules from files come first. Errors:
// kSystem; kBadArgument for a bad rule.
profdiff::Renames LoadRenames(const RenameOptions& options);

// Returns the image and the profiles as "IMAGE, PROFILES".
std::string Label(const Side& side);

// Returns text such as "gmon.out" or "gmon.1, gmon.2".
std::string JoinNames(const std::vector<Input>& inputs);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_INPUTS_H_
