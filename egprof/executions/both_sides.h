// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel work on both sides of a difference, or on an image and its profile.
// Tests: tests/unit/egprof/executions/both_sides_test.cpp.
#ifndef EGPROF_EXECUTIONS_BOTH_SIDES_H_
#define EGPROF_EXECUTIONS_BOTH_SIDES_H_

#include <functional>
#include <memory>

#include "egprof/console/output.h"

namespace egprof {

// Creates an output for a second thread. When both threads have finished, Join() appends the messages of the second
// thread to the messages of the first thread.
std::unique_ptr<Output> StartBeside(const Output& output);
void Join(Output& output, Output& later);

// Calls both functions in parallel, like DoBothInTurn (base/beside.h). Messages and errors come in the order of a
// sequential run.
void DoBoth(unsigned threads, Output& output, const std::function<void(Output&)>& first,
            const std::function<void(Output&)>& second);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_BOTH_SIDES_H_
