// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/process/binutils.h"

#ifndef EGPROF_BINUTILS  // CMake found no release in libbfd
#define EGPROF_BINUTILS "(GNU Binutils) 2.40"
#endif

namespace egprof {

std::string_view BinutilsRelease() { return EGPROF_BINUTILS; }

profdiff::CodeRules GprofCodeRules() {
#ifdef EGPROF_FOLLOWS_244
  return profdiff::CodeRules::kGprof244;
#else
  return profdiff::CodeRules::kGprof;
#endif
}

}  // namespace egprof
