// SPDX-License-Identifier: GPL-3.0-or-later
// Names of functions for people.
// Tests: tests/unit/base/demangle_test.cpp.
#ifndef PROFDIFF_BASE_DEMANGLED_NAME_H_
#define PROFDIFF_BASE_DEMANGLED_NAME_H_

#include <string>
#include <string_view>

#include "profdiff/listing.h"

namespace profdiff {

// Like Demangle, but returns a name that is not mangled as it is. Traces and other profilers do not record the target,
// so their names are assumed to have no leading character such as an underscore.
inline std::string DemangledName(std::string_view name, DemangleStyle style = DemangleStyle::kAuto,
                                 char leading_char = '\0') {
  return Demangle(name, style, leading_char).value_or(std::string(name));
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_DEMANGLED_NAME_H_
