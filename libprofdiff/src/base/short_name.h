// SPDX-License-Identifier: GPL-3.0-or-later
// Short forms of demangled names: of C++ as libiberty prints it, and of Rust; names of C and Fortran are unchanged.
// Tests: tests/unit/base/short_name_test.cpp.
#ifndef PROFDIFF_BASE_SHORT_NAME_H_
#define PROFDIFF_BASE_SHORT_NAME_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace profdiff {

enum class Parameters : std::uint8_t { kLeftOut, kShown };

// "std::map<…>::find" for "std::map<int, long, std::less<int>, …>::find(int const&) const": without the type of the
// result and std's inline namespaces, template arguments folded; parameters are left out, or shown with their own
// template arguments folded. The suffix of a compiler's clone is kept: "f.cold". A name with unbalanced brackets is
// unchanged. Cost: linear in the name, without recursion.
std::string ShortName(std::string_view readable, Parameters parameters = Parameters::kLeftOut);

// The outermost namespace or class of a name, a Rust crate, or a module of gfortran: the text before the first "::".
// Empty for a global function.
std::string OutermostScope(std::string_view readable);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SHORT_NAME_H_
