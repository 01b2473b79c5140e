// SPDX-License-Identifier: GPL-3.0-or-later
// Short forms of demangled names in C++, as printed by libiberty, in Rust and in Go. Names in C and Fortran are
// unchanged. Tests: tests/unit/base/short_name_test.cpp.
#ifndef PROFDIFF_BASE_SHORT_NAME_H_
#define PROFDIFF_BASE_SHORT_NAME_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

enum class Parameters : std::uint8_t { kLeftOut, kShown };

// Returns a short form, for example "std::map<…>::find" for "std::map<int, long, std::less<int>, …>::find(int const&)
// const". Omits the result type and std's inline namespaces, and folds template arguments. Parameters are left out, or
// shown with their template arguments folded. The suffix of a clone that a compiler generated, as in "f.cold", is kept.
// A name with unbalanced brackets is unchanged. Cost: linear in the name, without recursion.
std::string ShortName(std::string_view readable, Parameters parameters = Parameters::kLeftOut);

// Returns the name of a C++ function without result type and parameters, but with its template arguments and the suffix
// of a clone, for example "ns::Map<int>::find.cold". Returns nullopt for a name without a parameter list.
std::optional<std::string> NameBeforeParameters(std::string_view readable);

// Returns short forms of several names that show where their template arguments differ, for example
// "Table<…, Hash<…>>::find" and "Table<…, Tree>::find". Parameters are left out. Names that do not have the same form
// are unchanged.
std::vector<std::string> ShortNamesApart(const std::vector<std::string>& readable);

// Returns the outermost namespace or class of a name, its Rust crate, or its gfortran module: the text before the first
// "::". Empty for a global function.
std::string OutermostScope(std::string_view readable);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SHORT_NAME_H_
