// SPDX-License-Identifier: GPL-3.0-or-later
// Implementations of the verbs of `egprof db`.
#ifndef EGPROF_DB_VERBS_H_
#define EGPROF_DB_VERBS_H_

#include "egprof/console/output.h"
#include "egprof/db/options.h"

namespace egprof {

void RunAdd(const DbOptions& options, Output& output);
void RunList(const DbOptions& options, Output& output);
void RunDbDiff(DbOptions options, Output& output);
void RunExport(const DbOptions& options, Output& output);
void RunImport(const DbOptions& options, Output& output);
void RunRemove(const DbOptions& options, Output& output);
void RunHistory(const DbOptions& options, Output& output);

}  // namespace egprof

#endif  // EGPROF_DB_VERBS_H_
