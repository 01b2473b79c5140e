// SPDX-License-Identifier: GPL-3.0-or-later
// The binutils release whose gprof is the model for egprof. CMake found this release in libbfd.
//
// Tests: tests/unit/egprof/cli/help_test.cpp, tests/oracle/deviations.
#include "egprof/process/binutils.h"

#ifndef EGPROF_BINUTILS  // not defined if CMake found no release in libbfd
#define EGPROF_BINUTILS "(GNU Binutils) 2.40"
#endif

namespace egprof {

std::string_view BinutilsRelease() { return EGPROF_BINUTILS; }

profdiff::LoadingPolicy GprofPolicy() {
#ifdef EGPROF_FOLLOWS_244
  return profdiff::LoadingPolicy::kGprof244;
#else
  return profdiff::LoadingPolicy::kGprof;
#endif
}

}  // namespace egprof
