// SPDX-License-Identifier: GPL-3.0-or-later
// Both sides of a difference, loaded as specified by the options of a command line.
#ifndef EGPROF_EXECUTIONS_EXECUTION_H_
#define EGPROF_EXECUTIONS_EXECUTION_H_

#include <cstddef>
#include <functional>
#include <memory>

#include "egprof/console/load_log.h"
#include "egprof/executions/profile_log.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/listing.h"

namespace egprof {

using Execution = profdiff::LoadedExecution;
using Executions = profdiff::LoadedExecutions;

// What the outputs need from the profiles, and how the profiles of a side belong together.
struct LoadNeeds {
  profdiff::SourcePositions positions = profdiff::SourcePositions::kNone;
  profdiff::SymbolPolicy symbols = profdiff::SymbolPolicy::kAll;  // default for --symbols
  bool unused_lines = false;                                      // see profdiff::LoadingOptions
  bool descriptions = false;                                      // -i: descriptions of the files
  bool runs = false;  // true if each profile is one run, instead of a part of a sum
};
LoadNeeds NeedsOf(const OutputOptions& outputs, const profdiff::ListingOptions& listing,
                  const FunctionOptions& functions, const ComparisonOptions& comparison);

// How profiles are loaded, and what is reported meanwhile. Made once, where a command is run.
struct LoadPlan {
  profdiff::LoadingOptions loading;
  FileReporting reporting;
  bool has_symbol_choice = false;  // true if the user has chosen the symbols (--symbols)
};
LoadPlan LoadPlanOf(const WorkOptions& work, const FunctionOptions& functions, const FileOptions& files,
                    const InputOptions& input, const LoadNeeds& needs);

// Returns a plan that also applies the user's substitutions to names.
LoadPlan WithSubstitutions(LoadPlan plan, const RenameOptions& renames);

// Loads one execution recorded by another profiler. Errors: those of profdiff::LoadExecution.
Execution LoadExecution(const LoadPlan& plan, const Side& side, LoadLog& log);
// Loads one execution as gprof does. Errors: those of profdiff::LoadExecution.
Execution LoadAsGprof(LoadPlan plan, const Side& side, LoadLog& log);
// Loads an image without profiles. Errors: those of profdiff::ReadImage.
std::shared_ptr<const profdiff::Image> LoadImage(const LoadPlan& plan, const Input& image, LoadLog& log);
// Reads a side's profiles one by one; see profdiff::LoadEachProfile.
void LoadEachProfile(const LoadPlan& plan, const Side& side, const profdiff::TargetLayout& layout, LoadLog& log,
                     const profdiff::RecordsUser& each, const std::function<void(std::size_t)>& next);
// Loads one execution and keeps the profile of each file, not only their sum. Errors: those of profdiff::LoadExecution.
Execution LoadEachRun(LoadPlan plan, const Side& side, LoadLog& log);

// Loads both sides. Errors: those of profdiff::LoadExecutions.
Executions LoadExecutions(const LoadPlan& plan, const Side& base, const Side& other, LoadLog& log);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_EXECUTION_H_
