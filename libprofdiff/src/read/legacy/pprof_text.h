// SPDX-License-Identifier: GPL-3.0-or-later
// The text formats of gperftools and of Go's runtime/pprof, which are older than pprof's protocol buffers.
// Tests: tests/unit/read/legacy/pprof_text_test.cpp.
#ifndef PROFDIFF_READ_LEGACY_PPROF_TEXT_H_
#define PROFDIFF_READ_LEGACY_PPROF_TEXT_H_

#include "read/file/first_bytes.h"
#include "read/profiles/input.h"

namespace profdiff {

bool IsPprofText(const FirstBytes& file);

// Errors: as for ReadStacks.
StackProfile ReadPprofText(const StackInput& input);

}  // namespace profdiff

#endif  // PROFDIFF_READ_LEGACY_PPROF_TEXT_H_
