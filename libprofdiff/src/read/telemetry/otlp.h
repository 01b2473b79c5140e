// SPDX-License-Identifier: GPL-3.0-or-later
// OpenTelemetry's profiles.
// Tests: tests/unit/read/telemetry/otlp_test.cpp.
#ifndef PROFDIFF_READ_TELEMETRY_OTLP_H_
#define PROFDIFF_READ_TELEMETRY_OTLP_H_

#include "read/file/first_bytes.h"
#include "read/profiles/input.h"

namespace profdiff {

bool IsOtlpProfiles(const FirstBytes& file);

// Errors: as for ReadStacks; kUnsupported for the format before version 1.9, and for more than 1 GiB.
StackProfile ReadOtlpProfiles(const StackInput& input);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TELEMETRY_OTLP_H_
