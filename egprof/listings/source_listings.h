// SPDX-License-Identifier: GPL-3.0-or-later
// Listings of source lines, and the sum of profiles.
#ifndef EGPROF_LISTINGS_SOURCE_LISTINGS_H_
#define EGPROF_LISTINGS_SOURCE_LISTINGS_H_

#include <vector>

#include "egprof/console/outlets.h"
#include "egprof/options/options.h"
#include "profdiff/listing.h"
#include "values/ordering.h"

namespace egprof {

// What listings of source files, functions and object files need in addition to the execution.
struct SourceListings {
  const SourceOptions& options;
  const std::vector<profdiff::SymbolSpec>& specs;  // the calls to which the orders refer
  const profdiff::OrderMap& map;                   // the file of -R
};

constexpr const char* kSumFile = "gmon.sum";

// Registers the files that -A reads and -y writes, once the sources of the image are known. Errors: those of FileGuard.
void PlanAnnotation(const SourceOptions& options, const profdiff::Image& image, FileGuard& files);

// Writes the annotated source of gprof's -A to standard output or, with -y, to a file NAME-ann for each source file. A
// missing source file is reported and skipped. `after_counts` is true if the section of execution counts precedes the
// annotated source, even if that section is empty.
void WriteAnnotatedSource(const SourceOptions& options, bool show_unused, const profdiff::Execution& execution,
                          bool after_counts, const Outlets& to);

// Writes the sum of the profiles to kSumFile in the working directory, as gprof's -s does. Errors: those of WriteFile.
void WriteSum(const FileOptions& options, const profdiff::Image& image, const profdiff::Profile& profile,
              const profdiff::Records& records, FileGuard& files);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_SOURCE_LISTINGS_H_
