// SPDX-License-Identifier: GPL-3.0-or-later
// How functions are named in listings.
#ifndef PROFDIFF_NAMES_H_
#define PROFDIFF_NAMES_H_

#include <optional>
#include <string>
#include <string_view>

#include "profdiff/export.h"

namespace profdiff {

// Mangling schemes, as libiberty knows them.
enum class DemangleStyle { kNone, kAuto, kGnuV3, kJava, kGnat, kDlang, kRust };

// "none", "auto", "gnu-v3", "java", "gnat", "dlang" or "rust"; nothing for any other text.
PROFDIFF_EXPORT std::optional<DemangleStyle> ParseDemangleStyle(std::string_view text);

// The readable form of a linkage name; nothing if it is not mangled in that style, or if the readable form were more
// than 256 times as long (but of kGnat and kDlang whatever its length).
// A target's leading character, leading dots and dollars, and a version after @ are kept around the readable form as
// libbfd keeps them.
PROFDIFF_EXPORT std::optional<std::string> Demangle(std::string_view name, DemangleStyle style, char leading_char);

struct NameStyle {
  DemangleStyle demangle = DemangleStyle::kAuto;
  bool full_paths = false;    // -L: source paths whole, else base names
  bool source_lines = false;  // --inline-file-names: " (file:line)" after every name
};

}  // namespace profdiff

#endif  // PROFDIFF_NAMES_H_
