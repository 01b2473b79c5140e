// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises the formats of other profilers by the first bytes of a file.
// Tests: tests/unit/read/profiles/recognise_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_RECOGNISE_H_
#define PROFDIFF_READ_PROFILES_RECOGNISE_H_

#include "read/file/first_bytes.h"

namespace profdiff {

// Each function returns true for a file of the format in its name.
bool IsPerfData(const FirstBytes& file);
bool IsGperftools(const FirstBytes& file);
bool IsSpeedscope(const FirstBytes& file);
bool IsFirefox(const FirstBytes& file);
bool IsCpuProfile(const FirstBytes& file);
bool IsDhat(const FirstBytes& file);
bool IsAustin(const FirstBytes& file);
bool IsCallgrind(const FirstBytes& file);
bool IsPerfScript(const FirstBytes& file);

// These check only the syntax of the file. Folded stacks of a difference have two numbers at the end of each line.
bool IsFoldedDifference(const FirstBytes& file);
bool IsFolded(const FirstBytes& file);
bool IsPprof(const FirstBytes& file);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_RECOGNISE_H_
