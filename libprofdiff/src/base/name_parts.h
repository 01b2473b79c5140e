// SPDX-License-Identifier: GPL-3.0-or-later
// The demangled names of functions, and the parts of C++ functions' names, as found in their mangled form.
// Tests: tests/unit/base/name_parts_test.cpp, tests/unit/base/demangle_test.cpp.
#ifndef PROFDIFF_BASE_NAME_PARTS_H_
#define PROFDIFF_BASE_NAME_PARTS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "profdiff/listing.h"

namespace profdiff {

// Like Demangle, but returns a name that is not mangled as it is. Traces and other profilers do not record the target,
// so their names are assumed to have no leading character such as an underscore.
std::string DemangledName(std::string_view name, DemangleStyle style = DemangleStyle::kAuto, char leading_char = '\0');

// A function's name without its parameters, which is common to all overloads.
struct QualifiedName {
  std::string text;  // with template arguments, such as "store::Table<int>::Find"
  int variant = 0;   // variant number of a constructor or destructor (C1, C2, D0 …); 0 for other functions
  std::string stem;  // common prefix of the NameStems of all overloads
};

// Returns nullopt for names of anything other than C++ functions (C functions, data, thunks), and for names too long
// for libiberty.
std::optional<QualifiedName> FindQualifiedName(std::string_view name, char leading_char);

// Returns the part of a mangled name that starts at its first scope, after "_Z" and the marks for internal linkage,
// nested names and qualified member functions; empty if the name is not mangled.
std::string_view NameStem(std::string_view name, char leading_char);

// All parts of a function's name.
struct NameParts {
  std::string scope;       // such as "store::Table<int>"; empty for global functions
  std::string name;        // such as "Find", "operator<<", "~Table", "{lambda(int)#1}"
  std::string arguments;   // arguments of the function's own template, without brackets: "int, 3"
  std::string parameters;  // such as "(char const*) const"; "()" if there are none
  std::string suffix;      // text after the mangled name, such as ".part.0"
  int variant = 0;
  // True for a C++ function. For other names, `arguments`, `parameters`, `suffix` and `variant` are unknown.
  bool is_cxx = false;
};

// Splits any name into parts. Names of anything other than C++ functions are demangled, and split before their last
// component.
NameParts SplitName(std::string_view name, char leading_char);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NAME_PARTS_H_
