// SPDX-License-Identifier: GPL-3.0-or-later
// Finds profiles that are given more than once. The variation between runs is known only if the runs are different
// ones. Test: tests/unit/egprof/executions/copies_test.cpp.
#ifndef EGPROF_EXECUTIONS_COPIES_H_
#define EGPROF_EXECUTIONS_COPIES_H_

#include <vector>

#include "egprof/console/messages.h"
#include "egprof/executions/sides.h"
#include "profdiff/profile.h"

namespace egprof {

// Warns if a profile is on both sides, since the difference of the sides is then 0 or too small.
void CheckFiles(const Side& base, const Side& other, Messages& messages);

// Refuses a run that is given twice, perhaps through a link: copies would hide the variation between runs. Costs one
// call of stat per run. Errors: kBadArgument.
void RefuseTwins(const std::vector<Input>& runs);
void RefuseTwins(const Side& side);

// Refuses files with equal bytes if their times were sampled with more than 100 samples, because chance does not make
// the same samples twice. Counts may be equal. `runs` are the times that were read from the side's files, which are
// read again only if two runs have equal times. Errors: kBadArgument.
void RefuseCopies(const Side& side, const profdiff::RunTable& runs);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_COPIES_H_
