// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of profiles of V8, the JavaScript engine of Chrome and Node.
#ifndef PROFDIFF_READ_BROWSER_READERS_H_
#define PROFDIFF_READ_BROWSER_READERS_H_

#include <string>

#include "read/profiles/input.h"

namespace profdiff {

// Each function reads one file of its format. Errors: as for ReadStacks.
StackProfile ReadCpuProfile(const StackInput& input);
// Reads the CPU samples in a trace of Chrome. Errors: kUnsupported for a trace without them.
StackProfile ReadChromeSamples(const StackInput& input);
// Throws the same error if no event in a regular file can have samples, judged by a search of the bytes for the names
// of such events, without parsing.
void RequireChromeSamples(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_BROWSER_READERS_H_
