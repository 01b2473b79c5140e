// SPDX-License-Identifier: GPL-3.0-or-later
// Work done in parallel: both sides of a difference, or an image and its profile.
// Tests: tests/unit/egprof/executions/both_sides_test.cpp.
#ifndef EGPROF_EXECUTIONS_BOTH_SIDES_H_
#define EGPROF_EXECUTIONS_BOTH_SIDES_H_

#include <functional>
#include <memory>

#include "egprof/console/output.h"

namespace egprof {

// An output for what is done beside, and what is done when both are done: what it has heard comes after what the first
// one has.
std::unique_ptr<Output> StartBeside(const Output& output);
void Join(Output& output, Output& later);

// Does both in parallel, as DoBothInTurn (base/beside.h) does. Messages and errors come in the order of a sequential
// run.
void DoBoth(unsigned threads, Output& output, const std::function<void(Output&)>& first,
            const std::function<void(Output&)>& second);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_BOTH_SIDES_H_
