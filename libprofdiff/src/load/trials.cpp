// SPDX-License-Identifier: GPL-3.0-or-later
// Applies a selection to stored profiles, whose samples were attributed without a selection.
// Tests: tests/cli/db/run.py.
#include "load/trials.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "load/stacks.h"
#include "profdiff/context_tree.h"
#include "profdiff/store.h"
#include "values/loading_stacks.h"
#include "values/loading_trials.h"

namespace profdiff {
namespace {

// Returns the hash of the image with which the trial was recorded, from the trial's metadata; empty if unknown.
std::string IdentityOf(const StoredTrial& trial) {
  const auto found =
      std::ranges::find(trial.metadata, kImageIdName, [](const auto& pair) { return std::string_view(pair.first); });
  return found == trial.metadata.end() ? "" : found->second;
}

// Removes the time of functions that are not selected, and subtracts it from the total. Removes arcs that are not kept,
// and subtracts their counts from the call counts of their callees. MakeProfile does the same with records (GPROF.md,
// section 2.5).
void Select(const FunctionTable& table, const Selection& selection, Profile& profile) {
  for (std::size_t f = 0; f < table.size(); ++f) {
    if (profile.self_ticks[f] == 0 || selection.Selects(SpecTable::kFlat, FunctionId(f))) continue;
    profile.total_ticks -= profile.self_ticks[f];
    profile.self_ticks[f] = 0;
  }
  DropArcs(table, selection, profile, [&profile](const Arc& arc) {
    std::uint64_t& calls = (arc.caller == arc.callee ? profile.self_calls : profile.calls)[arc.callee.value];
    // In an untrusted store, the arcs to a function may have more calls than the function.
    calls -= std::min(calls, arc.count);
  });
}

}  // namespace

TrialFiles ReadTrialFiles(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  TrialFiles read;
  observer.BeginProfiles(files);
  std::vector<StoredTrial> trials;
  // Stack trees of several trials are not added up, so the tree is read only for a single trial.
  const StacksOfTrial stacks = files.profiles.size() == 1 ? StacksOfTrial::kRead : StacksOfTrial::kSkip;
  for (const Input& trial : files.profiles) {
    trials.push_back(ReadTrial(files.store, ParseTrialPath(trial.path(), PathDepth::kTrial), stacks));
  }
  // Trials of different images have no common identity and are matched by name.
  read.identity = IdentityOf(trials.front());
  for (const StoredTrial& trial : trials) {
    if (IdentityOf(trial) != read.identity) read.identity.clear();
  }
  TrialProfiles profiles = ProfilesOf(trials);
  SubstituteNames(profiles.functions, options.substitutions);
  read.execution.functions = std::make_shared<const FunctionTable>(std::move(profiles.functions));
  read.execution.selection = profdiff::Select(*read.execution.functions, options.specs, SpecRules::kExact);
  read.runs = std::move(profiles.runs);
  read.execution.profile = std::move(profiles.sum);
  read.execution.contexts = std::move(profiles.contexts.tree);
  read.execution.context_scale = profiles.contexts.scale;
  return read;
}

void SelectTrials(const LoadingOptions& options, LoadedExecution& execution, std::vector<Profile>& runs) {
  for (Profile& run : runs) Select(*execution.functions, execution.selection, run);
  Select(*execution.functions, execution.selection, execution.profile);
  if (execution.contexts) {
    execution.contexts = std::make_shared<const ContextTree>(KeepStacks(*execution.contexts, execution.selection));
  }
  if (!options.runs) runs.clear();
}

}  // namespace profdiff
