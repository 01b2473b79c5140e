// SPDX-License-Identifier: GPL-3.0-or-later
// What is done for both sides of a difference at the same time.
#ifndef EGPROF_BOTH_SIDES_H_
#define EGPROF_BOTH_SIDES_H_

#include <functional>

#include "egprof/output.h"

namespace egprof {

// Does two things, at the same time if there may be two threads; their errors come as if one had been done after the
// other.
void DoBoth(unsigned threads, const std::function<void()>& first, const std::function<void()>& second);

// So does what they have to say.
void DoBoth(unsigned threads, Output& output, const std::function<void(Output&)>& first,
            const std::function<void(Output&)>& second);

}  // namespace egprof

#endif  // EGPROF_BOTH_SIDES_H_
