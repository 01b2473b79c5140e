// SPDX-License-Identifier: GPL-3.0-or-later
// The gprof that egprof follows where releases of binutils differ: that of the libbfd which it was built with.
// 2.40 and 2.44 are known; a release between them counts as 2.40.
// Tests: tests/unit/egprof/cli/help_test.cpp, tests/oracle/deviations, tests/oracle.
#ifndef EGPROF_PROCESS_BINUTILS_H_
#define EGPROF_PROCESS_BINUTILS_H_

#include <string_view>

#include "values/static_calls.h"

namespace egprof {

// As gprof's first line of -v names it: "(GNU Binutils for Debian) 2.40".
std::string_view BinutilsRelease();

// The rules of its -c.
profdiff::CodeRules GprofCodeRules();

}  // namespace egprof

#endif  // EGPROF_PROCESS_BINUTILS_H_
