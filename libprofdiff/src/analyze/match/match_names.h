// SPDX-License-Identifier: GPL-3.0-or-later
// What a function's name and source say about which function it is.
// Test: tests/unit/analyze/match/match_names_test.cpp.
#ifndef PROFDIFF_ANALYZE_MATCH_MATCH_NAMES_H_
#define PROFDIFF_ANALYZE_MATCH_MATCH_NAMES_H_

#include <string>
#include <string_view>

#include "profdiff/functions.h"

namespace profdiff {

// The file symbol above a function; empty where it names no source file, as "<artificial>" of link-time optimisation,
// and where units are images.
std::string_view SourceUnit(const FunctionTable& table, FunctionId id);

// The source file of a function without its directories: from the symbol table, else from debug information; empty
// when it is unknown for both. Directories are left out because two versions of a program are seldom built in the same
// one.
std::string_view SourceFileName(const FunctionTable& table, FunctionId id);

// The program or library of a function, without its directory and version: "libc" for "/lib/libc.so.6" and
// "libc-2.36.so". Empty when unknown, and where units are no images.
std::string_view ImageName(const FunctionTable& table, FunctionId id);

// The name of a compiler's clone with the numbers of its suffixes left out: "f.part.0.cold" gives "f.part.cold".
// Empty for a name without such a suffix.
// Suffixes: .part.N .isra.N .constprop.N .cold .cold.N .lto_priv.N .llvm.N, in any combination.
std::string ClonePattern(std::string_view name);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_MATCH_NAMES_H_
