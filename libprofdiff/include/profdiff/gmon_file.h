// SPDX-License-Identifier: GPL-3.0-or-later
// A profile as the bytes of a profile file: gprof's gmon.sum.
#ifndef PROFDIFF_GMON_FILE_H_
#define PROFDIFF_GMON_FILE_H_

#include <string>

#include "profdiff/export.h"
#include "profdiff/gmon.h"
#include "profdiff/profile.h"

namespace profdiff {

enum class GmonLayout {
  kMagic,  // gmon.out version 1
  kBsd,    // old BSD; 4.4BSD where the sampling rate is not 100
  kBsd44,  // 4.4BSD
};

// The bytes of a file that holds the sum of `records`: histograms as they are, calls between the functions of `table`
// in its order, each function's newest arc first.
//
// Bins of more than 16 bits and counts of more than 32 bits are spread over further records of the same place, so that
// what is read back is exact; where that would take millions of records, kUnsupported is thrown. Calls of
// FunctionTable::indirect must not be in the profile. The BSD layouts have room for one histogram: there bins are cut
// to 16 bits, as in gprof, and only the first range is kept.
// Source: gprof-behaviour sections 4 and 16.
PROFDIFF_EXPORT std::string EncodeGmon(const FunctionTable& table, const Profile& profile, const Records& records,
                                       const TargetLayout& target, GmonLayout layout);

}  // namespace profdiff

#endif  // PROFDIFF_GMON_FILE_H_
