// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of models, which the analysis and reports share.
#ifndef PROFDIFF_VALUES_MODEL_TEXT_H_
#define PROFDIFF_VALUES_MODEL_TEXT_H_

#include <span>
#include <string>

#include "profdiff/models.h"

namespace profdiff {

// Returns a term as text, such as "1", "p^1.5", "n*log2(n)" or "p^(4/3)".
std::string TermText(const ModelTerm& term, std::span<const std::string> parameters);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_MODEL_TEXT_H_
