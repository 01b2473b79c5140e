// SPDX-License-Identifier: GPL-3.0-or-later
// The binutils release whose gprof is the model for egprof where releases differ: the release of the libbfd with which
// egprof was built. 2.40 and 2.44 are known; a release between them is treated as 2.40.
// Tests: tests/unit/egprof/cli/help_test.cpp, tests/oracle/deviations, tests/oracle.
#ifndef EGPROF_PROCESS_BINUTILS_H_
#define EGPROF_PROCESS_BINUTILS_H_

#include <string_view>

#include "profdiff/difference.h"

namespace egprof {

// Returns the release as in the first line of `gprof -v`, for example "(GNU Binutils for Debian) 2.40".
std::string_view BinutilsRelease();

// Returns the policy of gprof of this release.
profdiff::LoadingPolicy GprofPolicy();

}  // namespace egprof

#endif  // EGPROF_PROCESS_BINUTILS_H_
