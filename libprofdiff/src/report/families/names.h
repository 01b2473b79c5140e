// SPDX-License-Identifier: GPL-3.0-or-later
// Formats choices as text. Tests: tests/cli/select/run.py.
#ifndef PROFDIFF_REPORT_FAMILIES_NAMES_H_
#define PROFDIFF_REPORT_FAMILIES_NAMES_H_

#include <optional>
#include <string>

#include "profdiff/families.h"

namespace profdiff {

// Returns text such as "A=A2 B=B1", or "nothing that is possible" if there is no choice.
std::string ChoiceText(const Families& families, const std::optional<MemberChoice>& choice);

// Formats a number like "%.10g".
std::string ShortNumber(double value);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FAMILIES_NAMES_H_
