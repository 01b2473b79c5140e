// SPDX-License-Identifier: GPL-3.0-or-later
// Writes differences of profiles, and of traces as profiles.
#ifndef EGPROF_LISTINGS_DIFFERENCE_LISTINGS_H_
#define EGPROF_LISTINGS_DIFFERENCE_LISTINGS_H_

#include "egprof/console/outlets.h"
#include "egprof/listings/listings.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/listing.h"
#include "profdiff/profile.h"
#include "profdiff/significance.h"

namespace egprof {

// The input of all writers of a difference.
struct Subtraction {
  const profdiff::Difference& difference;
  const profdiff::SideLabels& labels;
  const profdiff::Significance* significance;  // null if not requested
  const profdiff::Conclusion& conclusion;
  const profdiff::RecordComparison* record = nullptr;  // null unless pairs of runs are compared
};

// Writes the planned listings, tables and files. Errors: those of the functions that write them.
void WriteDifference(const ListingPlan& plan, const DifferenceOptions& options, const Subtraction& result,
                     const Outlets& to);

// Writes the result of --growth or --shrink, which is an ordinary profile. Requires plan.direction. `selection` refers
// to the joined functions.
void WriteOneSided(const ListingPlan& plan, const Subtraction& result, const profdiff::Selection& selection,
                   const Outlets& to);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_DIFFERENCE_LISTINGS_H_
