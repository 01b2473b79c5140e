// SPDX-License-Identifier: GPL-3.0-or-later
// The times of each rank and thread, for maps on a page.
#ifndef PROFDIFF_REPORT_PROPERTY_TIMES_H_
#define PROFDIFF_REPORT_PROPERTY_TIMES_H_

#include "profdiff/properties.h"
#include "report/format/table.h"

namespace profdiff {

// Returns the seconds of each location: of the whole phase, of the work that delayed others, and of single regions.
// Null if there are no times, or fewer than two locations.
Cell TimesCell(const Measurements& measurements);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PROPERTY_TIMES_H_
