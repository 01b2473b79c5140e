// SPDX-License-Identifier: GPL-3.0-or-later
// Choices as text. Tests: tests/cli/select/run.py.
#ifndef PROFDIFF_REPORT_FAMILIES_NAMES_H_
#define PROFDIFF_REPORT_FAMILIES_NAMES_H_

#include <optional>
#include <string>

#include "profdiff/families.h"

namespace profdiff {

// "A=A2 B=B1"; "nothing that is possible" if there is none.
std::string ChoiceText(const Families& families, const std::optional<MemberChoice>& choice);

// As "%.10g".
std::string ShortNumber(double value);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FAMILIES_NAMES_H_
