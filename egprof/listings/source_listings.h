// SPDX-License-Identifier: GPL-3.0-or-later
// Listings of source lines, and the sum of profiles.
#ifndef EGPROF_LISTINGS_SOURCE_LISTINGS_H_
#define EGPROF_LISTINGS_SOURCE_LISTINGS_H_

#include "egprof/console/output.h"
#include "egprof/options/options.h"
#include "profdiff/listing.h"

namespace egprof {

constexpr const char* kSumFile = "gmon.sum";

// Registers the files that -A reads and -y writes, once the sources of the image are known. Errors: those of FileGuard.
void PlanAnnotation(const ProfileOptions& options, const profdiff::Image& image, FileGuard& files);

// Writes the annotated source of gprof's -A to standard output or, with -y, to a file NAME-ann for each source file. A
// missing source file is reported and skipped. `after_counts` is true if the section of execution counts precedes the
// annotated source, even if that section is empty.
void WriteAnnotatedSource(const ProfileOptions& options, const profdiff::Execution& execution, bool after_counts,
                          Output& output);

// Writes the sum of the profiles to kSumFile in the working directory, as gprof's -s does. Errors: those of WriteFile.
void WriteSum(const ProfileOptions& options, const profdiff::Image& image, const profdiff::Profile& profile,
              const profdiff::Records& records, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_SOURCE_LISTINGS_H_
