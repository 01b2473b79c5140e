// SPDX-License-Identifier: GPL-3.0-or-later
// The explanatory texts below a difference in gprof's layout. They have the same number of lines as the texts below
// gprof's own listings.
#ifndef PROFDIFF_REPORT_DIFFERENCE_EXPLANATIONS_H_
#define PROFDIFF_REPORT_DIFFERENCE_EXPLANATIONS_H_

#include <string>

#include "profdiff/difference.h"

namespace profdiff {

void AppendFlatDifferenceExplanation(std::string& out,
                                     const Difference& difference);  // 33 lines, a form feed on line 28
void AppendGraphDifferenceExplanation(std::string& out,
                                      const Difference& difference);  // 88 lines, a form feed on line 83

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIFFERENCE_EXPLANATIONS_H_
