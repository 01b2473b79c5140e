// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that can be read, one function for each.
#ifndef PROFDIFF_READ_PROFILES_READERS_H_
#define PROFDIFF_READ_PROFILES_READERS_H_

#include "read/profiles/input.h"

namespace profdiff {

// Each reads one file of its format. Errors: those of ReadStacks.
StackProfile ReadPerfScript(const StackInput& input);
StackProfile ReadCallgrind(const StackInput& input);
StackProfile ReadPprof(const StackInput& input);
StackProfile ReadFolded(const StackInput& input);
StackProfile ReadSpeedscope(const StackInput& input);
StackProfile ReadFirefox(const StackInput& input);
StackProfile ReadCpuProfile(const StackInput& input);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_READERS_H_
