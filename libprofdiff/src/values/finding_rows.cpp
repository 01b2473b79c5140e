// SPDX-License-Identifier: GPL-3.0-or-later
#include "values/finding_rows.h"

#include <utility>

#include "values/index_of.h"

namespace profdiff {

FindingRows::FindingRows(StoredTrial& trial)
    : trial_(trial), regions_(IndicesOf(trial.regions)), properties_(IndicesOf(trial.properties)) {}

void FindingRows::Add(StoredRun& run, const StoredRegion& region, const StoredProperty& property,
                      StoredFinding finding) {
  finding.region = IndexOf(region, regions_, trial_.regions);
  finding.property = IndexOf(property, properties_, trial_.properties);
  run.findings.push_back(std::move(finding));
}

}  // namespace profdiff
