// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/trace/readers.h"
namespace profdiff {
Trace ReadOtf2(const std::string& path, const TraceOptions&) { throw Error(ErrorCode::kUnsupported, path, path); }
}  // namespace profdiff
