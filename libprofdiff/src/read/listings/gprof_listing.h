// SPDX-License-Identifier: GPL-3.0-or-later
// gprof's listings as profiles.
// Tests: tests/unit/read/listings/gprof_listing_test.cpp.
#ifndef PROFDIFF_READ_LISTINGS_GPROF_LISTING_H_
#define PROFDIFF_READ_LISTINGS_GPROF_LISTING_H_

#include "read/file/first_bytes.h"
#include "read/profiles/input.h"

namespace profdiff {

// True for a text that begins like one of gprof's listings, in either layout, with explanations or without.
bool IsGprofListing(const FirstBytes& file);

// Errors: as for ReadStacks; kUnsupported for listings by source line, and for those that egprof made of another
// profiler's file.
StackProfile ReadGprofListing(const StackInput& input);

}  // namespace profdiff

#endif  // PROFDIFF_READ_LISTINGS_GPROF_LISTING_H_
