// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the functions, arcs and paths of a report page: all of them, or the most important ones. Test:
// tests/unit/report/page/page_test.cpp.
#ifndef PROFDIFF_REPORT_PAGE_CHOICE_H_
#define PROFDIFF_REPORT_PAGE_CHOICE_H_

#include <cstddef>
#include <span>

#include "profdiff/formats.h"
#include "report/machine/rows.h"

namespace profdiff {

// The rows of all parts of a page, and the sums of omitted rows. Arcs connect functions on the page and are sorted by
// callee.
struct PageRows {
  MachineRows rows;
  MachineListings listings;
  // Sums of the self times of the functions without a row, in seconds or in the unit of the profile.
  double base_left_out = 0, other_left_out = 0;
};

// Choose the rows of a page. Functions in `needed` always have a row.
PageRows ChoosePageRows(const Execution& execution, const ReportPageOptions& options,
                        std::span<const FunctionId> needed);
PageRows ChoosePageRows(const Difference& difference, const ReportPageOptions& options,
                        std::span<const FunctionId> needed);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PAGE_CHOICE_H_
