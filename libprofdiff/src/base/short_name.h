// SPDX-License-Identifier: GPL-3.0-or-later
// Readable names of functions, made short: C++ as libiberty prints it, Rust; names of C and Fortran stay as they are.
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
// template arguments folded. What a compiler's clone is called stays: "f.cold". A name whose brackets do not match
// stays as it is. Cost: linear in the name, without recursion.
std::string ShortName(std::string_view readable, Parameters parameters = Parameters::kLeftOut);

// The outermost namespace or class of a name, a Rust crate, a Fortran module of gfortran's: what stands before the
// first "::". Empty for a global function.
std::string OutermostScope(std::string_view readable);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SHORT_NAME_H_
