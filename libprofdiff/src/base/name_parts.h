// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a function's name in C++, as its mangled form spells them.
// Tests: tests/unit/base/name_parts_test.cpp.
#ifndef PROFDIFF_BASE_NAME_PARTS_H_
#define PROFDIFF_BASE_NAME_PARTS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace profdiff {

// A function's name without its parameters, which is common to all overloads.
struct QualifiedName {
  std::string text;  // with template arguments: "store::Table<int>::Find"
  int variant = 0;   // number of the variant (C1, C2, D0 …) of a constructor or destructor; 0 for other functions
  std::string stem;  // common prefix of the NameStems of all overloads
};

// Nothing for names other than those of C++ functions: C, data, thunks, and names too long for libiberty.
std::optional<QualifiedName> FindQualifiedName(std::string_view name, char leading_char);

// A mangled name from its first scope on, without the marks of linkage and of const member functions.
std::string_view NameStem(std::string_view name, char leading_char);

// All parts of a function's name.
struct NameParts {
  std::string scope;       // "store::Table<int>"; empty: global
  std::string name;        // "Find", "operator<<", "~Table", "{lambda(int)#1}"
  std::string arguments;   // of the function's own template, without brackets: "int, 3"
  std::string parameters;  // "(char const*) const"; "()" where there is none
  std::string suffix;      // text after the mangled name
  int variant = 0;
  bool is_cxx = false;  // a C++ function; otherwise `arguments`, `parameters`, `suffix` and `variant` are unknown
};

// The parts of any name. A name that is not of a C++ function is demangled and divided before its last component.
NameParts SplitName(std::string_view name, char leading_char);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NAME_PARTS_H_
