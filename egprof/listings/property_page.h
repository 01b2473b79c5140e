// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of commands that look for performance properties: findings on standard output, and a page in a file.
// Test: tests/cli/check/page.py.
#ifndef EGPROF_LISTINGS_PROPERTY_PAGE_H_
#define EGPROF_LISTINGS_PROPERTY_PAGE_H_

#include <functional>
#include <string>

#include "egprof/listings/file_plan.h"
#include "egprof/options/options.h"
#include "egprof/options/property_rows.h"
#include "profdiff/store.h"

namespace egprof {

// Returns the findings and the page as outputs, which must be registered before anything is read or recorded. Errors:
// kUnsupported if this build cannot write a page.
PlannedOutputs FindingOutputs(const FindingOptions& options, const TableOptions& table);

// Checks that a trial can be added to a store. Creates nothing. Errors: kExists for a trial that already exists; those
// of profdiff::ListTrials.
void RequireNewTrial(const std::string& store, const profdiff::TrialPath& path);

// Adds all trials to a store, or none of them. Errors: those of profdiff::AddTrials.
void AddAllTrials(const std::string& store, std::vector<profdiff::StoredTrial> trials);

// Adds the trial that `make` returns to the store of --db, if given. Errors: those of profdiff::AddTrials.
void KeepFindings(const FindingOptions& options, const std::function<profdiff::StoredTrial()>& make);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_PROPERTY_PAGE_H_
