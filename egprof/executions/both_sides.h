// SPDX-License-Identifier: GPL-3.0-or-later
// Work done in parallel: both sides of a difference, or an image and its profile.
// Tests: tests/unit/egprof/executions/both_sides_test.cpp.
#ifndef EGPROF_EXECUTIONS_BOTH_SIDES_H_
#define EGPROF_EXECUTIONS_BOTH_SIDES_H_

#include <functional>
#include <memory>

#include "egprof/console/output.h"

namespace egprof {

// An output for a second thread. Join() appends its messages to those of the first, when both threads have finished.
std::unique_ptr<Output> StartBeside(const Output& output);
void Join(Output& output, Output& later);

// Does both in parallel, as DoBothInTurn (base/beside.h) does. Messages and errors come in the order of a sequential
// run.
void DoBoth(unsigned threads, Output& output, const std::function<void(Output&)>& first,
            const std::function<void(Output&)>& second);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_BOTH_SIDES_H_
