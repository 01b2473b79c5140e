// SPDX-License-Identifier: GPL-3.0-or-later
// A reader for each kind of trace.
#ifndef PROFDIFF_READ_TRACE_READERS_H_
#define PROFDIFF_READ_TRACE_READERS_H_

#include <string>

#include "profdiff/trace.h"

namespace profdiff {

// Each reads a trace of known kind. Errors: those of ReadTrace.
Trace ReadUftrace(const std::string& folder, const TraceOptions& options);
Trace ReadChromeTrace(const std::string& path, const TraceOptions& options);
Trace ReadOtf2(const std::string& path, const TraceOptions& options);
// Reads as ReadTraceByRank does.
Trace ReadOtf2ByRank(const std::string& path, const TraceOptions& options, const RankReading& ranks);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_READERS_H_
