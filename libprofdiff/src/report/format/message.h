// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences with a program's words for a remedy.
#ifndef PROFDIFF_REPORT_FORMAT_MESSAGE_H_
#define PROFDIFF_REPORT_FORMAT_MESSAGE_H_

#include <string>

#include "profdiff/error.h"

namespace profdiff {

// Returns a sentence with a program's words for a remedy.
std::string WithRemedy(const std::string& sentence, const Remedy& remedy, const RemedyWords& words);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_MESSAGE_H_
