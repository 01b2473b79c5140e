// SPDX-License-Identifier: GPL-3.0-or-later
// Implementations of the verbs of `egprof db`.
#ifndef EGPROF_DB_VERBS_H_
#define EGPROF_DB_VERBS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "egprof/console/console.h"
#include "egprof/db/options.h"

namespace egprof {

// What `add` takes.
inline constexpr profdiff::InputNeed kDbTakes[] = {
    {profdiff::InputKind::kImage},  {profdiff::InputKind::kProfile},
    {profdiff::InputKind::kTrace},  {profdiff::InputKind::kFindings},
    {profdiff::InputKind::kRecord}, {profdiff::InputKind::kMeasurements, profdiff::kGivesPoints}};

void RunAdd(const DbOptions& options, Console& console);
void RunList(const std::string& store, const profdiff::TrialPath& path, const TableOptions& table, TextSink& out);
void RunDbDiff(DbOptions options, Console& console);
void RunExport(const std::string& store, const profdiff::TrialPath& path, TextSink& out, Stages& stages);
void RunImport(const std::string& store, const std::vector<std::string>& inputs, Console& console);
void RunRemove(const std::string& store, const profdiff::TrialPath& path, TextSink& out);
void RunHistory(const DbOptions& options, Console& console);

}  // namespace egprof

#endif  // EGPROF_DB_VERBS_H_
