// SPDX-License-Identifier: GPL-3.0-or-later
// What profiles of shared libraries (LD_PROFILE) do not tell apart.
// Tests: tests/cli/formats/run.py.
#ifndef PROFDIFF_LOAD_LIBRARY_CALLS_H_
#define PROFDIFF_LOAD_LIBRARY_CALLS_H_

#include <optional>
#include <string>

#include "profdiff/error.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"

namespace profdiff {

// Returns a note about called functions that begin in the same 32 bytes as others: the dynamic linker counts the calls
// of both as calls of one of them. Returns nullopt if there are none, and for other profiles. `path` is the profile.
std::optional<Message> FindMergedCalls(const FunctionTable& functions, const Records& records, const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_LIBRARY_CALLS_H_
