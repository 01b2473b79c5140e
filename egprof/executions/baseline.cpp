// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/cli/db/run.py.
#include "egprof/executions/baseline.h"

#include <vector>

#include "profdiff/error.h"
#include "profdiff/store.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

void RequireNoBase(std::span<const Operand> operands) {
  for (const Operand& operand : operands) {
    if (operand.kind == Operand::Kind::kSubtract) return;
    if (operand.kind != Operand::Kind::kFile) continue;
    throw Error(ErrorCode::kBadArgument,
                "a second base, but --baseline already names one; put the files of the other side after --subtract",
                operand.text);
  }
}

std::vector<profdiff::TrialEntry> TrialsOf(const profdiff::StoredPath& stored) {
  if (stored.path.trial.empty()) return profdiff::TrialsSinceChange(stored.file, stored.path);
  std::vector<profdiff::TrialEntry> found = profdiff::ListTrials(stored.file, stored.path);
  if (!found.empty()) return found;
  throw Error(ErrorCode::kNotFound, "no trial " + stored.path.Text(), stored.file, {},
              {profdiff::RemedyKind::kListTrials, {}});
}

}  // namespace

bool TakeBaseline(std::span<const Operand> operands, const std::string& baseline, Sides& sides) {
  if (baseline.empty()) return false;
  RequireNoBase(operands);
  const profdiff::StoredPath stored = profdiff::ParseStoredPath(baseline, profdiff::PathDepth::kExperimentOrTrial);
  sides.base = {"", {}, stored.file};
  const std::vector<profdiff::TrialEntry> trials = TrialsOf(stored);
  for (const profdiff::TrialEntry& trial : trials) sides.base.profiles.emplace_back(trial.path.Text());
  return trials.size() > 1 || trials.front().runs > 1;
}

}  // namespace egprof
