// SPDX-License-Identifier: GPL-3.0-or-later
// Short names of functions that are shown together, which are distinct if possible.
// Test: tests/unit/report/digest/digest_test.cpp.
#ifndef PROFDIFF_REPORT_MACHINE_SHORT_NAMES_H_
#define PROFDIFF_REPORT_MACHINE_SHORT_NAMES_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/image.h"
#include "profdiff/listing.h"

namespace profdiff {

// The forms of a name, from the shortest to the longest.
enum class NameForm : std::uint8_t { kPlain, kParameters, kWhole, kFile };

// Returns the text on one line: well-formed UTF-8, with "?" in place of control characters.
std::string NameForLine(std::string_view text);

// Returns a form of a function's name, for example "std::map<…>::find" for its linkage name.
std::string FormOfName(const FunctionTable& table, std::string_view name, DemangleStyle demangle, NameForm form);

// Returns a name for each function: the shortest one that no other function of the list has. A name without parameters
// comes first; then one with parameters; then one with the template arguments that differ; then the whole demangled
// name; finally the name with the file, for static functions of the same name. `least` is the shortest form to use.
std::vector<std::string> ShortNamesOf(const FunctionTable& table, std::span<const FunctionId> functions,
                                      DemangleStyle demangle, NameForm least = NameForm::kPlain);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_SHORT_NAMES_H_
