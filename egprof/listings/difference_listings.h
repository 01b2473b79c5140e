// SPDX-License-Identifier: GPL-3.0-or-later
// Writes differences of profiles, and of traces as profiles.
#ifndef EGPROF_LISTINGS_DIFFERENCE_LISTINGS_H_
#define EGPROF_LISTINGS_DIFFERENCE_LISTINGS_H_

#include "egprof/console/output.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/selection.h"
#include "profdiff/significance.h"

namespace egprof {

// The input of all writers of a difference.
struct Subtraction {
  const profdiff::Difference& difference;
  const profdiff::SideLabels& labels;
  const profdiff::Significance* significance;  // null if not requested
};

// Writes the listings, tables and files that `styles` selects, in the layout and the format that the options choose.
// Errors: those of the functions that write them.
void WriteDifference(const ProfileOptions& options, Styles styles, const Subtraction& result, Output& output);

// Writes the result of --growth or --shrink, which is an ordinary profile. `selection` refers to the joined functions.
void WriteOneSided(const ProfileOptions& options, Styles styles, const Subtraction& result,
                   const profdiff::Selection& selection, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_DIFFERENCE_LISTINGS_H_
