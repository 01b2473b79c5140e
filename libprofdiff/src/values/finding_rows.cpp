// SPDX-License-Identifier: GPL-3.0-or-later
#include "values/finding_rows.h"

#include <cstddef>
#include <utility>

namespace profdiff {
namespace {

template <class Value>
std::map<Value, std::uint32_t> IndicesOf(const std::vector<Value>& values) {
  std::map<Value, std::uint32_t> known;
  for (std::size_t i = 0; i < values.size(); ++i) known.emplace(values[i], static_cast<std::uint32_t>(i));
  return known;
}

}  // namespace

FindingRows::FindingRows(StoredTrial& trial)
    : trial_(trial), regions_(IndicesOf(trial.regions)), properties_(IndicesOf(trial.properties)) {}

void FindingRows::Add(StoredRun& run, const StoredRegion& region, const StoredProperty& property,
                      StoredFinding finding) {
  finding.region = IndexOf(region, regions_, trial_.regions);
  finding.property = IndexOf(property, properties_, trial_.properties);
  run.findings.push_back(std::move(finding));
}

}  // namespace profdiff
