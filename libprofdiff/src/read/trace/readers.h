// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of traces, one for each kind of trace.
#ifndef PROFDIFF_READ_TRACE_READERS_H_
#define PROFDIFF_READ_TRACE_READERS_H_

#include <string>

#include "profdiff/trace.h"

namespace profdiff {

// Each function reads a trace of the kind in its name. Errors: as for ReadTrace.
Trace ReadUftrace(const std::string& folder, const TraceOptions& options);
Trace ReadChromeTrace(const std::string& path, const TraceOptions& options);
Trace ReadOtf2(const std::string& path, const TraceOptions& options);
// Like ReadTraceByRank, but for an OTF2 archive.
Trace ReadOtf2ByRank(const std::string& path, const TraceOptions& options, const RankReading& ranks);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_READERS_H_
