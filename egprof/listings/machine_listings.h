// SPDX-License-Identifier: GPL-3.0-or-later
// What is written for programs: CSV, JSON, callgrind.out and folded stacks.
#ifndef EGPROF_LISTINGS_MACHINE_LISTINGS_H_
#define EGPROF_LISTINGS_MACHINE_LISTINGS_H_

#include <string>

#include "egprof/console/output.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/listing.h"
#include "profdiff/significance.h"

namespace egprof {

// True if listings are tables or a document for programs. Errors: kBadArgument for listings that are text alone.
bool WantsTables(const ProfileOptions& options, Styles styles);

// Flat profile, call graph and counts, of those that are wanted, in the format that is wanted.
void WriteTables(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution,
                 const std::string& label, Output& output);
// `significance` may be null.
void WriteTables(const ProfileOptions& options, Styles styles, const profdiff::Difference& difference,
                 const profdiff::SideLabels& labels, const profdiff::Significance* significance, Output& output);

// callgrind.out and folded stacks, of those that are wanted, to their files.
void WriteStacks(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution,
                 const std::string& label, Output& output);
// Errors: kBadArgument for callgrind.out, which has no negative costs.
void WriteStacks(const ProfileOptions& options, Styles styles, const profdiff::Difference& difference, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_MACHINE_LISTINGS_H_
