// SPDX-License-Identifier: GPL-3.0-or-later
// Short forms of demangled names in C++, as printed by libiberty, and in Rust. Names in C and Fortran are unchanged.
// Tests: tests/unit/base/short_name_test.cpp.
#ifndef PROFDIFF_BASE_SHORT_NAME_H_
#define PROFDIFF_BASE_SHORT_NAME_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace profdiff {

enum class Parameters : std::uint8_t { kLeftOut, kShown };

// Returns a short form, for example "std::map<…>::find" for "std::map<int, long, std::less<int>, …>::find(int const&)
// const". Omits the result type and std's inline namespaces, and folds template arguments. Parameters are left out, or
// shown with their template arguments folded. The suffix of a clone that a compiler generated, as in "f.cold", is kept.
// A name with unbalanced brackets is unchanged. Cost: linear in the name, without recursion.
std::string ShortName(std::string_view readable, Parameters parameters = Parameters::kLeftOut);

// Returns the outermost namespace or class of a name, its Rust crate, or its gfortran module: the text before the first
// "::". Empty for a global function.
std::string OutermostScope(std::string_view readable);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SHORT_NAME_H_
