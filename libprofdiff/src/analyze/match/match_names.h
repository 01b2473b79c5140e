// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of names and sources by which functions are matched.
// Test: tests/unit/analyze/match/match_names_test.cpp.
#ifndef PROFDIFF_ANALYZE_MATCH_MATCH_NAMES_H_
#define PROFDIFF_ANALYZE_MATCH_MATCH_NAMES_H_

#include <string>
#include <string_view>

#include "profdiff/image.h"

namespace profdiff {

// Returns the file symbol that precedes a function in the symbol table. Returns an empty string if units are images, or
// if the symbol does not name a source file (such as "<artificial>" from link-time optimisation).
std::string_view SourceUnit(const FunctionTable& table, FunctionId id);

// Returns the base name of a function's source file, taken from the symbol table or, if it has none, from debug
// information; empty if neither has it. The directory is left out, because two versions of a program are seldom built
// in the same directory.
std::string_view SourceFileName(const FunctionTable& table, FunctionId id);

// Returns the program or library of a function, without directory and version, for example "libc" for "/lib/libc.so.6"
// and "libc-2.36.so". Empty if it is unknown, or if units are not images.
std::string_view ImageName(const FunctionTable& table, FunctionId id);

// Returns the name of a compiler's clone without the numbers of its suffixes, for example "f.part.cold" for
// "f.part.0.cold". Returns an empty string for a name without such a suffix. Suffixes: .part.N .isra.N .constprop.N
// .cold .cold.N .lto_priv.N .llvm.N, in any combination.
std::string ClonePattern(std::string_view name);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_MATCH_NAMES_H_
